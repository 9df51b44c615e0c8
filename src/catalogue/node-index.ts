import { BoundedCache } from '../values/bounded-cache.js';
import { firstPosition } from '../values/binary-search.js';
import type { MaybePromise } from '../values/maybe-promise.js';
import { ChangedNodes } from './changed-nodes.js';
import { type NodeFacts, NodeFactsReader } from './node-facts.js';
import { EVERY_NODE, filterKey, type NodeFilter, nodePredicate } from './node-filter.js';
import type { NodeListQuestion, NodeSearchQuestion } from './node-lists.js';
import {
  BEST_MATCH_FIRST,
  MOST_POPULAR_FIRST,
  nodeComparison,
  nodeEquality,
  nodeValue,
  type SortKey,
} from './node-order.js';
import type { ListRunner } from '../db/database.js';
import { foldNodeId } from '../values/node-id.js';
import { sortable } from '../values/sortable.js';
import type { Ordinals } from './ordinals.js';
import type { FollowedLists, ListMark, ReadSet } from './read-set.js';
import type { Listing } from './records.js';
import type { Revision } from './revision.js';
import { RANKS, type SearchRanks } from './word-index.js';

/**
 * With more nodes than this the index is off, and the database answers all lists. Reading more nodes at the start would
 * take too long.
 */
const NODES_MAX = 200_000;
/** Groups of up to this many nodes are sorted for each request. A larger group is taken from a list in that order. */
const SORTED_MAX = 500;

const GROUPS_SHARE = 0.12;

const KEY_OF_ALL = filterKey(EVERY_NODE);

export interface ListedNode {
  readonly id: string;
  readonly foldedId: string;
  /** See `Ordinals`. */
  readonly ordinal: number;
}

/** Selects the nodes that have the same value of a sort key as this node. */
interface FixedKey {
  readonly key: SortKey;
  readonly node: NodeFacts;
}

/** One whole list of nodes in order, which changes update in place. */
class NodeList {
  /** The dependency of responses that read the list. */
  readonly mark: ListMark = { stamp: 0, isFollowed: false };
  readonly #matches: (node: NodeFacts) => boolean;
  readonly #compare: (a: NodeFacts, b: NodeFacts) => number;
  readonly nodes: NodeFacts[];

  /** @param ordered a list in the same order with at least the same nodes; it is used instead of `all` */
  constructor(
    { filter, sort }: Pick<NodeListQuestion, 'filter' | 'sort'>,
    all: Iterable<NodeFacts>,
    ordered?: NodeList,
  ) {
    this.#matches = nodePredicate(filter);
    this.#compare = nodeComparison(sort);
    this.nodes = ordered ? ordered.nodes.filter(this.#matches) : [...all].filter(this.#matches).sort(this.#compare);
  }

  /** Updates the list for one changed node. `before` or `after` is `undefined` if the node was created or deleted. */
  replace(before: NodeFacts | undefined, after: NodeFacts | undefined): void {
    const wasIn = before !== undefined && this.#matches(before);
    const isIn = after !== undefined && this.#matches(after);
    if (wasIn && isIn && this.#replaceAt(this.#find(before), after)) return;
    if (wasIn) this.nodes.splice(this.#find(before), 1);
    if (isIn) this.nodes.splice(this.#find(after), 0, after);
    if (wasIn || isIn) this.mark.stamp++;
  }

  /** Replaces the node at a position if the list stays in order. @returns false if the node must move */
  #replaceAt(position: number, node: NodeFacts): boolean {
    const [left, right] = [this.nodes[position - 1], this.nodes[position + 1]];
    if ((left && this.#compare(left, node) > 0) || (right && this.#compare(node, right) > 0)) return false;
    this.nodes[position] = node;
    return true;
  }

  /** The position of a node, or the position to insert it at. */
  #find(node: NodeFacts): number {
    return firstPosition(0, this.nodes.length, (position) => this.#compare(this.nodes[position]!, node) < 0);
  }
}

/**
 * Keeps in memory the facts of every node that lists filter and sort by. A page of a list is a slice of an array.
 * Changed nodes are read again, and moved to their new positions in each cached list. So the lists take one statement
 * after a write, and no statement for a page.
 */
export class NodeIndex implements FollowedLists {
  readonly #facts: NodeFactsReader;
  /** The facts of all nodes that are not deleted, by folded id. */
  readonly #nodes = new Map<string, NodeFacts>();
  readonly lists: BoundedCache<string, NodeList>;
  /** Nodes with equal values of the first sort keys, in the order of the next key. Any change clears the cache. */
  readonly groups: BoundedCache<string, readonly NodeFacts[]>;
  readonly #changed: ChangedNodes;
  /** True if there were too many nodes at the start. */
  #isOff = false;

  constructor(
    private readonly database: ListRunner,
    revision: Revision,
    ordinals: Ordinals,
    maxBytes: number,
  ) {
    this.#facts = new NodeFactsReader(database, ordinals);
    const part = Math.max(1, Math.floor(maxBytes * GROUPS_SHARE));
    this.groups = new BoundedCache<string, readonly NodeFacts[]>({
      maxBytes: part,
      sizeOf: (nodes, key) => nodes.length * 8 + key.length * 6 + 500,
    });
    this.lists = new BoundedCache<string, NodeList>({
      maxBytes: Math.max(1, maxBytes - part),
      sizeOf: ({ nodes }, key) => nodes.length * 8 + key.length * 6 + 1000,
      // A list that is larger than the whole cache is not stored, so changes do not update it.
      onEnter: (_key, list) => void (list.mark.isFollowed = true),
      onLeave: (_key, list) => void (list.mark.isFollowed = false),
    });
    this.#changed = new ChangedNodes(revision, new Set(['node', 'version']), async (ids) => {
      const read = await this.#facts.read(ids);
      if (ids) this.#replace(ids, read);
      else this.#replaceAll(read);
    });
  }

  /** Reads all nodes, or turns the index off if there are too many. */
  async start(): Promise<void> {
    const [row] = await this.database.query<{ count: number }>('select count(*)::int as count from nodes');
    this.#isOff = row!.count > NODES_MAX;
    if (this.#isOff) return;
    await this.#changed.refresh();
    // Builds the default lists, so that the first requests need not wait for them.
    for (const sort of [[], BEST_MATCH_FIRST]) this.#list({}, sort);
  }

  /**
   * A page of a list; `undefined` if the index does not have the list.
   * @param reads receives the list as a dependency
   */
  page(question: NodeListQuestion, reads?: ReadSet): MaybePromise<Listing<ListedNode>> | undefined {
    return this.#settled(question.filter, () => this.#page(question, reads));
  }

  /**
   * A page of the ids of found nodes; `undefined` if the index does not have it.
   * @param ranks the nodes that match the words of the search; `undefined` if it has none
   */
  search(question: NodeSearchQuestion, ranks: SearchRanks | undefined): MaybePromise<Listing<string>> | undefined {
    const { filter, sort, repositoryUrl, coreNode } = question;
    if (repositoryUrl || coreNode) return undefined;
    return this.#settled(filter, () => {
      const { items, total } = ranks
        ? this.#found(question, ranks)
        : this.#page({ ...question, sort: sort.length > 0 ? sort : MOST_POPULAR_FIRST });
      return { items: items.map(({ id }) => id), total };
    });
  }

  /** What `read` returns once all changes are applied; `undefined` if the index has no list with this filter. */
  #settled<T>({ publisherId }: NodeFilter, read: () => T): MaybePromise<T> | undefined {
    // The database answers lists of one publisher: each has few nodes, and a list per publisher would fill the cache.
    if (this.#isOff || publisherId !== undefined) return undefined;
    return this.settle()?.then(read) ?? read();
  }

  /** Applies pending changes to all lists. Returns `undefined` if there are none. */
  settle(): Promise<void> | undefined {
    return this.isSettled ? undefined : this.#changed.refresh();
  }

  /** True if all lists are up to date with the current revision. */
  get isSettled(): boolean {
    return this.#changed.areRead;
  }

  #page({ filter, sort, page, limit }: NodeListQuestion, reads?: ReadSet): Listing<ListedNode> {
    const { mark, nodes } = this.#list(filter, sort.slice(0, 1));
    // The mark of the list covers the order by the first key only.
    if (sort.length > 1) reads?.markUntrackable();
    else reads?.addList(mark);
    const start = (page - 1) * limit;
    return { items: this.#slice(nodes, filter, sort, start, start + limit), total: nodes.length };
  }

  #found({ filter, sort, page, limit, search }: NodeSearchQuestion, ranks: SearchRanks): Listing<ListedNode> {
    const isFound = ({ ordinal }: NodeFacts): boolean => (ranks[ordinal] ?? 0) !== 0;
    const inOrder = (): NodeFacts[] => {
      const nodes = this.#list(filter, sort.slice(0, 1)).nodes.filter(isFound);
      return sort.length > 1 ? nodes.sort(nodeComparison(sort)) : nodes;
    };
    const nodes = sort.length > 0 ? inOrder() : this.#bestFirst(filter, ranks, search!.trim());
    return { items: nodes.slice((page - 1) * limit, page * limit), total: nodes.length };
  }

  /** The nodes with a rank, the best match first. A node with exactly the searched id or name precedes all others. */
  #bestFirst(filter: NodeFilter, ranks: SearchRanks, text: string): NodeFacts[] {
    const [id, name] = [foldNodeId(text), sortable(text).toLowerCase()];
    const byRank = Array.from({ length: RANKS }, (): NodeFacts[] => []);
    for (const node of this.#list(filter, BEST_MATCH_FIRST).nodes) {
      const rank = ranks[node.ordinal] ?? 0;
      if (rank === 0) continue;
      // Only the first rank can have the whole name. The database may have lower-cased ASCII letters only.
      const isNamed = rank === 1 && (node.foldedId === id || node.name.toLowerCase() === name);
      byRank[isNamed ? 0 : rank]!.push(node);
    }
    return byRank.flat();
  }

  /**
   * A slice of nodes sorted by several keys. There are too many such orders to cache a list of each. `nodes` are in the
   * order of the first key; only the runs of nodes with equal values of that key that overlap the slice are sorted by
   * the other keys.
   * @param fixed keys of which all `nodes` have equal values
   */
  #slice(
    nodes: readonly NodeFacts[],
    filter: NodeFilter,
    sort: NodeListQuestion['sort'],
    start: number,
    end: number,
    fixed: readonly FixedKey[] = [],
  ): readonly NodeFacts[] {
    if (sort.length <= 1) return nodes.slice(start, end);
    const isEqual = nodeEquality(sort[0]!);
    const others = sort.slice(1);
    const slice: NodeFacts[] = [];
    let position = Math.min(start, nodes.length);
    while (position > 0 && position < nodes.length && isEqual(nodes[position - 1]!, nodes[position]!)) position--;
    while (position < Math.min(end, nodes.length)) {
      const [first, from] = [nodes[position]!, position];
      do position++;
      while (position < nodes.length && isEqual(first, nodes[position]!));
      const [begin, stop] = [Math.max(start, from) - from, Math.min(end, position) - from];
      if (position - from <= SORTED_MAX)
        slice.push(...nodes.slice(from, position).sort(nodeComparison(others)).slice(begin, stop));
      else {
        const all = [...fixed, { key: sort[0]!, node: first }];
        slice.push(...this.#slice(this.#group(filter, all, others[0]!), filter, others, begin, stop, all));
      }
    }
    return slice;
  }

  /** The nodes that match a filter and have the fixed values of some keys, in the order of another key. */
  #group(filter: NodeFilter, fixed: readonly FixedKey[], next: SortKey): readonly NodeFacts[] {
    const values = fixed.map(({ key: { column }, node }) => [column, nodeValue(column, node)]);
    const make = (): readonly NodeFacts[] => {
      const tests = fixed.map(({ key, node }) => ({ isEqual: nodeEquality(key), node }));
      return this.#list(filter, [next]).nodes.filter((other) =>
        tests.every(({ isEqual, node }) => isEqual(node, other)),
      );
    };
    const key = filterKey(filter);
    return key === undefined ? make() : this.groups.getOrAdd(`${key} ${JSON.stringify([values, next])}`, make);
  }

  /**
   * The nodes that match a filter, in order; the oldest first if there is no key. Callers choose orders freely, so the
   * lists for their orders have one key at most.
   */
  #list(filter: NodeFilter, sort: NodeListQuestion['sort']): NodeList {
    if (filter.nodeIds) return new NodeList({ filter, sort }, this.#named(filter.nodeIds));
    const key = filterKey(filter);
    // The list of all nodes is sorted once for each order. Lists with a filter are filtered from it without sorting.
    const make = (): NodeList =>
      key === KEY_OF_ALL
        ? new NodeList({ filter, sort }, this.#nodes.values())
        : new NodeList({ filter, sort }, [], this.#list(EVERY_NODE, sort));
    return key === undefined ? make() : this.lists.getOrAdd(`${key} ${JSON.stringify(sort)}`, make);
  }

  #named(ids: readonly string[]): NodeFacts[] {
    return [...new Set(ids.map(foldNodeId))].map((id) => this.#nodes.get(id)).filter((node) => node !== undefined);
  }

  #replaceAll(all: readonly NodeFacts[]): void {
    this.#nodes.clear();
    this.lists.clear();
    this.groups.clear();
    for (const node of all) this.#nodes.set(node.foldedId, node);
  }

  #replace(ids: readonly string[], read: readonly NodeFacts[]): void {
    this.groups.clear();
    const found = new Map(read.map((node) => [node.id, node]));
    for (const id of ids) {
      const foldedId = foldNodeId(id);
      const [before, after] = [this.#nodes.get(foldedId), found.get(id)];
      for (const list of this.lists.values()) list.replace(before, after);
      if (after) this.#nodes.set(foldedId, after);
      else this.#nodes.delete(foldedId);
    }
  }
}
