import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packagesIn, type Score, scoreOf, totalsOf } from './corpus.js';

// From dist.corpus/test/corpus/ to the project's root.
const folder = fileURLToPath(new URL('../../../test/corpus/packages', import.meta.url));
const scores: [string, Score][] = [];
for (const name of packagesIn(folder)) scores.push([name, await scoreOf(join(folder, name))]);

const print = (line: string): boolean => process.stdout.write(`${line}\n`);
const row = (name: string, cells: readonly (string | number)[]): boolean =>
  print(name.padEnd(28) + cells.map((cell) => String(cell).padStart(10)).join(''));
// Never rounded up to what is not reached.
const percent = (value: number): string => `${(Math.floor(value * 1000) / 10).toFixed(1)} %`;

row('package', ['expected', 'found', 'right', 'wrong', 'missed', 'said so']);
for (const [name, { expected, found, right, wrong, missed, told }] of scores)
  row(name, [expected, found, right, wrong.length, missed.length, told]);
print('');
for (const [name, score] of scores) {
  for (const kind of ['wrong', 'missed', 'fieldsWrong', 'fieldsMissed', 'silent'] as const)
    if (score[kind].length > 0) print(`${name}: ${kind}: ${score[kind].join(', ')}`);
}

const { definitions, fields, told, silent, faults } = totalsOf(scores.map(([, score]) => score));
print(`\n${scores.length} packages`);
for (const [what, { right, wrong, missed, recall, precision }] of Object.entries({ definitions, fields })) {
  print(
    `${what.padEnd(12)} recall ${percent(recall)} (${right} of ${right + missed}), precision ${percent(precision)} (${wrong} wrong)`,
  );
}
print(`unreadable   ${told} of ${told + silent} parts are said to be so, ${silent} are not`);
for (const fault of faults) print(`not good enough: ${fault}`);
process.exitCode = faults.length > 0 ? 1 : 0;
