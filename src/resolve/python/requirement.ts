import { type Clause, parseClause } from './specifier.js';
import { type Marker, parseMarker } from './marker.js';
import { memoize } from '../../values/memoize.js';

/** A requirement of a Python package (PEP 508). */
export interface Requirement {
  /** The normalized name of the package (PEP 503). */
  readonly package: string;
  /** The original specifier, without spaces and marker. */
  readonly spec: string;
  readonly extras: readonly string[];
  readonly clauses: readonly Clause[];
  /** The condition under which the requirement applies; `undefined` if it always applies. */
  readonly marker: Marker | undefined;
  /** The reason why the version is not compared (a URL, `===`, or a clause that is not PEP 440), if it is not. */
  readonly notJudged: string | undefined;
}

const LENGTH_MAX = 1000;
/** Limit of parsed lines in memory. Most nodes require the same packages. */
const PARSED_MAX = 5000;
const NAME = /^([A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)\s*(?:\[([^\]]*)\])?\s*/;
const EXTRA = /^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$/;

/** Returns the normalized form of the name of a package or an extra. */
const normalizedName = (name: string): string => name.toLowerCase().replace(/[-_.]+/g, '-');

/** A line that can't be parsed, or that is not a requirement of a package. */
export interface UnreadableLine {
  readonly line: string;
  readonly why: string;
}

function versionsOf(text: string): Pick<Requirement, 'clauses' | 'notJudged'> {
  const inner = text.startsWith('(') && text.endsWith(')') ? text.slice(1, -1) : text;
  if (inner.trim().startsWith('@')) return { clauses: [], notJudged: 'it names a URL instead of versions' };
  // The list may end with a comma.
  const parts =
    inner.trim() === ''
      ? []
      : inner
          .replace(/,\s*$/, '')
          .split(',')
          .map((part) => part.trim());
  const clauses = parts.map(parseClause);
  const wrong = parts.find((_, index) => clauses[index] === undefined);
  if (wrong === undefined) return { clauses: clauses as Clause[], notJudged: undefined };
  return {
    clauses: [],
    notJudged: wrong.startsWith('===')
      ? '"===" compares texts instead of versions'
      : `"${wrong.slice(0, 50)}" is not a version specifier`,
  };
}

/** Splits off the marker. After a URL, a semicolon begins a marker only if a space precedes it. */
function splitMarker(text: string): [rest: string, marker: string | undefined] {
  const isUrl = /^[^;]*@\s*[A-Za-z][A-Za-z0-9+.-]*:/.test(text);
  const at = isUrl ? text.search(/\s;/) : text.indexOf(';');
  return at === -1
    ? [text.trim(), undefined]
    : [text.slice(0, at).trim(), text.slice(text.indexOf(';', at) + 1).trim()];
}

/**
 * Parses a line of a version's dependencies.
 * @returns `undefined` for a comment or an empty line
 */
export function parseRequirement(source: string): Requirement | UnreadableLine | undefined {
  const line = source.replace(/(^|\s)#.*$/s, '').trim();
  if (line === '') return undefined;
  if (line.length > LENGTH_MAX) return { line: line.slice(0, 200), why: `it is longer than ${LENGTH_MAX} characters` };
  return parseLine(line);
}

const parseLine = memoize((line: string): Requirement | UnreadableLine => {
  const shown = line.slice(0, 200);
  if (line.startsWith('-')) return { line: shown, why: 'it is an option of an installer' };
  const [rest, condition] = splitMarker(line);
  const match = NAME.exec(rest);
  if (!match) return { line: shown, why: 'it does not begin with the name of a package' };
  const extras = (match[2] ?? '').split(',').map((extra) => extra.trim());
  const named = extras.filter((extra) => extra !== '');
  if (!named.every((extra) => EXTRA.test(extra))) return { line: shown, why: 'its extras are not names' };
  const after = rest.slice(match[0].length).trim();
  if (after !== '' && !/^[<>=!~@(]/.test(after)) return { line: shown, why: 'it is not a requirement of PEP 508' };
  const marker = condition === undefined ? undefined : parseMarker(condition);
  if (condition !== undefined && !marker) return { line: shown, why: 'its marker can’t be read' };
  return {
    package: normalizedName(match[1]!),
    spec: after.replace(/\s+/g, ''),
    extras: named.map(normalizedName),
    ...versionsOf(after),
    marker,
  };
}, PARSED_MAX);
