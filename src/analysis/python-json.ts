import { writtenOf } from './python-formatting.js';
import { numberOf } from './python-numbers.js';
import { PLACE } from './python-files.js';
import type { Follower } from './python-follower.js';
import { errorOf } from './python-errors.js';
import {
  type Arguments,
  constant,
  type Dictionary,
  isUnordered,
  nowhere,
  textOf,
  type Value,
} from './python-values.js';

/** What `json` makes of parsed JSON whose keys are marked. */
function valueOf(follow: Follower, parsed: unknown): Value {
  if (Array.isArray(parsed))
    return follow.list(
      'list',
      parsed.map((item) => valueOf(follow, item)),
    );
  if (parsed === null || typeof parsed !== 'object')
    return constant(parsed as string | number | bigint | boolean | null);
  const made = follow.dictionary();
  for (const [key, item] of Object.entries(parsed)) follow.put(made, constant(key.slice(1)), valueOf(follow, item));
  return made;
}

/** The most values of a file of JSON that are followed: code may go through them in loops. */
const VALUES_MAX = 20_000;

/** The number of values in parsed JSON. */
function countOf(parsed: unknown): number {
  if (parsed === null || typeof parsed !== 'object') return 1;
  return Object.values(parsed).reduce<number>((sum, inner) => sum + countOf(inner), 1);
}

/** The same JSON with a letter before each key, because JavaScript moves keys that are numbers to the front. */
const withMarkedKeys = (said: string): string =>
  said.replace(/"([^"\\]*(?:\\[^][^"\\]*)*"\s*:|[^"\\]*(?:\\[^][^"\\]*)*"?)/g, (whole, key: string) =>
    key.endsWith(':') ? `"_${key}` : whole,
  );

/** Keeps integers apart from floats, as Python does. */
const toNumber = (_key: string, value: unknown, { source }: { source?: string } = {}): unknown =>
  typeof value === 'number' && /^-?\d{1,50}$/.test(source ?? '') ? BigInt(source!) : value;

/** What `json.loads` returns; undefined if that is unknown, or the text is no JSON. */
export function parsed(follow: Follower, said: string | undefined): Value | undefined {
  if (said === undefined) return undefined;
  follow.charge(said.length >> 6);
  try {
    const values = JSON.parse(withMarkedKeys(said), toNumber) as unknown;
    return countOf(values) > VALUES_MAX ? undefined : valueOf(follow, values);
  } catch {
    // Python also takes these.
    if (!/NaN|Infinity/.test(said)) follow.raise(nowhere('is no JSON', said.slice(0, 200)), errorOf('JSONDecodeError'));
    return undefined;
  }
}

/** Limits of what is written, in levels and in characters: lists may contain themselves. */
const DEPTH_MAX = 20;
const WRITTEN_MAX = 100_000;

const ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\b': '\\b', '\f': '\\f' };

const escapeOf = (unit: string): string =>
  ESCAPES[unit] ?? (/["\\]/.test(unit) ? `\\${unit}` : `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Writes values as `json.dumps` does. */
class JsonWriter {
  #left = WRITTEN_MAX;

  /** @param indent the spaces of one level; `undefined` to write all in one line */
  constructor(
    private readonly indent: string | undefined,
    private readonly isAscii: boolean,
    private readonly isSorted: boolean,
    /** Between the items of a line. */
    private readonly comma: string,
    private readonly colon: string,
  ) {}

  /** The JSON of a value; undefined if it is unknown. */
  write(value: Value, depth = 0): string | undefined {
    if (depth > DEPTH_MAX || this.#left-- <= 0) return undefined;
    switch (value.kind) {
      case 'constant':
        if (typeof value.value === 'string') return this.#quoted(value.value);
        return value.value === null || typeof value.value === 'boolean' ? String(value.value) : writtenOf(value);
      case 'list':
        if (value.loose || value.isOnce || value.form === 'set' || isUnordered(value)) return undefined;
        return this.#joined(
          value.items.map((item) => this.write(item, depth + 1)),
          '[]',
          depth,
        );
      case 'dictionary':
        return this.#object(value, depth);
      default:
        return undefined;
    }
  }

  #object({ entries, loose, oneOf, orderedTo }: Dictionary, depth: number): string | undefined {
    if (loose.length > 0 || oneOf || (!this.isSorted && orderedTo + 1 < entries.size)) return undefined;
    const parts = [...entries.values()].map(({ key, value }) => {
      const written = this.write(value, depth + 1);
      const name = key.kind === 'constant' ? this.write(key, depth + 1) : undefined;
      if (name === undefined || written === undefined) return undefined;
      return `${name.startsWith('"') ? name : `"${name}"`}${this.colon}${written}`;
    });
    // Sorted by their names in Python, which only agrees with the order of their texts if these have plain letters.
    if (this.isSorted && !parts.every((part) => part !== undefined && /^"\w*"/.test(part))) return undefined;
    return this.#joined(this.isSorted ? parts.sort() : parts, '{}', depth);
  }

  #joined(parts: readonly (string | undefined)[], brackets: string, depth: number): string | undefined {
    if (parts.includes(undefined)) return undefined;
    if (parts.length === 0) return brackets;
    const line = this.indent === undefined ? '' : `\n${this.indent.repeat(depth)}`;
    const inner = this.indent === undefined ? '' : `${line}${this.indent}`;
    const between = this.indent === undefined ? this.comma : `,${inner}`;
    return `${brackets[0]}${inner}${parts.join(between)}${line}${brackets[1]}`;
  }

  /** Undefined for a text with the unknown path of the package, or if too much is written. */
  #quoted(said: string): string | undefined {
    this.#left -= said.length;
    if (this.#left <= 0 || said.includes(PLACE)) return undefined;
    return `"${said.replace(this.isAscii ? /["\\]|[^ -~]/g : /["\\]|[^ -\uFFFF]/g, escapeOf)}"`;
  }
}

const OPTIONS = new Set(['indent', 'ensure_ascii', 'sort_keys', 'separators']);

/** What `json.dumps` returns; undefined if that is unknown. */
export function dumped({ positional: [value, more], named, loose }: Arguments): string | undefined {
  if (!value || more || loose || [...named.keys()].some((name) => !OPTIONS.has(name))) return undefined;
  const [indent, ascii, sort, separators] = [...OPTIONS].map((name) => named.get(name));
  const between = separators?.kind === 'list' && !separators.loose ? separators.items.map((item) => textOf(item)) : [];
  const [comma = ', ', colon = ': '] = between;
  if (separators && (between.length !== 2 || between.includes(undefined) || indent)) return undefined;
  const isNone = !indent || (indent.kind === 'constant' && indent.value === null);
  const spaces = isNone ? 0 : numberOf(indent);
  const flags = [ascii ?? constant(true), sort ?? constant(false)].map((flag) =>
    flag.kind === 'constant' && typeof flag.value === 'boolean' ? flag.value : undefined,
  );
  if (spaces === undefined || spaces < 0 || spaces > 20 || flags.includes(undefined)) return undefined;
  return new JsonWriter(isNone ? undefined : ' '.repeat(spaces), flags[0]!, flags[1]!, comma, colon).write(value);
}
