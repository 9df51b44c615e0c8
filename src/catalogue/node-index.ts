import { BoundedCache, type CacheStats } from '../values/bounded-cache.js';
import type { MaybePromise } from '../values/maybe-promise.js';
import { type NodeFacts, NodeFactsReader } from './node-facts.js';
import { hasFewValues, type NodeFilter, nodePredicate } from './node-filter.js';
import type { NodeListQuestion } from './node-lists.js';
import { nodeComparison, nodeEquality, nodeValue, type SortKey } from './node-order.js';
import type { ListRunner } from '../db/database.js';
import { Queue } from '../db/queue.js';
import { foldNodeId } from '../values/node-id.js';
import type { Ordinals } from './ordinals.js';
import type { FollowedLists, ListMark, Reads } from './read-set.js';
import type { ChangeRow, Revision } from './revision.js';

/**
 * Above this many nodes lists are asked of the database: what is in memory would take too long to read at the start.
 */
const NODES_MAX = 200_000;
/** So many nodes are put in order at once; more are taken from a list that is in that order. */
const FEW = 500;
/** More changed nodes than these are not put into place one by one. */
const MANY = 2000;

/** The part of the memory for lists that is for groups. */
const GROUPS_SHARE = 0.12;

/** A node in a list. */
export interface ListedNode {
  readonly id: string;
  readonly foldedId: string;
  /** See `Ordinals`. */
  readonly ordinal: number;
}

/** A page of nodes, and the size of the whole list. */
export interface ListedNodes {
  readonly nodes: readonly ListedNode[];
  readonly total: number;
}

/** Nodes that are in one key as this one is. */
interface Alike {
  readonly key: SortKey;
  readonly node: NodeFacts;
}

/** One list, whole: its nodes in order, and what it takes to keep it so. */
class NodeList {
  /** What readers of it keep. */
  readonly mark: ListMark = { stamp: 0, isFollowed: false };
  readonly #holds: (node: NodeFacts) => boolean;
  readonly #compare: (a: NodeFacts, b: NodeFacts) => number;
  readonly nodes: NodeFacts[];

  /** @param ordered nodes in this order already, where there is such a list */
  constructor(
    { filter, sort }: Pick<NodeListQuestion, 'filter' | 'sort'>,
    all: Iterable<NodeFacts>,
    ordered?: NodeList,
  ) {
    this.#holds = nodePredicate(filter);
    this.#compare = nodeComparison(sort);
    this.nodes = ordered ? ordered.nodes.filter(this.#holds) : [...all].filter(this.#holds).sort(this.#compare);
  }

  /** Puts a node into its place that was, or will be, another one. */
  replace(before: NodeFacts | undefined, after: NodeFacts | undefined): void {
    const wasIn = before !== undefined && this.#holds(before);
    const isIn = after !== undefined && this.#holds(after);
    if (wasIn && isIn && this.#standsAt(this.#find(before), after)) return;
    if (wasIn) this.nodes.splice(this.#find(before), 1);
    if (isIn) this.nodes.splice(this.#find(after), 0, after);
    if (wasIn || isIn) this.mark.stamp++;
  }

  /** Puts a node where another form of it stands, where that is its place, too. */
  #standsAt(place: number, node: NodeFacts): boolean {
    const [left, right] = [this.nodes[place - 1], this.nodes[place + 1]];
    if ((left && this.#compare(left, node) > 0) || (right && this.#compare(node, right) > 0)) return false;
    this.nodes[place] = node;
    return true;
  }

  /** Where it is, or belongs. */
  #find(node: NodeFacts): number {
    let [low, high] = [0, this.nodes.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#compare(this.nodes[middle]!, node) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/**
 * What node lists choose and order by, of every node, in this process: a page of any list is a stretch of an array.
 * What changes is read again, and put into its place in each list that was asked for; so a write costs the lists one
 * statement, and a page none.
 */
export class NodeIndex implements FollowedLists {
  readonly #facts: NodeFactsReader;
  /** By folded id. */
  readonly #nodes = new Map<string, NodeFacts>();
  readonly #lists: BoundedCache<string, NodeList>;
  /** Nodes that are alike in the first keys of an order, in the order of the next one, until something changes. */
  readonly #groups: BoundedCache<string, readonly NodeFacts[]>;
  readonly #refreshes = new Queue();
  /** A refresh that has not begun. */
  #waiting: Promise<void> | undefined;
  /** Nodes that changed since they were read; undefined where all must be read. */
  #dirty: Set<string> | undefined;
  /** Whether changes are being read that are not in place yet. */
  #isReading = false;
  #isOff = false;

  constructor(
    private readonly database: ListRunner,
    revision: Revision,
    ordinals: Ordinals,
    maxBytes: number,
  ) {
    this.#facts = new NodeFactsReader(database, ordinals);
    const part = Math.max(1, Math.floor(maxBytes * GROUPS_SHARE));
    this.#groups = new BoundedCache<string, readonly NodeFacts[]>({
      maxBytes: part,
      sizeOf: (nodes, key) => nodes.length * 8 + key.length * 6 + 500,
    });
    this.#lists = new BoundedCache<string, NodeList>({
      maxBytes: Math.max(1, maxBytes - part),
      sizeOf: ({ nodes }, key) => nodes.length * 8 + key.length * 6 + 1000,
      onLeave: (_key, list) => void (list.mark.isFollowed = false),
    });
    revision.onMove((changes) => this.#note(changes));
  }

  /** What its lists hold; the facts of the nodes are not counted. */
  get stats(): CacheStats {
    const lists = this.#lists.stats;
    return { ...lists, bytes: lists.bytes + this.#groups.stats.bytes };
  }

  /** Reads all nodes, where they are not too many. */
  async start(): Promise<void> {
    const [row] = await this.database.query<{ count: number }>('select count(*)::int as count from nodes');
    this.#isOff = row!.count > NODES_MAX;
    if (this.#isOff) return;
    await this.#refresh();
    // So that the first who asks for it need not wait.
    this.#page({ filter: {}, sort: [], page: 1, limit: 1 });
  }

  /**
   * A page of a list: at once where nothing changed since the last one; undefined where the database must be asked.
   * @param reads told which list it was
   */
  page(question: NodeListQuestion, reads?: Reads): MaybePromise<ListedNodes> | undefined {
    // Those of one publisher are few, and publishers are many.
    if (this.#isOff || question.filter.publisherId !== undefined) return undefined;
    return this.settle()?.then(() => this.#page(question, reads)) ?? this.#page(question, reads);
  }

  /** Undefined where all lists are as the revision says; else what changed is put into its place. */
  settle(): Promise<void> | undefined {
    return this.isSettled ? undefined : this.#refresh();
  }

  /** Whether all lists are as the revision says. */
  get isSettled(): boolean {
    return this.#dirty?.size === 0 && !this.#isReading;
  }

  #page({ filter, sort, page, limit }: NodeListQuestion, reads?: Reads): ListedNodes {
    const { mark, nodes } = this.#list(filter, sort.slice(0, 1));
    // The list tells where a node stands by the first key alone.
    if (sort.length > 1) reads?.markUntrackable();
    else reads?.addList(mark);
    const start = (page - 1) * limit;
    return { nodes: this.#stretch(nodes, filter, sort, start, start + limit), total: nodes.length };
  }

  /**
   * A stretch of nodes by several keys. There are too many such orders to keep a list of each: of nodes that are in the
   * order of the first one only those that it holds for equal, and that are asked for, are put in the order of the
   * others.
   * @param alike in what the nodes are alike
   */
  #stretch(
    nodes: readonly NodeFacts[],
    filter: NodeFilter,
    sort: NodeListQuestion['sort'],
    start: number,
    end: number,
    alike: readonly Alike[] = [],
  ): readonly NodeFacts[] {
    if (sort.length <= 1) return nodes.slice(start, end);
    const isEqual = nodeEquality(sort[0]!);
    const others = sort.slice(1);
    const stretch: NodeFacts[] = [];
    let place = Math.min(start, nodes.length);
    while (place > 0 && place < nodes.length && isEqual(nodes[place - 1]!, nodes[place]!)) place--;
    while (place < Math.min(end, nodes.length)) {
      const [first, from] = [nodes[place]!, place];
      do place++;
      while (place < nodes.length && isEqual(first, nodes[place]!));
      const [begin, stop] = [Math.max(start, from) - from, Math.min(end, place) - from];
      if (place - from <= FEW)
        stretch.push(...nodes.slice(from, place).sort(nodeComparison(others)).slice(begin, stop));
      else {
        const all = [...alike, { key: sort[0]!, node: first }];
        stretch.push(...this.#stretch(this.#group(filter, all, others[0]!), filter, others, begin, stop, all));
      }
    }
    return stretch;
  }

  /** The nodes of a filter that are alike in some keys, in the order of another one. */
  #group(filter: NodeFilter, alike: readonly Alike[], next: SortKey): readonly NodeFacts[] {
    const key = JSON.stringify([
      filter,
      alike.map(({ key: { column }, node }) => [column, nodeValue(column, node)]),
      next,
    ]);
    let group = this.#groups.get(key);
    if (!group) {
      const tests = alike.map(({ key: one, node }) => ({ isEqual: nodeEquality(one), node }));
      group = this.#list(filter, [next]).nodes.filter((other) =>
        tests.every(({ isEqual, node }) => isEqual(node, other)),
      );
      if (hasFewValues(filter)) this.#groups.set(key, group);
    }
    return group;
  }

  /** The nodes of a filter by one key, or by age. */
  #list(filter: NodeFilter, sort: NodeListQuestion['sort']): NodeList {
    if (filter.nodeIds) return new NodeList({ filter, sort }, this.#named(filter.nodeIds));
    if (!hasFewValues(filter)) return new NodeList({ filter, sort }, [], this.#list({ includeBanned: true }, sort));
    const key = JSON.stringify([filter, sort]);
    const kept = this.#lists.get(key);
    if (kept) return kept;
    // All nodes in this order: each filter takes from it, and need not put them in order again.
    const isWhole = filter.includeBanned === true && Object.keys(filter).length === 1;
    const list = isWhole
      ? new NodeList({ filter, sort }, this.#nodes.values())
      : new NodeList({ filter, sort }, [], this.#list({ includeBanned: true }, sort));
    this.#lists.set(key, list);
    // The cache does not store a list that is larger than itself.
    list.mark.isFollowed = this.#lists.peek(key) === list;
    return list;
  }

  #named(ids: readonly string[]): NodeFacts[] {
    return [...new Set(ids.map(foldNodeId))].map((id) => this.#nodes.get(id)).filter((node) => node !== undefined);
  }

  #note(changes: readonly ChangeRow[] | undefined): void {
    if (!changes) this.#dirty = undefined;
    if (!changes || !this.#dirty) return;
    for (const { kind, subject_id: id, node_id: nodeId } of changes) {
      if (kind === 'node') this.#dirty.add(id);
      else if (kind === 'version' && nodeId !== null) this.#dirty.add(nodeId);
    }
    if (this.#dirty.size > MANY) this.#dirty = undefined;
  }

  /** Reads what changed; what changes meanwhile is read after it. */
  #refresh(): Promise<void> {
    // Callers share a refresh that has not begun yet, so that a database that hangs delays all of them once.
    return (this.#waiting ??= this.#refreshes.run(async () => {
      this.#waiting = undefined;
      while (this.#dirty?.size !== 0) {
        const dirty = this.#dirty;
        this.#dirty = new Set();
        this.#isReading = true;
        try {
          if (dirty) this.#replace([...dirty], await this.#facts.read([...dirty]));
          else this.#replaceAll(await this.#facts.read());
        } catch (error) {
          // Nothing of it is known: it is read again, with whatever changed meanwhile.
          this.#dirty = dirty && this.#dirty ? new Set([...dirty, ...this.#dirty]) : undefined;
          throw error;
        } finally {
          this.#isReading = false;
        }
      }
    }));
  }

  #replaceAll(all: readonly NodeFacts[]): void {
    this.#nodes.clear();
    this.#lists.clear();
    this.#groups.clear();
    for (const node of all) this.#nodes.set(node.foldedId, node);
  }

  #replace(ids: readonly string[], read: readonly NodeFacts[]): void {
    this.#groups.clear();
    const found = new Map(read.map((node) => [node.id, node]));
    for (const id of ids) {
      const foldedId = foldNodeId(id);
      const [before, after] = [this.#nodes.get(foldedId), found.get(id)];
      for (const list of this.#lists.values()) list.replace(before, after);
      if (after) this.#nodes.set(foldedId, after);
      else this.#nodes.delete(foldedId);
    }
  }
}
