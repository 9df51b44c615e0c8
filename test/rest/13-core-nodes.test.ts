import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { NewCoreNode, NewNode } from '../../src/services/store-nodes.js';
import { NodeVersionStatus } from '../../src/values/states.js';
import { changeNode, makeNode, makeNodes, makeWorld, type PublisherWorld, uniqueName } from '../support/builders.js';
import { expectError } from '../support/refusals.js';
import { type Answer, startTestRegistry, type TestRegistry } from '../support/registry.js';

const namesOf = (answer: Answer): string[] =>
  answer.body.core_nodes.map((definition: { core_node_name: string }) => definition.core_node_name);
const named = (...names: string[]): NewCoreNode[] => names.map((name) => ({ name }));

describe('GET /core-nodes', () => {
  let registry: TestRegistry;
  let world: PublisherWorld;

  beforeAll(async () => {
    registry = await startTestRegistry();
    world = await makeWorld(registry);
  });
  afterAll(() => registry.close());

  const list = (query: Record<string, string | number> = {}, as?: string) =>
    registry.call(
      'GET',
      `/core-nodes?${new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])).toString()}`,
      { as },
    );
  const make = (versions: NewNode['versions']) => makeNode(registry, world.id, { versions });

  it('is empty at first', async () => {
    const empty = await startTestRegistry();
    try {
      expect((await empty.call('GET', '/core-nodes')).body).toEqual({ core_nodes: [], total: 0 });
    } finally {
      await empty.close();
    }
  });

  it('has every field under its wire name, and leaves out fields without a value', async () => {
    const whole = {
      name: 'Whole',
      category: 'image',
      description: 'All of it.',
      function: 'run',
      inputTypes: '{"required": {}}',
      returnNames: '["IMAGE"]',
      returnTypes: '["IMAGE"]',
      outputIsList: [true, false],
      deprecated: true,
      experimental: true,
    };
    const id = await make([{ version: '1.2.3', coreNodes: [whole, { name: 'Bare' }] }]);
    const answer = await list({ node_id: id });
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        core_nodes: [
          {
            core_node_name: 'Bare',
            node_id: id,
            node_version: '1.2.3',
            output_is_list: [],
            deprecated: false,
            experimental: false,
            policy: 'CoreNodePolicyActive',
          },
          {
            core_node_name: 'Whole',
            node_id: id,
            node_version: '1.2.3',
            category: 'image',
            description: 'All of it.',
            function: 'run',
            input_types: '{"required": {}}',
            return_names: '["IMAGE"]',
            return_types: '["IMAGE"]',
            output_is_list: [true, false],
            deprecated: true,
            experimental: true,
            policy: 'CoreNodePolicyActive',
          },
        ],
        total: 2,
      },
    ]);
  });

  it('contains the latest versions of Active nodes, sorted by name and then by node', async () => {
    const name = uniqueName('Shared');
    const [first, second, banned, deleted, without] = [
      uniqueName('a'),
      uniqueName('b'),
      uniqueName('c'),
      uniqueName('d'),
      uniqueName('e'),
    ];
    const coreNodes = named(name, `${name}Z`);
    const versions = [
      { version: '1.0.9', coreNodes: named(`${name}Old`) },
      { version: '1.0.10', coreNodes },
      { version: '2.0.0-rc.1', coreNodes: named(`${name}Next`) },
    ];
    await makeNodes(
      registry,
      [second, banned, deleted, first].map((id) => ({ id, publisherId: world.id, name: id, versions })),
    );
    await makeNode(registry, world.id, {
      id: without,
      versions: [{ version: '1.0.0', status: NodeVersionStatus.Pending, coreNodes }],
    });
    await changeNode(registry, banned, `status = 'NodeStatusBanned'`);
    await changeNode(registry, deleted, `status = 'NodeStatusDeleted'`);
    for (const as of [undefined, ...Object.values(world.callers)]) {
      const mine = (await list({ pageSize: 1000 }, as)).body.core_nodes.filter(
        (definition: { core_node_name: string }) => definition.core_node_name.startsWith(name),
      );
      expect(
        mine.map((definition: { core_node_name: string; node_id: string; node_version: string }) => [
          definition.core_node_name,
          definition.node_id,
          definition.node_version,
        ]),
      ).toEqual([
        [name, first, '1.0.10'],
        [name, second, '1.0.10'],
        [`${name}Z`, first, '1.0.10'],
        [`${name}Z`, second, '1.0.10'],
      ]);
    }
  });

  describe('pages', () => {
    let id: string;
    const NAMES = Array.from({ length: 1003 }, (_, place) => `Paged${String(place).padStart(4, '0')}`);

    beforeAll(async () => {
      id = await make([{ version: '1.0.0', coreNodes: named(...NAMES) }]);
    });

    it('have a hundred definitions by default', async () => {
      const answer = await list({ node_id: id });
      expect([namesOf(answer), answer.body.total]).toEqual([NAMES.slice(0, 100), 1003]);
    });

    it('follow each other without gaps or duplicates', async () => {
      expect(namesOf(await list({ node_id: id, page: 2, pageSize: 7 }))).toEqual(NAMES.slice(7, 14));
      expect(namesOf(await list({ node_id: id, page: 11 }))).toEqual(NAMES.slice(1000));
    });

    it('have at most a thousand', async () => {
      expect(namesOf(await list({ node_id: id, pageSize: 100_000 }))).toEqual(NAMES.slice(0, 1000));
      expect(namesOf(await list({ node_id: id, pageSize: 100_000, page: 2 }))).toEqual(NAMES.slice(1000));
    });

    it('beyond the end are empty, but have the total', async () => {
      for (const page of [12, 1_000_000_000])
        expect((await list({ node_id: id, page })).body).toEqual({ core_nodes: [], total: 1003 });
    });

    it('run one statement for any number of definitions, and none when repeated', async () => {
      await list({ node_id: id, page: 11 });
      const cost = async (query: Record<string, string | number>) =>
        (await registry.statements(() => list(query))).length;
      expect(await cost({ pageSize: 1 })).toBe(1);
      expect(await cost({ pageSize: 1000 })).toBe(1);
      expect(await cost({ pageSize: 999, node_id: id })).toBe(1);
      expect(await cost({ pageSize: 999, node_id: id })).toBe(0);
    });
  });

  describe('core_node_name', () => {
    it('matches exactly', async () => {
      const name = uniqueName('Load % Image');
      const one = await make([{ version: '1.0.0', coreNodes: named(name, `${name}2`, name.toLowerCase()) }]);
      const other = await make([{ version: '1.0.0', coreNodes: named(name) }]);
      const answer = await list({ core_node_name: name });
      expect(answer.body.total).toBe(2);
      expect(answer.body.core_nodes.map((definition: { node_id: string }) => definition.node_id).sort()).toEqual(
        [one, other].sort(),
      );
      expect((await list({ core_node_name: name, node_id: other })).body.total).toBe(1);
      expect((await list({ core_node_name: name.slice(0, -1) })).body).toEqual({ core_nodes: [], total: 0 });
    });

    it.each(['图像加载', '🦄', `it's "so" <b>`, 'a\\b', '(a|b)', ' lead'])('may be %s', async (name) => {
      const id = await make([{ version: '1.0.0', coreNodes: named(name) }]);
      expect(namesOf(await list({ core_node_name: name, node_id: id }))).toEqual([name]);
    });
  });

  describe('node_id and node_version', () => {
    let id: string;

    beforeAll(async () => {
      id = await makeNode(registry, world.id, {
        id: uniqueName('Picked.Node'),
        versions: [
          { version: '1.0.0', coreNodes: named('One') },
          { version: '2.0.0', coreNodes: named('Two') },
          { version: '3.0.0-rc.1+build', coreNodes: named('Next') },
          { version: '4.0.0', status: NodeVersionStatus.Pending, coreNodes: named('Pending') },
          { version: '5.0.0', status: NodeVersionStatus.Banned, coreNodes: named('Banned') },
        ],
      });
    });

    it('select the definitions of a node, in any spelling of its id', async () => {
      for (const spelling of [id, id.toUpperCase(), id.toLowerCase().replaceAll(/[.-]/g, '_')])
        expect(namesOf(await list({ node_id: spelling }))).toEqual(['Two']);
    });

    it('select another version', async () => {
      expect(namesOf(await list({ node_id: id, node_version: '1.0.0' }))).toEqual(['One']);
      expect(namesOf(await list({ node_id: id, node_version: '3.0.0-rc.1+build' }))).toEqual(['Next']);
      expect((await list({ node_version: '3.0.0-rc.1+build' })).body).toMatchObject({
        core_nodes: [{ node_id: id }],
        total: 1,
      });
    });

    it.each(['4.0.0', '5.0.0', '9.9.9'])(
      'return nothing for the version %s, which can’t be installed',
      async (version) => {
        for (const as of [undefined, world.callers.outsider])
          expect((await list({ node_id: id, node_version: version }, as)).body).toEqual({ core_nodes: [], total: 0 });
      },
    );

    it('return nothing for a node that does not exist', async () => {
      const deleted = await make([{ version: '1.0.0', coreNodes: named('Gone') }]);
      await changeNode(registry, deleted, `status = 'NodeStatusDeleted'`);
      for (const nodeId of ['no-such-node', deleted, '../etc', 'a b']) {
        const answer = await list({ node_id: nodeId });
        expect([answer.status, answer.body]).toEqual([200, { core_nodes: [], total: 0 }]);
      }
    });

    it('refuse a banned node, except for admins', async () => {
      const banned = await make([{ version: '1.0.0', coreNodes: named('Kept') }]);
      await changeNode(registry, banned, `status = 'NodeStatusBanned'`);
      const { admin, ...others } = world.callers;
      for (const as of [undefined, 'not-a-token', ...Object.values(others)]) {
        expectError(await list({ node_id: banned }, as), 403, 'NODE_BANNED');
        expectError(await list({ node_id: banned.toUpperCase(), core_node_name: 'Kept' }, as), 403, 'NODE_BANNED');
      }
      expect(namesOf(await list({ node_id: banned }, admin))).toEqual(['Kept']);
      expectError(await list({ node_id: banned }), 403, 'NODE_BANNED');
    });
  });

  it('ignores an invalid credential', async () => {
    const expired = await registry.signIn(uniqueName('late'), { ttlSeconds: -3600 });
    for (const as of ['not-a-token', expired]) expect((await list({}, as)).status).toBe(200);
  });

  it.each([
    'page=0',
    'page=abc',
    'page=-1',
    'pageSize=0',
    'pageSize=abc',
    'pageSize=1&pageSize=2',
    'node_id=a&node_id=b',
    'node_id=a%00',
    'core_node_name=%00',
    'node_version=latest',
    'node_version=1.0',
    'node_version=5f0c7f0e-8f0e-4f0e-8f0e-5f0c7f0e8f0e',
    `core_node_name=${'x'.repeat(1001)}`,
  ])('%.40s is refused', async (query) =>
    expectError(await registry.call('GET', `/core-nodes?${query}`), 400, 'INVALID_INPUT'),
  );

  it('treats empty values as absent and ignores unknown parameters', async () => {
    const answer = await registry.call(
      'GET',
      '/core-nodes?page=&pageSize=&node_id=&node_version=&core_node_name=&limit=abc&colour=red',
    );
    expect([answer.status, answer.body.total]).toEqual([200, (await list()).body.total]);
  });

  it('refuses other methods and media types, and hides the details of an internal error', async () => {
    const posted = await registry.call('POST', '/core-nodes', { as: world.callers.admin, body: {} });
    expectError(posted, 405, 'METHOD_NOT_ALLOWED');
    expect(posted.headers.get('allow')).toBe('GET, HEAD');
    expectError(await registry.call('GET', '/core-nodes', { headers: { accept: 'text/html' } }), 406, 'NOT_ACCEPTABLE');
    const original = registry.services.nodes.listCoreNodes;
    registry.services.nodes.listCoreNodes = () => Promise.reject(new Error('select secret from vault'));
    try {
      const answer = await list({ page: 77 });
      expectError(answer, 500, 'INTERNAL_ERROR');
      expect(answer.text).not.toContain('vault');
    } finally {
      registry.services.nodes.listCoreNodes = original;
    }
  });
});
