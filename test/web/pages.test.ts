import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { brotliDecompressSync } from 'node:zlib';
import { request } from 'node:http';
import { changeNode, makeNode, makeWorld, type PublisherWorld, uniqueName } from '../support/builders.js';
import { sharedTestRegistry, startTestRegistry, type TestRegistry } from '../support/registry.js';

const HOSTILE = `</script><script>alert(1)</script><img src=x onerror=alert(2)> & "quotes" 'single'`;

describe('the pages, as the server renders them', () => {
  let registry: TestRegistry;
  let world: PublisherWorld;
  let node: string;

  beforeAll(async () => {
    registry = await sharedTestRegistry();
    world = await makeWorld(registry);
    node = await makeNode(registry, world.id, {
      name: 'Page Sample',
      description: 'Shows **bold** text.',
      versions: [{ version: '1.0.0', changelog: 'The *first* one.' }],
    });
  });
  afterAll(() => registry.close());

  const get = (path: string, headers: Record<string, string> = {}) =>
    registry.call('GET', path, { headers: { accept: 'text/html,*/*;q=0.8', ...headers } });

  it('are complete without scripts: title, description, canonical URL, structured data and content', async () => {
    const { status, headers, text } = await get(`/node/${node}`);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(text).toContain('<title>Page Sample · Extension Registry</title>');
    expect(text).toContain(`<link rel="canonical" href="${registry.settings.PUBLIC_URL}/node/${node}">`);
    expect(text).toContain('<meta property="og:title" content="Page Sample');
    expect(text).toContain('<strong>bold</strong>');
    expect(text).toContain('<em>first</em>');
    const data = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text)![1]!;
    expect(JSON.parse(data)).toMatchObject({ '@type': 'SoftwareApplication', softwareVersion: '1.0.0' });
  });

  it.each([
    ['the catalogue', () => '/', 'Extension nodes'],
    ['a search', () => `/?search=${node}`, 'Page Sample'],
    ['a publisher', () => `/publisher/${world.id}`, 'Page Sample'],
    ['the workflow page', () => '/workflow', 'What do I install for this workflow?'],
  ])('render %s', async (_what, path, content) => {
    const { status, text } = await get(path());
    expect([status, text]).toEqual([200, expect.stringContaining(content)]);
  });

  it.each(['/node/no-such-node', '/publisher/no-such-publisher', '/node/%00', '/publisher/a%2Fb'])(
    'respond with 404 if %s does not exist',
    async (path) => {
      const { status, text } = await get(path);
      expect(status).toBe(404);
      expect(text).toContain('noindex');
    },
  );

  it.each(['/no-such-page', '/no/such/page'])('show browsers that there is nothing at %s', async (path) => {
    const page = await get(path, { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(page.headers.get('vary')).toContain('Accept');
    expect(page.text).toContain('This page does not exist.');
    const other = await get(path, { accept: '*/*' });
    expect([other.status, other.headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8']);
  });

  it('have no inline scripts and no resources of other hosts', async () => {
    const policy = (await get('/')).headers.get('content-security-policy')!;
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toContain('unsafe');
  });

  it('reflect a write at once, and respond with 304 until then', async () => {
    const first = await get(`/node/${node}`);
    const etag = first.headers.get('etag')!;
    expect((await get(`/node/${node}`, { 'if-none-match': etag })).status).toBe(304);
    await registry.call('PUT', `/publishers/${world.id}/nodes/${node}`, {
      as: world.callers.member,
      body: { name: 'Renamed Sample' },
    });
    const next = await get(`/node/${node}`, { 'if-none-match': etag });
    expect([next.status, next.text]).toEqual([200, expect.stringContaining('Renamed Sample')]);
    expect((await get(`/publisher/${world.id}`)).text).toContain('Renamed Sample');
  });

  it('are the same for a caller with a credential, and have the same headers for HEAD', async () => {
    const { text, headers } = await get(`/node/${node}`);
    expect((await registry.call('GET', `/node/${node}`, { as: world.callers.member })).text).toBe(text);
    const head = await registry.call('HEAD', `/node/${node}`);
    expect([head.status, head.headers.get('etag')]).toEqual([200, headers.get('etag')]);
  });

  it('run no statement once they are cached', async () => {
    await get(`/node/${node}`);
    expect(await registry.statements(() => get(`/node/${node}`))).toEqual([]);
  });

  it('escape the texts of publishers', async () => {
    const hostile = await makeNode(registry, world.id, {
      name: HOSTILE,
      description: `${HOSTILE}\n\n[link](javascript:alert(3)) ![image](https://other.example/x.png)`,
      repository: 'https://example.org/a"onmouseover="alert(4)',
      tags: [HOSTILE],
      versions: [{ version: '1.0.0', changelog: HOSTILE }],
    });
    await changeNode(registry, hostile, `repository = 'javascript:alert(5)'`);
    for (const path of [`/node/${hostile}`, `/publisher/${world.id}`, `/?search=${encodeURIComponent(HOSTILE)}`]) {
      const { text } = await get(path);
      expect(text).not.toContain('<script>alert');
      expect(text).not.toMatch(/<img|href="javascript:|onmouseover="/);
    }
  });

  it('are compressed, and their assets are immutable', async () => {
    const { text } = await get('/');
    const script = /<script type="module" src="(\/assets\/[^"]+)">/.exec(text)![1]!;
    const style = /<link rel="stylesheet" href="(\/assets\/[^"]+)">/.exec(text)![1]!;
    for (const [file, type, most] of [
      [script, 'text/javascript', 60_000],
      [style, 'text/css', 15_000],
    ] as const) {
      const { headers, body } = await rawGet(registry.url + file);
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect([headers['content-type'], headers['content-encoding']]).toEqual([expect.stringContaining(type), 'br']);
      expect(body.length).toBeLessThan(most);
      expect(brotliDecompressSync(body).length).toBeGreaterThan(body.length);
    }
  });

  it('list new versions in feeds and nodes in the sitemap, and render badges', async () => {
    const name = uniqueName('Feed & <sample>');
    const id = await makeNode(registry, world.id, { name, versions: [{ version: '2.3.4', changelog: HOSTILE }] });
    for (const path of ['/feed.atom', `/publisher/${world.id}/feed.atom`]) {
      const { status, headers, text } = await get(path);
      expect([status, headers.get('content-type')]).toEqual([200, 'application/atom+xml; charset=utf-8']);
      expect(text).toContain(`<title>${name.replace('&', '&amp;').replace('<', '&lt;').replace('>', '&gt;')} 2.3.4`);
      expect(text).not.toContain('<script>');
    }
    const badge = await get(`/badge/${id}.svg`);
    expect([badge.headers.get('content-type'), badge.text]).toEqual([
      'image/svg+xml',
      expect.stringContaining('2.3.4'),
    ]);
    expect((await get('/badge/no-such-node.svg')).status).toBe(404);
    expect((await get('/robots.txt')).text).toContain(`Sitemap: ${registry.settings.PUBLIC_URL}/sitemap.xml`);
    const index = await get('/sitemap.xml');
    const parts = [...index.text.matchAll(/\?part=(\d+)/g)].map((found) => found[1]!);
    const maps = await Promise.all(parts.map((part) => get(`/sitemap.xml?part=${part}`)));
    expect(maps.map(({ text }) => text).join('\n')).toContain(`/node/${id}</loc>`);
  });
});

describe('WEB=off', () => {
  it('serves no pages', async () => {
    const registry = await startTestRegistry({ WEB: 'off' });
    try {
      const root = await registry.call('GET', '/');
      expect([root.status, root.headers.get('location')]).toEqual([302, '/docs']);
      for (const path of ['/node/x', '/workflow', '/feed.atom'])
        expect((await registry.call('GET', path)).status).toBeGreaterThanOrEqual(404);
    } finally {
      await registry.close();
    }
  });
});

/** Sends a GET and returns the raw body, because `fetch` decompresses it. */
function rawGet(url: string): Promise<{ headers: Record<string, unknown>; body: Buffer }> {
  return new Promise((resolve, reject) => {
    request(url, { headers: { 'accept-encoding': 'br' } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve({ headers: response.headers, body: Buffer.concat(chunks) }));
    })
      .on('error', reject)
      .end();
  });
}
