/** Limit of the core-node definitions of a version. */
export const CORE_NODES_MAX = 4000;

/** Limit of the bytes of all core-node definitions of a version, as JSON in UTF-8. */
export const CORE_NODES_BYTES = 8 * 1024 * 1024;

/**
 * Returns the first definitions that are within both limits. More of them would make responses, and the transaction
 * that stores them, too large.
 */
export function fittingCoreNodes<D extends object>(definitions: readonly D[]): readonly D[] {
  let bytes = 0;
  const end = definitions.findIndex((definition, index) => {
    bytes += Buffer.byteLength(JSON.stringify(definition));
    return index >= CORE_NODES_MAX || bytes > CORE_NODES_BYTES;
  });
  return end === -1 ? definitions : definitions.slice(0, end);
}
