import { parse as parseQuery } from 'node:querystring';
import type { z } from 'zod';
import { editsBetween } from '../values/edits.js';
import type { Endpoint } from './endpoint.js';

/** A parameter name of other interfaces, in lower case without separators, and the parameters here that it may mean. */
type Synonym = readonly [string, readonly string[]];

/** Parameters by the names that other interfaces use for them. */
const SYNONYMS: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ...['pagesize', 'perpage', 'size', 'count', 'first', 'limit'].map((name): Synonym => [name, ['limit', 'pageSize']]),
  ...['pagenumber', 'offset'].map((name): Synonym => [name, ['page']]),
  ...['query', 'q', 'keyword', 'keywords'].map((name): Synonym => [name, ['search']]),
  ...['orderby', 'order'].map((name): Synonym => [name, ['sort']]),
  ...['cursor', 'after'].map((name): Synonym => [name, ['since']]),
  ['name', ['core_node_name']],
  ['status', ['statuses']],
]);

const NAME = /^[A-Za-z][\w-]{0,40}$/;
/** Names with fewer characters are not compared by edit distance, because they are too similar to each other. */
const LENGTH_MIN = 4;
const EDITS_MAX = 2;

const folded = (name: string): string => name.toLowerCase().replace(/[_-]/g, '');

/** Returns the parameter that an unknown name probably means. */
function meantBy(name: string, parameters: readonly string[]): string | undefined {
  const text = folded(name);
  const synonyms = SYNONYMS.get(text) ?? [];
  return (
    parameters.find((parameter) => folded(parameter) === text || synonyms.includes(parameter)) ??
    parameters.find(
      (parameter) =>
        parameter.length >= LENGTH_MIN &&
        text.length >= LENGTH_MIN &&
        editsBetween(folded(parameter), text) <= (text.length > 6 ? EDITS_MAX : 1),
    )
  );
}

/**
 * Returns a header that suggests the correct names of unknown parameters. Nothing else in the response changes, because
 * endpoints ignore unknown parameters.
 * @param asked the raw query string
 * @returns the name and the value of the header, or nothing
 */
export function parameterHints(at: Endpoint, asked: string | undefined): readonly string[] {
  if (asked === undefined || !at.query) return [];
  const given = Object.keys(parseQuery(asked));
  const parameters = Object.keys((at.query as z.ZodObject).shape);
  const hints = given.flatMap((name) => {
    if (parameters.includes(name) || !NAME.test(name)) return [];
    const meant = meantBy(name, parameters);
    return meant === undefined || given.includes(meant) ? [] : [`"${name}" was ignored; did you mean "${meant}"?`];
  });
  return hints.length === 0 ? [] : ['X-Parameter-Hint', hints.slice(0, 5).join(' ')];
}
