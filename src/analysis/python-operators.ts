import { PLACE } from './python-files.js';
import { text, writtenOf } from './python-builtins.js';
import { HOST } from './python-class-tests.js';
import { areEqual, constant, identityOf, isMaybe, textOf, type Value } from './python-values.js';

const COMPARISONS = new Set(['==', '!=', '<', '>', '<=', '>=', 'in', 'not in', 'is', 'is not']);

/** An int or float; undefined for complex ones. */
export function numberOf(said: string): Value | undefined {
  const digits = said.replaceAll('_', '');
  if (digits.length > 100) return undefined;
  if (/^(\d+|0x[0-9a-f]+|0o[0-7]+|0b[01]+)$/i.test(digits)) return constant(BigInt(digits));
  return /^(\d+(?:\.\d*)?|\.\d+)(e[-+]?\d+)?$/i.test(digits) ? constant(Number(digits)) : undefined;
}

/** The text of a value in an f-string. Of the formats, only the digits of an int are supported. */
export function formatted(value: Value | undefined, format: string): string | undefined {
  if (format === '' || format === '!s') return writtenOf(value);
  const digits = /^:0(\d{1,2})d?$/.exec(format)?.[1];
  const whole = value?.kind === 'constant' && typeof value.value === 'bigint' ? value.value : undefined;
  return digits === undefined || whole === undefined || whole < 0n
    ? undefined
    : String(whole).padStart(Number(digits), '0');
}

export function compared(operator: string, a: Value, b: Value): boolean | undefined {
  if (!COMPARISONS.has(operator)) return undefined;
  if (operator === '==' || operator === '!=') {
    const isForeign = [a, b].some(isModuleOfLibrary) && [a, b].some((value) => textOf(value)?.includes(PLACE));
    const equal = isForeign ? false : areEqual(a, b);
    return equal === undefined ? undefined : equal === (operator === '==');
  }
  if (operator === 'is' || operator === 'is not') {
    const isNone = (value: Value): boolean => value.kind === 'constant' && value.value === null;
    const same = isSameThing(a, b);
    if (same !== undefined) return same === (operator === 'is');
    if (a.kind === 'unknown' || b.kind === 'unknown' || (!isNone(a) && !isNone(b) && a.kind === 'constant'))
      return undefined;
    return (a === b || (isNone(a) && isNone(b))) === (operator === 'is');
  }
  if (operator === 'in' || operator === 'not in') {
    const found = contains(b, a);
    return found === undefined ? undefined : found === (operator === 'in');
  }
  if (
    a.kind !== 'constant' ||
    b.kind !== 'constant' ||
    typeof a.value === 'string' ||
    typeof b.value === 'string' ||
    a.value === null ||
    b.value === null
  )
    return undefined;
  const [left, right] = [Number(a.value), Number(b.value)];
  return { '<': left < right, '>': left > right, '<=': left <= right, '>=': left >= right }[operator];
}

/** The `__module__` of an object that is not from the archive. */
const isModuleOfLibrary = (value: Value): boolean =>
  value.kind === 'unknown' && /^[\w.()]+\.__module__$/.test(value.outside ?? '') && !HOST.test(value.outside!);

/** Returns whether two objects are the same, if one is from another package; undefined if that is not known. */
function isSameThing(a: Value, b: Value): boolean | undefined {
  const [first, second] = [a, b].map((value) =>
    value.kind === 'unknown' && /^[\w.]+$/.test(value.outside ?? '') ? value.outside : undefined,
  );
  if (first !== undefined && second !== undefined) return first === second ? true : undefined;
  return (a.kind === 'class' && second !== undefined) || (b.kind === 'class' && first !== undefined)
    ? false
    : undefined;
}

function contains(all: Value, one: Value): boolean | undefined {
  const [text, part] = [textOf(all), textOf(one)];
  if (text !== undefined) {
    // The rest of the path of the installed package is unknown.
    if (part === undefined || (text.includes(PLACE) && !text.includes(part))) return undefined;
    return text.includes(part);
  }
  if (all.kind === 'dictionary') {
    const identity = identityOf(one);
    if (identity === undefined) return undefined;
    const entry = all.entries.get(identity);
    if (entry) return isMaybe(entry.value) ? undefined : true;
    return all.loose.length === 0 ? false : undefined;
  }
  if (all.kind !== 'list') return undefined;
  const equal = all.items.map((item) => areEqual(item, one));
  return equal.includes(true) || (equal.includes(undefined) || all.loose ? undefined : false);
}

export function percent(said: string, values: readonly Value[]): Value | undefined {
  let next = 0;
  let isKnown = true;
  const filled = said.replace(/%(.?)/g, (_whole, letter: string) => {
    if (letter === '%') return '%';
    const value = values[next++];
    const written =
      letter === 's' || (letter === 'd' && value?.kind === 'constant' && typeof value.value === 'bigint')
        ? writtenOf(value)
        : undefined;
    isKnown &&= written !== undefined;
    return written ?? '';
  });
  return isKnown && next === values.length ? text(filled) : undefined;
}

/** The remainder of a division, with the sign of the divisor, as in Python. */
const remainder = (a: bigint, b: bigint): bigint => ((a % b) + b) % b;

export function arithmetic(
  operator: string,
  a: bigint | number | boolean | null,
  b: bigint | number | boolean | null,
): Value | undefined {
  if (typeof a === 'bigint' && typeof b === 'bigint') {
    if (String(a).length + String(b).length > 100) return undefined;
    switch (operator) {
      case '+':
        return constant(a + b);
      case '-':
        return constant(a - b);
      case '*':
        return constant(a * b);
      case '**':
        return b >= 0n && b <= 128n ? constant(a ** b) : undefined;
      case '/':
        return b === 0n ? undefined : constant(Number(a) / Number(b));
      case '//':
        return b === 0n ? undefined : constant((a - remainder(a, b)) / b);
      case '%':
        return b === 0n ? undefined : constant(remainder(a, b));
      case '<<':
        return b >= 0n && b <= 128n ? constant(a << b) : undefined;
      case '>>':
        return b >= 0n && b <= 128n ? constant(a >> b) : undefined;
      case '&':
        return constant(a & b);
      case '|':
        return constant(a | b);
      case '^':
        return constant(a ^ b);
      default:
        return undefined;
    }
  }
  if ((typeof a !== 'bigint' && typeof a !== 'number') || (typeof b !== 'bigint' && typeof b !== 'number'))
    return undefined;
  const [left, right] = [Number(a), Number(b)];
  const value = {
    '+': left + right,
    '-': left - right,
    '*': left * right,
    '/': right === 0 ? Number.NaN : left / right,
  }[operator];
  return value === undefined || !Number.isFinite(value) ? undefined : constant(value);
}
