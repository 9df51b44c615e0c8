import { randomUUID } from 'node:crypto';
import { presentVideoCreations } from '../rest/presenters/video.presenter.js';
import type { VideoJobs } from '../services/video.service.js';
import type { JobQueue } from './job-queue.js';

/** What video tasks have done in the background; the queue and the service need each other, so it comes later. */
export function videoJobs(queue: () => JobQueue): VideoJobs {
  return {
    follow: (transaction, taskId, afterSeconds) =>
      queue().send(transaction, 'video.follow', { taskId }, { after: afterSeconds }),
    // The body is the one of endpoint 16 as it was at that moment, and a stranger's is sent once.
    tell: (transaction, task, url, isAnonymous) =>
      queue().send(
        transaction,
        'video.callback',
        { id: `msg_${randomUUID()}`, url, body: JSON.stringify(presentVideoCreations(task)) },
        { once: isAnonymous },
      ),
  };
}
