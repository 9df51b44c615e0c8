import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeNode, makeWorld, type PublisherWorld, uniqueName, versionId } from '../support/builders.js';
import { expectError } from '../support/refusals.js';
import { startTestRegistry, type TestRegistry } from '../support/registry.js';

interface Change {
  readonly cursor: string;
  readonly kind: string;
  readonly id: string;
  readonly node_id?: string;
  readonly change: string;
  readonly status?: string;
  readonly at: string;
}

describe('GET /changes', () => {
  let registry: TestRegistry;
  let world: PublisherWorld;

  beforeAll(async () => {
    registry = await startTestRegistry();
    world = await makeWorld(registry);
  });
  afterAll(() => registry.close());

  const read = async (query = '') =>
    (await registry.call('GET', `/changes?${query}`)).body as { changes: Change[]; next: string; more: boolean };
  const now = async (): Promise<string> => {
    let next = (await read('limit=1000')).next;
    for (;;) {
      const slice = await read(`limit=1000&since=${next}`);
      next = slice.next;
      if (!slice.more) return next;
    }
  };

  it('contains all writes, in order', async () => {
    const start = await now();
    const { owner, admin, outsider } = world.callers;
    const id = uniqueName('fed');
    await registry.call('POST', `/publishers/${world.id}/nodes`, { as: owner, body: { id } });
    await registry.call('PUT', `/publishers/${world.id}/nodes/${id}`, { as: owner, body: { author: 'A' } });
    await registry.call('POST', `/nodes/${id}/translations`, { as: owner, body: { data: { de: { name: 'X' } } } });
    await registry.call('POST', `/nodes/${id}/reviews?star=4`, { as: outsider });
    await registry.call('POST', `/publishers/${world.id}/nodes/${id}/ban`, { as: admin, body: { reason: 'x' } });
    await registry.call('POST', `/publishers/${world.id}/nodes/${id}/unban`, { as: admin });
    await registry.call('DELETE', `/publishers/${world.id}/nodes/${id}`, { as: owner });
    const { changes, next, more } = await read(`since=${start}`);
    expect(changes.map(({ kind, id: subject, change }) => [kind, subject, change])).toEqual([
      ['node', id, 'created'],
      ['node', id, 'updated'],
      ['translation', id, 'updated'],
      ['node', id, 'updated'],
      ['node', id, 'status'],
      ['node', id, 'status'],
      ['node', id, 'deleted'],
    ]);
    expect([more, next]).toEqual([false, changes.at(-1)!.cursor]);
    for (const change of changes) expect(change.at).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  });

  it('contains the new status after a change of status', async () => {
    const start = await now();
    const { admin } = world.callers;
    const node = await makeNode(registry, world.foreignId, { versions: [{ version: '1.0.0' }] });
    const version = await versionId(registry, node);
    const set = (status: string) =>
      registry.call('PUT', `/admin/nodes/${node}/versions/1.0.0`, { as: admin, body: { status, status_reason: 'x' } });
    await set('NodeVersionStatusBanned');
    await registry.call('POST', `/publishers/${world.foreignId}/ban`, { as: admin, body: {} });
    await registry.call('POST', `/publishers/${world.foreignId}/unban`, { as: admin });
    await set('NodeVersionStatusActive');
    const told = [
      ['version', version, 'NodeVersionStatusBanned'],
      ['publisher', world.foreignId, 'PublisherStatusBanned'],
      ['node', node, 'NodeStatusBanned'],
      ['publisher', world.foreignId, 'PublisherStatusActive'],
      ['node', node, 'NodeStatusActive'],
      ['version', version, 'NodeVersionStatusActive'],
    ];
    const { changes } = await read(`since=${start}`);
    const ofStatus = changes.filter(({ change }) => change === 'status');
    const own = ofStatus.filter(({ kind, id }) => kind !== 'node' || id === node);
    expect(own.map(({ kind, id, status }) => [kind, id, status])).toEqual(told);
    for (const { change, status } of changes) expect(status !== undefined).toBe(change === 'status');
    const { data } = await registry.graph(
      'query ($since: String) { changes(since: $since) { changes { subjectId status } } }',
      {
        since: start,
      },
    );
    expect(data.changes.changes.map(({ status }: { status: string | null }) => status ?? undefined)).toEqual(
      changes.map(({ status }) => status),
    );
  });

  it('contains the node of a version and of its core-nodes', async () => {
    const start = await now();
    const node = await makeNode(registry, world.id, { versions: [{ version: '1.0.0', coreNodes: [{ name: 'A' }] }] });
    const version = await versionId(registry, node);
    expect((await read(`since=${start}`)).changes).toMatchObject([
      { kind: 'node', id: node, change: 'created' },
      { kind: 'version', id: version, node_id: node, change: 'created' },
      { kind: 'core_nodes', id: version, node_id: node, change: 'created' },
    ]);
  });

  it('is read in slices without a gap, from the beginning to the end', async () => {
    const whole = await read('limit=1000');
    const seen: Change[] = [];
    let since = '';
    for (;;) {
      const slice = await read(`limit=7&since=${since}`);
      seen.push(...slice.changes);
      since = slice.next;
      if (!slice.more) break;
    }
    expect(seen).toEqual(whole.changes);
    expect(await read(`since=${since}`)).toEqual({ changes: [], next: since, more: false });
  });

  it('has no gap during concurrent writes', async () => {
    const start = await now();
    const ids = Array.from({ length: 40 }, () => uniqueName('storm'));
    const seen: string[] = [];
    let since = start;
    let writing = true;
    const follow = async (): Promise<void> => {
      for (let last = false; !last;) {
        last = !writing;
        const slice = await read(`limit=5&since=${since}`);
        seen.push(...slice.changes.map(({ id, change }) => `${id} ${change}`));
        since = slice.next;
        if (slice.more) last = false;
      }
    };
    const following = follow();
    await Promise.all(
      ids.map(async (id) => {
        await registry.call('POST', `/publishers/${world.id}/nodes`, { as: world.callers.owner, body: { id } });
        await registry.call('PUT', `/publishers/${world.id}/nodes/${id}`, {
          as: world.callers.owner,
          body: { author: 'A' },
        });
      }),
    );
    writing = false;
    await following;
    expect(seen).toHaveLength(80);
    expect([...seen].sort()).toEqual(ids.flatMap((id) => [`${id} created`, `${id} updated`]).sort());
    for (const id of ids) expect(seen.indexOf(`${id} created`)).toBeLessThan(seen.indexOf(`${id} updated`));
  });

  it('leaves out changes of counters', async () => {
    const start = await now();
    await registry.database.transaction(
      async ({ query }) =>
        void (await query(
          `insert into changes (kind, subject_id, change, counter, actor, at) values ('node', 'x', 'updated', true, 'system:test', now())`,
        )),
    );
    expect((await read(`since=${start}`)).changes).toEqual([]);
  });

  it('refuses invalid cursors and those of another database', async () => {
    const other = await startTestRegistry();
    const foreign = (await other.call('GET', '/changes')).body.next as string;
    await other.close();
    for (const since of ['x', '1', foreign, Buffer.from('["a","b"]').toString('base64url')])
      expectError(await registry.call('GET', `/changes?since=${since}`), 400, 'INVALID_INPUT');
    expectError(await registry.call('GET', '/changes?limit=0'), 400, 'INVALID_INPUT');
  });

  it('takes one statement, also if nothing has changed', async () => {
    const first = await registry.call('GET', '/changes');
    expect(await registry.statements(() => registry.call('GET', '/changes?limit=77'))).toHaveLength(1);
    expect(await registry.statements(() => registry.call('GET', '/changes?limit=77'))).toEqual([]);
    const etag = first.headers.get('etag')!;
    expect(
      await registry.statements(async () =>
        expect((await registry.call('GET', '/changes', { headers: { 'if-none-match': etag } })).status).toBe(304),
      ),
    ).toEqual([]);
  });
});
