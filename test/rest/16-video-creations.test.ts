import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { startRegistry } from '../../src/server/registry.js';
import { makePublisher, makeToken, uniqueName, userId } from '../support/builders.js';
import { type FakeVideoUpstream, type Reply, startFakeVideoUpstream } from '../support/fake-video-upstream.js';
import { type Answer, startTestRegistry, type TestRegistry } from '../support/registry.js';

const TASK = {
  model: 'motion-2',
  images: ['https://example.org/start.png', 'https://example.org/end.png'],
  prompt: 'a bridge',
};
const NOT_FOUND = { message: expect.any(String), details: [expect.any(String)] };

async function submitTo(registry: TestRegistry, as?: string, fields: object = {}): Promise<string> {
  const answer = await registry.call('POST', '/proxy/video/start-end2video', { as, body: { ...TASK, ...fields } });
  if (answer.status !== 200) throw new Error(`No task: ${answer.text}`);
  return answer.body.task_id as string;
}

const creationsOf = (registry: TestRegistry, id: string, as?: string): Promise<Answer> =>
  registry.call('GET', `/proxy/video/tasks/${id}/creations`, { as });

/** Requests the state until the task has ended. @returns all responses, in order */
async function follow(registry: TestRegistry, id: string, as?: string): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const deadline = Date.now() + 60_000; Date.now() < deadline;) {
    const answer = await creationsOf(registry, id, as);
    answers.push(answer);
    if (answer.status !== 200 || ['success', 'failed'].includes(answer.body.state)) return answers;
  }
  throw new Error(`The task has not ended: ${answers.at(-1)?.text}`);
}

const walkOf = (answers: readonly Answer[]): string[] =>
  answers.map(({ body }) => body.state as string).filter((state, index, all) => state !== all[index - 1]);

describe('GET /proxy/video/tasks/{id}/creations in the sandbox', () => {
  let registry: TestRegistry;

  beforeAll(async () => {
    registry = await startTestRegistry({ VIDEO_SANDBOX_STEP_MS: '50' });
  });
  afterAll(() => registry.close());

  it.each([
    ['a bridge', 'success'],
    ['fail', 'failed'],
  ])('passes all states within 10 s: %s', async (prompt, end) => {
    const slow = await startTestRegistry({ VIDEO_SANDBOX_STEP_MS: '3000' });
    try {
      const id = await submitTo(slow, undefined, { prompt });
      const states = [];
      for (const seconds of [0, 3.2, 6.2, 9.2]) {
        // Makes the task older instead of waiting.
        await slow.database.transaction(
          async ({ query }) =>
            void (await query(
              `update video_tasks set created_at = now() - make_interval(secs => $2::float8) where id = $1::uuid`,
              [id, seconds],
            )),
        );
        states.push((await creationsOf(slow, id)).body.state);
      }
      expect(states).toEqual(['created', 'queueing', 'processing', end]);
    } finally {
      await slow.close();
    }
  });

  it('has creations at the end, which are stored', async () => {
    const id = await submitTo(registry);
    const { body } = (await follow(registry, id)).at(-1)!;
    expect(body).toEqual({
      id,
      state: 'success',
      err_code: '',
      creations: [
        {
          id: expect.any(String),
          url: expect.any(String),
          cover_url: expect.any(String),
          watermarked_url: expect.any(String),
          moderation_url: [],
        },
      ],
    });
    expect((await creationsOf(registry, id)).body).toEqual(body);
  });

  it('serves the files of its creations', async () => {
    const [{ url, cover_url, watermarked_url }] = (await follow(registry, await submitTo(registry))).at(-1)!.body
      .creations;
    for (const address of [url, cover_url, watermarked_url]) {
      expect(address).toMatch(/^http:\/\/registry\.test\//);
      const file = await fetch(registry.url + new URL(address).pathname);
      expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/gif']);
      expect(
        Buffer.from(await file.arrayBuffer())
          .subarray(0, 6)
          .toString(),
      ).toBe('GIF89a');
    }
  });

  it('fails for the prompt “fail”', async () => {
    const id = await submitTo(registry, undefined, { prompt: 'fail' });
    expect((await follow(registry, id)).at(-1)!.body).toEqual({
      id,
      state: 'failed',
      err_code: expect.stringMatching(/./),
      creations: [],
    });
  });

  it('returns an anonymous caller’s task to any caller who has its id', async () => {
    const id = await submitTo(registry);
    for (const as of [undefined, await registry.signIn(uniqueName('finder'))])
      expect((await creationsOf(registry, id, as)).status).toBe(200);
  });

  it('returns a user’s task to that user and admins only', async () => {
    const as = await registry.signIn(uniqueName('director'));
    const id = await submitTo(registry, as);
    expect((await creationsOf(registry, id, as)).status).toBe(200);
    expect((await creationsOf(registry, id, await registry.signIn(uniqueName('admin'), { admin: true }))).status).toBe(
      200,
    );
    const publisherToken = await makeToken(registry, await makePublisher(registry, await userId(registry, as)), as);
    for (const other of [undefined, await registry.signIn(uniqueName('other')), publisherToken]) {
      const answer = await creationsOf(registry, id, other);
      expect([answer.status, answer.body]).toEqual([404, NOT_FOUND]);
    }
  });

  it.each(['00000000-0000-4000-8000-000000000000', 'nonsense', '%00', '..%2F..%2Fetc', 'a'.repeat(3000)])(
    'responds with 404 for the task %s',
    async (id) => {
      const answer = await creationsOf(registry, id);
      expect([id, answer.status, answer.body]).toEqual([id, id === '%00' ? 400 : 404, NOT_FOUND]);
    },
  );

  it('refuses an invalid credential', async () => {
    const answer = await creationsOf(registry, await submitTo(registry), 'not-a-token');
    expect([answer.status, answer.body]).toEqual([401, NOT_FOUND]);
  });

  it('must not be stored by shared caches', async () => {
    expect((await creationsOf(registry, await submitTo(registry))).headers.get('cache-control')).toBe(
      'private, no-store',
    );
  });

  it('is the same in GraphQL', async () => {
    const id = await submitTo(registry);
    await follow(registry, id);
    const { data } = await registry.graph(
      'query ($id: ID!) { videoTask(id: $id) { id state errCode model prompt images creations { creationId url } } }',
      { id },
    );
    expect(data.videoTask).toEqual({
      id,
      state: 'success',
      errCode: '',
      model: 'sandbox/motion-2',
      prompt: TASK.prompt,
      images: TASK.images,
      creations: [{ creationId: `${id}-1`, url: 'http://registry.test/proxy/video/sandbox/creation.gif' }],
    });
  });
});

describe('GET /proxy/video/tasks/{id}/creations with an upstream', () => {
  const key = 'vk_a1b2c3d4e5f6+/=secret';
  let upstream: FakeVideoUpstream;
  let registry: TestRegistry;
  let as: string;

  beforeAll(async () => {
    upstream = await startFakeVideoUpstream(key);
    registry = await startTestRegistry({
      VIDEO_UPSTREAM_URL: upstream.url,
      VIDEO_POLL_INTERVAL_MS: '1',
      VIDEO_API_KEY: key,
      VIDEO_TIMEOUT_MS: '1000',
    });
    as = await registry.signIn(uniqueName('director'));
  });
  afterAll(async () => {
    await registry.close();
    await upstream.close();
  });
  beforeEach(() => upstream.reset());

  it('requests the state from the upstream until the task ends, and not afterwards', async () => {
    const id = await submitTo(registry, as);
    upstream.states = ['created', 'queueing', 'queueing', 'processing', 'success'];
    const answers = await follow(registry, id, as);
    expect(walkOf(answers)).toEqual(['created', 'queueing', 'processing', 'success']);
    expect(answers.at(-1)!.body).toEqual({
      id,
      state: 'success',
      err_code: '',
      creations: [
        {
          id: expect.any(String),
          url: 'https://cdn.upstream.test/1.mp4',
          cover_url: 'https://cdn.upstream.test/1.jpg',
          moderation_url: ['https://cdn.upstream.test/m.jpg'],
        },
      ],
    });
    const asked = upstream.received.length;
    expect((await creationsOf(registry, id, as)).body).toEqual(answers.at(-1)!.body);
    expect(upstream.received).toHaveLength(asked);
    expect(upstream.received.every(({ headers }) => headers.authorization === `Token ${key}`)).toBe(true);
    expect(JSON.stringify(upstream.received)).not.toContain(as);
  });

  it('returns the reason of a failure', async () => {
    const id = await submitTo(registry, as);
    upstream.states = ['failed'];
    expect((await follow(registry, id, as)).at(-1)!.body).toEqual({
      id,
      state: 'failed',
      err_code: 'AuditSubmitIllegal',
      creations: [],
    });
  });

  it.each<[string, Reply, number]>([
    ['400', { status: 400, json: { message: `bad ${key}` } }, 400],
    ['404', { status: 404, json: {} }, 404],
    ['429', { status: 429, json: {}, headers: { 'retry-after': '9' } }, 429],
    ['500', { status: 500, json: { message: key } }, 502],
    ['broken JSON', { text: 'oops' }, 502],
    ['a state there isn’t', { json: { id: 'x', state: 'melting', creations: [] } }, 502],
    ['creations of another form', { json: { id: 'x', state: 'success', creations: [{ nothing: true }] } }, 502],
    [
      'creations that can’t be stored',
      { json: { id: 'x', state: 'success', creations: [{ id: 'a\u0000', url: 'https://x.test/' }] } },
      502,
    ],
    ['silence', 'hang', 504],
  ])('translates %s of the upstream to its own error, and succeeds afterwards', async (_what, reply, status) => {
    const id = await submitTo(registry, as);
    upstream.onCreations = reply;
    const answer = await creationsOf(registry, id, as);
    expect([answer.status, answer.body]).toEqual([status, NOT_FOUND]);
    if (status === 429) expect(answer.headers.get('retry-after')).toBe('9');
    upstream.onCreations = undefined;
    const later = (await follow(registry, id, as)).at(-1)!;
    expect(later.body.state).toBe('success');
    expect(registry.log.some((line) => line.includes(key)) || answer.text.includes(key)).toBe(false);
  });

  it('accepts absent fields and null from the upstream', async () => {
    const id = await submitTo(registry, as);
    upstream.onCreations = {
      json: {
        state: 'success',
        err_code: null,
        creations: [{ id: 'one', url: 'https://x.test/1.mp4', cover_url: null, moderation_url: 'https://x.test/m' }],
      },
    };
    expect((await creationsOf(registry, id, as)).body).toEqual({
      id,
      state: 'success',
      err_code: '',
      creations: [{ id: 'one', url: 'https://x.test/1.mp4', moderation_url: ['https://x.test/m'] }],
    });
  });

  it('requires credentials', async () => {
    const id = await submitTo(registry, as);
    const anonymous = await creationsOf(registry, id);
    expect([anonymous.status, anonymous.body]).toEqual([401, NOT_FOUND]);
    const other = await creationsOf(registry, id, await registry.signIn(uniqueName('other')));
    expect([other.status, other.body]).toEqual([404, NOT_FOUND]);
  });

  it('keeps tasks after a restart, also if the provider has changed', async () => {
    const id = await submitTo(registry, as);
    // A second process on the same database with the same settings, and one with the sandbox as provider.
    const log = pino({ level: 'silent' });
    for (const [settings, status] of [
      [registry.settings, 200],
      [{ ...registry.settings, VIDEO_UPSTREAM_URL: undefined, VIDEO_API_KEY: undefined }, 503],
    ] as const) {
      const again = await startRegistry(settings, { database: registry.database, close: async () => undefined }, log);
      try {
        const answer = await fetch(`${again.url}/proxy/video/tasks/${id}/creations`, {
          headers: { authorization: `Bearer ${as}` },
        });
        expect(answer.status).toBe(status);
      } finally {
        await again.close();
      }
    }
    expect((await follow(registry, id, as)).at(-1)!.body.state).toBe('success');
  });

  it('marks a task as failed if its submission was interrupted', async () => {
    const id = await submitTo(registry, as);
    await registry.database.transaction(
      async ({ query }) => void (await query('update video_tasks set upstream_id = null where id = $1::uuid', [id])),
    );
    expect((await creationsOf(registry, id, as)).body).toMatchObject({ state: 'created', err_code: '' });
    await registry.database.transaction(
      async ({ query }) =>
        void (await query(`update video_tasks set created_at = now() - interval '1 minute' where id = $1::uuid`, [id])),
    );
    expect((await creationsOf(registry, id, as)).body).toEqual({
      id,
      state: 'failed',
      err_code: 'SUBMISSION_INTERRUPTED',
      creations: [],
    });
  });
});
