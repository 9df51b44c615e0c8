import { Operations } from './python-operations.js';
import { joinedPath, walkStep } from './python-paths.js';
import type { PythonNode } from './python-syntax.js';
import { truthOf } from './python-comparisons.js';
import { distinct, type Items, type List, type Scope, textOf, type Value } from './python-values.js';

/** Lists, sets, tuples and dictionaries as literals, and comprehensions. */
export abstract class Displays extends Operations {
  /** The items of a list, set or tuple. */
  protected items(form: List['form'], nodes: readonly PythonNode[], scope: Scope): List {
    const made = this.list(form, []);
    for (const node of nodes) {
      if (node.type !== 'list_splat' && node.type !== 'list_splat_pattern') {
        this.append(made, this.evaluate(node, scope));
        continue;
      }
      const all: Items = node.named[0] ? this.itemsOf(this.evaluate(node.named[0], scope)) : { items: [] };
      this.eachOf(all, (item) => this.append(made, item));
      if (all.loose) this.loosen(made, all.loose);
    }
    return form === 'set' ? this.list(form, distinct(made.items), made.loose) : made;
  }

  protected dictionaryDisplay(node: PythonNode, scope: Scope): Value {
    const made = this.dictionary();
    for (const child of node.named) {
      const [key, value] = [child.child('key'), child.child('value')];
      if (child.type === 'dictionary_splat' && child.named[0]) this.merge(made, this.evaluate(child.named[0], scope));
      else if (key && value) this.put(made, this.evaluate(key, scope), this.evaluate(value, scope));
    }
    return made;
  }

  protected comprehension(node: PythonNode, scope: Scope): Value {
    const clauses = node.named.filter(({ type }) => type === 'for_in_clause' || type === 'if_clause');
    // The first iterable is found at once, also for a generator.
    const first = this.#iterated(clauses[0]!, scope);
    if (node.type === 'generator_expression')
      return this.iterator(() => this.itemsOf(this.#listed(node, clauses, first, scope)), true);
    return this.#listed(node, clauses, first, scope);
  }

  #listed(node: PythonNode, clauses: readonly PythonNode[], first: Value, scope: Scope): Value {
    const body = node.child('body')!;
    const made =
      node.type === 'dictionary_comprehension'
        ? this.dictionary()
        : this.list(node.type === 'set_comprehension' ? 'set' : 'list', []);
    // Only the first iterable sees the names in the body of a class.
    let outer = scope;
    while (outer.kind === 'class' && outer.outer) outer = outer.outer;
    const inner: Scope = {
      kind: 'function',
      module: scope.module,
      names: this.dictionary(),
      outer,
      isComprehension: true,
    };
    const add = (): void => {
      if (made.kind === 'list') this.append(made, this.evaluate(body, inner));
      else this.put(made, this.evaluate(body.child('key')!, inner), this.evaluate(body.child('value')!, inner));
    };
    this.#clause(clauses, inner, add, first);
    const loose = made.kind === 'list' ? made.loose : made.loose[0];
    const size = made.kind === 'list' ? made.items.length : made.entries.size;
    // Nothing of it is known, so it is better told as a whole.
    if (loose && size === 0) return loose;
    if (made.kind === 'dictionary') return made;
    return made.form === 'set' ? this.list('set', distinct(made.items), made.loose) : made;
  }

  /** The steps of `os.walk`: the loop may take folders out of a step's list before the next one. */
  protected *walkSteps(top: string): Generator<Value> {
    const open = [top];
    for (let folder = open.shift(); folder !== undefined && !this.isExhausted; folder = open.shift()) {
      const { step, folders } = walkStep(this, folder);
      yield step;
      // If it is unknown which folders the loop kept, files may be missing from the result.
      if (folders.loose) this.looseEnds.push(folders.loose);
      for (const name of folders.items) open.push(joinedPath(folder, textOf(name) ?? ''));
    }
  }

  override itemsOf(value: Value): Items {
    return value.kind === 'walk' ? { items: [...this.walkSteps(value.top)], orderedTo: 1 } : super.itemsOf(value);
  }

  /** The value that a `for` clause goes through. */
  #iterated(clause: PythonNode, scope: Scope): Value {
    const right = clause.all('right');
    return right.length === 1 ? this.evaluate(right[0]!, scope) : this.items('tuple', right, scope);
  }

  /** Goes through the first `for … in … if …` of these, and for each of its items through the rest. */
  #clause(clauses: readonly PythonNode[], scope: Scope, add: () => void, iterated?: Value): void {
    const [first, ...others] = clauses;
    const target = first?.child('left');
    if (!first || !target) {
      add();
      return;
    }
    const end = others.findIndex(({ type }) => type === 'for_in_clause');
    const conditions = others.slice(0, end === -1 ? undefined : end).flatMap((clause) => clause.named.slice(0, 1));
    const rest = end === -1 ? [] : others.slice(end);
    const isAwaited = first.ofType('async') !== undefined;
    const all = iterated ?? this.#iterated(first, scope);
    const found = this.itemsOf(all);
    const { loose, possible }: Items = found;
    const each = (item: Value): void => {
      this.assign(target, item, scope);
      const asked = conditions.map((condition) => this.evaluate(condition, scope));
      if (asked.some((value) => truthOf(value) === false)) return;
      const open = asked.find((value) => truthOf(value) === undefined);
      const follow = (): void => this.#clause(rest, scope, add);
      if (open)
        this.inDoubt(open.kind === 'unknown' ? open : this.unknown(conditions[0]!, scope, 'is computed'), follow);
      else follow();
    };
    const { looseAt = Infinity } = found;
    const because = loose ?? (isAwaited ? this.unknown(first, scope, 'is awaited') : undefined);
    const eachPossible = (): void => {
      for (const item of because ? (possible ?? [because]) : []) this.inDoubt(because!, () => each(item));
    };
    let at = 0;
    this.eachOf(found, (item) => {
      if (at++ === looseAt) eachPossible();
      if (!this.isExhausted) each(item);
    });
    if (at <= looseAt) eachPossible();
  }
}
