import type { z } from 'zod';
import { invalidInput } from '../errors/app-error.js';

/**
 * Reads a value by its schema.
 * @throws INVALID_INPUT with one line for each fault, each beginning with the name of its field
 */
export function parseInput<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const details = parsed.error.issues.map((issue) =>
    issue.path.length > 0 ? `${issue.path.join('.')}: ${issue.message}` : issue.message,
  );
  throw invalidInput(details);
}

/** How much a value may hold before anything looks into it. */
export interface ValueLimits {
  /** The most characters of one text. */
  readonly text?: number;
  /** The most items of one list. */
  readonly list?: number;
}

const DEPTH_MAX = 100;
const VALUES_MAX = 50_000;

function faultOfText(text: string, { text: most = Infinity }: ValueLimits): string | undefined {
  if (text.length > most) return `is longer than ${most} characters`;
  return text.includes('\0') || !text.isWellFormed()
    ? 'holds a character that can’t be stored (NUL or half a surrogate pair)'
    : undefined;
}

/**
 * Why a value is refused before anything looks into it: a text that no database and no other system could take (one
 * with a NUL or half a surrogate pair), or more than anybody needs, which would only cost time.
 * @returns its first fault, beginning with its place, or undefined where all is well
 */
export function refusalOf(value: unknown, limits: ValueLimits = {}): string | undefined {
  const stack: { value: unknown; path: string; depth: number }[] = [{ value, path: '', depth: 0 }];
  for (let seen = 1; stack.length > 0; seen++) {
    const next = stack.pop()!;
    const place = next.path === '' ? 'the value' : next.path;
    if (typeof next.value === 'string') {
      const fault = faultOfText(next.value, limits);
      if (fault !== undefined) return `${place} ${fault}`;
    } else if (typeof next.value === 'object' && next.value !== null) {
      if (next.depth === DEPTH_MAX) return `the value is nested deeper than ${DEPTH_MAX} levels`;
      const most = VALUES_MAX - seen - stack.length;
      if (Array.isArray(next.value) && next.value.length > Math.min(most, limits.list ?? Infinity)) {
        return next.value.length > most
          ? `the value holds more than ${VALUES_MAX} values`
          : `${place} has more than ${limits.list} items`;
      }
      let count = 0;
      for (const name in next.value) {
        if (!Object.hasOwn(next.value, name)) continue;
        if (++count > most) return `the value holds more than ${VALUES_MAX} values`;
        const inner = (next.value as Record<string, unknown>)[name];
        const fault = faultOfText(name, {});
        if (fault !== undefined) return `a name in ${place} ${fault}`;
        stack.push({ value: inner, path: next.path === '' ? name : `${next.path}.${name}`, depth: next.depth + 1 });
      }
    }
  }
  return undefined;
}
