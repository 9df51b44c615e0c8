import { LRUCache } from 'lru-cache';
import type { KnownTask, SubmittedTask, TaskProgress, VideoProvider } from './video-provider.js';
import type { VideoRequest } from '../values/video.js';

/** Limit of tasks whose last progress is cached. */
const TASKS_MAX = 10_000;

/**
 * Requests the progress of a task from a provider at most once per interval. Concurrent and more frequent requests get
 * the same response, so that not every poll of a caller causes a call to the provider.
 */
export class PacedVideoProvider implements VideoProvider {
  readonly name: VideoProvider['name'];
  readonly #running = new Map<string, Promise<TaskProgress>>();
  readonly #answers: LRUCache<string, Promise<TaskProgress>>;

  constructor(
    private readonly provider: VideoProvider,
    /** Minimum time between two requests for the same task; at least 1. */
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
