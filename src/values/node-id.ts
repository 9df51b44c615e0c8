const NODE_ID = /^[A-Za-z](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$/;
const RESERVED = new Set(['search', 'reindex']);

/** The longest node id, in characters. */
export const NODE_ID_MAX = 100;

/** True for a text of a node id's form (decisions.md section 3). */
export function hasNodeIdForm(text: string): boolean {
  return text.length <= NODE_ID_MAX && NODE_ID.test(text) && !text.includes('..');
}

/** True for an id that is never given out. */
export function isReservedNodeId(text: string): boolean {
  return RESERVED.has(text.toLowerCase());
}

/** True for a text that a node may have for its id. */
export function isNodeId(text: string): boolean {
  return hasNodeIdForm(text) && !isReservedNodeId(text);
}

/**
 * The form in which node ids are compared and looked up: lower-cased, with `-`, `_` and `.` alike,
 * so that `my-node` and `My_Node` can't both exist.
 */
export function foldNodeId(id: string): string {
  return id.toLowerCase().replace(/[._]/g, '-');
}
