import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getIntrospectionQuery } from 'graphql';
import { auditServer } from 'graphql-http';
import { makeNodes, makeWorld } from '../support/builders.js';
import { sharedTestRegistry, type TestRegistry } from '../support/registry.js';

describe('GraphQL over HTTP', () => {
  let registry: TestRegistry;

  beforeAll(async () => {
    registry = await sharedTestRegistry();
  });
  afterAll(() => registry.close());

  it('passes 61 of 61 audits of graphql-http', async () => {
    const withPreflight: typeof fetch = (url, init) =>
      fetch(url, {
        ...init,
        headers: init?.headers as Record<string, string>,
      });
    const results = await auditServer({ url: `${registry.url}/graphql`, fetchFn: withPreflight });
    const failed = results
      .filter(({ status }) => status !== 'ok')
      .map(({ id, name, ...rest }) => ({ id, name, reason: 'reason' in rest ? rest.reason : '' }));
    expect(failed).toEqual([]);
    expect(results).toHaveLength(61);
  });

  it('answers a GET without headers except Accept, and accepts only queries, and only JSON bodies from other sites', async () => {
    const get = (query: string) => registry.call('GET', `/graphql?query=${encodeURIComponent(query)}`);
    expect((await get('{ __typename }')).body).toMatchObject({ data: { __typename: 'Query' } });
    const write = await get('mutation { replayDeadJobs }');
    expect([write.status, write.body.data]).toEqual([405, undefined]);
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      const answer = await registry.call('POST', '/graphql', {
        raw: '{"query": "{ __typename }"}',
        headers: { 'content-type': type },
      });
      expect([type, answer.status]).toEqual([type, 415]);
    }
  });

  it('serves its schema', async () => {
    const { status, text, headers } = await registry.call('GET', '/schema.graphql');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(text).toBe(readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8'));
    const again = await registry.call('GET', '/schema.graphql', { headers: { 'if-none-match': headers.get('etag')! } });
    expect(again.status).toBe(304);
  });

  it('serves the playground to browsers, without resources of other hosts', async () => {
    const page = await registry.call('GET', '/graphql', {
      headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
    });
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toContain('text/html');
    expect([...page.text.matchAll(/(?:src|href)="(https?:)?\/\/[^"]+"/g)].map(([link]) => link)).toEqual([]);
    const files = [...page.text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path]) => path!);
    expect(files.length).toBeGreaterThan(0);
    for (const path of files) expect([path, (await registry.call('GET', path)).status]).toEqual([path, 200]);
  });

  it('answers introspection', async () => {
    const { data } = await registry.graph('{ __schema { queryType { name } } }');
    expect(data.__schema.queryType.name).toBe('Query');
  });

  it('reports errors with the codes of the catalogue', async () => {
    const codes = async (query: string, variables?: object): Promise<string[]> =>
      (await registry.graph(query, variables)).errors.map(
        ({ extensions }: { extensions: { code: string } }) => extensions.code,
      );
    expect(await codes('{ me { id } }')).toEqual(['UNAUTHENTICATED']);
    expect(await codes('{ nodes(page: 0) { total } }')).toEqual(['INVALID_INPUT']);
    expect(await codes('{ nodes(limit: 101) { total } }')).toEqual(['INVALID_INPUT']);
    expect(await codes('{ nodes(filter: { coreuiVersion: "x" }) { total } }')).toEqual(['INVALID_INPUT']);
    expect(
      await codes('query ($o: [NodeOrder!]) { nodes(orderBy: $o) { total } }', { o: [{ field: 'nope' }] }),
    ).toEqual(['INVALID_INPUT']);
    expect(await codes('mutation { deletePublisher(publisherId: "nobody") { id } }')).toEqual(['UNAUTHENTICATED']);
    expect(await codes('query ($page: Int!) { nodes(page: $page) { total } }', { page: 'x' })).toEqual([
      'INVALID_INPUT',
    ]);
    expect(await codes('{ node(id: "a\\u0000b") { id } }')).toEqual(['INVALID_INPUT']);
    expect(await codes('query ($id: ID!) { node(id: $id) { id } }', { id: 'a\ud800b' })).toEqual(['INVALID_INPUT']);
  });

  describe('bounds', () => {
    const codesOf = async (query: string, variables?: object): Promise<string[]> =>
      ((await registry.graph(query, variables)).errors ?? []).map(
        ({ extensions }: { extensions: { code: string } }) => extensions.code,
      );
    const costOf = async (query: string, variables?: object): Promise<number> =>
      (await registry.graph(query, variables)).extensions.cost.requested;
    const nested = (depth: number): string =>
      `{ nodes(limit: 100) { nodes { ${'publisher { nodes(first: 100) { nodes { '.repeat(depth)} id ${'} } }'.repeat(depth)} } } }`;

    it('an operation reports its estimated cost, computed from its document and page sizes', async () => {
      expect(await costOf('{ __typename }')).toBe(1);
      expect(await costOf('{ node(id: "x") { id name publisher { id } } }')).toBe(3);
      expect(await costOf('{ nodes(limit: 50) { total nodes { id publisher { id } } } }')).toBe(100 + 1 + 50 * 2 + 3);
      expect(await costOf('query ($n: Int) { nodes(limit: $n) { nodes { id } } }', { n: 7 })).toBe(100 + 1 + 7 + 1);
      expect(await costOf('{ nodes(limit: 99999999) { nodes { id } } }')).toBe(100 + 1 + 100 + 2);
      expect(await costOf('{ searchNodes(search: "x") { nodes { id } } }')).toBe(500 + 1 + 10 + 1);
      expect(await costOf('{ nodes(limit: 1) { nodes { a: id b: id } } }')).toBe(100 + 1 + 1 + 10);
      expect(await costOf('mutation { deletePublisher(publisherId: "nobody") { id } }')).toBe(50 + 1 + 1);
    });

    it('accepts the introspection query of the playground', async () => {
      const { data } = await registry.graph(getIntrospectionQuery());
      expect(data.__schema.types.length).toBeGreaterThan(20);
    });

    it('operations above the cost limit are refused before any statement', async () => {
      for (const query of [
        nested(2),
        nested(20),
        `{ ${Array.from({ length: 500 }, (_, index) => `a${index}: searchNodes(search: "x${index}") { total }`).join(' ')} }`,
      ]) {
        let codes: string[] = [];
        expect(await registry.statements(async () => (codes = await codesOf(query)))).toEqual([]);
        expect(codes).toEqual(['QUERY_TOO_COSTLY']);
      }
      const many = (count: number, field: (index: number) => string) =>
        Array.from({ length: count }, (_, index) => field(index)).join(' ');
      for (const query of [
        `{ nodes(limit: 100) { nodes { ${many(3000, (index) => `a${index}: description`)} } } }`,
        `{ __schema { types { fields { ${many(3000, (index) => `a${index}: description`)} } } } }`,
        `{ ${many(200, (index) => `a${index}: coreNodes(limit: 1, page: ${index + 1}) { total }`)} }`,
        `{ nodes(limit: 100) { nodes { latestVersion { ${many(100, (index) => `a${index}: coreNode(name: "x") { coreNodeName }`)} } } } }`,
      ])
        expect(await codesOf(query)).toEqual(['QUERY_TOO_COSTLY']);
      const doubling = Array.from(
        { length: 40 },
        (_, index) => `fragment f${index} on Query { ...f${index + 1} ...f${index + 1} }`,
      ).join(' ');
      expect(await codesOf(`{ ...f0 } ${doubling} fragment f40 on Query { __typename }`)).toEqual(['QUERY_TOO_COSTLY']);
    });

    it('variables of a wrong type are refused with an error that names them', async () => {
      expect(await codesOf('query ($n: Int!) { nodes(limit: $n) { total } }', {})).toEqual(['INVALID_INPUT']);
    });

    it('the size of a response is limited', async () => {
      const world = await makeWorld(registry);
      const license = 'x'.repeat(100_000);
      await makeNodes(
        registry,
        Array.from({ length: 30 }, (_, index) => ({
          id: `${world.id}-${index}`,
          publisherId: world.id,
          name: 'Long',
          license,
          versions: [],
        })),
      );
      const ask = (levels: number) =>
        registry.graph(
          `{ publisher(id: "${world.id}") { ${'nodes(first: 30) { nodes { publisher { '.repeat(levels)} nodes(first: 30) { nodes { license } } ${'} } }'.repeat(levels)} } }`,
        );
      expect((await ask(0)).errors).toBeUndefined();
      const { data, errors } = await ask(1);
      expect([errors[0].extensions.code, JSON.stringify(data).length < 20_000_000]).toEqual(['QUERY_TOO_COSTLY', true]);
    });

    it('errors of variables are short, however many and long the variables are', async () => {
      const unknown = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`field${index}`, 1]));
      const first = await registry.graph('query ($filter: NodeFilter) { nodes(filter: $filter) { total } }', {
        filter: unknown,
      });
      const long = await registry.graph(
        'mutation ($input: SubmitVideoTaskInput!) { submitVideoTask(input: $input) { id } }',
        { input: { model: 'm'.repeat(2_000_000), x: 1, y: 2, z: 3 } },
      );
      for (const { errors } of [first, long]) {
        expect(errors.map(({ extensions }: { extensions: { code: string } }) => extensions.code)).toEqual([
          'INVALID_INPUT',
        ]);
        expect(JSON.stringify(errors).length).toBeLessThan(2000);
      }
    });

    it('invalid documents, methods and media types are refused with the matching error', async () => {
      const post = async (body: unknown, headers: Record<string, string> = {}) => {
        const answer = await registry.call('POST', '/graphql', { body, headers });
        return [answer.status, answer.body.errors[0].extensions.code];
      };
      expect(await post({ query: `{ ${'x'.repeat(100_001)} }` })).toEqual([400, 'INVALID_INPUT']);
      expect(await post({ query: '{ __typename }', operationName: 'x'.repeat(201) })).toEqual([400, 'INVALID_INPUT']);
      expect(await post({ query: '{ __typename }' }, { 'content-type': 'text/plain' })).toEqual([
        415,
        'UNSUPPORTED_MEDIA_TYPE',
      ]);
      expect(await post({ query: '{ __typename }', variables: Array.from({ length: 200_000 }, () => 1) })).toEqual([
        400,
        'INVALID_INPUT',
      ]);
      for (const method of ['PUT', 'DELETE', 'PATCH', 'HEAD']) {
        const answer = await registry.call(method, '/graphql');
        expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, POST']);
      }
      expect(await codesOf('subscription { changes { next } }')).toEqual(['INVALID_INPUT']);
      const nested = (levels: number) => `{ nodes(orderBy: ${'['.repeat(levels)}${']'.repeat(levels)}) { total } }`;
      expect(await codesOf(nested(4000))).toEqual(['QUERY_TOO_COSTLY']);
      expect(await codesOf(nested(99))).toEqual(['QUERY_TOO_COSTLY']);
      expect(await codesOf(nested(98))).toEqual(['GRAPHQL_VALIDATION_FAILED']);
    });

    it.each([
      ['a long text', { filter: { supportedOs: ' '.repeat(1001) } }],
      ['a long list', { filter: { nodeIds: Array.from({ length: 1001 }, () => 'x') } }],
      ['a long order', { orderBy: Array.from({ length: 1001 }, () => ({ field: 'id' })) }],
    ])('a request with %s is refused before any statement', async (_what, variables) => {
      let codes: string[] = [];
      expect(
        await registry.statements(
          async () =>
            (codes = await codesOf(
              'query ($filter: NodeFilter, $orderBy: [NodeOrder!]) { nodes(filter: $filter, orderBy: $orderBy) { total } }',
              variables,
            )),
        ),
      ).toEqual([]);
      expect(codes).toEqual(['INVALID_INPUT']);
    });

    it('the same values in the document are refused, too', async () => {
      expect(await codesOf(`{ searchNodes(search: "${'x'.repeat(1001)}") { total } }`)).toEqual(['INVALID_INPUT']);
      expect(await codesOf(`{ nodes(filter: { nodeIds: [${'"x" '.repeat(1001)}] }) { total } }`)).toEqual([
        'INVALID_INPUT',
      ]);
    });

    it('deeply nested values are refused', async () => {
      const deep = JSON.parse(`{"fr": {"a": ${'['.repeat(500)}${']'.repeat(500)}}}`) as object;
      expect(
        await codesOf(
          'mutation ($data: JSONObject!) { addNodeTranslations(nodeId: "x", input: { data: $data }) { language } }',
          { data: deep },
        ),
      ).toEqual(['INVALID_INPUT']);
    });
  });

  it('answers an internal error without details, and logs it once', async () => {
    const original = registry.services.catalogue.listNodes;
    registry.services.catalogue.listNodes = () => Promise.reject(new Error('select secret from vault'));
    try {
      const { errors } = await registry.graph('{ nodes { total } }');
      expect(errors[0].extensions).toEqual({ code: 'INTERNAL_ERROR' });
      expect(JSON.stringify(errors)).not.toContain('vault');
      expect(registry.log.filter((line) => line.includes('vault'))).toHaveLength(1);
    } finally {
      registry.services.catalogue.listNodes = original;
    }
  });
});
