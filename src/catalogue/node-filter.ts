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

/** The filters of endpoint 1, already parsed; all given ones must hold. */
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
}

function names(column: string, classifier: string, independent: string | undefined, parameters: Parameters): string {
  const met = [...classifierLine(classifier), ...(independent === undefined ? [] : [independent])];
  const line = parameters.add(
    met.map((text) => text.toLowerCase()),
    'text[]',
  );
  const below = parameters.add(`${classifier.toLowerCase()} :: `, 'text');
  return `(${column} = '{}' or exists (select 1 from unnest(${column}) as named where lower(named) = any(${line}) or starts_with(lower(named), ${below})))`;
}

/**
 * The conditions of a filter on `nodes n` (decisions.md section 2). Deleted nodes are in no list.
 * @param ranges the ranges of supported host versions that hold the asked one; undefined where none was asked
 */
export function nodeConditions(
  filter: NodeFilter,
  ranges: readonly string[] | undefined,
  parameters: Parameters,
): string[] {
  const conditions = [filter.includeBanned ? `n.status <> 'NodeStatusDeleted'` : `n.status = 'NodeStatusActive'`];
  // What comes to nothing asks for nothing.
  const asked = operatingSystem(filter.supportedOs ?? '');
  if (asked !== '') conditions.push(names('n.supported_os', asked, OS_INDEPENDENT, parameters));
  const system = filter.formFactor === undefined ? undefined : systemOfFormFactor(filter.formFactor);
  if (system) conditions.push(names('n.supported_os', system, OS_INDEPENDENT, parameters));
  const device = accelerator(filter.supportedAccelerator ?? '');
  if (device !== '') conditions.push(names('n.supported_accelerators', device, undefined, parameters));
  // As a number: the database reads no text of the years before 1 and after 9999.
  if (filter.updatedAfter)
    conditions.push(`n.updated_at > to_timestamp(${parameters.add(filter.updatedAfter.getTime(), 'float8')} / 1000)`);
  if (filter.nodeIds) conditions.push(`n.folded_id = any(${parameters.add(filter.nodeIds.map(foldNodeId), 'text[]')})`);
  if (filter.publisherId) conditions.push(`n.publisher_id = ${parameters.add(filter.publisherId, 'text')}`);
  if (ranges) {
    const held = parameters.add(ranges, 'text[]');
    conditions.push(
      `not exists (select 1 from node_versions v where v.id = n.latest_version_id and coalesce(v.supported_coreui_version, '') <> '' and v.supported_coreui_version <> all(${held}))`,
    );
  }
  return conditions;
}

/** Judges each of few different values once. */
function once<V>(judge: (value: V) => boolean): (value: V) => boolean {
  const judged = new Map<V, boolean>();
  return (value) => {
    let known = judged.get(value);
    if (known === undefined) judged.set(value, (known = judge(value)));
    return known;
  };
}

function isNamed(classifier: string, independent: string | undefined): (lowered: readonly string[]) => boolean {
  const met = new Set(
    [...classifierLine(classifier), ...(independent === undefined ? [] : [independent])].map((text) =>
      text.toLowerCase(),
    ),
  );
  const below = `${classifier.toLowerCase()} :: `;
  return once((lowered) => lowered.length === 0 || lowered.some((named) => met.has(named) || named.startsWith(below)));
}

/** The same filter for what is in memory: it must hold for exactly the nodes that the conditions hold for. */
export function nodePredicate(filter: NodeFilter): (node: NodeFacts) => boolean {
  const tests: ((node: NodeFacts) => boolean)[] = [];
  if (!filter.includeBanned) tests.push(({ isActive }) => isActive);
  const system = filter.formFactor === undefined ? undefined : systemOfFormFactor(filter.formFactor);
  for (const asked of [filter.supportedOs && operatingSystem(filter.supportedOs), system]) {
    if (!asked) continue;
    const test = isNamed(asked, OS_INDEPENDENT);
    tests.push(({ systems }) => test(systems));
  }
  const device = accelerator(filter.supportedAccelerator ?? '');
  if (device !== '') {
    const test = isNamed(device, undefined);
    tests.push(({ accelerators }) => test(accelerators));
  }
  if (filter.updatedAfter) {
    const after = filter.updatedAfter.getTime();
    tests.push(({ updatedAt }) => updatedAt > after);
  }
  if (filter.nodeIds) {
    const ids = new Set(filter.nodeIds.map(foldNodeId));
    tests.push(({ foldedId }) => ids.has(foldedId));
  }
  if (filter.publisherId) tests.push(({ publisherId }) => publisherId === filter.publisherId);
  const version = filter.coreuiVersion === undefined ? undefined : parseHostVersion(filter.coreuiVersion);
  if (version !== undefined) {
    const test = once((range: string) => rangeHolds(range, version));
    tests.push(({ hostRange }) => hostRange === '' || test(hostRange));
  }
  return (node) => tests.every((test) => test(node));
}
