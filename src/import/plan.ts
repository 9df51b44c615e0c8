import { UNCLAIMED_PUBLISHER } from '../values/publisher-id.js';
import { foldNodeId, isNodeId, NODE_ID_MAX } from '../values/node-id.js';
import type { NewNode } from '../services/store-nodes.js';
import { type CatalogueEntry, type CatalogueFolder, repositoryKey } from './catalogue-folder.js';

/** The number that imported versions carry: they have no archive. */
export const IMPORTED_VERSION = '0.0.0';

/** A node that the database has already, as far as an import must know it. */
export interface ExistingNode {
  readonly id: string;
  readonly repository: string | null;
}

/** Something of the catalogue that becomes no node, and why. */
export interface Skipped {
  readonly what: 'entry' | 'core-node map' | 'repository statistics';
  readonly name: string;
  readonly reason: string;
}

/** What an import is going to do. */
export interface ImportPlan {
  readonly nodes: readonly NewNode[];
  /** Of the entries. */
  readonly skipped: readonly Skipped[];
  /** Of the map and the statistics: what no entry names. */
  readonly unused: readonly Skipped[];
}

const isAddress = (text: string): boolean => /^https?:\/\//i.test(text) && URL.canParse(text);

/** A node id from any text: characters that an id may not have become `-`, a leading digit gets `n-`. */
export function toNodeId(text: string): string | undefined {
  const replaced = text
    .trim()
    .replace(/[^A-Za-z0-9._-]/g, '-')
    .replace(/\.{2,}/g, '-');
  const begun = (/^\d/.test(replaced) ? `n-${replaced}` : replaced).replace(/^[^A-Za-z]+/, '');
  const id = begun.slice(0, NODE_ID_MAX - 5).replace(/(?<![^A-Za-z0-9])[^A-Za-z0-9]+$/, '');
  if (id === '') return undefined;
  return isNodeId(id) ? id : `n-${id}`;
}

function lastSegment(address: string): string | undefined {
  const segment = new URL(address).pathname
    .split('/')
    .filter((part) => part !== '')
    .at(-1);
  if (segment === undefined) return undefined;
  let text = segment;
  try {
    text = decodeURIComponent(segment);
  } catch {
    // kept as it stands
  }
  return text.replace(/\.git$/i, '');
}

function unique<T>(items: readonly T[]): T[] {
  return [...new Set(items)];
}

// Neither database takes a NUL or half a surrogate pair in a text.
const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed();

const cut = (text: string | undefined, length: number): string =>
  storable((text ?? '').trim())
    .slice(0, length)
    .toWellFormed();

class Planner {
  readonly nodes: NewNode[] = [];
  readonly skipped: Skipped[] = [];
  readonly #ids: Set<string>;
  readonly #byRepository: Map<string, string>;
  readonly #planned = new Map<string, string>();
  readonly #usedNames = new Set<string>();
  readonly #usedStars = new Set<string>();

  constructor(
    private readonly folder: CatalogueFolder,
    existing: readonly ExistingNode[],
  ) {
    this.#ids = new Set(existing.map(({ id }) => foldNodeId(id)));
    this.#byRepository = new Map(
      existing.flatMap(({ id, repository }) => (repository === null ? [] : [[repositoryKey(repository), id] as const])),
    );
  }

  add(entry: CatalogueEntry): void {
    const name = entry.title ?? entry.id ?? entry.reference ?? 'unnamed';
    const skip = (reason: string): void => void this.skipped.push({ what: 'entry', name, reason });
    const addresses = [entry.reference ?? '', ...(entry.files ?? [])].map((text) => text.trim());
    const repository = addresses.find(isAddress);
    if (repository === undefined) return skip(`names no http(s) address: ${entry.reference ?? 'none'}`);
    const key = repositoryKey(repository);
    const twin = this.#planned.get(key);
    if (twin !== undefined) return skip(`the same repository as the node "${twin}": ${repository}`);

    const id = this.#byRepository.get(key) ?? this.#freeId(entry, repository);
    if (id === undefined) return skip(`no id can be made of ${entry.id ?? repository}`);
    this.#planned.set(key, id);
    this.#ids.add(foldNodeId(id));
    this.nodes.push(this.#node(id, entry, repository, addresses));
  }

  /** What the map and the statistics hold of repositories that no entry names. */
  unused(): Skipped[] {
    const reason = 'no entry of the list names this repository';
    const left = (names: Iterable<string>, used: Set<string>, what: Skipped['what']): Skipped[] =>
      [...names].filter((name) => !used.has(name)).map((name) => ({ what, name, reason }));
    return [
      ...left(this.folder.coreNodes.keys(), this.#usedNames, 'core-node map'),
      ...left(this.folder.stars.keys(), this.#usedStars, 'repository statistics'),
    ];
  }

  #freeId(entry: CatalogueEntry, repository: string): string | undefined {
    const base = toNodeId(entry.id ?? '') ?? toNodeId(lastSegment(repository) ?? '');
    if (base === undefined) return undefined;
    let id = base;
    for (let number = 2; this.#ids.has(foldNodeId(id)); number++) id = `${base}-${number}`;
    return id;
  }

  #node(id: string, entry: CatalogueEntry, repository: string, addresses: readonly string[]): NewNode {
    const keys = unique(addresses.map(repositoryKey));
    const named = keys.filter((key) => this.folder.coreNodes.has(key));
    const starred = keys.find((key) => this.folder.stars.has(key));
    for (const key of named) this.#usedNames.add(key);
    for (const key of keys) if (this.folder.stars.has(key)) this.#usedStars.add(key);
    const names = unique(named.flatMap((key) => this.folder.coreNodes.get(key)!).map(storable))
      .filter((name) => name !== '')
      .sort();
    return {
      id,
      publisherId: UNCLAIMED_PUBLISHER,
      name: cut(entry.title, 200) || id,
      description: cut(entry.description, 50_000),
      author: cut(entry.author, 200) || null,
      repository,
      tags: unique((entry.tags ?? []).map((tag) => cut(tag, 100))).filter((tag) => tag !== ''),
      repoHostStars: starred === undefined ? 0 : this.folder.stars.get(starred)!,
      preemptedCoreNodeNames: unique((entry.preemptions ?? []).map(storable)),
      versions: [
        {
          version: IMPORTED_VERSION,
          dependencies: (entry.pip ?? []).map(storable),
          coreNodeExtractStatus: named.length > 0 ? 'success' : 'pending',
          coreNodes: names.map((name) => ({ name })),
        },
      ],
    };
  }
}

/** Plans the import of a catalogue beside what the database has; the same catalogue gives the same plan again. */
export function planImport(folder: CatalogueFolder, existing: readonly ExistingNode[]): ImportPlan {
  const planner = new Planner(folder, existing);
  // An id that an entry names itself goes before one made of an address.
  const named = (read: CatalogueFolder['entries'][number]): boolean => 'entry' in read && read.entry.id !== undefined;
  for (const read of [...folder.entries.filter(named), ...folder.entries.filter((one) => !named(one))]) {
    if ('entry' in read) planner.add(read.entry);
    else planner.skipped.push({ what: 'entry', name: JSON.stringify(read.raw).slice(0, 200), reason: read.fault });
  }
  return { nodes: planner.nodes, skipped: planner.skipped, unused: planner.unused() };
}
