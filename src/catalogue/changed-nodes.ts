import { Queue } from '../db/queue.js';
import type { ChangeRow, Revision } from './revision.js';

/** If more nodes than this have changed, all nodes are read again. */
const CHANGED_MAX = 2000;

/** Reads nodes again: those with the given ids, or all nodes. */
type ReadNodes = (ids: readonly string[] | undefined) => Promise<void>;

/** Keeps values of nodes in memory up to date: notes which nodes change, and reads them again before the next use. */
export class ChangedNodes {
  /** Ids of the nodes that changed since they were read; `undefined` if all nodes must be read. */
  #ids: Set<string> | undefined;
  #isReading = false;
  readonly #refreshes = new Queue();

  /**
   * @param affects the kinds of changes after which their node must be read again
   * @param read stores what it has read
   */
  constructor(
    revision: Revision,
    private readonly affects: ReadonlySet<ChangeRow['kind']>,
    private readonly read: ReadNodes,
  ) {
    revision.onMove((changes) => this.#note(changes));
  }

  /** True if all nodes are read as of the current revision. */
  get areRead(): boolean {
    return this.#ids?.size === 0 && !this.#isReading;
  }

  /** Reads the changed nodes, and repeats it until no node has changed during the read. */
  refresh(): Promise<void> {
    // Callers share a refresh that has not begun yet, so that a database that hangs delays all of them once.
    return this.#refreshes.runShared(async () => {
      while (this.#ids?.size !== 0) await this.#readChanged();
    });
  }

  async #readChanged(): Promise<void> {
    const ids = this.#ids;
    this.#ids = new Set();
    this.#isReading = true;
    try {
      await this.read(ids && [...ids]);
    } catch (error) {
      // The next refresh reads the same nodes, and those that changed meanwhile.
      this.#ids = ids && this.#ids ? new Set([...ids, ...this.#ids]) : undefined;
      throw error;
    } finally {
      this.#isReading = false;
    }
  }

  #note(changes: readonly ChangeRow[] | undefined): void {
    if (!changes) this.#ids = undefined;
    if (!changes || !this.#ids) return;
    for (const { kind, subject_id: id, node_id: nodeId } of changes) {
      const changed = kind === 'node' ? id : nodeId;
      if (changed !== null && this.affects.has(kind)) this.#ids.add(changed);
    }
    if (this.#ids.size > CHANGED_MAX) this.#ids = undefined;
  }
}
