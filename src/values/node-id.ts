const NODE_ID = /^[A-Za-z](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$/;
const RESERVED = new Set(['search', 'reindex']);

/** The longest node id, in characters. */
export const NODE_ID_MAX = 100;

/** True for a text that may be a node's id (form only; decisions.md section 3). */
export function isNodeId(text: string): boolean {
  return text.length <= NODE_ID_MAX && NODE_ID.test(text) && !text.includes('..') && !RESERVED.has(text.toLowerCase());
}

/**
 * The form in which node ids are compared and looked up: lower-cased, with `-`, `_` and `.` alike,
 * so that `my-node` and `My_Node` can't both exist.
 */
export function foldNodeId(id: string): string {
  return id.toLowerCase().replace(/[._]/g, '-');
}
