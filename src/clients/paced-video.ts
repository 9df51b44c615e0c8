import { LRUCache } from 'lru-cache';
import type { KnownTask, SubmittedTask, TaskProgress, VideoProvider } from './video-provider.js';
import type { VideoRequest } from '../values/video.js';

/** Tasks whose last answer one process remembers. */
const TASKS_MAX = 10_000;

/**
 * Asks a provider for the progress of a task at most once per interval. Concurrent and more frequent requests get the
 * same answer, so that polling callers don't cause a call to the upstream each.
 */
export class PacedVideoProvider implements VideoProvider {
  readonly name: VideoProvider['name'];
  readonly #running = new Map<string, Promise<TaskProgress>>();
  readonly #answers: LRUCache<string, Promise<TaskProgress>>;

  constructor(
    private readonly provider: VideoProvider,
    /** At least 1. */
    intervalMs: number,
  ) {
    this.name = provider.name;
    this.#answers = new LRUCache({ max: TASKS_MAX, ttl: intervalMs });
  }

  submit(id: string, request: VideoRequest): Promise<SubmittedTask> {
    return this.provider.submit(id, request);
  }

  progress(task: KnownTask): Promise<TaskProgress> {
    const known = this.#running.get(task.id) ?? this.#answers.get(task.id);
    if (known) return known;
    const answer = this.provider.progress(task).finally(() => this.#running.delete(task.id));
    this.#running.set(task.id, answer);
    this.#answers.set(task.id, answer);
    return answer;
  }
}
