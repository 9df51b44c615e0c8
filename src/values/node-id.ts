const NODE_ID = /^[A-Za-z](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$/;
const RESERVED = new Set(['search', 'reindex']);

/** Maximum length of a node id, in characters. */
export const NODE_ID_MAX = 100;

/** True if the text has the format of a node id (docs/contract.md, "Identifiers"). */
export function hasNodeIdForm(text: string): boolean {
  return text.length <= NODE_ID_MAX && NODE_ID.test(text) && !text.includes('..');
}

/** True for an id that can't be registered. */
export function isReservedNodeId(text: string): boolean {
  return RESERVED.has(text.toLowerCase());
}

/** True for a valid node id that is not reserved. */
export function isNodeId(text: string): boolean {
  return hasNodeIdForm(text) && !isReservedNodeId(text);
}

/**
 * Returns the form in which node ids are compared and looked up: lower case, with `-` instead of `_` and `.`. Because
 * of this, `my-node` and `My_Node` can't both exist.
 */
export function foldNodeId(id: string): string {
  return id.toLowerCase().replace(/[._]/g, '-');
}
