import type { z } from 'zod';
import { invalidInput } from '../errors/app-error.js';

const DETAILS_MAX = 50;

/**
 * Reads a value by its schema.
 * @throws INVALID_INPUT with one line for each fault, each beginning with the name of its field
 */
export function parseInput<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const details = parsed.error.issues.map((issue) => (issue.path.length > 0 ? `${issue.path.join('.')}: ${issue.message}` : issue.message));
  throw invalidInput(details.slice(0, DETAILS_MAX));
}

/**
 * The place of the first text that no database and no other system could take: one with a NUL or half a surrogate pair.
 * @returns its path, or undefined where all is well
 */
export function findUnstorableText(value: unknown, path = ''): string | undefined {
  const stack: { value: unknown; path: string }[] = [{ value, path }];
  while (stack.length > 0) {
    const next = stack.pop()!;
    if (typeof next.value === 'string') {
      if (next.value.includes('\0') || !next.value.isWellFormed()) return next.path === '' ? 'the value' : next.path;
    } else if (typeof next.value === 'object' && next.value !== null) {
      for (const [name, inner] of Object.entries(next.value)) {
        if (name.includes('\0') || !name.isWellFormed()) return `a name in ${next.path === '' ? 'the value' : next.path}`;
        stack.push({ value: inner, path: next.path === '' ? name : `${next.path}.${name}` });
      }
    }
  }
  return undefined;
}
