import type { z } from 'zod';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BODY_EXAMPLES } from '../../src/rest/examples.js';
import { allEndpoints } from '../../src/rest/router.js';
import { readSettings } from '../../src/settings.js';
import { makeNode, makeWorld, type PublisherWorld, uniqueName, versionId } from '../support/builders.js';
import { startTestRegistry, type TestRegistry } from '../support/registry.js';

/** A parameter of an operation. */
interface QueryParameter {
  readonly name: string;
  readonly in: string;
  readonly schema: { readonly type?: string };
}

describe('the OpenAPI document', () => {
  let registry: TestRegistry;
  let world: PublisherWorld;

  beforeAll(async () => {
    registry = await startTestRegistry({ VIDEO_SANDBOX_STEP_MS: '0' });
    world = await makeWorld(registry);
  });
  afterAll(() => registry.close());

  it('contains the sixteen documented endpoints', () => {
    const { openapi, paths } = registry.conformance.document;
    expect(openapi).toBe('3.1.0');
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(operations).toEqual(
      expect.arrayContaining([
        'GET /nodes',
        'GET /nodes/search',
        'POST /publishers',
        'PUT /publishers/{publisherId}',
        'DELETE /publishers/{publisherId}',
        'POST /publishers/{publisherId}/tokens',
        'DELETE /publishers/{publisherId}/tokens/{tokenId}',
        'PUT /publishers/{publisherId}/nodes/{nodeId}',
        'POST /publishers/{publisherId}/nodes/{nodeId}/claim-my-node',
        'DELETE /publishers/{publisherId}/nodes/{nodeId}/versions/{versionId}',
        'POST /nodes/{nodeId}/translations',
        'GET /users',
        'GET /core-nodes',
        'GET /nodes/{nodeId}/versions/{version}/core-nodes',
        'POST /proxy/video/start-end2video',
        'GET /proxy/video/tasks/{id}/creations',
      ]),
    );
  });

  it('has an example of each JSON body, which the operation accepts', () => {
    const endpoints = allEndpoints(readSettings({}), undefined as never).filter(({ body }) => body !== undefined);
    expect(endpoints.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(BODY_EXAMPLES).sort());
    for (const { operationId, body } of endpoints) {
      const example = BODY_EXAMPLES[operationId];
      expect([operationId, body!.safeParse(example).error?.issues]).toEqual([operationId, undefined]);
      // Fields with a wrong name would be ignored.
      const shape = (body as z.ZodObject).shape as Record<string, unknown> | undefined;
      if (shape)
        expect([operationId, Object.keys(example as object).filter((name) => !(name in shape))]).toEqual([
          operationId,
          [],
        ]);
    }
    const { paths } = registry.conformance.document;
    expect(paths['/publishers']!['post']).toMatchObject({
      requestBody: { content: { 'application/json': { example: BODY_EXAMPLES['createPublisher'] } } },
    });
  });

  it.each([
    ['/nodes?page_size=5', '"page_size" was ignored; did you mean "limit"?'],
    [
      '/nodes?pageSize=5&nodeId=a',
      '"pageSize" was ignored; did you mean "limit"? "nodeId" was ignored; did you mean "node_id"?',
    ],
    ['/core-nodes?limit=5', '"limit" was ignored; did you mean "pageSize"?'],
    ['/nodes/search?q=a', '"q" was ignored; did you mean "search"?'],
    ['/nodes/search?serach=a', '"serach" was ignored; did you mean "search"?'],
    ['/publishers?perPage=5', '"perPage" was ignored; did you mean "limit"?'],
    ['/nodes?limit=5&page_size=5', null],
    ['/nodes?_=1732486800', null],
    ['/nodes?utm_source=x&constructor=y&%C3%A4=1', null],
  ])('suggests the correct name for a misspelled parameter: %s', async (path, hint) => {
    for (const turn of ['computed', 'cached', 'cached']) {
      const { status, headers } = await registry.call('GET', path);
      expect([turn, status, headers.get('x-parameter-hint')]).toEqual([turn, 200, hint]);
    }
    const { status, headers } = await registry.call('GET', path, { as: world.callers.owner });
    expect([status, headers.get('x-parameter-hint')]).toEqual([200, hint]);
  });

  it('names the fields of request bodies as the API does', () => {
    const { paths } = registry.conformance.document;
    const fields = (path: string, method: string): string[] => {
      const operation = paths[path]![method] as unknown as {
        requestBody: { content: Record<string, { schema: { properties: object } }> };
      };
      return Object.keys(operation.requestBody.content['application/json']!.schema.properties);
    };
    expect(fields('/publishers/{publisherId}/nodes/{nodeId}/claim-my-node', 'post')).toEqual(['REPO_HOST_TOKEN']);
    expect(fields('/publishers', 'post')).toEqual(expect.arrayContaining(['id', 'source_code_repo']));
    expect(fields('/publishers/{publisherId}/nodes/{nodeId}', 'put')).toEqual(
      expect.arrayContaining(['banner_url', 'supported_coreui_frontend_version', 'preempted_core_node_names']),
    );
    expect(fields('/proxy/video/start-end2video', 'post')).toEqual(
      expect.arrayContaining(['aspect_ratio', 'callback_url', 'movement_amplitude']),
    );
  });

  it('declares types of numbers and booleans in query strings', () => {
    const types = Object.values(registry.conformance.document.paths).flatMap((methods) =>
      Object.values(methods).flatMap((operation) =>
        ((operation as { parameters?: readonly QueryParameter[] }).parameters ?? [])
          .filter((one) => one.in === 'query')
          .map(({ name, schema }) => [name, schema.type] as const),
      ),
    );
    const typesOf = (names: RegExp): unknown[] => [
      ...new Set(types.filter(([name]) => names.test(name)).map(([, type]) => type)),
    ];
    expect(typesOf(/^(page|limit|pageSize|star|wait)$/)).toEqual(['integer']);
    expect(typesOf(/^(include_|latest$)/)).toEqual(['boolean']);
  });

  it('matches the responses of every endpoint', async () => {
    const { owner } = world.callers;
    const { call } = registry;
    const node = await makeNode(registry, world.id, {
      icon: 'https://example.org/i.png',
      rating: 4.5,
      searchRanking: 3,
      versions: [{ version: '1.0.0', coreNodes: [{ name: 'A', inputTypes: '{}' }] }],
    });
    const version = await versionId(registry, node);
    const id = uniqueName('team');
    await call('GET', '/nodes');
    await call('GET', '/nodes/search?search=node');
    await call('POST', '/publishers', { as: owner, body: { id, description: 'x' } });
    await call('PUT', `/publishers/${id}`, { as: owner, body: { name: 'y' } });
    const tokenAnswer = await call('POST', `/publishers/${id}/tokens`, { as: owner, body: { name: 'z' } });
    expect(tokenAnswer.status).toBe(201);
    const [token] = await registry.database.query<{ id: string }>(
      'select id from personal_access_tokens where publisher_id = $1',
      [id],
    );
    await call('DELETE', `/publishers/${id}/tokens/${token!.id}`, { as: owner });
    await call('POST', '/leaked-tokens', { body: [{ token: 'nonsense' }] });
    await call('PUT', `/publishers/${world.id}/nodes/${node}`, { as: owner, body: { tags: ['a'] } });
    await call('POST', `/publishers/${world.id}/nodes/${node}/claim-my-node`, {
      as: owner,
      body: { REPO_HOST_TOKEN: 'x' },
    });
    await call('GET', `/nodes/${node}/versions/1.0.0/core-nodes`);
    await call('GET', '/core-nodes');
    await call('GET', '/core-nodes/A/node');
    await call('GET', '/core-nodes/A/providers');
    await call('POST', '/resolve', { body: { core_node_names: ['A', 'Missing'] } });
    await call('GET', `/nodes/${node}/versions/1.0.0/core-nodes/A`);
    await call('GET', `/nodes/${node}?include_translations=true`);
    await call('GET', `/nodes/${node}/versions`);
    await call('GET', `/nodes/${node}/versions/1.0.0`);
    await call('GET', '/versions');
    await call('GET', `/versions/${version}?include_findings=true`, { as: owner });
    await call('POST', '/bulk/nodes/versions', { body: { node_versions: [{ node_id: node, version: '1.0.0' }] } });
    await call('GET', '/publishers');
    await call('GET', '/publishers/validate?username=some-free-id');
    await call('GET', `/publishers/${id}`, { as: owner });
    await call('GET', `/publishers/${world.id}/nodes`);
    await call('GET', `/publishers/${world.id}/nodes/v2`);
    await call('GET', `/publishers/${world.id}/tokens`, { as: owner });
    await call('GET', `/publishers/${world.id}/permissions`, { as: owner });
    await call('GET', `/publishers/${world.id}/nodes/${node}/permissions`, { as: owner });
    await call('GET', '/users/publishers', { as: owner });
    const { admin } = world.callers;
    const made = uniqueName('made');
    await call('POST', `/publishers/${world.id}/nodes`, { as: owner, body: { id: made } });
    await call('POST', `/nodes/${made}/reviews?star=4`, { as: owner });
    await call('PUT', `/publishers/${world.id}/nodes/${node}/versions/${version}`, {
      as: owner,
      body: { changelog: 'x' },
    });
    const publication = await call('POST', `/publishers/${world.id}/nodes/${made}/versions`, {
      as: owner,
      body: { node: {}, node_version: { version: '1.0.0' } },
    });
    await call('PUT', new URL(publication.body.signedUrl as string).pathname, {
      raw: 'no zip',
      headers: { 'content-type': 'application/zip' },
    });
    await call('GET', `/nodes/${node}/versions/1.0.0/archive`);
    await call('GET', `/nodes/${node}/install`);
    await call('GET', `/nodes/${node}/downloads`);
    await call(
      'DELETE',
      `/publishers/${world.id}/nodes/${made}/versions/${publication.body.node_version.id as string}`,
      { as: owner },
    );
    const outsider = (await call('GET', '/users', { as: world.callers.outsider })).body.id as string;
    const invite = async () =>
      (await call('POST', `/publishers/${world.id}/members`, { as: owner, body: { user_id: outsider } })).body.id;
    const [invitations, as] = ['/users/invitations', world.callers.outsider];
    await call('DELETE', `/publishers/${world.id}/invitations/${await invite()}`, { as: owner });
    await call('POST', `${invitations}/${await invite()}/decline`, { as });
    await call('POST', `${invitations}/${await invite()}/accept`, { as });
    await call('POST', `/publishers/${world.id}/members`, { as: owner, body: { email: 'invited@example.org' } });
    await call('GET', `/publishers/${world.id}/invitations`, { as: owner });
    await call('GET', invitations, { as });
    await call('DELETE', `/publishers/${world.id}/members?user_id=${outsider}`, { as: owner });
    await call('POST', `/nodes/${node}/versions/1.0.0/core-nodes`, {
      as: admin,
      body: { core_nodes: [{ core_node_name: 'A' }] },
    });
    await call('PUT', `/nodes/${node}/versions/1.0.0/core-nodes/A`, { as: admin, body: { category: 'c' } });
    await call('POST', '/admin/nodes', { as: admin, body: { id: uniqueName('unclaimed') } });
    await call('POST', '/admin/generate-token', { as: admin });
    await call('PUT', `/admin/nodes/${node}`, { as: admin, body: { search_ranking: 1 } });
    await call('PUT', `/admin/nodes/${node}/versions/1.0.0`, { as: admin, body: { tags_admin: ['a'] } });
    for (const verb of ['ban', 'unban']) {
      await call('POST', `/publishers/${world.id}/nodes/${made}/${verb}`, { as: admin, body: { reason: 'x' } });
      await call('POST', `/publishers/${id}/${verb}`, { as: admin, body: { reason: 'x' } });
    }
    await call('DELETE', `/publishers/${world.id}/nodes/${made}`, { as: owner });
    await call('GET', '/changes');
    await call('GET', '/snapshot.ndjson.gz', { headers: { range: 'bytes=999999999-' } });
    await call('GET', `/publishers/${world.id}/audit`, { as: owner });
    await call('GET', '/admin/audit', { as: admin });
    await call('POST', `/admin/users/${outsider}/withdraw-approval`, { as: admin });
    await call('POST', `/admin/users/${outsider}/approve`, { as: admin });
    for (const [path, as] of [
      [`/publishers/${world.id}/webhooks`, owner],
      ['/admin/webhooks', admin],
    ] as const) {
      const webhook = await call('POST', path, { as, body: { url: 'https://receiver.example/hook' } });
      await call('GET', path, { as });
      await call('PUT', `${path}/${webhook.body.id as string}`, { as, body: { enabled: false } });
      await call('POST', `${path}/${webhook.body.id as string}/rotate-secret`, { as });
      await call('DELETE', `${path}/${webhook.body.id as string}`, { as });
    }
    await call('GET', '/admin/users?limit=1', { as: admin });
    const { body: suspended } = await call('GET', '/users', { as: world.callers.outsider });
    await call('POST', `/admin/users/${suspended.id}/suspend`, { as: admin, body: { reason: 'spam' } });
    await call('POST', `/admin/users/${suspended.id}/reinstate`, { as: admin });
    const report = await call('POST', `/nodes/${node}/reports`, { as: owner, body: { text: 'x' } });
    await call('GET', '/admin/queue', { as: admin });
    await call('POST', '/admin/queue/decisions', {
      as: admin,
      body: { decision: 'approve', items: [{ kind: 'user', id: outsider }] },
    });
    await call('PUT', `/admin/reports/${report.body.id as string}`, { as: admin, body: { status: 'resolved' } });
    await call('PUT', `/admin/publishers/${world.id}/trust`, { as: admin, body: { trusted: true } });
    await call('GET', `/admin/publishers/${world.id}/trust`, { as: admin });
    await call('GET', '/admin/jobs/dead', { as: admin });
    await call('POST', '/admin/jobs/replay', { as: admin });
    await call('DELETE', `/publishers/${world.id}/nodes/${node}/versions/${version}`, { as: owner });
    await call('POST', `/nodes/${node}/translations`, { body: { data: { de: { name: 'Knoten' } } } });
    await call('DELETE', `/nodes/${node}/translations/de`, { as: owner });
    await call('GET', '/users', { as: owner });
    const task = await call('POST', '/proxy/video/start-end2video', {
      body: { model: 'm', images: ['https://example.org/a.png', 'https://example.org/b.png'] },
    });
    await call('GET', `/proxy/video/tasks/${task.body.task_id}/creations`);
    await call('DELETE', `/publishers/${id}`, { as: owner });
    const documented = Object.values(registry.conformance.document.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    expect([...registry.conformance.seen.keys()].sort()).toEqual(documented.sort());
  });

  it('declares a 304 response for every GET', async () => {
    for (const [path, { get }] of Object.entries(registry.conformance.document.paths))
      if (get) expect([path, Object.keys(get.responses)]).toEqual([path, expect.arrayContaining(['304'])]);
  });

  it('is checked strictly against responses', () => {
    const { conformance } = registry;
    expect(() =>
      conformance.check('GET', '/nodes', 200, { nodes: [], page: 1, limit: 10, total: 0, totalPages: 0 }),
    ).not.toThrow();
    expect(() => conformance.check('GET', '/nodes', 200, { nodes: [], page: 1, limit: 10, total: 0 })).toThrow(
      /totalPages/,
    );
    expect(() =>
      conformance.check('GET', '/nodes', 200, { nodes: [], page: 1, limit: 10, total: 0, totalPages: 0, extra: 1 }),
    ).toThrow(/additional/);
    expect(() => conformance.check('GET', '/nodes', 402, undefined)).toThrow(/no such status/);
    expect(() => conformance.check('GET', '/nodes/search', 400, { error: 'X', message: 'y' })).toThrow(/no body/);
  });

  it('is shown by a page without resources of other hosts', async () => {
    const page = await registry.call('GET', '/docs');
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(page.text).not.toMatch(/(src|href)="(https?:)?\/\//);
    for (const [, path] of page.text.matchAll(/(?:src|href)="(\/[^"]+)"/g))
      expect([path, (await registry.call('GET', path!)).status]).toEqual([path, 200]);
  });
});
