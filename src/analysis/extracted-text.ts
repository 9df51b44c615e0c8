import { PLACE } from './python-files.js';
import {
  type Constant,
  constant,
  contentOf,
  isUnordered,
  type List,
  textOf,
  type Unknown,
  type Value,
} from './python-values.js';

/** Stands for the order of what a folder lists, or a set has. */
const ANY_ORDER = 'in any order';
const JSON_MAX = 200_000;
const JSON_DEPTH_MAX = 60;

/** Says where a value comes from that can't be known without running the code, and why. */
export const describeUnknown = ({ file, line, text, why }: Unknown): string =>
  `${file === '' ? '' : `${file}:${line}: `}${JSON.stringify(text.replace(/\s+/g, ' ').slice(0, 120))} ${why}`;

/** Whether a value is a text that depends on where the package is installed. */
export const isPlace = (value: Value): boolean => textOf(value)?.includes(PLACE) === true;

/** A number, boolean or null. Large floats have an exponent, so that they are read as floats with the same value. */
const writtenNumber = (value: Constant['value']): string =>
  typeof value === 'number' && Math.abs(value) >= 1e16 ? value.toExponential() : String(value);

/** The name that JSON gives a key of a dictionary. */
function nameOf(key: Value): string {
  const content = contentOf(key);
  return content.kind === 'constant' ? String(content.value) : key.kind;
}

/** A value as JSON text; what can't be known says so in its place. Undefined where it is longer than anybody's is. */
export function jsonOf(value: Value): string | undefined {
  let size = 0;
  const take = (text: string): string => {
    size += text.length;
    return text;
  };
  const unevaluated = (text: string): string => take(JSON.stringify({ unevaluated: text.toWellFormed() }));
  const writeItems = (list: List, depth: number): string[] => {
    const { loose, looseAt, orderedTo } = list;
    const isOpen = isUnordered(list);
    // The position of an output is what it is connected by.
    const items = isOpen && depth === 0 ? list.items.slice(0, orderedTo) : list.items;
    const known = items.map((item) => write(item, depth + 1));
    const written = loose ? known.toSpliced(looseAt, 0, unevaluated(loose.text)) : known;
    return isOpen ? written.toSpliced(orderedTo, 0, unevaluated(ANY_ORDER)) : written;
  };
  const write = (of: Value, depth: number): string => {
    const at = contentOf(of, 'items');
    if (size > JSON_MAX || depth > JSON_DEPTH_MAX) return unevaluated('…');
    switch (at.kind) {
      case 'constant':
        if (isPlace(at)) return unevaluated('a path');
        if (typeof at.value === 'string') return take(JSON.stringify(at.value.replaceAll('\0', '').toWellFormed()));
        return typeof at.value === 'number' && !Number.isFinite(at.value)
          ? unevaluated('inf')
          : take(Object.is(at.value, -0) ? '-0.0' : writtenNumber(at.value));
      case 'list':
        if (at.form === 'set') return unevaluated('a set');
        return `[${writeItems(at, depth).join(take(','))}]`;
      case 'dictionary': {
        if (at.oneOf) return unevaluated(at.oneOf.text);
        const entries = [...at.entries.values()].map(
          ({ key, value: inner }) => `${write(constant(nameOf(key)), depth + 1)}:${write(inner, depth + 1)}`,
        );
        const open = at.orderedTo + 1 < at.entries.size ? [ANY_ORDER] : [];
        const unknown = [...at.loose.map(({ text }) => text), ...open]
          .slice(0, 1)
          .map((text) => `"unevaluated":${take(JSON.stringify(text.toWellFormed()))}`);
        return `{${[...entries, ...unknown].join(take(','))}}`;
      }
      case 'class':
        return unevaluated(at.name);
      case 'instance':
      case 'super':
        return unevaluated(at.of.name);
      case 'module':
        return unevaluated(at.scope.module.path);
      case 'unknown':
        return unevaluated(at.text);
      case 'made':
        return unevaluated(at.of);
      case 'callable':
      case 'coroutine':
      case 'manager':
      case 'file':
      case 'settings':
      case 'path':
      case 'walk':
      case 'spec':
        return unevaluated(`a ${at.kind}`);
      default:
        return unevaluated(at.kind === 'bound' ? at.function.name : at.name);
    }
  };
  const json = write(value, 0);
  return size > JSON_MAX ? undefined : json;
}

/** A text without control characters, which the database or a page could not take. */
export const storable = (text: string, most = 500): string =>
  text
    .replace(/(?![\n\r\t])\p{Cc}/gu, '')
    .slice(0, most)
    .toWellFormed();
