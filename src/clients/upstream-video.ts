import { z } from 'zod';
import { AppError, notFound } from '../errors/app-error.js';
import type { Secret } from '../values/secret.js';
import { refusalOf } from '../values/parse.js';
import { VideoTaskState } from '../values/states.js';
import type { VideoCreation, VideoRequest } from '../values/video.js';
import { callJson, CallFailed, type HttpAnswer, retryAfterOf } from './http.js';
import type { KnownTask, SubmittedTask, TaskProgress, VideoProvider } from './video-provider.js';

const MAX_BYTES = 5_000_000;
// Limit of the provider's error message, which is shown to callers.
const REASON_MAX = 300;

const submitted = z.object({
  task_id: z.string().min(1),
  state: z.enum(VideoTaskState).catch(VideoTaskState.Created),
  credits: z.int32().catch(0),
  model: z.string().optional().catch(undefined),
});

const moderation = z.union([z.array(z.string()), z.string().transform((url) => [url])]).catch([]);

const creation = z.object({
  id: z.string(),
  url: z.string(),
  cover_url: z.string().optional().catch(undefined),
  watermarked_url: z.string().optional().catch(undefined),
  moderation_url: moderation.default([]),
});

const progress = z.object({
  state: z.enum(VideoTaskState),
  err_code: z.string().nullish().catch(''),
  creations: z.array(creation).nullish(),
});

const toCreation = (item: z.output<typeof creation>): VideoCreation => ({
  id: item.id,
  url: item.url,
  ...(item.cover_url ? { coverUrl: item.cover_url } : {}),
  ...(item.watermarked_url ? { watermarkedUrl: item.watermarked_url } : {}),
  moderationUrl: item.moderation_url,
});

const toWire = (request: VideoRequest): Record<string, unknown> => ({
  model: request.model,
  images: request.images,
  prompt: request.prompt,
  aspect_ratio: request.aspectRatio,
  resolution: request.resolution,
  duration: request.duration,
  seed: request.seed,
  priority: request.priority,
  enhance: request.enhance,
  movement_amplitude: request.movementAmplitude,
  style: request.style,
});

const broken = (cause?: unknown): AppError =>
  new AppError('VIDEO_UPSTREAM_ERROR', 'The video provider returned an invalid response.', { cause });

function failed(error: unknown): AppError {
  if (!(error instanceof CallFailed)) return broken(error);
  if (error.why === 'timeout')
    return new AppError('VIDEO_UPSTREAM_TIMEOUT', 'The video provider did not respond in time.', { cause: error });
  if (error.why === 'unreachable')
    return new AppError('SERVICE_UNAVAILABLE', 'The video provider can’t be reached at the moment. Try again later.', {
      retryAfter: 30,
      cause: error,
    });
  return broken(error);
}

function reasonOf({ status, json }: HttpAnswer): string {
  const body = (typeof json === 'object' && json !== null ? json : {}) as Record<string, unknown>;
  const said = [body['message'], body['reason'], body['error'], body['err_code']].find(
    (part) => typeof part === 'string' && part !== '',
  ) as string | undefined;
  return (said ?? `status ${status}`).slice(0, REASON_MAX);
}

/** The video provider at VIDEO_UPSTREAM_URL. It never receives a caller's credential or callback URL. */
export class UpstreamVideo implements VideoProvider {
  readonly name = 'upstream';

  constructor(
    private readonly baseUrl: string,
    private readonly key: Secret,
    private readonly timeoutMs: number,
  ) {}

  async submit(_id: string, request: VideoRequest): Promise<SubmittedTask> {
    const answer = submitted.safeParse((await this.#call('POST', '/start-end2video', toWire(request))).json);
    if (!answer.success) throw broken(answer.error);
    const { task_id: upstreamId, state, credits, model } = answer.data;
    return { upstreamId, state, credits, model: model ?? request.model };
  }

  async progress(task: KnownTask): Promise<TaskProgress> {
    const answer = progress.safeParse(
      (await this.#call('GET', `/tasks/${encodeURIComponent(task.upstreamId)}/creations`, undefined, task.id)).json,
    );
    if (!answer.success) throw broken(answer.error);
    const { state, err_code: errCode, creations } = answer.data;
    return { state, errCode: errCode ?? '', creations: (creations ?? []).map(toCreation) };
  }

  async #call(method: 'GET' | 'POST', path: string, body?: unknown, taskId?: string): Promise<HttpAnswer> {
    let answer: HttpAnswer;
    try {
      answer = await callJson({
        method,
        url: this.baseUrl + path,
        headers: { authorization: `Token ${this.key.revealSecret()}` },
        body,
        timeoutMs: this.timeoutMs,
        maxBytes: MAX_BYTES,
      });
    } catch (error) {
      throw failed(error);
    }
    answer = { ...answer, json: this.#withoutKey(answer.json) };
    if (refusalOf(answer.json) !== undefined) throw broken();
    if (answer.status >= 200 && answer.status < 300) return answer;
    if (answer.status === 429)
      throw new AppError(
        'RATE_LIMITED',
        'The video provider accepts no more requests at the moment. Try again later.',
        {
          retryAfter: retryAfterOf(answer.headers) ?? 30,
        },
      );
    if (answer.status === 404 && taskId !== undefined) throw notFound('video task', taskId);
    if (answer.status >= 400 && answer.status < 500)
      throw new AppError('VIDEO_REQUEST_REFUSED', 'The video provider refused the request.', {
        details: [reasonOf(answer)],
      });
    throw broken();
  }

  /** Redacts the key from a response, in case the provider echoes it. */
  #withoutKey(json: unknown): unknown {
    if (json === undefined) return undefined;
    const written = JSON.stringify(this.key.revealSecret()).slice(1, -1);
    return JSON.parse(JSON.stringify(json).replaceAll(written, '[secret]'));
  }
}
