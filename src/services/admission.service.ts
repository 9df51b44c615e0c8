import type { Catalogue } from '../catalogue/catalogue.js';
import type { NodeRecord } from '../catalogue/records.js';
import type { Database } from '../db/database.js';
import { AppError } from '../errors/app-error.js';
import type { Access, Action, MemberStanding, VideoStanding } from '../policy/actions.js';
import { assertCan, assertReadable, bestStanding, can } from '../policy/authorize.js';
import type { Viewer } from '../policy/viewer.js';
import type { Settings } from '../settings.js';
import { refusalOf } from '../values/parse.js';
import { NodeStatus } from '../values/states.js';
import { isOpenToAnonymous } from './community-translations.js';
import { standingIn } from './standing.js';
import type { VersionService } from './version.service.js';
import type { VideoService } from './video.service.js';

/** The resources that a request names in its path or, in GraphQL, in the arguments of its field. */
export interface RequestTarget {
  readonly publisherId?: string | undefined;
  readonly nodeId?: string | undefined;
  readonly versionId?: string | undefined;
}

/** The combined input of the rules of all actions. */
type Subject = MemberStanding &
  VideoStanding & { readonly isOpen: boolean; readonly status: NodeStatus; readonly nodeStatus: NodeStatus };

/**
 * Returns the actions to check for an operation. Operations for webhooks list an action for one publisher and one for
 * all; which applies depends on whether the request names a publisher.
 */
function actionsOf(access: Access, { publisherId }: RequestTarget): readonly Action[] {
  if (access === 'public' || access === 'address') return [];
  const other: Action = publisherId === undefined ? 'webhook.manage' : 'webhook.manageAll';
  const actions = [access].flat();
  return actions.length === 1 ? actions : actions.filter((action) => action !== other);
}

/**
 * Authorizes requests with invalid input, so that callers who may not perform an operation get 401 or 403 instead of an
 * error about their input. For valid input, the services check the permission themselves, under locks.
 */
export class AdmissionService {
  constructor(
    private readonly database: Database,
    private readonly catalogue: Catalogue,
    private readonly versions: VersionService,
    private readonly videos: VideoService,
    private readonly settings: Settings,
  ) {}

  /**
   * Asserts that the viewer may perform an operation on the named resources. If a resource does not exist, the viewer
   * is refused only if no existing resource could give them the permission.
   * @throws UNAUTHENTICATED, FORBIDDEN, PUBLISHER_BANNED, NODE_BANNED
   */
  async assertMay(viewer: Viewer, access: Access, target: RequestTarget): Promise<void> {
    const actions = actionsOf(access, target);
    if (actions.length === 0) return;
    const { subject, node } = await this.#subjectIn(viewer, refusalOf(target) === undefined ? target : {});
    // Only the input, which is invalid, tells if callers want to remove themselves, so the right to leave suffices.
    if (actions.includes('member.leave') && can(viewer, 'member.leave', subject)) return;
    for (const action of actions) {
      if (action === 'video.submit') this.videos.assertMaySubmit(viewer);
      else if (action !== 'node.read' && action !== 'node.install') assertCan(viewer, action, subject);
      else if (node) assertReadable(viewer, node, action);
    }
  }

  async #subjectIn(viewer: Viewer, target: RequestTarget): Promise<{ subject: Subject; node: NodeRecord | undefined }> {
    const { publisherId, nodeId } = await this.#withVersionPath(target);
    const node = nodeId === undefined ? undefined : await this.catalogue.node(nodeId);
    const ownerId = publisherId ?? node?.publisherId;
    const publisher = ownerId === undefined ? undefined : await this.catalogue.publishers.one(ownerId);
    const standing = publisher ? await standingIn(this.database, viewer, publisher) : bestStanding(viewer);
    const status = node?.status ?? NodeStatus.Active;
    const subject: Subject = {
      ...standing,
      status,
      nodeStatus: status,
      userId: '',
      addedById: false,
      isOpen: isOpenToAnonymous(this.settings),
      needsCredentials: this.videos.needsCredentials,
      ownerId: null,
    };
    return { subject, node };
  }

  /** Adds the publisher and node of a version that the request names by its id alone. */
  async #withVersionPath(target: RequestTarget): Promise<RequestTarget> {
    if (target.versionId === undefined || target.nodeId !== undefined) return target;
    return this.versions.pathOf({ versionId: target.versionId }).catch((error: unknown) => {
      if (error instanceof AppError) return target;
      throw error;
    });
  }
}
