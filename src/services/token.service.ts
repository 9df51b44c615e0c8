import { randomUUID } from 'node:crypto';
import { LockMode } from '@mikro-orm/core';
import type { Database } from '../db/database.js';
import { PersonalAccessToken } from '../entities/personal-access-token.js';
import { AppError, invalidInput, notFound } from '../errors/app-error.js';
import { assertCan, can } from '../policy/authorize.js';
import { userIdOf, type Viewer } from '../policy/viewer.js';
import type { Catalogue } from '../catalogue/catalogue.js';
import { isoTime } from '../values/iso-time.js';
import type { Settings } from '../settings.js';
import { hashTokenSecret, isTokenSecret, makeTokenSecret } from '../values/token-secret.js';
import { isUuid } from '../values/uuid.js';
import type { LeakedToken, NewToken } from './inputs.js';
import { lockPublisher, standingIn } from './standing.js';
import type { Actor, Write, Writer } from './write.js';

/** The user who created a token. */
export interface TokenCreator {
  readonly id: string;
  readonly name: string | null;
}

/** The public fields of a token, without its secret. Times are ISO 8601. */
export interface TokenRecord {
  readonly id: string;
  readonly publisherId: string;
  readonly name: string;
  readonly description: string | null;
  readonly lastFour: string;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly lastUsedAt: string | null;
  /** The user who created the token; `null` if no user did, or if the viewer may not read it. */
  readonly createdBy: TokenCreator | null;
}

const toRecord = (token: PersonalAccessToken, createdBy: TokenCreator | null): TokenRecord => ({
  id: token.id,
  publisherId: token.publisherId,
  name: token.name,
  description: token.description ?? null,
  lastFour: token.lastFour,
  createdAt: token.createdAt.toISOString(),
  expiresAt: token.expiresAt?.toISOString() ?? null,
  lastUsedAt: token.lastUsedAt?.toISOString() ?? null,
  createdBy,
});

/** Creates, lists and deletes personal access tokens, the credentials of a publisher's tools. */
export class TokenService {
  constructor(
    private readonly database: Database,
    private readonly writer: Writer,
    private readonly catalogue: Catalogue,
    private readonly settings: Settings,
  ) {}

  /**
   * Creates a token. Requires the owner or admin role.
   * @returns the record and the secret, which can't be read again
   * @throws PUBLISHER_NOT_FOUND, FORBIDDEN, QUOTA_REACHED, INVALID_INPUT for an expiry in the past
   */
  async create(actor: Actor, publisherId: string, input: NewToken): Promise<{ record: TokenRecord; secret: string }> {
    const secret = makeTokenSecret();
    const record = await this.writer.run(actor, async (write) => {
      const { standing } = await lockPublisher(write, publisherId);
      assertCan(actor.viewer, 'token.create', standing);
      const expiresAt = input.expiresAt ? new Date(input.expiresAt) : null;
      if (expiresAt && expiresAt <= write.at) throw invalidInput(['expires_at: takes a time in the future']);
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
      return toRecord(token, await creatorOf(write, token));
    });
    return { record, secret };
  }

  /**
   * Deletes a token, which becomes invalid at once in every process. Requires the owner or admin role.
   * @returns the token before its deletion
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
      return toRecord(token, await creatorOf(write, token));
    });
  }

  /**
   * Revokes leaked tokens. Requires no credentials, because anyone who knows a token may revoke it. The audit log of
   * the publisher has an entry of the report.
   * @returns for each report, in order, true if it contained a token of this registry that was still valid
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
        const where = url && source ? `${url} (${source})` : (url ?? source);
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
   * Lists a publisher's tokens, oldest first. Requires membership of the publisher or the admin role. Only owners and
   * admins see who created a token.
   * @throws PUBLISHER_NOT_FOUND, FORBIDDEN
   */
  async list(viewer: Viewer, publisherId: string): Promise<TokenRecord[]> {
    const publisher = await this.catalogue.publishers.one(publisherId);
    if (!publisher) throw notFound('publisher', publisherId);
    const standing = await standingIn(this.database, viewer, publisher);
    assertCan(viewer, 'token.list', standing);
    const showsCreator = can(viewer, 'token.readCreator', standing);
    const rows = await this.database.query<
      Omit<TokenRecord, 'createdBy'> & { creatorId: string | null; creatorName: string | null }
    >(
      `select t.id, t.publisher_id as "publisherId", t.name, t.description, t.last_four as "lastFour", t.created_at as "createdAt", t.expires_at as "expiresAt", t.last_used_at as "lastUsedAt",
         u.id as "creatorId", u.name as "creatorName"
       from personal_access_tokens t left join users u on u.id = t.created_by where t.publisher_id = $1 order by t.created_at, t.id`,
      [publisherId],
    );
    const time = (text: string | null): string | null => (text === null ? null : isoTime(text));
    return rows.map(({ creatorId, creatorName, ...row }) => ({
      ...row,
      createdAt: isoTime(row.createdAt),
      expiresAt: time(row.expiresAt),
      lastUsedAt: time(row.lastUsedAt),
      createdBy: showsCreator && creatorId !== null ? { id: creatorId, name: creatorName } : null,
    }));
  }

  async #assertQuota(write: Write, publisherId: string): Promise<void> {
    const most = this.settings.MAX_TOKENS_PER_PUBLISHER;
    if ((await write.em.count(PersonalAccessToken, { publisherId })) < most) return;
    throw new AppError(
      'QUOTA_REACHED',
      `The publisher "${publisherId}" has ${most} tokens, which is the limit. Delete one first.`,
    );
  }
}

async function creatorOf(write: Write, { createdBy }: PersonalAccessToken): Promise<TokenCreator | null> {
  if (!createdBy) return null;
  const [user] = await write.query<TokenCreator>('select id, name from users where id = $1::uuid', [createdBy]);
  return user ?? null;
}
