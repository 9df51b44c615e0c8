import type { Page } from '../catalogue/records.js';
import { AUDIT_ACTIONS, type AuditSubjectKind } from '../values/audit.js';
import { isoTime } from '../values/iso-time.js';
import { invalidInput } from '../errors/app-error.js';
import { Parameters } from '../catalogue/sql.js';
import type { Database } from '../db/database.js';
import { assertCan, can } from '../policy/authorize.js';
import type { Viewer } from '../policy/viewer.js';
import { maskedActor } from './masked-actor.js';
import type { PublisherService } from './publisher.service.js';
import { standingIn } from './standing.js';

/** One entry of the audit log. The actor is `user:ID`, `token:ID`, `system:NAME` or `anonymous`, or masked. */
export interface AuditRecord {
  readonly id: string;
  readonly at: string;
  readonly actor: string;
  /** True if the actor was an admin. */
  readonly byAdmin: boolean;
  readonly action: string;
  readonly subjectKind: AuditSubjectKind;
  readonly subjectId: string;
  readonly publisherId: string | null;
  readonly fromState: string | null;
  readonly toState: string | null;
  readonly reason: string | null;
  readonly before: object | null;
  readonly after: object | null;
  readonly requestId: string;
}

/** Filters and pagination of the audit log. */
export interface AuditQuestion {
  readonly page: number;
  readonly limit: number;
  readonly publisherId?: string;
  readonly subjectKind?: string;
  readonly subjectId?: string;
  readonly actor?: string;
  readonly action?: string;
}

const COLUMNS = `id::text as id, at, actor, by_admin as "byAdmin", action, subject_kind as "subjectKind", subject_id as "subjectId", publisher_id as "publisherId", from_state as "fromState", to_state as "toState",
  reason, before, after, request_id as "requestId"`;

/** Reads the audit log, newest first. */
export class AuditService {
  constructor(
    private readonly database: Database,
    private readonly publishers: PublisherService,
  ) {}

  /**
   * Lists changes of a publisher and of everything that it owns. Requires membership of the publisher or the admin
   * role. For callers who are not admins, the actor is `moderator` instead of an admin, and `user` instead of a user
   * from outside the publisher.
   * @throws PUBLISHER_NOT_FOUND, FORBIDDEN
   */
  async ofPublisher(viewer: Viewer, publisherId: string, page: number, limit: number): Promise<Page<AuditRecord>> {
    const publisher = await this.publishers.get(publisherId);
    assertCan(viewer, 'audit.readOwn', await standingIn(this.database, viewer, publisher));
    const found = await this.#page({ page, limit, publisherId });
    if (can(viewer, 'audit.readAll', undefined)) return found;
    const members = await this.database.query<{ id: string }>(
      'select user_id::text as id from publisher_members where publisher_id = $1',
      [publisherId],
    );
    const ids = new Set(members.map(({ id }) => id));
    return { ...found, items: found.items.map((row) => ({ ...row, actor: maskedActor(row, ids) })) };
  }

  /**
   * Lists all changes of the registry. Requires the admin role.
   * @throws FORBIDDEN, INVALID_INPUT for an unknown action
   */
  async all(viewer: Viewer, question: AuditQuestion): Promise<Page<AuditRecord>> {
    assertCan(viewer, 'audit.readAll', undefined);
    const { action } = question;
    if (action !== undefined && !AUDIT_ACTIONS.some((known) => known === action))
      throw invalidInput([`action: takes one of ${AUDIT_ACTIONS.join(', ')}`]);
    return this.#page(question);
  }

  async #page({ page, limit, ...filter }: AuditQuestion): Promise<Page<AuditRecord>> {
    const parameters = new Parameters();
    const columns = {
      publisherId: 'publisher_id',
      subjectKind: 'subject_kind',
      subjectId: 'subject_id',
      actor: 'actor',
      action: 'action',
    };
    const conditions = Object.entries(columns).flatMap(([name, column]) => {
      const value = filter[name as keyof typeof filter];
      return value === undefined ? [] : [`${column} = ${parameters.add(value, 'text')}`];
    });
    const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : '';
    const counted = this.database.query<{ total: number }>(`select count(*)::int as total from audit_log ${where}`, [
      ...parameters.values,
    ]);
    const rows = await this.database.query<AuditRecord>(
      `select ${COLUMNS} from audit_log ${where} order by audit_log.id desc limit ${parameters.add(limit, 'int')} offset ${parameters.add((page - 1) * limit, 'bigint')}`,
      parameters.values,
    );
    return {
      items: rows.map((row) => ({ ...row, at: isoTime(row.at) })),
      page,
      limit,
      total: (await counted)[0]!.total,
    };
  }
}
