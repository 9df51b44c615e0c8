import type { Catalogue } from '../catalogue/catalogue.js';
import { compareProviders } from '../catalogue/node-order.js';
import type { ProviderNode } from '../catalogue/provider-node.js';
import { bestProviderFirst, type ProviderTable } from '../catalogue/provider-table.js';
import type { NodeVersionRecord } from '../catalogue/records.js';
import { PUBLIC_VERSION } from '../catalogue/visibility.js';
import { chooseNodes, type Chosen } from '../resolve/choose.js';
import type { NameUse, Pin, ResolveQuestion } from '../resolve/question.js';
import { inPreference, restricts, unsupported } from '../resolve/versions.js';
import { EDITOR_TYPES } from '../resolve/workflow.js';
import { foldNodeId } from '../values/node-id.js';

/**
 * The host's editor pins the host's own core-nodes to this id, even if the host's node has another id in this registry.
 */
const HOST_PIN = 'comfy-core';
/**
 * Limit of candidates whose versions are read before nodes are chosen. All others are assumed to support the context.
 */
const VERSIONS_READ_MAX = 200;
/**
 * A node whose name pattern matches provides the name if it has this many times the stars of the nodes that list it.
 */
const MORE_STARS = 2;

/** A core-node name, and the nodes that can provide it. */
interface Offer {
  readonly use: NameUse;
  readonly providers: readonly ProviderNode[];
}

/** A pin that was ignored. */
export interface IgnoredPin {
  readonly pin: Pin;
  /** The node that it names; `undefined` if there is none in this registry. */
  readonly node: ProviderNode | undefined;
}

/** The core-node names of a question, divided into provided, built-in and missing ones. */
export interface Selection {
  readonly chosen: Chosen<ProviderNode>;
  readonly builtIn: readonly string[];
  readonly missing: readonly NameUse[];
  /** Names that the providing node does not list, but its name pattern matches. */
  readonly byPattern: ReadonlySet<string>;
  /** Names that are assigned to a node by a pin, although its known definitions don't contain them. */
  readonly unknown: ReadonlySet<string>;
  /** The pins that were ignored, by name. */
  readonly unpinned: ReadonlyMap<string, IgnoredPin>;
  /** The pinned versions of nodes. */
  readonly pinnedVersions: ReadonlyMap<ProviderNode, string>;
}

/** Finds the nodes that can provide the names of one question, and chooses among them. */
export class Candidates {
  /** For each name of the question, the nodes whose current definitions include it. */
  readonly #listed: readonly (readonly ProviderNode[])[];
  readonly #byPattern = new Set<string>();
  readonly #older = new Map<string, readonly ProviderNode[]>();
  /** For nodes whose newest version that supports the context is not their latest one: the names of that version. */
  readonly #inContext = new Map<ProviderNode, ReadonlySet<string>>();
  readonly #host: ProviderNode | undefined;
  readonly #hostNames: ReadonlySet<string>;
  /** The folded ids of pins to the host. */
  readonly #hostIds: ReadonlySet<string>;

  constructor(
    private readonly catalogue: Catalogue,
    private readonly table: ProviderTable,
    private readonly question: ResolveQuestion,
    hostNodeId: string,
  ) {
    this.#listed = question.uses.map(({ name }) => table.providers(name));
    this.#host = table.node(hostNodeId);
    this.#hostNames = new Set(this.#host?.names);
    this.#hostIds = new Set([HOST_PIN, foldNodeId(hostNodeId)]);
  }

  /** Chooses the nodes. */
  async select(): Promise<Selection> {
    await this.#findOlder();
    await this.#readVersions();
    const builtIn: string[] = [];
    const missing: NameUse[] = [];
    const unknown = new Set<string>();
    const unpinned = new Map<string, IgnoredPin>();
    const pinned = new Map<string, ProviderNode>();
    const pinnedVersions = new Map<ProviderNode, string>();
    const offers: Offer[] = [];
    this.question.uses.forEach((use, at) => {
      const listed = this.#listed[at]!;
      const providers = this.#providersOf(use.name, listed);
      const pin = use.pin && this.table.pinned(use.pin);
      if (pin && pin !== this.#host && mayPin(pin, use.name, listed, providers)) {
        pinned.set(use.name, pin);
        if (!pin.isComplete && !listed.includes(pin)) unknown.add(use.name);
        if (use.pin!.version !== undefined) pinnedVersions.set(pin, use.pin!.version);
        offers.push({ use, providers: providers.includes(pin) ? providers : [pin, ...providers] });
      } else if (this.#isOfHost(use, pin)) builtIn.push(use.name);
      else {
        if (use.pin) unpinned.set(use.name, { pin: use.pin, node: pin });
        if (providers.length > 0) offers.push({ use, providers });
        else missing.push(use);
      }
    });
    return {
      chosen: this.#choose(offers, pinned),
      builtIn,
      missing,
      byPattern: this.#byPattern,
      unknown,
      unpinned,
      pinnedVersions,
    };
  }

  /** True for core-nodes of the host, elements of its editor, and names that the workflow pins to the host. */
  #isOfHost({ name, pin }: NameUse, pinned: ProviderNode | undefined): boolean {
    return (
      this.#hostNames.has(name) ||
      EDITOR_TYPES.has(name) ||
      (pin?.id !== undefined && this.#hostIds.has(foldNodeId(pin.id))) ||
      (pinned !== undefined && pinned === this.#host)
    );
  }

  #choose(offers: readonly Offer[], pinned: ReadonlyMap<string, ProviderNode>): Chosen<ProviderNode> {
    const asked = this.question.nodes.map(({ id }) => this.table.node(id)).filter((node) => node !== undefined);
    const installed = new Set(
      this.question.prefer === 'installed' ? this.question.installed.map(({ id }) => this.table.node(id)) : [],
    );
    // With `prefer: installed`, the names that an installed node provides are treated as pinned to it.
    const kept = new Map(pinned);
    for (const { use, providers } of installed.size > 0 ? offers : []) {
      const own = providers.find((node) => installed.has(node));
      if (own && !kept.has(use.name)) kept.set(use.name, own);
    }
    return chooseNodes<ProviderNode>({
      names: offers.map(({ use }) => use.name),
      providers: offers.map(({ providers }) => providers),
      pinned: kept,
      fixed: asked.filter((node) => node !== this.#host),
      compare: compareProviders,
    });
  }

  /**
   * Returns the nodes that provide a name: in the version for this context, in an older version, or by name pattern.
   * @param all the nodes whose current definitions include it
   */
  #providersOf(name: string, all: readonly ProviderNode[]): readonly ProviderNode[] {
    const listed = this.#hostNames.has(name) ? all.filter((node) => node !== this.#host) : all;
    const supported =
      this.#inContext.size > 0 ? listed.filter((node) => this.#inContext.get(node)?.has(name) ?? true) : listed;
    const current = supported.length > 0 ? supported : listed;
    const matching = this.#matching(name, current);
    if (matching) {
      this.#byPattern.add(name);
      return [matching];
    }
    return current.length > 0 ? current : (this.#older.get(name) ?? []);
  }

  /** Returns the node whose name pattern matches, if no node lists the name, or only nodes with far fewer stars do. */
  #matching(name: string, listed: readonly ProviderNode[]): ProviderNode | undefined {
    if (this.#hostNames.has(name) || (this.#older.get(name)?.length ?? 0) > 0) return undefined;
    const mayProvide = (node: ProviderNode): boolean =>
      node !== this.#host &&
      !node.banned.includes(name) &&
      (listed.length === 0 || (node.pattern!.isAnchored && listed.every((one) => hasFarFewerStars(one, name, node))));
    // None with fewer stars can have far more than all that list the name.
    let minStars = 0;
    for (const one of listed) minStars = Math.max(minStars, MORE_STARS * Math.max(1, one.repoHostStars));
    return this.table.matching(name, minStars, mayProvide);
  }

  /** Finds nodes that define names only in older versions. */
  async #findOlder(): Promise<void> {
    const unlisted = this.question.uses.filter((_, at) => this.#listed[at]!.length === 0).map(({ name }) => name);
    if (unlisted.length === 0) return;
    for (const [name, ids] of await this.catalogue.providers.older(unlisted)) {
      const nodes = ids
        .map((id) => this.table.node(id))
        .filter((node) => node !== undefined && node !== this.#host && !node.banned.includes(name));
      this.#older.set(name, (nodes as ProviderNode[]).sort(bestProviderFirst(name)));
    }
  }

  /** Finds the names that candidates define in their newest version that supports the context. */
  async #readVersions(): Promise<void> {
    if (!restricts(this.question.context)) return;
    const nodes = [...new Set(this.#listed.flat())]
      .filter(({ latestVersionId }) => latestVersionId !== null)
      .sort(compareProviders)
      .slice(0, VERSIONS_READ_MAX);
    const lists = await this.catalogue.nested.plannedVersions().many(nodes.map(({ id }) => id));
    const older = new Map<ProviderNode, NodeVersionRecord>();
    nodes.forEach((node, at) => {
      const newest = inPreference(lists[at]!.items.filter(PUBLIC_VERSION.holds)).find(
        (version) => unsupported(version, '', this.question.context).length === 0,
      );
      if (!newest) this.#inContext.set(node, new Set());
      else if (newest.id !== node.namesVersionId) older.set(node, newest);
    });
    const names = await this.catalogue.nested.plannedNames().many([...older.values()].map(({ id }) => id));
    [...older.keys()].forEach((node, at) => this.#inContext.set(node, new Set(names[at]!)));
  }
}

/**
 * True if a pin is used: the node provides the name, or the name has no known provider, not all names of the pinned
 * node are known, and its definition of the name is not banned.
 * @param listed the nodes whose current definitions include the name
 */
const mayPin = (
  pin: ProviderNode,
  name: string,
  listed: readonly ProviderNode[],
  providers: readonly ProviderNode[],
): boolean =>
  providers.includes(pin) ||
  listed.includes(pin) ||
  (providers.length === 0 && !pin.isComplete && !pin.banned.includes(name));

/** True if a node that lists a name has far fewer stars than a node whose name pattern matches it. */
const hasFarFewerStars = (listed: ProviderNode, name: string, matching: ProviderNode): boolean =>
  matching !== listed &&
  matching.repoHostStars >= MORE_STARS * Math.max(1, listed.repoHostStars) &&
  matching.downloads >= listed.downloads &&
  !listed.preempted.includes(name);
