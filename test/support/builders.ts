import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Publisher } from '../../src/entities/publisher.js';
import { PublisherMember } from '../../src/entities/publisher-member.js';
import { type NewNode, type NewVersion, type StoredArchive, storeNodes } from '../../src/services/store-nodes.js';
import type { Actor } from '../../src/services/write.js';
import { archiveFolder } from '../../src/storage/open-store.js';
import { UNCLAIMED_PUBLISHER } from '../../src/values/publisher-id.js';
import { MemberRole, PublisherStatus } from '../../src/values/states.js';
import type { TestRegistry } from './registry.js';

const SYSTEM: Actor = { viewer: { kind: 'system', name: 'test' }, requestId: 'test', address: '' };

let counter = 0;

/** Returns a name that no other call returns. */
export function uniqueName(prefix: string): string {
  return `${prefix}-${++counter}-${randomUUID().slice(0, 6)}`;
}

/** Callers with different relations to a publisher. Each value is a bearer credential. */
export interface Callers {
  readonly owner: string;
  readonly member: string;
  readonly outsider: string;
  readonly admin: string;
  /** A personal access token of the publisher. */
  readonly token: string;
  /** A personal access token of another publisher. */
  readonly foreignToken: string;
}

/**
 * A publisher with an owner, a member and a token; an outsider with another publisher and its token; and an
 * admin.
 */
export interface PublisherWorld {
  readonly id: string;
  readonly foreignId: string;
  readonly callers: Callers;
}

/** Returns the id of a signed-in user. */
export async function userId(registry: TestRegistry, as: string): Promise<string> {
  return (await registry.call('GET', '/users', { as })).body.id as string;
}

/** Creates a publisher with its owner, directly in the database. */
export async function makePublisher(
  registry: TestRegistry,
  ownerId: string,
  fields: { id?: string; name?: string; status?: PublisherStatus } = {},
): Promise<string> {
  const id = fields.id ?? uniqueName('pub');
  await registry.services.writer.run(SYSTEM, async (write) => {
    write.em.create(
      Publisher,
      {
        id,
        name: fields.name ?? `Publisher ${id}`,
        status: fields.status ?? PublisherStatus.Active,
        createdAt: write.at,
        updatedAt: write.at,
      },
      { persist: true },
    );
    write.em.create(
      PublisherMember,
      { id: randomUUID(), publisherId: id, userId: ownerId, role: MemberRole.Owner, createdAt: write.at },
      { persist: true },
    );
    write.changed({ kind: 'publisher', id, change: 'created' });
  });
  return id;
}

/** Adds a member to a publisher, directly in the database. */
export async function addMember(
  registry: TestRegistry,
  publisherId: string,
  memberId: string,
  role: MemberRole = MemberRole.Member,
): Promise<void> {
  await registry.services.writer.run(SYSTEM, async (write) => {
    write.em.create(
      PublisherMember,
      { id: randomUUID(), publisherId, userId: memberId, role, createdAt: write.at },
      { persist: true },
    );
    write.changed({ kind: 'publisher', id: publisherId, change: 'updated' });
  });
}

/** Invites a user to a publisher and accepts the invitation, over HTTP. */
export async function joinPublisher(
  registry: TestRegistry,
  publisherId: string,
  owner: string,
  person: string,
  role: `${MemberRole}` = MemberRole.Member,
): Promise<void> {
  const body = { user_id: await userId(registry, person), role };
  const invitation = await registry.call('POST', `/publishers/${publisherId}/members`, { as: owner, body });
  const accepted = await registry.call('POST', `/users/invitations/${invitation.body?.id}/accept`, { as: person });
  if (accepted.status !== 200) throw new Error(`Not a member: ${invitation.text} ${accepted.text}`);
}

/** Creates a personal access token over HTTP. */
export async function makeToken(registry: TestRegistry, publisherId: string, owner: string): Promise<string> {
  const answer = await registry.call('POST', `/publishers/${publisherId}/tokens`, {
    as: owner,
    body: { name: 'test token' },
  });
  if (answer.status !== 201) throw new Error(`No token: ${answer.text}`);
  return answer.body.token as string;
}

/** Creates a publisher with all kinds of callers. */
export async function makeWorld(registry: TestRegistry): Promise<PublisherWorld> {
  const [owner, member, outsider, admin] = await Promise.all([
    registry.signIn(uniqueName('owner'), { name: 'Olga Owner', email: `${uniqueName('owner')}@example.org` }),
    registry.signIn(uniqueName('member'), { name: 'Max Member', email: `${uniqueName('member')}@example.org` }),
    registry.signIn(uniqueName('outsider'), { name: 'Otto Outsider', email: `${uniqueName('outsider')}@example.org` }),
    registry.signIn(uniqueName('admin'), { admin: true }),
  ]);
  const id = await makePublisher(registry, await userId(registry, owner));
  const foreignId = await makePublisher(registry, await userId(registry, outsider));
  await addMember(registry, id, await userId(registry, member));
  const token = await makeToken(registry, id, owner);
  const foreignToken = await makeToken(registry, foreignId, outsider);
  return { id, foreignId, callers: { owner, member, outsider, admin, token, foreignToken } };
}

/** Stores a node. By default it has one Active version, 1.0.0. @returns its id */
export async function makeNode(
  registry: TestRegistry,
  publisherId: string,
  node: Partial<NewNode> = {},
): Promise<string> {
  const id = node.id ?? uniqueName('node');
  await makeNodes(registry, [{ name: `Node ${id}`, versions: [{ version: '1.0.0' }], ...node, id, publisherId }]);
  return id;
}

/** The archive of all versions that the builders create. Its content exists only after `storeArchive`. */
const ARCHIVE: StoredArchive = { key: 'built/archive.zip', size: 1234, sha256: '0'.repeat(64) };

/** Stores the content of that archive, so that it can be downloaded. */
export async function storeArchive(registry: TestRegistry): Promise<void> {
  const path = join(archiveFolder(registry.settings), ARCHIVE.key);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, Buffer.alloc(ARCHIVE.size));
}

/** Stores nodes. Their versions have archives. */
export async function makeNodes(registry: TestRegistry, nodes: readonly NewNode[]): Promise<void> {
  const withArchives = nodes.map((node) => ({
    ...node,
    versions: node.versions.map((version) => ({ archive: ARCHIVE, ...version })),
  }));
  await registry.services.writer.run(SYSTEM, (write) => storeNodes(write, withArchives));
}

/** Stores a node as an import does: unclaimed, with one version 0.0.0 that has no archive. @returns its id */
export async function makeImportedNode(
  registry: TestRegistry,
  { coreNodes = [], publisherId = UNCLAIMED_PUBLISHER, ...node }: Partial<NewNode> & Pick<NewVersion, 'coreNodes'> = {},
): Promise<string> {
  const id = node.id ?? uniqueName('imported');
  await registry.services.writer.run(SYSTEM, (write) =>
    storeNodes(write, [{ name: `Node ${id}`, ...node, id, publisherId, versions: [{ version: '0.0.0', coreNodes }] }]),
  );
  return id;
}

/** Returns the id of a version of a node. */
export async function versionId(registry: TestRegistry, nodeId: string, version = '1.0.0'): Promise<string> {
  const [row] = await registry.database.query<{ id: string }>(
    'select id from node_versions where node_id = $1 and version = $2',
    [nodeId, version],
  );
  return row!.id;
}

/** Updates a node by SQL, for states that no endpoint produces, and invalidates the caches. */
export async function changeNode(registry: TestRegistry, nodeId: string, set: string): Promise<void> {
  await registry.services.writer.run(SYSTEM, async (write) => {
    await write.query(`update nodes set ${set}, updated_at = now() where id = $1`, [nodeId]);
    write.changed({ kind: 'node', id: nodeId, change: 'status' });
  });
}

/** Updates a publisher by SQL, for states that no endpoint produces, and invalidates the caches. */
export async function changePublisher(registry: TestRegistry, publisherId: string, set: string): Promise<void> {
  await registry.services.writer.run(SYSTEM, async (write) => {
    await write.query(`update publishers set ${set}, updated_at = now() where id = $1`, [publisherId]);
    write.changed({ kind: 'publisher', id: publisherId, change: 'status' });
  });
}

/** Returns the rows of the audit log for an action on a subject. */
export async function auditRows(
  registry: TestRegistry,
  action: string,
  subjectId: string,
): Promise<Record<string, unknown>[]> {
  return registry.database.query('select * from audit_log where action = $1 and subject_id = $2 order by id', [
    action,
    subjectId,
  ]);
}

/** Returns the rows of the changes feed for a subject, oldest first. */
export async function changeRows(
  registry: TestRegistry,
  kind: string,
  subjectId: string,
): Promise<Record<string, unknown>[]> {
  return registry.database.query('select * from changes where kind = $1 and subject_id = $2 order by id', [
    kind,
    subjectId,
  ]);
}

/** Sets the times at which a node was created and last updated, as ISO 8601. */
export async function setNodeTimes(
  registry: TestRegistry,
  nodeId: string,
  createdAt: string,
  updatedAt: string = createdAt,
): Promise<void> {
  await registry.services.writer.run(SYSTEM, async (write) => {
    await write.query('update nodes set created_at = $2::timestamptz, updated_at = $3::timestamptz where id = $1', [
      nodeId,
      createdAt,
      updatedAt,
    ]);
    write.changed({ kind: 'node', id: nodeId, change: 'updated' });
  });
}
