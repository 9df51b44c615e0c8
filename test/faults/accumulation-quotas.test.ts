import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { zipOf } from '../support/archives.js';
import { makeImportedNode, makeNode, makePublisher, makeWorld, uniqueName, userId } from '../support/builders.js';
import { openAgain } from '../support/database.js';
import { type FakeRepositoryHost, repository, startFakeRepositoryHost } from '../support/fake-repository-host.js';
import { put } from '../support/publishing.js';
import { type Answer, startTestRegistry, type TestRegistry } from '../support/registry.js';

let host: FakeRepositoryHost;
/** Two processes on a server; one on the embedded database, which supports no more. */
let registries: TestRegistry[];
let registry: TestRegistry;

beforeAll(async () => {
  host = await startFakeRepositoryHost();
  const settings = {
    REPO_HOST_API_URL: host.url,
    MAX_NEW_PUBLISHERS_PER_DAY: '3',
    MAX_NODES_PER_PUBLISHER: '4',
    MAX_NEW_NODES_PER_DAY: '6',
    MAX_VERSIONS_PER_NODE: '3',
    MAX_STORED_MEGABYTES_PER_PUBLISHER: '1',
  };
  registry = await startTestRegistry(settings);
  const { url } = registry.testDatabase;
  const other =
    url && (await startTestRegistry({ ...settings, DATA_DIR: registry.settings.DATA_DIR }, await openAgain(url)));
  registries = other ? [registry, other] : [registry];
});
afterAll(async () => {
  for (const each of registries.toReversed()) await each.close();
  await host.close();
});

/** Sends concurrent requests to all processes in turn. @returns the number of responses per status */
async function atOnce(count: number, send: (to: TestRegistry, index: number) => Promise<{ status: number }>) {
  const answers = await Promise.all(
    Array.from({ length: count }, (_, index) => send(registries[index % registries.length]!, index)),
  );
  return Object.fromEntries(
    [...Map.groupBy(answers, ({ status }) => status)].map(([status, some]) => [status, some.length]),
  );
}

function expectRefused({ status, body }: Answer, message: RegExp): void {
  expect([status, body.error]).toEqual([403, 'QUOTA_REACHED']);
  expect(body.message).toMatch(message);
  // The message describes the limit to the caller, without the name of the setting.
  expect(body.message).not.toMatch(/MAX_/);
}

const createNode = (to: TestRegistry, publisherId: string, as: string, id = uniqueName('node')) =>
  to.call('POST', `/publishers/${publisherId}/nodes`, { as, body: { id } });

const publish = (to: TestRegistry, publisherId: string, node: string, as: string, version: string) =>
  to.call('POST', `/publishers/${publisherId}/nodes/${node}/versions`, {
    as,
    body: { node: { id: node }, node_version: { version } },
  });

describe('new publishers of a user', () => {
  const create = (to: TestRegistry, as: string) =>
    to.call('POST', '/publishers', { as, body: { id: uniqueName('day') } });

  it('are limited per day, also for concurrent requests and after deletions', async () => {
    const user = await registry.signIn(uniqueName('user'));
    expect(await atOnce(8, (to) => create(to, user))).toEqual({ 201: 3, 403: 5 });
    const [{ id }] = (await registry.call('GET', '/users/publishers', { as: user })).body;
    expect((await registry.call('DELETE', `/publishers/${id}`, { as: user })).status).toBe(204);
    expectRefused(await create(registry, user), /created 3 publishers in the last 24 hours/);
    // Restoring creates no new publisher.
    expect((await registry.call('POST', '/publishers', { as: user, body: { id } })).status).toBe(201);
    await registry.database.query(
      `update audit_log set at = at - interval '24 hours' where action = 'publisher.create' and actor = $1`,
      [`user:${await userId(registry, user)}`],
    );
    expect((await create(registry, user)).status).toBe(201);
  });

  it('of an admin are not limited', async () => {
    const admin = await registry.signIn(uniqueName('admin'), { admin: true });
    for (let index = 0; index < 4; index++) expect((await create(registry, admin)).status).toBe(201);
  });
});

describe('nodes of a publisher', () => {
  it('are limited in number, however they are created', async () => {
    const { id, callers } = await makeWorld(registry);
    const made = await atOnce(8, (to, index) =>
      index % 2 === 0
        ? createNode(to, id, callers.member)
        : publish(to, id, uniqueName('node'), callers.token, '1.0.0'),
    );
    expect(made).toEqual({ 201: 4, 403: 4 });
    expectRefused(await createNode(registry, id, callers.owner), /owns 4 nodes/);
    const answer = await registry.graph(
      `mutation ($id: ID!) { createNode(publisherId: "${id}", input: { id: $id }) { id } }`,
      { id: uniqueName('node') },
      { as: callers.owner },
    );
    expect(answer.errors[0].extensions.code).toBe('QUOTA_REACHED');
    expect((await createNode(registry, id, callers.admin)).status).toBe(201);
  });

  it('are limited when they are claimed and restored', async () => {
    const { id, callers } = await makeWorld(registry);
    const deleted = (await createNode(registry, id, callers.owner)).body.id;
    await registry.call('DELETE', `/publishers/${id}/nodes/${deleted}`, { as: callers.owner });
    for (let index = 0; index < 4; index++) await makeNode(registry, id);
    expectRefused(await createNode(registry, id, callers.owner, deleted), /owns 4 nodes/);
    const name = uniqueName('claimed');
    host.on(`/repos/ada/${name}`, repository(7));
    const imported = await makeImportedNode(registry, { repository: `https://github.com/ada/${name}` });
    const claimed = await registry.call('POST', `/publishers/${id}/nodes/${imported}/claim-my-node`, {
      as: callers.owner,
      body: { REPO_HOST_TOKEN: 'secret' },
    });
    expectRefused(claimed, /owns 4 nodes/);
  });

  it('are limited per day, even if earlier ones were deleted', async () => {
    const { id, callers } = await makeWorld(registry);
    for (let index = 0; index < 6; index++) {
      const { body } = await createNode(registry, id, callers.owner);
      await registry.call('DELETE', `/publishers/${id}/nodes/${body.id}`, { as: callers.owner });
    }
    expectRefused(await createNode(registry, id, callers.owner), /6 nodes .* in the last 24 hours/);
    expectRefused(await publish(registry, id, uniqueName('node'), callers.token, '1.0.0'), /24 hours/);
    await registry.database.query(
      `update audit_log set at = at - interval '24 hours' where action = 'node.create' and publisher_id = $1`,
      [id],
    );
    expect((await createNode(registry, id, callers.owner)).status).toBe(201);
  });
});

describe('versions', () => {
  it('of a node are limited, unpublished ones included', async () => {
    const { id, callers } = await makeWorld(registry);
    const node = await makeNode(registry, id);
    const [{ id: version }] = (await registry.call('GET', `/nodes/${node}/versions`)).body;
    await registry.call('DELETE', `/publishers/${id}/nodes/${node}/versions/${version}`, { as: callers.owner });
    expect(await atOnce(6, (to, index) => publish(to, id, node, callers.token, `2.0.${index}`))).toEqual({
      201: 2,
      403: 4,
    });
    expectRefused(await publish(registry, id, node, callers.owner, '3.0.0'), /has 3 versions/);
    // Publishing a number again whose archive was not uploaded adds no version.
    const [{ version: waiting }] = (await registry.database.query<{ version: string }>(
      `select version from node_versions where node_id = $1 and status = 'NodeVersionStatusPending' limit 1`,
      [node],
    )) as [{ version: string }];
    expect((await publish(registry, id, node, callers.owner, waiting)).status).toBe(201);
  });
});

describe('archives of a publisher', () => {
  const KILOBYTES = 400;

  it('are limited in bytes, also for concurrent uploads', async () => {
    const { id, callers } = await makeWorld(registry);
    const urls: string[] = [];
    for (let index = 0; index < 4; index++) {
      const { body } = await publish(registry, id, await makeNode(registry, id), callers.token, '2.0.0');
      urls.push(body.signedUrl);
    }
    const archive = await zipOf({ 'data.bin': randomBytes(KILOBYTES * 1024) });
    const stored = await atOnce(4, async (to, index) => {
      const answer = await put(to, urls[index]!, archive);
      if (answer.status !== 200) expectRefused(answer as unknown as Answer, /exceed the limit of 1 MiB/);
      return answer;
    });
    expect(stored).toEqual({ 200: 2, 403: 2 });
    const [sum] = await registry.database.query<{ bytes: number }>(
      `select sum(v.archive_size)::float8 as bytes from node_versions v join nodes n on n.id = v.node_id
       where n.publisher_id = $1 and v.version = '2.0.0'`,
      [id],
    );
    expect(sum!.bytes).toBe(2 * archive.length);
  });

  it('count for the publisher that owns the node', async () => {
    const { id, callers } = await makeWorld(registry);
    const node = await makeNode(registry, id);
    await registry.database.query('update nodes set stored_bytes = 1048576 where id = $1', [node]);
    // Refused before a version waits for an archive that can't be stored.
    expectRefused(await publish(registry, id, node, callers.token, '2.0.0'), /exceed the limit of 1 MiB/);
    const target = await makePublisher(registry, await userId(registry, callers.owner));
    const moved = await registry.call('PUT', `/admin/nodes/${node}`, {
      as: callers.admin,
      body: { publisher: { id: target } },
    });
    expect(moved.status).toBe(200);
    expectRefused(await publish(registry, target, node, callers.owner, '2.0.0'), /exceed the limit/);
    expect((await publish(registry, id, await makeNode(registry, id), callers.token, '2.0.0')).status).toBe(201);
  });
});
