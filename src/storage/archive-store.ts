import type { Readable } from 'node:stream';
import type { ReceivedFile } from './incoming.js';

/** A stretch of bytes, both ends included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Keeps archives under names of ours. What is stored never changes. */
export interface ArchiveStore {
  /**
   * Stores a received file under a name; the file is gone then. Storing the same again is no error.
   * @throws SERVICE_UNAVAILABLE where the store can't take it now
   */
  put(name: string, file: ReceivedFile): Promise<void>;
  /**
   * Opens an archive, or a stretch of it.
   * @throws Error where there is none of this name, SERVICE_UNAVAILABLE where the store does not answer
   */
  open(name: string, range?: ByteRange): Promise<Readable>;
  /** Removes an archive; one that is not there is no error. */
  remove(name: string): Promise<void>;
  /** Ends its connections. */
  close(): void;
}
