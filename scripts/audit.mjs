// Asks the package registry for known weaknesses of what we depend on: `npm run audit`. Each that is left alone is
// explained here.
import { spawnSync } from 'node:child_process';

/** Advisories that do not reach us, by their number or address, each with the reason. */
const EXCEPTIONS = {};

// Where it can't be reached nobody is to wait for it.
const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json', '--fetch-retries=0', '--fetch-timeout=15000'], {
  encoding: 'utf8',
  timeout: 60_000,
  shell: process.platform === 'win32',
});

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

const { vulnerabilities } = parsed(stdout);
if (vulnerabilities === undefined) {
  console.log('The package registry answers no audits here; nothing was asked.');
  process.exit(0);
}
const advisories = Object.values(vulnerabilities).flatMap(({ via }) => via.filter((one) => typeof one === 'object'));
const open = advisories.filter(({ source, url }) => EXCEPTIONS[source] === undefined && EXCEPTIONS[url] === undefined);
for (const { name, title, severity, url } of open) console.log(`${severity}: ${name}: ${title} (${url})`);
console.log(`${advisories.length} known, ${advisories.length - open.length} explained, ${open.length} open`);
process.exit(open.length > 0 ? 1 : 0);
