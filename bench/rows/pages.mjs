// Compares the rates of the web pages to that of the REST list, with warm caches.
import { measure, median } from '../measure.mjs';
import { between, oneOf, randomOf } from '../random.mjs';
import { anyPage } from './workloads.mjs';

const MIN_RATIO = 0.5;
const DISTINCT_REQUESTS = 250;
const SEQUENCE_LENGTH = 20_000;
/** Nodes per page of the catalogue. */
const PAGE_SIZE = 24;

/** Draws a sequence of requests from a seed. It repeats a limited number of distinct requests. */
function drawPages(seed, draw) {
  const random = randomOf(seed);
  const paths = [...new Set(Array.from({ length: DISTINCT_REQUESTS }, () => draw(random)))];
  return {
    requests: paths.map((path) => ({
      path,
      headers: { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' },
    })),
    order: Array.from({ length: SEQUENCE_LENGTH }, () => between(random, 0, paths.length - 1)),
  };
}

const list = ({ distinct, order }) => ({ requests: distinct.map((path) => ({ path })), order });

/** Measures the rates of catalogue and node pages, relative to the rate of the REST list. */
export async function runPages({ load, servers, data }, { seconds, rounds, connections }) {
  const server = servers.get('ours');
  const last = Math.ceil(data.nodes / PAGE_SIZE);
  const jobs = {
    list: list(anyPage('')(data)),
    catalogue: drawPages(109, (random) => `/?page=${between(random, 1, last)}`),
    node: drawPages(110, (random) => `/node/${encodeURIComponent(oneOf(random, data.ids))}`),
  };
  const rates = { list: [], catalogue: [], node: [] };
  for (let round = 0; round < rounds; round++)
    for (const [name, job] of Object.entries(jobs)) {
      const closedLoop = { kind: 'closedLoop', ...job, expected: 200, connections, primeSeconds: round === 0 ? 60 : 0 };
      rates[name].push((await measure(load, server, closedLoop, { seconds, warmUp: round === 0 ? 1.5 : 0.5 })).rate);
    }
  return ['catalogue', 'node'].map((name) => {
    const figure = median(rates[name].map((rate, round) => rate / rates.list[round]));
    const perSecond = Math.round(median(rates[name])).toLocaleString('en-US');
    return {
      name: `pages-${name}`,
      work: `random ${name} pages as HTML, warm, compared to the REST list`,
      value: `${figure.toFixed(2)} × (${perSecond} requests/s)`,
      figure,
      target: `at least ${MIN_RATIO} ×`,
      met: figure >= MIN_RATIO,
    };
  });
}
