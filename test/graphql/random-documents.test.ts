import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execute, getOperationAST, parse, validate } from 'graphql';
import { CompiledGraph } from '../../src/graphql/compiled-graph.js';
import { buildGraph } from '../../src/graphql/schema.js';
import { ShapedPage } from '../../src/graphql/shaped-page.js';
import { changeNode, makeNode, makeWorld } from '../support/builders.js';
import { anonymousContext } from '../support/worker.mjs';
import { bounded } from '../support/faults.js';
import { randomDocument, type Existing } from '../support/random-document.js';
import { randomOf } from '../support/random.js';
import { startTestRegistry, type TestRegistry } from '../support/registry.js';

const DOCUMENTS = bounded({ usual: 2000, long: 20_000 });
/** A document is compiled when it is received for the third time. */
const TIMES = 3;

const schema = buildGraph();

/** Sorts the keys of objects in a JSON value. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, one]) => [key, sorted(one)] as const);
  return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)));
}

describe('random documents', () => {
  let registry: TestRegistry;
  let existing: Existing;

  beforeAll(async () => {
    registry = await startTestRegistry();
    const [one, two] = [await makeWorld(registry), await makeWorld(registry)];
    const nodes: string[] = [];
    for (let index = 0; index < 7; index++)
      nodes.push(
        await makeNode(registry, (index % 3 === 0 ? one : two).id, {
          name: ['amber "delta"\n', 'basil', 'Cedar ä🙂'][index % 3]!,
          description: index === 1 ? '' : `delta ${index}`,
          tags: ['a', '"b"'],
          supportedOs: index % 2 === 0 ? ['Linux'] : [],
          ...(index === 2 ? { rating: 4.25, author: 'ember' } : {}),
          versions: Array.from({ length: index % 4 }, (_, patch) => ({
            version: `1.${patch}.0`,
            changelog: `change ${patch}`,
            coreNodes: [{ name: 'Amber' }, { name: `Basil${index}`, category: 'c' }],
          })),
        }),
      );
    await changeNode(registry, nodes[5]!, `status = 'NodeStatusBanned'`);
    await registry.call('POST', `/nodes/${nodes[0]}/translations`, {
      as: one.callers.owner,
      body: { data: { de: { name: 'Übersetzt' } } },
    });
    const versions = await registry.database.query<{ id: string }>('select id from node_versions order by id');
    existing = {
      nodes: [...nodes, 'no-such-node'],
      publishers: [one.id, two.id, 'no-such-publisher'],
      versions: versions.map(({ id }) => id),
      coreNodes: ['Amber', 'Basil1', 'NoSuchCoreNode'],
    };
  });
  afterAll(() => registry.close());

  const contextOf = () => anonymousContext(registry.services);

  it('get the same response from shapes and graphql-jit as from graphql-js', async () => {
    const random = randomOf(process.env['SEED']);
    const graph = new CompiledGraph(schema, 20_000);
    const counts = { shaped: 0, compiled: 0, left: 0 };
    while (counts.shaped + counts.compiled < DOCUMENTS) {
      const { query, variables } = randomDocument(schema, random, existing, random.chance(0.5));
      const document = parse(query);
      if (validate(schema, document).length > 0) continue;
      for (let turn = 1; turn < TIMES; turn++)
        void graph.answer({ query, variables, operationName: undefined }, contextOf());
      const answers = [];
      // The second response comes from what the first one cached.
      for (let turn = 0; turn < 2; turn++)
        answers.push(await graph.answer({ query, variables, operationName: undefined }, contextOf()));
      if (answers.includes(undefined)) {
        counts.left++;
        continue;
      }
      const { data, errors } = await execute({
        schema,
        document,
        variableValues: variables,
        contextValue: contextOf(),
        rootValue: {},
      });
      const isShaped = ShapedPage.of(schema, document, getOperationAST(document)!)?.plan(variables) !== undefined;
      // graphql-jit returns fields that are selected several times in another order.
      const textOf = (value: unknown): string => JSON.stringify(isShaped ? value : sorted(value));
      const expected = textOf({ data, errors });
      for (const answer of answers) {
        const { data: given } = JSON.parse(String(answer!.json)) as { data: unknown };
        const text = textOf({ data: given });
        if (text !== expected)
          expect({ seed: random.seed, query, variables, text }).toEqual({
            seed: random.seed,
            query,
            variables,
            text: expected,
          });
      }
      counts[isShaped ? 'shaped' : 'compiled']++;
    }
    process.stdout.write(
      `random documents (seed ${random.seed}): ${counts.shaped} written by shapes, ${counts.compiled} by graphql-jit, ${counts.left} left to Apollo\n`,
    );
    expect(counts.shaped).toBeGreaterThan(DOCUMENTS / 8);
    expect(counts.compiled).toBeGreaterThan(DOCUMENTS / 8);
  }, 300_000);
});
