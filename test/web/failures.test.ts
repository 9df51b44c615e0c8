import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { BuiltInIssuer } from '../../src/auth/built-in-issuer.js';
import { openBrowser, openTab } from '../support/browser.js';
import {
  changePublisher,
  joinPublisher,
  makeNode,
  makeWorld,
  type PublisherWorld,
  uniqueName,
} from '../support/builders.js';
import { freePort } from '../support/cli.js';
import { heldPackage, PublisherTool } from '../support/held-packages.js';
import { startTestRegistry, type TestRegistry } from '../support/registry.js';
import { until } from '../support/until.js';

const UNREACHABLE = 'The registry can’t be reached.';

describe('the pages tell the user', () => {
  let registry: TestRegistry;
  let browser: Browser;
  let world: PublisherWorld;
  let page: Page;
  let node: string;

  beforeAll(async () => {
    const port = await freePort();
    registry = await startTestRegistry({ PORT: String(port), PUBLIC_URL: `http://localhost:${port}` });
    world = await makeWorld(registry);
    node = await makeNode(registry, world.id, { versions: [] });
    const tool = new PublisherTool(registry, world.id, world.callers.token);
    for (const version of ['1.0.0', '1.1.0', '1.2.0'])
      await tool.publish(node, version, await heldPackage('os.system("id")'));
    browser = await openBrowser();
    ({ page } = await openTab(browser, registry.settings.PUBLIC_URL, { viewport: { width: 900, height: 600 } }));
  });
  afterAll(async () => {
    await browser.close();
    await registry.close();
  });
  beforeEach(() => page.context().clearCookies());
  afterEach(() => page.unrouteAll({ behavior: 'ignoreErrors' }));

  const signIn = async (user: string, path: string, admin = false, on = page): Promise<void> => {
    const token = await BuiltInIssuer.open(registry.settings).issueSignIn({ user, name: user, admin, ttlSeconds: 60 });
    await on.goto(`/session/login?token=${token}&return=${encodeURIComponent(path)}`);
    await on.getByRole('banner').getByRole('link', { name: user }).waitFor();
  };
  const goOffline = (): Promise<unknown> => page.route(/graphql|session/, (route) => route.abort());
  const alertText = async (): Promise<string> => {
    await page.getByRole('alert').first().waitFor();
    return (await page.getByRole('alert').allInnerTexts()).join(' ');
  };
  /** Returns a new member of the publisher. */
  const memberOf = async ({ id, callers }: PublisherWorld): Promise<string> => {
    const user = uniqueName('member');
    await joinPublisher(registry, id, callers.owner, await registry.signIn(user, { name: user }));
    return user;
  };

  it.each([
    ['when they write', false],
    ['when they come back to the page', true],
  ])('that they are signed in as somebody else, %s', async (_when, isShownAgain) => {
    const [first, second, publisher] = [uniqueName('ada'), uniqueName('carl'), uniqueName('whose')];
    await signIn(first, '/account');
    await page.getByLabel('Id', { exact: true }).fill(publisher);
    await page.getByLabel('Name', { exact: true }).fill('Whose');
    const other = await page.context().newPage();
    await signIn(second, '/', false, other);
    await other.close();
    if (isShownAgain) await page.evaluate('document.dispatchEvent(new Event("visibilitychange")) && 0');
    else await page.getByRole('button', { name: 'Create publisher' }).click();
    await page.getByText(`You are now signed in as ${second}.`).waitFor();
    expect(await page.getByRole('button', { name: 'Create publisher' }).count()).toBe(0);
    expect((await registry.call('GET', `/publishers/${publisher}`)).status).toBe(404);
    await page.getByRole('button', { name: 'Load the page again' }).click();
    await page.getByRole('banner').getByRole('link', { name: second }).waitFor();
    await page.getByRole('button', { name: 'Create publisher' }).waitFor();
  });

  it('that their session has ended, where they look, and keep their input', async () => {
    await signIn('chief', '/moderation', true);
    await page.getByRole('checkbox', { name: `${node} 1.2.0` }).check();
    await page.getByLabel('Reason, which the publisher can read').fill('Runs a program.');
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Reject 1' }).click();
    const message = page.locator('.decision').getByText('Your session has ended.');
    await message.waitFor();
    const { y, height } = (await message.boundingBox())!;
    expect(y >= 0 && y + height <= 600).toBe(true);
    expect(await page.getByRole('link', { name: 'Sign in again' }).count()).toBeGreaterThan(0);
    expect(await page.getByLabel('Reason, which the publisher can read').inputValue()).toBe('Runs a program.');
    expect(await page.getByRole('checkbox', { name: `${node} 1.2.0` }).isChecked()).toBe(true);
    // After another sign-in in another tab, the same decision is sent.
    const other = await page.context().newPage();
    await signIn('chief', '/', true, other);
    await other.close();
    await page.getByRole('button', { name: 'Reject 1' }).click();
    await page.getByText('Rejected 1.').waitFor();
  });

  it('that findings can’t be read, instead of that there are none', async () => {
    await signIn('chief', `/account/${world.id}`, true);
    const findings = page.getByRole('button', { name: `Findings of ${node} 1.1.0` });
    await findings.waitFor();
    await goOffline();
    await findings.click();
    expect(await alertText()).toContain(UNREACHABLE);
    await page.unrouteAll();
    await page.context().clearCookies();
    await findings.click();
    await page.getByText('Your session has ended.').first().waitFor();
    expect(await page.getByText('The checks found nothing.').count()).toBe(0);
  });

  it('that a review was not sent, and that they are still signed in', async () => {
    await signIn(uniqueName('grace'), `/node/${node}`);
    await page.getByRole('radio', { name: '4' }).check();
    await goOffline();
    await page.getByRole('button', { name: 'Rate' }).click();
    expect(await alertText()).toContain(UNREACHABLE);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('You are still signed in').waitFor();
  });

  it('that a list can’t be loaded, and let them try again', async () => {
    await signIn('chief', '/moderation', true);
    await page.getByText('waiting').waitFor();
    await goOffline();
    await page.getByLabel('Show').selectOption('report');
    expect(await alertText()).toContain(UNREACHABLE);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('0 waiting').waitFor();
  });

  it('that the session or a page can’t be loaded', async () => {
    await page.route('**/session', (route) => route.abort());
    await page.goto('/account');
    expect(await alertText()).toContain(UNREACHABLE);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('This page is for signed-in users.').waitFor();
    await signIn('chief', '/', true);
    await page.route(/moderation-.*\.js/, (route) => route.fulfill({ status: 404, body: '' }));
    await page.getByRole('link', { name: 'Moderation' }).click();
    expect(await alertText()).toContain('This page can’t be loaded.');
  });

  it('what members may see, and that their publisher is banned', async () => {
    const own = await makeWorld(registry);
    const member = await memberOf(own);
    await signIn(member, `/account/${own.id}`);
    await page.getByRole('heading', { name: 'Publish a version' }).waitFor();
    await changePublisher(registry, own.id, `status = 'PublisherStatusBanned'`);
    await page.reload();
    expect(await alertText()).toContain('This publisher is banned.');
  });

  it('which page they see, in the title', async () => {
    await page.goto('/');
    const before = await page.title();
    await page.goto(`/node/${node}`);
    const title = await page.title();
    await page.getByRole('link', { name: 'Extension Registry' }).click();
    await page.getByLabel('Search').waitFor();
    await until(async () => (await page.title()) === before);
    await page.goBack();
    await until(async () => (await page.title()) === title);
    expect(title).not.toBe(before);
  });

  it('the schema in the playground, also while they are signed in', async () => {
    await signIn(uniqueName('ada'), '/');
    const answered = page.waitForResponse(
      (response) => response.request().method() === 'POST' && response.url().endsWith('/graphql'),
    );
    await page.goto('/graphql');
    expect((await answered).status()).toBe(200);
  });
});
