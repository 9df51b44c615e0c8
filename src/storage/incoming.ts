import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError, invalidInput } from '../errors/app-error.js';
import { withMinimumRate } from './minimum-rate.js';
import { storageError } from './storage-error.js';

/** A completely received body, as a local file. */
export interface ReceivedFile {
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
}

const LEFT_BEHIND_MS = 3_600_000;
/** Codes of the error of a stream whose sender closed the connection. */
const ENDED_EARLY = ['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET'];
const ZIP_SIGNATURES = ['504b0304', '504b0506'];

/** Receives bodies into files, never into memory. */
export class Incoming {
  constructor(
    private readonly folder: string,
    private readonly maxBytes: number,
    /** The rate of an upload is checked once in so many seconds. */
    private readonly ratePeriodSeconds: number,
  ) {}

  /** @throws BODY_TOO_LARGE if an archive of this size can't be received */
  assertSize(bytes: number): void {
    if (bytes > this.maxBytes)
      throw new AppError('BODY_TOO_LARGE', `The archive is too large. The limit is ${this.maxBytes} bytes.`);
  }

  /**
   * Removes files that crashed processes left. Only files unmodified for an hour, because other processes may share the
   * folder.
   */
  async sweep(): Promise<void> {
    for (const name of await readdir(this.folder).catch(() => [])) {
      const path = join(this.folder, name);
      const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }));
      if (Date.now() - mtimeMs > LEFT_BEHIND_MS) await this.discard(path);
    }
  }

  /** Writes a stream to a local file. @returns its path */
  async bring(bytes: Readable): Promise<string> {
    const path = await this.#place();
    try {
      await pipeline(bytes, createWriteStream(path, { mode: 0o600 }));
    } catch (error) {
      await this.discard(path);
      throw error;
    }
    return path;
  }

  /**
   * Receives a zip archive.
   * @throws BODY_TOO_LARGE, REQUEST_TIMEOUT if it arrives too slowly, INVALID_INPUT if it is not a zip archive
   */
  async receive(body: Readable): Promise<ReceivedFile> {
    const path = await this.#place();
    const hash = createHash('sha256');
    let size = 0;
    let head = Buffer.alloc(0);
    const measure = new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        size += chunk.length;
        if (head.length < 4) head = Buffer.concat([head, chunk.subarray(0, 4)]);
        hash.update(chunk);
        try {
          this.assertSize(size);
          done(null, chunk);
        } catch (error) {
          done(error as AppError);
        }
      },
    });
    try {
      await pipeline(
        body,
        withMinimumRate(body, this.ratePeriodSeconds),
        measure,
        createWriteStream(path, { mode: 0o600 }),
      );
      if (!ZIP_SIGNATURES.includes(head.subarray(0, 4).toString('hex')))
        throw invalidInput(['body: is not a zip archive']);
    } catch (error) {
      await this.discard(path);
      if (ENDED_EARLY.includes((error as NodeJS.ErrnoException).code ?? ''))
        throw invalidInput(['body: ended before it was complete']);
      throw storageError(error);
    }
    return { path, size, sha256: hash.digest('hex') };
  }

  /** Removes a received file. */
  async discard(path: string): Promise<void> {
    await rm(path, { force: true });
  }

  async #place(): Promise<string> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    return join(this.folder, randomUUID());
  }
}
