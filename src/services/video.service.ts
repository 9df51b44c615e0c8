import { randomUUID } from 'node:crypto';
import { LockMode } from '@mikro-orm/core';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import type { VideoProvider } from '../clients/video-provider.js';
import type { Database, SqlRunner } from '../db/database.js';
import { VideoTask } from '../entities/video-task.js';
import { AppError, notFound, unauthenticated } from '../errors/app-error.js';
import { can } from '../policy/authorize.js';
import { userIdOf, type Viewer } from '../policy/viewer.js';
import type { Settings } from '../settings.js';
import { isoTime } from '../catalogue/rows.js';
import { VideoTaskState } from '../values/states.js';
import { isUuid } from '../values/uuid.js';
import type { VideoCreation, VideoRequest } from '../values/video.js';
import { parseVideoTask } from './video-input.js';
import type { Actor, Writer } from './write.js';

/** A task as its caller sees it; times are ISO 8601. */
export interface VideoTaskRecord {
  readonly id: string;
  readonly state: VideoTaskState;
  readonly errCode: string;
  readonly credits: number;
  readonly createdAt: string;
  readonly request: VideoRequest;
  readonly creations: readonly VideoCreation[];
}

interface Row extends VideoTaskRecord {
  readonly ownerId: string | null;
  readonly provider: 'sandbox' | 'upstream';
  readonly upstreamId: string | null;
}

/** A task that is not with its provider yet. */
interface NewTask {
  readonly id: string;
  readonly ownerId: string | null;
  readonly at: Date;
  readonly request: VideoRequest;
  readonly callbackUrl: string | undefined;
}

const ENDED = [VideoTaskState.Success, VideoTaskState.Failed];

/** What is kept of a request: images that came inside it are named by their type and size only. */
function kept(request: VideoRequest, model: string): VideoRequest {
  const images = request.images.map((image) =>
    image.startsWith('data:') ? `${image.slice(0, image.indexOf(',') + 1)}… (${image.length} characters)` : image,
  );
  return { ...request, model, images };
}

/** The background that tells callers of their tasks. */
export interface VideoJobs {
  /** Has a task looked at, if the open transaction commits. */
  readonly follow: (transaction: SqlRunner, taskId: string, afterSeconds: number) => Promise<void>;
  /** Has a task's state told to its callback, if the open transaction commits. */
  readonly tell: (transaction: SqlRunner, task: VideoTaskRecord, url: string, isAnonymous: boolean) => Promise<void>;
}

const FOLLOW_FIRST = 1;
const FOLLOW_MOST = 30;
const FOLLOWED_FOR_MS = 86_400_000;

/** Video-generation tasks: handed to a provider, stored, and followed until they end. */
export class VideoService {
  constructor(
    private readonly database: Database,
    private readonly writer: Writer,
    private readonly provider: VideoProvider,
    private readonly providers: Readonly<Record<string, VideoProvider>>,
    private readonly settings: Settings,
    private readonly jobs: VideoJobs,
    /** Keeps strangers from having one host called by us again and again. */
    private readonly callbackLimiter: RateLimiterAbstract,
  ) {}

  /** Whether callers must be signed in: by default where tasks cost the operator money. */
  get needsCredentials(): boolean {
    return this.settings.VIDEO_REQUIRE_AUTH ?? this.provider.name === 'upstream';
  }

  /**
   * Submits a task. That of a signed-in user is his own; an anonymous one's belongs to whoever holds its id.
   * @throws UNAUTHENTICATED where credentials are asked, INVALID_INPUT, and what the provider says
   */
  async submit(actor: Actor, input: unknown): Promise<VideoTaskRecord> {
    this.#assertMayAsk(actor.viewer);
    const { callbackUrl, ...request } = parseVideoTask(input, this.settings);
    const ownerId = userIdOf(actor.viewer) ?? null;
    if (callbackUrl !== undefined && ownerId === null) await this.#assertFewCallbacks(new URL(callbackUrl).host);
    const id = randomUUID();
    const at = new Date();
    // The row is stored before the provider is called, so that a crash between the two leaves a trace to follow.
    await this.#store(actor, { id, ownerId, at, request, callbackUrl });
    try {
      const { upstreamId, state, credits, model } = await this.provider.submit(id, request);
      await this.#update(id, { upstreamId, state, credits, request: kept(request, model) });
      return {
        id,
        state,
        errCode: '',
        credits,
        createdAt: at.toISOString(),
        request: { ...request, model },
        creations: [],
      };
    } catch (error) {
      const code = error instanceof AppError ? error.code : 'INTERNAL_ERROR';
      await this.#update(id, { state: VideoTaskState.Failed, errCode: code });
      throw error;
    }
  }

  /**
   * A task, as far as its provider says it is now.
   * @throws UNAUTHENTICATED where credentials are asked, VIDEO_TASK_NOT_FOUND for another's too, and what the
   *   provider says
   */
  async follow(viewer: Viewer, id: string): Promise<VideoTaskRecord> {
    this.#assertMayAsk(viewer);
    const task = await this.#find(viewer, id);
    if (ENDED.includes(task.state)) return task;
    if (task.upstreamId === null) return this.#followInterrupted(task);
    const provider = this.providers[task.provider];
    if (!provider) throw new AppError('SERVICE_UNAVAILABLE', 'The provider of this task is not configured any more.');
    const progress = await provider.progress({
      id: task.id,
      upstreamId: task.upstreamId,
      request: task.request,
      createdAt: new Date(task.createdAt),
    });
    if (progress.state !== task.state) await this.#update(id, progress);
    return { ...task, ...progress };
  }

  /**
   * Looks how far a task with a callback is, for the background; each change of its state is told, and it is looked at
   * again until it has ended, for a day.
   */
  async followForCallback(id: string): Promise<void> {
    const task = await this.follow({ kind: 'system', name: 'callbacks' }, id);
    const age = Date.now() - Date.parse(task.createdAt);
    if (ENDED.includes(task.state) || age > FOLLOWED_FOR_MS) return;
    const after = Math.min(FOLLOW_MOST, Math.max(FOLLOW_FIRST, Math.round(age / 10_000)));
    await this.database.transaction((transaction) => this.jobs.follow(transaction, id, after));
  }

  /** Stores a task that is about to be submitted. */
  async #store(actor: Actor, { id, ownerId, at, request, callbackUrl }: NewTask): Promise<void> {
    await this.writer.run(actor, async (write) => {
      write.em.create(
        VideoTask,
        {
          id,
          ownerId,
          provider: this.provider.name,
          upstreamId: null,
          state: VideoTaskState.Created,
          request: kept(request, request.model),
          creations: [],
          callbackUrl: callbackUrl ?? null,
          createdAt: at,
          updatedAt: at,
        },
        { persist: true },
      );
      if (callbackUrl !== undefined) await this.jobs.follow(write, id, FOLLOW_FIRST);
      write.audit({
        action: 'video.submit',
        subjectKind: 'video_task',
        subjectId: id,
        after: { provider: this.provider.name, model: request.model },
      });
    });
  }

  async #assertFewCallbacks(host: string): Promise<void> {
    try {
      await this.callbackLimiter.consume(host);
    } catch (limit) {
      if (limit instanceof Error) throw limit;
      const retryAfter = Math.ceil((limit as { msBeforeNext: number }).msBeforeNext / 1000);
      throw new AppError(
        'RATE_LIMITED',
        `Strangers have had "${host.slice(0, 200)}" called often enough for now; sign in, or come again later.`,
        { retryAfter },
      );
    }
  }

  async #find(viewer: Viewer, id: string): Promise<Row> {
    const rows = isUuid(id)
      ? await this.database.query<Row>(
          `select id, owner_id as "ownerId", provider, upstream_id as "upstreamId", state, err_code as "errCode", credits, request, creations, created_at as "createdAt"
           from video_tasks where id = $1::uuid`,
          [id],
        )
      : [];
    const task = rows[0];
    if (!task || !can(viewer, 'video.follow', { needsCredentials: this.needsCredentials, ownerId: task.ownerId }))
      throw notFound('video task', id);
    return { ...task, createdAt: isoTime(task.createdAt) };
  }

  /**
   * A task that no provider is known to have taken: the process ended while it asked. After its time it counts as
   * failed.
   */
  async #followInterrupted(task: Row): Promise<VideoTaskRecord> {
    if (Date.now() - Date.parse(task.createdAt) < this.settings.VIDEO_TIMEOUT_MS + 5000) return task;
    const ended = { state: VideoTaskState.Failed, errCode: 'SUBMISSION_INTERRUPTED' };
    await this.#update(task.id, ended);
    return { ...task, ...ended };
  }

  async #update(
    id: string,
    values: {
      upstreamId?: string;
      state?: VideoTaskState;
      errCode?: string;
      credits?: number;
      request?: VideoRequest;
      creations?: readonly VideoCreation[];
    },
  ): Promise<void> {
    await this.database.transaction(async (transaction) => {
      const task = await transaction.em.findOne(VideoTask, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
      // Of two who look at once, one writes; what has ended stays as it ended.
      if (!task || (ENDED.includes(task.state) && values.state !== undefined)) return;
      const isNews = values.state !== undefined && values.state !== task.state;
      Object.assign(task, values, { updatedAt: new Date() });
      await transaction.em.flush();
      if (!isNews || !task.callbackUrl) return;
      const { state, errCode, credits, request, creations } = task;
      await this.jobs.tell(
        transaction,
        { id, state, errCode, credits, request, creations, createdAt: task.createdAt.toISOString() },
        task.callbackUrl,
        !task.ownerId,
      );
    });
  }

  #assertMayAsk(viewer: Viewer): void {
    if (!can(viewer, 'video.submit', { needsCredentials: this.needsCredentials, ownerId: null }))
      throw unauthenticated('Video tasks need the credential of a signed-in user here.');
  }
}
