const HIGH = /[\ud800-\uffff]/;

/** Maps a UTF-16 code unit so that surrogates sort after all other units, as in the collation "C". */
const ordinal = (unit: number): number => (unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800);

/** Maps a string so that the order of its UTF-16 code units is the order of the original code points. */
export function sortable(text: string): string {
  return HIGH.test(text)
    ? String.fromCharCode(...Array.from({ length: text.length }, (_, index) => ordinal(text.charCodeAt(index))))
    : text;
}
