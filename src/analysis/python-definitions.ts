import { errorOf } from './python-errors.js';
import { HOST, isMetaclass, isPlainMetaclass } from './python-class-tests.js';
import { isEnumeration, makeMembers } from './python-enumerations.js';
import { Expressions } from './python-expressions.js';
import type { PythonModule } from './python-module.js';
import { defineFields, MAKES_RECORDS } from './python-records.js';
import { docstringOf, type PythonNode } from './python-syntax.js';
import {
  type Arguments,
  constant,
  type Dictionary,
  identityOf,
  NONE,
  PythonClass,
  type PythonFunction,
  type Scope,
  type Unknown,
  type Value,
} from './python-values.js';
import { CALL_RESULT, DECORATED, METACLASS, TOO_MUCH } from './python-reasons.js';

/** How a piece of code ends other than by its last statement. `maybe` is in doubt: the rest may be skipped. */
export type Ending =
  | { readonly kind: 'return'; readonly value: Value }
  | { readonly kind: 'break' | 'continue' }
  | { readonly kind: 'raise'; readonly because: Unknown; readonly error: Value | undefined }
  | { readonly kind: 'maybe'; readonly how: 'return' | 'break' | 'continue'; readonly because: Unknown };

/** Decorators that don't change what is extracted of the decorated function or class. */
const LEAVES_AS_IS =
  /(^|\.)(final|runtime_checkable|total_ordering|unique|no_grad|inference_mode|abstractmethod|override|deprecated|routes\.\w+)(\((\.\.\.)?\))?$/;
/** Decorators of functions that run once for the same arguments. */
const KEEPS_RESULTS = /^functools\.(lru_)?cache(\(\))?$/;
const MAKES_MANAGERS = /^contextlib\.(async)?contextmanager$/;
const ABSTRACT = /(^|\.)abstractmethod$/;

/** True if a call is given what another call of the same function was given: unknown values, and the same others. */
const tellsNothingNew = (given: readonly Value[], before: readonly Value[]): boolean =>
  given.every((value, at) => {
    const kind = before[at]?.kind ?? 'unknown';
    return value === before[at] || (value.kind === kind && (kind === 'unknown' || kind === 'instance'));
  });

/** True for a class of inputs or outputs that only passes what it is given to the host's class. */
function passesOn(of: Value): boolean {
  const isOfHost =
    of.kind === 'class' &&
    of.order.some((base) => base.kind === 'unknown' && /^comfy_api\..*\.(Input|Output)$/.test(base.outside ?? ''));
  const init = isOfHost ? of.names.get('__init__') : undefined;
  if (init?.kind !== 'function') return isOfHost;
  const { module } = init.scope;
  const statements = init.node.child('body')?.named.filter(({ named: [first] }) => first?.type !== 'string') ?? [];
  return statements.length === 1 && /^super\(\)\.__init__\((id,\s*)?\*\*\w+\)$/.test(module.text(statements[0]!));
}

/** Interprets definitions of functions and classes, and calls of functions. */
export abstract class Definitions extends Expressions {
  readonly #generators = new Map<PythonModule, Map<number, boolean>>();
  /** The running calls of functions with an argument that is unknown. */
  readonly #untold: (Pick<PythonFunction, 'node' | 'scope'> & { readonly given: readonly Value[] })[] = [];

  /** Follows a body of statements. */
  protected abstract body(body: PythonNode | undefined, scope: Scope): Ending | undefined;

  protected define(statement: PythonNode, scope: Scope): void {
    const inner = statement.child('definition') ?? statement;
    const nameNode = inner.child('name');
    if (!nameNode) return;
    const name = scope.module.text(nameNode);
    // Python evaluates the decorators before it defines what they decorate.
    const decorators = statement.named
      .filter(({ type }) => type === 'decorator')
      .map((decorator) => ({ decorator, callee: this.evaluate(decorator.named[0]!, scope) }))
      .reverse();
    const made =
      inner.type === 'class_definition' ? this.#class(inner, name, scope) : this.#function(inner, name, scope);
    this.bind(
      scope,
      name,
      decorators.reduce((value, { decorator, callee }) => this.#decorated(value, decorator, callee, scope), made),
    );
  }

  #decorated(value: Value, decorator: PythonNode, callee: Value, scope: Scope): Value {
    const unknown = (why: string, outside?: string): Unknown => this.unknown(decorator, scope, why, outside);
    const marked = callee.kind === 'unknown' && this.#marked(value, callee.outside ?? '', decorator, scope);
    if (marked) return marked;
    const answer = this.call(callee, { positional: [value], named: new Map() }, unknown, scope);
    if (answer.kind !== 'unknown') return answer;
    // Libraries make no core-nodes of functions.
    const library = callee.kind === 'unknown' && value.kind === 'function' ? callee.outside : undefined;
    const isLibrary = library !== undefined && !HOST.test(library);
    return unknown(DECORATED, isLibrary ? `${library}()` : undefined);
  }

  /** A function or class after a decorator of a library; undefined if that is not known. */
  #marked(value: Value, by: string, decorator: PythonNode, scope: Scope): Value | undefined {
    if (value.kind === 'class' && MAKES_RECORDS.test(by)) value.isRecord = true;
    if (value.kind === 'function' && ABSTRACT.test(by)) return { ...value, isAbstract: true };
    if (value.kind === 'function' && KEEPS_RESULTS.test(by)) return { ...value, results: new Map() };
    if (value.kind === 'function' && MAKES_MANAGERS.test(by)) return { ...value, isManager: true };
    if (value.kind === 'function' && by === 'functools.cached_property')
      return { ...value, form: 'property', isCached: true };
    if (value.kind === 'class' && /^comfy_api\..*\.comfytype\(\)$/.test(by))
      return this.#typed(value, decorator.named[0]!.child('arguments'), scope);
    return LEAVES_AS_IS.test(by) || MAKES_RECORDS.test(by) ? value : undefined;
  }

  /** A class that describes a type of the host's schemas has inputs and outputs of that type. */
  #typed(value: PythonClass, list: PythonNode | undefined, scope: Scope): PythonClass {
    const passed = list ? this.argumentsOf(list, scope) : { positional: [], named: new Map<string, Value>() };
    const type = passed.named.get('io_type') ?? passed.positional[0];
    const given = { positional: type ? [type] : [], named: new Map() };
    const self: Value = { kind: 'made', of: 'Custom', given, names: this.dictionary() };
    for (const name of ['Input', 'Output']) {
      const own = value.names.get(name);
      if (!own || passesOn(own)) value.names.set(name, { kind: 'native', name, self });
    }
    return value;
  }

  #function(node: PythonNode, name: string, scope: Scope): PythonFunction {
    const defaults = new Map<string, Value>();
    for (const { name: parameter, otherwise } of parametersOf(node, scope))
      if (otherwise) defaults.set(parameter, this.evaluate(otherwise, scope));
    // Methods can't see the names of the class's body.
    let outer = scope;
    while (outer.kind === 'class' && outer.outer) outer = outer.outer;
    const form =
      scope.kind === 'class' && ['__init_subclass__', '__class_getitem__'].includes(name) ? 'classmethod' : 'plain';
    return { kind: 'function', name, node, scope: outer, defaults, form, attributes: this.dictionary() };
  }

  protected makeLambda(node: PythonNode, scope: Scope): Value {
    return this.#function(node, '<lambda>', scope);
  }

  protected callFunction(called: PythonFunction, given: Arguments, unknown: (why: string) => Unknown): Value {
    const { node, scope } = called;
    if (called.isManager)
      return { kind: 'manager', run: (within) => void this.#follow(called, given, unknown, within) };
    const body = node.child('body');
    if (body && node.ofType('async') && this.#isGenerator(body, scope)) return unknown(CALL_RESULT);
    if (node.ofType('async')) return { kind: 'coroutine', run: () => this.#run(called, given, unknown) };
    if (!body || !this.#isGenerator(body, scope)) return this.#run(called, given, unknown);
    // Its body runs between the steps of the loop over it, so its effects are in doubt.
    return this.iterator(
      () => this.itemsOf(this.inDoubt(unknown(CALL_RESULT), () => this.#run(called, given, unknown))),
      true,
    );
  }

  #run(called: PythonFunction, given: Arguments, unknown: (why: string) => Unknown): Value {
    const { node, scope } = called;
    const all = [...given.positional, ...given.named.values()];
    if (!all.some(({ kind }) => kind === 'unknown'))
      return this.#kept(called, given, () => this.#follow(called, given, unknown));
    // A recursive call would find out what the outer one does, again and again until the limit of steps is reached.
    const isRepeated = this.#untold.some(
      (outer) => outer.node === node && outer.scope === scope && tellsNothingNew(all, outer.given),
    );
    if (isRepeated) return unknown(CALL_RESULT);
    this.#untold.push({ node, scope, given: all });
    try {
      return this.#follow(called, given, unknown);
    } finally {
      this.#untold.pop();
    }
  }

  /** The result of a function that runs once for the same arguments, if these are constants. */
  #kept({ results }: PythonFunction, { positional, named, loose }: Arguments, run: () => Value): Value {
    const parts = [...positional.map(identityOf), ...[...named].flatMap(([name, value]) => [name, identityOf(value)])];
    if (!results || loose || !parts.every((part) => typeof part === 'string' || typeof part === 'number')) return run();
    const key = JSON.stringify(parts);
    const known = results.get(key) ?? run();
    results.set(key, known);
    return known;
  }

  #follow(
    called: PythonFunction,
    given: Arguments,
    unknown: (why: string) => Unknown,
    within?: (value: Value) => void,
  ): Value {
    const { node, scope } = called;
    const body = node.child('body');
    const first = given.positional[0];
    const yielded = body && this.#isGenerator(body, scope) ? this.list('list', []) : undefined;
    const own: Scope = {
      kind: 'function',
      module: scope.module,
      names: this.dictionary(),
      outer: scope,
      elsewhere: new Map(),
      running: { of: called, first },
      yielded,
      within,
    };
    return this.deeper(
      (): Value => {
        if (!this.#bindParameters(called, given, own, unknown)) {
          this.raise(unknown('is not given'), errorOf('TypeError'));
          if (this.raised) return this.raised.because;
        }
        if (node.type === 'lambda') return body ? this.evaluate(body, own) : unknown('is computed');
        const ending = this.body(body, own);
        if (yielded && ending && ending.kind !== 'return' && 'because' in ending) this.loosen(yielded, ending.because);
        if (yielded) {
          yielded.isOnce = true;
          return yielded;
        }
        if (ending?.kind === 'return') return ending.value;
        if (ending?.kind === 'maybe') return ending.because;
        if (ending?.kind === 'raise' && !this.raised) this.raise(ending.because, ending.error);
        return ending?.kind === 'raise' ? ending.because : NONE;
      },
      () => unknown(TOO_MUCH),
    );
  }

  #isGenerator(body: PythonNode, { module }: Scope): boolean {
    const known = this.#generators.get(module) ?? new Map<number, boolean>();
    this.#generators.set(module, known);
    const is = known.get(body.from) ?? yields(body);
    known.set(body.from, is);
    return is;
  }

  /** @returns false if the arguments are surely not those that the function takes */
  #bindParameters(
    called: PythonFunction,
    { positional, named, loose }: Arguments,
    own: Scope,
    unknown: (why: string) => Unknown,
  ): boolean {
    const rest = new Map(named);
    let at = 0;
    let isNamedOnly = false;
    let isComplete = true;
    for (const { name, spread } of parametersOf(called.node, own)) {
      if (spread === '*') {
        own.names.set(name, this.list('tuple', positional.slice(at), loose));
        at = positional.length;
        isNamedOnly = true;
      } else if (spread === '**') {
        const others = this.dictionary();
        for (const [key, value] of rest) this.put(others, constant(key), value);
        if (loose) this.loosen(others, loose);
        own.names.set(name, others);
        rest.clear();
      } else if (name === '*') isNamedOnly = true;
      else {
        const value = !isNamedOnly && at < positional.length ? positional[at++]! : rest.get(name);
        rest.delete(name);
        const known = value ?? loose ?? called.defaults.get(name);
        isComplete &&= known !== undefined;
        own.names.set(name, known ?? unknown('is not given'));
      }
    }
    return isComplete && at >= positional.length && rest.size === 0;
  }

  #class(node: PythonNode, name: string, scope: Scope): Value {
    const list = node.child('superclasses');
    const { positional, named } = list
      ? this.argumentsOf(list, scope)
      : { positional: [], named: new Map<string, Value>() };
    const names = this.dictionary();
    const doc = docstringOf(node);
    if (doc) names.set('__doc__', this.evaluate(doc, scope));
    this.body(node.child('body'), {
      kind: 'class',
      qualifiedName: qualified(name, scope) ?? name,
      module: scope.module,
      names,
      outer: scope,
      elsewhere: new Map(),
    });
    const because = (why = METACLASS): Unknown => this.unknown(list ?? node, scope, why);
    return this.#defined(name, positional, names, named, because, (made) => {
      made.module = scope.module;
      made.qualifiedName = qualified(name, scope);
      defineFields(made, annotatedIn(node, scope));
    });
  }

  defineClass(
    name: string,
    bases: readonly Value[],
    names: Dictionary,
    keywords: ReadonlyMap<string, Value>,
    unknown: (why: string) => Unknown,
  ): Value {
    return this.#defined(name, bases, names, keywords, (why = METACLASS) => unknown(why));
  }

  /**
   * A class that its metaclass has made, after the methods that run when it is defined.
   * @param named the keywords of the definition
   * @param prepare is called before these methods
   */
  #defined(
    name: string,
    bases: readonly Value[],
    names: Dictionary,
    named: ReadonlyMap<string, Value>,
    because: (why?: string) => Unknown,
    prepare?: (made: PythonClass) => void,
  ): Value {
    const metaclass = named.get('metaclass') ?? bases.flatMap((base) => metaclassOf(base) ?? [])[0];
    const maker = metaclass?.kind === 'class' && isMetaclass(metaclass) ? metaclass : undefined;
    if (metaclass && !maker && !isPlainMetaclass(metaclass)) {
      if (metaclass.kind !== 'class' || registers(metaclass)) this.looseEnds.push(because());
      return because();
    }
    const keywords = new Map([...named].filter(([key]) => key !== 'metaclass'));
    const made = maker
      ? this.#madeBy(maker, name, bases, names, keywords, because)
      : this.makeClass(name, bases, names);
    if (made.kind !== 'class') return made;
    prepare?.(made);
    this.#tellNames(made);
    const begin = this.attributeOf({ kind: 'super', of: made, self: made }, '__init_subclass__');
    if (begin?.kind === 'bound') this.call(begin, { positional: [], named: keywords }, because);
    return made;
  }

  /** Tells the objects in the body of a class the names that they have there. */
  #tellNames(made: PythonClass): void {
    for (const { key, value } of [...made.names.entries.values()]) {
      const tell = value.kind === 'instance' ? this.attributeOf(value, '__set_name__') : undefined;
      if (tell?.kind === 'bound')
        this.call(tell, { positional: [made, key], named: new Map() }, (why) =>
          this.unknown(tell.function.node, tell.function.scope, why),
        );
    }
  }

  /** The class that a metaclass of the archive makes, which may change it and note it elsewhere. */
  #madeBy(
    metaclass: PythonClass,
    name: string,
    bases: readonly Value[],
    names: Dictionary,
    keywords: ReadonlyMap<string, Value>,
    because: () => Unknown,
  ): Value {
    const given = [constant(name), this.list('tuple', bases), names];
    const method = (which: string): Value | undefined =>
      metaclass.order.flatMap((one) => (one.kind === 'class' ? (one.names.get(which) ?? []) : []))[0];
    const call = (called: Value, first: Value): Value =>
      this.call(called, { positional: [first, ...given], named: new Map(keywords) }, because);
    const create = method('__new__');
    const made = create ? call(create, metaclass) : this.makeClass(name, bases, names);
    if (made.kind !== 'class') {
      if (registers(metaclass)) this.looseEnds.push(because());
      return because();
    }
    made.metaclass = metaclass;
    const begin = method('__init__');
    if (begin) call(begin, made);
    return made;
  }

  makeClass(name: string, given: readonly Value[], names: Dictionary): Value {
    const odd = given.find(({ kind }) => !['class', 'unknown', 'native'].includes(kind));
    const bases = given.map((base): PythonClass | Unknown => {
      if (base.kind === 'class' || base.kind === 'unknown') return base;
      const outside = base.kind === 'native' ? `builtins.${base.name}` : undefined;
      return { kind: 'unknown', why: 'is no class', text: name, file: '', line: 0, outside };
    });
    if (odd) return bases[given.indexOf(odd)]!;
    const made = new PythonClass(name, bases, names);
    this.charge(made.order.length * bases.length);
    for (const { value } of names.entries.values()) if (value.kind === 'function') value.owner ??= made;
    for (const base of bases) if (base.kind === 'class') this.append(base.subclasses, made);
    if (isEnumeration(made)) makeMembers(this, made);
    return made;
  }
}

/** True if a metaclass of the archive may note the classes that it makes, such as in mappings. */
const registers = ({ order }: PythonClass): boolean =>
  order.some(
    (one) =>
      one.kind === 'class' &&
      [...one.names.entries.values()].some(
        ({ value }) =>
          value.kind === 'function' &&
          /\]\s*=(?!=)|MAPPINGS|\.(append|add|update|setdefault|insert|register\w*)\s*\(/.test(
            value.scope.module.text(value.node),
          ),
      ),
  );

/** The name of a class with those of the classes and functions around it. */
function qualified(name: string, { kind, qualifiedName, running }: Scope): string | undefined {
  if (kind === 'module') return undefined;
  const around = kind === 'class' ? qualifiedName : running && `${running.of.name}.<locals>`;
  return around === undefined ? undefined : `${around}.${name}`;
}

/** The metaclass that a class inherits. */
const metaclassOf = (base: Value): PythonClass | undefined =>
  base.kind === 'class'
    ? base.order.flatMap((one) => (one.kind === 'class' ? (one.metaclass ?? []) : []))[0]
    : undefined;

/** The attributes that the body of a class annotates. */
const annotatedIn = (node: PythonNode, { module }: Scope): string[] =>
  (node.child('body')?.named ?? []).flatMap((statement) => {
    const [assignment] = statement.type === 'expression_statement' ? statement.named : [];
    const type = assignment?.type === 'assignment' ? assignment.child('type') : undefined;
    const isOfClass = type === undefined || /\bClassVar\b/.test(module.text(type));
    return isOfClass ? [] : [module.text(assignment!.child('left')!)];
  });

/** The parameters of a function. A single `*` precedes those that are passed by name. */
function parametersOf(
  node: PythonNode,
  { module }: Scope,
): { readonly name: string; readonly spread?: '*' | '**'; readonly otherwise?: PythonNode }[] {
  return (node.child('parameters')?.named ?? []).flatMap((parameter) => {
    const part = parameter.type === 'typed_parameter' ? parameter.named[0]! : parameter;
    const name = part.type === 'identifier' ? part : (part.child('name') ?? part.ofType('identifier'));
    if (part.type === 'keyword_separator') return [{ name: '*' }];
    if (!name) return [];
    const spread = ({ list_splat_pattern: '*', dictionary_splat_pattern: '**' } as const)[part.type];
    return [{ name: module.text(name), spread, otherwise: part.child('value') }];
  });
}

/** True if a function is a generator. */
function yields(body: PythonNode): boolean {
  let found = false;
  body.walk(({ type }) => {
    if (type === 'yield') found = true;
    return !found && type !== 'function_definition' && type !== 'lambda' && type !== 'class_definition';
  });
  return found;
}
