import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  makeNode,
  makePublisher,
  makeToken,
  makeWorld,
  type PublisherWorld,
  uniqueName,
  userId,
} from '../support/builders.js';
import { openAgain } from '../support/database.js';
import { bounded } from '../support/faults.js';
import { randomOf, type Random } from '../support/random.js';
import { startTestRegistry, startUncachedRegistry, type TestRegistry } from '../support/registry.js';

const COMPARISONS = bounded({ usual: 250, long: 50_000 });
/** Number of questions between two reads of the revision. */
const IN_A_ROW = 5;

/** Number of comparisons in each pause between writes. */
const A_REST = bounded({ usual: 10, long: 60 });

const documentOf =
  (fields: string) =>
  (latest: boolean): string => `query ($page: Int, $limit: Int, $orderBy: [NodeOrder!], $filter: NodeFilter) {
  nodes(${latest ? 'latest: true, ' : ''}page: $page, limit: $limit, orderBy: $orderBy, filter: $filter) { total totalPages nodes { ${fields} } }
}`;

const ALL_FIELDS = documentOf(`id name description author downloads rating searchRanking status updatedAt tags
    publisher { id name status nodes(first: 3) { totalCount nodes { id name } pageInfo { hasNextPage endCursor } } }
    latestVersion { version status changelog deprecated }
    versions(first: 2) { totalCount nodes { version status changelog deprecated } pageInfo { hasNextPage endCursor } }
    all: versions(first: 5, statuses: [NodeVersionStatusActive, NodeVersionStatusFlagged, NodeVersionStatusBanned, NodeVersionStatusDeleted, NodeVersionStatusPending]) { totalCount nodes { version status } }
    coreNodes(first: 2) { totalCount nodes { coreNodeName category policy } pageInfo { hasNextPage } }
    translations { language source fields }`);

/** Selects fields that are tracked, so that responses stay cached after changes of other objects. */
const TOLD_FIELDS = documentOf(`id name description tags rating status
  publisher { id name status }
  latestVersion { version changelog node { name publisher { name } } }
  versions(first: 2) { totalCount nodes { version status changelog } }
  coreNodes(first: 2) { totalCount nodes { coreNodeName category } }`);

/** Converts sort keys to `orderBy` of GraphQL. */
const orderOf = (sort: readonly string[]): object[] =>
  sort.map((key) => {
    const [field, direction] = key.split(';');
    return { field, direction: direction ?? 'asc' };
  });

const SORTS = [
  'id',
  'name',
  'name;desc',
  'author',
  'author;desc',
  'downloads;desc',
  'repo_host_stars',
  'rating',
  'rating;desc',
  'search_ranking',
  'created_at;desc',
  'updated_at',
  'updated_at;desc',
  'publisher',
];
const SYSTEMS = [
  'Linux',
  'POSIX :: Linux',
  'Microsoft :: Windows',
  'MacOS',
  'OS Independent',
  'POSIX',
  ' ',
  'Operating System :: ',
];

describe('cached responses', () => {
  const random = randomOf(process.env['SEED']);
  let writer: TestRegistry;
  let readers: TestRegistry[];
  /** A registry without caches, on the same database. */
  let uncached: TestRegistry;
  let worlds: PublisherWorld[];
  const nodes: { id: string; world: PublisherWorld }[] = [];

  beforeAll(async () => {
    writer = await startTestRegistry({ MAX_PUBLISHERS_PER_USER: '1000' });
    const { url } = writer.testDatabase;
    readers = url === undefined ? [writer] : [writer, await startTestRegistry({}, await openAgain(url))];
    uncached = await startUncachedRegistry(writer);
    worlds = [await makeWorld(writer), await makeWorld(writer), await makeWorld(writer)];
    for (let index = 0; index < 25; index++) await create(random);
  });
  afterAll(async () => {
    await uncached.close();
    for (const registry of readers.toReversed()) await registry.close();
  });

  async function create({ oneOf, upTo, chance, word }: Random): Promise<void> {
    const world = oneOf(worlds);
    const id = uniqueName(word());
    const versions = Array.from({ length: upTo(4) }, (_, patch) => ({
      version: `1.${patch}.${upTo(3)}${chance(0.2) ? '-rc.1' : ''}`,
      supportedCoreuiVersion: oneOf(['', '>=0.3.0', '<0.3.0', 'nonsense']),
      coreNodes: Array.from({ length: upTo(4) }, (_unused, index) => ({ name: `${word()}${index}`, category: word() })),
    }));
    await makeNode(writer, world.id, {
      id,
      name: oneOf([word(), word().toUpperCase(), 'ÄÖ', '😀', '\uffee', `${word()} ${word()}`]),
      downloads: upTo(5),
      repoHostStars: upTo(3),
      supportedOs: chance(0.5) ? [] : [oneOf(SYSTEMS), oneOf(SYSTEMS)],
      supportedAccelerators: chance(0.7) ? [] : ['GPU :: NVIDIA CUDA'],
      ...(chance(0.5) ? { author: oneOf([word(), 'ada', 'Ada']) } : {}),
      versions,
    });
    nodes.push({ id, world });
  }

  /** All kinds of changes, each over HTTP. A request that is refused because of an earlier change changes nothing. */
  const WRITES: ((random: Random) => Promise<unknown>)[] = [
    create,
    async ({ oneOf, word, chance }) => {
      const { id, world } = oneOf(nodes);
      const body = oneOf([
        { name: word() },
        { author: chance(0.3) ? '' : word() },
        { description: word() },
        { tags: [word()] },
        { supported_os: chance(0.3) ? null : [oneOf(SYSTEMS)] },
        { supported_accelerators: ['GPU :: AMD ROCm'] },
      ]);
      return writer.call('PUT', `/publishers/${world.id}/nodes/${id}`, { as: world.callers.owner, body });
    },
    async ({ oneOf, upTo }) => {
      const { id, world } = oneOf(nodes);
      return writer.call('PUT', `/admin/nodes/${id}`, {
        as: world.callers.admin,
        body: { search_ranking: oneOf([null, upTo(3)]) },
      });
    },
    async ({ oneOf, chance }) => {
      const { id, world } = oneOf(nodes);
      return writer.call('POST', `/publishers/${world.id}/nodes/${id}/${chance(0.4) ? 'ban' : 'unban'}`, {
        as: world.callers.admin,
        body: { reason: 'x' },
      });
    },
    async ({ oneOf, chance }) => {
      const world = oneOf(worlds);
      return writer.call('POST', `/publishers/${world.id}/${chance(0.2) ? 'ban' : 'unban'}`, {
        as: world.callers.admin,
        body: { reason: 'x' },
      });
    },
    async ({ oneOf, word }) => {
      const world = oneOf(worlds);
      return writer.call('PUT', `/publishers/${world.id}`, { as: world.callers.owner, body: { name: word() } });
    },
    async ({ oneOf, upTo }) => {
      const { id, world } = oneOf(nodes);
      return writer.call('POST', `/nodes/${id}/reviews?star=${upTo(4) + 1}`, {
        as: oneOf([world.callers.outsider, world.callers.member]),
      });
    },
    async ({ oneOf, word, chance }) => {
      const { id, world } = oneOf(nodes);
      return writer.call('POST', `/nodes/${id}/translations`, {
        ...(chance(0.5) ? { as: world.callers.owner } : {}),
        body: { data: { [oneOf(['de', 'fr', 'ja'])]: { name: word() } } },
      });
    },
    async ({ oneOf, word, upTo }) => {
      const { id, world } = oneOf(nodes);
      return writer.call('POST', `/publishers/${world.id}/nodes/${id}/versions`, {
        as: world.callers.token,
        body: { node: { description: word() }, node_version: { version: `2.${upTo(20)}.${upTo(20)}` } },
      });
    },
    async (chosen) => {
      const { oneOf, word } = chosen;
      const version = await anyVersion(chosen);
      const status = oneOf(['Active', 'Flagged', 'Banned', 'Deleted']);
      return (
        version &&
        writer.call('PUT', `/admin/nodes/${version.nodeId}/versions/${version.number}`, {
          as: version.world.callers.admin,
          body: { status: `NodeVersionStatus${status}`, status_reason: word() },
        })
      );
    },
    async (chosen) => {
      const { chance, word } = chosen;
      const version = await anyVersion(chosen);
      return (
        version &&
        writer.call('PUT', `/publishers/${version.world.id}/nodes/${version.nodeId}/versions/${version.id}`, {
          as: version.world.callers.owner,
          body: { changelog: word(), deprecated: chance(0.5) },
        })
      );
    },
    async (chosen) => {
      const version = await anyVersion(chosen);
      return (
        version &&
        writer.call('DELETE', `/publishers/${version.world.id}/nodes/${version.nodeId}/versions/${version.id}`, {
          as: version.world.callers.owner,
        })
      );
    },
    async (chosen) => {
      const { word, upTo } = chosen;
      const version = await anyVersion(chosen);
      const definitions = Array.from({ length: upTo(4) }, (_, index) => ({
        core_node_name: `${word()}${index}`,
        category: word(),
      }));
      return (
        version &&
        writer.call('POST', `/nodes/${version.nodeId}/versions/${version.number}/core-nodes`, {
          as: version.world.callers.admin,
          body: { core_nodes: definitions },
        })
      );
    },
    async ({ oneOf }) => {
      const { id, world } = oneOf(nodes);
      return writer.call('DELETE', `/publishers/${world.id}/nodes/${id}`, { as: world.callers.owner });
    },
    async ({ oneOf }) => {
      await writer.call('GET', `/nodes/${oneOf(nodes).id}/install`);
      return writer.services.downloads.flush();
    },
    async ({ oneOf }) => {
      // Changes lists like a claim: the node belongs to another publisher afterwards.
      const [node, world] = [oneOf(nodes), oneOf(worlds)];
      await writer.services.writer.run(
        { viewer: { kind: 'system', name: 'test' }, requestId: 'test', address: '' },
        async (write) => {
          await write.query('update nodes set publisher_id = $2, updated_at = now() where id = $1', [
            node.id,
            world.id,
          ]);
          write.changed({ kind: 'node', id: node.id, change: 'updated' });
        },
      );
      node.world = world;
    },
    async ({ oneOf }) => {
      const world = oneOf(worlds);
      const id = await makePublisher(writer, await userId(writer, world.callers.owner));
      return oneOf([
        () => makeToken(writer, id, world.callers.owner),
        () => writer.call('DELETE', `/publishers/${id}`, { as: world.callers.owner }),
      ])();
    },
  ];

  async function anyVersion({ oneOf }: Random) {
    const { id, world } = oneOf(nodes);
    const rows = await writer.database.query<{ id: string; number: string }>(
      'select id, version as number from node_versions where node_id = $1',
      [id],
    );
    return rows.length === 0 ? undefined : { ...oneOf(rows), nodeId: id, world };
  }

  const inTheGraph =
    (documentFor: (latest: boolean) => string, variables: object) =>
    async (registry: TestRegistry, latest: boolean): Promise<unknown> => {
      const { data, errors } = await registry.graph(documentFor(latest), variables);
      return JSON.stringify({ data, errors });
    };

  /** Returns a random question, which can be sent with or without `latest`. */
  function question({ oneOf, upTo, chance }: Random): (registry: TestRegistry, latest: boolean) => Promise<unknown> {
    // From a few values, so that questions are repeated after changes of other objects.
    if (chance(0.3))
      return inTheGraph(TOLD_FIELDS, {
        page: 1 + upTo(4),
        limit: oneOf([2, 5]),
        orderBy: orderOf(oneOf([[], ['downloads;desc'], ['name'], ['updated_at;desc']])),
        filter: oneOf([{}, { includeBanned: true }]),
      });
    const page = chance(0.7) ? 1 : 1 + upTo(6);
    const limit = oneOf([1, 5, 10, 100]);
    const sort = chance(0.4) ? [] : [oneOf(SORTS), ...(chance(0.3) ? [oneOf(SORTS)] : [])];
    const filter: Record<string, unknown> = {
      ...(chance(0.2) ? { supportedOs: oneOf(SYSTEMS) } : {}),
      ...(chance(0.1) ? { supportedAccelerator: oneOf(['GPU', 'GPU :: NVIDIA CUDA', 'CPU']) } : {}),
      ...(chance(0.3) ? { includeBanned: true } : {}),
      ...(chance(0.2) ? { coreuiVersion: oneOf(['0.2.9', '0.3.1', 'x']) } : {}),
      ...(chance(0.1) ? { formFactor: oneOf(['git-linux', 'desktop-win', 'other']) } : {}),
      ...(chance(0.2) ? { updatedAfter: new Date(Date.now() - upTo(4000)).toISOString() } : {}),
      ...(chance(0.2) ? { nodeIds: Array.from({ length: 1 + upTo(4) }, () => oneOf(nodes).id.toUpperCase()) } : {}),
    };
    const { formFactor, coreuiVersion, ...others } = filter;
    // GraphQL refuses values that REST ignores.
    const graphFilter = {
      ...others,
      ...(coreuiVersion === undefined || coreuiVersion === 'x' ? {} : { coreuiVersion }),
      ...(formFactor === undefined || formFactor === 'other'
        ? {}
        : { formFactor: String(formFactor).replace('-', '_') }),
    };
    if (chance(0.85)) {
      const asked = new URLSearchParams({ page: String(page), limit: String(limit) });
      for (const key of sort) asked.append('sort', key);
      const names: Record<string, string> = {
        supportedOs: 'supported_os',
        supportedAccelerator: 'supported_accelerator',
        includeBanned: 'include_banned',
        coreuiVersion: 'coreui_version',
        formFactor: 'form_factor',
        updatedAfter: 'timestamp',
        nodeIds: 'node_id',
      };
      for (const [name, value] of Object.entries(filter))
        for (const one of [value].flat()) asked.append(names[name]!, String(one));
      return async (registry, latest) =>
        (await fetch(`${registry.url}/nodes?${asked.toString()}${latest ? '&latest=true' : ''}`)).text();
    }
    return inTheGraph(ALL_FIELDS, { page, limit: Math.min(limit, 20), orderBy: orderOf(sort), filter: graphFilter });
  }

  it(
    'equal the database at the same revision, in every process, during writes',
    async () => {
      let compared = 0;
      let moved = 0;
      let writing = true;
      const writes = (async () => {
        while (writing) {
          for (let burst = 0; burst < 3; burst++) await random.oneOf(WRITES)(random);
          // Pauses the writes until there are enough comparisons.
          const enough = compared + A_REST;
          while (compared < enough && compared < COMPARISONS && writing) await wait(20);
        }
      })();
      const standing = async (): Promise<number> =>
        (await writer.database.query<{ id: number }>('select max(id)::float8 as id from changes'))[0]!.id;
      const read = async (registry: TestRegistry): Promise<void> => {
        while (compared < COMPARISONS) {
          const before = await standing();
          const isSettled = registry.services.catalogue.revision.current === before;
          const answers: { usual: unknown; latest: unknown; expected: unknown }[] = [];
          for (let asked = 0; asked < IN_A_ROW; asked++) {
            const ask = question(random);
            const usual = await ask(registry, false);
            // Every other comparison sends `latest`, and all do while the process may not know all commits.
            const latest = asked % 2 === 0 || !isSettled ? await ask(registry, true) : usual;
            answers.push({ usual, latest, expected: await ask(uncached, false) });
          }
          if ((await standing()) !== before) {
            moved += IN_A_ROW;
            continue;
          }
          compared += IN_A_ROW;
          for (const { usual, latest, expected } of answers) {
            const wrong = [...(isSettled ? [usual] : []), latest].find((answer) => answer !== expected);
            if (wrong !== undefined)
              expect({ seed: random.seed, answer: wrong }).toEqual({ seed: random.seed, answer: expected });
          }
        }
      };
      try {
        await Promise.all(readers.flatMap((registry) => [read(registry), read(registry)]));
      } finally {
        writing = false;
        await writes;
      }
      process.stdout.write(
        `exactness (seed ${random.seed}): ${compared} comparisons, ${moved} more while something moved, ${await standing()} changes\n`,
      );
    },
    600_000 + COMPARISONS * 20,
  );
});
