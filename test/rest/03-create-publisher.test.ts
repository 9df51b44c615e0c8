import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { auditRows, changePublisher, makeWorld, type PublisherWorld, uniqueName } from '../support/builders.js';
import { startTestRegistry, type TestRegistry } from '../support/registry.js';

describe('POST /publishers', () => {
  let registry: TestRegistry;
  let world: PublisherWorld;

  beforeAll(async () => {
    registry = await startTestRegistry({ MAX_PUBLISHERS_PER_USER: '3' });
    world = await makeWorld(registry);
  });
  afterAll(() => registry.close());

  const create = (as: string | undefined, body: unknown) => registry.call('POST', '/publishers', { as, body });

  it('creates a publisher with the caller as its owner', async () => {
    const as = await registry.signIn(uniqueName('ada'), { name: 'Ada', email: 'ada@example.org' });
    const id = uniqueName('team');
    const answer = await create(as, {
      id,
      name: 'The team',
      description: 'We do it.',
      logo: 'https://example.org/logo.png',
      website: '',
      status: 'PublisherStatusBanned',
      createdAt: '1999-01-01T00:00:00Z',
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      id,
      name: 'The team',
      description: 'We do it.',
      logo: 'https://example.org/logo.png',
      status: 'PublisherStatusActive',
    });
    expect(answer.body.createdAt).not.toMatch(/^1999/);
    expect(answer.body).not.toHaveProperty('website');
    expect(answer.body.members).toEqual([
      {
        id: expect.any(String),
        role: 'owner',
        user: { id: expect.any(String), name: 'Ada', email: 'ada@example.org' },
      },
    ]);
    expect(await auditRows(registry, 'publisher.create', id)).toHaveLength(1);
  });

  it('uses the id as the name if none is given', async () => {
    const id = uniqueName('nameless');
    const answer = await create(await registry.signIn(uniqueName('someone')), { id });
    expect(answer.status).toBe(201);
    expect(answer.body.name).toBe(id);
  });

  it.each([
    ['no id', {}],
    ['an id in upper case', { id: 'Team' }],
    ['a short id', { id: 'ab' }],
    ['an id that ends in a hyphen', { id: 'team-' }],
    ['an id that begins with a digit', { id: '1team' }],
    ['a number for an id', { id: 5 }],
    ['a name of the wrong type', { id: 'some-team', name: 7 }],
    ['a logo that is no address', { id: 'some-team', logo: 'javascript:alert(1)' }],
    ['a text that no database takes', { id: 'some-team', name: 'a\u0000b' }],
    ['a list', []],
  ])('refuses %s', async (_what, body) => {
    const answer = await create(world.callers.owner, body);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({ error: 'INVALID_INPUT', message: expect.any(String) });
  });

  it('refuses invalid JSON, another media type and too large a body', async () => {
    const broken = await registry.call('POST', '/publishers', { as: world.callers.owner, raw: '{"id":' });
    expect([broken.status, broken.body.error]).toEqual([400, 'INVALID_JSON']);
    const form = await registry.call('POST', '/publishers', {
      as: world.callers.owner,
      raw: 'id=x',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect([form.status, form.body.error]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    const large = await create(world.callers.owner, { id: 'some-team', description: 'x'.repeat(1024 * 1024) });
    expect([large.status, large.body.error]).toEqual([413, 'BODY_TOO_LARGE']);
  });

  it.each(['unclaimed', 'validate', 'admin'])('never assigns the id %s', async (id) => {
    const answer = await create(world.callers.admin, { id });
    expect([answer.status, answer.body.error]).toEqual([400, 'PUBLISHER_ID_RESERVED']);
  });

  it('refuses an id that is taken', async () => {
    const answer = await create(world.callers.outsider, { id: world.id });
    expect([answer.status, answer.body.error]).toEqual([400, 'PUBLISHER_ID_TAKEN']);
  });

  it('creates a publisher for one of many concurrent requests for an id', async () => {
    const id = uniqueName('race');
    const callers = await Promise.all(Array.from({ length: 8 }, () => registry.signIn(uniqueName('racer'))));
    const answers = await Promise.all(callers.map((as) => create(as, { id })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400, 400, 400, 400]);
    expect(await auditRows(registry, 'publisher.create', id)).toHaveLength(1);
  });

  it('enforces the quota, also for concurrent requests', async () => {
    const as = await registry.signIn(uniqueName('collector'));
    const answers = await Promise.all(Array.from({ length: 6 }, () => create(as, { id: uniqueName('quota') })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 403, 403, 403]);
    expect(answers.find(({ status }) => status === 403)!.body.error).toBe('QUOTA_REACHED');
  });

  it('restores a deleted publisher for its former owner only', async () => {
    const as = await registry.signIn(uniqueName('former'));
    const id = uniqueName('gone');
    await create(as, { id, name: 'First' });
    await registry.call('DELETE', `/publishers/${id}`, { as });
    const other = await create(world.callers.outsider, { id });
    expect([other.status, other.body.error]).toEqual([400, 'PUBLISHER_ID_TAKEN']);
    const again = await create(as, { id, name: 'Second' });
    expect([again.status, again.body.name]).toEqual([201, 'Second']);
  });

  it('requires a signed-in user', async () => {
    expect((await create(undefined, { id: 'some-team' })).status).toBe(401);
    expect((await create('not-a-token', { id: 'some-team' })).status).toBe(401);
    expect((await create(world.callers.token, { id: 'some-team' })).status).toBe(403);
  });

  it('hides the details of an internal error, and logs it once', async () => {
    await changePublisher(registry, world.foreignId, `name = name`);
    const original = registry.services.publishers.create;
    registry.services.publishers.create = () => Promise.reject(new Error('select secret from vault'));
    try {
      const answer = await create(world.callers.owner, { id: 'some-team' });
      expect(answer.status).toBe(500);
      expect(answer.body.error).toBe('INTERNAL_ERROR');
      expect(answer.text).not.toContain('vault');
      expect(registry.log.filter((line) => line.includes('vault'))).toHaveLength(1);
    } finally {
      registry.services.publishers.create = original;
    }
  });
});
