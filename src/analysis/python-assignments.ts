import { Items } from './python-items.js';
import { errorOf } from './python-errors.js';
import { variableNamed } from './python-outside.js';
import type { PythonNode } from './python-syntax.js';
import {
  constant,
  contentOf,
  identityOf,
  isUnordered,
  type List,
  type Scope,
  textOf,
  type Unknown,
  type Value,
} from './python-values.js';

/** Assigns values to names, attributes, items, and lists of them. */
export abstract class Assignments extends Items {
  /** The values that the archive has added to `sys.modules`, by name. */
  protected readonly addedModules = new Map<string, Value>();

  protected bind(scope: Scope, name: string, value: Value): void {
    // Inside a comprehension `:=` binds outside of it; nobody's mapping hangs on that.
    this.put((scope.elsewhere?.get(name) ?? scope).names, constant(name), value);
  }

  /** Gives what is to the left of `=` or `in` its value. */
  protected assign(target: PythonNode, value: Value, scope: Scope): void {
    switch (target.type) {
      case 'identifier':
        this.bind(scope, scope.module.text(target), value);
        break;
      case 'parenthesized_expression':
      case 'as_pattern_target':
        if (target.named[0]) this.assign(target.named[0], value, scope);
        break;
      case 'pattern_list':
      case 'tuple_pattern':
      case 'list_pattern':
      case 'expression_list':
      case 'tuple':
      case 'list':
        this.#takeApart(target.named, value, scope);
        break;
      case 'attribute':
      case 'subscript':
        this.#assignMember(target, value, scope);
    }
  }

  /** Gives several targets their values, one of which may take all that are left, as in `a, *b = c`. */
  #takeApart(targets: readonly PythonNode[], value: Value, scope: Scope): void {
    const { items, loose, orderedTo } = this.itemsOf(value);
    const star = targets.findIndex(({ type }) => type === 'list_splat_pattern' || type === 'list_splat');
    const isKnown =
      !loose &&
      !isUnordered({ items, orderedTo: orderedTo ?? Infinity }) &&
      (star === -1 ? items.length === targets.length : items.length >= targets.length - 1);
    const isWrong = star === -1 ? items.length !== targets.length : items.length < targets.length - 1;
    if (isWrong && !loose) this.raise(this.unknown(targets[0]!, scope, 'is not given'), errorOf('ValueError'));
    const more = items.length - targets.length + 1;
    targets.forEach((node, index) => {
      const target = index === star ? node.named[0]! : node;
      const unknown = (): Unknown =>
        value.kind === 'unknown' ? value : (loose ?? this.unknown(target, scope, 'is computed'));
      if (!isKnown) this.assign(target, unknown(), scope);
      else if (index === star) this.assign(target, this.list('list', items.slice(index, index + more)), scope);
      else this.assign(target, items[star !== -1 && index > star ? index + more - 1 : index] ?? unknown(), scope);
    });
  }

  #assignMember(target: PythonNode, value: Value, scope: Scope): void {
    const object = this.evaluate(target.first!, scope);
    if (target.type === 'attribute') {
      this.setAttribute(object, constant(scope.module.text(target.child('attribute')!)), value);
      return;
    }
    const key = this.keyOf(target, scope);
    const unknown = this.unknown(target, scope, 'is computed');
    const owner = contentOf(object, '__setitem__');
    if (owner.kind === 'instance') this.callOwn(owner, '__setitem__', [key ?? unknown, value], () => unknown);
    else if (owner.kind === 'dictionary') this.put(owner, key ?? unknown, value);
    else if (owner.kind === 'list' && !key) this.#putSlice(owner, target, value, unknown);
    else if (owner.kind === 'list') this.#putItem(owner, key ?? unknown, value, unknown);
    else if (owner.kind === 'unknown' && owner.outside === 'sys.modules')
      this.addedModules.set(textOf(key) ?? '', value);
    else if (owner.kind === 'unknown' && owner.outside === 'os.environ' && textOf(key) !== undefined)
      this.put(this.constantsOutside, constant(variableNamed(key)!), value);
    else if (owner.kind === 'unknown' && /NODE_CLASS_MAPPINGS$/.test(owner.outside ?? ''))
      this.looseEnds.push({ ...unknown, why: 'changes mappings that are not in this archive' });
  }

  /** `list[:] = …` puts other items into the same list. */
  #putSlice(into: List, target: PythonNode, value: Value, unknown: Unknown): void {
    const slices = target.all('subscript');
    const isWhole = slices.length === 1 && slices[0]!.children.every(({ type }) => type === ':');
    const { items, loose } = this.itemsOf(value);
    if (isWhole && !loose && this.isSure(into)) into.items.splice(0, into.items.length, ...items);
    else this.forget(into, unknown);
  }

  #putItem(into: List, key: Value, value: Value, unknown: Unknown): void {
    const at = key.kind === 'constant' && typeof key.value === 'bigint' ? Number(key.value) : Number.NaN;
    const index = at < 0 ? at + into.items.length : at;
    if (this.doubtOf(into.doubt) === undefined && index in into.items && !into.loose) into.items[index] = value;
    else this.forget(into, unknown);
  }

  /** Follows a `del`. */
  protected remove(target: PythonNode, scope: Scope): void {
    if (target.type === 'expression_list' || target.type === 'tuple' || target.type === 'parenthesized_expression') {
      for (const inner of target.named) this.remove(inner, scope);
      return;
    }
    const isName = target.type === 'identifier';
    const object = isName ? scope.names : target.first && this.evaluate(target.first, scope);
    const owner = object && contentOf(object, '__delitem__');
    const key = isName
      ? constant(scope.module.text(target))
      : target.type === 'subscript'
        ? this.keyOf(target, scope)
        : undefined;
    const identity = key && identityOf(key);
    if (owner?.kind === 'dictionary' && identity !== undefined && this.doubtOf(owner.doubt) === undefined) {
      if (!owner.entries.delete(identity) && owner.loose.length === 0)
        this.raise(this.unknown(target, scope, 'is an error'), errorOf(isName ? 'NameError' : 'KeyError'));
    } else this.assign(target, this.unknown(target, scope, 'is deleted'), scope);
  }
}
