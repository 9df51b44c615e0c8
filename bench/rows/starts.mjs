// Rows with new processes of the registry: time until ready, first requests, full crawls, and two worker processes
// compared to one.
import { sendOnce } from '../load/connection.mjs';
import { measure, median } from '../measure.mjs';
import { hasSetting, startRegistry } from '../servers.mjs';
import { DOCUMENTS } from './documents.mjs';
import { samePage } from './workloads.mjs';

const READY_MS = 3000;
const FIRST_MS = 50;
const CRAWL_SECONDS = 1.5;
const CRAWL_PAGE = 30;
const WORKERS_MARGIN = 0.15;
/** More rounds than for other rows, because single measurements vary by more than the margin. */
const WORKERS_ROUNDS = 9;

const ms = (value) => `${value.toFixed(value < 1 ? 3 : value < 10 ? 1 : 0)} ms`;

const FIRST_REQUESTS = {
  'REST list': { path: '/nodes' },
  'GraphQL nested page of 50': {
    method: 'POST',
    path: '/graphql',
    body: JSON.stringify(DOCUMENTS.ours.nested({ page: 2, limit: 50 })),
  },
  'keyword search': { path: '/nodes/search?search=upscale' },
};

/** Starts a process of the registry, runs the work, and stops the process. */
async function withFreshProcess({ folder, database }, settings, work) {
  const server = await startRegistry(
    'fresh',
    folder,
    database.url,
    settings,
    `fresh${Object.values(settings).join('')}`,
  );
  try {
    return await work(server);
  } finally {
    await server.process.stop();
  }
}

async function timed(work) {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** Measures the time until "Ready" is logged, and the first request of each kind, each on a new process. */
export async function runStarts(context, { rounds }) {
  const ready = [];
  const rows = [];
  for (const [kind, request] of Object.entries(FIRST_REQUESTS)) {
    const first = [];
    for (let round = 0; round < rounds; round++) {
      await withFreshProcess(context, {}, async (server) => {
        ready.push(server.readyAfter);
        first.push(await timed(() => sendOnce(server.port, request)));
      });
    }
    const figure = median(first);
    rows.push({
      name: `first ${kind}`,
      work: `first request after start: ${kind}`,
      value: ms(figure),
      figure,
      target: `${FIRST_MS} ms`,
      met: figure <= FIRST_MS,
    });
  }
  const figure = median(ready);
  return [
    {
      name: 'ready',
      work: 'start to ready',
      value: ms(figure),
      figure,
      target: `under ${READY_MS / 1000} s`,
      met: figure < READY_MS,
    },
    ...rows,
  ];
}

/** Measures full crawls of the list on one connection: the first of a new process, and a second one. */
export async function runCrawl(context, { rounds }) {
  const job = { kind: 'crawl', limit: CRAWL_PAGE };
  const crawl = (server) => measure(context.load, server, job, { seconds: 60, warmUp: 0 });
  const cold = [];
  const warm = [];
  for (let round = 0; round < rounds; round++) {
    await withFreshProcess(context, {}, async (server) => {
      cold.push((await crawl(server)).seconds);
      warm.push((await crawl(server)).seconds);
    });
  }
  const bare = context.servers.get('bare');
  const others = [];
  for (let round = 0; bare && round < rounds; round++) others.push((await crawl(bare)).seconds);
  const row = (name, work, times, hasTarget = true) => {
    const figure = median(times);
    return {
      name,
      work,
      value: `${figure.toFixed(2)} s (${Math.min(...times).toFixed(2)}–${Math.max(...times).toFixed(2)})`,
      figure,
      ...(hasTarget ? { target: `under ${CRAWL_SECONDS} s`, met: figure < CRAWL_SECONDS } : {}),
    };
  };
  return [
    row('crawl-cold', `full crawl, ${CRAWL_PAGE} nodes per page, one connection: first of a new process`, cold),
    row('crawl-warm', 'the same, second crawl', warm),
    ...(bare ? [row('crawl-bare', 'the same, (a)', others, false)] : []),
  ];
}

/** Compares the CPU time per request of two worker processes to that of one. */
export async function runWorkers(context, options) {
  if (!hasSetting('WORKERS'))
    return [
      {
        name: 'workers',
        work: '`WORKERS=2`: CPU time per request',
        value: 'not measured: the registry does not have this setting',
        target: `at most ${1 + WORKERS_MARGIN} ×`,
      },
    ];
  const kinds = {
    'REST list, same page': { path: '/nodes' },
    'GraphQL nested page, same': FIRST_REQUESTS['GraphQL nested page of 50'],
  };
  const rows = [];
  for (const [kind, request] of Object.entries(kinds)) {
    const job = {
      kind: 'closedLoop',
      ...samePage(),
      requests: [request],
      expected: 200,
      connections: options.connections,
      primeSeconds: 1,
    };
    const cpuTimes = [[], []];
    // Both run at the same time and are measured interleaved, because the speed of the machine varies as much.
    await withFreshProcess(context, { WORKERS: '1' }, (one) =>
      withFreshProcess(context, { WORKERS: '2' }, async (two) => {
        for (let round = 0; round < Math.max(options.rounds, WORKERS_ROUNDS); round++) {
          for (const [at, server] of [one, two].entries())
            cpuTimes[at].push(
              (await measure(context.load, server, job, { seconds: options.seconds, warmUp: 1.5 })).processor,
            );
        }
      }),
    );
    const [single, both] = cpuTimes.map(median);
    const ratios = cpuTimes[0].map((time, round) => cpuTimes[1][round] / time);
    const figure = both / single;
    rows.push({
      name: `workers ${kind}`,
      work: `\`WORKERS=2\`, ${kind}: CPU time per request`,
      figure,
      value: `${ms(both)}, one process ${ms(single)}: ${figure.toFixed(2)} × (${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)})`,
      target: `at most ${1 + WORKERS_MARGIN} ×`,
      met: figure <= 1 + WORKERS_MARGIN,
    });
  }
  return rows;
}
