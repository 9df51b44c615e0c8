const UNSPACED = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}';
// In scripts without spaces, each character counts as a word.
const WORD = new RegExp(`[${UNSPACED}]|(?:(?![${UNSPACED}])[\\p{L}\\p{N}])+`, 'gu');
const WORD_MAX = 60;

const unmarked = (text: string): string => text.replace(/\p{M}/gu, '');

// Combining marks are also removed before normalizing, because reordering thousands of them takes quadratic time.
const plain = (text: string): string => unmarked(unmarked(text).normalize('NFKD')).normalize('NFC').toLowerCase();

/** Returns the words of a text in order, normalized for search: in lower case and without accents. */
export function searchWords(text: string): string[] {
  return (plain(text).match(WORD) ?? []).map((word) => word.slice(0, WORD_MAX));
}

/**
 * Returns the words to index for a text: its words, the parts of words in camel case (`ImpactPack` → `impact`, `pack`),
 * and, for short texts, all words joined (`impact-pack` → `impactpack`).
 */
export function indexWords(text: string): Set<string> {
  const words = searchWords(text);
  const parts = searchWords(text.replace(/(\p{Ll}|\p{N})(?=\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$& '));
  const together = words.length > 1 && words.length <= 8 ? [words.join('').slice(0, WORD_MAX)] : [];
  return new Set([...words, ...parts, ...together]);
}

/** Returns the number of typos that are tolerated in a word of this length. */
export function forgivenTypos(length: number): number {
  if (length < 4) return 0;
  return length < 8 ? 1 : 2;
}
