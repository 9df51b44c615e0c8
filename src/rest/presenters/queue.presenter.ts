import type { QueueItem } from '../../services/moderation-queue.service.js';
import type { DecisionResult } from '../../services/queue-decision.service.js';
import type { TrustRecord } from '../../services/trust.service.js';
import { account } from '../schemas/user.schema.js';
import { removedFinding } from '../schemas/finding.schema.js';
import { nodeReport } from '../schemas/queue.schema.js';
import { compact, presenterOf } from '../wire.js';
import { presentPublisher } from './publisher.presenter.js';
import { presentFindings, presentVersion } from './version.presenter.js';

const presentAccount = presenterOf(account);
const presentRemoved = presenterOf(removedFinding);

/** A report under its wire names. */
export const presentReport = presenterOf(nodeReport);

/** An item of the moderators' queue under its wire names. */
export function presentQueueItem({ kind, id, since, ...item }: QueueItem) {
  const { version, checks, report, user } = item;
  return compact({
    kind,
    id,
    since,
    version: version && presentVersion(version, version.statusReason),
    publisher: item.publisher && presentPublisher(item.publisher),
    trusted: item.publisher && item.isTrusted,
    findings: checks && presentFindings(checks.findings),
    approved_version: checks && checks.approvedVersion,
    removed_findings:
      checks && checks.removed.map((finding) => presentRemoved({ call: null, excerpt: null, ...finding })),
    user: user && presentAccount(user),
    report: report && presentReport(report),
  });
}

/** The result of a decision under its wire names. */
export const presentDecision = ({ kind, id, error }: DecisionResult) =>
  error === null
    ? { kind, id, status: 'success' }
    : { kind, id, status: 'error', error: error.code, message: error.message };

/** Presents the trust in a publisher. */
export const presentTrust = ({ publisher: { id }, trustedAt }: TrustRecord) =>
  compact({ publisher_id: id, trusted: trustedAt !== null, trusted_at: trustedAt });
