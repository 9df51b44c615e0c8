import { AppError, forbidden, unauthenticated } from '../errors/app-error.js';
import { MemberRole, NodeStatus, PublisherStatus } from '../values/states.js';
import { type Action, ACTIONS, type Standing, type SubjectOf } from './actions.js';
import type { Viewer } from './viewer.js';

type AnyRule = (viewer: Viewer, subject: unknown) => boolean;

/** True if the viewer is allowed to perform the action. */
export function can<A extends Action>(viewer: Viewer, action: A, subject: SubjectOf<A>): boolean {
  return (ACTIONS[action] as AnyRule)(viewer, subject);
}

const allows = (viewer: Viewer, action: Action, subject: unknown): boolean =>
  (ACTIONS[action] as AnyRule)(viewer, subject);

function refusal(viewer: Viewer, action: Action, subject: unknown): AppError {
  if (viewer.kind === 'anonymous') return unauthenticated();
  const approved = viewer.kind === 'system' ? viewer : { ...viewer, isApproved: true };
  if (allows(approved, action, subject)) return approvalNeeded(viewer);
  const standing = subject as Partial<Standing> | undefined;
  if (standing?.publisherStatus !== undefined) {
    const unbanned = { ...standing, publisherStatus: PublisherStatus.Active, nodeStatus: NodeStatus.Active };
    if (allows(approved, action, unbanned)) return banned(standing);
  }
  return forbidden(`You are not allowed to do this (${action}).`);
}

/**
 * The standing with the most permissions that a viewer could have in a publisher. Used if the publisher is not known.
 */
export const bestStanding = (viewer: Viewer): Standing => ({
  publisherId: viewer.kind === 'token' ? viewer.publisherId : '',
  publisherStatus: PublisherStatus.Active,
  role: MemberRole.Owner,
});

const approvalNeeded = ({ kind }: Viewer): AppError =>
  new AppError(
    'APPROVAL_NEEDED',
    kind === 'token'
      ? 'The user who created this token is not approved. The token can change public data as soon as an admin has approved that user.'
      : 'Your account is not approved. You can publish and change public data as soon as an admin has approved it.',
  );

const banned = ({ publisherStatus }: Partial<Standing>): AppError =>
  publisherStatus === PublisherStatus.Banned
    ? new AppError(
        'PUBLISHER_BANNED',
        'This publisher is banned. Nothing it owns can be changed until an admin lifts the ban.',
      )
    : new AppError('NODE_BANNED', 'This node is banned. It can’t be changed until an admin lifts the ban.');

/**
 * Asserts that the viewer is allowed to perform the action.
 * @throws UNAUTHENTICATED if the viewer is anonymous, otherwise FORBIDDEN, APPROVAL_NEEDED,
 *   PUBLISHER_BANNED or NODE_BANNED
 */
export function assertCan<A extends Action>(viewer: Viewer, action: A, subject: SubjectOf<A>): void {
  if (!can(viewer, action, subject)) throw refusal(viewer, action, subject);
}

/**
 * Asserts that the viewer may read a node by its id, or install it.
 * @throws NODE_BANNED, also for anonymous callers, because signing in would not help them
 */
export function assertReadable(
  viewer: Viewer,
  node: { readonly id: string; readonly status: NodeStatus },
  action: 'node.read' | 'node.install' = 'node.read',
): void {
  if (!can(viewer, action, node)) throw new AppError('NODE_BANNED', `The node "${node.id}" is banned.`);
}
