import { randomUUID } from 'node:crypto';
import type { ErrorCode } from '../../src/errors/catalogue.js';
import type { Action } from '../../src/policy/actions.js';
import type { NodeStatus, PublisherStatus } from '../../src/values/states.js';
import { uniqueName } from './builders.js';

/** A publisher with one object of each kind, for the calls of operations. */
export interface Place {
  readonly name: 'own' | 'another’s' | 'banned publisher' | 'banned node';
  readonly publisherId: string;
  readonly publisherStatus: PublisherStatus;
  readonly ownerId: string;
  readonly nodeId: string;
  readonly nodeStatus: NodeStatus;
  /** The Active version 1.0.0 of the node. */
  readonly versionId: string;
  /** The Flagged version 2.0.0. */
  readonly flaggedId: string;
  /** Version 3.0.0, which calls unpublish. */
  readonly spareId: string;
  /** A node without an owner, with the same versions. */
  readonly unclaimedId: string;
  /** A user who is none of the callers. */
  readonly otherUserId: string;
  /** A video task of the owner of the publisher. */
  readonly taskId: string;
}

/** The ids of callers that requests contain. */
export interface CallerIds {
  readonly userId: string | undefined;
}

type Given<T> = T | ((place: Place, caller: CallerIds) => T);

/** A call of a REST endpoint. */
export interface RestCall {
  readonly operation: string;
  /** Path parameters that differ from those of the place. */
  readonly path?: Given<Record<string, string>>;
  readonly query?: Given<string>;
  readonly body?: Given<object>;
}

/** A GraphQL selection. */
export interface GraphCall {
  /** The fields that the call selects, such as `Mutation.updateNode`. The first one determines if it is a mutation. */
  readonly fields: readonly [string, ...string[]];
  readonly call: Given<string>;
  /** Returns the part of the data that is `null` or empty for callers who may not read it. */
  readonly hides?: (data: never) => unknown;
}

/** The call of one operation in both transports, with valid input that every caller may send. */
export interface Row {
  readonly about: 'registry' | 'publisher' | 'node';
  /** The actions of the operation that this call requires. Defaults to all of them. */
  readonly requires?: readonly Action[];
  /** Actions that are checked to determine what is shown or accepted, and that the call does not require. */
  readonly alsoChecks?: readonly Action[];
  readonly rest?: RestCall;
  readonly graph?: GraphCall;
  /** The outcome for callers that are allowed. Defaults to success. */
  readonly outcome?: ErrorCode | readonly (ErrorCode | 'success')[];
  /** True if only users can call the operation, so the other callers are left out. */
  readonly usersOnly?: true;
  /** True if the call changes the place, which must then be restored. */
  readonly changesPlace?: true;
}

const WHY = 'the test';
const absent = randomUUID();
const IMAGES = ['https://example.org/a.png', 'https://example.org/b.png'];
const quote = (value: string): string => JSON.stringify(value);
/** A URL that must never be called. It is refused after the permission is checked, so no message is sent. */
const INSIDE = 'http://127.0.0.1/';

const WEBHOOK_ACTIONS = [
  { verb: 'create', body: { url: INSIDE }, input: `input: { url: "${INSIDE}" }`, outcome: 'INVALID_INPUT', path: {} },
  {
    verb: 'update',
    body: { description: 'x' },
    input: `webhookId: "${absent}", input: { description: "x" }`,
    outcome: 'WEBHOOK_NOT_FOUND',
    path: { webhookId: absent },
  },
  {
    verb: 'delete',
    body: undefined,
    input: `webhookId: "${absent}"`,
    outcome: 'WEBHOOK_NOT_FOUND',
    path: { webhookId: absent },
  },
  {
    verb: 'rotate',
    suffix: 'Secret',
    body: undefined,
    input: `webhookId: "${absent}"`,
    outcome: 'WEBHOOK_NOT_FOUND',
    path: { webhookId: absent },
  },
] as const;

const webhookRows: Row[] = WEBHOOK_ACTIONS.flatMap(({ verb, body, input, outcome, path, ...more }): Row[] => {
  const suffix = 'suffix' in more ? more.suffix : '';
  const field = `${verb}Webhook${suffix}`;
  const rest = (kind: string) => ({ operation: `${verb}${kind}Webhook${suffix}`, path, ...(body ? { body } : {}) });
  return [
    {
      about: 'publisher',
      requires: ['webhook.manage'],
      outcome,
      rest: rest('Publisher'),
      graph: {
        fields: [`Mutation.${field}`],
        call: ({ publisherId }) => `${field}(publisherId: "${publisherId}", ${input}) { id }`,
      },
    },
    {
      about: 'registry',
      requires: ['webhook.manageAll'],
      outcome,
      rest: rest('Admin'),
      graph: { fields: [`Mutation.${field}`], call: `${field}(${input}) { id }` },
    },
  ];
});

const registryRows: Row[] = [
  {
    about: 'registry',
    rest: { operation: 'listNodes' },
    graph: { fields: ['Query.nodes', 'Node.publisher'], call: 'nodes { nodes { publisher { id } } }' },
  },
  {
    about: 'registry',
    rest: { operation: 'searchNodes' },
    graph: { fields: ['Query.searchNodes'], call: 'searchNodes { total }' },
  },
  {
    about: 'registry',
    rest: { operation: 'listPublishers' },
    graph: { fields: ['Query.publishers'], call: 'publishers { total }' },
  },
  {
    about: 'registry',
    rest: { operation: 'validatePublisherId', query: '?username=free-for-all' },
    graph: {
      fields: ['Query.publisherIdAvailability'],
      call: 'publisherIdAvailability(publisherId: "free-for-all") { isAvailable }',
    },
  },
  {
    about: 'registry',
    rest: { operation: 'listCoreNodeProviders', path: { name: 'Core' } },
    graph: {
      fields: ['Query.coreNode', 'CoreNode.providers', 'CoreNodeProvider.node', 'CoreNodeProvider.nodeId'],
      call: 'coreNode(name: "Core") { providers { nodes { node { id } } } }',
    },
  },
  {
    about: 'registry',
    rest: { operation: 'resolve', body: { core_node_names: ['Core'] } },
    graph: {
      fields: ['Query.resolve', 'PlannedNode.node', 'PlannedNode.nodeId'],
      call: 'resolve(input: { coreNodeNames: ["Core"] }) { nodes { node { id } } }',
    },
  },
  {
    about: 'registry',
    rest: { operation: 'getCoreNodeProvider', path: { name: 'Core' } },
    graph: {
      fields: ['Query.coreNode', 'CoreNode.id', 'CoreNode.nodeVersion'],
      call: 'coreNode(name: "Core") { nodeVersion { id } }',
    },
  },
  {
    about: 'registry',
    rest: { operation: 'listChanges' },
    graph: { fields: ['Query.changes', 'Subscription.changes'], call: 'changes { next }' },
  },
  { about: 'registry', rest: { operation: 'getSnapshot' } },
  {
    about: 'registry',
    rest: { operation: 'bulkNodeVersions', body: { node_versions: [] } },
    graph: { fields: ['Query.nodeVersionsByNumber'], call: 'nodeVersionsByNumber(refs: []) { id }' },
  },
  { about: 'registry', rest: { operation: 'getUser' }, graph: { fields: ['Query.me'], call: 'me { id }' } },
  {
    about: 'registry',
    requires: ['user.readSelf'],
    alsoChecks: ['member.readEmail', 'user.readPrivate'],
    rest: { operation: 'listMyPublishers' },
    graph: { fields: ['Query.me', 'User.publishers'], call: 'me { publishers { id } }' },
  },
  {
    about: 'registry',
    rest: { operation: 'listAudit' },
    graph: { fields: ['Query.auditLog'], call: 'auditLog { total }' },
  },
  {
    about: 'registry',
    alsoChecks: ['quota.exceed', 'member.readEmail'],
    rest: { operation: 'createPublisher', body: () => ({ id: uniqueName('made') }) },
    graph: {
      fields: ['Mutation.createPublisher'],
      call: () => `createPublisher(input: { id: "${uniqueName('made')}" }) { id }`,
    },
  },
  {
    about: 'registry',
    rest: { operation: 'approveUser', path: ({ otherUserId }) => ({ userId: otherUserId }) },
    graph: {
      fields: ['Mutation.approveUser'],
      call: ({ otherUserId }) => `approveUser(userId: "${otherUserId}") { id }`,
    },
  },
  {
    about: 'registry',
    rest: { operation: 'withdrawUserApproval', path: ({ otherUserId }) => ({ userId: otherUserId }) },
    graph: {
      fields: ['Mutation.withdrawUserApproval'],
      call: ({ otherUserId }) => `withdrawUserApproval(userId: "${otherUserId}") { id }`,
    },
  },
  {
    about: 'registry',
    rest: { operation: 'listUsers' },
    graph: { fields: ['Query.users'], call: 'users(limit: 1) { total }' },
  },
  {
    about: 'registry',
    rest: {
      operation: 'suspendUser',
      path: ({ otherUserId }) => ({ userId: otherUserId }),
      body: () => ({ reason: 'spam' }),
    },
    graph: {
      fields: ['Mutation.suspendUser'],
      call: ({ otherUserId }) => `suspendUser(userId: "${otherUserId}", input: { reason: "spam" }) { id }`,
    },
  },
  {
    about: 'registry',
    rest: { operation: 'reinstateUser', path: ({ otherUserId }) => ({ userId: otherUserId }) },
    graph: {
      fields: ['Mutation.reinstateUser'],
      call: ({ otherUserId }) => `reinstateUser(userId: "${otherUserId}") { id }`,
    },
  },
  {
    about: 'registry',
    rest: { operation: 'listModerationQueue' },
    graph: { fields: ['Query.moderationQueue'], call: 'moderationQueue { total }' },
  },
  {
    about: 'registry',
    // The services for single versions and users decide each item.
    alsoChecks: ['version.setStatus', 'user.approve'],
    rest: {
      operation: 'decideModerationQueue',
      body: { decision: 'reject', reason: WHY, items: [{ kind: 'version', id: absent }] },
    },
    graph: {
      fields: ['Mutation.decideModerationQueue'],
      call: `decideModerationQueue(input: { decision: approve, items: [{ kind: user, id: "${absent}" }] }) { error }`,
    },
  },
  {
    about: 'registry',
    outcome: 'REPORT_NOT_FOUND',
    rest: { operation: 'closeNodeReport', path: { reportId: absent }, body: { status: 'resolved' } },
    graph: {
      fields: ['Mutation.closeNodeReport'],
      call: `closeNodeReport(reportId: "${absent}", input: { status: dismissed }) { id }`,
    },
  },
  {
    about: 'registry',
    rest: { operation: 'listMyInvitations' },
    graph: { fields: ['Query.invitations'], call: 'invitations { id }' },
  },
  ...(['accept', 'decline'] as const).map((verb): Row => ({
    about: 'registry',
    // The invitation does not exist, so `member.join` is not checked.
    alsoChecks: ['member.join'],
    outcome: 'INVITATION_NOT_FOUND',
    rest: { operation: `${verb}Invitation`, path: { invitationId: absent } },
    graph: { fields: [`Mutation.${verb}Invitation`], call: `${verb}Invitation(invitationId: "${absent}") { id }` },
  })),
  {
    about: 'registry',
    rest: { operation: 'listDeadJobs' },
    graph: { fields: ['Query.deadJobs'], call: 'deadJobs { id }' },
  },
  {
    about: 'registry',
    rest: { operation: 'replayDeadJobs' },
    graph: { fields: ['Mutation.replayDeadJobs'], call: 'replayDeadJobs' },
  },
  {
    about: 'registry',
    rest: { operation: 'submitVideoTask', body: { model: 'm', images: IMAGES } },
    graph: {
      fields: ['Mutation.submitVideoTask'],
      call: `submitVideoTask(input: { model: "m", images: ${JSON.stringify(IMAGES)} }) { id }`,
    },
  },
  {
    about: 'registry',
    rest: { operation: 'getVideoCreations', path: ({ taskId }) => ({ id: taskId }) },
    graph: {
      fields: ['Query.videoTask'],
      call: ({ taskId }) => `videoTask(id: "${taskId}") { id }`,
      hides: ({ videoTask }: { videoTask: unknown }) => videoTask,
    },
  },
  {
    about: 'registry',
    rest: { operation: 'listAdminWebhooks' },
    graph: { fields: ['Query.webhooks'], call: 'webhooks { id }' },
  },
  // There is no upload in progress. The URL is the only credential.
  {
    about: 'registry',
    outcome: 'NODE_VERSION_NOT_FOUND',
    rest: { operation: 'uploadArchive', path: { versionId: absent }, query: '?token=x' },
  },
];

const publisherField =
  (field: string): Given<string> =>
  ({ publisherId }) =>
    `publisher(id: "${publisherId}") { ${field} }`;

const publisherRows: Row[] = [
  {
    about: 'publisher',
    alsoChecks: ['member.readEmail', 'publisher.update'],
    rest: { operation: 'getPublisher' },
    graph: {
      fields: [
        'Query.publisher',
        'Publisher.nodes',
        'Publisher.viewerCanEdit',
        'Publisher.members',
        'NodeConnection.totalCount',
      ],
      call: publisherField('viewerCanEdit nodes { totalCount } members { id }'),
    },
  },
  {
    about: 'publisher',
    graph: {
      fields: ['Query.publisher', 'Publisher.members', 'PublisherMember.email'],
      call: publisherField('members { role email }'),
      hides: ({ publisher }: { publisher: { members: { role: string; email: string | null }[] } }) =>
        publisher.members.find(({ role }) => role === 'owner')!.email,
    },
  },
  {
    about: 'publisher',
    alsoChecks: ['member.readEmail'],
    graph: {
      fields: [
        'Query.publisher',
        'Publisher.members',
        'User.email',
        'User.isAdmin',
        'User.isApproved',
        'User.createdAt',
        'User.suspendedAt',
        'User.suspendedReason',
        'User.publishers',
      ],
      call: publisherField(
        'members { role user { email isAdmin isApproved createdAt suspendedAt suspendedReason publishers { id } } }',
      ),
      hides: ({ publisher }: { publisher: { members: { role: string; user: Record<string, unknown> }[] } }) => {
        const { user } = publisher.members.find(({ role }) => role === 'owner')!;
        const { suspendedAt: _at, suspendedReason: _reason, ...told } = user;
        return Object.values(told).some((value) => value !== null);
      },
    },
  },
  { about: 'publisher', rest: { operation: 'listPublisherNodes' } },
  { about: 'publisher', rest: { operation: 'listPublisherNodesPaged' } },
  { about: 'publisher', alsoChecks: ['publisher.update'], rest: { operation: 'getPublisherPermissions' } },
  {
    about: 'publisher',
    alsoChecks: ['member.readEmail'],
    rest: { operation: 'updatePublisher', body: { description: 'x' } },
    graph: {
      fields: ['Mutation.updatePublisher'],
      call: ({ publisherId }) => `updatePublisher(publisherId: "${publisherId}", input: { description: "x" }) { id }`,
    },
  },
  {
    about: 'publisher',
    outcome: 'PUBLISHER_NOT_EMPTY',
    rest: { operation: 'deletePublisher' },
    graph: {
      fields: ['Mutation.deletePublisher'],
      call: ({ publisherId }) => `deletePublisher(publisherId: "${publisherId}") { id }`,
    },
  },
  {
    about: 'publisher',
    rest: { operation: 'createPublisherToken', body: { name: 'x' } },
    graph: {
      fields: ['Mutation.createPublisherToken'],
      call: ({ publisherId }) => `createPublisherToken(publisherId: "${publisherId}", input: { name: "x" }) { id }`,
    },
  },
  {
    about: 'publisher',
    outcome: 'TOKEN_NOT_FOUND',
    rest: { operation: 'deletePublisherToken', path: { tokenId: absent } },
    graph: {
      fields: ['Mutation.deletePublisherToken'],
      call: ({ publisherId }) => `deletePublisherToken(publisherId: "${publisherId}", tokenId: "${absent}") { id }`,
    },
  },
  {
    about: 'registry',
    rest: { operation: 'reportLeakedTokens', body: [{ token: 'nonsense' }] },
    graph: { fields: ['Mutation.reportLeakedTokens'], call: 'reportLeakedTokens(input: [{ token: "nonsense" }])' },
  },
  {
    about: 'publisher',
    alsoChecks: ['token.readCreator'],
    rest: { operation: 'listPublisherTokens' },
    graph: { fields: ['Query.publisher', 'Publisher.tokens'], call: publisherField('tokens { id }') },
  },
  {
    about: 'publisher',
    graph: {
      fields: ['Query.publisher', 'Publisher.tokens', 'PersonalAccessToken.createdBy'],
      call: publisherField('tokens { createdBy { id } }'),
      hides: ({ publisher }: { publisher: { tokens: { createdBy: object | null }[] } }) =>
        publisher.tokens[0]!.createdBy,
    },
  },
  {
    about: 'publisher',
    alsoChecks: ['audit.readAll'],
    rest: { operation: 'listPublisherAudit' },
    graph: { fields: ['Query.publisher', 'Publisher.auditLog'], call: publisherField('auditLog { total }') },
  },
  {
    about: 'publisher',
    rest: { operation: 'listPublisherWebhooks' },
    graph: { fields: ['Query.publisher', 'Publisher.webhooks'], call: publisherField('webhooks { id }') },
  },
  {
    about: 'publisher',
    rest: { operation: 'addPublisherMember', body: ({ otherUserId }) => ({ user_id: otherUserId }) },
    graph: {
      fields: ['Mutation.addPublisherMember', 'PublisherInvitation.publisher'],
      call: ({ publisherId, otherUserId }) =>
        `addPublisherMember(publisherId: "${publisherId}", input: { userId: "${otherUserId}" }) { invitation { id publisher { id } } }`,
    },
  },
  {
    about: 'publisher',
    rest: { operation: 'listPublisherInvitations' },
    graph: { fields: ['Query.publisher', 'Publisher.invitations'], call: publisherField('invitations { id }') },
  },
  {
    about: 'publisher',
    outcome: 'INVITATION_NOT_FOUND',
    rest: { operation: 'withdrawInvitation', path: { invitationId: absent } },
    graph: {
      fields: ['Mutation.withdrawInvitation'],
      call: ({ publisherId }) => `withdrawInvitation(publisherId: "${publisherId}", invitationId: "${absent}") { id }`,
    },
  },
  {
    about: 'publisher',
    requires: ['member.remove'],
    outcome: 'MEMBER_NOT_FOUND',
    rest: { operation: 'removePublisherMember', query: `?user_id=${absent}` },
    graph: {
      fields: ['Mutation.removePublisherMember'],
      call: ({ publisherId }) =>
        `removePublisherMember(publisherId: "${publisherId}", input: { userId: "${absent}" }) { id }`,
    },
  },
  {
    about: 'publisher',
    requires: ['member.leave'],
    usersOnly: true,
    changesPlace: true,
    outcome: ['success', 'LAST_OWNER', 'MEMBER_NOT_FOUND'],
    rest: { operation: 'removePublisherMember', query: (_place, { userId }) => `?user_id=${userId}` },
    graph: {
      fields: ['Mutation.removePublisherMember'],
      call: ({ publisherId }, { userId }) =>
        `removePublisherMember(publisherId: "${publisherId}", input: { userId: "${userId}" }) { id }`,
    },
  },
  {
    about: 'publisher',
    changesPlace: true,
    rest: { operation: 'banPublisher', body: { reason: WHY } },
    graph: {
      fields: ['Mutation.banPublisher'],
      call: ({ publisherId }) => `banPublisher(publisherId: "${publisherId}", input: { reason: "${WHY}" }) { id }`,
    },
  },
  {
    about: 'publisher',
    changesPlace: true,
    rest: { operation: 'unbanPublisher', body: {} },
    graph: {
      fields: ['Mutation.unbanPublisher'],
      call: ({ publisherId }) => `unbanPublisher(publisherId: "${publisherId}") { id }`,
    },
  },
  {
    about: 'publisher',
    rest: { operation: 'getPublisherTrust' },
    graph: {
      fields: ['Query.publisherTrust'],
      call: ({ publisherId }) => `publisherTrust(publisherId: "${publisherId}") { trusted }`,
    },
  },
  {
    about: 'publisher',
    rest: { operation: 'setPublisherTrust', body: { trusted: true } },
    graph: {
      fields: ['Mutation.setPublisherTrust'],
      call: ({ publisherId }) =>
        `setPublisherTrust(publisherId: "${publisherId}", input: { trusted: false }) { trusted }`,
    },
  },
  {
    about: 'publisher',
    alsoChecks: ['node.setAdminFields', 'quota.exceed'],
    rest: { operation: 'createNode', body: () => ({ id: uniqueName('made') }) },
    graph: {
      fields: ['Mutation.createNode'],
      call: ({ publisherId }) =>
        `createNode(publisherId: "${publisherId}", input: { id: "${uniqueName('made')}" }) { id }`,
    },
  },
];

const nodeField =
  (field: string): Given<string> =>
  ({ nodeId }) =>
    `node(id: "${nodeId}") { ${field} }`;

interface Flagged {
  node: {
    versions: { nodes: { statusReason: string | null; coreNodes: { totalCount: number }; coreNode: object | null }[] };
  };
}
const flagged = (field: string): Given<string> =>
  nodeField(`versions(statuses: [NodeVersionStatusFlagged]) { nodes { ${field} } }`);
const hiddenOf =
  (pick: (version: Flagged['node']['versions']['nodes'][number]) => unknown) =>
  ({ node }: Flagged) => {
    const [version] = node.versions.nodes;
    return version && pick(version);
  };

const nodeRows: Row[] = [
  {
    about: 'node',
    alsoChecks: ['node.update'],
    rest: { operation: 'getNode', query: '?include_translations=true' },
    graph: {
      fields: [
        'Query.node',
        'Node.publisher',
        'Node.latestVersion',
        'Node.viewerCanEdit',
        'Node.versions',
        'Node.coreNodes',
        'Node.translations',
        'Node.communityTranslations',
        'Node.reviewCount',
        'NodeVersionConnection.totalCount',
        'CoreNodeConnection.totalCount',
      ],
      call: nodeField(
        'viewerCanEdit publisher { id } latestVersion { id } versions { totalCount } coreNodes { totalCount } translations { language } communityTranslations { language } reviewCount',
      ),
    },
  },
  {
    about: 'node',
    graph: {
      fields: ['Query.node', 'Node.version'],
      call: nodeField('version(number: "2.0.0") { id }'),
      hides: ({ node }: { node: { version: object | null } }) => node.version,
    },
  },
  {
    about: 'node',
    graph: { fields: ['Query.node', 'NodeVersion.node'], call: nodeField('versions { nodes { node { id } } }') },
  },
  { about: 'node', alsoChecks: ['node.update'], rest: { operation: 'getNodePermissions' } },
  {
    about: 'node',
    alsoChecks: ['node.setAdminFields'],
    rest: { operation: 'updateNode', body: { description: 'x' } },
    graph: {
      fields: ['Mutation.updateNode'],
      call: ({ nodeId }) => `updateNode(nodeId: "${nodeId}", input: { description: "x" }) { id }`,
    },
  },
  {
    about: 'node',
    outcome: 'NODE_NOT_EMPTY',
    rest: { operation: 'deleteNode' },
    graph: { fields: ['Mutation.deleteNode'], call: ({ nodeId }) => `deleteNode(nodeId: "${nodeId}") { id }` },
  },
  {
    about: 'node',
    rest: { operation: 'reportNode', body: { text: WHY } },
    graph: {
      fields: ['Mutation.reportNode'],
      call: ({ nodeId }) => `reportNode(nodeId: "${nodeId}", input: { text: "${WHY}" }) { id }`,
    },
  },
  {
    about: 'node',
    rest: { operation: 'reviewNode', query: '?star=5' },
    graph: {
      fields: ['Mutation.reviewNode'],
      call: ({ nodeId }) => `reviewNode(nodeId: "${nodeId}", input: { star: 5 }) { id }`,
    },
  },
  {
    about: 'node',
    alsoChecks: ['node.setAdminFields', 'quota.exceed'],
    rest: {
      operation: 'publishNodeVersion',
      body: () => ({ node: {}, node_version: { version: `9.0.0-${uniqueName('v')}` } }),
    },
    graph: {
      fields: ['Mutation.publishNodeVersion'],
      call: ({ publisherId, nodeId }) =>
        `publishNodeVersion(publisherId: "${publisherId}", nodeId: "${nodeId}", input: { nodeVersion: { version: "9.0.0-${uniqueName('v')}" } }) { signedUrl }`,
    },
  },
  { about: 'node', requires: ['node.read'], rest: { operation: 'downloadArchive' } },
  { about: 'node', rest: { operation: 'downloadArchive', path: { version: '2.0.0' } } },
  {
    about: 'node',
    rest: { operation: 'installNode' },
    graph: { fields: ['Mutation.installNode'], call: ({ nodeId }) => `installNode(nodeId: "${nodeId}") { id }` },
  },
  {
    about: 'node',
    rest: { operation: 'listDownloads' },
    graph: { fields: ['Query.node', 'Node.downloadStatistics'], call: nodeField('downloadStatistics { downloads }') },
  },
  {
    about: 'node',
    alsoChecks: ['version.readHidden'],
    rest: { operation: 'listNodeVersions', query: '?statuses=NodeVersionStatusFlagged&include_status_reason=true' },
  },
  {
    about: 'node',
    alsoChecks: ['version.readHidden', 'version.searchReasons'],
    rest: { operation: 'listVersions', query: ({ nodeId }) => `?nodeId=${nodeId}&status_reason=eval` },
    graph: {
      fields: ['Query.nodeVersions'],
      call: ({ nodeId }) => `nodeVersions(nodeId: "${nodeId}", statusReason: "eval") { total }`,
    },
  },
  {
    about: 'node',
    requires: ['node.read'],
    rest: { operation: 'getNodeVersion' },
    graph: {
      fields: ['Query.nodeVersion', 'NodeVersion.coreNodes'],
      call: ({ nodeId }) => `nodeVersion(nodeId: "${nodeId}", version: "1.0.0") { coreNodes { totalCount } }`,
    },
  },
  {
    about: 'node',
    rest: { operation: 'getNodeVersion', path: { version: '2.0.0' } },
    graph: {
      fields: ['Query.nodeVersion', 'Subscription.nodeVersionStatus'],
      call: ({ nodeId }) => `nodeVersion(nodeId: "${nodeId}", version: "2.0.0") { id }`,
      hides: ({ nodeVersion }: { nodeVersion: unknown }) => nodeVersion,
    },
  },
  {
    about: 'node',
    alsoChecks: ['version.readHidden'],
    requires: ['node.read'],
    rest: { operation: 'getVersionById', query: '?include_findings=true' },
    graph: {
      fields: ['Query.nodeVersion', 'NodeVersion.findingCounts'],
      call: ({ versionId }) => `nodeVersion(id: "${versionId}") { findingCounts { hold } }`,
    },
  },
  {
    about: 'node',
    rest: { operation: 'getVersionById', path: ({ flaggedId }) => ({ versionId: flaggedId }) },
    graph: {
      fields: ['Query.nodeVersion'],
      call: ({ flaggedId }) => `nodeVersion(id: "${flaggedId}") { id }`,
      hides: ({ nodeVersion }: { nodeVersion: unknown }) => nodeVersion,
    },
  },
  {
    about: 'node',
    graph: {
      fields: ['Query.nodeVersion', 'NodeVersion.findings', 'NodeVersion.coreNodeExtractDetail'],
      call: ({ nodeId }) =>
        `nodeVersion(nodeId: "${nodeId}", version: "1.0.0") { findings { rule } coreNodeExtractDetail }`,
      hides: ({ nodeVersion }: { nodeVersion: { findings: object[] | null } }) => nodeVersion.findings,
    },
  },
  {
    about: 'node',
    graph: {
      fields: ['Query.node', 'NodeVersion.statusReason'],
      call: flagged('statusReason'),
      hides: hiddenOf(({ statusReason }) => statusReason),
    },
  },
  {
    about: 'node',
    graph: {
      fields: ['Query.node', 'NodeVersion.coreNodes'],
      call: flagged('coreNodes { totalCount }'),
      hides: hiddenOf(({ coreNodes }) => coreNodes.totalCount),
    },
  },
  {
    about: 'node',
    graph: {
      fields: ['Query.node', 'NodeVersion.coreNode'],
      call: flagged('coreNode(name: "Core") { function }'),
      hides: hiddenOf(({ coreNode }) => coreNode),
    },
  },
  { about: 'node', requires: ['node.read'], rest: { operation: 'listVersionCoreNodes' } },
  { about: 'node', rest: { operation: 'listVersionCoreNodes', path: { version: '2.0.0' } } },
  { about: 'node', rest: { operation: 'getVersionCoreNode', path: { version: '2.0.0', name: 'Core' } } },
  {
    about: 'node',
    rest: { operation: 'listCoreNodes', query: ({ nodeId }) => `?node_id=${nodeId}` },
    graph: { fields: ['Query.coreNodes'], call: ({ nodeId }) => `coreNodes(nodeId: "${nodeId}") { total }` },
  },
  {
    about: 'node',
    rest: { operation: 'storeVersionCoreNodes', body: { core_nodes: [{ core_node_name: 'Core' }] } },
    graph: {
      fields: ['Mutation.storeCoreNodes'],
      call: ({ nodeId }) =>
        `storeCoreNodes(nodeId: "${nodeId}", version: "1.0.0", input: { coreNodes: [{ coreNodeName: "Core" }] }) { coreNodeName }`,
    },
  },
  {
    about: 'node',
    rest: { operation: 'updateVersionCoreNode', path: { name: 'Core' }, body: { category: 'c' } },
    graph: {
      fields: ['Mutation.updateCoreNode'],
      call: ({ nodeId }) =>
        `updateCoreNode(nodeId: "${nodeId}", version: "1.0.0", name: "Core", input: { category: "c" }) { coreNodeName }`,
    },
  },
  {
    about: 'node',
    rest: { operation: 'unpublishNodeVersion', path: ({ spareId }) => ({ versionId: spareId }) },
    graph: {
      fields: ['Mutation.unpublishNodeVersion'],
      call: ({ spareId }) => `unpublishNodeVersion(versionId: "${spareId}") { id }`,
    },
  },
  {
    about: 'node',
    rest: { operation: 'updateNodeVersion', body: { changelog: 'x' } },
    graph: {
      fields: ['Mutation.updateNodeVersion'],
      call: ({ versionId }) => `updateNodeVersion(versionId: "${versionId}", input: { changelog: "x" }) { id }`,
    },
  },
  {
    about: 'node',
    alsoChecks: ['translation.writeAsPublisher'],
    rest: { operation: 'createNodeTranslations', body: { data: { de: { name: 'x' } } } },
    graph: {
      fields: ['Mutation.addNodeTranslations'],
      call: ({ nodeId }) =>
        `addNodeTranslations(nodeId: "${nodeId}", input: { data: { de: { name: "x" } } }) { language }`,
    },
  },
  {
    about: 'node',
    outcome: 'TRANSLATION_NOT_FOUND',
    rest: { operation: 'removeNodeTranslation', path: { language: 'fr' } },
    graph: {
      fields: ['Mutation.removeNodeTranslation'],
      call: ({ nodeId }) =>
        `removeNodeTranslation(nodeId: "${nodeId}", language: "fr", source: COMMUNITY) { language }`,
    },
  },
  {
    about: 'node',
    outcome: 'REPOSITORY_NOT_CLAIMABLE',
    rest: {
      operation: 'claimMyNode',
      path: ({ unclaimedId }) => ({ nodeId: unclaimedId }),
      body: { REPO_HOST_TOKEN: 'x' },
    },
    graph: {
      fields: ['Mutation.claimNode'],
      call: ({ publisherId, unclaimedId }) =>
        `claimNode(nodeId: "${unclaimedId}", publisherId: "${publisherId}", input: { repoHostToken: "x" }) { id }`,
    },
  },
  {
    about: 'node',
    changesPlace: true,
    rest: { operation: 'banNode', body: { reason: WHY } },
    graph: {
      fields: ['Mutation.banNode'],
      call: ({ nodeId }) => `banNode(nodeId: "${nodeId}", input: { reason: ${quote(WHY)} }) { id }`,
    },
  },
  {
    about: 'node',
    changesPlace: true,
    outcome: ['success', 'BANNED_WITH_PUBLISHER'],
    rest: { operation: 'unbanNode', body: {} },
    graph: { fields: ['Mutation.unbanNode'], call: ({ nodeId }) => `unbanNode(nodeId: "${nodeId}") { id }` },
  },
  {
    about: 'registry',
    alsoChecks: ['node.setAdminFields', 'quota.exceed'],
    rest: { operation: 'adminCreateNode', body: () => ({ id: uniqueName('unclaimed') }) },
    graph: {
      fields: ['Mutation.createUnclaimedNode'],
      call: () => `createUnclaimedNode(input: { id: "${uniqueName('unclaimed')}" }) { id }`,
    },
  },
  {
    about: 'registry',
    rest: { operation: 'generateAdminToken' },
    graph: { fields: ['Mutation.generateAdminToken'], call: 'generateAdminToken { expiresAt }' },
  },
  {
    about: 'node',
    rest: { operation: 'adminUpdateNode', body: { tags_admin: ['x'] } },
    graph: {
      fields: ['Mutation.adminUpdateNode'],
      call: ({ nodeId }) => `adminUpdateNode(nodeId: "${nodeId}", input: { tagsAdmin: ["x"] }) { id }`,
    },
  },
  {
    about: 'node',
    rest: { operation: 'adminUpdateNodeVersion', body: { tags_admin: ['x'] } },
    graph: {
      fields: ['Mutation.adminUpdateNodeVersion'],
      call: ({ nodeId }) =>
        `adminUpdateNodeVersion(nodeId: "${nodeId}", version: "1.0.0", input: { tagsAdmin: ["x"] }) { id }`,
    },
  },
];

/** The calls of all operations of both transports. */
export const OPERATIONS: readonly Row[] = [...registryRows, ...publisherRows, ...nodeRows, ...webhookRows];
