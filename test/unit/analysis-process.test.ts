import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { IsolatedAnalyser } from '../../src/analysis/isolated.js';
import { packageOf, zipOf } from '../support/archives.js';
import { itWhen } from '../support/skips.js';

const MODULE = new URL('../../dist/src/analysis/isolated.js', import.meta.url).href;
const BOUNDS = { seconds: 60, megabytes: 256 };

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'registry-isolated-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function archiveOf(name: string, files: Parameters<typeof zipOf>[0]): Promise<string> {
  const path = join(folder, `${name}.zip`);
  writeFileSync(path, await zipOf(files));
  return path;
}

/** An archive whose analysis takes long enough to be interrupted. */
function slowArchive(): Promise<string> {
  const statements = Array.from({ length: 1500 }, (_, index) => `    x${index} = open(str(${Math.sin(index)}))\n`);
  const modules = Array.from({ length: 20 }, (_, index) => [`m${index}.py`, `def f():\n${statements.join('')}f()\n`]);
  return archiveOf('slow', { ...packageOf('Slow'), ...(Object.fromEntries(modules) as Record<string, string>) });
}

/** A file in `/proc`; empty if its process or thread has ended. */
function inProc(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, 'utf8');
  } catch {
    return '';
  }
}

/** The processes that a process has started and that analyse archives. */
const analysesOf = (parent: number): number[] =>
  readdirSync(`/proc/${parent}/task`).flatMap((thread) =>
    inProc(`${parent}/task/${thread}/children`)
      .split(' ')
      .filter((pid) => pid !== '' && inProc(`${pid}/cmdline`).includes('analysis-process'))
      .map(Number),
  );

/** Waits for a process that analyses archives. */
async function analysisOf(parent: number, before: readonly number[] = []): Promise<number> {
  for (;;) {
    const found = analysesOf(parent).find((pid) => !before.includes(pid));
    if (found !== undefined) return found;
    await sleep(5);
  }
}

/** Waits until a process has ended, also if nothing has asked for its exit code yet. */
async function endOf(pid: number): Promise<void> {
  while (/^State:\s[^Z]/m.test(inProc(`${pid}/status`))) await sleep(5);
}

const onLinux = itWhen(process.platform === 'linux', 'needs /proc');

describe('the process that analyses archives', () => {
  it('has the same result, one archive after the other and several at a time', async () => {
    const analyser = new IsolatedAnalyser();
    const names = ['One', 'Two', 'Three'];
    const paths = await Promise.all(names.map((name) => archiveOf(name, packageOf(name))));
    const first = await analyser.analyse(paths[0]!, [], BOUNDS);
    const all = await Promise.all(paths.map((path) => analyser.analyse(path, [], BOUNDS)));
    const found = [first, ...all].map(({ extraction }) => extraction.coreNodes.map(({ name }) => name));
    expect(found).toEqual([['One'], ['One'], ['Two'], ['Three']]);
  });

  it('reports an archive that can’t be opened as an error of the registry', async () => {
    await expect(new IsolatedAnalyser().analyse(join(folder, 'none.zip'), [], BOUNDS)).rejects.toThrow('ENOENT');
  });

  it('does not keep the server running when it has no work', async () => {
    const path = await archiveOf('Ends', packageOf('Ends'));
    const script = `
      import { IsolatedAnalyser } from '${MODULE}';
      const { extraction } = await new IsolatedAnalyser().analyse(${JSON.stringify(path)}, [], ${JSON.stringify(BOUNDS)});
      process.stdout.write(extraction.coreNodes[0].name);
    `;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
    expect(stdout).toBe('Ends');
  });

  onLinux('gets no settings of the registry', async () => {
    const analyser = new IsolatedAnalyser();
    const before = analysesOf(process.pid);
    await analyser.analyse(await archiveOf('Env', packageOf('Env')), [], BOUNDS);
    const names = inProc(`${await analysisOf(process.pid, before)}/environ`).match(/[^\0]+(?==)/g)!;
    expect(names.filter((name) => !/^(MALLOC_|NODE_CHANNEL_)/.test(name))).toEqual([]);
  });

  onLinux('is not ended by the signals that a terminal or a service manager sends to all processes', async () => {
    const analyser = new IsolatedAnalyser();
    const path = await archiveOf('Signals', packageOf('Signals'));
    const before = analysesOf(process.pid);
    await analyser.analyse(path, [], BOUNDS);
    const pid = await analysisOf(process.pid, before);
    process.kill(pid, 'SIGINT');
    process.kill(pid, 'SIGTERM');
    await analyser.analyse(path, [], BOUNDS);
    expect(await analysisOf(process.pid, before)).toBe(pid);
  });

  onLinux('is started again for an archive when it was killed, once', async () => {
    const path = await slowArchive();
    const before = analysesOf(process.pid);
    const analysis = new IsolatedAnalyser().analyse(path, [], BOUNDS);
    const first = await analysisOf(process.pid, before);
    process.kill(first, 'SIGKILL');
    const { findings, extraction } = await analysis;
    expect([findings.filter(({ level }) => level === 'hold'), extraction.status]).toEqual([[], 'success']);
  });

  onLinux('holds an archive that ends it twice', async () => {
    const path = await slowArchive();
    const before = analysesOf(process.pid);
    const analysis = new IsolatedAnalyser().analyse(path, [], BOUNDS);
    for (const _time of [1, 2]) {
      const pid = await analysisOf(process.pid, before);
      before.push(pid);
      process.kill(pid, 'SIGKILL');
    }
    expect((await analysis).findings.map(({ level, message }) => [level, message])).toEqual([
      ['hold', 'can’t be checked'],
    ]);
  });

  onLinux('ends with the server, also while it has work', async () => {
    const script = `
      import { IsolatedAnalyser } from '${MODULE}';
      await new IsolatedAnalyser().analyse(${JSON.stringify(await slowArchive())}, [], ${JSON.stringify(BOUNDS)});
    `;
    const server = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'ignore' });
    const pid = await analysisOf(server.pid!);
    server.kill('SIGKILL');
    await once(server, 'exit');
    await expect(endOf(pid)).resolves.toBeUndefined();
  });
});
