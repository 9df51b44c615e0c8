// Compiles the project into dist/. With --if-changed it leaves a build alone that is still true to its sources,
// so that a second `npm start` is ready at once. Everything it says goes to standard error.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleAnalysis } from './bundle-analysis.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stamp = join(root, 'dist', 'build.json');

function* sources(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* sources(path);
    else yield path;
  }
}

function digest() {
  const hash = createHash('sha256');
  const files = ['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json'].map((name) =>
    join(root, name),
  );
  for (const folder of ['src', 'migrations', 'scripts', 'web']) files.push(...sources(join(root, folder)));
  for (const file of files.sort()) {
    if (existsSync(file)) hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

/** Builds the web pages: the program of the browser, and the renderer of the server. */
async function buildPages(folder) {
  const { build } = await import('vite');
  const configFile = join(root, 'web', 'vite.config.ts');
  await build({ configFile, build: { outDir: join(folder, 'client') } });
  await build({ configFile, build: { outDir: join(folder, 'server'), ssr: 'src/server.tsx' } });
}

const wanted = digest();
const built = existsSync(stamp) ? JSON.parse(readFileSync(stamp, 'utf8')).digest : undefined;
if (process.argv.includes('--if-changed') && built === wanted) process.exit(0);

console.error('building …');
// Built in another folder and moved into place as a whole, so that no process runs half a build.
const fresh = join(root, `dist.${process.pid}`);
const compiler = join(root, 'node_modules', 'typescript7', 'bin', 'tsc');
const result = spawnSync(process.execPath, [compiler, '-p', join(root, 'tsconfig.build.json'), '--outDir', fresh], {
  stdio: ['ignore', 2, 2],
});
if (result.status !== 0) {
  rmSync(fresh, { recursive: true, force: true });
  process.exit(result.status ?? 1);
}
await bundleAnalysis(fresh);
await buildPages(join(fresh, 'web'));
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
writeFileSync(join(fresh, 'build.json'), JSON.stringify({ version, digest: wanted }));
const dist = join(root, 'dist');
const stale = join(root, `dist.${process.pid}.old`);
if (existsSync(dist)) renameSync(dist, stale);
renameSync(fresh, dist);
rmSync(stale, { recursive: true, force: true });
