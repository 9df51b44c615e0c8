import type { CoreNodeRecord } from '../../catalogue/records.js';
import { decodeCursor, encodeCursor } from '../../values/cursor.js';
import { type MaybePromise, mapMaybe } from '../../values/maybe-promise.js';
import type { GraphContext } from '../context.js';
import { firstArgument } from '../inputs/page.js';
import { type Connection, toConnection } from '../types/connection.js';

/** Loads a slice of the core-node definitions of a version. Empty if `versionId` is `null`. */
export function coreNodesOf(
  versionId: string | null,
  first: number | null,
  after: string | null | undefined,
  { scope }: GraphContext,
): MaybePromise<Connection<CoreNodeRecord>> {
  const size = firstArgument(first);
  const cursor = after ? decodeCursor(after, 1)[0] : undefined;
  const { loaders, services } = scope;
  const slice =
    versionId === null
      ? { items: [], hasMore: false }
      : loaders.nested(services.catalogue.coreNodeLists.slices(size, cursor), versionId);
  return mapMaybe(slice, (loaded) =>
    toConnection(
      loaded,
      after,
      ({ coreNodeName }) => encodeCursor(coreNodeName),
      () => (versionId === null ? 0 : loaders.nested(services.catalogue.coreNodeLists.counts(), versionId)),
    ),
  );
}
