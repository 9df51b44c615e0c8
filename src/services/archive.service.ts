import type { Readable } from 'node:stream';
import { LockMode } from '@mikro-orm/core';
import type { Catalogue } from '../catalogue/catalogue.js';
import type { NodeVersionRecord } from '../catalogue/records.js';
import type { Database } from '../db/database.js';
import { NodeVersion } from '../entities/node-version.js';
import { AppError, notFound } from '../errors/app-error.js';
import type { Viewer } from '../policy/viewer.js';
import type { ArchiveStore, ByteRange } from '../storage/archive-store.js';
import type { Incoming, ReceivedFile } from '../storage/incoming.js';
import { hashUploadToken } from '../values/upload-token.js';
import { isUuid } from '../values/uuid.js';
import type { NodeService } from './node.service.js';
import type { Actor, Write, Writer } from './write.js';

/** An archive that can be read, whole or in stretches. */
export interface OpenArchive {
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
  readonly open: (range?: ByteRange) => Promise<Readable>;
}

/** The background that looks into archives. */
export interface ArchiveChecks {
  /** Has an archive looked into, if the open write commits. */
  readonly ask: (write: Write, versionId: string) => Promise<void>;
  /** Says that it has. */
  readonly wake: () => void;
}

/** Where the bytes of a version's archive are. Named by what they are, so that nothing is ever written over. */
export const archiveName = (versionId: string, sha256: string): string => `${versionId.slice(0, 2)}/${versionId}/${sha256}.zip`;

const ended = (): AppError => new AppError('UPLOAD_ENDED', 'This address is none of an upload, or its time is over; publish the version again.');

/** The archives of versions: taken once, given out unchanged. */
export class ArchiveService {
  constructor(
    private readonly database: Database,
    private readonly writer: Writer,
    private readonly catalogue: Catalogue,
    private readonly nodes: NodeService,
    private readonly store: ArchiveStore,
    private readonly incoming: Incoming,
    private readonly checks: ArchiveChecks,
  ) {}

  /**
   * Takes the archive of a version. The address is the credential: it is good for this version only, once, and for a
   * quarter of an hour.
   * @throws UPLOAD_ENDED, ARCHIVE_TAKEN where one came already, BODY_TOO_LARGE, INVALID_INPUT
   */
  async upload(actor: Actor, versionId: string, token: string, body: Readable): Promise<void> {
    await this.#assertOpen(versionId, token);
    const file = await this.incoming.receive(body);
    try {
      await this.store.put(archiveName(versionId.toLowerCase(), file.sha256), file.path);
    } finally {
      await this.incoming.discard(file.path);
    }
    await this.#keep(actor, versionId, token, file).catch(async (error: unknown) => {
      const [kept] = await this.database.query<{ sha256: string | null }>('select archive_sha256 as sha256 from node_versions where id = $1::uuid', [versionId]);
      if (kept?.sha256 !== file.sha256) await this.store.remove(archiveName(versionId.toLowerCase(), file.sha256));
      throw error;
    });
    this.checks.wake();
  }

  /**
   * The archive of a version; of one that is not Active for its publisher's people only.
   * @throws NODE_NOT_FOUND, NODE_BANNED, NODE_VERSION_NOT_FOUND, ARCHIVE_NOT_FOUND
   */
  async download(viewer: Viewer, nodeId: string, number: string): Promise<OpenArchive> {
    const version = await this.nodes.version(viewer, nodeId, number);
    return this.open(version);
  }

  /** The archive of a version record. @throws ARCHIVE_NOT_FOUND where none ever came */
  open({ id, nodeId, version, archiveSize, archiveSha256 }: NodeVersionRecord): OpenArchive {
    if (archiveSize === null || archiveSha256 === null) throw new AppError('ARCHIVE_NOT_FOUND', `The version ${version} of "${nodeId}" has no archive here.`);
    return { name: `${nodeId}-${version}.zip`, size: archiveSize, sha256: archiveSha256, open: (range) => this.store.open(archiveName(id, archiveSha256), range) };
  }

  async #assertOpen(versionId: string, token: string): Promise<void> {
    const version = isUuid(versionId) ? await this.catalogue.versions.one(versionId.toLowerCase(), { fresh: true }) : undefined;
    if (!version) throw notFound('version', versionId);
    const [upload] = await this.database.query<{ open: boolean }>('select expires_at > now() as open from archive_uploads where version_id = $1::uuid and token_hash = $2', [version.id, hashUploadToken(token)]);
    if (version.archiveSize !== null) throw taken();
    if (!upload?.open) throw ended();
  }

  async #keep(actor: Actor, versionId: string, token: string, file: ReceivedFile): Promise<void> {
    await this.writer.run(actor, async (write) => {
      const version = await write.em.findOne(NodeVersion, { id: versionId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (!version) throw ended();
      if (version.archiveStoredAt) throw taken();
      const kept = await write.query('delete from archive_uploads where version_id = $1::uuid and token_hash = $2 returning version_id', [version.id, hashUploadToken(token)]);
      if (kept.length === 0) throw ended();
      version.keepArchive(file, write.at);
      await this.checks.ask(write, version.id);
      const [node] = await write.query<{ publisherId: string }>('select publisher_id as "publisherId" from nodes where id = $1', [version.nodeId]);
      write.changed({ kind: 'version', id: version.id, nodeId: version.nodeId, change: 'updated' });
      write.audit({ action: 'version.upload', subjectKind: 'version', subjectId: version.id, publisherId: node!.publisherId, after: { size: file.size, sha256: file.sha256 } });
    });
  }
}

function taken(): AppError {
  return new AppError('ARCHIVE_TAKEN', 'The archive of this version came already; what is published never changes.');
}
