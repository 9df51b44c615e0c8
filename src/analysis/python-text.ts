const ESCAPES: Record<string, string> = {
  n: '\n',
  t: '\t',
  r: '\r',
  '\\': '\\',
  "'": "'",
  '"': '"',
  a: '\x07',
  b: '\b',
  f: '\f',
  v: '\v',
  '\n': '',
};
const ESCAPE = /\\(x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[0-7]{1,3}|[\s\S])/g;

/** The text between the quotes, with its escapes decoded; undefined if one names its character. */
export function unescaped(content: string, isRaw: boolean): string | undefined {
  if (isRaw) return content;
  let isKnown = true;
  const text = content.replace(ESCAPE, (whole, escape: string) => {
    if (escape === 'N') isKnown = false;
    const digits = /^[0-7]/.test(escape)
      ? Number.parseInt(escape, 8)
      : /^[xuU]./.test(escape)
        ? Number.parseInt(escape.slice(1), 16)
        : undefined;
    if (digits !== undefined) return digits <= 0x10ffff ? String.fromCodePoint(digits) : whole;
    return ESCAPES[escape] ?? whole;
  });
  return isKnown ? text : undefined;
}

/** A literal's letters before the quotes, its quotes, and what stands between. */
export function literalOf(
  literal: string,
): { readonly prefix: string; readonly quotes: string; readonly content: string } | undefined {
  const match = /^([A-Za-z]*)('''|"""|'|")([\s\S]*)\2$/.exec(literal);
  return match ? { prefix: match[1]!.toLowerCase(), quotes: match[2]!, content: match[3]! } : undefined;
}

/** The value of a string literal; undefined for bytes. */
export function stringOf(literal: string): string | undefined {
  const parts = literalOf(literal);
  return !parts || parts.prefix.includes('b') ? undefined : unescaped(parts.content, parts.prefix.includes('r'));
}

/** A float as Python writes it; undefined where the two languages may differ. */
export function textOfFloat(value: number): string | undefined {
  const text = Object.is(value, -0) ? '-0' : String(value);
  if (!Number.isFinite(value)) return undefined;
  const size = Math.abs(value);
  if (size >= 1e16 || (size < 1e-4 && size > 0)) return value.toExponential().replace(/e([+-])(\d)$/, 'e$10$2');
  return Number.isInteger(value) ? `${text}.0` : text;
}

/** A text as `repr` writes it; undefined if it has letters that are escaped. */
export const quoted = (said: string): string | undefined => (/^[ !#-&(-[\]-~]*$/.test(said) ? `'${said}'` : undefined);

/** The digits of a number after those that are written, exactly, to find out whether it is in the middle of two. */
const FURTHER = 40;

/**
 * A number with a fixed number of decimals. Of two that are equally near, Python takes the one with an even last digit.
 * @param form whether it is written with an exponent
 * @returns `undefined` if it is too large
 */
export function withDecimals(
  number: number,
  decimals: number,
  form: 'plain' | 'exponent' = 'plain',
): string | undefined {
  if (!Number.isFinite(number) || decimals > 50 || (form === 'plain' && Math.abs(number) >= 1e21)) return undefined;
  const write = (count: number): string => (form === 'plain' ? number.toFixed(count) : number.toExponential(count));
  const [digits = '', exponent = ''] = write(decimals + FURTHER).split(/(?=e)/);
  const cut = digits.slice(0, -FURTHER);
  const isMiddle = /^50*$/.test(digits.slice(-FURTHER));
  return isMiddle && /[02468]\.?$/.test(cut) ? cut.replace(/\.$/, '') + exponent : write(decimals);
}
