// What has to do with a fresh process: how soon it is ready, its first answers, a crawl, and two processes instead of
// one.
import { ask } from '../load/connection.mjs';
import { measure, median } from '../measure.mjs';
import { hasSetting, startRegistry } from '../servers.mjs';
import { DOCUMENTS } from './documents.mjs';
import { samePage } from './questions.mjs';

const READY_MS = 3000;
const FIRST_MS = 50;
const CRAWL_SECONDS = 1.5;
const CRAWL_PAGE = 30;
const WORKERS_MORE = 0.15;
/** Three busy processes share the cores: single turns differ by more than the bar. */
const WORKERS_ROUNDS = 9;

const ms = (value) => `${value.toFixed(value < 1 ? 3 : value < 10 ? 1 : 0)} ms`;

const FIRST = {
  'REST list': { path: '/nodes' },
  'GraphQL nested page of 50': {
    method: 'POST',
    path: '/graphql',
    body: JSON.stringify(DOCUMENTS.ours.nested({ page: 2, limit: 50 })),
  },
  'keyword search': { path: '/nodes/search?search=upscale' },
};

/** Starts a fresh process, has something done with it, and ends it. */
async function withFresh({ folder, database }, more, work) {
  const server = await startRegistry('fresh', folder, database.url, more, `fresh${Object.values(more).join('')}`);
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

/** From the start to the line that says "Ready", and the first answer of each kind, each of a fresh process. */
export async function runStarts(context, { rounds }) {
  const ready = [];
  const rows = [];
  for (const [kind, request] of Object.entries(FIRST)) {
    const first = [];
    for (let round = 0; round < rounds; round++) {
      await withFresh(context, {}, async (server) => {
        ready.push(server.readyAfter);
        first.push(await timed(() => ask(server.port, request)));
      });
    }
    const figure = median(first);
    rows.push({
      name: `first ${kind}`,
      work: `first request after start: ${kind}`,
      value: ms(figure),
      figure,
      bar: `${FIRST_MS} ms`,
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
      bar: `under ${READY_MS / 1000} s`,
      met: figure < READY_MS,
    },
    ...rows,
  ];
}

/** Every page of the list, thirty nodes each, on one connection: by a fresh process, and again. */
export async function runCrawl(context, { rounds }) {
  const job = { kind: 'crawl', limit: CRAWL_PAGE };
  const crawl = (server) => measure(context.load, server, job, { seconds: 60, warmUp: 0 });
  const cold = [];
  const warm = [];
  for (let round = 0; round < rounds; round++) {
    await withFresh(context, {}, async (server) => {
      cold.push((await crawl(server)).seconds);
      warm.push((await crawl(server)).seconds);
    });
  }
  const bare = context.servers.get('bare');
  const others = [];
  for (let round = 0; bare && round < rounds; round++) others.push((await crawl(bare)).seconds);
  const row = (name, work, times, isJudged = true) => {
    const figure = median(times);
    return {
      name,
      work,
      value: `${figure.toFixed(2)} s (${Math.min(...times).toFixed(2)}–${Math.max(...times).toFixed(2)})`,
      figure,
      ...(isJudged ? { bar: `under ${CRAWL_SECONDS} s`, met: figure < CRAWL_SECONDS } : {}),
    };
  };
  return [
    row('crawl-cold', 'whole crawl, 30 a page, one connection: the first of a fresh process', cold),
    row('crawl-warm', 'the same, the second', warm),
    ...(bare ? [row('crawl-bare', 'the same, of (a)', others, false)] : []),
  ];
}

/** What a request costs with two processes behind the port, held against one. */
export async function runWorkers(context, options) {
  if (!hasSetting('WORKERS'))
    return [
      {
        name: 'workers',
        work: '`WORKERS=2`: processor time a request',
        value: 'not measured: the registry has no such setting',
        bar: 'within 15 % of one process',
      },
    ];
  const kinds = {
    'REST list, same page': { path: '/nodes' },
    'GraphQL nested page, same': FIRST['GraphQL nested page of 50'],
  };
  const rows = [];
  for (const [kind, request] of Object.entries(kinds)) {
    const job = {
      kind: 'closedLoop',
      ...samePage(),
      requests: [request],
      expected: 200,
      connections: options.connections,
      touch: 1,
    };
    const turns = [[], []];
    // In turns, both there all the while, for the machine's own speed moves by as much.
    await withFresh(context, { WORKERS: '1' }, (one) =>
      withFresh(context, { WORKERS: '2' }, async (two) => {
        for (let round = 0; round < Math.max(options.rounds, WORKERS_ROUNDS); round++) {
          for (const [at, server] of [one, two].entries())
            turns[at].push(
              (await measure(context.load, server, job, { seconds: options.seconds, warmUp: 1.5 })).processor,
            );
        }
      }),
    );
    const [single, both] = turns.map(median);
    const rounds = turns[0].map((cost, round) => turns[1][round] / cost);
    const figure = both / single;
    rows.push({
      name: `workers ${kind}`,
      work: `\`WORKERS=2\`, ${kind}: processor time a request`,
      figure,
      value: `${ms(both)} against ${ms(single)}: ${figure.toFixed(2)} × (${Math.min(...rounds).toFixed(2)}–${Math.max(...rounds).toFixed(2)})`,
      bar: `at most ${1 + WORKERS_MORE} ×`,
      met: figure <= 1 + WORKERS_MORE,
    });
  }
  return rows;
}
