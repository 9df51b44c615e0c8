import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { AppError } from '../errors/app-error.js';
import type { Secret } from '../values/secret.js';
import type { ArchiveStore, ByteRange } from './archive-store.js';
import type { ReceivedFile } from './incoming.js';

/** Where the objects are. */
export interface S3Location {
  readonly bucket: string;
  /** What every name begins with. */
  readonly prefix: string;
  readonly region: string;
  /** The address of a store that is not the provider's own; its buckets are then named in the path. */
  readonly endpoint: string | undefined;
  /** Where not given, as the environment of the process has them. */
  readonly credentials: { readonly keyId: string; readonly secret: Secret } | undefined;
}

const CONNECT_MS = 5000;
const SILENCE_MS = 30_000;

const silent = (): void => undefined;

const unavailable = (cause: unknown): AppError =>
  new AppError('SERVICE_UNAVAILABLE', 'The store of archives does not answer as it should; try again in a moment.', {
    retryAfter: 5,
    cause,
  });

/** Archives as objects of an S3-compatible store. What `put` has answered is there, whole: the store checks the sum. */
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
      // We give the sum ourselves; the library's own way of sending one is not understood by every store.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      // What goes wrong is thrown, and logged by us with the request that it belongs to.
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
      // The library leaves it open where it did not come to read it, and it is closed only when it says so.
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
