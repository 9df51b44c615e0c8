import type { PythonModule } from './python-module.js';
import type { PythonNode } from './python-syntax.js';

/** A value that is unknown without running the code: its position, and the reason. */
export interface Unknown {
  readonly kind: 'unknown';
  readonly why: string;
  readonly text: string;
  readonly file: string;
  readonly line: number;
  /** The dotted name of an object of another package or of Python. */
  readonly outside?: string;
  /** True if the object may not exist. */
  readonly isMaybe?: boolean;
  /** The values of `Literal[…]`. */
  readonly literals?: readonly Value[];
  /** True for one of several constants. */
  readonly isConstant?: boolean;
  /** The classes of which it is one. */
  readonly classes?: readonly PythonClass[];
}

/** A value that is unknown because another one is. */
export const unknownBy = ({ kind, why, text, file, line }: Unknown): Unknown => ({ kind, why, text, file, line });

/** A value that is unknown for a reason which no single piece of code is. */
export const nowhere = (why: string, text: string): Unknown => ({ kind: 'unknown', why, text, file: '', line: 0 });

/** Code that runs an unknown number of times, perhaps never. */
export interface Doubt {
  readonly outer?: Doubt;
  readonly because: Unknown;
}

/** Text, int (as bigint), float (as number), bool or None. */
export interface Constant {
  readonly kind: 'constant';
  readonly value: string | bigint | number | boolean | null;
  /** True for an instance of a class of the archive that compares itself in its own way. */
  readonly comparesItself?: boolean;
}

/** A list, tuple or set. */
export class List {
  readonly kind = 'list';
  /** The reason that it may have further items. */
  loose: Unknown | undefined;

  /** The number of items before those that it may have. */
  looseAt = 0;

  /** Items that it may have. */
  readonly possible: Value[] = [];
  /** True if it has no further items than these. */
  isListed = false;

  /** True for a generator or another iterator, which code can go through once. */
  isOnce = false;

  /** Finds the items that a view of a dictionary has now. */
  find: (() => Items) | undefined;

  /** Finds the items of an iterator, whose code runs when something goes through it. */
  run: (() => Items) | undefined;

  /** True for an iterator that runs code of the archive for each item. */
  runsCode = false;

  /** The names of a named tuple's items. */
  names: readonly string[] | undefined;

  /** The number of first items whose order is known. */
  orderedTo: number;

  constructor(
    readonly form: 'list' | 'tuple' | 'set',
    readonly items: Value[],
    readonly doubt: Doubt | undefined,
    /** The number of lists and dictionaries that were made before. */
    readonly madeAt = 0,
  ) {
    this.orderedTo = form === 'set' ? 0 : Infinity;
  }
}

/** The known items of a value. */
export interface Items {
  readonly items: readonly Value[];
  /** The reason that there may be more. */
  readonly loose?: Unknown | undefined;
  /** The number of items before those that there may be; absent if it is all. */
  readonly looseAt?: number;
  /** The items that there may be, if these are known. */
  readonly possible?: readonly Value[] | undefined;
  /** The number of first items whose order is known; absent if the order of all is. */
  readonly orderedTo?: number;
}

/** True if the order of some items is not known. */
export const isUnordered = ({
  items,
  loose,
  orderedTo = Infinity,
}: Pick<Items, 'items' | 'loose' | 'orderedTo'>): boolean => orderedTo + (loose ? 0 : 1) < items.length;

/** The number of first items whose order is known, of all items of several lists. */
export function orderOfAll(lists: readonly Items[]): number | undefined {
  const first = lists.findIndex(isUnordered);
  if (first === -1) return undefined;
  return lists.slice(0, first).reduce((sum, { items }) => sum + items.length, lists[first]!.orderedTo ?? 0);
}

/** An entry of a dictionary, or a name with its value. */
export interface Entry {
  readonly key: Value;
  readonly value: Value;
  /** The value of a name that may not exist, where it does exist. */
  readonly bound?: Value;
  /** The entry as the code sees it that changed it in doubt. */
  readonly within?: { readonly doubt: Doubt; readonly entry: Entry };
}

/** A dictionary; also the names of a module, class, function or instance. */
export class Dictionary {
  readonly kind = 'dictionary';
  readonly entries = new Map<unknown, Entry>();
  /** Why it is one of several dictionaries; it has the entries of all of them, and may lack those of some. */
  oneOf: Unknown | undefined;
  /** The reason that it may have further entries. */
  readonly loose: Unknown[] = [];
  /** Makes the value of a key that a `defaultdict` lacks. */
  whenMissing: (() => Value) | undefined;
  /** The number of first entries whose order is known. */
  orderedTo = Infinity;

  constructor(
    readonly doubt: Doubt | undefined,
    /** The number of lists and dictionaries that were made before. */
    readonly madeAt = 0,
  ) {}

  get(name: string): Value | undefined {
    return this.entry(name)?.value;
  }

  entry(name: string): Entry | undefined {
    return this.entries.get(`"${name}`);
  }

  set(name: string, value: Value): void {
    this.entries.set(`"${name}`, { key: { kind: 'constant', value: name }, value });
  }

  delete(name: string): void {
    this.entries.delete(`"${name}`);
  }
}

/** The keys, values or pairs of a dictionary. Those of entries that may not exist are only possible. */
export function itemsOfEntries(of: Dictionary, take: (entry: Entry) => Value): Items {
  const entries = [...of.entries.values()];
  const maybe = entries.filter(({ value }) => isMaybe(value));
  const loose = of.loose[0];
  if (maybe.length === 0) return { items: entries.map(take), loose, orderedTo: of.orderedTo };
  const isCertain = ({ value }: Entry): boolean => !isMaybe(value);
  return {
    items: entries.filter(isCertain).map(take),
    loose: loose ?? (maybe[0]!.value as Unknown),
    looseAt: entries.findIndex(({ value }) => isMaybe(value)),
    possible: loose ? undefined : maybe.map(take),
    orderedTo: of.orderedTo === Infinity ? Infinity : entries.slice(0, of.orderedTo).filter(isCertain).length,
  };
}

/** The names that a piece of code sees. */
export interface Scope {
  readonly kind: 'module' | 'class' | 'function';
  readonly module: PythonModule;
  readonly names: Dictionary;
  readonly outer?: Scope;
  /** Names that `global` or `nonlocal` bind in another scope. */
  readonly elsewhere?: Map<string, Scope>;
  /** True for the names of a comprehension: `:=` binds names around it. */
  readonly isComprehension?: boolean;
  /** The values that the running generator has yielded. */
  readonly yielded?: List;
  /** Runs the body of the `with` statement whose context manager yields. */
  readonly within?: ((value: Value) => void) | undefined;
  /** The name of a class with those around it, in its body. */
  readonly qualifiedName?: string;
  /** The running function and its first argument, which `super()` uses. */
  readonly running?: { readonly of: PythonFunction; readonly first: Value | undefined };
}

export class PythonClass {
  readonly kind = 'class';
  /** The class and its bases, in Python's method resolution order. */
  readonly order: readonly (PythonClass | Unknown)[];
  readonly subclasses: List;
  /** The module whose code defines it. */
  module: PythonModule | undefined;
  /** The name with those of the classes and functions around it; the plain name by default. */
  qualifiedName: string | undefined;
  /** The class of the archive that makes it. */
  metaclass: PythonClass | undefined;
  /** The attributes that the class itself annotates, in their order. */
  annotated: readonly string[] = [];
  /** The functions that make the values of fields which the constructor is not given. */
  readonly factories = new Map<string, Value>();
  /** True if a decorator makes its constructor, which takes the annotated attributes. */
  isRecord = false;

  constructor(
    readonly name: string,
    readonly bases: readonly (PythonClass | Unknown)[],
    readonly names: Dictionary,
  ) {
    this.order = [this, ...linear([...bases.map((base) => (base.kind === 'class' ? base.order : [base])), bases])];
    this.subclasses = new List('list', [], names.doubt);
  }
}

export interface PythonFunction {
  readonly kind: 'function';
  readonly name: string;
  readonly node: PythonNode;
  readonly scope: Scope;
  readonly defaults: ReadonlyMap<string, Value>;
  readonly form: 'plain' | 'classmethod' | 'staticmethod' | 'property';
  /** True for a property that is computed once. */
  readonly isCached?: boolean;
  /** The results by the arguments, if it runs once for the same ones. */
  readonly results?: Map<string, Value>;
  /** True if it makes a context manager. */
  readonly isManager?: boolean;
  /** True for a method that a derived class has to define. */
  readonly isAbstract?: boolean;
  /** The attributes that code gives it. */
  readonly attributes: Dictionary;
  /** The function that assignments to it call, if it is a property. */
  readonly setter?: PythonFunction;
  /** The class that it is a method of. */
  owner?: PythonClass;
}

/** A `pathlib.Path`, or an entry of `os.scandir`. */
export interface PythonPath {
  readonly kind: 'path';
  readonly path: string;
  readonly isEntry?: boolean;
}

/** An open file. */
export interface PythonFile {
  readonly kind: 'file';
  readonly path: string;
  /** An iterator of the lines after the position in the file. */
  lines: List;
}

/** Settings that a parser has read: dictionaries of options, by the names of their sections. */
export interface PythonSettings {
  readonly kind: 'settings';
  readonly sections: Dictionary;
  /** The function that converts the names of options; undefined for the default, which converts them to lower case. */
  optionxform: Value | undefined;
}

/** An object of the host's schema API, such as an input: its class and its arguments. */
export interface Made {
  readonly kind: 'made';
  /** The dotted name of what was called. */
  readonly of: string;
  readonly given: Arguments;
  /** The custom type, such as `io.Custom("X")`, whose input or output this is. */
  readonly type?: Made;
  /** The attributes that code has assigned to it. */
  readonly names: Dictionary;
}

/** The first parameters of the host's `Schema`, in their order. */
const SCHEMA_PARAMETERS = ['node_id', 'display_name', 'category', 'inputs', 'outputs', 'hidden', 'description'];

/** An attribute of a schema: the assigned value, or else the argument; undefined if there is neither. */
export function partOfSchema({ names, given }: Made, name: string): Value | undefined {
  const assigned = names.get(name) ?? names.loose[0];
  return assigned ?? given.named.get(name) ?? given.positional[SCHEMA_PARAMETERS.indexOf(name)] ?? given.loose;
}

/** What loads a file as a module under a name. */
export interface Specification {
  readonly kind: 'spec';
  /** Undefined for a file that the archive lacks: an installer may add it. */
  readonly module: PythonModule | undefined;
  /** Undefined if it is unknown. */
  readonly name: string | undefined;
}

/** A function that a function of a library returns, such as a `functools.partial`. */
export interface Callable {
  readonly kind: 'callable';
  readonly call: (given: Arguments, unknown: (why: string) => Unknown) => Value;
}

/** An object of a class of the archive. */
export interface Instance {
  readonly kind: 'instance';
  readonly of: PythonClass;
  readonly names: Dictionary;
  /** Its value as an instance of a built-in type, such as `dict`. */
  readonly content?: List | Dictionary | Constant | undefined;
}

export type Value =
  | Constant
  | List
  | Dictionary
  | PythonClass
  | PythonFunction
  | { readonly kind: 'bound'; readonly function: PythonFunction; readonly self: Value }
  | { readonly kind: 'module'; readonly scope: Scope }
  | Instance
  | { readonly kind: 'native'; readonly name: string; readonly self?: Value }
  | Callable
  | { readonly kind: 'super'; readonly of: PythonClass; readonly self: Value }
  | PythonPath
  | PythonFile
  | PythonSettings
  | Made
  | { readonly kind: 'coroutine'; readonly run: () => Value }
  | Manager
  | { readonly kind: 'walk'; readonly top: string }
  | Specification
  | Unknown;

/** The result of a function with the decorator `contextmanager`. `run` runs it, with `within` where it yields. */
export interface Manager {
  readonly kind: 'manager';
  readonly run: (within: (value: Value) => void) => void;
}

/** The arguments of a call. */
export interface Arguments {
  readonly positional: readonly Value[];
  readonly named: ReadonlyMap<string, Value>;
  /** Why there may be more. */
  readonly loose?: Unknown;
}

/** True for a value that is unknown because the object may not exist. */
export const isMaybe = (value: Value | undefined): value is Unknown & { readonly isMaybe: true } =>
  value?.kind === 'unknown' && value.isMaybe === true;

export const NONE: Constant = { kind: 'constant', value: null };

export const isNone = (value: Value): boolean => value.kind === 'constant' && value.value === null;

export const constant = (value: Constant['value']): Constant => ({ kind: 'constant', value });

/** The text that a value is; undefined for other values. A member of an enumeration of texts is one. */
export function textOf(value: Value | undefined): string | undefined {
  const content = value?.kind === 'instance' ? value.content : value;
  return content?.kind === 'constant' && typeof content.value === 'string' ? content.value : undefined;
}

/** True for an object whose class decides what it is equal to. */
const hasOwnEquality = ({ of }: Instance): boolean =>
  of.order.some(
    (one) => one.kind === 'class' && (one.isRecord || one.names.get('__eq__') || one.names.get('__hash__')),
  );

/** The identity of a key of a dictionary; undefined if it is unknown. */
export function identityOf(key: Value): unknown {
  if (key.kind === 'instance') {
    if (hasOwnEquality(key)) return undefined;
    const { content } = key;
    return content?.kind === 'constant' || (content?.kind === 'list' && content.form === 'tuple')
      ? identityOf(content)
      : key;
  }
  if (key.kind === 'native' && !key.self) return `native ${key.name}`;
  if (key.kind === 'constant')
    return typeof key.value === 'string' ? `"${key.value}` : key.value === null ? 'None' : Number(key.value);
  if (key.kind !== 'list') return key.kind === 'unknown' ? undefined : key;
  const parts = key.items.map(identityOf);
  return key.loose === undefined && parts.every((part) => typeof part === 'string' || typeof part === 'number')
    ? JSON.stringify(parts)
    : undefined;
}

/** The items of a set: those that are known to be equal to an earlier one are left out. */
export function distinct(items: readonly Value[]): Value[] {
  const seen = new Set<unknown>();
  return items.filter((item) => {
    const identity = identityOf(item);
    if (identity === undefined) return true;
    if (seen.has(identity)) return false;
    seen.add(identity);
    return true;
  });
}

/**
 * The list or dictionary that an instance of a class derived from `list` or `dict` is, unless its class replaces one of
 * these methods, and the sections of settings. Other values are unchanged.
 */
export function contentOf(value: Value, ...methods: readonly string[]): Value {
  if (value.kind === 'settings') return value.sections;
  if (value.kind !== 'instance' || !value.content) return value;
  const replaces = (one: PythonClass | Unknown): boolean =>
    one.kind === 'class' && methods.some((name) => one.names.get(name) !== undefined);
  return value.of.order.some(replaces) ? value : value.content;
}

const INHERITED_MAX = 100;

/** Merges the resolution orders of base classes as Python does (C3): a class comes after all that derive from it. */
function linear(orders: readonly (readonly (PythonClass | Unknown)[])[]): (PythonClass | Unknown)[] {
  const left = orders.map((order) => [...order]);
  const all: (PythonClass | Unknown)[] = [];
  while (left.some((order) => order.length > 0) && all.length < INHERITED_MAX) {
    const heads = left.flatMap(([head]) => (head ? [head] : []));
    const next = heads.find((head) => !left.some((order) => order.indexOf(head) > 0)) ?? heads[0]!;
    all.push(next);
    for (const order of left) if (order.includes(next)) order.splice(order.indexOf(next), 1);
  }
  const isWhole = left.every((order) => order.length === 0);
  return isWhole ? all : [...all, { kind: 'unknown', why: 'inherits from too many', text: 'class', file: '', line: 0 }];
}
