import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  auditRows,
  changeRows,
  makeNode,
  makeWorld,
  type PublisherWorld,
  uniqueName,
  userId,
  versionId,
} from '../support/builders.js';
import { packageOf, zipOf } from '../support/archives.js';
import { heldPackage, PublisherTool, warnedPackage } from '../support/held-packages.js';
import { expectError } from '../support/refusals.js';
import { type Answer, startTestRegistry, type TestRegistry } from '../support/registry.js';

const LIST = 'os.system("ls")';
const ERASE = 'os.system("rm -r /tmp/x")';
const absent = '00000000-0000-4000-8000-000000000000';

interface Item {
  readonly kind: string;
  readonly id: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly [name: string]: any;
}

describe('the moderators’ queue', () => {
  let registry: TestRegistry;
  let world: PublisherWorld;
  let tool: PublisherTool;

  beforeAll(async () => {
    registry = await startTestRegistry({ REQUIRE_APPROVAL: 'true' });
    world = await makeWorld(registry);
    tool = new PublisherTool(registry, world.id, world.callers.token);
    await registry.database.query('update users set is_approved = true');
  });
  afterAll(() => registry.close());

  const queue = async (query = '?limit=50', as = world.callers.admin): Promise<Answer> =>
    registry.call('GET', `/admin/queue${query}`, { as });
  const items = async (query?: string): Promise<Item[]> => (await queue(query)).body.items;
  const decide = (body: object, as: string | undefined = world.callers.admin) =>
    registry.call('POST', '/admin/queue/decisions', { as, body });
  const publish = async (node: string, version: string, ...calls: string[]) =>
    (await tool.publish(node, version, await heldPackage(...calls))).body;
  const itemOf = async (id: string) => (await items()).find((item) => item.id === id);

  it('a scenario from a held version to its approval, the next version, a new finding and a rejection', async () => {
    const node = uniqueName('played');
    const { callers } = world;
    const held = await publish(node, '1.0.0', LIST);
    expect(held.status).toBe('NodeVersionStatusFlagged');
    expect(held.findings).toMatchObject([{ level: 'hold', rule: 'shell', file: 'start.py', approved: false }]);
    const path = `/nodes/${node}/versions/1.0.0?include_findings=true`;
    expectError(await registry.call('GET', path), 404, 'NODE_VERSION_NOT_FOUND');

    const first = await itemOf(held.id);
    expect(first).toMatchObject({
      kind: 'version',
      version: { id: held.id, node_id: node, version: '1.0.0', status_reason: expect.stringContaining('start.py:2') },
      publisher: { id: world.id },
      trusted: false,
      findings: [{ call: LIST, approved: false }],
      removed_findings: [],
    });
    expect(first).not.toHaveProperty('approved_version');

    const approved = await decide({
      decision: 'approve',
      reason: 'Lists a folder.',
      items: [{ kind: 'version', id: held.id }],
    });
    expect(approved.body.results).toEqual([{ kind: 'version', id: held.id, status: 'success' }]);
    expect(await itemOf(held.id)).toBeUndefined();
    expect((await registry.call('GET', `/nodes/${node}/install`)).body.version).toBe('1.0.0');
    expect((await auditRows(registry, 'version.setStatus', held.id)).at(-1)).toMatchObject({
      action: 'version.setStatus',
      actor: `user:${await userId(registry, callers.admin)}`,
      reason: 'Lists a folder.',
    });

    expect((await publish(node, '1.1.0', LIST)).status).toBe('NodeVersionStatusActive');
    const second = await publish(node, '1.2.0', ERASE);
    expect(await itemOf(second.id)).toMatchObject({
      approved_version: '1.0.0',
      findings: [{ call: ERASE, approved: false }],
      removed_findings: [{ call: LIST }],
    });
    const rejected = await decide({
      decision: 'reject',
      reason: 'Erases files.',
      items: [{ kind: 'version', id: second.id }],
    });
    expect(rejected.body.results[0].status).toBe('success');
    expect((await registry.call('GET', `/nodes/${node}/versions/1.2.0`, { as: callers.member })).body).toMatchObject({
      status: 'NodeVersionStatusBanned',
      status_reason: 'Erases files.',
    });
    expect((await registry.call('GET', `/nodes/${node}/install`)).body.version).toBe('1.1.0');
  });

  it('lists and decides the same in GraphQL', async () => {
    const node = uniqueName('graphic');
    await publish(node, '1.0.0', LIST);
    await decide({ decision: 'approve', items: [{ kind: 'version', id: await versionId(registry, node) }] });
    const held = await publish(node, '1.1.0', ERASE);
    const ask = (as: string) =>
      registry.graph(
        `{ moderationQueue(limit: 50, kinds: [version]) { total nodes { kind id since version { version statusReason } publisher { id } trusted findings { level rule file line call excerpt { line text } approved } approvedVersion removedFindings { call } user { id } report { id } } } }`,
        {},
        { as },
      );
    const { data } = await ask(world.callers.admin);
    const inRest = (await itemOf(held.id))!;
    expect(data.moderationQueue.nodes.find(({ id }: Item) => id === held.id)).toEqual({
      kind: 'version',
      id: held.id,
      since: inRest['since'],
      version: { version: '1.1.0', statusReason: inRest['version'].status_reason },
      publisher: { id: world.id },
      trusted: false,
      findings: inRest['findings'].map(({ message: _, ...finding }: Item) => finding),
      approvedVersion: '1.0.0',
      removedFindings: [{ call: LIST }],
      user: null,
      report: null,
    });
    expect((await ask(world.callers.owner)).errors[0].extensions.code).toBe('FORBIDDEN');
    const decision = `mutation ($id: ID!) { decideModerationQueue(input: { decision: reject, reason: "No.", items: [{ kind: version, id: $id }, { kind: version, id: "${absent}" }] }) { subjectKind subjectId error message } }`;
    const decided = await registry.graph(decision, { id: held.id }, { as: world.callers.admin });
    expect(decided.data.decideModerationQueue).toEqual([
      { subjectKind: 'version', subjectId: held.id, error: null, message: null },
      { subjectKind: 'version', subjectId: absent, error: 'NODE_VERSION_NOT_FOUND', message: expect.any(String) },
    ]);
  });

  it('lists the latest versions with warnings that no moderator has reviewed, if it is asked for them', async () => {
    const node = uniqueName('warned');
    const warned = async (version: string, ...calls: string[]) =>
      (await tool.publish(node, version, await warnedPackage(...calls))).body;
    const listed = async () =>
      (await items('?kind=warning&limit=50')).filter(({ version }) => version.node_id === node);
    const decideWarning = async (decision: string, id: string, reason?: string) => {
      const { body } = await decide({ decision, reason, items: [{ kind: 'warning', id }] });
      return body.results[0].error ?? body.results[0].status;
    };
    const first = await warned('1.0.0', LIST);
    expect(first).toMatchObject({ status: 'NodeVersionStatusActive', findings: [{ level: 'warn', call: LIST }] });
    expect(await itemOf(first.id)).toBeUndefined();
    const second = await warned('1.1.0', LIST);
    expect(await listed()).toMatchObject([
      { kind: 'warning', id: second.id, publisher: { id: world.id }, findings: [{ level: 'warn', approved: false }] },
    ]);
    const before = await changeRows(registry, 'version', second.id);
    expect(await decideWarning('approve', second.id, 'Lists a folder.')).toBe('success');
    expect(await changeRows(registry, 'version', second.id)).toHaveLength(before.length + 1);
    expect(await auditRows(registry, 'version.approveFindings', second.id)).toMatchObject([
      { reason: 'Lists a folder.' },
    ]);
    expect(await listed()).toEqual([]);
    // It was reviewed, so a stale page does not ban it.
    expect(await decideWarning('reject', second.id, 'Stale.')).toBe('WARNINGS_NOT_WAITING');

    // The same warning is not new in the next version, but another one is.
    await warned('1.2.0', LIST);
    expect(await listed()).toEqual([]);
    const other = await warned('1.3.0', LIST, ERASE);
    expect(await listed()).toMatchObject([
      { id: other.id, approved_version: '1.1.0', findings: [{ approved: true }, { call: ERASE, approved: false }] },
    ]);
    expect(await decideWarning('reject', other.id)).toBe('INVALID_INPUT');
    expect(await decideWarning('reject', other.id, 'Erases files.')).toBe('success');
    expect((await registry.call('GET', `/nodes/${node}/install`)).body.version).toBe('1.2.0');
    expect(await listed()).toEqual([]);
    expect(await decideWarning('approve', other.id)).toBe('WARNINGS_NOT_WAITING');
    expect(
      (await decide({ decision: 'approve', items: [{ kind: 'version', id: second.id }] })).body.results[0],
    ).toEqual({
      kind: 'version',
      id: second.id,
      status: 'error',
      error: 'VERSION_NOT_HELD',
      message: `Version 1.1.0 of "${node}" is not held (status: NodeVersionStatusActive).`,
    });
  });

  it('approves the content of a compiled file, not its name', async () => {
    const node = uniqueName('native');
    const withLibrary = async (version: string, content: string) => {
      const files = { ...packageOf('Native'), 'fast.so': Buffer.from(content, 'latin1') };
      return (await tool.publish(node, version, await zipOf(files))).body;
    };
    const held = await withLibrary('1.0.0', `\x7fELF${'a'.repeat(100)}`);
    expect(held).toMatchObject({ status: 'NodeVersionStatusFlagged', findings: [{ rule: 'compiled-code' }] });
    await decide({ decision: 'approve', items: [{ kind: 'version', id: held.id }] });
    expect((await withLibrary('1.0.1', `\x7fELF${'a'.repeat(100)}`)).status).toBe('NodeVersionStatusActive');
    expect(await withLibrary('1.0.2', `\x7fELF${'b'.repeat(100)}`)).toMatchObject({
      status: 'NodeVersionStatusFlagged',
      findings: [{ rule: 'compiled-code', file: 'fast.so', approved: false }],
    });
  });

  it('releases other held versions with the same findings', async () => {
    const node = uniqueName('waiting');
    const held = [];
    for (const [version, ...calls] of [
      ['1.0.0', LIST],
      ['1.0.1', LIST],
      ['1.0.2', LIST, ERASE],
      ['1.0.3', LIST],
    ] as const)
      held.push(await publish(node, version, ...calls));
    const [first, second, other, flagged] = held.map(({ id }) => id as string);
    await registry.call('PUT', `/admin/nodes/${node}/versions/1.0.3`, {
      as: world.callers.admin,
      body: { status: 'NodeVersionStatusFlagged', status_reason: `${held[3].status_reason} A copy of another node.` },
    });
    const { body } = await decide({
      decision: 'approve',
      items: [second, first, second].map((id) => ({ kind: 'version', id })),
    });
    expect(body.results.map(({ status, error }: Item) => error ?? status)).toEqual([
      'success',
      'success',
      'VERSION_NOT_HELD',
    ]);
    expect(
      (await registry.call('GET', `/nodes/${node}/versions/1.0.0`, { as: world.callers.admin })).body,
    ).toMatchObject({
      status: 'NodeVersionStatusActive',
      status_reason: 'Its findings were approved with version 1.0.1.',
    });
    expect((await auditRows(registry, 'version.setStatus', first!)).at(-1)).toMatchObject({
      reason: 'Its findings were approved with version 1.0.1.',
    });
    // One with another finding, and one that an admin has flagged, stay held.
    expect([await itemOf(other!), await itemOf(flagged!)]).toMatchObject([
      { approved_version: '1.0.0', findings: [{ approved: true }, { call: ERASE, approved: false }] },
      { version: { status_reason: expect.stringMatching(/ A copy of another node.$/) } },
    ]);
    // The first one was decided as well, although the second one had released it.
    expect(await auditRows(registry, 'version.approveFindings', first!)).toHaveLength(1);
  });

  it('compares versions again when a moderator approves another one or withdraws an approval', async () => {
    const node = uniqueName('compared');
    const { admin } = world.callers;
    const listed = async () =>
      (await items('?kind=warning&limit=50')).flatMap(({ version }) =>
        version.node_id === node ? [version.version] : [],
      );
    const setStatus = (version: string, status: string) =>
      registry.call('PUT', `/admin/nodes/${node}/versions/${version}`, {
        as: admin,
        body: { status: `NodeVersionStatus${status}`, status_reason: 'Looked at it.' },
      });
    await tool.publish(node, '1.0.0', await warnedPackage(LIST));
    expect(await listed()).toEqual(['1.0.0']);
    await tool.publish(node, '1.1.0', await warnedPackage(LIST));
    expect(await listed()).toEqual(['1.1.0']);
    // The warnings of the older version can't be decided in the queue, but approved with its status.
    const older = [{ kind: 'warning', id: await versionId(registry, node, '1.0.0') }];
    expect((await decide({ decision: 'approve', items: older })).body.results[0].error).toBe('WARNINGS_NOT_WAITING');
    await setStatus('1.0.0', 'Active');
    expect(await listed()).toEqual([]);
    await setStatus('1.0.0', 'Banned');
    expect(await listed()).toEqual(['1.1.0']);

    // Versions that an approval has released are listed when it is withdrawn.
    for (const version of ['2.0.0', '2.1.0']) await publish(node, version, LIST);
    await setStatus('2.0.0', 'Active');
    expect((await registry.call('GET', `/nodes/${node}/install`)).body.version).toBe('2.1.0');
    expect(await listed()).toEqual([]);
    await setStatus('2.0.0', 'Banned');
    expect(await listed()).toEqual(['2.1.0']);
  });

  it('decides many items, each in its own transaction: one that fails does not affect the others', async () => {
    const nodes = [uniqueName('many'), uniqueName('many'), uniqueName('many')];
    const ids: string[] = [];
    for (const node of nodes) ids.push((await publish(node, '1.0.0', LIST)).id);
    const [first, second, third] = ids as [string, string, string];
    await registry.call('PUT', `/admin/nodes/${nodes[1]!}/versions/1.0.0`, {
      as: world.callers.admin,
      body: { status: 'NodeVersionStatusActive' },
    });
    const before = await changeRows(registry, 'version', first);
    const { body, status } = await decide({
      decision: 'reject',
      reason: 'No.',
      items: [first, second, absent, 'x', third].map((id) => ({ kind: 'version', id })),
    });
    expect(status).toBe(200);
    expect(body.results.map((result: { status: string; error?: string }) => result.error ?? result.status)).toEqual([
      'success',
      'VERSION_NOT_HELD',
      'NODE_VERSION_NOT_FOUND',
      'NODE_VERSION_NOT_FOUND',
      'success',
    ]);
    expect((await changeRows(registry, 'version', first)).length).toBe(before.length + 1);
    expect((await registry.call('GET', `/nodes/${nodes[1]!}/install`)).body.version).toBe('1.0.0');

    // A rejection without a reason is refused.
    const unexplained = uniqueName('why');
    const { id } = await publish(unexplained, '1.0.0', LIST);
    const refused = await decide({ decision: 'reject', items: [{ kind: 'version', id }] });
    expect(refused.body.results[0]).toMatchObject({ status: 'error', error: 'INVALID_INPUT' });
    expect(await itemOf(id)).toBeDefined();
    const item = { kind: 'version', id };
    for (const wrong of [
      {},
      { decision: 'maybe', items: [item] },
      { decision: 'approve', items: [] },
      { decision: 'approve', items: Array.from({ length: 101 }, () => item) },
      { decision: 'approve', items: [{ kind: 'report', id }] },
    ])
      expectError(await decide(wrong), 400, 'INVALID_INPUT');
    expectError(await decide({ decision: 'approve', items: [item] }, world.callers.owner), 403, 'FORBIDDEN');
  });

  it('contains users who wait for approval, until they are approved or declined', async () => {
    const people = await Promise.all(
      ['first', 'second', 'third'].map(async (name) => userId(registry, await registry.signIn(uniqueName(name)))),
    );
    const [first, second, third] = people as [string, string, string];
    const waiting = async () => (await items('?kind=user&limit=50')).map(({ id }) => id);
    expect(await waiting()).toEqual(expect.arrayContaining(people));
    expect((await itemOf(first))!['user']).toMatchObject({ id: first, isApproved: false });
    await decide({ decision: 'approve', reason: 'Known.', items: [{ kind: 'user', id: first }] });
    await decide({ decision: 'reject', reason: 'Unknown.', items: [{ kind: 'user', id: second }] });
    expect(await waiting()).not.toContain(first);
    expect(await waiting()).not.toContain(second);
    expect((await auditRows(registry, 'user.withdrawApproval', second)).at(-1)).toMatchObject({
      action: 'user.withdrawApproval',
      reason: 'Unknown.',
    });
    // A stale page of the queue does not undo a decision.
    const again = async (decision: string, id: string) =>
      (await decide({ decision, reason: 'Stale.', items: [{ kind: 'user', id }] })).body.results[0].error;
    expect([await again('reject', first), await again('approve', first)]).toEqual([
      'USER_NOT_WAITING',
      'USER_NOT_WAITING',
    ]);
    expect([await again('approve', second), await again('reject', second)]).toEqual([
      'USER_NOT_WAITING',
      'USER_NOT_WAITING',
    ]);
    const admin = await userId(registry, world.callers.admin);
    expect([await again('reject', admin), await again('reject', absent)]).toEqual([
      'USER_NOT_WAITING',
      'USER_NOT_FOUND',
    ]);
    expect(await auditRows(registry, 'user.approve', first)).toMatchObject([{ reason: 'Known.' }]);
    // Nor can a user be declined without a reason.
    const unexplained = await decide({ decision: 'reject', items: [{ kind: 'user', id: third }] });
    expect(unexplained.body.results[0].error).toBe('INVALID_INPUT');
    // Suspended users don't wait.
    const suspend = (action: string) =>
      registry.call('POST', `/admin/users/${third}/${action}`, { as: world.callers.admin, body: { reason: 'Spam.' } });
    await suspend('suspend');
    expect(await waiting()).not.toContain(third);
    expect(await again('approve', third)).toBe('USER_NOT_WAITING');
    await suspend('reinstate');
    // A declined user can still be approved, and a user whose approval was withdrawn is not in the queue.
    await registry.call('POST', `/admin/users/${second}/approve`, { as: world.callers.admin });
    await registry.call('POST', `/admin/users/${second}/withdraw-approval`, { as: world.callers.admin, body: {} });
    expect(await waiting()).not.toContain(second);
    expect(await waiting()).toContain(third);
  });

  it('has pages, oldest first, for admins only', async () => {
    const all = await items();
    const times = all.map(({ since }) => since as string);
    expect(times).toEqual([...times].sort());
    const pages = [await queue('?limit=2&page=1'), await queue('?limit=2&page=2')];
    expect(pages.flatMap(({ body }) => body.items.map(({ id }: Item) => id))).toEqual(
      all.slice(0, 4).map(({ id }) => id),
    );
    expect(pages[0]!.body).toMatchObject({ page: 1, limit: 2, total: all.length });
    expect((await queue('?limit=1000')).body.limit).toBe(50);
    expectError(await queue('?kind=typo'), 400, 'INVALID_INPUT');
    for (const as of [world.callers.owner, world.callers.outsider, world.callers.token])
      expectError(await queue('', as), 403, 'FORBIDDEN');
    expectError(await registry.call('GET', '/admin/queue'), 401, 'UNAUTHENTICATED');
    const few = await registry.statements(() => queue('?limit=1&kind=version'));
    const many = await registry.statements(() => queue('?limit=50&kind=version'));
    expect(many.length).toBeLessThanOrEqual(few.length + 1);
  });

  it('contains no versions of a trusted publisher: their findings are warnings', async () => {
    const { admin, owner } = world.callers;
    const path = `/admin/publishers/${world.id}/trust`;
    const set = (trusted: boolean) =>
      registry.call('PUT', path, { as: admin, body: { trusted, reason: 'Long known.' } });
    expect((await registry.call('GET', path, { as: admin })).body).toEqual({ publisher_id: world.id, trusted: false });
    const trusted = await set(true);
    expect(trusted.body).toEqual({ publisher_id: world.id, trusted: true, trusted_at: expect.any(String) });
    expect((await set(true)).body).toEqual(trusted.body);
    const node = uniqueName('trusted');
    expect(await publish(node, '1.0.0', LIST)).toMatchObject({
      status: 'NodeVersionStatusActive',
      finding_counts: { hold: 0, warn: 1, note: 0 },
      findings: [{ level: 'warn', rule: 'shell' }],
    });
    const { data } = await registry.graph(
      'mutation ($id: ID!) { setPublisherTrust(publisherId: $id, input: { trusted: false }) { publisher { id } trusted trustedAt } }',
      { id: world.id },
      { as: admin },
    );
    expect(data.setPublisherTrust).toEqual({ publisher: { id: world.id }, trusted: false, trustedAt: null });
    expect((await publish(node, '1.0.1', LIST)).status).toBe('NodeVersionStatusFlagged');
    expect(await auditRows(registry, 'publisher.trust', world.id)).toMatchObject([{ reason: 'Long known.' }]);
    expect(await auditRows(registry, 'publisher.distrust', world.id)).toMatchObject([{ reason: null }]);
    expectError(await registry.call('PUT', path, { as: owner, body: { trusted: true } }), 403, 'FORBIDDEN');
    const unknown = `/admin/publishers/${uniqueName('nobody')}/trust`;
    expectError(
      await registry.call('PUT', unknown, { as: admin, body: { trusted: true } }),
      404,
      'PUBLISHER_NOT_FOUND',
    );
  });
});

describe('reports of nodes', () => {
  let registry: TestRegistry;
  let world: PublisherWorld;

  beforeAll(async () => {
    registry = await startTestRegistry({ MAX_OPEN_REPORTS_PER_USER: '3', REPORTS_PER_HOUR: '6' });
    world = await makeWorld(registry);
  });
  afterAll(() => registry.close());

  const report = (node: string, as: string | undefined, text = 'It mines coins.') =>
    registry.call('POST', `/nodes/${node}/reports`, { as, body: { text } });
  const close = (id: string, status: string, as = world.callers.admin) =>
    registry.call('PUT', `/admin/reports/${id}`, { as, body: { status, note: 'Looked at it.' } });
  const open = async (): Promise<Item[]> =>
    (await registry.call('GET', '/admin/queue?kind=report&limit=50', { as: world.callers.admin })).body.items;

  it('are one per user and node while they are open, and closed by admins with a note', async () => {
    const node = await makeNode(registry, world.id);
    const { outsider, member } = world.callers;
    const first = await report(node, outsider);
    expect(first.status).toBe(201);
    expect(first.body).toEqual({
      id: expect.any(String),
      node_id: node,
      user_id: await userId(registry, outsider),
      text: 'It mines coins.',
      status: 'open',
      createdAt: expect.any(String),
    });
    const again = [await report(node, outsider), await report(node, outsider, 'It still does.')];
    expect(again.map(({ body }) => body.id)).toEqual([first.body.id, first.body.id]);
    const other = await report(node, member);
    expect(other.body.id).not.toBe(first.body.id);
    const own = (await open()).filter(({ report: { node_id } }) => node_id === node);
    expect(own).toMatchObject([
      { kind: 'report', id: first.body.id, publisher: { id: world.id }, report: { text: 'It still does.' } },
      { kind: 'report', id: other.body.id },
    ]);
    expect(own[0]!['user']).toMatchObject({ id: first.body.user_id });

    const closed = await close(first.body.id, 'resolved');
    expect(closed.body).toMatchObject({ status: 'resolved', note: 'Looked at it.', closed_at: expect.any(String) });
    expect((await close(first.body.id, 'resolved')).body).toEqual(closed.body);
    expectError(await close(first.body.id, 'dismissed'), 409, 'REPORT_CLOSED');
    expect((await close(other.body.id, 'dismissed')).status).toBe(200);
    expect((await open()).filter(({ report: { node_id } }) => node_id === node)).toEqual([]);
    expect(await auditRows(registry, 'report.create', first.body.id)).toHaveLength(2);
    expect(await auditRows(registry, 'report.close', first.body.id)).toMatchObject([
      { from_state: 'open', to_state: 'resolved', reason: 'Looked at it.' },
    ]);
    // The publisher can't read who reported the node.
    const log = (await registry.call('GET', `/publishers/${world.id}/audit`, { as: world.callers.owner })).body;
    expect(JSON.stringify(log)).not.toContain('report');
    // After the report is closed, the node can be reported again.
    const anew = await report(node, outsider);
    expect(anew.body.id).not.toBe(first.body.id);
    await close(anew.body.id, 'dismissed');
  });

  it('are limited per user, in number and rate', async () => {
    const as = await registry.signIn(uniqueName('reporter'));
    const nodes = await Promise.all(Array.from({ length: 4 }, () => makeNode(registry, world.id)));
    const made: string[] = [];
    for (const node of nodes.slice(0, 3)) made.push((await report(node, as)).body.id);
    expectError(await report(nodes[3]!, as), 403, 'QUOTA_REACHED');
    await close(made[0]!, 'dismissed');
    expect((await report(nodes[3]!, as)).status).toBe(201);
    expect((await report(nodes[3]!, as, 'More.')).status).toBe(201);
    const refused = await report(nodes[3]!, as, 'Even more.');
    expectError(refused, 429, 'RATE_LIMITED');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    // Reporting the same text again is no write.
    expect((await report(nodes[3]!, as, 'More.')).status).toBe(201);
    for (const text of ['', '  ', 'x'.repeat(2001)])
      expectError(await report(nodes[3]!, as, text), 400, 'INVALID_INPUT');
  });

  it('require a signed-in user and a readable node', async () => {
    const { outsider, token, admin } = world.callers;
    const node = await makeNode(registry, world.id);
    expectError(await report(node, undefined), 401, 'UNAUTHENTICATED');
    expectError(await report(node, token), 403, 'FORBIDDEN');
    expectError(await report(uniqueName('none'), outsider), 404, 'NODE_NOT_FOUND');
    await registry.call('POST', `/publishers/${world.id}/nodes/${node}/ban`, { as: admin, body: {} });
    expectError(await report(node, outsider), 403, 'NODE_BANNED');
    expectError(await close(absent, 'resolved'), 404, 'REPORT_NOT_FOUND');
    expectError(await close('x', 'resolved'), 404, 'REPORT_NOT_FOUND');
    expectError(await close(absent, 'open'), 400, 'INVALID_INPUT');
    expectError(await close(absent, 'resolved', outsider), 403, 'FORBIDDEN');
  });

  it('are created and closed in GraphQL, too', async () => {
    const node = await makeNode(registry, world.id);
    const as = await registry.signIn(uniqueName('reporter'));
    const { data } = await registry.graph(
      'mutation ($n: ID!) { reportNode(nodeId: $n, input: { text: "It mines coins." }) { id nodeId userId text status note closedAt } }',
      { n: node },
      { as },
    );
    expect(data.reportNode).toMatchObject({ nodeId: node, text: 'It mines coins.', status: 'open', note: null });
    const queue = await registry.graph(
      '{ moderationQueue(kinds: [report], limit: 50) { nodes { id user { id } report { text } } } }',
      {},
      { as: world.callers.admin },
    );
    expect(queue.data.moderationQueue.nodes.find(({ id }: Item) => id === data.reportNode.id)).toEqual({
      id: data.reportNode.id,
      user: { id: data.reportNode.userId },
      report: { text: 'It mines coins.' },
    });
    const closed = await registry.graph(
      'mutation ($id: ID!) { closeNodeReport(reportId: $id, input: { status: dismissed, note: "Fine." }) { status note } }',
      { id: data.reportNode.id },
      { as: world.callers.admin },
    );
    expect(closed.data.closeNodeReport).toEqual({ status: 'dismissed', note: 'Fine.' });
  });
});
