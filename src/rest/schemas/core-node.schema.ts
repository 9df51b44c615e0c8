import { CoreNodePolicy } from '../../values/states.js';
import { z } from './common.js';

export const coreNode = z
  .object({
    core_node_name: z.string(),
    node_id: z.string(),
    node_version: z.string(),
    display_name: z.string().optional().describe('What the host application calls it, where that is not its name'),
    category: z.string().optional(),
    description: z.string().optional(),
    function: z.string().optional(),
    input_types: z.string().optional().describe('JSON text'),
    return_names: z.string().optional().describe('JSON text'),
    return_types: z.string().optional().describe('JSON text'),
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
