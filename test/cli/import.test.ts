import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type Cli, type Ended, openCli, openCliOnServer } from '../support/cli.js';

const LIST = {
  custom_nodes: [
    {
      author: 'ada',
      title: 'Impact Pack',
      id: 'impact-pack',
      reference: 'https://github.com/ada/Impact-Pack',
      files: ['https://github.com/ada/Impact-Pack'],
      install_type: 'git-clone',
      description: 'Detects things.',
      tags: ['detect'],
      pip: ['numpy'],
      preemptions: ['Detector'],
    },
    {
      author: 'bob',
      title: 'No id',
      reference: 'https://github.com/bob/Some.Nodes',
      description: 'Its id is made of its address.',
    },
    { author: 'bob', title: 'Spaces', id: 'an id with  spaces', reference: 'https://github.com/bob/spaces' },
    { author: 'cy', title: 'Digit', id: '3d-tools', reference: 'https://github.com/cy/3d-tools' },
    { author: 'cy', title: 'Clash', reference: 'https://gitlab.example.org/other/impact_pack' },
    { author: 'di', title: 'Git', reference: 'https://github.com/di/with-git.git' },
    { author: 'di', title: 'Same with a slash', reference: 'https://github.com/DI/with-git/' },
    { author: 'di', title: 'Reserved', id: 'search', reference: 'https://github.com/di/search' },
    { author: 'ed', title: 'Mistyped', reference: 'htps://github.com/ed/nodes' },
    { author: 'ed', title: 'By its file', reference: 'see below', files: ['https://gist.example.org/ed/one_file.py'] },
    { author: 'ed', title: 'Nowhere' },
    { author: 'ed', title: 'Wrong form', reference: 'https://github.com/ed/wrong', tags: 'text' },
    'no entry',
    { author: 'a\0b\ud800', title: '', reference: 'https://github.com/ed/dirty', description: 'x'.repeat(60_000) },
  ],
};
const MAP = {
  'https://github.com/ada/impact-pack/': [['Detector', 'Segmenter', 'Detector'], { title_aux: 'Impact Pack' }],
  'https://github.com/di/with-git': [['GitNode'], {}],
  'https://gist.example.org/ed/one_file.py': [['OneFile'], {}],
  'https://github.com/nobody/knows': [['Lost'], {}],
};
const STATS = {
  'https://github.com/ada/Impact-Pack': { stars: 120, last_update: '2026-01-01 00:00:00', author_account_age_days: 5 },
  'https://github.com/di/with-git': { stars: 3 },
  'https://github.com/nobody/knew': { stars: 9 },
};

const IDS = [
  'impact-pack',
  'Some.Nodes',
  'an-id-with--spaces',
  'n-3d-tools',
  'impact_pack-2',
  'with-git',
  'n-search',
  'one_file.py',
  'dirty',
];

describe('registry import', () => {
  let cli: Cli;

  beforeEach(async () => {
    cli = await openCliOnServer();
  });
  afterEach(() => cli.close());

  const write = (name: string, content: unknown): void =>
    writeFileSync(join(cli.folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  const writeAll = (): void => {
    write('extension-list.json', LIST);
    write('core-node-map.json', MAP);
    write('repo-stats.json', STATS);
  };
  const report = 'report.ndjson';
  const importFolder = (): Promise<Ended> => cli.run(['import', '.', '--report', report]);
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  const reported = (): any[] =>
    readFileSync(join(cli.folder, report), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));

  /** Opens the database while no process has it open. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  const rows = (sql: string): Promise<any[]> => cli.inDatabase((database) => database.query(sql));

  it('imports valid entries, reports why others were skipped, and changes nothing when repeated', async () => {
    writeAll();
    const first = await importFolder();
    expect(first).toEqual({
      code: 0,
      stdout: expect.stringMatching(
        /^read 14, created 9, updated 0, unchanged 0, skipped 5 in [\d.]+ s\nSkipped entries with their reasons, and 2 unused items of the core-node map and the statistics: report\.ndjson\n$/,
      ),
      stderr: 'imported 9 of 9\n',
    });
    // Entries with an id are imported first, then the others in the order of the list.
    expect(reported()).toEqual([
      {
        what: 'entry',
        name: 'Same with a slash',
        reason: 'has the same repository as the node "with-git": https://github.com/DI/with-git/',
      },
      { what: 'entry', name: 'Mistyped', reason: 'has no http(s) address: htps://github.com/ed/nodes' },
      { what: 'entry', name: 'Nowhere', reason: 'has no http(s) address: none' },
      { what: 'entry', name: expect.stringContaining('Wrong form'), reason: expect.stringContaining('tags') },
      { what: 'entry', name: '"no entry"', reason: expect.any(String) },
      {
        what: 'core-node map',
        name: 'https://github.com/nobody/knows',
        reason: 'no entry of the list names this repository',
      },
      {
        what: 'repository statistics',
        name: 'https://github.com/nobody/knew',
        reason: 'no entry of the list names this repository',
      },
    ]);

    const nodes = await rows('select * from nodes order by id');
    expect(nodes.map(({ id }) => id).sort()).toEqual([...IDS].sort());
    expect(
      nodes.every(({ publisher_id, status }) => publisher_id === 'unclaimed' && status === 'NodeStatusActive'),
    ).toBe(true);
    expect(nodes.find(({ id }) => id === 'impact-pack')).toMatchObject({
      name: 'Impact Pack',
      author: 'ada',
      description: 'Detects things.',
      repository: 'https://github.com/ada/Impact-Pack',
      repo_host_stars: 120,
      tags: ['detect'],
      preempted_core_node_names: ['Detector'],
    });
    expect(nodes.find(({ id }) => id === 'dirty')).toMatchObject({ name: 'dirty', author: 'ab\ufffd' });
    expect(
      await rows(
        `select c.name from core_nodes c join node_versions v on v.id = c.version_id where v.node_id in ('impact-pack', 'with-git', 'one_file.py') order by c.name`,
      ),
    ).toEqual([{ name: 'Detector' }, { name: 'GitNode' }, { name: 'OneFile' }, { name: 'Segmenter' }]);
    expect(await rows(`select distinct version from node_versions`)).toEqual([{ version: '0.0.0' }]);

    const before = await rows('select max(id)::int as last from changes');
    const second = await importFolder();
    expect([second.code, second.stdout]).toEqual([
      0,
      expect.stringMatching(
        /^read 14, created 0, updated 0, unchanged 9, skipped 5 in .*\nNothing changed: the database is up to date\.\n/,
      ),
    ]);
    expect(await rows('select max(id)::int as last from changes')).toEqual(before);
  });

  it('updates changed entries, except claimed and banned nodes', async () => {
    writeAll();
    await importFolder();
    await cli.inDatabase((database) =>
      database.transaction(async ({ query }) => {
        await query(
          `insert into publishers (id, name, status, created_at, updated_at) values ('ada-team', 'Ada', 'PublisherStatusActive', now(), now())`,
        );
        await query(
          `update nodes set publisher_id = 'ada-team', repository_id = 17, description = 'Ours.' where id = 'impact-pack'`,
        );
        await query(`update nodes set status = 'NodeStatusBanned' where id = 'n-3d-tools'`);
      }),
    );
    write('repo-stats.json', {
      ...STATS,
      'https://github.com/ada/Impact-Pack': { stars: 999 },
      'https://github.com/cy/3d-tools': { stars: 7 },
      'https://github.com/di/with-git': { stars: 4 },
    });
    write('core-node-map.json', {
      ...MAP,
      'https://github.com/bob/spaces': [['SpaceNode'], {}],
      // Items that are not valid are reported, and do not prevent the import of the others.
      'https://github.com/ed/odd': [['Good', 3, ''], {}],
      'https://github.com/ed/none': 'odd',
      'https://github.com/di/with-git': [['OtherNode'], {}],
    });
    const { code, stdout } = await importFolder();
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/^read 14, created 0, updated 2, unchanged 5, skipped 7 in /),
    ]);
    expect(reported().map(({ reason }) => reason)).toEqual(
      expect.arrayContaining([
        'the node "impact-pack" now belongs to the publisher "ada-team"',
        'the node "n-3d-tools" is NodeStatusBanned',
      ]),
    );
    expect(reported().filter(({ reason }) => reason === 'is not, or not only, a list of names')).toMatchObject([
      { what: 'core-node map', name: 'https://github.com/ed/odd' },
      { what: 'core-node map', name: 'https://github.com/ed/none' },
    ]);
    expect(
      await rows(
        `select id, description, repo_host_stars as stars from nodes where id in ('impact-pack', 'n-3d-tools', 'with-git') order by id`,
      ),
    ).toEqual([
      { id: 'impact-pack', description: 'Ours.', stars: 120 },
      { id: 'n-3d-tools', description: '', stars: 0 },
      { id: 'with-git', description: '', stars: 4 },
    ]);
    expect(
      await rows(
        `select c.name from core_nodes c join node_versions v on v.id = c.version_id where v.node_id in ('an-id-with--spaces', 'with-git') order by c.name`,
      ),
    ).toEqual([{ name: 'OtherNode' }, { name: 'SpaceNode' }]);
    // Lists are ordered by the time of the last change, so the import must record a change of each object whose time it
    // changes.
    expect(
      await rows(
        `select id from nodes n where publisher_id = 'unclaimed' and not exists (select 1 from changes c where c.kind = 'node' and c.subject_id = n.id and c.at = n.updated_at)`,
      ),
    ).toEqual([]);
    expect(
      (
        await rows(
          `select count(*)::int as count from audit_log where action = 'node.import' and subject_id = 'with-git'`,
        )
      )[0].count,
    ).toBeGreaterThan(0);
  });

  it('imports a node whose repository is also that of another publisher', async () => {
    writeAll();
    await cli.run(['migrate']);
    await cli.inDatabase((database) =>
      database.transaction(async ({ query }) => {
        await query(
          `insert into publishers (id, name, status, created_at, updated_at) values ('squatter', 'Squatter', 'PublisherStatusActive', now(), now())`,
        );
        await query(
          `insert into nodes (id, folded_id, publisher_id, name, status, repository, created_at, updated_at) values ('not-impact', 'not-impact', 'squatter', 'X', 'NodeStatusActive', 'https://github.com/ada/impact-pack', now(), now())`,
        );
      }),
    );
    expect((await importFolder()).code).toBe(0);
    expect(
      await rows(
        `select id, publisher_id as publisher from nodes where lower(repository) like '%ada/impact-pack%' order by id`,
      ),
    ).toEqual([
      { id: 'impact-pack', publisher: 'unclaimed' },
      { id: 'not-impact', publisher: 'squatter' },
    ]);
  });

  it('serves the imported data', async () => {
    writeAll();
    await importFolder();
    const server = await cli.start();
    const found = (await (await fetch(`${server.url}/nodes/search?search=detects`)).json()) as {
      nodes: { id: string; latest_version?: object }[];
      total: number;
    };
    expect(found.nodes.map(({ id, latest_version }) => [id, latest_version])).toEqual([['impact-pack', undefined]]);
    expect(((await (await fetch(`${server.url}/nodes`)).json()) as { total: number }).total).toBe(IDS.length);
    expect(
      (
        (await (await fetch(`${server.url}/nodes/IMPACT.pack/versions/0.0.0/core-nodes`)).json()) as {
          core_nodes: unknown[];
        }
      ).core_nodes,
    ).toHaveLength(2);
  });

  it('imports the host application under the id of the setting', async () => {
    write('extension-list.json', LIST);
    write('core-node-map.json', { ...MAP, 'https://github.com/Some-Org/ComfyUI': [['KSampler'], {}] });
    const { code } = await cli.run(['import', '.', '--report', report], { HOST_NODE_ID: 'comfy-core' });
    expect([code, await rows(`select id, tags_admin from nodes where id = 'comfy-core'`)]).toEqual([
      0,
      [{ id: 'comfy-core', tags_admin: ['host'] }],
    ]);
  });

  it('requires the node list only, and writes its report to the working directory by default', async () => {
    write('extension-list.json', { custom_nodes: [] });
    const { code, stdout } = await cli.run(['import', '.']);
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/^read 0, created 0, updated 0, unchanged 0, skipped 0 in /),
    ]);
    expect(readdirSync(cli.folder).filter((name) => /^import-report-.*\.ndjson$/.test(name))).toHaveLength(1);
  });

  it.each([
    ['there is no folder', undefined, /extension-list\.json can’t be read: .*\n$/],
    ['the list is no JSON', '{"custom_nodes": [', /extension-list\.json is not valid JSON: Unexpected end .*\n$/],
    ['the list has another form', '{"nodes": []}', /extension-list\.json is not a valid catalogue: custom_nodes .*\n$/],
  ])('reports in one line that %s, without using a database', async (_what, list, line) => {
    const bare = openCli({}, { hasDatabase: false });
    mkdirSync(join(bare.folder, 'catalogue'));
    if (list !== undefined) writeFileSync(join(bare.folder, 'catalogue', 'extension-list.json'), list);
    const { code, stdout, stderr } = await bare.run(['import', 'catalogue']);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(line);
    expect(stderr.trimEnd()).not.toContain('\n');
    expect(existsSync(bare.dataDir)).toBe(false);
    await bare.close();
  });
});

describe('registry export', () => {
  it('writes the same catalogue each time', async () => {
    const cli = await openCliOnServer();
    try {
      writeFileSync(
        join(cli.folder, 'extension-list.json'),
        JSON.stringify({
          custom_nodes: [
            {
              id: 'one',
              title: 'One',
              reference: 'https://github.com/a/one',
              author: 'A',
              files: [],
              install_type: 'git-clone',
              description: 'x',
            },
          ],
        }),
      );
      expect((await cli.run(['import', cli.folder])).code).toBe(0);
      const [first, second] = ['first.gz', 'second.gz'].map((name) => join(cli.folder, name));
      for (const file of [first!, second!])
        expect(await cli.run(['export', file])).toEqual({
          code: 0,
          stdout: expect.stringMatching(/^3 lines of revision \d+ in /),
          stderr: '',
        });
      expect(readFileSync(first!).equals(readFileSync(second!))).toBe(true);
      const lines = gunzipSync(readFileSync(first!))
        .toString('utf8')
        .trimEnd()
        .split('\n')
        .map((line) => (JSON.parse(line) as { kind: string }).kind);
      expect(lines).toEqual(['snapshot', 'publisher', 'node']);
    } finally {
      await cli.close();
    }
  });
});
