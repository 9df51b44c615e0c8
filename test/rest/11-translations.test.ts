import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { auditRows, changeNode, makeNode, makeWorld, type PublisherWorld, uniqueName } from '../support/builders.js';
import {
  type Answer,
  type Call,
  sharedTestRegistry,
  startTestRegistry,
  type TestRegistry,
} from '../support/registry.js';

interface Said {
  readonly language: string;
  readonly fields: Record<string, unknown>;
  readonly source: 'PUBLISHER' | 'COMMUNITY';
}

const TRANSLATIONS =
  'query ($id: ID!, $languages: [String!]) { node(id: $id) { translations(languages: $languages) { language fields source } communityTranslations(languages: $languages) { language fields source } } }';

const add = (
  registry: TestRegistry,
  nodeId: string,
  as: string | undefined,
  data: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> => registry.call('POST', `/nodes/${nodeId}/translations`, { as, body: { data }, headers });

/** Returns the translations of a node, and those that are shown separately as the community's. */
async function split(registry: TestRegistry, id: string, languages?: string[]): Promise<[Said[], Said[]]> {
  const { translations, communityTranslations } = (await registry.graph(TRANSLATIONS, { id, languages })).data.node;
  return [translations as Said[], communityTranslations as Said[]];
}

const read = async (registry: TestRegistry, id: string, languages?: string[]): Promise<Said[]> =>
  (await split(registry, id, languages)).flat();

/** Returns translations into this many languages. */
const languages = (count: number): Record<string, object> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`de-x-a${index}`, { name: `Name ${index}` }]));

/** Returns an object whose JSON has this many bytes. */
const objectOf = (bytes: number): object => ({ d: 'x'.repeat(bytes - '{"d":""}'.length) });

describe('POST /nodes/{nodeId}/translations', () => {
  let registry: TestRegistry;
  let world: PublisherWorld;

  beforeAll(async () => {
    registry = await sharedTestRegistry();
    world = await makeWorld(registry);
  });
  afterAll(() => registry.close());

  const post = (nodeId: string, as: string | undefined, data: unknown) => add(registry, nodeId, as, data);

  it('stores a translation by a member as the publisher’s, and responds with 201 without a body', async () => {
    const id = await makeNode(registry, world.id);
    const answer = await post(id, world.callers.member, {
      de: { name: 'Knoten', description: 'Ein Knoten.' },
      'zh-Hans': { name: '节点' },
    });
    expect([answer.status, answer.text]).toEqual([201, '']);
    expect(await read(registry, id)).toEqual([
      { language: 'de', fields: { name: 'Knoten', description: 'Ein Knoten.' }, source: 'PUBLISHER' },
      { language: 'zh-Hans', fields: { name: '节点' }, source: 'PUBLISHER' },
    ]);
    expect(await auditRows(registry, 'translation.add', id)).toHaveLength(1);
  });

  it('finds the node by any spelling of its id', async () => {
    const id = await makeNode(registry, world.id, { id: uniqueName('Some_Node') });
    expect((await post(id.toLowerCase().replaceAll('_', '.'), world.callers.owner, { de: { name: 'x' } })).status).toBe(
      201,
    );
    expect(await read(registry, id)).toHaveLength(1);
  });

  it('replaces the translation of a language, and keeps the others', async () => {
    const id = await makeNode(registry, world.id);
    await post(id, world.callers.owner, { de: { name: 'Alt', description: 'Geht.' }, fr: { name: 'Vieux' } });
    await post(id, world.callers.admin, { de: { name: 'Neu' } });
    expect(await read(registry, id)).toEqual([
      { language: 'de', fields: { name: 'Neu' }, source: 'PUBLISHER' },
      { language: 'fr', fields: { name: 'Vieux' }, source: 'PUBLISHER' },
    ]);
  });

  it.each([
    ['EN-us', 'en-US'],
    ['zh-hant-tw', 'zh-Hant-TW'],
    ['iw', 'he'],
    ['cmn', 'zh'],
    ['de-DE-1996', 'de-DE-1996'],
  ])('canonicalizes %s to %s', async (sent, kept) => {
    const id = await makeNode(registry, world.id);
    expect((await post(id, world.callers.owner, { [sent]: { name: 'x' } })).status).toBe(201);
    expect((await read(registry, id)).map(({ language }) => language)).toEqual([kept]);
    expect(await read(registry, id, [sent])).toHaveLength(1);
  });

  it.each([
    ['no data', {}, /^data/],
    ['a text for data', { data: 'de' }, /^data/],
    ['a list for data', { data: [{ name: 'x' }] }, /^data/],
    ['null for data', { data: null }, /^data/],
    ['no language at all', { data: {} }, /^data/],
    ['an underscore in the tag', { data: { en_US: { name: 'x' } } }, /^data\.en_US: /],
    ['a word that is no tag', { data: { '': { name: 'x' } } }, /^data\./],
    ['a tag that never ends', { data: { [`de-x-${'a'.repeat(500)}`]: { name: 'x' } } }, /^data\./],
    ['a text for a language', { data: { de: 'Knoten' } }, /^data\.de: takes an object/],
    ['a list for a language', { data: { de: ['Knoten'] } }, /^data\.de: takes an object/],
    ['null for a language', { data: { de: null } }, /^data\.de: takes an object/],
    ['one language twice', { data: { de: { name: 'x' }, DE: { name: 'y' } } }, /^data\.DE: repeats the language de/],
    ['a text that no database takes', { data: { de: { name: 'a\u0000b' } } }, /data\.de\.name/],
    ['half a character', { data: { de: { name: '\ud800' } } }, /data\.de\.name/],
    ['a list', [], /./],
  ])('refuses %s with a ValidationError', async (_what, body, line) => {
    const id = await makeNode(registry, world.id);
    const answer = await registry.call('POST', `/nodes/${id}/translations`, { as: world.callers.owner, body });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({ message: expect.any(String), details: [expect.stringMatching(line)] });
    expect(await read(registry, id)).toEqual([]);
  });

  it('refuses a language that is the name of an Object property', async () => {
    const id = await makeNode(registry, world.id);
    for (const name of ['__proto__', 'constructor', 'hasOwnProperty']) {
      const answer = await registry.call('POST', `/nodes/${id}/translations`, {
        as: world.callers.owner,
        raw: `{"data":{"${name}":{"name":"x"}}}`,
      });
      expect([name, answer.status, Object.keys(answer.body)]).toEqual([name, 400, ['message', 'details']]);
    }
  });

  it('has one line in details for each error', async () => {
    const id = await makeNode(registry, world.id);
    const answer = await post(id, world.callers.owner, {
      en_US: { name: 'x' },
      'no tag': { name: 'x' },
      de: objectOf(16 * 1024 + 1),
    });
    expect(answer.body.details).toHaveLength(3);
  });

  it('accepts 16 KiB per language and not one byte more', async () => {
    const id = await makeNode(registry, world.id);
    expect((await post(id, world.callers.owner, { de: objectOf(16 * 1024) })).status).toBe(201);
    const large = await post(id, world.callers.owner, { de: objectOf(16 * 1024 + 1) });
    expect([large.status, large.body.details]).toEqual([400, [expect.stringMatching(/^data\.de: .*16384 bytes/)]]);
    const wide = await post(id, world.callers.owner, { de: { name: '节'.repeat(6000) } });
    expect(wide.status).toBe(400);
  });

  it('accepts 40 languages and not one more', async () => {
    const id = await makeNode(registry, world.id);
    expect((await post(id, world.callers.owner, languages(41))).status).toBe(400);
    expect((await post(id, world.callers.owner, languages(40))).status).toBe(201);
    const more = await post(id, world.callers.owner, { fr: { name: 'x' } });
    expect([more.status, more.body.details]).toEqual([400, [expect.stringMatching(/^data: .*40/)]]);
    expect((await post(id, world.callers.owner, { 'de-x-a0': { name: 'again' } })).status).toBe(201);
    expect(await read(registry, id)).toHaveLength(40);
  });

  it('enforces the limit of 40 for concurrent requests', async () => {
    const id = await makeNode(registry, world.id);
    await post(id, world.callers.owner, languages(38));
    const answers = await Promise.all(
      ['fr', 'it', 'es', 'pt', 'nl'].map((language) => post(id, world.callers.member, { [language]: { name: 'x' } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 400, 400, 400]);
    expect(await read(registry, id)).toHaveLength(40);
  });

  it('responds with 404 and a ValidationError if the node does not exist', async () => {
    for (const id of ['no-such-node', 'a%20b', '..%2Fx']) {
      const answer = await post(id, undefined, { de: { name: 'x' } });
      expect([id, answer.status, answer.body]).toEqual([
        id,
        404,
        { message: expect.any(String), details: [expect.any(String)] },
      ]);
    }
    const deleted = await makeNode(registry, world.id);
    await changeNode(registry, deleted, `status = 'NodeStatusDeleted'`);
    expect((await post(deleted, world.callers.owner, { de: { name: 'x' } })).status).toBe(404);
  });

  it('reports other errors as an ErrorResponse', async () => {
    const id = await makeNode(registry, world.id);
    const send = (call: Call, method = 'POST'): Promise<Answer> =>
      registry.call(method, `/nodes/${id}/translations`, call);
    const errorOf = ({ status, body }: Answer): unknown[] => [status, body.error, typeof body.message];
    expect(errorOf(await send({ raw: 'x', headers: { 'content-type': 'text/plain' } }))).toEqual([
      415,
      'UNSUPPORTED_MEDIA_TYPE',
      'string',
    ]);
    expect(errorOf(await send({ body: { data: { de: { name: 'x'.repeat(1024 * 1024) } } } }))).toEqual([
      413,
      'BODY_TOO_LARGE',
      'string',
    ]);
    expect(errorOf(await send({ body: { data: { de: {} } }, headers: { accept: 'text/html' } }))).toEqual([
      406,
      'NOT_ACCEPTABLE',
      'string',
    ]);
    expect(errorOf(await send({ as: 'not-a-token', body: { data: { de: {} } } }))).toEqual([
      401,
      'UNAUTHENTICATED',
      'string',
    ]);
    const wrongMethod = await send({}, 'PUT');
    expect(errorOf(wrongMethod)).toEqual([405, 'METHOD_NOT_ALLOWED', 'string']);
    expect(wrongMethod.headers.get('allow')).toBe('POST');
    const broken = await send({ raw: '{"data":' });
    expect([broken.status, broken.body]).toEqual([400, { message: expect.any(String), details: [expect.any(String)] }]);
  });

  it('refuses an expired credential', async () => {
    const id = await makeNode(registry, world.id);
    const expired = await registry.signIn(uniqueName('late'), { ttlSeconds: -60 });
    const answer = await post(id, expired, { de: { name: 'x' } });
    expect([answer.status, answer.body.error]).toEqual([401, 'UNAUTHENTICATED']);
    expect(await read(registry, id)).toEqual([]);
  });

  it('stores community translations separately from the publisher’s, in either order of writing', async () => {
    const id = await makeNode(registry, world.id);
    await post(id, undefined, { de: { name: 'Gemeinde' }, fr: { name: 'Commune' } });
    await post(id, world.callers.owner, { de: { name: 'Verlag' } });
    await post(id, world.callers.outsider, { de: { name: 'Noch einer' } });
    expect(await split(registry, id)).toEqual([
      [{ language: 'de', fields: { name: 'Verlag' }, source: 'PUBLISHER' }],
      [
        { language: 'de', fields: { name: 'Noch einer' }, source: 'COMMUNITY' },
        { language: 'fr', fields: { name: 'Commune' }, source: 'COMMUNITY' },
      ],
    ]);
  });

  it.each([
    ['an anonymous caller', undefined, 'COMMUNITY'],
    ['an outsider', 'outsider', 'COMMUNITY'],
    ['another publisher’s token', 'foreignToken', 'COMMUNITY'],
    ['the publisher’s own token', 'token', 'COMMUNITY'],
    ['a member', 'member', 'PUBLISHER'],
    ['the owner', 'owner', 'PUBLISHER'],
    ['an admin', 'admin', 'PUBLISHER'],
  ] as const)('allows %s to write', async (_who, caller, source) => {
    const id = await makeNode(registry, world.id);
    expect((await post(id, caller && world.callers[caller], { de: { name: 'x' } })).status).toBe(201);
    expect((await read(registry, id)).map((said) => said.source)).toEqual([source]);
  });

  it('counts the languages of the community separately from the publisher’s', async () => {
    const id = await makeNode(registry, world.id);
    expect((await post(id, world.callers.outsider, languages(40))).status).toBe(201);
    expect((await post(id, world.callers.owner, { fr: { name: 'x' } })).status).toBe(201);
  });

  it('refuses a banned node, except for admins', async () => {
    const id = await makeNode(registry, world.id);
    await changeNode(registry, id, `status = 'NodeStatusBanned'`);
    for (const caller of [undefined, world.callers.outsider, world.callers.owner, world.callers.token]) {
      const answer = await post(id, caller, { de: { name: 'x' } });
      expect([answer.status, answer.body.error]).toEqual([403, 'NODE_BANNED']);
    }
    expect((await post(id, world.callers.admin, { de: { name: 'x' } })).status).toBe(201);
  });

  describe('DELETE /nodes/{nodeId}/translations/{language}', () => {
    const remove = (id: string, language: string, as: string | undefined, source = 'community'): Promise<Answer> =>
      registry.call('DELETE', `/nodes/${id}/translations/${language}?source=${source}`, { as });

    it('removes a community translation for an owner, and keeps the publisher’s', async () => {
      const id = await makeNode(registry, world.id);
      await post(id, undefined, { 'en-US': { name: 'Spam' } });
      await post(id, world.callers.owner, { 'en-US': { name: 'Ours' } });
      const answer = await remove(id, 'EN-us', world.callers.owner);
      expect([answer.status, answer.text]).toEqual([204, '']);
      expect(await read(registry, id)).toEqual([{ language: 'en-US', fields: { name: 'Ours' }, source: 'PUBLISHER' }]);
      expect(await auditRows(registry, 'translation.remove', id)).toHaveLength(1);
      expect((await remove(id, 'en-US', world.callers.owner)).status).toBe(404);
      expect((await remove(id, 'en-US', world.callers.admin, 'publisher')).status).toBe(204);
      expect(await read(registry, id)).toEqual([]);
    });

    it.each([
      ['an anonymous caller', undefined, 401],
      ['an outsider', 'outsider', 403],
      ['a token', 'token', 403],
      ['a member', 'member', 403],
    ] as const)('refuses %s', async (_who, caller, status) => {
      const id = await makeNode(registry, world.id);
      await post(id, undefined, { de: { name: 'x' } });
      const answer = await remove(id, 'de', caller && world.callers[caller]);
      expect([answer.status, Object.keys(answer.body)]).toEqual([status, ['error', 'message']]);
      expect(await read(registry, id)).toHaveLength(1);
    });

    it('refuses an unknown source, and responds with 404 if there is no translation', async () => {
      const id = await makeNode(registry, world.id);
      expect((await remove(id, 'de', world.callers.owner, 'nobody')).status).toBe(400);
      expect((await remove(id, 'de', world.callers.owner)).body.error).toBe('TRANSLATION_NOT_FOUND');
      expect((await remove('no-such-node', 'de', world.callers.owner)).body.error).toBe('NODE_NOT_FOUND');
    });
  });
});

describe('the limits of community translations', () => {
  const limited = async (
    variables: Record<string, string>,
    work: (registry: TestRegistry, id: string, world: PublisherWorld) => Promise<void>,
  ): Promise<void> => {
    const registry = await startTestRegistry(variables);
    try {
      const world = await makeWorld(registry);
      await work(registry, await makeNode(registry, world.id), world);
    } finally {
      await registry.close();
    }
  };
  const from = (address: string): Record<string, string> => ({ 'x-forwarded-for': address });

  it('apply to the address of anonymous callers, who can’t forge it', () =>
    limited({ COMMUNITY_TRANSLATIONS_PER_HOUR: '3' }, async (registry, id, world) => {
      for (let turn = 0; turn < 3; turn++)
        expect((await add(registry, id, undefined, { de: { turn } }, from(`203.0.113.${turn}`))).status).toBe(201);
      const refused = await add(registry, id, undefined, { de: { turn: 4 } }, from('203.0.113.200'));
      expect([refused.status, refused.body]).toEqual([429, { error: 'RATE_LIMITED', message: expect.any(String) }]);
      const retryAfter = Number(refused.headers.get('retry-after'));
      expect(retryAfter).toBeGreaterThan(3000);
      expect(retryAfter).toBeLessThanOrEqual(3600);
      // Users are counted by their id, not by their address; members of the publisher are not counted.
      for (let turn = 0; turn < 3; turn++)
        expect((await add(registry, id, world.callers.outsider, { de: { turn } })).status).toBe(201);
      expect((await add(registry, id, world.callers.outsider, { de: { turn: 4 } })).status).toBe(429);
      for (let turn = 0; turn < 5; turn++)
        expect((await add(registry, id, world.callers.owner, { de: { turn } })).status).toBe(201);
      expect((await read(registry, id)).find(({ source }) => source === 'COMMUNITY')!.fields).toEqual({ turn: 2 });
    }));

  it('apply to the forwarded address behind a trusted proxy', () =>
    limited({ COMMUNITY_TRANSLATIONS_PER_HOUR: '1', TRUST_PROXY: '1' }, async (registry, id) => {
      const status = async (address: string): Promise<number> =>
        (await add(registry, id, undefined, { de: { address } }, from(address))).status;
      expect(await status('203.0.113.1')).toBe(201);
      expect(await status('203.0.113.1')).toBe(429);
      expect(await status('::ffff:203.0.113.1')).toBe(429);
      expect(await status('203.0.113.2')).toBe(201);
      // Values that the caller sent are to the left of the value that the proxy appended.
      expect(await status('198.51.100.7, 203.0.113.2')).toBe(429);
    }));

  it('count one IPv6 network as one address', () =>
    limited({ COMMUNITY_TRANSLATIONS_PER_HOUR: '1', TRUST_PROXY: '1' }, async (registry, id) => {
      const status = async (address: string): Promise<number> =>
        (await add(registry, id, undefined, { de: { address } }, from(address))).status;
      expect(await status('2001:db8::1')).toBe(201);
      expect(await status('2001:db8::2')).toBe(429);
      expect(await status('2001:db8:0:0:ffff::3')).toBe(429);
      expect(await status('2001:DB8:0000::4')).toBe(429);
      expect(await status('2001:db8:0:1::1')).toBe(201);
    }));

  it('can refuse anonymous callers', () =>
    limited({ ANONYMOUS_TRANSLATIONS: 'false' }, async (registry, id, world) => {
      const refused = await add(registry, id, undefined, { de: { name: 'x' } });
      expect([refused.status, refused.body]).toEqual([401, { error: 'UNAUTHENTICATED', message: expect.any(String) }]);
      expect((await add(registry, id, world.callers.outsider, { de: { name: 'x' } })).status).toBe(201);
      expect((await read(registry, id)).map(({ source }) => source)).toEqual(['COMMUNITY']);
    }));

  /** Returns the translations of a node in REST. */
  const inRest = async (registry: TestRegistry, id: string) => {
    const { body } = await registry.call('GET', `/nodes/${id}?include_translations=true`);
    return [body.translations, body.community_translations];
  };

  it('can show them in languages that the publisher did not translate', () =>
    limited({ COMMUNITY_TRANSLATIONS: 'merged' }, async (registry, id, world) => {
      await add(registry, id, world.callers.owner, { de: { name: 'Verlag' } });
      await add(registry, id, undefined, { de: { name: 'Fremd', description: 'Fremd' }, fr: { name: 'Commune' } });
      expect(await inRest(registry, id)).toEqual([{ de: { name: 'Verlag' }, fr: { name: 'Commune' } }, {}]);
      expect(await split(registry, id)).toEqual([
        [
          { language: 'de', fields: { name: 'Verlag' }, source: 'PUBLISHER' },
          { language: 'fr', fields: { name: 'Commune' }, source: 'COMMUNITY' },
        ],
        [],
      ]);
    }));

  it('can refuse and hide them', () =>
    limited({ COMMUNITY_TRANSLATIONS: 'off' }, async (registry, id, world) => {
      await registry.database.query(
        `insert into node_translations (node_id, language, source, fields, updated_at) values ($1, 'fr', 'COMMUNITY', '{}', now())`,
        [id],
      );
      expect((await add(registry, id, undefined, { de: {} })).status).toBe(401);
      for (const as of [world.callers.outsider, world.callers.token]) {
        const refused = await add(registry, id, as, { de: {} });
        expect([refused.status, refused.body.error]).toEqual([403, 'FORBIDDEN']);
      }
      expect((await add(registry, id, world.callers.member, { de: { name: 'Verlag' } })).status).toBe(201);
      expect(await inRest(registry, id)).toEqual([{ de: { name: 'Verlag' } }, {}]);
      expect((await read(registry, id)).map(({ source }) => source)).toEqual(['PUBLISHER']);
      const snapshot = gunzipSync(
        new Uint8Array(await (await fetch(`${registry.url}/snapshot.ndjson.gz`)).arrayBuffer()),
      ).toString();
      expect(snapshot).toContain('"language":"de"');
      expect(snapshot).not.toContain('COMMUNITY');
    }));
});
