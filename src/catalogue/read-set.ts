import { foldNodeId } from '../values/node-id.js';
import type { ChangeRow, Revision } from './revision.js';

/** Kinds of keys that a response can depend on: ids of records, and ids of the owners of nested lists. */
export type ReadKind = 'node' | 'publisher' | 'version' | 'versionsOfNode' | 'coreNodesOfVersion';

/** Identifies one state of a list in memory. Responses depend on the mark, so that they do not retain the list. */
export interface ListMark {
  /** Changes whenever the members of the list or their order change. */
  stamp: number;
  /** True while changes update the list. False once it is evicted. */
  isFollowed: boolean;
}

/** Lists in memory that apply pending changes on demand. */
export interface FollowedLists {
  /** Updates the lists to the current revision. Returns `undefined` if they are up to date. */
  settle(): Promise<void> | undefined;
  /** True if the lists are up to date with the current revision. */
  readonly isSettled: boolean;
}

/** Once changes of more keys than this are recorded, all of them are dropped. */
const KEYS_MAX = 50_000;

/** The revision at which each key was last changed. */
export class LastChanges {
  readonly #at: Readonly<Record<ReadKind, Map<string, number>>> = {
    node: new Map(),
    publisher: new Map(),
    version: new Map(),
    versionsOfNode: new Map(),
    coreNodesOfVersion: new Map(),
  };
  /** Changes up to this revision are not recorded. */
  #forgotten: number;

  constructor(readonly revision: Revision) {
    this.#forgotten = revision.current;
    revision.onMove((changes) => this.#note(changes));
  }

  /** The revision of the last change of a key, or a later one if that is not recorded. */
  last(kind: ReadKind, key: string): number {
    return Math.max(this.#at[kind].get(key) ?? 0, this.#forgotten);
  }

  /** True if a key has certainly not changed since a revision. */
  isSame(kind: ReadKind, key: string, revision: number): boolean {
    return this.last(kind, key) <= revision;
  }

  #note(changes: readonly ChangeRow[] | undefined): void {
    const all = Object.values(this.#at);
    if (!changes || all.reduce((sum, { size }) => sum + size, 0) > KEYS_MAX) {
      for (const each of all) each.clear();
      this.#forgotten = this.revision.current;
      return;
    }
    const { current } = this.revision;
    for (const change of changes) for (const [kind, key] of touchedBy(change)) this.#at[kind].set(key, current);
  }
}

/** The keys that a change affects. */
export function touchedBy({ kind, subject_id: id, node_id: nodeId }: ChangeRow): [ReadKind, string][] {
  const touched: [ReadKind, string][] = [];
  if (kind === 'publisher') touched.push(['publisher', id]);
  if (kind === 'version') touched.push(['version', id]);
  if (kind === 'version' && nodeId !== null) touched.push(['versionsOfNode', nodeId]);
  if (kind === 'core_nodes') touched.push(['coreNodesOfVersion', id]);
  if (kind === 'node') touched.push(['node', foldNodeId(id)]);
  if (nodeId !== null) touched.push(['node', foldNodeId(nodeId)]);
  return touched;
}

/** The dependencies of one part of a response. */
export class PartDependencies {
  /**
   * @param keys alternating kinds and keys
   * @param revision the revision at which the part was read
   */
  constructor(
    private readonly keys: readonly string[],
    private readonly changes: LastChanges,
    private revision: number,
  ) {}

  /** True if no key has changed since it was read. */
  isValid(): boolean {
    const { current } = this.changes.revision;
    if (this.revision === current) return true;
    const { keys } = this;
    for (let at = 0; at < keys.length; at += 2)
      if (!this.changes.isSame(keys[at] as ReadKind, keys[at + 1]!, this.revision)) return false;
    this.revision = current;
    return true;
  }
}

/**
 * Estimated size of the dependencies of one fragment, in bytes: a node, its publisher and its versions. A constant,
 * because measuring each fragment takes longer than sending the headers of a response.
 */
const PART_BYTES = 200;

/**
 * All dependencies of a response. The response is valid until one of them changes, so a write invalidates only the
 * responses that depend on it.
 */
export class ReadSet {
  readonly #keys = new Map<ReadKind, Set<string>>();
  readonly #lists = new Map<ListMark, number>();
  readonly #parts: PartDependencies[] = [];
  /** The latest revision at which all dependencies are known to be unchanged. */
  #at: number;
  /** True if all dependencies can be tracked. */
  isWhole = true;

  constructor(
    private readonly changes: LastChanges,
    private readonly lists: FollowedLists,
  ) {
    this.#at = changes.revision.current;
  }

  get size(): number {
    let size = 300 + this.#lists.size * 100;
    // The characters of the keys are not counted, because the cached records share them.
    for (const keys of this.#keys.values()) size += 150 + keys.size * 40;
    return size + this.#parts.length * PART_BYTES;
  }

  /** Adds a key that was read, whether or not a record was found. */
  add(kind: ReadKind, key: string): void {
    const keys = this.#keys.get(kind);
    if (keys) keys.add(key);
    else this.#keys.set(kind, new Set([key]));
  }

  /** Adds a list whose order and length were read. */
  addList(mark: ListMark): void {
    if (mark.isFollowed) this.#lists.set(mark, mark.stamp);
    else this.markUntrackable();
  }

  /** Adds the dependencies of a fragment. They must be valid now. */
  addPart(part: PartDependencies): void {
    this.#parts.push(part);
  }

  /** Records that the response depends on something that can't be tracked. */
  markUntrackable(): void {
    this.isWhole = false;
  }

  /** True if no dependency has changed. `undefined` if `settle` must be called first to tell. */
  isValid(): boolean | undefined {
    const { current } = this.changes.revision;
    if (this.#at === current) return true;
    if (!this.isWhole || !this.#areSame()) return false;
    if (this.#lists.size > 0) {
      if (!this.lists.isSettled) return undefined;
      for (const [mark, stamp] of this.#lists) if (!mark.isFollowed || mark.stamp !== stamp) return false;
    }
    this.#at = current;
    return true;
  }

  /**
   * Updates the lists to the current revision.
   * @throws SERVICE_UNAVAILABLE if the database does not answer
   */
  async settle(): Promise<void> {
    await this.lists.settle();
  }

  #areSame(): boolean {
    for (const [kind, keys] of this.#keys)
      for (const key of keys) if (!this.changes.isSame(kind, key, this.#at)) return false;
    return this.#parts.every((part) => part.isValid());
  }
}
