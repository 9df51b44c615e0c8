import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { callJson } from '../../src/clients/http.js';
import { makeNode, makeWorld, type PublisherWorld } from '../support/builders.js';
import { type FakeReceiver, startFakeReceiver } from '../support/fake-receiver.js';
import { type FakeRepositoryHost, repository, startFakeRepositoryHost } from '../support/fake-repository-host.js';
import { type FakeVideoUpstream, startFakeVideoUpstream } from '../support/fake-video-upstream.js';
import { expectError, expectNoContent, expectValidationError } from '../support/refusals.js';
import { startTestRegistry, type TestRegistry } from '../support/registry.js';
import { openTripwire, type Tripwire } from '../support/tripwire.js';
import { until } from '../support/until.js';

/** URLs that lead to private addresses or that must not be called. PORT is the port of the tripwire. */
const HOSTILE = [
  // Literal addresses.
  'http://127.0.0.1:PORT/',
  'https://127.0.0.1:PORT/',
  'http://localhost:PORT/',
  'http://[::1]:PORT/',
  'http://0.0.0.0:PORT/',
  'http://[::]:PORT/',
  'http://10.0.0.1/',
  'http://172.16.0.1/',
  'http://192.168.1.1/',
  'http://100.64.0.1/',
  // Metadata services of clouds.
  'http://169.254.169.254/latest/meta-data/',
  'http://168.63.129.16/',
  'http://metadata.google.internal/',
  'http://[fd00:ec2::254]/',
  'http://100.100.100.200/',
  // Other notations of numbers.
  'http://2130706433:PORT/',
  'http://0x7f000001:PORT/',
  'http://0x7f.1:PORT/',
  'http://0177.0.0.1:PORT/',
  'http://017700000001:PORT/',
  'http://127.1:PORT/',
  'http://127.0.1:PORT/',
  'http://0:PORT/',
  'http://0xA9FEA9FE/',
  'http://0x7f.0x0.0x0.0x1:PORT/',
  // IPv4 addresses in IPv6.
  'http://[::ffff:127.0.0.1]:PORT/',
  'http://[::ffff:7f00:1]:PORT/',
  'http://[::127.0.0.1]:PORT/',
  'http://[::ffff:0:7f00:1]:PORT/',
  'http://[64:ff9b::7f00:1]/',
  'http://[64:ff9b:1::7f00:1]/',
  'http://[2002:7f00:1::]/',
  'http://[2001:0:7f00:1::]/',
  'http://[0:0:0:0:0:0:0:1]:PORT/',
  'http://[fe80::1]/',
  'http://[fc00::1]/',
  'http://[fec0::1]/',
  'http://[ff02::1]/',
  'http://[100::1]/',
  // Other spellings of names.
  'http://localhost.:PORT/',
  'http://LOCALHOST:PORT/',
  'http://127.0.0.1.:PORT/',
  'http://a.localhost:PORT/',
  'http://a.localhost.:PORT/',
  'http://%6cocalhost:PORT/',
  'http://127%2e0.0.1:PORT/',
  'http://１２７.０.０.１:PORT/',
  'http://①②⑦.⓪.⓪.①:PORT/',
  'http://127。0。0。1:PORT/',
  'http://ｌｏｃａｌｈｏｓｔ:PORT/',
  'http://loc\u00adalhost:PORT/',
  'http://127.0.0.1\t:PORT/',
  'http://printer.local/',
  'http://db.internal/',
  // With credentials or another name in the URL.
  'http://example.org@127.0.0.1:PORT/',
  'http://example.org:80@localhost:PORT/',
  'http://user:pass@[::1]:PORT/',
  'http://127.0.0.1:PORT#@example.org/',
  'http://127.0.0.1:PORT?@example.org/',
  'http://127.0.0.1:PORT\\@example.org/',
  'http:///127.0.0.1:PORT/',
  // Other schemes, and none.
  'file:///etc/passwd',
  'ftp://127.0.0.1:PORT/',
  'gopher://127.0.0.1:PORT/',
  'data:application/json,{}',
  'javascript:fetch(1)',
  'ws://127.0.0.1:PORT/',
  'unix:/tmp/socket',
  '//127.0.0.1:PORT/',
  '127.0.0.1:PORT',
  'http:127.0.0.1:PORT',
  ' http://127.0.0.1:PORT/',
  'http://',
  'http://:PORT/',
  'http://[::1/',
  'http://127.0.0.1:99999/',
  'http://exa mple.org/',
];

const IMAGES = ['https://example.org/a.png', 'https://example.org/b.png'];
const SUBMIT = 'mutation ($input: SubmitVideoTaskInput!) { submitVideoTask(input: $input) { id } }';
const CREATE =
  'mutation ($p: ID, $input: CreateWebhookInput!) { createWebhook(publisherId: $p, input: $input) { id } }';
const UPDATE =
  'mutation ($p: ID, $id: ID!, $input: UpdateWebhookInput!) { updateWebhook(publisherId: $p, webhookId: $id, input: $input) { id } }';

let tripwire: Tripwire;
let host: FakeRepositoryHost;
let upstream: FakeVideoUpstream;
/** One registry without exemptions and with the sandbox, and one that may call 127.0.0.1, with a video provider. */
let registry: TestRegistry;
let open: TestRegistry;
let world: PublisherWorld;
let openWorld: PublisherWorld;

beforeAll(async () => {
  [tripwire, host, upstream] = await Promise.all([
    openTripwire(),
    startFakeRepositoryHost(),
    startFakeVideoUpstream('video-key'),
  ]);
  registry = await startTestRegistry({
    VIDEO_SANDBOX_STEP_MS: '0',
    ANONYMOUS_CALLBACKS_PER_HOST: '1000',
    REPO_HOST_API_URL: `${host.url}/api`,
    REPO_HOST_DOMAINS: 'git.test',
    REPO_HOST_TIMEOUT_MS: '1000',
  });
  open = await startTestRegistry({
    CALLBACK_EXEMPT_HOSTS: '127.0.0.1, Receiver.Internal',
    VIDEO_UPSTREAM_URL: upstream.url,
    VIDEO_POLL_INTERVAL_MS: '1',
    VIDEO_API_KEY: upstream.key,
  });
  [world, openWorld] = await Promise.all([makeWorld(registry), makeWorld(open)]);
});
afterEach(() => expect(tripwire.touched).toEqual([]));
afterAll(async () => {
  await Promise.all([registry.close(), open.close()]);
  await Promise.all([tripwire.close(), host.close(), upstream.close()]);
});

const hostile = (): string[] => HOSTILE.map((address) => address.replaceAll('PORT', String(tripwire.port)));

describe('URLs that the registry calls', () => {
  let webhook: string;
  let adminWebhook: string;

  beforeAll(async () => {
    const created = await registry.call('POST', `/publishers/${world.id}/webhooks`, {
      as: world.callers.owner,
      body: { url: 'https://192.0.2.1/' },
    });
    webhook = created.body.id as string;
    await registry.call('PUT', `/publishers/${world.id}/webhooks/${webhook}`, {
      as: world.callers.owner,
      body: { enabled: false },
    });
    adminWebhook = (
      await registry.call('POST', '/admin/webhooks', { as: world.callers.admin, body: { url: 'https://192.0.2.1/' } })
    ).body.id as string;
    await registry.call('PUT', `/admin/webhooks/${adminWebhook}`, {
      as: world.callers.admin,
      body: { enabled: false },
    });
  });

  const jobs = async (): Promise<number> =>
    (await registry.database.jobRunner.executeSql(`select 1 from jobs.job where name like 'video.%'`)).rows.length;
  const rows = async (table: string): Promise<number> =>
    (await registry.database.query(`select 1 from ${table}`)).length;

  it('are refused by REST if they are private, before any write', async () => {
    const { owner, admin } = world.callers;
    const before = [await rows('video_tasks'), await rows('webhooks'), await jobs()];
    for (const url of hostile()) {
      for (const as of [owner, undefined]) {
        expectValidationError(
          await registry.call('POST', '/proxy/video/start-end2video', {
            as,
            body: { model: 'm', images: IMAGES, callback_url: url },
          }),
          400,
        );
      }
      expectError(
        await registry.call('POST', `/publishers/${world.id}/webhooks`, { as: owner, body: { url } }),
        400,
        'INVALID_INPUT',
      );
      expectError(
        await registry.call('PUT', `/publishers/${world.id}/webhooks/${webhook}`, { as: owner, body: { url } }),
        400,
        'INVALID_INPUT',
      );
      expectError(await registry.call('POST', '/admin/webhooks', { as: admin, body: { url } }), 400, 'INVALID_INPUT');
      expectError(
        await registry.call('PUT', `/admin/webhooks/${adminWebhook}`, { as: admin, body: { url } }),
        400,
        'INVALID_INPUT',
      );
    }
    expect([await rows('video_tasks'), await rows('webhooks'), await jobs()]).toEqual(before);
  });

  it('are refused by GraphQL if they are private, before any write', async () => {
    const { owner, admin } = world.callers;
    const before = [await rows('video_tasks'), await rows('webhooks'), await jobs()];
    for (const url of hostile()) {
      const answers = await Promise.all([
        registry.graph(SUBMIT, { input: { model: 'm', images: IMAGES, callbackUrl: url } }),
        registry.graph(CREATE, { p: world.id, input: { url } }, { as: owner }),
        registry.graph(UPDATE, { p: world.id, id: webhook, input: { url } }, { as: owner }),
        registry.graph(CREATE, { input: { url } }, { as: admin }),
      ]);
      expect([url, answers.map(({ errors }) => errors?.[0]?.extensions.code)]).toEqual([
        url,
        answers.map(() => 'INVALID_INPUT'),
      ]);
    }
    expect([await rows('video_tasks'), await rows('webhooks'), await jobs()]).toEqual(before);
  });

  it('are checked again before each call', async () => {
    // As if an exemption had been removed since.
    const ports = ['127.0.0.1', 'localhost', '[::1]', '2130706433', 'a.localhost'].map(
      (host) => `http://${host}:${tripwire.port}/`,
    );
    for (const url of ports) {
      const { body } = await registry.call('POST', `/publishers/${world.id}/webhooks`, {
        as: world.callers.owner,
        body: { url: 'https://192.0.2.1/' },
      });
      await registry.database.query('update webhooks set url = $2, position = 0 where id = $1::uuid', [body.id, url]);
      await registry.database.transaction((transaction) =>
        registry.services.jobs.send(transaction, 'video.callback', { id: 'msg_x', url, body: '{}' }, { once: true }),
      );
    }
    registry.services.webhookJobs.soon();
    await until(
      async () =>
        (await registry.database.query(`select 1 from webhooks where last_error = 'The address is private.'`))
          .length === ports.length,
    );
    await until(
      async () =>
        (
          await registry.database.jobRunner.executeSql(
            `select 1 from jobs.job where name = 'video.callback' and state = 'failed'`,
          )
        ).rows.length === ports.length,
    );
  });
});

describe('hosts that are exempt from the check', () => {
  const create = async (url: string) =>
    open.call('POST', `/publishers/${openWorld.id}/webhooks`, { as: openWorld.callers.owner, body: { url } });

  it('are accepted in every spelling, and no others', async () => {
    for (const host of ['127.0.0.1', '0x7f000001', '127.1', 'receiver.internal', 'RECEIVER.internal'])
      expect([host, (await create(`http://${host}:1/`)).status]).toEqual([host, 201]);
    for (const host of [
      'localhost',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '127.0.0.2',
      '10.0.0.1',
      'other.internal',
      'a.receiver.internal',
      '127.0.0.1@localhost',
    ]) {
      expectError(await create(`http://${host}:${tripwire.port}/`), 400, 'INVALID_INPUT');
    }
  });

  it('can’t redirect to other hosts: redirects are not followed', async () => {
    const receiver: FakeReceiver = await startFakeReceiver();
    receiver.answer = { status: 307, headers: { location: `http://[::1]:${tripwire.port}/` } };
    const as = openWorld.callers.outsider;
    const { body } = await open.call('POST', `/publishers/${openWorld.foreignId}/webhooks`, {
      as,
      body: { url: receiver.url },
    });
    await open.call('POST', '/proxy/video/start-end2video', {
      as,
      body: { model: 'm', images: IMAGES, callback_url: receiver.url },
    });
    await open.call('PUT', `/publishers/${openWorld.foreignId}`, { as, body: { name: 'Redirected' } });
    await until(() => receiver.received.length >= 2);
    await until(
      async () =>
        (
          await open.database.query('select 1 from webhooks where id = $1::uuid and last_error = $2', [
            body.id,
            'The receiver responded with status 307.',
          ])
        ).length === 1,
    );
    await receiver.close();
  });
});

describe('URLs that are only stored', () => {
  it('of images are forwarded to the provider unchanged, and never requested', async () => {
    const images = [`http://127.0.0.1:${tripwire.port}/a.png`, `http://localhost:${tripwire.port}/b.png`];
    const submitted = await open.call('POST', '/proxy/video/start-end2video', {
      as: openWorld.callers.owner,
      body: { model: 'm', images },
    });
    expect([submitted.status, upstream.submissions().at(-1)!.json.images]).toEqual([200, images]);
    // Also if the provider returns such URLs.
    upstream.onCreations = {
      json: {
        state: 'success',
        creations: [
          {
            id: '1',
            url: `http://127.0.0.1:${tripwire.port}/1.mp4`,
            cover_url: images[0],
            watermarked_url: images[1],
            moderation_url: images,
          },
        ],
      },
    };
    const made = await open.call('GET', `/proxy/video/tasks/${submitted.body.task_id as string}/creations`, {
      as: openWorld.callers.owner,
    });
    expect(made.body.creations[0].url).toBe(`http://127.0.0.1:${tripwire.port}/1.mp4`);
    const own = await registry.call('POST', '/proxy/video/start-end2video', { body: { model: 'm', images } });
    expect((await registry.call('GET', `/proxy/video/tasks/${own.body.task_id as string}/creations`)).status).toBe(200);
  });

  it('of a node, its publisher and its versions are stored, and never requested', async () => {
    const url = `http://127.0.0.1:${tripwire.port}/x.png`;
    const as = world.callers.owner;
    const node = await makeNode(registry, world.id);
    expect(
      (
        await registry.call('PUT', `/publishers/${world.id}/nodes/${node}`, {
          as,
          body: { icon: url, banner_url: url, repository: url, license: `{"file": "${url}"}` },
        })
      ).status,
    ).toBe(200);
    expect(
      (
        await registry.call('PUT', `/publishers/${world.id}`, {
          as,
          body: { logo: url, website: url, support: url, source_code_repo: url },
        })
      ).status,
    ).toBe(200);
    expect(
      (await registry.call('POST', `/nodes/${node}/translations`, { body: { data: { de: { icon: url } } } })).status,
    ).toBe(201);
    for (const path of [`/nodes/${node}`, '/nodes', '/snapshot.ndjson.gz', '/docs'])
      expect([path, (await fetch(registry.url + path)).status < 400]).toEqual([path, true]);
  });

  it('of keys in a bearer token are ignored', async () => {
    const url = `http://127.0.0.1:${tripwire.port}/keys`;
    const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    for (const header of [{ jku: url }, { x5u: url }, { jku: url, kid: url, x5u: url, crit: [] }]) {
      const token = `${encode({ alg: 'RS256', typ: 'JWT', ...header })}.${encode({ iss: url, sub: 'x', aud: url, exp: 9_999_999_999, jku: url })}.AAAA`;
      expectError(await registry.call('GET', '/users', { as: token }), 401, 'UNAUTHENTICATED');
    }
  });

  it('in the request line or in headers don’t make the registry a proxy', async () => {
    const { port } = new URL(registry.url);
    const inside = `127.0.0.1:${tripwire.port}`;
    const other = `127.0.0.1:${tripwire.port + 1}`;
    const raw = (text: string): Promise<string> =>
      new Promise((resolve, reject) => {
        let answer = '';
        const socket = connect(Number(port), '127.0.0.1', () => socket.write(text));
        socket
          .setEncoding('latin1')
          .on('data', (more: string) => (answer += more))
          .on('error', reject)
          .on('close', () => resolve(answer));
      });
    for (const [line, more] of [
      [`GET http://${inside}/nodes HTTP/1.1`, `Host: ${inside}`],
      [`CONNECT ${inside} HTTP/1.1`, `Host: ${inside}`],
      [
        'GET /nodes HTTP/1.1',
        `Host: ${inside}\r\nX-Forwarded-Host: ${inside}\r\nX-Forwarded-For: ${inside}\r\nForwarded: host=${inside}\r\nX-Original-URL: http://${inside}/`,
      ],
    ] as const) {
      const answered = (await raw(`${line}\r\n${more}\r\nConnection: close\r\n\r\n`)).replace(
        /^(?:X-Request-Id|Date): .*$/gim,
        '',
      );
      // Nor does the response depend on it.
      expect(answered).toBe(
        (
          await raw(`${line.replace(inside, other)}\r\n${more.replaceAll(inside, other)}\r\nConnection: close\r\n\r\n`)
        ).replace(/^(?:X-Request-Id|Date): .*$/gim, ''),
      );
    }
  });
});

describe('the repository host', () => {
  const TOKEN = 'hosttoken_Zq81vYw0';

  const claim = async (address: string) => {
    const node = await makeNode(registry, 'unclaimed', { repository: address });
    return registry.call('POST', `/publishers/${world.id}/nodes/${node}/claim-my-node`, {
      as: world.callers.member,
      body: { REPO_HOST_TOKEN: TOKEN },
    });
  };

  it('gets requests for the repository only, for any URL', async () => {
    const port = String(tripwire.port);
    for (const address of [
      'https://git.test/../../admin',
      'https://git.test/a/..',
      'https://git.test/a/%2e%2e',
      'https://git.test/%2e%2e/b',
      'https://git.test/a/..%2f..%2fuser',
      'https://git.test/a%2fb/c',
      'https://git.test/a/b?x=/../..',
      'https://git.test/a/b#/../..',
      'https://git.test/a/b%00',
      'https://git.test/a/b%0d%0aX-Header:%20y',
      'https://git.test/a/b;c',
      'https://git.test/a\\..\\..\\user',
      'https://git.test/a/.../c',
      'https://git.test/a/....git',
      'https://git.test/ａ/ｂ',
      'https://git.test/a//b//..//..//c/d',
      `https://git.test@127.0.0.1:${port}/a/b`,
      `https://127.0.0.1:${port}/a/b`,
      `https://git.test:${port}/a/b`,
      `https://git.test.:${port}/a/b`,
      `https://git.test:x@localhost:${port}/a/b`,
      `https://127.0.0.1:${port}\\@git.test/a/b`,
      `https://git.test#@127.0.0.1:${port}/a/b`,
      `http://git。test/a/b`,
      'file://git.test/a/b',
      'https://x.git.test/a/b',
      'https://git.test.example.org/a/b',
    ]) {
      const answer = await claim(address);
      expect([address, [400, 403].includes(answer.status)]).toEqual([address, true]);
    }
    expect(host.seen.length).toBeGreaterThan(3);
    for (const { method, path } of host.seen)
      expect([method, path]).toEqual([
        'GET',
        expect.stringMatching(/^\/api\/repos\/[A-Za-z0-9._-]+\/[A-Za-z0-9._-]+$/),
      ]);
    expect(host.seen.filter(({ path }) => /\/\.+(\/|$)/.test(path))).toEqual([]);
  });

  it('can’t redirect a token to another host', async () => {
    for (const location of [
      `http://127.0.0.1:${tripwire.port}/repos/a/b`,
      `//127.0.0.1:${tripwire.port}/`,
      `http://localhost:${tripwire.port}/`,
      `${host.url}@127.0.0.1:${tripwire.port}/`,
      `http://[::1]:${tripwire.port}/`,
      'file:///etc/passwd',
      'http://',
      'data:application/json,{"id":1,"permissions":{"admin":true}}',
    ]) {
      for (const status of [301, 302, 307, 308]) {
        host.on('/api/repos/ada/moved', { status, headers: { location } });
        expectError(await claim('https://git.test/ada/moved'), 503, 'REPOSITORY_HOST_UNAVAILABLE');
      }
    }
    host.on('/api/repos/ada/round', { status: 301, headers: { location: '/api/repos/ada/round' } });
    host.seen.length = 0;
    expectError(await claim('https://git.test/ada/round'), 503, 'REPOSITORY_HOST_UNAVAILABLE');
    expect(host.seen).toHaveLength(4);
    host.on('/api/repos/ada/fine', repository(7));
    expectNoContent(await claim('https://git.test/ada/fine'));
  });
});

describe('responses of other hosts', () => {
  it.each<[string, Record<string, string>, Buffer]>([
    ['without end', {}, Buffer.alloc(65_536, 'x')],
    [
      'that unpack to a thousand times as much',
      { 'content-encoding': 'gzip' },
      gzipSync(Buffer.alloc(50_000_000, 'x')),
    ],
  ])('%s are truncated', async (_what, headers, piece) => {
    let sent = 0;
    const server = createServer((request, response) => {
      response.writeHead(200, headers);
      const more = (): void => {
        while (!response.destroyed && response.write(piece)) sent += piece.length;
        if (headers['content-encoding'] !== undefined) response.end();
        else if (!response.destroyed) response.once('drain', more);
      };
      more();
      request.resume();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const before = process.memoryUsage().arrayBuffers;
    const { port } = server.address() as AddressInfo;
    await expect(
      callJson({ method: 'GET', url: `http://127.0.0.1:${port}/`, headers: {}, timeoutMs: 3000, maxBytes: 1_000_000 }),
    ).rejects.toThrow('malformed');
    expect(sent).toBeLessThan(32_000_000);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(48_000_000);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
});
