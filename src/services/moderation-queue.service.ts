import type { Catalogue } from '../catalogue/catalogue.js';
import { present } from '../catalogue/record-caches.js';
import type { NodeVersionRecord, Page, PublisherRecord } from '../catalogue/records.js';
import { Parameters } from '../catalogue/sql.js';
import type { Database } from '../db/database.js';
import { assertCan } from '../policy/authorize.js';
import type { Viewer } from '../policy/viewer.js';
import type { Settings } from '../settings.js';
import { foldNodeId } from '../values/node-id.js';
import { isoTime } from '../values/iso-time.js';
import { QUEUE_KINDS, type QueueKind, WAITING_KINDS } from '../values/moderation.js';
import { NodeStatus, NodeVersionStatus } from '../values/states.js';
import { type AccountRecord, accountsById, type NamedAdmins, waitsForApproval } from './account.service.js';
import type { ComparedReport, FindingService } from './finding.service.js';
import { type ReportRecord, reportsById } from './report.service.js';
import { trustedSince } from './trust.service.js';

/** An item that waits for the decision of a moderator. Fields that don't apply to its kind are `null`. */
export interface QueueItem {
  readonly kind: QueueKind;
  /** Id of the version, the user or the report. */
  readonly id: string;
  /** Time of the upload, the first sign-in or the report, ISO 8601. */
  readonly since: string;
  /** The version that is held or has warnings, with the reason of its status. */
  readonly version: NodeVersionRecord | null;
  /** The findings of the version, compared with those of the last approved version. */
  readonly checks: ComparedReport | null;
  /** The publisher of the version, or of the reported node. */
  readonly publisher: PublisherRecord | null;
  readonly isTrusted: boolean;
  /** The user who waits for approval, or who reported. */
  readonly user: AccountRecord | null;
  readonly report: ReportRecord | null;
}

type Row = Pick<QueueItem, 'kind' | 'id' | 'since'>;

/** SQL that selects the ids and times of the items of a kind. */
function sourceOf(kind: QueueKind, parameters: Parameters, admins: NamedAdmins): string {
  switch (kind) {
    case 'version':
      return `select 'version' as kind, v.id, coalesce(v.archive_stored_at, v.created_at) as since from node_versions v join nodes n on n.id = v.node_id
        where v.status = '${NodeVersionStatus.Flagged}' and n.status <> '${NodeStatus.Deleted}'`;
    case 'warning':
      return `select 'warning' as kind, v.id, coalesce(v.archive_stored_at, v.created_at) as since from version_findings f
        join node_versions v on v.id = f.version_id join nodes n on n.latest_version_id = v.id
        where f.new_findings > 0 and f.approved_at is null and n.status = '${NodeStatus.Active}'`;
    case 'user':
      return `select 'user' as kind, u.id, u.created_at as since from users u where ${waitsForApproval(parameters, admins)}`;
    case 'report':
      return `select 'report' as kind, r.id, r.created_at as since from node_reports r where r.status = 'open'`;
  }
}

/** The moderators' queue: versions that are held or have warnings, users who wait for approval, and open reports. */
export class ModerationQueueService {
  constructor(
    private readonly database: Database,
    private readonly catalogue: Catalogue,
    private readonly findings: FindingService,
    private readonly settings: Pick<Settings, 'REQUIRE_APPROVAL'> & NamedAdmins,
  ) {}

  /**
   * Lists the items of the queue, oldest first. Requires the admin role.
   * @param kinds the kinds to list; by default those that wait for a decision
   * @throws FORBIDDEN
   */
  async list(
    viewer: Viewer,
    stretch: { readonly page: number; readonly limit: number },
    kinds: readonly QueueKind[] = WAITING_KINDS,
  ): Promise<Page<QueueItem>> {
    assertCan(viewer, 'queue.read', undefined);
    const chosen = QUEUE_KINDS.filter(
      // Without REQUIRE_APPROVAL, no user waits for approval.
      (kind) => kinds.includes(kind) && (kind !== 'user' || this.settings.REQUIRE_APPROVAL),
    );
    if (chosen.length === 0) return { items: [], total: 0, ...stretch };
    const parameters = new Parameters();
    const queue = chosen.map((kind) => sourceOf(kind, parameters, this.settings)).join(' union all ');
    const [counted] = await this.database.query<{ total: number }>(`select count(*)::int as total from (${queue}) q`, [
      ...parameters.values,
    ]);
    const [take, skip] = [
      parameters.add(stretch.limit, 'int'),
      parameters.add((stretch.page - 1) * stretch.limit, 'bigint'),
    ];
    const rows = await this.database.query<Row>(
      `select q.kind, q.id, q.since from (${queue}) q order by q.since, q.kind, q.id limit ${take} offset ${skip}`,
      parameters.values,
    );
    return { items: await this.#items(rows), total: counted!.total, ...stretch };
  }

  /** Adds the details that moderators need. The number of statements does not depend on the number of items. */
  async #items(rows: readonly Row[]): Promise<QueueItem[]> {
    const idsOf = (...kinds: QueueKind[]): string[] =>
      rows.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id);
    const versions = present(await this.catalogue.versions.many(idsOf('version', 'warning')));
    const checks = await this.findings.compared(versions);
    const reports = await reportsById(this.database, idsOf('report'));
    const users = await accountsById(this.database, [
      ...idsOf('user'),
      ...[...reports.values()].map(({ userId }) => userId),
    ]);
    const nodeIds = [...versions, ...reports.values()].map(({ nodeId }) => nodeId);
    const nodes = present(await this.catalogue.nodes.many([...new Set(nodeIds)].map(foldNodeId)));
    const ownerOf = new Map(nodes.map(({ id, publisherId }) => [id, publisherId]));
    const ownerIds = [...new Set(ownerOf.values())];
    const publishers = byId(present(await this.catalogue.publishers.many(ownerIds)));
    const trusted = await trustedSince(this.database, ownerIds);
    const versionById = byId(versions);
    return rows.map(({ kind, id, since }) => {
      const version = versionById.get(id) ?? null;
      const report = reports.get(id) ?? null;
      const ownerId = ownerOf.get((version ?? report)?.nodeId ?? '') ?? '';
      return {
        kind,
        id,
        since: isoTime(since),
        version,
        checks: checks.get(id) ?? null,
        publisher: publishers.get(ownerId) ?? null,
        isTrusted: trusted.has(ownerId),
        user: users.get(report?.userId ?? id) ?? null,
        report,
      };
    });
  }
}

const byId = <T extends { readonly id: string }>(items: readonly T[]): Map<string, T> =>
  new Map(items.map((item) => [item.id, item]));
