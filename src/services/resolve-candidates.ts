import type { Catalogue } from '../catalogue/catalogue.js';
import { compareProviders } from '../catalogue/node-order.js';
import { OLDER_PROVIDERS_MAX, type ProviderNode } from '../catalogue/provider-node.js';
import { bestProviderFirst, type ProviderTable } from '../catalogue/provider-table.js';
import { chooseNodes, type Chosen, isMuchMoreUsed, MORE_STARS, type VersionNames } from '../resolve/choose.js';
import { componentsOf } from '../resolve/components.js';
import type { NameUse, Pin, ResolveQuestion } from '../resolve/question.js';
import { EDITOR_TYPES, SCRIPT_TYPES } from '../resolve/workflow.js';
import { foldNodeId } from '../values/node-id.js';
import { OtherVersions } from './resolve-other-versions.js';
import { PinnedVersions } from './resolve-pinned-versions.js';

/**
 * The host's editor pins the host's own core-nodes to this id, even if the host's node has another id in this registry.
 */
const HOST_PIN = 'comfy-core';

/** A core-node name, and the nodes that can provide it. */
export interface Offer {
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
  readonly offers: readonly Offer[];
  readonly builtIn: readonly string[];
  readonly missing: readonly NameUse[];
  /** Names that the providing node does not list, but its name pattern matches. */
  readonly byPattern: ReadonlySet<string>;
  /** Names that are assigned to a node by a pin, although its known definitions don't contain them. */
  readonly unknown: ReadonlySet<string>;
  /** For each pinned name, its node. */
  readonly pinned: ReadonlyMap<string, ProviderNode>;
  /** The pins that were ignored, by name. */
  readonly unpinned: ReadonlyMap<string, IgnoredPin>;
  /** The pinned versions of nodes, the most frequent first. */
  readonly pinnedVersions: ReadonlyMap<ProviderNode, readonly string[]>;
}

/** Finds the nodes that can provide the names of one question, and chooses among them. */
export class Candidates {
  /** For each name of the question, the nodes whose current definitions include it. */
  readonly #listed: readonly (readonly ProviderNode[])[];
  readonly #byPattern = new Set<string>();
  /** For each name of the question, the node that it is pinned to. */
  readonly #pins: readonly (ProviderNode | undefined)[];
  readonly #otherVersions: OtherVersions;
  readonly #host: ProviderNode | undefined;
  readonly #hostNames: ReadonlySet<string>;
  /** The folded ids of pins to the host. */
  readonly #hostIds: ReadonlySet<string>;

  constructor(
    catalogue: Catalogue,
    private readonly table: ProviderTable,
    private readonly question: ResolveQuestion,
    hostNodeId: string,
  ) {
    this.#listed = question.uses.map(({ name }) => table.providers(name));
    this.#pins = question.uses.map(({ pins }) => pins[0] && table.pinned(pins[0].pin));
    this.#host = table.node(hostNodeId);
    this.#hostNames = new Set(this.#host?.names);
    this.#hostIds = new Set([HOST_PIN, foldNodeId(hostNodeId)]);
    this.#otherVersions = new OtherVersions(catalogue, table, question, this.#host);
  }

  /** Finds the nodes that can provide each name. */
  async select(): Promise<Selection> {
    await this.#otherVersions.read(this.#listed.map((listed, at) => ({ listed, pin: this.#pins[at] })));
    const builtIn: string[] = [];
    const missing: NameUse[] = [];
    const unknown = new Set<string>();
    const unpinned = new Map<string, IgnoredPin>();
    const pinned = new Map<string, ProviderNode>();
    const pinnedVersions = new PinnedVersions();
    const offers: Offer[] = [];
    this.question.uses.forEach((use, at) => {
      const listed = this.#listed[at]!;
      const providers = this.#providersOf(use.name, listed);
      const pin = this.#pins[at];
      if (pin && pin !== this.#host && this.#isUsed(pin, use, listed, providers)) {
        pinned.set(use.name, pin);
        if (!pin.isComplete && !listed.includes(pin)) unknown.add(use.name);
        for (const { pin: stated, times } of use.pins)
          if (stated.version !== undefined && this.table.pinned(stated) === pin)
            pinnedVersions.add(pin, stated.version, times);
        offers.push({ use, providers: providers.includes(pin) ? providers : [pin, ...providers] });
      } else if (this.#isOfHost(use, pin)) builtIn.push(use.name);
      else {
        const first = use.pins[0];
        if (first) unpinned.set(use.name, { pin: first.pin, node: pin });
        if (providers.length > 0) offers.push({ use, providers });
        else missing.push(use);
      }
    });
    return {
      offers,
      builtIn,
      missing,
      byPattern: this.#byPattern,
      unknown,
      pinned,
      unpinned,
      pinnedVersions: pinnedVersions.all,
    };
  }

  /** Chooses the nodes, as if each provided all its names in one version. */
  choose({ offers, pinned }: Selection): Chosen<ProviderNode> {
    return this.#choose(offers, pinned, undefined);
  }

  /**
   * Chooses the nodes and takes into account that their versions provide different names, and that older versions
   * provide some names, too.
   * @param again names for which this is necessary. All names that share no nodes with them, directly or through other
   *   names, are chosen as by `choose`
   * @param provided the names that each version of some nodes provides, of the given names of each node
   */
  async chooseVersions(
    { offers, pinned, byPattern, unknown }: Selection,
    again: ReadonlySet<string>,
    provided: (names: ReadonlyMap<ProviderNode, readonly string[]>) => Promise<VersionNames<ProviderNode>>,
  ): Promise<Chosen<ProviderNode>> {
    const listed = offers.filter(({ use: { name } }) => !byPattern.has(name) && !unknown.has(name));
    const older = await this.#otherVersions.older(listed.map(({ use }) => use.name));
    const extended = offers.map(({ use, providers }): Offer => {
      const others = older.get(use.name) ?? [];
      return { use, providers: [...new Set([...providers, ...others])].sort(bestProviderFirst(use.name)) };
    });
    const connected = new Set(connectedOffers(extended, again));
    const names = new Map<ProviderNode, string[]>();
    for (const { use, providers } of connected)
      for (const node of providers) {
        const known = names.get(node);
        if (known) known.push(use.name);
        else names.set(node, [use.name]);
      }
    const versions = await provided(names);
    const isCut = [...connected].some(({ use }) => (older.get(use.name)?.length ?? 0) >= OLDER_PROVIDERS_MAX);
    return this.#choose(
      extended.map((offer, at) => (connected.has(offer) ? offer : offers[at]!)),
      pinned,
      isCut ? { ...versions, isComplete: false } : versions,
    );
  }

  /** True for core-nodes of the host, elements of its editor, and names that the workflow pins to the host. */
  #isOfHost({ name, pins }: NameUse, pinned: ProviderNode | undefined): boolean {
    const id = pins[0]?.pin.id;
    return (
      this.#hostNames.has(name) ||
      EDITOR_TYPES.has(name) ||
      (id !== undefined && this.#hostIds.has(foldNodeId(id))) ||
      (pinned !== undefined && pinned === this.#host)
    );
  }

  #choose(
    offers: readonly Offer[],
    pinned: ReadonlyMap<string, ProviderNode>,
    versions: VersionNames<ProviderNode> | undefined,
  ): Chosen<ProviderNode> {
    const asked = this.question.nodes.map(({ id }) => this.table.node(id)).filter((node) => node !== undefined);
    const installed = new Set(
      this.question.prefer === 'installed' ? this.question.installed.map(({ id }) => this.table.node(id)) : [],
    );
    // With `prefer: installed`, the names that an installed node provides are treated as pinned to it.
    const kept = new Map(pinned);
    // So are names whose pattern matches, although nodes with far fewer stars list them.
    for (const { use, providers } of offers)
      if (this.#byPattern.has(use.name) && providers.length > 1 && !kept.has(use.name))
        kept.set(use.name, providers[0]!);
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
      byPattern: this.#byPattern,
      versions,
    });
  }

  /**
   * Returns the nodes that provide a name: in the version for this question, in an older version, or by name pattern.
   * @param all the nodes whose current definitions include it
   */
  #providersOf(name: string, all: readonly ProviderNode[]): readonly ProviderNode[] {
    const listed = this.#hostNames.has(name) ? all.filter((node) => node !== this.#host) : all;
    const current = this.#otherVersions.with(name, this.#otherVersions.inContext(name, listed));
    const matching = this.#matching(name, current);
    if (!matching) return current;
    this.#byPattern.add(name);
    return [matching, ...current.filter((node) => node !== matching)];
  }

  /**
   * Returns the node whose scripts or name pattern define a name, if no node lists it, or only nodes with far fewer
   * stars do.
   */
  #matching(name: string, listed: readonly ProviderNode[]): ProviderNode | undefined {
    if (this.#hostNames.has(name) || this.#otherVersions.isOnlyOlder(name)) return undefined;
    const repository = listed.length === 0 ? SCRIPT_TYPES.get(name) : undefined;
    if (repository !== undefined) return this.table.ofRepository(repository);
    const mayProvide = (node: ProviderNode): boolean =>
      node !== this.#host &&
      !node.banned.includes(name) &&
      (listed.length === 0 || (node.pattern!.isAnchored && listed.every((one) => hasFarFewerStars(one, name, node))));
    // None with fewer stars can have far more than all that list the name.
    let minStars = 0;
    for (const one of listed) minStars = Math.max(minStars, MORE_STARS * Math.max(1, one.repoHostStars));
    return this.table.matching(name, minStars, mayProvide);
  }

  /**
   * True if a pin is used: the node provides the name, also if only in the pinned version, or not all names of the node
   * are known, the host does not have the name, and no provider is used far more. Its definition must not be banned.
   * @param listed the nodes whose current definitions include the name
   */
  #isUsed(
    pin: ProviderNode,
    { name, pins }: NameUse,
    listed: readonly ProviderNode[],
    providers: readonly ProviderNode[],
  ): boolean {
    if (pin.banned.includes(name)) return false;
    return (
      providers.includes(pin) ||
      listed.includes(pin) ||
      this.#otherVersions.isDefinedByPinned(pin, pins[0]?.pin.version, name) ||
      (!pin.isComplete && !this.#hostNames.has(name) && !providers.some((one) => isMuchMoreUsed(one, pin)))
    );
  }
}

/** The offers of some names, and those that share nodes with them, directly or through other offers. */
function connectedOffers(offers: readonly Offer[], names: ReadonlySet<string>): readonly Offer[] {
  const numbers = new Map([...new Set(offers.flatMap(({ providers }) => providers))].map((node, at) => [node, at]));
  return componentsOf([...offers.keys()], (at) => offers[at]!.providers.map((node) => numbers.get(node)!))
    .map((component) => component.map((at) => offers[at]!))
    .filter((component) => component.some(({ use }) => names.has(use.name)))
    .flat();
}

/** True if a node that lists a name has far fewer stars than a node whose name pattern matches it. */
const hasFarFewerStars = (listed: ProviderNode, name: string, matching: ProviderNode): boolean =>
  matching !== listed && isMuchMoreUsed(matching, listed) && !listed.preempted.includes(name);
