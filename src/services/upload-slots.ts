import { AppError } from '../errors/app-error.js';

const SLOTS = 40;
/** With five publishers, the default quota of an account, an account uses at most half of the slots. */
const SLOTS_PER_PUBLISHER = 4;
const RETRY_AFTER_SECONDS = 2;

const busy = (message: string): AppError =>
  new AppError('SERVICE_UNAVAILABLE', message, { retryAfter: RETRY_AFTER_SECONDS });

/** Limits the concurrent uploads of one process, in total and per publisher. */
export class UploadSlots {
  /** The publisher of each running upload, by version. */
  readonly #running = new Map<string, string>();

  /**
   * Occupies a slot until the returned function is called.
   * @throws UPLOAD_RUNNING if an upload to the same version is running, SERVICE_UNAVAILABLE if no slot is free
   */
  take(versionId: string, publisherId: string): () => void {
    if (this.#running.has(versionId))
      throw new AppError('UPLOAD_RUNNING', 'Another upload to this URL is running. Wait until it ends.');
    if (this.#running.size >= SLOTS) throw busy('Too many uploads are running. Try again in a moment.');
    const ofPublisher = [...this.#running.values()].filter((id) => id === publisherId);
    if (ofPublisher.length >= SLOTS_PER_PUBLISHER)
      throw busy(`${SLOTS_PER_PUBLISHER} uploads of this publisher are running. Wait until one of them ends.`);
    this.#running.set(versionId, publisherId);
    return () => this.#running.delete(versionId);
  }
}
