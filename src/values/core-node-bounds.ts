/** The most definitions that a version has. */
export const CORE_NODES_MAX = 4000;

/** The most bytes that the definitions of a version have, as JSON in UTF-8. */
export const CORE_NODES_BYTES = 8 * 1024 * 1024;

/**
 * Returns the first definitions that a version can have, within both bounds. A version with more would make its
 * responses, and the transaction that stores it, too large.
 */
export function fittingCoreNodes<D extends object>(definitions: readonly D[]): readonly D[] {
  let bytes = 0;
  const end = definitions.findIndex((definition, index) => {
    bytes += Buffer.byteLength(JSON.stringify(definition));
    return index >= CORE_NODES_MAX || bytes > CORE_NODES_BYTES;
  });
  return end === -1 ? definitions : definitions.slice(0, end);
}
