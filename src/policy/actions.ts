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

type Rule<Subject> = (viewer: Viewer, subject: Subject) => boolean;

const user: Rule<unknown> = (viewer) => viewer.kind === 'user';
const anyone: Rule<unknown> = () => true;
const admin: Rule<unknown> = (viewer) => isAdmin(viewer);

const member: Rule<Standing> = (viewer, { role }) => isAdmin(viewer) || (viewer.kind === 'user' && role !== undefined);
const owner: Rule<Standing> = (viewer, { role }) => isAdmin(viewer) || (viewer.kind === 'user' && role === MemberRole.Owner);
const memberOrToken: Rule<Standing> = (viewer, standing) => member(viewer, standing) || (viewer.kind === 'token' && viewer.publisherId === standing.publisherId);

/** Refuses everybody but admins while the publisher or the node is banned. */
const unlessBanned = (rule: Rule<Standing>): Rule<Standing> => (viewer, standing) =>
  rule(viewer, standing) && (isAdmin(viewer) || (standing.publisherStatus !== PublisherStatus.Banned && standing.nodeStatus !== NodeStatus.Banned));

/** Every action, with its rule (decisions.md section 5). What is not in this table nobody may do. */
export const ACTIONS = {
  'user.readSelf': user,
  'user.approve': admin,
  'publisher.create': user,
  'publisher.update': unlessBanned(owner),
  'publisher.delete': unlessBanned(owner),
  'publisher.readPrivate': member,
  'token.create': unlessBanned(owner),
  'token.delete': unlessBanned(owner),
  'token.list': member,
  'publisher.ban': admin,
  'member.add': unlessBanned(owner),
  'member.remove': unlessBanned(owner),
  'member.leave': member,
  'node.create': unlessBanned(member),
  'node.delete': unlessBanned(owner),
  'node.ban': admin,
  'node.review': user,
  'node.readBanned': admin,
  'node.update': unlessBanned(memberOrToken),
  'node.setAdminFields': admin,
  'node.claim': unlessBanned(member),
  'version.publish': unlessBanned(memberOrToken),
  'version.unpublish': unlessBanned(memberOrToken),
  'version.readHidden': memberOrToken,
  'version.update': unlessBanned(member),
  'version.setStatus': admin,
  'coreNode.store': admin,
  'translation.contribute': anyone,
  'translation.writeAsPublisher': unlessBanned(member),
  'translation.remove': unlessBanned(owner),
  'audit.readOwn': member,
  'audit.readAll': admin,
  'webhook.manage': unlessBanned(owner),
  'webhook.manageAll': admin,
  'job.manage': admin,
} satisfies Record<string, Rule<never>>;

/** The name of an action. */
export type Action = keyof typeof ACTIONS;

/** What the rule of an action must be told. */
export type SubjectOf<A extends Action> = Parameters<(typeof ACTIONS)[A]>[1];
