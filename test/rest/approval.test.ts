import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { packageOf, zipOf } from '../support/archives.js';
import { auditRows, makeNode, makePublisher, makeToken, uniqueName, userId, versionId } from '../support/builders.js';
import { put } from '../support/publishing.js';
import { expectError, expectNoContent } from '../support/refusals.js';
import { startTestRegistry, type TestRegistry } from '../support/registry.js';

type Send = (method: string, path: string, body?: object) => ReturnType<TestRegistry['call']>;

describe('with REQUIRE_APPROVAL', () => {
  let registry: TestRegistry;
  let admin: string;

  beforeAll(async () => {
    registry = await startTestRegistry({ REQUIRE_APPROVAL: 'true' });
    admin = await registry.signIn('chief', { admin: true });
  });
  afterAll(() => registry.close());

  const decide = (verb: string, user: string, body?: object) =>
    registry.call('POST', `/admin/users/${user}/${verb}`, { as: admin, body });

  /** Returns a publisher of an unapproved user with a node, and all credentials of the user. */
  async function newcomer() {
    const as = await registry.signIn(uniqueName('newcomer'));
    const user = await userId(registry, as);
    const id = await makePublisher(registry, user);
    const node = await makeNode(registry, id);
    const token = await makeToken(registry, id, as);
    const by =
      (credential: string): Send =>
      (method, path, body) =>
        registry.call(method, path, { as: credential, body });
    return { as, user, id, node, token, byUser: by(as), byToken: by(token) };
  }
  const publish = (send: Send, id: string, node = uniqueName('new')) =>
    send('POST', `/publishers/${id}/nodes/${node}/versions`, { node: {}, node_version: { version: '1.0.0' } });

  it('an unapproved user can’t create public data', async () => {
    const { as, id, node, byUser: send } = await newcomer();
    const foreign = await makeNode(registry, await makePublisher(registry, await userId(registry, admin)));
    const attempts = [
      () => send('POST', '/publishers', { id: uniqueName('mine') }),
      () => send('PUT', `/publishers/${id}`, { description: 'Spam.' }),
      () => send('POST', `/publishers/${id}/nodes`, { id: uniqueName('new') }),
      () => send('PUT', `/publishers/${id}/nodes/${node}`, { description: 'Spam.' }),
      () => publish(send, id),
      async () =>
        send('PUT', `/publishers/${id}/nodes/${node}/versions/${await versionId(registry, node)}`, {
          changelog: 'Spam.',
        }),
      () => send('POST', `/publishers/${id}/nodes/${node}/claim-my-node`, { REPO_HOST_TOKEN: 'x' }),
      () => send('POST', `/nodes/${node}/translations`, { data: { de: { name: 'Spam.' } } }),
      () => send('POST', `/nodes/${foreign}/translations`, { data: { de: { name: 'Spam.' } } }),
      () => send('POST', `/nodes/${foreign}/reviews?star=1`),
    ];
    const written = () => registry.database.query('select max(id) from changes');
    const before = await written();
    for (const attempt of attempts) expectError(await attempt(), 403, 'APPROVAL_NEEDED');
    const { errors } = await registry.graph(
      `mutation { updatePublisher(publisherId: "${id}", input: { name: "Spam" }) { id } }`,
      {},
      { as },
    );
    expect(errors[0].extensions.code).toBe('APPROVAL_NEEDED');
    expect(await written()).toEqual(before);
  });

  it('an unapproved user can’t join a publisher', async () => {
    const { user, byUser: send } = await newcomer();
    const { body } = await registry.call('POST', '/publishers', { as: admin, body: { id: uniqueName('team') } });
    const invitation = await registry.call('POST', `/publishers/${body.id}/members`, {
      as: admin,
      body: { user_id: user },
    });
    expectError(await send('POST', `/users/invitations/${invitation.body.id}/accept`), 403, 'APPROVAL_NEEDED');
    await decide('approve', user);
    expect((await send('POST', `/users/invitations/${invitation.body.id}/accept`)).status).toBe(200);
  });

  it('tokens of an unapproved user can’t either, in the header or in the body', async () => {
    const { user, id, node, token, byToken: send } = await newcomer();
    const anonymous: Send = (method, path, body) =>
      registry.call(method, path, { body: { ...body, personal_access_token: token } });
    expectError(await publish(send, id), 403, 'APPROVAL_NEEDED');
    expectError(await publish(anonymous, id), 403, 'APPROVAL_NEEDED');
    expectError(await send('PUT', `/publishers/${id}/nodes/${node}`, { author: 'Spam.' }), 403, 'APPROVAL_NEEDED');
    expectError(await send('POST', `/nodes/${node}/translations`, { data: { de: {} } }), 403, 'APPROVAL_NEEDED');
    expectNoContent(await decide('approve', user));
    expect((await publish(send, id)).status).toBe(201);
    expect((await publish(anonymous, id)).status).toBe(201);
  });

  it('approval can be withdrawn, which invalidates tokens and uploads', async () => {
    const { user, id, byUser, byToken } = await newcomer();
    await decide('approve', user);
    const urls = [
      (await publish(byUser, id)).body.signedUrl as string,
      (await publish(byToken, id)).body.signedUrl as string,
    ];
    expectError(
      await registry.call('POST', '/admin/users/nobody/withdraw-approval', { as: admin }),
      404,
      'USER_NOT_FOUND',
    );
    expectNoContent(await decide('withdraw-approval', user, { reason: 'spam' }));
    expectNoContent(await decide('withdraw-approval', user));
    expect(await auditRows(registry, 'user.withdrawApproval', user)).toMatchObject([
      { reason: 'spam', publisher_id: null },
    ]);
    for (const send of [byUser, byToken]) expectError(await publish(send, id), 403, 'APPROVAL_NEEDED');
    expect((await byUser('GET', '/users')).body.isApproved).toBe(false);
    const zip = await zipOf(packageOf('Late'));
    for (const url of urls)
      expect(await put(registry, url, zip)).toMatchObject({ status: 403, body: { error: 'UPLOAD_ENDED' } });
    const { data } = await registry.graph(
      `mutation { approveUser(userId: "${user}") { isApproved } withdrawUserApproval(userId: "${user}", input: { reason: "again" }) { id isApproved createdAt } }`,
      {},
      { as: admin },
    );
    expect(data).toEqual({
      approveUser: { isApproved: true },
      withdrawUserApproval: { id: user, isApproved: false, createdAt: expect.any(String) },
    });
  });

  it('an unapproved user can do what is not public, and what withdraws public data', async () => {
    const { id, node, byUser: send } = await newcomer();
    const version = await versionId(registry, node);
    expect((await send('POST', `/publishers/${id}/tokens`, { name: 'ci' })).status).toBe(201);
    expect((await send('POST', `/publishers/${id}/members`, { email: 'ada@example.org' })).status).toBe(201);
    expectNoContent(await send('DELETE', `/publishers/${id}/nodes/${node}/versions/${version}`));
    expectNoContent(await send('DELETE', `/publishers/${id}/nodes/${node}`));
    expectNoContent(await send('DELETE', `/publishers/${id}`));
  });
});
