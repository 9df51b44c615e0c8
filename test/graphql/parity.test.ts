import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  changeNode,
  changePublisher,
  makeNode,
  makePublisher,
  makeWorld,
  type PublisherWorld,
  uniqueName,
  userId,
  versionId,
} from '../support/builders.js';
import { type Answer, startTestRegistry, type TestRegistry } from '../support/registry.js';

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Converts a GraphQL value to the wire names of REST. Leaves out fields without a value. */
function toWire(value: unknown, keep: readonly string[] = ['createdAt', 'downloadUrl']): unknown {
  if (Array.isArray(value)) return value.map((item) => toWire(item, keep));
  if (typeof value !== 'object' || value === null) return value;
  const pairs = Object.entries(value).filter(([, inner]) => inner !== null);
  return Object.fromEntries(
    pairs.map(([name, inner]) => [keep.includes(name) ? name : snake(name), toWire(inner, keep)]),
  );
}

const NODE_FIELDS = `id name description author license icon bannerUrl repository category tags tagsAdmin downloads repoHostStars rating searchRanking status statusDetail createdAt
  preemptedCoreNodeNames supportedAccelerators supportedCoreuiFrontendVersion supportedCoreuiVersion supportedOs
  publisher { id name description logo website support sourceCodeRepo status createdAt }
  latestVersion { id version changelog createdAt dependencies deprecated status coreNodeExtractStatus supportedAccelerators supportedCoreuiFrontendVersion supportedCoreuiVersion supportedOs tags tagsAdmin downloadUrl archiveSize archiveSha256 }`;

describe('REST and GraphQL', () => {
  let registry: TestRegistry;
  let world: PublisherWorld;

  beforeAll(async () => {
    registry = await startTestRegistry({ VIDEO_SANDBOX_STEP_MS: '0', MAX_PUBLISHERS_PER_USER: '2' });
    world = await makeWorld(registry);
    for (let index = 0; index < 12; index++) {
      await makeNode(registry, world.id, {
        name: `Parity ${index}`,
        description: index % 2 === 0 ? 'Sharpens things.' : 'Blurs things.',
        author: 'Somebody',
        icon: 'https://example.org/i.png',
        license: '{"file":"LICENSE"}',
        repository: `https://github.com/parity/number-${index}`,
        tags: ['parity'],
        downloads: index * 10,
        repoHostStars: index,
        supportedOs: index % 3 === 0 ? ['POSIX :: Linux'] : ['Microsoft :: Windows'],
        supportedAccelerators: index % 2 === 0 ? ['GPU :: NVIDIA CUDA'] : [],
        versions: [
          {
            version: `1.0.${index}`,
            supportedCoreuiVersion: index < 6 ? '>=0.3.0' : '<0.3.0',
            coreNodes: [{ name: `Core${index}`, category: 'c', outputIsList: [true] }],
          },
        ],
      });
    }
  });
  afterAll(() => registry.close());

  /** Converts a GraphQL node to the form of REST. */
  const wireNode = (node: { createdAt: string; latestVersion: object | null; id: string }): unknown => {
    const { createdAt, latestVersion, ...rest } = node;
    return toWire({
      ...rest,
      created_at: createdAt,
      latestVersion: latestVersion && { ...latestVersion, nodeId: node.id },
    });
  };

  it.each([
    ['', ''],
    ['page=2&limit=5', 'page: 2, limit: 5'],
    ['limit=100', 'limit: 100'],
    ['sort=downloads;desc&sort=name', 'orderBy: [{ field: downloads, direction: desc }, { field: name }]'],
    ['supported_os=POSIX', 'filter: { supportedOs: "POSIX" }'],
    ['supported_accelerator=Environment :: GPU', 'filter: { supportedAccelerator: "Environment :: GPU" }'],
    ['coreui_version=0.2.9', 'filter: { coreuiVersion: "0.2.9" }'],
    ['form_factor=git-linux&include_banned=true', 'filter: { formFactor: git_linux, includeBanned: true }'],
    ['timestamp=2020-01-01T00:00:00Z&latest=true', 'latest: true, filter: { updatedAfter: "2020-01-01T00:00:00Z" }'],
  ])('list the same nodes for ?%s', async (query, args) => {
    const rest = await registry.call('GET', `/nodes?${query}`);
    const { data } = await registry.graph(
      `{ nodes${args === '' ? '' : `(${args})`} { page limit total totalPages nodes { ${NODE_FIELDS} } } }`,
    );
    const { nodes, ...envelope } = data.nodes;
    expect({ ...envelope, nodes: nodes.map(wireNode) }).toEqual(rest.body);
  });

  it.each([
    ['search=sharpens', 'search: "sharpens"'],
    ['search=sharpnes&sort=id;desc', 'search: "sharpnes", orderBy: [{ field: id, direction: desc }]'],
    ['repository_url_search=NUMBER-1', 'repositoryUrl: "NUMBER-1"'],
    ['core_node_search=core1&supported_os=Microsoft', 'coreNode: "core1", filter: { supportedOs: "Microsoft" }'],
  ])('find the same nodes for ?%s', async (query, args) => {
    const rest = await registry.call('GET', `/nodes/search?${query}`);
    const { data, errors } = await registry.graph(
      `{ searchNodes(${args}) { page limit total totalPages nodes { ${NODE_FIELDS} } } }`,
    );
    expect(errors).toBeUndefined();
    const { nodes, ...envelope } = data.searchNodes;
    expect(rest.body.total).toBeGreaterThan(0);
    expect({ ...envelope, nodes: nodes.map(wireNode) }).toEqual(rest.body);
  });

  /** Converts a GraphQL definition, in which JSON is parsed, to the form of REST. */
  const withTexts = (definition: Record<string, unknown>): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(definition).map(([field, value]) => [
        field,
        value !== null && ['inputTypes', 'returnNames', 'returnTypes'].includes(field) ? JSON.stringify(value) : value,
      ]),
    );

  it('list the same core-node definitions', async () => {
    const rest = await registry.call('GET', '/core-nodes?pageSize=5&page=2');
    const { data } = await registry.graph(
      '{ coreNodes(limit: 5, page: 2) { total nodes { coreNodeName category description function inputTypes returnNames returnTypes outputIsList deprecated experimental policy nodeVersion { version node { id } } } } }',
    );
    const definitions = data.coreNodes.nodes.map(
      ({ nodeVersion, ...rest }: { nodeVersion: { version: string; node: { id: string } } }) => ({
        ...(toWire(withTexts(rest)) as object),
        node_id: nodeVersion.node.id,
        node_version: nodeVersion.version,
      }),
    );
    expect({ total: data.coreNodes.total, core_nodes: definitions }).toEqual(rest.body);
  });

  it('return the same user', async () => {
    const as = world.callers.owner;
    const rest = await registry.call('GET', '/users', { as });
    const { data } = await registry.graph('{ me { id name email isAdmin isApproved } }', {}, { as });
    expect(data.me).toEqual(rest.body);
  });

  /** One refused call in both transports, which must return the same code. */
  interface Refusal {
    readonly what: string;
    readonly rest: () => Promise<Answer>;
    readonly graph: () => Promise<{ errors?: { extensions: { code: string } }[] }>;
    readonly code: string;
    /** The status, if the REST response has no code. */
    readonly status?: number;
  }

  it('refuse the same calls with the same codes', async () => {
    const { call, graph } = registry;
    const { owner, outsider, token, foreignToken, member } = world.callers;
    const node = await makeNode(registry, world.id);
    const version = await versionId(registry, node);
    const banned = await makeNode(registry, world.id);
    await changeNode(registry, banned, `status = 'NodeStatusBanned'`);
    const collector = await registry.signIn(uniqueName('collector'));
    for (let index = 0; index < 2; index++) await makePublisher(registry, await userId(registry, collector));
    const bannedPublisher = await makePublisher(registry, await userId(registry, owner));
    await changePublisher(registry, bannedPublisher, `status = 'PublisherStatusBanned'`);

    const create = (as: string | undefined, id: string) => ({
      rest: () => call('POST', '/publishers', { as, body: { id } }),
      graph: () => graph('mutation ($id: ID!) { createPublisher(input: { id: $id }) { id } }', { id }, { as }),
    });
    const rename = (as: string | undefined, id: string, name: unknown = 'x') => ({
      rest: () => call('PUT', `/publishers/${id}`, { as, body: { name } }),
      graph: () =>
        graph(
          'mutation ($id: ID!, $name: String) { updatePublisher(publisherId: $id, input: { name: $name }) { id } }',
          { id, name },
          { as },
        ),
    });
    const remove = (as: string | undefined, id: string) => ({
      rest: () => call('DELETE', `/publishers/${id}`, { as }),
      graph: () => graph('mutation ($id: ID!) { deletePublisher(publisherId: $id) { id } }', { id }, { as }),
    });
    const makeToken = (as: string | undefined, id: string, name: string) => ({
      rest: () => call('POST', `/publishers/${id}/tokens`, { as, body: { name } }),
      graph: () =>
        graph(
          'mutation ($id: ID!, $name: String!) { createPublisherToken(publisherId: $id, input: { name: $name }) { id } }',
          { id, name },
          { as },
        ),
    });
    const dropToken = (as: string | undefined, id: string) => ({
      rest: () => call('DELETE', `/publishers/${world.id}/tokens/${id}`, { as }),
      graph: () =>
        graph(
          'mutation ($p: ID!, $id: ID!) { deletePublisherToken(publisherId: $p, tokenId: $id) { id } }',
          { p: world.id, id },
          { as },
        ),
    });
    const tag = (as: string | undefined, id: string, icon = 'https://example.org/x.png') => ({
      rest: () => call('PUT', `/publishers/${world.id}/nodes/${id}`, { as, body: { icon } }),
      graph: () =>
        graph(
          'mutation ($id: ID!, $icon: URL) { updateNode(nodeId: $id, input: { icon: $icon }) { id } }',
          { id, icon },
          { as },
        ),
    });
    const claim = (as: string | undefined, id: string) => ({
      rest: () =>
        call('POST', `/publishers/${world.id}/nodes/${id}/claim-my-node`, { as, body: { REPO_HOST_TOKEN: 't' } }),
      graph: () =>
        graph(
          'mutation ($p: ID!, $id: ID!) { claimNode(nodeId: $id, publisherId: $p, input: { repoHostToken: "t" }) { id } }',
          { p: world.id, id },
          { as },
        ),
    });
    const unpublish = (as: string | undefined, id: string) => ({
      rest: () => call('DELETE', `/publishers/${world.id}/nodes/${node}/versions/${id}`, { as }),
      graph: () => graph('mutation ($id: ID!) { unpublishNodeVersion(versionId: $id) { id } }', { id }, { as }),
    });
    const translate = (as: string | undefined, id: string, language: string) => ({
      rest: () => call('POST', `/nodes/${id}/translations`, { as, body: { data: { [language]: {} } } }),
      graph: () =>
        graph(
          'mutation ($id: ID!, $data: JSONObject!) { addNodeTranslations(nodeId: $id, input: { data: $data }) { language } }',
          { id, data: { [language]: {} } },
          { as },
        ),
    });
    const video = (as: string | undefined, images: string[]) => ({
      rest: () => call('POST', '/proxy/video/start-end2video', { as, body: { model: 'm', images } }),
      graph: () =>
        graph(
          'mutation ($images: [String!]!) { submitVideoTask(input: { model: "m", images: $images }) { id } }',
          { images },
          { as },
        ),
    });

    const refusals: Refusal[] = [
      { what: 'anonymous create', ...create(undefined, 'some-team'), code: 'UNAUTHENTICATED' },
      { what: 'create with a token', ...create(token, 'some-team'), code: 'FORBIDDEN' },
      { what: 'create under a bad id', ...create(owner, 'Bad'), code: 'INVALID_INPUT' },
      { what: 'create under a reserved id', ...create(owner, 'admin'), code: 'PUBLISHER_ID_RESERVED' },
      { what: 'create under a taken id', ...create(world.callers.admin, world.id), code: 'PUBLISHER_ID_TAKEN' },
      { what: 'create above the quota', ...create(collector, 'some-team'), code: 'QUOTA_REACHED' },
      { what: 'update by an outsider', ...rename(outsider, world.id), code: 'FORBIDDEN' },
      { what: 'update by a member', ...rename(member, world.id), code: 'FORBIDDEN' },
      { what: 'update of nobody', ...rename(owner, 'nobody-here'), code: 'PUBLISHER_NOT_FOUND' },
      { what: 'update with a long name', ...rename(owner, world.id, 'x'.repeat(201)), code: 'INVALID_INPUT' },
      { what: 'update of a banned publisher', ...rename(owner, bannedPublisher), code: 'PUBLISHER_BANNED' },
      { what: 'delete while it owns nodes', ...remove(owner, world.id), code: 'PUBLISHER_NOT_EMPTY' },
      { what: 'a token without a name', ...makeToken(owner, world.id, ''), code: 'INVALID_INPUT' },
      { what: 'a token by a member', ...makeToken(member, world.id, 'x'), code: 'FORBIDDEN' },
      { what: 'deleting a token that is none', ...dropToken(owner, 'nonsense'), code: 'TOKEN_NOT_FOUND' },
      { what: 'update of a node by a foreign token', ...tag(foreignToken, node), code: 'FORBIDDEN' },
      { what: 'update of a node with a bad icon', ...tag(token, node, 'javascript:1'), code: 'INVALID_INPUT' },
      { what: 'update of no node', ...tag(owner, 'no-such-node'), code: 'NODE_NOT_FOUND' },
      { what: 'update of a banned node', ...tag(owner, banned), code: 'NODE_BANNED' },
      { what: 'claim of a claimed node', ...claim(owner, node), code: 'NODE_ALREADY_CLAIMED' },
      { what: 'claim by an outsider', ...claim(outsider, node), code: 'FORBIDDEN' },
      { what: 'unpublish by an outsider', ...unpublish(outsider, version), code: 'FORBIDDEN' },
      { what: 'unpublish of nothing', ...unpublish(owner, 'nonsense'), code: 'NODE_VERSION_NOT_FOUND', status: 404 },
      {
        what: 'translation into no language',
        ...translate(undefined, node, 'no_language'),
        code: 'INVALID_INPUT',
        status: 400,
      },
      {
        what: 'translation of no node',
        ...translate(undefined, 'no-such-node', 'de'),
        code: 'NODE_NOT_FOUND',
        status: 404,
      },
      { what: 'translation of a banned node', ...translate(undefined, banned, 'de'), code: 'NODE_BANNED' },
      {
        what: 'video of one image',
        ...video(undefined, ['https://example.org/a.png']),
        code: 'INVALID_INPUT',
        status: 400,
      },
      { what: 'a bad credential', ...video('nonsense', []), code: 'UNAUTHENTICATED', status: 401 },
    ];
    for (const { what, rest, graph: throughGraph, code, status } of refusals) {
      const [overRest, overGraph] = [await rest(), await throughGraph()];
      const restCode = status === undefined ? overRest.body.error : overRest.status;
      expect([what, restCode, overGraph.errors?.map(({ extensions }) => extensions.code)]).toEqual([
        what,
        status ?? code,
        [code],
      ]);
    }
  });

  it('perform the same writes', async () => {
    const { call, graph } = registry;
    const as = world.callers.owner;
    const fields = {
      name: 'N',
      description: 'D',
      author: '',
      icon: 'https://example.org/1.png',
      tags: ['a', 'b'],
      supportedOs: ['Operating System :: MacOS'],
      supportedCoreuiVersion: '>=1',
      category: null,
    };
    const first = await makeNode(registry, world.id, { author: 'before', category: 'before' });
    const second = await makeNode(registry, world.id, { author: 'before', category: 'before' });
    const rest = await call('PUT', `/publishers/${world.id}/nodes/${first}`, {
      as,
      body: toWire({ ...fields, category: undefined }),
    });
    const cleared = await call('PUT', `/publishers/${world.id}/nodes/${first}`, { as, body: { category: null } });
    expect([rest.status, cleared.status]).toEqual([200, 200]);
    const { data, errors } = await graph(
      `mutation ($id: ID!, $input: UpdateNodeInput!) { updateNode(nodeId: $id, input: $input) { ${NODE_FIELDS} } }`,
      { id: second, input: fields },
      { as },
    );
    expect(errors).toBeUndefined();
    const comparable = ({
      id: _id,
      created_at: _at,
      latest_version: _latest,
      ...others
    }: Record<string, unknown>): object => others;
    expect(comparable(wireNode(data.updateNode) as Record<string, unknown>)).toEqual(comparable(cleared.body));
    expect(cleared.body).toMatchObject({ name: 'N', tags: ['a', 'b'], supported_os: ['MacOS'] });
    expect(cleared.body).not.toHaveProperty('author');
  });

  it('create, moderate and read the same objects', async () => {
    const { call, graph } = registry;
    const { owner, admin, outsider } = world.callers;
    const ok = async (query: string, variables: object, as?: string) => {
      const { data, errors } = await graph(query, variables, { as });
      expect(errors).toBeUndefined();
      return data;
    };
    const fields = { name: 'Made', description: 'D', tags: ['a'], supportedOs: ['MacOS'] };
    const [first, second] = [uniqueName('made'), uniqueName('made')];
    const rest = await call('POST', `/publishers/${world.id}/nodes`, {
      as: owner,
      body: { id: first, ...(toWire(fields) as object) },
    });
    const made = await ok(
      `mutation ($p: ID!, $input: CreateNodeInput!) { createNode(publisherId: $p, input: $input) { ${NODE_FIELDS} } }`,
      { p: world.id, input: { id: second, ...fields } },
      owner,
    );
    const comparable = ({ id: _id, created_at: _at, ...others }: Record<string, unknown>): object => others;
    expect(comparable(wireNode(made.createNode) as Record<string, unknown>)).toEqual(comparable(rest.body));

    expect(
      (
        await ok(
          'mutation ($id: ID!) { reviewNode(nodeId: $id, input: { star: 3 }) { rating } }',
          { id: second },
          outsider,
        )
      ).reviewNode,
    ).toEqual({ rating: 3 });
    const member = await userId(registry, outsider);
    expect(
      (
        await ok(
          'mutation ($p: ID!, $u: ID!) { addPublisherMember(publisherId: $p, input: { userId: $u }) { member { id } invitation { id role userId email publisher { id } } } }',
          { p: world.id, u: member },
          owner,
        )
      ).addPublisherMember,
    ).toEqual({
      member: null,
      invitation: { id: expect.any(String), role: 'member', userId: member, email: null, publisher: { id: world.id } },
    });
    const { invitations } = await ok('{ invitations { id publisher { id } } }', {}, outsider);
    expect(invitations).toEqual([{ id: expect.any(String), publisher: { id: world.id } }]);
    expect(
      (
        await ok(
          'mutation ($i: ID!) { acceptInvitation(invitationId: $i) { role user { id } } }',
          { i: invitations[0].id },
          outsider,
        )
      ).acceptInvitation,
    ).toEqual({ role: 'member', user: { id: member } });
    expect(
      (
        await ok(
          'mutation ($p: ID!, $u: ID!) { removePublisherMember(publisherId: $p, input: { userId: $u }) { members { user { id } } } }',
          { p: world.id, u: member },
          owner,
        )
      ).removePublisherMember.members,
    ).toHaveLength(2);

    const node = await makeNode(registry, world.id);
    const version = await versionId(registry, node);
    expect(
      (
        await ok(
          'mutation ($id: ID!) { updateNodeVersion(versionId: $id, input: { changelog: "New.", deprecated: true }) { changelog deprecated } }',
          { id: version },
          owner,
        )
      ).updateNodeVersion,
    ).toEqual({ changelog: 'New.', deprecated: true });
    expect(
      (
        await ok(
          'mutation ($n: ID!) { storeCoreNodes(nodeId: $n, version: "1.0.0", input: { coreNodes: [{ coreNodeName: "Kept", category: "c" }] }) { coreNodeName category policy } }',
          { n: node },
          admin,
        )
      ).storeCoreNodes,
    ).toEqual([{ coreNodeName: 'Kept', category: 'c', policy: 'CoreNodePolicyActive' }]);
    expect(
      (
        await ok(
          'mutation ($n: ID!) { updateCoreNode(nodeId: $n, version: "1.0.0", name: "Kept", input: { policy: CoreNodePolicyBanned }) { policy } }',
          { n: node },
          admin,
        )
      ).updateCoreNode,
    ).toEqual({ policy: 'CoreNodePolicyBanned' });
    expect(
      (
        await ok(
          'mutation ($n: ID!) { adminUpdateNodeVersion(nodeId: $n, version: "1.0.0", input: { status: NodeVersionStatusFlagged, statusReason: "why" }) { status statusReason } }',
          { n: node },
          admin,
        )
      ).adminUpdateNodeVersion,
    ).toEqual({ status: 'NodeVersionStatusFlagged', statusReason: 'why' });
    expect(
      (
        await ok(
          'mutation ($n: ID!) { adminUpdateNode(nodeId: $n, input: { searchRanking: 2, status: NodeStatusBanned, statusDetail: "why" }) { searchRanking status statusDetail } }',
          { n: node },
          admin,
        )
      ).adminUpdateNode,
    ).toEqual({ searchRanking: 2, status: 'NodeStatusBanned', statusDetail: 'why' });
    expect((await ok('mutation ($n: ID!) { unbanNode(nodeId: $n) { status } }', { n: node }, admin)).unbanNode).toEqual(
      {
        status: 'NodeStatusActive',
      },
    );
    expect(
      (
        await ok(
          'mutation ($n: ID!) { banNode(nodeId: $n, input: { reason: "again" }) { statusDetail } }',
          { n: node },
          admin,
        )
      ).banNode,
    ).toEqual({ statusDetail: 'again' });
    expect(
      (
        await ok(
          'mutation ($p: ID!) { banPublisher(publisherId: $p, input: { reason: "x" }) { status } }',
          { p: world.id },
          admin,
        )
      ).banPublisher,
    ).toEqual({ status: 'PublisherStatusBanned' });
    expect(
      (
        await ok(
          'mutation ($p: ID!) { unbanPublisher(publisherId: $p, input: { reason: "y" }) { status } }',
          { p: world.id },
          admin,
        )
      ).unbanPublisher,
    ).toEqual({ status: 'PublisherStatusActive' });
    expect((await ok('mutation ($n: ID!) { deleteNode(nodeId: $n) { id } }', { n: second }, owner)).deleteNode).toEqual(
      {
        id: second,
      },
    );

    const changes = await ok(
      '{ changes(limit: 1000) { changes { cursor kind: subjectKind id: subjectId nodeId change status at } next more } }',
      {},
    );
    expect(toWire(changes.changes)).toEqual((await call('GET', '/changes?limit=1000')).body);
    const wireEntry = ({ from_state: from, to_state: to, ...entry }: Record<string, unknown>): object => ({
      ...entry,
      ...(from === undefined ? {} : { from }),
      ...(to === undefined ? {} : { to }),
    });
    const ENTRY = 'id at actor action subjectKind subjectId publisherId fromState toState reason requestId';
    const audit = await ok(`{ auditLog(limit: 100) { total nodes { ${ENTRY} } } }`, {}, admin);
    const overRest = (await call('GET', '/admin/audit?limit=100', { as: admin })).body;
    expect(audit.auditLog.total).toBe(overRest.total);
    expect((toWire(audit.auditLog.nodes) as Record<string, unknown>[]).map(wireEntry)).toEqual(
      overRest.entries.map(({ before: _before, after: _after, ...entry }: Record<string, unknown>) => entry),
    );
    const own = await ok(
      `query ($p: ID!) { publisher(id: $p) { auditLog(limit: 1) { total nodes { action before after } } } }`,
      { p: world.id },
      owner,
    );
    expect(own.publisher.auditLog.total).toBe(
      (await call('GET', `/publishers/${world.id}/audit`, { as: owner })).body.total,
    );
  });
});
