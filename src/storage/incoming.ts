import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError, invalidInput } from '../errors/app-error.js';

/** A body that was received whole, as a file of this machine. */
export interface ReceivedFile {
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
}

const LEFT_BEHIND_MS = 3_600_000;
const ZIP_BEGINNINGS = ['504b0304', '504b0506'];

/** Receives bodies into files, never into memory. */
export class Incoming {
  constructor(
    private readonly folder: string,
    private readonly maxBytes: number,
  ) {}

  /**
   * Removes what processes that died have left: what nobody has written to for an hour, because others may share the
   * folder.
   */
  async sweep(): Promise<void> {
    for (const name of await readdir(this.folder).catch(() => [])) {
      const path = join(this.folder, name);
      const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }));
      if (Date.now() - mtimeMs > LEFT_BEHIND_MS) await this.discard(path);
    }
  }

  /** Brings bytes of ours to a file of this machine. */
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
   * @throws BODY_TOO_LARGE, INVALID_INPUT for what is no zip archive
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
        if (size > this.maxBytes)
          done(new AppError('BODY_TOO_LARGE', `The archive is too large; at most ${this.maxBytes} bytes are taken.`));
        else done(null, chunk);
      },
    });
    try {
      await pipeline(body, measure, createWriteStream(path, { mode: 0o600 }));
      if (!ZIP_BEGINNINGS.includes(head.subarray(0, 4).toString('hex')))
        throw invalidInput(['body: is no zip archive']);
    } catch (error) {
      await this.discard(path);
      if ((error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE')
        throw invalidInput(['body: ended before it was whole']);
      throw error;
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
