import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Locator } from 'playwright-core';
import { BuiltInIssuer } from '../../src/auth/built-in-issuer.js';
import { openBrowser, openTab, seriousViolations, type Tab } from '../support/browser.js';
import { makeNode, makePublisher, makeToken, uniqueName, userId } from '../support/builders.js';
import { freePort } from '../support/cli.js';
import { heldPackage, PublisherTool } from '../support/held-packages.js';
import { startTestRegistry, type TestRegistry } from '../support/registry.js';
import { until } from '../support/until.js';

describe('the pages of signed-in users', () => {
  let browser: Browser;
  let registry: TestRegistry;
  let publisher: string;
  let tab: Tab;
  const user = uniqueName('ada');

  beforeAll(async () => {
    const port = await freePort();
    registry = await startTestRegistry({ PORT: String(port), PUBLIC_URL: `http://localhost:${port}` });
    const as = await registry.signIn(user, { name: 'Ada' });
    publisher = await makePublisher(registry, await userId(registry, as));
    await makeNode(registry, publisher);
    const tool = new PublisherTool(registry, publisher, await makeToken(registry, publisher, as));
    await tool.publish(uniqueName('held'), '1.0.0', await heldPackage('os.system("ls")'));
    await registry.call('POST', `/publishers/${publisher}/members`, { as, body: { email: 'ben@example.org' } });
    browser = await openBrowser();
    // One tab for all tests, because the contexts of a single-process browser share the cookies of `fetch`.
    tab = await openTab(browser, registry.settings.PUBLIC_URL);
    const token = await BuiltInIssuer.open(registry.settings).issueSignIn({ user, admin: true, ttlSeconds: 600 });
    await tab.page.goto(`/session/login?token=${token}&return=/account`);
  });
  afterAll(async () => {
    await browser.close();
    await registry.close();
  });

  it.each<['light' | 'dark', number]>([
    ['light', 1000],
    ['dark', 360],
  ])(
    'have no serious accessibility violation and no horizontal scroll bar: %s, %i pixels wide',
    async (colorScheme, width) => {
      const { page, problems } = tab;
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 700 });
      const account = ['', '/members', '/tokens', '/audit'].map((view) => `/account/${publisher}${view}`);
      const moderation = ['', '/users', '/bans', '/audit', '/jobs'].map((view) => `/moderation${view}`);
      for (const path of ['/sign-in', '/account', ...account, ...moderation]) {
        await page.goto(path);
        await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
        await until(async () => (await page.getByText('Loading …').count()) === 0);
        // Only colors depend on the theme.
        const isChecked = colorScheme === 'light' || path === account[0] || path === '/moderation';
        if (isChecked) expect([path, await seriousViolations(page)]).toEqual([path, []]);
        expect([path, await page.evaluate('document.documentElement.scrollWidth - innerWidth')]).toEqual([path, 0]);
      }
      expect(problems).toEqual([]);
    },
  );

  it('can be used with the keyboard only', async () => {
    const { page } = tab;
    await page.goto(`/account/${publisher}`);
    await page.getByRole('heading', { level: 2, name: 'Nodes' }).waitFor();
    const reach = async (target: Locator): Promise<void> => {
      await target.waitFor();
      const isReached = (): Promise<boolean> =>
        target.evaluate((one: { matches(selector: string): boolean }) => one.matches(':focus'));
      for (let presses = 0; presses < 40 && !(await isReached()); presses++) await page.keyboard.press('Tab');
      expect(await isReached()).toBe(true);
    };
    await reach(page.getByRole('link', { name: 'Tokens' }));
    await page.keyboard.press('Enter');
    await reach(page.getByLabel('Name of the token'));
    await page.keyboard.type('by keyboard');
    await page.keyboard.press('Enter');
    await page.getByText(/^xrt_/).waitFor();
    await page.goto('/moderation');
    await reach(page.getByRole('checkbox').first());
    await page.keyboard.press('Space');
    const approve = page.getByRole('button', { name: 'Approve 1' });
    await approve.waitFor();
    for (let presses = 0; presses < 10; presses++) {
      await page.keyboard.press('Shift+Tab');
      if (await approve.evaluate((one: { matches(selector: string): boolean }) => one.matches(':focus'))) break;
    }
    await page.keyboard.press('Enter');
    await page.getByText('Nothing waits for a decision.').waitFor();
  });
});
