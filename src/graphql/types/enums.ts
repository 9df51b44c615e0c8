import { registerEnumType } from 'type-graphql';
import { CLOSED_REPORT_STATES, DECIDED_KINDS, DECISIONS, QUEUE_KINDS, REPORT_STATES } from '../../values/moderation.js';
import { SORT_COLUMNS } from '../../catalogue/node-order.js';
import { ACCOUNT_STATUSES } from '../../services/account.service.js';
import { CHANGE_KINDS, CHANGE_SUBJECT_KINDS } from '../../values/changes.js';
import { FORM_FACTORS } from '../../values/classifier.js';
import { MOVEMENT_AMPLITUDES, VIDEO_STYLES } from '../../values/video.js';
import { FINDING_LEVELS } from '../../values/finding-levels.js';
import { AUDIT_SUBJECT_KINDS } from '../../values/audit.js';
import { ChoiceReason, InstallKind, PLAN_WARNING_CODES } from '../../resolve/answer.js';
import {
  CORE_NODE_EXTRACT_STATUSES,
  CoreNodePolicy,
  MemberRole,
  NodeStatus,
  NodeVersionStatus,
  PublisherStatus,
  TranslationSource,
  VideoTaskState,
} from '../../values/states.js';

/**
 * Registers a GraphQL enum whose names are the wire values, so that REST and GraphQL use the same values.
 * @param meanings the description of each value
 * @returns the object that identifies the enum in decorators
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

export const NodeStatusEnum = wireEnum(NodeStatus, 'NodeStatus', 'Status of a node.', {
  [NodeStatus.Active]: 'Listed and usable.',
  [NodeStatus.Deleted]: 'Deleted by its publisher. Its id stays reserved.',
  [NodeStatus.Banned]: 'Banned by an admin, either by itself or together with its publisher.',
});

export const NodeVersionStatusEnum = wireEnum(NodeVersionStatus, 'NodeVersionStatus', 'Status of a version.', {
  [NodeVersionStatus.Active]: 'Published. Can be installed if an archive was uploaded.',
  [NodeVersionStatus.Deleted]: 'Unpublished. Its version number stays reserved.',
  [NodeVersionStatus.Banned]: 'Banned by an admin.',
  [NodeVersionStatus.Pending]: 'Waiting for the archive to be uploaded or checked.',
  [NodeVersionStatus.Flagged]: 'Held back because the checks of its archive found a problem.',
});

export const PublisherStatusEnum = wireEnum(PublisherStatus, 'PublisherStatus', 'Status of a publisher.', {
  [PublisherStatus.Active]: 'Listed and usable.',
  [PublisherStatus.Banned]: 'Banned by an admin, together with its nodes.',
});

export const CoreNodePolicyEnum = wireEnum(CoreNodePolicy, 'CoreNodePolicy', 'Policy for the use of a core-node.', {
  [CoreNodePolicy.Active]: 'May be used anywhere.',
  [CoreNodePolicy.Banned]: 'Must not be used.',
  [CoreNodePolicy.LocalOnly]: 'May be used on the user’s own machine only.',
});

export const VideoTaskStateEnum = wireEnum(VideoTaskState, 'VideoTaskState', 'State of a video task.', {
  [VideoTaskState.Created]: 'The task was accepted.',
  [VideoTaskState.Queueing]: 'The task is queued.',
  [VideoTaskState.Processing]: 'The video is being generated.',
  [VideoTaskState.Success]: 'The video was generated. See `creations`.',
  [VideoTaskState.Failed]: 'The task failed. See `errCode`.',
});

export const TranslationSourceEnum = wireEnum(TranslationSource, 'TranslationSource', 'Author of a translation.', {
  [TranslationSource.Publisher]: 'A member of the node’s publisher, or an admin.',
  [TranslationSource.Community]: 'Any other caller, signed in or anonymous.',
});

export const MemberRoleEnum = wireEnum(MemberRole, 'MemberRole', 'Role of a member in a publisher.', {
  [MemberRole.Owner]:
    'May do everything that members may, and also manage the publisher, its members, tokens and webhooks.',
  [MemberRole.Member]: 'May publish versions, and create and update nodes and versions.',
});

/** Converts a list of wire values to the object that `wireEnum` takes. */
const namesOf = (values: readonly string[]): Record<string, string> =>
  Object.fromEntries(values.map((value) => [value, value]));

export const FindingLevelEnum = wireEnum(
  namesOf(FINDING_LEVELS),
  'FindingLevel',
  'Level of a finding of the checks of archives.',
  {
    hold: 'Flags the version until a moderator has approved it.',
    warn: 'Shown on the version and to moderators.',
    note: 'Shown for information.',
  },
);

/** GraphQL names can't contain hyphens, so these have underscores where the wire values of REST have hyphens. */
export const ChoiceReasonEnum = {
  pinned: ChoiceReason.Pinned,
  preempted: ChoiceReason.Preempted,
  only_provider: ChoiceReason.OnlyProvider,
  most_covering: ChoiceReason.MostCovering,
  most_used: ChoiceReason.MostUsed,
};
registerEnumType(ChoiceReasonEnum, {
  name: 'ChoiceReason',
  description: 'Why a node was chosen. If several reasons apply, the first in this order is reported.',
  valuesConfig: {
    pinned: { description: 'The workflow or the request names the node.' },
    preempted: { description: 'One of the needed names is reserved for the node.' },
    only_provider: { description: 'The node is the only provider of one of the needed names.' },
    most_covering: { description: 'The node provides more of the needed names than any alternative.' },
    most_used: {
      description: 'The node comes before its alternatives by search ranking, downloads, stars and age.',
    },
  },
});

export const InstallKindEnum = wireEnum(InstallKind, 'InstallKind', 'How a node is installed.', {
  [InstallKind.Archive]: 'Download the archive of the version.',
  [InstallKind.Repository]: 'Clone the repository, because this registry has no archive of the node.',
  [InstallKind.None]: 'The node is installed already, or has neither an archive nor a repository.',
});

export const PlanWarningCodeEnum = wireEnum(
  namesOf(PLAN_WARNING_CODES),
  'PlanWarningCode',
  'Subject of a warning in a plan.',
  {
    range: 'No version in the requested range can be installed.',
    deprecated: 'The version is deprecated.',
    flagged_newer_version: 'A newer version is held back for review.',
    changed_for_python: 'An older version was chosen because of Python requirements.',
    older_version: 'An older version was chosen because the newest does not provide all names.',
    other_than_pinned: 'The chosen version is not the one that the workflow pins.',
    unsupported_coreui_version: 'The version does not support the version of the host.',
    unsupported_coreui_frontend_version: 'The version does not support the version of the host’s frontend.',
    unsupported_os: 'The version does not support the operating system.',
    unsupported_accelerator: 'The version does not support the accelerator.',
    name_pattern: 'No definition lists a name, but the catalogue has a pattern for it.',
    definition_unknown: 'The definitions of the node are not known completely.',
    pin_ignored:
      'The node that the workflow pins does not provide the name, has no version to install, or is not in this registry.',
  },
);

export const CoverMethodEnum = wireEnum({ exact: 'exact', greedy: 'greedy' }, 'CoverMethod', 'How nodes were chosen.', {
  exact: 'The set of nodes is provably the best one.',
  greedy: 'The set is not provably the best one, because there were too many combinations to compare.',
});

export const ResolvePreferenceEnum = wireEnum(
  { newest: 'newest', installed: 'installed', pinned: 'pinned' },
  'ResolvePreference',
  'Which version of a node is preferred.',
  {
    newest: 'The newest one that supports the installation.',
    installed: 'The installed one. Installed nodes are preferred to others.',
    pinned: 'The one that the workflow pins; the newest one if it pins none.',
  },
);

export const QueueKindEnum = wireEnum(namesOf(QUEUE_KINDS), 'ModerationQueueKind', 'Kind of an item of the queue.', {
  version: 'A held version.',
  warning: 'An Active version, the latest of its node, with warnings that no moderator has reviewed.',
  user: 'A user who waits for approval.',
  report: 'An open report of a node.',
});

export const DecidedKindEnum = wireEnum(
  namesOf(DECIDED_KINDS),
  'DecidedKind',
  'Kind of an item of the queue that is approved or rejected.',
  {
    version: 'A held version.',
    warning: 'An Active version with warnings.',
    user: 'A user who waits for approval.',
  },
);

export const DecisionEnum = wireEnum(namesOf(DECISIONS), 'Decision', 'Decision about items of the queue.', {
  approve: 'Versions become Active, users are approved.',
  reject: 'Versions become Banned, users are declined.',
});

export const ReportStateEnum = wireEnum(namesOf(REPORT_STATES), 'ReportState', 'State of a report.', {
  open: 'Waiting for a moderator.',
  resolved: 'A moderator has acted on it.',
  dismissed: 'No action was necessary.',
});

export const CoreNodeExtractStatusEnum = wireEnum(
  namesOf(CORE_NODE_EXTRACT_STATUSES),
  'CoreNodeExtractStatus',
  'Status of the extraction of core-nodes from an archive.',
  {
    pending: 'The archive has not been analysed yet.',
    success: 'All names are known.',
    failed: 'Names may be missing.',
    invalid_format: 'The archive can’t be read.',
  },
);

export const ChangeSubjectKindEnum = wireEnum(
  namesOf(CHANGE_SUBJECT_KINDS),
  'ChangeSubjectKind',
  'Kind of the object of a change.',
  {
    publisher: 'A publisher, by its id.',
    node: 'A node, by its id.',
    version: 'A version, by its id.',
    core_nodes: 'The core-node definitions of a version, by the id of the version.',
    translation: 'The translations of a node, by the id of the node.',
  },
);

export const AuditSubjectKindEnum = wireEnum(
  namesOf(AUDIT_SUBJECT_KINDS),
  'AuditSubjectKind',
  'Kind of the object that an entry of the audit log is about.',
  {
    publisher: 'A publisher, by its id.',
    node: 'A node, by its id.',
    version: 'A version, by its id.',
    core_node: 'A core-node definition.',
    token: 'A personal access token, by its id.',
    member: 'A member of a publisher.',
    invitation: 'An invitation to a publisher.',
    webhook: 'A webhook, by its id.',
    user: 'A user, by their id.',
    report: 'A report of a node, by its id.',
    job: 'Background jobs.',
    video_task: 'A video task, by its id.',
  },
);

export const ChangeKindEnum = wireEnum(namesOf(CHANGE_KINDS), 'ChangeKind', 'Kind of a change.', {
  created: 'It was created.',
  updated: 'Its fields changed.',
  status: 'Its status changed.',
  deleted: 'It was deleted.',
});

export const MovementAmplitudeEnum = wireEnum(
  namesOf(MOVEMENT_AMPLITUDES),
  'MovementAmplitude',
  'Amount of movement in a video.',
  {
    auto: 'The provider decides.',
    small: 'Little movement.',
    medium: 'Moderate movement.',
    large: 'A lot of movement.',
  },
);

export const VideoStyleEnum = wireEnum(namesOf(VIDEO_STYLES), 'VideoStyle', 'Style of a video.', {
  general: 'Realistic or any other style.',
  anime: 'Animation.',
});

export const UserStatusEnum = wireEnum(
  namesOf(ACCOUNT_STATUSES),
  'UserStatus',
  'Status of a user, as a filter of the list of users.',
  {
    approved: 'Approved users who are not suspended.',
    unapproved: 'Users who wait for approval, or whose approval was withdrawn.',
    suspended: 'Suspended users.',
    admin: 'Users with a granted admin role.',
  },
);

export const ClosedReportStateEnum = wireEnum(
  namesOf(CLOSED_REPORT_STATES),
  'ClosedReportState',
  'State in which a report is closed.',
  { resolved: 'A moderator has acted on it.', dismissed: 'No action was necessary.' },
);

export const OrderDirectionEnum = wireEnum({ asc: 'asc', desc: 'desc' }, 'OrderDirection', 'Sort direction.', {
  asc: 'Lowest values first.',
  desc: 'Highest values first.',
});

export const NodeOrderFieldEnum = wireEnum(
  namesOf(SORT_COLUMNS),
  'NodeOrderField',
  'Field that nodes are ordered by. Nodes without a value come last in either direction.',
  {
    id: 'Id of the node.',
    name: 'Display name, ignoring case.',
    author: 'Name of the author, ignoring case.',
    downloads: 'Number of downloads.',
    repo_host_stars: 'Number of stars of the repository.',
    rating: 'Mean rating.',
    search_ranking: 'Search ranking.',
    created_at: 'Time of creation.',
    updated_at: 'Time of the last change.',
    publisher: 'Id of the publisher.',
  },
);

/** GraphQL names can't contain hyphens, so these have underscores where the wire values of REST have hyphens. */
export const FormFactorEnum = Object.fromEntries(FORM_FACTORS.map((name) => [name.replaceAll('-', '_'), name]));
registerEnumType(FormFactorEnum, {
  name: 'FormFactor',
  description: 'Platform of a manager, which determines the operating system.',
  valuesConfig: {
    desktop_win: { description: 'Desktop application on Windows.' },
    desktop_mac: { description: 'Desktop application on macOS.' },
    git_windows: { description: 'Clone of the repository on Windows.' },
    git_mac: { description: 'Clone of the repository on macOS.' },
    git_linux: { description: 'Clone of the repository on Linux.' },
  },
});
