import { LockMode } from '@mikro-orm/core';
import type { Analysis } from '../analysis/analyse.js';
import { analyseBounded } from '../analysis/bounded.js';
import type { Finding } from '../analysis/archive.js';
import { Node } from '../entities/node.js';
import { NodeVersion } from '../entities/node-version.js';
import { replaceCoreNodes } from '../services/core-node.service.js';
import { changeVersionStatus } from '../services/version-status.js';
import type { Write, Writer } from '../services/write.js';
import type { ArchiveStore } from '../storage/archive-store.js';
import type { Incoming } from '../storage/incoming.js';
import { NodeVersionStatus } from '../values/states.js';
import type { JobHandler } from './job-queue.js';

/** What the check stands on. */
export interface ArchiveCheckParts {
  readonly writer: Writer;
  readonly store: ArchiveStore;
  readonly incoming: Incoming;
  /** Rules that this registry leaves out. */
  readonly checksOff: readonly string[];
}

const ACTOR = { viewer: { kind: 'system', name: 'checks' }, requestId: 'archive.check', address: '' } as const;
const REASON_LINES = 50;

function reasonOf(findings: readonly Finding[]): string {
  const lines = findings
    .slice(0, REASON_LINES)
    .map(({ rule, file, line, message }) => `${rule}: ${file}${line > 0 ? `:${line}` : ''}: ${message}`);
  return [
    `The checks of the archive found ${findings.length}:`,
    ...lines,
    ...(findings.length > REASON_LINES ? ['…'] : []),
  ].join('\n');
}

async function archiveKeyOf(writer: Writer, versionId: string): Promise<string | undefined> {
  return writer.run(ACTOR, async (write) => {
    const [row] = await write.query<{ key: string | null }>(
      'select archive_key as key from node_versions where id = $1::uuid',
      [versionId],
    );
    return row?.key ?? undefined;
  });
}

/** Locks a version after its node. */
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

/** Stores the core-nodes of a version, and sets the status of one that is still Pending. */
async function record(write: Write, versionId: string, { findings, extraction }: Analysis): Promise<void> {
  const locked = await lockVersion(write, versionId);
  if (!locked) return;
  const { node, version } = locked;
  if (version.coreNodeExtractStatus === 'pending') {
    version.coreNodeExtractDetail = extraction.causes.length > 0 ? extraction.causes.join('\n') : null;
    await replaceCoreNodes(write, node, version, extraction.coreNodes, extraction.status);
  }
  // A status that an admin or the publisher has set meanwhile is not overwritten.
  if (version.status !== NodeVersionStatus.Pending) return;
  const [status, reason] =
    findings.length > 0
      ? ([NodeVersionStatus.Flagged, reasonOf(findings)] as const)
      : ([NodeVersionStatus.Active, null] as const);
  await changeVersionStatus(write, node, version, status, reason, 'version.check');
}

/**
 * Checks the archive of a version: a Pending version becomes Active, or Flagged with the findings as the reason, and
 * its core-nodes are stored. Idempotent.
 */
export function archiveCheck({ writer, store, incoming, checksOff }: ArchiveCheckParts): JobHandler<'archive.check'> {
  return async ({ versionId }) => {
    const key = await archiveKeyOf(writer, versionId);
    if (key === undefined) return;
    const path = await incoming.bring(await store.open(key));
    let analysis: Analysis;
    try {
      analysis = await analyseBounded(path, checksOff);
    } finally {
      await incoming.discard(path);
    }
    await writer.run(ACTOR, (write) => record(write, versionId, analysis));
  };
}
