import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { buildSchema } from 'graphql';
import { ERROR_CATALOGUE } from '../../src/errors/catalogue.js';
import { type FakeRepositoryHost, repository, startFakeRepositoryHost } from '../support/fake-repository-host.js';
import { bounded } from '../support/faults.js';
import { brokenBody, brokenDocument, GraphWriter, jsonOf, textFor, valueFor } from '../support/fuzz.js';
import { type InterfaceWorld, makeInterfaceWorld, pathParameters } from '../support/interface-world.js';
import { filledPath, type Operation, operationsOf, takes } from '../support/rest-operations.js';
import { type Random, randomOf } from '../support/random.js';
import { encodePart, type RawAnswer, type RawRequest, sendRaw } from '../support/raw.js';
import { startTestRegistry, type TestRegistry } from '../support/registry.js';

const REQUESTS = bounded({ usual: 700, long: 40_000 });
const DOCUMENTS = bounded({ usual: 350, long: 20_000 });
const PATIENCE_MS = bounded({ usual: 180_000, long: 7_200_000 });
/** After this many requests, most objects are deleted, banned or full, so new ones are created. */
const WORLD_LASTS = 300;

/** Statuses that failures of the repository host and the video provider may cause, as the contract says. */
const FAULTS_OF_OTHERS = new Set(['REPOSITORY_HOST_UNAVAILABLE', 'VIDEO_UPSTREAM_ERROR', 'VIDEO_UPSTREAM_TIMEOUT']);
/** Codes of refusals by the GraphQL engine, before the registry's rules. */
const CODES_OF_GRAPHQL = new Set([
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'QUERY_TOO_COSTLY',
  'OPERATION_RESOLUTION_FAILURE',
  'PERSISTED_QUERY_NOT_SUPPORTED',
]);

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND'];
const TYPES = [
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  'application/json; charset=latin1',
  'application/merge-patch+json',
  'a',
  '',
];
const HEADERS: readonly Record<string, string>[] = [
  { accept: 'text/html' },
  { accept: 'application/json;q=0' },
  { accept: ',,;q=' },
  { 'accept-encoding': 'br;q=1, *;q=0' },
  { 'accept-encoding': 'identity;q=0' },
  { 'content-encoding': 'gzip' },
  { 'content-encoding': 'br' },
  { 'content-encoding': 'nothing' },
  { 'if-none-match': '*' },
  { 'if-none-match': 'W/"x", "y"' },
  { range: 'bytes=0-' },
  { range: 'bytes=9-1,x' },
  { 'if-match': '"x"' },
  { 'x-request-id': ' odd id ' },
  { 'x-forwarded-for': '::1, %, 1.2.3.4' },
  { 'idempotency-key': 'x' },
  { origin: 'null' },
  { 'x-http-method-override': 'DELETE' },
  { 'transfer-encoding': 'chunked' },
  { 'if-modified-since': 'yesterday' },
];

describe('for random requests', () => {
  const random = randomOf(process.env['SEED']);
  const schema = buildSchema(readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8'));
  let registry: TestRegistry;
  let host: FakeRepositoryHost;
  let operations: Operation[];
  let world: InterfaceWorld;
  /** Objects that are all deleted. */
  let gone: InterfaceWorld;
  /** The ids of all objects, including deleted ones. */
  const ids: string[] = [
    'unclaimed',
    'Sharpen',
    'absent',
    '00000000-0000-4000-8000-000000000000',
    'constructor',
    '__proto__',
  ];
  const credentials: Record<string, string> = {};
  const seen = new Map<string, number>();
  const found: string[] = [];
  let slowest = { milliseconds: 0, request: '' };

  beforeAll(async () => {
    host = await startFakeRepositoryHost();
    host.on('/repos/a/b', () =>
      random.oneOf([
        repository(random.upTo(1000)),
        { status: 404 },
        { status: 500 },
        { status: 429 },
        { status: 200, raw: '{' },
      ]),
    );
    registry = await startTestRegistry({
      VIDEO_SANDBOX_STEP_MS: '0',
      REPO_HOST_API_URL: host.url,
      REPO_HOST_DOMAINS: 'git.invalid',
      MAX_PUBLISHERS_PER_USER: '1000',
      MAX_TOKENS_PER_PUBLISHER: '1000',
      COMMUNITY_TRANSLATIONS_PER_HOUR: '1000000',
    });
    operations = operationsOf(registry.conformance.document);
    gone = await newWorld();
    await deleteAll(gone);
  });
  beforeEach(async () => {
    world = await newWorld();
    found.length = 0;
    slowest = { milliseconds: 0, request: '' };
  });
  afterAll(async () => {
    await registry.close();
    await host.close();
  });

  async function newWorld(): Promise<InterfaceWorld> {
    const made = await makeInterfaceWorld(registry);
    ids.push(...Object.values(pathParameters(made)), made.nodeId.toUpperCase(), made.userId);
    Object.assign(credentials, made.callers, {
      expired: await registry.signIn('expired', { ttlSeconds: -10 }),
      wrong: 'xrt_000',
      odd: 'a.b.c',
      empty: '',
    });
    return made;
  }

  async function deleteAll({ id, callers, nodeId, tokenId, webhookId }: InterfaceWorld): Promise<void> {
    const as = callers.admin;
    for (const { id: version } of (await registry.call('GET', `/nodes/${nodeId}/versions`)).body as { id: string }[])
      await registry.call('DELETE', `/publishers/${id}/nodes/${nodeId}/versions/${version}`, { as });
    for (const path of [`/webhooks/${webhookId}`, `/tokens/${tokenId}`, `/nodes/${nodeId}`, ''])
      expect((await registry.call('DELETE', `/publishers/${id}${path}`, { as })).status).toBe(204);
    credentials['goneToken'] = callers.token;
  }

  /** Checks what must be true of every response. */
  function judge(request: RawRequest, answer: RawAnswer): void {
    const { method, path } = request;
    const shown = `${method} ${path.slice(0, 300)} ${JSON.stringify(request.headers)} ${String(request.body ?? '').slice(0, 400)}`;
    if (answer.milliseconds > slowest.milliseconds)
      slowest = { milliseconds: answer.milliseconds, request: shown.slice(0, 120) };
    seen.set(String(answer.status), (seen.get(String(answer.status)) ?? 0) + 1);
    const fail = (why: string): void =>
      void found.push(`${why}: ${shown} → ${answer.status} ${answer.text.slice(0, 300)}`);
    try {
      registry.conformance.check(method, path.split('?')[0]!, answer.status, answer.body);
    } catch (error) {
      fail((error as Error).message);
    }
    if (answer.status >= 500 && !FAULTS_OF_OTHERS.has((answer.body as { error?: string } | undefined)?.error ?? ''))
      fail('a fault');
    if (/node_modules|\.ts:\d|\bat \w+ \(|syntax error at|relation "|column "/.test(answer.text))
      fail('shows internals');
    if (answer.status >= 400 && answer.body !== undefined && typeof answer.body.message !== 'string')
      fail('no error’s shape');
  }

  function parameterOf(name: string, draw: Random): string {
    const kind = draw.upTo(12);
    if (kind < 8) return pathParameters(world)[name] ?? 'absent';
    if (kind === 8) return pathParameters(gone)[name] ?? 'absent';
    const text = kind < 11 ? draw.oneOf(ids) : textFor(name, ids, draw);
    return text === '' ? '%20' : encodePart(text.slice(0, 500));
  }

  function queryOf(operation: Operation, draw: Random): string {
    const pairs = Object.entries(operation.query)
      .filter(([name]) => ['star', 'token', 'username'].includes(name) || draw.chance(0.2))
      .flatMap(([name, value]) =>
        Array.from(
          { length: takes(value, 'array') ? draw.upTo(3) : draw.chance(0.05) ? 2 : 1 },
          () =>
            `${name}=${encodePart(/page|limit|Size|star/.test(name) && draw.chance(0.8) ? String(draw.upTo(6)) : textFor(name, ids, draw).slice(0, 800))}`,
        ),
      );
    if (draw.chance(0.05))
      pairs.push(draw.oneOf(['%', 'a[b]=c', '__proto__=x', '=', '&&', 'page[]=1', '%ff=%ff', 'page=1&page=2']));
    return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
  }

  function requestFor(operation: Operation, draw: Random): RawRequest {
    const path =
      filledPath(
        operation.path,
        Object.fromEntries(operation.pathNames.map((name) => [name, parameterOf(name, draw)])),
      ) + queryOf(operation, draw);
    const name = draw.chance(0.75) ? draw.oneOf(['admin', 'owner', 'member']) : draw.oneOf(Object.keys(credentials));
    const credential: Record<string, string> = draw.chance(0.12)
      ? {}
      : { authorization: `${draw.chance(0.03) ? 'Basic' : 'Bearer'} ${credentials[name]!}` };
    const json =
      operation.body && draw.chance(0.97)
        ? jsonOf(valueFor(operation.body, '', ids, draw), draw)
        : draw.chance(0.05)
          ? '{}'
          : undefined;
    const body =
      operation.rawType !== undefined
        ? 'no archive'
        : json !== undefined && draw.chance(0.06)
          ? brokenBody(json, draw)
          : json;
    const type: Record<string, string> =
      body === undefined
        ? {}
        : { 'content-type': draw.chance(0.05) ? draw.oneOf(TYPES) : (operation.rawType ?? 'application/json') };
    const { 'transfer-encoding': chunked, ...more } = (draw.chance(0.12) ? draw.oneOf(HEADERS) : {}) as Record<
      string,
      string
    >;
    const length: Record<string, string> =
      chunked === undefined || body === undefined ? {} : { 'transfer-encoding': chunked };
    return {
      method: draw.chance(0.04) ? draw.oneOf(METHODS) : operation.method,
      path,
      headers: { ...credential, ...type, ...more, ...length },
      ...(body === undefined ? {} : { body }),
    };
  }

  /** Errors that were logged, except those that other systems caused. */
  const logged = (): string[] =>
    registry.log
      .filter((line) => line.includes('"level":50') && ![...FAULTS_OF_OTHERS].some((code) => line.includes(code)))
      .map((line) => line.slice(0, 600));

  it(
    'REST responds with a declared status and body, in time, and without internal errors',
    async () => {
      for (let round = 0; round < REQUESTS; round++) {
        // Each round has a separate seed, so that it can be repeated alone.
        const draw = randomOf(String(random.seed + round));
        if (round > 0 && round % WORLD_LASTS === 0) world = await newWorld();
        const request = requestFor(operations[round % operations.length]!, draw);
        judge(request, await sendRaw(registry.url, request));
        if (found.length > 10) break;
      }
      const statuses = [...seen]
        .sort()
        .map(([status, count]) => `${status}: ${count}`)
        .join(', ');
      process.stdout.write(
        `requests at random: ${REQUESTS} (${statuses}), the slowest ${Math.round(slowest.milliseconds)} ms (${slowest.request.slice(0, 60)}), seed ${random.seed}\n`,
      );
      expect(found).toEqual([]);
      expect(logged()).toEqual([]);
      expect([...seen.keys()]).toEqual(expect.arrayContaining(['200', '400', '401', '403', '404', '405']));
    },
    PATIENCE_MS,
  );

  function judgeGraph(request: RawRequest, answer: RawAnswer, isValid: boolean, codes: Map<string, number>): void {
    const shown = `${request.method} ${request.path.slice(0, 600)} ${String(request.body ?? '').slice(0, 1200)}`;
    if (answer.milliseconds > slowest.milliseconds)
      slowest = { milliseconds: answer.milliseconds, request: shown.slice(0, 120) };
    const fail = (why: string): void =>
      void found.push(`${why}: ${shown} → ${answer.status} ${answer.text.slice(0, 500)}`);
    const errors = (answer.body?.errors ?? []) as { message?: unknown; extensions?: { code?: string } }[];
    if (![200, 400, 405, 406, 413, 415].includes(answer.status)) fail('another status');
    if (answer.body === undefined || (answer.body.data === undefined && errors.length === 0))
      fail('no answer of GraphQL');
    for (const { message, extensions } of errors) {
      const code = extensions?.code ?? 'none';
      codes.set(code, (codes.get(code) ?? 0) + 1);
      const isOurs =
        code in ERROR_CATALOGUE &&
        (ERROR_CATALOGUE[code as keyof typeof ERROR_CATALOGUE] < 500 || FAULTS_OF_OTHERS.has(code));
      if (typeof message !== 'string' || !(isOurs || CODES_OF_GRAPHQL.has(code))) fail(`the code ${code}`);
      if (isValid && ['GRAPHQL_PARSE_FAILED', 'GRAPHQL_VALIDATION_FAILED'].includes(code))
        fail('a valid document was refused');
    }
    if (/node_modules|\.ts:\d|\bat \w+ \(|syntax error at|relation "|column "|stacktrace/.test(answer.text))
      fail('shows internals');
  }

  function graphRequest(draw: Random): { readonly request: RawRequest; readonly isValid: boolean } {
    const valid = new GraphWriter(schema, ids, draw).operation();
    const isBroken = draw.chance(0.35);
    const query = isBroken ? brokenDocument(valid, draw) : valid;
    const credential: Record<string, string> = draw.chance(0.3)
      ? {}
      : {
          authorization: `Bearer ${credentials[draw.oneOf(['admin', 'admin', 'owner', 'member', ...Object.keys(credentials)])]!}`,
        };
    const headers = {
      ...credential,
      ...(draw.chance(0.2)
        ? { accept: draw.oneOf(['application/graphql-response+json', 'application/json', '*/*', 'multipart/mixed']) }
        : {}),
    };
    if (!valid.startsWith('mutation') && query.length < 3000 && draw.chance(0.1))
      return {
        request: {
          method: 'GET',
          path: `/graphql?query=${encodePart(query)}`,
          headers: { ...headers, 'apollo-require-preflight': '1' },
        },
        isValid: !isBroken,
      };
    const isOdd = draw.chance(0.1);
    const odd = draw.oneOf<() => object>([
      () => ({ query, variables: [1] }),
      () => ({ query, variables: { __proto__: 1, a: 'x'.repeat(3000) } }),
      () => ({ query, operationName: 'Nothing' }),
      () => [{ query }, { query }],
      () => ({ query: 1 }),
      () => ({}),
      () => ({ query, extensions: { persistedQuery: { version: 1, sha256Hash: 'x' } } }),
      () => ({ query, variables: null, operationName: null }),
    ]);
    return {
      request: {
        method: 'POST',
        path: '/graphql',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(isOdd ? odd() : { query }),
      },
      isValid: !isBroken && !isOdd,
    };
  }

  it(
    'GraphQL responds with codes of the catalogue, in time, and without internal errors',
    async () => {
      const codes = new Map<string, number>();
      let without = 0;
      for (let round = 0; round < DOCUMENTS; round++) {
        const draw = randomOf(String(random.seed + round));
        if (round > 0 && round % WORLD_LASTS === 0) world = await newWorld();
        const { request, isValid } = graphRequest(draw);
        // Documents that anonymous callers repeat are compiled.
        for (
          let time = 0;
          time < (request.headers?.['authorization'] === undefined && draw.chance(0.3) ? 4 : 1);
          time++
        ) {
          const answer = await sendRaw(registry.url, request);
          judgeGraph(request, answer, isValid, codes);
          if (answer.body?.errors === undefined) without++;
        }
        if (found.length > 10) break;
      }
      const told = [...codes]
        .sort((a, b) => b[1] - a[1])
        .slice(0, 8)
        .map(([code, count]) => `${code}: ${count}`)
        .join(', ');
      process.stdout.write(
        `documents at random: ${DOCUMENTS}, ${without} answers without an error (errors ${told}), the slowest ${Math.round(slowest.milliseconds)} ms, seed ${random.seed}\n`,
      );
      expect(found).toEqual([]);
      expect(logged()).toEqual([]);
      expect(without).toBeGreaterThan(DOCUMENTS / 20);
    },
    PATIENCE_MS,
  );
});
