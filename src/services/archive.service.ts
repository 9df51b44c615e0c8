import { randomUUID } from 'node:crypto';
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
import { NodeStatus, NodeVersionStatus, PublisherStatus } from '../values/states.js';
import { hashUploadToken } from '../values/upload-token.js';
import { isUuid } from '../values/uuid.js';
import type { NodeService } from './node.service.js';
import { lockPlace } from './standing.js';
import type { Actor, Write, Writer } from './write.js';

/** An archive that can be read, whole or in stretches. */
export interface OpenArchive {
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
  /** Whether anybody may have it. */
  readonly isPublic: boolean;
  readonly open: (range?: ByteRange) => Promise<Readable>;
}

/** The background that looks into archives. */
export interface ArchiveChecks {
  /** Has an archive looked into, if the open write commits. */
  readonly ask: (write: Write, versionId: string) => Promise<void>;
  /** Says that it has. */
  readonly wake: () => void;
}

const ended = (): AppError =>
  new AppError('UPLOAD_ENDED', 'This address is none of an upload, or its time is over; publish the version again.');

const UPLOADS_AT_ONCE = 16;

/** The archives of versions: taken once, given out unchanged. */
export class ArchiveService {
  readonly #running = new Set<string>();

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
   * @throws UPLOAD_ENDED, ARCHIVE_TAKEN where one came already, UPLOAD_RUNNING, SERVICE_UNAVAILABLE, BODY_TOO_LARGE,
   *   INVALID_INPUT
   */
  async upload(actor: Actor, versionId: string, token: string, body: Readable): Promise<void> {
    await this.#assertOpen(versionId, token);
    const id = versionId.toLowerCase();
    if (this.#running.has(id))
      throw new AppError('UPLOAD_RUNNING', 'An archive is on its way to this address already.');
    if (this.#running.size >= UPLOADS_AT_ONCE)
      throw new AppError('SERVICE_UNAVAILABLE', 'Too many archives are on their way; try again in a moment.', {
        retryAfter: 2,
      });
    this.#running.add(id);
    try {
      const file = await this.incoming.receive(body);
      try {
        await this.#store(actor, id, token, file);
      } finally {
        await this.incoming.discard(file.path);
      }
    } finally {
      this.#running.delete(id);
    }
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
  open({ nodeId, version, status, archiveSize, archiveSha256, archiveKey }: NodeVersionRecord): OpenArchive {
    if (archiveSize === null || archiveSha256 === null || archiveKey === null)
      throw new AppError('ARCHIVE_NOT_FOUND', `The version ${version} of "${nodeId}" has no archive here.`);
    return {
      name: `${nodeId}-${version}.zip`,
      size: archiveSize,
      sha256: archiveSha256,
      isPublic: status === NodeVersionStatus.Active,
      open: (range) => this.store.open(archiveKey, range),
    };
  }

  async #assertOpen(versionId: string, token: string): Promise<void> {
    await this.catalogue.refresh();
    const version = isUuid(versionId) ? await this.catalogue.versions.one(versionId.toLowerCase()) : undefined;
    if (!version) throw notFound('version', versionId);
    const [upload] = await this.database.query<{ open: boolean }>(
      'select expires_at > now() as open from archive_uploads where version_id = $1::uuid and token_hash = $2',
      [version.id, hashUploadToken(token)],
    );
    if (version.archiveSize !== null) throw taken();
    if (!upload?.open) throw ended();
  }

  /** Brings it into the store, and takes it for the version if that is still open then. */
  async #store(actor: Actor, versionId: string, token: string, file: ReceivedFile): Promise<void> {
    // It took a while to come: what can't be kept any more is not stored at all.
    await this.#assertOpen(versionId, token);
    // A name of this upload's own, so that of two at once neither touches the other's bytes. Not inside the
    // transaction: a store may be slow, and the embedded database has one connection.
    const key = `${versionId.slice(0, 2)}/${versionId}/${randomUUID()}.zip`;
    try {
      await this.store.put(key, file);
    } catch (error) {
      // It may be there all the same.
      await this.store.remove(key).catch(() => undefined);
      throw error;
    }
    try {
      await this.#keep(actor, versionId, token, key, file);
    } catch (error) {
      // Where it was refused nobody knows the name. Any other error may have come after the commit.
      if (error instanceof AppError && error.status < 500) await this.store.remove(key).catch(() => undefined);
      throw error;
    }
  }

  async #keep(actor: Actor, versionId: string, token: string, key: string, file: ReceivedFile): Promise<void> {
    await this.writer.run(actor, async (write) => {
      const [place] = await write.query<{ nodeId: string; publisherId: string }>(
        'select n.id as "nodeId", n.publisher_id as "publisherId" from node_versions v join nodes n on n.id = v.node_id where v.id = $1::uuid',
        [versionId],
      );
      if (!place) throw ended();
      const { publisher, node } = await lockPlace(write, place.publisherId, place.nodeId);
      if (!node) throw notFound('node', place.nodeId);
      const version = await write.em.findOne(NodeVersion, { id: versionId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (!version) throw ended();
      if (version.archiveStoredAt) throw taken();
      const kept = await write.query(
        'delete from archive_uploads where version_id = $1::uuid and token_hash = $2 and expires_at > now() returning version_id',
        [version.id, hashUploadToken(token)],
      );
      // What was banned, unpublished or decided on meanwhile takes nothing any more.
      const isOpen =
        kept.length > 0 &&
        version.status === NodeVersionStatus.Pending &&
        node.status === NodeStatus.Active &&
        publisher.status === PublisherStatus.Active;
      if (!isOpen) throw ended();
      version.keepArchive(key, file, write.at);
      await this.checks.ask(write, version.id);
      write.changed({ kind: 'version', id: version.id, nodeId: node.id, change: 'updated' });
      write.audit({
        action: 'version.upload',
        subjectKind: 'version',
        subjectId: version.id,
        publisherId: publisher.id,
        after: { size: file.size, sha256: file.sha256 },
      });
    });
  }
}

function taken(): AppError {
  return new AppError('ARCHIVE_TAKEN', 'The archive of this version came already; what is published never changes.');
}
