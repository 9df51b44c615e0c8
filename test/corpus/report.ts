import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { reportOnArchives } from './archives.js';
import { packagesIn, type Score, scoreOf, totalsOf } from './corpus.js';

const print = (line: string): boolean => process.stdout.write(`${line}\n`);
// Never rounded up to what is not reached.
const percent = (value: number): string => `${(Math.floor(value * 1000) / 10).toFixed(1)} %`;

/** Reports on the packages next to this file. Sets the exit code if they are read worse than before. */
async function reportOnPackages(): Promise<void> {
  // From dist.corpus/test/corpus/ to the project's root.
  const folder = fileURLToPath(new URL('../../../test/corpus/packages', import.meta.url));
  const scores: [string, Score][] = [];
  for (const name of packagesIn(folder)) scores.push([name, await scoreOf(join(folder, name))]);

  const row = (name: string, cells: readonly (string | number)[]): boolean =>
    print(name.padEnd(28) + cells.map((cell) => String(cell).padStart(10)).join(''));
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
}

const [option, path] = process.argv.slice(2);
if (option === '--archives' && path !== undefined) await reportOnArchives(path, print);
else await reportOnPackages();
