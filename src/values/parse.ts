import type { z } from 'zod';
import { invalidInput } from '../errors/app-error.js';

/**
 * Parses a value by its schema.
 * @throws INVALID_INPUT with one line per invalid field, each beginning with the name of the field
 */
export function parseInput<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const details = parsed.error.issues.map((issue) =>
    issue.path.length > 0 ? `${issue.path.join('.')}: ${issue.message}` : issue.message,
  );
  throw invalidInput(details);
}

/** Limits that are checked before a value is validated by its schema. */
export interface ValueLimits {
  /** Maximum number of characters of a string. */
  readonly text?: number;
  /** Maximum number of items of a list. */
  readonly list?: number;
  /** Maximum number of values. Defaults to 50,000. */
  readonly values?: number;
  /** True to accept strings that the database can't store, because the value is not stored. */
  readonly isUnstored?: boolean;
}

const DEPTH_MAX = 100;
const VALUES_MAX = 50_000;

function faultOfText(text: string, { text: most = Infinity, isUnstored }: ValueLimits): string | undefined {
  if (text.length > most) return `is longer than ${most} characters`;
  if (isUnstored) return undefined;
  return text.includes('\0') || !text.isWellFormed()
    ? 'contains a character that can’t be stored (NUL or a lone surrogate)'
    : undefined;
}

/**
 * Checks a value before it is validated by its schema. Refuses strings that the database can't store (with a NUL or a
 * lone surrogate), and values that exceed the limits.
 * @returns the first violation, beginning with its path, or undefined
 */
export function refusalOf(value: unknown, limits: ValueLimits = {}): string | undefined {
  const valuesMax = limits.values ?? VALUES_MAX;
  const stack: { value: unknown; path: string; depth: number }[] = [{ value, path: '', depth: 0 }];
  for (let seen = 1; stack.length > 0; seen++) {
    const next = stack.pop()!;
    const where = next.path === '' ? 'the value' : next.path;
    if (typeof next.value === 'string') {
      const fault = faultOfText(next.value, limits);
      if (fault !== undefined) return `${where} ${fault}`;
    } else if (typeof next.value === 'object' && next.value !== null) {
      if (next.depth === DEPTH_MAX) return `the value is nested deeper than ${DEPTH_MAX} levels`;
      const most = valuesMax - seen - stack.length;
      if (Array.isArray(next.value) && next.value.length > Math.min(most, limits.list ?? Infinity)) {
        return next.value.length > most
          ? `the value contains more than ${valuesMax} values`
          : `${where} has more than ${limits.list} items`;
      }
      let count = 0;
      for (const name in next.value) {
        if (!Object.hasOwn(next.value, name)) continue;
        if (++count > most) return `the value contains more than ${valuesMax} values`;
        const inner = (next.value as Record<string, unknown>)[name];
        const fault = faultOfText(name, limits.isUnstored ? limits : {});
        if (fault !== undefined) return `a name in ${where} ${fault}`;
        stack.push({ value: inner, path: next.path === '' ? name : `${next.path}.${name}`, depth: next.depth + 1 });
      }
    }
  }
  return undefined;
}
