import type { Arguments } from './evaluation.js';
import { type Moment, runsOnLoad } from './external-call.js';
import type { Reachability } from './reachability.js';
import { either, elementsOf, externalsOf, type OwnClass, type OwnFunction, type Value, valueOf } from './values.js';

/** A method of the result of a call, of an item, or of an unknown value. */
const OF_UNKNOWN_OBJECT = /^\?|[\])]\.[\w.]+$|[\])]$/;

/** Methods that many objects of libraries have. */
const COMMON_METHODS = new Set(
  'get items keys values append add update join format strip split read write close group put pop copy index count'.split(
    ' ',
  ),
);

/** The cell of the methods with a name. It changes when a library is given an instance that has such a method. */
const cellOf = (method: string): string => `${method}()`;

/** An item of what a function of a library returns. */
const ITEM_OF_RESULT = /^[\w.]+\(\)[\w.()]*\[\]$/;

/** The names of the libraries that a function or object is of. */
const librariesOf = (callee: Value): string[] =>
  externalsOf(callee).flatMap(({ path }) => /^(?!builtins\b)\w+/.exec(path)?.[0] ?? []);

/** The cell of the functions that a library is given. */
const itemsCell = (library: string): string => `${library}[]`;

/** Follows instances and functions that are passed to libraries on load, because libraries can return them. */
export class PassedObjects {
  readonly #classes = new Set<OwnClass>();
  /** The functions that each library gets. */
  readonly #functions = new Map<string, Set<OwnFunction>>();

  constructor(private readonly reachability: Reachability) {}

  /**
   * Applies a call of a library.
   * @param method the name of the called method; `undefined` for a call of a function
   */
  apply(callee: Value, method: string | undefined, args: Arguments, moment: Moment): void {
    if (!runsOnLoad(moment) || callee.refs.length === 0 || !callee.refs.every(({ kind }) => kind === 'external'))
      return;
    this.#note(args);
    this.#noteFunctions(callee, args);
    this.#callItems(callee, args, moment);
    if (method !== undefined) this.#callMethods(callee, method, args, moment);
  }

  #note({ all }: Arguments): void {
    for (const { refs } of all.map((value) => either(value, elementsOf(value))))
      for (const ref of refs)
        if (ref.kind === 'instance' && !this.#classes.has(ref.of)) {
          this.#classes.add(ref.of);
          for (const name of this.reachability.evaluator.attributeNames(ref.of))
            this.reachability.noteChange(cellOf(name));
        }
  }

  /** Notes the functions that a library gets, also as items of a list. */
  #noteFunctions(callee: Value, { all }: Arguments): void {
    const functions = all.flatMap((value) => [...value.refs, ...elementsOf(value).refs]);
    for (const ref of functions)
      for (const library of ref.kind === 'function' ? librariesOf(callee) : []) {
        let known = this.#functions.get(library);
        if (!known) this.#functions.set(library, (known = new Set()));
        if (known.has(ref as OwnFunction)) continue;
        known.add(ref as OwnFunction);
        this.reachability.noteChange(itemsCell(library));
      }
  }

  /** Reaches the functions that a library was given, if an item of what one of its functions returns is called. */
  #callItems(callee: Value, args: Arguments, moment: Moment): void {
    if (!externalsOf(callee).some(({ path }) => ITEM_OF_RESULT.test(path))) return;
    for (const library of librariesOf(callee)) {
      this.reachability.evaluator.dependencies.read(itemsCell(library));
      for (const fn of this.#functions.get(library) ?? []) this.reachability.enter(fn, moment, args);
    }
  }

  /** Reaches the methods with this name of all noted instances, if the receiver is unknown. */
  #callMethods(callee: Value, name: string, args: Arguments, moment: Moment): void {
    if (COMMON_METHODS.has(name) || !externalsOf(callee).some(({ path }) => OF_UNKNOWN_OBJECT.test(path))) return;
    const { dependencies } = this.reachability.evaluator;
    for (const cell of [name, cellOf(name), cellOf('__getattr__')]) dependencies.read(cell);
    for (const of of this.#classes)
      for (const method of this.reachability.evaluator.attribute(valueOf({ kind: 'instance', of }), name).refs)
        if (method.kind === 'function') this.reachability.enter(method, moment, args);
  }
}
