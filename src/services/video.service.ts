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
import { isoTime } from '../values/iso-time.js';
import { VideoTaskState } from '../values/states.js';
import { isUuid } from '../values/uuid.js';
import type { VideoCreation, VideoRequest } from '../values/video.js';
import { parseVideoTask } from './video-input.js';
import type { Actor, Writer } from './write.js';

/** A task as its caller sees it. Times are ISO 8601. */
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

/** A task that is not submitted to its provider yet. */
interface NewTask {
  readonly id: string;
  readonly ownerId: string | null;
  readonly at: Date;
  readonly request: VideoRequest;
  readonly callbackUrl: string | undefined;
}

const ENDED = [VideoTaskState.Success, VideoTaskState.Failed];

/** The stored form of a request: inline images are replaced by their type and size. */
function kept(request: VideoRequest, model: string): VideoRequest {
  const images = request.images.map((image) =>
    image.startsWith('data:') ? `${image.slice(0, image.indexOf(',') + 1)}… (${image.length} characters)` : image,
  );
  return { ...request, model, images };
}

/** The background jobs of tasks with a callback. */
export interface VideoJobs {
  /** Enqueues a check of a task's state in the given transaction. */
  readonly follow: (transaction: SqlRunner, taskId: string, afterSeconds: number) => Promise<void>;
  /** Enqueues a call of the task's callback in the given transaction. */
  readonly tell: (transaction: SqlRunner, task: VideoTaskRecord, url: string, isAnonymous: boolean) => Promise<void>;
}

const FOLLOW_DELAY_MIN = 1;
const FOLLOW_DELAY_MAX = 30;
const FOLLOWED_FOR_MS = 86_400_000;

/** Submits video-generation tasks to a provider, stores them, and reads their state until they end. */
export class VideoService {
  constructor(
    private readonly database: Database,
    private readonly writer: Writer,
    private readonly provider: VideoProvider,
    private readonly providers: Readonly<Record<string, VideoProvider>>,
    private readonly settings: Settings,
    private readonly jobs: VideoJobs,
    /** Limits the callbacks to one host that anonymous callers can cause. */
    private readonly callbackLimiter: RateLimiterAbstract,
  ) {}

  /** True if callers must be signed in. Defaults to true for an upstream provider, whose tasks cost money. */
  get needsCredentials(): boolean {
    return this.settings.VIDEO_REQUIRE_AUTH ?? this.provider.name === 'upstream';
  }

  /**
   * Submits a task. A task of a signed-in user is private to them; an anonymous task can be read by its id.
   * @throws UNAUTHENTICATED if credentials are required, INVALID_INPUT, and the provider's errors
   */
  async submit(actor: Actor, input: unknown): Promise<VideoTaskRecord> {
    this.assertMaySubmit(actor.viewer);
    const { callbackUrl, ...request } = parseVideoTask(input, this.settings);
    const ownerId = userIdOf(actor.viewer) ?? null;
    if (callbackUrl !== undefined && ownerId === null) await this.#assertFewCallbacks(new URL(callbackUrl).host);
    const id = randomUUID();
    const at = new Date();
    // The row is stored before the provider is called, so that the task is not lost if the process crashes in between.
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
   * Returns a task with its current state at the provider.
   * @throws UNAUTHENTICATED if credentials are required, VIDEO_TASK_NOT_FOUND also for tasks of other users, and the
   *   provider's errors
   */
  async follow(viewer: Viewer, id: string): Promise<VideoTaskRecord> {
    this.assertMaySubmit(viewer);
    const task = await this.#find(viewer, id);
    if (ENDED.includes(task.state)) return task;
    if (task.upstreamId === null) return this.#followInterrupted(task);
    const provider = this.providers[task.provider];
    if (!provider) throw new AppError('SERVICE_UNAVAILABLE', 'The provider of this task is no longer configured.');
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
   * Background job of a task with a callback: reads its state from the provider, sends changes to the callback, and
   * schedules itself again until the task ends, for at most a day.
   */
  async followForCallback(id: string): Promise<void> {
    const task = await this.follow({ kind: 'system', name: 'callbacks' }, id);
    const age = Date.now() - Date.parse(task.createdAt);
    if (ENDED.includes(task.state) || age > FOLLOWED_FOR_MS) return;
    const after = Math.min(FOLLOW_DELAY_MAX, Math.max(FOLLOW_DELAY_MIN, Math.round(age / 10_000)));
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
      if (callbackUrl !== undefined) await this.jobs.follow(write, id, FOLLOW_DELAY_MIN);
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
        `Anonymous callers have used up the hourly callbacks to "${host.slice(0, 200)}". Sign in, or retry later.`,
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
   * Returns a task without an upstream id: it is being submitted, or the process ended during its submission. After the
   * timeout of the provider, the task becomes failed.
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
      // The lock serializes concurrent updates, and the state of an ended task never changes.
      if (!task || (ENDED.includes(task.state) && values.state !== undefined)) return;
      const isStateChanged = values.state !== undefined && values.state !== task.state;
      Object.assign(task, values, { updatedAt: new Date() });
      await transaction.em.flush();
      if (!isStateChanged || !task.callbackUrl) return;
      const { state, errCode, credits, request, creations } = task;
      await this.jobs.tell(
        transaction,
        { id, state, errCode, credits, request, creations, createdAt: task.createdAt.toISOString() },
        task.callbackUrl,
        !task.ownerId,
      );
    });
  }

  /**
   * Asserts that the viewer may use video tasks.
   * @throws UNAUTHENTICATED, also for personal access tokens, because the holder of a token can sign in
   */
  assertMaySubmit(viewer: Viewer): void {
    if (!can(viewer, 'video.submit', { needsCredentials: this.needsCredentials, ownerId: null }))
      throw unauthenticated('Video tasks need the credential of a signed-in user. Sign in first.');
  }
}
