import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { buildGraph } from '../../src/graphql/schema.js';
import { type Cli, type CliServer, freePort, openCli } from '../support/cli.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const README = readFileSync(`${ROOT}README.md`, 'utf8');
const URL_IN_README = 'http://localhost:4000';

/** Returns the code blocks of the README in a language, in order. */
const blocks = (language: string): string[] =>
  [...README.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(([, name, block]) =>
    name === language ? [block!] : [],
  );

/** Replaces values that differ in each run. */
const masked = (output: string, url: string): string =>
  output
    .replaceAll(url, URL_IN_README)
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
    .replace(/[0-9a-f]{64}/g, '<sha256>')
    .replace(/"archive_size":\d+/g, '"archive_size":<bytes>');

/** Runs commands as if they were pasted into a shell: a command that reads standard input would lose the next ones. */
async function paste(commands: string, variables: Record<string, string>): Promise<{ output: string; errors: string }> {
  const shell = spawn('bash', { cwd: ROOT, env: { PATH: process.env['PATH'], ...variables } });
  shell.stdin.end(commands);
  const [output, errors] = await Promise.all([text(shell.stdout), text(shell.stderr)]);
  return { output, errors };
}

describe('README.md', () => {
  let cli: Cli;
  let server: CliServer;

  beforeAll(async () => {
    cli = openCli();
    // Links in responses contain the port of the settings.
    server = await cli.start({ PORT: String(await freePort()) });
  });
  afterAll(() => cli.close());

  it('has at most 150 lines', () => {
    expect(README.trimEnd().split('\n').length).toBeLessThanOrEqual(150);
  });

  it('shows the output of its commands when they are pasted after a fresh start', async () => {
    const [start, tour, ...otherCommands] = blocks('sh');
    const [ready, shown, ...otherOutputs] = blocks('text');
    expect([start, otherCommands, otherOutputs]).toEqual(['npm ci && npm start\n', [], []]);
    expect(masked(server.stdout(), server.url)).toContain(ready!.trim());
    const { output, errors } = await paste(tour!.replaceAll(URL_IN_README, server.url), { DATA_DIR: cli.dataDir });
    expect(errors).toBe('');
    expect(masked(output, server.url).split('\n')).toEqual(masked(shown!, server.url).split('\n'));
  });

  it('lists all endpoints, except those of admins', async () => {
    const { paths } = (await (await fetch(`${server.url}/openapi.json`)).json()) as {
      paths: Record<string, Record<string, unknown>>;
    };
    const unnamed = (path: string): string => path.replace(/\{\w+\}/g, '{}');
    const documented = Object.entries(paths)
      .filter(([path]) => !path.startsWith('/admin/'))
      .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${unnamed(path)}`));
    const listed = [...README.matchAll(/`([A-Z]+(?:, [A-Z]+)*) (\/[^`]+)`/g)].flatMap(([, methods, path]) =>
      methods!.split(', ').map((method) => `${method} ${unnamed(path!)}`),
    );
    expect(listed.sort()).toEqual(documented.sort());
  });

  it('mentions only existing GraphQL fields', () => {
    const schema = buildGraph();
    const rows = README.split('\n').filter((line) => /^\| .*`(?:GET|POST)/.test(line));
    const names = rows.flatMap((row) => [...row.split('|')[3]!.matchAll(/`([\w.]+)`/g)].map(([, name]) => name!));
    expect(names.length).toBeGreaterThan(20);
    for (const name of names) {
      const [field, type] = name.split('.').reverse() as [string, string?];
      const types = type === undefined ? [schema.getQueryType()!, schema.getMutationType()!] : [schema.getType(type)!];
      expect([name, types.some((one) => 'getFields' in one && field in one.getFields())]).toEqual([name, true]);
    }
  });
});
