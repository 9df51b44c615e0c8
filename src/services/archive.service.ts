import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { LockMode } from '@mikro-orm/core';
import type { Catalogue } from '../catalogue/catalogue.js';
import type { NodeVersionRecord } from '../catalogue/records.js';
import { PUBLIC_VERSION } from '../catalogue/visibility.js';
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
import { assertStorageQuota, type Quotas } from './quotas.js';
import { lockPublisherAndNode } from './standing.js';
import { UploadSlots } from './upload-slots.js';
import type { Actor, Write, Writer } from './write.js';

/** An archive that can be read completely or by byte range. */
export interface OpenArchive {
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
  /** True if anonymous callers may download it. */
  readonly isPublic: boolean;
  readonly open: (range?: ByteRange) => Promise<Readable>;
}

/** An archive that is stored and waits for its checks. */
export interface UploadedArchive {
  readonly nodeId: string;
  readonly version: string;
  /** URL of the version, which responds as soon as the archive is checked. */
  readonly statusUrl: string;
}

/** Seconds that `statusUrl` waits for the checks. Less than the usual response timeout of proxies. */
const WAIT_SECONDS = 30;

/** The background jobs that check archives. */
export interface ArchiveChecks {
  /** Enqueues the check of an archive in the transaction of the write. */
  readonly ask: (write: Write, versionId: string, publisherId: string) => Promise<void>;
  /** Wakes the workers for the enqueued checks. */
  readonly wake: () => void;
}

const uploadEnded = (): AppError =>
  new AppError('UPLOAD_ENDED', 'This upload URL is not valid or has expired. Publish the version again.');

/** Stores and opens the archives of versions. An archive is uploaded once and never changes. */
export class ArchiveService {
  readonly #slots = new UploadSlots();

  constructor(
    private readonly database: Database,
    private readonly writer: Writer,
    private readonly catalogue: Catalogue,
    private readonly nodes: NodeService,
    private readonly store: ArchiveStore,
    private readonly incoming: Incoming,
    private readonly checks: ArchiveChecks,
    private readonly quotas: Quotas,
  ) {}

  /**
   * Stores the archive of a version. The upload URL is the credential: it is valid for this version only, once, and for
   * 15 minutes.
   * @param declaredBytes the size that the sender announced, if any
   * @returns the version, and where to wait for its checks
   * @throws UPLOAD_ENDED, ARCHIVE_TAKEN if the version already has an archive, UPLOAD_RUNNING, SERVICE_UNAVAILABLE,
   *   BODY_TOO_LARGE, REQUEST_TIMEOUT if the upload is too slow, QUOTA_REACHED, INVALID_INPUT
   */
  async upload(
    actor: Actor,
    versionId: string,
    token: string,
    body: Readable,
    declaredBytes?: number,
  ): Promise<UploadedArchive> {
    const publisherId = await this.#assertUrlValid(versionId, token);
    this.incoming.assertSize(declaredBytes ?? 0);
    const id = versionId.toLowerCase();
    const release = this.#slots.take(id, publisherId);
    try {
      const file = await this.incoming.receive(body);
      try {
        await this.#store(actor, id, token, file);
      } finally {
        await this.incoming.discard(file.path);
      }
    } finally {
      release();
    }
    this.checks.wake();
    const { nodeId, version } = (await this.catalogue.versions.one(id))!;
    const url = `${this.catalogue.publicUrl}/nodes/${nodeId}/versions/${encodeURIComponent(version)}`;
    return { nodeId, version, statusUrl: `${url}?wait=${WAIT_SECONDS}` };
  }

  /**
   * Opens the archive of a version. A version that is not Active requires membership of its publisher, one of its
   * tokens or the admin role.
   * @throws NODE_NOT_FOUND, NODE_BANNED, NODE_VERSION_NOT_FOUND, ARCHIVE_NOT_FOUND
   */
  async download(viewer: Viewer, nodeId: string, number: string): Promise<OpenArchive> {
    const version = await this.nodes.version(viewer, nodeId, number);
    return this.open(version);
  }

  /** Opens the archive of a version record. @throws ARCHIVE_NOT_FOUND if none was uploaded */
  open({ nodeId, version, status, archiveSize, archiveSha256, archiveKey }: NodeVersionRecord): OpenArchive {
    if (archiveSize === null || archiveSha256 === null || archiveKey === null)
      throw new AppError('ARCHIVE_NOT_FOUND', `Version ${version} of "${nodeId}" has no archive in this registry.`);
    return {
      name: `${nodeId}-${version}.zip`,
      size: archiveSize,
      sha256: archiveSha256,
      isPublic: PUBLIC_VERSION.holds({ status }),
      open: (range) => this.store.open(archiveKey, range),
    };
  }

  /** Asserts that an upload URL is valid. @returns the id of the publisher */
  async #assertUrlValid(versionId: string, token: string): Promise<string> {
    if (!isUuid(versionId)) throw notFound('version', versionId);
    // One statement reads both rows, because one transaction deletes the upload and stores the archive.
    const [version] = await this.database.query<{ isStored: boolean; isOpen: boolean; publisherId: string }>(
      `select v.archive_stored_at is not null as "isStored", coalesce(u.expires_at > now(), false) as "isOpen", n.publisher_id as "publisherId"
       from node_versions v join nodes n on n.id = v.node_id left join archive_uploads u on u.version_id = v.id and u.token_hash = $2
       where v.id = $1::uuid`,
      [versionId, hashUploadToken(token)],
    );
    if (!version) throw notFound('version', versionId);
    if (version.isStored) throw archiveTaken();
    if (!version.isOpen) throw uploadEnded();
    return version.publisherId;
  }

  /** Stores the file, and attaches it to the version if the upload URL is still valid. */
  async #store(actor: Actor, versionId: string, token: string, file: ReceivedFile): Promise<void> {
    // Checked again before storing, because the URL may have expired while the file was received.
    await this.#assertUrlValid(versionId, token);
    // The key is unique, so that concurrent uploads never overwrite each other. The file is stored outside the
    // transaction, because a store may be slow and the embedded database has only one connection.
    const key = `${versionId.slice(0, 2)}/${versionId}/${randomUUID()}.zip`;
    try {
      await this.store.put(key, file);
    } catch (error) {
      // The store may have stored the file despite the error.
      await this.store.remove(key).catch(() => undefined);
      throw error;
    }
    try {
      await this.#attach(actor, versionId, token, key, file);
    } catch (error) {
      // After a refusal, no row refers to the file. After any other error, the transaction may have committed.
      if (error instanceof AppError && error.status < 500) await this.store.remove(key).catch(() => undefined);
      throw error;
    }
  }

  async #attach(actor: Actor, versionId: string, token: string, key: string, file: ReceivedFile): Promise<void> {
    await this.writer.run(actor, async (write) => {
      const [place] = await write.query<{ nodeId: string; publisherId: string }>(
        'select n.id as "nodeId", n.publisher_id as "publisherId" from node_versions v join nodes n on n.id = v.node_id where v.id = $1::uuid',
        [versionId],
      );
      if (!place) throw uploadEnded();
      const { publisher, node } = await lockPublisherAndNode(write, place.publisherId, place.nodeId);
      if (!node) throw notFound('node', place.nodeId);
      const version = await write.em.findOne(NodeVersion, { id: versionId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (!version) throw uploadEnded();
      if (version.archiveStoredAt) throw archiveTaken();
      const kept = await write.query(
        'delete from archive_uploads where version_id = $1::uuid and token_hash = $2 and expires_at > now() returning version_id',
        [version.id, hashUploadToken(token)],
      );
      // The version, node or publisher may have changed status during the upload.
      const isOpen =
        kept.length > 0 &&
        version.status === NodeVersionStatus.Pending &&
        node.status === NodeStatus.Active &&
        publisher.status === PublisherStatus.Active;
      if (!isOpen) throw uploadEnded();
      await assertStorageQuota(write, publisher.id, file.size, this.quotas);
      version.setArchive(key, file, write.at);
      node.storedBytes += file.size;
      await this.checks.ask(write, version.id, publisher.id);
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

function archiveTaken(): AppError {
  return new AppError(
    'ARCHIVE_TAKEN',
    'This version already has an archive, which can’t be replaced. Publish a new version instead.',
  );
}
