import { coreNode } from '../schemas/core-node.schema.js';
import { presenterOf } from '../wire.js';

/** Presents a core-node definition under its wire names. */
export const presentCoreNode = presenterOf(coreNode, { node_version: 'nodeVersionNumber' });
