import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { ApolloClient, gql as parse, HttpLink, InMemoryCache } from '@apollo/client';
import { relayStylePagination } from '@apollo/client/utilities';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { cacheExchange } from '@urql/exchange-graphcache';
import { Client, fetchExchange } from '@urql/core';
import { makeNode, makeWorld, type PublisherWorld } from '../support/builders.js';
import { sharedTestRegistry, type TestRegistry } from '../support/registry.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PAGE = readFileSync(join(ROOT, 'docs/graphql.md'), 'utf8');

/** Returns the code blocks of a language on the page. */
const blocks = (language: string): string[] =>
  [...PAGE.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(([, name, block]) => (name === language ? [block!] : []));

/** Evaluates an expression of the page with its imports. */
const evaluated = <T>(source: string, imports: Readonly<Record<string, unknown>>): T =>
  new Function(...Object.keys(imports), `return ${source.trim().replace(/;$/, '')};`)(...Object.values(imports)) as T;

interface PageInfo {
  readonly endCursor: string;
  readonly hasNextPage: boolean;
}

/** Pages of the versions of a node. */
interface Pages {
  readonly node: {
    readonly versions: {
      readonly edges: { readonly node: { readonly version: string } }[];
      readonly pageInfo: PageInfo;
    };
  };
}

/** Runs a program of the project in a folder. @returns its exit code and everything that it printed */
async function run(folder: string, args: readonly string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, args, { cwd: folder });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [code, out, errors] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  return { code, output: out + errors };
}

describe('clients, as docs/graphql.md configures them', () => {
  const cacheOf = (start: string): string => blocks('js').find((block) => block.startsWith(start))!;
  const [apolloCache, urqlCache] = [cacheOf('new InMemoryCache'), cacheOf('cacheExchange')];
  const documents = new Map(
    blocks('graphql').map((block) => [/(?:query|mutation|subscription) (\w+)/.exec(block)![1]!, block] as const),
  );
  /** All queries of the page for which the owner gets a response without errors. */
  const queries = [...documents].flatMap(([name, block]) =>
    block.startsWith('query') && name !== 'Dashboard' ? [name] : [],
  );
  let registry: TestRegistry;
  let world: PublisherWorld;
  let variables: Record<string, unknown>;

  beforeAll(async () => {
    registry = await sharedTestRegistry();
    world = await makeWorld(registry);
    const numbers = ['1.0.0', '1.1.0', '1.2.0', '1.3.0', '1.4.0'];
    const nodeId = await makeNode(registry, world.id, {
      name: 'Cached',
      versions: numbers.map((version) => ({ version, coreNodes: [{ name: 'Alpha', inputTypes: '{}' }] })),
    });
    variables = { nodeId, publisherId: world.id, version: '1.0.0', name: 'Alpha', words: 'Cached' };
  });
  afterAll(() => registry.close());

  const headers = () => ({ authorization: `Bearer ${world.callers.owner}` });

  it('generates types that compile strictly', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'registry-codegen-'));
    try {
      mkdirSync(join(folder, 'src'));
      symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
      const config = blocks('json')[0]!.replace('http://localhost:4000', registry.url);
      writeFileSync(join(folder, 'codegen.json'), config);
      const marked = [...documents.values()].map((block) => `graphql(\`${block}\`)`);
      writeFileSync(
        join(folder, 'src', 'screens.ts'),
        [
          `import type { ResultOf } from '@graphql-typed-document-node/core';`,
          `import { graphql } from './graphql/gql';`,
          `export const documents = [\n${marked.join(',\n')},\n] as const;`,
          `const catalogue = documents[${[...documents.keys()].indexOf('Catalogue')}];`,
          `type Listed = NonNullable<ResultOf<typeof catalogue>['nodes']>['nodes'][number];`,
          `export const shown = (node: Listed): string => node.name + String(node.downloads + 1);`,
          `// @ts-expect-error An icon may be null.`,
          `export const wrong = (node: Listed): string => node.icon;`,
        ].join('\n'),
      );
      writeFileSync(
        join(folder, 'tsconfig.json'),
        JSON.stringify({
          compilerOptions: {
            ...{ strict: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true, noEmit: true },
            ...{ target: 'ES2022', module: 'ESNext', moduleResolution: 'Bundler', types: [] },
          },
          include: ['src'],
        }),
      );
      const generated = await run(folder, ['node_modules/@graphql-codegen/cli/cjs/bin.js', '--config', 'codegen.json']);
      expect(generated).toEqual({ code: 0, output: expect.any(String) });
      const compiled = await run(folder, ['node_modules/typescript7/bin/tsc', '-p', '.']);
      expect(compiled).toEqual({ code: 0, output: '' });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  describe('Apollo Client', () => {
    const open = (): ApolloClient =>
      new ApolloClient({
        cache: evaluated<InMemoryCache>(apolloCache, { InMemoryCache, relayStylePagination }),
        devtools: { enabled: false },
        link: new HttpLink({ uri: `${registry.url}/graphql`, headers: headers() }),
      });

    it.each(queries)('reads %s from its cache', async (name) => {
      const client = open();
      const query = parse(documents.get(name)!);
      const { data } = await client.query({ query, variables, fetchPolicy: 'network-only' });
      expect(client.readQuery({ query, variables })).toEqual(data);
    });

    it('joins the pages of a connection', async () => {
      const client = open();
      const query = parse(`query Pages($nodeId: ID!, $after: String) {
        node(id: $nodeId) {
          id versions(first: 2, after: $after) { edges { cursor node { id version } } pageInfo { endCursor hasNextPage } }
        }
      }`);
      let after: string | null = null;
      do {
        const answer: { data?: Pages | undefined } = await client.query<Pages>({
          query,
          variables: { nodeId: variables['nodeId'], after },
          fetchPolicy: 'network-only',
        });
        const { endCursor, hasNextPage } = answer.data!.node.versions.pageInfo;
        after = hasNextPage ? endCursor : null;
      } while (after !== null);
      const joined = client.readQuery<Pages>({
        query,
        variables: { nodeId: variables['nodeId'] },
      });
      expect(joined!.node.versions.edges.map(({ node }) => node.version)).toEqual([
        ...['1.4.0', '1.3.0', '1.2.0', '1.1.0', '1.0.0'],
      ]);
    });

    it('shows a change in every query', async () => {
      const client = open();
      const query = parse(documents.get('NodePage')!);
      await client.query({ query, variables });
      await client.mutate({
        mutation: parse(documents.get('Rename')!),
        variables: { ...variables, name: 'By Apollo' },
      });
      expect(client.readQuery({ query, variables })).toMatchObject({ node: { name: 'By Apollo' } });
    });
  });

  describe('urql with its normalized cache', () => {
    const open = (): Client =>
      new Client({
        url: `${registry.url}/graphql`,
        exchanges: [evaluated<ReturnType<typeof cacheExchange>>(urqlCache, { cacheExchange }), fetchExchange],
        fetchOptions: { headers: headers() },
        preferGetMethod: false,
      });

    it.each(queries)('reads %s from its cache without a missing key', async (name) => {
      const warned = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
      try {
        const client = open();
        const document = documents.get(name)!;
        const sent = await client.query(document, variables, { requestPolicy: 'network-only' });
        const cached = await client.query(document, variables, { requestPolicy: 'cache-only' });
        expect([sent.error, cached.data]).toEqual([undefined, sent.data]);
        expect(warned.mock.calls).toEqual([]);
      } finally {
        warned.mockRestore();
      }
    });

    it('shows a change in every query', async () => {
      const client = open();
      const document = documents.get('NodePage')!;
      await client.query(document, variables);
      await client.mutation(documents.get('Rename')!, { ...variables, name: 'By urql' });
      const { data } = await client.query(document, variables, { requestPolicy: 'cache-only' });
      expect(data).toMatchObject({ node: { name: 'By urql' } });
    });
  });
});
