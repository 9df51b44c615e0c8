import { AppError, invalidInput } from '../errors/app-error.js';

/** The bounds of a JSON text. */
export interface JsonBounds {
  /** Limit of the levels of nested objects and lists. */
  readonly depth: number;
  /** Limit of the number of values: objects, lists, strings, numbers, Booleans, nulls, and also names of fields. */
  readonly values: number;
  /** Limit of the names in one object. */
  readonly names: number;
}

const [QUOTE, BACKSLASH, OPEN_OBJECT, OPEN_LIST, CLOSE_OBJECT, CLOSE_LIST, COMMA, COLON] = [...'"\\{[}],:'].map(
  (character) => character.charCodeAt(0),
) as [number, number, number, number, number, number, number, number];

/** A violation of the bounds. */
class JsonFault extends Error {
  constructor(position: number, what: string) {
    super(`character ${position + 1}: ${what}`);
  }
}

/** Returns the position of the closing quote of the string that begins at `begin`, or the end of the text. */
function endOfString(text: string, begin: number): number {
  for (let end = text.indexOf('"', begin + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return end;
    // Counting backslashes takes linear time in total: a run of them is counted only at the quote directly after it.
  }
  return text.length;
}

/**
 * Checks the bounds of a text before it is parsed.
 * @returns the number of names in all objects
 */
function scan(text: string, { depth: deepest, values: most, names: mostNames }: JsonBounds): number {
  let [depth, names, values] = [0, 0, 1];
  /** Names of the object at each depth. */
  const namesAt = new Int32Array(deepest + 1);
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(text, at);
        break;
      case OPEN_OBJECT:
      case OPEN_LIST:
        values++;
        if (++depth > deepest) throw new JsonFault(at, `the value is nested deeper than ${deepest} levels`);
        namesAt[depth] = 0;
        break;
      case CLOSE_OBJECT:
      case CLOSE_LIST:
        depth = Math.max(0, depth - 1);
        break;
      case COMMA:
        values++;
        break;
      case COLON:
        names++;
        values++;
        if (++namesAt[depth]! > mostNames) throw new JsonFault(at, `an object has more than ${mostNames} names`);
        break;
    }
    if (values > most) throw new JsonFault(at, `the value contains more than ${most} values`);
  }
  return names;
}

/** Counts the names of all objects in a value. */
function countNames(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) for (const item of value) count += countNames(item);
  // Parsed JSON has no inherited names. `Object.values` would allocate a list for each object.
  else for (const name in value) count += 1 + countNames((value as Record<string, unknown>)[name]);
  return count;
}

/** Finds the first name that occurs twice in one object. */
function repeatedName(text: string): { readonly name: string; readonly at: number } | undefined {
  const objects: (Set<string> | undefined)[] = [];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === OPEN_OBJECT) objects.push(new Set());
    else if (code === OPEN_LIST) objects.push(undefined);
    else if (code === CLOSE_OBJECT || code === CLOSE_LIST) objects.pop();
    else if (code === QUOTE) {
      const end = endOfString(text, at);
      let next = end + 1;
      while (text.charCodeAt(next) <= 32) next++;
      if (text.charCodeAt(next) === COLON) {
        const name = JSON.parse(text.slice(at, end + 1)) as string;
        if (objects.at(-1)!.has(name)) return { name, at };
        objects.at(-1)!.add(name);
      }
      at = end;
    }
  }
  return undefined;
}

/**
 * Parses JSON within bounds, which are checked before parsing. Unlike `JSON.parse`, refuses a name that occurs twice in
 * one object, because parsers disagree about which of the values counts.
 * @param place where the text comes from, for error messages
 * @throws INVALID_JSON; INVALID_INPUT if the text exceeds a bound or repeats a name. Both state the position.
 */
export function parseBoundedJson(text: string, bounds: JsonBounds, place: string): unknown {
  try {
    const names = scan(text, bounds);
    const value: unknown = JSON.parse(text);
    if (countNames(value) === names) return value;
    const { name, at } = repeatedName(text)!;
    throw new JsonFault(at, `the name ${JSON.stringify(name.slice(0, 50))} occurs twice in its object`);
  } catch (error) {
    if (error instanceof JsonFault) throw invalidInput([`${place}: ${error.message}`]);
    if (!(error instanceof SyntaxError)) throw error;
    const position = /position (\d+)/.exec(error.message)?.[1];
    const detail = `${place}: ${position === undefined ? '' : `character ${Number(position) + 1}: `}is not valid JSON`;
    throw new AppError('INVALID_JSON', `The request is invalid: ${detail}`, { details: [detail] });
  }
}
