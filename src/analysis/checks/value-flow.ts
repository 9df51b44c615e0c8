import type { Cell } from './dependencies.js';
import { decoratorsOf } from './name-lookup.js';
import type { Arguments } from './evaluation.js';
import type { Evaluator } from './evaluator.js';
import { type Moment, runsOnLoad } from './external-call.js';
import { parametersOf } from './scopes.js';
import {
  anyOf,
  container,
  either,
  elementsOf,
  FROM_NETWORK,
  FROM_REQUEST,
  NOTHING,
  type OwnFunction,
  type Ref,
  textValue,
  type Value,
  valueOf,
} from './values.js';

/** Marks of data that others than the user of the package choose. */
export const FOREIGN = FROM_NETWORK | FROM_REQUEST;

/** Passes values to the parameters and results of the archive's functions. */
export class ValueFlow {
  /** @param noteChange lets all that depends on a cell be walked again */
  constructor(
    private readonly evaluator: Evaluator,
    private readonly noteChange: (cell: Cell) => void,
  ) {}

  /** Passes a function the arguments of a call. */
  passArguments(fn: OwnFunction, args: Arguments): void {
    const parameters = parametersOf(fn.node, fn.scope.home.source);
    const isMethod = fn.owner && fn.node.type !== 'lambda' && !decoratorsOf(fn.node, fn.scope).includes('staticmethod');
    const rest = [...args.positional];
    const plain = parameters.slice(isMethod ? 1 : 0);
    // Data that is passed as `**data` may be any of the arguments.
    const spread = anyOf(
      args.all.slice(args.positional.length + args.named.size).filter(({ marks }) => (marks & FOREIGN) !== 0),
    );
    for (const { name, takes } of plain) {
      if (takes === 'rest') this.bind(fn, name, rest.length > 0 ? this.#packed(fn, name, rest.splice(0)) : NOTHING);
      else if (takes === 'named') this.bind(fn, name, this.#packed(fn, name, [...args.named.values()], args.named));
      else this.bind(fn, name, either(args.named.get(name) ?? NOTHING, rest.shift() ?? spread));
    }
  }

  /** Passes a function the arguments after it, as `functools.partial` does, without calling it. */
  bindFirst({ positional: [first, ...positional], named }: Arguments): void {
    if (positional.length + named.size === 0) return;
    const passed = { positional, named, all: [...positional, ...named.values()] };
    for (const ref of first?.refs ?? []) if (ref.kind === 'function') this.passArguments(ref, passed);
  }

  /** Gives inherited methods the object that they are called on, because that may have overridden other methods. */
  bindReceiver({ refs }: Value, receiver: Value, moment: Moment): void {
    for (const fn of runsOnLoad(moment) ? refs : []) {
      if (fn.kind !== 'function' || !fn.owner) continue;
      const decorators = decoratorsOf(fn.node, fn.scope);
      const isOfClass = decorators.length === 1 && decorators[0] === 'classmethod';
      if (decorators.length > 0 && !isOfClass) continue;
      const others = receiver.refs.flatMap((ref): Ref[] => {
        const of = ref.kind === 'instance' ? ref.of : ref.kind === 'class' && isOfClass ? ref : undefined;
        return of === undefined || of === fn.owner ? [] : [isOfClass ? of : ref];
      });
      const [self] = parametersOf(fn.node, fn.scope.home.source);
      if (self && others.length > 0) this.bind(fn, self.name, { ...NOTHING, refs: others });
    }
  }

  #packed(fn: OwnFunction, name: string, values: readonly Value[], named?: ReadonlyMap<string, Value>): Value {
    const known = fn.params.get(name)?.refs.find((ref) => ref.kind === 'container');
    const packed = known?.kind === 'container' ? known : container(NOTHING);
    const items = anyOf(values);
    this.evaluator.add(packed, items);
    for (const [key, value] of named ?? []) this.evaluator.put(packed, textValue(key), value);
    return valueOf(packed, items.marks, items.words);
  }

  /** Adds a possible value to a parameter. */
  bind(fn: OwnFunction, name: string, value: Value): void {
    const before = fn.params.get(name) ?? NOTHING;
    const after = either(before, value);
    if (after === before) return;
    fn.params.set(name, after);
    this.noteChange(fn.params);
  }

  /** Adds a possible result to a function. */
  addResult(fn: OwnFunction, value: Value): void {
    const after = either(fn.returns, value);
    if (after === fn.returns) return;
    fn.returns = after;
    this.noteChange(fn);
  }

  /** Adds a yielded value to the results of a generator. */
  addYielded(fn: OwnFunction, value: Value, isFrom: boolean): void {
    const known = fn.returns.refs.find((ref) => ref.kind === 'container');
    const packed = known?.kind === 'container' ? known : container(NOTHING);
    this.evaluator.add(packed, isFrom ? elementsOf(value) : value);
    this.addResult(fn, either(valueOf(packed, value.marks, value.words), value));
  }
}
