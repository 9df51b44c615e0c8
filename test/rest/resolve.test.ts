import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { questionOf } from '../../src/resolve/input.js';
import type { NewNode, NewVersion } from '../../src/services/store-nodes.js';
import { CoreNodePolicy, NodeVersionStatus } from '../../src/values/states.js';
import {
  changeNode,
  makeImportedNode,
  makeNode,
  makeWorld,
  type PublisherWorld,
  uniqueName,
} from '../support/builders.js';
import { randomOf } from '../support/random.js';
import { expectError } from '../support/refusals.js';
import { type Answer, startTestRegistry, type TestRegistry } from '../support/registry.js';

interface Planned {
  readonly node: { readonly id: string };
  readonly version?: string;
  readonly provides: string[];
  readonly reason: string;
  readonly warnings: { readonly code: string }[];
}

interface GraphNode {
  readonly reason: string;
  readonly alternatives: { readonly whyNot: string }[];
  readonly alreadyInstalled: boolean;
}

let registry: TestRegistry;
let world: PublisherWorld;

beforeAll(async () => {
  registry = await startTestRegistry();
  world = await makeWorld(registry);
});
afterAll(() => registry.close());

const ask = (body: object): Promise<Answer> => registry.call('POST', '/resolve', { body });
const named = (names: readonly string[]): NewVersion['coreNodes'] => names.map((name) => ({ name }));
const provide = (names: readonly string[], fields: Partial<NewNode> = {}, version: Partial<NewVersion> = {}) =>
  makeNode(registry, world.id, { ...fields, versions: [{ version: '1.0.0', coreNodes: named(names), ...version }] });
const idsOf = (answer: Answer): string[] => (answer.body.nodes as Planned[]).map(({ node }) => node.id);
const warningsOf = (answer: Answer): string[] =>
  (answer.body.nodes as Planned[]).flatMap(({ warnings }) => warnings.map(({ code }) => code));
const graphWorkflow = (...nodes: { type: string; properties?: object }[]) => ({
  nodes: nodes.map((node, index) => ({ id: index + 1, ...node })),
  links: [],
});

describe('POST /resolve: which nodes', () => {
  it('prefers one node with all names to several with one each, and says why', async () => {
    const [a, b] = [uniqueName('A'), uniqueName('B')];
    const single = await provide([a], { repoHostStars: 5000 });
    const pack = await provide([a, b, uniqueName('C')], { repoHostStars: 10 });
    const { body } = await ask({ workflow: graphWorkflow({ type: a }, { type: b }, { type: a }) });
    expect(body).toMatchObject({
      nodes: [
        {
          node: { id: pack, publisher: { id: world.id }, latest_version: { version: '1.0.0' } },
          version: '1.0.0',
          provides: [a, b].sort(),
          reason: 'only-provider',
          alternatives: [{ id: single, provides: [a], why_not: expect.stringContaining('provides 1 of the names') }],
          already_installed: false,
          install: { kind: 'archive', url: expect.stringContaining(`/nodes/${pack}/versions/1.0.0/archive`) },
          warnings: [],
        },
      ],
      built_in: [],
      missing: [],
      conflicts: [],
      complete: true,
      method: 'exact',
    });
    expect(body.nodes[0].install.sha256).toMatch(/^0{64}$/);
  });

  it('decides between equal nodes by reservation, ranking, downloads, stars and age', async () => {
    const name = uniqueName('Tie');
    const plain = await provide([name], { repoHostStars: 3 });
    expect(idsOf(await ask({ core_node_names: [name] }))).toEqual([plain]);
    const starred = await provide([name], { repoHostStars: 7 });
    expect(idsOf(await ask({ core_node_names: [name] }))).toEqual([starred]);
    const downloaded = await provide([name], { downloads: 1 });
    expect(idsOf(await ask({ core_node_names: [name] }))).toEqual([downloaded]);
    const ranked = await provide([name], { searchRanking: 1 });
    const most = await ask({ core_node_names: [name] });
    expect([idsOf(most), most.body.nodes[0].reason]).toEqual([[ranked], 'most-used']);
    const reserved = await provide([name], { preemptedCoreNodeNames: [name] });
    const answer = await ask({ core_node_names: [name] });
    expect([idsOf(answer), answer.body.nodes[0].reason]).toEqual([[reserved], 'preempted']);
    const { body } = await registry.call('GET', `/core-nodes/${name}/providers?limit=2&page=2`);
    expect(body).toMatchObject({
      providers: [
        { node: { id: downloaded }, downloads: 1, preempted: false },
        { node: { id: starred }, repo_host_stars: 7 },
      ],
      page: 2,
      limit: 2,
      total: 5,
      totalPages: 3,
    });
    const { data } = await registry.graph(
      `{ coreNode(name: "${name}") { providers(limit: 2, page: 2) { total nodes { repoHostStars node { id } } } } }`,
    );
    expect(data.coreNode.providers).toEqual({
      total: 5,
      nodes: [
        { repoHostStars: 0, node: { id: downloaded } },
        { repoHostStars: 7, node: { id: starred } },
      ],
    });
  });

  it('says of a node of the smallest set that it covers most, if a node with fewer of the names is used more', async () => {
    const names = ['A', 'B', 'C', 'D'].map(uniqueName) as [string, string, string, string];
    const [a, b, c, d] = names;
    const pair = await provide([a, b], { downloads: 2 });
    const other = await provide([c, d], { downloads: 1 });
    await provide([b, c], { downloads: 3 });
    await provide([a], {});
    await provide([d], {});
    const { body } = await ask({ core_node_names: names });
    expect(body.nodes.map(({ node, reason }: Planned) => [node.id, reason])).toEqual([
      [pair, 'most-covering'],
      [other, 'most-covering'],
    ]);
  });

  it('treats a node that shares names with a much more used one as a copy of it', async () => {
    const [a, b, own] = [uniqueName('A'), uniqueName('B'), uniqueName('Own')];
    const original = await provide([a, b], { repoHostStars: 100 });
    const copy = await provide([a, b, own], { repoHostStars: 4 });
    await provide([own], { repoHostStars: 1 });
    const { body } = await ask({ core_node_names: [a, b] });
    expect(body.nodes).toMatchObject([
      { node: { id: original }, alternatives: [{ id: copy, why_not: expect.stringContaining('used far more') }] },
    ]);
  });

  it('chooses a copy for all its names if it provides a name for which it is no copy', async () => {
    const [a, b, c, own] = [uniqueName('A'), uniqueName('B'), uniqueName('C'), uniqueName('Own')];
    const shared = uniqueName('Shared');
    const original = await provide([a, b, c], { repoHostStars: 100 });
    const copy = await provide([a, b, own, shared], { repoHostStars: 4 });
    await provide([shared], { repoHostStars: 3 });
    const planned = async (names: readonly string[]) =>
      ((await ask({ core_node_names: names })).body.nodes as Planned[]).map(({ node, provides }) => [
        node.id,
        provides,
      ]);
    expect(await planned([a, b, own])).toEqual([[copy, [a, b, own].sort()]]);
    expect(await planned([a, b, shared])).toEqual([[copy, [a, b, shared].sort()]]);
    // The original is needed for another name, so it also provides the shared names.
    expect(await planned([a, b, c, own])).toEqual([
      [original, [a, b, c].sort()],
      [copy, [own]],
    ]);
  });

  it('follows pins of nodes that still exist and provide the name', async () => {
    const name = uniqueName('Pinned');
    const popular = await provide([name], { downloads: 1000 });
    const meant = await provide([name]);
    const other = await provide([uniqueName('Other')]);
    const pinnedTo = (properties: object) => ask({ workflow: graphWorkflow({ type: name, properties }) });
    const followed = await pinnedTo({ cnr_id: meant.replaceAll('-', '_').toUpperCase(), ver: '1.0.0' });
    expect([idsOf(followed), followed.body.nodes[0].reason]).toEqual([[meant], 'pinned']);
    expect(idsOf(await pinnedTo({ node_id: meant }))).toEqual([meant]);
    const unknown = await pinnedTo({ cnr_id: 'never-existed' });
    expect([idsOf(unknown), warningsOf(unknown)]).toEqual([[popular], ['pin_ignored']]);
    const wrong = await pinnedTo({ cnr_id: other });
    expect([idsOf(wrong), warningsOf(wrong)]).toEqual([[popular], ['pin_ignored']]);
    await changeNode(registry, meant, `status = 'NodeStatusBanned'`);
    expect(idsOf(await pinnedTo({ cnr_id: meant }))).toEqual([popular]);
  });

  it('follows a pin of a repository for imported nodes', async () => {
    const name = uniqueName('Repo');
    const repository = `https://github.com/Someone/${uniqueName('Pack')}`;
    await makeImportedNode(registry, { repoHostStars: 50, coreNodes: named([name]) });
    const meant = await makeImportedNode(registry, { repository, coreNodes: named([name]) });
    const properties = { aux_id: new URL(repository).pathname.slice(1).toLowerCase(), ver: 'abcdef' };
    const answer = await ask({ workflow: graphWorkflow({ type: name, properties }) });
    expect(answer.body.nodes[0]).toMatchObject({
      node: { id: meant },
      install: { kind: 'repository', url: repository },
    });
    expect(answer.body.nodes[0]).not.toHaveProperty('version');
    const both = graphWorkflow({ type: name, properties: { cnr_id: 'never-existed', ...properties } });
    expect(idsOf(await ask({ workflow: both }))).toEqual([meant]);
    // Other registries use the name of the repository as id.
    const byRepositoryName = graphWorkflow({ type: name, properties: { cnr_id: properties.aux_id.split('/')[1] } });
    expect(idsOf(await ask({ workflow: byRepositoryName }))).toEqual([meant]);
    const fork = { cnr_id: properties.aux_id.split('/')[1], aux_id: 'someone-else/fork' };
    expect(idsOf(await ask({ workflow: graphWorkflow({ type: name, properties: fork }) }))).toEqual([meant]);
    const ownerless = { aux_id: properties.aux_id.split('/')[1] };
    expect(idsOf(await ask({ workflow: graphWorkflow({ type: name, properties: ownerless }) }))).toEqual([meant]);
    await makeImportedNode(registry, {
      repository: repository.replace('Someone', 'Another'),
      coreNodes: named([name]),
    });
    expect(idsOf(await ask({ workflow: byRepositoryName }))).not.toEqual([meant]);
  });

  it('follows a pin by the name of the repository without the name of the host', async () => {
    const name = uniqueName('Short');
    const pack = uniqueName('pack');
    await makeImportedNode(registry, { repoHostStars: 50, coreNodes: named([name]) });
    const meant = await makeImportedNode(registry, {
      repository: `https://github.com/someone/ComfyUI-${pack}`,
      coreNodes: named([name]),
    });
    const pinnedTo = async (id: string) =>
      idsOf(await ask({ workflow: graphWorkflow({ type: name, properties: { cnr_id: id } }) }));
    expect(await pinnedTo(pack)).toEqual([meant]);
    // The exact name of another repository comes first.
    const exact = await makeImportedNode(registry, {
      repository: `https://github.com/another/${pack}`,
      coreNodes: named([name]),
    });
    expect([await pinnedTo(pack), await pinnedTo(`comfyui_${pack}`)]).toEqual([[exact], [meant]]);
  });

  it('follows a pin to an imported node for a name that no node lists', async () => {
    const imported = await makeImportedNode(registry, { coreNodes: named([uniqueName('Listed')]) });
    const installable = await provide([uniqueName('Listed')]);
    const [name, other] = [uniqueName('Newer'), uniqueName('Newer')];
    const answer = await ask({
      workflow: graphWorkflow(
        { type: name, properties: { cnr_id: imported } },
        { type: other, properties: { cnr_id: installable } },
      ),
    });
    expect([
      idsOf(answer),
      warningsOf(answer),
      answer.body.missing.map((missing: { name: string }) => missing.name),
    ]).toEqual([[imported], ['definition_unknown'], [other]]);
  });

  it('follows a pin to an imported node for a name that others list, unless one of them is used far more', async () => {
    const name = uniqueName('Contested');
    const small = await makeImportedNode(registry, { repoHostStars: 3, coreNodes: named([uniqueName('Listed')]) });
    const large = await makeImportedNode(registry, { repoHostStars: 300, coreNodes: named([uniqueName('Listed')]) });
    const lister = await makeImportedNode(registry, { repoHostStars: 90, coreNodes: named([name]) });
    const pinnedTo = async (id: string) => {
      const answer = await ask({ workflow: graphWorkflow({ type: name, properties: { cnr_id: id } }) });
      return [idsOf(answer), warningsOf(answer), answer.body.nodes[0].warnings[0]?.message];
    };
    expect(await pinnedTo(large)).toEqual([[large], ['definition_unknown'], expect.any(String)]);
    expect(await pinnedTo(small)).toEqual([
      [lister],
      ['pin_ignored'],
      expect.stringContaining(`pins ${small}, whose known definitions do not include it`),
    ]);
  });

  it('prefers a node whose name pattern matches to those with far fewer stars that list the name', async () => {
    const name = uniqueName('Patterned');
    const copy = await provide([name], { repoHostStars: 1 });
    const original = await makeImportedNode(registry, {
      repoHostStars: 500,
      coreNodes: named([uniqueName('Listed')]),
      coreNodeNamePattern: `^${name}`,
    });
    const { body } = await ask({ core_node_names: [name] });
    expect(body.nodes).toMatchObject([
      {
        node: { id: original },
        reason: 'most-used',
        alternatives: [{ id: copy, why_not: expect.stringContaining('more stars') }],
        warnings: [{ code: 'name_pattern' }],
      },
    ]);
  });

  it('knows the node whose scripts define SetNode and GetNode', async () => {
    expect((await ask({ core_node_names: ['SetNode'] })).body).toMatchObject({ nodes: [], complete: false });
    const node = await makeImportedNode(registry, {
      repository: 'https://github.com/kijai/ComfyUI-KJNodes',
      coreNodes: named([uniqueName('Listed')]),
    });
    const { body } = await ask({ workflow: graphWorkflow({ type: 'SetNode' }, { type: 'GetNode' }) });
    expect(body).toMatchObject({
      nodes: [{ node: { id: node }, provides: ['GetNode', 'SetNode'], warnings: [{ code: 'name_pattern' }] }],
      complete: true,
    });
    const lister = await provide(['SetNode']);
    expect(idsOf(await ask({ core_node_names: ['SetNode'] }))).toEqual([lister]);
  });

  it('never chooses a banned or deleted node, or a version that is held or deleted', async () => {
    const name = uniqueName('Hidden');
    const banned = await provide([name]);
    await changeNode(registry, banned, `status = 'NodeStatusBanned'`);
    const deleted = await provide([name]);
    await changeNode(registry, deleted, `status = 'NodeStatusDeleted'`);
    for (const status of [
      NodeVersionStatus.Flagged,
      NodeVersionStatus.Pending,
      NodeVersionStatus.Deleted,
      NodeVersionStatus.Banned,
    ])
      await provide([name], {}, { status });
    const { body } = await ask({ core_node_names: [name] });
    expect([body.nodes, body.missing, body.complete]).toEqual([[], [{ name, used_by: [], suggestions: [] }], false]);
  });

  it.each([
    ['Flagged', [{ version: '1.0.0', status: NodeVersionStatus.Flagged }]],
    ['Pending', [{ version: '1.0.0', status: NodeVersionStatus.Pending }]],
    ['Deleted', [{ version: '1.0.0', status: NodeVersionStatus.Deleted }]],
    ['Banned', [{ version: '1.0.0', status: NodeVersionStatus.Banned }]],
    ['missing', []],
  ])('does not plan the repository of a node whose versions are %s', async (_status, versions) => {
    const name = uniqueName('Held');
    const node = await makeNode(registry, world.id, {
      repository: `https://github.com/someone/${name}`,
      versions: versions.map((version) => ({ ...version, coreNodes: named([name]) })),
    });
    const byId = await ask({ nodes: [{ id: node }] });
    expect(byId.body).toMatchObject({ nodes: [], missing: [{ name: node }], complete: false });
    const workflow = graphWorkflow({ type: name, properties: { cnr_id: node, ver: '1.0.0' } });
    expect((await ask({ workflow })).body).toMatchObject({
      nodes: [],
      missing: [{ name, used_by: ['1'], suggestions: [] }],
      complete: false,
    });
    const other = await provide([name]);
    const instead = await ask({ workflow });
    expect([idsOf(instead), warningsOf(instead)]).toEqual([[other], ['pin_ignored']]);
  });

  it('never chooses a banned core-node, even if a pin, a name pattern or an older version leads to it', async () => {
    const [name, other] = [uniqueName('Forbidden'), uniqueName('Allowed')];
    const node = await provide([name, other]);
    const setPolicy = async (id: string, version: string, policy: string) => {
      const path = `/nodes/${id}/versions/${version}/core-nodes/${name}`;
      expect((await registry.call('PUT', path, { as: world.callers.admin, body: { policy } })).status).toBe(200);
    };
    const pinned = graphWorkflow({ type: name, properties: { cnr_id: node } }, { type: other });
    await setPolicy(node, '1.0.0', 'CoreNodePolicyLocalOnly');
    expect((await ask({ workflow: pinned })).body).toMatchObject({ nodes: [{ provides: [other, name] }], missing: [] });
    await setPolicy(node, '1.0.0', 'CoreNodePolicyBanned');
    const expected = {
      nodes: [{ node: { id: node }, provides: [other] }],
      missing: [{ name, suggestions: [] }],
      complete: false,
    };
    expect((await ask({ workflow: pinned })).body).toMatchObject(expected);
    expect((await ask({ core_node_names: [name, other] })).body).toMatchObject(expected);
    const imported = await makeImportedNode(registry, { coreNodes: named([name]), coreNodeNamePattern: `^${name}` });
    expect(idsOf(await ask({ core_node_names: [name] }))).toEqual([imported]);
    await setPolicy(imported, '0.0.0', 'CoreNodePolicyBanned');
    const workflow = graphWorkflow({ type: name, properties: { cnr_id: imported } });
    expect((await ask({ workflow })).body).toMatchObject({ nodes: [], missing: [{ name, suggestions: [] }] });
    const updated = await makeNode(registry, world.id, {
      versions: [
        { version: '1.0.0', coreNodes: named([name]) },
        { version: '2.0.0', coreNodes: named([name, other]) },
      ],
    });
    expect(idsOf(await ask({ core_node_names: [name] }))).toEqual([updated]);
    await setPolicy(updated, '2.0.0', 'CoreNodePolicyBanned');
    expect(idsOf(await ask({ core_node_names: [name] }))).toEqual([]);
  });

  it('suggests similar names for missing ones, with the ids of the workflow nodes', async () => {
    const name = uniqueName('SharpenEdges');
    const node = await provide([name]);
    const { body } = await ask({ workflow: graphWorkflow({ type: `${name}x` }, { type: `${name}x` }) });
    expect(body.missing).toEqual([{ name: `${name}x`, used_by: ['1', '2'], suggestions: [{ name, node }] }]);
  });

  it('resolves nodes by id and range, and names those that do not exist', async () => {
    const node = await makeNode(registry, world.id, {
      versions: [{ version: '1.2.0' }, { version: '2.0.0' }, { version: '3.0.0-rc.1' }],
    });
    const answer = await ask({ nodes: [{ id: node, version: '^1.1' }, { id: 'never-existed' }] });
    expect(answer.body).toMatchObject({
      nodes: [{ node: { id: node }, version: '1.2.0', provides: [], reason: 'pinned' }],
      missing: [{ name: 'never-existed' }],
    });
    expect((await ask({ nodes: [{ id: node }] })).body.nodes[0].version).toBe('2.0.0');
    const outside = await ask({ nodes: [{ id: node, version: '^9' }] });
    expect([outside.body.complete, warningsOf(outside)]).toEqual([false, ['range']]);
    const twice = await ask({ nodes: [{ id: node, version: '^1.1' }, { id: node.toUpperCase() }] });
    expect([twice.body.complete, twice.body.nodes.map(({ version }: Planned) => version)]).toEqual([true, ['1.2.0']]);
  });

  it('prefers installed nodes if requested', async () => {
    const name = uniqueName('Kept');
    const popular = await provide([name], { downloads: 1000 });
    const own = await makeNode(registry, world.id, {
      versions: [
        { version: '1.0.0', coreNodes: named([name]) },
        { version: '1.1.0', coreNodes: named([name]) },
      ],
    });
    const installed = [{ id: own, version: '1.0.0' }];
    expect(idsOf(await ask({ core_node_names: [name], installed }))).toEqual([popular]);
    const kept = await ask({ core_node_names: [name], installed, prefer: 'installed' });
    expect(kept.body.nodes).toMatchObject([
      { node: { id: own }, version: '1.0.0', already_installed: true, install: { kind: 'none' } },
    ]);
  });
});

describe('POST /resolve: names of the host application', () => {
  let host: TestRegistry;
  beforeAll(async () => {
    host = await startTestRegistry({ HOST_NODE_ID: 'the-host' });
  });
  afterAll(() => host.close());

  it('are built in, unless they are pinned, and its node is never installed', async () => {
    const own = await makeWorld(host);
    await makeImportedNode(host, { id: 'the-host', coreNodes: named(['KSampler', 'Load']) });
    const other = await makeNode(host, own.id, {
      versions: [{ version: '1.0.0', coreNodes: named(['Load', 'More']) }],
    });
    const { body } = await host.call('POST', '/resolve', { body: { core_node_names: ['Load', 'KSampler', 'More'] } });
    expect([body.built_in, body.nodes.map((one: Planned) => [one.node.id, one.provides])]).toEqual([
      ['KSampler', 'Load'],
      [[other, ['More']]],
    ]);
    const workflow = graphWorkflow(
      { type: 'Load', properties: { cnr_id: other } },
      { type: 'KSampler', properties: { cnr_id: 'the-host' } },
      { type: 'New', properties: { cnr_id: 'comfy-core' } },
      { type: 'Newer', properties: { cnr_id: 'The_Host', ver: '9.0.0' } },
      { type: 'Reroute' },
      { type: 'MarkdownNote' },
    );
    const pinned = await host.call('POST', '/resolve', { body: { workflow } });
    expect([pinned.body.built_in, idsOf(pinned), pinned.body.complete]).toEqual([
      ['KSampler', 'MarkdownNote', 'New', 'Newer', 'Reroute'],
      [other],
      true,
    ]);
    expect(idsOf(await host.call('POST', '/resolve', { body: { nodes: [{ id: 'the-host' }] } }))).toEqual([]);
    // Scripts of a node turn its elements into those of the host, and keep the pin.
    const turned = await makeImportedNode(host, { coreNodes: named([uniqueName('Listed')]) });
    const body2 = { workflow: graphWorkflow({ type: 'KSampler', properties: { cnr_id: turned } }) };
    expect((await host.call('POST', '/resolve', { body: body2 })).body).toMatchObject({
      built_in: ['KSampler'],
      nodes: [],
    });
  });

  it('have an id that only admins can create', async () => {
    const own = await makeWorld(host);
    const create = (as: string) =>
      host.call('POST', `/publishers/${own.id}/nodes/The_Host/versions`, {
        as,
        body: { node: {}, node_version: { version: '1.0.0' } },
      });
    const fresh = await startTestRegistry({ HOST_NODE_ID: 'the-host' });
    try {
      const world2 = await makeWorld(fresh);
      const body = { id: 'The_Host', name: 'Not the host' };
      const refused = await fresh.call('POST', `/publishers/${world2.id}/nodes`, { as: world2.callers.owner, body });
      expectError(refused, 400, 'NODE_ID_RESERVED');
      expect((await fresh.call('POST', '/admin/nodes', { as: world2.callers.admin, body })).status).toBe(201);
    } finally {
      await fresh.close();
    }
    expect((await create(own.callers.owner)).status).toBe(400);
  });
});

describe('POST /resolve: which versions', () => {
  it('chooses the newest that supports the installation', async () => {
    const name = uniqueName('Versions');
    const node = await makeNode(registry, world.id, {
      versions: [
        { version: '1.0.0', coreNodes: named([name]) },
        { version: '2.0.0', coreNodes: named([name]), supportedCoreuiVersion: '>=0.4', deprecated: true },
        { version: '3.0.0', coreNodes: named([name]), status: NodeVersionStatus.Flagged },
      ],
    });
    const versionFor = async (context: object) =>
      (await ask({ core_node_names: [name], ...context })).body.nodes[0].version;
    expect(await versionFor({})).toBe('2.0.0');
    expect(await versionFor({ coreui_version: 'v0.4.1-3-gabcdef' })).toBe('2.0.0');
    expect(await versionFor({ coreui_version: '0.3.9' })).toBe('1.0.0');
    expect(warningsOf(await ask({ core_node_names: [name] }))).toEqual(['deprecated', 'flagged_newer_version']);
    const { body } = await ask({ core_node_names: [name] });
    expect(JSON.stringify(body)).not.toContain('3.0.0/archive');
    const pin = (prefer?: string) =>
      ask({
        workflow: graphWorkflow({ type: name, properties: { cnr_id: node, ver: '1.0.0' } }),
        ...(prefer ? { prefer } : {}),
      });
    expect((await pin()).body.nodes[0].version).toBe('1.0.0');
    expect((await pin('newest')).body.nodes[0].version).toBe('2.0.0');
  });

  it('chooses another node if no version of the best one supports the installation, or else warns', async () => {
    const name = uniqueName('System');
    const best = await provide([name], { downloads: 100 });
    await registry.call('PUT', `/admin/nodes/${best}/versions/1.0.0`, {
      as: world.callers.admin,
      body: { supported_os: ['Microsoft :: Windows'], supported_accelerators: ['GPU :: NVIDIA CUDA'] },
    });
    expect(warningsOf(await ask({ core_node_names: [name], os: 'linux', accelerator: 'rocm' }))).toEqual([
      'unsupported_os',
      'unsupported_accelerator',
    ]);
    expect(warningsOf(await ask({ core_node_names: [name], os: 'windows', accelerator: 'cuda' }))).toEqual([]);
    const other = await provide([name]);
    expect(idsOf(await ask({ core_node_names: [name], os: 'POSIX :: Linux' }))).toEqual([other]);
    expect(idsOf(await ask({ core_node_names: [name], os: 'Microsoft' }))).toEqual([best]);
  });

  it('warns if an imported node does not support the installation, and meets any range that has all versions', async () => {
    const name = uniqueName('Imported');
    const node = await makeImportedNode(registry, { coreNodes: named([name]) });
    await changeNode(registry, node, `supported_os = array['Microsoft :: Windows']`);
    expect(warningsOf(await ask({ core_node_names: [name], os: 'linux' }))).toEqual(['unsupported_os']);
    expect(warningsOf(await ask({ core_node_names: [name], os: 'windows' }))).toEqual([]);
    const ranges = await Promise.all(['*', '^1'].map((version) => ask({ nodes: [{ id: node, version }] })));
    expect(ranges.map((answer) => [answer.body.complete, warningsOf(answer)])).toEqual([
      [true, []],
      [false, ['range']],
    ]);
  });

  it('chooses an older version, with a warning, if only that provides the name', async () => {
    const [kept, gone] = [uniqueName('Kept'), uniqueName('Gone')];
    const node = await makeNode(registry, world.id, {
      versions: [
        { version: '1.0.0', coreNodes: named([kept, gone]) },
        { version: '2.0.0', coreNodes: named([kept]) },
      ],
    });
    const answer = await ask({ core_node_names: [kept, gone] });
    expect([answer.body.nodes[0].version, warningsOf(answer)]).toEqual(['1.0.0', ['older_version']]);
    expect((await ask({ core_node_names: [kept] })).body.nodes[0].version).toBe('2.0.0');
    const added = uniqueName('Added');
    await makeNode(registry, world.id, {
      versions: [
        { version: '1.0.0', coreNodes: named([`${added}-old`]) },
        { version: '2.0.0', coreNodes: named([added]) },
      ],
    });
    const { body } = await ask({ core_node_names: [added, `${added}-old`] });
    expect([
      body.nodes.map((one: Planned) => one.provides),
      body.missing.map((one: { name: string }) => one.name),
    ]).toEqual([[[added]], [`${added}-old`]]);
    expect(node).toBeDefined();
  });

  it('chooses another node for a name that the chosen version does not provide', async () => {
    const [first, second] = [uniqueName('First'), uniqueName('Second')];
    const updated = await makeNode(registry, world.id, {
      downloads: 9,
      versions: [
        { version: '1.0.0', coreNodes: named([second]) },
        { version: '2.0.0', coreNodes: named([first]) },
      ],
    });
    const other = await makeNode(registry, world.id, {
      versions: [
        { version: '1.0.0', coreNodes: named([second]) },
        { version: '2.0.0', coreNodes: [] },
      ],
    });
    const { body } = await ask({ core_node_names: [first, second] });
    expect([body.complete, body.nodes.map(({ node, version }: Planned) => [node.id, version])]).toEqual([
      true,
      [
        [updated, '2.0.0'],
        [other, '1.0.0'],
      ],
    ]);
  });

  it('chooses versions so that names with one provider and pinned names come first', async () => {
    const [a, b, c] = [uniqueName('A'), uniqueName('B'), uniqueName('C')];
    const first = await makeNode(registry, world.id, {
      downloads: 9,
      versions: [
        { version: '1.0.0', coreNodes: named([a]) },
        { version: '2.0.0', coreNodes: named([b, c]) },
      ],
    });
    const second = await provide([b, c]);
    const plan = async (body: object) => {
      const answer = await ask(body);
      const planned = answer.body.nodes as Planned[];
      return [answer.body.complete, planned.map(({ node, version, provides }) => [node.id, version, provides]).sort()];
    };
    const expected = [
      true,
      [
        [first, '1.0.0', [a]],
        [second, '1.0.0', [b, c]],
      ].sort(),
    ];
    expect(await plan({ core_node_names: [a, b, c] })).toEqual(expected);
    const other = await provide([a]);
    const workflow = graphWorkflow({ type: a, properties: { cnr_id: first, ver: '1.0.0' } }, { type: b }, { type: c });
    expect(await plan({ workflow })).toEqual(expected);
    expect(other).toBeDefined();
  });

  it('chooses no second node for a name that the older version of a chosen node provides', async () => {
    const [a, b] = [uniqueName('A'), uniqueName('B')];
    const both = await makeNode(registry, world.id, {
      versions: [
        { version: '1.0.0', coreNodes: named([a, b]) },
        { version: '2.0.0', coreNodes: named([]) },
      ],
    });
    const other = await provide([b], { downloads: 100 });
    const { body } = await ask({ core_node_names: [a, b] });
    expect(body).toMatchObject({
      nodes: [{ node: { id: both }, version: '1.0.0', provides: [a, b] }],
      method: 'exact',
    });
    expect(body.nodes[0].alternatives).toEqual([expect.objectContaining({ id: other, provides: [b] })]);
    expect((await ask({ core_node_names: [b] })).body.nodes[0].node.id).toBe(other);
  });

  it('says of an alternative that its planned version does not provide the name', async () => {
    const [a, b] = [uniqueName('A'), uniqueName('B')];
    const one = await makeNode(registry, world.id, {
      downloads: 100,
      versions: [
        { version: '1.0.0', coreNodes: named([a]) },
        { version: '2.0.0', coreNodes: named([b]) },
      ],
    });
    const other = await makeNode(registry, world.id, {
      versions: [
        { version: '1.0.0', coreNodes: named([a]) },
        { version: '2.0.0', coreNodes: named([]) },
      ],
    });
    const { body } = await ask({ core_node_names: [a, b] });
    expect(body).toMatchObject({
      complete: true,
      nodes: [
        { node: { id: one }, version: '2.0.0', provides: [b] },
        { node: { id: other }, version: '1.0.0', provides: [a] },
      ],
    });
    expect(body.nodes[1].alternatives).toEqual([
      { id: one, provides: [a], why_not: 'its planned version does not provide these names' },
    ]);
  });

  it('considers all names of the newest version that supports the installation', async () => {
    const [a, b] = [uniqueName('A'), uniqueName('B')];
    const ported = await makeNode(registry, world.id, {
      versions: [
        { version: '1.0.0', supportedOs: ['POSIX :: Linux'], coreNodes: named([a, b]) },
        { version: '2.0.0', supportedOs: ['Microsoft :: Windows'], coreNodes: named([b]) },
      ],
    });
    await provide([a], { downloads: 100 });
    const { body } = await ask({ core_node_names: [a, b], os: 'linux' });
    expect(body).toMatchObject({ nodes: [{ node: { id: ported }, version: '1.0.0', provides: [a, b] }] });
  });

  it('chooses as many nodes as there are names that each version provides one of', async () => {
    const names = Array.from({ length: 5 }, (_, at) => uniqueName(`Turn${at}`));
    const versions = names.map((name, at) => ({ version: `${at + 1}.0.0`, coreNodes: named([name]) }));
    for (const _ of names) await makeNode(registry, world.id, { versions });
    const { body } = await ask({ core_node_names: names });
    expect([body.complete, body.missing, body.nodes.length, body.method]).toEqual([true, [], 5, 'exact']);
  });

  it('never uses an older version for a core-node that is banned in the newest one', async () => {
    const name = uniqueName('BannedLater');
    const node = await makeNode(registry, world.id, {
      versions: [
        { version: '1.0.0', coreNodes: named([name]) },
        { version: '2.0.0', coreNodes: [{ name, policy: CoreNodePolicy.Banned }] },
      ],
    });
    const installed = [{ id: node, version: '1.0.0' }];
    for (const body of [
      { workflow: graphWorkflow({ type: name, properties: { cnr_id: node, ver: '1.0.0' } }) },
      { core_node_names: [name], nodes: [{ id: node, version: '^1' }] },
      { core_node_names: [name], installed, prefer: 'installed' },
    ])
      expect((await ask(body)).body).toMatchObject({ missing: [{ name }], complete: false });
  });

  it('follows a pin, an installed version and a range to a version that is not the newest', async () => {
    const name = uniqueName('Dropped');
    const updated = await makeNode(registry, world.id, {
      versions: [
        { version: '1.0.0', coreNodes: named([name]) },
        { version: '2.0.0', coreNodes: [] },
      ],
    });
    const current = await provide([name], { downloads: 50 });
    const workflow = graphWorkflow({ type: name, properties: { cnr_id: updated, ver: '1.0.0' } });
    const planOf = async (body: object) => {
      const answer = await ask(body);
      return [answer.body.nodes.map(({ node, version }: Planned) => `${node.id}@${version}`), warningsOf(answer)];
    };
    expect(await planOf({ workflow })).toEqual([[`${updated}@1.0.0`], []]);
    expect(await planOf({ workflow, prefer: 'newest' })).toEqual([[`${current}@1.0.0`], ['pin_ignored']]);
    const installed = [{ id: updated, version: '1.0.0' }];
    expect(await planOf({ core_node_names: [name], installed, prefer: 'installed' })).toEqual([
      [`${updated}@1.0.0`],
      [],
    ]);
    expect(await planOf({ core_node_names: [name], installed })).toEqual([[`${current}@1.0.0`], []]);
    const asked = await ask({ core_node_names: [name], nodes: [{ id: updated, version: '^1' }] });
    expect([idsOf(asked), asked.body.nodes[0].version, asked.body.complete]).toEqual([[updated], '1.0.0', true]);
  });

  it('follows the most frequent pin of several versions of a node, and names the others', async () => {
    const names = [uniqueName('Pinned'), uniqueName('Pinned'), uniqueName('Pinned')];
    const versions = ['1.0.0', '1.1.0', '1.2.0'].map((version) => ({ version, coreNodes: named(names) }));
    const node = await makeNode(registry, world.id, { versions });
    const pinned = (type: string, ver: string) => ({ type, properties: { cnr_id: node, ver } });
    const answer = await ask({
      workflow: graphWorkflow(pinned(names[0]!, '1.1.0'), pinned(names[1]!, '1.1.0'), pinned(names[2]!, '1.0.0')),
    });
    expect(answer.body.nodes).toMatchObject([
      {
        version: '1.1.0',
        warnings: [{ code: 'other_than_pinned', message: 'Version 1.1.0 instead of 1.0.0, which the workflow names.' }],
      },
    ]);
    // Elements without a pin don't count, and all pins of a name do.
    const [name, other] = names as [string, string];
    const more = await ask({
      workflow: graphWorkflow(
        pinned(name, '1.0.0'),
        pinned(name, '1.0.0'),
        pinned(name, '1.2.0'),
        { type: name },
        { type: name },
        pinned(other, '1.2.0'),
        pinned(other, '1.2.0'),
      ),
    });
    expect([more.body.nodes[0].version, warningsOf(more)]).toEqual(['1.2.0', ['other_than_pinned']]);
  });

  it('prefers an older version that supports the installation to a newer one that does not', async () => {
    const name = uniqueName('Ported');
    const windows = { supportedOs: ['Microsoft :: Windows'] };
    const only = await provide([name], { downloads: 9 }, windows);
    const [linux] = ['POSIX :: Linux'];
    const ported = await makeNode(registry, world.id, {
      versions: [
        { version: '1.0.0', coreNodes: named([name]), supportedOs: [linux!] },
        { version: '2.0.0', coreNodes: [], supportedOs: [linux!] },
      ],
    });
    const answer = await ask({ core_node_names: [name], os: 'linux' });
    expect([idsOf(answer), answer.body.nodes[0].version, warningsOf(answer)]).toEqual([
      [ported],
      '1.0.0',
      ['older_version'],
    ]);
    expect(idsOf(await ask({ core_node_names: [name], os: 'windows' }))).toEqual([only]);
  });

  it('warns of a version that does not support the installation if no other one provides the name', async () => {
    const [both, added] = [uniqueName('Both'), uniqueName('OnMacOnly')];
    const node = await makeNode(registry, world.id, {
      versions: [
        { version: '1.0.0', coreNodes: named([both]), supportedOs: ['POSIX :: Linux'], dependencies: ['numpy<2'] },
        { version: '1.1.0', coreNodes: named([both, added]), supportedOs: ['MacOS'], dependencies: ['numpy>=2'] },
      ],
    });
    const answer = await ask({ core_node_names: [added], os: 'linux' });
    expect([idsOf(answer), answer.body.nodes[0].version, warningsOf(answer)]).toEqual([
      [node],
      '1.1.0',
      ['unsupported_os'],
    ]);
    // The version for Linux provides one of two names, and is not replaced for the other one.
    const two = await ask({ core_node_names: [added, both], os: 'linux' });
    expect(two.body).toMatchObject({
      nodes: [{ version: '1.0.0', provides: [both] }],
      missing: [{ name: added, suggestions: [{ name: added, node }] }],
      python: ['numpy<2'],
    });
  });

  it('considers a name that was just published', async () => {
    const name = uniqueName('Later');
    expect((await ask({ core_node_names: [name] })).body.missing).toHaveLength(1);
    const node = await provide([name]);
    expect(idsOf(await ask({ core_node_names: [name] }))).toEqual([node]);
    await changeNode(registry, node, `status = 'NodeStatusDeleted'`);
    expect((await ask({ core_node_names: [name] })).body.missing).toHaveLength(1);
  });
});

describe('POST /resolve: Python requirements', () => {
  it('chooses other versions to avoid a conflict, and merges the remaining requirements', async () => {
    const [a, b] = [uniqueName('A'), uniqueName('B')];
    await provide([a], {}, { dependencies: ['numpy>=1.26,<2', 'pillow'] });
    const node = await makeNode(registry, world.id, {
      versions: [
        {
          version: '1.0.0',
          coreNodes: named([b]),
          dependencies: ['NumPy>=1.20', 'pillow>=10; python_version >= "3.9"'],
        },
        {
          version: '1.1.0',
          coreNodes: named([b]),
          dependencies: ['numpy>=2', '-r more.txt', 'x @ https://e.org/x.zip'],
        },
      ],
    });
    const { body } = await ask({ core_node_names: [a, b], python_version: '3.12' });
    const changed = (body.nodes as Planned[]).find((one) => one.node.id === node)!;
    expect([changed.version, changed.warnings.map(({ code }) => code)]).toEqual(['1.0.0', ['changed_for_python']]);
    expect([body.conflicts, body.python, body.complete]).toEqual([[], ['numpy>=1.26,<2', 'pillow>=10'], true]);
    const alone = await ask({ core_node_names: [b], python_version: '3.12' });
    expect([alone.body.nodes[0].version, alone.body.not_judged.map((one: { why: string }) => one.why)]).toEqual([
      '1.1.0',
      ['it is an option of an installer', 'it names a URL instead of versions'],
    ]);
  });

  it('treats a requirement that no version satisfies as a conflict with itself', async () => {
    const [a, b] = [uniqueName('A'), uniqueName('B')];
    await provide([a], {}, { dependencies: ['numpy>=1.20'] });
    const impossible = (version: string) => ({ version, coreNodes: named([b]), dependencies: ['numpy>=2,<1'] });
    const node = await makeNode(registry, world.id, { versions: [impossible('2.0.0')] });
    for (const core_node_names of [[b], [a, b]])
      expect((await ask({ core_node_names })).body).toMatchObject({
        conflicts: [
          {
            package: 'numpy',
            requirements: [{ node, version: '2.0.0', spec: '>=2,<1' }],
            message: `No version of numpy satisfies this: ${node} 2.0.0 requires numpy>=2,<1. No other versions of these nodes avoid it.`,
          },
        ],
        complete: false,
      });
    const c = uniqueName('C');
    const other = await makeNode(registry, world.id, {
      versions: [
        { version: '1.0.0', coreNodes: named([c]), dependencies: ['numpy'] },
        { version: '2.0.0', coreNodes: named([c]), dependencies: ['numpy>=2', 'numpy<1'] },
      ],
    });
    const { body } = await ask({ core_node_names: [c] });
    expect([body.nodes[0].node.id, body.nodes[0].version, body.conflicts]).toEqual([other, '1.0.0', []]);
  });

  it('reports the smallest set of requirements in conflict, as JSON and as a constraints file', async () => {
    const [a, b] = [uniqueName('A'), uniqueName('B')];
    const old = await provide([a], {}, { dependencies: ['torch<2', 'scipy'] });
    const fresh = await provide([b], {}, { dependencies: ['torch>=2.1', 'scipy[all]>=1'] });
    const { body } = await ask({ core_node_names: [a, b] });
    expect(body).toMatchObject({
      conflicts: [
        {
          package: 'torch',
          requirements: [
            { node: old, version: '1.0.0', spec: '<2' },
            { node: fresh, version: '1.0.0', spec: '>=2.1' },
          ],
          message: expect.stringContaining('No other versions'),
        },
      ],
      python: ['scipy[all]>=1'],
      complete: false,
    });
    // Not by `call`, which expects JSON.
    const text = await fetch(`${registry.url}/resolve`, {
      method: 'POST',
      headers: { accept: 'text/plain', 'content-type': 'application/json' },
      body: JSON.stringify({ core_node_names: [a, b] }),
    });
    const lines = (await text.text()).split('\n').filter((line) => line !== '');
    expect(text.headers.get('content-type')).toContain('text/plain');
    expect(text.headers.get('vary')?.split(/, ?/)).toContain('Accept');
    expect(lines.filter((line) => !line.startsWith('#'))).toEqual(['scipy>=1']);
    expect(lines.join('\n')).toContain('# conflict: No version of torch satisfies all');
  });

  it('reports the conflict that no versions avoid, and avoids the others of the same package', async () => {
    const [a, b, c, d] = [uniqueName('A'), uniqueName('B'), uniqueName('C'), uniqueName('D')];
    // Named so that the avoidable pair comes first in every order.
    const strict = await makeNode(registry, world.id, {
      versions: [
        { version: '1.0.0', coreNodes: named([a]), dependencies: ['numpy'] },
        { version: '2.0.0', coreNodes: named([a]), dependencies: ['numpy>=2'] },
      ],
    });
    await provide([b], {}, { dependencies: ['numpy<2'] });
    const fresh = await provide([c], {}, { dependencies: ['numpy>=2.1'] });
    const old = await provide([d], {}, { dependencies: ['numpy<1.20'] });
    const { body } = await ask({ core_node_names: [a, b, c, d] });
    const [conflict] = body.conflicts;
    expect([body.conflicts.length, body.complete]).toEqual([1, false]);
    expect(conflict.requirements).not.toContainEqual(expect.objectContaining({ node: strict }));
    expect(conflict.message).toContain('No other versions of these nodes avoid it.');
    const chosen = (body.nodes as Planned[]).find(({ node }) => node.id === strict)!;
    expect([chosen.version, chosen.warnings.map(({ code }) => code)]).toEqual(['1.0.0', ['changed_for_python']]);
    const two = await ask({ core_node_names: [a, c, d] });
    expect(two.body.conflicts[0].requirements.map(({ node }: { node: string }) => node).sort()).toEqual(
      [fresh, old].sort(),
    );
  });

  it('says that not all versions were tried if a node has many', async () => {
    const [many, one] = [uniqueName('Many'), uniqueName('One')];
    await makeNode(registry, world.id, {
      versions: Array.from({ length: 25 }, (_, at) => ({
        version: `${at + 1}.0.0`,
        coreNodes: named([many]),
        dependencies: [at < 3 ? 'attrs<2' : 'attrs>=2'],
      })),
    });
    await provide([one], {}, { dependencies: ['attrs<2'] });
    const { body } = await ask({ core_node_names: [many, one] });
    expect(body.conflicts[0].message).toContain('Not all combinations of versions were tried.');
  });

  it('says if other versions of the nodes in conflict lead to other conflicts', async () => {
    const [a, b] = [uniqueName('A'), uniqueName('B')];
    for (const [name, older, newer] of [
      [a, ['p<1', 'q<1'], ['p>=1', 'q<1']],
      [b, ['p>=1', 'q>=1'], ['p<1', 'q<1', 'p!=0']],
    ] as const)
      await makeNode(registry, world.id, {
        versions: [
          { version: '1.0.0', coreNodes: named([name]), dependencies: [...older] },
          { version: '2.0.0', coreNodes: named([name]), dependencies: [...newer] },
        ],
      });
    // 1.0.0 of the first with 2.0.0 of the second agree.
    expect((await ask({ core_node_names: [a, b] })).body.conflicts).toEqual([]);
    const c = uniqueName('C');
    await provide([c], {}, { dependencies: ['p>=1', 'q<1'] });
    const { body } = await ask({ core_node_names: [a, b, c] });
    expect(body.conflicts).toHaveLength(1);
    expect(body.conflicts[0].message).toContain('Other versions of these nodes lead to other conflicts.');
  });

  it('reads a limited number of requirements, and says which it does not read', async () => {
    const [a, b] = [uniqueName('A'), uniqueName('B')];
    await provide([a], {}, { dependencies: Array.from({ length: 2500 }, (_, index) => `package${index}`) });
    await provide([b], {}, { dependencies: ['first', 'second', 'third'] });
    const { body } = await ask({ core_node_names: [a, b] });
    expect([body.python.length, body.not_judged.length, body.complete]).toEqual([2500, 1, true]);
    expect(body.not_judged[0].why).toContain('too many requirements');
  });

  it('tries other versions of each node in turn, up to a limit of requirements', async () => {
    const [a, b] = [uniqueName('A'), uniqueName('B')];
    const long = Array.from({ length: 400 }, (_, index) => `package${index}`);
    const versioned = (name: string, spec: string, oldest: string) =>
      makeNode(registry, world.id, {
        versions: Array.from({ length: 15 }, (_, index) => ({
          version: `1.${index}.0`,
          coreNodes: named([name]),
          dependencies: [index === 0 ? oldest : spec, ...long],
        })),
      });
    await versioned(a, 'numpy<2', 'numpy');
    await versioned(b, 'numpy>=2', 'numpy');
    const { body } = await ask({ core_node_names: [a, b] });
    expect(body.conflicts[0].message).toContain('Not all combinations of versions were tried.');
    const [c, d] = [uniqueName('C'), uniqueName('D')];
    await versioned(c, 'scipy<2', 'scipy');
    const solved = await makeNode(registry, world.id, {
      versions: ['scipy', 'scipy>=2'].map((line, index) => ({
        version: `1.${index}.0`,
        coreNodes: named([d]),
        dependencies: [line],
      })),
    });
    const other = await ask({ core_node_names: [c, d] });
    const changed = (other.body.nodes as Planned[]).find(({ node }) => node.id === solved)!;
    expect([other.body.conflicts, changed.version]).toEqual([[], '1.0.0']);
  });

  it('ignores requirements of other systems and versions of Python', async () => {
    const [a, b] = [uniqueName('A'), uniqueName('B')];
    await provide([a], {}, { dependencies: ['x<2; sys_platform == "win32"', 'y<2; python_version < "3.10"'] });
    await provide([b], {}, { dependencies: ['x>=2', 'y>=2'] });
    const conflicts = async (context: object) =>
      (await ask({ core_node_names: [a, b], ...context })).body.conflicts.map(
        (one: { package: string }) => one.package,
      );
    expect(await conflicts({ os: 'windows', python_version: '3.9' })).toEqual(['x', 'y']);
    expect(await conflicts({ os: 'linux', python_version: '3.12' })).toEqual([]);
    const unknown = await ask({ core_node_names: [a, b] });
    expect([unknown.body.conflicts, unknown.body.not_judged]).toEqual([[], [expect.anything(), expect.anything()]]);
  });
});

describe('POST /resolve: every plan', () => {
  it('is the same in GraphQL', async () => {
    const [a, b] = [uniqueName('A'), uniqueName('B')];
    await provide([a, b], {}, { dependencies: ['numpy<2', '-e .'] });
    await provide([a], { repoHostStars: 2 }, { dependencies: ['numpy>=2'] });
    const workflow = graphWorkflow({ type: a }, { type: b }, { type: `${a}x` });
    const rest = (await ask({ workflow, os: 'linux', python_version: '3.11' })).body;
    const { data, errors } = await registry.graph(
      `query ($w: Workflow) { resolve(input: { workflow: $w, os: "linux", pythonVersion: "3.11" }) {
        nodes { node { id } version provides reason alternatives { id: nodeId provides whyNot } alreadyInstalled install { kind url sha256 } warnings { code message } }
        builtIn missing { name usedBy suggestions { name node: nodeId } } conflicts { package requirements { node: nodeId version spec } message }
        python notJudged { node: nodeId requirement why } complete method revision } }`,
      { w: workflow },
    );
    expect(errors).toBeUndefined();
    const { nodes, builtIn, missing, conflicts, python, notJudged, complete, method, revision } = data.resolve;
    const alternatives = (list: { whyNot: string }[]) =>
      list.map(({ whyNot, ...one }) => ({ ...one, why_not: whyNot }));
    expect({
      nodes: nodes.map(({ reason, alternatives: all, alreadyInstalled, ...node }: GraphNode) => ({
        ...node,
        reason: reason.replaceAll('_', '-'),
        alternatives: alternatives(all),
        already_installed: alreadyInstalled,
      })),
      built_in: builtIn,
      missing: missing.map(({ usedBy, ...one }: { usedBy: string[] }) => ({ ...one, used_by: usedBy })),
      conflicts,
      python,
      not_judged: notJudged,
      complete,
      method,
      revision,
    }).toEqual({ ...rest, nodes: rest.nodes.map((one: Planned) => ({ ...one, node: { id: one.node.id } })) });
    expect(rest.missing[0].suggestions[0]).toMatchObject({ name: a });
  });

  it('runs no statement once its data is in memory, whatever the workflow', async () => {
    const names = Array.from({ length: 30 }, () => uniqueName('Warm'));
    for (let at = 0; at < names.length; at += 3)
      await provide(names.slice(at, at + 3), {}, { dependencies: ['numpy'] });
    await ask({ core_node_names: names, os: 'linux' });
    await registry.call('POST', '/resolve', { body: { core_node_names: [...names, 'WarmMissing'] } });
    expect(
      await registry.statements(async () => {
        for (let at = 0; at < 20; at++)
          expect((await ask({ core_node_names: names.slice(at), os: 'linux' })).body.complete).toBe(true);
        await ask({ core_node_names: [...names.slice(3), 'WarmMissing'] });
      }),
    ).toEqual([]);
  });

  it('is made once for equal questions that are asked at the same time', async () => {
    const name = uniqueName('Shared');
    await provide([name]);
    const { resolve } = registry.services;
    const question = questionOf({ coreNodeNames: [name] });
    const before = resolve.stats.coalesced;
    const plans = await Promise.all([1, 2, 3].map(() => resolve.plan(question)));
    expect(plans[0]!.complete).toBe(true);
    expect(plans.every((plan) => plan === plans[0])).toBe(true);
    expect(resolve.stats.coalesced - before).toBe(2);
  });
});

describe('POST /resolve: generated catalogues', () => {
  it('have plans that are deterministic, need all their nodes, and ignore unrelated nodes', async () => {
    const random = randomOf('2106');
    const prefix = uniqueName('Gen');
    const names = Array.from({ length: 24 }, (_, index) => `${prefix} ${index}`);
    const some = (): string[] => names.filter(() => random.chance(0.15));
    const provided = new Map<string, Set<string>>();
    for (let index = 0; index < 30; index++) {
      const own = some();
      const fields = { repoHostStars: random.upTo(50), downloads: random.upTo(3) };
      const held = [NodeVersionStatus.Flagged, NodeVersionStatus.Pending, NodeVersionStatus.Deleted];
      const status = random.chance(0.1) ? random.oneOf(held) : NodeVersionStatus.Active;
      const id = await provide(own, fields, { status });
      const isHidden = random.chance(0.15);
      const hidden = random.oneOf(['NodeStatusBanned', 'NodeStatusDeleted']);
      if (isHidden) await changeNode(registry, id, `status = '${hidden}'`);
      if (!isHidden && status === NodeVersionStatus.Active) provided.set(id, new Set(own));
    }
    const workflows = Array.from({ length: 40 }, some);
    const plans = [];
    for (const core_node_names of workflows) {
      const { body } = await ask({ core_node_names });
      const all = new Set([...provided.values()].flatMap((own) => [...own]));
      const planned = (body.nodes as Planned[]).flatMap(({ node, provides }) => {
        for (const name of provides) expect(provided.get(node.id)?.has(name)).toBe(true);
        return provides;
      });
      for (const { node, provides } of body.nodes as Planned[]) {
        const others = (body.nodes as Planned[]).filter((other) => other.node.id !== node.id);
        const isProvided = (name: string) => others.some((other) => provided.get(other.node.id)!.has(name));
        expect([node.id, provides.every(isProvided)]).toEqual([node.id, false]);
      }
      const missing = body.missing.map((one: { name: string }) => one.name);
      expect([...planned, ...missing].sort()).toEqual([...core_node_names].sort());
      expect(missing).toEqual(core_node_names.filter((name) => !all.has(name)).sort());
      plans.push({ ...body, revision: 0 });
    }
    await provide([uniqueName('Unrelated')], { repoHostStars: 1_000_000, downloads: 1_000_000 });
    for (const [at, core_node_names] of workflows.entries())
      expect({ ...(await ask({ core_node_names: core_node_names.toReversed() })).body, revision: 0 }).toEqual(
        plans[at],
      );
  });
});

describe('POST /resolve: generated versions', () => {
  it('provide what the plan says, and miss no name if a choice of versions provides all', async () => {
    const random = randomOf('2711');
    const systems = ['POSIX :: Linux', 'Microsoft :: Windows'];
    for (let catalogue = 0; catalogue < 25; catalogue++) {
      const prefix = uniqueName('Gen');
      const names = Array.from({ length: 5 }, (_, index) => `${prefix} ${index}`);
      const known = new Map<string, Map<string, { names: string[]; supportedOs: string[] }>>();
      for (let index = 0; index < 4; index++) {
        const versions = ['1.0.0', '2.0.0', '3.0.0'].map((version) => ({
          version,
          names: names.filter(() => random.chance(0.3)),
          supportedOs: systems.filter(() => random.chance(0.5)),
        }));
        const id = await makeNode(registry, world.id, {
          downloads: random.upTo(5),
          versions: versions.map(({ names: own, ...version }) => ({ ...version, coreNodes: named(own) })),
        });
        known.set(id, new Map(versions.map(({ version, ...rest }) => [version, rest])));
      }
      for (const os of [undefined, 'linux']) {
        const asked = names.filter(() => random.chance(0.8));
        if (asked.length === 0) continue;
        const { body } = await ask({ core_node_names: asked, os });
        const provided = (body.nodes as Planned[]).flatMap(({ node, version, provides }) => {
          for (const name of provides) expect(known.get(node.id)!.get(version!)!.names).toContain(name);
          return provides;
        });
        const missing = body.missing.map((one: { name: string }) => one.name) as string[];
        expect([...provided, ...missing].sort()).toEqual(asked);
        // All choices of one version, or none, of each node.
        let choices: string[][] = [[]];
        for (const versions of known.values()) {
          const lists = [...versions.values()]
            .filter(({ supportedOs }) => !os || supportedOs.length === 0 || supportedOs.includes('POSIX :: Linux'))
            .map((version) => version.names);
          choices = choices.flatMap((first) => [first, ...lists.map((list) => [...first, ...list])]);
        }
        const isPossible = choices.some((choice) => asked.every((name) => choice.includes(name)));
        if (isPossible) expect([os, missing]).toEqual([os, []]);
      }
    }
  });
});

describe('POST /resolve: input', () => {
  // The server closes the connection after a body that is too large.
  const raw = (text: string) => registry.call('POST', '/resolve', { raw: text, headers: { connection: 'close' } });
  const within = async (text: string, message: string) => {
    const before = process.cpuUsage();
    const answer = await raw(text);
    const { user, system } = process.cpuUsage(before);
    expect([answer.status, answer.body.message]).toEqual([answer.status, expect.stringContaining(message)]);
    // Mostly the time to build and send the body in this process. Quadratic work would take minutes.
    expect((user + system) / 1000).toBeLessThan(5000);
    return answer.status;
  };

  it.each([
    [{}, 'workflow: is needed'],
    [{ workflow: 3 }, 'workflow: takes an object'],
    [{ core_node_names: [1] }, 'core_node_names.0: takes the name'],
    [{ core_node_names: ['a\0'] }, 'core_node_names.0: contains a character'],
    [
      { core_node_names: Array.from({ length: 5001 }, (_, at) => `n${at}`) },
      'core_node_names.5000: is beyond the limit of 5000 distinct names',
    ],
    [{ nodes: [{ id: '../x' }] }, 'nodes.0.id: takes the id of a node'],
    [{ nodes: [{ id: 'x', version: 'no range' }] }, 'nodes.0.version: takes a range'],
    [{ core_node_names: ['a'], prefer: 'cheapest' }, 'prefer: takes newest'],
    [{ core_node_names: ['a'], python_version: 'three' }, 'python_version: takes a version of Python'],
    [{ core_node_names: ['a'], installed: [{ id: 'x' }] }, 'installed.0.version: takes a version'],
    [{ core_node_names: ['a'], accelerator: 'cudaa' }, 'accelerator: takes a classifier such as "GPU :: NVIDIA CUDA"'],
    [{ core_node_names: ['a'], coreui_version: 'banana' }, 'coreui_version: takes a version such as 0.3.30'],
    [{ core_node_names: ['a'], coreui_frontend_version: '1' }, 'coreui_frontend_version: takes a version'],
    [{ nodes: [{ id: 1, type: 'a' }], links: [] }, 'a workflow with elements goes into `workflow`'],
    [
      { nodes: [{ id: 'a', version: '^1' }, { id: 'b' }, { id: 'A', version: '^2' }] },
      'nodes.2.version: is not the same as in nodes.0',
    ],
    [
      {
        core_node_names: [],
        installed: [
          { id: 'a', version: '1.0.0' },
          { id: 'a', version: '2.0.0' },
        ],
      },
      'installed.1.version: is not the same as in installed.0',
    ],
  ])('is refused with the position of its error (%#)', async (body, message) => {
    const answer = await ask(body);
    expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining(message)]);
  });

  it('is refused quickly, even if it is malicious', async () => {
    expect(await within('['.repeat(100_000), 'nested deeper than 100 levels')).toBe(400);
    expect(await within(`{"workflow":${'{"a":'.repeat(50_000)}1`, 'nested deeper than 100 levels')).toBe(400);
    expect(await within(`{"workflow":{"nodes":[${'{},'.repeat(600_000)}{}]}}`, 'more than 400000 values')).toBe(400);
    expect(await within(`{"workflow":{"nodes":[${'{"type":"a"},'.repeat(1_000_000)}{}]}}`, 'too large')).toBe(413);
    expect(await within('{"core_node_names":["a"],"core_node_names":["b"]}', 'occurs twice')).toBe(400);
    expect(await within('{"core_node_names":["a"', 'not valid JSON')).toBe(400);
    const bytes = Buffer.from('{"core_node_names":["a\xff"]}', 'latin1');
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${registry.url}/resolve`, { method: 'POST', headers, body: bytes as never });
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('body: character 23')]);
    expect(await within(`{"core_node_names":["\\ud800"]}`, 'core_node_names.0: contains a character')).toBe(400);
    const keys = Array.from({ length: 30_000 }, (_, at) => `"${at}":{"class_type":"a"}`).join();
    expect(await within(`{"workflow":{${keys}}}`, 'more than 20000 names')).toBe(400);
  });

  it('must not repeat a name in an object, in GraphQL too', async () => {
    const query = 'query ($w: Workflow) { resolve(input: { workflow: $w }) { complete } }';
    const send = async (workflow: string) => {
      const raw = `{"query":${JSON.stringify(query)},"variables":{"w":${workflow}}}`;
      const { status, body } = await registry.call('POST', '/graphql', { raw });
      return [status, body.errors?.[0].message ?? body.data.resolve];
    };
    expect(await send('{"1":{"class_type":"a","class_type":"b"}}')).toEqual([
      400,
      expect.stringContaining('the name "class_type" occurs twice in its object'),
    ]);
    expect(await send(`{"1":{"class_type":"a"},"1":{"class_type":"a"},"x":"${'x'.repeat(70_000)}"}`)).toEqual([
      400,
      expect.stringContaining('the name "1" occurs twice in its object'),
    ]);
    expect(await send('{"1":{"class_type":"a"}}')).toEqual([200, { complete: false }]);
  });

  it('may be a workflow of 2 MiB with values that can’t be stored', async () => {
    const name = uniqueName('Large');
    const node = await provide([name]);
    const filler = { type: name, widgets_values: ['\0\ud800', ...Array.from({ length: 30 }, (_, at) => at)] };
    const workflow = { nodes: Array.from({ length: 9000 }, (_, id) => ({ id, ...filler })) };
    const answer = await ask({ workflow });
    expect([answer.status, idsOf(answer)]).toEqual([200, [node]]);
    const hardest = await ask({ core_node_names: Array.from({ length: 5000 }, (_, at) => `${name} ${at}`) });
    expect([hardest.status, hardest.body.missing.length]).toEqual([200, 5000]);
  });

  it('may have a workflow of 2 MiB in GraphQL, too', async () => {
    const query = 'query ($w: Workflow) { resolve(input: { workflow: $w }) { nodes { node { id } } } }';
    const name = uniqueName('Graph');
    const node = await provide([name]);
    const send = (bytes: number) =>
      registry.graph(query, { w: { ...graphWorkflow({ type: name }), extra: 'x'.repeat(bytes) } });
    expect((await send(2_000_000)).data.resolve.nodes).toEqual([{ node: { id: node } }]);
    expect((await send(2_100_000)).errors[0]).toMatchObject({
      message: expect.stringContaining('workflow: takes at most 2097152 bytes of JSON'),
      extensions: { code: 'INVALID_INPUT' },
    });
  });

  it('may have 2 MiB after decompression, too', async () => {
    const name = uniqueName('Packed');
    const node = await provide([name]);
    const send = (bytes: number, headers: Record<string, string> = {}) =>
      fetch(`${registry.url}/resolve`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-encoding': 'gzip', ...headers },
        body: gzipSync(JSON.stringify({ workflow: graphWorkflow({ type: name }), filler: 'x'.repeat(bytes) })) as never,
      });
    const keyed: Record<string, string> = { 'idempotency-key': uniqueName('key') };
    for (const headers of [{}, keyed]) {
      const answer = await send(1_900_000, headers);
      const body = (await answer.json()) as { nodes: Planned[] };
      expect([answer.status, body.nodes.map((one) => one.node.id)]).toEqual([200, [node]]);
    }
    expect((await send(2_100_000)).status).toBe(413);
  });

  it('may be sent with an Idempotency-Key', async () => {
    const name = uniqueName('Key');
    const node = await provide([name]);
    const headers = { 'idempotency-key': uniqueName('key') };
    for (const _ of [1, 2])
      expect(idsOf(await registry.call('POST', '/resolve', { body: { core_node_names: [name] }, headers }))).toEqual([
        node,
      ]);
  });
});
