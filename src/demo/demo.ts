import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Database } from '../db/database.js';
import { Publisher } from '../entities/publisher.js';
import { PublisherMember } from '../entities/publisher-member.js';
import { User } from '../entities/user.js';
import { BUILT_IN_ISSUER } from '../auth/built-in-issuer.js';
import { type NewNode, storeNodes } from '../services/store-nodes.js';
import type { Actor, Write, Writer } from '../services/write.js';
import type { ArchiveStore } from '../storage/archive-store.js';
import type { Incoming } from '../storage/incoming.js';
import { UNCLAIMED_PUBLISHER } from '../values/publisher-id.js';
import { MemberRole, PublisherStatus, TranslationSource } from '../values/states.js';
import { demoArchive } from './archives.js';
import { DEMO_NODES, DEMO_PUBLISHERS, DEMO_TRANSLATIONS, DEMO_USER } from './data.js';

const ACTOR: Actor = { viewer: { kind: 'system', name: 'demo' }, requestId: 'demo', address: '' };

/** True if anybody has used the registry, so that the demo must not be mixed with their data. */
async function isUsed(database: Database): Promise<boolean> {
  const [found] = await database.query<{ used: boolean }>(
    `select (exists (select 1 from nodes) or exists (select 1 from publishers where id <> '${UNCLAIMED_PUBLISHER}') or exists (select 1 from users)) as used`,
  );
  return found!.used;
}

function createUser(write: Write): string {
  const id = randomUUID();
  write.em.create(User, { id, issuer: BUILT_IN_ISSUER, ...DEMO_USER, createdAt: write.at }, { persist: true });
  return id;
}

function createPublisher(write: Write, publisher: (typeof DEMO_PUBLISHERS)[number], userId: string): void {
  write.em.create(
    Publisher,
    { ...publisher, status: PublisherStatus.Active, createdAt: write.at, updatedAt: write.at },
    { persist: true },
  );
  write.em.create(
    PublisherMember,
    { id: randomUUID(), publisherId: publisher.id, userId, role: MemberRole.Owner, createdAt: write.at },
    { persist: true },
  );
  write.changed({ kind: 'publisher', id: publisher.id, change: 'created' });
  write.audit({
    action: 'publisher.create',
    subjectKind: 'publisher',
    subjectId: publisher.id,
    publisherId: publisher.id,
    after: publisher,
  });
}

async function storeTranslations(write: Write): Promise<void> {
  for (const [nodeId, translations] of Object.entries(DEMO_TRANSLATIONS)) {
    for (const [language, fields] of Object.entries(translations)) {
      await write.query(
        'insert into node_translations (node_id, language, source, fields, updated_at) values ($1, $2, $3, $4::jsonb, $5::timestamptz)',
        [nodeId, language, TranslationSource.Publisher, JSON.stringify(fields), write.at.toISOString()],
      );
    }
    write.changed({ kind: 'translation', id: nodeId, nodeId, change: 'updated' });
  }
}

/** Stores the archives of a node. Their names are the same each time, so an interrupted start leaves nothing behind. */
async function withArchives(node: NewNode, store: ArchiveStore, incoming: Incoming): Promise<NewNode> {
  const versions = await Promise.all(
    node.versions.map(async (version) => {
      const file = await incoming.receive(Readable.from([demoArchive(node, version)]));
      const key = `demo/${node.id}-${version.version}.zip`;
      await store.put(key, file);
      await incoming.discard(file.path);
      return { ...version, archive: { key, size: file.size, sha256: file.sha256 } };
    }),
  );
  return { ...node, versions };
}

/** Loads a small catalogue into an empty database, for somebody who looks at the registry for the first time. */
export async function loadDemo(
  database: Database,
  writer: Writer,
  store: ArchiveStore,
  incoming: Incoming,
): Promise<void> {
  if (await isUsed(database)) return;
  const nodes = await Promise.all(DEMO_NODES.map((node) => withArchives(node, store, incoming)));
  await writer.run(ACTOR, async (write) => {
    const userId = createUser(write);
    for (const publisher of DEMO_PUBLISHERS) createPublisher(write, publisher, userId);
    await write.em.flush();
    await storeNodes(write, nodes);
    await storeTranslations(write);
  });
}
