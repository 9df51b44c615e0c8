import type { Catalogue } from '../catalogue/catalogue.js';
import type { NodeVersionRecord } from '../catalogue/records.js';
import type { Database } from '../db/database.js';
import { AppError, invalidInput } from '../errors/app-error.js';
import { assertReadable } from '../policy/authorize.js';
import type { Viewer } from '../policy/viewer.js';
import { highestInRange, isSemVer, isVersionRange } from '../values/semver.js';
import { NodeVersionStatus } from '../values/states.js';
import type { DownloadCounter } from './download-counter.js';
import type { NodeService } from './node.service.js';

/** Downloads of one version on one day (UTC). */
export interface DailyDownloads {
  readonly day: string;
  readonly version: string;
  readonly downloads: number;
}

const DAYS_MAX = 366;

/** Choosing the version that a host application is to install. */
export class InstallService {
  constructor(
    private readonly database: Database,
    private readonly catalogue: Catalogue,
    private readonly nodes: NodeService,
    private readonly counter: DownloadCounter,
  ) {}

  /**
   * The version to install: the asked one, the highest in an asked range, or the latest; only an Active one with an
   * archive. One download is counted.
   * @throws NODE_NOT_FOUND, NODE_BANNED, NODE_VERSION_NOT_FOUND, ARCHIVE_NOT_FOUND, INVALID_INPUT
   */
  async install(viewer: Viewer, nodeId: string, asked?: string): Promise<NodeVersionRecord> {
    const node = await this.nodes.get(viewer, nodeId);
    assertReadable(viewer, node, 'node.install');
    const version = await this.#choose(viewer, node.id, node.latestVersionId, asked);
    if (version.archiveSize === null) {
      throw new AppError(
        'ARCHIVE_NOT_FOUND',
        `The version ${version.version} of "${node.id}" has no archive here${node.repository === null ? '' : `; its repository is ${node.repository}`}.`,
      );
    }
    this.counter.count(version.id);
    return version;
  }

  /**
   * How often a node was downloaded, by day and version, oldest first.
   * @param from first day, and to last day, as YYYY-MM-DD; the last thirty where not said
   * @throws NODE_NOT_FOUND, NODE_BANNED, INVALID_INPUT for more than a year
   */
  async statistics(viewer: Viewer, nodeId: string, from?: string, to?: string): Promise<DailyDownloads[]> {
    const node = await this.nodes.get(viewer, nodeId);
    const last = to ?? new Date().toISOString().slice(0, 10);
    const first = from ?? new Date(Date.parse(last) - 29 * 86_400_000).toISOString().slice(0, 10);
    const days = (Date.parse(last) - Date.parse(first)) / 86_400_000 + 1;
    if (days < 1 || days > DAYS_MAX)
      throw invalidInput([`from: takes a day before "to", at most ${DAYS_MAX} days before`]);
    return this.database.query<DailyDownloads>(
      `select to_char(d.day, 'YYYY-MM-DD') as day, v.version, d.downloads from node_versions v join download_counts d on d.version_id = v.id
       where v.node_id = $1 and d.day between $2::date and $3::date order by d.day, v.precedence`,
      [node.id, first, last],
    );
  }

  async #choose(
    viewer: Viewer,
    nodeId: string,
    latestId: string | null,
    asked: string | undefined,
  ): Promise<NodeVersionRecord> {
    if (asked === undefined || asked === 'latest') {
      const latest = latestId === null ? undefined : await this.catalogue.versions.one(latestId);
      if (!latest) throw new AppError('NODE_VERSION_NOT_FOUND', `The node "${nodeId}" has no Active version.`);
      return latest;
    }
    if (isSemVer(asked)) {
      const version = await this.nodes.version(viewer, nodeId, asked);
      if (version.status !== NodeVersionStatus.Active)
        throw new AppError(
          'NODE_VERSION_NOT_FOUND',
          `The version "${asked}" of "${nodeId}" is not to be had: its status is ${version.status}.`,
        );
      return version;
    }
    if (!isVersionRange(asked)) throw invalidInput(['version: takes a semantic version or a range such as ^1.2']);
    const active = await this.catalogue.versionLists.all(nodeId, [NodeVersionStatus.Active]);
    const number = highestInRange(
      active.map(({ version }) => version),
      asked,
    );
    const chosen = active.find(({ version }) => version === number);
    if (!chosen)
      throw new AppError('NODE_VERSION_NOT_FOUND', `No Active version of "${nodeId}" is in ${asked.slice(0, 200)}.`);
    return chosen;
  }
}
