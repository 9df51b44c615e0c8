import { isEnumeration, memberNamed } from './python-enumerations.js';
import { numberOf } from './python-numbers.js';
import { Calls } from './python-calls.js';
import { isBuiltInType, isGeneric } from './python-class-tests.js';
import { constantIn } from './python-comparisons.js';
import { PLACE } from './python-files.js';
import { isUnset, variableOf } from './python-outside.js';
import { errorOf } from './python-errors.js';
import type { PythonNode } from './python-syntax.js';
import {
  constant,
  contentOf,
  identityOf,
  isUnordered,
  NONE,
  type Scope,
  textOf,
  type Unknown,
  unknownBy,
  type Value,
} from './python-values.js';

/**
 * Whether it is what others provide under a name, and not what they answered: told where it is used, not where it came
 * from.
 */
export const isName = (value: Unknown): boolean => value.outside !== undefined && !/[()[\]]/.test(value.outside);

/** The positions of the items that a slice of a list has, as Python counts them. */
function slicedPositions(length: number, from: number | undefined, to: number | undefined, step: number): number[] {
  const [lowest, highest] = step > 0 ? [0, length] : [-1, length - 1];
  const within = (bound: number): number => Math.max(lowest, Math.min(highest, bound < 0 ? bound + length : bound));
  const first = from === undefined ? (step > 0 ? lowest : highest) : within(from);
  const end = to === undefined ? (step > 0 ? highest : lowest) : within(to);
  const count = Math.max(0, Math.ceil((end - first) / step));
  return Array.from({ length: count }, (_, index) => first + index * step);
}

/** True for a position that is before, or counted from the end after, all that has an unknown length. */
const isKnownPosition = (letters: readonly string[], at: number): boolean =>
  at < 0 ? letters.length + at > letters.lastIndexOf(PLACE) : at <= letters.indexOf(PLACE) || !letters.includes(PLACE);

/** Reads subscripts: one item of a value, or a slice. */
export abstract class Items extends Calls {
  /** The value of an expression. */
  abstract evaluate(node: PythonNode, scope: Scope): Value;

  itemOf(owner: Value, key: Value, unknown: (why: string, outside?: string) => Unknown): Value {
    if (owner.kind === 'unknown' && owner.outside === 'sys.version_info' && numberOf(key) === 0) return constant(3n);
    if (owner.kind === 'unknown' && owner.outside === 'os.environ') {
      const known = variableOf(this, key);
      if (known) return known;
      if (isUnset(key)) return this.#missing(unknown, 'KeyError');
    }
    if (owner.kind === 'unknown' && /^typing(_extensions)?\.Literal$/.test(owner.outside ?? ''))
      return {
        ...unknown('is a type', `${owner.outside}[]`),
        literals: this.itemsOf(key.kind === 'list' ? key : this.list('tuple', [key])).items,
      };
    if (owner.kind === 'unknown') return isName(owner) ? unknown('is computed', `${owner.outside}[]`) : owner;
    if (owner.kind === 'settings') return this.itemOf(contentOf(owner), key, unknown);
    if (owner.kind === 'dictionary') {
      const identity = identityOf(key);
      if (identity === undefined) return key.kind === 'unknown' ? unknownBy(key) : unknown('is computed');
      const found = owner.entries.get(identity)?.value ?? owner.loose[0];
      if (found || !owner.whenMissing) return found ?? this.#missing(unknown, 'KeyError');
      const made = owner.whenMissing();
      this.put(owner, key, made);
      return made;
    }
    // A type with the types of its items, such as `dict[str, int]`.
    if (owner.kind === 'native' && !owner.self && isBuiltInType(owner.name)) return owner;
    if (owner.kind === 'class' && isGeneric(owner)) return owner;
    if (owner.kind === 'class' && isEnumeration(owner)) {
      const member = memberNamed(owner, key);
      return member === null ? this.#missing(unknown, 'KeyError') : (member ?? unknown('is computed'));
    }
    if (owner.kind === 'instance') {
      const content = contentOf(owner, '__getitem__', '__missing__');
      if (content !== owner) return this.itemOf(content, key, unknown);
      return this.callOwn(owner, '__getitem__', [key], unknown) ?? unknown('is computed');
    }
    const index = constantIn(key);
    const at = index.kind === 'constant' && typeof index.value === 'bigint' ? Number(index.value) : undefined;
    const said = textOf(owner);
    if (owner.kind === 'list' && owner.form !== 'set' && at !== undefined && !owner.loose)
      return owner.items.at(at) ?? this.#missing(unknown, 'IndexError');
    if (said !== undefined && at !== undefined) {
      const letters = [...said];
      const letter = letters.at(at);
      if (!isKnownPosition(letters, at) || letter === PLACE) return unknown('is computed');
      return letter === undefined ? unknown('is not defined in this archive') : constant(letter);
    }
    return unknown('is computed');
  }

  #missing(unknown: (why: string) => Unknown, error: string): Unknown {
    const because = unknown('is not defined in this archive');
    this.raise(because, errorOf(error));
    return because;
  }

  /** The index of a subscript; a tuple if there are several, undefined for a slice. */
  protected keyOf(subscript: PythonNode, scope: Scope): Value | undefined {
    const keys = subscript.all('subscript');
    if (keys.some(({ type }) => type === 'slice')) return undefined;
    const values = keys.map((key) => this.evaluate(key, scope));
    return values.length === 1 ? values[0] : this.list('tuple', values);
  }

  /** A slice of a list or text; undefined if it is unknown. */
  protected sliced(of: Value, slice: PythonNode, scope: Scope): Value | undefined {
    const owner = contentOf(of, '__getitem__');
    const said = textOf(owner);
    const items =
      owner.kind === 'list' && owner.form !== 'set' && !owner.loose
        ? owner.items
        : said === undefined
          ? undefined
          : [...said];
    if (!items) return undefined;
    const rest = said === undefined ? undefined : this.#afterPrefix(said, slice, scope);
    if (rest !== undefined) return constant(rest);
    const bounds: (number | undefined)[] = [undefined];
    for (const part of slice.children) {
      if (part.type === ':') bounds.push(undefined);
      else {
        const bound = this.evaluate(part, scope);
        const number = numberOf(bound);
        if (number === undefined && bound !== NONE) return undefined;
        // Other positions were searched for in such a text.
        const isWritten = part.type === 'integer' || part.type === 'unary_operator';
        if (isWritten && said?.includes(PLACE) && !isKnownPosition(items as string[], number ?? 0)) return undefined;
        bounds[bounds.length - 1] = number;
      }
    }
    const [from, to, step = 1] = bounds;
    if (step === 0 || (step !== 1 && said?.includes(PLACE))) return undefined;
    const positions = slicedPositions(items.length, from, to, step);
    const cut = positions.map((at) => items[at]!);
    if (owner.kind !== 'list') return constant((cut as string[]).join(''));
    const hasPlaces = !isUnordered(owner) || positions.every((at) => at < owner.orderedTo);
    // Which items are before or after a position is not known.
    if (!hasPlaces && cut.length < items.length) return undefined;
    return this.list(owner.form, cut as Value[], undefined, hasPlaces ? undefined : step === 1 ? owner.orderedTo : 0);
  }

  /**
   * The rest of a text in `text[len(prefix):]`, where the prefix is a path whose length is unknown; undefined if the
   * slice is another one.
   */
  #afterPrefix(said: string, slice: PythonNode, scope: Scope): string | undefined {
    const [bound, colon, ...others] = slice.children;
    if (bound?.type !== 'call' || colon?.type !== ':' || others.length > 0) return undefined;
    const callee = bound.child('function');
    const given = bound.child('arguments')?.named ?? [];
    if (!callee || given.length !== 1) return undefined;
    const called = this.evaluate(callee, scope);
    if (called.kind !== 'native' || called.name !== 'len' || called.self) return undefined;
    const prefix = textOf(this.evaluate(given[0]!, scope));
    return prefix?.includes(PLACE) && said.startsWith(prefix) ? said.slice(prefix.length) : undefined;
  }
}
