import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createClient } from 'graphql-sse';
import { NodeVersionStatus } from '../../src/values/states.js';
import { makeNode, makeWorld, type PublisherWorld, userId, versionId } from '../support/builders.js';
import { type OpenedStream, subscribe as subscribeTo } from '../support/event-stream.js';
import { startTestRegistry, type TestRegistry } from '../support/registry.js';
import { itOnServer } from '../support/skips.js';
import { until } from '../support/until.js';

const CHANGES = `subscription ($since: String) { changes(since: $since) { changes { cursor subjectId change } next more } }`;
const STATUS = `subscription ($id: ID!) { nodeVersionStatus(id: $id) { status statusReason } }`;
const PENDING = [{ version: '1.0.0', status: NodeVersionStatus.Pending }];

/** Returns the ids of the changed objects, in the order of the events. */
const idsIn = ({ events }: OpenedStream): string[] =>
  events.flatMap(({ data }) => data.data.changes.changes.map((change: { subjectId: string }) => change.subjectId));

describe('subscriptions', () => {
  let registry: TestRegistry;
  let world: PublisherWorld;

  beforeAll(async () => {
    registry = await startTestRegistry({ MAX_SUBSCRIPTIONS_PER_CALLER: '5' });
    world = await makeWorld(registry);
  });
  afterAll(() => registry.close());

  const subscribe = (query: string, variables?: object, options?: Parameters<typeof subscribeTo>[3]) =>
    subscribeTo(registry, query, variables, options);
  const close = async (...streams: OpenedStream[]): Promise<void> => {
    const before = registry.services.eventStreams.count;
    streams.forEach((stream) => stream.close());
    await until(() => registry.services.eventStreams.count === before - streams.length);
  };
  const rename = (node: string, name: string) =>
    registry.call('PUT', `/publishers/${world.id}/nodes/${node}`, { as: world.callers.owner, body: { name } });
  const present = async (): Promise<string> =>
    (await registry.graph('{ changes(limit: 1000) { next } }')).data.changes.next;
  const setStatus = (node: string, status: NodeVersionStatus) =>
    registry.call('PUT', `/admin/nodes/${node}/versions/1.0.0`, {
      as: world.callers.admin,
      body: { status, status_reason: 'Because.' },
    });

  it('send changes once they are committed, as events that caches must not store', async () => {
    const node = await makeNode(registry, world.id);
    const stream = await subscribe(CHANGES);
    expect([stream.status, stream.headers.get('cache-control'), stream.headers.get('content-encoding')]).toEqual([
      200,
      'private, no-store, no-transform',
      null,
    ]);
    await rename(node, 'First');
    const [event] = await stream.first(1);
    const { changes, next, more } = event!.data.data.changes;
    expect([changes, more, event!.id, event!.event]).toEqual([
      [{ cursor: next, subjectId: node, change: 'updated' }],
      false,
      next,
      'next',
    ]);
    await close(stream);
  });

  it('continue after a cursor without gaps or duplicates during writes', async () => {
    const since = await present();
    const nodes: string[] = [];
    const write = async (count: number): Promise<void> => {
      for (let index = 0; index < count; index++) {
        const node = await makeNode(registry, world.id);
        nodes.push(node);
        await rename(node, `Name ${index}`);
      }
    };
    await write(60);
    const first = await subscribe(CHANGES, { since });
    const writing = write(30);
    await first.first(2);
    await close(first);
    // Clients such as `EventSource` send the id of the last received event when they reconnect.
    const last = first.events.at(-1)!.id!;
    const second = await subscribe(CHANGES, { since }, { headers: { 'last-event-id': last } });
    await writing;
    const expected = async (): Promise<string[]> =>
      (
        await registry.graph(
          'query ($since: String) { changes(since: $since, limit: 1000) { changes { subjectId } } }',
          { since },
        )
      ).data.changes.changes.map(({ subjectId }: { subjectId: string }) => subjectId);
    const all = await expected();
    await until(() => idsIn(first).length + idsIn(second).length >= all.length);
    expect([...idsIn(first), ...idsIn(second)]).toEqual(all);
    await close(second);
  });

  it('cache parsed documents within a limit of bytes', async () => {
    const limit = 16 * 1024 * 1024;
    for (let index = 0; index < 6; index++) {
      const long = `# ${String(index).repeat(20_000)}\n{ __typename }`;
      expect((await subscribe(long)).status).toBe(400);
    }
    const { bytes, entries, evictions } = registry.caches()['subscriptionDocuments']!;
    expect([bytes > limit / 2, bytes <= limit, entries > 0, evictions > 0]).toEqual([true, true, true, true]);
  });

  it('reach many subscribers with one statement', async () => {
    const node = await makeNode(registry, world.id);
    const streams = await Promise.all(Array.from({ length: 5 }, () => subscribe(CHANGES)));
    const statements = await registry.statements(async () => {
      await rename(node, 'For all');
      await Promise.all(streams.map((stream) => stream.first(1)));
    });
    expect(streams.map(idsIn)).toEqual(streams.map(() => [node]));
    expect(statements.filter((sql) => sql.includes('from changes'))).toHaveLength(1);
    await close(...streams);
  });

  it('send the result of checks to callers that may read the version', async () => {
    const node = await makeNode(registry, world.id, { versions: PENDING });
    const id = await versionId(registry, node);
    const { member, outsider } = world.callers;
    for (const as of [undefined, outsider]) {
      const { status, body } = await subscribe(STATUS, { id }, { ...(as ? { as } : {}) });
      expect([status, body.errors[0].extensions.code]).toEqual([404, 'NODE_VERSION_NOT_FOUND']);
    }
    const stream = await subscribe(STATUS, { id: id.toUpperCase() }, { as: member });
    const state = (status: string, statusReason: string | null) => ({
      data: { nodeVersionStatus: { status, statusReason } },
    });
    expect((await stream.first(1))[0]!.data).toEqual(state('NodeVersionStatusPending', null));
    await setStatus(node, NodeVersionStatus.Flagged);
    expect((await stream.first(2))[1]!.data).toEqual(state('NodeVersionStatusFlagged', 'Because.'));
    await close(stream);
  });

  it('check the permissions of the caller for each event', async () => {
    const node = await makeNode(registry, world.id, { versions: PENDING });
    const { member, owner } = world.callers;
    const stream = await subscribe(STATUS, { id: await versionId(registry, node) }, { as: member });
    await stream.first(1);
    const path = `/publishers/${world.id}/members?user_id=${await userId(registry, member)}`;
    expect((await registry.call('DELETE', path, { as: owner })).status).toBeLessThan(300);
    await setStatus(node, NodeVersionStatus.Flagged);
    const [, event] = await stream.first(2);
    expect(event!.data).toEqual({ data: null, errors: [expect.objectContaining({ extensions: expect.anything() })] });
    await close(stream);
  });

  it('are limited per caller', async () => {
    const streams = await Promise.all(Array.from({ length: 5 }, () => subscribe(CHANGES)));
    const { status, body } = await subscribe(CHANGES);
    expect([status, body.errors[0].extensions.code]).toEqual([429, 'RATE_LIMITED']);
    const own = await subscribe(CHANGES, {}, { as: world.callers.owner });
    expect(own.status).toBe(200);
    await close(...streams, own);
  });

  it.each([
    ['a syntax error', 'subscription {', {}, 400, 'GRAPHQL_PARSE_FAILED'],
    ['an unknown field', 'subscription { nothing }', {}, 400, 'GRAPHQL_VALIDATION_FAILED'],
    ['a query', '{ nodes { total } }', {}, 400, 'INVALID_INPUT'],
    ['a mutation', 'mutation { reportNode(nodeId: "x", reason: "y") { id } }', {}, 400, undefined],
    ['a wrong cursor', CHANGES, { since: 'x' }, 400, 'INVALID_INPUT'],
    ['a wrong variable', CHANGES, { since: 5 }, 400, 'INVALID_INPUT'],
    ['an id of nothing', STATUS, { id: 'x' }, 404, 'NODE_VERSION_NOT_FOUND'],
  ])('refuse %s', async (_what, query, variables, status, code) => {
    const refused = await subscribe(query, variables);
    expect([refused.status, refused.body.errors[0].extensions.code]).toEqual([status, code ?? expect.any(String)]);
    expect(registry.services.eventStreams.count).toBe(0);
  });

  it('refuse a cursor after which changes were deleted', async () => {
    await registry.database.query(`insert into meta (name, value) values ('changes_deleted_until', '1')`);
    const { status, body } = await subscribe(CHANGES, { since: registry.services.catalogue.changeFeed.cursor(0) });
    expect([status, body.errors[0].extensions.code]).toEqual([410, 'CURSOR_EXPIRED']);
    await registry.database.query(`delete from meta where name = 'changes_deleted_until'`);
  });

  it('work with a client of graphql-sse, and by GET', async () => {
    const node = await makeNode(registry, world.id);
    const client = createClient({ url: `${registry.url}/graphql`, retryAttempts: 0 });
    const events = client.iterate({ query: CHANGES });
    const first = events.next();
    await until(() => registry.services.eventStreams.count === 1);
    const stream = await fetch(
      `${registry.url}/graphql?query=${encodeURIComponent('subscription { changes { next } }')}`,
      {
        headers: { accept: 'text/event-stream' },
      },
    );
    expect(stream.headers.get('content-type')).toContain('text/event-stream');
    await rename(node, 'Client');
    expect((await first).value).toMatchObject({ data: { changes: { changes: [{ subjectId: node }] } } });
    const reader = stream.body!.getReader();
    let text = '';
    while (!text.includes('event: next')) text += new TextDecoder().decode((await reader.read()).value);
    client.dispose();
    await reader.cancel();
    await until(() => registry.services.eventStreams.count === 0);
  });

  it('end when the process stops, without a complete event', async () => {
    const stopping = await startTestRegistry({ SHUTDOWN_TIMEOUT: '600' });
    const stream = await subscribeTo(stopping, CHANGES);
    await stopping.close();
    await until(stream.isEnded);
    expect(stream.events).toEqual([]);
  });

  itOnServer('send changes that another process writes', async () => {
    const other = await startTestRegistry({}, { ...registry.testDatabase, close: async () => undefined });
    const node = await makeNode(registry, world.id);
    const stream = await subscribeTo(other, CHANGES);
    await rename(node, 'Elsewhere');
    await until(() => idsIn(stream).includes(node));
    stream.close();
    await other.close();
  });
});
