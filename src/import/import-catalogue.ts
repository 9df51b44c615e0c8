import type { Database } from '../db/database.js';
import { refreshLatestVersions } from '../services/latest-version.js';
import { insertCoreNodes, type NewNode, storeNodes } from '../services/store-nodes.js';
import type { Actor, Write, Writer } from '../services/write.js';
import { UNCLAIMED_PUBLISHER } from '../values/publisher-id.js';
import { NodeStatus } from '../values/states.js';
import type { CatalogueFolder } from './catalogue-folder.js';
import { type ExistingNode, IMPORTED_VERSION, planImport, type Skipped } from './plan.js';

const BATCH = 500;

/** The result of an import. `read` is the sum of created, updated, unchanged and skipped entries. */
export interface ImportResult {
  readonly read: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  /** Entries that were not imported. */
  readonly skipped: readonly Skipped[];
  /** Items of the core-node map and the statistics that are not valid, or whose repository is not that of an entry. */
  readonly unused: readonly Skipped[];
}

interface Imported extends ExistingNode {
  readonly publisher_id: string;
  readonly status: NodeStatus;
  readonly name: string;
  readonly description: string;
  readonly author: string | null;
  readonly tags: readonly string[];
  readonly repo_host_stars: number;
  readonly preempted_core_node_names: readonly string[];
  readonly core_node_name_pattern: string | null;
  readonly version_id: string | null;
  readonly core_nodes: readonly string[];
}

const IMPORTED_NODES = `select n.id, n.repository, n.publisher_id, n.status, n.name, n.description, n.author, n.tags, n.repo_host_stars, n.preempted_core_node_names, n.core_node_name_pattern, v.id as version_id,
    array(select c.name from core_nodes c where c.version_id = v.id order by c.name collate "C") as core_nodes
  from nodes n left join node_versions v on v.node_id = n.id and v.version = '${IMPORTED_VERSION}' where n.id = any($1::text[]) order by n.id for update of n`;

/**
 * SQL that is true if the repository of a node is verified, by an earlier import or by a claim. Other nodes may have a
 * repository that belongs to somebody else, because a publisher can set any.
 */
const VERIFIED_REPOSITORY = `(publisher_id = '${UNCLAIMED_PUBLISHER}' or repository_id is not null)`;

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const namesOf = (node: NewNode): string[] => (node.versions[0]?.coreNodes ?? []).map(({ name }) => name);

/** Updates an existing node from the catalogue. @returns true if anything changed */
async function update(write: Write, node: NewNode, current: Imported): Promise<boolean> {
  const wanted = [
    node.name,
    node.description,
    node.author,
    node.tags,
    node.repoHostStars,
    node.preemptedCoreNodeNames,
    node.coreNodeNamePattern ?? null,
  ];
  const stored = [
    current.name,
    current.description,
    current.author,
    current.tags,
    current.repo_host_stars,
    current.preempted_core_node_names,
    current.core_node_name_pattern,
  ];
  const textSame = same(wanted, stored);
  const namesSame = current.version_id === null || same(namesOf(node), current.core_nodes);
  if (textSame && namesSame) return false;
  if (!textSame) {
    await write.query(
      `update nodes set name = $2, description = $3, author = $4, tags = $5::text[], repo_host_stars = $6::int, preempted_core_node_names = $7::text[], core_node_name_pattern = $8 where id = $1`,
      [node.id, ...wanted],
    );
  }
  if (!namesSame) {
    await write.query('delete from core_nodes where version_id = $1::uuid', [current.version_id]);
    await insertCoreNodes(
      write,
      namesOf(node).map((name) => ({ versionId: current.version_id!, coreNode: { name } })),
    );
    write.changed({ kind: 'core_nodes', id: current.version_id!, nodeId: node.id, change: 'updated' });
  }
  await write.query('update nodes set updated_at = $2::timestamptz where id = $1', [node.id, write.at.toISOString()]);
  write.changed({ kind: 'node', id: node.id, change: 'updated' });
  write.audit({
    action: 'node.import',
    subjectKind: 'node',
    subjectId: node.id,
    publisherId: UNCLAIMED_PUBLISHER,
    after: { name: node.name, repoHostStars: node.repoHostStars },
  });
  return true;
}

interface BatchResult {
  readonly created: number;
  readonly updated: number;
  readonly skipped: Skipped[];
}

async function importBatch(write: Write, batch: readonly NewNode[]): Promise<BatchResult> {
  const current = new Map(
    (await write.query<Imported>(IMPORTED_NODES, [batch.map(({ id }) => id)])).map((node) => [node.id, node]),
  );
  const fresh = batch.filter(({ id }) => !current.has(id));
  await storeNodes(write, fresh);
  const updated: string[] = [];
  const skipped: Skipped[] = [];
  for (const node of batch) {
    const known = current.get(node.id);
    if (!known) continue;
    const skip = (reason: string): void => void skipped.push({ what: 'entry', name: node.name, reason });
    if (known.publisher_id !== UNCLAIMED_PUBLISHER)
      skip(`the node "${node.id}" now belongs to the publisher "${known.publisher_id}"`);
    else if (known.status !== NodeStatus.Active) skip(`the node "${node.id}" is ${known.status}`);
    else if (await update(write, node, known)) updated.push(node.id);
  }
  await refreshLatestVersions(write, updated);
  write.refreshSearch(updated);
  return { created: fresh.length, updated: updated.length, skipped };
}

/**
 * Imports a catalogue: every valid entry becomes an unclaimed node with version 0.0.0. Idempotent. Each batch is one
 * transaction, so running an interrupted import again completes it.
 * @param progress called after each batch with the numbers of processed nodes and of all nodes
 * @param hostId the id of the host's node, which gets the host's own core-nodes
 */
export async function importCatalogue(
  database: Database,
  writer: Writer,
  actor: Actor,
  folder: CatalogueFolder,
  progress: (done: number, all: number) => void,
  hostId: string,
): Promise<ImportResult> {
  const existing = await database.query<ExistingNode>(
    `select id, case when ${VERIFIED_REPOSITORY} then repository end as repository from nodes`,
  );
  const plan = planImport(folder, existing, hostId);
  let created = 0;
  let updated = 0;
  const skipped = [...plan.skipped];
  for (let start = 0; start < plan.nodes.length; start += BATCH) {
    const batch = plan.nodes.slice(start, start + BATCH);
    const result = await writer.run(actor, (write) => importBatch(write, batch));
    created += result.created;
    updated += result.updated;
    skipped.push(...result.skipped);
    progress(Math.min(start + BATCH, plan.nodes.length), plan.nodes.length);
  }
  if (created + updated > 0) await database.analyze();
  const read = folder.entries.length + (plan.hasHost ? 1 : 0);
  return { read, created, updated, unchanged: read - created - updated - skipped.length, skipped, unused: plan.unused };
}
