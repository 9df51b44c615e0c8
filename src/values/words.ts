const UNSPACED = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}';
// Scripts written without spaces count a character as a word.
const WORD = new RegExp(`[${UNSPACED}]|(?:(?![${UNSPACED}])[\\p{L}\\p{N}])+`, 'gu');
const WORD_MAX = 60;

const unmarked = (text: string): string => text.replace(/\p{M}/gu, '');

// Marks go first, too: putting thousands of them into their order takes the square of their number.
const plain = (text: string): string => unmarked(unmarked(text).normalize('NFKD')).normalize('NFC').toLowerCase();

/** The words of a text as search compares them: lower-cased, without accents, in order. */
export function searchWords(text: string): string[] {
  return (plain(text).match(WORD) ?? []).map((word) => word.slice(0, WORD_MAX));
}

/**
 * The words that a text is found by: beside its plain words the parts of those in camel case (`ImpactPack` → `impact`,
 * `pack`) and its parts written together (`impact-pack` → `impactpack`).
 */
export function indexWords(text: string): Set<string> {
  const words = searchWords(text);
  const parts = searchWords(text.replace(/(\p{Ll}|\p{N})(?=\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$& '));
  const together = words.length > 1 && words.length <= 8 ? [words.join('').slice(0, WORD_MAX)] : [];
  return new Set([...words, ...parts, ...together]);
}

/** How many typing errors are forgiven in a word of this many characters. */
export function forgivenTypos(length: number): number {
  if (length < 4) return 0;
  return length < 8 ? 1 : 2;
}

const ROWS = [new Uint8Array(128), new Uint8Array(128), new Uint8Array(128)] as const;

/**
 * The number of typing errors (a letter more, less, another, or two exchanged) that lead from the typed word to the
 * nearest beginning of the other one; one above the most where there are more.
 */
export function typosToPrefix(typed: string, word: string, most: number): number {
  // Nothing of the word beyond this can be nearer.
  const width = Math.min(word.length, typed.length + most);
  let [twoAgo, last, current] = ROWS as readonly [Uint8Array, Uint8Array, Uint8Array];
  for (let column = 0; column <= width; column++) last[column] = column;
  for (let row = 1; row <= typed.length; row++) {
    current[0] = row;
    let least = row;
    for (let column = 1; column <= width; column++) {
      const same = typed[row - 1] === word[column - 1];
      let cost = Math.min(last[column]! + 1, current[column - 1]! + 1, last[column - 1]! + (same ? 0 : 1));
      const exchanged =
        row > 1 && column > 1 && typed[row - 1] === word[column - 2] && typed[row - 2] === word[column - 1];
      if (exchanged) cost = Math.min(cost, twoAgo[column - 2]! + 1);
      current[column] = cost;
      if (cost < least) least = cost;
    }
    // An exchange reaches back two rows, so one row above the most is not the end yet.
    if (least > most + 1) return most + 1;
    [twoAgo, last, current] = [last, current, twoAgo];
  }
  let nearest = most + 1;
  for (let column = 0; column <= width; column++) nearest = Math.min(nearest, last[column]!);
  return nearest;
}
