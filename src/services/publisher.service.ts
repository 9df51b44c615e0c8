import type { Catalogue } from '../catalogue/catalogue.js';
import type { MemberRecord, PublisherRecord } from '../catalogue/records.js';
import { EXISTING_NODE, EXISTING_PUBLISHER } from '../catalogue/visibility.js';
import type { Database } from '../db/database.js';
import type { Publisher } from '../entities/publisher.js';
import { AppError, forbidden, notFound } from '../errors/app-error.js';
import type { Standing } from '../policy/actions.js';
import { assertCan, can } from '../policy/authorize.js';
import type { SignedIn, Viewer } from '../policy/viewer.js';
import type { Settings } from '../settings.js';
import { UNCLAIMED_PUBLISHER } from '../values/publisher-id.js';
import { type MemberRole, PublisherStatus } from '../values/states.js';
import { differences, isSame } from './fields.js';
import type { NewPublisher, PublisherFields } from './inputs.js';
import { assertGivable, createPublisher, publisherIdTaken } from './new-publisher.js';
import { assertPublisherQuota } from './quotas.js';
import { lockPublisher, rolesOf, standingIn } from './standing.js';
import { type Actor, isDuplicate, type Write, type Writer } from './write.js';

const toRecord = (publisher: Publisher): PublisherRecord => ({
  id: publisher.id,
  name: publisher.name,
  description: publisher.description ?? null,
  logo: publisher.logo ?? null,
  website: publisher.website ?? null,
  support: publisher.support ?? null,
  sourceCodeRepo: publisher.sourceCodeRepo ?? null,
  status: publisher.status,
  createdAt: publisher.createdAt.toISOString(),
  updatedAt: publisher.updatedAt.toISOString(),
});

/** Creates, reads, changes and deletes publishers. */
export class PublisherService {
  constructor(
    private readonly database: Database,
    private readonly writer: Writer,
    private readonly catalogue: Catalogue,
    private readonly settings: Settings,
  ) {}

  /**
   * Creates a publisher with the caller as its owner. A former owner or an admin who creates a publisher with the id of
   * a deleted one restores the deleted one; other callers get PUBLISHER_ID_TAKEN.
   * @throws INVALID_INPUT, PUBLISHER_ID_RESERVED, PUBLISHER_ID_TAKEN, QUOTA_REACHED
   */
  async create(actor: Actor, input: NewPublisher): Promise<PublisherRecord> {
    assertCan(actor.viewer, 'publisher.create', undefined);
    const { id, ...fields } = input;
    assertGivable(id);
    const viewer = actor.viewer as SignedIn;
    try {
      await this.writer.run(actor, async (write) => {
        await assertPublisherQuota(write, this.settings);
        await createPublisher(write, viewer, id, fields, this.settings);
      });
    } catch (error) {
      throw isDuplicate(error) ? publisherIdTaken(id) : error;
    }
    return this.get(id);
  }

  /**
   * Changes the given fields of a publisher. Requires the owner or admin role.
   * @throws PUBLISHER_NOT_FOUND, FORBIDDEN, PUBLISHER_BANNED
   */
  async update(actor: Actor, id: string, fields: PublisherFields): Promise<PublisherRecord> {
    await this.writer.run(actor, async (write) => {
      const { publisher, standing } = await lockPublisher(write, id);
      assertCan(actor.viewer, 'publisher.update', standing);
      const difference = differences(publisher, { ...fields, name: fields.name === null ? id : fields.name });
      if (isSame(difference)) return;
      Object.assign(publisher, difference.after);
      publisher.updatedAt = write.at;
      await write.em.flush();
      if (difference.after.name !== undefined) write.refreshSearch(await this.#nodeIds(write, id));
      write.changed({ kind: 'publisher', id, change: 'updated' });
      write.audit({
        action: 'publisher.update',
        subjectKind: 'publisher',
        subjectId: id,
        publisherId: id,
        ...difference,
      });
    });
    return this.get(id);
  }

  /**
   * Deletes a publisher that owns no nodes, and its tokens, webhooks and invitations. The publisher `unclaimed` can't
   * be deleted. Requires the owner or admin role.
   * @returns the publisher before its deletion
   * @throws PUBLISHER_NOT_FOUND, FORBIDDEN, PUBLISHER_NOT_EMPTY
   */
  async delete(actor: Actor, id: string): Promise<PublisherRecord> {
    return this.writer.run(actor, async (write) => {
      const { publisher, standing } = await lockPublisher(write, id);
      assertCan(actor.viewer, 'publisher.delete', standing);
      if (id === UNCLAIMED_PUBLISHER)
        throw forbidden(`The publisher "${id}" belongs to the registry and can’t be deleted.`);
      const [owned] = await write.query<{ count: number }>(
        `select count(*)::int as count from nodes n where n.publisher_id = $1 and ${EXISTING_NODE.sql('n')}`,
        [id],
      );
      if (owned!.count > 0)
        throw new AppError(
          'PUBLISHER_NOT_EMPTY',
          `The publisher "${id}" still owns ${owned!.count} node(s). Delete them first.`,
        );
      const before = toRecord(publisher);
      publisher.delete(write.at);
      await write.query('delete from personal_access_tokens where publisher_id = $1', [id]);
      await write.query('delete from webhooks where publisher_id = $1', [id]);
      await write.query('delete from publisher_invitations where publisher_id = $1', [id]);
      write.changed({ kind: 'publisher', id, change: 'deleted' });
      write.audit({ action: 'publisher.delete', subjectKind: 'publisher', subjectId: id, publisherId: id, before });
      return before;
    });
  }

  /**
   * Returns the publisher with this id.
   * @throws PUBLISHER_NOT_FOUND
   */
  async get(id: string): Promise<PublisherRecord> {
    const publisher = await this.catalogue.publishers.one(id);
    if (!publisher) throw notFound('publisher', id);
    return publisher;
  }

  /**
   * Asserts that this id is available for a new publisher.
   * @throws INVALID_INPUT, PUBLISHER_ID_RESERVED, PUBLISHER_ID_TAKEN
   */
  async assertAvailable(id: string): Promise<void> {
    assertGivable(id);
    const rows = await this.database.query('select id from publishers where id = $1', [id]);
    if (rows.length > 0) throw publisherIdTaken(id);
  }

  /** Returns the input of the policy for several publishers. Runs one statement at most. */
  async standings(viewer: Viewer, publishers: readonly PublisherRecord[]): Promise<Map<string, Standing>> {
    const roles = await rolesOf(
      this.database,
      viewer,
      publishers.map(({ id }) => id),
    );
    return new Map(
      publishers.map(({ id, status }) => [id, { publisherId: id, publisherStatus: status, role: roles.get(id) }]),
    );
  }

  /** True if the viewer may change the publisher, so that user interfaces can show edit buttons. */
  async canEdit(viewer: Viewer, publisher: PublisherRecord): Promise<boolean> {
    return can(viewer, 'publisher.update', await standingIn(this.database, viewer, publisher));
  }

  /**
   * Returns the members of publishers, owners first. E-mail addresses are included only if the viewer may read them.
   * Runs two statements at most.
   */
  async members(viewer: Viewer, publisherIds: readonly string[]): Promise<Map<string, MemberRecord[]>> {
    const roles = await rolesOf(this.database, viewer, publisherIds);
    const rows = await this.database.query<{
      id: string;
      publisherId: string;
      role: MemberRole;
      userId: string;
      name: string | null;
      email: string | null;
      addedBy: string;
    }>(
      `select m.id, m.publisher_id as "publisherId", m.role, u.id as "userId", u.name, u.email, m.added_by as "addedBy" from publisher_members m join users u on u.id = m.user_id
       where m.publisher_id = any($1::text[]) order by m.role desc, m.created_at, m.id`,
      [publisherIds],
    );
    const found = new Map<string, MemberRecord[]>(publisherIds.map((id) => [id, []]));
    for (const { userId, name, email, addedBy, ...row } of rows) {
      const standing = {
        publisherId: row.publisherId,
        publisherStatus: PublisherStatus.Active,
        role: roles.get(row.publisherId),
      };
      // Members who were invited by user id have not shared their address, so it is hidden from the other members.
      const readable = can(viewer, 'member.readEmail', { ...standing, userId, addedById: addedBy === 'id' });
      found.get(row.publisherId)!.push({ ...row, user: { id: userId, name, email: readable ? email : null } });
    }
    return found;
  }

  /** Returns the publishers that a user is a member of, ordered by id. */
  async ofUser(userId: string): Promise<PublisherRecord[]> {
    const rows = await this.database.query<{ id: string }>(
      `select p.id from publisher_members m join publishers p on p.id = m.publisher_id where m.user_id = $1::uuid and ${EXISTING_PUBLISHER.sql('p')} order by p.id collate "C"`,
      [userId],
    );
    return (await this.catalogue.publishers.many(rows.map(({ id }) => id))).filter(
      (publisher) => publisher !== undefined,
    );
  }

  /**
   * Locks the nodes of a publisher and returns their ids. Some writes (of checks and admins) lock only the node.
   * Waiting for them ensures that the search index contains their changes, too.
   */
  async #nodeIds(write: Write, publisherId: string): Promise<string[]> {
    return (
      await write.query<{ id: string }>('select id from nodes where publisher_id = $1 order by id for no key update', [
        publisherId,
      ])
    ).map(({ id }) => id);
  }
}
