import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { auditServer } from 'graphql-http';
import { startTestRegistry, type TestRegistry } from '../support/registry.js';

describe('GraphQL over HTTP', () => {
  let registry: TestRegistry;

  beforeAll(async () => {
    registry = await startTestRegistry();
  });
  afterAll(() => registry.close());

  it('passes 61 of 61 audits of graphql-http', async () => {
    const withPreflight: typeof fetch = (url, init) => fetch(url, { ...init, headers: { ...(init?.headers as Record<string, string>), 'apollo-require-preflight': 'yes' } });
    const results = await auditServer({ url: `${registry.url}/graphql`, fetchFn: withPreflight });
    const failed = results.filter(({ status }) => status !== 'ok').map(({ id, name, ...rest }) => ({ id, name, reason: 'reason' in rest ? rest.reason : '' }));
    expect(failed).toEqual([]);
    expect(results).toHaveLength(61);
  });

  it('refuses a simple request of another site', async () => {
    const answer = await registry.call('GET', '/graphql?query=%7B__typename%7D', { headers: { 'content-type': 'text/plain' } });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('CSRF');
  });

  it('shows browsers the playground, and nothing of it comes from elsewhere', async () => {
    const page = await registry.call('GET', '/graphql', { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } });
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

  it('gives errors the catalogue’s codes', async () => {
    const codes = async (query: string, variables?: object): Promise<string[]> => (await registry.graph(query, variables)).errors.map(({ extensions }: { extensions: { code: string } }) => extensions.code);
    expect(await codes('{ me { id } }')).toEqual(['UNAUTHENTICATED']);
    expect(await codes('{ nodes(page: 0) { total } }')).toEqual(['INVALID_INPUT']);
    expect(await codes('{ nodes(sort: "nope") { total } }')).toEqual(['INVALID_INPUT']);
    expect(await codes('mutation { deletePublisher(id: "nobody") { id } }')).toEqual(['PUBLISHER_NOT_FOUND']);
    expect(await codes('query ($page: Int!) { nodes(page: $page) { total } }', { page: 'x' })).toEqual(['INVALID_INPUT']);
    expect(await codes('{ node(id: "a\\u0000b") { id } }')).toEqual(['INVALID_INPUT']);
    expect(await codes('query ($id: ID!) { node(id: $id) { id } }', { id: 'a\ud800b' })).toEqual(['INVALID_INPUT']);
  });

  it('answers a fault of ours blandly, and logs it once', async () => {
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
