import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  auditRows,
  type Callers,
  changePublisher,
  changeRows,
  makeNode,
  makePublisher,
  makeWorld,
  type PublisherWorld,
  uniqueName,
  userId,
} from '../support/builders.js';
import { expectError } from '../support/refusals.js';
import { sharedTestRegistry, type TestRegistry } from '../support/registry.js';

describe('PUT /publishers/{publisherId}', () => {
  let registry: TestRegistry;
  let world: PublisherWorld;

  beforeAll(async () => {
    registry = await sharedTestRegistry();
    world = await makeWorld(registry);
  });
  afterAll(() => registry.close());

  const update = (as: string | undefined, id: string, body: unknown) =>
    registry.call('PUT', `/publishers/${id}`, { as, body });
  const ownPublisher = async (): Promise<string> =>
    makePublisher(registry, await userId(registry, world.callers.owner));
  const full = {
    name: 'Team',
    description: 'What we do.',
    logo: 'https://example.org/logo.png',
    website: 'https://example.org',
    support: 'help@example.org',
    source_code_repo: 'https://git.example.org/team',
  };

  it('sets the given fields and returns the publisher with its members', async () => {
    const id = await ownPublisher();
    const answer = await update(world.callers.owner, id, full);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(answer.body).toEqual({
      id,
      ...full,
      status: 'PublisherStatusActive',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      members: [
        {
          id: expect.any(String),
          role: 'owner',
          user: {
            id: await userId(registry, world.callers.owner),
            name: 'Olga Owner',
            email: expect.stringContaining('@example.org'),
          },
        },
      ],
    });
    expect(await changeRows(registry, 'publisher', id)).toMatchObject([
      { change: 'created' },
      { change: 'updated', actor: `user:${await userId(registry, world.callers.owner)}` },
    ]);
    expect(await auditRows(registry, 'publisher.update', id)).toMatchObject([
      { publisher_id: id, after: { name: 'Team', sourceCodeRepo: full.source_code_repo } },
    ]);
  });

  it('keeps absent fields, and clears fields by null and by an empty string', async () => {
    const id = await ownPublisher();
    await update(world.callers.owner, id, full);
    const kept = await update(world.callers.owner, id, { description: 'Another.' });
    expect(kept.body).toMatchObject({ ...full, description: 'Another.' });
    const cleared = await update(world.callers.owner, id, {
      description: null,
      logo: '',
      website: null,
      support: '',
      source_code_repo: null,
    });
    expect(cleared.status).toBe(200);
    expect(Object.keys(cleared.body).sort()).toEqual(['createdAt', 'id', 'members', 'name', 'status']);
  });

  it.each([null, ''])('uses the id as the name if it is cleared by %j', async (name) => {
    const id = await ownPublisher();
    expect((await update(world.callers.owner, id, { name })).body.name).toBe(id);
  });

  it('ignores fields that can’t be set', async () => {
    const id = await ownPublisher();
    const before = await update(world.callers.owner, id, {});
    const answer = await update(world.callers.admin, id, {
      id: 'other-id',
      status: 'PublisherStatusBanned',
      createdAt: '1999-01-01T00:00:00Z',
      members: [],
      deletedAt: '1999-01-01T00:00:00Z',
      unknown: 1,
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual(before.body);
  });

  it('writes nothing if nothing changes', async () => {
    const id = await ownPublisher();
    await update(world.callers.owner, id, full);
    expect((await update(world.callers.owner, id, full)).status).toBe(200);
    expect((await update(world.callers.owner, id, {})).status).toBe(200);
    expect((await registry.call('PUT', `/publishers/${id}`, { as: world.callers.owner })).status).toBe(200);
    expect(await changeRows(registry, 'publisher', id)).toHaveLength(2);
    expect(await auditRows(registry, 'publisher.update', id)).toHaveLength(1);
  });

  it('is reflected at once by reads and search', async () => {
    const id = await ownPublisher();
    const node = await makeNode(registry, id);
    await registry.call('GET', `/nodes?node_id=${node}`);
    const name = `Zanzibar${uniqueName('x').replaceAll('-', '')}`;
    await update(world.callers.owner, id, { name });
    expect((await registry.call('GET', `/nodes?node_id=${node}`)).body.nodes[0].publisher.name).toBe(name);
    expect(
      (await registry.call('GET', `/nodes/search?search=${name}`)).body.nodes.map((found: { id: string }) => found.id),
    ).toEqual([node]);
  });

  it('applies both of two concurrent updates of different fields', async () => {
    const id = await ownPublisher();
    const answers = await Promise.all([
      update(world.callers.owner, id, { description: 'Both' }),
      update(world.callers.admin, id, { website: 'https://both.example.org' }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await update(world.callers.owner, id, {})).body).toMatchObject({
      description: 'Both',
      website: 'https://both.example.org',
    });
    expect(await auditRows(registry, 'publisher.update', id)).toHaveLength(2);
  });

  it.each([
    ['a number for a name', { name: 7 }],
    ['a list for a description', { description: [] }],
    ['too long a name', { name: 'x'.repeat(201) }],
    ['a logo that is no address', { logo: 'not an address' }],
    ['a website that would run in a browser', { website: 'javascript:alert(1)' }],
    ['a text that no database takes', { description: 'a\u0000b' }],
    ['half a surrogate pair', { description: '\ud800' }],
    ['a list', []],
    ['a text', 'name'],
  ])('refuses %s', async (_what, body) => {
    expectError(await update(world.callers.owner, world.id, body), 400, 'INVALID_INPUT');
  });

  it('refuses invalid JSON, another media type and too large a body', async () => {
    const path = `/publishers/${world.id}`;
    expectError(await registry.call('PUT', path, { as: world.callers.owner, raw: '{"name":' }), 400, 'INVALID_JSON');
    expectError(
      await registry.call('PUT', path, {
        as: world.callers.owner,
        raw: 'name=x',
        headers: { 'content-type': 'text/plain' },
      }),
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    );
    expectError(
      await update(world.callers.owner, world.id, { description: 'x'.repeat(1024 * 1024) }),
      413,
      'BODY_TOO_LARGE',
    );
  });

  it('requires a valid credential', async () => {
    expectError(await update(undefined, world.id, {}), 401, 'UNAUTHENTICATED');
    expectError(await update('not-a-token', world.id, {}), 401, 'UNAUTHENTICATED');
  });

  it.each<keyof Callers>(['member', 'outsider', 'token', 'foreignToken'])(
    'refuses a caller who is %s',
    async (caller) => {
      expectError(await update(world.callers[caller], world.id, { name: 'Mine now' }), 403, 'FORBIDDEN');
      expect(await auditRows(registry, 'publisher.update', world.id)).toHaveLength(0);
    },
  );

  it.each<keyof Callers>(['owner', 'admin'])('allows a caller who is %s', async (caller) => {
    expect((await update(world.callers[caller], await ownPublisher(), { name: 'New name' })).body.name).toBe(
      'New name',
    );
  });

  it('refuses a banned publisher, except for admins', async () => {
    const id = await ownPublisher();
    await changePublisher(registry, id, `status = 'PublisherStatusBanned'`);
    expectError(await update(world.callers.owner, id, { name: 'x' }), 403, 'PUBLISHER_BANNED');
    expectError(await update(world.callers.outsider, id, { name: 'x' }), 403, 'FORBIDDEN');
    expect((await update(world.callers.admin, id, { name: 'x' })).body).toMatchObject({
      name: 'x',
      status: 'PublisherStatusBanned',
    });
  });

  it('responds with 404 for an unknown and a deleted publisher', async () => {
    expectError(await update(world.callers.owner, 'no-such-publisher', {}), 404, 'PUBLISHER_NOT_FOUND');
    const id = await ownPublisher();
    await registry.call('DELETE', `/publishers/${id}`, { as: world.callers.owner });
    expectError(await update(world.callers.owner, id, {}), 404, 'PUBLISHER_NOT_FOUND');
  });

  it('hides the details of an internal error', async () => {
    const original = registry.services.publishers.update;
    registry.services.publishers.update = () => Promise.reject(new Error('relation "vault" does not exist'));
    try {
      const answer = await update(world.callers.owner, world.id, {});
      expectError(answer, 500, 'INTERNAL_ERROR');
      expect(answer.text).not.toContain('vault');
    } finally {
      registry.services.publishers.update = original;
    }
  });
});
