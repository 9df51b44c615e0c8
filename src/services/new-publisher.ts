import { randomUUID } from 'node:crypto';
import { LockMode } from '@mikro-orm/core';
import { Publisher } from '../entities/publisher.js';
import { PublisherMember } from '../entities/publisher-member.js';
import { AppError, invalidInput } from '../errors/app-error.js';
import { assertCan, can } from '../policy/authorize.js';
import type { SignedIn } from '../policy/viewer.js';
import { isPublisherId, isReservedPublisherId } from '../values/publisher-id.js';
import { MemberRole, PublisherStatus } from '../values/states.js';
import { differences } from './fields.js';
import type { PublisherFields } from './inputs.js';
import { assertNewPublisherQuota, type Quotas } from './quotas.js';
import type { Write } from './write.js';

/** The error if another publisher, perhaps a deleted one, has this id. */
export const publisherIdTaken = (id: string): AppError =>
  new AppError('PUBLISHER_ID_TAKEN', `The publisher id "${id}" is taken. Choose another id.`);

/** @throws INVALID_INPUT, PUBLISHER_ID_RESERVED for an id that no publisher can have */
export function assertGivable(id: string): void {
  if (!isPublisherId(id))
    throw invalidInput([
      'id: takes 3 to 64 characters of a-z, 0-9 and "-", beginning with a letter and not ending in "-"',
    ]);
  if (isReservedPublisherId(id)) throw new AppError('PUBLISHER_ID_RESERVED', `The publisher id "${id}" is reserved.`);
}

/**
 * Creates a publisher with the user as its owner, or restores a deleted publisher that the user may restore.
 * @throws PUBLISHER_ID_TAKEN, PUBLISHER_BANNED, QUOTA_REACHED; a unique constraint violation if a concurrent write
 *   creates the same publisher
 */
export async function createPublisher(
  write: Write,
  viewer: SignedIn,
  id: string,
  fields: PublisherFields,
  quotas: Quotas,
): Promise<void> {
  // Read without a lock first, so that requests for an id that is taken don't block the writes of its owner.
  const [taker] = await write.query<{ deleted: boolean }>(
    'select deleted_at is not null as deleted from publishers where id = $1',
    [id],
  );
  if (taker && !taker.deleted) throw publisherIdTaken(id);
  const existing = taker && (await write.em.findOne(Publisher, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE }));
  if (existing) return restore(write, existing, viewer, fields);
  await assertNewPublisherQuota(write, viewer.id, quotas);
  insert(write, id, viewer, fields);
}

function insert(write: Write, id: string, viewer: SignedIn, fields: PublisherFields): void {
  write.em.create(
    Publisher,
    {
      id,
      ...fields,
      name: fields.name ?? id,
      status: PublisherStatus.Active,
      createdAt: write.at,
      updatedAt: write.at,
    },
    { persist: true },
  );
  write.em.create(
    PublisherMember,
    { id: randomUUID(), publisherId: id, userId: viewer.id, role: MemberRole.Owner, createdAt: write.at },
    { persist: true },
  );
  write.changed({ kind: 'publisher', id, change: 'created' });
  write.audit({
    action: 'publisher.create',
    subjectKind: 'publisher',
    subjectId: id,
    publisherId: id,
    after: { id, ...fields },
  });
}

async function restore(write: Write, publisher: Publisher, viewer: SignedIn, fields: PublisherFields): Promise<void> {
  if (!publisher.deletedAt) throw publisherIdTaken(publisher.id);
  const former = await write.em.findOne(PublisherMember, { publisherId: publisher.id, userId: viewer.id });
  const standing = { publisherId: publisher.id, publisherStatus: PublisherStatus.Active, role: former?.role };
  if (!can(viewer, 'publisher.restore', standing)) throw publisherIdTaken(publisher.id);
  // A publisher that was banned when it was deleted is still banned.
  assertCan(viewer, 'publisher.restore', { ...standing, publisherStatus: publisher.status });
  if (!former)
    write.em.create(
      PublisherMember,
      { id: randomUUID(), publisherId: publisher.id, userId: viewer.id, role: MemberRole.Owner, createdAt: write.at },
      { persist: true },
    );
  publisher.restore(write.at);
  Object.assign(
    publisher,
    differences(publisher, { ...fields, name: fields.name === null ? publisher.id : fields.name }).after,
  );
  write.changed({ kind: 'publisher', id: publisher.id, change: 'created' });
  write.audit({
    action: 'publisher.restore',
    subjectKind: 'publisher',
    subjectId: publisher.id,
    publisherId: publisher.id,
    after: fields,
  });
}
