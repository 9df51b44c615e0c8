import { isInNoPlace, PLACE } from './python-files.js';
import { HOST } from './python-class-tests.js';
import { areEqual } from './python-comparisons.js';
import { constant, identityOf, isMaybe, isUnordered, type List, textOf, type Value } from './python-values.js';

const COMPARISONS = new Set(['==', '!=', '<', '>', '<=', '>=', 'in', 'not in', 'is', 'is not']);

/** An int or float; undefined for complex ones. */
export function numberOf(said: string): Value | undefined {
  const digits = said.replaceAll('_', '');
  if (digits.length > 100) return undefined;
  if (/^(\d+|0x[0-9a-f]+|0o[0-7]+|0b[01]+)$/i.test(digits)) return constant(BigInt(digits));
  return /^(\d+(?:\.\d*)?|\.\d+)(e[-+]?\d+)?$/i.test(digits) ? constant(Number(digits)) : undefined;
}

export function compared(operator: string, a: Value, b: Value): boolean | undefined {
  if (!COMPARISONS.has(operator)) return undefined;
  if (operator === '==' || operator === '!=') {
    const types = [a, b].map(typeOfInputs);
    if (!types.includes(undefined)) return (types[0] === types[1]) === (operator === '==');
    const isForeign = [a, b].some(isModuleOfLibrary) && [a, b].some((value) => textOf(value)?.includes(PLACE));
    const equal = isForeign ? false : areEqual(a, b);
    return equal === undefined ? undefined : equal === (operator === '==');
  }
  if (operator === 'is' || operator === 'is not') {
    const isNone = (value: Value): boolean => value.kind === 'constant' && value.value === null;
    const isSingleton = (value: Value): boolean =>
      isNone(value) || (value.kind === 'constant' && typeof value.value === 'boolean');
    const same = a.kind === 'native' && b.kind === 'native' ? areEqual(a, b) : isSameThing(a, b);
    if ([a, b].some(isNone) && [a, b].some((one) => one.kind === 'unknown' && one.why === 'is a module'))
      return operator !== 'is';
    if (same !== undefined) return same === (operator === 'is');
    if (a.kind === 'unknown' || b.kind === 'unknown' || (!isSingleton(a) && !isSingleton(b) && a.kind === 'constant'))
      return undefined;
    return (a === b || (isSingleton(a) && isSingleton(b) && areEqual(a, b) === true)) === (operator === 'is');
  }
  if (operator === 'in' || operator === 'not in') {
    const types = b.kind === 'list' && !b.loose ? b.items.map(typeOfInputs) : [undefined];
    const type = typeOfInputs(a);
    const found = type !== undefined && !types.includes(undefined) ? types.includes(type) : contains(b, a);
    return found === undefined ? undefined : found === (operator === 'in');
  }
  if (a.kind === 'list' && b.kind === 'list') return comparedLists(operator, a, b);
  if (a.kind !== 'constant' || b.kind !== 'constant') return undefined;
  const texts = [a, b].map(textOf);
  // A letter of two UTF-16 units comes after all others, and the place of the package is unknown.
  const isPlain = texts.every((said) => said !== undefined && !/[\uD800-\uFFFF]/.test(said));
  if (!isPlain && [a.value, b.value].some((value) => value === null || typeof value === 'string')) return undefined;
  const [left, right] = isPlain ? [a.value!, b.value!] : [Number(a.value), Number(b.value)];
  return { '<': left < right, '>': left > right, '<=': left <= right, '>=': left >= right }[operator];
}

/** The order of lists or tuples: that of the first items that are not equal. */
function comparedLists(operator: string, a: List, b: List): boolean | undefined {
  if (a.form !== b.form || a.form === 'set' || [a, b].some((one) => one.loose ?? isUnordered(one))) return undefined;
  for (const [at, item] of a.items.entries()) {
    const other = b.items[at];
    if (!other) break;
    const isEqual = areEqual(item, other);
    if (isEqual !== true) return isEqual === undefined ? undefined : compared(operator.replace('=', ''), item, other);
  }
  const [left, right] = [a.items.length, b.items.length];
  return { '<': left < right, '>': left > right, '<=': left <= right, '>=': left >= right }[operator];
}

/** The name of one of the host's types of inputs, which are all different. */
const typeOfInputs = (value: Value): string | undefined =>
  value.kind === 'unknown' && /^comfy_api(\.\w+)*\.[A-Z]\w*$/.test(value.outside ?? '') ? value.outside : undefined;

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
    if (part === undefined) return undefined;
    const isIn = text.includes(part);
    // The rest of the path of the installed package is unknown.
    return isIn || !text.includes(PLACE) || isInNoPlace(part) ? isIn : undefined;
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
