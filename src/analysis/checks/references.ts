import type { PythonNode } from '../python-syntax.js';
import type { CallChecker } from './call-checker.js';
import { dangerOf, isGuardedAttribute, isStandardPath } from './catalogue.js';
import type { Moment } from './external-call.js';
import type { ImplicitUses } from './implicit-uses.js';
import type { ModuleLoading } from './module-loading.js';
import type { ObjectEffects } from './object-effects.js';
import { isPut } from './queues.js';
import type { Reachability } from './reachability.js';
import type { Scope } from './scopes.js';
import { isAssigned, isInTypeExpression, isInTypeTest, isRead } from './syntax-roles.js';
import { type Access, elementsOf, type External, externalsOf, type Value, valueOf } from './values.js';

/** How an expression uses the attribute that it is. */
function accessesOf(node: PythonNode): readonly Access[] {
  if (node.parent?.type === 'delete_statement') return ['delete'];
  if (!isAssigned(node)) return ['get'];
  return node.parent?.type === 'augmented_assignment' ? ['get', 'set'] : ['set'];
}

/** Applies the effects of names, attributes and subscripts, and reports findings about them. */
export class References {
  constructor(
    private readonly reachability: Reachability,
    private readonly loading: ModuleLoading,
    private readonly objects: ObjectEffects,
    private readonly uses: ImplicitUses,
  ) {}

  /** Applies the effects of a name, an attribute or a subscript. */
  apply(node: PythonNode, scope: Scope, moment: Moment): void {
    if (node.type === 'attribute') {
      const name = scope.home.text(node.child('attribute')!);
      this.#property(node, name, scope, moment);
      if (name === 'start') this.#startThread(node, scope, moment);
      if (isPut(name)) this.reachability.raise(this.reachability.queues, moment);
    } else if (node.type === 'subscript') {
      const owner = this.#evaluate(node.child('value'), scope);
      this.subscript(owner, moment);
      this.uses.passTo(owner, ['__getitem__'], [this.#evaluate(node.child('subscript'), scope)], moment);
    }
  }

  /** Applies `owner[…]` to classes, of which it calls a special method. */
  subscript(owner: Value, moment: Moment): void {
    for (const ref of this.reachability.evaluator.attribute(owner, '__class_getitem__').refs)
      if (ref.kind === 'function') this.reachability.enter(ref, moment);
  }

  /** Applies that an attribute of classes and instances is read, set or deleted. */
  accessAttribute({ refs }: Value, name: string, node: PythonNode, moment: Moment): void {
    for (const ref of refs) {
      if (ref.kind !== 'class' && ref.kind !== 'instance') continue;
      this.uses.accessAttribute(ref, name, node, moment);
      for (const found of this.reachability.evaluator.attribute(valueOf(ref), name).refs)
        if (found.kind === 'function' && accessesOf(node).some((access) => this.objects.isAccessor(found, access)))
          this.reachability.enter(found, moment);
    }
  }

  /** Applies that something reads all attributes of instances, or of the items of lists. */
  readAttributes(value: Value, node: PythonNode, moment: Moment): void {
    const { evaluator } = this.reachability;
    for (const ref of [...value.refs, ...elementsOf(value).refs])
      if (ref.kind === 'instance')
        for (const name of new Set(evaluator.attributeNames(ref.of)))
          if (!name.startsWith('_')) this.accessAttribute(valueOf(ref), name, node, moment);
  }

  /** Reports dangerous functions that code names as a value. */
  check(node: PythonNode, scope: Scope, moment: Moment, checker: CallChecker): void {
    if (!isRead(node) || isInTypeTest(node, scope)) return;
    for (const ref of externalsOf(this.#evaluate(node, scope)))
      if ((dangerOf(ref.path) !== undefined || isGuardedAttribute(ref.path)) && !this.#isType(ref, node, scope))
        checker.checkReference(ref, node, scope.home, this.#isGivenToLibrary(node, scope) ? 'later' : moment);
  }

  #evaluate(node: PythonNode | undefined, scope: Scope): Value {
    return this.reachability.evaluator.evaluate(node, scope);
  }

  #property(node: PythonNode, name: string, scope: Scope, moment: Moment): void {
    const owner = this.#evaluate(node.child('object'), scope);
    for (const ref of owner.refs)
      if (ref.kind === 'module' && !ref.scope.names.has(name)) this.loading.runNamed(ref.scope, '__getattr__', moment);
    this.accessAttribute(owner, name, node, moment);
  }

  /** Notes that `start` of an object may start a thread: of any object but those of other classes of the archive. */
  #startThread(node: PythonNode, scope: Scope, moment: Moment): void {
    const mayStart = this.#evaluate(node, scope).refs.some(
      (ref) => ref.kind === 'external' && !/^(container|str|function)\./.test(ref.path),
    );
    if (mayStart) this.reachability.raise(this.reachability.threads, moment);
  }

  /** True for a class of programs that is named as a type. */
  #isType({ path, isHidden }: External, node: PythonNode, scope: Scope): boolean {
    const isTyping = (owner: PythonNode): boolean =>
      externalsOf(this.#evaluate(owner, scope)).some((one) =>
        /^(typing|typing_extensions)\.|^builtins\.(list|dict|tuple|set|type)$/.test(one.path),
      );
    return path === 'subprocess.Popen' && !isHidden && isInTypeExpression(node, isTyping);
  }

  /** True for an argument of a function of a third-party library, which is assumed to call it later. */
  #isGivenToLibrary(node: PythonNode, scope: Scope): boolean {
    const call = node.parent?.type === 'argument_list' ? node.parent.parent : undefined;
    if (call?.type !== 'call') return false;
    const refs = externalsOf(this.#evaluate(call.child('function'), scope));
    return refs.length > 0 && refs.every(({ path }) => path !== '?' && !isStandardPath(path));
  }
}
