// The load program: a process of its own that does one job after the other, as the orchestrator sends them.
import { closedLoop } from './closed-loop.mjs';
import { crawl } from './crawl.mjs';
import { mixed } from './mixed.mjs';

const JOBS = { closedLoop, crawl, mixed };

process.on('message', async ({ kind, ...job }) => {
  try {
    process.send({ result: await JOBS[kind](job, () => process.send({ begins: true })) });
  } catch (error) {
    process.send({ failed: error.message });
  }
});
process.on('disconnect', () => process.exit(0));
process.on('SIGINT', () => undefined);
