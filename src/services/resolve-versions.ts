import type { Catalogue } from '../catalogue/catalogue.js';
import { compareProviders } from '../catalogue/node-order.js';
import type { ProviderNode } from '../catalogue/provider-node.js';
import type { NodeVersionRecord } from '../catalogue/records.js';
import { PLANNED_VERSIONS } from '../catalogue/version-lists.js';
import { PUBLIC_VERSION } from '../catalogue/visibility.js';
import type { PlanWarning, PlanWarningCode, UnjudgedRequirement } from '../resolve/answer.js';
import type { ChosenNode, VersionNames } from '../resolve/choose.js';
import {
  compareRequirements,
  type Comparison,
  type Conflict,
  type OwnRequirement,
  smallestConflicts,
} from '../resolve/python/agreement.js';
import { type Environment, environmentOf } from '../resolve/python/marker.js';
import { type ReadRequirements, RequirementReader } from '../resolve/python/requirement-reader.js';
import { avoidanceCheck, chooseVersions, nodesToSearch } from '../resolve/python/search.js';
import type { ResolveQuestion } from '../resolve/question.js';
import { inPreference, inRange, restricts, type Support, supporting, unsupported } from '../resolve/versions.js';
import { membership } from '../values/membership.js';
import { foldNodeId } from '../values/node-id.js';
import { isAnyVersion } from '../values/semver.js';

/** Limit of versions of one node that are tried to avoid a conflict, or to provide all names. */
const TRIED_MAX = 20;
/** Limits of nodes, and of names of all their versions, that are tried to provide all names. */
const NODES_MAX = 200;
const NAMES_TRIED_MAX = 20_000;

/** A chosen node with its version. */
export interface VersionedNode {
  readonly chosen: ChosenNode<ProviderNode>;
  /** `undefined` for an imported node, and for a node without a version that can be installed. */
  readonly version: NodeVersionRecord | undefined;
  /** The names that the version provides. */
  readonly names: readonly string[];
  readonly warnings: readonly PlanWarning[];
}

/** The versions of all nodes, with the comparison of their Python requirements. */
export interface Versioned {
  /** The nodes, without those of which no version to install provides any of the names they were chosen for. */
  readonly nodes: readonly VersionedNode[];
  /** The names that the version of the node that was chosen for them does not provide. */
  readonly left: readonly string[];
  /** The names of nodes whose preferred version does not provide all of them. */
  readonly older: readonly string[];
  readonly requirements: readonly OwnRequirement[];
  readonly conflicts: readonly Conflict[];
  readonly notJudged: readonly UnjudgedRequirement[];
  /** False if not all combinations of versions were tried, because of a limit. */
  readonly isComplete: boolean;
}

/** A version that can be chosen for a node, with what it provides and requires. */
interface Option extends ReadRequirements {
  readonly version: NodeVersionRecord | undefined;
  readonly names: readonly string[];
}

/** The options of each node. */
interface Options {
  readonly options: readonly (readonly Option[])[];
  /** False if some versions are left out, because their requirements are too long. */
  readonly isComplete: boolean;
}

/** A node, and the names that it is meant to provide. */
type Assigned = Pick<ChosenNode<ProviderNode>, 'candidate' | 'names'>;

/** A node with its versions. */
interface Listed<A extends Assigned = ChosenNode<ProviderNode>> {
  readonly chosen: A;
  /** Versions that can be chosen, in order of preference. */
  readonly versions: readonly NodeVersionRecord[];
  /** Versions that can be chosen if none of `versions` provides a name: those that don't support the context. */
  readonly unsupported: readonly NodeVersionRecord[];
  /** True if the node has more versions than are listed here. */
  readonly hasMore: boolean;
  /** All versions that the catalogue considers for plans, including Flagged ones, the highest first. */
  readonly all: readonly NodeVersionRecord[];
  /** The version 0.0.0 of an imported node, which has its dependencies. */
  readonly imported: NodeVersionRecord | undefined;
  /** The support that an imported node states, if the context can exclude it. */
  readonly support: Support | undefined;
}

const requirementsOf = (options: readonly Option[]): OwnRequirement[] =>
  options.flatMap(({ requirements }) => requirements);

const unjudged = ({ node, requirement: { package: name, spec } }: OwnRequirement): UnjudgedRequirement => ({
  node,
  requirement: `${name}${spec}`.slice(0, 200),
  why: 'too many different requirements',
});

/** The Active versions of each cached list, in order of preference. */
const activeVersions = new WeakMap<readonly NodeVersionRecord[], readonly NodeVersionRecord[]>();

/** Returns the Active versions of a list, in order of preference. */
function activeOf(all: readonly NodeVersionRecord[]): readonly NodeVersionRecord[] {
  let active = activeVersions.get(all);
  if (!active) activeVersions.set(all, (active = inPreference(all.filter(PUBLIC_VERSION.holds))));
  return active;
}

function without(names: readonly string[], others: readonly string[]): readonly string[] {
  const excluded = new Set(others);
  return names.filter((name) => !excluded.has(name));
}

const NO_VERSIONS = { items: [], hasMore: false };

const warning = (code: PlanWarningCode, message: string): PlanWarning => ({ code, message });

/** Chooses a version for each chosen node. */
export class VersionPlanner {
  readonly #environment: Environment;
  readonly #installed: ReadonlyMap<string, string>;
  readonly #ranges: ReadonlyMap<string, string | undefined>;
  readonly #names = new Map<string, (name: string) => boolean>();

  constructor(
    private readonly catalogue: Catalogue,
    private readonly question: ResolveQuestion,
    private readonly pinnedVersions: ReadonlyMap<ProviderNode, readonly string[]>,
    /** Names that the definitions of their node need not list. */
    private readonly unlisted: ReadonlySet<string>,
  ) {
    this.#environment = environmentOf(question.context.os, question.context.pythonVersion);
    this.#installed = new Map(question.installed.map(({ id, version }) => [foldNodeId(id), version]));
    this.#ranges = new Map(question.nodes.map(({ id, range }) => [foldNodeId(id), range]));
  }

  async plan(chosen: readonly ChosenNode<ProviderNode>[]): Promise<Versioned> {
    const provided = await this.#withNames(chosen);
    const listed = provided.filter((one) => this.#providesAny(one));
    const dropped = provided.filter((one) => !this.#providesAny(one));
    return this.#planned(
      listed,
      dropped.flatMap(({ chosen }) => chosen.names),
    );
  }

  /**
   * Returns the sets of names that one version of a node provides, of those nodes that have archives. Beyond limits,
   * only the version of the node that is preferred, or its latest one, is considered.
   */
  async provided(names: ReadonlyMap<ProviderNode, readonly string[]>): Promise<VersionNames<ProviderNode>> {
    const nodes = [...names.keys()].filter(({ latestVersionId }) => latestVersionId !== null).sort(compareProviders);
    const listed = await this.#withNames(
      nodes.slice(0, NODES_MAX).map((candidate) => ({ candidate, names: names.get(candidate)! })),
    );
    const isComplete =
      nodes.length <= NODES_MAX && listed.every(({ versions, hasMore }) => versions.length <= TRIED_MAX && !hasMore);
    let left = NAMES_TRIED_MAX;
    const sets = new Map<ProviderNode, readonly ReadonlySet<string>[]>();
    for (const { chosen, versions } of listed) {
      const found: ReadonlySet<string>[] = [];
      for (const version of left > 0 ? versions.slice(0, TRIED_MAX) : versions.slice(0, 1)) {
        const provided = this.#provided(chosen, version);
        left -= provided.length;
        if (!found.some((other) => provided.every((name) => other.has(name)))) found.push(new Set(provided));
      }
      if (found.length > 0) sets.set(chosen.candidate, found);
    }
    for (const node of nodes.slice(NODES_MAX)) {
      const isDefined = membership(node.names);
      sets.set(node, [new Set(names.get(node)!.filter((name) => isDefined(name) || this.unlisted.has(name)))]);
    }
    return {
      sets,
      unsupported: new Set(
        listed
          .filter(({ versions }) => supporting(versions, this.question.context).length === 0)
          .map(({ chosen }) => chosen.candidate),
      ),
      isComplete: isComplete && left > 0,
    };
  }

  /** Lists the versions of nodes, and reads the names of those that may be chosen. */
  async #withNames<A extends Assigned>(chosen: readonly A[]): Promise<readonly Listed<A>[]> {
    const all = await this.#list(chosen);
    await this.#readNames(
      all.filter((one) => !this.#hasAll(one.chosen, one.versions[0])).flatMap(({ versions }) => versions),
    );
    return this.#withUnsupported(all);
  }

  /** Plans the versions of nodes that provide at least one name, or were chosen for none. */
  async #planned(listed: readonly Listed[], unprovided: readonly string[]): Promise<Versioned> {
    const reader = new RequirementReader(this.#environment);
    const preferred = listed.map((one) => this.#best(one, reader));
    const comparison = compareRequirements(requirementsOf(preferred));
    if (comparison.conflicting.size === 0)
      return {
        ...this.#versions(listed, preferred, preferred, comparison, unprovided),
        conflicts: [],
        isComplete: true,
      };
    const searched = nodesToSearch(preferred, comparison.conflicting);
    await this.#readNames(searched.flatMap((at) => listed[at]!.versions.slice(0, TRIED_MAX)));
    const { options, isComplete } = this.#options(listed, preferred, searched);
    const result = chooseVersions(options, comparison.conflicting);
    const taken = result.options.map((option, at) => options[at]![option]!);
    const left = compareRequirements(requirementsOf(taken));
    const optionsOf = new Map(listed.map(({ chosen: { candidate } }, at) => [candidate.id, options[at]!]));
    const conflicts = smallestConflicts(left, avoidanceCheck(optionsOf));
    const hasTriedAll =
      isComplete &&
      result.isComplete &&
      searched.length === listed.length &&
      listed.every(({ versions, hasMore }) => versions.length <= TRIED_MAX && !hasMore);
    return { ...this.#versions(listed, taken, preferred, left, unprovided), conflicts, isComplete: hasTriedAll };
  }

  #versions(
    listed: readonly Listed[],
    taken: readonly Option[],
    preferred: readonly Option[],
    { notCompared }: Comparison,
    unprovided: readonly string[],
  ): Omit<Versioned, 'conflicts' | 'isComplete'> {
    const leftBy = ({ chosen: { names } }: Listed, option: Option): readonly string[] =>
      option.names === names ? [] : without(names, option.names);
    return {
      nodes: listed.map((one, at) => this.#versioned(one, taken[at]!, preferred[at]!)),
      left: [...unprovided, ...listed.flatMap((one, at) => leftBy(one, taken[at]!))],
      older: listed.flatMap(({ chosen, versions }, at) => (preferred[at]!.version === versions[0] ? [] : chosen.names)),
      requirements: requirementsOf(taken),
      notJudged: [...taken.flatMap((option) => option.notJudged), ...notCompared.map(unjudged)],
    };
  }

  async #list<A extends Assigned>(chosen: readonly A[]): Promise<Listed<A>[]> {
    const withArchive = chosen.filter(({ candidate }) => candidate.latestVersionId !== null);
    const lists = await this.catalogue.versionLists
      .first(PLANNED_VERSIONS)
      .many(withArchive.map(({ candidate }) => candidate.id));
    const byNode = new Map(withArchive.map(({ candidate }, at) => [candidate, lists[at]!]));
    const ids = chosen.map(({ candidate }) => (byNode.has(candidate) ? null : candidate.namesVersionId));
    const known = await this.catalogue.versions.many(ids.filter((id) => id !== null));
    const imported = new Map(known.map((version) => [version?.id, version]));
    const nodes = restricts(this.question.context)
      ? await this.catalogue.nodes.many(known.map((version) => version!.nodeId))
      : [];
    const support = new Map(nodes.map((node) => [node?.id, node]));
    return chosen.map((one, at) => {
      const { items: all, hasMore } = byNode.get(one.candidate) ?? NO_VERSIONS;
      const { versions, unsupported: others } = this.#ordered(one.candidate, all);
      const own = imported.get(ids[at] ?? '');
      return {
        chosen: one,
        versions,
        unsupported: others,
        hasMore,
        all,
        imported: own,
        support: support.get(own?.nodeId),
      };
    });
  }

  /**
   * The versions that can be chosen, in order of preference: those that support the context, or all if none does; and
   * the others.
   */
  #ordered(node: ProviderNode, all: readonly NodeVersionRecord[]): Pick<Listed, 'versions' | 'unsupported'> {
    const active = activeOf(all);
    const within = inRange(active, this.#ranges.get(node.foldedId));
    const inAsked = within.length > 0 ? within : active;
    const supported = supporting(inAsked, this.question.context);
    const found = supported.length > 0 ? supported : inAsked;
    const { prefer } = this.question;
    const numbered = (number: string | undefined): NodeVersionRecord | undefined =>
      number === undefined ? undefined : found.find(({ version }) => version === number);
    const pinned = prefer === 'newest' ? [] : (this.pinnedVersions.get(node) ?? []);
    const wanted =
      (prefer === 'installed' ? numbered(this.#installed.get(node.foldedId)) : undefined) ??
      pinned.map(numbered).find((version) => version !== undefined);
    const others = found === inAsked ? [] : inAsked.filter((version) => !found.includes(version));
    const isPinned = ({ version }: NodeVersionRecord): boolean => pinned.includes(version);
    return {
      versions: wanted ? [wanted, ...found.filter((version) => version !== wanted)] : found,
      unsupported: [...others.filter(isPinned), ...others.filter((version) => !isPinned(version))],
    };
  }

  /** True if one of the versions of a node provides one of its names, or the node was chosen for none. */
  #providesAny({ chosen, versions, imported }: Listed<Assigned>): boolean {
    if (chosen.names.length === 0 || (versions.length === 0 && imported)) return true;
    return versions.some((version) => this.#provided(chosen, version).length > 0);
  }

  /** Replaces the versions of nodes by those that don't support the context, if no other ones provide a name. */
  async #withUnsupported<A extends Assigned>(listed: readonly Listed<A>[]): Promise<readonly Listed<A>[]> {
    const lacking = listed.filter((one) => one.unsupported.length > 0 && !this.#providesAny(one));
    if (lacking.length === 0) return listed;
    await this.#readNames(lacking.flatMap(({ unsupported: versions }) => versions));
    return listed.map((one) => (lacking.includes(one) ? { ...one, versions: one.unsupported } : one));
  }

  /** Returns a function that tells whether a version defines a name. */
  #definedBy(node: ProviderNode, version: NodeVersionRecord): (name: string) => boolean {
    let isDefined = this.#names.get(version.id);
    if (!isDefined) {
      isDefined = membership(version.id === node.namesVersionId ? node.names : []);
      this.#names.set(version.id, isDefined);
    }
    return isDefined;
  }

  /** The names assigned to a node that one of its versions provides. */
  #provided({ candidate, names }: Assigned, version: NodeVersionRecord): readonly string[] {
    const isDefined = this.#definedBy(candidate, version);
    const isProvided = (name: string): boolean => isDefined(name) || this.unlisted.has(name);
    return names.every(isProvided) ? names : names.filter(isProvided);
  }

  #hasAll(chosen: Assigned, version: NodeVersionRecord | undefined): boolean {
    if (!version) return true;
    return (
      version.id === chosen.candidate.namesVersionId && this.#provided(chosen, version).length === chosen.names.length
    );
  }

  async #readNames(versions: readonly NodeVersionRecord[]): Promise<void> {
    const lists = await this.catalogue.coreNodeLists.plannedNames().many(versions.map(({ id }) => id));
    versions.forEach(({ id }, at) => this.#names.set(id, membership(lists[at] ?? [])));
  }

  /** The option of the version that provides the most names; among equal ones, the preferred version. */
  #best({ chosen, versions, imported }: Listed, reader: RequirementReader): Option {
    let best: NodeVersionRecord | undefined;
    let most: readonly string[] = [];
    for (const version of versions) {
      const provided = this.#provided(chosen, version);
      if (best && provided.length <= most.length) continue;
      [best, most] = [version, provided];
      if (provided.length === chosen.names.length) break;
    }
    const source = best ?? imported;
    return {
      version: best,
      names: best ? most : chosen.names,
      ...reader.read(chosen.candidate.id, best?.version, source?.dependencies ?? []),
    };
  }

  /** Returns, of each searched node, the preferred option and those with other versions. */
  #options(listed: readonly Listed[], preferred: readonly Option[], searched: readonly number[]): Options {
    const options = preferred.map((option) => [option]);
    const others = searched.map((at) => this.#others(listed[at]!, preferred[at]!));
    const reader = new RequirementReader(this.#environment);
    // The first other version of each node, then the second ones, and so on, because the reader has a limit.
    for (let turn = 0; turn < TRIED_MAX; turn++)
      searched.forEach((at, index) => {
        const other = others[index]![turn];
        if (!other || !reader.isLeft) return;
        const { version, names } = other;
        const read = reader.read(listed[at]!.chosen.candidate.id, version.version, version.dependencies);
        if (reader.isLeft) options[at]!.push({ version, names, ...read });
      });
    return { options, isComplete: reader.isLeft };
  }

  /** The versions, apart from the preferred one, that also provide all its names. */
  #others({ chosen, versions }: Listed, { version: best, names: needed }: Option) {
    if (!best) return [];
    return versions
      .slice(0, TRIED_MAX)
      .filter((version) => version !== best)
      .map((version) => ({ version, names: this.#provided(chosen, version) }))
      .filter(({ names }) => names === chosen.names || without(needed, names).length === 0);
  }

  #versioned({ chosen, versions, all, support }: Listed, { version, names }: Option, preferred: Option): VersionedNode {
    const { candidate } = chosen;
    const warnings: PlanWarning[] = [];
    const range = this.#ranges.get(candidate.foldedId);
    if (range !== undefined && !isAnyVersion(range) && (!version || inRange([version], range).length === 0))
      warnings.push(warning('range', `No version that can be installed is in the range ${range}.`));
    if (!version) {
      if (support) warnings.push(...unsupported(support, 'The node', this.question.context));
      return { chosen, version, names, warnings };
    }
    if (version.deprecated) warnings.push(warning('deprecated', `Version ${version.version} is deprecated.`));
    warnings.push(...unsupported(version, `Version ${version.version}`, this.question.context));
    const flagged = all.find((other) => other === version || !PUBLIC_VERSION.holds(other));
    if (flagged && flagged !== version)
      warnings.push(warning('flagged_newer_version', `The newer version ${flagged.version} is held for review.`));
    const [first] = versions;
    if (version !== preferred.version)
      warnings.push(
        warning(
          'changed_for_python',
          `Version ${version.version} instead of ${preferred.version!.version}, because of Python requirements.`,
        ),
      );
    else if (
      first &&
      version !== first &&
      version !== activeOf(all)[0] &&
      this.#provided(chosen, first).length < names.length
    )
      warnings.push(
        warning('older_version', `Version ${version.version}, because ${first.version} does not provide all names.`),
      );
    warnings.push(...this.#pinWarnings(candidate, version));
    return { chosen, version, names, warnings };
  }

  #pinWarnings(node: ProviderNode, { version }: NodeVersionRecord): PlanWarning[] {
    const others = (this.pinnedVersions.get(node) ?? []).filter((pinned) => pinned !== version);
    if (others.length === 0 || this.question.prefer !== 'pinned') return [];
    const named = `${others.slice(0, 5).join(', ')}, which the workflow names.`;
    return [warning('other_than_pinned', `Version ${version} instead of ${named}`)];
  }
}
