import type { Catalogue } from '../catalogue/catalogue.js';
import type { ProviderNode } from '../catalogue/provider-node.js';
import type { ProviderTable } from '../catalogue/provider-table.js';
import { type Page } from '../catalogue/records.js';
import { sizeOf } from '../catalogue/size-of.js';
import { InstallKind, type MissingName, type Plan, type PlannedNode, type PlanWarning } from '../resolve/answer.js';
import { merged } from '../resolve/python/merge.js';
import type { NameUse, ResolveQuestion } from '../resolve/question.js';
import { BoundedCache, type CacheStats } from '../values/bounded-cache.js';
import { foldNodeId } from '../values/node-id.js';
import { Candidates, type Selection } from './resolve-candidates.js';
import { type Versioned, type VersionedNode, VersionPlanner } from './resolve-versions.js';

/** Limit of missing names with suggestions, which bounds the time of a plan. */
const SUGGESTED_MAX = 20;

/** Limit of the names of cached plans. Larger ones are rarely requested twice, and would displace all others. */
const CACHED_NAMES_MAX = 500;

/** A node that provides a core-node, with the values that decide its position among the providers. */
export interface Provider {
  readonly id: string;
  readonly preempted: boolean;
  readonly searchRanking: number | null;
  readonly downloads: number;
  readonly stars: number;
  readonly createdAt: string;
}

/** Makes plans: the nodes and versions to install for a workflow. */
export class ResolveService {
  readonly #plans: BoundedCache<string, Plan>;

  constructor(
    private readonly catalogue: Catalogue,
    private readonly hostNodeId: string,
    cacheBytes: number,
  ) {
    this.#plans = new BoundedCache({
      maxBytes: cacheBytes,
      sizeOf: (plan, key) => sizeOf(plan) + key.length * 2,
    });
    catalogue.revision.onMove(() => this.#plans.clear());
  }

  /** Size and use of the cached plans. */
  get stats(): CacheStats {
    return this.#plans.stats;
  }

  /**
   * Returns the plan for a question. Equal questions with few names at the same revision share a plan, which is cached.
   */
  async plan(question: ResolveQuestion): Promise<Plan> {
    const { current } = this.catalogue.revision;
    if (question.uses.length > CACHED_NAMES_MAX) return this.#make(question, current);
    const key = JSON.stringify(question);
    const make = async () => new Map([[key, await this.#make(question, current)]]);
    return (await this.#plans.one(key, make))!;
  }

  /** Returns a page of the nodes that provide a core-node, in the order of `bestProviderFirst`. */
  async providers(name: string, page: number, limit: number): Promise<Page<Provider>> {
    const table = await this.catalogue.providers.table();
    const sorted = table.providers(name);
    const items = sorted.slice((page - 1) * limit, page * limit).map((node): Provider => ({
      id: node.id,
      preempted: node.preempted.includes(name),
      searchRanking: node.searchRanking,
      downloads: node.downloads,
      stars: node.repoHostStars,
      createdAt: new Date(node.createdAt).toISOString(),
    }));
    return { items, page, limit, total: sorted.length };
  }

  async #make(question: ResolveQuestion, revision: number): Promise<Plan> {
    const table = await this.catalogue.providers.table();
    const { selection, method, versioned, missing: names } = await this.#choose(table, question);
    const missing = await this.#missing(table, names, selection);
    missing.push(
      ...question.nodes
        .filter(({ id }) => !table.node(id))
        .map(({ id }) => ({ name: id, usedBy: [], suggestions: [] })),
    );
    const conflicts = versioned.conflicts.map((conflict) => ({
      package: conflict.package,
      requirements: conflict.requirements.map(({ node, version, requirement }) => ({
        node,
        version,
        spec: requirement.spec,
      })),
      message: conflictMessage(conflict, versioned.isComplete),
    }));
    const installed = new Map(question.installed.map(({ id, version }) => [foldNodeId(id), version]));
    const python = merged(versioned.requirements, new Set(conflicts.map((conflict) => conflict.package)));
    return {
      nodes: versioned.nodes.map((node) =>
        this.#planned(node, installed.get(node.chosen.candidate.foldedId), selection),
      ),
      builtIn: selection.builtIn,
      missing,
      conflicts,
      python: python.map(({ requirement }) => requirement),
      constraints: python.map(({ constraint }) => constraint),
      notJudged: versioned.notJudged,
      complete:
        missing.length === 0 &&
        conflicts.length === 0 &&
        !versioned.nodes.some(({ warnings }) => warnings.some(({ code }) => code === 'range')),
      method,
      revision,
    };
  }

  /**
   * Chooses nodes and their versions. If the preferred version of a chosen node does not provide all its names, nodes
   * are chosen again, now together with their versions.
   */
  async #choose(table: ProviderTable, question: ResolveQuestion) {
    const candidates = new Candidates(this.catalogue, table, question, this.hostNodeId);
    const selection = await candidates.select();
    const unlisted = new Set([...selection.byPattern, ...selection.unknown]);
    const planner = new VersionPlanner(this.catalogue, question, selection.pinnedVersions, unlisted);
    let chosen = candidates.choose(selection);
    let versioned = await planner.plan(chosen.nodes);
    const again = new Set([...versioned.left, ...versioned.older]);
    if (again.size > 0) {
      chosen = await candidates.chooseVersions(selection, again, (names) => planner.provided(names));
      versioned = await planner.plan(chosen.nodes);
    }
    const left = new Set([...chosen.left, ...versioned.left]);
    const missing = [...selection.missing, ...question.uses.filter(({ name }) => left.has(name))];
    return { selection, method: chosen.method, versioned, missing };
  }

  #planned(
    { chosen, version, names, warnings }: VersionedNode,
    installed: string | undefined,
    selection: Selection,
  ): PlannedNode {
    const isDone = installed !== undefined && (version === undefined || version.version === installed);
    return {
      id: chosen.candidate.id,
      version: version?.version,
      provides: names,
      reason: chosen.reason,
      alternatives: chosen.alternatives,
      alreadyInstalled: installed !== undefined,
      install: isDone ? NOTHING : this.#install(chosen.candidate, version),
      warnings: warnings.concat(nameWarnings(names, selection)),
    };
  }

  #install(node: ProviderNode, version: VersionedNode['version']): PlannedNode['install'] {
    if (version?.downloadUrl)
      return { kind: InstallKind.Archive, url: version.downloadUrl, sha256: version.archiveSha256 ?? undefined };
    return node.repository === undefined
      ? NOTHING
      : { kind: InstallKind.Repository, url: node.repository, sha256: undefined };
  }

  /** Describes missing names. The first ones get suggestions, first a node that has the name in another version. */
  async #missing(table: ProviderTable, uses: readonly NameUse[], { offers }: Selection): Promise<MissingName[]> {
    if (uses.length === 0) return [];
    const best = new Map(offers.map(({ use, providers }) => [use.name, providers[0]!.id]));
    const near = await table.nearNames();
    const isOffered = (name: string): boolean => table.providers(name).length > 0;
    return uses.map(({ name, usedBy }, index) => {
      const similar = index < SUGGESTED_MAX ? near.similar(name, isOffered) : [];
      const node = best.get(name);
      return {
        name,
        usedBy,
        suggestions: [
          ...(node === undefined ? [] : [{ name, node }]),
          ...similar.map((other) => ({ name: other, node: table.providers(other)[0]!.id })),
        ],
      };
    });
  }
}

const NOTHING: PlannedNode['install'] = { kind: InstallKind.None, url: undefined, sha256: undefined };

/** The first names of a list, in quotes. */
const quoted = (names: readonly string[]): string =>
  names
    .slice(0, 5)
    .map((name) => JSON.stringify(name))
    .join(', ');

function nameWarnings(names: readonly string[], { byPattern, unknown, unpinned }: Selection): PlanWarning[] {
  const found: PlanWarning[] = [];
  const matched = byPattern.size === 0 ? [] : names.filter((name) => byPattern.has(name));
  if (matched.length > 0)
    found.push({
      code: 'name_pattern',
      message: `${quoted(matched)}: this node does not list the name, but its name pattern or its scripts define it.`,
    });
  const undefinedNames = unknown.size === 0 ? [] : names.filter((name) => unknown.has(name));
  if (undefinedNames.length > 0)
    found.push({
      code: 'definition_unknown',
      message: `${quoted(undefinedNames)}: the workflow pins this node, but not all of its core-nodes are known.`,
    });
  for (const name of names) {
    const ignored = unpinned.get(name);
    if (!ignored) continue;
    const why = ignored.node
      ? `${ignored.pin.id ?? ignored.pin.repository}, whose known definitions do not include it`
      : ignored.pin.id === undefined
        ? `${ignored.pin.repository}, which is the repository of no imported or claimed node`
        : `${ignored.pin.id}, which is not in this registry or has no version to install`;
    found.push({ code: 'pin_ignored', message: `${JSON.stringify(name)}: the workflow pins ${why}.` });
  }
  return found;
}

function conflictMessage(
  { package: name, requirements, isAvoidable }: Versioned['conflicts'][number],
  isComplete: boolean,
): string {
  const stated = requirements.map(
    ({ node, version, requirement }) =>
      `${node}${version === undefined ? '' : ` ${version}`} requires ${name}${requirement.spec}`,
  );
  const searched =
    !isComplete || isAvoidable === undefined
      ? 'Not all combinations of versions were tried.'
      : isAvoidable
        ? 'Other versions of these nodes lead to other conflicts.'
        : 'No other versions of these nodes avoid it.';
  return `No version of ${name} satisfies ${requirements.length > 1 ? 'all' : 'this'}: ${stated.join('; ')}. ${searched}`;
}
