import type { Readable } from 'node:stream';

// Functions of the library that its published types lack.
declare module 'yauzl' {
  /** Reads a file of `totalSize` bytes. */
  function fromRandomAccessReaderPromise(
    reader: RandomAccessReader,
    totalSize: number,
    options: Options,
  ): Promise<ZipFile>;
  /** Reads a file in memory. */
  function fromBufferPromise(content: Buffer, options: Options): Promise<ZipFile>;

  interface Entry {
    /** The name as its bytes are, before any other field gives another one. */
    readonly fileNameRaw: Buffer;
  }

  /** The header of an entry, in front of its content. */
  interface LocalHeader {
    readonly fileName: Buffer;
    readonly fileDataStart: number;
  }

  interface ZipFile {
    /** The entries one by one; wants `lazyEntries`. */
    eachEntry(): AsyncIterable<Entry>;
    readLocalFileHeaderPromise(entry: Entry): Promise<LocalHeader>;
    /** The content of an entry, decompressed. */
    openReadStreamPromise(entry: Entry): Promise<Readable>;
  }
}
