import type { Readable } from 'node:stream';
import type { ReceivedFile } from './incoming.js';

/** A range of bytes; both ends are inclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Stores archives by name. A stored archive never changes. */
export interface ArchiveStore {
  /**
   * Moves a received file into the store. Idempotent.
   * @throws SERVICE_UNAVAILABLE if the store does not accept it at the moment
   */
  put(name: string, file: ReceivedFile): Promise<void>;
  /**
   * Opens an archive, or a range of it.
   * @throws Error if there is no archive of this name, SERVICE_UNAVAILABLE if the store does not respond
   */
  open(name: string, range?: ByteRange): Promise<Readable>;
  /** Removes an archive. Idempotent. */
  remove(name: string): Promise<void>;
  /** Closes its connections. */
  close(): void;
}
