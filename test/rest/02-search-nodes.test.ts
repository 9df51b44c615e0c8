import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { NewNode } from '../../src/services/store-nodes.js';
import { NodeVersionStatus } from '../../src/values/states.js';
import {
  changeNode,
  makeNode,
  makeNodes,
  makePublisher,
  makeWorld,
  type PublisherWorld,
  uniqueName,
  userId,
  versionId,
} from '../support/builders.js';
import { type Answer, startTestRegistry, type TestRegistry } from '../support/registry.js';

type Query = Readonly<Record<string, string | number | readonly string[]>>;

/** Returns a word that is not similar to any other word in the catalogue, so that only nodes of this test are found. */
let made = 0;
function ownWord(): string {
  const digest = createHash('sha1').update(String(++made)).digest();
  return [...digest.subarray(0, 11)].map((byte) => 'abcdefghijklmnopqrstuvwxyz'[byte % 26]).join('');
}

const idsOf = (answer: Answer): string[] => answer.body.nodes.map((node: { id: string }) => node.id);

describe('GET /nodes/search', () => {
  let registry: TestRegistry;
  let world: PublisherWorld;

  beforeAll(async () => {
    registry = await startTestRegistry();
    world = await makeWorld(registry);
  });
  afterAll(() => registry.close());

  function search(query: Query, as?: string): Promise<Answer> {
    const pairs = Object.entries(query).flatMap(([name, value]) =>
      [value].flat().map((one): [string, string] => [name, String(one)]),
    );
    return registry.call('GET', `/nodes/search?${new URLSearchParams(pairs).toString()}`, { as });
  }
  async function find(query: Query, as?: string): Promise<string[]> {
    const answer = await search(query, as);
    expect([answer.status, answer.text.slice(0, 300)]).toEqual([200, expect.any(String)]);
    return idsOf(answer);
  }
  const make = (node: Partial<NewNode> = {}) => makeNode(registry, world.id, node);
  const withCoreNodes = (...names: string[]): Pick<NewNode, 'versions'> => ({
    versions: [{ version: '1.0.0', coreNodes: names.map((name) => ({ name })) }],
  });

  describe('the response', () => {
    it('has the page, its limit and the total, and the same records as the list', async () => {
      const word = ownWord();
      const ids = [];
      for (let place = 0; place < 12; place++) ids.push(await make({ name: `${word} ${place}` }));
      const first = await search({ search: word });
      expect(first.body).toEqual({ nodes: expect.any(Array), page: 1, limit: 10, total: 12, totalPages: 2 });
      expect(first.body.nodes).toHaveLength(10);
      const second = await search({ search: word, page: 2 });
      expect(second.body.nodes).toHaveLength(2);
      expect([...idsOf(first), ...idsOf(second)].sort()).toEqual([...ids].sort());
      expect((await search({ search: word, page: 9 })).body).toEqual({
        nodes: [],
        page: 9,
        limit: 10,
        total: 12,
        totalPages: 2,
      });
      expect((await search({ search: word, limit: 1000 })).body).toMatchObject({ limit: 100, totalPages: 1 });
      const [record] = (await registry.call('GET', `/nodes?node_id=${ids[0]}`)).body.nodes;
      expect([...first.body.nodes, ...second.body.nodes]).toContainEqual(record);
    });

    it('is empty if nothing matches', async () => {
      expect((await search({ search: 'qqqqqqqqqq' })).body).toEqual({
        nodes: [],
        page: 1,
        limit: 10,
        total: 0,
        totalPages: 0,
      });
    });
  });

  describe('search', () => {
    it.each([
      ['its id', (word: string) => ({ id: `${word}-by-id` })],
      ['its name', (word: string) => ({ name: `The ${word} node` })],
      ['its description', (word: string) => ({ description: `Does\n"${word}", and well.` })],
      ['its author', (word: string) => ({ author: `Ada ${word}` })],
      ['a tag', (word: string) => ({ tags: ['other', word] })],
      ['a core-node of its latest version', (word: string) => withCoreNodes('Other', `Load ${word}`)],
    ])('finds a node by %s: the whole word, in another case, by a prefix, and with a typo', async (_what, fields) => {
      const word = ownWord();
      const id = await make(fields(word));
      for (const text of [word, word.toUpperCase(), word.slice(0, -2), `${word}x`])
        expect(await find({ search: text })).toEqual([id]);
    });

    it('finds nodes by the name of their publisher', async () => {
      const word = ownWord();
      const publisher = await makePublisher(registry, await userId(registry, world.callers.owner), {
        name: `House of ${word}`,
      });
      const id = await makeNode(registry, publisher);
      expect(await find({ search: word })).toEqual([id]);
    });

    it('finds no node by a core-node of an older version, or of a version that is not Active', async () => {
      const [older, newer, pending] = [ownWord(), ownWord(), ownWord()];
      const id = await make({
        versions: [
          { version: '1.0.0', coreNodes: [{ name: older }] },
          { version: '1.1.0', coreNodes: [{ name: newer }] },
          { version: '1.2.0', status: NodeVersionStatus.Pending, coreNodes: [{ name: pending }] },
        ],
      });
      expect(await find({ search: older })).toEqual([]);
      expect(await find({ search: newer })).toEqual([id]);
      expect(await find({ search: pending })).toEqual([]);
    });

    it('finds parts of camel-case words, and words with or without separators', async () => {
      const [one, two] = [ownWord(), ownWord()];
      const capital = (word: string) => word[0]!.toUpperCase() + word.slice(1);
      const id = await make({ name: capital(one) + capital(two) });
      const hyphened = await make({ name: `${two}-${one}` });
      expect((await find({ search: two })).sort()).toEqual([hyphened, id].sort());
      expect(await find({ search: one + two })).toEqual([id]);
      expect(await find({ search: two + one })).toEqual([hyphened]);
    });

    it('requires all words, in any order', async () => {
      const [one, two, three] = [ownWord(), ownWord(), ownWord()];
      const both = await make({ name: one, description: two });
      await make({ name: one });
      await make({ name: two });
      expect(await find({ search: `${one} ${two}` })).toEqual([both]);
      expect(await find({ search: `${two}, ${one}` })).toEqual([both]);
      expect(await find({ search: `${two.slice(0, 6)} ${one} ${one}` })).toEqual([both]);
      expect(await find({ search: `${one} ${three}` })).toEqual([]);
    });

    describe('tolerates typos', () => {
      let ids: Record<'upscale' | 'image' | 'controlnet' | 'mask' | 'depth', string>;

      beforeAll(async () => {
        const words = ['upscale', 'image', 'controlnet', 'mask', 'depth'] as const;
        ids = Object.fromEntries(words.map((word) => [word, uniqueName('typo')])) as typeof ids;
        await makeNodes(
          registry,
          words.map((word) => ({ id: ids[word], publisherId: world.id, name: `Zz ${word}`, versions: [] })),
        );
      });

      it.each([
        ['upscla', 'upscale'],
        ['upscal', 'upscale'],
        ['upscael', 'upscale'],
        ['upcsale', 'upscale'],
        ['puscale', 'upscale'],
        ['apscale', 'upscale'],
        ['pscale', 'upscale'],
        ['uscale', 'upscale'],
        ['uppscale', 'upscale'],
        ['upscalle', 'upscale'],
        ['upscaler', 'upscale'],
        ['xupscale', 'upscale'],
        ['imgae', 'image'],
        ['iamge', 'image'],
        ['miage', 'image'],
        ['imaeg', 'image'],
        ['mage', 'image'],
        ['iage', 'image'],
        ['imge', 'image'],
        ['imae', 'image'],
        ['imagee', 'image'],
        ['iimage', 'image'],
        ['emage', 'image'],
        ['inage', 'image'],
        ['imsge', 'image'],
        ['imafe', 'image'],
        ['imagr', 'image'],
        ['contrlnet', 'controlnet'],
        ['cotnrolnte', 'controlnet'],
        ['kontrolnett', 'controlnet'],
        ['controllnett', 'controlnet'],
        ['conrolne', 'controlnet'],
        ['msak', 'mask'],
        ['amsk', 'mask'],
        ['mxsk', 'mask'],
        ['nask', 'mask'],
        ['masj', 'mask'],
        ['maask', 'mask'],
        ['mmask', 'mask'],
        ['detph', 'depth'],
        ['edpth', 'depth'],
        ['dpeth', 'depth'],
        ['dpth', 'depth'],
        ['depht', 'depth'],
      ] as const)('%s finds %s', async (typed, meant) => {
        expect(await find({ search: typed, limit: 100 })).toContain(ids[meant]);
      });

      it.each([
        ['zap', 'mask'],
        ['msk', 'mask'],
        ['imxxe', 'image'],
        ['dphte', 'depth'],
      ] as const)('but %s does not find %s', async (typed, meant) => {
        expect(await find({ search: typed, limit: 100 })).not.toContain(ids[meant]);
      });

      it('also if the other words of the query have none', async () => {
        expect(await find({ search: 'zz imgae' })).toEqual([ids.image]);
        expect(await find({ search: 'imgae upscla' })).toEqual([]);
      });

      it('also among thousands of words with the same prefix', async () => {
        for (const crowd of ['Colla', 'Compa']) {
          await make({
            versions: [
              {
                version: '1.0.0',
                coreNodes: Array.from({ length: 2500 }, (_, index) => ({ name: `${crowd}${1000 + index}` })),
              },
            ],
          });
        }
        const id = await make({ description: 'Drives a controlnetter.' });
        for (const typed of ['contrlnetter', 'conrtolnetter', 'cotrolnetter', 'controlnettre'])
          expect(await find({ search: typed })).toEqual([id]);
      });

      it('also if a few authors made the same typo', async () => {
        const many = await Promise.all(
          Array.from({ length: 12 }, () => make({ description: 'Widens your promptographs.' })),
        );
        const mistyped = await make({ description: 'A better promtograph.' });
        const found = await find({ search: 'promtograph', limit: 100 });
        expect(found[0]).toBe(mistyped);
        expect([...found].sort()).toEqual([...many, mistyped].sort());
        // A rare word without a typo finds only its own node.
        const rare = await make({ description: 'A widget of bazingography.' });
        expect(await find({ search: 'bazingography' })).toEqual([rare]);
      });

      it('also if the typo is a prefix of another word', async () => {
        await make({ name: 'imgaelia' });
        expect(await find({ search: 'imgae zz' })).toEqual([ids.image]);
      });
    });

    it('ranks an exact id or name first, regardless of other ranks', async () => {
      const word = ownWord();
      const better = { downloads: 1_000_000, searchRanking: 1 };
      const beginning = await make({ name: `${word} deluxe`, ...better });
      const tagged = await make({ tags: [word], ...better });
      const exactName = await make({ name: word.toUpperCase(), downloads: 2 });
      const exactId = await make({ id: `${word}`, downloads: 1 });
      expect((await find({ search: word })).slice(0, 2)).toEqual([exactName, exactId]);
      expect((await find({ search: ` ${word} ` })).slice(0, 2)).toEqual([exactName, exactId]);
      expect((await find({ search: word })).slice(2).sort()).toEqual([beginning, tagged].sort());
      const spaced = ownWord();
      await make({ name: `${spaced} of all nodes`, ...better });
      const other = await make({ name: `${spaced} of`, downloads: 0 });
      const folded = await make({ id: `${spaced}_Of-All`, downloads: 0 });
      expect((await find({ search: `${spaced} OF` }))[0]).toBe(other);
      expect((await find({ search: `${spaced}-of.all` }))[0]).toBe(folded);
    });

    it('then ranks by lower search_ranking, then by more downloads', async () => {
      const word = ownWord();
      const name = `${word} alike`;
      const many = await make({ name, downloads: 500 });
      const second = await make({ name, downloads: 5, searchRanking: 2 });
      const few = await make({ name, downloads: 50 });
      const first = await make({ name, downloads: 1, searchRanking: 1 });
      const secondLess = await make({ name, downloads: 4, searchRanking: 2 });
      expect(await find({ search: word })).toEqual([first, second, secondLess, many, few]);
    });

    it('finds words in other scripts and with accents', async () => {
      const word = ownWord();
      const id = await make({ name: `${word} Übermäßig 図像の拡大 Апскейл 이미지` });
      for (const text of ['übermäßig', 'ubermaßig', 'UBERMÄßIG', '拡大', '図像', 'апскейл', 'АПСК', '이미지', 'Апскей'])
        expect(await find({ search: `${text} ${word}` })).toEqual([id]);
    });

    it.each([
      ['quotes', `"it's" 'or' ""`],
      ['a statement', `'; drop table nodes; --`],
      ['operators', 'a & b | !c:* <-> (d'],
      ['more operators', `:* & | ! ( ) < > \\`],
      ['emoji', '🦄🚀'],
      ['an emoji with a word', '🦄 unicorn'],
      ['CJK', '画像を拡大するノード'],
      ['1000 letters', 'x'.repeat(1000)],
      ['1000 characters in words', 'ab '.repeat(333)],
      ['1000 characters of another plane', '𐌰'.repeat(500)],
      ['half a character at the cut', `a${'𐌰'.repeat(100)}`],
      ['backslashes', '\\\\\\ \\x \\'],
      ['wildcards', '%_%'],
      ['a weight', 'image:A'],
      ['a dollar', '$1 $$'],
      ['combining marks', 'a\u0301\u0302\u0303 \u0301'],
      ['direction marks', '\u202eegami'],
      ['a line break', 'a\r\nb'],
      ['a zero-width joiner', 'a\u200db'],
      ['old numbers', '½ ² Ⅷ'],
      ['a lone accent', '´'],
      ['a byte-order mark', '\ufeffimage'],
    ])('never fails on %s', async (_what, text) => {
      for (const name of ['search', 'repository_url_search', 'core_node_search'])
        expect((await search({ [name]: text })).status).toBe(200);
    });

    it('finds nothing for a text without letters or digits, and everything for blanks', async () => {
      expect((await search({ search: '!?&' })).body.total).toBe(0);
      const all = (await search({})).body.total;
      for (const blank of ['', ' ', '\t\n']) expect((await search({ search: blank })).body.total).toBe(all);
    });

    it('finds words of 60 characters and more, of any Unicode plane', async () => {
      const word = ownWord();
      const long = [`${word}${'y'.repeat(80)}`, `${word}${'𐌰'.repeat(40)}`];
      for (const name of long) {
        const id = await make({ name });
        expect(await find({ search: name })).toEqual([id]);
      }
    });
  });

  describe('repository_url_search', () => {
    it('matches a part of the URL, in any case', async () => {
      const word = ownWord();
      const id = await make({ repository: `https://github.com/${word.toUpperCase()}/Nodes` });
      await make({ name: word, repository: null });
      for (const part of [
        word,
        word.toUpperCase(),
        `github.com/${word}`,
        `${word.slice(2)}/nod`,
        `https://github.com/${word}/nodes`,
      ])
        expect(await find({ repository_url_search: part })).toEqual([id]);
      expect(await find({ repository_url_search: `${word}/nothing` })).toEqual([]);
    });

    it('treats %, _ and \\ literally', async () => {
      const word = ownWord();
      const percent = await make({ repository: `https://example.org/${word}/a%20b` });
      const underscore = await make({ repository: `https://example.org/${word}/a_b` });
      const backslash = await make({ repository: `https://example.org/${word}/a\\b` });
      const plain = await make({ repository: `https://example.org/${word}/axb` });
      expect(await find({ repository_url_search: `${word}/a%` })).toEqual([percent]);
      expect(await find({ repository_url_search: `${word}/a_b` })).toEqual([underscore]);
      expect(await find({ repository_url_search: `${word}/a\\b` })).toEqual([backslash]);
      expect(await find({ repository_url_search: `${word}/axb` })).toEqual([plain]);
      expect(await find({ repository_url_search: `${word}%b` })).toEqual([]);
    });
  });

  describe('core_node_search', () => {
    it('matches a part of the name of a core-node of the latest version, exact names first', async () => {
      const word = ownWord();
      const inside = await make({ ...withCoreNodes(`Load${word}Advanced`), downloads: 1000, searchRanking: 1 });
      const exact = await make({ ...withCoreNodes(word.toUpperCase(), `Save${word}`), downloads: 1 });
      await make({
        versions: [
          { version: '1.0.0', coreNodes: [{ name: word }] },
          { version: '2.0.0', coreNodes: [{ name: 'Other' }] },
        ],
      });
      await make({ name: word });
      expect(await find({ core_node_search: word })).toEqual([exact, inside]);
      expect(await find({ core_node_search: `load${word}` })).toEqual([inside]);
      expect(await find({ core_node_search: `${word}%` })).toEqual([]);
    });

    it('ignores the case of letters of any alphabet', async () => {
      const word = ownWord();
      const inside = await make({ ...withCoreNodes(`Der Кодер ${word} Ä`), downloads: 1000 });
      const exact = await make({ ...withCoreNodes(`Кодер ${word}`) });
      expect(await find({ core_node_search: `Кодер ${word.toUpperCase()}` })).toEqual([exact, inside]);
      expect(await find({ core_node_search: `${word} Ä` })).toEqual([inside]);
    });
  });

  it('all conditions must match', async () => {
    const word = ownWord();
    const wanted = {
      name: word,
      repository: `https://example.org/${word}`,
      ...withCoreNodes(`Core${word}`),
      supportedOs: ['MacOS'],
      supportedAccelerators: ['GPU'],
    };
    const id = await make(wanted);
    await make({ ...wanted, name: 'other' });
    await make({ ...wanted, repository: null });
    await make({ ...wanted, versions: [] });
    await make({ ...wanted, supportedOs: ['POSIX'] });
    await make({ ...wanted, supportedAccelerators: ['NPU'] });
    const question = { search: word, repository_url_search: word, core_node_search: word };
    expect(
      await find({
        ...question,
        supported_os: 'Operating System :: MacOS',
        supported_accelerator: 'Environment :: GPU',
      }),
    ).toEqual([id]);
    expect(await find(question)).toHaveLength(3);
  });

  describe('order', () => {
    it('without a keyword is by downloads, then stars, then id', async () => {
      const url = uniqueName('order');
      const repository = `https://example.org/${url}`;
      const nodes = [
        ['d', 10, 1],
        ['b', 10, 5],
        ['c', 10, 1],
        ['a', 99, 0],
        ['e', 0, 99],
      ] as const;
      for (const [letter, downloads, repoHostStars] of nodes)
        await make({ id: `${letter}-${url}`, repository, downloads, repoHostStars });
      const expected = ['a', 'b', 'c', 'd', 'e'].map((letter) => `${letter}-${url}`);
      expect(await find({ repository_url_search: url })).toEqual(expected);
      const everything = (await search({ limit: 100 })).body.nodes as {
        id: string;
        downloads: number;
        repo_host_stars: number;
      }[];
      const sorted = [...everything].sort(
        (a, b) => b.downloads - a.downloads || b.repo_host_stars - a.repo_host_stars || (a.id < b.id ? -1 : 1),
      );
      expect(everything.map(({ id }) => id)).toEqual(sorted.map(({ id }) => id));
    });

    it('is by sort, if given, instead of the best match', async () => {
      const word = ownWord();
      const exact = await make({ name: word, downloads: 2 });
      const most = await make({ name: `${word} b`, downloads: 3 });
      const least = await make({ name: `${word} a`, downloads: 1 });
      expect(await find({ search: word, sort: 'downloads' })).toEqual([least, exact, most]);
      expect(await find({ search: word, sort: 'downloads;desc' })).toEqual([most, exact, least]);
      expect(await find({ search: word, sort: ['name%3Bdesc'] })).toEqual([most, least, exact]);
    });

    it('never has a node on two pages', async () => {
      const word = ownWord();
      const ids = Array.from({ length: 23 }, (_, place) => `${word}-${String(place).padStart(2, '0')}`);
      await makeNodes(
        registry,
        ids.map((id) => ({ id, publisherId: world.id, name: 'Alike', versions: [] })),
      );
      const seen: string[] = [];
      for (let page = 1; page <= 5; page++) seen.push(...(await find({ search: word, page, limit: 5 })));
      expect(seen).toEqual(ids);
    });
  });

  it('finds banned nodes only on request, and deleted ones never', async () => {
    const word = ownWord();
    const active = await make({ name: word });
    const banned = await make({ name: `${word} banned` });
    const deleted = await make({ name: `${word} deleted` });
    await changeNode(registry, banned, `status = 'NodeStatusBanned'`);
    await changeNode(registry, deleted, `status = 'NodeStatusDeleted'`);
    for (const as of [undefined, world.callers.owner, world.callers.token, world.callers.admin]) {
      expect(await find({ search: word }, as)).toEqual([active]);
      expect(await find({ search: word, include_banned: 'true' }, as)).toEqual([active, banned]);
    }
  });

  it('ignores an invalid credential', async () => {
    const word = ownWord();
    const id = await make({ name: word });
    expect(await find({ search: word }, 'not-a-token')).toEqual([id]);
  });

  describe('a write is reflected at once', () => {
    it('a renamed node is found by its new name only', async () => {
      const [before, after] = [ownWord(), ownWord()];
      const id = await make({ name: before });
      expect(await find({ search: before })).toEqual([id]);
      expect(await find({ search: after })).toEqual([]);
      expect(
        (
          await registry.call('PUT', `/publishers/${world.id}/nodes/${id}`, {
            as: world.callers.member,
            body: { name: after },
          })
        ).status,
      ).toBe(200);
      expect(await find({ search: after })).toEqual([id]);
      expect(await find({ search: before })).toEqual([]);
    });

    it('the nodes of a renamed publisher are found by its new name', async () => {
      const [before, after] = [ownWord(), ownWord()];
      const publisher = await makePublisher(registry, await userId(registry, world.callers.owner), { name: before });
      const ids = [await makeNode(registry, publisher), await makeNode(registry, publisher)].sort();
      expect((await find({ search: before })).sort()).toEqual(ids);
      expect(
        (await registry.call('PUT', `/publishers/${publisher}`, { as: world.callers.owner, body: { name: after } }))
          .status,
      ).toBe(200);
      expect((await find({ search: after })).sort()).toEqual(ids);
      expect(await find({ search: before })).toEqual([]);
    });

    it('a node is found by the core-nodes of its current latest version', async () => {
      const [older, newer] = [ownWord(), ownWord()];
      const id = await make({
        versions: [
          { version: '1.0.0', coreNodes: [{ name: older }] },
          { version: '2.0.0', coreNodes: [{ name: newer }] },
        ],
      });
      const latest = await versionId(registry, id, '2.0.0');
      expect(
        (
          await registry.call('DELETE', `/publishers/${world.id}/nodes/${id}/versions/${latest}`, {
            as: world.callers.token,
          })
        ).status,
      ).toBe(204);
      for (const name of ['search', 'core_node_search']) {
        expect(await find({ [name]: older })).toEqual([id]);
        expect(await find({ [name]: newer })).toEqual([]);
      }
    });
  });

  it('runs the same number of statements for one node or a hundred, and none when repeated', async () => {
    const word = ownWord();
    await makeNodes(
      registry,
      Array.from({ length: 100 }, (_, place) => ({
        id: `${word}-${place}`,
        publisherId: world.id,
        name: 'Many',
        versions: [{ version: '1.0.0' }],
      })),
    );
    const cost = async (query: Query) => (await registry.statements(() => search(query))).length;
    expect(await cost({ search: word, limit: 100 })).toBeLessThanOrEqual(5);
    expect(await cost({ search: word, limit: 100 })).toBe(0);
    expect(await cost({ search: 'imgae maks', limit: 100 })).toBeLessThanOrEqual(9);
  });

  describe('the query string', () => {
    it.each([
      'page=abc',
      'page=0',
      'limit=-1',
      'limit=0',
      'limit=1.5',
      'include_banned=maybe',
      'sort=colour',
      'sort=name;up',
      'search=a&search=b',
      'search=a%00b',
      'core_node_search=%00',
      `search=${'x'.repeat(1001)}`,
      'page=1&page=2',
    ])('%.40s is refused without a body', async (query) => {
      const answer = await registry.call('GET', `/nodes/search?${query}`);
      expect([answer.status, answer.text, answer.headers.get('content-type')]).toEqual([400, '', null]);
    });

    it('may have empty values, which count as absent, and unknown parameters', async () => {
      const answer = await registry.call(
        'GET',
        '/nodes/search?page=&limit=&search=&repository_url_search=&core_node_search=&supported_os=&supported_accelerator=&include_banned=&sort=&colour=red',
      );
      expect([answer.status, answer.body.total]).toEqual([200, (await search({})).body.total]);
    });
  });

  it('refuses other methods and media types, and hides the details of an internal error', async () => {
    const posted = await registry.call('POST', '/nodes/search', { as: world.callers.admin, body: {} });
    expect([posted.status, posted.body.error, posted.headers.get('allow')]).toEqual([
      405,
      'METHOD_NOT_ALLOWED',
      'GET, HEAD',
    ]);
    const html = await registry.call('GET', '/nodes/search', { headers: { accept: 'text/html' } });
    expect([html.status, html.body.error]).toEqual([406, 'NOT_ACCEPTABLE']);
    const original = registry.services.catalogue.searchPage;
    registry.services.catalogue.searchPage = () => Promise.reject(new Error('select secret from vault'));
    try {
      const answer = await search({ search: 'x' });
      expect([answer.status, answer.body]).toEqual([
        500,
        { error: 'INTERNAL_ERROR', message: expect.not.stringContaining('vault') },
      ]);
    } finally {
      registry.services.catalogue.searchPage = original;
    }
  });
});
