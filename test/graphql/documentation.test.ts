import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isObjectType, isScalarType, isSpecifiedScalarType } from 'graphql';
import { buildGraph } from '../../src/graphql/schema.js';
import { makeNode, makeWorld, type PublisherWorld } from '../support/builders.js';
import { subscribe } from '../support/event-stream.js';
import { sharedTestRegistry, type TestRegistry } from '../support/registry.js';

const PAGE = readFileSync(new URL('../../docs/graphql.md', import.meta.url), 'utf8');

/** Returns the code blocks of a language on the page. */
const blocks = (language: string): string[] =>
  [...PAGE.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(([, name, text]) => (name === language ? [text!] : []));

describe('docs/graphql.md', () => {
  const schema = buildGraph();
  const isSubscription = (text: string): boolean => text.startsWith('subscription');
  const documents = blocks('graphql')
    .filter((text) => !isSubscription(text))
    .map((text) => [/(?:query|mutation) (\w+)/.exec(text)![1]!, text] as const);
  let registry: TestRegistry;
  let world: PublisherWorld;
  let node: string;

  beforeAll(async () => {
    registry = await sharedTestRegistry();
    world = await makeWorld(registry);
    node = await makeNode(registry, world.id, {
      name: 'Documented',
      versions: [{ version: '1.0.0', coreNodes: [{ name: 'Alpha', inputTypes: '{"required":{}}' }] }],
    });
  });
  afterAll(() => registry.close());

  const run = (name: string, as?: string) =>
    registry.graph(
      documents.find(([one]) => one === name)![1],
      {
        nodeId: node,
        publisherId: world.id,
        version: '1.0.0',
        name: name === 'Rename' ? 'Renamed' : 'Alpha',
        words: 'Documented',
      },
      { as },
    );

  it.each(documents.map(([name]) => name).filter((name) => name !== 'Dashboard'))(
    'the example %s of docs/graphql.md runs',
    async (name) => {
      const { data, errors } = await run(name, world.callers.owner);
      expect(errors).toBeUndefined();
      expect(Object.values(data as object)).not.toContain(null);
    },
  );

  it('has examples that run: %s', async () => {
    const subscriptions = blocks('graphql').filter(isSubscription);
    const streams = await Promise.all(subscriptions.map((text) => subscribe(registry, text)));
    expect(streams.map(({ status }) => status)).toEqual([200]);
    streams.forEach((stream) => stream.close());
  });

  it('returns the fields that the caller may read', async () => {
    const { data, errors } = await run('Dashboard');
    expect(data).toEqual({ publishers: { total: expect.any(Number) }, deadJobs: null });
    expect(errors).toMatchObject([{ path: ['deadJobs'], extensions: { code: 'UNAUTHENTICATED' } }]);
  });

  it('documents the type of every scalar', () => {
    const { generates } = JSON.parse(blocks('json')[0]!) as {
      generates: Record<string, { config: { scalars: Record<string, string> } }>;
    };
    const scalars = Object.values(schema.getTypeMap())
      .filter((type) => isScalarType(type) && !isSpecifiedScalarType(type))
      .map(({ name }) => name);
    expect(Object.keys(generates['src/graphql/']!.config.scalars).sort()).toEqual(scalars.sort());
  });

  it('lists in the cache configuration exactly the types without an id', () => {
    const [apollo, urql] = blocks('js').map((source) => source.trim().replace(/;$/, '')) as [string, string];
    const { keys } = new Function('cacheExchange', `return ${urql}`)((options: object) => options) as { keys: object };
    const withoutId = Object.values(schema.getTypeMap())
      .filter((type) => isObjectType(type) && !type.name.startsWith('__') && !('id' in type.getFields()))
      .map(({ name }) => name);
    const roots = ['Query', 'Mutation', 'Subscription'];
    expect(Object.keys(keys).sort()).toEqual(withoutId.filter((name) => !roots.includes(name)).sort());
    const keyed = [...apollo.matchAll(/^ {4}(\w+): \{ keyFields/gm)].map(([, name]) => name!);
    expect(keyed).toEqual(['Change']);
  });
});
