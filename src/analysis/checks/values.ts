import { memoizeInArchive } from '../memoized-in-archive.js';
import type { PythonNode } from '../python-syntax.js';
import type { ModuleScope, Scope } from './scopes.js';

/** A thing that the archive does not define, by its dotted name. `()` is the result of a call, `[]` an item. */
export interface External {
  readonly kind: 'external';
  /** `?` if nothing is known of it. */
  readonly path: string;
  /** True if it is reached by an unusual way, such as `sys.modules["os"]` or `getattr(os, "system")`. */
  readonly isHidden: boolean;
  /** The constant end of a path of the file system: `nodes/a.py` of Python files, only `.log` of files of data. */
  readonly end?: string;
  /** The first arguments, which `functools.partial` has bound. Kept only if they name the result. */
  readonly bound?: readonly Value[];
}

/** A constant string, or constant bytes with one character for each byte. */
export interface Text {
  readonly kind: 'text';
  readonly text: string;
}

/** A file of the archive as a module. */
export interface OwnModule {
  readonly kind: 'module';
  readonly scope: ModuleScope;
}

/** A function or lambda of the archive. The state grows until the analysis ends. */
export interface OwnFunction {
  readonly kind: 'function';
  readonly node: PythonNode;
  readonly scope: Scope;
  /** The class whose method it is. */
  readonly owner: OwnClass | undefined;
  readonly params: Map<string, Value>;
  returns: Value;
  /** The uses of an attribute that call it, because `property(…)` makes it a getter, setter or deleter. */
  readonly accesses: Set<Access>;
}

/** Ways to use an attribute. */
export type Access = 'get' | 'set' | 'delete';

/** A class of the archive. */
export interface OwnClass {
  readonly kind: 'class';
  readonly node: PythonNode;
  readonly scope: Scope;
  /** The attributes that code assigns to the class or its instances. */
  readonly attributes: Map<string, Value>;
  /** The class of which it is a copy for one object, and to which code assigns the attributes of the class. */
  original?: OwnClass;
  /** Its one instance. Objects are only kept apart by copies of their class. */
  readonly instance: Instance;
  isInstantiated: boolean;
}

/** How many classes that a class is derived from are followed. */
export const ANCESTORS_MAX = 24;

/** An instance of a class of the archive. */
export interface Instance {
  readonly kind: 'instance';
  readonly of: OwnClass;
}

/** A list, tuple, set, dictionary, generator or namespace. */
export interface Container {
  readonly kind: 'container';
  readonly keyed: Map<string, Value>;
  /** Its items, in an unknown order. */
  items: Value;
  /** Any of the values that have keys. */
  anyKeyed: Value;
  /** The items of a literal, in their order. */
  ordered: readonly Value[] | undefined;
  /** True if code moves, replaces or removes items, so that their order is unknown. */
  isRearranged: boolean;
  /** The names of a module or class, if it is its `__dict__`. */
  readonly namespaceOf: OwnModule | OwnClass | undefined;
  /** True for a `defaultdict` of lists or dictionaries: a key that is not there gets a new one. */
  hasDefaults: boolean;
  /** True if the expression that makes it has it as its result each time it is evaluated. */
  isKept: boolean;
  /** True if its items are attributes as well: a named tuple, or a class that `type(…)` makes. */
  isRecord: boolean;
}

/** Something that a value may be. */
export type Ref = External | Text | OwnModule | OwnFunction | OwnClass | Instance | Container;

/** Marks of where a value comes from. */
export const DECODED = 1;
export const FROM_NETWORK = 2;
export const FROM_FILE = 4;
export const SECRET = 8;
/** A position in the package's own folder. */
export const OWN_FOLDER = 16;
/** Data that a client sends to a request handler of the package. */
export const FROM_REQUEST = 32;
/** The answer of an address that the source fixes and that is no service of a model. */
export const FROM_FIXED_ADDRESS = 64;

/** The arguments of a function that replaces one of the host or of a library, or that sees all requests of the host. */
export const FROM_HOST = 128;
/** The arguments of a function that replaces one which finds or loads files: mostly names of files. */
export const FILE_OF_HOST = 256;
/** A credential that the user of a node gives it. */
export const CREDENTIAL = 512;
/** A position in the folder of the host. */
export const HOST_FOLDER = 1024;
/** A position in a folder of Python or of a library. */
export const PYTHON_FOLDER = 2048;
/** A position in a folder into which users of the host and other programs put files. */
export const FOLDER_OF_USERS = 4096;
export const HOST_DATA = FROM_HOST | FILE_OF_HOST;

/** All that an expression may be, with marks of where it comes from. */
export interface Value {
  readonly refs: readonly Ref[];
  readonly marks: number;
  /** Constant texts that it is made of. */
  readonly words: readonly string[];
}

/** A value with so many references may be made of more. */
export const REFS_MAX = 24;
/** A value with so many words may be made of more, and carry marks of things that have nothing to do with it. */
export const WORDS_MAX = 24;
const PATH_MAX = 160;
/** Longer constants are cut: no rule needs more. */
export const TEXT_MAX = 20_000;
const WORD_MAX = 2000;

/** The path of the method that lists the subclasses of a class of the archive, to which it is bound. */
export const SUBCLASSES = 'own.__subclasses__';

export const NOTHING: Value = { refs: [], marks: 0, words: [] };

const UNKNOWN_REF: External = { kind: 'external', path: '?', isHidden: false };

export const UNKNOWN: Value = { refs: [UNKNOWN_REF], marks: 0, words: [] };

/** A value that nothing is known of but where it comes from. */
export const marked = (marks: number, words: readonly string[] = []): Value =>
  marks === 0 && words.length === 0 ? UNKNOWN : { refs: UNKNOWN.refs, marks, words };

/** A value that is one thing. */
export const valueOf = (ref: Ref, marks = 0, words: readonly string[] = []): Value => ({ refs: [ref], marks, words });

/** Limit of the external names whose values are kept, so that equal ones take no more memory. */
const EXTERNALS_MAX = 20_000;
const plainExternal = memoizeInArchive(
  (path: string) => valueOf({ kind: 'external', path, isHidden: false }),
  EXTERNALS_MAX,
);
const hiddenExternal = memoizeInArchive(
  (path: string) => valueOf({ kind: 'external', path, isHidden: true }),
  EXTERNALS_MAX,
);

/** Something that the archive does not define. */
export function external(path: string, isHidden = false, marks = 0, words: readonly string[] = []): Value {
  const name = path.length > PATH_MAX ? '?' : path;
  const plain = isHidden ? hiddenExternal(name) : plainExternal(name);
  return marks === 0 && words.length === 0 ? plain : { refs: plain.refs, marks, words };
}

/** The values of literals and comparisons, by the type of their syntax node: only the type matters. */
export const CONSTANTS: ReadonlyMap<string, Value> = new Map([
  ['integer', external('int')],
  ['float', external('float')],
  ['true', external('bool')],
  ['false', external('bool')],
  ['comparison_operator', external('bool')],
  ['not_operator', external('bool')],
  ['none', NOTHING],
]);

/** Endings of files that nothing runs. */
export const DATA_FILE = /\.(log|txt|md|json|jsonl|csv|tsv|png|jpe?g|webp|gif|wav|mp3|mp4)$/i;

/** The same value as a path with a constant end, if that names a Python file or a file of data. */
export function withEnd(value: Value, text: string): Value {
  const end = /\.pyw?$/.test(text) ? text : DATA_FILE.exec(text)?.[0];
  return end === undefined
    ? value
    : { ...value, refs: value.refs.map((ref) => (ref.kind === 'external' ? { ...ref, end } : ref)) };
}

/** The length up to which equal texts share a value, and the limit of these values. */
const SHARED_TEXT_MAX = 60;
const SHARED_TEXTS_MAX = 20_000;
const sharedText = memoizeInArchive((text: string) => newText(text, 0, []), SHARED_TEXTS_MAX);

/** A constant text. */
export function textValue(text: string, marks = 0, words: readonly string[] = []): Value {
  const isShared = text.length <= SHARED_TEXT_MAX && marks === 0 && words.length === 0;
  return isShared ? sharedText(text) : newText(text, marks, words);
}

function newText(text: string, marks: number, words: readonly string[]): Value {
  const cut = text.slice(0, TEXT_MAX);
  return {
    refs: [{ kind: 'text', text: cut }],
    marks,
    words: words.length > 0 ? unionWords([cut.slice(0, WORD_MAX)], words) : [cut.slice(0, WORD_MAX)],
  };
}

/** A new container. */
export function container(
  items: Value = NOTHING,
  ordered?: readonly Value[],
  namespaceOf?: OwnModule | OwnClass,
): Container {
  return {
    kind: 'container',
    keyed: new Map(),
    items,
    anyKeyed: NOTHING,
    ordered,
    isRearranged: false,
    namespaceOf,
    hasDefaults: false,
    isKept: false,
    isRecord: false,
  };
}

/** A container whose items are attributes as well. */
export function record(items: Value, keyed: ReadonlyMap<string, Value>, ordered?: readonly Value[]): Value {
  const made = container(items, ordered);
  made.isRecord = true;
  for (const [key, value] of keyed) setKey(made, key, value);
  return valueOf(made);
}

/** True for references to the same thing. */
export function isSame(one: Ref, other: Ref): boolean {
  if (one === other) return true;
  if (one.kind === 'external')
    return (
      other.kind === 'external' &&
      one.path === other.path &&
      one.isHidden === other.isHidden &&
      one.end === other.end &&
      one.bound?.length === other.bound?.length &&
      (one.bound ?? []).every((value, at) => isEqual(value, other.bound![at]!))
    );
  if (one.kind === 'module') return other.kind === 'module' && one.scope === other.scope;
  return one.kind === 'text' && other.kind === 'text' && one.text === other.text;
}

function unionWords(words: readonly string[], others: readonly string[]): readonly string[] {
  if (others.length === 0 || words === others || words.length >= WORDS_MAX) return words;
  if (words.length === 0) return others;
  const more = others.filter((word) => !words.includes(word));
  return more.length === 0 ? words : [...words, ...more].slice(0, WORDS_MAX);
}

const isNoText = ({ kind }: Ref): boolean => kind !== 'text';

/** If there are too many references, texts are dropped first, because modules and functions matter more. */
function unionRefs(refs: readonly Ref[], others: readonly Ref[]): readonly Ref[] {
  if (others.length === 0 || refs === others) return refs;
  if (refs.length === 0) return others;
  const isFull = refs.length >= REFS_MAX;
  if (isFull && refs.every(isNoText)) return refs;
  const more = others.filter((other) => !(isFull && other.kind === 'text') && !refs.some((ref) => isSame(ref, other)));
  if (more.length === 0) return refs;
  const all = [...refs, ...more];
  if (all.length <= REFS_MAX) return all;
  return [...all.filter(isNoText), ...all.filter(({ kind }) => kind === 'text')].slice(0, REFS_MAX);
}

/** Either of two values. It is the first one itself if the second adds nothing. */
export function either(one: Value, other: Value): Value {
  if (one === other || other === NOTHING) return one;
  if (one === NOTHING) return other;
  const refs = unionRefs(one.refs, other.refs);
  const words = unionWords(one.words, other.words);
  const marks = one.marks | other.marks;
  return refs === one.refs && words === one.words && marks === one.marks ? one : { refs, marks, words };
}

const isEqual = (one: Value, other: Value): boolean =>
  one === other || (either(one, other) === one && either(other, one) === other);

/** Any of the values. */
export const anyOf = (values: readonly Value[]): Value => values.reduce(either, NOTHING);

/** The marks and words of values, of which nothing else is known. */
export function madeOf(values: readonly Value[], marks = 0): Value {
  const all = anyOf(values);
  return marked(all.marks | marks, all.words);
}

/** The same things with more marks. */
export const withMarks = (value: Value, marks: number): Value =>
  (value.marks | marks) === value.marks ? value : { ...value, marks: value.marks | marks };

/** The constant texts that a value may be. */
export function textsOf({ refs }: Value): string[] {
  const texts: string[] = [];
  for (const ref of refs) if (ref.kind === 'text') texts.push(ref.text);
  return texts;
}

/** True for something that is no constant, and that is not in the package's own folder. */
export const isUnknown = ({ refs, marks }: Value): boolean =>
  refs.some(({ kind }) => kind === 'external') && (marks & OWN_FOLDER) === 0;

/** The dotted names of what a value may be, outside of the archive. */
export const externalsOf = ({ refs }: Value): External[] => refs.filter((ref) => ref.kind === 'external');

/** No reference, but the marks and words of a value. */
export const originOf = ({ marks, words }: Value): Value =>
  marks === 0 && words.length === 0 ? NOTHING : { refs: NOTHING.refs, marks, words };

/** The items of all containers that a value may be. */
export function elementsOf(value: Value): Value {
  let found = originOf(value);
  for (const ref of value.refs) {
    if (ref.kind === 'container') found = either(found, contentOf(ref));
    else if (ref.kind === 'external')
      found = either(found, external(/^\?$|\.\*$/.test(ref.path) ? ref.path : `${ref.path}[]`, ref.isHidden));
    else if (ref.kind === 'text') found = either(found, UNKNOWN);
    else found = either(found, UNKNOWN);
  }
  return found;
}

/** All that is in a container. */
export const contentOf = ({ items, anyKeyed }: Container): Value => either(items, anyKeyed);

/** Sets the value of a key. */
export function setKey(target: Container, key: string, value: Value): void {
  target.keyed.set(key, value);
  target.anyKeyed = either(target.anyKeyed, value);
}

/** A `defaultdict` of containers. */
export function withDefaults(): Container {
  const made = container();
  made.hasDefaults = true;
  return made;
}

/** Gives keys that are not there a new container, if the dictionary has defaults. */
export function addDefaults(dictionary: Container, keys: readonly string[]): void {
  if (!dictionary.hasDefaults) return;
  const made = (): Value => {
    const item = container();
    item.isKept = true;
    return valueOf(item);
  };
  for (const key of keys) if (!dictionary.keyed.has(key)) setKey(dictionary, key, made());
  if (keys.length === 0 && dictionary.items === NOTHING) dictionary.items = made();
}

/** The items that `*list` passes: each one if their number is known, otherwise one that may be any of them. */
export function spreadItems(list: Value): readonly Value[] {
  const [ref] = list.refs;
  if (list.refs.length !== 1 || ref?.kind !== 'container' || ref.isRearranged) return [elementsOf(list)];
  return ref.ordered ?? [elementsOf(list)];
}

/** Adds the values of a dictionary that have constant keys to named arguments. @returns the values of other keys */
export function spreadNamed(dictionary: Value, named: Map<string, Value>): Value {
  const rest: Value[] = [];
  for (const ref of dictionary.refs) {
    rest.push(ref.kind === 'container' ? ref.items : elementsOf(valueOf(ref)));
    if (ref.kind === 'container')
      for (const [key, value] of ref.keyed) named.set(key, either(named.get(key) ?? NOTHING, value));
  }
  return anyOf([originOf(dictionary), ...rest]);
}

/** A list of tuples, of which one stands for all: it has any item of each argument. */
export function tuplesOf(parts: readonly Value[]): Value {
  const { marks, words } = madeOf(parts);
  return valueOf(container(valueOf(container(anyOf(parts), parts), marks, words)), marks, words);
}
