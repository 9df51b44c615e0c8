import type { Page } from '../catalogue/records.js';
import { likeLiteral, Parameters } from '../catalogue/sql.js';
import type { Database, SqlRunner } from '../db/database.js';
import { AppError, forbidden, invalidInput, notFound } from '../errors/app-error.js';
import { assertCan, can } from '../policy/authorize.js';
import { type SignedIn, userIdOf, type Viewer } from '../policy/viewer.js';
import type { Settings } from '../settings.js';
import { isoTime } from '../values/iso-time.js';
import type { Decision } from '../values/moderation.js';
import { isUuid } from '../values/uuid.js';
import type { Actor, Write, Writer } from './write.js';

/** A user as admins see them. Times are ISO 8601. */
export interface AccountRecord {
  readonly id: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly isAdmin: boolean;
  readonly isApproved: boolean;
  readonly createdAt: string;
  /** Time of the suspension; `null` if the user is not suspended. */
  readonly suspendedAt: string | null;
  readonly suspendedReason: string | null;
}

/** The users that a list can be restricted to. */
export const ACCOUNT_STATUSES = ['approved', 'unapproved', 'suspended', 'admin'] as const;

/** A status that the list of users can be restricted to. */
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];

/** Filters and pagination of the list of users. */
export interface AccountQuestion {
  readonly page: number;
  readonly limit: number;
  /** Part of the name or e-mail address, or the id. */
  readonly search?: string | undefined;
  readonly status?: AccountStatus | undefined;
}

const OF_STATUS = {
  approved: 'u.is_approved and u.suspended_at is null',
  unapproved: 'not u.is_approved',
  suspended: 'u.suspended_at is not null',
  admin: 'u.is_admin',
} as const;

const COLUMNS = `u.id, u.name, u.email, u.is_admin as "isAdmin", u.is_approved as "isApproved", u.created_at as "createdAt", u.suspended_at as "suspendedAt", u.suspended_reason as "suspendedReason"`;

const accountOf = (row: AccountRecord): AccountRecord => ({
  ...row,
  createdAt: isoTime(row.createdAt),
  suspendedAt: row.suspendedAt && isoTime(row.suspendedAt),
});

/** Returns accounts by the ids of their users. Runs one statement. */
export async function accountsById(runner: SqlRunner, ids: readonly string[]): Promise<Map<string, AccountRecord>> {
  const rows = await runner.query<AccountRecord>(`select ${COLUMNS} from users u where u.id = any($1::uuid[])`, [ids]);
  return new Map(rows.map((row) => [row.id, accountOf(row)]));
}

/** The settings that name admins. */
export type NamedAdmins = Pick<Settings, 'AUTH_ISSUER' | 'ADMIN_SUBJECTS'>;

/** The SQL condition for users `u` who wait for approval: neither declined nor suspended, and no admins. */
export const waitsForApproval = (parameters: Parameters, admins: NamedAdmins): string =>
  `(not u.is_approved and u.approval_declined_at is null and u.suspended_at is null and not u.is_admin
    and (u.issuer is distinct from ${parameters.add(admins.AUTH_ISSUER ?? null, 'text')}
      or u.subject <> all(${parameters.add(admins.ADMIN_SUBJECTS, 'text[]')})))`;

/** Decisions of admins about users. */
export class AccountService {
  constructor(
    private readonly database: Database,
    private readonly writer: Writer,
    private readonly admins: NamedAdmins,
  ) {}

  /**
   * Lists users, newest first. Requires the admin role.
   * @throws FORBIDDEN
   */
  async list(viewer: Viewer, { page, limit, search, status }: AccountQuestion): Promise<Page<AccountRecord>> {
    assertCan(viewer, 'user.list', undefined);
    const parameters = new Parameters();
    const conditions: string[] = status === undefined ? [] : [OF_STATUS[status]];
    if (search !== undefined) {
      const part = parameters.add(`%${likeLiteral(search)}%`, 'text');
      conditions.push(
        `(u.name ilike ${part} or u.email ilike ${part} or u.id::text = lower(${parameters.add(search, 'text')}))`,
      );
    }
    const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : '';
    const [counted] = await this.database.query<{ total: number }>(
      `select count(*)::int as total from users u ${where}`,
      [...parameters.values],
    );
    const rows = await this.database.query<AccountRecord>(
      `select ${COLUMNS} from users u ${where} order by u.created_at desc, u.id
       limit ${parameters.add(limit, 'int')} offset ${parameters.add((page - 1) * limit, 'bigint')}`,
      parameters.values,
    );
    return { items: rows.map(accountOf), page, limit, total: counted!.total };
  }

  /**
   * Returns the accounts, by id, that the viewer may read. The viewer's own account also has the roles that their
   * credential grants. Runs one statement at most.
   */
  async readable(viewer: Viewer, ids: readonly string[]): Promise<Map<string, AccountRecord>> {
    const allowed = [...new Set(ids)].filter((userId) => can(viewer, 'user.readPrivate', { userId }));
    if (allowed.length === 0) return new Map();
    const accounts = await accountsById(this.database, allowed);
    const own = accounts.get(userIdOf(viewer) ?? '');
    const { isAdmin, isApproved } = viewer as SignedIn;
    if (own) accounts.set(own.id, { ...own, isAdmin, isApproved });
    return accounts;
  }

  /**
   * Suspends a user. Their credentials, the tokens that they created and the uploads that they began become invalid at
   * once. Requires the admin role. Idempotent; another suspension replaces the reason.
   * @throws USER_NOT_FOUND, FORBIDDEN, also for the caller's own account
   */
  async suspend(actor: Actor, userId: string, reason: string): Promise<AccountRecord> {
    return this.writer.run(actor, async (write) => {
      assertCan(actor.viewer, 'user.suspend', undefined);
      const account = await lockAccount(write, userId);
      if (account.id === userIdOf(actor.viewer)) throw forbidden('You can’t suspend your own account.');
      if (account.suspendedReason === reason) return account;
      const suspendedAt = account.suspendedAt ?? write.at.toISOString();
      await write.query('update users set suspended_at = $2::timestamptz, suspended_reason = $3 where id = $1::uuid', [
        account.id,
        suspendedAt,
        reason,
      ]);
      await endUploads(write, account.id);
      write.audit({ action: 'user.suspend', subjectKind: 'user', subjectId: account.id, reason });
      return { ...account, suspendedAt, suspendedReason: reason };
    });
  }

  /**
   * Reinstates a suspended user; their credentials are valid again. Requires the admin role. Idempotent.
   * @throws USER_NOT_FOUND, FORBIDDEN
   */
  async reinstate(actor: Actor, userId: string): Promise<AccountRecord> {
    return this.writer.run(actor, async (write) => {
      assertCan(actor.viewer, 'user.suspend', undefined);
      const account = await lockAccount(write, userId);
      if (account.suspendedAt === null) return account;
      await write.query('update users set suspended_at = null, suspended_reason = null where id = $1::uuid', [
        account.id,
      ]);
      write.audit({ action: 'user.reinstate', subjectKind: 'user', subjectId: account.id });
      return { ...account, suspendedAt: null, suspendedReason: null };
    });
  }

  /**
   * Approves a user, who may then create public objects on a registry that requires approval. Requires the admin role.
   * Idempotent.
   * @throws USER_NOT_FOUND, FORBIDDEN
   */
  async approve(actor: Actor, userId: string): Promise<AccountRecord> {
    return this.#setApproval(actor, userId, true);
  }

  /**
   * Withdraws the approval of a user, of the tokens that they created and of the uploads that they began. A user who
   * waits for approval is declined and removed from the moderators' queue. Requires the admin role. Idempotent.
   * @throws USER_NOT_FOUND, FORBIDDEN
   */
  async withdrawApproval(actor: Actor, userId: string, reason?: string): Promise<AccountRecord> {
    return this.#setApproval(actor, userId, false, reason);
  }

  /**
   * Approves or declines a user who waits for approval. Requires the admin role.
   * @throws USER_NOT_FOUND, FORBIDDEN, INVALID_INPUT for a rejection without a reason, USER_NOT_WAITING if the user was
   *   decided before, is suspended or an admin
   */
  async decideWaiting(actor: Actor, userId: string, decision: Decision, reason?: string): Promise<void> {
    const isApproved = decision === 'approve';
    if (!isApproved && reason === undefined) throw invalidInput(['reason: is needed for a rejection']);
    await this.#setApproval(actor, userId, isApproved, reason, async (write, account) => {
      const parameters = new Parameters();
      const id = parameters.add(account.id, 'uuid');
      const found = await write.query(
        `select u.id from users u where u.id = ${id} and ${waitsForApproval(parameters, this.admins)}`,
        parameters.values,
      );
      // A token can make its bearer an admin, of which the database knows nothing.
      if (found.length === 0 || account.id === userIdOf(actor.viewer))
        throw new AppError('USER_NOT_WAITING', `User ${account.id} does not wait for approval, or not any more.`);
    });
  }

  /** @param check called with the locked user, and may refuse the change */
  async #setApproval(
    actor: Actor,
    userId: string,
    isApproved: boolean,
    reason?: string,
    check?: (write: Write, account: AccountRecord) => Promise<void>,
  ): Promise<AccountRecord> {
    return this.writer.run(actor, async (write) => {
      assertCan(actor.viewer, 'user.approve', undefined);
      const account = await lockAccount(write, userId);
      await check?.(write, account);
      const changed = await write.query(
        `update users set is_approved = $2, approval_declined_at = case when not $2 then coalesce(approval_declined_at, $3::timestamptz) end
         where id = $1::uuid and (is_approved <> $2 or (approval_declined_at is null and not $2)) returning id`,
        [account.id, isApproved, write.at.toISOString()],
      );
      if (changed.length === 0) return account;
      if (!isApproved) await endUploads(write, account.id);
      write.audit({
        action: isApproved ? 'user.approve' : 'user.withdrawApproval',
        subjectKind: 'user',
        subjectId: account.id,
        ...(reason === undefined ? {} : { reason }),
      });
      return { ...account, isApproved };
    });
  }
}

/** Locks a user for the rest of the write. @throws USER_NOT_FOUND */
async function lockAccount(write: Write, userId: string): Promise<AccountRecord> {
  const [row] = isUuid(userId)
    ? await write.query<AccountRecord>(`select ${COLUMNS} from users u where u.id = $1::uuid for update`, [userId])
    : [];
  if (!row) throw notFound('user', userId);
  return accountOf(row);
}

/** Invalidates the upload URLs that were issued to a user or to one of their tokens. */
async function endUploads(write: Write, userId: string): Promise<void> {
  await write.query('delete from archive_uploads where created_by = $1::uuid', [userId]);
}
