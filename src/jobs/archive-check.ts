import { LockMode } from '@mikro-orm/core';
import type { Analysis } from '../analysis/analyse.js';
import { analyseBounded } from '../analysis/bounded.js';
import type { Finding } from '../analysis/archive.js';
import { Node } from '../entities/node.js';
import { NodeVersion } from '../entities/node-version.js';
import { replaceCoreNodes } from '../services/core-node.service.js';
import { changeVersionStatus } from '../services/version-status.js';
import type { Writer } from '../services/write.js';
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

/**
 * Looks into the archive of a version: a Pending one becomes Active, or Flagged with what was found as the reason, and
 * its core-nodes are stored. Done twice, it changes nothing the second time.
 */
export function archiveCheck({ writer, store, incoming, checksOff }: ArchiveCheckParts): JobHandler<'archive.check'> {
  return async ({ versionId }) => {
    const key = await writer.run(ACTOR, async (write) => {
      const [row] = await write.query<{ key: string | null }>(
        'select archive_key as key from node_versions where id = $1::uuid',
        [versionId],
      );
      return row?.key ?? undefined;
    });
    if (key === undefined) return;
    const path = await incoming.bring(await store.open(key));
    let analysis: Analysis;
    try {
      analysis = await analyseBounded(path, checksOff);
    } finally {
      await incoming.discard(path);
    }
    await writer.run(ACTOR, async (write) => {
      const [place] = await write.query<{ nodeId: string }>(
        'select node_id as "nodeId" from node_versions where id = $1::uuid',
        [versionId],
      );
      const node =
        place && (await write.em.findOne(Node, { id: place.nodeId }, { lockMode: LockMode.PESSIMISTIC_WRITE }));
      const version =
        node && (await write.em.findOne(NodeVersion, { id: versionId }, { lockMode: LockMode.PESSIMISTIC_WRITE }));
      if (!node || !version) return;
      const { findings, extraction } = analysis;
      if (version.coreNodeExtractStatus === 'pending') {
        version.coreNodeExtractDetail = extraction.causes.length > 0 ? extraction.causes.join('\n') : null;
        await replaceCoreNodes(write, node, version, extraction.coreNodes, extraction.status);
      }
      // What an admin or its publisher has said meanwhile stands.
      if (version.status !== NodeVersionStatus.Pending) return;
      const [status, reason] =
        findings.length > 0
          ? ([NodeVersionStatus.Flagged, reasonOf(findings)] as const)
          : ([NodeVersionStatus.Active, null] as const);
      await changeVersionStatus(write, node, version, status, reason, 'version.check');
    });
  };
}
