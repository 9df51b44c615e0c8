// The process of the load generator. It runs the jobs that its parent process sends, one at a time.
import { closedLoop } from './closed-loop.mjs';
import { crawl } from './crawl.mjs';
import { mixed } from './mixed.mjs';

const JOBS = { closedLoop, crawl, mixed };

process.on('message', async ({ kind, ...job }) => {
  try {
    process.send({ result: await JOBS[kind](job, () => process.send({ measuring: true })) });
  } catch (error) {
    process.send({ failed: error.message });
  }
});
process.on('disconnect', () => process.exit(0));
process.on('SIGINT', () => undefined);
