import { invalidInput } from '../../errors/app-error.js';
import type { VersionName } from '../../services/version.service.js';

/**
 * The version that the arguments of a field name: by its id, or by its node and number.
 * @param argument name of the argument with the id
 * @throws INVALID_INPUT unless exactly one of both is given
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

/** The arguments that name a version, without their names. */
export const versionId = {
  nullable: true,
  description: 'Id of the version. Give either this, or `nodeId` and `version`.',
} as const;
export const versionNodeId = { nullable: true, description: 'Id of the node of the version.' } as const;
export const versionNumber = { nullable: true, description: 'Semantic version.' } as const;
