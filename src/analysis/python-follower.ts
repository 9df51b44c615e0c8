import type { ArchiveFiles } from './python-files.js';
import type { PythonModule } from './python-module.js';
import type { Arguments, Dictionary, Items, List, Scope, Unknown, Value } from './python-values.js';

/** The parts of the interpreter that built-in functions use. */
export interface Follower {
  readonly list: (form: List['form'], items: readonly Value[], loose?: Unknown, orderedTo?: number) => List;
  /** A list of items of which some may not be there. */
  readonly listOf: (form: List['form'], items: Items) => List;
  /** A view of a dictionary, which always has what the dictionary has. */
  readonly view: (find: () => Items) => List;
  /** An iterator, whose items are found when something first goes through it. */
  readonly iterator: (run: () => Items, runsCode?: boolean) => List;
  /** Finds the items of an iterator, before something goes through it. */
  readonly runIterator: (iterator: List) => void;
  /** Notes that something may not have gone through all items of an iterator. */
  readonly leave: (value: Value) => void;
  readonly dictionary: () => Dictionary;
  readonly put: (into: Dictionary, key: Value, value: Value) => void;
  readonly merge: (into: Dictionary, from: Value) => void;
  readonly append: (to: List, item: Value) => void;
  /** Whether all that is in it is known, and a change of it surely happens. */
  readonly isSure: (what: Dictionary | List) => boolean;
  /** Its content is changed in an unknown way. */
  readonly forget: (what: Dictionary | List, because: Unknown) => void;
  readonly loosen: (what: Dictionary | List, because: Unknown) => void;
  readonly itemsOf: (value: Value) => Items;
  /** Takes each item. Additions to earlier lists and dictionaries have no order, if the items have none. */
  readonly eachOf: (all: Items, take: (item: Value) => void) => void;
  readonly attributeOf: (value: Value, name: string) => Value | undefined;
  readonly itemOf: (owner: Value, key: Value, unknown: (why: string) => Unknown) => Value;
  readonly setAttribute: (of: Value, name: Value, value: Value) => void;
  readonly call: (callee: Value, given: Arguments, unknown: (why: string) => Unknown) => Value;
  /** The result of an operator on two values; undefined if it is unknown. */
  readonly operate: (operator: string, left: Value, right: Value) => Value | undefined;
  readonly makeClass: (name: string, bases: readonly Value[], names: Dictionary) => Value;
  /** A class that its metaclass has made, after the methods that run when it is defined. */
  readonly defineClass: (
    name: string,
    bases: readonly Value[],
    names: Dictionary,
    keywords: ReadonlyMap<string, Value>,
    unknown: (why: string) => Unknown,
  ) => Value;
  /** Notes that the running code surely raises an error. */
  readonly raise: (because: Unknown, error: Value | undefined) => void;
  /** Counts work that depends on what is followed. */
  readonly charge: (steps: number) => void;
  readonly files: ArchiveFiles;
  /** Constants that the package adds to modules and classes of others, by dotted name, and to the environment. */
  readonly constantsOutside: Dictionary;
  /** The value of a text that is a literal; undefined for other texts. */
  readonly literalOf: (text: string) => Value | undefined;
  /** Notes what the package writes into a file. */
  readonly write: (path: string, content: Value) => void;
  /** The source at an installed path; undefined if the archive has none there. */
  readonly moduleAt: (path: string) => PythonModule | undefined;
  /**
   * The names of a module, after all that happens when it is imported.
   * @param name under which its file is loaded, if not by an import
   */
  readonly load: (module: PythonModule, name?: string) => Scope;
  /** Runs the code of a module again. */
  readonly reload: (scope: Scope) => void;
  /** A module of the archive in `sys.modules`; undefined if it was not imported. */
  readonly loadedModule: (name: Value | undefined) => Value | undefined;
  /** A module that the code makes, without a file. */
  readonly newModule: (name: Value) => Value;
  /** Lets absolute imports find modules in an installed folder, as an entry of `sys.path` does. */
  readonly addSearchPath: (path: string) => void;
}

/** A built-in function; undefined if its result is unknown. */
export type Native = (follow: Follower, given: Arguments, unknown: (why: string) => Unknown) => Value | undefined;

/** A function of a library; undefined if its result is unknown. */
export type Outside = (follow: Follower, given: Arguments) => Value | undefined;
