import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { NewNode } from '../../src/services/store-nodes.js';
import { NodeVersionStatus } from '../../src/values/states.js';
import {
  changeNode,
  changePublisher,
  makeNode,
  makeNodes,
  makePublisher,
  makeWorld,
  type PublisherWorld,
  setNodeTimes,
  uniqueName,
  userId,
} from '../support/builders.js';
import { type Answer, startTestRegistry, startUncachedRegistry, type TestRegistry } from '../support/registry.js';

type Query = Readonly<Record<string, string | number | readonly string[]>>;

/** Returns a query string. A list becomes repeated parameters. */
function queryString(query: Query): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, String(one)]),
  );
  return new URLSearchParams(pairs).toString();
}

const idsOf = (answer: Answer): string[] => answer.body.nodes.map((node: { id: string }) => node.id);

describe('GET /nodes', () => {
  let registry: TestRegistry;
  /** A registry without caches on the same database. */
  let uncached: TestRegistry;
  let world: PublisherWorld;

  beforeAll(async () => {
    registry = await startTestRegistry();
    uncached = await startUncachedRegistry(registry);
    world = await makeWorld(registry);
  });
  afterAll(async () => {
    await uncached.close();
    await registry.close();
  });

  const list = (query: Query = {}, as?: string) => registry.call('GET', `/nodes?${queryString(query)}`, { as });
  const make = (node: Partial<NewNode> = {}) => makeNode(registry, world.id, node);

  /** Creates one node per value. Their ids sort in the order of the values. */
  async function makeEach<T>(values: readonly T[], fields: (value: T) => Partial<NewNode>): Promise<string[]> {
    const prefix = uniqueName('each');
    const nodes = values.map((value, place): NewNode => ({
      name: `Each ${place}`,
      versions: [{ version: '1.0.0' }],
      ...fields(value),
      id: `${prefix}-${String(place).padStart(3, '0')}`,
      publisherId: world.id,
    }));
    await makeNodes(registry, nodes);
    return nodes.map(({ id }) => id);
  }

  /** Returns the nodes of a response as their positions in `ids`. */
  async function placesOf(ids: readonly string[], query: Query, as?: string): Promise<number[]> {
    const answer = await list({ ...query, node_id: ids }, as);
    expect([answer.status, answer.text.slice(0, 300)]).toEqual([200, expect.any(String)]);
    return idsOf(answer).map((id) => ids.indexOf(id));
  }

  describe('the response', () => {
    it('has ten nodes on the first page by default, oldest first', async () => {
      const ids = await makeEach(Array.from({ length: 12 }), () => ({}));
      const answer = await registry.call('GET', '/nodes');
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({
        nodes: expect.any(Array),
        page: 1,
        limit: 10,
        total: expect.any(Number),
        totalPages: Math.ceil(answer.body.total / 10),
      });
      expect(answer.body.nodes).toHaveLength(10);
      expect(answer.body.total).toBeGreaterThanOrEqual(ids.length);
      const times = answer.body.nodes.map((node: { created_at: string }) => node.created_at);
      expect(times).toEqual([...times].sort());
    });

    it('reduces a limit above the maximum, and reports the maximum', async () => {
      const ids = await makeEach(Array.from({ length: 103 }), () => ({}));
      const answer = await list({ limit: 5000, node_id: ids });
      expect(answer.body).toMatchObject({ page: 1, limit: 100, total: 103, totalPages: 2 });
      expect(idsOf(answer)).toEqual(ids.slice(0, 100));
      expect(idsOf(await list({ limit: 5000, page: 2, node_id: ids }))).toEqual(ids.slice(100));
    });

    it('has no nodes on a page beyond the end, but the same total', async () => {
      const ids = await makeEach([1, 2, 3], () => ({}));
      expect((await list({ page: 3, limit: 2, node_id: ids })).body).toEqual({
        nodes: [],
        page: 3,
        limit: 2,
        total: 3,
        totalPages: 2,
      });
      expect((await list({ page: 1_000_000_000, limit: 100, node_id: ids })).body).toMatchObject({
        nodes: [],
        total: 3,
      });
    });

    it('is empty if there are no nodes', async () => {
      expect((await list({ node_id: 'no-such-node' })).body).toEqual({
        nodes: [],
        page: 1,
        limit: 100,
        total: 0,
        totalPages: 0,
      });
    });

    it.each(['downloads', 'downloads;desc', 'name', 'created_at;desc', 'rating', 'publisher;desc'])(
      'never has a node on two pages, sorted by %s with equal values',
      async (sort) => {
        const ids = await makeEach(Array.from({ length: 25 }), () => ({ name: 'Alike', downloads: 7 }));
        const seen: string[] = [];
        for (let page = 1; page <= 9; page++) seen.push(...idsOf(await list({ page, limit: 3, sort, node_id: ids })));
        expect(seen).toEqual(ids);
      },
    );
  });

  describe('a record', () => {
    it('has every field under its wire name, with its publisher and latest version nested', async () => {
      const id = await make({
        name: 'Whole node',
        description: 'All of it.',
        author: 'Ada',
        license: '{"file": "LICENSE"}',
        icon: 'https://example.org/icon.png',
        repository: 'https://github.com/example/whole',
        category: 'tools',
        tags: ['a', 'b'],
        tagsAdmin: ['checked'],
        downloads: 5,
        repoHostStars: 6,
        rating: 4.5,
        searchRanking: 3,
        preemptedCoreNodeNames: ['Whole'],
        supportedAccelerators: ['GPU :: NVIDIA CUDA'],
        supportedCoreuiVersion: '>=0.3',
        supportedOs: ['POSIX :: Linux'],
        versions: [
          {
            version: '1.2.3',
            changelog: 'New.',
            dependencies: ['numpy'],
            deprecated: true,
            supportedCoreuiVersion: '>=0.3.1',
          },
        ],
      });
      const { body } = await list({ node_id: id });
      expect(body.nodes).toEqual([
        {
          id,
          name: 'Whole node',
          description: 'All of it.',
          author: 'Ada',
          license: '{"file": "LICENSE"}',
          icon: 'https://example.org/icon.png',
          repository: 'https://github.com/example/whole',
          category: 'tools',
          tags: ['a', 'b'],
          tags_admin: ['checked'],
          downloads: 5,
          repo_host_stars: 6,
          rating: 4.5,
          search_ranking: 3,
          preempted_core_node_names: ['Whole'],
          supported_accelerators: ['GPU :: NVIDIA CUDA'],
          supported_coreui_version: '>=0.3',
          supported_os: ['POSIX :: Linux'],
          status: 'NodeStatusActive',
          created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
          publisher: {
            id: world.id,
            name: `Publisher ${world.id}`,
            status: 'PublisherStatusActive',
            createdAt: expect.stringMatching(/Z$/),
          },
          latest_version: {
            id: expect.any(String),
            node_id: id,
            version: '1.2.3',
            changelog: 'New.',
            createdAt: expect.stringMatching(/Z$/),
            dependencies: ['numpy'],
            deprecated: true,
            status: 'NodeVersionStatusActive',
            core_node_extract_status: 'success',
            supported_accelerators: [],
            supported_coreui_version: '>=0.3.1',
            supported_os: [],
            tags: [],
            tags_admin: [],
            archive_size: 1234,
            archive_sha256: '0'.repeat(64),
            downloadUrl: `http://registry.test/nodes/${id}/versions/1.2.3/archive`,
          },
        },
      ]);
    });

    it('leaves out fields without a value instead of null', async () => {
      const id = await make({ versions: [] });
      const answer = await list({ node_id: id });
      expect(answer.text).not.toContain('null');
      expect(answer.body.nodes[0]).toEqual({
        id,
        name: `Node ${id}`,
        description: '',
        tags: [],
        tags_admin: [],
        downloads: 0,
        repo_host_stars: 0,
        status: 'NodeStatusActive',
        created_at: expect.any(String),
        publisher: expect.objectContaining({ id: world.id }),
        preempted_core_node_names: [],
        supported_accelerators: [],
        supported_os: [],
      });
    });

    it('does not contain the members of its publisher', async () => {
      const id = await make();
      for (const as of [undefined, world.callers.owner, world.callers.admin]) {
        expect((await list({ node_id: id }, as)).body.nodes[0].publisher).not.toHaveProperty('members');
      }
    });

    const { Active, Banned, Deleted, Flagged, Pending } = NodeVersionStatus;
    it.each([
      [
        'counts numbers as numbers',
        [
          ['1.0.9', Active],
          ['1.0.10', Active],
          ['1.0.2', Active],
        ],
        '1.0.10',
      ],
      [
        'takes a release before its pre-release',
        [
          ['2.0.0-rc.1', Active],
          ['2.0.0', Active],
        ],
        '2.0.0',
      ],
      [
        'takes a lower release before a higher pre-release',
        [
          ['2.0.0-rc.1', Active],
          ['1.0.0', Active],
        ],
        '1.0.0',
      ],
      [
        'takes the highest pre-release where nothing else is Active',
        [
          ['2.0.0-rc.2', Active],
          ['2.0.0-rc.11', Active],
          ['2.0.0-alpha', Active],
          ['1.0.0', Deleted],
        ],
        '2.0.0-rc.11',
      ],
      [
        'takes Active ones only',
        [
          ['1.0.0', Active],
          ['2.0.0', Pending],
          ['3.0.0', Flagged],
          ['4.0.0', Banned],
          ['5.0.0', Deleted],
        ],
        '1.0.0',
      ],
      [
        'is absent where none is Active',
        [
          ['2.0.0', Pending],
          ['3.0.0', Flagged],
        ],
        undefined,
      ],
    ] as const)('latest_version %s', async (_what, versions, latest) => {
      const id = await make({ versions: versions.map(([version, status]) => ({ version, status })) });
      const [node] = (await list({ node_id: id })).body.nodes;
      expect(node.latest_version?.version).toBe(latest);
      if (latest === undefined) expect(node).not.toHaveProperty('latest_version');
    });
  });

  describe('the caller', () => {
    it('does not affect the response', async () => {
      const id = await make();
      const anonymous = await list({ node_id: id });
      for (const as of Object.values(world.callers)) {
        const answer = await list({ node_id: id }, as);
        expect([answer.status, answer.body]).toEqual([200, anonymous.body]);
      }
    });

    it('may send an invalid or expired credential, which is ignored', async () => {
      const expired = await registry.signIn(uniqueName('late'), { ttlSeconds: -3600 });
      for (const as of ['not-a-token', 'xrt_nonsense', expired]) expect((await list({}, as)).status).toBe(200);
    });
  });

  describe('sort', () => {
    const DIFFERENT: readonly (Partial<NewNode> & { created: string; updated: string })[] = [
      {
        name: 'bravo',
        author: 'Zoe',
        downloads: 10,
        repoHostStars: 2,
        rating: 1.5,
        searchRanking: 9,
        created: '2024-01-02T00:00:00Z',
        updated: '2025-01-03T00:00:00Z',
      },
      {
        name: 'Charlie',
        author: 'adam',
        downloads: 9,
        repoHostStars: 30,
        rating: 4.5,
        searchRanking: 10,
        created: '2024-01-03T00:00:00Z',
        updated: '2025-01-01T00:00:00Z',
      },
      {
        name: 'alpha',
        author: 'Mia',
        downloads: 100,
        repoHostStars: 1,
        rating: 3,
        searchRanking: 1,
        created: '2024-01-01T00:00:00Z',
        updated: '2025-01-02T00:00:00Z',
      },
    ];
    let ids: string[];

    beforeAll(async () => {
      const owner = await userId(registry, world.callers.owner);
      const publishers = await Promise.all(
        ['m', 'z', 'a'].map((first) => makePublisher(registry, owner, { id: uniqueName(`${first}-sorted`) })),
      );
      const prefix = uniqueName('sorted');
      ids = DIFFERENT.map((_, place) => `${prefix}-${place}`);
      await makeNodes(
        registry,
        DIFFERENT.map(({ created: _created, updated: _updated, ...node }, place) => ({
          name: '',
          versions: [],
          ...node,
          id: ids[place]!,
          publisherId: publishers[place]!,
        })),
      );
      for (const [place, { created, updated }] of DIFFERENT.entries())
        await setNodeTimes(registry, ids[place]!, created, updated);
    });

    const ORDERS: readonly [string, number[]][] = [
      ['id', [0, 1, 2]],
      ['name', [2, 0, 1]],
      ['author', [1, 2, 0]],
      ['downloads', [1, 0, 2]],
      ['repo_host_stars', [2, 0, 1]],
      ['rating', [0, 2, 1]],
      ['search_ranking', [2, 0, 1]],
      ['created_at', [2, 0, 1]],
      ['updated_at', [1, 2, 0]],
      ['publisher', [2, 0, 1]],
    ];
    it.each(ORDERS)('sorts by %s, in both directions', async (column, ascending) => {
      expect(await placesOf(ids, { sort: column })).toEqual(ascending);
      expect(await placesOf(ids, { sort: `${column};desc` })).toEqual([...ascending].reverse());
      expect(await placesOf(ids, { sort: `${column}%3Bdesc` })).toEqual([...ascending].reverse());
      const raw = await registry.call('GET', `/nodes?sort=${column};desc&${queryString({ node_id: ids })}`);
      expect(idsOf(raw)).toEqual([...ascending].reverse().map((place) => ids[place]));
    });

    it('sorts by age by default', async () => {
      expect(await placesOf(ids, {})).toEqual([2, 0, 1]);
    });

    it('sorts by several columns, the first one first', async () => {
      const some = await makeEach(
        [
          [1, 'b'],
          [2, 'a'],
          [1, 'a'],
          [2, 'b'],
        ] as const,
        ([downloads, name]) => ({ downloads, name }),
      );
      expect(await placesOf(some, { sort: ['downloads;desc', 'name'] })).toEqual([1, 3, 2, 0]);
      expect(await placesOf(some, { sort: ['name', 'downloads'] })).toEqual([2, 1, 0, 3]);
      expect(await placesOf(some, { sort: ['name;desc', 'id;desc'] })).toEqual([3, 0, 2, 1]);
    });

    it('puts nodes without a value last, in both directions', async () => {
      const some = await makeEach([undefined, 2, 1], (rating) => (rating === undefined ? {} : { rating }));
      expect(await placesOf(some, { sort: 'rating' })).toEqual([2, 1, 0]);
      expect(await placesOf(some, { sort: 'rating;desc' })).toEqual([1, 2, 0]);
    });
  });

  describe('supported_os', () => {
    const SYSTEMS = [
      ['POSIX'],
      ['POSIX :: Linux'],
      ['POSIX :: Linux :: Debian'],
      ['POSIX :: BSD'],
      ['Microsoft :: Windows'],
      ['MacOS'],
      ['OS Independent'],
      [],
      ['MacOS', 'Microsoft'],
    ];
    let ids: string[];

    beforeAll(async () => {
      ids = await makeEach(SYSTEMS, (supportedOs) => ({ supportedOs }));
    });

    it.each([
      ['POSIX', [0, 1, 2, 3, 6, 7]],
      ['POSIX :: Linux', [0, 1, 2, 6, 7]],
      ['POSIX :: Linux :: Debian', [0, 1, 2, 6, 7]],
      ['POSIX :: Linux :: Debian :: Stable', [0, 1, 2, 6, 7]],
      ['POSIX :: Lin', [0, 6, 7]],
      ['Microsoft', [4, 6, 7, 8]],
      ['Microsoft :: Windows :: Windows 10', [4, 6, 7, 8]],
      ['MacOS', [5, 6, 7, 8]],
      ['OS Independent', [6, 7]],
      ['Plan 9', [6, 7]],
      ['%', [6, 7]],
    ])(
      '%s keeps nodes that list it, a more general or more specific classifier, all systems, or none',
      async (system, places) => {
        expect(await placesOf(ids, { supported_os: system })).toEqual(places);
        expect(await placesOf(ids, { supported_os: `Operating System :: ${system}` })).toEqual(places);
      },
    );
  });

  describe('supported_accelerator', () => {
    it('matches more general and more specific classifiers, and nodes that list none', async () => {
      const ids = await makeEach(
        [
          ['GPU'],
          ['GPU :: NVIDIA CUDA'],
          ['GPU :: NVIDIA CUDA :: 12'],
          ['GPU :: AMD ROCm'],
          ['NPU'],
          [],
          ['OS Independent'],
        ],
        (supportedAccelerators) => ({ supportedAccelerators }),
      );
      for (const prefix of ['', 'Environment :: ']) {
        expect(await placesOf(ids, { supported_accelerator: `${prefix}GPU :: NVIDIA CUDA` })).toEqual([0, 1, 2, 5]);
        expect(await placesOf(ids, { supported_accelerator: `${prefix}GPU` })).toEqual([0, 1, 2, 3, 5]);
        expect(await placesOf(ids, { supported_accelerator: `${prefix}NPU` })).toEqual([4, 5]);
      }
    });

    it('is combined with supported_os by AND', async () => {
      const ids = await makeEach(
        [
          ['MacOS', 'GPU'],
          ['MacOS', 'NPU'],
          ['POSIX', 'GPU'],
        ] as const,
        ([os, accelerator]) => ({ supportedOs: [os], supportedAccelerators: [accelerator] }),
      );
      expect(await placesOf(ids, { supported_os: 'MacOS', supported_accelerator: 'GPU' })).toEqual([0]);
    });
  });

  describe('form_factor', () => {
    let ids: string[];

    beforeAll(async () => {
      ids = await makeEach(
        [
          ['Microsoft :: Windows'],
          ['MacOS'],
          ['POSIX :: Linux'],
          ['OS Independent'],
          [],
          ['Microsoft'],
          ['MacOS :: MacOS X'],
          ['POSIX'],
        ],
        (supportedOs) => ({ supportedOs }),
      );
    });

    const all = [0, 1, 2, 3, 4, 5, 6, 7];
    it.each([
      ['desktop-win', [0, 3, 4, 5]],
      ['git-windows', [0, 3, 4, 5]],
      ['desktop-mac', [1, 3, 4, 6]],
      ['git-mac', [1, 3, 4, 6]],
      ['git-linux', [2, 3, 4, 7]],
      ['other', all],
      ['a-toaster', all],
      ['constructor', all],
      ['', all],
    ])('%s filters by operating system', async (formFactor, places) => {
      expect(await placesOf(ids, { form_factor: formFactor })).toEqual(places);
    });
  });

  describe('coreui_version', () => {
    const RANGES = [
      '<0.3.30',
      '<=0.3.30',
      '>0.3.30',
      '>=0.3.30',
      '==0.3.30',
      '!=0.3.30',
      '~=0.3.2',
      '>=0.3.0,<0.4',
      '',
      undefined,
      '~=0.3',
      '>=0.3.31, <1.0.0',
    ];
    let ids: string[];

    beforeAll(async () => {
      ids = await makeEach(RANGES, (range) => ({
        versions: [{ version: '1.0.0', ...(range === undefined ? {} : { supportedCoreuiVersion: range }) }],
      }));
    });

    const all = RANGES.map((_, place) => place);
    it.each([
      ['0.3.29', [0, 1, 5, 6, 7, 8, 9, 10]],
      ['0.3.30', [1, 3, 4, 6, 7, 8, 9, 10]],
      ['v0.3.30', [1, 3, 4, 6, 7, 8, 9, 10]],
      ['v0.3.30-20-g5c5457a4', [1, 3, 4, 6, 7, 8, 9, 10]],
      ['0.3.31', [2, 3, 5, 6, 7, 8, 9, 10, 11]],
      ['0.4.0', [2, 3, 5, 8, 9, 10, 11]],
      ['1.0.0', [2, 3, 5, 8, 9]],
      ['0.10.0', [2, 3, 5, 8, 9, 10, 11]],
      ['unknown', all],
      ['', all],
      ['nightly-2026', all],
    ])('%s keeps nodes whose latest version supports it', async (version, places) => {
      expect(await placesOf(ids, { coreui_version: version })).toEqual(places);
    });

    it('is compared with the latest version; nodes without one are kept', async () => {
      const old = { version: '1.0.0', supportedCoreuiVersion: '<0.3' };
      const some = await makeEach(
        [
          [old, { version: '2.0.0', supportedCoreuiVersion: '>=0.3' }],
          [{ ...old, version: '3.0.0' }, { version: '2.0.0' }],
          [],
        ],
        (versions) => ({ versions }),
      );
      expect(await placesOf(some, { coreui_version: '0.3.5' })).toEqual([0, 2]);
    });

    it('keeps nodes with an invalid range', async () => {
      const some = await makeEach(['latest', '>=', 'banana <3', ',,'], (supportedCoreuiVersion) => ({
        versions: [{ version: '1.0.0', supportedCoreuiVersion }],
      }));
      expect(await placesOf(some, { coreui_version: '0.3.5' })).toEqual([0, 1, 2, 3]);
    });
  });

  describe('timestamp', () => {
    it('keeps nodes that were created or updated strictly after it', async () => {
      const ids = await makeEach([1, 2, 3], () => ({}));
      await setNodeTimes(registry, ids[0]!, '2024-05-01T12:00:00.000Z');
      await setNodeTimes(registry, ids[1]!, '2024-05-01T12:00:00.001Z');
      await setNodeTimes(registry, ids[2]!, '2020-01-01T00:00:00Z', '2024-06-01T00:00:00Z');
      expect(await placesOf(ids, { timestamp: '2024-05-01T11:59:59.999Z' })).toEqual([2, 0, 1]);
      expect(await placesOf(ids, { timestamp: '2024-05-01T12:00:00Z' })).toEqual([2, 1]);
      expect(await placesOf(ids, { timestamp: '2024-05-01T12:00:00.001Z' })).toEqual([2]);
      expect(await placesOf(ids, { timestamp: '2024-05-01T14:00:00+02:00' })).toEqual([2, 1]);
      expect(await placesOf(ids, { timestamp: '2024-06-01T00:00:00Z' })).toEqual([]);
    });

    it('excludes a node created at exactly that time, unless it was updated later', async () => {
      const id = await make();
      const { created_at: createdAt } = (await list({ node_id: id })).body.nodes[0];
      expect(idsOf(await list({ node_id: id, timestamp: createdAt }))).toEqual([]);
      await registry.services.nodes.update(
        { viewer: { kind: 'system', name: 'test' }, requestId: 'test', address: '' },
        world.id,
        id,
        { description: 'Changed.' },
      );
      expect(idsOf(await list({ node_id: id, timestamp: createdAt }))).toEqual([id]);
    });

    it('accepts a space instead of “+”, and the minimum and maximum time', async () => {
      const id = await make();
      const answer = await registry.call('GET', `/nodes?node_id=${id}&timestamp=2024-05-01T14:00:00+02:00`);
      expect([answer.status, idsOf(answer)]).toEqual([200, [id]]);
      for (const timestamp of ['0000-01-01T00:00:00Z', '0001-01-01T00:00:00+14:00'])
        expect(idsOf(await list({ node_id: id, timestamp }))).toEqual([id]);
      expect(idsOf(await list({ node_id: id, timestamp: '9999-12-31T23:59:59-14:00' }))).toEqual([]);
    });
  });

  describe('node_id', () => {
    it('returns each requested node once, in any spelling', async () => {
      const prefix = uniqueName('Some.Node');
      const ids = [`${prefix}_A`, `${prefix}-B`];
      for (const id of ids) await make({ id });
      const spellings = [
        ids[0]!.toUpperCase(),
        ids[0]!.toLowerCase().replace('_', '-'),
        ids[1]!.replaceAll('-', '.'),
        'no-such-node',
      ];
      expect(idsOf(await list({ node_id: spellings })).sort()).toEqual([...ids].sort());
    });

    it('without a limit returns all of them, up to the maximum; with a limit, the requested page', async () => {
      const ids = await makeEach(Array.from({ length: 30 }), () => ({}));
      expect((await list({ node_id: ids })).body).toMatchObject({
        limit: 100,
        total: 30,
        totalPages: 1,
        nodes: { length: 30 },
      });
      expect((await list({ node_id: ids, limit: 20 })).body).toMatchObject({
        limit: 20,
        total: 30,
        totalPages: 2,
        nodes: { length: 20 },
      });
      expect((await list({ node_id: ids, limit: '' })).body).toMatchObject({ limit: 100, nodes: { length: 30 } });
    });
  });

  describe('banned and deleted nodes', () => {
    it('includes banned ones only on request, and deleted ones never', async () => {
      const ids = await makeEach([1, 2, 3], () => ({}));
      await changeNode(registry, ids[1]!, `status = 'NodeStatusBanned', status_detail = 'It mines.'`);
      await changeNode(registry, ids[2]!, `status = 'NodeStatusDeleted'`);
      for (const as of [undefined, world.callers.owner, world.callers.outsider, world.callers.admin]) {
        expect(await placesOf(ids, {}, as)).toEqual([0]);
        expect(await placesOf(ids, { include_banned: 'false' }, as)).toEqual([0]);
        expect(await placesOf(ids, { include_banned: 'true' }, as)).toEqual([0, 1]);
      }
      const [, banned] = (await list({ node_id: ids, include_banned: 'true' })).body.nodes;
      expect(banned).toMatchObject({ status: 'NodeStatusBanned', status_detail: 'It mines.' });
    });
  });

  describe('caches', () => {
    it('reflects a write at once', async () => {
      const id = await make({ name: 'Before' });
      expect((await list({ node_id: id })).body.nodes[0].name).toBe('Before');
      await registry.call('PUT', `/publishers/${world.id}/nodes/${id}`, {
        as: world.callers.member,
        body: { name: 'After' },
      });
      expect((await list({ node_id: id })).body.nodes[0].name).toBe('After');
      await changePublisher(registry, world.id, `description = 'Renowned.'`);
      expect((await list({ node_id: id })).body.nodes[0].publisher.description).toBe('Renowned.');
    });

    it('latest=true reflects every commit made before the request, other requests the commits that the process has received', async () => {
      const id = await make({ name: 'Known' });
      await list({ node_id: id });
      // Written by another process; on the embedded database, the first one is not notified.
      await changeNode(uncached, id, `name = 'Fresh'`);
      await changePublisher(uncached, world.id, `website = 'https://fresh.example.org'`);
      const view = async (query: Query) => {
        const [node] = (await list({ node_id: id, ...query })).body.nodes;
        return [node.name, node.publisher.website];
      };
      expect(await view({ latest: 'true' })).toEqual(['Fresh', 'https://fresh.example.org']);
      // The process has applied the commit from then on.
      expect(await view({})).toEqual(['Fresh', 'https://fresh.example.org']);
      expect((await list({ latest: 'true' })).headers.get('cache-control')).toBe('private, no-store');
    });

    it('latest=true takes one statement to read new commits, which concurrent requests share', async () => {
      const ids = await makeEach(
        Array.from({ length: 20 }, () => 0),
        () => ({}),
      );
      const query = { node_id: ids, latest: 'true' };
      await list(query);
      const seen: string[] = [];
      registry.database.onStatement = (sql) => void seen.push(sql);
      const countOf = async (work: () => Promise<unknown>): Promise<number> => {
        const before = seen.length;
        await work();
        return seen.length - before;
      };
      // The poll for changes, once a second, runs the same statement. Some calls may coincide with it.
      const counts: number[] = [];
      for (let index = 0; index < 10; index++) counts.push(await countOf(() => list(query)));
      expect(Math.min(...counts)).toBe(1);
      const refreshes = () => Promise.all(Array.from({ length: 40 }, () => registry.services.catalogue.refresh()));
      // One that is running, one for all calls since, and possibly one of the poll.
      expect(await countOf(refreshes)).toBeLessThanOrEqual(3);
      registry.database.onStatement = undefined;
      expect(new Set(seen)).toEqual(new Set([expect.stringContaining('from changes where id >')]));
    });

    it('store no lists for values that callers can invent', async () => {
      await list({});
      const before = registry.caches()['nodeLists']!.entries;
      for (let index = 1; index <= 10; index++) {
        await list({ timestamp: `2020-01-01T00:00:${index + 10}.000Z` });
        await list({ coreui_version: `0.0.${index}`, sort: 'downloads' });
        await list({ supported_os: `Invented ${index}` });
        await list({ supported_accelerator: `GPU :: NVIDIA CUDA :: ${index}` });
        await list({ form_factor: `invented-${index}` });
      }
      // The list of all nodes by downloads, from which other lists are filtered.
      expect(registry.caches()['nodeLists']!.entries - before).toBeLessThanOrEqual(2);
    });

    it('answer with the same bytes as a registry without caches', async () => {
      const odd = 'quote " backslash \\ slash / new\nline \u0001\u001f ends, \u2028 ä 🙂 {"json": [null]}';
      const ids = [
        await make({
          name: 'null',
          description: odd,
          author: odd,
          license: odd.repeat(40),
          category: 'null',
          tags: ['null', '"', 'a,b'],
          rating: 4.25,
          searchRanking: -1,
          preemptedCoreNodeNames: [odd],
          versions: [{ version: '1.0.0-rc.1+a.b', changelog: odd, dependencies: [odd], deprecated: true }],
        }),
        await make({ versions: [] }),
        await make({ versions: [{ version: '1.0.0', changelog: odd.repeat(40) }] }),
        await makeNode(registry, (await makeWorld(registry)).id),
      ];
      await registry.database.query(
        `update node_versions set archive_size = 5000000000, archive_sha256 = 'abc', archive_key = 'k', archive_stored_at = now(), status_reason = 'Nobody’s business.' where node_id = $1`,
        [ids[0]],
      );
      await changePublisher(registry, world.id, `description = 'Renowned, "ä".', logo = 'https://example.org/l.png'`);
      const usual = await list({ node_id: ids });
      expect(usual.body.nodes).toHaveLength(ids.length);
      expect(usual.body.nodes[0].latest_version).toMatchObject({
        archive_size: 5_000_000_000,
        downloadUrl: expect.stringMatching(/\/1\.0\.0-rc\.1%2Ba\.b\/archive$/),
      });
      expect((await uncached.call('GET', `/nodes?${queryString({ node_id: ids })}`)).text).toBe(usual.text);
      expect((await list({ node_id: ids, latest: 'true' })).text).toBe(usual.text);
    });

    it('return the same pages as a registry without caches, from either end and beyond it', async () => {
      await makeEach(Array.from({ length: 23 }), () => ({}));
      for (const limit of [1, 7, 100]) {
        const { totalPages, total } = (await list({ limit })).body;
        const some =
          limit > 1
            ? Array.from({ length: totalPages + 2 }, (_, at) => at + 1)
            : [
                1,
                2,
                Math.floor(total / 2),
                Math.floor(total / 2) + 1,
                Math.floor(total / 2) + 2,
                total - 1,
                total,
                total + 1,
              ];
        for (const page of [...some, 1_000_000_000]) {
          const [known, read] = [
            await list({ limit, page }),
            await uncached.call('GET', `/nodes?${queryString({ limit, page })}`),
          ];
          expect([page, idsOf(read), read.body.total]).toEqual([page, idsOf(known), known.body.total]);
        }
      }
    });

    it('need no statement for a warm page; a cold page takes two or three, one without caches takes one', async () => {
      const ids = await makeEach(Array.from({ length: 100 }), () => ({
        versions: [{ version: '1.0.0', supportedCoreuiVersion: '>=0.1' }],
      }));
      const costOn = async (asked: TestRegistry, query: Query) =>
        (await asked.statements(() => asked.call('GET', `/nodes?${queryString(query)}`))).length;
      const cost = (query: Query) => costOn(registry, query);
      expect(await costOn(uncached, { node_id: ids[0]! })).toBe(1);
      expect(await costOn(uncached, { node_id: ids })).toBe(1);
      // One more for the distinct ranges of supported host versions.
      expect(await costOn(uncached, { node_id: ids[0]!, coreui_version: '0.3.0' })).toBe(2);
      expect(await costOn(uncached, { node_id: ids, coreui_version: '0.3.0' })).toBe(2);
      // One for the changes of lists, one for nodes and one for versions. The publisher is cached.
      expect(await cost({ node_id: ids.slice(0, 1) })).toBe(3);
      expect(await cost({ node_id: ids.slice(1, 2) })).toBe(2);
      expect(await cost({ node_id: ids.slice(2, 90) })).toBe(2);
      const questions: Query[] = [
        { node_id: ids },
        { limit: 100, supported_os: 'MacOS', coreui_version: '0.3.0', sort: 'name' },
      ];
      for (const query of questions) {
        await list(query);
        expect(await cost(query)).toBe(0);
      }
    });
  });

  it('sort by several keys as the database does, also with hundreds of equal values, without a statement', async () => {
    const ids = await makeEach(
      Array.from({ length: 1300 }, (_, place) => place),
      (place) => ({
        author: place % 13 === 0 ? `author ${place % 3}` : 'the same author',
        downloads: (place * 7) % 5,
        ...(place % 4 === 0 ? { rating: 3 } : {}),
        name: `Alike ${(place * 31) % 1300}`,
      }),
    );
    const first = await list({ sort: ['rating', 'author', 'downloads;desc', 'name'], limit: 100 });
    expect(first.body.total).toBeGreaterThanOrEqual(ids.length);
    for (const sort of [
      ['author', 'downloads;desc'],
      ['author;desc', 'rating', 'downloads', 'name;desc'],
      ['rating;desc', 'author', 'name'],
      ['downloads', 'id;desc', 'name'],
      ['repo_host_stars', 'rating', 'author', 'publisher', 'created_at', 'id'],
    ]) {
      const questions: Query[] = [
        { sort, limit: 97 },
        { sort, limit: 97, supported_os: 'Linux', include_banned: 'true' },
      ];
      for (const query of questions) {
        const pages = (asked: TestRegistry): Promise<Answer[]> =>
          Promise.all(
            Array.from({ length: first.body.totalPages + 1 }, (_, page) =>
              asked.call('GET', `/nodes?${queryString({ ...query, page: page + 1 })}`),
            ),
          );
        const [known, read] = [await pages(registry), await pages(uncached)];
        expect([query, known.flatMap(idsOf), known[0]!.body.total]).toEqual([
          query,
          read.flatMap(idsOf),
          read[0]!.body.total,
        ]);
      }
    }
    const statements = await registry.statements(() =>
      list({ sort: ['downloads;desc', 'author', 'updated_at'], limit: 50, page: 3 }),
    );
    expect(statements.filter((sql) => sql.includes('order by'))).toEqual([]);
  });

  describe('the query string', () => {
    it.each([
      'page=abc',
      'page=0',
      'page=-1',
      'page=1.5',
      'page=1e3',
      'page=99999999999999999999',
      'page=1&page=2',
      'page=%20',
      'limit=abc',
      'limit=0',
      'limit=-1',
      'limit=1.5',
      'limit=1&limit=2',
      'include_banned=maybe',
      'include_banned=2',
      'include_banned=true&include_banned=true',
      'latest=perhaps',
      'sort=colour',
      'sort=downloads;up',
      'sort=downloads;desc;desc',
      'sort=name&sort=constructor',
      'sort=;desc',
      'sort=n.id--',
      'timestamp=yesterday',
      'timestamp=2026-02-30T00:00:00Z',
      'timestamp=2026-01-01',
      'timestamp=1767225600',
      'supported_os=a&supported_os=b',
      'supported_os=a%00b',
      'node_id=a%00b',
      'a%00b=1',
      `coreui_version=${'x'.repeat(300)}`,
    ])('%s is refused', async (query) => {
      const answer = await registry.call('GET', `/nodes?${query}`);
      expect([answer.status, answer.body]).toEqual([400, { error: 'INVALID_INPUT', message: expect.any(String) }]);
      expect(answer.headers.get('etag')).toBeNull();
    });

    it('is refused with an error that names the field', async () => {
      expect((await list({ page: 'abc', include_banned: 'maybe' })).body.message).toMatch(/page: .*include_banned: /);
    });

    it('may have unknown parameters, which are ignored', async () => {
      const id = await make();
      expect(idsOf(await list({ node_id: id, colour: 'red', __proto__: 'x', 'page[]': '7' }))).toEqual([id]);
    });

    it('may have empty values, which count as absent', async () => {
      const answer = await registry.call(
        'GET',
        '/nodes?page=&limit=&supported_os=&supported_accelerator=&include_banned=&timestamp=&latest=&sort=&sort=&node_id=&node_id=&coreui_version=&form_factor=',
      );
      expect([answer.status, answer.body.page, answer.body.limit]).toEqual([200, 1, 10]);
      expect(answer.body.total).toBe((await list()).body.total);
    });
  });

  describe('refusals', () => {
    it('refuses other methods, and media types other than JSON', async () => {
      for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
        const answer = await registry.call(method, '/nodes', { as: world.callers.admin, body: {} });
        expect([answer.status, answer.body.error, answer.headers.get('allow')]).toEqual([
          405,
          'METHOD_NOT_ALLOWED',
          'GET, HEAD',
        ]);
      }
      const html = await registry.call('GET', '/nodes', { headers: { accept: 'text/html' } });
      expect([html.status, html.body.error]).toEqual([406, 'NOT_ACCEPTABLE']);
    });

    it('hides the details of an internal error', async () => {
      const original = registry.services.catalogue.nodePage;
      registry.services.catalogue.nodePage = () => {
        throw new Error('select secret from vault');
      };
      try {
        const answer = await list({ page: 77 });
        expect([answer.status, answer.body.error]).toEqual([500, 'INTERNAL_ERROR']);
        expect(answer.text).not.toContain('vault');
      } finally {
        registry.services.catalogue.nodePage = original;
      }
    });
  });
});
