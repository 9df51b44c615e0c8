import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { packageOf, zipOf } from '../support/archives.js';
import {
  makeImportedNode,
  makeNode,
  makeWorld,
  type PublisherWorld,
  uniqueName,
  versionId,
} from '../support/builders.js';
import { checked, put } from '../support/publishing.js';
import { expectError } from '../support/refusals.js';
import { startTestRegistry, startUncachedRegistry, type TestRegistry } from '../support/registry.js';

interface ListedNode {
  readonly id: string;
  readonly repository?: string;
  readonly latest_version?: { readonly version: string; readonly downloadUrl?: string };
}

/**
 * How a manager installs a node that it found in a list: it downloads the archive of the latest version, and clones the
 * repository of a node that has none.
 */
async function installAsManager(registry: TestRegistry, node: ListedNode): Promise<string> {
  if (!node.latest_version) return `clone ${node.repository}`;
  const { status, body } = await registry.call(
    'GET',
    `/nodes/${node.id}/install?version=${node.latest_version.version}`,
  );
  return status === 200 ? `download ${new URL(body.downloadUrl).pathname}` : `fail ${status}`;
}

describe('imported nodes', () => {
  let registry: TestRegistry;
  let uncached: TestRegistry;
  let world: PublisherWorld;
  const repository = 'https://github.com/ada/imported';
  const name = uniqueName('ImportedCoreNode');
  let node: string;

  beforeAll(async () => {
    registry = await startTestRegistry();
    uncached = await startUncachedRegistry(registry);
    world = await makeWorld(registry);
    node = await makeImportedNode(registry, { repository, coreNodes: [{ name }, { name: `${name}2` }] });
  });
  afterAll(async () => {
    await uncached.close();
    await registry.close();
  });

  /** Runs a check on a registry with caches, and on one without. */
  const onBoth = async (check: (registry: TestRegistry) => Promise<void>): Promise<void> => {
    await check(registry);
    await check(uncached);
  };

  it('have no latest version and no versions, in lists, by id and in GraphQL', () =>
    onBoth(async ({ call, graph }) => {
      for (const path of [
        `/nodes?node_id=${node}`,
        `/nodes?node_id=${node}&latest=true`,
        `/nodes/search?search=${node}`,
      ]) {
        const { nodes } = (await call('GET', path)).body;
        expect(nodes).toHaveLength(1);
        expect(nodes[0]).not.toHaveProperty('latest_version');
      }
      expect((await call('GET', `/nodes/${node}`)).body).not.toHaveProperty('latest_version');
      for (const as of [undefined, world.callers.admin]) {
        expect((await call('GET', `/nodes/${node}/versions`, { as })).body).toEqual([]);
        const { body } = await call('GET', `/versions?nodeId=${node}&statuses=NodeVersionStatusActive`, { as });
        expect([body.versions, body.total]).toEqual([[], 0]);
      }
      const selected = 'latestVersion { version } versions { totalCount nodes { version } }';
      const { data, errors } = await graph(
        `{ node(id: "${node}") { ${selected} }
           nodes(filter: { nodeIds: ["${node}"] }) { nodes { latestVersion { version } versions { nodes { version } } } }
           nodeVersions(nodeId: "${node}") { total } }`,
      );
      expect([errors, data]).toEqual([
        undefined,
        {
          node: { latestVersion: null, versions: { totalCount: 0, nodes: [] } },
          nodes: { nodes: [{ latestVersion: null, versions: { nodes: [] } }] },
          nodeVersions: { total: 0 },
        },
      ]);
    }));

  it('can’t be installed; the error contains the repository', async () => {
    for (const version of ['', '?version=latest', '?version=0.0.0', '?version=%5E1.0', '?version=*']) {
      const answer = await registry.call('GET', `/nodes/${node}/install${version}`);
      expectError(answer, 404, 'ARCHIVE_NOT_FOUND');
      expect(answer.body.message).toContain(repository);
    }
    const { errors } = await registry.graph(`mutation { installNode(nodeId: "${node}") { version } }`);
    expect(errors[0]).toMatchObject({ extensions: { code: 'ARCHIVE_NOT_FOUND' } });
  });

  it('have readable core-nodes', () =>
    onBoth(async ({ call, graph }) => {
      const names = [name, `${name}2`];
      const namesOf = (body: { core_nodes: { core_node_name: string }[] }): string[] =>
        body.core_nodes.map(({ core_node_name: one }) => one);
      for (const query of ['', '&node_version=0.0.0'])
        expect(namesOf((await call('GET', `/core-nodes?node_id=${node}${query}`)).body)).toEqual(names);
      expect(namesOf((await call('GET', `/core-nodes?core_node_name=${name}`)).body)).toEqual([name]);
      expect(namesOf((await call('GET', `/nodes/${node}/versions/0.0.0/core-nodes`)).body)).toEqual(names);
      expect((await call('GET', `/nodes/${node}/versions/0.0.0/core-nodes/${name}`)).body.node_version).toBe('0.0.0');
      expect((await call('GET', `/core-nodes/${name}/node`)).body.id).toBe(node);
      for (const query of [`core_node_search=${name}`, `search=${name}`])
        expect((await call('GET', `/nodes/search?${query}`)).body.nodes).toMatchObject([{ id: node }]);
      const { data, errors } = await graph(
        `{ node(id: "${node}") { coreNodes { totalCount nodes { coreNodeName } } }
           coreNode(name: "${name}") { coreNodeName nodeVersion { version } } }`,
      );
      expect(errors).toBeUndefined();
      expect(data.node.coreNodes).toEqual({
        totalCount: 2,
        nodes: names.map((coreNodeName) => ({ coreNodeName })),
      });
      expect(data.coreNode.coreNodeName).toBe(name);
    }));

  it('are in lists filtered by host and system, because their support is unknown', () =>
    onBoth(async ({ call }) => {
      for (const filter of ['coreui_version=0.3.0', 'supported_os=POSIX%20::%20Linux', 'form_factor=desktop-mac']) {
        const { total } = (await call('GET', `/nodes?node_id=${node}&${filter}`)).body;
        expect([filter, total]).toEqual([filter, 1]);
      }
    }));

  it('are cloned by a manager, while other nodes are downloaded', async () => {
    const published = await makeNode(registry, world.id, { versions: [{ version: '1.2.0' }] });
    const { nodes } = (await registry.call('GET', `/nodes?node_id=${node}&node_id=${published}`)).body;
    const done = new Map<string, string>();
    for (const one of nodes as ListedNode[]) done.set(one.id, await installAsManager(registry, one));
    expect([done.get(node), done.get(published)]).toEqual([
      `clone ${repository}`,
      `download /nodes/${published}/versions/1.2.0/archive`,
    ]);
  });

  it('behave like all others once a version is published, until it is unpublished', async () => {
    const claimed = await makeImportedNode(registry, {
      publisherId: world.id,
      repository,
      coreNodes: [{ name: `${name}Old` }],
    });
    const providers = async (): Promise<number[]> =>
      Promise.all(
        ['Old', 'New'].map(async (suffix) => (await registry.call('GET', `/core-nodes/${name}${suffix}/node`)).status),
      );
    const latest = async (): Promise<string | undefined> =>
      (await registry.call('GET', `/nodes?node_id=${claimed}`)).body.nodes[0].latest_version?.version;
    expect([await latest(), await providers()]).toEqual([undefined, [200, 404]]);

    const { body } = await registry.call('POST', `/publishers/${world.id}/nodes/${claimed}/versions`, {
      as: world.callers.token,
      body: { node: {}, node_version: { version: '1.0.0' } },
    });
    expect(
      (await put(registry, body.signedUrl, await zipOf(packageOf(`${name}New`.replaceAll('-', '_'))))).status,
    ).toBe(200);
    await checked(registry, claimed, '1.0.0', world.callers.owner);
    await registry.idle();
    const replaced = `${name}New`.replaceAll('-', '_');
    expect(await latest()).toBe('1.0.0');
    expect((await registry.call('GET', `/core-nodes/${name}Old/node`)).status).toBe(404);
    expect((await registry.call('GET', `/core-nodes/${replaced}/node`)).body.id).toBe(claimed);
    expect((await registry.call('GET', `/nodes/${claimed}/versions`)).body).toMatchObject([{ version: '1.0.0' }]);

    const path = `/publishers/${world.id}/nodes/${claimed}/versions/${await versionId(registry, claimed)}`;
    expect((await registry.call('DELETE', path, { as: world.callers.owner })).status).toBe(204);
    expect([await latest(), await providers()]).toEqual([undefined, [200, 404]]);
  });

  it('have no version in the snapshot, but core-nodes', async () => {
    const answer = await fetch(`${registry.url}/snapshot.ndjson.gz`);
    const lines = gunzipSync(Buffer.from(await answer.arrayBuffer()))
      .toString('utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { kind: string; id?: string; node_id?: string });
    const kinds = lines.filter(({ id, node_id: of }) => id === node || of === node).map(({ kind }) => kind);
    expect(kinds).toEqual(['node', 'core_node', 'core_node']);
  });
});
