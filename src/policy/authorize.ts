import { AppError, forbidden, unauthenticated } from '../errors/app-error.js';
import { NodeStatus, PublisherStatus } from '../values/states.js';
import { type Action, ACTIONS, type Standing, type SubjectOf } from './actions.js';
import type { Viewer } from './viewer.js';

type AnyRule = (viewer: Viewer, subject: unknown) => boolean;

/** Whether the viewer may do it. */
export function can<A extends Action>(viewer: Viewer, action: A, subject: SubjectOf<A>): boolean {
  return (ACTIONS[action] as AnyRule)(viewer, subject);
}

function refusal(viewer: Viewer, action: Action, subject: unknown): AppError {
  if (viewer.kind === 'anonymous') return unauthenticated();
  const standing = subject as Partial<Standing> | undefined;
  if (standing?.publisherStatus !== undefined) {
    const unbanned = { ...standing, publisherStatus: PublisherStatus.Active, nodeStatus: NodeStatus.Active };
    if ((ACTIONS[action] as AnyRule)(viewer, unbanned)) {
      return standing.publisherStatus === PublisherStatus.Banned
        ? new AppError(
            'PUBLISHER_BANNED',
            'This publisher is banned; nothing of it can be changed until an admin lifts the ban.',
          )
        : new AppError(
            'NODE_BANNED',
            'This node is banned; nothing of it can be changed until an admin lifts the ban.',
          );
    }
  }
  return forbidden(`You may not do this (${action}).`);
}

/**
 * Asserts that the viewer may do it.
 * @throws UNAUTHENTICATED for a viewer without a credential, FORBIDDEN, PUBLISHER_BANNED or NODE_BANNED for another
 */
export function assertCan<A extends Action>(viewer: Viewer, action: A, subject: SubjectOf<A>): void {
  if (!can(viewer, action, subject)) throw refusal(viewer, action, subject);
}

/**
 * Asserts that the viewer may read a node by its id, or have it to install.
 * @throws NODE_BANNED, also for a viewer without a credential: none would help him
 */
export function assertReadable(
  viewer: Viewer,
  node: { readonly id: string; readonly status: NodeStatus },
  action: 'node.read' | 'node.install' = 'node.read',
): void {
  if (!can(viewer, action, node)) throw new AppError('NODE_BANNED', `The node "${node.id}" is banned.`);
}
