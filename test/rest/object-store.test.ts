import { createHash } from 'node:crypto';
import { readdirSync, readlinkSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { packageOf, zipOf } from '../support/archives.js';
import { makeWorld, type PublisherWorld, uniqueName } from '../support/builders.js';
import { type FakeObjectStore, startFakeObjectStore } from '../support/fake-object-store.js';
import { checked, put } from '../support/publishing.js';
import { expectError } from '../support/refusals.js';
import { startTestRegistry, type TestRegistry } from '../support/registry.js';

describe('archives in a bucket', () => {
  let store: FakeObjectStore;
  let registry: TestRegistry;
  let world: PublisherWorld;
  let archive: Buffer;

  const settings = (): Record<string, string> => ({
    S3_BUCKET: 'archives',
    S3_PREFIX: 'registry/',
    S3_ENDPOINT: store.url,
    S3_ACCESS_KEY_ID: 'key-id',
    S3_SECRET_ACCESS_KEY: 'canary-of-the-bucket',
  });

  beforeAll(async () => {
    store = await startFakeObjectStore('archives', 'key-id');
    registry = await startTestRegistry(settings());
    world = await makeWorld(registry);
    archive = await zipOf(packageOf('Bucketed'));
  });
  afterAll(async () => {
    await registry.close();
    await store.close();
  });
  beforeEach(() => {
    store.refusal = undefined;
  });

  const publish = async (node: string, on = registry, { id, callers } = world) =>
    (
      await on.call('POST', `/publishers/${id}/nodes/${node}/versions`, {
        as: callers.token,
        body: { node: {}, node_version: { version: '1.0.0' } },
      })
    ).body.signedUrl as string;
  const bytes = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(registry.url + path, { headers });
    return { status: answer.status, headers: answer.headers, body: Buffer.from(await answer.arrayBuffer()) };
  };

  it('are stored, checked and downloaded, entirely and by ranges', async () => {
    const node = uniqueName('bucketed');
    const signedUrl = await publish(node);
    const before = store.objects.size;
    expect((await put(registry, signedUrl, archive)).status).toBe(200);
    expect(store.objects.size).toBe(before + 1);
    const [name, object] = [...store.objects].at(-1)!;
    expect([name.startsWith('registry/'), object]).toEqual([true, archive]);
    const version = await checked(registry, node, '1.0.0', world.callers.member);
    expect(version.body).toMatchObject({
      status: 'NodeVersionStatusActive',
      core_node_extract_status: 'success',
      archive_sha256: createHash('sha256').update(archive).digest('hex'),
    });
    const path = `/nodes/${node}/versions/1.0.0/archive`;
    expect(await bytes(path)).toMatchObject({ status: 200, body: archive });
    expect(await bytes(path, { range: 'bytes=5-9' })).toMatchObject({ status: 206, body: archive.subarray(5, 10) });
    expect((await put(registry, signedUrl, archive)).status).toBe(409);
    expect(store.objects.size).toBe(before + 1);
  });

  it('are refused with 503 while the store is down, and can be sent again', async () => {
    const node = uniqueName('later');
    const signedUrl = await publish(node);
    store.refusal = { status: 503, code: 'SlowDown' };
    const refused = await put(registry, signedUrl, archive);
    expect([refused.status, refused.headers.get('retry-after'), refused.body]).toEqual([
      503,
      '5',
      { error: 'SERVICE_UNAVAILABLE', message: expect.any(String) },
    ]);
    store.refusal = undefined;
    expect((await put(registry, signedUrl, archive)).status).toBe(200);
    await checked(registry, node, '1.0.0', world.callers.member);
    store.refusal = { status: 500, code: 'InternalError' };
    expectError(await registry.call('GET', `/nodes/${node}/versions/1.0.0/archive`), 503, 'SERVICE_UNAVAILABLE');
  });

  it('leave nothing behind if the store reports an error after storing them', async () => {
    const open = (): string[] =>
      readdirSync('/proc/self/fd').flatMap((fd) => {
        try {
          return [readlinkSync(`/proc/self/fd/${fd}`)].filter((path) => path.includes('incoming'));
        } catch {
          return [];
        }
      });
    const before = store.objects.size;
    store.failsAfterPut = true;
    const refused = await put(registry, await publish(uniqueName('half')), archive);
    store.failsAfterPut = false;
    expect(refused.status).toBe(503);
    store.refusal = { status: 403, code: 'AccessDenied' };
    for (let turn = 0; turn < 3; turn++)
      expect((await put(registry, await publish(uniqueName('refused')), archive)).status).toBe(503);
    expect(store.objects.size).toBe(before);
    if (process.platform === 'linux') expect(open()).toEqual([]);
  });

  it('leave nothing behind if the status of the version changes meanwhile', async () => {
    const node = uniqueName('decided');
    const signedUrl = await publish(node);
    const before = store.objects.size;
    // The status changes after the bytes have arrived and before they are stored: during the put of the store.
    const decided = registry.database.transaction(async ({ query }) => {
      await query('select id from nodes where id = $1 for update', [node]);
      const sent = put(registry, signedUrl, archive);
      if (!registry.database.isEmbedded)
        for (let turn = 0; store.objects.size === before && turn < 200; turn++)
          await new Promise((resolve) => setTimeout(resolve, 20));
      await query(`update node_versions set status = 'NodeVersionStatusBanned' where node_id = $1`, [node]);
      return { sent };
    });
    expect((await (await decided).sent).status).toBe(403);
    expect(store.objects.size).toBe(before);
  });

  it('do not reveal the credential of the store', async () => {
    const wrong = await startTestRegistry({ ...settings(), S3_ACCESS_KEY_ID: 'another' });
    try {
      const own = await makeWorld(wrong);
      expect((await put(wrong, await publish(uniqueName('wrong'), wrong, own), archive)).status).toBe(503);
      const lines = wrong.log.join('\n');
      expect([lines.includes('InvalidAccessKeyId'), lines.includes('canary-of-the-bucket')]).toEqual([true, false]);
    } finally {
      await wrong.close();
    }
  });
});
