import type { CoreNodeRecord } from '../../catalogue/records.js';
import { compact } from '../wire.js';

/** A core-node definition under its wire names. */
export function presentCoreNode(definition: CoreNodeRecord) {
  return compact({
    core_node_name: definition.coreNodeName,
    node_id: definition.nodeId,
    node_version: definition.nodeVersionNumber,
    display_name: definition.displayName,
    category: definition.category,
    description: definition.description,
    function: definition.function,
    input_types: definition.inputTypes,
    return_names: definition.returnNames,
    return_types: definition.returnTypes,
    output_is_list: definition.outputIsList,
    deprecated: definition.deprecated,
    experimental: definition.experimental,
    policy: definition.policy,
  });
}
