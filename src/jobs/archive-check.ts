import { LockMode } from '@mikro-orm/core';
import type { Analysis } from '../analysis/analyse.js';
import type { IsolatedAnalyser } from '../analysis/isolated.js';
import type { Bounds } from '../analysis/processor-time.js';
import type { Extraction } from '../analysis/extract.js';
import type { Finding } from '../analysis/archive.js';
import { Node } from '../entities/node.js';
import { NodeVersion } from '../entities/node-version.js';
import { accountOf } from '../services/account.js';
import { replaceCoreNodes } from '../services/core-node.service.js';
import { storeFindings } from '../services/version-findings.js';
import { changeVersionStatus } from '../services/version-status.js';
import type { Write, Writer } from '../services/write.js';
import type { ArchiveStore } from '../storage/archive-store.js';
import type { Incoming } from '../storage/incoming.js';
import type { CheckLevels } from '../values/check-names.js';
import { fittingCoreNodes } from '../values/core-node-bounds.js';
import { NodeVersionStatus } from '../values/states.js';

/** The services that the job uses. */
export interface ArchiveCheckParts {
  readonly writer: Writer;
  readonly store: ArchiveStore;
  readonly incoming: Incoming;
  readonly analyser: IsolatedAnalyser;
  /** Levels that the setting `CHECK_LEVELS` gives to all findings of a check. */
  readonly levels: CheckLevels;
}

const ACTOR = { viewer: { kind: 'system', name: 'checks' }, requestId: 'archive.check', address: '' } as const;
const REASON_LINES = 50;

/** The status reason of a held version: a list of the findings that hold it. */
function reasonOf(findings: readonly Finding[]): string {
  const lines = findings
    .slice(0, REASON_LINES)
    .map(({ rule, file, line, message }) => `${rule}: ${file}${line > 0 ? `:${line}` : ''}: ${message}`);
  return [
    `Findings that hold this version (${findings.length}):`,
    ...lines,
    ...(findings.length > REASON_LINES ? ['…'] : []),
  ].join('\n');
}

/** The storage key of an archive, and the publisher that uploaded it. */
interface StoredArchive {
  readonly key: string;
  readonly publisherId: string;
}

async function archiveOf(writer: Writer, versionId: string): Promise<StoredArchive | undefined> {
  return writer.run(ACTOR, async (write) => {
    const [row] = await write.query<StoredArchive>(
      `select v.archive_key as key, n.publisher_id as "publisherId" from node_versions v join nodes n on n.id = v.node_id
       where v.id = $1::uuid and v.archive_key is not null`,
      [versionId],
    );
    return row;
  });
}

/** Locks the node of a version, then the version itself. */
async function lockVersion(
  write: Write,
  versionId: string,
): Promise<{ readonly node: Node; readonly version: NodeVersion } | undefined> {
  const [found] = await write.query<{ nodeId: string }>(
    'select node_id as "nodeId" from node_versions where id = $1::uuid',
    [versionId],
  );
  const node = found && (await write.em.findOne(Node, { id: found.nodeId }, { lockMode: LockMode.PESSIMISTIC_WRITE }));
  const version =
    node && (await write.em.findOne(NodeVersion, { id: versionId }, { lockMode: LockMode.PESSIMISTIC_WRITE }));
  return version ? { node, version } : undefined;
}

/**
 * Enforces the limits of the core-node definitions of a version. The process of the analysis applies the same limits,
 * but the stored rows must not depend on it.
 */
function boundedExtraction(extraction: Extraction): Extraction {
  const coreNodes = fittingCoreNodes(extraction.coreNodes);
  if (coreNodes.length === extraction.coreNodes.length) return extraction;
  const cause = `The definitions are too large: ${coreNodes.length} of ${extraction.coreNodes.length} are stored.`;
  return { status: 'failed', coreNodes, causes: [cause, ...extraction.causes] };
}

/** Stores the findings and core-nodes of a version, and sets the status of one that is still Pending. */
async function record(
  write: Write,
  versionId: string,
  { findings, extraction }: Analysis,
  levels: CheckLevels,
): Promise<void> {
  const locked = await lockVersion(write, versionId);
  if (!locked) return;
  const { node, version } = locked;
  const isFirstCheck = version.coreNodeExtractStatus === 'pending';
  if (isFirstCheck) {
    const { status, coreNodes, causes } = boundedExtraction(extraction);
    version.coreNodeExtractDetail = causes.length > 0 ? causes.join('\n') : null;
    await replaceCoreNodes(write, node, version, coreNodes, status);
  }
  const { holding, isChanged } = await storeFindings(write, version, node.publisherId, findings, levels);
  // A status that an admin or the publisher has set meanwhile is not overwritten.
  if (version.status === NodeVersionStatus.Pending) {
    const [status, reason] =
      holding.length > 0
        ? ([NodeVersionStatus.Flagged, reasonOf(holding)] as const)
        : ([NodeVersionStatus.Active, null] as const);
    await changeVersionStatus(write, node, version, status, reason, 'version.check');
  } else if (isChanged && !isFirstCheck) {
    write.changed({ kind: 'version', id: version.id, nodeId: node.id, change: 'updated' });
  }
}

/** A queue of checks, with its limits. */
export interface CheckLane {
  readonly bounds: Bounds;
  /**
   * Enqueues the check in the slow lane, in the transaction of `write`. `group` is the account: accounts take turns.
   */
  readonly onTooLong?: (write: Write, versionId: string, group: string) => Promise<void>;
}

/**
 * Creates the job that checks the archive of a version. The job stores the findings and core-nodes. A Pending version
 * becomes Flagged if it has findings of the level `hold` that the node's last approved version does not have;
 * otherwise it becomes Active. A check that exceeds the processor time of the fast lane is enqueued in the slow lane,
 * unless no other check is running: then it goes on. Slow archives delay no others. Idempotent.
 */
export function archiveCheck(
  { writer, store, incoming, analyser, levels }: ArchiveCheckParts,
  { bounds, onTooLong }: CheckLane,
): (data: { readonly versionId: string }) => Promise<void> {
  const checksOff = [...levels].flatMap(([name, level]) => (level === 'off' ? [name] : []));
  return async ({ versionId }) => {
    const stored = await archiveOf(writer, versionId);
    if (stored === undefined) return;
    const path = await incoming.bring(await store.open(stored.key));
    let analysis: Analysis;
    try {
      analysis = await analyser.analyse(path, checksOff, bounds);
    } finally {
      await incoming.discard(path);
    }
    await writer.run(ACTOR, async (write) => {
      if (analysis.isTooLong && onTooLong)
        await onTooLong(write, versionId, await accountOf(write, stored.publisherId));
      else await record(write, versionId, analysis, levels);
    });
  };
}
