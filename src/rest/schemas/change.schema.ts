import { time, z } from './common.js';

export const changeSlice = z
  .object({
    changes: z.array(
      z.object({
        cursor: z.string().describe('A place in the feed, to go on after'),
        kind: z.enum(['publisher', 'node', 'version', 'core_nodes', 'translation']),
        id: z.string().describe('Of a version, and of its core-nodes, the version’s id; of a translation its node’s'),
        node_id: z.string().optional(),
        change: z.enum(['created', 'updated', 'status', 'deleted']),
        at: time,
      }),
    ),
    next: z.string().describe('The cursor to go on after'),
    more: z.boolean().describe('Whether there is more already'),
  })
  .openapi('ChangeSlice');
