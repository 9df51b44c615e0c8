import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ANALYSIS_ENVIRONMENT, ANALYSIS_FLAGS } from '../../src/analysis/isolated.js';
import { compare, type Definition } from './corpus.js';
import type { Measured } from './measure.js';

/** How the definitions of an archive compare to its truth file. */
interface Comparison {
  readonly expected: number;
  readonly right: number;
  readonly missed: readonly string[];
  readonly wrong: readonly string[];
  readonly fieldsRight: number;
  readonly fieldsWrong: readonly string[];
  readonly fieldsMissed: readonly string[];
}

function measure(path: string): Measured {
  const script = fileURLToPath(new URL('./measure.js', import.meta.url));
  const output = execFileSync(process.execPath, [...ANALYSIS_FLAGS, script, path], {
    env: ANALYSIS_ENVIRONMENT,
    maxBuffer: 256 * 1024 * 1024,
  });
  return JSON.parse(output.toString('utf8')) as Measured;
}

/** The truth of an archive: a list of names, or of definitions with the fields that are known. */
function truthOf(path: string): Definition[] | undefined {
  if (!existsSync(path)) return undefined;
  const listed = JSON.parse(readFileSync(path, 'utf8')) as readonly (string | Definition)[];
  return listed.map((item) => (typeof item === 'string' ? { name: item } : item));
}

/** Compares names, and those fields that both sides have: which fields are missing is no error. */
function compareToTruth(coreNodes: readonly Definition[], { analysis }: Measured): Comparison {
  const score = compare(
    { what: '', status: analysis.extraction.status, coreNodes, unreadable: [] },
    analysis.extraction,
  );
  const given = new Map(coreNodes.map((definition) => [definition.name, definition]));
  const isGiven = (part: string): boolean => {
    const at = part.lastIndexOf('.');
    return given.get(part.slice(0, at))?.[part.slice(at + 1)] !== undefined;
  };
  return {
    expected: score.expected,
    right: score.right,
    missed: score.missed,
    wrong: score.wrong,
    fieldsRight: score.fieldsRight,
    fieldsWrong: score.fieldsWrong.filter(isGiven),
    fieldsMissed: score.fieldsMissed.filter(isGiven),
  };
}

const isHeld = ({ analysis }: Measured): boolean => analysis.findings.some(({ level }) => level === 'hold');

/** How often each of these occurs, as `rule 3`. */
function counted(all: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const one of all) counts.set(one, (counts.get(one) ?? 0) + 1);
  return [...counts].map(([one, count]) => `${one} ${count}`).join(', ');
}

const CAUSES_SHOWN = 8;
const PARTS_SHOWN = 20;
const shown = (parts: readonly string[]): string =>
  [...parts.slice(0, PARTS_SHOWN), ...(parts.length > PARTS_SHOWN ? [`… ${parts.length} in all`] : [])].join(', ');

function reportOn(
  name: string,
  { analysis, seconds, megabytes }: Measured,
  comparison: Comparison | undefined,
  print: (line: string) => void,
): void {
  const { extraction, findings } = analysis;
  const cells = [
    comparison ? `${comparison.right}/${comparison.expected}` : '',
    extraction.coreNodes.length,
    extraction.status,
    `${seconds.toFixed(2)} s`,
    `${megabytes.toFixed(0)} MB`,
  ];
  print(name.slice(0, 46).padEnd(48) + cells.map((cell) => String(cell).padStart(10)).join(' '));
  if (findings.length > 0) print(`    findings: ${counted(findings.map(({ level, rule }) => `${level} ${rule}`))}`);
  for (const cause of extraction.causes.slice(0, CAUSES_SHOWN)) print(`    cause: ${cause}`);
  for (const kind of ['missed', 'wrong', 'fieldsWrong', 'fieldsMissed'] as const)
    if (comparison && comparison[kind].length > 0) print(`    ${kind}: ${shown(comparison[kind])}`);
}

/**
 * Analyses all archives of a folder (`NAME.zip`), and compares each to `NAME.json` if there is one: the JSON array of
 * its names, or of definitions as in `expected.json` of the corpus.
 */
export async function reportOnArchives(folder: string, print: (line: string) => void): Promise<void> {
  const archives = readdirSync(folder)
    .filter((name) => name.endsWith('.zip'))
    .sort();
  const all: { readonly measured: Measured; readonly comparison?: Comparison }[] = [];
  print(
    'package'.padEnd(48) + ['right', 'found', 'status', 'time', 'memory'].map((cell) => cell.padStart(10)).join(' '),
  );
  for (const archive of archives) {
    const name = basename(archive, '.zip');
    const measured = measure(join(folder, archive));
    const truth = truthOf(join(folder, `${name}.json`));
    const comparison = truth && compareToTruth(truth, measured);
    reportOn(name, measured, comparison, print);
    all.push({ measured, comparison });
  }
  const compared = all.flatMap(({ comparison }) => comparison ?? []);
  const sum = (of: (comparison: Comparison) => number): number =>
    compared.reduce((total, comparison) => total + of(comparison), 0);
  const times = all.map(({ measured }) => measured.seconds).sort((a, b) => a - b);
  print(`\n${all.length} archives, ${compared.length} of them with a truth file`);
  print(
    `names     ${sum(({ right }) => right)} of ${sum(({ expected }) => expected)} found, ${sum(({ wrong }) => wrong.length)} wrong`,
  );
  print(
    `fields    ${sum(({ fieldsRight }) => fieldsRight)} right, ${sum(({ fieldsWrong }) => fieldsWrong.length)} wrong, ${sum(({ fieldsMissed }) => fieldsMissed.length)} missing`,
  );
  print(`statuses  ${counted(all.map(({ measured }) => measured.analysis.extraction.status))}`);
  print(`held      ${all.filter(({ measured }) => isHeld(measured)).length}`);
  print(`time      median ${times[times.length >> 1]?.toFixed(2)} s, most ${times.at(-1)?.toFixed(2)} s`);
  print(`memory    most ${Math.max(...all.map(({ measured }) => measured.megabytes)).toFixed(0)} MB`);
}
