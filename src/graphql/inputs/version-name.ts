import { invalidInput } from '../../errors/app-error.js';
import type { VersionName } from '../../services/version.service.js';

/**
 * Converts arguments that identify a version, either by id or by node and number.
 * @param argument name of the id argument, for error messages
 * @throws INVALID_INPUT unless exactly one of the two is given
 */
export function versionName(
  id: string | null | undefined,
  nodeId: string | null | undefined,
  version: string | null | undefined,
  argument = 'versionId',
): VersionName {
  if (id && !nodeId && !version) return { versionId: id };
  if (!id && nodeId && version) return { nodeId, version };
  throw invalidInput([`${argument}: give either ${argument}, or both nodeId and version`]);
}

/** The options of the arguments that identify a version. */
export const versionId = {
  nullable: true,
  description: 'Id of the version. Give either this, or `nodeId` and `version`.',
} as const;
export const versionNodeId = { nullable: true, description: 'Id of the node of the version.' } as const;
export const versionNumber = { nullable: true, description: 'Semantic version.' } as const;
