import { areEqual } from './python-comparisons.js';
import {
  constant,
  contentOf,
  Dictionary,
  type Doubt,
  type Entry,
  identityOf,
  isMaybe,
  isUnordered,
  type Items,
  itemsOfEntries,
  List,
  type PythonClass,
  textOf,
  type Unknown,
  unknownBy,
  type Value,
  nowhere,
} from './python-values.js';
import type { ArchiveFiles } from './python-files.js';
import { NO_ATTRIBUTE, ONE_OF_CLASSES, TOO_MUCH } from './python-reasons.js';

// Each level takes a few frames of the stack; no code that people write is as deep.
const DEPTH_MAX = 200;
// Limits of one package, so that its analysis ends.
const STEPS_MAX = 2_000_000;
const ITEMS_MAX = 10_000;
/** The most classes of which a value is said to be one. */
const CLASSES_MAX = 20;

/** The classes of which a value is one; undefined if it may be no class, or if they are too many. */
const classesIn = (value: Value): readonly PythonClass[] | undefined =>
  value.kind === 'class' ? [value] : value.kind === 'unknown' ? value.classes : undefined;

/** The classes of which one of two values is one; undefined as above. */
function classesInEither(a: Value, b: Value): readonly PythonClass[] | undefined {
  const [classes, others] = [classesIn(a), classesIn(b)];
  const all = classes && others && [...classes, ...others];
  return all && all.length <= CLASSES_MAX ? all : undefined;
}

/** True for an enumeration of flags. */
const isOfFlags = ({ order }: PythonClass): boolean =>
  order.some((one) => one.kind === 'unknown' && /^enum\.(Int)?Flag$/.test(one.outside ?? ''));
/** A value that may not exist. */
const maybe = (because: Unknown): Unknown => ({ ...because, isConstant: false, classes: undefined, isMaybe: true });
/** The part of the remaining steps that an import leaves for the module with the import. */
const SPARED = 1 / 8;

/**
 * Lists and dictionaries, and changes of them, certain or doubtful. Limits their total size, so that
 * no package can make the analysis run forever.
 */
export abstract class Containers {
  abstract readonly files: ArchiveFiles;
  #steps = 0;
  /** How many of them imported modules took. */
  #stepsOfModules = 0;
  #limit = STEPS_MAX;
  #depth = 0;
  #doubt: Doubt | undefined;
  /** The number of lists and dictionaries that were made. */
  #made = 0;
  /** While code runs in any order, the number of lists and dictionaries that were made before. */
  #anyOrderSince: number | undefined;

  /** True if the limits stopped the analysis early. */
  get isExhausted(): boolean {
    return this.#steps > this.#limit;
  }

  /** The steps that the analysis has taken, except those of modules that were imported meanwhile. */
  protected get ownSteps(): number {
    return this.#steps - this.#stepsOfModules;
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
    const before = this.ownSteps;
    this.#limit = Math.max(this.#steps, outer - (outer - this.#steps) * SPARED);
    try {
      return follow();
    } finally {
      this.#limit = outer;
      this.#stepsOfModules = this.#steps - before;
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
    return this.#doubtsSince(made)[0]?.because;
  }

  /** The doubts around the code that were not yet around it when an object was created, the outermost first. */
  #doubtsSince(made: Doubt | undefined): readonly Doubt[] {
    if (this.#doubt === made) return [];
    const around = new Set<Doubt>();
    for (let doubt = made; doubt; doubt = doubt.outer) around.add(doubt);
    const since: Doubt[] = [];
    for (let doubt = this.#doubt; doubt && !around.has(doubt); doubt = doubt.outer) since.unshift(doubt);
    return since;
  }

  /** The value of a name as the code sees it that is interpreted now. */
  protected visible(entry: Entry): Value {
    let at = entry;
    for (let { within } = at; within && this.#doubtsSince(within.doubt.outer).includes(within.doubt); { within } = at)
      at = within.entry;
    return at.bound ?? at.value;
  }

  /** True if its content is known, and a change of it is certain to happen. */
  isSure(what: Dictionary | List): boolean {
    return (
      this.doubtOf(what.doubt) === undefined &&
      (what.kind === 'list' ? what.loose === undefined : what.loose.length === 0)
    );
  }

  /** @param orderedTo the number of first items whose order is known */
  list(form: List['form'], items: readonly Value[], loose?: Unknown, orderedTo = Infinity): List {
    this.charge(items.length);
    const made = new List(form, this.isExhausted ? [] : items.slice(0, ITEMS_MAX), this.#doubt, ++this.#made);
    if (form !== 'set') made.orderedTo = orderedTo;
    made.loose = loose ?? (made.items.length < items.length ? nowhere('is too long', '…') : undefined);
    made.looseAt = made.items.length;
    return made;
  }

  /** An iterator, whose items are found when something first goes through it. */
  iterator(run: () => Items, runsCode = false): List {
    const made = this.list('list', [], nowhere('is not gone through yet', 'iterator'));
    made.isOnce = true;
    made.run = run;
    made.runsCode = runsCode;
    return made;
  }

  /** True for an iterator with items that are known in their order, so that they can be taken one by one. */
  protected isTakenInTurn(iterator: List): boolean {
    this.runIterator(iterator);
    return this.isSure(iterator) && !isUnordered(iterator);
  }

  /** Finds the items of an iterator. Those that its code finds out in doubt may be other ones. */
  runIterator(iterator: List): void {
    const { run } = iterator;
    if (!run) return;
    iterator.run = undefined;
    const { items, loose, looseAt = items.length, orderedTo = Infinity } = run();
    iterator.loose = loose;
    iterator.items.push(...items);
    iterator.looseAt = looseAt;
    iterator.orderedTo = orderedTo;
  }

  /** A list of items of which some may not be there. */
  listOf(form: List['form'], { items, loose, looseAt, possible, orderedTo }: Items): List {
    const made = this.list(form, items, loose, orderedTo);
    if (looseAt !== undefined) made.looseAt = looseAt;
    if (possible) made.possible.push(...possible);
    made.isListed = possible !== undefined;
    return made;
  }

  /** A view of a dictionary, which always has what the dictionary has. */
  view(find: () => Items): List {
    const made = this.listOf('list', find());
    made.find = find;
    return made;
  }

  /** Gives a view what its dictionary has now. */
  protected renew(view: List): void {
    if (!view.find) return;
    const { items, loose, looseAt, orderedTo, isListed, possible } = this.listOf('list', view.find());
    view.items.splice(0, Infinity, ...items);
    view.possible.splice(0, Infinity, ...possible);
    Object.assign(view, { loose, looseAt, orderedTo, isListed });
  }

  dictionary(): Dictionary {
    return new Dictionary(this.#doubt, ++this.#made);
  }

  /** Takes each item. Additions to earlier lists and dictionaries have no order, if the items have none. */
  eachOf({ items, orderedTo = Infinity }: Pick<Items, 'items' | 'orderedTo'>, take: (item: Value) => void): void {
    const from = isUnordered({ items, orderedTo }) ? orderedTo : Infinity;
    items.forEach((item, at) => (at < from ? take(item) : this.inAnyOrder(() => take(item))));
  }

  /** Interprets code that runs in any order: additions to earlier lists and dictionaries have no order. */
  protected inAnyOrder<T>(follow: () => T): T {
    const outer = this.#anyOrderSince;
    this.#anyOrderSince ??= this.#made;
    try {
      return follow();
    } finally {
      this.#anyOrderSince = outer;
    }
  }

  #hasNoPlace(to: List | Dictionary): boolean {
    return this.#anyOrderSince !== undefined && to.madeAt <= this.#anyOrderSince;
  }

  loosen(what: Dictionary | List, because: Unknown): void {
    if (what.kind === 'list') {
      if (!what.loose) what.looseAt = what.items.length;
      what.loose ??= because;
      what.isListed = false;
    } else if (what.loose.length < 100) what.loose.push(because);
  }

  /** Marks the content as unknown, because it is changed in an unknown way. */
  forget(what: Dictionary | List, because: Unknown): void {
    if (what.kind === 'list') what.items.length = 0;
    else for (const [identity, { key }] of what.entries) what.entries.set(identity, { key, value: maybe(because) });
    this.loosen(what, because);
  }

  append(to: List, item: Value): void {
    this.charge(1);
    const because = this.doubtOf(to.doubt);
    if (because) {
      to.isListed ||= to.loose === undefined;
      if (!to.loose) to.looseAt = to.items.length;
      to.loose ??= because;
      if (to.possible.length < ITEMS_MAX) to.possible.push(item);
      else this.loosen(to, nowhere('is too long', '…'));
    } else if (to.items.length < ITEMS_MAX) {
      if (this.#hasNoPlace(to)) to.orderedTo = Math.min(to.orderedTo, to.items.length);
      to.items.push(item);
    } else this.loosen(to, nowhere('is too long', '…'));
  }

  put(into: Dictionary, key: Value, value: Value): void {
    this.charge(1);
    const identity = identityOf(key);
    const doubts = this.#doubtsSince(into.doubt);
    if (this.#hasNoPlace(into) && !into.entries.has(identity))
      into.orderedTo = Math.min(into.orderedTo, into.entries.size);
    if (identity === undefined) this.loosen(into, key.kind === 'unknown' ? key : nowhere('is no plain key', key.kind));
    else if (into.entries.size >= ITEMS_MAX && !into.entries.has(identity))
      this.loosen(into, nowhere('is too long', '…'));
    else {
      // A dictionary keeps the key that it has: `1` for `True`.
      const before = into.entries.get(identity);
      into.entries.set(identity, this.#changed(before, before?.key ?? key, value, doubts));
    }
  }

  /** An entry after a change that only happens if none of these doubts keeps the code from running. */
  #changed(entry: Entry | undefined, key: Value, value: Value, [doubt, ...inner]: readonly Doubt[]): Entry {
    if (!doubt) return { key, value };
    this.charge(1);
    const { within } = entry ?? {};
    const before = within?.doubt === doubt ? within.entry : entry && { key, value: entry.value, bound: entry.bound };
    const changed = this.#changed(before, key, value, inner);
    const after = this.#doubtful(entry, key, changed.bound ?? changed.value, doubt.because);
    return { ...after, within: { doubt, entry: changed } };
  }

  /** An entry after a change that may not happen. */
  #doubtful(entry: Entry | undefined, key: Value, value: Value, because: Unknown): Entry {
    if (entry?.value === value) return entry;
    const before = entry?.bound ?? entry?.value;
    const either = isMaybe(before) || before === undefined ? value : this.either(before, value, because);
    return entry && !isMaybe(entry.value) ? { key, value: either } : { key, value: maybe(because), bound: either };
  }

  /** The known part of a value that is one of two. */
  protected either(a: Value, b: Value, because: Unknown): Value {
    if (areEqual(a, b) === true) return a;
    if (a.kind === 'dictionary' && b.kind === 'dictionary') return this.#eitherDictionary(a, b, because);
    const isClass = (value: Value): boolean =>
      value.kind === 'class' || (value.kind === 'unknown' && value.why === ONE_OF_CLASSES);
    const isConstant = (value: Value): boolean =>
      value.kind === 'constant' || (value.kind === 'unknown' && value.isConstant === true);
    return {
      ...unknownBy(because),
      ...(isClass(a) && isClass(b) ? { why: ONE_OF_CLASSES, classes: classesInEither(a, b) } : {}),
      ...(isConstant(a) && isConstant(b) ? { isConstant: true } : {}),
    };
  }

  /** A dictionary with the entries of two others; those that only one of them has may not exist. */
  #eitherDictionary(a: Dictionary, b: Dictionary, because: Unknown): Dictionary {
    const made = this.dictionary();
    made.oneOf = because;
    this.charge(a.entries.size + b.entries.size);
    for (const [identity, { key, value }] of a.entries) {
      const other = b.entries.get(identity)?.value;
      const isCertain = other && !isMaybe(other) && !isMaybe(value);
      made.entries.set(identity, {
        key,
        value: isCertain
          ? this.deeper(
              () => this.either(value, other, because),
              () => because,
            )
          : maybe(because),
      });
    }
    for (const [identity, { key }] of b.entries)
      if (!a.entries.has(identity)) made.entries.set(identity, { key, value: maybe(because) });
    for (const reason of [...a.loose, ...b.loose]) this.loosen(made, reason);
    return made;
  }

  /** Updates a dictionary from another one, or from pairs of keys and values. */
  merge(into: Dictionary, given: Value): void {
    const from = contentOf(given, '__iter__', 'keys');
    // The error is raised before anything is merged.
    if (from.kind === 'unknown' && from.why === NO_ATTRIBUTE) return;
    if (from.kind === 'dictionary') {
      const keys = [...from.entries.values()].map(({ key }) => key);
      this.charge(keys.length);
      this.eachOf({ items: keys, orderedTo: from.orderedTo }, (key) => {
        const { value } = from.entries.get(identityOf(key))!;
        // Where the entry does not exist, the one from before stays.
        if (isMaybe(value) && into.entries.has(identityOf(key))) this.inDoubt(value, () => this.put(into, key, value));
        else this.put(into, key, value);
      });
      for (const because of [...from.loose]) this.loosen(into, because);
      return;
    }
    const all = this.itemsOf(from);
    this.eachOf(all, (item) => {
      if (item.kind === 'list' && item.items.length === 2) this.put(into, item.items[0]!, item.items[1]!);
      else this.loosen(into, item.kind === 'unknown' ? item : nowhere('is no pair', item.kind));
    });
    if (all.loose) this.loosen(into, all.loose);
  }

  /** The items of a loop over a value; `loose` if there may be more, `possible` if these are known. */
  itemsOf(given: Value): Items {
    const value = contentOf(given, '__iter__');
    if (value.kind === 'list') {
      const { items, loose, orderedTo, isListed } = value;
      if (value.isOnce) return this.#used(value);
      return { items, loose, looseAt: value.looseAt, possible: isListed ? [...value.possible] : undefined, orderedTo };
    }
    if (value.kind === 'dictionary') {
      this.charge(value.entries.size);
      return itemsOfEntries(value, ({ key }) => key);
    }
    if (value.kind === 'file') return this.itemsOf(value.lines);
    const said = textOf(value);
    this.charge(said?.length ?? 0);
    if (said !== undefined && said.length <= ITEMS_MAX) return { items: [...said].map((letter) => constant(letter)) };
    // Which combinations of flags are among the members depends on the version of Python.
    const members =
      value.kind === 'class' && !isOfFlags(value)
        ? [...new Set([...value.names.entries.values()].map((entry) => entry.value))].filter(
            (member) => member.kind === 'instance' && member.of === value,
          )
        : [];
    if (members.length > 0) return { items: members };
    return { items: [], loose: value.kind === 'unknown' ? value : nowhere('is gone through', value.kind) };
  }

  /** The items of an iterator, which has none afterwards. */
  #used(iterator: List): Items {
    this.runIterator(iterator);
    const { items, loose, looseAt, orderedTo } = iterator;
    const found = { items: [...items], loose, looseAt, orderedTo };
    this.leave(iterator);
    if (this.doubtOf(iterator.doubt) === undefined) iterator.loose = undefined;
    return found;
  }

  /** Notes that something may not have gone through all items of an iterator. How many are left is not known. */
  leave(value: Value): void {
    if (value.kind === 'file') this.leave(value.lines);
    if (value.kind === 'list' && value.isOnce) this.forget(value, nowhere('is gone through', 'iterator'));
  }

  /** A copy of a list or dictionary; a deep one copies what is in it, too. */
  protected copy(value: Value, isDeep: boolean): Value {
    const inner = (item: Value): Value =>
      isDeep
        ? this.deeper(
            () => this.copy(item, true),
            () => nowhere(TOO_MUCH, 'deepcopy'),
          )
        : item;
    if (value.kind === 'list') return this.list(value.form, value.items.map(inner), value.loose, value.orderedTo);
    if (value.kind !== 'dictionary') return value;
    const made = this.dictionary();
    for (const { key, value: item } of value.entries.values()) this.put(made, key, inner(item));
    made.orderedTo = value.orderedTo;
    for (const because of value.loose) this.loosen(made, because);
    return made;
  }
}
