import { foldNodeId } from '../values/node-id.js';
import type { ChangeRow, Revision } from './revision.js';

/** What can be read by its key: records, and the nested lists of an owner. */
export type ReadKind = 'node' | 'publisher' | 'version' | 'versionsOfNode' | 'coreNodesOfVersion';

/** Tells of a list in memory what its readers must know, without holding the list itself. */
export interface ListMark {
  /** Another one whenever other things are in the list, or stand elsewhere. */
  stamp: number;
  /** Whether the list goes with the changes. */
  isFollowed: boolean;
}

/** Lists that follow the changes, when they are asked to. */
export interface FollowedLists {
  /** Undefined where they are as the revision says; else they are brought there. */
  settle(): Promise<void> | undefined;
  /** Whether they are as the revision says. */
  readonly isSettled: boolean;
}

/** A part of an answer that knows what it was made of. */
export interface Dependency {
  /** Whether nothing that it was made of has changed. */
  isValid(): boolean;
}

/** Is told what is read. */
export interface Reads {
  /** Something was read by its key, also where nothing was found. */
  add(kind: ReadKind, key: string): void;
  /** A list was read, with its order and its length. */
  addList(mark: ListMark): void;
  /** Something was read that can't be named. */
  giveUp(): void;
}

/** More keys than these are not remembered. */
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

  /** Whether a thing is, for all that is known, as it was at a revision. */
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

/** What a change makes another one. */
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
 * What a part takes that is made of a node, its publisher and its versions, about; to look at each would take longer
 * than to send the answer's head.
 */
const A_PART = 200;

/**
 * All that an answer was made of. As long as none of it changes the answer stays what would be made anew, whatever else
 * changes: so a write costs its readers only what it touched.
 */
export class ReadSet implements Reads {
  readonly #keys = new Map<ReadKind, Set<string>>();
  readonly #lists = new Map<ListMark, number>();
  readonly #parts: Dependency[] = [];
  /** The revision at which all of it is known to be as it was read. */
  #at: number;
  #isWhole = true;

  constructor(
    private readonly changes: LastChanges,
    private readonly lists: FollowedLists,
  ) {
    this.#at = changes.current;
  }

  /** Whether all that was read is in it. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  /** The bytes that it takes, about. */
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
    else this.giveUp();
  }

  /** A part of the answer that is valid now. */
  addPart(part: Dependency): void {
    this.#parts.push(part);
  }

  giveUp(): void {
    this.#isWhole = false;
  }

  /** Whether nothing of it changed since it was begun; undefined where the lists must `settle` before that is known. */
  holds(): boolean | undefined {
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
   * Has the lists brought to where the revision is.
   * @throws SERVICE_UNAVAILABLE where the database does not answer
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
