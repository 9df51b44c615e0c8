import type { Catalogue } from '../catalogue/catalogue.js';
import type { PublisherRecord } from '../catalogue/records.js';
import type { Database, SqlRunner } from '../db/database.js';
import { notFound } from '../errors/app-error.js';
import { assertCan } from '../policy/authorize.js';
import type { Viewer } from '../policy/viewer.js';
import { isoTime } from '../values/iso-time.js';
import { lockPublisher } from './standing.js';
import type { Actor, Writer } from './write.js';

/** The trust of admins in a publisher. Versions of a trusted publisher are not held because of findings. */
export interface TrustRecord {
  readonly publisher: PublisherRecord;
  /** When the publisher became trusted, ISO 8601; `null` if it is not trusted. */
  readonly trustedAt: string | null;
}

/** Returns the trusted ones of the given publishers, each with the time when it became trusted. Runs one statement. */
export async function trustedSince(runner: SqlRunner, publisherIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await runner.query<{ id: string; at: string }>(
    'select id, trusted_at as at from publishers where id = any($1::text[]) and trusted_at is not null',
    [publisherIds],
  );
  return new Map(rows.map(({ id, at }) => [id, isoTime(at)]));
}

/** Reads and changes the trust of admins in publishers. */
export class TrustService {
  constructor(
    private readonly database: Database,
    private readonly writer: Writer,
    private readonly catalogue: Catalogue,
  ) {}

  /**
   * Returns whether a publisher is trusted. Requires the admin role.
   * @throws PUBLISHER_NOT_FOUND, FORBIDDEN
   */
  async get(viewer: Viewer, publisherId: string): Promise<TrustRecord> {
    assertCan(viewer, 'publisher.trust', undefined);
    const publisher = await this.catalogue.publishers.one(publisherId);
    if (!publisher) throw notFound('publisher', publisherId);
    return { publisher, trustedAt: (await trustedSince(this.database, [publisher.id])).get(publisher.id) ?? null };
  }

  /**
   * Trusts a publisher, or ends the trust. Versions that are already checked keep their status. Requires the admin
   * role. Idempotent.
   * @throws PUBLISHER_NOT_FOUND, FORBIDDEN
   */
  async set(actor: Actor, publisherId: string, isTrusted: boolean, reason?: string): Promise<TrustRecord> {
    await this.writer.run(actor, async (write) => {
      assertCan(actor.viewer, 'publisher.trust', undefined);
      const { publisher } = await lockPublisher(write, publisherId);
      const changed = await write.query(
        `update publishers set trusted_at = case when $2::boolean then $3::timestamptz end
         where id = $1 and (trusted_at is not null) <> $2::boolean returning id`,
        [publisher.id, isTrusted, write.at.toISOString()],
      );
      if (changed.length === 0) return;
      write.audit({
        action: isTrusted ? 'publisher.trust' : 'publisher.distrust',
        subjectKind: 'publisher',
        subjectId: publisher.id,
        publisherId: publisher.id,
        ...(reason === undefined ? {} : { reason }),
      });
    });
    return this.get(actor.viewer, publisherId);
  }
}
