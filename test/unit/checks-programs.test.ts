import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Finding } from '../../src/analysis/archive.js';
import { analyseFile, zipOf } from '../support/archives.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'registry-programs-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function findingsOf(name: string, content: Buffer, off: readonly string[] = []): Promise<readonly Finding[]> {
  const path = join(folder, 'archive.zip');
  writeFileSync(path, await zipOf({ '__init__.py': '', [name]: content }));
  return (await analyseFile(path, off)).findings;
}

const padded = (...parts: readonly (string | Buffer)[]): Buffer =>
  Buffer.concat([...parts.map((part) => Buffer.from(part as string, 'latin1')), Buffer.alloc(5000)]);
const LINUX = padded('\x7fELF\x02\x01\x01');
const MACOS = padded('\xcf\xfa\xed\xfe');
const WINDOWS = padded('MZ', Buffer.alloc(58), '\x80\0\0\0', Buffer.alloc(64), 'PE\0\0');

describe('the checks hold a program that is named', () => {
  it.each<[string, Buffer]>([
    ['data/weights.dat', LINUX],
    ['bin/helper', LINUX],
    ['bin/tool', MACOS],
    ['res/icon.ico', WINDOWS],
  ])('%s', async (name, content) => {
    expect(await findingsOf(name, content)).toMatchObject([{ level: 'hold', rule: 'compiled-code', file: name }]);
  });
});

describe('the checks do not hold', () => {
  it.each<[string, string, Buffer]>([
    ['data that begins with two letters of a program', 'a.bin', padded('MZ')],
    ['data that points out of itself', 'a.bin', padded('MZ', Buffer.alloc(58), '\xff\xff\xff\xff')],
    ['an image', 'a.png', padded('\x89PNG\r\n\x1a\n')],
    ['a short file', 'a.txt', Buffer.from('\x7fELF')],
  ])('%s', async (_what, name, content) => expect(await findingsOf(name, content)).toEqual([]));

  it('programs if the check is off', async () =>
    expect(await findingsOf('a.dat', LINUX, ['compiled-code'])).toEqual([]));
});
