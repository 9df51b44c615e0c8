import { type Endpoint, endpoint } from '../endpoint.js';
import { FileAnswer } from '../file-answer.js';
import type { Snapshots } from '../snapshot.js';

/** Downloading the whole public catalogue as one file. */
export function snapshotRoutes(snapshots: Snapshots): Endpoint[] {
  return [
    endpoint({
      method: 'get',
      path: '/snapshot.ndjson.gz',
      operationId: 'getSnapshot',
      summary: 'Download the whole public catalogue as gzipped NDJSON: one JSON object per line, each with its kind',
      tag: 'Changes',
      auth: 'none',
      action: 'public',
      success: { status: 200, description: 'The snapshot of the current revision', file: 'application/gzip' },
      errors: { 416: 'E', 500: 'E' },
      otherErrors: 'E',
      handle: async () => new FileAnswer(await snapshots.get()),
    }),
  ];
}
