import { setImmediate as immediate } from 'node:timers/promises';
import { charactersOf } from '../resolve/name-pattern.js';
import { NearNames } from '../resolve/near-names.js';
import type { Pin } from '../resolve/question.js';
import { foldNodeId } from '../values/node-id.js';
import { compareProviders } from './node-order.js';
import type { ProviderNode } from './provider-node.js';

/** Number of names to add to the index of similar names before yielding to the event loop. */
const ADDED_AT_ONCE = 2000;

/** Compares providers of a core-node name: those that it is reserved for come first, then by `compareProviders`. */
export function bestProviderFirst(name: string): (a: ProviderNode, b: ProviderNode) => number {
  const rank = ({ preempted }: ProviderNode): number => (preempted.includes(name) ? 0 : 1);
  return (a, b) => rank(a) - rank(b) || compareProviders(a, b);
}

/** The public nodes in memory, indexed by id, repository and core-node name. */
export class ProviderTable {
  readonly #nodes = new Map<string, ProviderNode>();
  readonly #byName = new Map<string, ProviderNode[]>();
  /** The lists of `#byName` that are sorted. They are sorted when they are first read. */
  readonly #sorted = new WeakSet<readonly ProviderNode[]>();
  readonly #byRepository = new Map<string, ProviderNode[]>();
  /** Nodes by the name of their repository as a folded id, and by that name without the name of the host. */
  readonly #byRepositoryName = new Map<string, ProviderNode[]>();
  readonly #byShortName = new Map<string, ProviderNode[]>();
  /** The nodes with a name pattern, those with most stars first. */
  #withPattern: readonly ProviderNode[] = [];
  #near: NearNames | undefined;
  #building: Promise<void> | undefined;

  constructor(nodes: readonly ProviderNode[]) {
    for (const node of nodes) this.#add(node);
  }

  /** The node with an id, in any spelling that folds to the same id. */
  node(id: string): ProviderNode | undefined {
    return this.#nodes.get(foldNodeId(id));
  }

  /** The node of a repository, given as `owner/name`. If several nodes share it, the first by `compareProviders`. */
  ofRepository(path: string): ProviderNode | undefined {
    return this.#byRepository.get(path.toLowerCase().replace(/\.git$/, ''))?.toSorted(compareProviders)[0];
  }

  /**
   * The node that a pin names: by its id, or, if no public node has this id, by its repository. Other registries use
   * names of repositories as ids, so the unknown id of a pin can be the name of the repository of one node.
   */
  pinned({ id, repository }: Pin): ProviderNode | undefined {
    const node =
      (id === undefined ? undefined : this.node(id)) ??
      (repository === undefined ? undefined : this.ofRepository(repository));
    if (node || id === undefined) return node;
    const folded = foldNodeId(id);
    const named = this.#byRepositoryName.get(folded) ?? this.#byShortName.get(shortened(folded));
    return named?.length === 1 ? named[0] : undefined;
  }

  /** The nodes whose current definitions include a core-node name, in the order of `bestProviderFirst`. */
  providers(name: string): readonly ProviderNode[] {
    const found = this.#byName.get(name);
    if (!found) return [];
    if (found.length > 1 && !this.#sorted.has(found)) this.#sorted.add(found.sort(bestProviderFirst(name)));
    return found;
  }

  /**
   * The node whose core-node name pattern has the longest match with a name; of several, the first by
   * `compareProviders`.
   * @param minStars nodes with fewer stars are left out
   * @param mayMatch returns false for further nodes to leave out
   */
  matching(name: string, minStars: number, mayMatch: (node: ProviderNode) => boolean): ProviderNode | undefined {
    let best: ProviderNode | undefined;
    let longest = 0;
    let characters: number | undefined;
    for (const node of this.#withPattern) {
      if (node.repoHostStars < minStars) break;
      characters ??= charactersOf(name);
      const pattern = node.pattern!;
      if ((characters & pattern.characters) !== pattern.characters) continue;
      const length = pattern.match(name);
      if (length === 0 || length < longest || !mayMatch(node)) continue;
      if (best && length === longest && compareProviders(best, node) < 0) continue;
      best = node;
      longest = length;
    }
    return best;
  }

  /** The index of similar names. The first call builds it, and yields to the event loop in between. */
  async nearNames(): Promise<NearNames> {
    const near = (this.#near ??= new NearNames());
    await (this.#building ??= this.#addAllTo(near));
    return near;
  }

  /**
   * Replaces changed nodes.
   * @param ids the ids of the changed nodes
   * @param read the nodes of `ids` that are still public
   */
  replace(ids: readonly string[], read: readonly ProviderNode[]): void {
    for (const id of ids) {
      const before = this.#nodes.get(foldNodeId(id));
      if (before) this.#remove(before);
    }
    for (const node of read) this.#add(node);
  }

  #add(node: ProviderNode): void {
    this.#nodes.set(node.foldedId, node);
    for (const name of node.names) {
      const known = this.#byName.get(name);
      if (known) {
        known.push(node);
        this.#sorted.delete(known);
      } else {
        this.#byName.set(name, [node]);
        this.#near?.add(name);
      }
    }
    for (const [lists, key] of this.#repositoryKeys(node)) {
      const known = lists.get(key);
      if (known) known.push(node);
      else lists.set(key, [node]);
    }
    if (node.pattern)
      this.#withPattern = [...this.#withPattern, node].sort((a, b) => b.repoHostStars - a.repoHostStars);
  }

  #remove(node: ProviderNode): void {
    this.#nodes.delete(node.foldedId);
    for (const name of node.names) removeFrom(this.#byName, name, node);
    for (const [lists, key] of this.#repositoryKeys(node)) removeFrom(lists, key, node);
    if (node.pattern) this.#withPattern = this.#withPattern.filter((other) => other !== node);
  }

  /** The indexes by repository that contain a node, each with the key of the node. */
  #repositoryKeys({ repositoryPath: path }: ProviderNode): (readonly [Map<string, ProviderNode[]>, string])[] {
    if (path === undefined) return [];
    const name = foldNodeId(path.slice(path.indexOf('/') + 1));
    return [
      [this.#byRepository, path],
      [this.#byRepositoryName, name],
      [this.#byShortName, shortened(name)],
    ];
  }

  async #addAllTo(near: NearNames): Promise<void> {
    let added = 0;
    for (const name of [...this.#byName.keys()]) {
      near.add(name);
      if (++added % ADDED_AT_ONCE === 0) await immediate();
    }
  }
}

/** The name of the host application at the beginning or end of a repository's name. */
const HOST_NAME = /^comfyui-?(?=.)|(?<=.)-?comfyui$/;

/** A folded id without the name of the host application. */
const shortened = (folded: string): string => folded.replace(HOST_NAME, '');

function removeFrom(lists: Map<string, ProviderNode[]>, key: string, node: ProviderNode): void {
  const left = (lists.get(key) ?? []).filter((other) => other !== node);
  if (left.length > 0) lists.set(key, left);
  else lists.delete(key);
}
