const HIGH = /[\ud800-\uffff]/;

/**
 * Maps a UTF-16 code unit so that surrogates sort after all other units, like their code points in the collation "C".
 */
const ordinal = (unit: number): number => (unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800);

/** Maps strings so that comparing the results by UTF-16 code units compares the originals by code points. */
export function sortable(text: string): string {
  return HIGH.test(text)
    ? String.fromCharCode(...Array.from({ length: text.length }, (_, index) => ordinal(text.charCodeAt(index))))
    : text;
}
