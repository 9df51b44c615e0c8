import { BoundedCache, type CacheStats } from '../values/bounded-cache.js';
import { type MaybePromise, mapMaybe } from '../values/maybe-promise.js';
import type { ListedNode } from './node-index.js';
import { isSelected, type NodeParts, type NodeSelection, type NodeShape } from './node-shape.js';
import type { Dependency, LastChanges, ReadKind, ReadSet } from './read-set.js';

/** Reads the selected parts of nodes, in the order of `nodes`; `undefined` for a node that no longer exists. */
export type ReadParts = (
  nodes: readonly ListedNode[],
  selection: NodeSelection,
) => MaybePromise<readonly (NodeParts | undefined)[]>;

/** Estimated memory of a fragment besides its JSON, including its cache entry, in bytes. */
const OVERHEAD = 300;
/**
 * Upper bound of the ordinals of nodes. The cache key of a fragment is the number of its shape times this, plus the
 * ordinal.
 */
const ORDINALS = 2 ** 32;

/** The records that a fragment was written from. Cached responses refer to it, but not to the fragment itself. */
class Dependencies implements Dependency {
  /** Alternating kinds and keys. */
  readonly #keys: readonly string[];

  /** @param revision the revision at which the parts were read */
  constructor(
    listed: ListedNode,
    { node, latest }: NodeParts,
    selection: NodeSelection,
    private readonly changes: LastChanges,
    private revision: number,
  ) {
    const keys: (ReadKind | string)[] = ['node', listed.foldedId];
    if (isSelected(selection.publisher)) keys.push('publisher', node.publisherId);
    if (latest) keys.push('version', latest.id);
    if (selection.versions) keys.push('versionsOfNode', listed.id);
    this.#keys = keys;
  }

  isValid(): boolean {
    const { current } = this.changes;
    if (this.revision === current) return true;
    const keys = this.#keys;
    for (let at = 0; at < keys.length; at += 2)
      if (!this.changes.isSame(keys[at] as ReadKind, keys[at + 1]!, this.revision)) return false;
    this.revision = current;
    return true;
  }
}

/** A node as JSON, valid until one of the records that it was written from changes. */
export class Fragment {
  /** Length of the JSON in UTF-8. */
  readonly bytes: number;

  constructor(
    readonly json: string,
    readonly dependencies: Dependency,
  ) {
    this.bytes = Buffer.byteLength(json);
  }

  /** Estimated memory of the fragment, in bytes. */
  get size(): number {
    return this.json.length * (this.bytes === this.json.length ? 1 : 2) + OVERHEAD;
  }
}

const isValid = ({ dependencies }: Fragment): boolean => dependencies.isValid();

/** Nodes as JSON fragments, cached by shape and node. The cache evicts the least recently used fragments. */
export class NodeFragments {
  readonly #cache: BoundedCache<number, Fragment>;
  readonly #numbers = new WeakMap<NodeShape, number>();
  #shapes = 0;

  constructor(
    private readonly changes: LastChanges,
    private readonly read: ReadParts,
    maxBytes: number,
  ) {
    this.#cache = new BoundedCache<number, Fragment>({ maxBytes, sizeOf: ({ size }) => size });
  }

  /** Size and use of the cache. */
  get stats(): CacheStats {
    return this.#cache.stats;
  }

  /**
   * The fragments of nodes, in the order of `nodes`. Nodes that no longer exist are left out.
   * @param reads receives the dependencies of the fragments
   * @returns `undefined` if the shape can't write one of the nodes
   */
  of(nodes: readonly ListedNode[], shape: NodeShape, reads?: ReadSet): MaybePromise<readonly Fragment[] | undefined> {
    const base = this.#numberOf(shape) * ORDINALS;
    const found: (Fragment | undefined)[] = [];
    const missing: number[] = [];
    for (const [at, { ordinal }] of nodes.entries()) {
      const fragment = this.#cache.get(base + ordinal, isValid);
      found.push(fragment);
      if (!fragment) missing.push(at);
    }
    const filled = missing.length === 0 ? true : this.#fill(found, missing, nodes, shape, base);
    return mapMaybe(filled, (isWritten) => {
      if (!isWritten) return undefined;
      const fragments =
        missing.length === 0 ? (found as Fragment[]) : found.filter((fragment) => fragment !== undefined);
      if (reads) for (const { dependencies } of fragments) reads.addPart(dependencies);
      return fragments;
    });
  }

  /** Writes the missing fragments into `found`. @returns true if the shape could write all of them */
  #fill(
    found: (Fragment | undefined)[],
    missing: readonly number[],
    nodes: readonly ListedNode[],
    shape: NodeShape,
    base: number,
  ): MaybePromise<boolean> {
    const revision = this.changes.current;
    const wanted = missing.map((at) => nodes[at]!);
    return mapMaybe(this.read(wanted, shape.selection), (all) => {
      for (const [index, parts] of all.entries()) {
        if (!parts) continue;
        const json = shape.write(parts);
        if (json === undefined) return false;
        const listed = wanted[index]!;
        const fragment = new Fragment(json, new Dependencies(listed, parts, shape.selection, this.changes, revision));
        found[missing[index]!] = fragment;
        // If a record changed during the read, the fragment may have the old or the new value, so it is not cached.
        if (isValid(fragment)) this.#cache.set(base + listed.ordinal, fragment);
      }
      return true;
    });
  }

  #numberOf(shape: NodeShape): number {
    let number = this.#numbers.get(shape);
    if (number === undefined) this.#numbers.set(shape, (number = this.#shapes++));
    return number;
  }
}
