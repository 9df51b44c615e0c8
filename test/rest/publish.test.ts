import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { packageOf, zipOf } from '../support/archives.js';
import { heldPackage } from '../support/held-packages.js';
import {
  auditRows,
  changeNode,
  makeImportedNode,
  makeNode,
  makePublisher,
  makeWorld,
  type PublisherWorld,
  uniqueName,
  userId,
} from '../support/builders.js';
import { checked, put } from '../support/publishing.js';
import { expectError, expectNoContent } from '../support/refusals.js';
import { type Answer, startTestRegistry, type TestRegistry } from '../support/registry.js';
import { until } from '../support/until.js';

describe('publishing', () => {
  let registry: TestRegistry;
  let world: PublisherWorld;
  let archive: Buffer;

  beforeAll(async () => {
    registry = await startTestRegistry({ ARCHIVE_MAX_MEGABYTES: '1', TRUST_PROXY: '1' });
    world = await makeWorld(registry);
    archive = await zipOf(packageOf('Sharpen'));
  });
  afterAll(() => registry.close());

  const publish = (as: string | undefined, node: string, version: string, more: object = {}, publisherId = world.id) =>
    registry.call('POST', `/publishers/${publisherId}/nodes/${node}/versions`, {
      as,
      body: { node: { id: node, name: 'Sharpen' }, node_version: { version }, ...more },
    });
  const published = async (node: string, version: string, body = archive): Promise<Answer> => {
    const answer = await publish(world.callers.token, node, version);
    expect(answer.status).toBe(201);
    expect((await put(registry, answer.body.signedUrl, body)).status).toBe(200);
    return checked(registry, node, version, world.callers.member);
  };

  it('a scenario of a publisher’s tool, from the first step to the last', async () => {
    const owner = await registry.signIn(uniqueName('tooler'));
    const publisherId = uniqueName('team');
    expect((await registry.call('POST', '/publishers', { as: owner, body: { id: publisherId } })).status).toBe(201);
    const created = await registry.call('POST', `/publishers/${publisherId}/tokens`, {
      as: owner,
      body: { name: 'ci' },
    });
    expect(created.status).toBe(201);
    const token = created.body.token as string;
    const node = uniqueName('Sharp_Tool');
    // As the existing tool sends it: the token in the body, no header, and empty strings for absent values.
    const body = {
      personal_access_token: token,
      node: {
        id: node,
        description: 'Sharpens.',
        icon: '',
        name: 'Sharp Tool',
        license: '{"file": "LICENSE"}',
        repository: 'https://github.com/x/sharp',
        supported_os: ['Operating System :: POSIX :: Linux'],
      },
      node_version: {
        version: '1.0.0',
        dependencies: ['numpy'],
        supported_os: [],
        supported_accelerators: [],
        supported_coreui_version: '',
        supported_coreui_frontend_version: '',
      },
    };
    const answer = await registry.call('POST', `/publishers/${publisherId}/nodes/${node}/versions`, { body });
    expect(answer.status).toBe(201);
    expect(answer.body.node_version).toMatchObject({
      version: '1.0.0',
      node_id: node,
      status: 'NodeVersionStatusPending',
      dependencies: ['numpy'],
      supported_os: ['POSIX :: Linux'],
      core_node_extract_status: 'pending',
    });
    expect(answer.body.node_version).not.toHaveProperty('downloadUrl');
    expect(answer.body.signedUrl).toMatch(/^http:\/\/registry\.test\/uploads\/[0-9a-f-]{36}\?token=[\w-]{43}$/);
    expect((await registry.call('GET', `/nodes/${node}`)).body).not.toHaveProperty('latest_version');
    expectError(await registry.call('GET', `/nodes/${node}/install`), 404, 'NODE_VERSION_NOT_FOUND');

    expect(await put(registry, answer.body.signedUrl, archive)).toMatchObject({
      status: 200,
      body: { node_id: node, version: '1.0.0', statusUrl: `http://registry.test/nodes/${node}/versions/1.0.0?wait=30` },
    });
    const version = (await checked(registry, node, '1.0.0', owner)).body;
    const sha256 = createHash('sha256').update(archive).digest('hex');
    expect(version).toMatchObject({
      status: 'NodeVersionStatusActive',
      core_node_extract_status: 'success',
      archive_size: archive.length,
      archive_sha256: sha256,
      downloadUrl: `http://registry.test/nodes/${node}/versions/1.0.0/archive`,
    });
    expect((await registry.call('GET', `/nodes/${node}/versions/1.0.0/core-nodes`)).body.core_nodes).toMatchObject([
      {
        core_node_name: 'Sharpen',
        display_name: 'Sharpen (sharp)',
        category: 'image/filters',
        output_is_list: [false, true],
      },
    ]);
    expect(
      (await registry.call('GET', `/nodes/search?search=sharpen`)).body.nodes.map(({ id }: { id: string }) => id),
    ).toContain(node);

    const installed = await registry.call('GET', `/nodes/${node}/install?version=%5E1.0`);
    expect([installed.status, installed.body.version, installed.body.downloadUrl]).toEqual([
      200,
      '1.0.0',
      version.downloadUrl,
    ]);
    const bytes = await fetch(`${registry.url}${new URL(installed.body.downloadUrl).pathname}`);
    expect(Buffer.from(await bytes.arrayBuffer()).equals(archive)).toBe(true);

    const path = `/publishers/${publisherId}/nodes/${node}/versions/${version.id}`;
    expect((await registry.call('PUT', path, { as: owner, body: { deprecated: true } })).body.deprecated).toBe(true);
    // Clients send an empty string for an absent value, which clears a field like null.
    expect((await registry.call('PUT', path, { as: owner, body: { deprecated: '' } })).body.deprecated).toBe(false);
    expectNoContent(await registry.call('DELETE', path, { as: token }));
    expectError(await registry.call('GET', `/nodes/${node}/install?version=1.0.0`), 404, 'NODE_VERSION_NOT_FOUND');
    // The number stays reserved.
    expectError(
      await registry.call('POST', `/publishers/${publisherId}/nodes/${node}/versions`, { body }),
      400,
      'VERSION_TAKEN',
    );
    expect(
      (
        await registry.call('POST', `/publishers/${publisherId}/nodes/${node}/versions`, {
          body: { ...body, node_version: { version: '1.0.1' } },
        })
      ).status,
    ).toBe(201);
  });

  it('updates the node, and keeps absent fields', async () => {
    const node = await makeNode(registry, world.id, {
      author: 'Ada',
      description: 'before',
      supportedOs: ['MacOS'],
      versions: [],
    });
    const answer = await publish(world.callers.member, node, '0.1.0', {
      node: { description: 'after' },
      node_version: { version: '0.1.0', supported_os: ['POSIX :: Linux'] },
    });
    expect(answer.status).toBe(201);
    expect(answer.body.node_version.supported_os).toEqual(['POSIX :: Linux']);
    expect((await registry.call('GET', `/nodes/${node}`)).body).toMatchObject({
      author: 'Ada',
      description: 'after',
      supported_os: ['MacOS'],
    });
  });

  it('requires a credential; one in the body takes precedence', async () => {
    const node = uniqueName('cred');
    expectError(await publish(undefined, node, '1.0.0'), 401, 'UNAUTHENTICATED');
    expectError(
      await publish(undefined, node, '1.0.0', { personal_access_token: 'xrt_nonsense' }),
      401,
      'UNAUTHENTICATED',
    );
    expectError(
      await publish(world.callers.owner, node, '1.0.0', { personal_access_token: world.callers.foreignToken }),
      403,
      'FORBIDDEN',
    );
    expect((await publish(undefined, node, '1.0.0', { personal_access_token: world.callers.token })).status).toBe(201);
  });

  it.each(['', '1', '1.2', 'v1.2.3', '1.2.3.4', '01.2.3', 'latest', '1.2.3 ', `1.2.3-${'x'.repeat(100)}`])(
    'refuses the version %j',
    async (version) => {
      expectError(await publish(world.callers.owner, uniqueName('number'), version), 400, 'INVALID_INPUT');
    },
  );

  it('refuses nodes of other publishers, banned ones and invalid bodies, without a write', async () => {
    const foreign = await makeNode(registry, world.foreignId);
    expectError(await publish(world.callers.owner, foreign, '2.0.0'), 400, 'NODE_ID_TAKEN');
    expectError(await publish(world.callers.owner, 'no', '1.0.0', {}, 'nobody-here'), 404, 'PUBLISHER_NOT_FOUND');
    const banned = await makeNode(registry, world.id);
    await changeNode(registry, banned, `status = 'NodeStatusBanned'`);
    expectError(await publish(world.callers.owner, banned, '2.0.0'), 403, 'NODE_BANNED');
    const node = uniqueName('half');
    for (const more of [
      { node: { id: 'other' } },
      { node: { icon: 'javascript:1' } },
      { node_version: {} },
      { node_version: { version: '1.0.0', dependencies: 'x' } },
      { node: 5 },
    ])
      expectError(await publish(world.callers.owner, node, '1.0.0', more), 400, 'INVALID_INPUT');
    expectError(await registry.call('GET', `/nodes/${node}`), 404, 'NODE_NOT_FOUND');
    const waiting = await startTestRegistry({ REQUIRE_APPROVAL: 'true' });
    try {
      const newcomer = await waiting.signIn('newcomer');
      const id = await makePublisher(waiting, await userId(waiting, newcomer));
      expectError(
        await waiting.call('POST', `/publishers/${id}/nodes/x/versions`, {
          as: newcomer,
          body: { node: {}, node_version: { version: '1.0.0' } },
        }),
        403,
        'APPROVAL_NEEDED',
      );
      const admin = await waiting.signIn('chief', { admin: true });
      const user = await userId(waiting, newcomer);
      expectError(await waiting.call('POST', `/admin/users/${user}/approve`), 401, 'UNAUTHENTICATED');
      expectError(await waiting.call('POST', `/admin/users/${user}/approve`, { as: newcomer }), 403, 'FORBIDDEN');
      expectError(await waiting.call('POST', '/admin/users/nobody/approve', { as: admin }), 404, 'USER_NOT_FOUND');
      expectNoContent(await waiting.call('POST', `/admin/users/${user}/approve`, { as: admin }));
      expect(
        (
          await waiting.graph(
            'mutation ($id: ID!) { approveUser(userId: $id) { isApproved } }',
            { id: user },
            { as: admin },
          )
        ).data.approveUser,
      ).toEqual({ isApproved: true });
      expect((await waiting.call('GET', '/users', { as: newcomer })).body.isApproved).toBe(true);
      expect(await auditRows(waiting, 'user.approve', user)).toHaveLength(1);
      expect(
        (
          await waiting.call('POST', `/publishers/${id}/nodes/x/versions`, {
            as: newcomer,
            body: { node: {}, node_version: { version: '1.0.0' } },
          })
        ).status,
      ).toBe(201);
    } finally {
      await waiting.close();
    }
  });

  it('accepts a number again whose archive was not uploaded, and invalidates the previous URL', async () => {
    const node = uniqueName('again');
    const first = await publish(world.callers.token, node, '1.0.0');
    const second = await publish(world.callers.token, node, '1.0.0', {
      node_version: { version: '1.0.0', changelog: 'again' },
    });
    expect([second.status, second.body.node_version.id, second.body.node_version.changelog]).toEqual([
      201,
      first.body.node_version.id,
      'again',
    ]);
    expect((await put(registry, first.body.signedUrl, archive)).status).toBe(403);
    expect((await put(registry, second.body.signedUrl, archive)).status).toBe(200);
    await checked(registry, node, '1.0.0', world.callers.member);
    expectError(await publish(world.callers.token, node, '1.0.0'), 400, 'VERSION_TAKEN');
  });

  it('succeeds for one of many concurrent requests with one number', async () => {
    const node = uniqueName('race');
    const answers = await Promise.all(Array.from({ length: 6 }, () => publish(world.callers.token, node, '1.0.0')));
    const urls = answers.filter(({ status }) => status === 201).map(({ body }) => body.signedUrl as string);
    expect(urls.length).toBeGreaterThan(0);
    const uploads = await Promise.all(urls.map((url) => put(registry, url, archive)));
    expect(uploads.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
    expect(await registry.database.query('select 1 from node_versions where node_id = $1', [node])).toHaveLength(1);
  });

  describe('an upload', () => {
    it('succeeds once; later uploads of other bytes are refused', async () => {
      const node = uniqueName('once');
      const { signedUrl } = (await publish(world.callers.token, node, '1.0.0')).body;
      const other = await zipOf(packageOf('Other'));
      const answers = await Promise.all([archive, other, archive, other].map((body) => put(registry, signedUrl, body)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409].sort());
      expect((await put(registry, signedUrl, other)).status).toBe(409);
      const version = (await checked(registry, node, '1.0.0', world.callers.member)).body;
      const kept = Buffer.from(
        await (await fetch(`${registry.url}/nodes/${node}/versions/1.0.0/archive`)).arrayBuffer(),
      );
      expect([createHash('sha256').update(kept).digest('hex'), kept.length]).toEqual([
        version.archive_sha256,
        version.archive_size,
      ]);
      expect(await auditRows(registry, 'version.upload', version.id)).toHaveLength(1);
    });

    it('refuses other URLs, other types, invalid zips, and too many bytes; the URL stays valid', async () => {
      const { signedUrl, node_version: version } = (await publish(world.callers.token, uniqueName('picky'), '1.0.0'))
        .body;
      const errors = async (url: string, body: Buffer, type?: string) => {
        const answer = await put(registry, url, body, type);
        return [answer.status, (answer.body as { error: string }).error];
      };
      expect(await errors(signedUrl.replace(/token=.{5}/, 'token=aaaaa'), archive)).toEqual([403, 'UPLOAD_ENDED']);
      expect(await errors(`http://x/uploads/${version.id}`, archive)).toEqual([403, 'UPLOAD_ENDED']);
      expect(await errors('http://x/uploads/00000000-0000-4000-8000-000000000000?token=x', archive)).toEqual([
        404,
        'NODE_VERSION_NOT_FOUND',
      ]);
      expect(await errors(signedUrl, archive, 'application/json')).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
      const packed = new URL(signedUrl);
      expect(
        (
          await fetch(registry.url + packed.pathname + packed.search, {
            method: 'PUT',
            headers: { 'content-type': 'application/zip', 'content-encoding': 'gzip' },
            body: new Uint8Array(archive),
          })
        ).status,
      ).toBe(415);
      expect(await errors(signedUrl, Buffer.from('no zip'))).toEqual([400, 'INVALID_INPUT']);
      expect(await errors(signedUrl, Buffer.alloc(0))).toEqual([400, 'INVALID_INPUT']);
      expect(await errors(signedUrl, Buffer.concat([archive, Buffer.alloc(1024 * 1024)]))).toEqual([
        413,
        'BODY_TOO_LARGE',
      ]);
      expect((await put(registry, signedUrl, archive)).status).toBe(200);
    });

    it('is refused after 15 minutes', async () => {
      const { signedUrl, node_version: version } = (await publish(world.callers.token, uniqueName('late'), '1.0.0'))
        .body;
      const [row] = await registry.database.query<{ minutes: number }>(
        'select extract(epoch from expires_at - now())::float8 / 60 as minutes from archive_uploads where version_id = $1::uuid',
        [version.id],
      );
      expect(row!.minutes).toBeGreaterThan(14);
      expect(row!.minutes).toBeLessThanOrEqual(15);
      await registry.database.transaction(
        async ({ query }) =>
          void (await query(
            `update archive_uploads set expires_at = now() - interval '1 second' where version_id = $1::uuid`,
            [version.id],
          )),
      );
      expect((await put(registry, signedUrl, archive)).status).toBe(403);
    });
  });

  describe('the checks', () => {
    it('flag a version with findings, which members may read', async () => {
      const node = uniqueName('flagged');
      const version = (await published(node, '1.0.0', await heldPackage('os.system("ls")'))).body;
      expect(version).toMatchObject({
        status: 'NodeVersionStatusFlagged',
        status_reason: expect.stringContaining(
          'shell: start.py:2: starts another program when it is imported (os.system)',
        ),
      });
      expectError(await registry.call('GET', `/nodes/${node}/versions/1.0.0`), 404, 'NODE_VERSION_NOT_FOUND');
      expectError(await registry.call('GET', `/nodes/${node}/versions/1.0.0/archive`), 404, 'NODE_VERSION_NOT_FOUND');
      expectError(await registry.call('GET', `/nodes/${node}/install`), 404, 'NODE_VERSION_NOT_FOUND');
      expect((await registry.call('GET', `/nodes/${node}`)).body).not.toHaveProperty('latest_version');
      // An admin approves it.
      await registry.call('PUT', `/admin/nodes/${node}/versions/1.0.0`, {
        as: world.callers.admin,
        body: { status: 'NodeVersionStatusActive', status_reason: 'a listing only' },
      });
      expect((await registry.call('GET', `/nodes/${node}/install`)).body.version).toBe('1.0.0');
    });

    it('report why core-nodes could not be extracted', async () => {
      const node = uniqueName('unread');
      const version = (await published(node, '1.0.0', await zipOf({ '__init__.py': 'NODE_CLASS_MAPPINGS = load()\n' })))
        .body;
      expect(version).toMatchObject({ status: 'NodeVersionStatusActive', core_node_extract_status: 'failed' });
      expect(
        (await published(uniqueName('none'), '1.0.0', await zipOf({ 'readme.md': 'x' }))).body.core_node_extract_status,
      ).toBe('invalid_format');
    });

    it('can’t be bypassed: decided, unpublished and banned versions accept no archive', async () => {
      const decided = async (decide: (node: string, version: string) => Promise<unknown>): Promise<number> => {
        const node = uniqueName('decided');
        const { node_version: version, signedUrl } = (await publish(world.callers.token, node, '1.0.0')).body;
        await decide(node, version.id);
        const { status } = await put(registry, signedUrl, archive);
        expect(
          (
            await registry.database.query('select archive_size as size from node_versions where id = $1::uuid', [
              version.id,
            ])
          )[0],
        ).toEqual({ size: null });
        return status;
      };
      const { admin, owner } = world.callers;
      expect(
        await decided((node) =>
          registry.call('PUT', `/admin/nodes/${node}/versions/1.0.0`, {
            as: admin,
            body: { status: 'NodeVersionStatusActive' },
          }),
        ),
      ).toBe(403);
      expect(
        await decided((node, version) =>
          registry.call('DELETE', `/publishers/${world.id}/nodes/${node}/versions/${version}`, { as: owner }),
        ),
      ).toBe(403);
      expect(
        await decided((node) =>
          registry.call('POST', `/publishers/${world.id}/nodes/${node}/ban`, { as: admin, body: { reason: 'x' } }),
        ),
      ).toBe(403);
    });

    it('limit the number of waiting archives', async () => {
      const owner = await registry.signIn(uniqueName('hoarder'));
      const id = await makePublisher(registry, await userId(registry, owner));
      const node = uniqueName('hoard');
      const answers = [];
      for (let index = 0; index < 101; index++) answers.push(await publish(owner, node, `1.0.${index}`, {}, id));
      expect(answers.slice(0, 100).map(({ status }) => status)).toEqual(Array.from({ length: 100 }, () => 201));
      expectError(answers[100]!, 403, 'QUOTA_REACHED');
      // A version that waits already may be published again, and an uploaded one no longer counts.
      expect((await publish(owner, node, '1.0.0', {}, id)).status).toBe(201);
      expect((await put(registry, answers[1]!.body.signedUrl, archive)).status).toBe(200);
      expect((await publish(owner, node, '1.0.100', {}, id)).status).toBe(201);
    });

    it('are repeated when an admin requests it', async () => {
      const node = uniqueName('again');
      expect((await published(node, '1.0.0')).body.status).toBe('NodeVersionStatusActive');
      const path = `/admin/nodes/${node}/versions/1.0.0`;
      expect(
        (
          await registry.call('PUT', path, {
            as: world.callers.admin,
            body: { status: 'NodeVersionStatusFlagged', status_reason: 'A look.' },
          })
        ).status,
      ).toBe(200);
      expect(
        (
          await registry.call('PUT', path, {
            as: world.callers.admin,
            body: { status: 'NodeVersionStatusPending', status_reason: 'Once more.' },
          })
        ).body.status,
      ).toBe('NodeVersionStatusPending');
      expect((await checked(registry, node, '1.0.0', world.callers.member)).body).toMatchObject({
        status: 'NodeVersionStatusActive',
        core_node_extract_status: 'success',
      });
    });

    it('keep the status of a version that was decided meanwhile', async () => {
      const node = uniqueName('meanwhile');
      const { node_version: version, signedUrl } = (await publish(world.callers.token, node, '1.0.0')).body;
      const stored = put(registry, signedUrl, archive);
      // The status changes as soon as the bytes are stored, before or after the check.
      expect((await stored).status).toBe(200);
      await registry.call('PUT', `/admin/nodes/${node}/versions/1.0.0`, {
        as: world.callers.admin,
        body: { status: 'NodeVersionStatusBanned', status_reason: 'no' },
      });
      const row = async (): Promise<{ status: string; extract: string }> =>
        (
          await registry.database.query<{ status: string; extract: string }>(
            'select status, core_node_extract_status as extract from node_versions where id = $1::uuid',
            [version.id],
          )
        )[0]!;
      await until(async () => (await row()).extract !== 'pending');
      expect(await row()).toEqual({ status: 'NodeVersionStatusBanned', extract: 'success' });
    });
  });

  describe('the archive', () => {
    let node: string;
    beforeAll(async () => {
      node = uniqueName('ranged');
      await published(node, '1.0.0-rc.1');
    });
    const get = (headers: Record<string, string> = {}, method = 'GET') =>
      fetch(`${registry.url}/nodes/${node}/versions/1.0.0-rc.1/archive`, { method, headers });

    it('has a media type, a file name and an ETag', async () => {
      const answer = await get();
      const header = (name: string): string | null => answer.headers.get(name);
      expect([
        answer.status,
        header('content-type'),
        header('content-disposition'),
        header('content-length'),
        header('accept-ranges'),
      ]).toEqual([
        200,
        'application/zip',
        `attachment; filename="${node}-1.0.0-rc.1.zip"`,
        String(archive.length),
        'bytes',
      ]);
      const etag = header('etag')!;
      expect(etag).toBe(`"${createHash('sha256').update(archive).digest('hex')}"`);
      expect((await get({ 'if-none-match': etag })).status).toBe(304);
      const head = await get({}, 'HEAD');
      expect([head.status, head.headers.get('content-length')]).toEqual([200, String(archive.length)]);
    });

    it('supports range requests', async () => {
      const part = async (range: string, headers: Record<string, string> = {}) => {
        const answer = await get({ range, ...headers });
        return [answer.status, answer.headers.get('content-range'), Buffer.from(await answer.arrayBuffer())] as const;
      };
      const size = archive.length;
      expect(await part('bytes=0-3')).toEqual([206, `bytes 0-3/${size}`, archive.subarray(0, 4)]);
      expect(await part('bytes=10-')).toEqual([206, `bytes 10-${size - 1}/${size}`, archive.subarray(10)]);
      expect(await part('bytes=-5')).toEqual([206, `bytes ${size - 5}-${size - 1}/${size}`, archive.subarray(-5)]);
      expect((await part('bytes=0-3', { 'if-range': '"other"' }))[0]).toBe(200);
      for (const odd of ['lines=0-3', 'bytes=a-b', 'bytes=5-2', 'bytes=-', 'bytes=0-1,3-4'])
        expect((await part(odd))[0]).toBe(200);
      expect(await part('bytes=-99999999')).toEqual([206, `bytes 0-${size - 1}/${size}`, archive]);
      const beyond = await get({ range: `bytes=${size}-` });
      expect([beyond.status, ((await beyond.json()) as { error: string }).error]).toEqual([
        416,
        'RANGE_NOT_SATISFIABLE',
      ]);
    });

    it('of an unpublished version is kept for members', async () => {
      const mine = uniqueName('gone');
      const { id } = (await published(mine, '1.0.0')).body;
      await registry.call('DELETE', `/publishers/${world.id}/nodes/${mine}/versions/${id}`, {
        as: world.callers.owner,
      });
      const path = `${registry.url}/nodes/${mine}/versions/1.0.0/archive`;
      expect((await fetch(path)).status).toBe(404);
      expect((await fetch(path, { headers: { authorization: `Bearer ${world.callers.member}` } })).status).toBe(200);
    });
  });

  describe('installing', () => {
    it('selects a version by number, range, and precedence', async () => {
      const node = uniqueName('choice');
      for (const version of ['1.0.9', '1.0.10', '1.2.0', '2.0.0-rc.1']) await published(node, version);
      const chosen = async (asked?: string) =>
        (
          await registry.call(
            'GET',
            `/nodes/${node}/install${asked === undefined ? '' : `?version=${encodeURIComponent(asked)}`}`,
          )
        ).body.version;
      expect([
        await chosen(),
        await chosen('latest'),
        await chosen('1.0.9'),
        await chosen('~1.0'),
        await chosen('^1.0'),
        await chosen('>=1.0.0 <1.2'),
        await chosen('1.x'),
        await chosen('>=2.0.0-rc.0'),
        await chosen('*'),
      ]).toEqual(['1.2.0', '1.2.0', '1.0.9', '1.0.10', '1.2.0', '1.0.10', '1.2.0', '2.0.0-rc.1', '1.2.0']);
      for (const asked of ['^3', '9.9.9'])
        expectError(
          await registry.call('GET', `/nodes/${node}/install?version=${asked}`),
          404,
          'NODE_VERSION_NOT_FOUND',
        );
      expectError(
        await registry.call('GET', `/nodes/${node}/install?version=${encodeURIComponent('not a range')}`),
        400,
        'INVALID_INPUT',
      );
    });

    it('selects the later of versions that differ only in their build metadata', async () => {
      const node = uniqueName('builds');
      const order = ['1.0.0+c', '1.0.0+a', '1.0.0+d', '1.0.0', '1.0.0+b'];
      for (const version of order) await published(node, version);
      const highest = [...order].reverse();
      expect((await registry.call('GET', `/nodes/${node}/install`)).body.version).toBe(highest[0]);
      expect((await registry.call('GET', `/nodes/${node}/install?version=^1`)).body.version).toBe(highest[0]);
      const listed = await registry.call('GET', `/nodes/${node}/versions`);
      expect(listed.body.map(({ version }: { version: string }) => version)).toEqual(highest);
      const seen: string[] = [];
      let after: string | null = null;
      do {
        const { data } = await registry.graph(
          'query ($id: ID!, $after: String) { node(id: $id) { versions(first: 2, after: $after) { nodes { version } pageInfo { hasNextPage endCursor } } } }',
          { id: node, after },
        );
        const { nodes, pageInfo } = data.node.versions;
        seen.push(...nodes.map(({ version }: { version: string }) => version));
        after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
      } while (after !== null);
      expect(seen).toEqual(highest);
    });

    it('counts downloads by day and version, without a change in the feed or of the node’s time', async () => {
      const node = uniqueName('counted');
      await published(node, '1.0.0');
      await published(node, '1.1.0');
      const { next } = (await registry.call('GET', '/changes?limit=1000')).body.more
        ? { next: undefined }
        : (await registry.call('GET', '/changes?limit=1000')).body;
      const [before] = await registry.database.query<{ at: string }>(
        'select updated_at::text as at from nodes where id = $1',
        [node],
      );
      await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          registry.call('GET', `/nodes/${node}/install${index % 4 === 0 ? '?version=1.0.0' : ''}`, {
            headers: { 'x-forwarded-for': `10.0.0.${index}` },
          }),
        ),
      );
      await registry.services.downloads.flush();
      const day = new Date().toISOString().slice(0, 10);
      const statistics = await registry.call('GET', `/nodes/${node}/downloads`);
      expect(statistics.body).toEqual({
        days: [
          { day, version: '1.0.0', downloads: 5 },
          { day, version: '1.1.0', downloads: 15 },
        ],
        total: 20,
      });
      expect((await registry.call('GET', `/nodes/${node}`)).body.downloads).toBe(20);
      expect((await registry.call('GET', `/nodes?node_id=${node}`)).body.nodes[0].downloads).toBe(20);
      const graph = await registry.graph(
        `{ node(id: "${node}") { downloads downloadStatistics { day version downloads } } }`,
      );
      expect(graph.data.node).toEqual({ downloads: 20, downloadStatistics: statistics.body.days });
      expect(await registry.database.query('select updated_at::text as at from nodes where id = $1', [node])).toEqual([
        before,
      ]);
      if (next !== undefined) expect((await registry.call('GET', `/changes?since=${next}`)).body.changes).toEqual([]);
      for (const query of [
        'from=yesterday',
        'from=2026-02-30',
        'from=0000-01-01&to=0000-01-02',
        'from=2026-02-01&to=2026-01-01',
        'from=2020-01-01&to=2026-01-01',
      ])
        expectError(await registry.call('GET', `/nodes/${node}/downloads?${query}`), 400, 'INVALID_INPUT');
      expect((await registry.call('GET', `/nodes/${node}/downloads?from=2020-01-01&to=2020-02-01`)).body).toEqual({
        days: [],
        total: 0,
      });
    });

    it('returns the repository of nodes without an archive, and nothing for banned ones', async () => {
      const imported = await makeImportedNode(registry, { repository: 'https://github.com/x/y' });
      const answer = await registry.call('GET', `/nodes/${imported}/install`);
      expectError(answer, 404, 'ARCHIVE_NOT_FOUND');
      expect(answer.body.message).toContain('https://github.com/x/y');
      expectError(await registry.call('GET', `/nodes/${imported}/versions/0.0.0/archive`), 404, 'ARCHIVE_NOT_FOUND');
      await changeNode(registry, imported, `status = 'NodeStatusBanned'`);
      for (const as of [undefined, world.callers.admin])
        expectError(await registry.call('GET', `/nodes/${imported}/install`, { as }), 403, 'NODE_BANNED');
      expectError(await registry.call('GET', '/nodes/no-such-node/install'), 404, 'NODE_NOT_FOUND');
    });

    it('can be used by a manager that crawls and installs', async () => {
      const ids: string[] = [];
      for (let page = 1, pages = 1; page <= pages; page++) {
        const { body } = await registry.call(
          'GET',
          `/nodes?page=${page}&limit=30&coreui_version=v0.3.30-20-g5c5457a4&form_factor=git-linux`,
        );
        pages = body.totalPages;
        ids.push(...body.nodes.map(({ id }: { id: string }) => id));
      }
      expect(new Set(ids).size).toBe(ids.length);
      const node = uniqueName('managed');
      await published(node, '1.0.0');
      const versions = await registry.call(
        'GET',
        `/nodes/${node}/versions?statuses=NodeVersionStatusActive&statuses=NodeVersionStatusPending`,
      );
      expect(versions.body).toMatchObject([{ version: '1.0.0', downloadUrl: expect.any(String) }]);
      expect((await registry.call('GET', `/nodes/${node}/install?version=1.0.0`)).body.downloadUrl).toBe(
        versions.body[0].downloadUrl,
      );
    });
  });

  it('works in GraphQL, too', async () => {
    const node = uniqueName('graphed');
    const { data, errors } = await registry.graph(
      `mutation ($p: ID!, $n: ID!) { publishNodeVersion(publisherId: $p, nodeId: $n, input: { node: { name: "G" }, nodeVersion: { version: "1.0.0", dependencies: ["numpy"] } }) { signedUrl nodeVersion { status version dependencies downloadUrl archiveSize } } }`,
      { p: world.id, n: node },
      { as: world.callers.token },
    );
    expect(errors).toBeUndefined();
    expect(data.publishNodeVersion.nodeVersion).toEqual({
      status: 'NodeVersionStatusPending',
      version: '1.0.0',
      dependencies: ['numpy'],
      downloadUrl: null,
      archiveSize: null,
    });
    await put(registry, data.publishNodeVersion.signedUrl, archive);
    await checked(registry, node, '1.0.0', world.callers.member);
    const installed = await registry.graph(
      `mutation ($n: ID!) { installNode(nodeId: $n, version: "^1") { version downloadUrl archiveSize archiveSha256 coreNodes { nodes { coreNodeName displayName } } } }`,
      { n: node },
    );
    expect(installed.errors).toBeUndefined();
    expect(installed.data.installNode).toEqual({
      version: '1.0.0',
      downloadUrl: `http://registry.test/nodes/${node}/versions/1.0.0/archive`,
      archiveSize: archive.length,
      archiveSha256: createHash('sha256').update(archive).digest('hex'),
      coreNodes: { nodes: [{ coreNodeName: 'Sharpen', displayName: 'Sharpen (sharp)' }] },
    });
  });
});
