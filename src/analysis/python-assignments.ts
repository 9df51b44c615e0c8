import type { SyntaxNode } from '@lezer/common';
import { Items } from './python-items.js';
import { childrenOf } from './python-module.js';
import { constant, identityOf, type List, type Scope, type Unknown, type Value } from './python-values.js';

/** What is given a value, and where: names, attributes, items, and lists of them. */
export abstract class Assignments extends Items {
  protected bind(scope: Scope, name: string, value: Value): void {
    // Inside a comprehension `:=` binds outside of it; nobody's mapping hangs on that.
    this.put((scope.elsewhere?.get(name) ?? scope).names, constant(name), value);
  }

  /** Gives the names to the left of `=` or `in` their values. */
  protected assignAll(targets: readonly SyntaxNode[], value: Value, scope: Scope): void {
    if (targets.length === 1) {
      this.assign(targets[0]!, value, scope);
      return;
    }
    const { items, loose, isSet } = this.itemsOf(value);
    const places = targets.filter(({ name }) => name !== ',');
    const names = places.filter(({ name }) => name !== '*');
    const star = places.findIndex(({ name }) => name === '*');
    const isKnown =
      !loose && !isSet && (star === -1 ? items.length === names.length : items.length >= names.length - 1);
    const more = items.length - names.length + 1;
    names.forEach((target, index) => {
      const unknown = (): Unknown =>
        value.kind === 'unknown' ? value : (loose ?? this.unknown(target, scope, 'is computed'));
      if (!isKnown) this.assign(target, unknown(), scope);
      else if (index === star) this.assign(target, this.list('list', items.slice(index, index + more)), scope);
      else this.assign(target, items[star !== -1 && index > star ? index + more - 1 : index] ?? unknown(), scope);
    });
  }

  protected assign(target: SyntaxNode, value: Value, scope: Scope): void {
    if (target.name === 'VariableName') this.bind(scope, scope.module.text(target), value);
    else if (['TupleExpression', 'ArrayExpression', 'ParenthesizedExpression'].includes(target.name)) {
      const inner = childrenOf(target).slice(1, -1);
      // Brackets around one name: `[a] = …` takes a list apart, `(a) = …` doesn't.
      if (inner.length === 1 && target.name !== 'ParenthesizedExpression')
        this.assignAll(
          [
            ...inner,
            ...childrenOf(target)
              .slice(-1)
              .filter(({ name }) => name === ','),
          ],
          this.itemsOf(value).items[0] ?? this.unknown(target, scope, 'is computed'),
          scope,
        );
      else this.assignAll(inner, value, scope);
    } else if (target.name === 'MemberExpression') this.#assignMember(target, value, scope);
  }

  #assignMember(target: SyntaxNode, value: Value, scope: Scope): void {
    const [object, separator, key] = childrenOf(target);
    if (!object || !key) return;
    const owner = this.evaluate(object, scope);
    if (separator?.name !== '[') {
      this.setAttribute(owner, constant(scope.module.text(key)), value);
      return;
    }
    const unknown = this.unknown(target, scope, 'is computed');
    if (owner.kind === 'instance')
      this.callOwn(owner, '__setitem__', [this.evaluate(key, scope), value], () => unknown);
    else if (owner.kind === 'dictionary') this.put(owner, this.evaluate(key, scope), value);
    else if (owner.kind === 'list') this.#putItem(owner, this.evaluate(key, scope), value, unknown);
    else if (owner.kind === 'unknown' && /NODE_CLASS_MAPPINGS$|^sys\.modules$/.test(owner.outside ?? ''))
      this.looseEnds.push({ ...unknown, why: 'changes mappings that are not in this archive' });
  }

  #putItem(into: List, key: Value, value: Value, unknown: Unknown): void {
    const at = key.kind === 'constant' && typeof key.value === 'bigint' ? Number(key.value) : Number.NaN;
    const index = at < 0 ? at + into.items.length : at;
    if (this.doubtOf(into.doubt) === undefined && index in into.items && !into.loose) into.items[index] = value;
    else this.forget(into, unknown);
  }

  /** Follows a `del`. */
  protected remove(target: SyntaxNode, scope: Scope): void {
    const [object, separator, key] = target.name === 'MemberExpression' ? childrenOf(target) : [];
    const owner = object ? this.evaluate(object, scope) : undefined;
    const from = target.name === 'VariableName' ? scope.names : owner?.kind === 'dictionary' ? owner : undefined;
    const identity =
      target.name === 'VariableName'
        ? identityOf(constant(scope.module.text(target)))
        : separator?.name === '[' && key
          ? identityOf(this.evaluate(key, scope))
          : undefined;
    if (from && identity !== undefined && this.doubtOf(from.doubt) === undefined) from.entries.delete(identity);
    else this.assign(target, this.unknown(target, scope, 'is deleted'), scope);
  }
}
