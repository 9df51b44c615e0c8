import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DataDirectoryInUse, lockDataDirectory } from '../../src/db/data-directory.js';

describe('lockDataDirectory', () => {
  let folder: string;
  let directory: string;
  let file: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'registry-lock-'));
    directory = join(folder, 'data');
    file = join(directory, 'registry.lock');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const leave = (lock: string): void => {
    mkdirSync(directory);
    writeFileSync(file, lock);
  };

  it('creates the directory with access for its owner only, and leaves no files behind', async () => {
    const unlock = await lockDataDirectory(directory);
    expect([statSync(directory).mode & 0o777, statSync(file).mode & 0o777]).toEqual([0o700, 0o600]);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ pid: process.pid });
    unlock();
    unlock();
    expect(readdirSync(directory)).toEqual([]);
  });

  it('refuses a second process until the first has released the lock', async () => {
    const unlock = await lockDataDirectory(directory);
    await expect(lockDataDirectory(directory)).rejects.toThrow(DataDirectoryInUse);
    await expect(lockDataDirectory(directory)).rejects.toThrow(`${directory} is in use by process ${process.pid}.`);
    unlock();
    (await lockDataDirectory(directory))();
  });

  it.each([
    ['a process that is gone', JSON.stringify({ pid: 2 ** 22 + 1, started: '1', token: 'x' })],
    ['another process with its number', JSON.stringify({ pid: process.ppid, started: '1', token: 'x' })],
    ['a former process with our own number', JSON.stringify({ pid: process.pid, started: '1', token: 'x' })],
    ['nobody', ''],
    ['something else', '[]'],
  ])('takes over the lock file of %s', async (_whose, lock) => {
    leave(lock);
    const unlock = await lockDataDirectory(directory);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ pid: process.pid });
    unlock();
    expect(readdirSync(directory)).toEqual([]);
  });

  it('lets one of many concurrent processes take over', async () => {
    leave(JSON.stringify({ pid: 2 ** 22 + 1, started: '1', token: 'x' }));
    const tries = await Promise.allSettled(Array.from({ length: 8 }, () => lockDataDirectory(directory)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of tries) if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(DataDirectoryInUse);
    expect(existsSync(file)).toBe(true);
  });

  it('does not remove the lock of another process when it releases its own too late', async () => {
    const unlock = await lockDataDirectory(directory);
    rmSync(file);
    const other = await lockDataDirectory(directory);
    unlock();
    expect(existsSync(file)).toBe(true);
    other();
  });
});
