// Writes what the built registry consists of to dist/sbom.cdx.json (CycloneDX): `npm run sbom`.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';

const { status, stdout, stderr } = spawnSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev'], {
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
  shell: process.platform === 'win32',
});
if (status !== 0) {
  process.stderr.write(stderr);
  process.exit(status ?? 1);
}
const { components } = JSON.parse(stdout);
const unlicensed = components.filter(({ licenses }) => !licenses || licenses.length === 0).map(({ name }) => name);
mkdirSync('dist', { recursive: true });
writeFileSync('dist/sbom.cdx.json', stdout);
console.log(
  `dist/sbom.cdx.json: ${components.length} components${unlicensed.length > 0 ? `, without a licence: ${unlicensed.join(', ')}` : ''}`,
);
