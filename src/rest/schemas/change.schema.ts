import { time, z } from './common.js';

export const changeSlice = z
  .object({
    changes: z.array(
      z.object({
        cursor: z.string().describe('Cursor of this change. Pass it as `since` to read the changes after it'),
        kind: z.enum(['publisher', 'node', 'version', 'core_nodes', 'translation']),
        id: z
          .string()
          .describe(
            'Id of the changed object. For core_nodes it is the id of the version, for translation the id of the node',
          ),
        node_id: z.string().optional(),
        change: z.enum(['created', 'updated', 'status', 'deleted']),
        status: z
          .string()
          .optional()
          .describe(
            'Status of the publisher, node or version after a change of its status, such as NodeVersionStatusActive',
          ),
        at: time,
      }),
    ),
    next: z.string().describe('Cursor for the next request: pass it as `since`'),
    more: z.boolean().describe('True if more changes were available when the response was made'),
  })
  .openapi('ChangeSlice');
