import { randomUUID } from 'node:crypto';
import type { VideoJobs, VideoTaskRecord } from '../services/video.service.js';
import type { JobQueue } from './job-queue.js';

/**
 * Creates the background jobs of video tasks.
 * @param queue returns the queue. A function, because the queue is created later: its jobs call the video service
 * @param present returns the body of a callback
 */
export function videoJobs(queue: () => JobQueue, present: (task: VideoTaskRecord) => object): VideoJobs {
  return {
    follow: (transaction, taskId, afterSeconds) =>
      queue().send(transaction, 'video.follow', { taskId }, { after: afterSeconds }),
    // The body has the state of the task when the job is enqueued. A callback of an anonymous caller is not retried.
    tell: (transaction, task, url, isAnonymous) =>
      queue().send(
        transaction,
        'video.callback',
        { id: `msg_${randomUUID()}`, url, body: JSON.stringify(present(task)) },
        { once: isAnonymous },
      ),
  };
}
