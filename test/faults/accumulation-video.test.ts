import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startFakeVideoUpstream, type FakeVideoUpstream } from '../support/fake-video-upstream.js';
import { startTestRegistry, type TestRegistry } from '../support/registry.js';

let upstream: FakeVideoUpstream;
let registry: TestRegistry;

beforeAll(async () => {
  upstream = await startFakeVideoUpstream('key');
  registry = await startTestRegistry({
    VIDEO_UPSTREAM_URL: upstream.url,
    VIDEO_API_KEY: 'key',
    VIDEO_POLL_INTERVAL_MS: '60000',
  });
});
afterAll(async () => {
  await registry.close();
  await upstream.close();
});

it('polls the upstream for a task once per interval, however often callers read it', async () => {
  const as = await registry.signIn('director');
  const { body } = await registry.call('POST', '/proxy/video/start-end2video', {
    as,
    body: { model: 'm', images: ['https://example.org/a.png', 'https://example.org/b.png'] },
  });
  upstream.states = ['processing'];
  const before = upstream.received.length;
  const poll = () => registry.call('GET', `/proxy/video/tasks/${body.task_id}/creations`, { as });
  const concurrent = await Promise.all(Array.from({ length: 50 }, poll));
  const later = [await poll(), await poll()];
  expect(new Set([...concurrent, ...later].map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(concurrent[0]!.body.state).toBe('processing');
  expect(upstream.received.length - before).toBe(1);
});
