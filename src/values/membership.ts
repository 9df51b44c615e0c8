/** Lists up to this length are searched as fast as a set. */
const SCANNED_MAX = 20;
/** Building a set takes as long as about this many searches of the list. */
const SEARCHES_MAX = 8;

/** Returns a function that tells whether a list contains a text. The list must not change afterwards. */
export function membership(texts: readonly string[]): (text: string) => boolean {
  if (texts.length <= SCANNED_MAX) return (text) => texts.includes(text);
  let searches = 0;
  let known: ReadonlySet<string> | undefined;
  return (text) => {
    if (!known && ++searches <= SEARCHES_MAX) return texts.includes(text);
    return (known ??= new Set(texts)).has(text);
  };
}
