import type { ChangeRecord } from '../../catalogue/change-feed.js';
import { compact } from '../wire.js';

/** A change under its wire names. */
export function presentChange({ cursor, kind, id, nodeId, change, status, at }: ChangeRecord) {
  return compact({ cursor, kind, id, node_id: nodeId, change, status, at });
}
