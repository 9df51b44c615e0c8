import type { Catalogue } from '../catalogue/catalogue.js';
import { compareProviders } from '../catalogue/node-order.js';
import type { ProviderNode } from '../catalogue/provider-node.js';
import { bestProviderFirst, type ProviderTable } from '../catalogue/provider-table.js';
import type { NodeVersionRecord } from '../catalogue/records.js';
import { PLANNED_VERSIONS } from '../catalogue/version-lists.js';
import { PUBLIC_VERSION } from '../catalogue/visibility.js';
import type { ResolveQuestion } from '../resolve/question.js';
import { inPreference, inRange, restricts, supporting } from '../resolve/versions.js';
import { activeOf } from './resolve-candidate-versions.js';

/**
 * Limit of candidates whose versions are read before nodes are chosen. All others are assumed to support the context.
 */
const VERSIONS_READ_MAX = 200;
/** Limit of the versions of one node whose names are read to find one that supports the context. */
const OLDER_READ_MAX = 20;

/** The nodes that may provide a name, and the node that the name is pinned to. */
interface Known {
  /** The nodes whose latest version defines the name. */
  readonly listed: readonly ProviderNode[];
  readonly pin: ProviderNode | undefined;
}

/** Finds the nodes that provide the names of one question in a version other than their latest one. */
export class OtherVersions {
  /** For names that no latest version defines, the nodes of which an older one does. */
  readonly #older = new Map<string, readonly ProviderNode[]>();
  /** For names that no newest version for the context defines, the nodes of which an older one for it does. */
  readonly #olderInContext = new Map<string, readonly ProviderNode[]>();
  /** The names of pinned versions that are not the newest of their nodes, by the number of the version. */
  readonly #pinned = new Map<ProviderNode, Map<string, ReadonlySet<string>>>();
  /** By name, the nodes of which the version for this question, which is not the latest, defines it. */
  readonly #stated = new Map<string, Set<ProviderNode>>();
  /** For nodes whose newest version that supports the context is not their latest one: the names of that version. */
  readonly #inContext = new Map<ProviderNode, ReadonlySet<string>>();
  readonly #asked: ReadonlySet<string>;

  constructor(
    private readonly catalogue: Catalogue,
    private readonly table: ProviderTable,
    private readonly question: ResolveQuestion,
    private readonly host: ProviderNode | undefined,
  ) {
    this.#asked = new Set(question.uses.map(({ name }) => name));
  }

  /** Reads the versions. `known` has an element for each name of the question. */
  async read(known: readonly Known[]): Promise<void> {
    const unlisted = this.question.uses.filter((_, at) => known[at]!.listed.length === 0);
    for (const [name, nodes] of await this.older(unlisted.map(({ name }) => name))) this.#older.set(name, nodes);
    if (restricts(this.question.context)) {
      await this.#readInContext(known);
      await this.#readOlderInContext(known);
    }
    await this.#readStated(known);
  }

  /** The nodes that define each name in any version that can be installed, the best first. */
  async older(names: readonly string[]): Promise<Map<string, readonly ProviderNode[]>> {
    if (names.length === 0) return new Map();
    const found = await this.catalogue.providers.older(names);
    return new Map([...found].map(([name, ids]) => [name, this.#providersAmong(ids, name)]));
  }

  /** True if only older versions define a name. */
  isOnlyOlder(name: string): boolean {
    return (this.#older.get(name)?.length ?? 0) > 0;
  }

  /** True if a version of a node that is pinned, and not its latest, defines a name. */
  isDefinedByPinned(node: ProviderNode, version: string | undefined, name: string): boolean {
    return (
      this.#pinned
        .get(node)
        ?.get(version ?? '')
        ?.has(name) ?? false
    );
  }

  /**
   * The nodes of `listed` that provide a name in the version for the context; if there are none, those that provide it
   * in an older version for it; if there are none, `listed`. Empty if only nodes that `with` adds provide it.
   */
  inContext(name: string, listed: readonly ProviderNode[]): readonly ProviderNode[] {
    const supported =
      this.#inContext.size > 0 ? listed.filter((node) => this.#inContext.get(node)?.has(name) ?? true) : listed;
    if (supported.length > 0) return supported;
    return this.#stated.has(name) ? [] : (this.#olderInContext.get(name) ?? listed);
  }

  /** Adds nodes that provide a name in the version for this question or, if `current` is empty, in an older one. */
  with(name: string, current: readonly ProviderNode[]): readonly ProviderNode[] {
    const found = current.length > 0 ? current : (this.#older.get(name) ?? []);
    const stated = this.#stated.get(name);
    return stated ? [...new Set([...found, ...stated])].sort(bestProviderFirst(name)) : found;
  }

  /** The nodes with these ids that may provide a name, the best first. */
  #providersAmong(ids: readonly string[], name: string): readonly ProviderNode[] {
    const nodes = ids.map((id) => this.table.node(id)).filter((node) => node !== undefined);
    return nodes.filter((node) => node !== this.host && !node.banned.includes(name)).sort(bestProviderFirst(name));
  }

  /** Finds the names that candidates define in their newest version that supports the context. */
  async #readInContext(known: readonly Known[]): Promise<void> {
    const nodes = [...new Set(known.flatMap(({ listed }) => listed))]
      .filter(({ latestVersionId }) => latestVersionId !== null)
      .sort(compareProviders)
      .slice(0, VERSIONS_READ_MAX);
    const lists = await this.catalogue.versionLists.first(PLANNED_VERSIONS).many(nodes.map(({ id }) => id));
    const older = new Map<ProviderNode, NodeVersionRecord>();
    nodes.forEach((node, at) => {
      const newest = inPreference(supporting(lists[at]!.items.filter(PUBLIC_VERSION.holds), this.question.context))[0];
      if (!newest) this.#inContext.set(node, new Set());
      else if (newest.id !== node.namesVersionId) older.set(node, newest);
    });
    const names = await this.#namesOf([...older.values()]);
    for (const [node, { id }] of older) {
      this.#inContext.set(node, names.get(id)!);
      this.#addStated(node, names.get(id)!);
    }
  }

  /** Finds older versions that support the context, for names that no newest version that supports it defines. */
  async #readOlderInContext(known: readonly Known[]): Promise<void> {
    const names = this.question.uses
      .filter(({ name }, at) => {
        const { listed } = known[at]!;
        if (listed.length === 0) return this.isOnlyOlder(name);
        return !this.#stated.has(name) && !listed.some((node) => this.#inContext.get(node)?.has(name) ?? true);
      })
      .map(({ name }) => name);
    const found = await this.older(names);
    if (found.size === 0) return;
    const nodes = [...new Set([...found.values()].flat())].sort(compareProviders).slice(0, VERSIONS_READ_MAX);
    const lists = await this.catalogue.versionLists.first(PLANNED_VERSIONS).many(nodes.map(({ id }) => id));
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
    const names = await this.catalogue.coreNodeLists.plannedNames().many(versions.map(({ id }) => id));
    return new Map(versions.map(({ id }, at) => [id, new Set(names[at])]));
  }

  #addStated(node: ProviderNode, names: ReadonlySet<string>): void {
    for (const name of names) {
      if (!this.#asked.has(name) || node.banned.includes(name)) continue;
      const nodes = this.#stated.get(name) ?? new Set();
      this.#stated.set(name, nodes.add(node));
    }
  }

  /** Reads the names of the versions that pins, the request and the installation name, if they are not the newest. */
  async #readStated(known: readonly Known[]): Promise<void> {
    const { prefer, installed, nodes: asked } = this.question;
    const pins = prefer === 'newest' ? [] : this.#statedByPins(known);
    const kept = prefer === 'installed' ? installed.map(({ id, version }) => ({ id, range: version })) : [];
    const others = [...kept, ...asked].flatMap(({ id, range }) => {
      const node = this.table.node(id);
      return node && range !== undefined && node !== this.host ? [{ node, range }] : [];
    });
    const stated = [...pins, ...others].filter(({ node }) => node.latestVersionId !== null);
    if (stated.length === 0) return;
    const lists = await this.catalogue.versionLists.first(PLANNED_VERSIONS).many(stated.map(({ node }) => node.id));
    const versions = stated.flatMap(({ node, range }, at) => {
      const active = activeOf(lists[at]!.items);
      const version =
        active.find((one) => one.version === range) ?? (at < pins.length ? undefined : inRange(active, range)[0]);
      return version && version.id !== node.namesVersionId ? [{ node, version, isPin: at < pins.length }] : [];
    });
    const defined = await this.#namesOf(versions.map(({ version }) => version));
    for (const { node, version, isPin } of versions) {
      const names = defined.get(version.id)!;
      if (isPin) {
        const versionsOfNode = this.#pinned.get(node) ?? new Map<string, ReadonlySet<string>>();
        this.#pinned.set(node, versionsOfNode.set(version.version, names));
      } else this.#addStated(node, names);
    }
  }

  /** The pinned versions of nodes that don't provide the name in their newest version. */
  #statedByPins(known: readonly Known[]): { readonly node: ProviderNode; readonly range: string }[] {
    const found = new Map<string, { readonly node: ProviderNode; readonly range: string }>();
    this.question.uses.forEach(({ pins }, at) => {
      const { listed, pin: node } = known[at]!;
      const version = pins[0]?.pin.version;
      if (!node?.latestVersionId || node === this.host || listed.includes(node) || version === undefined) return;
      found.set(`${node.id}@${version}`, { node, range: version });
    });
    return [...found.values()];
  }
}
