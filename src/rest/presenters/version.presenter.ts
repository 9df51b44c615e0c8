import type { NodeVersionRecord } from '../../catalogue/records.js';
import type { CheckReport, FindingRecord } from '../../services/finding.service.js';
import type { FindingCounts } from '../../services/findings.js';
import { finding } from '../schemas/finding.schema.js';
import { nodeVersion, uploadedArchive } from '../schemas/version.schema.js';
import { compact, presenterOf } from '../wire.js';

/** The wire names that have no field in a version's record. */
const PRIVATE = { status_reason: true, finding_counts: true, findings: true, core_node_extract_detail: true } as const;

const presentPublic = presenterOf(nodeVersion.omit(PRIVATE));
/** A stored archive under its wire names. */
export const presentUploaded = presenterOf(uploadedArchive, { statusUrl: 'statusUrl' });

const presentFinding = presenterOf(finding);

/** Findings under their wire names. */
export const presentFindings = (findings: readonly FindingRecord[]) =>
  findings.map((found) => presentFinding({ call: null, excerpt: null, ...found }));

/**
 * A version under its wire names.
 * @param reason the reason of the status, if the caller requested it and may read it
 */
export function presentVersion(version: NodeVersionRecord, reason: string | null = null) {
  return { ...presentPublic(version), ...(reason === null ? {} : { status_reason: reason }) };
}

/**
 * The findings of a version under their wire names.
 * @param counts the number of findings of each level, which all callers may read
 * @param report the findings themselves; `null` for callers who may not read them
 */
export function presentChecks(counts: FindingCounts, report: CheckReport | null) {
  if (report === null) return { finding_counts: counts };
  const { findings, coreNodeExtractDetail } = report;
  return compact({
    finding_counts: counts,
    findings: presentFindings(findings),
    core_node_extract_detail: coreNodeExtractDetail,
  });
}
