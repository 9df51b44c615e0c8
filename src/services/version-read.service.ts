import type { Catalogue } from '../catalogue/catalogue.js';
import type { NodeVersionRecord } from '../catalogue/records.js';
import { notFound } from '../errors/app-error.js';
import { callerName, type Viewer } from '../policy/viewer.js';
import { NodeVersionStatus } from '../values/states.js';
import { isUuid } from '../values/uuid.js';
import type { NodeService } from './node.service.js';
import type { VersionWaits } from './version-waits.js';

/** Reads single versions. */
export class VersionReadService {
  constructor(
    private readonly catalogue: Catalogue,
    private readonly nodes: NodeService,
    private readonly waits: VersionWaits,
  ) {}

  /**
   * Returns a version by its id. Requires the same permission as reading it by its number.
   * @throws NODE_NOT_FOUND, NODE_BANNED, NODE_VERSION_NOT_FOUND
   */
  async byId(viewer: Viewer, id: string): Promise<NodeVersionRecord> {
    const version = isUuid(id) ? await this.catalogue.versions.one(id.toLowerCase()) : undefined;
    if (!version) throw notFound('version', id);
    return this.nodes.version(viewer, version.nodeId, version.version);
  }

  /**
   * Returns a version of a node by its number. If it is Pending, waits until its archive is checked.
   * @param seconds limit of the wait
   * @param closed aborted when the caller closes the connection
   * @returns the version, which is still Pending if the wait reached its limit or the process stops
   * @throws NODE_NOT_FOUND, NODE_BANNED, NODE_VERSION_NOT_FOUND; RATE_LIMITED or SERVICE_UNAVAILABLE if too many
   *   requests are already waiting
   */
  async whenChecked(
    viewer: Viewer,
    nodeId: string,
    number: string,
    seconds: number,
    closed: AbortSignal,
  ): Promise<NodeVersionRecord> {
    const found = await this.nodes.version(viewer, nodeId, number);
    const caller = callerName(viewer);
    if (found.status !== NodeVersionStatus.Pending || caller === undefined) return found;
    await this.waits.until(found.id, { caller, seconds, closed }, async () => {
      const version = await this.catalogue.versions.one(found.id);
      return version?.status !== NodeVersionStatus.Pending;
    });
    // Permission is checked again, because the caller may have lost it during the wait.
    return this.nodes.version(viewer, nodeId, number);
  }
}
