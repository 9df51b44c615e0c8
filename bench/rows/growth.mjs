// What must not grow with the catalogue: the rows of --scale large, held against a run at --scale small.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../paths.mjs';
import { measure } from '../measure.mjs';

const RANDOM_READS = ['list-random', 'nested-random', 'single'];
const HALF = 0.5;
const SEARCH_TIMES = 4;
const DEEP_TIMES = 2;
const MEMORY_MORE = 250;

/** What the registry makes of an environment that says nothing of it. */
const cacheMegabytes = async () =>
  (await import(pathToFileURL(join(root, 'dist', 'src', 'settings.js')).href)).readSettings({}).CACHE_MEGABYTES;

/** Twenty neighbouring pages, one after the other on one connection, as callers get them, or past every cache. */
async function pagesFrom(first, more, context, options) {
  const requests = Array.from({ length: 20 }, (_, index) => ({ path: `/nodes?${more}page=${first + index}` }));
  const job = {
    kind: 'closedLoop',
    requests,
    order: requests.map((_, index) => index),
    expected: 200,
    connections: 1,
    touch: 5,
  };
  return (await measure(context.load, context.servers.get('ours'), job, { seconds: options.seconds, warmUp: 0.5 })).p50;
}

/** Page 3000 against page 1. */
export async function runDeepPages(context, options) {
  const rows = [];
  for (const [name, more, how] of [
    ['deep', '', ''],
    ['deep-latest', 'latest=true&', ', `latest=true`'],
  ]) {
    const [near, deep] = [await pagesFrom(1, more, context, options), await pagesFrom(3000, more, context, options)];
    const figure = deep / near;
    rows.push({
      name,
      work: `page 3000 against page 1 of the REST list${how}, one connection, p50`,
      value: `${deep.toFixed(2)} ms against ${near.toFixed(2)} ms: ${figure.toFixed(2)} ×`,
      figure,
      bar: `at most ${DEEP_TIMES} ×`,
      met: figure <= DEEP_TIMES,
    });
  }
  return rows;
}

/** The most memory that the registry had after any row. */
export async function memoryRow(results) {
  const figure = Math.max(0, ...results.map(({ servers }) => servers.ours?.memory ?? 0));
  const most = (await cacheMegabytes()) + MEMORY_MORE;
  return [
    {
      name: 'memory',
      work: 'resident memory of the registry after all rows, the most',
      value: `${Math.round(figure)} MB`,
      figure,
      bar: `under ${most} MB (cache setting + ${MEMORY_MORE})`,
      met: figure < most,
    },
  ];
}

/**
 * Rates and latencies against those of a run at the other scale. @param file its --json; undefined where none was given
 */
export function growthRows(results, file) {
  if (file === undefined || !existsSync(file))
    return [
      {
        name: 'growth',
        work: 'random reads and search against `--scale small`',
        value: 'not compared: give the --json of a run at --scale small as --compare',
        bar: '',
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
        work: `${row.work}: requests a second against \`--scale small\``,
        value: `${Math.round(large.rate)} against ${Math.round(small.rate)}: ${figure.toFixed(2)} ×`,
        figure,
        bar: `at least ${HALF} ×`,
        met: figure >= HALF,
      });
    }
    if (name === 'search') {
      const figure = large.p50 / small.p50;
      rows.push({
        name: 'growth-search',
        work: 'keyword search: p50 against `--scale small`',
        value: `${large.p50.toFixed(2)} ms against ${small.p50.toFixed(2)} ms: ${figure.toFixed(2)} ×`,
        figure,
        bar: `at most ${SEARCH_TIMES} ×`,
        met: figure <= SEARCH_TIMES,
      });
    }
  }
  return rows;
}
