import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { packageOf, zipOf } from '../support/archives.js';
import { makeNode, makeWorld } from '../support/builders.js';
import { checked, put } from '../support/publishing.js';
import { startTestRegistry, type TestRegistry } from '../support/registry.js';

const ADDRESS = '192.0.2.1';

let registry: TestRegistry;
let node: string;

beforeAll(async () => {
  registry = await startTestRegistry({ TRUST_PROXY: '1' });
  const { id, callers } = await makeWorld(registry);
  node = await makeNode(registry, id);
  const { body } = await registry.call('POST', `/publishers/${id}/nodes/${node}/versions`, {
    as: callers.owner,
    body: { node: { id: node }, node_version: { version: '2.0.0' } },
  });
  await put(registry, body.signedUrl, await zipOf(packageOf('Sharpen')));
  expect((await checked(registry, node, '2.0.0', callers.owner)).body.status).toBe('NodeVersionStatusActive');
});
afterAll(() => registry.close());

const install = (method: string, address: string) =>
  fetch(`${registry.url}/nodes/${node}/install`, { method, headers: { 'x-forwarded-for': address } });

/** Returns the number of downloads after all counts are written. */
async function downloads(): Promise<number> {
  await registry.services.downloads.flush();
  return (await registry.call('GET', `/nodes/${node}?latest=true`)).body.downloads;
}

it('counts a download once per address, version and day, and none for HEAD', async () => {
  for (let index = 0; index < 20; index++) {
    expect((await install('HEAD', ADDRESS)).status).toBe(200);
  }
  expect(await downloads()).toBe(0);
  await Promise.all(Array.from({ length: 20 }, () => install('GET', ADDRESS)));
  expect(await downloads()).toBe(1);
  await install('GET', ADDRESS);
  await registry.graph(`mutation { installNode(nodeId: "${node}") { id } }`, undefined, {
    headers: { 'x-forwarded-for': ADDRESS },
  });
  expect(await downloads()).toBe(1);
  await install('GET', '192.0.2.2');
  expect(await downloads()).toBe(2);
});

it('counts once in several processes, and again on the next day', async () => {
  const marks = () => registry.database.query('select mark, day::text as day from download_marks');
  expect(await marks()).toHaveLength(2);
  // A second counter on the same database simulates another process.
  const { DownloadCounter } = await import('../../src/services/download-counter.js');
  const other = new DownloadCounter(registry.services.writer, () => undefined);
  const { body } = await registry.call('GET', `/nodes/${node}/versions/2.0.0`);
  other.count(body.id, ADDRESS);
  await other.flush();
  expect(await downloads()).toBe(2);
  await registry.database.query(`update download_marks set day = day - 1, mark = 'old ' || mark`);
  other.count(body.id, '192.0.2.3');
  await other.flush();
  expect(await downloads()).toBe(3);
  expect(await marks()).toHaveLength(1);
});
