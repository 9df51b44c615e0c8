import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { openBrowser, openTab } from '../support/browser.js';
import { changeNode, makeNode, makeWorld, type PublisherWorld, uniqueName } from '../support/builders.js';
import { packageOf, zipOf } from '../support/archives.js';
import { PublisherTool } from '../support/held-packages.js';
import { sharedTestRegistry, type TestRegistry } from '../support/registry.js';

const HOSTILE = `</script><script>alert(1)</script><img src=x onerror=alert(2)>`;
const BROTLI = { 'accept-encoding': 'br' };
const WORKFLOW = fileURLToPath(new URL('../../docs/examples/workflow.json', import.meta.url));

describe('the pages in a browser', () => {
  let browser: Browser;
  let registry: TestRegistry;
  let world: PublisherWorld;
  let name: string;
  let node: string;

  beforeAll(async () => {
    registry = await sharedTestRegistry();
    world = await makeWorld(registry);
    name = uniqueName('Zephyr');
    node = await makeNode(registry, world.id, { name, versions: [{ version: '1.0.0', changelog: 'The *first*.' }] });
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await registry.close();
  });

  const open = (options?: BrowserContextOptions) => openTab(browser, registry.url, options);

  it('navigate from a search to a node and back without loading another document', async () => {
    const { page, problems } = await open();
    await page.goto('/');
    await page.evaluate('globalThis.isSamePage = true');
    await page.getByLabel('Search').fill(name.slice(0, -1));
    // The URL follows the field after a pause, and the list follows the URL.
    await page.waitForURL(/search=/);
    await page.getByRole('link', { name }).first().click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/node/${node}`);
    await page.locator('em', { hasText: 'first' }).waitFor();
    await page.goBack();
    await page.getByRole('link', { name }).first().waitFor();
    expect(await page.getByLabel('Search').inputValue()).toBe(name.slice(0, -1));
    await page.getByRole('link', { name: world.id }).first().click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.evaluate('globalThis.isSamePage')).toBe(true);
    expect(problems).toEqual([]);
  });

  it('load little data for the first view', async () => {
    const { page } = await open();
    for (const path of ['/', `/node/${node}`]) {
      await page.goto(path);
      await page.getByRole('link', { name: 'Sign in' }).first().waitFor();
      const files = await page.evaluate<string[]>(`performance.getEntriesByType('resource').map(({ name }) => name)`);
      const bytesOf = async (type: string): Promise<number> => {
        const responses = files.filter((file) => file.endsWith(type)).map((file) => fetch(file, { headers: BROTLI }));
        const sizes = (await Promise.all(responses)).map(({ headers }) => Number(headers.get('content-length')));
        return sizes.reduce((sum, size) => sum + size, 0);
      };
      const [script, styles] = [await bytesOf('.js'), await bytesOf('.css')];
      expect(script).toBeGreaterThan(10_000);
      expect(script).toBeLessThan(60_000);
      expect(styles).toBeGreaterThan(1000);
      expect(styles).toBeLessThan(15_000);
    }
  });

  it('restore the scroll position of a list after Back', async () => {
    const prefix = uniqueName('Quasar');
    for (let index = 0; index < 12; index++) await makeNode(registry, world.id, { name: `${prefix} ${index}` });
    const { page } = await open({ viewport: { width: 800, height: 400 } });
    await page.goto(`/?order=name&search=${prefix}`);
    await page.evaluate('scrollTo(0, 200)');
    await page.locator('.card h2 a').nth(6).click();
    await page.getByRole('heading', { name: 'Install' }).waitFor();
    await page.goBack();
    await page.locator('.card').first().waitFor();
    expect(await page.evaluate('scrollY')).toBeGreaterThanOrEqual(200);
  });

  it('can be used with the keyboard only', async () => {
    const { page } = await open();
    await page.goto('/');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the content');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.type(name);
    await page.getByText('1 node', { exact: true }).waitFor();
    const link = page.getByRole('link', { name });
    const isReached = (): Promise<boolean> =>
      link.evaluate((one: { matches(selector: string): boolean }) => one.matches(':focus'));
    for (let presses = 0; presses < 15 && !(await isReached()); presses++) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name }).waitFor();
  });

  it('run no script from texts of publishers', async () => {
    const hostile = await makeNode(registry, world.id, {
      name: HOSTILE,
      description: `${HOSTILE} [a](javascript:alert(3)) ![b](https://other.example/x.png) <svg onload=alert(4)>`,
      tags: [HOSTILE],
      versions: [{ version: '1.0.0', changelog: HOSTILE }],
    });
    await changeNode(registry, hostile, `repository = 'javascript:alert(5)'`);
    const { page, problems } = await open();
    for (const path of [`/node/${hostile}`, `/publisher/${world.id}`, `/?search=${encodeURIComponent(HOSTILE)}`]) {
      await page.goto(path);
      await page.getByRole('main').waitFor();
    }
    await page.goto(`/?search=${hostile}`);
    await page.locator('.card h2 a').first().click();
    await page.getByText('Versions (1)').waitFor();
    expect(problems).toEqual([]);
  });

  it('show the plan of a workflow, and an error for an invalid file', async () => {
    const { page, problems } = await open();
    await page.goto('/workflow');
    const file = page.getByLabel('Workflow file');
    await file.setInputFiles({ name: 'a.json', mimeType: 'application/json', buffer: Buffer.from('{"no') });
    await page.getByText('The file is not valid JSON').waitFor();
    await file.setInputFiles(WORKFLOW);
    await page.getByRole('heading', { name: /The plan is/ }).waitFor();
    expect(problems).toEqual([]);
  });

  it('switch to an alternative of a plan, and back', async () => {
    const type = uniqueName('Blur');
    const coreNodes = [{ name: type }];
    const used = await makeNode(registry, world.id, { downloads: 9, versions: [{ version: '1.0.0', coreNodes }] });
    const other = await makeNode(registry, world.id, { versions: [{ version: '2.0.0', coreNodes }] });
    const { page, problems } = await open();
    await page.goto('/workflow');
    const buffer = Buffer.from(JSON.stringify({ nodes: [{ id: 1, type }], links: [] }));
    await page.getByLabel('Workflow file').setInputFiles({ name: 'a.json', mimeType: 'application/json', buffer });
    const commands = page.locator('.copyable', { hasText: 'Commands' }).locator('code');
    await page.getByText('1 alternative').click();
    expect(await commands.innerText()).toContain(`/nodes/${used}/`);
    await page.getByRole('button', { name: `Use ${other}` }).click();
    await page.getByText(`You chose ${other}.`).waitFor();
    expect(await commands.innerText()).toContain(`/nodes/${other}/`);
    expect(await commands.innerText()).not.toContain(`/nodes/${used}/`);
    await page.getByRole('button', { name: 'Back to the suggested plan' }).click();
    await page.getByText(`You chose ${other}.`).waitFor({ state: 'detached' });
    expect(await commands.innerText()).toContain(`/nodes/${used}/`);
    expect(problems).toEqual([]);
  });

  it('count new versions while the catalogue is shown', async () => {
    const { page, problems } = await open();
    const followed = page.waitForResponse((response) => response.request().postData()?.includes('Changes') === true);
    await page.goto(`/?order=newest&publisher=${world.id}`);
    await followed;
    const tool = new PublisherTool(registry, world.id, world.callers.token);
    const fresh = uniqueName('fresh');
    await tool.publish(fresh, '1.0.0', await zipOf(packageOf('Fresh')));
    await page.getByRole('button', { name: /new version/ }).click();
    await page.getByRole('link', { name: fresh }).waitFor();
    expect(problems).toEqual([]);
  });
});
