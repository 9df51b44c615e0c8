import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { packageOf, zipOf } from '../support/archives.js';
import { auditRows, makeNode, makeWorld, type PublisherWorld, uniqueName } from '../support/builders.js';
import { checked, put } from '../support/publishing.js';
import { startTestRegistry, type TestRegistry } from '../support/registry.js';

let registry: TestRegistry;
let world: PublisherWorld;

beforeAll(async () => {
  registry = await startTestRegistry({ VIDEO_SANDBOX_STEP_MS: '0' });
  world = await makeWorld(registry);
});
afterAll(() => registry.close());

/** Runs the job and waits for it. */
async function sweep(): Promise<void> {
  await registry.services.retentionJobs.ask();
  await registry.idle();
}

const query = (sql: string, parameters?: unknown[]) =>
  registry.database.query<Record<string, unknown>>(sql, parameters);

const create = (as: string, publisherId: string, id: string) =>
  registry.call('POST', `/publishers/${publisherId}/nodes`, { as, body: { id } });

const remove = (as: string, publisherId: string, id: string) =>
  registry.call('DELETE', `/publishers/${publisherId}/nodes/${id}`, { as });

/** Sets the age of a deletion in days. */
const age = (node: string, days: number) =>
  query(`update nodes set updated_at = now() - $2::int * interval '1 day' where id = $1`, [node, days]);

it('removes the values of old audit rows, and keeps the rows', async () => {
  const { id, callers } = world;
  const node = await makeNode(registry, id);
  const update = (author: string) =>
    registry.call('PUT', `/publishers/${id}/nodes/${node}`, { as: callers.owner, body: { author } });
  await update('old');
  await query(
    `update audit_log set at = now() - interval '401 days' where action = 'node.update' and subject_id = $1`,
    [node],
  );
  await sweep();
  await update('new');
  await sweep();
  expect(await auditRows(registry, 'node.update', node)).toMatchObject([
    { before: null, after: null, actor: expect.stringMatching(/^user:/) },
    { before: { author: 'old' }, after: { author: 'new' } },
  ]);
});

it('deletes old changes; an older cursor gets 410 with the URL of the snapshot, which continues the feed', async () => {
  const { body: first } = await registry.call('GET', '/changes?limit=1');
  const { body: all } = await registry.call('GET', '/changes?limit=1000');
  const count = all.changes.length;
  await query(`update changes set at = now() - interval '401 days'`);
  await sweep();
  // The last one is kept, because its id is the revision.
  expect(await query('select id from changes')).toHaveLength(1);
  const gone = await registry.call('GET', `/changes?since=${first.next}`);
  expect([gone.status, gone.body.error]).toEqual([410, 'CURSOR_EXPIRED']);
  expect(gone.body.message).toContain(`${registry.settings.PUBLIC_URL}/snapshot.ndjson.gz`);
  const { errors } = await registry.graph(`{ changes(since: "${first.next}") { next } }`);
  expect(errors[0].extensions.code).toBe('CURSOR_EXPIRED');
  expect((await registry.call('GET', `/changes?since=${all.next}`)).body.changes).toEqual([]);
  expect((await registry.call('GET', '/changes')).body.changes).toHaveLength(1);
  expect(count).toBeGreaterThan(1);

  const snapshot = await fetch(`${registry.url}/snapshot.ndjson.gz`);
  const [head] = gunzipSync(Buffer.from(await snapshot.arrayBuffer()))
    .toString()
    .split('\n');
  const { cursor } = JSON.parse(head!) as { cursor: string };
  const node = uniqueName('later');
  await create(world.callers.owner, world.id, node);
  const later = await registry.call('GET', `/changes?since=${cursor}`);
  expect(later.body.changes).toMatchObject([{ kind: 'node', id: node, change: 'created' }]);
});

it('deletes old video tasks', async () => {
  const submit = async () =>
    (
      await registry.call('POST', '/proxy/video/start-end2video', {
        body: { model: 'm', prompt: 'p', images: ['https://example.org/a.png', 'https://example.org/b.png'] },
      })
    ).body.task_id as string;
  const [old, recent] = [await submit(), await submit()];
  await query(`update video_tasks set created_at = now() - interval '91 days' where id = $1::uuid`, [old]);
  await sweep();
  expect((await registry.call('GET', `/proxy/video/tasks/${old}/creations`)).status).toBe(404);
  expect((await registry.call('GET', `/proxy/video/tasks/${recent}/creations`)).status).toBe(200);
});

it('frees the id of a deleted node that was never public, with its rows and archives', async () => {
  const { id, foreignId, callers } = world;
  const node = uniqueName('squatted');
  await create(callers.owner, id, node);
  const { body } = await registry.call('POST', `/publishers/${id}/nodes/${node}/versions`, {
    as: callers.owner,
    body: { node: {}, node_version: { version: '1.0.0' } },
  });
  // Flagged, because it contains an executable, so it never becomes public.
  await put(registry, body.signedUrl, await zipOf({ ...packageOf('Odd'), 'tool.exe': 'MZ' }));
  const version = await checked(registry, node, '1.0.0', callers.owner);
  expect(version.body.status).toBe('NodeVersionStatusFlagged');
  const folder = join(registry.settings.DATA_DIR, 'archives', version.body.id.slice(0, 2), version.body.id);
  expect(readdirSync(folder)).toHaveLength(1);
  await registry.call('POST', `/nodes/${node}/translations`, { body: { data: { de: { name: 'N' } } } });
  await registry.call('POST', `/nodes/${node}/reviews?star=4`, { as: callers.outsider });
  await registry.call('DELETE', `/publishers/${id}/nodes/${node}/versions/${version.body.id}`, { as: callers.owner });
  expect((await remove(callers.owner, id, node)).status).toBe(204);

  await age(node, 29);
  await sweep();
  expect((await create(callers.outsider, foreignId, node)).body.error).toBe('NODE_ID_TAKEN');
  await age(node, 31);
  await sweep();
  expect((await create(callers.outsider, foreignId, node)).status).toBe(201);
  expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([]);
  expect(await auditRows(registry, 'node.release', node)).toMatchObject([{ publisher_id: id }]);
});

it('never frees the id of a node that was once public, or banned', async () => {
  const { id, foreignId, callers } = world;
  const [published, banned] = [uniqueName('published'), uniqueName('banned')];
  for (const node of [published, banned]) await create(callers.owner, id, node);
  const { body } = await registry.call('POST', `/publishers/${id}/nodes/${published}/versions`, {
    as: callers.owner,
    body: { node: {}, node_version: { version: '1.0.0' } },
  });
  await put(registry, body.signedUrl, await zipOf(packageOf('Public')));
  const version = await checked(registry, published, '1.0.0', callers.owner);
  expect(version.body.status).toBe('NodeVersionStatusActive');
  await registry.call('DELETE', `/publishers/${id}/nodes/${published}/versions/${version.body.id}`, {
    as: callers.owner,
  });
  await registry.call('POST', `/publishers/${id}/nodes/${banned}/ban`, { as: callers.admin });
  for (const node of [published, banned]) {
    expect((await remove(callers.admin, id, node)).status).toBe(204);
    await age(node, 1000);
  }
  await sweep();
  for (const node of [published, banned])
    expect((await create(callers.outsider, foreignId, node)).body.error).toBe('NODE_ID_TAKEN');
  expect((await create(callers.owner, id, published)).status).toBe(201);
});

it('frees the id of a deleted publisher that never owned anything public', async () => {
  const { callers, ...unused } = await makeWorld(registry);
  const used = await makeWorld(registry);
  const node = uniqueName('empty');
  await create(callers.owner, unused.id, node);
  await remove(callers.owner, unused.id, node);
  await age(node, 40);
  const [{ id: version }] = (await registry.call('GET', `/nodes/${await makeNode(registry, used.id)}/versions`)).body;
  const [{ node_id: once }] = (await query('select node_id from node_versions where id = $1::uuid', [version])) as [
    { node_id: string },
  ];
  const path = `/publishers/${used.id}/nodes/${once}/versions/${version}`;
  await registry.call('DELETE', path, { as: used.callers.owner });
  await remove(used.callers.owner, used.id, once);
  await registry.call('DELETE', `/publishers/${used.id}`, { as: used.callers.owner });
  await registry.call('DELETE', `/publishers/${unused.id}`, { as: callers.owner });
  await query(`update publishers set deleted_at = now() - interval '31 days' where deleted_at is not null`);
  await sweep();
  const other = await registry.signIn(uniqueName('other'));
  const take = (id: string) => registry.call('POST', '/publishers', { as: other, body: { id } });
  expect((await take(unused.id)).status).toBe(201);
  expect((await take(used.id)).body.error).toBe('PUBLISHER_ID_TAKEN');
});
