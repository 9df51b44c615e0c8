import { describe, expect, it } from '@jest/globals';
import semver from 'semver';
import { isPrerelease, isSemVer, parseHostVersion, precedenceKey, rangeHolds } from '../../src/values/semver.js';

// In order of precedence, the lowest first.
const ORDERED = [
  '0.0.0-0',
  '0.0.0-0.0',
  '0.0.0-1',
  '0.0.0-a',
  '0.0.0',
  '0.0.1',
  '0.0.9',
  '0.0.10',
  '0.9.0',
  '0.10.0',
  '1.0.0-0',
  '1.0.0-0.0.0',
  '1.0.0-1',
  '1.0.0-2',
  '1.0.0-9',
  '1.0.0-10',
  '1.0.0-99',
  '1.0.0-100',
  '1.0.0-1000000000',
  '1.0.0--',
  '1.0.0---',
  '1.0.0--1',
  '1.0.0-0a',
  '1.0.0-10a',
  '1.0.0-1a',
  '1.0.0-9a',
  '1.0.0-A',
  '1.0.0-Z',
  '1.0.0-a',
  '1.0.0-alpha',
  '1.0.0-alpha.0',
  '1.0.0-alpha.1',
  '1.0.0-alpha.1.0',
  '1.0.0-alpha.2',
  '1.0.0-alpha.10',
  '1.0.0-alpha.a',
  '1.0.0-alpha.beta',
  '1.0.0-alpha-',
  '1.0.0-alpha-1',
  '1.0.0-alpha-1.0',
  '1.0.0-alpha0',
  '1.0.0-alphA',
  '1.0.0-beta',
  '1.0.0-beta.2',
  '1.0.0-beta.11',
  '1.0.0-beta.11.x-y',
  '1.0.0-rc.1',
  '1.0.0-rc.1-1',
  '1.0.0-x.7.z.92',
  '1.0.0-x-y-z.-',
  '1.0.0-zzz',
  '1.0.0',
  '1.0.1-alpha',
  '1.0.1',
  '1.0.9',
  '1.0.10',
  '1.1.0-a',
  '1.1.0',
  '1.2.0',
  '1.9.0',
  '1.10.0',
  '1.11.0',
  '1.99.99',
  '1.100.0',
  '2.0.0-99999999999',
  '2.0.0',
  '9.0.0',
  '10.0.0',
  '99.99.99',
  '100.0.0',
  '2026.11.21',
  '9007199254740990.0.0',
  '9007199254740991.9007199254740991.9007199254740991',
].sort(semver.compare);

const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

describe('precedenceKey', () => {
  it('sorts by bytes as semantic versioning sorts versions, for all pairs', () => {
    const wrong: string[] = [];
    for (const a of ORDERED) {
      for (const b of ORDERED) {
        if (Math.sign(byBytes(precedenceKey(a), precedenceKey(b))) !== semver.compare(a, b))
          wrong.push(`${a} and ${b}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('ignores build metadata', () => {
    for (const [a, b] of [
      ['1.0.0', '1.0.0+5'],
      ['1.0.0-rc.1', '1.0.0-rc.1+a-b.c'],
      ['1.0.0+a', '1.0.0+a+'.slice(0, -1)],
      ['1.0.0', '1.0.0+build-7'],
    ] as const)
      expect(precedenceKey(a)).toBe(precedenceKey(b));
  });

  it('is ASCII, so that every database sorts it alike with collation C', () => {
    for (const version of ORDERED) expect(precedenceKey(version)).toMatch(/^[\x21-\x7e]+$/);
  });
});

describe('isSemVer', () => {
  it.each(['0.0.0', '1.2.3', '1.2.3-beta.1+build', '1.0.0-0a', '1.0.0--', '1.0.0+001', '10.20.30'])(
    'accepts %s',
    (text) => expect(isSemVer(text)).toBe(true),
  );

  it.each([
    '',
    '1',
    '1.2',
    'v1.2.3',
    '=1.2.3',
    ' 1.2.3',
    '1.2.3 ',
    '1.2.3\n',
    '01.2.3',
    '1.02.3',
    '1.2.3-01',
    '1.2.3-',
    '1.2.3+',
    '1.2.3.4',
    '1.2.x',
    'latest',
    '1.2.3-ä',
    `1.2.3-${'a'.repeat(100)}`,
    '99999999999999999999.0.0',
  ])('rejects “%s”', (text) => expect(isSemVer(text)).toBe(false));

  it('recognizes pre-releases', () => {
    expect(['1.0.0-rc.1', '1.0.0-0', '1.0.0', '1.0.0+a-b'].map(isPrerelease)).toEqual([true, true, false, false]);
  });
});

describe('parseHostVersion', () => {
  it.each([
    ['0.3.30', '0.3.30'],
    ['v0.3.30-20-g5c5457a4', '0.3.30'],
    [' 1.2 ', '1.2.0'],
    ['1.02.3', '1.2.3'],
    ['1.2.3+cu121', '1.2.3'],
    ['unknown', undefined],
    ['', undefined],
    ['1', undefined],
    ['1.2.3.4', undefined],
    ['v', undefined],
    ['1.2.9999999999', undefined],
  ])('parses “%s” as %s', (text, version) => expect(parseHostVersion(text)).toBe(version));
});

describe('rangeHolds', () => {
  it.each([
    ['', '0.0.1', true],
    [' , ', '0.0.1', true],
    ['>=0.3.0', '0.3.0', true],
    ['>=0.3.0', '0.2.99', false],
    ['>0.3.0', '0.3.0', false],
    ['>0.3.0', '0.3.1', true],
    ['<1.0', '0.99.0', true],
    ['<1.0', '1.0.0', false],
    ['<=1.0', '1.0.0', true],
    ['>=0.3.0,<1.0', '0.5.0', true],
    ['>=0.3.0 , < 1.0', '1.0.0', false],
    ['==0.3.1', '0.3.1', true],
    ['==0.3.1', '0.3.2', false],
    ['0.3.1', '0.3.1', true],
    ['=0.3.1', '0.3.2', false],
    ['!=0.3.1', '0.3.1', false],
    ['!=0.3.1', '0.3.2', true],
    ['~=0.3.2', '0.3.9', true],
    ['~=0.3.2', '0.3.1', false],
    ['~=0.3.2', '0.4.0', false],
    ['~=1.4', '1.9.0', true],
    ['~=1.4', '1.3.9', false],
    ['~=1.4', '2.0.0', false],
    ['==1.4.*', '1.4.0', true],
    ['==1.4.*', '1.4.7', true],
    ['==1.4.*', '1.5.0', false],
    ['!=1.4.*', '1.4.7', false],
    ['!=1.4.*', '1.5.0', true],
    ['>=v0.3', '0.3.0', true],
    ['a typo', '0.3.0', true],
    ['>=0.3.0,nonsense', '0.2.0', false],
    ['>=', '0.3.0', true],
  ])('“%s” with %s: %s', (range, version, holds) => expect(rangeHolds(range, version)).toBe(holds));
});
