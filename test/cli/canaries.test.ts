import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { Database } from '../../src/db/database.js';
import { makeTokenSecret } from '../../src/values/token-secret.js';
import { packageOf, zipOf } from '../support/archives.js';
import { type Cli, type CliServer, type Ended, freePort, openCli } from '../support/cli.js';
import { bounded } from '../support/faults.js';
import { type FakeObjectStore, startFakeObjectStore } from '../support/fake-object-store.js';
import { type FakeReceiver, startFakeReceiver } from '../support/fake-receiver.js';
import { type FakeRepositoryHost, repository, startFakeRepositoryHost } from '../support/fake-repository-host.js';
import { type FakeVideoUpstream, startFakeVideoUpstream } from '../support/fake-video-upstream.js';
import { hasServer } from '../support/skips.js';
import { until } from '../support/until.js';

const KINDS = ['embedded', 'postgres'] as const;
const IMAGES = ['https://example.org/a.png', 'https://example.org/b.png'];
/**
 * The number of consecutive characters of a secret that count as a leak. Its last four characters and its hash may be
 * shown.
 */
const TELLING = 20;

const canary = (prefix: string): string => `${prefix}${randomBytes(24).toString('hex')}`;
const privatePem = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
/** Returns a part of a key after the header that all such keys share. */
const insideOf = (pem: string): string => pem.split('\n')[1]!.slice(21);

/** A response, or another text that may be read by others. */
interface Seen {
  readonly where: string;
  readonly text: string;
}

const describeSecrets = (kind: (typeof KINDS)[number], work: () => void): void =>
  kind === 'postgres' && !hasServer
    ? describe.skip(`secrets, on the ${kind} database (needs a PostgreSQL server),`, work)
    : describe(`secrets, on the ${kind} database,`, work);

for (const kind of KINDS)
  describeSecrets(kind, () => {
    const secrets = new Map<string, string>();
    const seen: Seen[] = [];
    let cli: Cli;
    let server: CliServer;
    let host: FakeRepositoryHost;
    let receiver: FakeReceiver;
    let upstream: FakeVideoUpstream;
    let store: FakeObjectStore;
    let databaseUrl: string | undefined;
    let admin: pg.Client | undefined;
    let metricsPort: number;
    let count = 0;

    const secret = (name: string, value: string): string => {
      secrets.set(name, value);
      return value;
    };

    beforeAll(async () => {
      [host, receiver, upstream, store] = await Promise.all([
        startFakeRepositoryHost(),
        startFakeReceiver(),
        startFakeVideoUpstream(secret('the provider’s key', canary('vk_'))),
        startFakeObjectStore('archives', 'key-id'),
      ]);
      if (kind === 'postgres') databaseUrl = await makeDatabase();
      const [signing, webhook] = [privatePem(), privatePem()];
      if (kind === 'postgres') {
        secret('AUTH_SIGNING_KEY', insideOf(signing));
        secret('WEBHOOK_SIGNING_KEY', insideOf(webhook));
      }
      metricsPort = await freePort();
      cli = openCli({
        DEMO: 'false',
        LOG_LEVEL: 'trace',
        RATE_LIMIT: 'off',
        METRICS_PORT: String(metricsPort),
        // All statements count as slow, and all traces are written to standard output.
        SLOW_QUERY_MS: '1',
        OTEL_TRACES_EXPORTER: 'console',
        TRACE_RESOLVERS: '1',
        COMMUNITY_TRANSLATIONS_PER_HOUR: '100000',
        CALLBACK_EXEMPT_HOSTS: '127.0.0.1',
        // With the embedded database, the keys are files, which may contain them.
        ...(databaseUrl === undefined
          ? {}
          : {
              DATABASE_URL: databaseUrl,
              AUTH_SIGNING_KEY: signing.replaceAll('\n', '\\n'),
              WEBHOOK_SIGNING_KEY: webhook,
            }),
        VIDEO_UPSTREAM_URL: upstream.url,
        VIDEO_POLL_INTERVAL_MS: '1',
        VIDEO_API_KEY: upstream.key,
        VIDEO_TIMEOUT_MS: '500',
        REPO_HOST_API_URL: host.url,
        REPO_HOST_TIMEOUT_MS: '500',
        S3_BUCKET: 'archives',
        S3_ENDPOINT: store.url,
        S3_ACCESS_KEY_ID: 'key-id',
        S3_SECRET_ACCESS_KEY: secret('the bucket’s key', canary('s3')),
      });
      writeFileSync(
        join(cli.folder, 'extension-list.json'),
        JSON.stringify({
          custom_nodes: ['one', 'two', 'three', 'four', 'five', 'six'].map((id) => ({
            id,
            author: 'ada',
            title: id,
            reference: `https://github.com/ada/${id}`,
          })),
        }),
      );
      seen.push(toSeen('registry import', await cli.run(['import', '.'])));
      server = await cli.start();
    });
    afterAll(async () => {
      await cli.close();
      await Promise.all([host.close(), receiver.close(), upstream.close(), store.close()]);
      if (admin) {
        await admin.query(`drop database ${new URL(databaseUrl!).pathname.slice(1)} with (force)`);
        await admin.query('drop role canary');
        await admin.end();
      }
    });

    async function makeDatabase(): Promise<string> {
      const url = new URL(process.env['TEST_POSTGRES_URL']!);
      admin = new pg.Client(url.href);
      await admin.connect();
      url.username = 'canary';
      url.password = secret('the database’s password', canary('pw'));
      url.pathname = `/canaries_${randomBytes(6).toString('hex')}`;
      await admin.query(`create role canary superuser login password '${url.password}'`);
      await admin.query(`create database ${url.pathname.slice(1)} owner canary`);
      return url.href;
    }

    const toSeen = (where: string, { code, stdout, stderr }: Ended): Seen => ({
      where,
      text: `${code}\n${stdout}\n${stderr}`,
    });

    /** Sends a request and records the response, without the secrets that it is supposed to return. */
    async function ask(
      method: string,
      path: string,
      {
        as,
        body,
        raw,
        headers = {},
        shows = [],
      }: {
        as?: string | undefined;
        body?: unknown;
        raw?: string | Buffer;
        headers?: Record<string, string>;
        shows?: string[];
      } = {},
    ) {
      const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body));
      const answer = await fetch(server.url + path, {
        method,
        redirect: 'manual',
        // Responses with an Idempotency-Key are stored, but not those with a secret.
        headers: {
          ...(method === 'POST' ? { 'idempotency-key': randomBytes(8).toString('hex') } : {}),
          ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
          ...(as === undefined ? {} : { authorization: `Bearer ${as}` }),
          ...headers,
        },
        ...(sent === undefined ? {} : { body: sent as never }),
      });
      const text = Buffer.from(await answer.arrayBuffer()).toString('latin1');
      let json: Record<string, unknown> | undefined;
      try {
        json = JSON.parse(text) as Record<string, unknown>;
      } catch {
        json = undefined;
      }
      const shown = shows.map((field) => String(json?.[field]));
      const rest = shown.reduce((left, value) => left.replace(value, ''), text);
      seen.push({
        where: `${++count}. ${method} ${path.slice(0, 60)} ${answer.status}`,
        text: `${[...answer.headers].join('\n')}\n${rest}`,
      });
      return { status: answer.status, text, json: json ?? {}, shown };
    }

    async function signIn(name: string, ...more: string[]): Promise<string> {
      return secret(`the bearer token of ${name}`, (await cli.run(['token', '--user', name, ...more])).stdout.trim());
    }

    it('are in no response, log, row or file', async () => {
      if (kind === 'embedded') {
        secret('AUTH_SIGNING_KEY', insideOf(readFileSync(join(cli.dataDir, 'signing-key.pem'), 'utf8')));
        secret('WEBHOOK_SIGNING_KEY', insideOf(readFileSync(join(cli.dataDir, 'webhook-key.pem'), 'utf8')));
      }
      await drive(await signIn('ada'), await signIn('root', '--admin'));
      // Waits for running callbacks and checks.
      await until(() => receiver.received.length > 3);
      const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
      expect(metrics).toContain('http_server_request_duration_seconds_count');
      seen.push({ where: 'the metrics', text: metrics });
      seen.push(toSeen('the log', await server.stop()));
      expect(receiver.received.length).toBeGreaterThan(3);
      seen.push({ where: 'messages of receivers', text: JSON.stringify(receiver.received) });
      // Once, because it is the same on both databases.
      if (kind === 'embedded') await startWrongly();
      await readAll();
      const log = seen.find(({ where }) => where === 'the log')!.text;
      expect(log.match(/"requestId"/g)!.length).toBeGreaterThan(100);
      expect(log).toContain('db.query.text');
      expect(log).toContain('Slow statement.');
      process.stdout.write(
        `canaries (${kind}): ${secrets.size} secrets looked for in ${count} answers, ${seen.length - count} other texts, ${Math.round(seen.reduce((sum, { text }) => sum + text.length, 0) / 1024)} KiB\n`,
      );

      const found: string[] = [];
      for (const [name, value] of secrets) {
        const needle = value.slice(0, TELLING);
        const forms = [
          needle,
          encodeURIComponent(needle),
          Buffer.from(value).toString('base64').slice(0, TELLING),
          Buffer.from(value)
            .toString('hex')
            .slice(0, TELLING * 2),
          ...(value.split('.').length === 3 ? [value.split('.')[2]!.slice(0, TELLING)] : []),
        ];
        // The header of a token is the same for all tokens of an issuer, so it is no secret.
        if (value.split('.').length === 3) forms.shift();
        for (const { where, text } of seen) {
          const form = forms.find((one) => text.includes(one));
          if (form !== undefined)
            found.push(
              `${name}, in ${where}: …${text.slice(Math.max(0, text.indexOf(form) - 80), text.indexOf(form) + 60)}…`,
            );
        }
      }
      expect(found).toEqual([]);
    }, 240_000);

    async function drive(ada: string, root: string): Promise<void> {
      await ask('POST', '/publishers', { as: ada, body: { id: 'my-team' } });
      const [pat] = (
        await ask('POST', '/publishers/my-team/tokens', { as: ada, body: { name: 'rest' }, shows: ['token'] })
      ).shown;
      secret('a personal token', pat!);
      const made = await graph(
        'mutation { createPublisherToken(publisherId: "my-team", input: { name: "graph" }) { id token } }',
        {},
        ada,
        true,
      );
      const other = secret('a personal token of the graph', made);
      await useTokens(ada, root, pat!, other);
      await publish(ada, pat!);
      await claim(ada);
      await videos(ada);
      await webhooks(ada, root);
      const misplaced = [
        pat!,
        ada,
        secret('another host’s token', canary('ghp_')),
        secret('a token that never was', makeTokenSecret()),
        secret('a mistyped token', `${pat!.slice(0, -1)}${pat!.endsWith('0') ? '1' : '0'}`),
      ];
      await misplace(misplaced.slice(0, bounded({ usual: 2, long: 5 })), ada);
      if (admin) await breakDatabase(pat!, ada);
      const { json } = await ask('GET', '/publishers/my-team/tokens', { as: ada });
      for (const { id } of json as unknown as { id: string }[])
        await ask('DELETE', `/publishers/my-team/tokens/${id}`, { as: ada });
      await ask('PUT', '/publishers/my-team/nodes/mine', { as: pat!, body: { description: 'x' } });
      for (const path of [
        '/publishers/my-team/audit',
        '/admin/audit',
        '/admin/jobs/dead',
        '/changes?limit=1000',
        '/users',
        '/users/publishers',
        '/nodes?limit=100',
        '/openapi.json',
        '/.well-known/webhook-keys.json',
        '/readyz',
        '/snapshot.ndjson.gz',
      ])
        await ask('GET', path, { as: root });
      const packed = await fetch(`${server.url}/snapshot.ndjson.gz`);
      seen.push({ where: 'the snapshot', text: gunzipSync(Buffer.from(await packed.arrayBuffer())).toString('utf8') });
    }

    /** @returns the secret in the response, if there is one */
    async function graph(query: string, variables: object, as?: string, isShown = false): Promise<string> {
      const answer = await fetch(`${server.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(as === undefined ? {} : { authorization: `Bearer ${as}` }) },
        body: JSON.stringify({ query, variables }),
      });
      const text = await answer.text();
      const shown = isShown ? (/"(?:secret|token)":"([^"]+)"/.exec(text)?.[1] ?? '') : '';
      if (isShown) expect(shown).not.toBe('');
      seen.push({
        where: `${++count}. graph ${query.slice(0, 60)}`,
        text: `${[...answer.headers].join('\n')}\n${shown === '' ? text : text.replace(shown, '')}`,
      });
      return shown;
    }

    async function useTokens(ada: string, root: string, ...pats: string[]): Promise<void> {
      await ask('POST', '/publishers/my-team/nodes', { as: ada, body: { id: 'mine' } });
      for (const as of [...pats, ada, root]) {
        await ask('PUT', '/publishers/my-team/nodes/mine', { as, body: { description: `by one` } });
        await ask('GET', '/publishers/my-team/tokens', { as });
        await ask('GET', '/users', { as });
        await ask('POST', '/publishers/my-team/tokens', {
          as,
          body: { name: 'x', expires_at: '2001-01-01T00:00:00Z' },
        });
        await ask('POST', '/publishers', { as, body: { id: 'my-team' } });
        await graph('{ me { id name email } publisher(id: "my-team") { tokens { id name lastFour } } }', {}, as);
      }
    }

    async function publish(ada: string, pat: string): Promise<void> {
      const archive = await zipOf(packageOf('Canary'));
      const body = (version: string, token: string) => ({
        node: {},
        node_version: { version },
        personal_access_token: token,
      });
      for (const [version, token] of [
        ['1.0.0', pat],
        ['1.0.1', pat],
        ['1.0.0', pat],
        ['nonsense', pat],
        ['1.1.0', makeTokenSecret()],
        ['1.2.0', 'x'.repeat(300)],
      ] as const) {
        const { json, shown } = await ask('POST', '/publishers/my-team/nodes/mine/versions', {
          body: body(version, token),
          shows: ['signedUrl'],
        });
        if (typeof json['signedUrl'] !== 'string') continue;
        const { pathname, searchParams } = new URL(shown[0]!);
        const token_ = secret(`the upload token of ${version}`, searchParams.get('token')!);
        const zip = { 'content-type': 'application/zip' };
        await ask('PUT', `${pathname}?token=${token_.slice(0, -1)}`, { raw: archive, headers: zip });
        await ask('PUT', `${pathname}?token=${token_}`, { raw: 'no archive', headers: zip });
        store.refusal = { status: 403, code: 'SignatureDoesNotMatch' };
        await ask('PUT', `${pathname}?token=${token_}`, { raw: archive, headers: zip });
        store.refusal = undefined;
        await ask('PUT', `${pathname}?token=${token_}`, { raw: archive, headers: zip });
        await ask('PUT', `${pathname}?token=${token_}`, { raw: archive, headers: zip });
      }
      await ask('GET', '/nodes/mine/versions/1.0.0/archive', { as: ada });
      store.refusal = { status: 500, code: 'InternalError' };
      await ask('GET', '/nodes/mine/versions/1.0.0/archive', { as: ada });
      store.refusal = undefined;
    }

    async function claim(ada: string): Promise<void> {
      const token = secret('the repository host’s token', canary('ghp_'));
      const path = (node: string): string => `/publishers/my-team/nodes/${node}/claim-my-node`;
      const body = { REPO_HOST_TOKEN: token };
      host.on('/repos/ada/one', repository(1));
      host.on('/repos/ada/two', {
        status: 401,
        body: { message: `Bad credentials: ${token}` },
        headers: { 'x-token': token, 'www-authenticate': token },
      });
      host.on('/repos/ada/three', { status: 500, raw: token });
      host.on('/repos/ada/four', { status: 302, headers: { location: `http://127.0.0.1:1/${token}?t=${token}` } });
      host.on('/repos/ada/five', { status: 200, body: { id: token, permissions: { admin: token }, message: token } });
      host.on('/repos/ada/six', 'hang');
      for (const node of ['one', 'two', 'three', 'four', 'five', 'six', 'one', 'nowhere'])
        await ask('POST', path(node), { as: ada, body });
      host.on('/repos/ada/six', 'drop');
      await ask('POST', path('six'), { as: ada, body });
      host.on('/repos/ada/six', { status: 403, headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': token } });
      await ask('POST', path('six'), { as: ada, body });
      for (const wrong of [`${token} `, `${token}\n`, [token], { token }, token.repeat(20), `${token}ü`])
        await ask('POST', path('six'), { as: ada, body: { REPO_HOST_TOKEN: wrong } });
      for (const wrong of [{ repo_host_token: token }, { [token]: token }, token, [token]])
        await ask('POST', path('six'), { as: ada, body: wrong });
      await ask('POST', path('six'), { body });
      await graph(
        'mutation ($t: String!) { claimNode(publisherId: "my-team", nodeId: "two", input: { repoHostToken: $t }) { id } }',
        { t: token },
        ada,
      );
      await graph(
        `mutation { claimNode(publisherId: "my-team", nodeId: "three", input: { repoHostToken: "${token}" }) { id } }`,
        {},
        ada,
      );
      await graph(
        `mutation { claimNode(publisherId: "my-team", nodeId: "three", input: { repoHostToken: ["${token}"], ${token}: 1 }) { ${token} } }`,
        {},
        ada,
      );
      await graph(
        'mutation ($t: String!) { claimNode(publisherId: "my-team", nodeId: "two", input: { repoHostToken: $t }) { id } }',
        { t: [token] },
        ada,
      );
    }

    async function videos(ada: string): Promise<void> {
      const body = { model: 'm', images: IMAGES, callback_url: receiver.url };
      const { key } = upstream;
      const submit = () => ask('POST', '/proxy/video/start-end2video', { as: ada, body });
      const { json } = await submit();
      const replies = [400, 401, 403, 404, 422, 429, 500, 503, 200].flatMap((status) => [
        {
          status,
          json: {
            message: `bad key ${key}`,
            reason: key,
            error: { key },
            [key]: key,
            task_id: key,
            state: key,
            model: key,
          },
        },
        { status, text: `<h1>${key}</h1>`, headers: { 'x-key': key } },
      ]);
      for (const reply of [
        ...replies,
        { status: 302, text: '', headers: { location: `http://127.0.0.1:1/?key=${key}` } },
        'hang' as const,
      ]) {
        upstream.onSubmit = reply;
        await submit();
        upstream.onCreations = reply;
        await ask('GET', `/proxy/video/tasks/${String(json['task_id'])}/creations`, { as: ada });
        await graph(
          'query ($id: ID!) { videoTask(id: $id) { state errCode creations { url } } }',
          { id: String(json['task_id']) },
          ada,
        );
      }
      upstream.onCreations = {
        json: {
          state: 'success',
          err_code: key,
          creations: [
            { id: key, url: `https://cdn.test/${key}`, cover_url: key, watermarked_url: key, moderation_url: [key] },
          ],
        },
      };
      await ask('GET', `/proxy/video/tasks/${String(json['task_id'])}/creations`, { as: ada });
      await ask('GET', `/proxy/video/tasks/${String(json['task_id'])}/creations`);
      upstream.reset();
    }

    async function webhooks(ada: string, root: string): Promise<void> {
      const [one] = (
        await ask('POST', '/publishers/my-team/webhooks', { as: ada, body: { url: receiver.url }, shows: ['secret'] })
      ).shown;
      const [all] = (await ask('POST', '/admin/webhooks', { as: root, body: { url: receiver.url }, shows: ['secret'] }))
        .shown;
      const graphs = await graph(
        `mutation { createWebhook(publisherId: "my-team", input: { url: "${receiver.url}" }) { id secret } }`,
        {},
        ada,
        true,
      );
      for (const [name, value] of [
        ['a webhook’s secret', one!],
        ['an admin’s webhook’s secret', all!],
        ['a webhook’s secret in the graph', graphs],
      ] as const)
        secret(name, value.slice('whsec_'.length));
      const { json } = await ask('GET', '/publishers/my-team/webhooks', { as: ada });
      for (const { id } of json as unknown as { id: string }[])
        await ask('PUT', `/publishers/my-team/webhooks/${id}`, { as: ada, body: { description: 'x' } });
      await ask('GET', '/admin/webhooks', { as: root });
      await graph('{ webhooks { id url secret } publisher(id: "my-team") { webhooks { id secret } } }', {}, root);
    }

    /** Sends tokens in wrong places. */
    async function misplace(values: readonly string[], ada: string): Promise<void> {
      const asked: (() => Promise<unknown>)[] = [];
      const later = (...parameters: Parameters<typeof ask>): void => void asked.push(() => ask(...parameters));
      for (const value of values) {
        const short = value.slice(0, 100);
        const name = short.replace(/\W/g, '_');
        for (const as of [undefined, ada, value, `x${value}`]) {
          for (const path of [
            `/publishers/${short}`,
            `/publishers/my-team/tokens/${short}`,
            `/nodes/${short}`,
            `/nodes/${short}/install`,
            `/nodes/mine/versions/${short}`,
            `/uploads/${short}?token=${short}`,
            `/${short}`,
            `/nodes?limit=${short}`,
            `/nodes?sort=${short}`,
            `/nodes?token=${value}&personal_access_token=${value}`,
            `/proxy/video/tasks/${short}/creations`,
            `/changes?since=${short}`,
            `/nodes/search?search=${short}&limit=x`,
            `/publishers/validate?username=${short}`,
          ])
            later('GET', path, { as });
        }
        for (const [method, path] of [
          ['DELETE', `/publishers/my-team/tokens/${short}`],
          ['PUT', `/publishers/${short}`],
          ['POST', `/publishers/my-team/nodes/${short}/claim-my-node`],
          ['DELETE', `/nodes/mine/translations/${short}`],
          ['PATCH', `/publishers/${short}`],
        ] as const) {
          later(method, path, { as: ada, body: {} });
        }
        for (const [header, content] of [
          ['authorization', value],
          ['authorization', `Token ${value}`],
          ['authorization', `Basic ${Buffer.from(`x:${value}`).toString('base64')}`],
          ['authorization', `Bearer ${value} ${value}`],
          ['cookie', `token=${value}`],
          ['x-api-key', value],
          ['x-request-id', short],
          ['if-none-match', `"${short}"`],
          ['accept', `application/${short}`],
          ['content-type', short],
          ['origin', `https://${short}.test`],
          ['user-agent', value],
          ['referer', `https://x.test/?t=${value}`],
          ['x-forwarded-for', short],
          ['idempotency-key', short],
          ['range', `bytes=${short}`],
        ] as const) {
          later('POST', '/publishers', { raw: '{}', headers: { [header]: content } });
          later('GET', '/nodes/mine', { headers: { [header]: content } });
          later('PUT', '/publishers/my-team', { as: ada, raw: '{"description": "x"}', headers: { [header]: content } });
        }
        for (const raw of [
          value,
          `"${value}"`,
          `{"a": "${value}"`,
          `{"id": ${value}}`,
          `{"${value}": "${value}", "id": 5}`,
          JSON.stringify({ id: value }),
          JSON.stringify({ id: [value] }),
          JSON.stringify({ [value]: value }),
        ]) {
          later('POST', '/publishers', { as: ada, raw });
          later('POST', '/nodes/mine/translations', { raw: raw.startsWith('{"') ? `{"data": ${raw}}` : raw });
          later('POST', '/publishers/my-team/tokens', { as: ada, raw });
          later('POST', '/graphql', { raw });
        }
        for (const query of [
          `{ node(id: "${value}") { id } }`,
          `{ ${name} }`,
          `{ node(id: ${name}) { id } }`,
          `{ a: node(id: "x") { ${name}: ${name} } }`,
          `query ${name} { nope }`,
          `{ publisher(id: "${value}") { tokens { id } } }`,
          `{ "${value}" }`,
          `# ${value}\n{`,
          `{ nodes(filter: { ${name}: 1 }) { total } }`,
          `{ videoTask(id: "${value}") { id } }`,
          `mutation { deletePublisherToken(publisherId: "my-team", tokenId: "${value}") { id } }`,
          'query ($t: Int) { nodes(page: $t) { total } }',
        ])
          asked.push(
            () => graph(query, { t: value }, ada),
            () => graph(query, { [value]: { [value]: [value] } }),
          );
        later('GET', `/graphql?query=${encodeURIComponent(`{ node(id: "${short}") { nope } }`)}`, {
          headers: { 'apollo-require-preflight': '1' },
        });
      }
      while (asked.length > 0) await Promise.all(asked.splice(0, 8).map((one) => one()));
    }

    /** Causes database errors, which are logged and not shown to callers. */
    async function breakDatabase(pat: string, ada: string): Promise<void> {
      const url = new URL(databaseUrl!);
      const client = new pg.Client(url.href);
      await client.connect();
      for (const table of [
        'personal_access_tokens',
        'audit_log',
        'users',
        'video_tasks',
        'webhooks',
        'archive_uploads',
      ]) {
        await client.query(`alter table ${table} rename to away`);
        await ask('PUT', '/publishers/my-team/nodes/mine', { as: pat, body: { description: 'y' } });
        await ask('POST', '/publishers/my-team/tokens', { as: ada, body: { name: 'x' } });
        await ask('POST', '/publishers/my-team/nodes/mine/versions', {
          body: { node: {}, node_version: { version: '3.0.0' }, personal_access_token: pat },
        });
        await ask('POST', '/proxy/video/start-end2video', { as: ada, body: { model: 'm', images: IMAGES } });
        await ask('POST', '/publishers/my-team/webhooks', { as: ada, body: { url: receiver.url } });
        await graph(
          'mutation { createPublisherToken(publisherId: "my-team", input: { name: "x" }) { token } }',
          {},
          ada,
        );
        await client.query(`alter table away rename to ${table}`);
      }
      await client.end();
    }

    /** Starts with invalid settings, whose names but not values are reported. */
    async function startWrongly(): Promise<void> {
      const wrong: Record<string, string>[] = [
        { AUTH_SIGNING_KEY: secret('a wrong signing key', canary('key')) },
        {
          AUTH_SIGNING_KEY: `-----BEGIN PRIVATE KEY-----\n${secret('a broken signing key', canary('MC4CAQ'))}\n-----END PRIVATE KEY-----`,
        },
        { WEBHOOK_SIGNING_KEY: secret('a wrong webhook key', canary('key')) },
        { VIDEO_API_KEY: `${secret('a wrong provider’s key', canary('vk'))} x` },
        { S3_ACCESS_KEY_ID: '', S3_SECRET_ACCESS_KEY: secret('a lone bucket’s key', canary('s3')) },
        { DATABASE_URL: `mysql://u:${secret('the password of another kind of database', canary('pw'))}@127.0.0.1/x` },
        {
          DATABASE_URL: `postgres://u:${secret('the password of an unreachable database', canary('pw'))}@127.0.0.1:1/x`,
        },
        ...(databaseUrl === undefined
          ? []
          : [{ DATABASE_URL: databaseUrl.replace(/:[^:@]+@/, `:${secret('a wrong password', canary('pw'))}@`) }]),
      ];
      await Promise.all(
        wrong.map(async (variables) => {
          const ended = await cli.run(['start'], variables);
          expect([Object.keys(variables), ended.code]).toEqual([Object.keys(variables), 1]);
          seen.push(toSeen(`a start with a wrong ${Object.keys(variables).join()}`, ended));
        }),
      );
    }

    /** Reads every row of every table, the export, and every file. */
    async function readAll(): Promise<void> {
      seen.push(toSeen('registry export', await cli.run(['export', 'out.ndjson.gz'])));
      seen.push({
        where: 'the export',
        text: gunzipSync(readFileSync(join(cli.folder, 'out.ndjson.gz'))).toString('utf8'),
      });
      const database =
        databaseUrl === undefined
          ? await Database.embedded({ directory: join(cli.dataDir, 'database') })
          : await Database.server({ url: databaseUrl, poolSize: 2, timeoutMs: 10_000 });
      const tables = await database.query<{ schema: string; name: string }>(
        `select table_schema as schema, table_name as name from information_schema.tables where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
      );
      expect(tables.length).toBeGreaterThan(20);
      let rows = 0;
      for (const { schema, name } of tables) {
        const all = await database.query<{ row: string }>(`select t::text as row from "${schema}"."${name}" t`);
        rows += all.length;
        seen.push({ where: `the table ${schema}.${name}`, text: all.map(({ row }) => row).join('\n') });
      }
      expect(rows).toBeGreaterThan(100);
      await database.close();
      for (const path of readdirSync(cli.folder, { recursive: true, encoding: 'utf8' }).filter(
        (one) => !one.endsWith('-key.pem'),
      )) {
        const file = join(cli.folder, path);
        if (!statSync(file).isFile()) continue;
        const bytes = readFileSync(file);
        seen.push({
          where: `the file ${path}`,
          text: (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('latin1'),
        });
      }
      for (const [name, bytes] of store.objects)
        seen.push({ where: `the object ${name}`, text: bytes.toString('latin1') });
    }
  });
