/** Lists up to this length are searched as fast as a set. */
const SCANNED_MAX = 20;

/** Returns a function that tells whether a list contains a text. It does not observe later changes of the list. */
export function membership(texts: readonly string[]): (text: string) => boolean {
  if (texts.length <= SCANNED_MAX) return (text) => texts.includes(text);
  const known = new Set(texts);
  return (text) => known.has(text);
}
