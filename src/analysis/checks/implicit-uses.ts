import { COMPARISON_NAMES, OPERATOR_NAMES } from '../python-operator-names.js';
import type { PythonNode } from '../python-syntax.js';
import type { Arguments } from './evaluation.js';
import { type Moment, runsOnLoad } from './external-call.js';
import type { Reachability } from './reachability.js';
import type { Scope } from './scopes.js';
import { isAssigned } from './syntax-roles.js';
import { METHODS, usedOperands } from './used-operands.js';
import { type Instance, type OwnClass, type Value, valueOf } from './values.js';

/** Functions that use no argument, or not the first one. */
const KEEPS_FIRST = /^builtins\.(isinstance|issubclass)$/;
const KEEPS =
  /^(builtins\.(id|type|callable|super|property|staticmethod|classmethod)|functools\.(partial|partialmethod|wraps|update_wrapper)|typing\.|weakref\.)|^container\./;

/** How many of the first arguments of a function outside of the archive it only keeps. `Infinity` for all. */
const keptArguments = (path: string): number => (KEEPS.test(path) ? Infinity : KEEPS_FIRST.test(path) ? 1 : 0);

/** Methods of containers that only keep their arguments. */
const STORING = new Set([
  'append',
  'appendleft',
  'insert',
  'setdefault',
  'pop',
  'items',
  'values',
  'keys',
  'copy',
  'clear',
]);
/** Methods of containers that compare or write the items which are already there. */
const USING_ITEMS = new Set(['sort', 'index', 'count', 'remove']);

/** Any method, those of `with` statements included. */
const ANY = /^/;

/** Functions, and the special methods that they call. */
const METHODS_OF_FUNCTIONS: readonly (readonly [RegExp, RegExp])[] = [
  [
    /^builtins\.(print|str|repr|format|ascii)$|^logging\.[\w.()]*\b(debug|info|warn|warning|error|exception|critical|log)$/,
    METHODS.write,
  ],
  [/^builtins\.(bool|len)$/, METHODS.test],
  [/^builtins\.(sorted|min|max|hash)$/, METHODS.compare],
  [/^builtins\.(int|float|round|abs|sum|complex|bin|hex|oct|chr|divmod|pow|range)$/, METHODS.compute],
  [/^builtins\.(list|tuple|set|frozenset|dict|iter|next|enumerate|zip|reversed|bytes)$/, METHODS.iterate],
  [/^builtins\./, METHODS.any],
];

const COMPARISONS = Object.values(COMPARISON_NAMES).map((name) => `__${name}__`);

const ACTIONS = {
  get: { descriptor: '__get__', own: ['__getattribute__'] },
  set: { descriptor: '__set__', own: ['__setattr__'] },
  delete: { descriptor: '__delete__', own: ['__delattr__'] },
};

/**
 * Reaches the special methods of instances that code uses on load. Before an instance is used, only its constructor
 * runs: a cache of models whose `__missing__` downloads one does nothing until something asks for a model.
 */
export class ImplicitUses {
  constructor(private readonly reachability: Reachability) {}

  /** Applies that a statement or expression uses its operands. */
  useOperands(node: PythonNode, scope: Scope, moment: Moment): void {
    if (!runsOnLoad(moment)) return;
    const { operands, methods } = usedOperands(node);
    for (const operand of operands)
      this.reachability.use(this.reachability.evaluator.evaluate(operand, scope), moment, methods);
  }

  /** Applies that a function outside of the archive uses its arguments. */
  callExternal(path: string, { all }: Arguments, moment: Moment): void {
    if (!runsOnLoad(moment)) return;
    const used = all.slice(keptArguments(path));
    if (used.length === 0) return;
    const [, methods = ANY] = METHODS_OF_FUNCTIONS.find(([names]) => names.test(path)) ?? [];
    for (const value of used) this.reachability.use(value, moment, methods);
  }

  /** Applies that a method of a container or text uses its arguments or items. */
  callMethod(method: PythonNode, callee: Value, { all }: Arguments, scope: Scope, moment: Moment): void {
    const isOfContainer = callee.refs.every((ref) => ref.kind === 'external' && ref.path.startsWith('container.'));
    if (!isOfContainer || !runsOnLoad(moment)) return;
    const name = scope.home.text(method.child('attribute')!);
    for (const value of STORING.has(name) ? [] : all) this.reachability.use(value, moment, METHODS.any);
    if (USING_ITEMS.has(name))
      this.reachability.use(
        this.reachability.evaluator.evaluate(method.child('object'), scope),
        moment,
        METHODS.compare,
      );
  }

  /** Applies that an attribute of an object is read, set or deleted. */
  accessAttribute(owner: OwnClass | Instance, name: string, node: PythonNode, moment: Moment): void {
    if (!runsOnLoad(moment)) return;
    const value = this.reachability.evaluator.attribute(valueOf(owner), name);
    const isDeleted = node.parent?.type === 'delete_statement';
    const { descriptor, own } = ACTIONS[isAssigned(node) ? 'set' : isDeleted ? 'delete' : 'get'];
    this.reachability.runDescriptor(value, descriptor, moment);
    if (owner.kind !== 'instance') return;
    const isMissing = value.refs.every(({ kind }) => kind === 'external') && !this.#has(owner, name);
    for (const method of isMissing ? [...own, '__getattr__'] : own)
      this.reachability.runDescriptor(valueOf(owner), method, moment);
  }

  /** True if an object has an attribute, or its constructor mentions it and may not have run in this round. */
  #has({ of }: Instance, name: string): boolean {
    const { evaluator } = this.reachability;
    if (evaluator.attributeNames(of).includes(name)) return true;
    const isSet = evaluator
      .attribute(valueOf(of), '__init__')
      .refs.some((ref) => ref.kind === 'function' && ref.scope.home.source.text(ref.node).includes(`.${name}`));
    return isSet && !evaluator.isComplete;
  }

  /** Passes each operand to the special methods of the other one. */
  operate(node: PythonNode, scope: Scope, moment: Moment): void {
    const { evaluator } = this.reachability;
    const operator = node.child('operator')?.type.replace(/=$/, '') ?? '';
    const name = OPERATOR_NAMES[operator];
    const [left, right] = [
      evaluator.evaluate(node.child('left'), scope),
      evaluator.evaluate(node.child('right'), scope),
    ];
    this.passTo(left, [`__${name}__`, `__i${name}__`], [right], moment);
    this.passTo(right, [`__r${name}__`], [left], moment);
  }

  /** Passes each compared value to the special methods of the one next to it. */
  compare({ named }: PythonNode, scope: Scope, moment: Moment): void {
    const values = named.map((one) => this.reachability.evaluator.evaluate(one, scope));
    values.slice(1).forEach((right, at) => {
      const left = values[at]!;
      this.passTo(left, COMPARISONS, [right], moment);
      this.passTo(right, [...COMPARISONS, '__contains__'], [left], moment);
    });
  }

  /** Calls the methods with some names that the instances among the owner's values have. */
  passTo(owner: Value, names: readonly string[], positional: readonly Value[], moment: Moment): void {
    const args = { positional, named: new Map<string, Value>(), all: positional };
    for (const ref of owner.refs)
      for (const name of ref.kind === 'instance' ? names : [])
        for (const method of this.reachability.evaluator.attribute(valueOf(ref), name).refs)
          if (method.kind === 'function') this.reachability.enter(method, moment, args);
  }
}
