import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { AppError } from '../errors/app-error.js';
import type { Secret } from '../values/secret.js';
import type { ArchiveStore, ByteRange } from './archive-store.js';
import type { ReceivedFile } from './incoming.js';

/** The bucket, and how to access it. */
export interface S3Location {
  readonly bucket: string;
  /** Prefix of every object's key. */
  readonly prefix: string;
  readonly region: string;
  /** URL of an S3-compatible store, which is then addressed by path. Defaults to AWS. */
  readonly endpoint: string | undefined;
  /** Defaults to the credentials in the environment of the process. */
  readonly credentials: { readonly keyId: string; readonly secret: Secret } | undefined;
}

const CONNECT_MS = 5000;
const SILENCE_MS = 30_000;

const silent = (): void => undefined;

const unavailable = (cause: unknown): AppError =>
  new AppError('SERVICE_UNAVAILABLE', 'The archive store is not available at the moment. Try again soon.', {
    retryAfter: 5,
    cause,
  });

/** Stores archives as objects in an S3-compatible store, which verifies the checksum of each upload. */
export class S3Store implements ArchiveStore {
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #prefix: string;

  constructor({ bucket, prefix, region, endpoint, credentials }: S3Location) {
    this.#bucket = bucket;
    this.#prefix = prefix;
    this.#client = new S3Client({
      region,
      ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
      ...(credentials
        ? { credentials: { accessKeyId: credentials.keyId, secretAccessKey: credentials.secret.revealSecret() } }
        : {}),
      // The checksum is sent explicitly, because not every store supports the library's own way of sending it.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      // Errors are thrown, and logged with the request that they belong to.
      logger: { trace: silent, debug: silent, info: silent, warn: silent, error: silent },
      requestHandler: {
        connectionTimeout: CONNECT_MS,
        socketTimeout: SILENCE_MS,
        requestTimeout: SILENCE_MS,
        throwOnRequestTimeout: true,
      },
    });
  }

  async put(name: string, { path, size, sha256 }: ReceivedFile): Promise<void> {
    const bytes = createReadStream(path);
    try {
      await this.#client.send(
        new PutObjectCommand({
          ...this.#at(name),
          Body: bytes,
          ContentLength: size,
          ContentType: 'application/zip',
          ChecksumSHA256: Buffer.from(sha256, 'hex').toString('base64'),
        }),
      );
    } catch (error) {
      throw unavailable(error);
    } finally {
      // If the upload fails early, the library leaves the file open. Wait until it is closed.
      if (!bytes.closed) await new Promise<void>((resolve) => bytes.once('close', resolve).destroy());
    }
    await rm(path, { force: true });
  }

  async open(name: string, range?: ByteRange): Promise<Readable> {
    try {
      const { Body: body } = await this.#client.send(
        new GetObjectCommand({ ...this.#at(name), ...(range ? { Range: `bytes=${range.start}-${range.end}` } : {}) }),
      );
      return body as Readable;
    } catch (error) {
      throw unavailable(error);
    }
  }

  async remove(name: string): Promise<void> {
    try {
      await this.#client.send(new DeleteObjectCommand(this.#at(name)));
    } catch (error) {
      throw unavailable(error);
    }
  }

  close(): void {
    this.#client.destroy();
  }

  #at(name: string): { Bucket: string; Key: string } {
    return { Bucket: this.#bucket, Key: this.#prefix + name };
  }
}
