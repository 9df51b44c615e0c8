import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { openBrowser, openTab, seriousViolations } from '../support/browser.js';
import { makeNode, makeWorld, type PublisherWorld } from '../support/builders.js';
import { sharedTestRegistry, type TestRegistry } from '../support/registry.js';

describe('the pages', () => {
  let browser: Browser;
  let registry: TestRegistry;
  let world: PublisherWorld;
  let node: string;

  beforeAll(async () => {
    registry = await sharedTestRegistry();
    world = await makeWorld(registry);
    node = await makeNode(registry, world.id, { versions: [{ version: '1.0.0', changelog: 'The *first*.' }] });
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await registry.close();
  });

  it.each<[string, BrowserContextOptions]>([
    ['light', { colorScheme: 'light' }],
    ['dark, 360 pixels wide', { colorScheme: 'dark', viewport: { width: 360, height: 700 } }],
    ['without script', { javaScriptEnabled: false }],
  ])('have no serious accessibility violation and no horizontal scroll bar: %s', async (_what, options) => {
    const { page, problems } = await openTab(browser, registry.url, options);
    for (const path of ['/', `/node/${node}`, `/publisher/${world.id}`, '/workflow', '/node/no-such-node']) {
      await page.goto(path);
      await page.getByRole('main').waitFor();
      if (options.javaScriptEnabled === false) {
        expect(await page.locator('h1, .message').first().isVisible()).toBe(true);
        continue;
      }
      // Checked in one theme for most pages, because the check is slow and only colors depend on the theme.
      const isChecked = options.colorScheme === 'light' || path === '/';
      if (isChecked) expect([path, await seriousViolations(page)]).toEqual([path, []]);
      expect([path, await page.evaluate('document.documentElement.scrollWidth - innerWidth')]).toEqual([path, 0]);
    }
    // The browser logs the status 404 of the last page.
    expect(problems.filter((problem) => !problem.includes('404'))).toEqual([]);
  });
});
