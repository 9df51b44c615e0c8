// The tables, in Markdown.
import { cpus, totalmem } from 'node:os';
import { OLDEST } from './rows/mixed.mjs';
import { serversOf } from './rows/rows.mjs';
import { TITLES } from './servers.mjs';

/** What it was measured on. */
export const machine = () => ({
  cores: cpus().length,
  memory: `${Math.round(totalmem() / 2 ** 30)} GB`,
  node: process.versions.node,
});

const number = (value) =>
  value >= 100 ? Math.round(value).toLocaleString('en-US') : value >= 10 ? value.toFixed(1) : value.toFixed(2);
const line = (cells) => `| ${cells.join(' | ')} |\n`;
const table = (heads, rows) => line(heads) + line(heads.map(() => '---')) + rows.map(line).join('');

/** How many times as fast, by the medians, and between what that lay in the rounds. */
export function ratio(result, ours, other) {
  const each = result.rounds[ours].map(({ rate }, round) => rate / result.rounds[other][round].rate);
  return {
    median: result.servers[ours].rate / result.servers[other].rate,
    least: Math.min(...each),
    most: Math.max(...each),
  };
}

const TAIL_MAX = 6;
const TAIL_MS = 20;

/** What the bar asks of a row, and whether it is met. */
export function verdicts({ row, ...result }, peers) {
  const [ours, ...others] = serversOf(row, peers);
  return others.map((other) => {
    const bar = row.bars[other];
    const { median, least, most } = ratio(result, ours, other);
    return {
      work: row.work,
      against: TITLES[other],
      bar,
      median,
      least,
      most,
      met: bar === undefined ? undefined : median >= bar,
      caching: row.caching,
    };
  });
}

const verdict = (met) => (met === undefined ? '' : met ? 'met' : '**missed**');

function summaryTable(results, peers) {
  const rows = results
    .flatMap((result) => verdicts(result, peers))
    .map(({ work, against, bar, median, least, most, met, caching }) => [
      work,
      against,
      `${number(median)} × (${number(least)}–${number(most)})`,
      bar === undefined ? '' : `${bar} ×`,
      verdict(met),
      caching,
    ]);
  return table(['work', 'against', 'requests a second: registry ÷ other (rounds)', 'the bar', '', 'compares'], rows);
}

const aloneTable = (rows) =>
  table(
    ['work', 'registry', 'the bar', ''],
    rows.map(({ work, value, bar = '', met }) => [work, value, bar, verdict(met)]),
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
      'requests a second (rounds)',
      'p50 ms',
      'p99 ms',
      'p99 ÷ p50',
      'processor ms a request',
      'SQL a request',
      'memory MB',
    ],
    rows,
  );
}

/** What the searches found, in a sentence for each server. */
function qualityText(results) {
  const lines = results
    .filter(({ quality }) => quality)
    .flatMap(({ quality }) =>
      Object.entries(quality).map(
        ([name, { words, typos }]) =>
          `- ${TITLES[name]} finds what was meant for ${number(words)} % of the words and ${number(typos)} % of the misspelt ones.\n`,
      ),
    );
  return lines.length === 0 ? '' : `\nOf the searches (first page of 10):\n\n${lines.join('')}`;
}

/** Whether anything old was shown under writes. */
function mixedText(results) {
  const lines = results.flatMap(({ servers }) =>
    Object.entries(servers)
      .filter(([, figures]) => figures.oldest !== undefined)
      .map(
        ([name, { oldest, unseen, writes }]) =>
          `- ${TITLES[name]}: ${number(writes)} writes a second; the oldest read was ${Math.round(oldest)} ms behind${name.startsWith('ours') ? ` (at most ${OLDEST}: ${verdict(oldest <= OLDEST)})` : ''}; ${unseen} writers did not see their own write${name.startsWith('ours') ? ` (${verdict(unseen === 0)})` : ''}.\n`,
      ),
  );
  return lines.length === 0 ? '' : `\nUnder the mixed load (figures of its row are the reads’):\n\n${lines.join('')}`;
}

/** The whole report. */
export function report({ results, alone }, options, about) {
  const data = options.catalogue === undefined ? `\`--scale ${options.scale}\`` : 'a catalogue folder';
  return [
    `Measured by \`npm run bench\`: ${data}, ${options.rounds} rounds of ${options.seconds} s, ${options.connections} connections; `,
    `${about.cores} cores and ${about.memory} for all of it (servers, database, load program), Node ${about.node}, PostgreSQL ${about.postgres}.\n\n`,
    results.length === 0 ? '' : summaryTable(results, options.peers),
    alone.length === 0 ? '' : `\n${aloneTable(alone)}`,
    qualityText(results),
    mixedText(results),
    results.length === 0
      ? ''
      : `\nThe tail of each row of the registry: p99 ÷ p50 under ${TAIL_MAX}, or p99 under ${TAIL_MS} ms.\n\n${detailTable(results)}`,
  ].join('');
}
