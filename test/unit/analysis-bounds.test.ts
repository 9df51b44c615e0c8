import { execFile } from 'node:child_process';
import { pbkdf2 } from 'node:crypto';
import { mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Finding } from '../../src/analysis/archive.js';
import { ArchiveAnalyser } from '../../src/analysis/bounded.js';
import { ANALYSIS_FLAGS } from '../../src/analysis/isolated.js';
import { packageOf, zipOf } from '../support/archives.js';
import { itWhen } from '../support/skips.js';

describe('limits of an analysis', () => {
  const analyser = new ArchiveAnalyser();
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'registry-analysis-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const bounded = async (files: Parameters<typeof zipOf>[0], bounds = { seconds: 60, megabytes: 256 }) => {
    const path = join(folder, 'bounded.zip');
    writeFileSync(path, await zipOf(files));
    return analyser.analyse(path, [], bounds);
  };

  it('it runs in a thread, with the same result', async () => {
    const { findings, extraction } = await bounded(packageOf('Threaded'));
    expect([findings, extraction.status, extraction.coreNodes.map(({ name }) => name)]).toEqual([
      [],
      'success',
      ['Threaded'],
    ]);
  });

  it('it ends for modules that import each other in cycles', async () => {
    const chain = Object.fromEntries(
      Array.from({ length: 22 }, (_, index) => [`m${index}.py`, `from .m${index + 1} import *\n`.repeat(3)]),
    );
    const { extraction } = await bounded({
      ...chain,
      'm22.py': '',
      '__init__.py': 'from .m0 import *\nfrom .m0 import *\n',
    });
    expect(extraction.status).toBe('invalid_format');
  });

  it('it follows what comes after the import of a large library', async () => {
    const loop = 'x = 0\nwhile x < 900:\n    x += 1\n    y = [x, x, x]\n';
    const { extraction } = await bounded({
      ...packageOf('AfterLibrary'),
      'nodes.py': `from .library import anything\n${packageOf('AfterLibrary')['nodes.py']!}`,
      'library.py': `${`def f():\n${loop.replace(/^/gm, '    ')}\nf()\n`.repeat(300)}`,
    });
    expect([extraction.status, extraction.coreNodes.map(({ name }) => name)]).toEqual(['success', ['AfterLibrary']]);
  });

  it.each([
    ['', 'def run():\n    from . import one, two\n    open(two.go())\n', undefined, 'note'],
    [' unless they run on load', 'from . import one, two\n', 'warn', undefined],
  ])(
    'it loads no more than 1.5 MB of files that only functions import%s',
    async (_unless, source, ofTwo, ofArchive) => {
      // Unlike equal lines, these do not shrink so much that the archive is held.
      const table = `TABLE = [\n${Array.from({ length: 38_000 }, (_, index) => `${Math.sin(index)},\n`).join('')}]\n`;
      const { findings } = await bounded({
        '__init__.py': source,
        'one.py': table,
        'two.py': `import os\n${table}def go():\n    os.system("id")\n`,
      });
      const levelOf = (path: string) => findings.find(({ file }) => file === path)?.level;
      expect([levelOf('two.py'), levelOf('')]).toEqual([ofTwo, ofArchive]);
    },
  );

  it('it keeps nothing of an archive in the memory of a thread that analyses others', async () => {
    const comment = `# ${Array.from({ length: 45_000 }, (_, index) => Math.sin(index)).join(' ')}\n`;
    const findings: Finding[] = [];
    for (let index = 0; index < 50; index++) {
      const text = `a text of some length ${index}`;
      const source = `import some_long_module_${index}\nsome_long_module_${index}.go("${text}")\n`;
      const outcome = await bounded({ '__init__.py': source + comment }, { seconds: 60, megabytes: 44 });
      findings.push(...outcome.findings);
    }
    expect(findings).toEqual([]);
  });

  it('its limits of memory hold in a process that is launched as the server does', async () => {
    const path = join(folder, 'limited.zip');
    writeFileSync(path, await zipOf(packageOf('Limited')));
    const script = `
      import { ArchiveAnalyser } from '${new URL('../../dist/src/analysis/bounded.js', import.meta.url).href}';
      process.once('worker', (worker) =>
        worker.once('online', async () => {
          const { heap_size_limit } = await worker.getHeapStatistics();
          process.stdout.write(String(heap_size_limit / 1024 / 1024));
        }),
      );
      await new ArchiveAnalyser().analyse(${JSON.stringify(path)}, [], { seconds: 60, megabytes: 100 });
    `;
    const { stdout } = await promisify(execFile)(process.execPath, [
      ...ANALYSIS_FLAGS,
      '--input-type=module',
      '--eval',
      script,
    ]);
    // V8 counts the young generation one and a half times at most.
    expect(Number(stdout)).toBeGreaterThanOrEqual(100);
    expect(Number(stdout)).toBeLessThanOrEqual(118);
  });

  it('it is aborted after its time limit, which is a finding', async () => {
    let turns = 0;
    const timer = setInterval(() => turns++, 10);
    const { findings, extraction } = await bounded(
      { 'a.py': ')]}$?!'.repeat(150_000) },
      { seconds: 0.2, megabytes: 256 },
    );
    clearInterval(timer);
    expect([findings.map(({ rule }) => rule), extraction.status === 'success']).toEqual([['archive-safety'], false]);
    // The event loop was not blocked meanwhile.
    expect(turns).toBeGreaterThan(10);
  });

  itWhen(process.platform === 'linux', 'needs /proc')('leaves no file open, however busy the machine is', async () => {
    let busy = true;
    const work = (): void => {
      if (busy) pbkdf2('', '', 20_000, 64, 'sha512', work);
    };
    for (let thread = 0; thread < 12; thread++) work();
    for (let turn = 0; turn < 3; turn++) await bounded(packageOf('Closed'));
    busy = false;
    const open = (): string[] =>
      readdirSync('/proc/self/fd').flatMap((fd) => {
        try {
          return [readlinkSync(`/proc/self/fd/${fd}`)].filter((path) => path.includes('bounded.zip'));
        } catch {
          return [];
        }
      });
    expect(open()).toEqual([]);
  });

  it('it reports calls that are nested too deeply', async () => {
    const { findings } = await bounded({ 'a.py': `${'eval('.repeat(3000)}1${')'.repeat(3000)}\n` });
    expect(findings.length).toBeGreaterThan(0);
    expect(findings.length).toBeLessThanOrEqual(200);
  });
});
