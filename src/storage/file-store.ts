import { createReadStream } from 'node:fs';
import { copyFile, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import type { ArchiveStore, ByteRange } from './archive-store.js';
import type { ReceivedFile } from './incoming.js';
import { storageError } from './storage-error.js';

async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Stores archives as files in a folder. After `put` the file is flushed to disk, so that it survives a power loss. */
export class FileStore implements ArchiveStore {
  constructor(private readonly folder: string) {}

  async put(name: string, file: ReceivedFile): Promise<void> {
    try {
      await this.#put(name, file);
    } catch (error) {
      throw storageError(error);
    }
  }

  async #put(name: string, { path: file }: ReceivedFile): Promise<void> {
    const target = join(this.folder, name);
    await mkdir(dirname(target), { recursive: true });
    await flush(file);
    try {
      await rename(file, target);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
      // On another disk: copied under a temporary name first, so that a partial file is never visible.
      const temporary = `${target}.part`;
      await copyFile(file, temporary);
      await flush(temporary);
      await rename(temporary, target);
      await rm(file, { force: true });
    }
    await flush(dirname(target));
  }

  async open(name: string, range?: ByteRange): Promise<Readable> {
    const stream = createReadStream(join(this.folder, name), range);
    await new Promise<void>((resolve, reject) => stream.once('open', () => resolve()).once('error', reject));
    return stream;
  }

  async remove(name: string): Promise<void> {
    await rm(join(this.folder, name), { force: true });
  }

  close(): void {
    // There are no connections.
  }
}
