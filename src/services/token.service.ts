import { randomUUID } from 'node:crypto';
import { LockMode } from '@mikro-orm/core';
import type { Database } from '../db/database.js';
import { PersonalAccessToken } from '../entities/personal-access-token.js';
import { AppError, invalidInput, notFound } from '../errors/app-error.js';
import { assertCan } from '../policy/authorize.js';
import { userIdOf, type Viewer } from '../policy/viewer.js';
import type { Catalogue } from '../catalogue/catalogue.js';
import { isoTime } from '../catalogue/rows.js';
import type { Settings } from '../settings.js';
import { hashTokenSecret, isTokenSecret, makeTokenSecret } from '../values/token-secret.js';
import { isUuid } from '../values/uuid.js';
import type { LeakedToken, NewToken } from './inputs.js';
import { lockPublisher, standingIn } from './standing.js';
import type { Actor, Write, Writer } from './write.js';

/** What may be told of a token: never the token itself. Times are ISO 8601. */
export interface TokenRecord {
  readonly id: string;
  readonly publisherId: string;
  readonly name: string;
  readonly description: string | null;
  readonly lastFour: string;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly lastUsedAt: string | null;
}

const toRecord = (token: PersonalAccessToken): TokenRecord => ({
  id: token.id,
  publisherId: token.publisherId,
  name: token.name,
  description: token.description ?? null,
  lastFour: token.lastFour,
  createdAt: token.createdAt.toISOString(),
  expiresAt: token.expiresAt?.toISOString() ?? null,
  lastUsedAt: token.lastUsedAt?.toISOString() ?? null,
});

/** Personal access tokens: credentials of one publisher for its tools. */
export class TokenService {
  constructor(
    private readonly database: Database,
    private readonly writer: Writer,
    private readonly catalogue: Catalogue,
    private readonly settings: Settings,
  ) {}

  /**
   * Creates a token; owners of the publisher may.
   * @returns its record and the token itself, which nobody can read again
   * @throws PUBLISHER_NOT_FOUND, FORBIDDEN, QUOTA_REACHED, INVALID_INPUT for an expiry in the past
   */
  async create(actor: Actor, publisherId: string, input: NewToken): Promise<{ record: TokenRecord; secret: string }> {
    const secret = makeTokenSecret();
    const record = await this.writer.run(actor, async (write) => {
      const { standing } = await lockPublisher(write, publisherId);
      assertCan(actor.viewer, 'token.create', standing);
      const expiresAt = input.expiresAt ? new Date(input.expiresAt) : null;
      if (expiresAt && expiresAt <= write.at) throw invalidInput(['expires_at: takes a time to come']);
      await this.#assertQuota(write, publisherId);
      const token = write.em.create(
        PersonalAccessToken,
        {
          id: randomUUID(),
          publisherId,
          name: input.name,
          description: input.description ?? null,
          hash: hashTokenSecret(secret),
          lastFour: secret.slice(-4),
          createdBy: userIdOf(actor.viewer) ?? null,
          createdAt: write.at,
          expiresAt,
        },
        { persist: true },
      );
      write.showsSecret = true;
      write.audit({
        action: 'token.create',
        subjectKind: 'token',
        subjectId: token.id,
        publisherId,
        after: { name: token.name, lastFour: token.lastFour },
      });
      return toRecord(token);
    });
    return { record, secret };
  }

  /**
   * Deletes a token; it ends at once in every process. Owners of the publisher may.
   * @returns what it was
   * @throws PUBLISHER_NOT_FOUND, FORBIDDEN, TOKEN_NOT_FOUND
   */
  async delete(actor: Actor, publisherId: string, tokenId: string): Promise<TokenRecord> {
    return this.writer.run(actor, async (write) => {
      const { standing } = await lockPublisher(write, publisherId, 'shared');
      assertCan(actor.viewer, 'token.delete', standing);
      const token = isUuid(tokenId)
        ? await write.em.findOne(
            PersonalAccessToken,
            { id: tokenId, publisherId },
            { lockMode: LockMode.PESSIMISTIC_WRITE },
          )
        : null;
      if (!token) throw notFound('token', tokenId);
      write.em.remove(token);
      write.audit({
        action: 'token.delete',
        subjectKind: 'token',
        subjectId: token.id,
        publisherId,
        before: { name: token.name, lastFour: token.lastFour },
      });
      return toRecord(token);
    });
  }

  /**
   * Ends tokens that were found where they should not be. Whoever has a token may end it, so nobody is asked who he is;
   * its publisher finds the report in its audit log.
   * @returns for each report, in order, whether it held a token of this registry that was valid until now
   */
  async revokeLeaked(actor: Actor, leaks: readonly LeakedToken[]): Promise<boolean[]> {
    assertCan(actor.viewer, 'token.reportLeak', undefined);
    const hashes = leaks.map(({ token }) => (isTokenSecret(token) ? hashTokenSecret(token) : ''));
    if (hashes.every((hash) => hash === '')) return leaks.map(() => false);
    const ended = await this.writer.run(actor, async (write) => {
      const tokens = await write.query<{
        id: string;
        hash: string;
        publisher_id: string;
        name: string;
        last_four: string;
      }>(
        'delete from personal_access_tokens where hash = any($1::text[]) and (expires_at is null or expires_at > now()) returning id, hash, publisher_id, name, last_four',
        [hashes],
      );
      // In the order of the reports.
      tokens.sort((a, b) => hashes.indexOf(a.hash) - hashes.indexOf(b.hash));
      for (const { id, hash, publisher_id: publisherId, name, last_four: lastFour } of tokens) {
        const { url, source } = leaks[hashes.indexOf(hash)]!;
        const where = url ?? source;
        write.audit({
          action: 'token.reportLeak',
          subjectKind: 'token',
          subjectId: id,
          publisherId,
          before: { name, lastFour },
          reason: where ? `It was found at ${where}` : 'It was found where it should not be',
        });
      }
      return new Set(tokens.map(({ hash }) => hash));
    });
    return hashes.map((hash) => ended.has(hash));
  }

  /**
   * A publisher's tokens, oldest first; its members may.
   * @throws PUBLISHER_NOT_FOUND, FORBIDDEN
   */
  async list(viewer: Viewer, publisherId: string): Promise<TokenRecord[]> {
    const publisher = await this.catalogue.publishers.one(publisherId);
    if (!publisher) throw notFound('publisher', publisherId);
    assertCan(viewer, 'token.list', await standingIn(this.database, viewer, publisher));
    const rows = await this.database.query<TokenRecord>(
      `select id, publisher_id as "publisherId", name, description, last_four as "lastFour", created_at as "createdAt", expires_at as "expiresAt", last_used_at as "lastUsedAt"
       from personal_access_tokens where publisher_id = $1 order by created_at, id`,
      [publisherId],
    );
    const time = (text: string | null): string | null => (text === null ? null : isoTime(text));
    return rows.map((row) => ({
      ...row,
      createdAt: isoTime(row.createdAt),
      expiresAt: time(row.expiresAt),
      lastUsedAt: time(row.lastUsedAt),
    }));
  }

  async #assertQuota(write: Write, publisherId: string): Promise<void> {
    const most = this.settings.MAX_TOKENS_PER_PUBLISHER;
    if ((await write.em.count(PersonalAccessToken, { publisherId })) < most) return;
    throw new AppError(
      'QUOTA_REACHED',
      `The publisher "${publisherId}" has ${most} tokens, the most there may be; delete one first.`,
    );
  }
}
