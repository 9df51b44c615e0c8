import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { changeNode, makeNode, makeNodes, makeWorld, type PublisherWorld, uniqueName } from '../support/builders.js';
import { startTestRegistry, type TestRegistry } from '../support/registry.js';

describe('GET /snapshot.ndjson.gz', () => {
  let registry: TestRegistry;
  let world: PublisherWorld;

  beforeAll(async () => {
    registry = await startTestRegistry({ SNAPSHOT_MIN_AGE_SECONDS: '0' });
    world = await makeWorld(registry);
    // More rows than one batch.
    await makeNodes(
      registry,
      Array.from({ length: 1200 }, (_, index) => ({
        id: `many-${index}`,
        publisherId: world.id,
        name: `Many ${index}`,
        versions: [{ version: '1.0.0', coreNodes: [{ name: `A${index}` }, { name: `B${index}` }] }],
      })),
    );
  });
  afterAll(() => registry.close());

  const get = (headers: Record<string, string> = {}) => fetch(`${registry.url}/snapshot.ndjson.gz`, { headers });
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  const read = async (answer: Response): Promise<any[]> =>
    gunzipSync(Buffer.from(await answer.arrayBuffer()))
      .toString('utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as object);

  it('contains all public objects once, with the names of REST', async () => {
    const banned = await makeNode(registry, world.id);
    await changeNode(registry, banned, `status = 'NodeStatusBanned'`);
    const deleted = await makeNode(registry, world.id, { versions: [] });
    await changeNode(registry, deleted, `status = 'NodeStatusDeleted'`);
    await registry.call('POST', '/nodes/many-7/translations', { body: { data: { de: { name: 'Viele' } } } });
    const answer = await get();
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('content-encoding')]).toEqual([
      200,
      'application/gzip',
      null,
    ]);
    const lines = await read(answer);
    const of = (kind: string) => lines.filter((line) => line.kind === kind);
    expect(of('snapshot')).toEqual([
      {
        kind: 'snapshot',
        format: 1,
        database: registry.services.catalogue.revision.databaseId,
        cursor: expect.any(String),
        revision: registry.services.catalogue.revision.current,
      },
    ]);
    expect([of('node').length, of('version').length, of('core_node').length]).toEqual([1201, 1200, 2400]);
    expect(new Set(of('node').map(({ id }) => id)).size).toBe(1201);
    expect(of('node').find(({ id }) => id === banned)).toMatchObject({ status: 'NodeStatusBanned' });
    expect(of('node').find(({ id }) => id === deleted)).toBeUndefined();
    expect(of('publisher').map(({ id }) => id)).toEqual(
      expect.arrayContaining([world.id, world.foreignId, 'unclaimed']),
    );
    expect(of('translation')).toEqual([
      { kind: 'translation', node_id: 'many-7', language: 'de', source: 'COMMUNITY', fields: { name: 'Viele' } },
    ]);
    const { body } = await registry.call('GET', '/nodes/many-7');
    const { latest_version: version, publisher, ...node } = body;
    expect(of('node').find(({ id }) => id === 'many-7')).toEqual({ kind: 'node', ...node, publisher_id: publisher.id });
    expect(of('version').find(({ node_id: id }) => id === 'many-7')).toEqual({ kind: 'version', ...version });
    expect(JSON.stringify(lines)).not.toContain('@example.org');
  });

  it('is built once per revision, and is 304 for callers that have it', async () => {
    const first = await get();
    const etag = first.headers.get('etag')!;
    const bytes = Buffer.from(await first.arrayBuffer());
    expect(
      await registry.statements(async () =>
        expect(Buffer.from(await (await get()).arrayBuffer()).equals(bytes)).toBe(true),
      ),
    ).toEqual([]);
    expect((await get({ 'if-none-match': etag })).status).toBe(304);
    const part = await get({ range: 'bytes=0-1' });
    expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, Buffer.from([0x1f, 0x8b])]);
    await makeNode(registry, world.id, { id: uniqueName('later') });
    const later = await get({ 'if-none-match': etag });
    expect([later.status, later.headers.get('etag') === etag]).toEqual([200, false]);
    expect((await read(later)).length).toBeGreaterThan(0);
  });

  it('reflects one revision, also during writes', async () => {
    let writing = true;
    const writer = (async () => {
      for (let index = 0; writing; index++)
        await makeNode(registry, world.id, {
          id: `while-${index}`,
          versions: [{ version: '1.0.0', coreNodes: [{ name: 'X' }] }],
        });
    })();
    for (let round = 0; round < 3; round++) {
      const lines = await read(await get());
      const ids = (kind: string, name: string) =>
        new Set(lines.filter((line) => line.kind === kind).map((line) => line[name] as string));
      for (const id of ids('version', 'node_id')) expect(ids('node', 'id').has(id)).toBe(true);
      const whiles = [...ids('node', 'id')].filter((id) => id.startsWith('while-'));
      expect([...ids('version', 'node_id')].filter((id) => id.startsWith('while-')).length).toBe(whiles.length);
    }
    writing = false;
    await writer;
  });
});
