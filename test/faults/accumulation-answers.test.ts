import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { makeNode, makeWorld } from '../support/builders.js';
import { startTestRegistry, type TestRegistry } from '../support/registry.js';

const ANSWER_BYTES = 8 * 1024 * 1024;
/** Number of requests after which the document is compiled. */
const TIMES = 5;

let registry: TestRegistry;
let node: string;

beforeAll(async () => {
  registry = await startTestRegistry();
  const world = await makeWorld(registry);
  node = await makeNode(registry, world.id, { versions: [{ version: '1.0.0' }, { version: '1.0.1' }] });
  await registry.database.query(`update nodes set license = repeat('"', 100000) where id = $1`, [node]);
  await registry.database.query(
    `update node_versions set dependencies = array(select repeat('x', 1000) from generate_series(1, 65)) where node_id = $1`,
    [node],
  );
  const languages = ['cs', 'de', 'es', 'fr', 'it', 'nl', 'pl', 'pt'];
  const data = Object.fromEntries(languages.map((language) => [language, { description: 'ä'.repeat(8000) }]));
  await registry.call('POST', `/nodes/${node}/translations`, { as: world.callers.owner, body: { data } });
});
afterAll(() => registry.close());

/** Returns a document that selects the node this many times. */
const times = (count: number, selection: string): string =>
  `query ($id: ID!) { ${Array.from({ length: count }, (_, index) => `a${index}: node(id: $id) { ${selection} }`).join(' ')} }`;

it.each([
  ['texts that are longer as JSON', 'license', 60],
  ['lists of texts', 'versions(first: 2) { nodes { dependencies } }', 70],
  ['objects', 'translations { fields }', 75],
])('GraphQL responses stay within 8 MiB in spite of %s', async (_what, selection, count) => {
  for (let turn = 0; turn < TIMES; turn++) {
    const { text, body } = await registry.call('POST', '/graphql', {
      body: { query: times(count, selection), variables: { id: node } },
    });
    expect(body).toMatchObject({ data: null, errors: [{ extensions: { code: 'QUERY_TOO_COSTLY' } }] });
    expect(text.length).toBeLessThan(1000);
  }
  for (let turn = 0; turn < TIMES; turn++) {
    const { text, body } = await registry.call('POST', '/graphql', {
      body: { query: times(Math.floor(count / 3), selection), variables: { id: node } },
    });
    expect(body.errors).toBeUndefined();
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(ANSWER_BYTES);
  }
});
