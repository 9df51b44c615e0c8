import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
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
import {
  type Growth,
  growthOf,
  PATTERN_MOST,
  ROOT,
  slowOnes,
  slowPatterns,
  told,
  use,
  writtenPatterns,
} from '../support/growth.js';

/** Returns the places in src/ that build regular expressions at run time. */
function builtPatterns(): string[] {
  return globSync('src/**/*.ts', { cwd: ROOT }).filter((file) => readFileSync(ROOT + file, 'utf8').includes('RegExp('));
}

describe('growth', () => {
  it('distinguishes linear work from quadratic and exponential work', () => {
    const judge = (pattern: RegExp): Growth => growthOf((size) => `${'a'.repeat(size)}!`, use(pattern), 16_384);
    for (const pattern of [/(?<!a)a+$/, /^[ab]+$/])
      expect([pattern, judge(pattern)]).toMatchObject([pattern, { isLinear: true }]);
    for (const pattern of [/a+$/, /^a*a*$/, /^(a+)+$/])
      expect([pattern, judge(pattern)]).toMatchObject([pattern, { isLinear: false }]);
  });
});

describe('every regular expression takes linear time', () => {
  const patterns = writtenPatterns((file) => !file.startsWith('src/analysis/'));

  it('all are found', () => {
    expect(patterns.size).toBeGreaterThan(100);
    // Those built at run time are tested below, by name; those of scripts by linear-analysis. Patterns of a package's
    // code run in the thread that analyses an archive, which has a time limit.
    expect(builtPatterns().sort()).toEqual([
      'src/analysis/checks/javascript/text-methods.ts',
      'src/analysis/checks/relevance.ts',
      'src/analysis/python-globs.ts',
      'src/analysis/python-patterns.ts',
      'src/rest/router.ts',
      'src/values/words.ts',
    ]);
  });

  it('literals', () => expect(slowPatterns(patterns)).toEqual([]));

  it('patterns of paths', () => {
    const endpoints = allEndpoints(readSettings({}), undefined as unknown as Snapshots);
    const slow = routesOf(endpoints).flatMap(({ at, pattern }) =>
      slowOnes(use(pattern), { most: PATTERN_MOST, heads: ['', '/nodes/', at.path], tails: ['', '//', '\n!'] }),
    );
    expect(slow).toEqual([]);
  });
});

const REQUEST = (headers: object): Parameters<typeof requestIdOf>[0] => ({ headers }) as never;

/** Functions that parse strings of callers before the schemas, or in addition to them. */
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

describe('every validation takes linear time', () => {
  const MOST = bounded({ usual: 8192, long: 131_072 });
  const heads = ['', '1.0.0', 'https://a.example/', '>='];
  const tails = ['', '!\0'];

  it.each(Object.entries(READERS))('%s', (_name, read) =>
    expect(slowOnes(read, { most: MOST, heads, tails })).toEqual([]),
  );

  it('of search words', () =>
    expect(
      [searchWords, indexWords].flatMap((read) => slowOnes(read, { most: MOST, heads: [''], tails: ['!'] })),
    ).toEqual([]));

  it('of every field of every body and query string, as a string and as a list of strings', () => {
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

/** Returns the names of the fields that an input accepts. */
function fieldsOf(schema: z.ZodType): string[] {
  if (schema instanceof z.ZodPipe) return fieldsOf(schema.in as z.ZodType);
  return schema instanceof z.ZodObject ? Object.keys(schema.shape as object) : [];
}
