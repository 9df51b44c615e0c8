import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type Extraction } from '../../src/analysis/extract.js';
import { analyseFile, zipOf } from '../support/archives.js';

/**
 * A definition as it is when the package runs. Where `inputTypes` and the like hold `{"unevaluated": true}`, only
 * running tells.
 */
export type Definition = { readonly name: string } & Readonly<Record<string, unknown>>;

/** What is true of a package: its `expected.json`. */
interface Expected {
  readonly what: string;
  readonly status: Extraction['status'];
  /** All definitions, also those that only running tells. */
  readonly coreNodes: readonly Definition[];
  /**
   * What only running tells: a definition (`Name`), a field (`Name.category`) or that there may be more (`*`), and what
   * a cause must say of it.
   */
  readonly unreadable: readonly { readonly part: string; readonly said: string }[];
}

/** How an extraction compares to the truth. All of what is wrong, missed or silent is told by name. */
export interface Score {
  /** Definitions that can be known without running anything. */
  readonly expected: number;
  readonly found: number;
  readonly right: number;
  readonly wrong: readonly string[];
  readonly missed: readonly string[];
  readonly fieldsRight: number;
  readonly fieldsWrong: readonly string[];
  readonly fieldsMissed: readonly string[];
  /** Parts that only running tells, and that are told to be so. */
  readonly told: number;
  /** Such parts of which nothing is said, or something is claimed. */
  readonly silent: readonly string[];
}

const FIELDS = [
  'displayName',
  'category',
  'description',
  'function',
  'inputTypes',
  'returnTypes',
  'returnNames',
  'outputIsList',
  'deprecated',
  'experimental',
];
const JSON_FIELDS = new Set(['inputTypes', 'returnTypes', 'returnNames']);

/** The names of all packages. */
export const packagesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();

/**
 * Extracts the core-nodes of one package, out of a zip archive as a publisher uploads it, and compares them to what is
 * true.
 */
export async function scoreOf(folder: string): Promise<Score> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name)).sort();
  const contents = paths.map((path): [string, Buffer] => [
    path.slice(folder.length + 1).replaceAll('\\', '/'),
    readFileSync(path),
  ]);
  const expected = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')) as Expected;
  const work = mkdtempSync(join(tmpdir(), 'registry-corpus-'));
  try {
    const archive = join(work, 'package.zip');
    writeFileSync(archive, await zipOf(Object.fromEntries(contents.filter(([path]) => path !== 'expected.json'))));
    const { extraction } = await analyseFile(archive);
    return compare(expected, extraction);
  } finally {
    rmSync(work, { recursive: true });
  }
}

const isMark = (value: unknown): boolean => typeof value === 'object' && value !== null && 'unevaluated' in value;

/**
 * Compares a value to what is true, place by place: what is right, not read, claimed in vain, or told to be unknown.
 */
function compareValue(
  truth: unknown,
  found: unknown,
): { readonly outcome: 'right' | 'wrong' | 'missed'; readonly told: number; readonly silent: number } {
  if (isMark(truth)) return { outcome: 'right', told: isMark(found) ? 1 : 0, silent: isMark(found) ? 0 : 1 };
  if (isMark(found)) return { outcome: 'missed', told: 0, silent: 0 };
  if (typeof truth !== 'object' || typeof found !== 'object' || truth === null || found === null)
    return { outcome: isDeepStrictEqual(truth, found) ? 'right' : 'wrong', told: 0, silent: 0 };
  const [wanted, given] = [truth as Record<string, unknown>, found as Record<string, unknown>];
  const isSameShape =
    Array.isArray(truth) === Array.isArray(found) &&
    isDeepStrictEqual(Object.keys(wanted).sort(), Object.keys(given).sort());
  if (!isSameShape) return { outcome: 'wrong', told: 0, silent: 0 };
  const all = Object.keys(wanted).map((key) => compareValue(wanted[key], given[key]));
  const outcome = (['wrong', 'missed'] as const).find((kind) => all.some((one) => one.outcome === kind)) ?? 'right';
  return {
    outcome,
    told: all.reduce((sum, { told }) => sum + told, 0),
    silent: all.reduce((sum, { silent }) => sum + silent, 0),
  };
}

/** Compares what was extracted to what is true. */
export function compare({ status, coreNodes, unreadable }: Expected, extraction: Extraction): Score {
  const beyond = new Map(unreadable.map(({ part, said }) => [part, said]));
  const isSaid = (said: string): boolean => extraction.causes.some((cause) => cause.includes(said));
  const truth = new Map(coreNodes.map((definition) => [definition.name, definition]));
  const found = new Map(extraction.coreNodes.map((coreNode) => [coreNode.name, coreNode as Definition]));
  const silent = unreadable.filter(({ part, said }) => !isSaid(said) || found.has(part)).map(({ part }) => part);
  let told = unreadable.length - silent.length;
  let fieldsRight = 0;
  const fieldsWrong: string[] = [];
  const fieldsMissed: string[] = [];
  const knowable = coreNodes.filter(({ name }) => !beyond.has(name));
  for (const definition of knowable) {
    const own = found.get(definition.name);
    for (const field of own ? FIELDS : []) {
      const part = `${definition.name}.${field}`;
      const isFlag = field === 'deprecated' || field === 'experimental';
      const [wanted, given] = [definition[field] ?? (isFlag ? false : undefined), own![field]];
      if (beyond.has(part)) {
        if (given !== undefined) silent.push(part);
        continue;
      }
      if (wanted === undefined && given === undefined) continue;
      if (given === undefined) {
        fieldsMissed.push(part);
        continue;
      }
      const compared = compareValue(wanted, JSON_FIELDS.has(field) ? JSON.parse(String(given)) : given);
      told += compared.told;
      silent.push(...Array.from({ length: compared.silent }, () => part));
      if (compared.outcome === 'right') fieldsRight++;
      else (compared.outcome === 'wrong' ? fieldsWrong : fieldsMissed).push(part);
    }
  }
  // What is not read, though it could be, must at least not pass for all there is.
  if (extraction.status === 'success')
    silent.push(...knowable.filter(({ name }) => !found.has(name)).map(({ name }) => name));
  return {
    expected: knowable.length,
    found: found.size,
    right: knowable.filter(({ name }) => found.has(name)).length,
    wrong: [
      ...[...found.keys()].filter((name) => !truth.has(name)),
      ...(extraction.status === status ? [] : [`status ${extraction.status}`]),
    ],
    missed: knowable.filter(({ name }) => !found.has(name)).map(({ name }) => name),
    fieldsRight,
    fieldsWrong,
    fieldsMissed,
    told,
    silent: [...new Set(silent)],
  };
}

/** The scores of all packages together. */
export interface Totals {
  readonly definitions: Share;
  readonly fields: Share;
  readonly told: number;
  readonly silent: number;
  /** What must not be, one line each. */
  readonly faults: readonly string[];
}

interface Share {
  readonly right: number;
  readonly wrong: number;
  readonly missed: number;
  /** How much of what is there is read. */
  readonly recall: number;
  /** How much of what is read is there. */
  readonly precision: number;
}

/** What is reached; less is a step back. */
const RECALL_FLOOR = { definitions: 0.97, fields: 0.99 };

const shareOf = (right: number, wrong: number, missed: number): Share => ({
  right,
  wrong,
  missed,
  recall: right / (right + missed || 1),
  precision: right / (right + wrong || 1),
});

/**
 * Adds up scores. A claim that is not true, and silence where something is not known, are faults whatever their number.
 */
export function totalsOf(scores: readonly Score[]): Totals {
  const sum = (of: (score: Score) => number): number => scores.reduce((total, score) => total + of(score), 0);
  const definitions = shareOf(
    sum(({ right }) => right),
    sum(({ wrong }) => wrong.length),
    sum(({ missed }) => missed.length),
  );
  const fields = shareOf(
    sum(({ fieldsRight }) => fieldsRight),
    sum(({ fieldsWrong }) => fieldsWrong.length),
    sum(({ fieldsWrong, fieldsMissed }) => fieldsWrong.length + fieldsMissed.length),
  );
  const silent = sum((score) => score.silent.length);
  const faults = [
    ...(definitions.wrong + fields.wrong > 0 ? ['something is claimed that is not true'] : []),
    ...(silent > 0 ? ['something is not known, and nothing is said of it'] : []),
    ...(definitions.recall < RECALL_FLOOR.definitions
      ? [`definitions: recall is below ${RECALL_FLOOR.definitions}`]
      : []),
    ...(fields.recall < RECALL_FLOOR.fields ? [`fields: recall is below ${RECALL_FLOOR.fields}`] : []),
  ];
  return { definitions, fields, told: sum(({ told }) => told), silent, faults };
}
