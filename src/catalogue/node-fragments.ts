import { BoundedCache } from '../values/bounded-cache.js';
import { type ListItem, listItem } from '../values/list-text.js';
import type { ListedNode } from './node-index.js';
import { isSelected, type NodeParts, type NodeSelection, type NodeShape } from './node-shape.js';
import { type LastChanges, PartDependencies, type ReadKind, type ReadSet } from './read-set.js';
import { present, type RecordCaches } from './record-caches.js';

/** Estimated memory of a fragment besides its JSON, including its cache entry, in bytes. */
const OVERHEAD = 300;
/**
 * Upper bound of the ordinals of nodes. The cache key of a fragment is the number of its shape times this, plus the
 * ordinal.
 */
const ORDINALS = 2 ** 32;

/** A node as JSON, valid until one of the records that it was written from changes. */
interface Fragment extends ListItem {
  /** A separate object, so that cached responses refer to it, but not to the fragment itself. */
  readonly dependencies: PartDependencies;
}

const isValid = ({ dependencies }: Fragment): boolean => dependencies.isValid();

/** The records that a fragment is written from, as alternating kinds and keys. */
function keysOf(listed: ListedNode, { node, latest }: NodeParts, selection: NodeSelection): string[] {
  const keys: (ReadKind | string)[] = ['node', listed.foldedId];
  if (isSelected(selection.publisher)) keys.push('publisher', node.publisherId);
  if (latest) keys.push('version', latest.id);
  if (selection.versions) keys.push('versionsOfNode', listed.id);
  return keys;
}

/** Nodes as JSON fragments, cached by shape and node. The cache evicts the least recently used fragments. */
export class NodeFragments {
  readonly cache: BoundedCache<number, Fragment>;
  readonly #numbers = new WeakMap<NodeShape, number>();
  #shapes = 0;

  constructor(
    private readonly changes: LastChanges,
    private readonly records: RecordCaches,
    maxBytes: number,
  ) {
    this.cache = new BoundedCache({
      maxBytes,
      sizeOf: ({ json, bytes }) => json.length * (bytes === json.length ? 1 : 2) + OVERHEAD,
    });
  }

  /**
   * The fragments of nodes, in the order of `nodes`. Nodes that no longer exist are left out.
   * @param reads receives the dependencies of the fragments
   * @returns `undefined` if the shape can't write one of the nodes
   */
  async of(nodes: readonly ListedNode[], shape: NodeShape, reads?: ReadSet): Promise<readonly ListItem[] | undefined> {
    const base = this.#numberOf(shape) * ORDINALS;
    const found = nodes.map(({ ordinal }) => this.cache.get(base + ordinal, isValid));
    if (found.includes(undefined) && !(await this.#fill(found, nodes, shape, base))) return undefined;
    const fragments = present(found);
    if (reads) for (const { dependencies } of fragments) reads.addPart(dependencies);
    return fragments;
  }

  /** Writes the missing fragments into `found`. @returns true if the shape could write all of them */
  async #fill(
    found: (Fragment | undefined)[],
    nodes: readonly ListedNode[],
    shape: NodeShape,
    base: number,
  ): Promise<boolean> {
    const revision = this.changes.revision.current;
    const missing = [...nodes.keys()].filter((at) => !found[at]);
    const wanted = missing.map((at) => nodes[at]!);
    for (const [index, parts] of (await this.records.partsOf(wanted, shape.selection)).entries()) {
      if (!parts) continue;
      const json = shape.write(parts);
      if (json === undefined) return false;
      const listed = wanted[index]!;
      const dependencies = new PartDependencies(keysOf(listed, parts, shape.selection), this.changes, revision);
      const fragment = { ...listItem(json), dependencies };
      found[missing[index]!] = fragment;
      // If a record changed during the read, the fragment may have the old or the new value, so it is not cached.
      if (isValid(fragment)) this.cache.set(base + listed.ordinal, fragment);
    }
    return true;
  }

  #numberOf(shape: NodeShape): number {
    let number = this.#numbers.get(shape);
    if (number === undefined) this.#numbers.set(shape, (number = this.#shapes++));
    return number;
  }
}
