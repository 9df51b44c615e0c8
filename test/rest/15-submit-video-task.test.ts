import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { auditRows, makePublisher, makeToken, uniqueName, userId } from '../support/builders.js';
import { type FakeVideoUpstream, type Reply, startFakeVideoUpstream } from '../support/fake-video-upstream.js';
import { type Answer, type Call, startTestRegistry, type TestRegistry } from '../support/registry.js';

const PATH = '/proxy/video/start-end2video';
const PNG = 'data:image/png;base64,iVBORw0KGgo=';
const TASK = {
  model: 'motion-2',
  images: ['https://example.org/start.png', 'https://example.org/end.png'],
  prompt: 'a bridge',
};
const ONE_FAULT = { message: expect.any(String), details: [expect.any(String)] };

const submitTo = (registry: TestRegistry, body: unknown, call: Call = {}): Promise<Answer> =>
  registry.call('POST', PATH, { body, ...call });

const storedTask = async (registry: TestRegistry, id: string): Promise<Record<string, unknown>> =>
  (await registry.database.query<Record<string, unknown>>('select * from video_tasks where id = $1::uuid', [id]))[0]!;

const isSaidBy = (registry: TestRegistry, secret: string, answers: readonly Answer[]): boolean =>
  registry.log.some((line) => line.includes(secret)) ||
  answers.some(({ text, headers }) => text.includes(secret) || JSON.stringify([...headers]).includes(secret));

describe('POST /proxy/video/start-end2video in the sandbox', () => {
  let registry: TestRegistry;

  beforeAll(async () => {
    registry = await startTestRegistry({ VIDEO_SANDBOX_STEP_MS: '50' });
  });
  afterAll(() => registry.close());

  const submit = (body: unknown, call?: Call): Promise<Answer> => submitTo(registry, body, call);

  it('accepts a task from any caller, and names the sandbox', async () => {
    const answer = await submit({
      ...TASK,
      aspect_ratio: '16:9',
      resolution: '720p',
      duration: 4,
      seed: 7,
      priority: 1,
      enhance: true,
      movement_amplitude: 'small',
      style: 'anime',
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      task_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      state: 'created',
      credits: 0,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      model: 'sandbox/motion-2',
      prompt: 'a bridge',
      images: TASK.images,
      aspect_ratio: '16:9',
      resolution: '720p',
      duration: 4,
      seed: 7,
      movement_amplitude: 'small',
      style: 'anime',
    });
    expect(await storedTask(registry, answer.body.task_id)).toMatchObject({
      provider: 'sandbox',
      state: 'created',
      owner_id: null,
    });
    expect(await auditRows(registry, 'video.submit', answer.body.task_id)).toHaveLength(1);
  });

  it('treats null and empty strings as no value', async () => {
    const answer = await submit({
      ...TASK,
      prompt: '',
      aspect_ratio: '',
      resolution: null,
      duration: null,
      seed: null,
      priority: null,
      enhance: null,
      callback_url: '',
      movement_amplitude: '',
      style: null,
    });
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body).sort()).toEqual(['created_at', 'credits', 'images', 'model', 'state', 'task_id']);
  });

  it.each([
    ['png', PNG],
    ['jpeg', 'data:image/jpeg;base64,/9j/4AA='],
    ['webp', 'data:image/webp;base64,UklGRg=='],
    ['a plain address', 'http://example.org/a b.png'],
  ])('accepts %s as an image', async (_what, image) => {
    expect((await submit({ ...TASK, images: [image, image] })).status).toBe(200);
  });

  it('accepts large images, and stores no copy of them', async () => {
    const large = `data:image/png;base64,${'A'.repeat(9_000_000)}`;
    const answer = await submit({ ...TASK, images: [large, large] });
    expect(answer.status).toBe(200);
    expect(JSON.stringify(await storedTask(registry, answer.body.task_id)).length).toBeLessThan(2000);
  });

  it.each([
    ['no body', undefined, /./],
    ['a list', [], /./],
    ['no model', { model: undefined }, /^model: /],
    ['an empty model', { model: '' }, /^model: /],
    ['a number for a model', { model: 2 }, /^model: takes a text/],
    ['no images', { images: undefined }, /^images: /],
    ['one image', { images: [PNG] }, /^images: takes exactly 2 \(start, end\), not 1/],
    ['three images', { images: [PNG, PNG, PNG] }, /^images: takes exactly 2/],
    ['a number for an image', { images: [PNG, 5] }, /^images\.1: takes a text/],
    ['an image by another scheme', { images: ['file:///etc/passwd', PNG] }, /^images\.0: /],
    ['an image of another type', { images: [PNG, 'data:image/svg+xml;base64,PHN2Zz4='] }, /^images\.1: /],
    ['an image that is no base64', { images: [PNG, 'data:image/png;base64,<svg>'] }, /^images\.1: /],
    ['an image without data', { images: [PNG, 'data:image/png;base64,'] }, /^images\.1: /],
    ['a prompt that is too long', { prompt: 'x'.repeat(5001) }, /^prompt: takes at most 5000/],
    ['a list for a prompt', { prompt: ['x'] }, /^prompt: takes a text/],
    ['a prompt that no database takes', { prompt: 'a\u0000b' }, /prompt/],
    ['a duration of 0', { duration: 0 }, /^duration: takes 1 to 16/],
    ['a duration of 17', { duration: 17 }, /^duration: takes 1 to 16/],
    ['half a second', { duration: 1.5 }, /^duration: takes a whole number/],
    ['a text for a duration', { duration: '4' }, /^duration: takes a whole number/],
    ['a seed of 33 bits', { seed: 2 ** 31 }, /^seed: takes a whole number of 32 bits/],
    ['a seed below 32 bits', { seed: -(2 ** 31) - 1 }, /^seed: /],
    ['a text for a priority', { priority: 'high' }, /^priority: /],
    ['a text for enhance', { enhance: 'yes' }, /^enhance: takes true or false/],
    ['another amplitude', { movement_amplitude: 'huge' }, /^movement_amplitude: takes auto, small, medium or large/],
    ['another style', { style: 'noir' }, /^style: takes general or anime/],
    ['a number for a style', { style: 1 }, /^style: takes general or anime/],
    ['an aspect ratio that is too long', { aspect_ratio: 'x'.repeat(51) }, /^aspect_ratio: /],
    ['a callback that is no address', { callback_url: 'example.org' }, /^callback_url: takes an http or https address/],
    [
      'a callback by another scheme',
      { callback_url: 'ftp://example.org/' },
      /^callback_url: takes an http or https address/,
    ],
    ['a callback that is too long', { callback_url: `https://example.org/${'x'.repeat(2000)}` }, /^callback_url: /],
  ])('refuses %s', async (_what, fields, line) => {
    const body = fields === undefined ? undefined : Array.isArray(fields) ? fields : { ...TASK, ...fields };
    const answer = await submit(body);
    expect(answer.status).toBe(400);
    if (body !== undefined && !Array.isArray(body)) expect(answer.body).toEqual(ONE_FAULT);
    expect(answer.body.details[0]).toMatch(line);
  });

  it.each([
    [
      'the form',
      { ...TASK, model: '', seed: 'x', movement_amplitude: 'huge', style: 'noir', callback_url: 'http://127.0.0.1/' },
      ['model', 'seed', 'callback_url', 'movement_amplitude', 'style'],
    ],
    [
      'both',
      { model: '', images: [], duration: 99, style: 'q', callback_url: 'http://10.0.0.1/' },
      ['model', 'images', 'duration', 'callback_url', 'style'],
    ],
    [
      'the bounds',
      { ...TASK, images: ['x'], prompt: 'x'.repeat(5001), duration: 99 },
      ['prompt', 'images', 'images.0', 'duration'],
    ],
  ])('has one line in details for each error of %s', async (_what, body, fields) => {
    const answer = await submit(body);
    expect(answer.status).toBe(400);
    expect(answer.body.details.map((line: string) => line.split(':')[0])).toEqual(fields);
  });

  it.each([
    'http://localhost/',
    'http://LOCALHOST:8080/',
    'http://localhost./',
    'http://api.localhost/',
    'http://127.0.0.1/',
    'http://127.0.0.1./',
    'http://127.1/',
    'http://127.255.0.9/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://017700000001/',
    'http://１２７.0.0.1/',
    'http://0/',
    'http://0.0.0.0/',
    'http://user:secret@127.0.0.1/',
    'http://10.0.0.1/',
    'http://172.16.0.1/',
    'http://172.31.255.255/',
    'http://192.168.1.1/',
    'http://100.64.0.1/',
    'http://169.254.1.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://0xa9fea9fe/',
    'http://2852039166/',
    'http://metadata.google.internal/',
    'http://100.100.100.200/',
    'http://168.63.129.16/',
    'http://printer.local/',
    'http://224.0.0.1/',
    'http://255.255.255.255/',
    'http://[::1]/',
    'http://[::]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[::ffff:a9fe:a9fe]/',
    'http://[::127.0.0.1]/',
    'http://[::ffff:0:127.0.0.1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[fe80::1]/',
    'http://[fd00:ec2::254]/',
    'http://[fc00::1]/',
    'http://[2002:7f00:1::]/',
    'http://[0:0:0:0:0:0:0:1]/',
    'HTTPS://127.0.0.1/',
  ])('refuses the callback %s', async (callback_url) => {
    const answer = await submit({ ...TASK, callback_url });
    expect([answer.status, answer.body]).toEqual([
      400,
      { message: expect.any(String), details: [expect.stringMatching(/^callback_url: must not lead to/)] },
    ]);
  });

  it.each([
    'https://example.org/hook',
    'http://93.184.216.34/hook',
    'http://[2606:2800:220:1::1]/hook',
    'http://172.32.0.1/hook',
    'https://localhost.example.org/',
  ])('accepts the callback %s', async (callback_url) => {
    const answer = await submit({ ...TASK, callback_url });
    expect(answer.status).toBe(200);
    expect(answer.text).not.toContain('hook');
    expect((await storedTask(registry, answer.body.task_id))['callback_url']).toBe(callback_url);
  });

  it('refuses invalid JSON and another media type in its own error shape', async () => {
    const broken = await registry.call('POST', PATH, { raw: '{"model":' });
    expect([broken.status, broken.body]).toEqual([400, ONE_FAULT]);
    const form = await registry.call('POST', PATH, {
      raw: 'model=x',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect([form.status, form.body]).toEqual([415, ONE_FAULT]);
  });

  it('refuses an invalid credential', async () => {
    const answer = await submit(TASK, { as: 'not-a-token' });
    expect([answer.status, answer.body]).toEqual([401, ONE_FAULT]);
  });

  it('stores the task of a signed-in user with its owner', async () => {
    const as = await registry.signIn(uniqueName('director'));
    const answer = await submit(TASK, { as });
    expect((await storedTask(registry, answer.body.task_id))['owner_id']).toBe(await userId(registry, as));
  });
});

describe('POST /proxy/video/start-end2video with configured limits', () => {
  let registry: TestRegistry;

  beforeAll(async () => {
    registry = await startTestRegistry({
      VIDEO_MAX_PROMPT: '10',
      VIDEO_IMAGES: '3',
      VIDEO_MIN_DURATION: '2',
      VIDEO_MAX_DURATION: '30',
      VIDEO_MAX_BODY_MEGABYTES: '1',
      VIDEO_REQUIRE_AUTH: 'true',
      VIDEO_MODELS: '{"quick": {"durations": [4, 8], "resolutions": ["720p"]}, "free": {}}',
    });
  });
  afterAll(() => registry.close());

  const task = { model: 'quick', images: [PNG, PNG, PNG], prompt: 'a bridge', duration: 4, resolution: '720p' };
  const submit = async (fields: object): Promise<Answer> =>
    submitTo(registry, { ...task, ...fields }, { as: await registry.signIn('somebody') });

  it('accepts values within them', async () => {
    for (const fields of [
      {},
      { model: 'free', duration: 30, resolution: '8k' },
      { duration: undefined, resolution: undefined },
    ])
      expect([fields, (await submit(fields)).status]).toEqual([fields, 200]);
  });

  it.each([
    ['a prompt', { prompt: 'x'.repeat(11) }, /^prompt: takes at most 10 characters/],
    ['images', { images: [PNG, PNG] }, /^images: takes exactly 3, not 2/],
    ['too long', { model: 'free', duration: 31 }, /^duration: takes 2 to 30 seconds/],
    ['too short', { model: 'free', duration: 1 }, /^duration: takes 2 to 30 seconds/],
    ['a duration of the table', { duration: 5 }, /^duration: quick takes 4, 8/],
    ['a resolution of the table', { resolution: '1080p' }, /^resolution: quick takes 720p/],
    ['another model', { model: 'slow' }, /^model: takes one of quick, free/],
    ['a model named like a part of every object', { model: 'constructor' }, /^model: takes one of quick, free/],
  ])('refuses values outside of them: %s', async (_what, fields, line) => {
    const answer = await submit(fields);
    expect([answer.status, answer.body]).toEqual([
      400,
      { message: expect.any(String), details: [expect.stringMatching(line)] },
    ]);
  });

  it('refuses too large a body', async () => {
    const answer = await submit({ images: [`${PNG.slice(0, -1)}${'A'.repeat(1024 * 1024)}`, PNG, PNG] });
    expect([answer.status, answer.body]).toEqual([413, ONE_FAULT]);
  });

  it('requires credentials if so configured, also in the sandbox', async () => {
    const answer = await submitTo(registry, task);
    expect([answer.status, answer.body]).toEqual([401, ONE_FAULT]);
  });
});

describe('POST /proxy/video/start-end2video with an upstream', () => {
  const key = 'vk_a1b2c3d4e5f6+/=secret';
  let upstream: FakeVideoUpstream;
  let registry: TestRegistry;
  let as: string;

  beforeAll(async () => {
    upstream = await startFakeVideoUpstream(key);
    registry = await startTestRegistry({
      VIDEO_UPSTREAM_URL: `${upstream.url}/`,
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

  const submit = (body: unknown = TASK, call: Call = { as }): Promise<Answer> => submitTo(registry, body, call);

  it('forwards the task, and nothing that identifies the caller', async () => {
    const body = {
      ...TASK,
      images: [PNG, PNG],
      aspect_ratio: '16:9',
      resolution: '720p',
      duration: 4,
      seed: 7,
      priority: 2,
      enhance: true,
      movement_amplitude: 'large',
      style: 'general',
    };
    const callback_url = 'https://example.org/my-callback';
    const answer = await submit(
      { ...body, callback_url, payload: 'unknown' },
      { as, headers: { cookie: 'session=mine', 'x-request-id': 'my-request' } },
    );
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      task_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      state: 'created',
      credits: 12,
      model: 'motion-2',
      images: [PNG, PNG],
    });
    expect(upstream.submissions()).toHaveLength(1);
    expect(upstream.submissions()[0]!.json).toEqual(body);
    expect(upstream.submissions()[0]!.headers.authorization).toBe(`Token ${key}`);
    const seen = JSON.stringify(upstream.received);
    for (const own of [callback_url, as, 'session=mine']) expect(seen).not.toContain(own);
    expect(await storedTask(registry, answer.body.task_id)).toMatchObject({
      provider: 'upstream',
      upstream_id: 'up/1',
      credits: 12,
    });
    expect(isSaidBy(registry, key, [answer])).toBe(false);
  });

  it('requires the credential of a user', async () => {
    const publisher = await makePublisher(registry, await userId(registry, as));
    for (const caller of [
      undefined,
      'not-a-token',
      await registry.signIn('late', { ttlSeconds: -60 }),
      await makeToken(registry, publisher, as),
    ]) {
      const answer = await submit(TASK, { as: caller });
      expect([answer.status, answer.body]).toEqual([401, ONE_FAULT]);
    }
    expect(upstream.submissions()).toHaveLength(0);
  });

  it('refuses invalid tasks without a request to the upstream', async () => {
    expect((await submit({ ...TASK, images: [] })).status).toBe(400);
    expect(upstream.submissions()).toHaveLength(0);
  });

  const huge = JSON.stringify({ task_id: 'x', state: 'created', filler: 'x'.repeat(6_000_000) });
  it.each<[string, Reply, number, RegExp]>([
    [
      '400 with its reason',
      { status: 400, json: { code: 400, reason: 'ImageTooSmall', message: 'images[0] is too small' } },
      400,
      /^images\[0\] is too small$/,
    ],
    ['400 with a reason only', { status: 400, json: { reason: 'ImageTooSmall' } }, 400, /^ImageTooSmall$/],
    ['422 without a reason', { status: 422, json: {} }, 400, /422/],
    ['403 in HTML', { status: 403, text: '<h1>no</h1>' }, 400, /403/],
    [
      '402 with a long reason',
      { status: 402, json: { message: 'no credits '.repeat(1000) } },
      400,
      /^no credits .{1,300}$/,
    ],
    [
      'a reason with the key',
      { status: 400, json: { message: `the token ${key} is wrong` } },
      400,
      /^the token \[secret\] is wrong$/,
    ],
    ['401', { status: 401, json: { message: `bad token ${key}` } }, 400, /^bad token \[secret\]$/],
    ['429', { status: 429, json: {}, headers: { 'retry-after': '17' } }, 429, /./],
    ['500', { status: 500, json: { message: `stack of ${key}` } }, 502, /./],
    ['503', { status: 503, text: '' }, 502, /./],
    ['a redirect', { status: 302, text: '', headers: { location: 'http://127.0.0.1:1/' } }, 502, /./],
    ['broken JSON', { text: '{"task_id":' }, 502, /./],
    ['nothing', { text: '' }, 502, /./],
    ['another form', { json: { id: 5 } }, 502, /./],
    ['a list', { json: [] }, 502, /./],
    ['a text that can’t be stored', { json: { task_id: 'a\u0000b', state: 'created' } }, 502, /./],
    ['far too much', { text: huge }, 502, /./],
    ['silence', 'hang', 504, /./],
  ])('translates %s of the upstream to its own error', async (_what, reply, status, line) => {
    upstream.onSubmit = reply;
    const answer = await submit();
    expect([answer.status, answer.body]).toEqual([
      status,
      { message: expect.any(String), details: [expect.stringMatching(line)] },
    ]);
    expect(isSaidBy(registry, key, [answer])).toBe(false);
    if (status === 429) expect(answer.headers.get('retry-after')).toBe('17');
  });

  it('accepts unexpected values from the upstream', async () => {
    upstream.onSubmit = {
      json: { task_id: 'odd', state: 'thinking', credits: 2 ** 40, model: 7, extra: { deep: true } },
    };
    const answer = await submit();
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ state: 'created', model: 'motion-2' });
  });

  it('hides the key if the upstream returns it', async () => {
    upstream.onSubmit = { json: { task_id: 'echo', state: 'created', model: `model ${key}` } };
    const answer = await submit();
    expect(isSaidBy(registry, key, [answer])).toBe(false);
  });

  it('responds with 503 if the upstream can’t be reached, and stores the task as failed', async () => {
    const gone = await startFakeVideoUpstream(key);
    await gone.close();
    const other = await startTestRegistry({
      VIDEO_UPSTREAM_URL: gone.url,
      VIDEO_API_KEY: key,
      VIDEO_REQUIRE_AUTH: 'false',
    });
    try {
      const answer = await submitTo(other, TASK);
      expect([answer.status, answer.body]).toEqual([503, ONE_FAULT]);
      expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
      expect(isSaidBy(other, key, [answer])).toBe(false);
      expect(await other.database.query('select state, err_code from video_tasks')).toEqual([
        { state: 'failed', err_code: 'SERVICE_UNAVAILABLE' },
      ]);
    } finally {
      await other.close();
    }
  });

  it('is open to all callers if so configured', async () => {
    const open = await startTestRegistry({
      VIDEO_UPSTREAM_URL: upstream.url,
      VIDEO_POLL_INTERVAL_MS: '1',
      VIDEO_API_KEY: key,
      VIDEO_REQUIRE_AUTH: 'false',
    });
    try {
      expect((await submitTo(open, TASK)).status).toBe(200);
    } finally {
      await open.close();
    }
  });
});
