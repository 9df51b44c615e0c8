import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { buildSchema } from 'graphql';
import { ERROR_CATALOGUE } from '../../src/errors/catalogue.js';
import { makeNode, uniqueName } from '../support/builders.js';
import { bounded } from '../support/faults.js';
import { graphInputWith, graphOperationsOf, graphTextPlaces } from '../support/graph-operations.js';
import {
  type InterfaceWorld,
  makeInterfaceWorld,
  requestOf,
  SAMPLES,
  variablesOf,
} from '../support/interface-world.js';
import { bodyWith, type Operation, operationsOf, takes, textPlaces, valueAt } from '../support/rest-operations.js';
import { randomOf } from '../support/random.js';
import { encodePart, type RawAnswer, sendRaw } from '../support/raw.js';
import { startTestRegistry, type TestRegistry } from '../support/registry.js';
import { ALL_ODD_STRINGS, isUnstorable, NAUGHTY_STRINGS, ODD_STRINGS } from '../support/strings.js';

/** Strings per position, in addition to one of each refused kind. The long form also uses the whole public list. */
const TEXTS_A_PLACE = bounded({ usual: 1, long: 12 });
const EVERYWHERE = bounded({ usual: 0, long: NAUGHTY_STRINGS.length });
const ROUND_TRIPS = bounded({ usual: 15, long: 150 });
const PATIENCE_MS = bounded({ usual: 120_000, long: 3_600_000 });
const GENERATED = bounded({ usual: 100, long: 1200 });
/** Longer URLs are refused before they reach the registry. */
const ADDRESS_MAX = 2500;

/** Classifiers are stored in a canonical form. */
const IN_ONE_FORM = new Set(['supported_os', 'supported_accelerators', 'supportedOs', 'supportedAccelerators']);

/** Fields that do not return the sent value: the provider names its model, and a status may have no detail. */
const ANSWERED_OTHERWISE = new Set([
  'submitVideoTask model',
  'adminUpdateNode status_detail',
  'adminUpdateNode statusDetail',
]);

const random = randomOf(process.env['SEED']);

/** Any code points, lone surrogates, and names of Object properties. */
const anyText = fc.oneof(
  fc.array(fc.nat(0x10ffff), { maxLength: 60 }).map((points) => String.fromCodePoint(...points)),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.array(fc.nat(0xffff), { maxLength: 20 }).map((units) => String.fromCharCode(...units)),
  fc.constantFrom(...ODD_STRINGS.names),
);

const texts = [...ALL_ODD_STRINGS, ...fc.sample(anyText, { seed: random.seed, numRuns: GENERATED })];
const storable = texts.filter((text) => !isUnstorable(text));
let next = random.upTo(texts.length);

/** Returns strings for a position. Different positions get different ones, so that each string is used. */
function textsForPlace(): string[] {
  const chosen = Array.from({ length: TEXTS_A_PLACE }, () => texts[next++ % texts.length]!);
  return [
    ...NAUGHTY_STRINGS.slice(0, EVERYWHERE),
    ...chosen,
    random.oneOf(['\0', 'a\0b']),
    random.oneOf(['\ud800', 'a\udc00b']),
  ];
}

const shown = (text: string): string =>
  JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}… (${text.length})` : text);

describe('any string in any field', () => {
  let registry: TestRegistry;
  let world: InterfaceWorld;
  let operations: Operation[];
  const graph = graphOperationsOf(buildSchema(readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8')));
  const found: string[] = [];

  beforeAll(async () => {
    registry = await startTestRegistry({
      VIDEO_SANDBOX_STEP_MS: '0',
      MAX_TOKENS_PER_PUBLISHER: '100000',
      COMMUNITY_TRANSLATIONS_PER_HOUR: '1000000',
      REPO_HOST_API_URL: 'http://127.0.0.1:9',
    });
    world = await makeInterfaceWorld(registry);
    operations = operationsOf(registry.conformance.document);
  });
  afterAll(() => registry.close());

  const note = (expectation: () => void, where: string): void => {
    try {
      expectation();
    } catch (error) {
      found.push(`${where}: ${(error as Error).message.slice(0, 600)}`);
    }
  };

  async function ask(method: string, path: string, body?: unknown): Promise<RawAnswer> {
    const answer = await sendRaw(registry.url, {
      method,
      path,
      headers: {
        authorization: `Bearer ${world.callers.admin}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    note(() => registry.conformance.check(method, path, answer.status, answer.body), path);
    note(() => expect(answer.status).toBeLessThan(500), `${method} ${path} ${JSON.stringify(body)?.slice(0, 200)}`);
    return answer;
  }

  async function mutate(
    document: string,
    variables: object,
    as: string = world.callers.admin,
  ): Promise<{ data?: Record<string, unknown> | null; codes: string[] }> {
    const answer = await sendRaw(registry.url, {
      method: 'POST',
      path: '/graphql',
      headers: { authorization: `Bearer ${as}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query: document, variables }),
    });
    const { data, errors = [] } = answer.body as {
      data?: Record<string, unknown> | null;
      errors?: { extensions: { code: string } }[];
    };
    return { ...(data === undefined ? {} : { data }), codes: errors.map(({ extensions }) => extensions.code) };
  }

  it(
    'of every path and query string of REST is refused or accepted, without internal errors',
    async () => {
      let asked = 0;
      for (const operation of operations) {
        for (const name of operation.pathNames) {
          for (const text of textsForPlace().filter((one) => one !== '' && one.length < ADDRESS_MAX)) {
            const { path, body } = requestOf(operation, world, { [name]: encodePart(text) });
            const answer = await ask(operation.method, path, body);
            asked++;
            if (isUnstorable(text))
              note(() => expect(answer.status).toBe(400), `${operation.id} ${name} ${shown(text)}`);
          }
        }
        for (const [name, schema] of Object.entries(operation.query)) {
          for (const text of textsForPlace().filter((one) => one.length < ADDRESS_MAX)) {
            const { path, body } = requestOf(operation, world);
            const pair = `${name}=${encodePart(text)}`;
            const answer = await ask(
              operation.method,
              `${path}${path.includes('?') ? '&' : '?'}${takes(schema, 'array') ? `${pair}&${pair}` : pair}`,
              body,
            );
            asked++;
            if (isUnstorable(text))
              note(() => expect(answer.status).toBe(400), `${operation.id} ?${name} ${shown(text)}`);
          }
        }
      }
      process.stdout.write(`texts in paths and queries: ${asked} asked, seed ${random.seed}\n`);
      expect(found.splice(0)).toEqual([]);
      expect(asked).toBeGreaterThan(300);
    },
    PATIENCE_MS,
  );

  it(
    'of every body of REST is refused, or returned unchanged',
    async () => {
      let [asked, same] = [0, 0];
      for (const operation of operations) {
        for (const pointer of operation.body ? textPlaces(operation.body) : []) {
          for (const text of textsForPlace()) {
            const { path } = requestOf(operation, world);
            const answer = await ask(operation.method, path, bodyWith(operation.body!, pointer, text, SAMPLES));
            const where = `${operation.id} ${pointer.map(String).join('.')} ${shown(text)}`;
            asked++;
            if (isUnstorable(text)) note(() => expect(answer.status).toBe(400), where);
            const back =
              answer.status < 300 && text !== '' && !ANSWERED_OTHERWISE.has(`${operation.id} ${String(pointer[0])}`)
                ? valueAt(answer.body, pointer)
                : undefined;
            if (back === undefined || pointer.some((step) => IN_ONE_FORM.has(step as string))) continue;
            note(() => expect(back).toBe(text), where);
            same++;
          }
        }
      }
      process.stdout.write(`texts in bodies: ${asked} sent, ${same} came back the same, seed ${random.seed}\n`);
      expect(found.splice(0)).toEqual([]);
      expect(same).toBeGreaterThan(30);
    },
    PATIENCE_MS,
  );

  it(
    'of every argument and input of GraphQL is refused, or returned unchanged',
    async () => {
      let [asked, same] = [0, 0];
      for (const operation of graph) {
        for (const argument of operation.args) {
          for (const pointer of graphTextPlaces(argument.type)) {
            for (const text of textsForPlace()) {
              const input = graphInputWith(argument.type, pointer, text, SAMPLES, argument.name);
              const { data, codes } = await mutate(operation.document, {
                ...variablesOf(operation, world),
                [argument.name]: input,
              });
              const where = `${operation.name} ${[argument.name, ...pointer.map(String)].join('.')} ${shown(text)}`;
              asked++;
              note(
                () =>
                  expect(
                    codes.filter(
                      (code) => (ERROR_CATALOGUE as Record<string, number>)[code]! >= 500 || !(code in ERROR_CATALOGUE),
                    ),
                  ).toEqual([]),
                where,
              );
              if (isUnstorable(text)) note(() => expect(codes).toEqual(['INVALID_INPUT']), where);
              const back =
                codes.length === 0 && text !== '' ? valueAt(valueAt(data, operation.at), pointer) : undefined;
              if (
                operation.kind === 'query' ||
                typeof back !== 'string' ||
                ANSWERED_OTHERWISE.has(`${operation.name.split('.')[1]!} ${String(pointer[0])}`) ||
                pointer.some((step) => IN_ONE_FORM.has(step as string))
              )
                continue;
              note(() => expect(back).toBe(text), where);
              same++;
            }
          }
        }
      }
      process.stdout.write(`texts in the graph: ${asked} sent, ${same} came back the same, seed ${random.seed}\n`);
      expect(found.splice(0)).toEqual([]);
      expect(same).toBeGreaterThan(30);
    },
    PATIENCE_MS,
  );

  it(
    'in a document is treated like one in a variable',
    async () => {
      for (const text of texts.filter((one) => one.length < 1000).slice(-bounded({ usual: 150, long: 2000 }))) {
        const { codes } = await mutate(
          `{ node(id: ${JSON.stringify(text)}) { id } searchNodes(search: ${JSON.stringify(text)}) { total } publisher(id: ${JSON.stringify(text)}) { id } }`,
          {},
        );
        const expected = isUnstorable(text) ? [expect.stringMatching(/^(INVALID_INPUT|GRAPHQL_PARSE_FAILED)$/)] : [];
        note(() => expect(codes).toEqual(expected), shown(text));
      }
      expect(found.splice(0)).toEqual([]);
    },
    PATIENCE_MS,
  );

  describe('is returned byte for byte in both transports', () => {
    // Created here, so that writes of earlier tests are not counted.
    beforeAll(async () => void (world = await makeInterfaceWorld(registry)));

    const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const wire = (fields: Record<string, unknown>): Record<string, unknown> =>
      Object.fromEntries(Object.entries(fields).map(([name, value]) => [snake(name), value]));
    const camel = (record: Record<string, unknown>): Record<string, unknown> =>
      Object.fromEntries(
        Object.entries(record).map(([name, value]) => [
          name.replace(/_([a-z])/g, (_whole, letter: string) => letter.toUpperCase()),
          value,
        ]),
      );

    /** A record, with the maximum length of its text fields; in brackets for lists of strings. */
    interface Kept {
      readonly fields: Readonly<Record<string, number | readonly [number]>>;
      readonly writeRest: (fields: Record<string, unknown>) => Promise<RawAnswer>;
      readonly writeGraph: (fields: Record<string, unknown>) => Promise<{ codes: string[] }>;
      readonly readRest: () => Promise<Record<string, unknown>>;
      readonly readGraph: (names: string) => Promise<unknown>;
    }

    const inGraph = async (document: string): Promise<Record<string, Record<string, unknown>>> =>
      (await mutate(document, {})).data as Record<string, Record<string, unknown>>;
    const inRest = async (path: string): Promise<Record<string, unknown>> =>
      (await ask('GET', path)).body as Record<string, unknown>;
    let version = 0;

    const NODE = {
      name: 200,
      description: 50_000,
      author: 200,
      license: 100_000,
      category: 200,
      supportedCoreuiVersion: 200,
      supportedCoreuiFrontendVersion: 200,
      tags: [100],
      tagsAdmin: [100],
      preemptedCoreNodeNames: [200],
    } as const;

    const kinds: Record<string, () => Kept> = {
      publisher: () => ({
        fields: { name: 200, description: 20_000 },
        writeRest: (fields) => ask('PUT', `/publishers/${world.id}`, wire(fields)),
        writeGraph: (input) =>
          mutate(
            'mutation ($id: ID!, $input: UpdatePublisherInput!) { updatePublisher(publisherId: $id, input: $input) { id } }',
            { id: world.id, input },
          ),
        readRest: async () => camel(await inRest(`/publishers/${world.id}`)),
        readGraph: async (names) => (await inGraph(`{ publisher(id: "${world.id}") { ${names} } }`))['publisher'],
      }),
      node: () => ({
        fields: NODE,
        writeRest: (fields) => ask('PUT', `/publishers/${world.id}/nodes/${world.nodeId}`, wire(fields)),
        writeGraph: (input) =>
          mutate(
            'mutation ($id: ID!, $input: AdminUpdateNodeInput!) { adminUpdateNode(nodeId: $id, input: $input) { id } }',
            { id: world.nodeId, input },
          ),
        readRest: async () => camel(await inRest(`/nodes/${world.nodeId}`)),
        readGraph: async (names) => (await inGraph(`{ node(id: "${world.nodeId}") { ${names} } }`))['node'],
      }),
      'new version': () => ({
        fields: {
          changelog: 100_000,
          dependencies: [1000],
          tags: [100],
          supportedCoreuiVersion: 200,
          supportedCoreuiFrontendVersion: 200,
        },
        writeRest: (fields) =>
          ask('POST', `/publishers/${world.id}/nodes/${world.nodeId}/versions`, {
            node: {},
            node_version: { version: `2.0.${++version % 50}`, ...wire(fields) },
          }),
        writeGraph: (fields) =>
          mutate(
            'mutation ($publisherId: ID!, $nodeId: ID!, $input: PublishNodeVersionInput!) { publishNodeVersion(publisherId: $publisherId, nodeId: $nodeId, input: $input) { signedUrl } }',
            {
              publisherId: world.id,
              nodeId: world.nodeId,
              input: { nodeVersion: { version: `2.0.${++version % 50}`, ...fields } },
            },
          ),
        readRest: async () => camel(await inRest(`/nodes/${world.nodeId}/versions/2.0.${version % 50}`)),
        readGraph: async (names) =>
          (await inGraph(`{ nodeVersion(nodeId: "${world.nodeId}", version: "2.0.${version % 50}") { ${names} } }`))[
            'nodeVersion'
          ],
      }),
      'the reason of a state': () => ({
        fields: { statusReason: 2000, tagsAdmin: [100] },
        writeRest: (fields) =>
          ask('PUT', `/admin/nodes/${world.nodeId}/versions/1.1.0`, {
            status: 'NodeVersionStatusFlagged',
            ...wire(fields),
          }),
        writeGraph: (fields) =>
          mutate(
            'mutation ($nodeId: ID!, $version: String!, $input: AdminUpdateNodeVersionInput!) { adminUpdateNodeVersion(nodeId: $nodeId, version: $version, input: $input) { id } }',
            { nodeId: world.nodeId, version: '1.1.0', input: { status: 'NodeVersionStatusFlagged', ...fields } },
          ),
        readRest: async () => camel(await inRest(`/nodes/${world.nodeId}/versions/1.1.0`)),
        readGraph: async (names) =>
          (await inGraph(`{ nodeVersion(nodeId: "${world.nodeId}", version: "1.1.0") { ${names} } }`))['nodeVersion'],
      }),
      'core-node': () => ({
        fields: { displayName: 500, category: 500, description: 20_000, function: 500 },
        writeRest: (fields) => ask('PUT', `/nodes/${world.nodeId}/versions/1.0.0/core-nodes/Sharpen`, wire(fields)),
        writeGraph: (input) =>
          mutate(
            'mutation ($nodeId: ID!, $version: String!, $name: String!, $input: UpdateCoreNodeInput!) { updateCoreNode(nodeId: $nodeId, version: $version, name: $name, input: $input) { policy } }',
            { nodeId: world.nodeId, version: '1.0.0', name: 'Sharpen', input },
          ),
        readRest: async () => camel(await inRest(`/nodes/${world.nodeId}/versions/1.0.0/core-nodes/Sharpen`)),
        readGraph: async (names) =>
          (
            await inGraph(
              `{ nodeVersion(nodeId: "${world.nodeId}", version: "1.0.0") { coreNode(name: "Sharpen") { ${names} } } }`,
            )
          )['nodeVersion']!['coreNode'],
      }),
      'token, whose fields are set once': () => ({
        fields: { name: 200, description: 2000 },
        writeRest: (fields) => ask('POST', `/publishers/${world.id}/tokens`, wire(fields)),
        writeGraph: (input) =>
          mutate(
            'mutation ($publisherId: ID!, $input: CreatePublisherTokenInput!) { createPublisherToken(publisherId: $publisherId, input: $input) { id } }',
            { publisherId: world.id, input },
          ),
        readRest: async () =>
          camel(((await inRest(`/publishers/${world.id}/tokens`)) as unknown as Record<string, unknown>[]).at(-1)!),
        readGraph: async (names) =>
          (
            (await inGraph(`{ publisher(id: "${world.id}") { tokens { ${names} } } }`))['publisher']![
              'tokens'
            ] as unknown[]
          ).at(-1),
      }),
      webhook: () => ({
        fields: { description: 2000 },
        writeRest: (fields) => ask('PUT', `/publishers/${world.id}/webhooks/${world.webhookId}`, wire(fields)),
        writeGraph: (input) =>
          mutate(
            'mutation ($publisherId: ID!, $id: ID!, $input: UpdateWebhookInput!) { updateWebhook(publisherId: $publisherId, webhookId: $id, input: $input) { id } }',
            { publisherId: world.id, id: world.webhookId, input },
          ),
        readRest: async () =>
          camel(((await inRest(`/publishers/${world.id}/webhooks`)) as unknown as Record<string, unknown>[])[0]!),
        readGraph: async (names) =>
          (
            (await inGraph(`{ publisher(id: "${world.id}") { webhooks { ${names} } } }`))['publisher']![
              'webhooks'
            ] as unknown[]
          )[0],
      }),
      translation: () => ({
        fields: { name: 4000, description: 4000 },
        writeRest: (fields) => ask('POST', `/nodes/${world.nodeId}/translations`, { data: { de: fields } }),
        writeGraph: (fields) =>
          mutate(
            'mutation ($nodeId: ID!, $input: AddNodeTranslationsInput!) { addNodeTranslations(nodeId: $nodeId, input: $input) { language } }',
            { nodeId: world.nodeId, input: { data: { de: fields } } },
          ),
        readRest: async () =>
          (
            (await inRest(`/nodes/${world.nodeId}?include_translations=true`))['translations'] as Record<
              string,
              Record<string, unknown>
            >
          )['de']!,
        readGraph: async () =>
          (
            (await inGraph(`{ node(id: "${world.nodeId}") { translations(languages: ["de"]) { fields } } }`))['node']![
              'translations'
            ] as { fields: unknown }[]
          )[0]!.fields,
      }),
    };

    /** Returns a string for each field; reasons are not blank. After all rounds, each field has had all strings. */
    const filled = ({ fields }: Kept, from: readonly string[], round: number): Record<string, unknown> =>
      Object.fromEntries(
        Object.entries(fields).map(([name, most], place) => {
          const fitting = from.filter(
            (text) => (name === 'statusReason' ? text.trim() !== '' : text !== '') && text.length <= Number(most),
          );
          const text = fitting[(round + place * 11) % fitting.length]!;
          return [name, typeof most === 'number' ? text : [text, fitting[(round * 3 + place) % fitting.length]]];
        }),
      );

    it.each(Object.keys(kinds))(
      '%s',
      async (name) => {
        const kind = kinds[name]!();
        for (let round = 0; round < ROUND_TRIPS; round++) {
          const fields = filled(kind, storable, round + (random.seed % 1000));
          const written = round % 2 === 0 ? await kind.writeRest(fields) : await kind.writeGraph(fields);
          note(
            () =>
              expect('status' in written ? written.status < 300 : written.codes).toEqual(
                'status' in written ? true : [],
              ),
            JSON.stringify(fields).slice(0, 300),
          );
          const [rest, inTheGraph] = [await kind.readRest(), await kind.readGraph(Object.keys(fields).join(' '))];
          note(
            () => expect(Object.fromEntries(Object.keys(fields).map((field) => [field, rest[field]]))).toEqual(fields),
            'read through REST',
          );
          note(() => expect({ ...(inTheGraph as object) }).toEqual(fields), 'read through the graph');
          // A string that can't be stored is refused in any field, and nothing else of the request is stored.
          const [place, bad] = [random.oneOf(Object.keys(kind.fields)), random.oneOf(ODD_STRINGS.noText)];
          const broken = {
            ...filled(kind, storable, round + 1),
            [place]: Array.isArray(fields[place]) ? ['well', bad] : bad,
          };
          const refused =
            round % 2 === 0 ? (await kind.writeRest(broken)).status : (await kind.writeGraph(broken)).codes;
          note(() => expect(refused).toEqual(round % 2 === 0 ? 400 : ['INVALID_INPUT']), `${place} ${shown(bad)}`);
        }
        expect(found.splice(0)).toEqual([]);
      },
      PATIENCE_MS,
    );
  });

  it(
    'can be the name of a core-node, by which it is found',
    async () => {
      const names = storable
        .filter((text) => text !== '' && text.length <= 500)
        .slice(0, bounded({ usual: 80, long: 1200 }));
      const nodeId = await makeNode(registry, world.id, { id: uniqueName('named'), versions: [{ version: '1.0.0' }] });
      const distinct = [...new Set(names)];
      const stored = await ask('POST', `/nodes/${nodeId}/versions/1.0.0/core-nodes`, {
        core_nodes: distinct.map((name) => ({ core_node_name: name, input_types: JSON.stringify({ [name]: name }) })),
      });
      expect(
        (stored.body.core_nodes as { core_node_name: string }[]).map(({ core_node_name: name }) => name).sort(),
      ).toEqual([...distinct].sort());
      for (const name of distinct) {
        const [byPath, byQuery] = [
          await ask('GET', `/nodes/${nodeId}/versions/1.0.0/core-nodes/${encodePart(name)}`),
          await ask('GET', `/core-nodes?node_id=${nodeId}&core_node_name=${encodePart(name)}`),
        ];
        const inTheGraph = await mutate(
          'query ($name: String!, $nodeId: ID!) { coreNodes(nodeId: $nodeId, name: $name) { nodes { coreNodeName inputTypes } } }',
          { name, nodeId },
        );
        const expected = { core_node_name: name, input_types: JSON.stringify({ [name]: name }) };
        note(() => expect(byPath.body).toMatchObject(expected), shown(name));
        note(() => expect(byQuery.body.core_nodes).toMatchObject([expected]), shown(name));
        note(
          () =>
            expect(valueAt(inTheGraph.data, ['coreNodes', 'nodes'])).toEqual([
              { coreNodeName: name, inputTypes: { [name]: name } },
            ]),
          shown(name),
        );
      }
      expect(found.splice(0)).toEqual([]);
    },
    PATIENCE_MS,
  );
});
