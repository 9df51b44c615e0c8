import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ErrorCode, statusOf } from '../../src/errors/catalogue.js';
import { accessOfFields } from '../../src/graphql/access.js';
import { buildGraph } from '../../src/graphql/schema.js';
import { type Access, type Action, ACTIONS } from '../../src/policy/actions.js';
import { ANONYMOUS, type Viewer } from '../../src/policy/viewer.js';
import { UNCLAIMED_PUBLISHER } from '../../src/values/publisher-id.js';
import { MemberRole, NodeStatus, NodeVersionStatus, PublisherStatus } from '../../src/values/states.js';
import {
  addMember,
  changeNode,
  changePublisher,
  makeNode,
  makePublisher,
  makeToken,
  makeWorld,
  storeArchive,
  type PublisherWorld,
  uniqueName,
  userId,
  versionId,
} from '../support/builders.js';
import { checksums } from '../support/checksums.js';
import { bounded } from '../support/faults.js';
import { OPERATIONS, type Place, type Row } from '../support/operations.js';
import { startTestRegistry, type TestRegistry } from '../support/registry.js';

type Transport = 'rest' | 'graph';

/** A caller: the credential, and the viewer of the policy. */
interface Role {
  readonly name: string;
  readonly as: string | undefined;
  readonly viewer: Viewer;
}

/** One call of the matrix. */
interface Cell {
  readonly row: Row;
  readonly transport: Transport;
  readonly place: Place;
  readonly role: Role;
}

/** The result: the status (in GraphQL, the status of the code), the code if any, and whether a field is hidden. */
interface Result {
  readonly status: number;
  readonly code: ErrorCode | undefined;
  readonly isHidden: boolean;
}

/** Reads that ignore an invalid credential, because browsers send one with every request. */
const PUBLIC_READS: readonly Action[] = [
  'node.read',
  'node.install',
  'version.readHidden',
  'member.readEmail',
  'user.readPrivate',
];
/** Refusals with a status other than 401 for anonymous callers and 403 for others (docs/api.md). */
const REFUSALS: Partial<Record<Action, number>> = {
  'node.read': 403,
  'node.install': 403,
  'version.readHidden': 404,
  'video.submit': 401,
  'video.follow': 404,
};
const REFUSAL_CODES: readonly (ErrorCode | undefined)[] = [
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'PUBLISHER_BANNED',
  'NODE_BANNED',
  'APPROVAL_NEEDED',
  'NODE_VERSION_NOT_FOUND',
  'VIDEO_TASK_NOT_FOUND',
];

const actionsOf = (access: Access | undefined): readonly Action[] =>
  access === undefined || access === 'public' || access === 'address'
    ? []
    : typeof access === 'string'
      ? [access]
      : access;
const nameOf = ({ row, transport, place, role }: Cell): string =>
  `${transport === 'rest' ? row.rest!.operation : row.graph!.fields.at(-1)!} ${place.name}, ${role.name}`;

describe('authorization', () => {
  let registry: TestRegistry;
  let world: PublisherWorld;
  let places: Place[];
  let ids: Record<'owner' | 'member' | 'outsider' | 'admin', string>;
  /** The roles at a place. The publisher's own token differs at each place. */
  let rolesAt: Map<Place, Role[]>;
  /** The roles of callers in publishers. */
  let memberships: Map<string, Map<string, MemberRole>>;
  let rest: Map<string, { method: string; path: string; access: Access; isRaw: boolean; hasJson: boolean }>;
  const graph = accessOfFields(buildGraph());

  /** The actions that were checked since this set was cleared. */
  const asked = new Set<Action>();
  const rules = { ...ACTIONS } as Record<Action, (viewer: Viewer, subject: never) => boolean>;
  const table = ACTIONS as unknown as Record<Action, (viewer: Viewer, subject: never) => boolean>;
  const observe = (action: Action, rule = rules[action]): void => {
    table[action] = (viewer, subject) => {
      asked.add(action);
      return rule(viewer, subject);
    };
  };

  beforeAll(async () => {
    registry = await startTestRegistry({
      VIDEO_REQUIRE_AUTH: 'true',
      ANONYMOUS_TRANSLATIONS: 'false',
      MAX_PUBLISHERS_PER_USER: '10000',
      MAX_TOKENS_PER_PUBLISHER: '10000',
      COMMUNITY_TRANSLATIONS_PER_HOUR: '100000',
    });
    await storeArchive(registry);
    world = await makeWorld(registry);
    const { callers } = world;
    ids = {
      owner: await userId(registry, callers.owner),
      member: await userId(registry, callers.member),
      outsider: await userId(registry, callers.outsider),
      admin: await userId(registry, callers.admin),
    };
    const otherUserId = await userId(registry, await registry.signIn(uniqueName('other')));
    const submitted = await registry.call('POST', '/proxy/video/start-end2video', {
      as: callers.owner,
      body: { model: 'm', images: ['https://example.org/a.png', 'https://example.org/b.png'] },
    });
    const bannedId = await makePublisher(registry, ids.owner);
    await addMember(registry, bannedId, ids.member);
    const bannedToken = await makeToken(registry, bannedId, callers.owner);

    const versions = [
      { version: '1.0.0', coreNodes: [{ name: 'Core' }] },
      { version: '2.0.0', status: NodeVersionStatus.Flagged, statusReason: 'why', coreNodes: [{ name: 'Core' }] },
      { version: '3.0.0', coreNodes: [{ name: 'Core' }] },
    ];
    const place = async (name: Place['name'], publisherId: string, ownerId: string): Promise<Place> => {
      const nodeId = await makeNode(registry, publisherId, { versions });
      const unclaimedId = await makeNode(registry, UNCLAIMED_PUBLISHER);
      const nodeStatus = name.startsWith('banned') ? NodeStatus.Banned : NodeStatus.Active;
      const publisherStatus = name === 'banned publisher' ? PublisherStatus.Banned : PublisherStatus.Active;
      await changeNode(registry, unclaimedId, `status = '${nodeStatus}'`);
      return {
        name,
        publisherId,
        publisherStatus,
        ownerId,
        nodeId,
        nodeStatus,
        versionId: await versionId(registry, nodeId),
        flaggedId: await versionId(registry, nodeId, '2.0.0'),
        spareId: await versionId(registry, nodeId, '3.0.0'),
        unclaimedId,
        otherUserId,
        taskId: submitted.body.id ?? submitted.body.task_id,
      };
    };
    places = [
      await place('own', world.id, ids.owner),
      await place('another’s', world.foreignId, ids.outsider),
      await place('banned publisher', bannedId, ids.owner),
      await place('banned node', world.id, ids.owner),
    ];
    for (const one of places) await restore(one);

    const user = (name: 'outsider' | 'member' | 'owner' | 'admin'): Role => ({
      name,
      as: callers[name],
      viewer: { kind: 'user', id: ids[name], isAdmin: name === 'admin', isApproved: true, name: null, email: null },
    });
    const token = (name: string, as: string, publisherId: string): Role => ({
      name,
      as,
      viewer: { kind: 'token', tokenId: '', publisherId, creatorId: null, isApproved: true },
    });
    rolesAt = new Map(
      places.map((at) => [
        at,
        [
          user('owner'),
          user('outsider'),
          user('admin'),
          at.publisherId === bannedId
            ? token('token of the publisher', bannedToken, bannedId)
            : token('token of the publisher', callers.token, world.id),
          { name: 'anonymous', as: undefined, viewer: ANONYMOUS },
          { name: 'invalid credential', as: 'not.a.token', viewer: ANONYMOUS },
          user('member'),
          token('token of another publisher', callers.foreignToken, world.foreignId),
        ],
      ]),
    );
    const people = new Map([
      [ids.owner, MemberRole.Owner],
      [ids.member, MemberRole.Member],
    ]);
    memberships = new Map([
      [world.id, people],
      [bannedId, people],
      [world.foreignId, new Map([[ids.outsider, MemberRole.Owner]])],
    ]);
    rest = new Map(
      Object.entries(registry.conformance.document.paths).flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, operation]) => {
          const isRaw = operation.requestBody !== undefined && !('application/json' in operation.requestBody.content);
          const hasJson = operation.requestBody !== undefined && !isRaw;
          return [
            operation.operationId,
            { method: method.toUpperCase(), path, access: operation['x-action'], isRaw, hasJson },
          ] as const;
        }),
      ),
    );
    for (const action of Object.keys(rules) as Action[]) observe(action);
  });
  afterAll(async () => {
    Object.assign(table, rules);
    await registry.close();
  });

  /** Restores the initial state of a place. */
  async function restore(place: Place): Promise<void> {
    const isCovered = place.name === 'banned publisher';
    await changePublisher(registry, place.publisherId, `status = '${place.publisherStatus}'`);
    await changeNode(registry, place.nodeId, `status = '${place.nodeStatus}', banned_with_publisher = ${isCovered}`);
    if (memberships === undefined) return;
    for (const [id, role] of memberships.get(place.publisherId)!) {
      const [still] = await registry.database.query(
        'select 1 from publisher_members where publisher_id = $1 and user_id = $2::uuid',
        [place.publisherId, id],
      );
      if (!still) await addMember(registry, place.publisherId, id, role);
    }
  }

  const declared = (row: Row, transport: Transport): readonly Action[] =>
    transport === 'rest'
      ? actionsOf(rest.get(row.rest!.operation)?.access)
      : [...new Set(row.graph!.fields.flatMap((field) => actionsOf(graph.get(field))))];
  const requiredBy = (row: Row, transport: Transport): readonly Action[] => row.requires ?? declared(row, transport);

  /** Returns the first required action whose rule refuses the caller, or `credential`; `undefined` if none does. */
  function refusing({ row, transport, place, role }: Cell): Action | 'credential' | undefined {
    const requires = requiredBy(row, transport);
    if (role.name === 'invalid credential' && requires.some((action) => !PUBLIC_READS.includes(action)))
      return 'credential';
    const { viewer } = role;
    const subject = {
      publisherId: place.publisherId,
      publisherStatus: place.publisherStatus,
      role: viewer.kind === 'user' ? memberships.get(place.publisherId)!.get(viewer.id) : undefined,
      ...(row.about === 'node' ? { nodeStatus: place.nodeStatus } : {}),
      status: place.nodeStatus,
      userId: place.ownerId,
      addedById: false,
      isOpen: false,
      needsCredentials: true,
      ownerId: ids.owner,
    };
    // Evaluates the original rules, so that the observers count only the calls of the registry.
    return requires.find((action) => !rules[action](viewer, subject as never));
  }

  /** Returns the errors in the result of a call. */
  function faultsOf(
    cell: Cell,
    { status, code, isHidden }: Result,
    refusedBy: Action | 'credential' | undefined,
  ): string[] {
    const { row, role, transport } = cell;
    const got = `${nameOf(cell)}: ${status} ${code ?? ''}${isHidden ? ' hidden' : ''}`;
    if (refusedBy === undefined) {
      const outcomes: readonly (ErrorCode | 'success')[] =
        typeof row.outcome === 'object' ? row.outcome : [row.outcome ?? 'success'];
      const isExpected = outcomes.some((outcome) =>
        outcome === 'success' ? status < 400 : status === statusOf(outcome) && (code === outcome || code === undefined),
      );
      return isExpected && !isHidden ? [] : [`${got}, but the caller is allowed (${outcomes.join()})`];
    }
    const hides = transport === 'graph' && row.graph!.hides !== undefined && status === 200;
    const isField =
      refusedBy === 'member.readEmail' || refusedBy === 'token.readCreator' || refusedBy === 'user.readPrivate';
    if (hides && (isField || (refusedBy !== 'credential' && REFUSALS[refusedBy] === 404)))
      return isHidden ? [] : [`${got}, but ${refusedBy} hides it`];
    const expected =
      refusedBy === 'credential' ? 401 : (REFUSALS[refusedBy] ?? (role.viewer.kind === 'anonymous' ? 401 : 403));
    return status === expected && (code === undefined || REFUSAL_CODES.includes(code))
      ? []
      : [`${got}, but ${refusedBy} refuses it with ${expected}`];
  }

  /**
   * @param raw the body to send; defaults to that of the row
   * @param headers additional headers
   */
  async function overRest(
    { row, place, role }: Cell,
    raw?: string,
    headers: Record<string, string> = {},
  ): Promise<Result> {
    const { operation, path, query, body } = row.rest!;
    const { method, path: template, isRaw } = rest.get(operation)!;
    const caller = { userId: role.viewer.kind === 'user' ? role.viewer.id : undefined };
    const given = <T>(
      value: T | ((place: Place, caller: { userId: string | undefined }) => T) | undefined,
    ): T | undefined =>
      typeof value === 'function' ? (value as (place: Place, caller: object) => T)(place, caller) : value;
    const names: Record<string, string> = {
      publisherId: place.publisherId,
      nodeId: place.nodeId,
      version: '1.0.0',
      versionId: place.versionId,
      ...given(path),
    };
    const address =
      template.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(names[name]!)) + (given(query) ?? '');
    const answer = await registry.call(method, address, {
      as: role.as,
      ...(isRaw
        ? { raw: 'x', headers: { 'content-type': 'application/zip' } }
        : raw !== undefined
          ? { raw, headers }
          : body === undefined
            ? {}
            : { body: given(body) }),
    });
    return { status: answer.status, code: answer.status < 400 ? undefined : answer.body?.error, isHidden: false };
  }

  async function overGraph({ row, place, role }: Cell): Promise<Result> {
    const { fields, call, hides } = row.graph!;
    const text =
      typeof call === 'function'
        ? call(place, { userId: role.viewer.kind === 'user' ? role.viewer.id : undefined })
        : call;
    const { data, errors } = await registry.graph(
      `${fields[0].startsWith('Mutation') ? 'mutation' : 'query'} { ${text} }`,
      {},
      { as: role.as },
    );
    const code = errors?.[0]?.extensions.code as ErrorCode | undefined;
    return {
      status: code === undefined ? 200 : statusOf(code),
      code,
      isHidden: code === undefined && hides !== undefined && !hides(data as never),
    };
  }

  const send = async (cell: Cell): Promise<Result> => {
    asked.clear();
    return cell.transport === 'rest' ? overRest(cell) : overGraph(cell);
  };

  function* cells(): Generator<Cell> {
    for (const row of OPERATIONS) {
      for (const place of row.about === 'registry' ? places.slice(0, 1) : places) {
        // At the own place all roles; elsewhere, in a short run, those with the most different results.
        const few = registry.testDatabase.kind === 'postgres' ? 4 : 2;
        for (const role of rolesAt
          .get(place)!
          .slice(0, place.name === 'own' ? undefined : bounded({ usual: few, long: 8 }))) {
          if (row.usersOnly && role.viewer.kind !== 'user') continue;
          if (row.rest) yield { row, transport: 'rest', place, role };
          if (row.graph) yield { row, transport: 'graph', place, role };
        }
      }
    }
  }

  /**
   * Returns the state that a request without a write leaves unchanged: the revision, without downloads, and the audit
   * log.
   */
  const written = async (): Promise<string> =>
    JSON.stringify(
      await registry.database.query(
        'select (select max(id) from changes where not counter) as revision, (select max(id) from audit_log) as noted',
      ),
    );

  /**
   * Cells in which an admin was allowed and an action was checked, by row, transport and action. Filled by the
   * matrix.
   */
  const seen = new Map<string, Cell>();
  const keyOf = ({ row, transport }: Cell, action: Action): string =>
    `${OPERATIONS.indexOf(row)} ${transport} ${action}`;
  /** Records the checked actions of a call. @returns the ones that it must not check */
  function note(cell: Cell, isAllowed: boolean): string[] {
    const { row, transport } = cell;
    const known = [...requiredBy(row, transport), ...(row.alsoChecks ?? [])];
    for (const action of asked) if (isAllowed && cell.role.name === 'admin') seen.set(keyOf(cell, action), cell);
    return [...asked]
      .filter((action) => !known.includes(action))
      .map((action) => `${nameOf(cell)}: checks ${action}, which the row does not list`);
  }

  it('every operation of both transports declares the same actions, and every action is used by an operation', async () => {
    const { data } = await registry.graph(
      '{ __schema { queryType { fields { name } } mutationType { fields { name } } } }',
    );
    const roots = (type: string, { fields }: { fields: { name: string }[] }): string[] =>
      fields.map(({ name }) => `${type}.${name}`);
    const told = [...roots('Query', data.__schema.queryType), ...roots('Mutation', data.__schema.mutationType)];
    expect(told.filter((field) => graph.get(field) === undefined)).toEqual([]);
    expect([...rest].filter(([, { access }]) => access === undefined).map(([operation]) => operation)).toEqual([]);
    const named = [...[...rest.values()].map(({ access }) => access), ...graph.values()].flatMap(actionsOf);
    expect(named.filter((action) => !(action in rules))).toEqual([]);

    expect(
      OPERATIONS.flatMap(({ rest: call }) => call?.operation ?? []).filter((operation) => !rest.has(operation)),
    ).toEqual([]);
    expect(
      [...rest.keys()].filter((operation) => !OPERATIONS.some((row) => row.rest?.operation === operation)),
    ).toEqual([]);
    expect([...graph.keys()].filter((field) => !OPERATIONS.some((row) => row.graph?.fields.includes(field)))).toEqual(
      [],
    );
    for (const row of OPERATIONS) {
      const transports = (['rest', 'graph'] as const).filter((transport) => row[transport]);
      for (const transport of transports)
        expect({
          row,
          extra: row.requires?.filter((action) => !declared(row, transport).includes(action)) ?? [],
        }).toEqual({
          row,
          extra: [],
        });
      if (transports.length === 2 && row.requires === undefined)
        expect({ row, actions: declared(row, 'graph') }).toEqual({ row, actions: declared(row, 'rest') });
    }
    const uncalled = (transport: Transport, name: string, access: Access | undefined) => {
      const rows = OPERATIONS.filter((row) =>
        transport === 'rest' ? row.rest?.operation === name : row.graph?.fields.includes(name),
      );
      return actionsOf(access)
        .filter((action) => !rows.some((row) => requiredBy(row, transport).includes(action)))
        .map((action) => `${name} ${action}`);
    };
    expect([
      ...[...rest].flatMap(([name, { access }]) => uncalled('rest', name, access)),
      ...[...graph].flatMap(([name, access]) => uncalled('graph', name, access)),
    ]).toEqual([]);
    const alsoChecks = OPERATIONS.flatMap((row) => row.alsoChecks ?? []);
    expect(
      (Object.keys(rules) as Action[]).filter((action) => !named.includes(action) && !alsoChecks.includes(action)),
    ).toEqual(['publisher.restore']);
  });

  it('refuses exactly the callers that the policy refuses; refused calls write nothing, and calls check no other actions', async () => {
    const all = [...cells()].map((cell) => ({ cell, refusedBy: refusing(cell) }));
    const refused = all.filter(({ refusedBy }) => refusedBy !== undefined);
    const allowed = all.filter(({ refusedBy }) => refusedBy === undefined);
    const faults: string[] = [];
    const but = { but: ['personal_access_tokens.last_used_at'] };
    const before = await checksums(registry.database, but);
    let state = await written();
    for (const [index, { cell, refusedBy }] of refused.entries()) {
      const result = await send(cell);
      faults.push(...note(cell, false), ...faultsOf(cell, result, refusedBy));
      if (refused[index + 1]?.cell.row === cell.row) continue;
      const now = await written();
      if (now !== state) faults.push(`${nameOf(cell)}, or who came before: wrote`);
      state = now;
    }
    const after = await checksums(registry.database, but);
    faults.push(
      ...Object.keys(after)
        .filter((table) => after[table] !== before[table])
        .map((table) => `refused calls changed the table ${table}`),
    );
    for (const { cell } of allowed) {
      const result = await send(cell);
      faults.push(...note(cell, true), ...faultsOf(cell, result, undefined));
      if (cell.row.changesPlace) await restore(cell.place);
    }
    // A call that checks no action must not write.
    state = await written();
    for (const { cell } of allowed.filter(({ cell: { row, transport } }) => declared(row, transport).length === 0)) {
      await send(cell);
      const now = await written();
      if (now !== state) faults.push(`${nameOf(cell)}: checks no action, but writes`);
      state = now;
    }
    expect(faults).toEqual([]);
    process.stdout.write(
      `authorization: ${rest.size} endpoints and ${graph.size} fields of the graph, ${all.length} calls: ${refused.length} refused, ${allowed.length} served\n`,
    );
  }, 300_000);

  it('is checked before the content of a request: refused callers get no error about an invalid body', async () => {
    const faults: string[] = [];
    const writes = [...cells()].filter(({ row, transport, place }) => {
      const operation = transport === 'rest' ? rest.get(row.rest!.operation)! : undefined;
      return operation?.hasJson === true && place.name !== 'banned node';
    });
    // Depends on the body: members may remove themselves.
    const mayLeave = ({ row, place, role: { viewer } }: Cell): boolean =>
      row.rest!.operation === 'removePublisherMember' &&
      viewer.kind === 'user' &&
      memberships.get(place.publisherId)!.has(viewer.id);
    const state = await written();
    let refused = 0;
    const bodies = ['', '{}', '[]', '{"name": 5, "status": [], "images": 7, "data": 1, "reason": {}}', '{"nam'];
    for (const [index, cell] of writes.entries()) {
      const refusedBy = refusing(cell);
      if (refusedBy === undefined || mayLeave(cell)) continue;
      // At the own place all bodies; elsewhere, in a short run, one of them in turn.
      const turn = [...bodies.slice(index % 5), ...bodies.slice(0, index % 5)];
      for (const raw of turn.slice(0, cell.place.name === 'own' ? 5 : bounded({ usual: 1, long: 5 }))) {
        const result = await overRest(cell, raw);
        faults.push(...faultsOf(cell, result, refusedBy).map((fault) => `${fault}, for the body ${raw}`));
        refused++;
      }
    }
    expect(faults).toEqual([]);
    expect(refused).toBeGreaterThan(200);
    expect(await written()).toBe(state);
  });

  it('is checked before the headers of a request', async () => {
    const faults: string[] = [];
    const invalid: Record<string, string>[] = [
      { 'if-match': '"foreign"' },
      { 'idempotency-key': 'é' },
      { 'content-type': 'text/plain' },
      { accept: 'image/png' },
    ];
    const writes = [...cells()].filter(
      ({ row, transport, place }) =>
        transport === 'rest' && rest.get(row.rest!.operation)!.hasJson && place.name === 'own',
    );
    let refused = 0;
    for (const [index, cell] of writes.entries()) {
      const refusedBy = refusing(cell);
      const { operation } = cell.row.rest!;
      // Depends on the body: members may remove themselves, and the body of a publication may have the credential.
      if (refusedBy === undefined || operation === 'removePublisherMember') continue;
      if (operation === 'publishNodeVersion' && cell.role.as === undefined) continue;
      // In a short run, two of them in turn.
      for (const headers of [...invalid, ...invalid].slice(index % 4).slice(0, bounded({ usual: 2, long: 4 }))) {
        const result = await overRest(cell, '{}', headers);
        faults.push(...faultsOf(cell, result, refusedBy).map((fault) => `${fault}, for ${JSON.stringify(headers)}`));
        refused++;
      }
    }
    expect(faults).toEqual([]);
    expect(refused).toBeGreaterThan(100);
  });

  it('is checked before unknown ids in a mutation of an anonymous caller', async () => {
    const mutations = [
      'deleteNode(nodeId: "no-such-node") { id }',
      'updatePublisher(publisherId: "no-such-publisher", input: {}) { id }',
      `unpublishNodeVersion(versionId: "${places[0]!.publisherId}") { id }`,
    ];
    for (const mutation of mutations) {
      const { errors } = await registry.graph(`mutation { ${mutation} }`);
      expect([mutation, errors[0].extensions.code]).toEqual([mutation, 'UNAUTHENTICATED']);
    }
  });

  it('is checked before the input of a mutation', async () => {
    const place = places[0]!;
    const long = 'x'.repeat(200_000);
    const mutations = [
      `banPublisher(publisherId: "${place.publisherId}", input: { reason: $long }) { id }`,
      `adminUpdateNode(nodeId: "${place.nodeId}", input: { name: $long }) { id }`,
      `adminUpdateNodeVersion(nodeId: "${place.nodeId}", version: "1.0.0", input: { statusReason: $long }) { id }`,
      `updatePublisher(publisherId: "${place.publisherId}", input: { name: $long }) { id }`,
      `updateNode(nodeId: "${place.nodeId}", input: { name: $long }) { id }`,
      `updateNodeVersion(versionId: "${place.versionId}", input: { changelog: $long }) { id }`,
      `createNode(publisherId: "${place.publisherId}", input: { id: "x", name: $long }) { id }`,
      `createPublisherToken(publisherId: "${place.publisherId}", input: { name: $long }) { token }`,
    ];
    const codes = async (as: string | undefined): Promise<string[]> =>
      Promise.all(
        mutations.map(async (one) => {
          const { errors } = await registry.graph(`mutation ($long: String!) { ${one} }`, { long }, { as });
          return errors[0].extensions.code as string;
        }),
      );
    const all = (code: string): string[] => mutations.map(() => code);
    expect(await codes(undefined)).toEqual(all('UNAUTHENTICATED'));
    expect(await codes(world.callers.outsider)).toEqual(all('FORBIDDEN'));
    expect(await codes(world.callers.admin)).toEqual(all('INVALID_INPUT'));
  });

  it('depends on the declared action only: refuses admins if its rule returns false, and serves outsiders if it returns true', async () => {
    const faults: string[] = [];
    let closed = 0;
    let opened = 0;
    for (const row of OPERATIONS) {
      for (const transport of (['rest', 'graph'] as const).filter((one) => row[one])) {
        const requires = requiredBy(row, transport);
        for (const action of requires) {
          const role = rolesAt.get(places[0]!)!.find(({ name }) => name === 'admin')!;
          const cell = seen.get(keyOf({ row, transport, place: places[0]!, role }, action));
          if (!cell) {
            faults.push(`${nameOf({ row, transport, place: places[0]!, role })}: does not check ${action}`);
            continue;
          }
          observe(action, () => false);
          faults.push(...faultsOf(cell, await send(cell), action));
          observe(action);
          closed++;
        }
        const outsider = {
          row,
          transport,
          place: places[0]!,
          role: rolesAt.get(places[0]!)!.find(({ name }) => name === 'outsider')!,
        };
        if (refusing(outsider) === undefined) continue;
        for (const action of requires) observe(action, () => true);
        faults.push(...faultsOf(outsider, await send(outsider), undefined));
        for (const action of requires) observe(action);
        if (row.changesPlace) await restore(places[0]!);
        opened++;
      }
    }
    expect(faults).toEqual([]);
    process.stdout.write(
      `authorization: ${closed} operations closed to an admin by their action alone, ${opened} opened to an anonymous caller\n`,
    );
  });
});
