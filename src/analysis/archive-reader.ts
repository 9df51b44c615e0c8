import { fstatSync, readSync } from 'node:fs';
import { Readable } from 'node:stream';
import yauzl from 'yauzl';

/** Bytes of a chunk of a stream. */
const CHUNK = 64 * 1024;

/**
 * Reads an open file, which stays open. Reads synchronously: the many reads of a few bytes would each wait for another
 * thread, which takes half a second for 1,000 entries.
 */
class FileReader extends yauzl.RandomAccessReader {
  constructor(private readonly file: number) {
    super();
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null, bytesRead?: number) => void,
  ): void {
    try {
      const bytesRead = readSync(this.file, buffer, offset, length, position);
      process.nextTick(callback, null, bytesRead);
    } catch (error) {
      process.nextTick(callback, error as Error);
    }
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#chunks(start, end), { objectMode: false });
  }

  *#chunks(start: number, end: number): Iterable<Buffer> {
    for (let at = start; at < end;) {
      const chunk = Buffer.allocUnsafe(Math.min(CHUNK, end - at));
      const bytesRead = readSync(this.file, chunk, 0, chunk.length, at);
      if (bytesRead === 0) return;
      yield chunk.subarray(0, bytesRead);
      at += bytesRead;
    }
  }
}

/**
 * Opens a zip archive, whose entries are read one by one.
 * @param file the descriptor of an open file; it stays open
 * @throws Error if it is no zip archive, or is damaged
 */
export const openArchive = (file: number): Promise<yauzl.ZipFile> =>
  yauzl.fromRandomAccessReaderPromise(new FileReader(file), fstatSync(file).size, {
    strictFileNames: true,
    validateEntrySizes: true,
    autoClose: false,
    lazyEntries: true,
  });
