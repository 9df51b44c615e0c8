import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const entry = z.looseObject({
  id: z.string().optional(),
  author: z.string().optional(),
  title: z.string().optional(),
  reference: z.string().optional(),
  files: z.array(z.string()).optional(),
  description: z.string().optional(),
  tags: z.array(z.string()).optional(),
  preemptions: z.array(z.string()).optional(),
  pip: z.array(z.string()).optional(),
  nodename_pattern: z.string().optional(),
});

const extensionList = z.object({ custom_nodes: z.array(z.unknown()) });
const coreNodeMap = z.record(z.string(), z.unknown());
const mapItem = z.tuple([z.array(z.unknown())]).rest(z.unknown());
const repositoryStats = z.record(z.string(), z.unknown());
const statistics = z.looseObject({ stars: z.int().optional() });

/** One entry of an extension list. */
export type CatalogueEntry = z.output<typeof entry>;

/** A parsed catalogue folder. Repositories are keyed by `repositoryKey`. */
export interface CatalogueFolder {
  /** The entries: parsed, or with the error if an entry is invalid. */
  readonly entries: readonly ({ readonly entry: CatalogueEntry } | { readonly fault: string; readonly raw: unknown })[];
  readonly coreNodes: ReadonlyMap<string, readonly string[]>;
  readonly stars: ReadonlyMap<string, number>;
  /** The URLs of the repositories in the core-node map, in the spelling of the map. */
  readonly addresses: ReadonlyMap<string, string>;
  /** Items of the core-node map and the statistics that are not valid, or contain something that is not. */
  readonly faults: readonly Fault[];
}

/** An item that is not valid. */
export interface Fault {
  readonly what: 'core-node map' | 'repository statistics';
  /** The URL of its repository. */
  readonly name: string;
  readonly reason: string;
}

/** Normalizes a repository's URL: removes `.git` and trailing slashes, and ignores case. */
export function repositoryKey(address: string): string {
  return address
    .trim()
    .toLowerCase()
    .replace(/(?<!\/)\/+$/, '')
    .replace(/\.git$/, '');
}

async function readJson<S extends z.ZodType>(
  directory: string,
  name: string,
  schema: S,
  fallback?: z.output<S>,
): Promise<z.output<S>> {
  const file = join(directory, name);
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (fallback !== undefined && (error as NodeJS.ErrnoException).code === 'ENOENT') return fallback;
    throw new Error(`${file} can’t be read: ${(error as Error).message}`, { cause: error });
  }
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new Error(`${file} is not valid JSON: ${(error as Error).message.replace(/\s+/g, ' ')}`, { cause: error });
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0]!;
  throw new Error(`${file} is not a valid catalogue: ${issue.path.join('.')} ${issue.message}`);
}

/**
 * Reads a catalogue folder: `extension-list.json` and, if present, `core-node-map.json` and `repo-stats.json`.
 * @throws Error that names the missing or invalid file
 */
export async function readCatalogueFolder(directory: string): Promise<CatalogueFolder> {
  const list = await readJson(directory, 'extension-list.json', extensionList);
  const map = await readJson(directory, 'core-node-map.json', coreNodeMap, {});
  const stats = await readJson(directory, 'repo-stats.json', repositoryStats, {});
  const entries = list.custom_nodes.map((raw) => {
    const parsed = entry.safeParse(raw);
    if (parsed.success) return { entry: parsed.data };
    const issue = parsed.error.issues[0]!;
    return { fault: `is not a valid entry: ${issue.path.join('.')} ${issue.message}`, raw };
  });
  const faults: Fault[] = [];
  const coreNodes = new Map<string, readonly string[]>();
  for (const [name, item] of Object.entries(map)) {
    const items = mapItem.safeParse(item).data?.[0];
    const names = items?.filter((one): one is string => typeof one === 'string');
    if (names) coreNodes.set(repositoryKey(name), names);
    if (names?.length !== items?.length || !items)
      faults.push({ what: 'core-node map', name, reason: 'is not, or not only, a list of names' });
  }
  const stars = new Map<string, number>();
  for (const [name, item] of Object.entries(stats)) {
    const parsed = statistics.safeParse(item);
    if (parsed.success) stars.set(repositoryKey(name), parsed.data.stars ?? 0);
    else faults.push({ what: 'repository statistics', name, reason: 'has no valid number of stars' });
  }
  return {
    entries,
    coreNodes,
    addresses: new Map(Object.keys(map).map((address) => [repositoryKey(address), address])),
    stars,
    faults,
  };
}
