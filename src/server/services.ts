import { join } from 'node:path';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { Authenticator } from '../auth/authenticator.js';
import type { IdentityProvider, SignInLinks } from '../auth/identity-provider.js';
import { Sessions } from '../auth/sessions.js';
import { SignIns } from '../auth/sign-ins.js';
import { Catalogue } from '../catalogue/catalogue.js';
import { ChangeTail } from '../catalogue/change-tail.js';
import { Revision } from '../catalogue/revision.js';
import type { Callbacks } from '../clients/callbacks.js';
import type { RepositoryHost } from '../clients/repository-host.js';
import type { VideoProvider } from '../clients/video-provider.js';
import type { Database } from '../db/database.js';
import { FAST_BOUNDS, SLOW_BOUNDS } from '../analysis/bounded.js';
import { IsolatedAnalyser } from '../analysis/isolated.js';
import { archiveCheck } from '../jobs/archive-check.js';
import { JobQueue } from '../jobs/job-queue.js';
import { RetentionJobs } from '../jobs/retention-jobs.js';
import { videoJobs } from '../jobs/video-jobs.js';
import { WebhookJobs } from '../jobs/webhook-jobs.js';
import { presentChange } from '../rest/presenters/change.presenter.js';
import { presentVideoCreations } from '../rest/presenters/video.presenter.js';
import type { Settings } from '../settings.js';
import { accountOf } from '../services/account.js';
import { type AdminTokenIssuer, AdminTokenService } from '../services/admin-token.service.js';
import { AdmissionService } from '../services/admission.service.js';
import { AccountService } from '../services/account.service.js';
import { type ArchiveChecks, ArchiveService } from '../services/archive.service.js';
import { AuditService } from '../services/audit.service.js';
import { ClaimService } from '../services/claim.service.js';
import { CoreNodeService } from '../services/core-node.service.js';
import { DownloadCounter } from '../services/download-counter.js';
import { EventStreams } from '../services/event-streams.js';
import { FindingService } from '../services/finding.service.js';
import { IdempotencyService } from '../services/idempotency.service.js';
import { InstallService } from '../services/install.service.js';
import { InvitationService } from '../services/invitation.service.js';
import { MemberService } from '../services/member.service.js';
import { ModerationQueueService } from '../services/moderation-queue.service.js';
import { ModerationService } from '../services/moderation.service.js';
import { NodeService } from '../services/node.service.js';
import { PublishService } from '../services/publish.service.js';
import { PublisherService } from '../services/publisher.service.js';
import { RetentionService } from '../services/retention.service.js';
import { ResolveService } from '../services/resolve.service.js';
import { QueueDecisionService } from '../services/queue-decision.service.js';
import { ReportService } from '../services/report.service.js';
import { ReviewService } from '../services/review.service.js';
import { TokenService } from '../services/token.service.js';
import { TranslationService } from '../services/translation.service.js';
import { TrustService } from '../services/trust.service.js';
import { UserService } from '../services/user.service.js';
import { VersionService } from '../services/version.service.js';
import { VersionReadService } from '../services/version-read.service.js';
import { VersionWaits } from '../services/version-waits.js';
import { VideoService } from '../services/video.service.js';
import { WebhookService } from '../services/webhook.service.js';
import { Writer } from '../services/write.js';
import type { ArchiveStore } from '../storage/archive-store.js';
import { Incoming } from '../storage/incoming.js';
import { archiveFolder } from '../storage/open-store.js';

/** The external systems that the services use. */
export interface Outside {
  readonly identityProvider: IdentityProvider;
  readonly repositoryHost: RepositoryHost;
  readonly adminTokens: AdminTokenIssuer;
  readonly signInLinks: SignInLinks | undefined;
  readonly archiveStore: ArchiveStore;
  readonly callbacks: Callbacks;
  /** Called with errors of background work. */
  readonly onBackgroundError: (error: unknown) => void;
  /** The provider of new video tasks, and all providers that existing tasks may belong to. */
  readonly videoProvider: VideoProvider;
  readonly videoProviders: Readonly<Record<string, VideoProvider>>;
}

/** The services of one process. */
export interface Services {
  readonly catalogue: Catalogue;
  readonly changeTail: ChangeTail;
  readonly eventStreams: EventStreams;
  readonly authenticator: Authenticator;
  readonly sessions: Sessions;
  readonly signIns: SignIns;
  readonly publishers: PublisherService;
  readonly tokens: TokenService;
  readonly nodes: NodeService;
  readonly versions: VersionService;
  readonly findings: FindingService;
  readonly versionReads: VersionReadService;
  readonly versionWaits: VersionWaits;
  readonly claims: ClaimService;
  readonly translations: TranslationService;
  readonly users: UserService;
  readonly admission: AdmissionService;
  readonly adminTokens: AdminTokenService;
  readonly accounts: AccountService;
  readonly audit: AuditService;
  readonly coreNodes: CoreNodeService;
  readonly resolve: ResolveService;
  readonly members: MemberService;
  readonly invitations: InvitationService;
  readonly moderation: ModerationService;
  readonly queue: ModerationQueueService;
  readonly decisions: QueueDecisionService;
  readonly trust: TrustService;
  readonly reports: ReportService;
  readonly reviews: ReviewService;
  readonly publishing: PublishService;
  readonly archives: ArchiveService;
  readonly installs: InstallService;
  readonly downloads: DownloadCounter;
  readonly jobs: JobQueue;
  readonly videos: VideoService;
  readonly webhooks: WebhookService;
  readonly webhookJobs: WebhookJobs;
  readonly retentionJobs: RetentionJobs;
  readonly writer: Writer;
  readonly idempotency: IdempotencyService;
}

const perHour = (points: number): RateLimiterMemory => new RateLimiterMemory({ points, duration: 3600 });

/** Creates the services on an open, migrated database. The caller must call `catalogue.start` afterwards. */
export async function buildServices(database: Database, settings: Settings, outside: Outside): Promise<Services> {
  const revision = await openRevision(database, outside.onBackgroundError);
  const catalogue = new Catalogue(database, revision, settings.CACHE_MEGABYTES * 1024 * 1024, settings.PUBLIC_URL);
  const writer = new Writer(database, revision, settings);
  const users = new UserService(database, settings);
  const sessions = new Sessions(database, users, settings);
  const publishers = new PublisherService(database, writer, catalogue, settings);
  const members = new MemberService(writer, publishers);
  const nodes = new NodeService(database, writer, catalogue, settings);
  const incoming = await openIncoming(settings);
  const downloads = new DownloadCounter(writer, outside.onBackgroundError);
  const parts = { database, settings, outside, revision, catalogue, writer, incoming };
  const { jobs, checks, ...background } = wireBackground(parts);
  const versions = new VersionService(database, writer, catalogue);
  const moderation = new ModerationService(writer, catalogue, nodes, checks);
  const translationLimiter = perHour(settings.COMMUNITY_TRANSLATIONS_PER_HOUR);
  return {
    catalogue,
    changeTail: new ChangeTail(database, catalogue.changeFeed, revision, outside.onBackgroundError),
    eventStreams: new EventStreams(settings),
    downloads,
    jobs,
    ...background,
    publishing: new PublishService(writer, catalogue, nodes, settings),
    archives: new ArchiveService(database, writer, catalogue, nodes, outside.archiveStore, incoming, checks, settings),
    installs: new InstallService(database, catalogue, nodes, downloads),
    writer,
    idempotency: new IdempotencyService(database, 60_000 + settings.VIDEO_TIMEOUT_MS),
    users,
    publishers,
    nodes,
    audit: new AuditService(database, publishers),
    coreNodes: new CoreNodeService(writer, catalogue),
    resolve: new ResolveService(catalogue, settings.HOST_NODE_ID, catalogue.shares.plans),
    members,
    invitations: new InvitationService(database, writer, publishers, members),
    moderation,
    ...wireQueue({ ...parts, versions, moderation, nodes }),
    reviews: new ReviewService(writer, catalogue),
    authenticator: new Authenticator(database, users, outside.identityProvider, sessions),
    sessions,
    signIns: new SignIns(database, settings, outside.signInLinks),
    tokens: new TokenService(database, writer, catalogue, settings),
    versions,
    adminTokens: new AdminTokenService(database, writer, outside.adminTokens),
    admission: new AdmissionService(database, catalogue, versions, background.videos, settings),
    claims: new ClaimService(database, writer, catalogue, outside.repositoryHost, settings),
    translations: new TranslationService(writer, catalogue, translationLimiter, settings),
  };
}

/** The dependencies of the services of the moderation queue. */
interface QueueParts extends BackgroundParts, Pick<Services, 'versions' | 'moderation' | 'nodes'> {}

/** The services of the moderation queue, and of the findings, reports and accounts that moderators decide on. */
type QueueServices = Pick<
  Services,
  'accounts' | 'decisions' | 'findings' | 'queue' | 'reports' | 'trust' | 'versionReads' | 'versionWaits'
>;

function wireQueue(parts: QueueParts): QueueServices {
  const { database, settings, revision, catalogue, writer, versions, moderation, nodes } = parts;
  const accounts = new AccountService(database, writer, settings);
  const findings = new FindingService(database, versions);
  const versionWaits = new VersionWaits(revision);
  return {
    accounts,
    findings,
    versionWaits,
    versionReads: new VersionReadService(catalogue, nodes, versionWaits),
    queue: new ModerationQueueService(database, catalogue, findings, settings),
    decisions: new QueueDecisionService(moderation, accounts),
    trust: new TrustService(database, writer, catalogue),
    reports: new ReportService(writer, perHour(settings.REPORTS_PER_HOUR), settings),
  };
}

/** Opens the revision of the catalogue, which is refreshed when another process has written. */
async function openRevision(database: Database, onError: (error: unknown) => void): Promise<Revision> {
  const revision = new Revision(database);
  // Only this process can write to the embedded database. A server notifies each process of the writes of others, and
  // the poll finds writes whose notification was lost.
  await revision.start(database.isEmbedded ? undefined : 500);
  database.onForeignWrite(() => void revision.refresh().catch(onError));
  return revision;
}

/** Opens the folder for incoming uploads, and deletes the files that crashed processes left there. */
export async function openIncoming(settings: Settings): Promise<Incoming> {
  const incoming = new Incoming(
    join(archiveFolder(settings), 'incoming'),
    settings.ARCHIVE_MAX_MEGABYTES * 1024 * 1024,
    settings.UPLOAD_GRACE_SECONDS,
  );
  await incoming.sweep();
  return incoming;
}

/** The dependencies of the services with background jobs. */
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
type Background = Pick<Services, 'jobs' | 'videos' | 'webhooks' | 'webhookJobs' | 'retentionJobs'> & {
  readonly checks: ArchiveChecks;
};

/**
 * Creates the job queue and the services of its jobs. These services enqueue jobs, so they get the queue as a function.
 */
function wireBackground(parts: BackgroundParts): Background {
  const { database, settings, outside, revision, catalogue, writer, incoming } = parts;
  const videos = buildVideos(parts, () => jobs);
  const webhookJobs = new WebhookJobs(
    database,
    revision,
    catalogue.changeFeed,
    outside.callbacks,
    () => jobs,
    presentChange,
    outside.onBackgroundError,
  );
  const retention = new RetentionService(database, writer, outside.archiveStore, settings);
  const analyser = new IsolatedAnalyser();
  const checkParts = { writer, store: outside.archiveStore, incoming, analyser, levels: settings.CHECK_LEVELS };
  const jobs: JobQueue = new JobQueue(
    database,
    outside.onBackgroundError,
    {
      'archive.check': archiveCheck(checkParts, {
        bounds: FAST_BOUNDS,
        onTooLong: (write, versionId, group) => jobs.send(write, 'archive.checkSlow', { versionId }, { group }),
      }),
      'archive.checkSlow': archiveCheck(checkParts, { bounds: SLOW_BOUNDS }),
      'video.follow': ({ taskId }) => videos.followForCallback(taskId),
      'video.callback': ({ id, url, body }) => outside.callbacks.post(url, id, body),
      'webhook.deliver': ({ webhookId }) => webhookJobs.deliver(webhookId),
      'webhook.retry': ({ webhookId }) => webhookJobs.deliver(webhookId),
      'retention.sweep': () => retention.sweep(),
    },
    { heartbeatSeconds: settings.JOB_HEARTBEAT_SECONDS, expirySeconds: settings.JOB_EXPIRY_SECONDS },
  );
  return {
    jobs,
    videos,
    webhookJobs,
    retentionJobs: new RetentionJobs(database, () => jobs, outside.onBackgroundError),
    webhooks: new WebhookService(
      database,
      writer,
      catalogue,
      settings,
      (name) => outside.callbacks.secretOf(name),
      () => webhookJobs.soon(),
    ),
    checks: {
      ask: async (write, versionId, publisherId) =>
        jobs.send(write, 'archive.check', { versionId }, { group: await accountOf(write, publisherId) }),
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
    videoJobs(queue, presentVideoCreations),
    perHour(settings.ANONYMOUS_CALLBACKS_PER_HOST),
  );
}
