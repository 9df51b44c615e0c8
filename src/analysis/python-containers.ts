import {
  NO_ATTRIBUTE,
  constant,
  Dictionary,
  type Doubt,
  identityOf,
  List,
  textOf,
  type Unknown,
  type Value,
} from './python-values.js';

// Each level takes a few frames of the stack; no code that people write is as deep.
const DEPTH_MAX = 200;
// Limits of one package, so that its analysis ends.
const STEPS_MAX = 1_000_000;
const ITEMS_MAX = 10_000;
/** The part of the remaining steps that an import leaves for the module with the import. */
const SPARED = 1 / 8;

const nowhere = (why: string, text: string): Unknown => ({ kind: 'unknown', why, text, file: '', line: 0 });

/**
 * Lists and dictionaries, and changes of them, certain or doubtful. Limits their total size, so that
 * no package can make the analysis run forever.
 */
export abstract class Containers {
  #steps = 0;
  #limit = STEPS_MAX;
  #depth = 0;
  #doubt: Doubt | undefined;

  /** True if the limits stopped the analysis early. */
  get isExhausted(): boolean {
    return this.#steps > this.#limit;
  }

  protected get doubt(): Doubt | undefined {
    return this.#doubt;
  }

  charge(steps: number): void {
    this.#steps += steps;
  }

  /** Runs a step one level deeper, unless it exceeds the depth or the total of steps. */
  protected deeper<T>(follow: () => T, otherwise: () => T): T {
    if (this.#depth >= DEPTH_MAX || ++this.#steps > this.#limit) return otherwise();
    this.#depth++;
    try {
      return follow();
    } finally {
      this.#depth--;
    }
  }

  /** Leaves a part of the steps that are left for what comes after, as after an import of a large library. */
  protected sparing<T>(follow: () => T): T {
    const outer = this.#limit;
    this.#limit = Math.max(this.#steps, outer - (outer - this.#steps) * SPARED);
    try {
      return follow();
    } finally {
      this.#limit = outer;
    }
  }

  /** Interprets code that runs an unknown number of times: values that it changes become unknown. */
  protected inDoubt<T>(because: Unknown, follow: () => T): T {
    const outer = this.#doubt;
    this.#doubt = { outer, because };
    try {
      return follow();
    } finally {
      this.#doubt = outer;
    }
  }

  /** The first reason that a change of an object created earlier is uncertain; undefined if the change is certain. */
  protected doubtOf(made: Doubt | undefined): Unknown | undefined {
    const around = new Set<Doubt>();
    for (let doubt = made; doubt; doubt = doubt.outer) around.add(doubt);
    let because: Unknown | undefined;
    for (let doubt = this.#doubt; doubt && !around.has(doubt); doubt = doubt.outer) because = doubt.because;
    return because;
  }

  /** True if its content is known, and a change of it is certain to happen. */
  isSure(what: Dictionary | List): boolean {
    return (
      this.doubtOf(what.doubt) === undefined &&
      (what.kind === 'list' ? what.loose === undefined : what.loose.length === 0)
    );
  }

  list(form: List['form'], items: readonly Value[], loose?: Unknown): List {
    this.charge(items.length);
    const made = new List(form, this.isExhausted ? [] : items.slice(0, ITEMS_MAX), this.#doubt);
    made.loose = loose ?? (made.items.length < items.length ? nowhere('is too long', '…') : undefined);
    return made;
  }

  dictionary(): Dictionary {
    return new Dictionary(this.#doubt);
  }

  loosen(what: Dictionary | List, because: Unknown): void {
    if (what.kind === 'list') what.loose ??= because;
    else if (what.loose.length < 100) what.loose.push(because);
  }

  /** Marks the content as unknown, because it is changed in an unknown way. */
  forget(what: Dictionary | List, because: Unknown): void {
    if (what.kind === 'list') what.items.length = 0;
    else
      for (const [identity, { key }] of what.entries)
        what.entries.set(identity, { key, value: { ...because, isMaybe: true } });
    this.loosen(what, because);
  }

  append(to: List, item: Value): void {
    this.charge(1);
    const because = this.doubtOf(to.doubt);
    if (because) this.loosen(to, because);
    else if (to.items.length < ITEMS_MAX) to.items.push(item);
    else this.loosen(to, nowhere('is too long', '…'));
  }

  put(into: Dictionary, key: Value, value: Value): void {
    this.charge(1);
    const identity = identityOf(key);
    const because = this.doubtOf(into.doubt);
    if (identity === undefined) this.loosen(into, key.kind === 'unknown' ? key : nowhere('is no plain key', key.kind));
    else if (into.entries.size >= ITEMS_MAX && !into.entries.has(identity))
      this.loosen(into, nowhere('is too long', '…'));
    else
      into.entries.set(identity, {
        key,
        value: because && into.entries.get(identity)?.value !== value ? { ...because, isMaybe: true } : value,
      });
  }

  /** Updates a dictionary from another one, or from pairs of keys and values. */
  merge(into: Dictionary, from: Value): void {
    // The error is raised before anything is merged.
    if (from.kind === 'unknown' && from.why === NO_ATTRIBUTE) return;
    if (from.kind === 'dictionary') {
      for (const { key, value } of [...from.entries.values()]) this.put(into, key, value);
      for (const because of [...from.loose]) this.loosen(into, because);
      return;
    }
    const { items, loose } = this.itemsOf(from);
    for (const item of items) {
      if (item.kind === 'list' && item.items.length === 2) this.put(into, item.items[0]!, item.items[1]!);
      else this.loosen(into, item.kind === 'unknown' ? item : nowhere('is no pair', item.kind));
    }
    if (loose) this.loosen(into, loose);
  }

  /** The items of a loop over a value; `loose` if there may be more. */
  itemsOf(value: Value): { readonly items: readonly Value[]; readonly loose?: Unknown; readonly isSet?: boolean } {
    if (value.kind === 'list') return { items: value.items, loose: value.loose, isSet: value.form === 'set' };
    if (value.kind === 'dictionary') this.charge(value.entries.size);
    if (value.kind === 'dictionary')
      return { items: [...value.entries.values()].map(({ key }) => key), loose: value.loose[0] };
    const said = textOf(value);
    this.charge(said?.length ?? 0);
    if (said !== undefined && said.length <= ITEMS_MAX) return { items: [...said].map((letter) => constant(letter)) };
    const members =
      value.kind === 'class'
        ? [...value.names.entries.values()]
            .map((entry) => entry.value)
            .filter((member) => member.kind === 'instance' && member.of === value)
        : [];
    if (members.length > 0) return { items: members };
    return { items: [], loose: value.kind === 'unknown' ? value : nowhere('is gone through', value.kind) };
  }

  /** A copy of a list or dictionary; a deep one copies what is in it, too. */
  protected copy(value: Value, isDeep: boolean): Value {
    const inner = (item: Value): Value =>
      isDeep
        ? this.deeper(
            () => this.copy(item, true),
            () => nowhere('takes too much to find out', 'deepcopy'),
          )
        : item;
    if (value.kind === 'list') return this.list(value.form, value.items.map(inner), value.loose);
    if (value.kind !== 'dictionary') return value;
    const made = this.dictionary();
    for (const { key, value: item } of value.entries.values()) this.put(made, key, inner(item));
    for (const because of value.loose) this.loosen(made, because);
    return made;
  }
}
