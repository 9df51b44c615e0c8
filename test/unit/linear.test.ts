import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { z } from 'zod';
import { checkModule } from '../../src/analysis/checks.js';
import { PythonModule } from '../../src/analysis/python-module.js';
import { parseSortKey } from '../../src/catalogue/node-order.js';
import { DateTime } from '../../src/graphql/scalars.js';
import { requestIdOf } from '../../src/request/logging.js';
import { isCurrent } from '../../src/rest/etag.js';
import { allEndpoints, routesOf } from '../../src/rest/router.js';
import type { Snapshots } from '../../src/rest/snapshot.js';
import { readSettings } from '../../src/settings.js';
import { accelerator, classifierLine, operatingSystem } from '../../src/values/classifier.js';
import { decodeCursor } from '../../src/values/cursor.js';
import { canonicalLanguage } from '../../src/values/language.js';
import { networkOf } from '../../src/values/network.js';
import { foldNodeId, isNodeId } from '../../src/values/node-id.js';
import { refusalOf } from '../../src/values/parse.js';
import { isPrivateAddress, isPrivateHost } from '../../src/values/private-address.js';
import { isPublisherId } from '../../src/values/publisher-id.js';
import { parseRepository } from '../../src/values/repository.js';
import { isSemVer, isVersionRange, parseHostVersion, rangeHolds } from '../../src/values/semver.js';
import { sortable } from '../../src/values/sortable.js';
import { isTokenSecret } from '../../src/values/token-secret.js';
import { isUuid } from '../../src/values/uuid.js';
import { indexWords, searchWords } from '../../src/values/words.js';
import { bounded } from '../support/faults.js';
import { type Growth, growthOf } from '../support/growth.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Repeated and followed by what fits nowhere, these lead a pattern astray: it has to give back what it took, from every
 * place where it began.
 */
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
/** The longest texts tried on a pattern; a quadratic one takes over 10 ms at the shorter bound. */
const PATTERN_MOST = bounded({ usual: 4096, long: 8192 });
const TAILS = ['', '\0', '\n', '!', 'a'];

const told = ({ size, milliseconds, ratio }: Growth): string =>
  `${Math.round(milliseconds)} ms at ${size} characters, ${ratio.toFixed(1)} times as long at four times as many`;

/** What takes longer than in proportion on more of the same, as lines. */
function slowOnes(
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

/** Every regular expression that is written in src/, with where it is. */
function writtenPatterns(): Map<string, RegExp> {
  const patterns = new Map<string, RegExp>();
  for (const file of globSync('src/**/*.ts', { cwd: ROOT }).sort()) {
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

/** Where src/ builds regular expressions as it runs. */
function builtPatterns(): string[] {
  return globSync('src/**/*.ts', { cwd: ROOT }).filter((file) => readFileSync(ROOT + file, 'utf8').includes('RegExp('));
}

const use =
  (pattern: RegExp) =>
  (text: string): unknown =>
    pattern.global ? text.replace(pattern, '') : pattern.test(text);

describe('growth', () => {
  it('tells linear work from quadratic and exponential', () => {
    const judge = (pattern: RegExp): Growth => growthOf((size) => `${'a'.repeat(size)}!`, use(pattern), 16_384);
    for (const pattern of [/(?<!a)a+$/, /^[ab]+$/])
      expect([pattern, judge(pattern)]).toMatchObject([pattern, { isLinear: true }]);
    for (const pattern of [/a+$/, /^a*a*$/, /^(a+)+$/])
      expect([pattern, judge(pattern)]).toMatchObject([pattern, { isLinear: false }]);
  });
});

describe('every regular expression takes time in proportion to its text', () => {
  const patterns = writtenPatterns();

  it('all are found', () => {
    expect(patterns.size).toBeGreaterThan(100);
    // Those built as the program runs are looked at below, each by its name.
    expect(builtPatterns().sort()).toEqual(['src/rest/router.ts', 'src/values/words.ts']);
  });

  it('those that are written', () => {
    const slow = [...patterns].flatMap(([name, pattern]) =>
      slowOnes(use(pattern), { most: PATTERN_MOST, heads: ['', 'a', '0', '"', '\\'], tails: ['', '\0', '\n!'] }).map(
        (line) => `${name}: ${line}`,
      ),
    );
    process.stdout.write(`regular expressions: ${patterns.size} tried\n`);
    expect(slow).toEqual([]);
  });

  it('those of paths', () => {
    const endpoints = allEndpoints(readSettings({}), undefined as unknown as Snapshots);
    const slow = routesOf(endpoints).flatMap(({ at, pattern }) =>
      slowOnes(use(pattern), { most: PATTERN_MOST, heads: ['', '/nodes/', at.path], tails: ['', '//', '\n!'] }),
    );
    expect(slow).toEqual([]);
  });
});

const REQUEST = (headers: object): Parameters<typeof requestIdOf>[0] => ({ headers }) as never;

/** Whatever reads a text that a caller sent, before or beside the schemas. */
const READERS: Record<string, (text: string) => unknown> = {
  isSemVer,
  isVersionRange,
  parseHostVersion,
  isUuid,
  isPublisherId,
  isNodeId,
  foldNodeId,
  canonicalLanguage,
  parseRepository,
  isPrivateHost,
  isPrivateAddress,
  networkOf,
  isTokenSecret,
  operatingSystem,
  accelerator,
  classifierLine,
  parseSortKey,
  refusalOf,
  'rangeHolds, as a range': (text) => rangeHolds(text, '0.3.30'),
  sortable,
  decodeCursor: (text) => attempt(() => decodeCursor(text, 2)),
  'decodeCursor, encoded': (text) => attempt(() => decodeCursor(Buffer.from(text).toString('base64url'), 2)),
  DateTime: (text) => attempt(() => DateTime.parseValue(text)),
  requestIdOf: (text) => requestIdOf(REQUEST({ 'x-request-id': text })),
  isCurrent: (text) => isCurrent(REQUEST({ 'if-none-match': text }), 'W/"etag"'),
};

function attempt(work: () => unknown): unknown {
  try {
    return work();
  } catch {
    return undefined;
  }
}

describe('every validation takes time in proportion to its text', () => {
  const MOST = bounded({ usual: 8192, long: 131_072 });
  const heads = ['', '1.0.0', 'https://a.example/', '>='];
  const tails = ['', '!\0'];

  it.each(Object.entries(READERS))('%s', (_name, read) =>
    expect(slowOnes(read, { most: MOST, heads, tails })).toEqual([]),
  );

  it('of names in Python', () => {
    const source = (size: number): PythonModule => new PythonModule('a.py', `a${'\u0301\u0316'.repeat(size / 2)}()\n`);
    expect(growthOf(source, (module) => checkModule(module, [], 10), MOST)).toMatchObject({ isLinear: true });
  });

  it('of words to search by', () =>
    expect(
      [searchWords, indexWords].flatMap((read) => slowOnes(read, { most: MOST, heads: [''], tails: ['!'] })),
    ).toEqual([]));

  it('every field of every body and query, as a text and as a list of texts', () => {
    const endpoints = allEndpoints(readSettings({}), undefined as unknown as Snapshots);
    const inputs = endpoints.flatMap((at) => [at.query, at.body].flatMap((schema) => (schema ? [{ at, schema }] : [])));
    let fields = 0;
    const slow = inputs.flatMap(({ at, schema }) =>
      fieldsOf(schema).flatMap((field) => {
        fields++;
        const asText = slowOnes((text) => schema.safeParse({ [field]: text }), {
          most: MOST,
          heads: ['https://a.example/'],
          tails: ['!'],
        });
        const asList = growthOf(
          (size) => Array.from({ length: size }, (_, index) => `${index}`),
          (list) => schema.safeParse({ [field]: list }),
          MOST,
        );
        return [...asText, ...(asList.isLinear ? [] : [`a list: ${told(asList)}`])].map(
          (line) => `${at.operationId} ${field}: ${line}`,
        );
      }),
    );
    process.stdout.write(`fields of bodies and queries: ${fields} tried\n`);
    expect(fields).toBeGreaterThan(100);
    expect(slow).toEqual([]);
  });
});

/** The names of the fields that an input takes. */
function fieldsOf(schema: z.ZodType): string[] {
  if (schema instanceof z.ZodPipe) return fieldsOf(schema.in as z.ZodType);
  return schema instanceof z.ZodObject ? Object.keys(schema.shape as object) : [];
}
