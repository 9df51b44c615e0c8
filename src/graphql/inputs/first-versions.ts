import type { NodeVersionRecord } from '../../catalogue/records.js';
import type { FirstVersions } from '../../catalogue/version-lists.js';
import { DEFAULT_VERSION_STATUSES } from '../../catalogue/visibility.js';
import { invalidInput } from '../../errors/app-error.js';
import { decodeCursor, encodeCursor } from '../../values/cursor.js';
import { NodeVersionStatus } from '../../values/states.js';
import { isUuid } from '../../values/uuid.js';
import { firstArgument } from './page.js';

/** The arguments of `Node.versions`. */
export interface VersionsArguments {
  readonly first: number | null;
  readonly after?: string | null | undefined;
  readonly statuses?: readonly NodeVersionStatus[] | null | undefined;
}

/** The cursor of a version in the list of its node. */
export const versionCursor = ({ precedence, id }: NodeVersionRecord): string => encodeCursor(precedence, id);

/**
 * Converts the arguments of `Node.versions` to a query of the catalogue. `statuses` defaults to Active.
 * @throws INVALID_INPUT if `first` is out of bounds, or `after` is not a cursor of this list
 */
export function firstVersions({ first, after, statuses }: VersionsArguments): FirstVersions {
  const cursor = after ? decodeCursor(after, 2) : undefined;
  if (cursor && !isUuid(cursor[1]!)) throw invalidInput(['after: is not a cursor of this list']);
  return {
    statuses: statuses && statuses.length > 0 ? [...new Set(statuses)].sort() : DEFAULT_VERSION_STATUSES,
    first: firstArgument(first),
    after: cursor,
  };
}
