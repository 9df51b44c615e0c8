import { MemberRole, NodeStatus, PublisherStatus } from '../values/states.js';
import { isAdmin, isApproved, type Viewer } from './viewer.js';

/** The input of rules about a publisher's resources: the stored state, and the viewer's role in the publisher. */
export interface Standing {
  readonly publisherId: string;
  readonly publisherStatus: PublisherStatus;
  readonly role: MemberRole | undefined;
  /** Status of the node, for actions on a node. */
  readonly nodeStatus?: NodeStatus;
}

/** The input of the rule about reading a member's e-mail address. */
export interface MemberStanding extends Standing {
  readonly userId: string;
  /** True if the member was invited by user id, so that the other members must not see their address. */
  readonly addedById: boolean;
}

/** The input of the rules about video tasks. */
export interface VideoStanding {
  readonly needsCredentials: boolean;
  /** The owner of the task; `null` if it has none, and any caller who knows its id may read it. */
  readonly ownerId: string | null;
}

type Rule<Subject> = (viewer: Viewer, subject: Subject) => boolean;

const user: Rule<unknown> = (viewer) => viewer.kind === 'user';
const anyone: Rule<unknown> = () => true;
const signedIn: Rule<unknown> = (viewer) => viewer.kind !== 'anonymous';
const admin: Rule<unknown> = (viewer) => isAdmin(viewer);

const member: Rule<Standing> = (viewer, { role }) => isAdmin(viewer) || (viewer.kind === 'user' && role !== undefined);
const owner: Rule<Standing> = (viewer, { role }) =>
  isAdmin(viewer) || (viewer.kind === 'user' && role === MemberRole.Owner);
const memberOrToken: Rule<Standing> = (viewer, standing) =>
  member(viewer, standing) || (viewer.kind === 'token' && viewer.publisherId === standing.publisherId);

/** Restricts a rule to admins while the publisher or the node is banned. */
const unlessBanned =
  (rule: Rule<Standing>): Rule<Standing> =>
  (viewer, standing) =>
    rule(viewer, standing) &&
    (isAdmin(viewer) ||
      (standing.publisherStatus !== PublisherStatus.Banned && standing.nodeStatus !== NodeStatus.Banned));

/** Restricts a rule to approved users and their tokens, because the action creates something public. */
const approved =
  <Subject>(rule: Rule<Subject>): Rule<Subject> =>
  (viewer, subject) =>
    rule(viewer, subject) && isApproved(viewer);

const person: Rule<VideoStanding> = (viewer, { needsCredentials }) =>
  !needsCredentials || viewer.kind === 'user' || viewer.kind === 'system';

/** The actions, each with the rule that allows it (docs/contract.md, "Permissions"). */
export const ACTIONS = {
  'user.readSelf': user,
  'user.readPrivate': (viewer: Viewer, { userId }: { readonly userId: string }) =>
    isAdmin(viewer) || (viewer.kind === 'user' && viewer.id === userId),
  'user.approve': admin,
  'user.list': admin,
  'user.suspend': admin,
  // A generated token can't generate another one, so a stolen token is useless after an hour.
  'adminToken.create': (viewer: Viewer) => viewer.kind === 'user' && viewer.isAdmin && viewer.isGenerated !== true,
  'publisher.create': approved(user),
  'quota.exceed': admin,
  'publisher.restore': unlessBanned(owner),
  'publisher.update': approved(unlessBanned(owner)),
  'publisher.delete': unlessBanned(owner),
  'token.create': unlessBanned(owner),
  'token.delete': unlessBanned(owner),
  'token.list': member,
  'token.readCreator': owner,
  // A caller who has the token could also use it, so being able to revoke it gives them no additional power.
  'token.reportLeak': anyone,
  'publisher.ban': admin,
  'publisher.trust': admin,
  'member.add': unlessBanned(owner),
  'member.remove': unlessBanned(owner),
  'member.leave': member,
  'member.join': approved(unlessBanned(user)),
  'invitation.list': owner,
  'invitation.withdraw': owner,
  'invitation.answer': user,
  'member.readEmail': (viewer: Viewer, subject: MemberStanding) =>
    isAdmin(viewer) ||
    (member(viewer, subject) && !subject.addedById) ||
    (viewer.kind === 'user' && viewer.id === subject.userId),
  'node.create': approved(unlessBanned(member)),
  'node.createUnclaimed': admin,
  'node.delete': unlessBanned(owner),
  'node.ban': admin,
  'node.review': approved(user),
  'node.read': (viewer: Viewer, { status }: { readonly status: NodeStatus }) =>
    status !== NodeStatus.Banned || isAdmin(viewer),
  'node.install': (_viewer: Viewer, { status }: { readonly status: NodeStatus }) => status !== NodeStatus.Banned,
  'node.update': approved(unlessBanned(memberOrToken)),
  'node.setAdminFields': admin,
  'node.claim': approved(unlessBanned(member)),
  'version.publish': approved(unlessBanned(memberOrToken)),
  'version.unpublish': unlessBanned(memberOrToken),
  'version.readHidden': memberOrToken,
  'version.update': approved(unlessBanned(member)),
  'version.setStatus': admin,
  'version.searchReasons': admin,
  'coreNode.store': admin,
  'translation.contribute': approved(
    (viewer: Viewer, { isOpen }: { readonly isOpen: boolean }) => isOpen || signedIn(viewer, undefined),
  ),
  'translation.writeAsPublisher': approved(unlessBanned(member)),
  'translation.remove': unlessBanned(owner),
  'audit.readOwn': member,
  'audit.readAll': admin,
  'webhook.manage': unlessBanned(owner),
  'webhook.manageAll': admin,
  'job.manage': admin,
  'queue.read': admin,
  'queue.decide': admin,
  'report.create': user,
  'report.close': admin,
  'video.submit': person,
  'video.follow': (viewer: Viewer, task: VideoStanding) =>
    person(viewer, task) &&
    (task.ownerId === null || isAdmin(viewer) || (viewer.kind === 'user' && viewer.id === task.ownerId)),
} satisfies Record<string, Rule<never>>;

/** The name of an action. */
export type Action = keyof typeof ACTIONS;

/**
 * The permission that an operation requires: an action, or several, each of which is checked if it applies. `public`
 * operations only read, and check no permission. For `address` operations, the secret URL is the credential.
 */
export type Access = Action | readonly [Action, Action, ...Action[]] | 'public' | 'address';

/** The input of an action's rule. */
export type SubjectOf<A extends Action> = Parameters<(typeof ACTIONS)[A]>[1];
