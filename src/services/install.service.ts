import type { Catalogue } from '../catalogue/catalogue.js';
import type { NodeRecord, NodeVersionRecord } from '../catalogue/records.js';
import { DEFAULT_VERSION_STATUSES, INSTALLABLE_VERSION, PUBLIC_VERSION } from '../catalogue/visibility.js';
import type { Database } from '../db/database.js';
import { AppError, invalidInput, unavailable } from '../errors/app-error.js';
import { assertReadable } from '../policy/authorize.js';
import type { Viewer } from '../policy/viewer.js';
import { highestInRange, isSemVer, isVersionRange } from '../values/semver.js';
import type { DownloadCounter } from './download-counter.js';
import type { NodeService } from './node.service.js';

/** Downloads of one version on one day (UTC). */
export interface DailyDownloads {
  readonly day: string;
  readonly version: string;
  readonly downloads: number;
}

const DAYS_MAX = 366;

/** Selects the version that a host application installs, and reports download statistics. */
export class InstallService {
  constructor(
    private readonly database: Database,
    private readonly catalogue: Catalogue,
    private readonly nodes: NodeService,
    private readonly counter: DownloadCounter,
  ) {}

  /**
   * Returns the version to install: the requested version, the highest one in a requested range, or the latest. Only
   * Active versions with an archive can be installed.
   * @param address the caller's network address, which counts as one download per version and day; `undefined` counts
   *   no download
   * @throws NODE_NOT_FOUND, NODE_BANNED, NODE_VERSION_NOT_FOUND, ARCHIVE_NOT_FOUND, INVALID_INPUT
   */
  async install(
    viewer: Viewer,
    nodeId: string,
    asked: string | undefined,
    address: string | undefined,
  ): Promise<NodeVersionRecord> {
    const node = await this.nodes.get(viewer, nodeId);
    assertReadable(viewer, node, 'node.install');
    const version = await this.#choose(viewer, node, asked);
    if (address !== undefined) this.counter.count(version.id, address);
    return version;
  }

  /**
   * Returns the downloads of a node by day and version, oldest first.
   * @param from first day as YYYY-MM-DD; defaults to 29 days before `to`, which defaults to today
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

  async #choose(viewer: Viewer, node: NodeRecord, asked: string | undefined): Promise<NodeVersionRecord> {
    const isRange = asked !== undefined && asked !== 'latest' && !isSemVer(asked);
    if (isRange && !isVersionRange(asked))
      throw invalidInput(['version: takes a semantic version or a range such as ^1.2']);
    if (isRange) return this.#highestIn(node, asked);
    if (asked !== undefined && asked !== 'latest') return this.#exactly(viewer, node, asked);
    const latest = node.latestVersionId === null ? undefined : await this.catalogue.versions.one(node.latestVersionId);
    if (!latest) throw nothingToInstall(node);
    return latest;
  }

  async #exactly(viewer: Viewer, node: NodeRecord, number: string): Promise<NodeVersionRecord> {
    const version = await this.nodes.version(viewer, node.id, number);
    if (!PUBLIC_VERSION.holds(version)) throw unavailable(node.id, version);
    if (!INSTALLABLE_VERSION.holds(version)) throw noArchive(node, `Version ${version.version} of "${node.id}"`);
    return version;
  }

  async #highestIn(node: NodeRecord, asked: string): Promise<NodeVersionRecord> {
    if (node.latestVersionId === null) throw nothingToInstall(node);
    const { items: active } = await this.catalogue.versionLists.ofNode(node.id, DEFAULT_VERSION_STATUSES);
    const number = highestInRange(
      active.map(({ version }) => version),
      asked,
    );
    const chosen = active.find(({ version }) => version === number);
    if (!chosen)
      throw new AppError(
        'NODE_VERSION_NOT_FOUND',
        `No Active version of "${node.id}" is in the range ${asked.slice(0, 200)}.`,
      );
    return chosen;
  }
}

/** The error for an imported node or version. Contains the repository, which managers can clone instead. */
const noArchive = ({ repository }: NodeRecord, what: string): AppError =>
  new AppError(
    'ARCHIVE_NOT_FOUND',
    `${what} has no archive in this registry${repository === null ? '' : `. Install it from its repository: ${repository}`}.`,
  );

const nothingToInstall = (node: NodeRecord): AppError =>
  node.coreNodesVersionId === null
    ? new AppError('NODE_VERSION_NOT_FOUND', `The node "${node.id}" has no Active version.`)
    : noArchive(node, `The node "${node.id}"`);
