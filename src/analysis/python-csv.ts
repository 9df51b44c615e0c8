import type { Follower, Outside } from './python-follower.js';
import { linesOf } from './python-open-files.js';
import { type Arguments, constant, NONE, textOf, type Value } from './python-values.js';

/** A field in quotes. */
const QUOTED = /"([^"]*(?:""[^"]*)*)"/y;

/** Returns a function that finds a letter at or after positions that only grow, and passes over no part twice. */
function finder(text: string, letter: string): (from: number) => number {
  let found = -1;
  return (from) => {
    if (found < from) {
      const at = text.indexOf(letter, from);
      found = at === -1 ? text.length : at;
    }
    return found;
  };
}

/** The rows of a text, as the standard dialect reads them; undefined if it has quotes in other places. */
function rowsOf(text: string, delimiter: string): string[][] | undefined {
  const [nextDelimiter, nextLine] = [finder(text, delimiter), finder(text, '\n')];
  const rows: string[][] = [];
  let row: string[] = [];
  for (let at = 0; at < text.length;) {
    QUOTED.lastIndex = at;
    const quoted = QUOTED.exec(text)?.[1];
    const end = quoted === undefined ? Math.min(nextDelimiter(at), nextLine(at)) : QUOTED.lastIndex;
    const plain = text.slice(at, end);
    const after = text[end] ?? '\n';
    if ((quoted === undefined && plain.includes('"')) || (after !== delimiter && after !== '\n')) return undefined;
    at = end + 1;
    // A line without any character has no fields.
    if (row.length > 0 || plain !== '' || after === delimiter) row.push(quoted?.replaceAll('""', '"') ?? plain);
    if (after === delimiter) {
      if (at >= text.length) row.push('');
      else continue;
    }
    rows.push(row);
    row = [];
  }
  return rows;
}

/** The rows of an open file of the archive; undefined if they are unknown, or the options are others. */
function readRows(follow: Follower, { positional: [file, more], named }: Arguments): string[][] | undefined {
  const given = named.get('delimiter');
  const delimiter = given ? textOf(given) : ',';
  const isOther = more !== undefined || [...named.keys()].some((name) => name !== 'delimiter');
  if (file?.kind !== 'file' || delimiter?.length !== 1 || delimiter === '"' || isOther) return undefined;
  const lines = linesOf(follow, file);
  return lines && rowsOf(lines.map((line) => textOf(line) ?? '').join(''), delimiter);
}

const textsIn = (follow: Follower, row: readonly string[]): Value => follow.list('list', row.map(constant));

/** A row by the names of the first row. Python gives `None` to those that it lacks. */
function entryOf(follow: Follower, names: readonly string[], row: readonly string[]): Value {
  const made = follow.dictionary();
  names.forEach((name, at) => follow.put(made, constant(name), at < row.length ? constant(row[at]!) : NONE));
  if (row.length > names.length) follow.put(made, NONE, textsIn(follow, row.slice(names.length)));
  return made;
}

/** Functions that read files of tables, by their dotted names. */
export const TABLES: Readonly<Record<string, Outside>> = {
  'csv.reader': (follow, given) => {
    const rows = readRows(follow, given);
    return rows && follow.iterator(() => ({ items: rows.map((row) => textsIn(follow, row)) }));
  },
  'csv.DictReader': (follow, given) => {
    const [names = [], ...rows] = readRows(follow, given)?.filter((row) => row.length > 0) ?? [];
    return names.length === 0
      ? undefined
      : follow.list(
          'list',
          rows.map((row) => entryOf(follow, names, row)),
        );
  },
};
