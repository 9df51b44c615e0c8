import { registerEnumType } from 'type-graphql';
import {
  CoreNodePolicy,
  MemberRole,
  NodeStatus,
  NodeVersionStatus,
  PublisherStatus,
  TranslationSource,
  VideoTaskState,
} from '../../values/states.js';

/**
 * Gives an enumeration to the graph with its wire values as names, so that both transports say the same.
 * @returns the object that GraphQL types refer to
 */
function wireEnum<T extends Record<string, string>>(
  values: T,
  name: string,
  description: string,
  meanings: Record<string, string>,
): Record<string, string> {
  const byWireValue = Object.fromEntries(Object.values(values).map((value) => [value, value]));
  const valuesConfig = Object.fromEntries(
    Object.entries(meanings).map(([value, text]) => [value, { description: text }]),
  );
  registerEnumType(byWireValue, { name, description, valuesConfig });
  return byWireValue;
}

export const NodeStatusEnum = wireEnum(NodeStatus, 'NodeStatus', 'The states of a node.', {
  [NodeStatus.Active]: 'In use.',
  [NodeStatus.Deleted]: 'Deleted by its publisher; in no list.',
  [NodeStatus.Banned]: 'Banned by an admin, itself or with its publisher.',
});

export const NodeVersionStatusEnum = wireEnum(NodeVersionStatus, 'NodeVersionStatus', 'The states of a version.', {
  [NodeVersionStatus.Active]: 'In use and installable.',
  [NodeVersionStatus.Deleted]: 'Unpublished; its number stays used.',
  [NodeVersionStatus.Banned]: 'Banned by an admin.',
  [NodeVersionStatus.Pending]: 'Waiting for its archive or for the checks of it.',
  [NodeVersionStatus.Flagged]: 'The checks of its archive found something.',
});

export const PublisherStatusEnum = wireEnum(PublisherStatus, 'PublisherStatus', 'The states of a publisher.', {
  [PublisherStatus.Active]: 'In use.',
  [PublisherStatus.Banned]: 'Banned by an admin, with its nodes.',
});

export const CoreNodePolicyEnum = wireEnum(CoreNodePolicy, 'CoreNodePolicy', 'How a core-node may be used.', {
  [CoreNodePolicy.Active]: 'Anywhere.',
  [CoreNodePolicy.Banned]: 'Nowhere.',
  [CoreNodePolicy.LocalOnly]: 'On one’s own machine only.',
});

export const VideoTaskStateEnum = wireEnum(VideoTaskState, 'VideoTaskState', 'The states of a video task.', {
  [VideoTaskState.Created]: 'Taken.',
  [VideoTaskState.Queueing]: 'Waiting for its turn.',
  [VideoTaskState.Processing]: 'Being made.',
  [VideoTaskState.Success]: 'Made; its creations are there.',
  [VideoTaskState.Failed]: 'Not made; the error code says why.',
});

export const TranslationSourceEnum = wireEnum(TranslationSource, 'TranslationSource', 'Who wrote a translation.', {
  [TranslationSource.Publisher]: 'The node’s publisher, or an admin.',
  [TranslationSource.Community]: 'Somebody else.',
});

export const MemberRoleEnum = wireEnum(MemberRole, 'MemberRole', 'What a member of a publisher may do.', {
  [MemberRole.Owner]: 'Everything, members and tokens too.',
  [MemberRole.Member]: 'Publishing, and changing nodes and versions.',
});
