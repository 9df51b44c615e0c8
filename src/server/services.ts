import { join } from 'node:path';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { Authenticator } from '../auth/authenticator.js';
import type { IdentityProvider } from '../auth/identity-provider.js';
import { Catalogue } from '../catalogue/catalogue.js';
import { Revision } from '../catalogue/revision.js';
import type { Callbacks } from '../clients/callbacks.js';
import type { RepositoryHost } from '../clients/repository-host.js';
import type { VideoProvider } from '../clients/video-provider.js';
import type { Database } from '../db/database.js';
import { archiveCheck } from '../jobs/archive-check.js';
import { JobQueue } from '../jobs/job-queue.js';
import { videoJobs } from '../jobs/video-jobs.js';
import { WebhookJobs } from '../jobs/webhook-jobs.js';
import type { Settings } from '../settings.js';
import { type ArchiveChecks, ArchiveService } from '../services/archive.service.js';
import { AuditService } from '../services/audit.service.js';
import { ClaimService } from '../services/claim.service.js';
import { CoreNodeService } from '../services/core-node.service.js';
import { DownloadCounter } from '../services/download-counter.js';
import { IdempotencyService } from '../services/idempotency.service.js';
import { InstallService } from '../services/install.service.js';
import { MemberService } from '../services/member.service.js';
import { ModerationService } from '../services/moderation.service.js';
import { NodeService } from '../services/node.service.js';
import { PublishService } from '../services/publish.service.js';
import { PublisherService } from '../services/publisher.service.js';
import { ReviewService } from '../services/review.service.js';
import { TokenService } from '../services/token.service.js';
import { TranslationService } from '../services/translation.service.js';
import { UserService } from '../services/user.service.js';
import { VersionService } from '../services/version.service.js';
import { VideoService } from '../services/video.service.js';
import { WebhookService } from '../services/webhook.service.js';
import { Writer } from '../services/write.js';
import type { ArchiveStore } from '../storage/archive-store.js';
import { Incoming } from '../storage/incoming.js';
import { archiveFolder } from '../storage/open-store.js';

/** Everything that the services reach outside this process. */
export interface Outside {
  readonly identityProvider: IdentityProvider;
  readonly repositoryHost: RepositoryHost;
  readonly archiveStore: ArchiveStore;
  readonly callbacks: Callbacks;
  /** Told of what goes wrong in the background. */
  readonly onBackgroundError: (error: unknown) => void;
  /** The provider of new video tasks, and every one that an old task may be with. */
  readonly videoProvider: VideoProvider;
  readonly videoProviders: Readonly<Record<string, VideoProvider>>;
}

/** The services of one process, wired together once. */
export interface Services {
  readonly catalogue: Catalogue;
  readonly authenticator: Authenticator;
  readonly publishers: PublisherService;
  readonly tokens: TokenService;
  readonly nodes: NodeService;
  readonly versions: VersionService;
  readonly claims: ClaimService;
  readonly translations: TranslationService;
  readonly users: UserService;
  readonly audit: AuditService;
  readonly coreNodes: CoreNodeService;
  readonly members: MemberService;
  readonly moderation: ModerationService;
  readonly reviews: ReviewService;
  readonly publishing: PublishService;
  readonly archives: ArchiveService;
  readonly installs: InstallService;
  readonly downloads: DownloadCounter;
  readonly jobs: JobQueue;
  readonly videos: VideoService;
  readonly webhooks: WebhookService;
  readonly webhookJobs: WebhookJobs;
  readonly writer: Writer;
  readonly idempotency: IdempotencyService;
}

const perHour = (points: number): RateLimiterMemory => new RateLimiterMemory({ points, duration: 3600 });

/** Wires the services on an open, migrated database; `catalogue.start` is yet to be called. */
export async function buildServices(database: Database, settings: Settings, outside: Outside): Promise<Services> {
  const revision = await openRevision(database, outside.onBackgroundError);
  const catalogue = new Catalogue(database, revision, settings.CACHE_MEGABYTES * 1024 * 1024, settings.PUBLIC_URL);
  const writer = new Writer(database, revision);
  const users = new UserService(database, settings);
  const publishers = new PublisherService(database, writer, catalogue, settings);
  const nodes = new NodeService(database, writer, catalogue);
  const incoming = await openIncoming(settings);
  const downloads = new DownloadCounter(writer, outside.onBackgroundError);
  const parts = { database, settings, outside, revision, catalogue, writer, incoming };
  const { jobs, checks, ...background } = wireBackground(parts);
  const translationLimiter = perHour(settings.COMMUNITY_TRANSLATIONS_PER_HOUR);
  return {
    catalogue,
    downloads,
    jobs,
    ...background,
    publishing: new PublishService(writer, catalogue, nodes, settings),
    archives: new ArchiveService(database, writer, catalogue, nodes, outside.archiveStore, incoming, checks),
    installs: new InstallService(database, catalogue, nodes, downloads),
    writer,
    idempotency: new IdempotencyService(database, 60_000 + settings.VIDEO_TIMEOUT_MS),
    users,
    publishers,
    nodes,
    audit: new AuditService(database, publishers),
    coreNodes: new CoreNodeService(writer, catalogue),
    members: new MemberService(writer, publishers, settings),
    moderation: new ModerationService(writer, catalogue, nodes, checks),
    reviews: new ReviewService(writer, catalogue),
    authenticator: new Authenticator(database, users, outside.identityProvider),
    tokens: new TokenService(database, writer, catalogue, settings),
    versions: new VersionService(database, writer, catalogue),
    claims: new ClaimService(database, writer, catalogue, outside.repositoryHost, settings),
    translations: new TranslationService(writer, catalogue, translationLimiter, settings),
  };
}

/** The revision of the catalogue, refreshed when another process has written. */
async function openRevision(database: Database, onError: (error: unknown) => void): Promise<Revision> {
  const revision = new Revision(database);
  // Only this process can write to the embedded database. A server notifies each process of the others' writes; the
  // poll finds the writes whose notification was lost.
  await revision.start(database.isEmbedded ? undefined : 500);
  database.onForeignWrite(() => void revision.refresh().catch(onError));
  return revision;
}

/** The folder that uploads are received into, without the files that crashed processes left there. */
async function openIncoming(settings: Settings): Promise<Incoming> {
  const incoming = new Incoming(
    join(archiveFolder(settings), 'incoming'),
    settings.ARCHIVE_MAX_MEGABYTES * 1024 * 1024,
  );
  await incoming.sweep();
  return incoming;
}

/** What the services with background jobs are built from. */
interface BackgroundParts {
  readonly database: Database;
  readonly settings: Settings;
  readonly outside: Outside;
  readonly revision: Revision;
  readonly catalogue: Catalogue;
  readonly writer: Writer;
  readonly incoming: Incoming;
}

/** The job queue, and the services that its jobs call. */
type Background = Pick<Services, 'jobs' | 'videos' | 'webhooks' | 'webhookJobs'> & { readonly checks: ArchiveChecks };

/** Wires the job queue. Its jobs call services that enqueue jobs themselves, so they get the queue as a function. */
function wireBackground(parts: BackgroundParts): Background {
  const { database, settings, outside, revision, catalogue, writer, incoming } = parts;
  const videos = buildVideos(parts, () => jobs);
  const webhookJobs = new WebhookJobs(
    database,
    revision,
    catalogue.changeFeed,
    outside.callbacks,
    () => jobs,
    outside.onBackgroundError,
  );
  const jobs: JobQueue = new JobQueue(
    database,
    outside.onBackgroundError,
    {
      'archive.check': archiveCheck({ writer, store: outside.archiveStore, incoming, checksOff: settings.CHECKS_OFF }),
      'video.follow': ({ taskId }) => videos.followForCallback(taskId),
      'video.callback': ({ id, url, body }) => outside.callbacks.post(url, id, body),
      'webhook.deliver': ({ webhookId }) => webhookJobs.deliver(webhookId),
    },
    { heartbeatSeconds: settings.JOB_HEARTBEAT_SECONDS, expirySeconds: settings.JOB_EXPIRY_SECONDS },
  );
  return {
    jobs,
    videos,
    webhookJobs,
    webhooks: new WebhookService(
      database,
      writer,
      catalogue,
      settings,
      (id) => outside.callbacks.secretOf(id),
      () => webhookJobs.soon(),
    ),
    checks: {
      ask: (write, versionId) => jobs.send(write, 'archive.check', { versionId }),
      wake: () => jobs.wake('archive.check'),
    },
  };
}

function buildVideos({ database, settings, outside, writer }: BackgroundParts, queue: () => JobQueue): VideoService {
  return new VideoService(
    database,
    writer,
    outside.videoProvider,
    outside.videoProviders,
    settings,
    videoJobs(queue),
    perHour(settings.ANONYMOUS_CALLBACKS_PER_HOST),
  );
}
