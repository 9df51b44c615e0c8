import {
  accelerator,
  classifierLine,
  operatingSystem,
  OS_INDEPENDENT,
  systemOfFormFactor,
} from '../values/classifier.js';
import { foldNodeId } from '../values/node-id.js';
import { parseHostVersion, rangeHolds } from '../values/semver.js';
import type { NodeFacts } from './node-facts.js';
import type { Parameters } from './sql.js';
import { EXISTING_NODE, PUBLIC_NODE } from './visibility.js';

/** The filters of node lists, already parsed. All given ones must hold. REST does not have all of them. */
export interface NodeFilter {
  readonly supportedOs?: string;
  readonly supportedAccelerator?: string;
  readonly includeBanned?: boolean;
  /** Created or updated strictly after this time. */
  readonly updatedAfter?: Date;
  readonly nodeIds?: readonly string[];
  readonly coreuiVersion?: string;
  readonly formFactor?: string;
  readonly publisherId?: string;
  /** A tag, exactly as the publisher wrote it. */
  readonly tag?: string;
  readonly category?: string;
}

/** One condition of a filter, for the database and for nodes in memory. Both must hold for the same nodes. */
interface Condition {
  /**
   * The condition on `nodes n`.
   * @param ranges the supported ranges, of all that latest versions have, that contain the host version of the filter
   */
  readonly sql: (parameters: Parameters, ranges: readonly string[] | undefined) => string;
  readonly test: (node: NodeFacts) => boolean;
}

/** The result of a function for each of few different values, computed once. */
function memoized<V>(test: (value: V) => boolean): (value: V) => boolean {
  const results = new Map<V, boolean>();
  return (value) => {
    let result = results.get(value);
    if (result === undefined) results.set(value, (result = test(value)));
    return result;
  };
}

/** Nodes that name no classifier, the asked one, one above or below it, or the one that stands for all. */
function named(
  column: string,
  of: (node: NodeFacts) => readonly string[],
  asked: string,
  independent?: string,
): Condition {
  const line = [...classifierLine(asked), ...(independent === undefined ? [] : [independent])];
  const matching = line.map((classifier) => classifier.toLowerCase());
  const below = `${asked.toLowerCase()} :: `;
  const test = memoized(
    (lowered: readonly string[]) =>
      lowered.length === 0 || lowered.some((name) => matching.includes(name) || name.startsWith(below)),
  );
  return {
    sql: (parameters) =>
      `(${column} = '{}' or exists (select 1 from unnest(${column}) as named where lower(named) = any(${parameters.add(matching, 'text[]')}) or starts_with(lower(named), ${parameters.add(below, 'text')})))`,
    test: (node) => test(of(node)),
  };
}

const system = (asked: string): Condition => named('n.supported_os', (node) => node.systems, asked, OS_INDEPENDENT);

function updatedAfter(time: number): Condition {
  return {
    // As a number: the database reads no text of the years before 1 and after 9999.
    sql: (parameters) => `n.updated_at > to_timestamp(${parameters.add(time, 'float8')} / 1000)`,
    test: (node) => node.updatedAt > time,
  };
}

function oneOf(nodeIds: readonly string[]): Condition {
  const ids = nodeIds.map(foldNodeId);
  const set = new Set(ids);
  return {
    sql: (parameters) => `n.folded_id = any(${parameters.add(ids, 'text[]')})`,
    test: (node) => set.has(node.foldedId),
  };
}

/** Nodes whose latest version supports a version of the host; a node without a range supports all. */
function supporting(version: string): Condition {
  const test = memoized((range: string) => rangeHolds(range, version));
  return {
    sql: (parameters, ranges) =>
      `not exists (select 1 from node_versions v where v.id = n.latest_version_id and coalesce(v.supported_coreui_version, '') <> '' and v.supported_coreui_version <> all(${parameters.add(ranges, 'text[]')}))`,
    test: (node) => node.hostRange === '' || test(node.hostRange),
  };
}

/** The host version that a filter asks for; `undefined` for none, or for a text that is no version. */
export const hostVersionOf = ({ coreuiVersion }: NodeFilter): string | undefined =>
  coreuiVersion === undefined ? undefined : parseHostVersion(coreuiVersion);

/**
 * Returns the conditions of a filter (docs/contract.md, "Lists and search"). An empty classifier, and a text that is no
 * classifier, filter nothing.
 */
function conditionsOf(filter: NodeFilter): Condition[] {
  const { publisherId, tag, category } = filter;
  const conditions: Condition[] = [
    filter.includeBanned
      ? { sql: () => EXISTING_NODE.sql('n'), test: () => true }
      : { sql: () => PUBLIC_NODE.sql('n'), test: (node) => node.isPublic },
  ];
  for (const asked of [
    operatingSystem(filter.supportedOs ?? ''),
    filter.formFactor === undefined ? undefined : systemOfFormFactor(filter.formFactor),
  ])
    if (asked) conditions.push(system(asked));
  const device = accelerator(filter.supportedAccelerator ?? '');
  if (device !== '') conditions.push(named('n.supported_accelerators', (node) => node.accelerators, device));
  if (filter.updatedAfter) conditions.push(updatedAfter(filter.updatedAfter.getTime()));
  if (filter.nodeIds) conditions.push(oneOf(filter.nodeIds));
  if (publisherId)
    conditions.push({
      sql: (parameters) => `n.publisher_id = ${parameters.add(publisherId, 'text')}`,
      test: (node) => node.publisherId === publisherId,
    });
  if (tag)
    conditions.push({
      sql: (parameters) => `n.tags @> array[${parameters.add(tag, 'text')}]`,
      test: (node) => node.tags.includes(tag),
    });
  if (category)
    conditions.push({
      sql: (parameters) => `n.category = ${parameters.add(category, 'text')}`,
      test: (node) => node.category === category,
    });
  const version = hostVersionOf(filter);
  if (version !== undefined) conditions.push(supporting(version));
  return conditions;
}

/**
 * A filter as conditions on `nodes n`.
 * @param ranges see `Condition`; required if the filter asks for a host version
 */
export const nodeConditions = (
  filter: NodeFilter,
  ranges: readonly string[] | undefined,
  parameters: Parameters,
): string[] => conditionsOf(filter).map(({ sql }) => sql(parameters, ranges));

/** A filter as a predicate on nodes in memory. */
export function nodePredicate(filter: NodeFilter): (node: NodeFacts) => boolean {
  const tests = conditionsOf(filter).map(({ test }) => test);
  return (node) => tests.every((test) => test(node));
}

/**
 * Whether callers choose from few values for a filter, so that its lists are worth keeping. Times, host versions, ids,
 * publishers, tags and categories are as many as callers like.
 */
export const hasFewValues = (filter: NodeFilter): boolean =>
  (['updatedAfter', 'nodeIds', 'coreuiVersion', 'publisherId', 'tag', 'category'] as const).every(
    (name) => filter[name] === undefined,
  );
