import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { WAITS_PER_CALLER } from '../../src/services/version-waits.js';
import { NodeVersionStatus } from '../../src/values/states.js';
import { makeNode, makeWorld, type PublisherWorld } from '../support/builders.js';
import { heldPackage, PublisherTool } from '../support/held-packages.js';
import { expectError } from '../support/refusals.js';
import { startTestRegistry, startUncachedRegistry, type TestRegistry } from '../support/registry.js';
import { itOnServer } from '../support/skips.js';
import { until } from '../support/until.js';

const PENDING = [{ version: '1.0.0', status: NodeVersionStatus.Pending }];

describe('waiting for the checks of a version', () => {
  let registry: TestRegistry;
  let world: PublisherWorld;

  beforeAll(async () => {
    registry = await startTestRegistry();
    world = await makeWorld(registry);
  });
  afterAll(() => registry.close());

  const pendingNode = () => makeNode(registry, world.id, { versions: PENDING });
  const wait = (node: string, as: string | undefined, seconds: number | string = 60, at = registry) =>
    at.call('GET', `/nodes/${node}/versions/1.0.0?wait=${seconds}`, { as });
  const activate = (node: string) =>
    registry.call('PUT', `/admin/nodes/${node}/versions/1.0.0`, {
      as: world.callers.admin,
      body: { status: NodeVersionStatus.Active },
    });
  /** Waits until this number of requests waits in a registry. */
  const waiting = (count: number, at = registry) => until(() => at.services.versionWaits.count === count);

  it('ends when they are done, without polling the database', async () => {
    const node = await pendingNode();
    const answer = wait(node, world.callers.token);
    await waiting(1);
    const statements = await registry.statements(() => new Promise((resolve) => setTimeout(resolve, 300)));
    expect(statements.filter((sql) => sql.includes('node_versions'))).toEqual([]);
    // A change of the version that does not end the wait.
    await registry.call('PUT', `/admin/nodes/${node}/versions/1.0.0`, {
      as: world.callers.admin,
      body: { tags_admin: ['x'] },
    });
    expect(registry.services.versionWaits.count).toBe(1);
    await activate(node);
    expect((await answer).body).toMatchObject({ status: NodeVersionStatus.Active, tags_admin: ['x'] });
    expect(registry.services.versionWaits.count).toBe(0);
  });

  it('returns a Pending version after the timeout, and at once if no checks are pending', async () => {
    const node = await pendingNode();
    expect((await wait(node, world.callers.member, 1)).body.status).toBe(NodeVersionStatus.Pending);
    expect((await wait(node, world.callers.member, 0)).body.status).toBe(NodeVersionStatus.Pending);
    expectError(await wait(node, undefined), 404, 'NODE_VERSION_NOT_FOUND');
    expectError(await wait(node, world.callers.outsider), 404, 'NODE_VERSION_NOT_FOUND');
    await activate(node);
    for (const as of [undefined, world.callers.outsider, world.callers.token])
      expect((await wait(node, as)).body.status).toBe(NodeVersionStatus.Active);
    for (const wrong of ['61', '-1', 'x', '1.5'])
      expectError(await wait(node, world.callers.token, wrong), 400, 'INVALID_INPUT');
  });

  it('is limited per caller', async () => {
    const node = await pendingNode();
    const answers = Array.from({ length: WAITS_PER_CALLER }, () => wait(node, world.callers.token));
    await waiting(WAITS_PER_CALLER);
    const refused = await wait(node, world.callers.token);
    expectError(refused, 429, 'RATE_LIMITED');
    expect(refused.headers.get('retry-after')).toBe('1');
    // Neither other callers nor other requests of this one are affected.
    const other = wait(node, world.callers.owner);
    await waiting(WAITS_PER_CALLER + 1);
    expect((await wait(node, world.callers.token, 0)).status).toBe(200);
    await activate(node);
    for (const answer of [...answers, other]) expect((await answer).body.status).toBe(NodeVersionStatus.Active);
    expect((await wait(node, world.callers.token)).status).toBe(200);
  });

  it('ends when the caller disconnects', async () => {
    const node = await pendingNode();
    const leaving = new AbortController();
    const answer = fetch(`${registry.url}/nodes/${node}/versions/1.0.0?wait=60`, {
      headers: { authorization: `Bearer ${world.callers.token}` },
      signal: leaving.signal,
    });
    await waiting(1);
    leaving.abort();
    await expect(answer).rejects.toThrow();
    await waiting(0);
  });

  it('checks the permission of the caller again when it ends', async () => {
    const tool = new PublisherTool(registry, world.id, world.callers.token);
    const node = await pendingNode();
    const answer = wait(node, world.callers.foreignToken);
    expectError(await answer, 404, 'NODE_VERSION_NOT_FOUND');
    const asMember = wait(node, world.callers.member);
    await waiting(1);
    const { body: user } = await registry.call('GET', '/users', { as: world.callers.member });
    await registry.call('DELETE', `/publishers/${world.id}/members?user_id=${user.id}`, { as: world.callers.owner });
    await registry.call('PUT', `/admin/nodes/${node}/versions/1.0.0`, {
      as: world.callers.admin,
      body: { status: NodeVersionStatus.Flagged, status_reason: 'Held.' },
    });
    expectError(await asMember, 404, 'NODE_VERSION_NOT_FOUND');
    expect((await tool.publish(`${node}-2`, '1.0.0', await heldPackage())).body.status).toBe(NodeVersionStatus.Active);
  });

  itOnServer('ends when another process has finished them, and when its own process shuts down', async () => {
    const other = await startUncachedRegistry(registry);
    const [first, second] = [await pendingNode(), await pendingNode()];
    const answer = wait(first, world.callers.token, 60, other);
    const left = wait(second, world.callers.token, 60, other);
    await waiting(2, other);
    await activate(first);
    expect((await answer).body.status).toBe(NodeVersionStatus.Active);
    const closed = other.close();
    expect((await left).body.status).toBe(NodeVersionStatus.Pending);
    await closed;
  });
});
