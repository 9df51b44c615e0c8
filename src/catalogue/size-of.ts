/** Strings up to this length are estimated at one byte per character without scanning them. */
const UNSCANNED_MAX = 40;

const isWide = (text: string): boolean => text.length > UNSCANNED_MAX && /[^\0-\xff]/.test(text);

/**
 * Estimated memory of a plain value, in bytes. Strings and objects that are shared with other values are counted in
 * full.
 */
export function sizeOf(value: unknown): number {
  if (typeof value === 'string') return 24 + value.length * (isWide(value) ? 2 : 1);
  if (typeof value !== 'object' || value === null) return 0;
  let size = 24;
  if (Array.isArray(value)) for (const item of value) size += 8 + sizeOf(item);
  // Two words for each field, because a number or a date can take more than its slot.
  else for (const name in value) size += 16 + sizeOf((value as Record<string, unknown>)[name]);
  return size;
}

/** Estimated memory of an entry of a cache, in bytes: its value, and 200 for its key and the entry itself. */
export const entrySize = (value: unknown): number => sizeOf(value) + 200;
