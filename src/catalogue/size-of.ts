/** Texts that are shorter are estimated at one byte a character, as most are. */
const LOOKED_INTO = 40;

const isWide = (text: string): boolean => text.length > LOOKED_INTO && /[^\0-\xff]/.test(text);

/** Roughly the bytes that a plain value takes in memory; what others hold as well is counted as if it were its own. */
export function sizeOf(value: unknown): number {
  if (typeof value === 'string') return 24 + value.length * (isWide(value) ? 2 : 1);
  if (typeof value !== 'object' || value === null) return 0;
  let size = 24;
  if (Array.isArray(value)) for (const item of value) size += 8 + sizeOf(item);
  // Two words for each field, for numbers and dates take more than their place.
  else for (const name in value) size += 16 + sizeOf((value as Record<string, unknown>)[name]);
  return size;
}
