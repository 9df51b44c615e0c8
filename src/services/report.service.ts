import { randomUUID } from 'node:crypto';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import { RateLimiterRes } from 'rate-limiter-flexible';
import type { SqlRunner } from '../db/database.js';
import { AppError, notFound } from '../errors/app-error.js';
import { assertCan, assertReadable } from '../policy/authorize.js';
import { actorName, type SignedIn } from '../policy/viewer.js';
import type { Settings } from '../settings.js';
import { isoTime } from '../values/iso-time.js';
import type { ReportState } from '../values/moderation.js';
import { isUuid } from '../values/uuid.js';
import type { NodeReport, ReportClosure } from './moderation-inputs.js';
import { lockNode } from './standing.js';
import type { Actor, Write, Writer } from './write.js';

/** A user's report of a node. Times are ISO 8601. */
export interface ReportRecord {
  readonly id: string;
  readonly nodeId: string;
  readonly userId: string;
  readonly text: string;
  readonly status: ReportState;
  /** The note of the admin who closed the report. */
  readonly note: string | null;
  readonly createdAt: string;
  readonly closedAt: string | null;
}

const COLUMNS = `r.id, r.node_id as "nodeId", r.user_id as "userId", r.text, r.status, r.note, r.created_at as "createdAt", r.closed_at as "closedAt"`;
/** Closed reports are kept as long as the details of audit entries. */
const KEPT_DAYS = 400;

const recordOf = (row: ReportRecord): ReportRecord => ({
  ...row,
  createdAt: isoTime(row.createdAt),
  closedAt: row.closedAt === null ? null : isoTime(row.closedAt),
});

/** Returns reports by their ids. Runs one statement. */
export async function reportsById(runner: SqlRunner, ids: readonly string[]): Promise<Map<string, ReportRecord>> {
  const rows = await runner.query<ReportRecord>(`select ${COLUMNS} from node_reports r where r.id = any($1::uuid[])`, [
    ids,
  ]);
  return new Map(rows.map((row) => [row.id, recordOf(row)]));
}

/** Users' reports of nodes to the moderators. Members of the node's publisher don't see them. */
export class ReportService {
  constructor(
    private readonly writer: Writer,
    private readonly limiter: RateLimiterAbstract,
    private readonly settings: Pick<Settings, 'MAX_OPEN_REPORTS_PER_USER'>,
  ) {}

  /**
   * Reports a node. A user can have one open report of a node: reporting the node again replaces the text.
   * @throws NODE_NOT_FOUND, NODE_BANNED, FORBIDDEN for a personal access token, QUOTA_REACHED if the user has too many
   *   open reports, RATE_LIMITED
   */
  async create(actor: Actor, nodeId: string, { text }: NodeReport): Promise<ReportRecord> {
    assertCan(actor.viewer, 'report.create', undefined);
    const user = actor.viewer as SignedIn;
    return this.writer.run(actor, async (write) => {
      const node = await lockNode(write, nodeId);
      assertReadable(actor.viewer, node);
      // Serializes the reports of a user, so that concurrent requests can't exceed the limit.
      await write.query('select 1 from users where id = $1::uuid for no key update', [user.id]);
      const [open] = await write.query<ReportRecord>(
        `select ${COLUMNS} from node_reports r where r.user_id = $1::uuid and r.node_id = $2 and r.status = 'open'`,
        [user.id, node.id],
      );
      if (open?.text === text) return recordOf(open);
      await this.#assertRate(actor);
      if (!open) await this.#assertFewOpen(write, user.id);
      const [row] = await write.query<ReportRecord>(
        `insert into node_reports as r (id, node_id, user_id, text, created_at) values ($1::uuid, $2, $3::uuid, $4, $5::timestamptz)
         on conflict (user_id, node_id) where status = 'open' do update set text = excluded.text returning ${COLUMNS}`,
        [open?.id ?? randomUUID(), node.id, user.id, text, write.at.toISOString()],
      );
      // Without the publisher id, because members of the publisher, who read its audit log, must not see reports.
      write.audit({
        action: 'report.create',
        subjectKind: 'report',
        subjectId: row!.id,
        ...(open ? { before: { text: open.text } } : {}),
        after: { nodeId: node.id, text },
      });
      return recordOf(row!);
    });
  }

  /**
   * Closes an open report, with a note. Requires the admin role.
   * @throws REPORT_NOT_FOUND, FORBIDDEN, REPORT_CLOSED if it is already closed with another status
   */
  async close(actor: Actor, id: string, { status, note }: ReportClosure): Promise<ReportRecord> {
    return this.writer.run(actor, async (write) => {
      assertCan(actor.viewer, 'report.close', undefined);
      const [report] = isUuid(id)
        ? await write.query<ReportRecord>(`select ${COLUMNS} from node_reports r where r.id = $1::uuid for update`, [
            id,
          ])
        : [];
      if (!report) throw notFound('report', id);
      if (report.status === status) return recordOf(report);
      if (report.status !== 'open')
        throw new AppError('REPORT_CLOSED', `The report "${report.id}" is ${report.status} already.`);
      const at = write.at.toISOString();
      await write.query(
        'update node_reports set status = $2, note = $3, closed_at = $4::timestamptz where id = $1::uuid',
        [report.id, status, note ?? null, at],
      );
      await write.query(
        `delete from node_reports where closed_at < $1::timestamptz - make_interval(days => ${KEPT_DAYS})`,
        [at],
      );
      write.audit({
        action: 'report.close',
        subjectKind: 'report',
        subjectId: report.id,
        from: report.status,
        to: status,
        ...(note ? { reason: note } : {}),
      });
      return recordOf({ ...report, status, note: note ?? null, closedAt: at });
    });
  }

  async #assertRate({ viewer }: Actor): Promise<void> {
    try {
      await this.limiter.consume(actorName(viewer));
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      const retryAfter = Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
      throw new AppError('RATE_LIMITED', `Too many reports. Retry in ${retryAfter} s.`, { retryAfter });
    }
  }

  async #assertFewOpen(write: Write, userId: string): Promise<void> {
    const [open] = await write.query<{ count: number }>(
      `select count(*)::int as count from node_reports where user_id = $1::uuid and status = 'open'`,
      [userId],
    );
    const most = this.settings.MAX_OPEN_REPORTS_PER_USER;
    if (open!.count >= most)
      throw new AppError(
        'QUOTA_REACHED',
        `You have ${open!.count} open reports. The limit is ${most}. Wait until moderators have closed some of them.`,
      );
  }
}
