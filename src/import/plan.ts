import { UNCLAIMED_PUBLISHER } from '../values/publisher-id.js';
import { foldNodeId, isNodeId, NODE_ID_MAX } from '../values/node-id.js';
import type { NewNode } from '../services/store-nodes.js';
import { compileNamePattern } from '../resolve/name-pattern.js';
import { type CatalogueEntry, type CatalogueFolder, repositoryKey } from './catalogue-folder.js';

/** The admin tag of the host's node, which has the host's own core-nodes. */
const HOST_TAG = 'host';
/** The name of the host's repository, as a folded id. */
const HOST_REPOSITORY = 'comfyui';
const HOST_DESCRIPTION = 'The core-nodes of the host application itself. They are never installed.';

/** The version number of imported versions, which have no archive. */
export const IMPORTED_VERSION = '0.0.0';

/** A node that is already in the database. */
export interface ExistingNode {
  readonly id: string;
  /** `null` if the node has none, or if it is not verified that the repository belongs to the node. */
  readonly repository: string | null;
}

/** An item of the catalogue that is not imported, with the reason. */
export interface Skipped {
  readonly what: 'entry' | 'core-node map' | 'repository statistics';
  readonly name: string;
  readonly reason: string;
}

/** The plan of an import. */
export interface ImportPlan {
  readonly nodes: readonly NewNode[];
  /** Entries that are not imported. */
  readonly skipped: readonly Skipped[];
  /** Items of the core-node map and the statistics that are not valid, or whose repository is not that of an entry. */
  readonly unused: readonly Skipped[];
  /** True if the last node is the host application, which is not an entry of the list. */
  readonly hasHost: boolean;
}

const isAddress = (text: string): boolean => /^https?:\/\//i.test(text) && URL.canParse(text);

/**
 * Derives a node id from a text: invalid characters become `-`, and a leading digit gets the prefix `n-`. Returns
 * `undefined` if no characters remain.
 */
function toNodeId(text: string): string | undefined {
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
    // Invalid escapes are left unchanged.
  }
  return text.replace(/\.git$/i, '');
}

function unique<T>(items: readonly T[]): T[] {
  return [...new Set(items)];
}

// PostgreSQL can't store NUL or unpaired surrogates.
const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed();

const cut = (text: string | undefined, length: number): string =>
  storable((text ?? '').trim())
    .slice(0, length)
    .toWellFormed();

/** Returns a name pattern if it can be matched in linear time, otherwise `null`. */
const acceptedPattern = (pattern: string | undefined): string | null =>
  pattern !== undefined && compileNamePattern(storable(pattern)) ? storable(pattern) : null;

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
    if (repository === undefined) return skip(`has no http(s) address: ${entry.reference ?? 'none'}`);
    const key = repositoryKey(repository);
    const twin = this.#planned.get(key);
    if (twin !== undefined) return skip(`has the same repository as the node "${twin}": ${repository}`);

    const id = this.#byRepository.get(key) ?? this.#freeId(entry, repository);
    if (id === undefined) return skip(`no node id can be derived from ${entry.id ?? repository}`);
    this.#planned.set(key, id);
    this.#ids.add(foldNodeId(id));
    this.nodes.push(this.#node(id, entry, repository, addresses));
  }

  /** Adds the host application, if the core-node map has its repository and no entry of the list does. */
  addHost(hostId: string): boolean {
    const keys = [...this.folder.coreNodes.keys()].filter((key) => !this.#planned.has(key) && isAddress(key));
    const named = (name: string): string | undefined => keys.find((key) => foldNodeId(lastSegment(key) ?? '') === name);
    const key = named(foldNodeId(hostId)) ?? named(HOST_REPOSITORY);
    if (key === undefined || [...this.#planned.values()].some((id) => foldNodeId(id) === foldNodeId(hostId)))
      return false;
    const repository = this.folder.addresses.get(key) ?? key;
    this.#planned.set(key, hostId);
    const host = this.#node(hostId, { description: HOST_DESCRIPTION }, repository, [repository]);
    this.nodes.push({ ...host, name: lastSegment(repository) ?? hostId, tagsAdmin: [HOST_TAG] });
    return true;
  }

  /** Returns the items of the core-node map and the statistics that are not used, or not completely. */
  unused(): Skipped[] {
    const reason = 'no entry of the list names this repository';
    const left = (names: Iterable<string>, used: Set<string>, what: Skipped['what']): Skipped[] =>
      [...names].filter((name) => !used.has(name)).map((name) => ({ what, name, reason }));
    return [
      ...this.folder.faults,
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
      coreNodeNamePattern: acceptedPattern(entry.nodename_pattern),
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

/**
 * Plans the import of a catalogue into a database with existing nodes. Deterministic.
 * @param hostId the id of the host's node, which gets the host's own core-nodes
 */
export function planImport(folder: CatalogueFolder, existing: readonly ExistingNode[], hostId: string): ImportPlan {
  const planner = new Planner(folder, existing);
  // Entries with an id are added first, so that no id derived from a repository takes theirs.
  const named = (read: CatalogueFolder['entries'][number]): boolean => 'entry' in read && read.entry.id !== undefined;
  for (const read of [...folder.entries.filter(named), ...folder.entries.filter((one) => !named(one))]) {
    if ('entry' in read) planner.add(read.entry);
    else planner.skipped.push({ what: 'entry', name: JSON.stringify(read.raw).slice(0, 200), reason: read.fault });
  }
  const hasHost = planner.addHost(hostId);
  return { nodes: planner.nodes, skipped: planner.skipped, unused: planner.unused(), hasHost };
}
