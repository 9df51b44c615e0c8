// The web pages against the REST list: pages as HTML of the same catalogue, warm.
import { measure, median } from '../measure.mjs';
import { between, oneOf, randomOf } from '../random.mjs';
import { anyPage } from './questions.mjs';

const RATIO = 0.5;
const DIFFERENT = 250;
const DRAWN = 20_000;
/** Nodes on a page of the catalogue. */
const PAGE_SIZE = 24;

/** Requests drawn from a seed, among a number of different ones. */
function drawn(seed, draw) {
  const random = randomOf(seed);
  const paths = [...new Set(Array.from({ length: DIFFERENT }, () => draw(random)))];
  return {
    requests: paths.map((path) => ({
      path,
      headers: { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' },
    })),
    order: Array.from({ length: DRAWN }, () => between(random, 0, paths.length - 1)),
  };
}

const list = ({ all, order }) => ({ requests: all.map((path) => ({ path })), order });

/** The rates of the catalogue and node pages, as shares of the rate of the REST list. */
export async function runPages({ load, servers, data }, { seconds, rounds, connections }) {
  const server = servers.get('ours');
  const last = Math.ceil(data.nodes / PAGE_SIZE);
  const jobs = {
    list: list(anyPage('')(data)),
    catalogue: drawn(109, (random) => `/?page=${between(random, 1, last)}`),
    node: drawn(110, (random) => `/node/${encodeURIComponent(oneOf(random, data.ids))}`),
  };
  const rates = { list: [], catalogue: [], node: [] };
  for (let round = 0; round < rounds; round++)
    for (const [name, job] of Object.entries(jobs)) {
      const asked = { kind: 'closedLoop', ...job, expected: 200, connections, touch: round === 0 ? 60 : 0 };
      rates[name].push((await measure(load, server, asked, { seconds, warmUp: round === 0 ? 1.5 : 0.5 })).rate);
    }
  return ['catalogue', 'node'].map((name) => {
    const figure = median(rates[name].map((rate, round) => rate / rates.list[round]));
    const perSecond = Math.round(median(rates[name])).toLocaleString('en-US');
    return {
      name: `pages-${name}`,
      work: `${name} page as HTML, random ones, warm, against the REST list`,
      value: `${figure.toFixed(2)} × (${perSecond} a second)`,
      figure,
      bar: `at least ${RATIO} ×`,
      met: figure >= RATIO,
    };
  });
}
