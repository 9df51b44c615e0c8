import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { startRegistry } from '../../src/server/registry.js';
import {
  auditRows,
  type Callers,
  changeNode,
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

describe('PUT /publishers/{publisherId}/nodes/{nodeId}', () => {
  let registry: TestRegistry;
  let world: PublisherWorld;

  beforeAll(async () => {
    registry = await sharedTestRegistry();
    world = await makeWorld(registry);
  });
  afterAll(() => registry.close());

  const update = (as: string | undefined, id: string, body: unknown, publisherId = world.id) =>
    registry.call('PUT', `/publishers/${publisherId}/nodes/${id}`, { as, body });
  const read = async (id: string) => (await registry.call('GET', `/nodes?node_id=${id}`)).body.nodes[0];
  const full = {
    name: 'Impact Pack',
    description: 'Many things.',
    author: 'Ada',
    license: '{"file": "LICENSE"}',
    icon: 'https://example.org/icon.png',
    banner_url: 'https://example.org/banner.png',
    repository: 'https://github.com/ada/impact',
    category: 'tools',
    tags: ['image', 'mask'],
    supported_accelerators: ['GPU :: NVIDIA CUDA'],
    supported_coreui_frontend_version: '>=1.0',
    supported_coreui_version: '>=0.3.0,<1.0',
    supported_os: ['POSIX :: Linux'],
  };
  const adminOnly = { tags_admin: ['checked'], preempted_core_node_names: ['MaskTool'], search_ranking: 3 };

  it('stores the strings of a list unchanged', async () => {
    const node = await makeNode(registry, world.id);
    const tags = [
      'null',
      'NULL',
      ' blank ',
      'k\n',
      'a,b',
      '{}',
      '"quoted"',
      'back\\slash',
      '',
      "it's",
      '\u2028',
      '😀',
      'a\tb',
    ];
    const body = { tags, supported_os: ['null'], supported_accelerators: [' x,y '] };
    const answer = await registry.call('PUT', `/publishers/${world.id}/nodes/${node}`, {
      as: world.callers.owner,
      body,
    });
    expect(answer.body).toMatchObject({ tags, supported_os: ['null'] });
    expect((await registry.graph(`{ node(id: "${node}") { tags supportedOs } }`)).data.node).toEqual({
      tags,
      supportedOs: ['null'],
    });
    // An update without changes writes nothing.
    const before = await auditRows(registry, 'node.update', node);
    await registry.call('PUT', `/publishers/${world.id}/nodes/${node}`, { as: world.callers.owner, body: { tags } });
    expect(await auditRows(registry, 'node.update', node)).toHaveLength(before.length);
  });

  it('sets the given fields and returns the node with its publisher and latest version', async () => {
    const id = await makeNode(registry, world.id, {
      versions: [{ version: '1.0.9' }, { version: '1.0.10', changelog: 'More.' }],
    });
    const answer = await update(world.callers.member, id, full);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(answer.body).toMatchObject({
      id,
      ...full,
      tags_admin: [],
      downloads: 0,
      status: 'NodeStatusActive',
      publisher: { id: world.id, name: `Publisher ${world.id}`, status: 'PublisherStatusActive' },
      latest_version: { version: '1.0.10', changelog: 'More.', node_id: id, status: 'NodeVersionStatusActive' },
    });
    expect(await changeRows(registry, 'node', id)).toMatchObject([
      { change: 'created' },
      { change: 'updated', actor: `user:${await userId(registry, world.callers.member)}` },
    ]);
    expect(await auditRows(registry, 'node.update', id)).toMatchObject([
      { publisher_id: world.id, before: { author: null }, after: { author: 'Ada', bannerUrl: full.banner_url } },
    ]);
  });

  it('leaves out fields without a value', async () => {
    const id = await makeNode(registry, world.id, { versions: [] });
    const { body } = await update(world.callers.member, id, {});
    expect(Object.values(body)).not.toContain(null);
    expect(body).not.toHaveProperty('latest_version');
    expect(body).toMatchObject({ id, description: '', tags: [], supported_os: [], publisher: { id: world.id } });
  });

  it('keeps absent fields, and clears fields by null', async () => {
    const id = await makeNode(registry, world.id);
    await update(world.callers.member, id, full);
    expect((await update(world.callers.member, id, { author: 'Grace' })).body).toMatchObject({
      ...full,
      author: 'Grace',
    });
    const { body } = await update(
      world.callers.member,
      id,
      Object.fromEntries(Object.keys(full).map((name) => [name, null])),
    );
    expect(body).toMatchObject({ name: id, description: '', tags: [], supported_accelerators: [], supported_os: [] });
    for (const name of [
      'author',
      'license',
      'icon',
      'banner_url',
      'repository',
      'category',
      'supported_coreui_version',
      'supported_coreui_frontend_version',
    ])
      expect(body).not.toHaveProperty(name);
  });

  it('treats an empty string as no value, in every field', async () => {
    const id = await makeNode(registry, world.id);
    await update(world.callers.admin, id, { ...full, ...adminOnly });
    const { status, body } = await update(
      world.callers.admin,
      id,
      Object.fromEntries(Object.keys({ ...full, ...adminOnly }).map((name) => [name, ''])),
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: id,
      description: '',
      tags: [],
      tags_admin: [],
      preempted_core_node_names: [],
      supported_accelerators: [],
      supported_os: [],
    });
    for (const name of [
      'author',
      'license',
      'icon',
      'banner_url',
      'repository',
      'category',
      'search_ranking',
      'supported_coreui_version',
    ])
      expect(body).not.toHaveProperty(name);
  });

  it.each([['{"file": "LICENSE"}'], ['{"text":"  MIT\\n"} '], ['LICENSE.md'], [' ']])(
    'returns the license %j unchanged',
    async (license) => {
      const id = await makeNode(registry, world.id);
      expect((await update(world.callers.member, id, { license })).body.license).toBe(license);
      expect((await read(id)).license).toBe(license);
    },
  );

  it('removes the leading words of classifiers', async () => {
    const id = await makeNode(registry, world.id);
    const { body } = await update(world.callers.member, id, {
      supported_os: ['Operating System :: POSIX :: Linux', 'MacOS', 'Operating System :: OS Independent'],
      supported_accelerators: ['Environment :: GPU :: NVIDIA CUDA', 'GPU :: Apple Metal'],
    });
    expect(body.supported_os).toEqual(['POSIX :: Linux', 'MacOS', 'OS Independent']);
    expect(body.supported_accelerators).toEqual(['GPU :: NVIDIA CUDA', 'GPU :: Apple Metal']);
  });

  it('ignores fields that can’t be set', async () => {
    const id = await makeNode(registry, world.id, { downloads: 7, repoHostStars: 5, rating: 4.5 });
    const before = await update(world.callers.admin, id, {});
    const answer = await update(world.callers.admin, id, {
      id: 'another',
      downloads: 1_000_000,
      repo_host_stars: 9,
      rating: 5,
      created_at: '1999-01-01T00:00:00Z',
      publisher: { id: world.id, name: 'Renamed', status: 'PublisherStatusBanned' },
      latest_version: { version: '9.9.9', status: 'NodeVersionStatusBanned' },
      translations: { de: {} },
      unknown: true,
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual(before.body);
    expect(await changeRows(registry, 'node', id)).toHaveLength(1);
  });

  it.each([
    ['git@github.com:ann/upscale.git', 'https://github.com/ann/upscale.git'],
    ['ssh://git@example.org:2222/ann/upscale', 'https://example.org/ann/upscale'],
    ['git+https://github.com/ann/upscale', 'https://github.com/ann/upscale'],
  ])('stores the repository %s as its URL', async (repository, stored) => {
    const id = await makeNode(registry, world.id);
    const answer = await update(world.callers.owner, id, { repository });
    expect([answer.status, answer.body.repository]).toEqual([200, stored]);
  });

  it('sets the publisher and the status for an admin, and ignores them for other callers', async () => {
    const id = await makeNode(registry, world.id);
    const ban = { status: 'NodeStatusBanned', status_detail: 'why' };
    const target = { publisher: { id: world.foreignId }, author: 'Ada' };
    const byOwner = await update(world.callers.owner, id, { ...target, ...ban });
    expect(byOwner.body).toMatchObject({
      author: 'Ada',
      publisher: { id: world.id },
      status: 'NodeStatusActive',
    });
    const invalid = await update(world.callers.member, id, {
      author: 'Eve',
      status: 'NodeStatusDeleted',
      publisher: 'x',
    });
    expect([invalid.status, invalid.body.author]).toEqual([200, 'Eve']);
    expect((await update(world.callers.admin, id, { status: 'NodeStatusDeleted' })).status).toBe(400);
    expect((await update(world.callers.admin, id, ban)).body.status).toBe('NodeStatusBanned');
    expect((await update(world.callers.admin, id, { status: 'NodeStatusActive' })).body.status).toBe(
      'NodeStatusActive',
    );
    const unknown = await update(world.callers.admin, id, { publisher: { id: 'no-such-publisher' } });
    expect([unknown.status, unknown.body.error]).toEqual([404, 'PUBLISHER_NOT_FOUND']);
    const moved = await update(world.callers.admin, id, target);
    expect([moved.status, moved.body]).toMatchObject([200, { author: 'Ada', publisher: { id: world.foreignId } }]);
    const { body } = await registry.call('GET', `/nodes/${id}`);
    expect(body.publisher.id).toBe(world.foreignId);
  });

  it.each<keyof Callers>(['owner', 'member', 'token'])(
    'ignores admin fields from a caller who is %s',
    async (caller) => {
      const id = await makeNode(registry, world.id, { tagsAdmin: ['warned'], searchRanking: 9 });
      const answer = await update(world.callers[caller], id, { ...adminOnly, author: 'Ada' });
      expect(answer.body).toMatchObject({
        author: 'Ada',
        tags_admin: ['warned'],
        search_ranking: 9,
        preempted_core_node_names: [],
      });
    },
  );

  it('sets admin fields for an admin', async () => {
    const id = await makeNode(registry, world.id);
    expect((await update(world.callers.admin, id, adminOnly)).body).toMatchObject(adminOnly);
    expect(await read(id)).toMatchObject(adminOnly);
    expect((await update(world.callers.admin, id, { search_ranking: 0 })).body.search_ranking).toBe(0);
  });

  it('writes nothing if nothing changes, also if the whole node is sent back', async () => {
    const id = await makeNode(registry, world.id);
    await update(world.callers.member, id, full);
    const before = await read(id);
    expect((await update(world.callers.member, id, full)).status).toBe(200);
    expect((await update(world.callers.admin, id, before)).status).toBe(200);
    expect(
      (await registry.call('PUT', `/publishers/${world.id}/nodes/${id}`, { as: world.callers.member })).status,
    ).toBe(200);
    expect(await read(id)).toEqual(before);
    expect(await changeRows(registry, 'node', id)).toHaveLength(2);
    expect(await auditRows(registry, 'node.update', id)).toHaveLength(1);
  });

  it('finds the node in any spelling of its id', async () => {
    const id = uniqueName('My_Node.x');
    await makeNode(registry, world.id, { id });
    const other = id.toUpperCase().replaceAll('_', '-').replaceAll('.', '_');
    expect((await update(world.callers.member, other, { author: 'Ada' })).body).toMatchObject({ id, author: 'Ada' });
    expect(await auditRows(registry, 'node.update', id)).toHaveLength(1);
  });

  it('is reflected at once by lists and search', async () => {
    const id = await makeNode(registry, world.id);
    const word = `quokka${uniqueName('x').replaceAll('-', '')}`;
    const find = async () =>
      (await registry.call('GET', `/nodes/search?search=${word}`)).body.nodes.map((node: { id: string }) => node.id);
    await read(id);
    expect(await find()).toEqual([]);
    await update(world.callers.member, id, { name: word, supported_os: ['MacOS'] });
    expect((await read(id)).name).toBe(word);
    expect(await find()).toEqual([id]);
    expect((await registry.call('GET', `/nodes?node_id=${id}&supported_os=POSIX`)).body.nodes).toEqual([]);
    await update(world.callers.member, id, { name: null, supported_os: null });
    expect(await find()).toEqual([]);
    expect((await registry.call('GET', `/nodes?node_id=${id}&supported_os=POSIX`)).body.nodes).toHaveLength(1);
  });

  it('is reflected at once by latest=true in another process', async () => {
    const id = await makeNode(registry, world.id);
    const other = await startRegistry(
      registry.settings,
      { database: registry.database, close: () => Promise.resolve() },
      pino({ level: 'silent' }),
    );
    const authorThere = async () =>
      ((await (await fetch(`${other.url}/nodes?node_id=${id}&latest=true`)).json()) as { nodes: { author?: string }[] })
        .nodes[0]!.author;
    try {
      expect(await authorThere()).toBeUndefined();
      await update(world.callers.member, id, { author: 'Ada' });
      expect(await authorThere()).toBe('Ada');
    } finally {
      await other.close();
    }
  });

  it('applies both of two concurrent updates of different fields', async () => {
    const id = await makeNode(registry, world.id);
    const answers = await Promise.all([
      update(world.callers.member, id, { author: 'Ada' }),
      update(world.callers.token, id, { category: 'tools' }),
      update(world.callers.owner, id, { icon: 'https://example.org/i.png' }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await read(id)).toMatchObject({ author: 'Ada', category: 'tools', icon: 'https://example.org/i.png' });
    expect(await changeRows(registry, 'node', id)).toHaveLength(4);
  });

  it.each([
    ['a number for a name', { name: 7 }],
    ['too long a name', { name: 'x'.repeat(201) }],
    ['an object for a license', { license: { file: 'LICENSE' } }],
    ['a text for tags', { tags: 'image' }],
    ['a number among the tags', { tags: ['image', 7] }],
    ['too many tags', { tags: Array.from({ length: 101 }, (_, index) => `tag${index}`) }],
    ['an object for systems', { supported_os: {} }],
    ['an icon that is no address', { icon: 'icon.png' }],
    ['an address with a password', { icon: 'https://user:pass@example.org/i.png' }],
    ['an address with a user name', { repository: 'https://token@github.com/ada/impact' }],
    ['an address with a quote', { banner_url: 'https://example.org/"onerror=x' }],
    ['an address with an apostrophe', { banner_url: "https://example.org/'onerror=x" }],
    ['an address with a tag', { banner_url: 'https://example.org/<b>' }],
    ['an address with a space', { banner_url: 'https://example.org/a b' }],
    ['a banner that would run in a browser', { banner_url: 'javascript:alert(1)' }],
    ['a repository that is no address', { repository: 'github.com/ada/impact' }],
    ['a repository in a local folder', { repository: 'git+file:///srv/impact.git' }],
    ['a text that no database takes', { description: 'a\u0000b' }],
    ['a text that no database takes among the tags', { tags: ['\udc00'] }],
    ['a list', []],
  ])('refuses %s', async (_what, body) => {
    const id = await makeNode(registry, world.id);
    expectError(await update(world.callers.member, id, body), 400, 'INVALID_INPUT');
  });

  it.each([
    ['a fraction', { search_ranking: 1.5 }],
    ['a text', { search_ranking: '3' }],
    ['more than 32 bits', { search_ranking: 2 ** 31 }],
    ['a text for admin tags', { tags_admin: 'checked' }],
  ])('refuses from an admin %s', async (_what, body) => {
    expectError(await update(world.callers.admin, await makeNode(registry, world.id), body), 400, 'INVALID_INPUT');
  });

  it('refuses invalid JSON, another media type and too large a body', async () => {
    const path = `/publishers/${world.id}/nodes/${await makeNode(registry, world.id)}`;
    expectError(await registry.call('PUT', path, { as: world.callers.member, raw: '{"name":' }), 400, 'INVALID_JSON');
    expectError(
      await registry.call('PUT', path, {
        as: world.callers.member,
        raw: 'name=x',
        headers: { 'content-type': 'text/plain' },
      }),
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    );
    expectError(
      await registry.call('PUT', path, { as: world.callers.member, body: { description: 'x'.repeat(1024 * 1024) } }),
      413,
      'BODY_TOO_LARGE',
    );
  });

  it('requires a valid credential', async () => {
    const id = await makeNode(registry, world.id);
    expectError(await update(undefined, id, {}), 401, 'UNAUTHENTICATED');
    expectError(await update('not-a-token', id, {}), 401, 'UNAUTHENTICATED');
  });

  it.each<keyof Callers>(['owner', 'member', 'token', 'admin'])('allows a caller who is %s', async (caller) => {
    const id = await makeNode(registry, world.id);
    expect((await update(world.callers[caller], id, { author: 'Ada' })).body.author).toBe('Ada');
  });

  it.each<keyof Callers>(['outsider', 'foreignToken'])(
    'responds alike to a caller who is %s, whether or not the node exists',
    async (caller) => {
      const id = await makeNode(registry, world.id);
      const there = await update(world.callers[caller], id, { author: 'Mine' });
      expectError(there, 403, 'FORBIDDEN');
      expect((await update(world.callers[caller], 'no-such-node', { author: 'Mine' })).body).toEqual(there.body);
      expect(await auditRows(registry, 'node.update', id)).toHaveLength(0);
    },
  );

  it('responds with 404 for an absent node, a deleted one, and one of another publisher', async () => {
    expectError(await update(world.callers.member, 'no-such-node', {}), 404, 'NODE_NOT_FOUND');
    const deleted = await makeNode(registry, world.id);
    await changeNode(registry, deleted, `status = 'NodeStatusDeleted'`);
    expectError(await update(world.callers.member, deleted, {}), 404, 'NODE_NOT_FOUND');
    const foreign = await makeNode(registry, world.foreignId);
    for (const caller of ['member', 'token', 'admin'] as const)
      expectError(await update(world.callers[caller], foreign, { author: 'Mine' }), 404, 'NODE_NOT_FOUND');
    expect(await read(foreign)).not.toHaveProperty('author');
  });

  it('responds with 404 for an unknown publisher', async () => {
    const id = await makeNode(registry, world.id);
    expectError(await update(world.callers.member, id, {}, 'no-such-publisher'), 404, 'PUBLISHER_NOT_FOUND');
  });

  it('refuses a banned node, except for admins', async () => {
    const id = await makeNode(registry, world.id);
    await changeNode(registry, id, `status = 'NodeStatusBanned', status_detail = 'malware'`);
    for (const caller of ['owner', 'member', 'token'] as const)
      expectError(await update(world.callers[caller], id, { author: 'Ada' }), 403, 'NODE_BANNED');
    expectError(await update(world.callers.outsider, id, { author: 'Ada' }), 403, 'FORBIDDEN');
    expect((await update(world.callers.admin, id, { author: 'Ada' })).body).toMatchObject({
      author: 'Ada',
      status: 'NodeStatusBanned',
      status_detail: 'malware',
    });
  });

  it('refuses a banned publisher, except for admins', async () => {
    const publisherId = await makePublisher(registry, await userId(registry, world.callers.owner));
    const id = await makeNode(registry, publisherId);
    await changePublisher(registry, publisherId, `status = 'PublisherStatusBanned'`);
    expectError(await update(world.callers.owner, id, { author: 'Ada' }, publisherId), 403, 'PUBLISHER_BANNED');
    expectError(await update(world.callers.outsider, id, { author: 'Ada' }, publisherId), 403, 'FORBIDDEN');
    expect((await update(world.callers.admin, id, { author: 'Ada' }, publisherId)).body).toMatchObject({
      author: 'Ada',
      publisher: { status: 'PublisherStatusBanned' },
    });
  });

  it('hides the details of an internal error', async () => {
    const original = registry.services.nodes.update;
    registry.services.nodes.update = () => Promise.reject(new Error('vault'));
    try {
      const answer = await update(world.callers.member, 'some-node', {});
      expectError(answer, 500, 'INTERNAL_ERROR');
      expect(answer.text).not.toContain('vault');
    } finally {
      registry.services.nodes.update = original;
    }
  });
});
