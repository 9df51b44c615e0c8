import type { MaybePromise } from '../values/maybe-promise.js';
import type { ChangeRow, Revision } from './revision.js';
import { foldNodeId } from '../values/node-id.js';

/** What can be read by its key: records, and the nested lists of an owner. */
export type ReadKind = 'node' | 'publisher' | 'version' | 'versionsOfNode' | 'coreNodesOfVersion';

/** A list in memory that says when it became another one. */
export interface StampedList {
  readonly stamp: number;
}

/** Lists that follow the changes, when they are asked to. */
export interface FollowedLists {
  /** Undefined where they are as the revision says; else they are brought there. */
  settle(): Promise<void> | undefined;
}

/** More keys than these are not remembered. */
const KEYS_MAX = 50_000;

/** At which revision things were last changed. */
export class LastChanges {
  readonly #at: Readonly<Record<ReadKind, Map<string, number>>> = { node: new Map(), publisher: new Map(), version: new Map(), versionsOfNode: new Map(), coreNodesOfVersion: new Map() };
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
 * All that an answer was made of. As long as none of it changes the answer stays what would be made anew, whatever else changes: so
 * a write costs its readers only what it touched.
 */
export class ReadSet {
  readonly #keys: { readonly kind: ReadKind; readonly key: string }[] = [];
  readonly #lists: { readonly list: StampedList; readonly stamp: number }[] = [];
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
    return this.#keys.length * 48 + this.#lists.length * 48 + 200;
  }

  /** Something was read by its key, also where nothing was found. */
  add(kind: ReadKind, key: string): void {
    this.#keys.push({ kind, key });
  }

  /** A list was read, with its order and its length. */
  addList(list: StampedList): void {
    this.#lists.push({ list, stamp: list.stamp });
  }

  /** Something was read that can't be named. */
  giveUp(): void {
    this.#isWhole = false;
  }

  /** Whether nothing of it changed since it was begun. */
  holds(): MaybePromise<boolean> {
    const { changes } = this;
    if (this.#at === changes.current) return true;
    if (!this.#isWhole || !this.#keys.every(({ kind, key }) => changes.isSame(kind, key, this.#at))) return false;
    if (this.#lists.length === 0) return this.#holdsNow(changes.current);
    return this.lists.settle()?.then(() => this.holds()) ?? (this.#lists.every(({ list, stamp }) => list.stamp === stamp) && this.#holdsNow(changes.current));
  }

  #holdsNow(revision: number): true {
    this.#at = revision;
    return true;
  }
}
