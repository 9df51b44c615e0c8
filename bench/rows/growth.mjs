// Scaling: rows of --scale large, compared to a run at --scale small.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../paths.mjs';
import { measure } from '../measure.mjs';

const RANDOM_READS = ['list-random', 'nested-random', 'single'];
const MIN_RATE_RATIO = 0.5;
const MAX_SEARCH_RATIO = 4;
const MAX_DEEP_RATIO = 2;
const MEMORY_MARGIN_MB = 250;

/** The default cache size of the registry. */
const cacheMegabytes = async () =>
  (await import(pathToFileURL(join(root, 'dist', 'src', 'settings.js')).href)).readSettings({}).CACHE_MEGABYTES;

/** The median latency of twenty consecutive pages, requested in sequence on one connection. */
async function latencyOfPages(first, filter, context, options) {
  const requests = Array.from({ length: 20 }, (_, index) => ({ path: `/nodes?${filter}page=${first + index}` }));
  const job = {
    kind: 'closedLoop',
    requests,
    order: requests.map((_, index) => index),
    expected: 200,
    connections: 1,
    primeSeconds: 5,
  };
  return (await measure(context.load, context.servers.get('ours'), job, { seconds: options.seconds, warmUp: 0.5 })).p50;
}

/** Compares the latency of page 3000 to that of page 1. */
export async function runDeepPages(context, options) {
  const rows = [];
  for (const [name, filter, suffix] of [
    ['deep', '', ''],
    ['deep-latest', 'latest=true&', ', `latest=true`'],
  ]) {
    const [near, deep] = [
      await latencyOfPages(1, filter, context, options),
      await latencyOfPages(3000, filter, context, options),
    ];
    const figure = deep / near;
    rows.push({
      name,
      work: `page 3000 compared to page 1 of the REST list${suffix}, one connection, p50`,
      value: `${deep.toFixed(2)} ms, page 1 ${near.toFixed(2)} ms: ${figure.toFixed(2)} ×`,
      figure,
      target: `at most ${MAX_DEEP_RATIO} ×`,
      met: figure <= MAX_DEEP_RATIO,
    });
  }
  return rows;
}

/** The highest resident memory of the registry after any row. */
export async function memoryRow(results) {
  const figure = Math.max(0, ...results.map(({ servers }) => servers.ours?.memory ?? 0));
  const most = (await cacheMegabytes()) + MEMORY_MARGIN_MB;
  return [
    {
      name: 'memory',
      work: 'highest resident memory of the registry after a row',
      value: `${Math.round(figure)} MB`,
      figure,
      target: `under ${most} MB (cache setting + ${MEMORY_MARGIN_MB})`,
      met: figure < most,
    },
  ];
}

/**
 * Compares rates and latencies to those of a run at --scale small.
 * @param file the --json file of that run; `undefined` if none was given
 */
export function growthRows(results, file) {
  if (file === undefined || !existsSync(file))
    return [
      {
        name: 'growth',
        work: 'random reads and search compared to `--scale small`',
        value: 'not measured: pass the --json file of a run at --scale small as --compare',
        target: '',
      },
    ];
  const before = new Map(
    JSON.parse(readFileSync(file, 'utf8')).results.map((result) => [result.name, result.servers.ours]),
  );
  const rows = [];
  for (const { name, servers, row } of results) {
    const [small, large] = [before.get(name), servers.ours];
    if (!small || !large) continue;
    if (RANDOM_READS.includes(name)) {
      const figure = large.rate / small.rate;
      rows.push({
        name: `growth-${name}`,
        work: `${row.work}: requests/s compared to \`--scale small\``,
        value: `${Math.round(large.rate)}, small ${Math.round(small.rate)}: ${figure.toFixed(2)} ×`,
        figure,
        target: `at least ${MIN_RATE_RATIO} ×`,
        met: figure >= MIN_RATE_RATIO,
      });
    }
    if (name === 'search') {
      const figure = large.p50 / small.p50;
      rows.push({
        name: 'growth-search',
        work: 'keyword search: p50 compared to `--scale small`',
        value: `${large.p50.toFixed(2)} ms, small ${small.p50.toFixed(2)} ms: ${figure.toFixed(2)} ×`,
        figure,
        target: `at most ${MAX_SEARCH_RATIO} ×`,
        met: figure <= MAX_SEARCH_RATIO,
      });
    }
  }
  return rows;
}
