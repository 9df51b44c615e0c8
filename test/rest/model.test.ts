import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ERROR_CATALOGUE } from '../../src/errors/catalogue.js';
import { uniqueName, userId } from '../support/builders.js';
import { bounded } from '../support/faults.js';
import { type Actor, fold, latestOf, Model, type ModelNode, type Refusal, type Transport } from '../support/model.js';
import { randomOf } from '../support/random.js';
import { type Answer, startTestRegistry, type TestRegistry } from '../support/registry.js';

const RUNS = bounded({ usual: 8, long: 120 });
/** The maximum number of commands in a run. The average is half of it. */
const COMMANDS = bounded({ usual: 150, long: 200 });
const PATIENCE_MS = bounded({ usual: 180_000, long: 3_600_000 });

const PEOPLE = ['olga', 'max', 'otto', 'ada'] as const;
const ADMINS = new Set(['ada']);
const PUBLISHERS = ['one', 'two', 'three'] as const;
const NODES = ['alpha', 'beta', 'gamma', 'delta'] as const;
/** In ascending order of precedence. */
const NUMBERS = ['1.0.0', '1.1.0-rc.1', '1.1.0', '2.0.0-rc.1'] as const;
const STATUSES = ['Active', 'Flagged', 'Banned', 'Pending', 'Deleted'] as const;
const ABSENT_ID = '00000000-0000-4000-8000-000000000000';

/**
 * Gives each Active version an archive, because a version without one is never the latest, and this test uploads
 * none.
 */
const ARCHIVES_OF_ACTIVE = [
  `create function give_archive() returns trigger language plpgsql as $$
    begin
      new.archive_size := case when new.status = 'NodeVersionStatusActive' then 1 end;
      new.archive_sha256 := left(new.archive_size::text, 0);
      new.archive_key := new.archive_sha256;
      new.archive_stored_at := case when new.archive_size is not null then new.created_at end;
      return new;
    end $$`,
  `create trigger give_archive before insert or update on node_versions for each row execute function give_archive()`,
];

/** The registry of one run. Its objects have unique names. */
interface Real {
  readonly registry: TestRegistry;
  readonly credentials: ReadonlyMap<string, string>;
  readonly userIds: ReadonlyMap<string, string>;
  readonly prefix: string;
}

interface RestRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: object;
}

interface GraphRequest {
  readonly field: string;
  readonly types: Readonly<Record<string, string>>;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly selection: string;
}

/** Random values of a command; each kind uses some of them. */
interface Draw {
  readonly actor: Actor;
  readonly through: Transport;
  readonly publisher: (typeof PUBLISHERS)[number];
  readonly node: (typeof NODES)[number];
  readonly isSpelledOtherwise: boolean;
  readonly number: (typeof NUMBERS)[number];
  readonly status: (typeof STATUSES)[number];
  readonly person: (typeof PEOPLE)[number];
  readonly role: 'owner' | 'member';
  readonly word: string;
  readonly isFuller: boolean;
}

/** A draw with what its names are in this run. */
interface Bound extends Draw {
  readonly p: string;
  readonly n: string;
  readonly model: Model;
  readonly real: Real;
}

/** One kind of command: its request, the callers that it must refuse, and its effect on the model. */
interface Kind {
  readonly rest: (bound: Bound) => RestRequest;
  readonly graph: (bound: Bound) => GraphRequest;
  readonly refusal: (bound: Bound) => Refusal;
  /** Applies the command to the model. `answer` is the response of either transport, in GraphQL's names. */
  readonly done: (bound: Bound, answer: Record<string, unknown>) => void | Promise<void>;
}

const idOf = ({ model, n, number }: Bound): string => model.nodes.get(fold(n))?.versions.get(number)?.id ?? ABSENT_ID;
const tokenIdOf = ({ model, p }: Bound): string => model.publishers.get(p)?.tokens.at(-1)?.id ?? ABSENT_ID;
const nodeFields = ({ word, isFuller }: Draw): Record<string, unknown> =>
  isFuller ? { name: `Name ${word}`, description: word, tags: [word, 'tag'] } : { description: word };

/** Deletes the tokens that a former owner created. */
function endTokens(model: Model, publisherId: string, person: string): void {
  const publisher = model.publisher(publisherId)!;
  publisher.tokens = publisher.tokens.filter(({ creator }) => creator !== person);
}

/** Accepts the last invitation; the registry refuses if the publisher is banned. */
async function acceptInvitation({ registry, credentials }: Real, person: string, publisherId: string): Promise<void> {
  const as = credentials.get(person)!;
  const { body } = await registry.call('GET', '/users/invitations', { as });
  const { id } = (body as { id: string; publisher_id: string }[]).find((one) => one.publisher_id === publisherId)!;
  await registry.call('POST', `/users/invitations/${id}/accept`, { as });
}

function setNode(node: ModelNode, draw: Draw): void {
  Object.assign(node, nodeFields(draw));
}

/** Creates a node, or restores a deleted node of the publisher. Nodes of a banned publisher are banned. */
function makeNode({ model, p, n }: Bound): ModelNode {
  const former = model.nodes.get(fold(n));
  const { isBanned } = model.publisher(p)!;
  const node: ModelNode = former ?? {
    id: n,
    publisher: p,
    name: n,
    description: '',
    tags: [],
    status: 'Active',
    reason: null,
    bannedWithPublisher: false,
    versions: new Map(),
  };
  if (former?.bannedWhenDeleted) Object.assign(node, { status: 'Banned', bannedWhenDeleted: false });
  else Object.assign(node, { status: isBanned ? 'Banned' : 'Active', bannedWithPublisher: isBanned, reason: null });
  model.nodes.set(fold(n), node);
  return node;
}

const isTaken = ({ model, p, n }: Bound): boolean => {
  const node = model.nodes.get(fold(n));
  return node !== undefined && (node.status !== 'Deleted' || node.publisher !== p);
};

/** True if the actor would lift a ban by restoring the node. */
const isBarred = ({ model, actor, n }: Bound): boolean =>
  model.nodes.get(fold(n))?.bannedWhenDeleted === true && !model.isAdmin(actor);

const KINDS = {
  createPublisher: {
    rest: ({ p, word, isFuller }) => ({
      method: 'POST',
      path: '/publishers',
      body: { id: p, ...(isFuller ? { name: `Name ${word}` } : {}), description: word },
    }),
    graph: ({ p, word, isFuller }) => ({
      field: 'createPublisher',
      types: { input: 'CreatePublisherInput!' },
      variables: { input: { id: p, ...(isFuller ? { name: `Name ${word}` } : {}), description: word } },
      selection: '{ id name status }',
    }),
    refusal: ({ model, actor, p }) => {
      const refusal = model.holds(actor) ? model.refusal(actor, 'user') : 'UNAUTHENTICATED';
      const former = model.publishers.get(p);
      const isHis =
        former?.isDeleted === true &&
        (model.isAdmin(actor) || (actor.kind === 'person' && former.members.get(actor.name) === 'owner'));
      if (refusal === undefined && isHis && former.isBanned && !model.isAdmin(actor)) return 'PUBLISHER_BANNED';
      return refusal ?? (former && !isHis ? 'PUBLISHER_ID_TAKEN' : undefined);
    },
    done: ({ model, actor, p, word, isFuller }) => {
      const publisher = model.publishers.get(p) ?? {
        name: p,
        description: null,
        isBanned: false,
        isDeleted: false,
        members: new Map(),
        tokens: [],
      };
      const { name } = actor as { name: string };
      if (!publisher.members.has(name)) publisher.members.set(name, 'owner');
      model.publishers.set(
        p,
        Object.assign(publisher, {
          isDeleted: false,
          description: word,
          ...(isFuller ? { name: `Name ${word}` } : {}),
        }),
      );
    },
  },
  updatePublisher: {
    rest: ({ p, word }) => ({ method: 'PUT', path: `/publishers/${p}`, body: { name: word, description: null } }),
    graph: ({ p, word }) => ({
      field: 'updatePublisher',
      types: { publisherId: 'ID!', input: 'UpdatePublisherInput!' },
      variables: { publisherId: p, input: { name: word, description: null } },
      selection: '{ id name status }',
    }),
    refusal: ({ model, actor, through, p }) => model.refusalAtPublisher(actor, through, p, 'owner'),
    done: ({ model, p, word }) => void Object.assign(model.publisher(p)!, { name: word, description: null }),
  },
  deletePublisher: {
    rest: ({ p }) => ({ method: 'DELETE', path: `/publishers/${p}` }),
    graph: ({ p }) => ({
      field: 'deletePublisher',
      types: { publisherId: 'ID!' },
      variables: { publisherId: p },
      selection: '{ id }',
    }),
    refusal: ({ model, actor, through, p }) =>
      model.refusalAtPublisher(actor, through, p, 'owner') ??
      (model.nodesOf(p).length > 0 ? 'PUBLISHER_NOT_EMPTY' : undefined),
    done: ({ model, p }) => void Object.assign(model.publisher(p)!, { isDeleted: true, tokens: [] }),
  },
  addMember: {
    rest: ({ p, real, person, role }) => ({
      method: 'POST',
      path: `/publishers/${p}/members`,
      body: { user_id: real.userIds.get(person), role },
    }),
    graph: ({ p, real, person, role }) => ({
      field: 'addPublisherMember',
      types: { publisherId: 'ID!', input: 'AddPublisherMemberInput!' },
      variables: { publisherId: p, input: { userId: real.userIds.get(person), role } },
      selection: '{ member { id } invitation { id } }',
    }),
    refusal: ({ model, actor, through, p, person, role }) =>
      model.refusalAtPublisher(actor, through, p, 'owner') ??
      (role === 'member' && model.isLastOwner(p, person) ? 'LAST_OWNER' : undefined),
    done: async ({ model, real, p, person, role }) => {
      const { members, isBanned } = model.publisher(p)!;
      const isMember = members.has(person);
      if (!isMember) await acceptInvitation(real, person, p);
      if (members.get(person) === 'owner' && role === 'member') endTokens(model, p, person);
      if (isMember || !isBanned || model.isAdmin({ kind: 'person', name: person })) members.set(person, role);
    },
  },
  removeMember: {
    rest: ({ p, real, person }) => ({
      method: 'DELETE',
      path: `/publishers/${p}/members?user_id=${real.userIds.get(person)!}`,
    }),
    graph: ({ p, real, person }) => ({
      field: 'removePublisherMember',
      types: { publisherId: 'ID!', input: 'RemovePublisherMemberInput!' },
      variables: { publisherId: p, input: { userId: real.userIds.get(person) } },
      selection: '{ id }',
    }),
    refusal: ({ model, actor, through, p, person }) => {
      const leaves = actor.kind === 'person' && actor.name === person;
      const refusal = model.refusalAtPublisher(actor, through, p, leaves ? 'member' : 'owner');
      // Members may leave in any state.
      if (refusal && !(leaves && refusal === 'PUBLISHER_BANNED')) return refusal;
      if (!model.publisher(p)!.members.has(person)) return 'MEMBER_NOT_FOUND';
      return model.isLastOwner(p, person) ? 'LAST_OWNER' : undefined;
    },
    done: ({ model, p, person }) => {
      model.publisher(p)!.members.delete(person);
      endTokens(model, p, person);
    },
  },
  createToken: {
    rest: ({ p, word }) => ({ method: 'POST', path: `/publishers/${p}/tokens`, body: { name: word } }),
    graph: ({ p, word }) => ({
      field: 'createPublisherToken',
      types: { publisherId: 'ID!', input: 'CreatePublisherTokenInput!' },
      variables: { publisherId: p, input: { name: word } },
      selection: '{ token }',
    }),
    refusal: ({ model, actor, through, p }) => model.refusalAtPublisher(actor, through, p, 'owner'),
    done: async ({ model, real, p, word, actor }, { token }) => {
      const { body } = await real.registry.call('GET', `/publishers/${p}/tokens`, { as: real.credentials.get('ada')! });
      model.publisher(p)!.tokens.push({
        id: (body as { id: string }[]).at(-1)!.id,
        name: word,
        secret: token as string,
        creator: (actor as { name: string }).name,
      });
    },
  },
  deleteToken: {
    rest: (bound) => ({ method: 'DELETE', path: `/publishers/${bound.p}/tokens/${tokenIdOf(bound)}` }),
    graph: (bound) => ({
      field: 'deletePublisherToken',
      types: { publisherId: 'ID!', tokenId: 'ID!' },
      variables: { publisherId: bound.p, tokenId: tokenIdOf(bound) },
      selection: '{ id }',
    }),
    refusal: ({ model, actor, through, p }) =>
      model.refusalAtPublisher(actor, through, p, 'owner') ??
      (model.publisher(p)!.tokens.length === 0 ? 'TOKEN_NOT_FOUND' : undefined),
    done: ({ model, p }) => void model.publisher(p)!.tokens.pop(),
  },
  createNode: {
    rest: (bound) => ({
      method: 'POST',
      path: `/publishers/${bound.p}/nodes`,
      body: { id: bound.n, ...nodeFields(bound) },
    }),
    graph: (bound) => ({
      field: 'createNode',
      types: { publisherId: 'ID!', input: 'CreateNodeInput!' },
      variables: { publisherId: bound.p, input: { id: bound.n, ...nodeFields(bound) } },
      selection: '{ id name status }',
    }),
    refusal: (bound) =>
      bound.model.refusalAtPublisher(bound.actor, bound.through, bound.p, 'member') ??
      (isTaken(bound) ? 'NODE_ID_TAKEN' : isBarred(bound) ? 'NODE_BANNED' : undefined),
    done: (bound) => setNode(makeNode(bound), bound),
  },
  updateNode: {
    rest: (bound) => ({ method: 'PUT', path: `/publishers/${bound.p}/nodes/${bound.n}`, body: nodeFields(bound) }),
    graph: (bound) => ({
      field: 'updateNode',
      types: { nodeId: 'ID!', input: 'UpdateNodeInput!' },
      variables: { nodeId: bound.n, input: nodeFields(bound) },
      selection: '{ id name status }',
    }),
    refusal: ({ model, actor, through, p, n }) => model.refusalAtNode(actor, through, p, n, 'memberOrToken'),
    done: (bound) => setNode(bound.model.node(bound.n)!, bound),
  },
  deleteNode: {
    rest: ({ p, n }) => ({ method: 'DELETE', path: `/publishers/${p}/nodes/${n}` }),
    graph: ({ n }) => ({
      field: 'deleteNode',
      types: { nodeId: 'ID!' },
      variables: { nodeId: n },
      selection: '{ id }',
    }),
    refusal: ({ model, actor, through, p, n }) =>
      model.refusalAtNode(actor, through, p, n, 'owner') ??
      ([...model.node(n)!.versions.values()].some(({ status }) => status !== 'Deleted') ? 'NODE_NOT_EMPTY' : undefined),
    done: ({ model, n }) => {
      const node = model.node(n)!;
      Object.assign(node, {
        bannedWhenDeleted: node.status === 'Banned' && !node.bannedWithPublisher,
        status: 'Deleted',
      });
    },
  },
  publishVersion: {
    rest: (bound) => ({
      method: 'POST',
      path: `/publishers/${bound.p}/nodes/${bound.n}/versions`,
      body: { node: nodeFields(bound), node_version: { version: bound.number, changelog: bound.word } },
    }),
    graph: (bound) => ({
      field: 'publishNodeVersion',
      types: { publisherId: 'ID!', nodeId: 'ID!', input: 'PublishNodeVersionInput!' },
      variables: {
        publisherId: bound.p,
        nodeId: bound.n,
        input: { node: nodeFields(bound), nodeVersion: { version: bound.number, changelog: bound.word } },
      },
      selection: '{ nodeVersion { id version status changelog } }',
    }),
    refusal: (bound) => {
      const { model, actor, through, p, n, number } = bound;
      const refusal = model.refusalAtPublisher(actor, through, p, 'memberOrToken', true);
      if (refusal) return refusal;
      if (isTaken(bound) && model.node(n)?.publisher !== p) return 'NODE_ID_TAKEN';
      if (isBarred(bound)) return 'NODE_BANNED';
      // A version whose archive was not uploaded may be published again. This test uploads none.
      const version = model.nodes.get(fold(n))?.versions.get(number);
      return (
        model.refusal(actor, 'memberOrToken', p, model.node(n)) ??
        (version && version.status !== 'Pending' ? 'VERSION_TAKEN' : undefined)
      );
    },
    done: (bound, answer) => {
      const node = bound.model.node(bound.n) ?? makeNode(bound);
      setNode(node, bound);
      const { id } = (answer['nodeVersion'] ?? answer['node_version']) as { id: string };
      const former = node.versions.get(bound.number);
      node.versions.set(bound.number, {
        id,
        number: bound.number,
        status: 'Pending',
        reason: former?.reason ?? null,
        changelog: bound.word,
        deprecated: false,
      });
    },
  },
  updateVersion: {
    rest: (bound) => ({
      method: 'PUT',
      path: `/publishers/${bound.p}/nodes/${bound.n}/versions/${idOf(bound)}`,
      body: { changelog: bound.word, deprecated: bound.isFuller },
    }),
    graph: (bound) => ({
      field: 'updateNodeVersion',
      types: { versionId: 'ID!', input: 'UpdateNodeVersionInput!' },
      variables: { versionId: idOf(bound), input: { changelog: bound.word, deprecated: bound.isFuller } },
      selection: '{ id version status changelog }',
    }),
    refusal: ({ model, actor, through, p, n, number }) =>
      model.refusalAtVersion(actor, through, p, n, number, 'member'),
    done: ({ model, n, number, word, isFuller }) =>
      void Object.assign(model.node(n)!.versions.get(number)!, { changelog: word, deprecated: isFuller }),
  },
  unpublishVersion: {
    rest: (bound) => ({ method: 'DELETE', path: `/publishers/${bound.p}/nodes/${bound.n}/versions/${idOf(bound)}` }),
    graph: (bound) => ({
      field: 'unpublishNodeVersion',
      types: { versionId: 'ID!' },
      variables: { versionId: idOf(bound) },
      selection: '{ id version status }',
    }),
    refusal: ({ model, actor, through, p, n, number }) =>
      model.refusalAtVersion(actor, through, p, n, number, 'memberOrToken'),
    done: ({ model, n, number }) => {
      const version = model.node(n)!.versions.get(number)!;
      if (version.status === 'Deleted') return;
      const reason =
        version.reason === null
          ? 'unpublished'
          : `unpublished; before that NodeVersionStatus${version.status}: ${version.reason}`;
      Object.assign(version, { status: 'Deleted', reason });
    },
  },
  setVersionStatus: {
    rest: ({ n, number, status, word }) => ({
      method: 'PUT',
      path: `/admin/nodes/${n}/versions/${number}`,
      body: { status: `NodeVersionStatus${status}`, status_reason: word },
    }),
    graph: ({ n, number, status, word }) => ({
      field: 'adminUpdateNodeVersion',
      types: { nodeId: 'ID!', version: 'String!', input: 'AdminUpdateNodeVersionInput!' },
      variables: { nodeId: n, version: number, input: { status: `NodeVersionStatus${status}`, statusReason: word } },
      selection: '{ id version status }',
    }),
    refusal: ({ model, actor, n, number }) => {
      const node = model.node(n);
      return (
        model.refusalOfAdmins(actor) ??
        (node ? (node.versions.has(number) ? undefined : 'NODE_VERSION_NOT_FOUND') : 'NODE_NOT_FOUND')
      );
    },
    done: ({ model, n, number, status, word }) =>
      void Object.assign(model.node(n)!.versions.get(number)!, { status, reason: word }),
  },
  banPublisher: {
    rest: ({ p, word }) => ({ method: 'POST', path: `/publishers/${p}/ban`, body: { reason: word } }),
    graph: ({ p, word }) => ({
      field: 'banPublisher',
      types: { publisherId: 'ID!', input: 'BanInput!' },
      variables: { publisherId: p, input: { reason: word } },
      selection: '{ id name status }',
    }),
    refusal: ({ model, actor, p }) =>
      model.refusalOfAdmins(actor) ?? (model.publisher(p) ? undefined : 'PUBLISHER_NOT_FOUND'),
    done: ({ model, p, word }) => {
      const publisher = model.publisher(p)!;
      if (publisher.isBanned) return;
      publisher.isBanned = true;
      for (const node of model.nodesOf(p))
        if (node.status === 'Active')
          Object.assign(node, { status: 'Banned', bannedWithPublisher: true, reason: word });
    },
  },
  unbanPublisher: {
    rest: ({ p }) => ({ method: 'POST', path: `/publishers/${p}/unban`, body: {} }),
    graph: ({ p }) => ({
      field: 'unbanPublisher',
      types: { publisherId: 'ID!' },
      variables: { publisherId: p },
      selection: '{ id name status }',
    }),
    refusal: ({ model, actor, p }) =>
      model.refusalOfAdmins(actor) ?? (model.publisher(p) ? undefined : 'PUBLISHER_NOT_FOUND'),
    done: ({ model, p }) => {
      model.publisher(p)!.isBanned = false;
      for (const node of model.nodesOf(p))
        if (node.bannedWithPublisher)
          Object.assign(node, { status: 'Active', bannedWithPublisher: false, reason: null });
    },
  },
  banNode: {
    rest: ({ p, n, word }) => ({ method: 'POST', path: `/publishers/${p}/nodes/${n}/ban`, body: { reason: word } }),
    graph: ({ n, word }) => ({
      field: 'banNode',
      types: { nodeId: 'ID!', input: 'BanInput!' },
      variables: { nodeId: n, input: { reason: word } },
      selection: '{ id name status }',
    }),
    refusal: ({ model, actor, through, p, n }) => {
      const node = model.node(n);
      return (
        model.refusalOfAdmins(actor) ??
        (node && (through === 'graph' || node.publisher === p) ? undefined : 'NODE_NOT_FOUND')
      );
    },
    done: ({ model, n, word }) => {
      const node = model.node(n)!;
      if (node.status === 'Active' || node.bannedWithPublisher)
        Object.assign(node, { status: 'Banned', bannedWithPublisher: false, reason: word });
    },
  },
  unbanNode: {
    rest: ({ p, n }) => ({ method: 'POST', path: `/publishers/${p}/nodes/${n}/unban`, body: {} }),
    graph: ({ n }) => ({
      field: 'unbanNode',
      types: { nodeId: 'ID!' },
      variables: { nodeId: n },
      selection: '{ id name status }',
    }),
    refusal: ({ model, actor, through, p, n }) => {
      const refusal = model.refusalOfAdmins(actor);
      if (refusal) return refusal;
      if (through === 'rest' && !model.publisher(p)) return 'PUBLISHER_NOT_FOUND';
      const node = model.node(n);
      if (!node || (through === 'rest' && node.publisher !== p)) return 'NODE_NOT_FOUND';
      return node.status === 'Banned' && model.publisher(node.publisher)!.isBanned
        ? 'BANNED_WITH_PUBLISHER'
        : undefined;
    },
    done: ({ model, n }) =>
      void Object.assign(model.node(n)!, { status: 'Active', bannedWithPublisher: false, reason: null }),
  },
  listTokens: {
    rest: ({ p }) => ({ method: 'GET', path: `/publishers/${p}/tokens` }),
    graph: ({ p }) => ({
      field: 'publisher',
      types: { id: 'ID!' },
      variables: { id: p },
      selection: '{ tokens { name } }',
    }),
    refusal: ({ model, actor, through, p }) => {
      // In GraphQL they are fields of a public object, which ignores an invalid credential.
      if (through === 'graph' && !model.publisher(p)) return undefined;
      const refusal = model.refusalAtPublisher(actor, through, p, 'member');
      return refusal === 'PUBLISHER_BANNED' ? undefined : refusal;
    },
    done: ({ model, p }, answer) => {
      const listed = (Array.isArray(answer) ? answer : (answer?.['tokens'] ?? [])) as { name: string }[];
      expect(listed.map(({ name }) => name)).toEqual((model.publisher(p)?.tokens ?? []).map(({ name }) => name));
    },
  },
  readNode: {
    rest: ({ n }) => ({ method: 'GET', path: `/nodes/${n}` }),
    graph: ({ n }) => ({ field: 'node', types: { id: 'ID!' }, variables: { id: n }, selection: '{ id name status }' }),
    refusal: ({ model, actor, through, n }) => {
      const node = model.node(n);
      if (!node) return through === 'rest' ? 'NODE_NOT_FOUND' : undefined;
      return node.status === 'Banned' && !model.isAdmin(actor) ? 'NODE_BANNED' : undefined;
    },
    done: () => undefined,
  },
  readVersion: {
    rest: ({ n, number }) => ({ method: 'GET', path: `/nodes/${n}/versions/${number}` }),
    graph: ({ n, number }) => ({
      field: 'nodeVersion',
      types: { nodeId: 'ID!', version: 'String!' },
      variables: { nodeId: n, version: number },
      selection: '{ id version status changelog }',
    }),
    refusal: ({ model, actor, through, n, number }) => {
      const node = model.node(n);
      if (!node) return through === 'rest' ? 'NODE_NOT_FOUND' : undefined;
      if (node.status === 'Banned' && !model.isAdmin(actor)) return 'NODE_BANNED';
      const version = node.versions.get(number);
      return version && (version.status === 'Active' || model.mayReadHidden(actor, node))
        ? undefined
        : through === 'rest'
          ? 'NODE_VERSION_NOT_FOUND'
          : undefined;
    },
    done: () => undefined,
  },
} satisfies Record<string, Kind>;

type KindName = keyof typeof KINDS;

/** Counts how often each kind succeeded and was refused. */
const tally = { done: 0, refused: 0, looks: 0, kinds: new Map<KindName, { done: number; refused: number }>() };

const call = (actor: Actor, { model, real }: { readonly model: Model; readonly real: Real }): { as?: string } => {
  switch (actor.kind) {
    case 'anonymous':
      return {};
    case 'person':
      return { as: real.credentials.get(actor.name)! };
    // A deleted or absent token is invalid.
    case 'token':
      return { as: model.secretOf({ publisher: `${real.prefix}-${actor.publisher}` }) ?? `xrt_${'0'.repeat(46)}` };
  }
};

/** Executes a command in the registry and in the model, and compares the results. */
class ModelCommand implements fc.AsyncCommand<Model, Real> {
  constructor(
    private readonly kind: KindName,
    private readonly draw: Draw,
  ) {}

  check(): boolean {
    return true;
  }

  async run(model: Model, real: Real): Promise<void> {
    const { draw } = this;
    const kind: Kind = KINDS[this.kind];
    const plain = `${real.prefix}-${draw.node}`;
    const actor: Actor =
      draw.actor.kind === 'token' ? { kind: 'token', publisher: `${real.prefix}-${draw.actor.publisher}` } : draw.actor;
    const bound: Bound = {
      ...draw,
      actor,
      model,
      real,
      p: `${real.prefix}-${draw.publisher}`,
      n: draw.isSpelledOtherwise ? plain.toUpperCase().replaceAll('-', '_') : plain,
    };
    const credential = call(draw.actor, bound);
    const expected = kind.refusal(bound);
    const isRest = draw.through === 'rest';
    const seen = isRest
      ? await this.#askRest(kind.rest(bound), real, credential)
      : await this.#askGraph(kind.graph(bound), real, credential);
    const count = tally.kinds.get(this.kind) ?? { done: 0, refused: 0 };
    tally.kinds.set(this.kind, count);
    count[expected === undefined ? 'done' : 'refused']++;
    tally[expected === undefined ? 'done' : 'refused']++;
    expect({ command: String(this), ...seen, answer: undefined }).toEqual({
      command: String(this),
      ...outcomeOf(expected, isRest, seen.status),
      answer: undefined,
    });
    if (expected === undefined) await kind.done(bound, seen.answer);
  }

  async #askRest({ method, path, body }: RestRequest, { registry }: Real, credential: { as?: string }) {
    const answer: Answer = await registry.call(method, path, {
      ...credential,
      ...(body === undefined ? {} : { body }),
    });
    // A ValidationError has no code.
    const code = answer.status < 400 ? undefined : ((answer.body.error ?? 'none') as string);
    return { status: answer.status < 400 ? 0 : answer.status, code, answer: answer.body as Record<string, unknown> };
  }

  async #askGraph(
    { field, types, variables, selection }: GraphRequest,
    { registry }: Real,
    credential: { as?: string },
  ) {
    const names = Object.keys(types);
    const root = this.kind.startsWith('read') || this.kind.startsWith('list') ? 'query' : 'mutation';
    const document = `${root} (${names.map((name) => `$${name}: ${types[name]!}`).join(', ')}) { ${field}(${names.map((name) => `${name}: $${name}`).join(', ')}) ${selection} }`;
    const { data, errors } = await registry.graph(document, variables, credential);
    const code = errors?.[0].extensions.code as string | undefined;
    return { status: 0, code, answer: data?.[field] as Record<string, unknown> };
  }

  toString(): string {
    const { actor, through, publisher, node, isSpelledOtherwise, number, person, role, status } = this.draw;
    const who =
      actor.kind === 'person' ? actor.name : actor.kind === 'token' ? `token of ${actor.publisher}` : 'nobody';
    return `${this.kind}(${who}, ${through}, ${publisher}, ${isSpelledOtherwise ? node.toUpperCase() : node}, ${number}, ${person} as ${role}, ${status})`;
  }
}

function outcomeOf(expected: Refusal, isRest: boolean, status: number): { status: number; code: string | undefined } {
  if (expected === undefined) return { status: 0, code: undefined };
  // Endpoint 10 reports an absent version in its own error shape.
  return {
    status: isRest ? ERROR_CATALOGUE[expected] : 0,
    code:
      isRest && status === 404
        ? (expect.stringMatching(new RegExp(`^(${expected}|none)$`)) as unknown as string)
        : expected,
  };
}

/** Reads all objects in both transports, and compares them with the model. */
class Look implements fc.AsyncCommand<Model, Real> {
  check(): boolean {
    return true;
  }

  async run(model: Model, real: Real): Promise<void> {
    tally.looks++;
    const as = real.credentials.get('ada')!;
    for (const place of PUBLISHERS) await this.#publisher(model, real, `${real.prefix}-${place}`, as);
    for (const place of NODES) await this.#node(model, real, `${real.prefix}-${place}`, as);
    await this.#lists(model, real);
  }

  async #publisher(model: Model, { registry, userIds }: Real, id: string, as: string): Promise<void> {
    const publisher = model.publisher(id);
    const rest = await registry.call('GET', `/publishers/${id}`, { as });
    const { data } = await registry.graph(
      'query ($id: ID!) { publisher(id: $id) { name description status members { role user { id } } tokens { id } nodes(first: 100) { nodes { id } } } }',
      { id },
      { as },
    );
    if (!publisher) {
      expect([id, rest.status, data.publisher]).toEqual([id, 404, null]);
      return;
    }
    const members = [...publisher.members].map(([name, role]) => `${userIds.get(name)!} ${role}`).sort();
    const seen = (list: { role: string; user: { id: string } }[]): string[] =>
      list.map(({ role, user }) => `${user.id} ${role}`).sort();
    const facts = {
      name: publisher.name,
      description: publisher.description,
      status: `PublisherStatus${publisher.isBanned ? 'Banned' : 'Active'}`,
    };
    expect({
      ...facts,
      description: rest.body.description ?? null,
      name: rest.body.name,
      status: rest.body.status,
      members: seen(rest.body.members),
    }).toEqual({ ...facts, members });
    const { members: inGraph, tokens, nodes, ...said } = data.publisher;
    expect({ ...said, members: seen(inGraph), tokens: tokens.map((token: { id: string }) => token.id) }).toEqual({
      ...facts,
      members,
      tokens: publisher.tokens.map((token) => token.id),
    });
    const listed = await registry.call('GET', `/publishers/${id}/nodes?include_banned=true`);
    const own = model.nodesOf(id);
    expect(listed.body.map((node: { id: string }) => node.id).sort()).toEqual(own.map((node) => node.id).sort());
    expect(nodes.nodes.map((node: { id: string }) => node.id).sort()).toEqual(
      own
        .filter(({ status }) => status === 'Active')
        .map((node) => node.id)
        .sort(),
    );
  }

  async #node(model: Model, { registry }: Real, id: string, as: string): Promise<void> {
    const node = model.node(id);
    const rest = await registry.call('GET', `/nodes/${node?.id ?? id}`, { as });
    const document = `query ($id: ID!) { node(id: $id) { id name description tags status statusDetail publisher { id } latestVersion { version }
      versions(first: 100, statuses: [${STATUSES.map((status) => `NodeVersionStatus${status}`).join(', ')}]) { nodes { id version status statusReason changelog deprecated } } } }`;
    const { data } = await registry.graph(document, { id }, { as });
    if (!node) {
      expect([id, rest.status, data.node]).toEqual([id, 404, null]);
      return;
    }
    const facts = {
      id: node.id,
      name: node.name,
      description: node.description,
      tags: node.tags,
      status: `NodeStatus${node.status}`,
    };
    const versions = NUMBERS.toReversed().flatMap((number) => node.versions.get(number) ?? []);
    const stated = versions.map(({ id: versionId, number, status, reason, changelog, deprecated }) => ({
      id: versionId,
      version: number,
      status: `NodeVersionStatus${status}`,
      statusReason: reason,
      changelog,
      deprecated,
    }));
    const latest = latestOf(node, NUMBERS);
    expect(rest.body).toMatchObject({ ...facts, publisher: { id: node.publisher } });
    expect([node.id, rest.body.latest_version?.version, data.node.latestVersion?.version]).toEqual([
      node.id,
      latest,
      latest,
    ]);
    const { publisher, latestVersion: _latest, versions: inGraph, statusDetail, ...said } = data.node;
    expect({ ...said, publisher: publisher.id, versions: inGraph.nodes }).toEqual({
      ...facts,
      publisher: node.publisher,
      versions: stated,
    });
    // The ban of a new node of a banned publisher has a reason that no caller gave.
    if (node.reason !== null || node.status === 'Active')
      expect([node.id, rest.body.status_detail ?? null, statusDetail]).toEqual([node.id, node.reason, node.reason]);
    const all = await registry.call(
      'GET',
      `/nodes/${node.id}/versions?include_status_reason=true&${STATUSES.map((status) => `statuses=NodeVersionStatus${status}`).join('&')}`,
      { as },
    );
    expect(
      all.body.map(
        ({
          id: versionId,
          version,
          status,
          status_reason: reason,
          changelog,
          deprecated,
        }: Record<string, unknown>) => ({
          id: versionId,
          version,
          status,
          statusReason: reason ?? null,
          changelog,
          deprecated,
        }),
      ),
    ).toEqual(stated);
  }

  /** Objects that anonymous callers see in lists. */
  async #lists(model: Model, { registry, prefix }: Real): Promise<void> {
    const ids = NODES.map((place) => `${prefix}-${place}`);
    const known = ids.flatMap((id) => model.node(id) ?? []);
    const publicOnes = known
      .filter(({ status }) => status === 'Active')
      .map(({ id }) => id)
      .sort();
    const query = ids.map((id) => `node_id=${id}`).join('&');
    const seen = (nodes: { id: string }[]): string[] => nodes.map(({ id }) => id).sort();
    const [rest, withBanned] = [
      await registry.call('GET', `/nodes?${query}`),
      await registry.call('GET', `/nodes?${query}&include_banned=true`),
    ];
    const { data } = await registry.graph(
      'query ($ids: [ID!]) { public: nodes(filter: { nodeIds: $ids }) { nodes { id } } all: nodes(filter: { nodeIds: $ids, includeBanned: true }) { nodes { id } } }',
      { ids },
    );
    expect([seen(rest.body.nodes), seen(data.public.nodes)]).toEqual([publicOnes, publicOnes]);
    const all = known.map(({ id }) => id).sort();
    expect([seen(withBanned.body.nodes), seen(data.all.nodes)]).toEqual([all, all]);
  }

  toString(): string {
    return 'look at everything';
  }
}

const person = (name: string): Actor => ({ kind: 'person', name });

const draws: fc.Arbitrary<Draw> = fc.record({
  actor: fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom('olga', 'olga', 'max', 'otto', 'ada', 'ada').map(person) },
    { weight: 3, arbitrary: fc.constantFrom(...PUBLISHERS).map((publisher): Actor => ({ kind: 'token', publisher })) },
    { weight: 1, arbitrary: fc.constant<Actor>({ kind: 'anonymous' }) },
  ),
  through: fc.constantFrom<Transport>('rest', 'graph'),
  // Few distinct objects, so that many commands succeed.
  publisher: fc.constantFrom('one', 'one', 'one', 'two', 'two', 'three'),
  node: fc.constantFrom('alpha', 'alpha', 'alpha', 'beta', 'gamma', 'delta'),
  isSpelledOtherwise: fc.boolean(),
  number: fc.constantFrom('1.0.0', ...NUMBERS),
  status: fc.constantFrom(...STATUSES),
  person: fc.constantFrom(...PEOPLE),
  role: fc.constantFrom<'owner' | 'member'>('owner', 'member'),
  word: fc.stringMatching(/^[a-z]{1,8}$/),
  isFuller: fc.boolean(),
});

/** The initial commands of a run: two publishers with nodes, versions, members and tokens. */
const BEGINNING: readonly [KindName, string, Partial<Draw>][] = [
  ['createPublisher', 'olga', { publisher: 'one' }],
  ['addMember', 'olga', { publisher: 'one', person: 'max', role: 'member' }],
  ['createToken', 'olga', { publisher: 'one' }],
  ['createPublisher', 'otto', { publisher: 'two' }],
  ['createToken', 'otto', { publisher: 'two' }],
  ['createNode', 'max', { publisher: 'one', node: 'alpha' }],
  ['publishVersion', 'max', { publisher: 'one', node: 'alpha', number: '1.0.0' }],
  ['setVersionStatus', 'ada', { publisher: 'one', node: 'alpha', number: '1.0.0', status: 'Active' }],
  ['publishVersion', 'otto', { publisher: 'two', node: 'beta', number: '1.1.0' }],
];

const PLAIN: Draw = {
  actor: person('olga'),
  through: 'rest',
  publisher: 'one',
  node: 'alpha',
  isSpelledOtherwise: false,
  number: '1.0.0',
  status: 'Active',
  person: 'olga',
  role: 'member',
  word: 'word',
  isFuller: false,
};

describe('publishers, nodes, versions, tokens and members', () => {
  let registry: TestRegistry;
  const credentials = new Map<string, string>();
  const userIds = new Map<string, string>();

  beforeAll(async () => {
    registry = await startTestRegistry({ MAX_PUBLISHERS_PER_USER: '100000', MAX_TOKENS_PER_PUBLISHER: '100000' });
    for (const statement of ARCHIVES_OF_ACTIVE) await registry.database.query(statement);
    for (const name of PEOPLE) {
      credentials.set(name, await registry.signIn(uniqueName(name), { admin: ADMINS.has(name) }));
      userIds.set(name, await userId(registry, credentials.get(name)!));
    }
  });
  afterAll(() => registry.close());

  it(
    'equal those of a model, for random actions of all callers in both transports',
    async () => {
      const { seed } = randomOf(process.env['SEED']);
      const kinds = Object.keys(KINDS) as KindName[];
      const commands = fc.commands(
        [...kinds.map((kind) => draws.map((draw) => new ModelCommand(kind, draw))), fc.constant(new Look())],
        { maxCommands: COMMANDS, size: 'max' },
      );
      const property = fc.asyncProperty(commands, async (steps) => {
        const model = new Model(ADMINS);
        const real: Real = { registry, credentials, userIds, prefix: uniqueName('m') };
        for (const [kind, name, draw] of BEGINNING)
          await new ModelCommand(kind, { ...PLAIN, actor: person(name), ...draw }).run(model, real);
        await fc.asyncModelRun(() => ({ model, real }), steps);
        await new Look().run(model, real);
      });
      await fc.assert(property, { seed, numRuns: RUNS, endOnFailure: process.env['TEST_FAULTS'] === undefined });
      process.stdout.write(
        `the model: ${tally.done} commands done and ${tally.refused} refused in ${RUNS} runs, all of it read ${tally.looks} times, seed ${seed}\n`,
      );
      const rare = kinds.filter(
        (kind) => (tally.kinds.get(kind)?.done ?? 0) === 0 || (tally.kinds.get(kind)?.refused ?? 0) === 0,
      );
      expect(rare.length).toBeLessThanOrEqual(bounded({ usual: 6, long: 0 }));
      expect(Math.min(tally.done, tally.refused)).toBeGreaterThan(RUNS * 10);
    },
    PATIENCE_MS,
  );
});
