import type { Finding } from '../analysis/archive.js';
import type { NodeVersionRecord } from '../catalogue/records.js';
import type { Database } from '../db/database.js';
import type { Viewer } from '../policy/viewer.js';
import { type FindingCounts, sameIn } from './findings.js';
import { type ApprovedFindings, approvedFindings } from './version-findings.js';
import type { VersionService } from './version.service.js';

/** A finding, compared with those of the version that a moderator approved last. */
export interface FindingRecord extends Finding {
  /** True if the version of the node that a moderator approved last has the same finding. */
  readonly approved: boolean;
}

/** The result of the checks of a version's archive, for the members of its publisher. */
export interface CheckReport {
  /** Sorted by level: `hold`, `warn`, `note`. */
  readonly findings: readonly FindingRecord[];
  /** The parts that the extraction of core-nodes could not read, one line each; `null` if it read all. */
  readonly coreNodeExtractDetail: string | null;
}

/** A check report, compared with the version of the node that a moderator approved last. */
export interface ComparedReport extends CheckReport {
  /** Version number of the last approved version; `null` if there is none. */
  readonly approvedVersion: string | null;
  /** Findings of the approved version that this version does not have. */
  readonly removed: readonly Finding[];
}

const NO_FINDINGS: FindingCounts = { hold: 0, warn: 0, note: 0 };

interface Row {
  readonly id: string;
  readonly detail: string | null;
  readonly findings: readonly Finding[] | null;
}

function compare({ detail, findings: found }: Row, approved: ApprovedFindings | undefined): ComparedReport {
  const findings = found ?? [];
  const isApproved = sameIn(approved?.findings ?? []);
  const isKept = sameIn(findings);
  return {
    findings: findings.map((finding) => ({ ...finding, approved: isApproved(finding) })),
    coreNodeExtractDetail: detail,
    approvedVersion: approved?.version ?? null,
    removed: (approved?.findings ?? []).filter((finding) => !isKept(finding)),
  };
}

/** Reads the findings of versions. They are not part of the versions' records, because lists don't need them. */
export class FindingService {
  constructor(
    private readonly database: Database,
    private readonly versions: VersionService,
  ) {}

  /** Returns the number of findings per level of each version, in order. Runs one statement. */
  async counts(versionIds: readonly string[]): Promise<FindingCounts[]> {
    const rows = await this.database.query<FindingCounts & { readonly id: string }>(
      'select version_id as id, hold, warn, note from version_findings where version_id = any($1::uuid[])',
      [versionIds],
    );
    const byId = new Map(rows.map(({ id, ...counts }) => [id, counts]));
    return versionIds.map((id) => byId.get(id) ?? NO_FINDINGS);
  }

  /**
   * Returns the reports that the viewer may read, by version id. Requires membership of the publisher of the version,
   * one of its tokens or the admin role.
   */
  async readable(viewer: Viewer, versions: readonly NodeVersionRecord[]): Promise<Map<string, CheckReport>> {
    const readable = await this.versions.withReadableDetails(viewer, versions);
    return this.compared(versions.filter(({ id }) => readable.has(id)));
  }

  /**
   * Returns the reports of versions by version id, without checking permissions. Runs two statements, or none if there
   * are no versions.
   */
  async compared(versions: readonly NodeVersionRecord[]): Promise<Map<string, ComparedReport>> {
    if (versions.length === 0) return new Map();
    const rows = await this.database.query<Row>(
      `select v.id, v.core_node_extract_detail as detail, f.findings
       from node_versions v left join version_findings f on f.version_id = v.id where v.id = any($1::uuid[])`,
      [versions.map(({ id }) => id)],
    );
    const nodeOf = new Map(versions.map(({ id, nodeId }) => [id, nodeId]));
    const approved = await approvedFindings(this.database, [...new Set(nodeOf.values())]);
    return new Map(rows.map((row) => [row.id, compare(row, approved.get(nodeOf.get(row.id)!))]));
  }
}
