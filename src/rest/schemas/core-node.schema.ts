import { CoreNodePolicy } from '../../values/states.js';
import { z } from './common.js';

export const coreNode = z
  .object({
    core_node_name: z.string(),
    node_id: z.string(),
    node_version: z.string(),
    display_name: z
      .string()
      .optional()
      .describe('Name that the host application displays. Absent if it displays core_node_name'),
    category: z.string().optional(),
    description: z.string().optional(),
    function: z.string().optional(),
    input_types: z.string().optional().describe('JSON string'),
    return_names: z.string().optional().describe('JSON string'),
    return_types: z.string().optional().describe('JSON string'),
    output_is_list: z.array(z.boolean()),
    deprecated: z.boolean(),
    experimental: z.boolean(),
    policy: z.enum(CoreNodePolicy),
  })
  .openapi('CoreNode');

export const coreNodeList = z.object({ core_nodes: z.array(coreNode), total: z.int() }).openapi('CoreNodeList');

export const versionCoreNodes = z
  .object({ core_nodes: z.array(coreNode), totalNumberOfPages: z.int() })
  .openapi('VersionCoreNodes');

export const storedCoreNodes = z.object({ core_nodes: z.array(coreNode) }).openapi('StoredCoreNodes');
