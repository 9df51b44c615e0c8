import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Documents } from '../../src/graphql/documents.js';
import { changeNode, makeNode, makeWorld } from '../support/builders.js';
import { AT_ONCE_MS, cpuMs, TRIES } from '../support/refusals.js';
import { type Answer, startTestRegistry, startUncachedRegistry, type TestRegistry } from '../support/registry.js';

const times = (count: number, one: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => one(index)).join(' ');
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
const persisted = (sha256Hash: string) => ({ persistedQuery: { version: 1, sha256Hash } });
const codeOf = ({ body }: Answer): string => body.errors[0].extensions.code as string;

describe('limits of GraphQL documents', () => {
  let registry: TestRegistry;

  beforeAll(async () => {
    // With rate limits, as an operator runs it, so that statements for counting requests are included.
    registry = await startTestRegistry({ RATE_LIMIT: 'on' });
    const world = await makeWorld(registry);
    await makeNode(registry, world.id);
  });
  afterAll(() => registry.close());

  const post = (body: unknown, headers: Record<string, string> = {}) =>
    registry.call('POST', '/graphql', { body, headers });

  describe('limits', () => {
    const BATCH = Array.from({ length: 100 }, () => ({ query: '{ __typename }' }));
    it.each<[string, unknown, string?]>([
      ['nested too deeply', { query: `{ nodes { ${'nodes { publisher { '.repeat(10)} id ${'} }'.repeat(10)} } }` }],
      ['too many aliases', { query: `{ ${times(251, (index) => `a${index}: __typename`)} }` }],
      ['too many directives', { query: `{ ${times(51, (index) => `a${index}: __typename @skip(if: false)`)} }` }],
      ['too many fragments', { query: `{ ${times(101, () => '...f')} } fragment f on Query { __typename }` }],
      ['the same field too often', { query: `{ ${times(501, () => 'nodes { total }')} }` }],
      ['the same object too often', { query: `{ ${times(2000, () => 'nodes{total}')} }` }],
      [
        'too many tokens',
        { query: `{ ${times(9000, (index) => `f${index}`)} ${times(1100, (index) => `g${index}`)} }` },
        'GRAPHQL_PARSE_FAILED',
      ],
      [
        'what costs too much',
        { query: '{ nodes(limit: 100) { nodes { publisher { nodes(first: 100) { nodes { publisher { id } } } } } } }' },
      ],
      [
        'what costs too much by its variables',
        {
          query:
            'query ($n: Int) { nodes(limit: 100) { nodes { versions(first: $n) { nodes { coreNodes(first: $n) { nodes { coreNodeName } } } } } } }',
          variables: { n: 100 },
        },
      ],
      [
        'what doubles itself',
        {
          query: `{ ...f0 } ${times(40, (index) => `fragment f${index} on Query { ...f${index + 1} ...f${index + 1} }`)} fragment f40 on Query { __typename }`,
        },
      ],
      ['a batch', BATCH, 'INVALID_INPUT'],
      [
        'a batch of what costs too much',
        BATCH.map(() => ({ query: `{ ${times(251, (index) => `a${index}: nodes { total }`)} }` })),
        'INVALID_INPUT',
      ],
    ])('%s is refused within the time limit, without a statement', async (_what, body, code = 'QUERY_TOO_COSTLY') => {
      let answer: Answer | undefined;
      let took = Infinity;
      const statements = await registry.statements(async () => {
        for (let turn = 0; turn < TRIES && took >= AT_ONCE_MS; turn++) {
          const started = cpuMs();
          answer = await post(body);
          took = Math.min(took, cpuMs() - started);
        }
      });
      expect([answer!.status, codeOf(answer!)]).toEqual([400, code]);
      expect(statements).toEqual([]);
      expect(took).toBeLessThan(AT_ONCE_MS);
      // Also by GET, if the URL is not too long.
      const { query = '', variables = {} } = body as { query?: string; variables?: object };
      const inAddress = new URLSearchParams({ query, variables: JSON.stringify(variables) }).toString();
      if (query !== '' && inAddress.length < 6000)
        expect(
          codeOf(
            await registry.call('GET', `/graphql?${inAddress}`, { headers: { 'apollo-require-preflight': 'yes' } }),
          ),
        ).toBe(code);
    });

    it('too many tokens are reported with their limit', async () => {
      expect((await post({ query: `{ ${times(10_100, (index) => `f${index}`)} }` })).body.errors[0].message).toContain(
        '10000 tokens',
      );
    });

    it('documents of real clients are accepted', async () => {
      expect(
        (await post({ query: `{ ${times(200, (index) => `a${index}: node(id: "n${index}") { id name }`)} }` })).body
          .errors,
      ).toBeUndefined();
      expect(
        (
          await post({
            query:
              'query ($id: ID!, $filter: NodeFilter) { node(id: $id) { id } nodes(filter: $filter, orderBy: [{ field: name }]) { total } }',
            variables: { id: 'x' },
          })
        ).body.errors,
      ).toBeUndefined();
    });
  });

  describe('persisted documents', () => {
    const query = '{ nodes { total } }';

    it('are unknown until a client has sent them once', async () => {
      const unknown = await post({ extensions: persisted(hashOf(query)) });
      expect(codeOf(unknown)).toBe('PERSISTED_QUERY_NOT_FOUND');
      const registered = await post({ query, extensions: persisted(hashOf(query)) });
      expect(registered.body.data).toEqual({ nodes: { total: 1 } });
      for (let turn = 0; turn < 6; turn++)
        expect((await post({ extensions: persisted(hashOf(query)) })).body.data).toEqual({ nodes: { total: 1 } });
      const got = await registry.call(
        'GET',
        `/graphql?extensions=${encodeURIComponent(JSON.stringify(persisted(hashOf(query))))}`,
        { headers: { 'apollo-require-preflight': 'yes' } },
      );
      expect(got.body.data).toEqual({ nodes: { total: 1 } });
    });

    it('can’t be evicted by another network that registers many', async () => {
      const documents = new Documents();
      documents.register('honest', query, '192.0.2.1');
      const long = `{ nodes { total } } # ${'x'.repeat(50_000)}`;
      for (let index = 0; index < 1000; index++) documents.register(`h${index}`, long, '198.51.100.1');
      expect(documents.byHash('honest')).toBe(query);
      // The other network loses the documents that it registered first.
      expect([documents.byHash('h0'), documents.byHash('h999')]).toEqual([undefined, long]);
      // Registering a document again changes nothing.
      documents.register('honest', query, '198.51.100.1');
      for (let index = 0; index < 100; index++) documents.register(`i${index}`, long, '198.51.100.1');
      expect(documents.byHash('honest')).toBe(query);
    });

    it('with latest reflect commits of other processes, also for concurrent requests', async () => {
      const elsewhere = await startUncachedRegistry(registry);
      const { id: publisherId } = await makeWorld(registry);
      const id = await makeNode(registry, publisherId);
      const latest =
        '{ nodes(latest: true, limit: 3, orderBy: [{ field: created_at, direction: desc }]) { total nodes { id name } } }';
      await post({ query: latest, extensions: persisted(hashOf(latest)) });
      for (let turn = 0; turn < 6; turn++) {
        await changeNode(elsewhere, id, `name = 'Name ${turn}'`);
        const answers = await Promise.all([1, 2, 3, 4].map(() => post({ extensions: persisted(hashOf(latest)) })));
        expect(answers.map(({ body }) => body.data.nodes.nodes[0].name)).toEqual(Array(4).fill(`Name ${turn}`));
      }
      await elsewhere.close();
    });

    it('are answered from memory when they are repeated', async () => {
      for (let turn = 0; turn < 6; turn++)
        await post({ extensions: persisted(hashOf(query)), variables: { unused: 1 } });
      expect(
        await registry.statements(() => post({ extensions: persisted(hashOf(query)), variables: { unused: 1 } })),
      ).toEqual([]);
    });

    it.each([
      ['another hash', { query, extensions: persisted(hashOf('{ __typename }')) }],
      ['no hash', { extensions: persisted('nonsense') }],
      ['another version', { extensions: { persistedQuery: { version: 2, sha256Hash: hashOf(query) } } }],
      ['nothing', { extensions: { persistedQuery: null } }],
    ])('with %s are refused', async (_what, body) => {
      const answer = await post(body);
      expect([answer.status, codeOf(answer)]).toEqual([400, 'INVALID_INPUT']);
    });
  });
});

describe('a list of allowed documents', () => {
  const allowed = [
    'query Total { nodes { total } }',
    'mutation Create($input: CreatePublisherInput!) { createPublisher(input: $input) { id } }',
  ];
  const directory = mkdtempSync(join(tmpdir(), 'documents-'));
  let registry: TestRegistry;

  beforeAll(async () => {
    const file = join(directory, 'manifest.json');
    writeFileSync(
      file,
      JSON.stringify({
        format: 'apollo-persisted-query-manifest',
        version: 1,
        operations: allowed.map((body, index) => ({ id: hashOf(body), body, name: `o${index}`, type: 'query' })),
      }),
    );
    registry = await startTestRegistry({ GRAPHQL_ALLOWED_DOCUMENTS: file });
  });
  afterAll(async () => {
    await registry.close();
    rmSync(directory, { recursive: true });
  });

  const post = (body: unknown, as?: string) => registry.call('POST', '/graphql', { body, as });

  it('executes its documents, by text and by hash', async () => {
    for (let turn = 0; turn < 5; turn++) {
      expect((await post({ query: allowed[0] })).body.data).toEqual({ nodes: { total: 0 } });
      expect((await post({ extensions: persisted(hashOf(allowed[0]!)) })).body.data).toEqual({ nodes: { total: 0 } });
    }
    const as = await registry.signIn('creator');
    expect(
      (await post({ extensions: persisted(hashOf(allowed[1]!)), variables: { input: { id: 'by-hash' } } }, as)).body
        .data,
    ).toEqual({ createPublisher: { id: 'by-hash' } });
  });

  it('refuses all other documents, as text, by hash and as a new persisted document', async () => {
    for (const query of ['{ nodes { total } }', '{ __schema { types { name } } }', `${allowed[0]} `]) {
      for (let turn = 0; turn < 5; turn++) {
        const answer = await post({ query });
        expect([answer.status, codeOf(answer)]).toEqual([403, 'DOCUMENT_NOT_ALLOWED']);
      }
      expect(codeOf(await post({ query, extensions: persisted(hashOf(query)) }))).toBe('DOCUMENT_NOT_ALLOWED');
      expect(codeOf(await post({ extensions: persisted(hashOf(query)) }))).toBe('PERSISTED_QUERY_NOT_FOUND');
      expect(
        codeOf(
          await registry.call('GET', `/graphql?query=${encodeURIComponent(query)}`, {
            headers: { 'apollo-require-preflight': 'yes' },
          }),
        ),
      ).toBe('DOCUMENT_NOT_ALLOWED');
    }
  });

  it('names the error of an invalid list', async () => {
    const wrong = join(directory, 'wrong.json');
    writeFileSync(wrong, '[1, 2]');
    await expect(startTestRegistry({ GRAPHQL_ALLOWED_DOCUMENTS: wrong })).rejects.toThrow('GRAPHQL_ALLOWED_DOCUMENTS');
    await expect(startTestRegistry({ GRAPHQL_ALLOWED_DOCUMENTS: join(directory, 'absent.json') })).rejects.toThrow(
      'GRAPHQL_ALLOWED_DOCUMENTS',
    );
  });
});
