// Asks the package registry for known vulnerabilities of the dependencies: `npm run audit`. Fails if there are
// any except those listed here.
import { spawnSync } from 'node:child_process';

/** Advisories that do not affect the registry: the number or URL of each, with the reason. */
const EXCEPTIONS = {};

// Without retries and with a short timeout, so that an unreachable package registry does not delay the caller.
const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json', '--fetch-retries=0', '--fetch-timeout=15000'], {
  encoding: 'utf8',
  timeout: 60_000,
  shell: process.platform === 'win32',
});

/** Parses the report; returns an empty object if there is none. */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

const { vulnerabilities } = parsed(stdout);
if (vulnerabilities === undefined) {
  console.log('The package registry did not return an audit. The dependencies were not checked.');
  process.exit(0);
}
const advisories = Object.values(vulnerabilities).flatMap(({ via }) =>
  via.filter((cause) => typeof cause === 'object'),
);
const open = advisories.filter(({ source, url }) => EXCEPTIONS[source] === undefined && EXCEPTIONS[url] === undefined);
for (const { name, title, severity, url } of open) console.log(`${severity}: ${name}: ${title} (${url})`);
console.log(
  `${advisories.length} advisories, of which ${advisories.length - open.length} are exceptions and ${open.length} are open`,
);
process.exit(open.length > 0 ? 1 : 0);
