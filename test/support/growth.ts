import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { bounded } from './faults.js';
/** Work that takes less time on the largest input is not checked. */
const WORTH_MEASURING_MS = 10;
/** The factor by which the input grows. Linear work then takes four times as long, quadratic work sixteen times. */
const TIMES = 4;
const LINEAR_MOST = 8;
const TRIES = 2;
/** If work takes long on inputs of this size, larger ones are not tried. */
const SMALL = 32;

/** How the time of some work grows with the size of its input. */
export interface Growth {
  readonly isLinear: boolean;
  /**
   * The size at which the time was measured, the time in milliseconds, and the ratio of the time for TIMES this size.
   */
  readonly size: number;
  readonly milliseconds: number;
  readonly ratio: number;
}

/** The processor time of this thread in milliseconds. It does not depend on the load of the machine. */
function used(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function quickest(work: () => unknown, rounds: number): number {
  let least = Infinity;
  for (let round = 0; round < rounds; round++) {
    const started = used();
    work();
    least = Math.min(least, used() - started);
  }
  return least;
}

/**
 * Doubles the size of the input until the work takes long enough to be measured, or the maximum size is reached. The
 * work is linear if TIMES the size then takes about TIMES as long. Begins with small inputs, to detect exponential
 * work, too.
 */
export function growthOf<Input>(
  inputOf: (size: number) => Input,
  work: (input: Input) => unknown,
  most: number,
): Growth {
  for (let size = 16; size <= most; size = size < SMALL ? size + 4 : size * 2) {
    const input = inputOf(size);
    if (quickest(() => work(input), 1) < WORTH_MEASURING_MS) continue;
    // Repeated, because garbage collection or another process can interrupt a measurement.
    let growth: Growth = { isLinear: false, size, milliseconds: 0, ratio: Infinity };
    for (let round = 0; round < TRIES && !growth.isLinear; round++) {
      const milliseconds = quickest(() => work(input), 3);
      if (milliseconds < WORTH_MEASURING_MS / 2) growth = { isLinear: true, size, milliseconds, ratio: 1 };
      else if (size <= SMALL) break;
      else {
        const more = inputOf(size * TIMES);
        const ratio = quickest(() => work(more), 2) / milliseconds;
        growth = { isLinear: ratio <= LINEAR_MOST, size, milliseconds, ratio };
      }
    }
    if (!growth.isLinear || growth.ratio > 1) return growth;
  }
  return { isLinear: true, size: most, milliseconds: 0, ratio: 1 };
}

/** Parts that make a pattern backtrack if they are repeated and then followed by a part that does not match. */
const PUMPS = [
  'a',
  'A',
  '0',
  '9.',
  ' ',
  '.',
  '-',
  '/',
  '%',
  '+',
  '=',
  '_',
  ':',
  '::',
  ',',
  ';',
  '\n',
  '\r',
  '\f',
  '\0',
  '\\',
  '"',
  "'",
  '{',
  '{{',
  '[',
  '}',
  '#',
  'e',
  '\\x00',
  '\\u',
  ' as "',
  'é',
  '\u0301',
  '\u0301\u0316',
  'İ',
  'ﷺ',
  'Aa',
  '漢',
  '가',
  '😀',
];
const HEADS = [
  '',
  'a',
  '0',
  'Bearer ',
  '"',
  "'''",
  'https://',
  '1.1.1',
  '>=1',
  'data:image/png;base64,',
  '%(',
  '\\',
  '=',
];
const TAILS = ['', '\0', '\n', '!', 'a'];

export const told = ({ size, milliseconds, ratio }: Growth): string =>
  `${Math.round(milliseconds)} ms at ${size} characters, ${ratio.toFixed(1)} times as long at four times as many`;

/** Returns the inputs on which the work takes more than linear time, one line each. */
export function slowOnes(
  work: (text: string) => unknown,
  {
    most,
    heads = HEADS,
    tails = TAILS,
  }: { readonly most: number; readonly heads?: readonly string[]; readonly tails?: readonly string[] },
): string[] {
  const slow: string[] = [];
  for (const pump of PUMPS) {
    for (const head of heads) {
      for (const tail of tails) {
        const growth = growthOf((size) => head + pump.repeat(Math.ceil(size / pump.length)) + tail, work, most);
        if (!growth.isLinear)
          slow.push(`${JSON.stringify(head)} + ${JSON.stringify(pump)} … + ${JSON.stringify(tail)}: ${told(growth)}`);
      }
    }
  }
  return slow;
}

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The maximum length of inputs for patterns. A quadratic pattern takes over 10 ms at the shorter limit. */
export const PATTERN_MOST = bounded({ usual: 4096, long: 8192 });
/** Returns the regular-expression literals in files of src/, by file and text. */
export function writtenPatterns(isMeant: (file: string) => boolean): Map<string, RegExp> {
  const patterns = new Map<string, RegExp>();
  for (const file of globSync('src/**/*.ts', { cwd: ROOT }).filter(isMeant).sort()) {
    const source = ts.createSourceFile(file, readFileSync(ROOT + file, 'utf8'), ts.ScriptTarget.Latest, true);
    const look = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) {
        const end = node.text.lastIndexOf('/');
        patterns.set(`${file} ${node.text}`, new RegExp(node.text.slice(1, end), node.text.slice(end + 1)));
      }
      ts.forEachChild(node, look);
    };
    look(source);
  }
  return patterns;
}

export const use =
  (pattern: RegExp) =>
  (text: string): unknown =>
    pattern.global ? text.replace(pattern, '') : pattern.test(text);

/** Returns the patterns that take more than linear time, one line each. */
export const slowPatterns = (patterns: ReadonlyMap<string, RegExp>): string[] =>
  [...patterns].flatMap(([name, pattern]) =>
    slowOnes(use(pattern), { most: PATTERN_MOST, heads: ['', 'a', '0', '"', '\\'], tails: ['', '\0', '\n!'] }).map(
      (line) => `${name}: ${line}`,
    ),
  );
