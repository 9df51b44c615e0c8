import type { AnyNode, Class as ClassNode, Function as FunctionNode, Program } from 'acorn';

/** Marks tell the origin of a value. They pass from values to what is computed from them. */
export const MARK = {
  /** May also be something that is not listed. */
  open: 1,
  /** Stored by the browser for the user. */
  stored: 2,
  /** Stored or entered data that is private by itself: cookies, a whole storage, typed keys, passwords. */
  private: 4,
  /** An answer of a server, or a message. */
  answer: 8,
  /** The plain text of an answer or message. Unknown functions may clean it. */
  answerText: 16,
  /** An answer or message from elsewhere. */
  far: 32,
  /** Decoded from another form. */
  decoded: 64,
  /** A workflow, or results of one. */
  work: 128,
  /** The content of an input field. */
  field: 256,
  /** Copied by the user. */
  copied: 512,
  /** A text that a method has computed. */
  built: 1024,
  /** A name that was found by enumerating the properties of an object. */
  searched: 2048,
  /** Sent by another script, and intercepted by this one. */
  seen: 4096,
  /** Copied by the user, with another text in it. */
  swapped: 8192,
} as const;

/** Marks of data that must not be sent elsewhere. */
export const SECRET = MARK.stored | MARK.private;

export type Constant = string | number | boolean | null | undefined;

/** The possible values of an expression. */
export interface Value {
  readonly marks: number;
  readonly constants: readonly Constant[];
  readonly things: readonly Thing[];
}

/** Placeholders in texts: for an unknown part, and for a part that contains a secret. */
export const HOLE = '\uE000';
export const SECRET_HOLE = '\uE001';

/** Limits on what a value may list. A value that exceeds them is marked as open. */
const CONSTANTS_MAX = 8;
const THINGS_MAX = 8;
const FIELDS_MAX = 300;

export const NOTHING: Value = { marks: 0, constants: [], things: [] };
export const OPEN: Value = { marks: MARK.open, constants: [], things: [] };

/** A value of which only the marks are known. */
export const opened = (marks: number): Value =>
  marks === 0 || marks === MARK.open ? OPEN : { marks: marks | MARK.open, constants: [], things: [] };

export const constant = (value: Constant, marks = 0): Value => ({ marks, constants: [value], things: [] });

export const thingValue = (thing: Thing, marks = 0): Value => ({ marks, constants: [], things: [thing] });

function union<T>(one: readonly T[], other: readonly T[], most: number): readonly T[] {
  let all: T[] | undefined;
  for (const item of other) {
    if ((all ?? one).includes(item)) continue;
    if ((all ?? one).length >= most) break;
    all ??= [...one];
    all.push(item);
  }
  return all ?? one;
}

/** Joins two sets of possible values. @returns `one` itself if the other adds nothing */
export function join(one: Value, other: Value): Value {
  if (one === other || other === NOTHING) return one;
  if (one === NOTHING) return other;
  const constants = union(one.constants, other.constants, CONSTANTS_MAX);
  const things = union(one.things, other.things, THINGS_MAX);
  const isCut = other.constants.some((item) => !constants.includes(item));
  const marks = one.marks | other.marks | (isCut ? MARK.open : 0);
  if (constants === one.constants && things === one.things && marks === one.marks) return one;
  return { marks, constants, things };
}

export const joined = (values: readonly Value[]): Value => values.reduce(join, NOTHING);

/** The value with further marks. */
export const marked = (value: Value, marks: number): Value =>
  (value.marks & marks) === marks ? value : { ...value, marks: value.marks | marks };

/** A function that the analysis itself implements. */
export type Native = (args: readonly Value[], self: Value) => Value;

/** An object: one that the script makes, a function or class of it, or one of the browser. */
export class Thing {
  readonly fields = new Map<string, Value>();
  /** The values under unknown names. */
  items: Value = NOTHING;
  /** Marks of what was put into it. */
  marks = 0;
  prototype?: Thing;
  readonly getters = new Map<string, Thing>();
  readonly setters = new Map<string, Thing>();
  /** Finds the value of a property: of a proxy, or of a list of descriptions of the properties of another object. */
  describe?: (name: string) => Value;
  /** The object whose method it is. */
  owner?: Thing;
  /** The name of a function: in its source, or else of the first variable or property that it is assigned to. */
  name?: string;
  /** Values that `bind` has set. */
  bound?: { readonly target: Value; readonly self: Value; readonly args: readonly Value[] };
  native?: Native;
  isArray = false;
  /** True for an object of the browser or the host that is the same for all scripts. */
  isShared = false;
  /** The name of an element of the page. */
  tag?: string;
  /** The name in which constructors see it: the results of `new` for a class of the script. */
  instance?: Thing;
  /** The variables of calls that are not analysed one by one, and their result. */
  shared?: Environment;

  constructor(
    /** The name of an object of the browser, such as `document.cookie`. `()` stands for the result of a call. */
    readonly path?: string,
    readonly code?: FunctionNode | ClassNode,
    /** The variables that a function sees. */
    readonly scope?: Environment,
  ) {}

  /** Adds what a field may be. @returns true if that is new */
  add(name: string | undefined, value: Value): boolean {
    for (const thing of value.things) if (thing.code) thing.owner ??= this;
    nameFunctions(value, name);
    if (name === undefined || (!this.fields.has(name) && this.fields.size >= FIELDS_MAX)) {
      const items = join(this.items, value);
      const isNew = items !== this.items;
      this.items = items;
      return isNew;
    }
    const known = this.fields.get(name) ?? NOTHING;
    const next = join(known, value);
    this.fields.set(name, next);
    return next !== known;
  }
}

function nameFunctions({ things }: Value, name: string | undefined): void {
  if (name !== undefined) for (const thing of things) if (thing.code) thing.name ??= thing.code.id?.name ?? name;
}

/** A script of an archive, or a part of a page. */
export interface Script {
  readonly path: string;
  readonly source: string;
  /** The line at which it begins, from 1. */
  readonly line?: number;
  /** True for one that the host does not serve. It is checked after the others. */
  readonly isUnserved?: boolean;
}

/** A script of an archive. */
export interface ScriptFile {
  readonly path: string;
  readonly source: string;
  readonly program: Program;
  /** The line at which it begins, from 1. */
  readonly line: number;
  /** False for scripts that are so large that they are libraries. */
  readonly isSmall: boolean;
  /** Where its text is run, if it is no file. */
  readonly site?: Site;
}

/** An expression, and the variables that it sees. */
export interface Site {
  readonly node: AnyNode;
  readonly env: Environment;
}

/** The variables of a program, function or block. */
export class Environment {
  readonly #variables = new Map<string, Value>();
  readonly #blocks = new Map<AnyNode, Environment>();
  readonly #calls = new Map<AnyNode, Map<Thing, Environment>>();
  readonly #things = new Map<AnyNode | string, Thing>();
  /** What `return` gives; only of functions. */
  result: Value = NOTHING;
  /** `this`; only in functions that bind it, and in programs. */
  self?: Value;
  /** The arguments; only of functions that have their own. */
  args?: Value;
  /** The object of a `with` statement. */
  object?: Value;
  /** The class whose method it is, for `super`. */
  home?: Thing;

  constructor(
    readonly file: ScriptFile,
    readonly parent?: Environment,
    /** The environment of the function that it belongs to. */
    readonly outer: Environment | undefined = undefined,
  ) {}

  /** The environment of the function or program. */
  get function(): Environment {
    return this.outer ?? this;
  }

  /** The variables of a block, the same ones each time. */
  block(node: AnyNode): Environment {
    let block = this.#blocks.get(node);
    if (!block) {
      block = new Environment(this.file, this, this.function);
      this.#blocks.set(node, block);
    }
    return block;
  }

  /** The variables of one call of a function, the same ones each time that it is analysed. */
  call(node: AnyNode, callee: Thing, create: () => Environment): Environment {
    let calls = this.#calls.get(node);
    if (!calls) this.#calls.set(node, (calls = new Map()));
    let call = calls.get(callee);
    if (!call) calls.set(callee, (call = create()));
    return call;
  }

  /** The object that an expression makes, the same one each time. */
  allocate(key: AnyNode | string, create: () => Thing): Thing {
    let thing = this.#things.get(key);
    if (!thing) this.#things.set(key, (thing = create()));
    return thing;
  }

  declare(name: string): void {
    if (!this.#variables.has(name)) this.#variables.set(name, NOTHING);
  }

  /** The environment that declares a variable, or a `with` statement around the expression. */
  find(name: string): Environment | undefined {
    let at: Environment | undefined = this as Environment;
    while (at && !at.#variables.has(name) && !at.object) at = at.parent;
    return at;
  }

  has(name: string): boolean {
    return this.#variables.has(name);
  }

  get(name: string): Value {
    return this.#variables.get(name) ?? NOTHING;
  }

  /** Adds what a variable may be. @returns true if that is new */
  add(name: string, value: Value): boolean {
    nameFunctions(value, name);
    const known = this.get(name);
    const next = join(known, value);
    if (next !== known || !this.#variables.has(name)) this.#variables.set(name, next);
    return next !== known;
  }
}
