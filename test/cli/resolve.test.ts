import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Cli, type Ended, openCli } from '../support/cli.js';

const REPOSITORY = 'https://github.com/ada/masks';

describe('registry resolve', () => {
  let cli: Cli;
  const write = (name: string, content: unknown): void =>
    writeFileSync(join(cli.folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  const resolve = (...args: string[]): Promise<Ended> => cli.run(['resolve', ...args]);

  beforeAll(async () => {
    cli = openCli();
    write('extension-list.json', {
      custom_nodes: [{ author: 'ada', title: 'Masks', id: 'masks', reference: REPOSITORY, description: 'Masks.' }],
    });
    write('core-node-map.json', { [REPOSITORY]: [['MaskGrow'], {}] });
    write('repo-stats.json', {});
    expect(await cli.run(['import', '.'])).toMatchObject({ code: 0 });
    write('workflow.json', { nodes: [{ id: 1, type: 'MaskGrow' }], links: [] });
  });
  afterAll(() => cli.close());

  it('prints the plan as a table and exits with 0 if it is complete', async () => {
    expect(await resolve('workflow.json', '--os', 'linux', '--accelerator', 'GPU :: NVIDIA CUDA')).toEqual({
      code: 0,
      stderr: '',
      stdout: expect.stringMatching(/^NODE .*\nmasks +- +repository +only-provider +MaskGrow\ncomplete: 1 nodes, /),
    });
  });

  it('reads the body of POST /resolve', async () => {
    write('body.json', { workflow: { nodes: [{ id: 1, type: 'MaskGrow' }], links: [] } });
    expect(await resolve('body.json')).toMatchObject({ code: 0 });
    write('other.json', { core_node_names: ['MaskGrow'], os: 'linx' });
    expect(await resolve('other.json')).toMatchObject({ code: 1, stderr: expect.stringContaining('os: takes') });
    expect(await resolve('other.json', '--os', 'linux')).toMatchObject({ code: 0 });
    write('nodes.json', { nodes: [{ id: 'masks', version: '*' }], os: 'linux' });
    expect(await resolve('nodes.json')).toMatchObject({ code: 0, stdout: expect.stringContaining('\nmasks ') });
  });

  it('reads the standard input, and which nodes are installed', async () => {
    const workflow = JSON.stringify({ 1: { class_type: 'MaskGrow' } });
    const args = ['resolve', '-', '--json', '--installed', 'masks@nightly'];
    const { code, stdout } = await cli.run(args, {}, workflow);
    expect([code, JSON.parse(stdout).nodes]).toMatchObject([0, [{ node: { id: 'masks' }, already_installed: true }]]);
    expect(await resolve('workflow.json', '--installed', 'masks')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('masks@1.2.0'),
    });
  });

  it('refuses systems that are none, and options that exclude each other', async () => {
    expect(await resolve('workflow.json', '--os', 'linx')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('os: takes a classifier such as'),
    });
    expect(await resolve('workflow.json', '--json', '--constraints')).toMatchObject({ code: 1, stdout: '' });
  });

  it('exits with 1 if a name is missing, and prints the JSON of POST /resolve on request', async () => {
    write('missing.json', `\uFEFF${JSON.stringify({ 1: { class_type: 'MaskGrow' }, 2: { class_type: 'Nowhere' } })}`);
    const { code, stdout } = await resolve('missing.json', '--json');
    expect([code, JSON.parse(stdout)]).toMatchObject([
      1,
      {
        nodes: [{ node: { id: 'masks' }, install: { kind: 'repository', url: REPOSITORY } }],
        missing: [{ name: 'Nowhere', used_by: ['2'] }],
        complete: false,
      },
    ]);
    const table = await resolve('missing.json');
    expect([table.code, table.stdout]).toEqual([1, expect.stringMatching(/\nmissing: Nowhere\nincomplete: /)]);
  });

  it.each([
    ['is not there', 'nothing.json', undefined, /can’t be read \(ENOENT\)/],
    ['is not JSON', 'broken.json', '{"nodes": [', /broken\.json: .*is not valid JSON/],
    ['repeats a name', 'twice.json', '{"nodes": [], "nodes": []}', /twice\.json: .*occurs twice in its object/],
    ['is no workflow', 'list.json', '[1]', /workflow: takes an object/],
    ['is too large', 'large.json', `{"nodes": [], "x": "${'x'.repeat(2 * 1024 * 1024)}"}`, /more than 2097152 bytes/],
  ])('exits with 1 and says what is wrong with a file that %s', async (_what, file, content, message) => {
    if (content !== undefined) write(file, content);
    const { code, stdout, stderr } = await resolve(file);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(message);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  });
});
