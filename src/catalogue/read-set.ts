import { foldNodeId } from '../values/node-id.js';
import type { ChangeRow, Revision } from './revision.js';

/** Kinds of things that are read by a key: records, and the nested lists of an owner. */
export type ReadKind = 'node' | 'publisher' | 'version' | 'versionsOfNode' | 'coreNodesOfVersion';

/** The version of a list in memory. Readers keep it instead of the list itself. */
export interface ListMark {
  /** Changes whenever the members of the list or their order change. */
  stamp: number;
  /** Whether changes update the list; false once it is evicted. */
  isFollowed: boolean;
}

/** Lists that are updated by changes on demand. */
export interface FollowedLists {
  /** Updates the lists to the current revision; `undefined` if they are up to date. */
  settle(): Promise<void> | undefined;
  /** Whether they are up to date with the current revision. */
  readonly isSettled: boolean;
}

/** The dependencies of one part of a response. */
export interface Dependency {
  /** Whether none of them has changed since they were read. */
  isValid(): boolean;
}

/** Receives the dependencies of a response while it is made. */
export interface Reads {
  /** A key was read, whether or not anything was found. */
  add(kind: ReadKind, key: string): void;
  /** A list was read, with its order and length. */
  addList(mark: ListMark): void;
  /** Something was read that can't be tracked. */
  markUntrackable(): void;
}

/** The most keys whose last change is kept. */
const KEYS_MAX = 50_000;

/** At which revision things were last changed. */
export class LastChanges {
  readonly #at: Readonly<Record<ReadKind, Map<string, number>>> = {
    node: new Map(),
    publisher: new Map(),
    version: new Map(),
    versionsOfNode: new Map(),
    coreNodesOfVersion: new Map(),
  };
  /** What changed up to here is not known any more. */
  #forgotten: number;

  constructor(private readonly revision: Revision) {
    this.#forgotten = revision.current;
    revision.onMove((changes) => this.#note(changes));
  }

  /** The revision that is known of. */
  get current(): number {
    return this.revision.current;
  }

  /** Whether a key is known not to have changed since a revision. */
  isSame(kind: ReadKind, key: string, revision: number): boolean {
    return revision >= this.#forgotten && (this.#at[kind].get(key) ?? 0) <= revision;
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

/**
 * The estimated size of the dependencies of one part, in bytes: a node, its publisher and its versions. Measuring each
 * takes longer than sending the headers of a response.
 */
const A_PART = 200;

/**
 * All dependencies of a response. The response is valid until one of them changes, so a write invalidates only the
 * responses that depend on it.
 */
export class ReadSet implements Reads {
  readonly #keys = new Map<ReadKind, Set<string>>();
  readonly #lists = new Map<ListMark, number>();
  readonly #parts: Dependency[] = [];
  /** The latest revision at which all dependencies are known to be unchanged. */
  #at: number;
  #isWhole = true;

  constructor(
    private readonly changes: LastChanges,
    private readonly lists: FollowedLists,
  ) {
    this.#at = changes.current;
  }

  /** Whether everything that was read could be tracked. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  /** Estimated size in bytes. */
  get size(): number {
    let size = 300 + this.#lists.size * 100;
    // The keys themselves are the records' own.
    for (const keys of this.#keys.values()) size += 150 + keys.size * 40;
    return size + this.#parts.length * A_PART;
  }

  add(kind: ReadKind, key: string): void {
    const keys = this.#keys.get(kind);
    if (keys) keys.add(key);
    else this.#keys.set(kind, new Set([key]));
  }

  addList(mark: ListMark): void {
    if (mark.isFollowed) this.#lists.set(mark, mark.stamp);
    else this.markUntrackable();
  }

  /** A part of the answer that is valid now. */
  addPart(part: Dependency): void {
    this.#parts.push(part);
  }

  markUntrackable(): void {
    this.#isWhole = false;
  }

  /** Whether no dependency changed; `undefined` if the lists must `settle` before that is known. */
  isValid(): boolean | undefined {
    const { current } = this.changes;
    if (this.#at === current) return true;
    if (!this.#isWhole || !this.#areSame()) return false;
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
