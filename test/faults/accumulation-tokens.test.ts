import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { makeNode, makeToken, makeWorld } from '../support/builders.js';
import { startTestRegistry, type TestRegistry } from '../support/registry.js';

const WORK = 30;

let registry: TestRegistry;
beforeAll(async () => {
  registry = await startTestRegistry({
    RATE_LIMIT: 'on',
    RATE_LIMIT_WORK_PER_MINUTE: String(WORK),
    COMMUNITY_TRANSLATIONS_PER_HOUR: '3',
    TRUST_PROXY: 'loopback',
  });
});
afterAll(() => registry.close());

let last = 0;
/** Returns a header with a new address. */
const somebody = () => ({ 'x-forwarded-for': `203.0.113.${++last}` });

it('gives all tokens of a publisher one rate limit, in the header and in the body', async () => {
  const { id, callers } = await makeWorld(registry);
  const node = await makeNode(registry, id);
  const tokens = [callers.token, await makeToken(registry, id, callers.owner)];
  const path = `/publishers/${id}/nodes/${node}`;
  const update = (as: string) =>
    registry.call('PUT', path, { as, body: { author: String(last) }, headers: somebody() });
  const publish = (token: string) =>
    registry.call('POST', `${path}/versions`, {
      body: { personal_access_token: token, node: {}, node_version: { version: `2.0.${last}` } },
      headers: somebody(),
    });
  const statuses: number[] = [];
  for (let index = 0; index < WORK; index++) statuses.push((await update(tokens[index % 2]!)).status);
  expect(new Set(statuses)).toEqual(new Set([200]));
  // The bucket gained some units during the first requests.
  let left = 0;
  while ((await update(tokens[0]!)).status === 200 && left < WORK) left++;
  expect(left).toBeLessThan(WORK / 2);
  const refused = await Promise.all([update(tokens[0]!), update(tokens[1]!), publish(tokens[1]!)]);
  expect(refused.map(({ status }) => status)).toEqual([429, 429, 429]);
  // Its members and other publishers have separate limits.
  expect((await update(callers.owner)).status).toBe(200);
  const other = await makeWorld(registry);
  const answer = await registry.call('POST', `/publishers/${other.id}/nodes`, {
    as: other.callers.owner,
    body: { id: `n-${id}` },
  });
  expect(answer.status).toBe(201);
});

it('gives them one limit of community translations', async () => {
  const { id, callers } = await makeWorld(registry);
  const node = await makeNode(registry, (await makeWorld(registry)).id);
  const tokens = [callers.token, await makeToken(registry, id, callers.owner)];
  const statuses: number[] = [];
  for (let index = 0; index < 4; index++) {
    const answer = await registry.call('POST', `/nodes/${node}/translations`, {
      as: tokens[index % 2]!,
      body: { data: { de: { name: `N ${index}` } } },
      headers: somebody(),
    });
    statuses.push(answer.status);
  }
  expect(statuses).toEqual([201, 201, 201, 429]);
});
