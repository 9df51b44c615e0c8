import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeNode, makeToken, makeWorld, type PublisherWorld } from '../support/builders.js';
import { packageOf, zipOf } from '../support/archives.js';
import { checksumsOfAll, type Data, newData, type OtherMachine, otherMachine, ways } from '../support/backups.js';
import { openCli } from '../support/cli.js';
import { checked, put } from '../support/publishing.js';
import { startTestRegistry, type TestRegistry } from '../support/registry.js';

/** Requests whose responses must be equal byte for byte. */
const PATHS = [
  '/nodes?limit=7',
  '/nodes?limit=7&page=2&sort=downloads;desc',
  '/nodes/search?search=sharpen',
  '/nodes/kept?include_translations=true',
  '/nodes/kept/versions',
  '/nodes/kept/versions/1.0.0',
  '/nodes/kept/versions/1.0.0/core-nodes',
  '/nodes/kept/versions/1.0.0/archive',
  '/nodes/kept/downloads',
  '/core-nodes',
  '/publishers',
  '/versions?pageSize=5',
  '/changes?limit=1000',
  '/snapshot.ndjson.gz',
  '/.well-known/webhook-keys.json',
];
const QUERY =
  '{ nodes(limit: 20) { total nodes { id publisher { name } latestVersion { version } versions { totalCount nodes { version status } } coreNodes { nodes { coreNodeName } } translations { language fields } } } changes { next } }';

describe('a backup', () => {
  let original: Data;
  let other: OtherMachine;
  let world: PublisherWorld;
  let before: Awaited<ReturnType<typeof checksumsOfAll>>;
  let answers: Awaited<ReturnType<typeof answersOf>>;
  let cursor: string;
  let token: string;

  const start = async (data: Data): Promise<TestRegistry> => startTestRegistry(data.variables, await data.open());

  /** Returns the responses to anonymous callers, an owner and a token. */
  async function answersOf(registry: TestRegistry) {
    const anonymous = await Promise.all(
      PATHS.map(async (path) => {
        const answer = await fetch(registry.url + path);
        return [path, answer.status, Buffer.from(await answer.arrayBuffer()).toString('base64')];
      }),
    );
    const { owner, admin } = world.callers;
    const owns = [
      `/publishers/${world.id}/tokens`,
      `/publishers/${world.id}/webhooks`,
      `/publishers/${world.id}/audit`,
      '/users',
      '/users/publishers',
    ];
    const own = await Promise.all(
      owns.map(async (path) => [path, (await registry.call('GET', path, { as: owner })).text]),
    );
    // `last_used_at` is excluded, because this request may change it.
    const told = own.map(([path, text]) => [path, text!.replace(/"last_used_at":"[^"]*"/g, '')]);
    return {
      anonymous,
      told,
      graph: await registry.graph(QUERY),
      audit: (await registry.call('GET', '/admin/audit?limit=100', { as: admin })).text,
      next: (await registry.call('GET', '/changes?limit=5')).body.next as string,
    };
  }

  /** Creates rows in all tables. */
  async function fill(registry: TestRegistry): Promise<void> {
    world = await makeWorld(registry);
    const { owner, outsider, member, admin } = world.callers;
    const done = async (
      status: number,
      method: string,
      path: string,
      as: string | undefined,
      body?: object,
    ): Promise<unknown> => {
      const answer = await registry.call(method, path, { as, ...(body ? { body } : {}) });
      if (answer.status !== status) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
      return answer.body;
    };
    token = await makeToken(registry, world.id, owner);
    const published = (await done(201, 'POST', `/publishers/${world.id}/nodes/kept/versions`, token, {
      node: { description: 'Sharpens “images” — ünïcode, \\ and \t too.', tags: ['a', 'b,c', '"d"'] },
      node_version: { version: '1.0.0' },
    })) as { signedUrl: string };
    await put(registry, published.signedUrl, await zipOf(packageOf('Sharpen')));
    await checked(registry, 'kept', '1.0.0', owner);
    for (let index = 0; index < 12; index++)
      await makeNode(registry, world.id, {
        id: `other-${index}`,
        downloads: index,
        versions: [{ version: `1.${index}.0`, coreNodes: [{ name: `Core${index}` }] }],
      });
    await done(200, 'GET', '/nodes/kept/install', undefined);
    await done(200, 'POST', '/nodes/kept/reviews?star=4', outsider);
    await done(201, 'POST', '/nodes/kept/translations', owner, { data: { de: { name: 'Schärfen' } } });
    await done(201, 'POST', '/nodes/kept/translations', undefined, { data: { fr: { name: 'Affûter' } } });
    const webhook = (await done(201, 'POST', `/publishers/${world.id}/webhooks`, owner, {
      url: 'https://example.org/hook',
    })) as { id: string };
    await done(200, 'PUT', `/publishers/${world.id}/webhooks/${webhook.id}`, owner, { enabled: false });
    await done(200, 'POST', '/proxy/video/start-end2video', member, {
      model: 'm',
      images: ['https://example.org/a.png', 'https://example.org/b.png'],
    });
    await done(204, 'POST', `/publishers/${world.id}/nodes/other-3/ban`, admin, { reason: 'why' });
    await done(200, 'PUT', '/admin/nodes/other-4/versions/1.4.0', admin, {
      status: 'NodeVersionStatusFlagged',
      status_reason: 'why',
    });
    await registry.services.downloads.flush();
    await registry.services.catalogue.revision.refresh();
  }

  beforeAll(async () => {
    original = await newData();
    const registry = await start(original);
    await fill(registry);
    answers = await answersOf(registry);
    expect(answers.anonymous.filter(([, status]) => status !== 200)).toEqual([]);
    cursor = answers.next;
    await registry.close();
    const { database, close } = await original.open();
    // As in a database that was created on an earlier day.
    await database.query(
      `create table jobs.queue_stats_20200101 partition of jobs.queue_stats for values from ('2020-01-01') to ('2020-01-02')`,
    );
    before = await checksumsOfAll(database);
    await close();
    other = await otherMachine();
  });
  afterAll(async () => {
    await other.stop();
    await original.remove();
  });

  it.each(ways())(
    'restored on another server by %s: the same rows, the same answers, and it goes on',
    async (way) => {
      const restored = await other.restore(original, way);
      try {
        const { database, close } = await restored.open();
        expect(await checksumsOfAll(database)).toEqual(before);
        await close();
        const registry = await start(restored);
        try {
          expect(await answersOf(registry)).toEqual(answers);
          const [last] = await registry.database.query<{ change: number; entry: number }>(
            'select (select max(id) from changes)::float8 as change, (select max(id) from audit_log)::float8 as entry',
          );
          for (const [as, name] of [
            [token, 'by token'],
            [world.callers.owner, 'by owner'],
          ] as const) {
            expect(
              (await registry.call('PUT', `/publishers/${world.id}/nodes/kept`, { as, body: { name } })).body.name,
            ).toBe(name);
          }
          const rows = await registry.database.query<{ id: number }>(
            'select id::float8 as id from changes where id > $1 union all select id::float8 from audit_log where id > $2',
            [last!.change, last!.entry],
          );
          expect(rows).toHaveLength(4);
        } finally {
          await registry.close();
        }
        const tables = Object.values(before).flatMap((schema) => Object.values(schema));
        process.stdout.write(
          `dump: ${tables.length} tables, ${tables.reduce((sum, text) => sum + Number.parseInt(text, 10), 0)} rows, ${PATHS.length + 8} answers alike after ${way}\n`,
        );
      } finally {
        await restored.remove();
      }
    },
    300_000,
  );

  it('that is older than its readers gets a new database id, so that their cursors and ETags are refused', async () => {
    const restored = await other.restore(original, ways()[0]!);
    const cli = openCli(restored.variables, { hasDatabase: false });
    try {
      expect(await cli.run(['new-id'])).toEqual({ code: 0, stdout: expect.stringContaining('new id'), stderr: '' });
      const registry = await start(restored);
      try {
        expect((await registry.call('GET', `/changes?since=${cursor}`)).status).toBe(400);
        const { next } = (await registry.call('GET', '/changes?limit=5')).body;
        expect(next).not.toBe(cursor);
        expect((await registry.call('GET', `/changes?since=${next}`)).status).toBe(200);
      } finally {
        await registry.close();
      }
    } finally {
      await cli.close();
      await restored.remove();
    }
  });
});
