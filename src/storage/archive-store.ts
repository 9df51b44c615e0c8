import type { Readable } from 'node:stream';

/** A stretch of bytes, both ends included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Keeps archives under names of ours. What is stored never changes. */
export interface ArchiveStore {
  /** Stores a local file under a name; the file is gone then. Storing the same again is no error. */
  put(name: string, file: string): Promise<void>;
  /**
   * Opens an archive, or a stretch of it.
   * @throws Error where there is none of this name
   */
  open(name: string, range?: ByteRange): Promise<Readable>;
  /** Removes an archive; one that is not there is no error. */
  remove(name: string): Promise<void>;
}
