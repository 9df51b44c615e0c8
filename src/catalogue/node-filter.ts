import {
  accelerator,
  classifierRule,
  isCommonClassifier,
  operatingSystem,
  OS_INDEPENDENT,
  supportsClassifier,
  systemOfFormFactor,
} from '../values/classifier.js';
import { memoize } from '../values/memoize.js';
import { foldNodeId } from '../values/node-id.js';
import { parseHostVersion, rangeHolds } from '../values/semver.js';
import type { NodeFacts } from './node-facts.js';
import type { Parameters } from './sql.js';
import { EXISTING_NODE, PUBLIC_NODE } from './visibility.js';

/** The parsed filter of a node list. A node must meet all given conditions. REST does not offer all of them. */
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

/** One condition of a filter, for the database and for nodes in memory. Both must match the same nodes. */
interface Condition {
  /**
   * The SQL condition on `nodes n`.
   * @param ranges the distinct ranges of latest versions that contain the host version of the filter
   */
  readonly sql: (parameters: Parameters, ranges: readonly string[] | undefined) => string;
  readonly test: (node: NodeFacts) => boolean;
  /**
   * Names the condition in the key of a cached list. Absent if callers can choose any number of values: lists with such
   * a condition are not cached.
   */
  readonly key?: string;
}

/** Matches nodes whose classifiers support the requested one (`classifierRule`). */
function withClassifier(
  column: string,
  of: (node: NodeFacts) => readonly string[],
  asked: string,
  independent?: string,
): Condition {
  const rule = classifierRule(asked, independent);
  return {
    sql: (parameters) =>
      `(${column} = '{}' or exists (select 1 from unnest(${column}) as named where lower(named) = any(${parameters.add(rule.names, 'text[]')}) or starts_with(lower(named), ${parameters.add(rule.descendants, 'text')})))`,
    test: (node) => supportsClassifier(of(node), rule),
    ...(isCommonClassifier(asked) && { key: `${column} ${asked}` }),
  };
}

const system = (asked: string): Condition =>
  withClassifier('n.supported_os', (node) => node.systems, asked, OS_INDEPENDENT);

const equal = (column: string, of: (node: NodeFacts) => string, asked: string): Condition => ({
  sql: (parameters) => `${column} = ${parameters.add(asked, 'text')}`,
  test: (node) => of(node) === asked,
});

function updatedAfter(time: number): Condition {
  return {
    // As a number, because the database can't parse the ISO 8601 form of years before 1 and after 9999.
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

/** Matches nodes whose latest version supports a host version. A version without a range supports all. */
function supporting(version: string): Condition {
  const test = memoize((range) => rangeHolds(range, version));
  return {
    sql: (parameters, ranges) =>
      `not exists (select 1 from node_versions v where v.id = n.latest_version_id and coalesce(v.supported_coreui_version, '') <> '' and v.supported_coreui_version <> all(${parameters.add(ranges, 'text[]')}))`,
    test: (node) => node.hostRange === '' || test(node.hostRange),
  };
}

/** The host version of a filter; `undefined` if it is absent or not a version. */
export const hostVersionOf = ({ coreuiVersion }: NodeFilter): string | undefined =>
  coreuiVersion === undefined ? undefined : parseHostVersion(coreuiVersion);

/**
 * Returns the conditions of a filter (docs/contract.md, "Lists and search"). An empty or invalid classifier is ignored.
 */
function conditionsOf(filter: NodeFilter): Condition[] {
  const { publisherId, tag, category } = filter;
  const conditions: Condition[] = [
    filter.includeBanned
      ? { sql: () => EXISTING_NODE.sql('n'), test: () => true, key: '' }
      : { sql: () => PUBLIC_NODE.sql('n'), test: (node) => node.isPublic, key: 'public' },
  ];
  for (const asked of [
    operatingSystem(filter.supportedOs ?? ''),
    filter.formFactor === undefined ? undefined : systemOfFormFactor(filter.formFactor),
  ])
    if (asked) conditions.push(system(asked));
  const device = accelerator(filter.supportedAccelerator ?? '');
  if (device !== '') conditions.push(withClassifier('n.supported_accelerators', (node) => node.accelerators, device));
  if (filter.updatedAfter) conditions.push(updatedAfter(filter.updatedAfter.getTime()));
  if (filter.nodeIds) conditions.push(oneOf(filter.nodeIds));
  if (publisherId) conditions.push(equal('n.publisher_id', (node) => node.publisherId, publisherId));
  if (tag)
    conditions.push({
      sql: (parameters) => `n.tags @> array[${parameters.add(tag, 'text')}]`,
      test: (node) => node.tags.includes(tag),
    });
  if (category) conditions.push(equal('n.category', (node) => node.category, category));
  const version = hostVersionOf(filter);
  if (version !== undefined) conditions.push(supporting(version));
  return conditions;
}

/**
 * A filter as SQL conditions on `nodes n`.
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

/** The filter of all nodes that exist. */
export const EVERY_NODE: NodeFilter = { includeBanned: true };

/** The part of a filter in the key of a cached list; `undefined` if lists with this filter are not cached. */
export function filterKey(filter: NodeFilter): string | undefined {
  const keys = conditionsOf(filter).map(({ key }) => key);
  return keys.includes(undefined) ? undefined : keys.join();
}
