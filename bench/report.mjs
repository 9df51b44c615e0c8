// The report in Markdown.
import { cpus, totalmem } from 'node:os';
import { OLDEST } from './rows/mixed.mjs';
import { serversOf } from './rows/rows.mjs';
import { TITLES } from './servers.mjs';

/** The machine that runs the benchmark. */
export const machine = () => ({
  cores: cpus().length,
  memory: `${Math.round(totalmem() / 2 ** 30)} GB`,
  node: process.versions.node,
});

const number = (value) =>
  value >= 100 ? Math.round(value).toLocaleString('en-US') : value >= 10 ? value.toFixed(1) : value.toFixed(2);
const line = (cells) => `| ${cells.join(' | ')} |\n`;
const table = (heads, rows) => line(heads) + line(heads.map(() => '---')) + rows.map(line).join('');

/** The ratio of two request rates by their medians, and its range over the rounds. */
export function ratio(result, ours, other) {
  const ratios = result.rounds[ours].map(({ rate }, round) => rate / result.rounds[other][round].rate);
  return {
    median: result.servers[ours].rate / result.servers[other].rate,
    least: Math.min(...ratios),
    most: Math.max(...ratios),
  };
}

const TAIL_MAX = 6;
const TAIL_MS = 20;

/** The target of a row per peer, and whether it is met. */
function verdicts({ row, ...result }, peers) {
  const [ours, ...others] = serversOf(row, peers);
  return others.map((other) => {
    const target = row.targets[other];
    const { median, least, most } = ratio(result, ours, other);
    return {
      work: row.work,
      against: TITLES[other],
      target,
      median,
      least,
      most,
      met: target === undefined ? undefined : median >= target,
      caching: row.caching,
    };
  });
}

const verdict = (met) => (met === undefined ? '' : met ? 'met' : '**missed**');

function summaryTable(results, peers) {
  const rows = results
    .flatMap((result) => verdicts(result, peers))
    .map(({ work, against, target, median, least, most, met, caching }) => [
      work,
      against,
      `${number(median)} × (${number(least)}–${number(most)})`,
      target === undefined ? '' : `${target} ×`,
      verdict(met),
      caching,
    ]);
  return table(['work', 'compared to', 'requests/s: registry ÷ other (range)', 'target', '', 'caches'], rows);
}

const standaloneTable = (rows) =>
  table(
    ['work', 'registry', 'target', ''],
    rows.map(({ work, value, target = '', met }) => [work, value, target, verdict(met)]),
  );

function detailTable(results) {
  const rows = results.flatMap(({ row, servers }) =>
    Object.entries(servers).map(([name, { rate, least, most, p50, p99, tail, processor, statements, memory }]) => [
      row.work,
      TITLES[name],
      `${number(rate)} (${number(least)}–${number(most)})`,
      number(p50),
      number(p99),
      `${number(tail)}${name.startsWith('ours') && tail >= TAIL_MAX && p99 >= TAIL_MS ? ' **missed**' : ''}`,
      number(processor),
      statements === undefined ? '' : statements.toFixed(2),
      Math.round(memory),
    ]),
  );
  return table(
    [
      'work',
      'server',
      'requests/s (range)',
      'p50 ms',
      'p99 ms',
      'p99 ÷ p50',
      'CPU ms per request',
      'SQL statements per request',
      'memory MB',
    ],
    rows,
  );
}

/** The search quality of each server, one sentence per server. */
function qualityText(results) {
  const lines = results
    .filter(({ quality }) => quality)
    .flatMap(({ quality }) =>
      Object.entries(quality).map(
        ([name, { words, typos }]) =>
          `- ${TITLES[name]} finds a node with the intended word for ${number(words)} % of the words and ${number(typos)} % of the typos.\n`,
      ),
    );
  return lines.length === 0 ? '' : `\nSearch quality (first page of 10):\n\n${lines.join('')}`;
}

/** The staleness of reads under writes. */
function mixedText(results) {
  const lines = results.flatMap(({ servers }) =>
    Object.entries(servers)
      .filter(([, figures]) => figures.oldest !== undefined)
      .map(
        ([name, { oldest, unseen, writes }]) =>
          `- ${TITLES[name]}: ${number(writes)} writes/s; the stalest read was ${Math.round(oldest)} ms behind the latest write${name.startsWith('ours') ? ` (at most ${OLDEST}: ${verdict(oldest <= OLDEST)})` : ''}; ${unseen} writes were not visible to their writer${name.startsWith('ours') ? ` (${verdict(unseen === 0)})` : ''}.\n`,
      ),
  );
  return lines.length === 0 ? '' : `\nMixed load (its row in the tables counts reads only):\n\n${lines.join('')}`;
}

/** The complete report. */
export function report({ results, standalone }, options, about) {
  const data = options.catalogue === undefined ? `\`--scale ${options.scale}\`` : 'a catalogue folder';
  return [
    `Measured by \`npm run bench\`: ${data}, ${options.rounds} rounds of ${options.seconds} s, ${options.connections} connections. `,
    `Servers, database and load generator shared ${about.cores} cores and ${about.memory}; Node ${about.node}, PostgreSQL ${about.postgres}.\n\n`,
    results.length === 0 ? '' : summaryTable(results, options.peers),
    standalone.length === 0 ? '' : `\n${standaloneTable(standalone)}`,
    qualityText(results),
    mixedText(results),
    results.length === 0
      ? ''
      : `\nTail latency target of the registry in each row: p99 ÷ p50 under ${TAIL_MAX}, or p99 under ${TAIL_MS} ms.\n\n${detailTable(results)}`,
  ].join('');
}
