import { BoundedCache, type CacheStats } from '../values/bounded-cache.js';
import { type MaybePromise, whenThere } from '../values/maybe-promise.js';
import type { ListedNode } from './node-index.js';
import { isSelected, type NodeParts, type NodeSelection, type NodeShape } from './node-shape.js';
import type { Dependency, LastChanges, ReadKind, ReadSet } from './read-set.js';

/** Reads the selected parts of nodes, in their order; `undefined` for nodes that don't exist any more. */
export type ReadParts = (
  nodes: readonly ListedNode[],
  selection: NodeSelection,
) => MaybePromise<readonly (NodeParts | undefined)[]>;

/** The size of a fragment without its JSON, and of its entry in the cache, in bytes. */
const OVERHEAD = 250;
/** More nodes than a process can number. */
const ORDINALS = 2 ** 32;

/** A node as JSON, valid until one of the records that it was written from changes. */
export class Fragment implements Dependency {
  /** Length of the JSON in UTF-8. */
  readonly bytes: number;
  /** Kinds and keys in turn. */
  readonly #dependencies: readonly string[];

  /** @param revision the revision at which the parts were read */
  constructor(
    readonly json: string,
    listed: ListedNode,
    { node, latest }: NodeParts,
    selection: NodeSelection,
    private readonly changes: LastChanges,
    private revision: number,
  ) {
    this.bytes = Buffer.byteLength(json);
    const dependencies: (ReadKind | string)[] = ['node', listed.foldedId];
    if (isSelected(selection.publisher)) dependencies.push('publisher', node.publisherId);
    if (latest) dependencies.push('version', latest.id);
    if (selection.versions) dependencies.push('versionsOfNode', listed.id);
    this.#dependencies = dependencies;
  }

  /** The memory that it takes, in bytes. */
  get size(): number {
    return this.json.length * (this.bytes === this.json.length ? 1 : 2) + OVERHEAD;
  }

  /** Whether nothing that it depends on changed since it was read. */
  isValid(): boolean {
    const { current } = this.changes;
    if (this.revision === current) return true;
    const dependencies = this.#dependencies;
    for (let at = 0; at < dependencies.length; at += 2)
      if (!this.changes.isSame(dependencies[at] as ReadKind, dependencies[at + 1]!, this.revision)) return false;
    this.revision = current;
    return true;
  }
}

const isValid = (fragment: Fragment): boolean => fragment.isValid();

/** Nodes as JSON fragments, cached by shape and node, least recently used first out. */
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
   * The fragments of nodes, in their order, without nodes that don't exist any more.
   * @param reads receives the fragments as dependencies
   * @returns `undefined` if one of them can't be written
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
    return whenThere(filled, (isWritten) => {
      if (!isWritten) return undefined;
      const fragments =
        missing.length === 0 ? (found as Fragment[]) : found.filter((fragment) => fragment !== undefined);
      if (reads) for (const fragment of fragments) reads.addPart(fragment);
      return fragments;
    });
  }

  /** Writes the missing fragments. @returns whether all could be written */
  #fill(
    found: (Fragment | undefined)[],
    missing: readonly number[],
    nodes: readonly ListedNode[],
    shape: NodeShape,
    base: number,
  ): MaybePromise<boolean> {
    const revision = this.changes.current;
    const wanted = missing.map((at) => nodes[at]!);
    return whenThere(this.read(wanted, shape.selection), (all) => {
      for (const [index, parts] of all.entries()) {
        if (!parts) continue;
        const json = shape.write(parts);
        if (json === undefined) return false;
        const fragment = new Fragment(json, wanted[index]!, parts, shape.selection, this.changes, revision);
        found[missing[index]!] = fragment;
        // A change that was committed while the parts were read may or may not be in them.
        if (fragment.isValid()) this.#cache.set(base + wanted[index]!.ordinal, fragment);
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
