import { time, z } from './common.js';

/** Dead letters. The name of the schema is published. */
export const deadJobs = z
  .object({
    jobs: z.array(
      z.object({
        id: z.string(),
        kind: z.string(),
        data: z.record(z.string(), z.unknown()),
        error: z.string(),
        failed_at: time,
      }),
    ),
  })
  .openapi('DeadJobs');

export const replayedJobs = z.object({ replayed: z.int() }).openapi('ReplayedJobs');
