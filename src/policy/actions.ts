import { MemberRole, NodeStatus, PublisherStatus } from '../values/states.js';
import { isAdmin, type Viewer } from './viewer.js';

/** What a rule about something of a publisher's is told: the stored facts, and the viewer's part in that publisher. */
export interface Standing {
  readonly publisherId: string;
  readonly publisherStatus: PublisherStatus;
  readonly role: MemberRole | undefined;
  /** Of the node the action is about, where it is about one. */
  readonly nodeStatus?: NodeStatus;
}

/** What the rule about a member's address is told beside his publisher. */
export interface MemberStanding extends Standing {
  readonly userId: string;
  /** Whether he was named by his id alone, which tells nobody his address. */
  readonly addedById: boolean;
}

/** What the rules about video tasks are told: whether tasks are for signed-in callers only, and whose the task is. */
export interface VideoStanding {
  readonly needsCredentials: boolean;
  /** Null for a task that is nobody's, and so of whoever holds its id. */
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

/** Refuses everybody but admins while the publisher or the node is banned. */
const unlessBanned =
  (rule: Rule<Standing>): Rule<Standing> =>
  (viewer, standing) =>
    rule(viewer, standing) &&
    (isAdmin(viewer) ||
      (standing.publisherStatus !== PublisherStatus.Banned && standing.nodeStatus !== NodeStatus.Banned));

const person: Rule<VideoStanding> = (viewer, { needsCredentials }) =>
  !needsCredentials || viewer.kind === 'user' || viewer.kind === 'system';

/** Every action, with its rule (decisions.md section 5). What is not in this table nobody may do. */
export const ACTIONS = {
  'user.readSelf': user,
  'user.approve': admin,
  'user.publish': (viewer: Viewer) => viewer.kind !== 'user' || viewer.isApproved,
  'permissions.read': signedIn,
  'publisher.create': user,
  'publisher.createBeyondQuota': admin,
  'publisher.restore': owner,
  'publisher.update': unlessBanned(owner),
  'publisher.delete': unlessBanned(owner),
  'token.create': unlessBanned(owner),
  'token.delete': unlessBanned(owner),
  'token.list': member,
  // Whoever has a token may do all that it may; ending it is the least of that.
  'token.reportLeak': anyone,
  'publisher.ban': admin,
  'member.add': unlessBanned(owner),
  'member.remove': unlessBanned(owner),
  'member.leave': member,
  'member.readEmail': (viewer: Viewer, subject: MemberStanding) =>
    isAdmin(viewer) ||
    (member(viewer, subject) && !subject.addedById) ||
    (viewer.kind === 'user' && viewer.id === subject.userId),
  'node.create': unlessBanned(member),
  'node.delete': unlessBanned(owner),
  'node.ban': admin,
  'node.review': user,
  'node.read': (viewer: Viewer, { status }: { readonly status: NodeStatus }) =>
    status !== NodeStatus.Banned || isAdmin(viewer),
  'node.install': (_viewer: Viewer, { status }: { readonly status: NodeStatus }) => status !== NodeStatus.Banned,
  'node.update': unlessBanned(memberOrToken),
  'node.setAdminFields': admin,
  'node.claim': unlessBanned(member),
  'version.publish': unlessBanned(memberOrToken),
  'version.unpublish': unlessBanned(memberOrToken),
  'version.readHidden': memberOrToken,
  'version.update': unlessBanned(member),
  'version.setStatus': admin,
  'coreNode.store': admin,
  'translation.contribute': (viewer: Viewer, { isOpen }: { readonly isOpen: boolean }) =>
    isOpen || signedIn(viewer, undefined),
  'translation.writeAsPublisher': unlessBanned(member),
  'translation.remove': unlessBanned(owner),
  'audit.readOwn': member,
  'audit.readAll': admin,
  'webhook.manage': unlessBanned(owner),
  'webhook.manageAll': admin,
  'job.manage': admin,
  'video.submit': person,
  'video.follow': (viewer: Viewer, task: VideoStanding) =>
    person(viewer, task) &&
    (task.ownerId === null || isAdmin(viewer) || (viewer.kind === 'user' && viewer.id === task.ownerId)),
} satisfies Record<string, Rule<never>>;

/** The name of an action. */
export type Action = keyof typeof ACTIONS;

/**
 * What an operation asks before it does anything: an action, or several, each asked where it comes into question and
 * needed then. `public` asks nothing and only reads; `address` is for who was given its address, which is the
 * credential.
 */
export type Access = Action | readonly [Action, Action, ...Action[]] | 'public' | 'address';

/** What the rule of an action must be told. */
export type SubjectOf<A extends Action> = Parameters<(typeof ACTIONS)[A]>[1];
