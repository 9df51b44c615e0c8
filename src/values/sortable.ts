const HIGH = /[\ud800-\uffff]/;

/** Where a text stands by its code points, as the collation "C" has it: units of pairs come after all other units. */
const place = (unit: number): number => (unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800);

/** A text in a form whose order by units is the order of the text by code points. */
export function sortable(text: string): string {
  return HIGH.test(text)
    ? String.fromCharCode(...Array.from({ length: text.length }, (_, index) => place(text.charCodeAt(index))))
    : text;
}
