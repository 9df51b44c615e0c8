import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { LockMode } from '@mikro-orm/core';
import type { Analysis } from '../analysis/analyse.js';
import { analyseBounded } from '../analysis/bounded.js';
import type { Finding } from '../analysis/archive.js';
import { Node } from '../entities/node.js';
import { NodeVersion } from '../entities/node-version.js';
import { archiveName } from '../services/archive.service.js';
import { replaceCoreNodes } from '../services/core-node.service.js';
import { changeVersionStatus } from '../services/version-status.js';
import type { Writer } from '../services/write.js';
import type { ArchiveStore } from '../storage/archive-store.js';
import { NodeVersionStatus } from '../values/states.js';
import type { JobHandler } from './job-queue.js';

/** What the check stands on. */
export interface ArchiveCheckParts {
  readonly writer: Writer;
  readonly store: ArchiveStore;
  /** Rules that this registry leaves out. */
  readonly checksOff: readonly string[];
}

const ACTOR = { viewer: { kind: 'system', name: 'checks' }, requestId: 'archive.check', address: '' } as const;
const REASON_LINES = 50;

function reasonOf(findings: readonly Finding[]): string {
  const lines = findings.slice(0, REASON_LINES).map(({ rule, file, line, message }) => `${rule}: ${file}${line > 0 ? `:${line}` : ''}: ${message}`);
  return [`The checks of the archive found ${findings.length}:`, ...lines, ...(findings.length > REASON_LINES ? ['…'] : [])].join('\n');
}

/** Brings a stored archive to a file of this machine, looks into it, and removes the file. */
async function withFile<T>(store: ArchiveStore, name: string, work: (path: string) => Promise<T>): Promise<T> {
  const folder = join(tmpdir(), `registry-check-${randomUUID()}`);
  await mkdir(folder, { mode: 0o700 });
  try {
    const path = join(folder, 'archive.zip');
    await pipeline(await store.open(name), createWriteStream(path));
    return await work(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Looks into the archive of a version: a Pending one becomes Active, or Flagged with what was found as the reason, and its
 * core-nodes are stored. Done twice, it changes nothing the second time.
 */
export function archiveCheck({ writer, store, checksOff }: ArchiveCheckParts): JobHandler<'archive.check'> {
  return async ({ versionId }) => {
    const sha256 = await writer.run(ACTOR, async (write) => {
      const [row] = await write.query<{ sha256: string | null }>('select archive_sha256 as sha256 from node_versions where id = $1::uuid', [versionId]);
      return row?.sha256 ?? undefined;
    });
    if (sha256 === undefined) return;
    const analysis: Analysis = await withFile(store, archiveName(versionId, sha256), (path) => analyseBounded(path, checksOff));
    await writer.run(ACTOR, async (write) => {
      const [place] = await write.query<{ nodeId: string }>('select node_id as "nodeId" from node_versions where id = $1::uuid', [versionId]);
      const node = place && (await write.em.findOne(Node, { id: place.nodeId }, { lockMode: LockMode.PESSIMISTIC_WRITE }));
      const version = node && (await write.em.findOne(NodeVersion, { id: versionId }, { lockMode: LockMode.PESSIMISTIC_WRITE }));
      if (!node || !version) return;
      const { findings, extraction } = analysis;
      if (version.coreNodeExtractStatus === 'pending') {
        version.coreNodeExtractDetail = extraction.causes.length > 0 ? extraction.causes.join('\n') : null;
        await replaceCoreNodes(write, node, version, extraction.coreNodes, extraction.status);
      }
      // What an admin or its publisher has said meanwhile stands.
      if (version.status !== NodeVersionStatus.Pending) return;
      const [status, reason] = findings.length > 0 ? ([NodeVersionStatus.Flagged, reasonOf(findings)] as const) : ([NodeVersionStatus.Active, null] as const);
      await changeVersionStatus(write, node, version, status, reason, 'version.check');
    });
  };
}
