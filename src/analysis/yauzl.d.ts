import type { Readable } from 'node:stream';

// What the library has and its published types don't.
declare module 'yauzl' {
  /** Opens a file of this machine. */
  function openPromise(path: string, options: Options): Promise<ZipFile>;

  interface Entry {
    /** The name as its bytes are, before any other field gives another one. */
    readonly fileNameRaw: Buffer;
  }

  interface ZipFile {
    /** The entries one by one; wants `lazyEntries`. */
    eachEntry(): AsyncIterable<Entry>;
    openReadStreamPromise(entry: Entry): Promise<Readable>;
    readLocalFileHeaderPromise(entry: Entry): Promise<{ readonly fileName: Buffer }>;
  }
}
