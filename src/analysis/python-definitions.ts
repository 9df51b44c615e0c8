import type { SyntaxNode } from '@lezer/common';
import { Expressions } from './python-expressions.js';
import { childrenOf, type PythonModule } from './python-module.js';
import {
  type Arguments,
  constant,
  type Dictionary,
  NONE,
  PythonClass,
  type PythonFunction,
  type Scope,
  textOf,
  type Unknown,
  type Value,
} from './python-values.js';

/** How a piece of code ends other than by its last statement. `maybe` is in doubt: the rest may be skipped. */
export type Ending =
  | { readonly kind: 'return'; readonly value: Value }
  | { readonly kind: 'break' | 'continue' }
  | { readonly kind: 'raise'; readonly because: Unknown }
  | { readonly kind: 'maybe'; readonly how: 'return' | 'break' | 'continue'; readonly because: Unknown };

/** Decorators that leave what they decorate as it is, as far as it is read here. */
const LEAVES_AS_IS =
  /(^|\.)(dataclass|final|runtime_checkable|total_ordering|unique|no_grad|inference_mode|cache|lru_cache|wraps|abstractmethod|override|deprecated|contextmanager)(\(\))?$/;
const PLAIN_METACLASSES = /(^|\.)(ABCMeta|EnumMeta|EnumType|type)$/;
const ENUMS = /(^|\.)(Str|Int)?(Enum|Flag)$/;

/** Follows functions and classes: what they are, and what functions answer. */
export abstract class Definitions extends Expressions {
  readonly #generators = new Map<PythonModule, Map<number, boolean>>();

  /** Follows a body of statements. */
  protected abstract body(body: SyntaxNode | undefined | null, scope: Scope): Ending | undefined;

  protected define(statement: SyntaxNode, scope: Scope): void {
    const inner = statement.getChild('ClassDefinition') ?? statement.getChild('FunctionDefinition') ?? statement;
    const nameNode = inner.getChild('VariableName');
    if (!nameNode) return;
    const name = scope.module.text(nameNode);
    const decorators = statement.getChildren('Decorator').reverse();
    const made =
      inner.name === 'ClassDefinition' ? this.#class(inner, name, scope) : this.#function(inner, name, scope);
    this.bind(
      scope,
      name,
      decorators.reduce((value, decorator) => this.#decorated(value, decorator, scope), made),
    );
  }

  #decorated(value: Value, decorator: SyntaxNode, scope: Scope): Value {
    const unknown = (why: string, outside?: string): Unknown => this.unknown(decorator, scope, why, outside);
    const [head, ...members] = decorator.getChildren('VariableName');
    const list = decorator.getChild('ArgList');
    if (!head) return unknown('is computed');
    // `@name.setter` and the like make a property anew.
    let callee = this.evaluate(head, scope);
    for (const member of members) {
      const name = scope.module.text(member);
      callee =
        callee.kind === 'unknown'
          ? { ...callee, outside: callee.outside && `${callee.outside}.${name}` }
          : (this.attributeOf(callee, name) ?? unknown('is not defined in this archive'));
    }
    if (list) callee = this.call(callee, this.argumentsOf(list, scope), unknown, scope);
    if (callee.kind === 'unknown' && callee.outside !== undefined && LEAVES_AS_IS.test(callee.outside)) return value;
    const answer = this.call(callee, { positional: [value], named: new Map() }, unknown, scope);
    return answer.kind === 'unknown' ? unknown('is a decorator that can’t be followed') : answer;
  }

  #function(node: SyntaxNode, name: string, scope: Scope): PythonFunction {
    const defaults = new Map<string, Value>();
    for (const { name: parameter, otherwise } of parametersOf(node, scope))
      if (otherwise) defaults.set(parameter, this.evaluate(otherwise, scope));
    // Names of a class's body are no names to its methods.
    let outer = scope;
    while (outer.kind === 'class' && outer.outer) outer = outer.outer;
    const form =
      scope.kind === 'class' && ['__init_subclass__', '__class_getitem__'].includes(name) ? 'classmethod' : 'plain';
    return { kind: 'function', name, node, scope: outer, defaults, form };
  }

  protected makeLambda(node: SyntaxNode, scope: Scope): Value {
    return this.#function(node, '<lambda>', scope);
  }

  protected callFunction(called: PythonFunction, given: Arguments, unknown: (why: string) => Unknown): Value {
    const { node, scope } = called;
    const body = node.getChild('Body');
    if (childrenOf(node)[0]?.name === 'async' || (body && this.#isGenerator(body, scope)))
      return unknown('is the answer of a call');
    const first = given.positional[0];
    const own: Scope = {
      kind: 'function',
      module: scope.module,
      names: this.dictionary(),
      outer: scope,
      elsewhere: new Map(),
      running: { of: called, first },
    };
    return this.deeper(
      (): Value => {
        this.#bindParameters(called, given, own, unknown);
        if (!body) {
          const answer = node.lastChild;
          return answer ? this.evaluate(answer, own) : unknown('is computed');
        }
        const ending = this.body(body, own);
        if (ending?.kind === 'return') return ending.value;
        if (ending?.kind === 'maybe') return ending.because;
        return ending?.kind === 'raise' ? ending.because : NONE;
      },
      () => unknown('takes too much to find out'),
    );
  }

  #isGenerator(body: SyntaxNode, { module }: Scope): boolean {
    const known = this.#generators.get(module) ?? new Map<number, boolean>();
    this.#generators.set(module, known);
    const is = known.get(body.from) ?? yields(body);
    known.set(body.from, is);
    return is;
  }

  #bindParameters(
    called: PythonFunction,
    { positional, named, loose }: Arguments,
    own: Scope,
    unknown: (why: string) => Unknown,
  ): void {
    const rest = new Map(named);
    let at = 0;
    let isNamedOnly = false;
    for (const { name, spread } of parametersOf(called.node, own)) {
      if (spread === '*') {
        own.names.set(name, this.list('tuple', positional.slice(at), loose));
        isNamedOnly = true;
      } else if (spread === '**') {
        const others = this.dictionary();
        for (const [key, value] of rest) this.put(others, constant(key), value);
        if (loose) this.loosen(others, loose);
        own.names.set(name, others);
      } else if (name === '*') isNamedOnly = true;
      else {
        const value = !isNamedOnly && at < positional.length ? positional[at++]! : rest.get(name);
        rest.delete(name);
        own.names.set(name, value ?? loose ?? called.defaults.get(name) ?? unknown('is not given'));
      }
    }
  }

  #class(node: SyntaxNode, name: string, scope: Scope): Value {
    const list = node.getChild('ArgList');
    const { positional, named } = list
      ? this.argumentsOf(list, scope)
      : { positional: [], named: new Map<string, Value>() };
    const names = this.dictionary();
    this.body(node.getChild('Body'), {
      kind: 'class',
      module: scope.module,
      names,
      outer: scope,
      elsewhere: new Map(),
    });
    const metaclass = named.get('metaclass');
    if (
      metaclass &&
      !(metaclass.kind === 'unknown' && PLAIN_METACLASSES.test(metaclass.outside ?? '')) &&
      !(metaclass.kind === 'native' && metaclass.name === 'type')
    ) {
      const because = this.unknown(list ?? node, scope, 'makes the class in its own way');
      this.looseEnds.push(because);
      return because;
    }
    const made = this.makeClass(name, positional, names);
    if (made.kind !== 'class') return made;
    const begin = this.attributeOf({ kind: 'super', of: made, self: made }, '__init_subclass__');
    if (begin?.kind === 'bound')
      this.call(begin, { positional: [], named: new Map([...named].filter(([key]) => key !== 'metaclass')) }, (why) =>
        this.unknown(node, scope, why),
      );
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
    if (made.order.some((one) => one.kind === 'unknown' && ENUMS.test(one.outside ?? ''))) this.#makeMembers(made);
    return made;
  }

  /** The attributes of an enumeration are its members. */
  #makeMembers(made: PythonClass): void {
    for (const { key, value } of [...made.names.entries.values()]) {
      const name = textOf(key);
      if (name === undefined || name.startsWith('_') || value.kind === 'function') continue;
      const attributes = this.dictionary();
      attributes.set('name', constant(name));
      attributes.set('value', value);
      made.names.set(name, { kind: 'instance', of: made, names: attributes });
    }
  }
}

/** What a function takes; `*` alone parts those that are given by name. */
function parametersOf(
  node: SyntaxNode,
  { module }: Scope,
): { readonly name: string; readonly spread?: '*' | '**'; readonly otherwise?: SyntaxNode }[] {
  const list = node.getChild('ParamList');
  const parts = (list ? childrenOf(list) : []).filter(({ name }) => name !== 'TypeDef');
  return parts.flatMap((part, index) => {
    const before = parts[index - 1]?.name;
    if (part.name === '*' && parts[index + 1]?.name !== 'VariableName') return [{ name: '*' }];
    if (part.name !== 'VariableName' || before === 'AssignOp') return [];
    return [
      {
        name: module.text(part),
        spread: before === '*' || before === '**' ? before : undefined,
        otherwise: parts[index + 1]?.name === 'AssignOp' ? parts[index + 2] : undefined,
      },
    ];
  });
}

/** Whether a function hands out one value after the other. */
function yields(body: SyntaxNode): boolean {
  let found = false;
  body.toTree().iterate({
    enter: ({ name }) => {
      if (name === 'YieldExpression' || name === 'YieldStatement') found = true;
      return !found && name !== 'FunctionDefinition' && name !== 'LambdaExpression' && name !== 'ClassDefinition';
    },
  });
  return found;
}
