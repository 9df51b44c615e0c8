import { writtenMember } from './python-enumerations.js';
import { PLACE } from './python-files.js';
import { isUnordered, textOf, type Value } from './python-values.js';
import { quoted, textOfFloat, withDecimals } from './python-text.js';

/** The result of `str()`; undefined if it is unknown. */
export function writtenOf(value: Value | undefined): string | undefined {
  if (value?.kind === 'path') return value.path;
  if (value?.kind === 'instance') return writtenMember(value);
  if (value?.kind !== 'constant') return undefined;
  switch (typeof value.value) {
    case 'string':
      return value.value;
    case 'bigint':
      return String(value.value);
    case 'boolean':
      return value.value ? 'True' : 'False';
    case 'number':
      return textOfFloat(value.value);
    default:
      return 'None';
  }
}

/** A format specification: fill, alignment, sign, alternate form, zeros, width, grouping, precision and type. */
const SPECIFICATION = /^(?:([^{}])?([<>=^]))?([-+ ])?(#)?(0)?(\d{1,3})?([,_])?(?:\.(\d{1,2}))?([bdeEfFgGosxX%])?$/su;

/** A text of at least this many code points, to the left, to the right or in the middle of others. */
export function padded(said: string, width: number, side: string, fill: string): string {
  const missing = Math.max(0, width - [...said].length);
  const before = side === '>' ? missing : side === '^' ? Math.floor(missing / 2) : 0;
  return fill.repeat(before) + said + fill.repeat(missing - before);
}

const BASES: Readonly<Record<string, readonly [number, string]>> = {
  b: [2, '0b'],
  o: [8, '0o'],
  x: [16, '0x'],
  X: [16, '0X'],
};

/** The digits of a whole number without its sign; `undefined` if its type is one of floats. */
function digitsOfWhole(number: bigint, type: string, isAlternate: boolean): string | undefined {
  const [base, prefix] = BASES[type] ?? [10, ''];
  if (type !== '' && type !== 'd' && base === 10) return undefined;
  const digits = number.toString(base);
  return (isAlternate ? prefix : '') + (type === 'X' ? digits.toUpperCase() : digits);
}

const withExponent = (said: string): string => said.replace(/e([-+])(\d)$/, 'e$10$2');

/** The shorter one of a plain number and one with an exponent, without zeros at the end. */
function general(number: number, precision: number): string | undefined {
  const digits = Math.max(1, precision);
  const scientific = withDecimals(number, digits - 1, 'exponent');
  if (scientific === undefined) return undefined;
  const exponent = Number(scientific.split('e')[1]);
  const isPlain = exponent >= -4 && exponent < digits;
  const said = isPlain ? withDecimals(number, digits - 1 - exponent) : scientific;
  return said && withExponent(said.replace(/(\.\d*?)0+(?=e|$)/, '$1').replace(/\.(?=e|$)/, ''));
}

/** The digits of a float without its sign. */
function digitsOfFloat(number: number, type: string, precision: number | undefined): string | undefined {
  switch (type.toLowerCase()) {
    case '':
      return precision === undefined ? textOfFloat(number) : undefined;
    case 'f':
      return withDecimals(number, precision ?? 6);
    case 'e': {
      const said = withDecimals(number, precision ?? 6, 'exponent');
      return said && withExponent(said);
    }
    case 'g':
      return general(number, precision ?? 6);
    case '%': {
      const said = withDecimals(number * 100, precision ?? 6);
      return said && `${said}%`;
    }
    default:
      return undefined;
  }
}

/** Separates the digits of a whole number, or of the part before the point, by threes (fours if it is not decimal). */
function grouped(digits: string, separator: string, type: string): string {
  const every = type in BASES ? 4 : 3;
  const whole = type in BASES ? digits : (/^\d+/.exec(digits)?.[0] ?? '');
  const groups: string[] = [];
  for (let end = whole.length; end > 0; end -= every) groups.unshift(whole.slice(Math.max(0, end - every), end));
  return groups.join(separator) + digits.slice(whole.length);
}

/** A text or number as `format` writes it; `undefined` if that is an error, or unknown. */
function specified(value: string | bigint | number, specification: string): string | undefined {
  const parts = SPECIFICATION.exec(specification);
  if (!parts) return undefined;
  const [, fill, side, sign, alternate, zero, wide = '0', separator, precise, type = ''] = parts;
  const [width, precision] = [Number(wide), precise === undefined ? undefined : Number(precise)];
  if (typeof value === 'string') {
    const isPlain = !sign && !alternate && !zero && !separator && side !== '=' && (type === '' || type === 's');
    // The length of a path of an installed package is unknown.
    if (value.includes(PLACE)) return undefined;
    const cut = precision === undefined ? value : [...value].slice(0, precision).join('');
    return isPlain ? padded(cut, width, side ?? '<', fill ?? ' ') : undefined;
  }
  const size = value < 0 ? -value : value;
  const isWhole = typeof size === 'bigint' && /^[bdoxX]?$/.test(type);
  if ((isWhole && precision !== undefined) || (separator && /[eEgG%]/.test(type)) || (alternate && !isWhole))
    return undefined;
  if (separator === ',' && type in BASES) return undefined;
  if (separator && (zero || side === '=' || alternate)) return undefined;
  const digits = isWhole
    ? digitsOfWhole(size, type, alternate !== undefined)
    : digitsOfFloat(Number(size), type, precision);
  if (digits === undefined || Object.is(value, -0)) return undefined;
  const cased = /[EG]/.test(type) ? digits.toUpperCase() : digits;
  const said = separator ? grouped(cased, separator, type) : cased;
  const before = value < 0 ? '-' : sign === '-' ? '' : (sign ?? '');
  if (!side && !zero) return padded(before + said, width, '>', ' ');
  if ((side ?? '=') !== '=') return padded(before + said, width, side!, fill ?? (zero ? '0' : ' '));
  const [prefix] = isWhole && alternate && type in BASES ? [said.slice(0, 2)] : [''];
  const inner = width - before.length - prefix.length;
  return before + prefix + padded(said.slice(prefix.length), inner, '>', fill ?? (zero ? '0' : ' '));
}

/**
 * A value in an f-string, or in a text with `format`.
 * @param conversion `!r`, `!s`, or empty
 * @param specification what comes after the colon
 * @returns `undefined` if the text is unknown
 */
export function formatted(value: Value | undefined, conversion: string, specification: string): string | undefined {
  if (conversion !== '' && conversion !== '!r' && conversion !== '!s') return undefined;
  const isText = value?.kind === 'constant' && typeof value.value === 'string';
  if (conversion === '!r' && value?.kind === 'instance') return undefined;
  const written = conversion === '!r' && isText ? quoted(textOf(value)!) : writtenOf(value);
  if (written === undefined || specification === '') return written;
  if (conversion !== '') return specified(written, specification);
  if (value?.kind !== 'constant' || value.value === null || typeof value.value === 'boolean') return undefined;
  return specified(value.value, specification);
}

/** Whether a value is what a conversion of `%` takes: `d` and `x` take ints, `f`, `e` and `g` any number. */
function isTaken(value: Value | undefined, type: string): boolean {
  const is = value?.kind === 'constant' ? typeof value.value : undefined;
  return /[sr]/.test(type) || is === 'bigint' || (is === 'number' && !/[xXo]/.test(type));
}

/** One conversion of `text % value`. */
function converted(
  value: Value | undefined,
  flags: string,
  width: string,
  precision: string,
  type: string,
): string | undefined {
  if (!isTaken(value, type)) return undefined;
  const side = flags.includes('-') ? '<' : flags.includes('0') && !/[sr]/.test(type) ? '' : '>';
  const sign = flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : '';
  const zero = side === '' ? '0' : '';
  const alternate = flags.includes('#') ? '#' : '';
  if (/[sr]/.test(type)) return formatted(value, `!${type}`, `${side}${width}${precision}`);
  // `%d` cuts the decimals of a float off.
  const isFloat = value?.kind === 'constant' && typeof value.value === 'number';
  if (isFloat && /[diu]/.test(type)) return undefined;
  return formatted(value, '', `${side}${sign}${alternate}${zero}${width}${precision}${/[iu]/.test(type) ? 'd' : type}`);
}

/** The result of `text % value`; `undefined` if it is unknown. */
export function percent(said: string, given: Value): string | undefined {
  if (given.kind === 'list' && (given.form !== 'tuple' || given.loose || isUnordered(given))) return undefined;
  const values = given.kind === 'list' ? given.items : [given];
  const named = given.kind === 'dictionary' ? given : undefined;
  let next = 0;
  let isKnown = true;
  const conversion = /%(?:\((\w+)\))?([-+ #0]{0,5})(\d{0,3})((?:\.\d{1,2})?)(.?)/gs;
  const filled = said.replace(
    conversion,
    (whole, name: string | undefined, flags: string, width: string, precision: string, type: string) => {
      if (whole === '%%') return '%';
      const value = name === undefined ? values[next++] : named?.get(name);
      const written = /^[diuxXosrfFeEgG]$/.test(type) ? converted(value, flags, width, precision, type) : undefined;
      isKnown &&= written !== undefined;
      return written ?? '';
    },
  );
  return isKnown && (named || next === values.length) ? filled : undefined;
}
