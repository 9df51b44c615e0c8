import type { Catalogue } from '../catalogue/catalogue.js';
import { compareProviders } from '../catalogue/node-order.js';
import type { ProviderNode } from '../catalogue/provider-node.js';
import type { NodeVersionRecord } from '../catalogue/records.js';
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
import { inRange, supporting, unsupported } from '../resolve/versions.js';
import { membership } from '../values/membership.js';
import { isAnyVersion } from '../values/semver.js';
import { activeOf, CandidateVersions, type Listed } from './resolve-candidate-versions.js';

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

const requirementsOf = (options: readonly Option[]): OwnRequirement[] =>
  options.flatMap(({ requirements }) => requirements);

const unjudged = ({ node, requirement: { package: name, spec } }: OwnRequirement): UnjudgedRequirement => ({
  node,
  requirement: `${name}${spec}`.slice(0, 200),
  why: 'too many different requirements',
});

function without(names: readonly string[], others: readonly string[]): readonly string[] {
  const excluded = new Set(others);
  return names.filter((name) => !excluded.has(name));
}

const warning = (code: PlanWarningCode, message: string): PlanWarning => ({ code, message });

/** Chooses a version for each chosen node. */
export class VersionPlanner {
  readonly #environment: Environment;
  readonly #candidates: CandidateVersions;

  constructor(
    catalogue: Catalogue,
    private readonly question: ResolveQuestion,
    private readonly pinnedVersions: ReadonlyMap<ProviderNode, readonly string[]>,
    /** Names that the definitions of their node need not list. */
    private readonly unlisted: ReadonlySet<string>,
  ) {
    this.#environment = environmentOf(question.context.os, question.context.pythonVersion);
    this.#candidates = new CandidateVersions(catalogue, question, pinnedVersions, unlisted);
  }

  async plan(chosen: readonly ChosenNode<ProviderNode>[]): Promise<Versioned> {
    const listed: Listed[] = [];
    const dropped: string[] = [];
    for (const one of await this.#candidates.list(chosen))
      if (this.#candidates.providesAny(one)) listed.push(one);
      else dropped.push(...one.chosen.names);
    return this.#planned(listed, dropped);
  }

  /**
   * Returns the sets of names that one version of a node provides, of those nodes that have archives. Beyond limits,
   * only the version of the node that is preferred, or its latest one, is considered.
   */
  async provided(names: ReadonlyMap<ProviderNode, readonly string[]>): Promise<VersionNames<ProviderNode>> {
    const nodes = [...names.keys()].filter(({ latestVersionId }) => latestVersionId !== null).sort(compareProviders);
    const listed = await this.#candidates.list(
      nodes.slice(0, NODES_MAX).map((candidate) => ({ candidate, names: names.get(candidate)! })),
    );
    const isComplete =
      nodes.length <= NODES_MAX && listed.every(({ versions, hasMore }) => versions.length <= TRIED_MAX && !hasMore);
    let left = NAMES_TRIED_MAX;
    const sets = new Map<ProviderNode, readonly ReadonlySet<string>[]>();
    for (const { chosen, versions } of listed) {
      const found: ReadonlySet<string>[] = [];
      for (const version of left > 0 ? versions.slice(0, TRIED_MAX) : versions.slice(0, 1)) {
        const provided = this.#candidates.provided(chosen, version);
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
    await this.#candidates.readNames(searched.flatMap((at) => listed[at]!.versions.slice(0, TRIED_MAX)));
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

  /** The option of the version that provides the most names; among equal ones, the preferred version. */
  #best({ chosen, versions, imported }: Listed, reader: RequirementReader): Option {
    let best: NodeVersionRecord | undefined;
    let most: readonly string[] = [];
    for (const version of versions) {
      const provided = this.#candidates.provided(chosen, version);
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
      .map((version) => ({ version, names: this.#candidates.provided(chosen, version) }))
      .filter(({ names }) => names === chosen.names || without(needed, names).length === 0);
  }

  #versioned({ chosen, versions, all, support }: Listed, { version, names }: Option, preferred: Option): VersionedNode {
    const { candidate } = chosen;
    const warnings: PlanWarning[] = [];
    const range = this.#candidates.rangeOf(candidate);
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
      this.#candidates.provided(chosen, first).length < names.length
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
