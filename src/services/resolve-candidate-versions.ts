import type { Catalogue } from '../catalogue/catalogue.js';
import type { ProviderNode } from '../catalogue/provider-node.js';
import type { NodeVersionRecord } from '../catalogue/records.js';
import { PLANNED_VERSIONS } from '../catalogue/version-lists.js';
import { PUBLIC_VERSION } from '../catalogue/visibility.js';
import type { ChosenNode } from '../resolve/choose.js';
import type { ResolveQuestion } from '../resolve/question.js';
import { inPreference, inRange, restricts, type Support, supporting } from '../resolve/versions.js';
import { membership } from '../values/membership.js';
import { foldNodeId } from '../values/node-id.js';

/** A node, and the names that it is meant to provide. */
export type Assigned = Pick<ChosenNode<ProviderNode>, 'candidate' | 'names'>;

/** A node with its versions. */
export interface Listed<A extends Assigned = ChosenNode<ProviderNode>> {
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

/** The Active versions of each cached list, in order of preference. */
const activeVersions = new WeakMap<readonly NodeVersionRecord[], readonly NodeVersionRecord[]>();

/** Returns the Active versions of a list, in order of preference. */
export function activeOf(all: readonly NodeVersionRecord[]): readonly NodeVersionRecord[] {
  let active = activeVersions.get(all);
  if (!active) activeVersions.set(all, (active = inPreference(all.filter(PUBLIC_VERSION.holds))));
  return active;
}

const NO_VERSIONS = { items: [], hasMore: false };
const NONE: readonly NodeVersionRecord[] = [];

/** Lists the versions of nodes for one question, and tells which names each version provides. */
export class CandidateVersions {
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
    this.#installed = new Map(question.installed.map(({ id, version }) => [foldNodeId(id), version]));
    this.#ranges = new Map(question.nodes.map(({ id, range }) => [foldNodeId(id), range]));
  }

  /** Lists the versions of nodes, and reads the names of those that may be chosen. */
  async list<A extends Assigned>(chosen: readonly A[]): Promise<readonly Listed<A>[]> {
    const all = await this.#read(chosen);
    await this.readNames(
      all.filter((one) => !this.#hasAll(one.chosen, one.versions[0])).flatMap(({ versions }) => versions),
    );
    return this.#withUnsupported(all);
  }

  async #read<A extends Assigned>(chosen: readonly A[]): Promise<Listed<A>[]> {
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

  /** The range of versions that the question allows for a node; `undefined` if it states none. */
  rangeOf(node: ProviderNode): string | undefined {
    return this.#ranges.get(node.foldedId);
  }

  /**
   * The versions that can be chosen, in order of preference: those that support the context, or all if none does; and
   * the others.
   */
  #ordered(node: ProviderNode, all: readonly NodeVersionRecord[]): Pick<Listed, 'versions' | 'unsupported'> {
    const active = activeOf(all);
    const within = inRange(active, this.rangeOf(node));
    const inAsked = within.length > 0 ? within : active;
    const supported = supporting(inAsked, this.question.context);
    const found = supported.length > 0 ? supported : inAsked;
    const { prefer } = this.question;
    const pinned = prefer === 'newest' ? undefined : this.pinnedVersions.get(node);
    if (found === inAsked && !pinned && prefer !== 'installed') return { versions: found, unsupported: NONE };
    const numbered = (number: string | undefined): NodeVersionRecord | undefined =>
      number === undefined ? undefined : found.find(({ version }) => version === number);
    const wanted =
      (prefer === 'installed' ? numbered(this.#installed.get(node.foldedId)) : undefined) ??
      pinned?.map(numbered).find((version) => version !== undefined);
    const others = found === inAsked ? [] : inAsked.filter((version) => !found.includes(version));
    const isPinned = ({ version }: NodeVersionRecord): boolean => pinned?.includes(version) ?? false;
    return {
      versions: wanted ? [wanted, ...found.filter((version) => version !== wanted)] : found,
      unsupported: [...others.filter(isPinned), ...others.filter((version) => !isPinned(version))],
    };
  }

  /** True if one of the versions of a node provides one of its names, or the node was chosen for none. */
  providesAny({ chosen, versions, imported }: Listed<Assigned>): boolean {
    if (chosen.names.length === 0 || (versions.length === 0 && imported)) return true;
    return versions.some((version) => this.provided(chosen, version).length > 0);
  }

  /** Replaces the versions of nodes by those that don't support the context, if no other ones provide a name. */
  async #withUnsupported<A extends Assigned>(listed: readonly Listed<A>[]): Promise<readonly Listed<A>[]> {
    const lacking = listed.filter((one) => one.unsupported.length > 0 && !this.providesAny(one));
    if (lacking.length === 0) return listed;
    await this.readNames(lacking.flatMap(({ unsupported: versions }) => versions));
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

  /** The names assigned to a node that one of its versions provides. Names that are not read count as not provided. */
  provided({ candidate, names }: Assigned, version: NodeVersionRecord): readonly string[] {
    const isDefined = this.#definedBy(candidate, version);
    const isProvided = (name: string): boolean => isDefined(name) || this.unlisted.has(name);
    return names.every(isProvided) ? names : names.filter(isProvided);
  }

  #hasAll(chosen: Assigned, version: NodeVersionRecord | undefined): boolean {
    if (!version) return true;
    return (
      version.id === chosen.candidate.namesVersionId && this.provided(chosen, version).length === chosen.names.length
    );
  }

  /** Reads the names of versions. Of versions that are not read, only those with a node's current names have names. */
  async readNames(versions: readonly NodeVersionRecord[]): Promise<void> {
    const lists = await this.catalogue.coreNodeLists.plannedNames().many(versions.map(({ id }) => id));
    versions.forEach(({ id }, at) => this.#names.set(id, membership(lists[at] ?? [])));
  }
}
