import type { PythonNode } from '../python-syntax.js';
import { dangerOf, isGuardedAttribute, isStandardPath } from './catalogue.js';
import { type Arguments, NO_ARGUMENTS } from './evaluation.js';
import type { Moment } from './external-call.js';
import { either, elementsOf, externalsOf, NOTHING, type OwnFunction, textsOf, type Value, valueOf } from './values.js';
import { isAssigned } from './syntax-roles.js';
import { addsVariant, CALLED_ON_EXTENSION, callsDecorated, isHostHook, passesParts } from './callbacks.js';
import { ITEMS } from './attribute-lookup.js';
import { methodsNamed } from './method-selection.js';
import type { Step } from './body.js';
import { CallEffects } from './call-effects.js';

const OF_CONTEXT = methodsNamed('__enter__', '__exit__', '__aenter__', '__aexit__');

/** Applies the effects of single statements and expressions, and reports findings about them. */
export class Effects extends CallEffects {
  /**
   * Applies the effects of one step of a body that runs at a moment.
   * @param fn the function that the body is of
   * @param isReporting whether findings are reported
   */
  apply({ node, scope }: Step, fn: OwnFunction | undefined, moment: Moment, isReporting: boolean): void {
    this.fn = fn;
    this.moment = moment;
    this.scope = scope;
    this.isReporting = isReporting;
    this.#apply(node);
  }

  #apply(node: PythonNode): void {
    this.uses.useOperands(node, this.scope, this.moment);
    switch (node.type) {
      case 'binary_operator':
        this.uses.operate(node, this.scope, this.moment);
        break;
      case 'comparison_operator':
        this.uses.compare(node, this.scope, this.moment);
        break;
      case 'call':
        this.call(node);
        if (this.isReporting && this.#isLookedUp(node))
          this.references.check(node, this.scope, this.moment, this.checker);
        break;
      case 'attribute':
      case 'identifier':
      case 'subscript':
        this.#reference(node);
        break;
      case 'generic_type':
        // An annotation, such as `List[int]`, has no names for its parts.
        this.references.subscript(this.evaluate(node.named[0]), this.moment);
        break;
      case 'import_statement':
      case 'import_from_statement':
        this.loading.import(node, this.scope.home, this.moment);
        break;
      case 'augmented_assignment':
        this.uses.operate(node, this.scope, this.moment);
        this.#assign(node.child('left'), this.evaluate(node.child('right')));
        this.#addTo(node);
        if (isSearchPath(this.evaluate(node.child('left')))) this.changePath(node, this.evaluate(node.child('right')));
        if (this.#isPackagePath(node.child('left')))
          this.extendPath('__file__.extend', node, this.evaluate(node.child('right')));
        break;
      case 'assignment':
        this.#assign(node.child('left'), this.evaluate(node.child('right')));
        break;
      case 'return_statement':
        if (this.fn) this.#return(this.fn, this.evaluate(node.named[0]));
        break;
      case 'raise_statement':
        if (this.isReporting && node.named[0]?.type === 'call')
          this.checker.checkRaised(
            this.evaluator.argumentsOf(node.named[0].child('arguments'), this.scope),
            node,
            this.scope.home,
          );
        // Python makes an instance of a class that is raised.
        for (const ref of this.evaluate(node.named[0]).refs) if (ref.kind === 'class') this.callOwn(ref, NO_ARGUMENTS);
        break;
      case 'yield':
        if (this.fn)
          this.reachability.flow.addYielded(
            this.fn,
            this.evaluate(node.named.at(-1)),
            node.ofType('from') !== undefined,
          );
        break;
      case 'decorator':
        this.#decorator(node);
        break;
      case 'match_statement':
        if (node.child('body')?.named.some((clause) => hasClassPattern(clause)))
          this.references.readAttributes(this.evaluate(node.child('subject')), node, this.moment);
        break;
      case 'delete_statement':
        for (const target of node.named.flatMap((one) => (one.type === 'expression_list' ? one.named : [one])))
          if (target.type === 'subscript') this.objects.rearrange(this.evaluate(target.child('value')));
        break;
      case 'with_item':
        this.#enterContext(node);
        break;
      case 'class_definition':
        this.reachability.define(node, this.scope, this.moment);
        break;
      default:
    }
  }

  /** True for `getattr(module, name)` that is, or may be, a dangerous function, and is not called at once. */
  #isLookedUp(node: PythonNode): boolean {
    return (
      node.field !== 'function' &&
      externalsOf(this.evaluate(node.child('function'))).some(({ path }) => path === 'builtins.getattr') &&
      externalsOf(this.evaluate(node)).some(
        ({ path }) => dangerOf(path) !== undefined || (isGuardedAttribute(path) && !path.startsWith('?')),
      )
    );
  }

  #enterContext(node: PythonNode): void {
    const value = node.child('value');
    for (const ref of this.evaluate(value?.type === 'as_pattern' ? value.first : value).refs)
      if (ref.kind === 'instance') this.reachability.runMethods(ref.of, OF_CONTEXT, this.moment);
  }

  /** Applies `list += items` and `dictionary |= others`, which change the object itself. */
  #addTo(node: PythonNode): void {
    const method = { '+=': 'extend', '|=': 'update' }[node.child('operator')?.type ?? ''];
    const right = this.evaluate(node.child('right'));
    const args: Arguments = { positional: [right], named: new Map(), all: [right] };
    if (method !== undefined)
      this.objects.callMethod(this.evaluate(node.child('left')), method, NOTHING, args, this.moment);
  }

  #assign(target: PythonNode | undefined, value: Value): void {
    if (!target) return;
    if (this.#isPackagePath(target)) this.loading.changePath(true);
    if (/^(pattern_list|tuple_pattern|list_pattern)$/.test(target.type)) {
      for (const inner of target.named) this.#assign(inner, either(value, elementsOf(value)));
    } else if (target.type === 'attribute') {
      const name = this.nameOf(target);
      for (const owner of this.evaluate(target.child('object')).refs) {
        this.objects.store(owner, name, value, this.moment);
        if (owner.kind === 'external' && owner.path === 'sys' && name === 'path') this.changePath(target, value);
      }
    } else if (target.type === 'subscript') {
      const key = this.evaluate(target.child('subscript'));
      for (const owner of this.evaluate(target.child('value')).refs) {
        const isSlice = target.child('subscript')?.type === 'slice';
        if (owner.kind === 'container') this.objects.putItem(owner, key, isSlice ? elementsOf(value) : value);
        else if (owner.kind === 'instance') {
          this.uses.passTo(valueOf(owner), ['__setitem__'], [key, value], this.moment);
          this.reachability.setField(owner, ITEMS, value);
        } else if (owner.kind === 'external' && owner.path === 'nodes.NODE_CLASS_MAPPINGS')
          this.objects.replaceNode(key, value);
        else if (owner.kind === 'external' && owner.path === 'os.environ')
          this.checker.checkEnvironment(textsOf(key), value, target, this.scope.home);
        else if (owner.kind === 'external' && isStandardPath(owner.path)) {
          this.reachability.runAll([value], this.moment);
          if (owner.path === 'sys.path') this.changePath(target, value);
          if (this.isReporting && owner.path === 'sys.modules')
            this.checker.checkModuleName(textsOf(key), value, target, this.scope.home);
        }
      }
    }
  }

  /** True for the path of a package, on which Python looks for its modules. */
  #isPackagePath(target: PythonNode | undefined): boolean {
    return target?.type === 'identifier' && this.scope.home.text(target) === '__path__';
  }

  #reference(node: PythonNode): void {
    const { moment } = this;
    this.references.apply(node, this.scope, moment);
    if (node.type === 'attribute' && isAssigned(node) && this.nameOf(node) === '__code__') this.replaceCode(node);
    if (this.isReporting) this.references.check(node, this.scope, moment, this.checker);
  }

  #return(fn: OwnFunction, value: Value): void {
    this.reachability.flow.addResult(fn, value);
    // The host calls methods of the extension that this function returns.
    if (fn.scope.kind === 'module' && fn.scope.home.text(fn.node.child('name') ?? fn.node) === 'comfy_entrypoint')
      for (const ref of value.refs)
        if (ref.kind === 'instance')
          this.reachability.runMethods(ref.of, methodsNamed(...CALLED_ON_EXTENSION), this.moment);
  }

  #decorator(node: PythonNode): void {
    const definition = node.parent?.child('definition');
    if (!definition) return;
    const target =
      definition.type === 'class_definition'
        ? valueOf(this.evaluator.classOf(definition, this.scope))
        : valueOf(this.evaluator.functionOf(definition, this.scope));
    const callee = this.evaluate(node.named[0]);
    const args: Arguments = { positional: [target], named: new Map(), all: [target] };
    for (const ref of callee.refs) {
      if (ref.kind === 'external') {
        if (this.isReporting) this.check(ref, callee, args, node);
        if (this.isRoute(ref.path, node.named[0])) this.objects.serve([target], passesParts(ref.path));
        if (isHostHook(ref.path)) this.objects.intercept(target);
        if (callsDecorated(ref.path)) this.reachability.runAll([target], this.moment);
        if (addsVariant(ref.path)) this.addVariants(node.named[0], [target]);
      } else this.callOwn(ref, args, true);
    }
  }
}

/** True for a clause of `match` that compares attributes. */
function hasClassPattern(clause: PythonNode): boolean {
  let isFound = false;
  clause.walk((part) => {
    isFound ||= part.type === 'class_pattern';
    return !isFound && part.field !== 'consequence';
  });
  return isFound;
}

const isSearchPath = (value: Value): boolean => externalsOf(value).some(({ path }) => path === 'sys.path');
