import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { makeNode, makeWorld } from '../support/builders.js';
import { type FakeReceiver, startFakeReceiver } from '../support/fake-receiver.js';
import { startTestRegistry, type TestRegistry } from '../support/registry.js';
import { until } from '../support/until.js';

const HANGING = 10;

let registry: TestRegistry;
let silent: FakeReceiver;
let honest: FakeReceiver;

beforeAll(async () => {
  registry = await startTestRegistry({ CALLBACK_EXEMPT_HOSTS: '127.0.0.1' });
  silent = await startFakeReceiver();
  silent.answer = { status: 204, isSilent: true };
  honest = await startFakeReceiver();
});
afterAll(async () => {
  await silent.close();
  await registry.close();
  await honest.close();
});

it('delivers to others while receivers of one account don’t respond', async () => {
  const [greedy, other] = [await makeWorld(registry), await makeWorld(registry)];
  const create = (id: string, as: string, url: string) =>
    registry.call('POST', `/publishers/${id}/webhooks`, { as, body: { url } });
  for (let index = 0; index < HANGING; index++)
    expect((await create(greedy.id, greedy.callers.owner, `${silent.url}/${index}`)).status).toBe(201);
  expect((await create(other.id, other.callers.owner, honest.url)).status).toBe(201);
  await makeNode(registry, greedy.id);
  await until(() => silent.received.length > 0);
  await makeNode(registry, other.id);
  await until(() => honest.received.length > 0);
  // The others of that account wait for the first one, which still does not respond.
  expect(silent.received).toHaveLength(1);
});
