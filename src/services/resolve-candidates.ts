import type { Catalogue } from '../catalogue/catalogue.js';
import { compareProviders } from '../catalogue/node-order.js';
import type { ProviderNode } from '../catalogue/provider-node.js';
import { bestProviderFirst, type ProviderTable } from '../catalogue/provider-table.js';
import type { NodeVersionRecord } from '../catalogue/records.js';
import { PUBLIC_VERSION } from '../catalogue/visibility.js';
import { chooseNodes, type Chosen } from '../resolve/choose.js';
import type { NameUse, Pin, ResolveQuestion } from '../resolve/question.js';
import { inPreference, inRange, restricts, supporting } from '../resolve/versions.js';
import { EDITOR_TYPES } from '../resolve/workflow.js';
import { foldNodeId } from '../values/node-id.js';
import { precedenceKey } from '../values/semver.js';

/**
 * The host's editor pins the host's own core-nodes to this id, even if the host's node has another id in this registry.
 */
const HOST_PIN = 'comfy-core';
/**
 * Limit of candidates whose versions are read before nodes are chosen. All others are assumed to support the context.
 */
const VERSIONS_READ_MAX = 200;
/** Limit of the versions of one node whose names are read to find one that supports the context. */
const OLDER_READ_MAX = 20;
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
  /** The pinned versions of nodes, the most frequent first. */
  readonly pinnedVersions: ReadonlyMap<ProviderNode, readonly string[]>;
  /** Names that are pinned, settled or have only one provider, so that its version must provide them. */
  readonly firm: ReadonlySet<string>;
}

/** What earlier choices have shown. */
export interface Findings {
  /** The ids of nodes whose chosen versions don't provide a name, by the name. */
  readonly excluded: ReadonlyMap<string, ReadonlySet<string>>;
  /** Names with the nodes whose chosen versions provide them. */
  readonly settled: ReadonlyMap<string, ProviderNode>;
}

/** Counts the pins of each version of a node. */
class PinnedVersions {
  readonly #counts = new Map<ProviderNode, Map<string, number>>();

  add(node: ProviderNode, version: string, times: number): void {
    const counts = this.#counts.get(node) ?? new Map<string, number>();
    this.#counts.set(node, counts.set(version, (counts.get(version) ?? 0) + times));
  }

  /** The versions of each node, the most frequent first; of equally frequent ones, the highest. */
  get all(): Map<ProviderNode, readonly string[]> {
    const sorted = (counts: ReadonlyMap<string, number>): readonly string[] =>
      [...counts]
        .sort(([a, x], [b, y]) => y - x || (precedenceKey(a) < precedenceKey(b) ? 1 : -1))
        .map(([version]) => version);
    return new Map([...this.#counts].map(([node, counts]) => [node, sorted(counts)]));
  }
}

/** Finds the nodes that can provide the names of one question, and chooses among them. */
export class Candidates {
  /** For each name of the question, the nodes whose current definitions include it. */
  readonly #listed: readonly (readonly ProviderNode[])[];
  readonly #byPattern = new Set<string>();
  readonly #older = new Map<string, readonly ProviderNode[]>();
  /** For names that no newest version for the context defines, the nodes of which an older one for it does. */
  readonly #olderInContext = new Map<string, readonly ProviderNode[]>();
  /** For each name of the question, the node that it is pinned to. */
  readonly #pins: readonly (ProviderNode | undefined)[];
  /** The names of pinned versions that are not the newest of their nodes, by the number of the version. */
  readonly #pinnedNames = new Map<ProviderNode, Map<string, ReadonlySet<string>>>();
  /** By name, the nodes of which the installed or requested version, which is not the newest, defines it. */
  readonly #stated = new Map<string, ProviderNode[]>();
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
    private readonly findings: Findings,
  ) {
    this.#listed = question.uses.map(({ name }) => this.#allowed(name, table.providers(name)));
    this.#pins = question.uses.map(({ pin }) => pin && table.pinned(pin));
    this.#host = table.node(hostNodeId);
    this.#hostNames = new Set(this.#host?.names);
    this.#hostIds = new Set([HOST_PIN, foldNodeId(hostNodeId)]);
  }

  /** Chooses the nodes. */
  async select(): Promise<Selection> {
    await this.#findOlder();
    await this.#readVersions();
    await this.#findOlderInContext();
    await this.#readStated();
    const builtIn: string[] = [];
    const missing: NameUse[] = [];
    const unknown = new Set<string>();
    const unpinned = new Map<string, IgnoredPin>();
    const pinned = new Map<string, ProviderNode>();
    const pinnedVersions = new PinnedVersions();
    const firm = new Set(this.findings.settled.keys());
    const offers: Offer[] = [];
    this.question.uses.forEach((use, at) => {
      const listed = this.#listed[at]!;
      const providers = this.#providersOf(use.name, listed);
      const pin = this.#pins[at];
      if (pin && pin !== this.#host && this.#isUsed(pin, use, listed, providers)) {
        pinned.set(use.name, pin);
        if (!pin.isComplete && !listed.includes(pin)) unknown.add(use.name);
        firm.add(use.name);
        for (const { pin: stated, times } of use.pins)
          if (stated.version !== undefined && this.table.pinned(stated) === pin)
            pinnedVersions.add(pin, stated.version, times);
        offers.push({ use, providers: providers.includes(pin) ? providers : [pin, ...providers] });
      } else if (this.#isOfHost(use, pin)) builtIn.push(use.name);
      else {
        if (use.pin) unpinned.set(use.name, { pin: use.pin, node: pin });
        if (providers.length === 1) firm.add(use.name);
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
      pinnedVersions: pinnedVersions.all,
      firm,
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
      settled: this.findings.settled,
      fixed: asked.filter((node) => node !== this.#host),
      compare: compareProviders,
    });
  }

  /**
   * Returns the nodes that provide a name: in the version for this context, in an older version, or by name pattern.
   * @param all the nodes whose current definitions include it
   */
  #providersOf(name: string, all: readonly ProviderNode[]): readonly ProviderNode[] {
    const found = this.#newestOrOlder(name, all);
    const stated = this.#stated.get(name);
    return stated ? [...new Set([...found, ...this.#allowed(name, stated)])].sort(bestProviderFirst(name)) : found;
  }

  #newestOrOlder(name: string, all: readonly ProviderNode[]): readonly ProviderNode[] {
    const listed = this.#hostNames.has(name) ? all.filter((node) => node !== this.#host) : all;
    const supported =
      this.#inContext.size > 0 ? listed.filter((node) => this.#inContext.get(node)?.has(name) ?? true) : listed;
    const current = supported.length > 0 ? supported : (this.#olderInContext.get(name) ?? listed);
    const matching = this.#matching(name, current);
    if (matching) {
      this.#byPattern.add(name);
      return [matching];
    }
    return current.length > 0 ? current : (this.#older.get(name) ?? []);
  }

  /** Leaves out nodes of which no version to install provides the name. */
  #allowed(name: string, nodes: readonly ProviderNode[]): readonly ProviderNode[] {
    const excluded = this.findings.excluded.get(name);
    return excluded ? nodes.filter(({ id }) => !excluded.has(id)) : nodes;
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
    for (const [name, ids] of await this.catalogue.providers.older(unlisted))
      this.#older.set(name, this.#providersAmong(ids, name));
  }

  /** The nodes with these ids that may provide a name, the best first. */
  #providersAmong(ids: readonly string[], name: string): readonly ProviderNode[] {
    const nodes = ids
      .map((id) => this.table.node(id))
      .filter((node) => node !== undefined && node !== this.#host && !node.banned.includes(name));
    return this.#allowed(name, nodes as ProviderNode[]).toSorted(bestProviderFirst(name));
  }

  /** Finds older versions that support the context, for names that no newest version that supports it defines. */
  async #findOlderInContext(): Promise<void> {
    if (!restricts(this.question.context)) return;
    const names = this.question.uses
      .filter(({ name }, at) =>
        this.#listed[at]!.length > 0
          ? !this.#listed[at]!.some((node) => this.#inContext.get(node)?.has(name) ?? true)
          : (this.#older.get(name)?.length ?? 0) > 0,
      )
      .map(({ name }) => name);
    if (names.length === 0) return;
    const found = new Map<string, readonly ProviderNode[]>();
    for (const [name, ids] of await this.catalogue.providers.older(names))
      found.set(name, this.#providersAmong(ids, name));
    const nodes = [...new Set([...found.values()].flat())].sort(compareProviders).slice(0, VERSIONS_READ_MAX);
    const lists = await this.catalogue.nested.plannedVersions().many(nodes.map(({ id }) => id));
    const versions = lists.map(({ items }) =>
      supporting(items.filter(PUBLIC_VERSION.holds), this.question.context).slice(0, OLDER_READ_MAX),
    );
    const defined = await this.#namesOf(versions.flat());
    const isDefined = (name: string, node: ProviderNode): boolean =>
      versions[nodes.indexOf(node)]?.some(({ id }) => defined.get(id)!.has(name)) ?? false;
    for (const [name, providers] of found) {
      const supported = providers.filter((node) => isDefined(name, node));
      if (supported.length > 0) this.#olderInContext.set(name, supported);
    }
  }

  /** The names that versions define, by the ids of the versions. */
  async #namesOf(versions: readonly NodeVersionRecord[]): Promise<Map<string, ReadonlySet<string>>> {
    const names = await this.catalogue.nested.plannedNames().many(versions.map(({ id }) => id));
    return new Map(versions.map(({ id }, at) => [id, new Set(names[at])]));
  }

  /** Reads the names of the versions that pins, the request and the installation name, if they are not the newest. */
  async #readStated(): Promise<void> {
    const { prefer, installed, nodes: asked } = this.question;
    const pins = prefer === 'newest' ? [] : this.#statedByPins();
    const kept = prefer === 'installed' ? installed.map(({ id, version }) => ({ id, range: version })) : [];
    const others = [...kept, ...asked].flatMap(({ id, range }) => {
      const node = this.table.node(id);
      return node && range !== undefined && node !== this.#host ? [{ node, range }] : [];
    });
    const stated = [...pins, ...others].filter(({ node }) => node.latestVersionId !== null);
    if (stated.length === 0) return;
    const lists = await this.catalogue.nested.plannedVersions().many(stated.map(({ node }) => node.id));
    const versions = stated.flatMap(({ node, range }, at) => {
      const active = inPreference(lists[at]!.items.filter(PUBLIC_VERSION.holds));
      const version =
        active.find((one) => one.version === range) ?? (at < pins.length ? undefined : inRange(active, range)[0]);
      return version && version.id !== node.namesVersionId ? [{ node, version, isPin: at < pins.length }] : [];
    });
    const defined = await this.#namesOf(versions.map(({ version }) => version));
    const isAsked = new Set(this.question.uses.map(({ name }) => name));
    for (const { node, version, isPin } of versions) {
      const names = defined.get(version.id)!;
      if (isPin) {
        const known = this.#pinnedNames.get(node) ?? new Map<string, ReadonlySet<string>>();
        this.#pinnedNames.set(node, known.set(version.version, names));
      } else
        for (const name of names)
          if (isAsked.has(name) && !node.banned.includes(name))
            this.#stated.set(name, [...(this.#stated.get(name) ?? []), node]);
    }
  }

  /** The pinned versions of nodes that don't provide the name in their newest version. */
  #statedByPins(): { readonly node: ProviderNode; readonly range: string }[] {
    const found = new Map<string, { readonly node: ProviderNode; readonly range: string }>();
    this.question.uses.forEach(({ pin }, at) => {
      const node = this.#pins[at];
      if (!node?.latestVersionId || node === this.#host || this.#listed[at]!.includes(node)) return;
      if (pin?.version === undefined) return;
      found.set(`${node.id}@${pin.version}`, { node, range: pin.version });
    });
    return [...found.values()];
  }

  /**
   * True if a pin is used: the node provides the name, also if only in the pinned version, or the name has no known
   * provider, not all names of the pinned node are known, and its definition of the name is not banned.
   * @param listed the nodes whose current definitions include the name
   */
  #isUsed(
    pin: ProviderNode,
    { name, pin: stated }: NameUse,
    listed: readonly ProviderNode[],
    providers: readonly ProviderNode[],
  ): boolean {
    if (this.findings.excluded.get(name)?.has(pin.id)) return false;
    if (pin.banned.includes(name)) return false;
    return (
      providers.includes(pin) ||
      listed.includes(pin) ||
      (this.#pinnedNames
        .get(pin)
        ?.get(stated?.version ?? '')
        ?.has(name) ??
        false) ||
      (providers.length === 0 && !pin.isComplete)
    );
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
      const newest = inPreference(supporting(lists[at]!.items.filter(PUBLIC_VERSION.holds), this.question.context))[0];
      if (!newest) this.#inContext.set(node, new Set());
      else if (newest.id !== node.namesVersionId) older.set(node, newest);
    });
    const names = await this.#namesOf([...older.values()]);
    for (const [node, { id }] of older) this.#inContext.set(node, names.get(id)!);
  }
}

/** True if a node that lists a name has far fewer stars than a node whose name pattern matches it. */
const hasFarFewerStars = (listed: ProviderNode, name: string, matching: ProviderNode): boolean =>
  matching !== listed &&
  matching.repoHostStars >= MORE_STARS * Math.max(1, listed.repoHostStars) &&
  matching.downloads >= listed.downloads &&
  !listed.preempted.includes(name);
