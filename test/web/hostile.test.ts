import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { BuiltInIssuer } from '../../src/auth/built-in-issuer.js';
import { zipOf } from '../support/archives.js';
import { openBrowser, openTab, type Tab } from '../support/browser.js';
import { makeNodes, makeWorld, type PublisherWorld, uniqueName } from '../support/builders.js';
import { freePort } from '../support/cli.js';
import { PublisherTool } from '../support/held-packages.js';
import { startTestRegistry, type TestRegistry } from '../support/registry.js';
import { isUnstorable, NAUGHTY_STRINGS } from '../support/strings.js';

const OWN = [
  '</script><script>alert(1)</script><img src=x onerror=alert(2)>',
  '[link](javascript:alert(3)) ![image](https://other.example/x.png) <svg onload=alert(4)>',
  '"><iframe srcdoc="<script>parent.alert(5)</script>"></iframe>',
  '<https://other.example> [ref]: data:text/html,<script>alert(6)</script>\n\n[a][ref]',
];
const STRINGS = [...OWN, ...NAUGHTY_STRINGS].filter((text) => text.trim() !== '' && !isUnstorable(text));
/** Strings that contain markup or scripts. */
const MARKUP = STRINGS.filter((text) => /[<>]|javascript:|\$\{|on\w+=/i.test(text)).slice(0, 60);
const VERSIONS_PER_NODE = 20;
const NODES_PER_PAGE = 24;

/** Selects the elements that could run a script or load a resource of another host. */
const SUSPICIOUS = `[...document.querySelectorAll('script:not([src^="/assets/"]):not([type$="json"]), iframe, object, embed, img, base, form[action^="j" i], a')]
  .filter((one) => one.localName !== 'a' || !['http:', 'https:', 'mailto:'].includes(one.protocol))
  .map((one) => one.outerHTML.slice(0, 200))
  .concat([...document.querySelectorAll('*')].flatMap((one) => one.getAttributeNames().filter((name) => /^on/i.test(name)).map((name) => one.localName + ' ' + name)))`;

describe('hostile texts', () => {
  let registry: TestRegistry;
  let browser: Browser;
  let world: PublisherWorld;
  let tab: Tab;
  let page: Page;
  const nodes: string[] = [];

  beforeAll(async () => {
    const port = await freePort();
    registry = await startTestRegistry({
      PORT: String(port),
      PUBLIC_URL: `http://localhost:${port}`,
      REPORTS_PER_HOUR: '1000',
      MAX_OPEN_REPORTS_PER_USER: '1000',
      MAX_NEW_PUBLISHERS_PER_USER_AND_DAY: '1000',
    });
    world = await makeWorld(registry);
    const chunks = Array.from({ length: Math.ceil(STRINGS.length / VERSIONS_PER_NODE) }, (_, index) =>
      STRINGS.slice(index * VERSIONS_PER_NODE, (index + 1) * VERSIONS_PER_NODE),
    );
    await makeNodes(
      registry,
      chunks.map((texts) => {
        const id = uniqueName('hostile');
        nodes.push(id);
        return {
          id,
          publisherId: world.id,
          name: texts[0]!,
          author: texts.at(-1)!,
          description: texts.join('\n\n'),
          repository: `javascript:alert('${id}')`,
          tags: texts,
          versions: texts.map((changelog, index) => ({
            version: `1.0.${index}`,
            changelog,
            dependencies: [changelog],
            coreNodes: [
              { name: `${id} ${changelog}`, displayName: changelog, category: changelog, description: changelog },
            ],
          })),
        };
      }),
    );
    browser = await openBrowser();
    tab = await openTab(browser, registry.settings.PUBLIC_URL);
    page = tab.page;
  });
  afterAll(async () => {
    await browser.close();
    await registry.close();
  });
  afterEach(() => expect(tab.problems).toEqual([]));

  const signIn = async (user: string, admin: boolean): Promise<void> => {
    await page.context().clearCookies();
    const token = await BuiltInIssuer.open(registry.settings).issueSignIn({ user, admin, ttlSeconds: 600 });
    await page.goto(`/session/login?token=${token}&return=/sign-in`);
    await page.getByText('You are signed in as').waitFor();
  };
  /** Opens a page and waits for a text. */
  const show = async (path: string, ready: RegExp | string): Promise<void> => {
    await page.goto(path);
    await page.getByText(ready).first().waitFor();
    expect([path, await page.evaluate(SUSPICIOUS)]).toEqual([path, []]);
  };

  it('run nothing on public pages', async () => {
    expect(MARKUP.length).toBeGreaterThan(50);
    await registry.call('PUT', `/publishers/${world.id}`, {
      as: world.callers.owner,
      body: { name: OWN[0], description: MARKUP.join('\n\n') },
    });
    await show(`/publisher/${world.id}`, /\d+ nodes/);
    for (let at = 1; at <= Math.ceil(nodes.length / NODES_PER_PAGE); at++) await show(`/?page=${at}`, /\d+ nodes/);
    for (const node of nodes) await show(`/node/${node}`, /^Versions \(/);
    for (const text of MARKUP.slice(0, 10)) await show(`/?search=${encodeURIComponent(text)}`, /\d+ nodes?$/);
    // Rendered in the browser instead of on the server.
    await page.goto('/');
    await page.locator('.card h2 a').first().click();
    await page.getByText(/^Versions \(/).waitFor();
    expect(await page.evaluate(SUSPICIOUS)).toEqual([]);
    // Pages whose URL contains an odd string.
    for (const path of [
      '/node/%3Csvg%20onload=alert(1)%3E',
      '/sign-in?return=javascript:alert(1)&problem=%3Cimg%20src=x%3E',
    ]) {
      await page.goto(path);
      await page.getByRole('main').waitFor();
      expect(await page.evaluate(SUSPICIOUS)).toEqual([]);
    }
    // The browser logs the status 404 of the missing node.
    tab.problems.splice(0, tab.problems.length, ...tab.problems.filter((problem) => !problem.includes('404')));
  });

  it('run nothing on the pages of publishers', async () => {
    const user = uniqueName('eve');
    const as = await registry.signIn(user, { name: OWN[0]! });
    const publisher = uniqueName('evil');
    await registry.call('POST', '/publishers', { as, body: { id: publisher, name: OWN[1] } });
    for (const name of MARKUP.slice(0, 25))
      await registry.call('POST', `/publishers/${publisher}/tokens`, { as, body: { name } });
    await registry.call('POST', `/publishers/${publisher}/members`, { as, body: { email: '"<b>x</b>"@example.org' } });
    await makeNodes(registry, [
      { id: uniqueName('owned'), publisherId: publisher, name: OWN[2]!, versions: [{ version: '1.0.0-script.1' }] },
    ]);
    await signIn(user, false);
    await show('/account', publisher);
    await show(`/account/${publisher}`, '1.0.0-script.1');
    await show(`/account/${publisher}/members`, '(you)');
    await show(`/account/${publisher}/tokens`, 'never used');
    await show(`/account/${publisher}/audit`, 'token.create');
  });

  it('run nothing on the pages of moderators', async () => {
    for (const [index, text] of MARKUP.entries()) {
      const as = await registry.signIn(uniqueName('mallory'), { name: text });
      await registry.call('POST', `/nodes/${nodes[index % nodes.length]}/reports`, { as, body: { text } });
    }
    const tool = new PublisherTool(registry, world.id, world.callers.token);
    const lines = MARKUP.slice(0, 5).map((text) => `os.system(${JSON.stringify(text)})  # ${JSON.stringify(text)}`);
    const source = ['import os', ...lines].join('\n');
    const archive = await zipOf({ '__init__.py': source, '<img src=x onerror=alert(1)>.py': source });
    const held = await tool.publish(uniqueName('held'), '1.0.0', archive);
    expect(held.body.status).toBe('NodeVersionStatusFlagged');
    expect(held.body.findings.length).toBeGreaterThan(5);
    await signIn('chief', true);
    await show('/moderation', /waiting/);
    for (const [kind, selector] of [
      ['version', 'code.marked'],
      ['report', '.said'],
    ] as const) {
      await page.getByLabel('Show').selectOption(kind);
      await page.locator(selector).first().waitFor();
      expect([kind, await page.evaluate(SUSPICIOUS)]).toEqual([kind, []]);
    }
    await page.getByText(`${MARKUP.length} waiting`).waitFor();
    for (const number of [2, 3]) {
      await page.getByRole('button', { name: 'Next' }).click();
      await page.getByText(`Page ${number}`).waitFor();
      expect(await page.evaluate(SUSPICIOUS)).toEqual([]);
    }
    await registry.call('POST', `/publishers/${world.id}/ban`, { as: world.callers.admin, body: { reason: OWN[1] } });
    await show('/moderation/users', /\d+ users/);
    await show('/moderation/audit', /\d+ entries/);
    await show('/moderation/bans', 'Find');
    await page.getByLabel('Id of a node or a publisher').fill(world.id);
    await page.getByRole('button', { name: 'Find' }).click();
    await page.getByText('banned').first().waitFor();
    expect(await page.evaluate(SUSPICIOUS)).toEqual([]);
  });
});
