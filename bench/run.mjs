// npm run bench: installs the peers, builds the registry if its sources changed, and runs the benchmark.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readOptions } from './options.mjs';
import { here, root } from './paths.mjs';

function run(file, args, cwd) {
  const { status, error } = spawnSync(file, args, { cwd, stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new Error(`${file} ${args.join(' ')} failed${error ? `: ${error.message}` : '.'}`);
}

try {
  const options = readOptions(process.argv.slice(2));
  if (options) {
    if (!existsSync(join(here, 'node_modules', '.package-lock.json')))
      run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], here);
    run(process.execPath, [join(root, 'scripts', 'build.mjs'), '--if-changed'], root);
    const { benchmark } = await import('./benchmark.mjs');
    await benchmark(options);
  }
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  if (process.env.BENCH_STACKS) process.stderr.write(`${error.stack}\n`);
  process.exitCode = 1;
}
