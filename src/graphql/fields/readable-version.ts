import type { NodeVersionRecord } from '../../catalogue/records.js';
import { AppError } from '../../errors/app-error.js';

/** Returns `null` instead of the error about a version that does not exist, or that the caller may not read. */
export async function nullIfAbsent(reading: Promise<NodeVersionRecord>): Promise<NodeVersionRecord | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof AppError && (error.code === 'NODE_NOT_FOUND' || error.code === 'NODE_VERSION_NOT_FOUND'))
      return null;
    throw error;
  }
}
