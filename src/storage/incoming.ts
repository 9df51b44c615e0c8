import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
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

const ZIP_BEGINNINGS = ['504b0304', '504b0506'];

/** Receives bodies into files, never into memory. */
export class Incoming {
  constructor(
    private readonly folder: string,
    private readonly maxBytes: number,
  ) {}

  /** Removes what a process that died has left. */
  async clean(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }

  /**
   * Receives a zip archive.
   * @throws BODY_TOO_LARGE, INVALID_INPUT for what is no zip archive
   */
  async receive(body: Readable): Promise<ReceivedFile> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const path = join(this.folder, randomUUID());
    const hash = createHash('sha256');
    let size = 0;
    let head = Buffer.alloc(0);
    const measure = new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        size += chunk.length;
        if (head.length < 4) head = Buffer.concat([head, chunk.subarray(0, 4)]);
        hash.update(chunk);
        if (size > this.maxBytes) done(new AppError('BODY_TOO_LARGE', `The archive is too large; at most ${this.maxBytes} bytes are taken.`));
        else done(null, chunk);
      },
    });
    try {
      await pipeline(body, measure, createWriteStream(path, { mode: 0o600 }));
      if (!ZIP_BEGINNINGS.includes(head.subarray(0, 4).toString('hex'))) throw invalidInput(['body: is no zip archive']);
    } catch (error) {
      await this.discard(path);
      if ((error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE') throw invalidInput(['body: ended before it was whole']);
      throw error;
    }
    return { path, size, sha256: hash.digest('hex') };
  }

  /** Removes a received file. */
  async discard(path: string): Promise<void> {
    await rm(path, { force: true });
  }
}
