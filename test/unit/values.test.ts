import { inspect } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { AppError } from '../../src/errors/app-error.js';
import { accelerator, classifierLine, operatingSystem, systemOfFormFactor } from '../../src/values/classifier.js';
import { decodeCursor, encodeCursor } from '../../src/values/cursor.js';
import { canonicalLanguage } from '../../src/values/language.js';
import { networkOf } from '../../src/values/network.js';
import { foldNodeId, isNodeId } from '../../src/values/node-id.js';
import { parseInput, refusalOf } from '../../src/values/parse.js';
import { isPrivateAddress, isPrivateHost } from '../../src/values/private-address.js';
import { isPublisherId, isReservedPublisherId } from '../../src/values/publisher-id.js';
import { parseRepository } from '../../src/values/repository.js';
import { Secret } from '../../src/values/secret.js';
import {
  hashTokenSecret,
  isTokenSecret,
  looksLikeTokenSecret,
  makeTokenSecret,
} from '../../src/values/token-secret.js';
import { byteLengthOf, ListText, within } from '../../src/values/list-text.js';
import { isUuid } from '../../src/values/uuid.js';
import { forgivenTypos, indexWords, searchWords } from '../../src/values/words.js';

describe('node ids', () => {
  it.each(['a', 'Z', 'my-node', 'My_Node', 'a.b', 'a1', 'ComfyNode9', `a${'b'.repeat(99)}`])('may be %s', (id) =>
    expect(isNodeId(id)).toBe(true),
  );
  it.each([
    '',
    '1node',
    '-a',
    '_a',
    '.a',
    'a-',
    'a_',
    'a.',
    'a..b',
    'a b',
    'a/b',
    'ä',
    'nodé',
    'a\n',
    `a${'b'.repeat(100)}`,
    'search',
    'Search',
    'reindex',
  ])('may not be “%s”', (id) => expect(isNodeId(id)).toBe(false));
  it('are equal in any case and with any separator', () => {
    expect(new Set(['my-node', 'My_Node', 'MY.NODE'].map(foldNodeId)).size).toBe(1);
    expect(foldNodeId('my-node')).not.toBe(foldNodeId('mynode'));
  });
});

describe('publisher ids', () => {
  it.each(['abc', 'a-b', 'a1b', `a${'b'.repeat(63)}`])('may be %s', (id) => expect(isPublisherId(id)).toBe(true));
  it.each(['', 'ab', 'Abc', '1bc', 'abc-', '-bc', 'a_b', 'a.b', 'abc\n', `a${'b'.repeat(64)}`])(
    'may not be “%s”',
    (id) => expect(isPublisherId(id)).toBe(false),
  );
  it('are partly reserved', () =>
    expect(['unclaimed', 'validate', 'admin', 'abc'].map(isReservedPublisherId)).toEqual([true, true, true, false]));
});

describe('token secrets', () => {
  it('have their form and checksum, and are unique', () => {
    const secrets = Array.from({ length: 50 }, makeTokenSecret);
    expect(new Set(secrets).size).toBe(50);
    for (const secret of secrets) {
      expect(secret).toMatch(/^xrt_[0-9A-Za-z]{46}$/);
      expect(isTokenSecret(secret)).toBe(true);
      expect(hashTokenSecret(secret)).toMatch(/^[0-9a-f]{64}$/);
    }
  });

  it('have a checksum that detects typos', () => {
    const secret = makeTokenSecret();
    for (let place = 4; place < secret.length; place++) {
      const wrong = secret.slice(0, place) + (secret[place] === 'a' ? 'b' : 'a') + secret.slice(place + 1);
      expect([wrong, isTokenSecret(wrong), looksLikeTokenSecret(wrong)]).toEqual([wrong, false, true]);
    }
    for (const wrong of [
      '',
      'xrt_',
      secret.slice(0, -1),
      `${secret}a`,
      secret.toUpperCase(),
      `${secret}\n`,
      secret.slice(4),
    ])
      expect(isTokenSecret(wrong)).toBe(false);
  });
});

describe('secrets', () => {
  it('are not revealed by conversions to strings or JSON', () => {
    const secret = new Secret('hush');
    const shown = [
      String(secret),
      `${secret as unknown as string}`,
      JSON.stringify({ secret }),
      inspect(secret),
      inspect({ deep: { secret } }, { showHidden: true }),
      Object.keys(secret).join(),
    ];
    for (const text of shown) expect(text).not.toContain('hush');
    expect(secret.revealSecret()).toBe('hush');
  });
});

describe('search words', () => {
  it.each([
    ['Impact Pack', ['impact', 'pack']],
    ['Café-Größe_2', ['cafe', 'große', '2']],
    ['ＦＵＬＬ width', ['full', 'width']],
    ['放大工作室 v2', ['放', '大', '工', '作', '室', 'v2']],
    ['', []],
    ['!?…', []],
  ])('of “%s”', (text, words) => expect(searchWords(text)).toEqual(words));

  it('leave out text that is no word', () => expect(searchWords('x'.repeat(500))).toEqual(['x'.repeat(60)]));

  it.each([
    ['ImpactPack', ['impactpack', 'impact', 'pack']],
    ['impact-pack', ['impact', 'pack', 'impactpack']],
    ['KSamplerAdvanced', ['ksampleradvanced', 'k', 'sampler', 'advanced']],
    ['HTTPServer2Go', ['httpserver2go', 'http', 'server2', 'go']],
  ])('that find “%s”', (text, words) => expect([...indexWords(text)].sort()).toEqual([...words].sort()));
});

describe('typos', () => {
  it('are tolerated in long words only', () =>
    expect([1, 3, 4, 7, 8, 20].map(forgivenTypos)).toEqual([0, 0, 1, 1, 2, 2]));
});

describe('private addresses', () => {
  it.each([
    '0.0.0.0',
    '10.255.255.255',
    '100.127.255.255',
    '127.0.0.1',
    '168.63.129.16',
    '169.254.169.254',
    '172.16.0.0',
    '172.31.255.255',
    '192.0.0.192',
    '192.168.0.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:10.0.0.1',
    '::127.0.0.1',
    '::ffff:0:127.0.0.1',
    '64:ff9b::a00:1',
    '2002:a00:1::',
    'fc00::1',
    'fdff::1',
    'fe80::1',
    'febf::1',
    'fec0::1',
    'ff02::1',
    '0:0:0:0:0:0:0:1',
    '0:0:0:0:0:ffff:7f00:1',
    '::FFFF:127.0.0.1',
    'FE80::1',
    '0:0:0:0:0:ffff:127.0.0.1',
    '64:ff9b:1:7f00:1::',
    '2001:0:4136:e378:8000:63bf:80ff:fffe',
    '100::1',
    '::2',
    '1::1',
    '4000::1',
    '5f00::1',
    '::1%lo',
    'fe80::1%eth0',
  ])('include %s', (address) => expect(isPrivateAddress(address)).toBe(true));

  it.each([
    '1.1.1.1',
    '9.255.255.255',
    '11.0.0.0',
    '100.128.0.0',
    '172.32.0.0',
    '193.0.0.1',
    '::ffff:1.1.1.1',
    '::ffff:101:101',
    '2606:4700::1',
    '2001:4860:4860::8888',
    '3fff:ffff::1',
    'example.org',
    '',
  ])('don’t include %s', (address) => expect(isPrivateAddress(address)).toBe(false));

  it.each([
    'localhost',
    'LOCALHOST',
    'localhost.',
    'localhost..',
    'a.localhost',
    '[::1]',
    'metadata.google.internal',
    'metadata.google.internal.',
    'printer.local',
    '127.0.0.1',
  ])('include the host %s', (host) => expect(isPrivateHost(host)).toBe(true));
  it.each(['example.org', 'localhost.example.org', 'notlocalhost', 'internal', 'local.example', '[2606:4700::1]'])(
    'don’t include the host %s',
    (host) => expect(isPrivateHost(host)).toBe(false),
  );
});

describe('networks of callers', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['2001:DB8:0:0:1:2:3:4', '2001:db8:0:0'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8::5:6:7:8', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['', ''],
    ['nonsense', 'nonsense'],
  ])('of %s', (address, network) => expect(networkOf(address)).toBe(network));
});

describe('parseInput', () => {
  const schema = z.object({
    name: z.string({ error: 'takes a text' }),
    deep: z.object({ list: z.array(z.int({ error: 'takes a number' })) }).optional(),
  });
  const detailsOf = (value: unknown): readonly string[] => {
    try {
      parseInput(schema, value);
      return [];
    } catch (error) {
      if (error instanceof AppError && error.code === 'INVALID_INPUT') return error.details;
      throw error;
    }
  };

  it('returns the parsed values, without unknown fields', () =>
    expect(parseInput(schema, { name: 'x', other: 1 })).toEqual({ name: 'x' }));
  it('returns a line for each error, with its field', () =>
    expect(detailsOf({ name: 5, deep: { list: [1, 'x', 2.5] } })).toEqual([
      'name: takes a text',
      'deep.list.1: takes a number',
      'deep.list.2: takes a number',
    ]));
  it('returns a line if the input is not an object', () => expect(detailsOf('x')).toHaveLength(1));
  it('ends for malicious input', () =>
    expect(detailsOf({ name: 'x', deep: { list: Array.from({ length: 1000 }, () => 'x') } })).toHaveLength(50));
});

describe('refusalOf', () => {
  const UNSTORABLE = 'contains a character that can’t be stored (NUL or a lone surrogate)';
  const nested = (depth: number, inner: unknown = 1): unknown => (depth === 0 ? inner : [nested(depth - 1, inner)]);

  it.each([
    ['a\0', `the value ${UNSTORABLE}`],
    [{ a: { b: ['x', 'y\0'] } }, `a.b.1 ${UNSTORABLE}`],
    [{ a: '\ud800' }, `a ${UNSTORABLE}`],
    [{ 'a\0': 1 }, `a name in the value ${UNSTORABLE}`],
    [{ a: { '\udc00': 1 } }, `a name in a ${UNSTORABLE}`],
    ['😀', undefined],
    [{ a: [1, null, true, 'ok', {}] }, undefined],
    [undefined, undefined],
    [nested(100), undefined],
    [nested(101), 'the value is nested deeper than 100 levels'],
    [Array.from({ length: 49_999 }, () => ''), undefined],
    [Array.from({ length: 50_000 }, () => ''), 'the value contains more than 50000 values'],
    [
      Array.from({ length: 300 }, () => Array.from({ length: 300 }, () => '')),
      'the value contains more than 50000 values',
    ],
  ])('describes %.40j', (value, fault) => expect(refusalOf(value)).toBe(fault));

  it('can have stricter limits for queries', () => {
    expect(refusalOf({ a: 'xxxx' }, { text: 3 })).toBe('a is longer than 3 characters');
    expect(refusalOf({ a: [1, 2, 3, 4] }, { list: 3 })).toBe('a has more than 3 items');
    expect(refusalOf({ a: ['xxx', 1, 2] }, { text: 3, list: 3 })).toBeUndefined();
  });
});

describe('cursors', () => {
  it('decode to the encoded values', () => expect(decodeCursor(encodeCursor('a', 'ü:"\\'), 2)).toEqual(['a', 'ü:"\\']));
  it.each([
    '',
    'x',
    encodeCursor('one'),
    encodeCursor('a', 'b', 'c'),
    Buffer.from('[1,2]').toString('base64url'),
    Buffer.from('["a\\u0000","b"]').toString('base64url'),
    Buffer.from('{}').toString('base64url'),
  ])('of other lists are rejected: %s', (cursor) => {
    expect(() => decodeCursor(cursor, 2)).toThrow('is not a cursor');
  });
});

describe('languages', () => {
  it.each([
    ['EN-us', 'en-US'],
    ['iw', 'he'],
    ['zh-hans', 'zh-Hans'],
    ['de-1996', 'de-1996'],
    ['en_US', undefined],
    ['', undefined],
    ['*', undefined],
    [' de', undefined],
    ['de\0', undefined],
    [`de-x-${'a-'.repeat(20)}a`, undefined],
  ])('parse %s as %s', (text, language) => expect(canonicalLanguage(text)).toBe(language));
});

describe('classifiers', () => {
  it('are accepted with and without their leading words', () => {
    expect(['Operating System :: POSIX :: Linux', 'POSIX :: Linux', ' POSIX::Linux '].map(operatingSystem)).toEqual([
      'POSIX :: Linux',
      'POSIX :: Linux',
      'POSIX :: Linux',
    ]);
    expect(accelerator('Environment :: GPU :: NVIDIA CUDA')).toBe('GPU :: NVIDIA CUDA');
  });
  // A quadratic algorithm would run for minutes.
  it('are parsed in linear time', () => expect(operatingSystem(`a${' '.repeat(1_000_000)}b`)).toHaveLength(1_000_002));
  it('include more general and more specific ones', () =>
    expect(classifierLine('POSIX :: BSD :: FreeBSD')).toEqual(['POSIX :: BSD :: FreeBSD', 'POSIX :: BSD', 'POSIX']));
  it('exist for platforms', () =>
    expect(['git-linux', 'desktop-win', 'other', 'constructor', ''].map(systemOfFormFactor)).toEqual([
      'POSIX :: Linux',
      'Microsoft :: Windows',
      undefined,
      undefined,
      undefined,
    ]));
});

describe('repositories', () => {
  it.each([
    ['https://github.com/owner/name', { host: 'github.com', owner: 'owner', name: 'name' }],
    ['https://GitHub.com/owner/name.git/', { host: 'github.com', owner: 'owner', name: 'name' }],
    ['https://github.com/owner/name/tree/main', { host: 'github.com', owner: 'owner', name: 'name' }],
    ['https://github.com/owner', undefined],
    ['git@github.com:owner/name.git', undefined],
    ['htps://github.com/owner/name', undefined],
    ['https://github.com/owner/..', undefined],
    ['https://github.com/owner/.git', undefined],
    ['https://github.com/ow%20ner/name', undefined],
    ['', undefined],
  ])('are parsed from %s', (address, repository) => expect(parseRepository(address)).toEqual(repository));
});

describe('UUIDs', () => {
  it('are distinguished from other strings', () => {
    expect(
      [
        '6f1c2a9e-8f0e-4a5b-9d3c-1b2a3c4d5e6f',
        '6F1C2A9E-8F0E-4A5B-9D3C-1B2A3C4D5E6F',
        '6f1c2a9e8f0e4a5b9d3c1b2a3c4d5e6f',
        '',
        '6f1c2a9e-8f0e-4a5b-9d3c-1b2a3c4d5e6g',
        '6f1c2a9e-8f0e-4a5b-9d3c-1b2a3c4d5e6f\n',
      ].map(isUuid),
    ).toEqual([true, true, false, false, false, false]);
  });
});

const listItem = (json: string) => ({ json, bytes: Buffer.byteLength(json) });

describe('strings that contain a list', () => {
  it.each<[string, readonly string[], string]>([
    ['[', [], ']'],
    ['{"nodes":[', ['{"a":1}'], ']}'],
    ['{"ä":[', ['"a"', '""', '', '"€"', '"🙂"', 'ÿ'.repeat(3000)], '],"b":"ü"}'],
  ])('equal the concatenation of their parts: %s', (before, items, after) => {
    const text = ListText.of(before, items.map(listItem), after);
    const whole = `${before}${items.join()}${after}`;
    expect([String(text), text.length, text.byteLength()]).toEqual([whole, whole.length, Buffer.byteLength(whole)]);
    const buffer = Buffer.alloc(text.byteLength() + 10, '#');
    text.write(buffer);
    expect(buffer.toString()).toBe(`${whole}${'#'.repeat(10)}`);
    for (const each of [text, whole])
      expect([String(within('<', each, '>')), byteLengthOf(within('ä', each, ''))]).toEqual([
        `<${whole}>`,
        Buffer.byteLength(whole) + 2,
      ]);
  });
});
