import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { BuiltInIssuer } from '../../src/auth/built-in-issuer.js';
import { packageOf, zipOf } from '../support/archives.js';
import { openBrowser, openTab, seriousViolations, type Tab } from '../support/browser.js';
import { makeNode, uniqueName } from '../support/builders.js';
import { heldPackage } from '../support/held-packages.js';
import { sharedTestRegistry, type TestRegistry } from '../support/registry.js';
import { until } from '../support/until.js';

describe('the pages for publishers', () => {
  let browser: Browser;
  let registry: TestRegistry;
  let tab: Tab;
  let page: Page;
  const user = uniqueName('ada');
  const publisher = uniqueName('press');
  const node = uniqueName('lens');

  beforeAll(async () => {
    registry = await sharedTestRegistry();
    browser = await openBrowser();
    tab = await openTab(browser, registry.url);
    ({ page } = tab);
  });
  afterAll(async () => {
    await browser.close();
    await registry.close();
  });

  const publish = async (version: string, content: Buffer): Promise<void> => {
    await page.getByLabel('Node id').fill(node);
    await page.getByLabel('Version', { exact: true }).fill(version);
    await page
      .getByLabel('Archive', { exact: true })
      .setInputFiles({ name: 'archive.zip', mimeType: 'application/zip', buffer: content });
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
  };

  /** Accepts the next dialog, and does not count it as a problem. */
  const accept = (): void => {
    page.removeAllListeners('dialog');
    page.once('dialog', (dialog) => void dialog.accept());
  };

  it('require a signed-in user', async () => {
    await page.goto('/account');
    await page.getByText('This page is for signed-in users.').waitFor();
    expect(await page.getByRole('main').getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe(
      '/session/login?return=%2Faccount',
    );
  });

  it('sign a user in with a link, and create a publisher', async () => {
    const claims = { user, name: 'Ada', admin: false, ttlSeconds: 600 };
    const token = await BuiltInIssuer.open(registry.settings).issueSignIn(claims);
    await page.goto(`/session/login?return=/account&token=${token}`);
    await page.getByRole('banner').getByRole('link', { name: 'Ada' }).waitFor();
    await page.getByLabel('Id', { exact: true }).fill(publisher);
    await page.getByLabel('Name', { exact: true }).fill('The press');
    await page.getByRole('button', { name: 'Create publisher' }).click();
    await page.getByRole('link', { name: 'The press' }).click();
    await page.getByRole('heading', { level: 1, name: 'The press' }).waitFor();
    expect(await seriousViolations(page)).toEqual([]);
  });

  it('show a token once', async () => {
    await page.getByRole('link', { name: 'Tokens' }).click();
    await page.getByText('No tokens yet.').waitFor();
    await page.getByLabel('Name of the token').fill('ci');
    await page.getByRole('button', { name: 'Create token' }).click();
    await page.getByText(/^xrt_/).waitFor();
    await page.reload();
    await page.getByText('never used').waitFor();
    expect(await page.getByText(/xrt_/).count()).toBe(0);
    accept();
    await page.getByRole('button', { name: 'Delete token ci' }).click();
    await page.getByText('No tokens yet.').waitFor();
  });

  it('invite members, withdraw invitations, change roles and remove members', async () => {
    const name = uniqueName('ben');
    const email = `${name}@example.org`;
    const ben = await registry.signIn(name, { name, email });
    const invite = async (): Promise<void> => {
      await page.getByLabel('E-mail address').fill(email);
      await page.getByRole('button', { name: 'Invite' }).click();
      await page.getByRole('button', { name: `Withdraw the invitation of ${email}` }).waitFor();
    };
    const roles = async (): Promise<string[]> =>
      (await registry.call('GET', `/publishers/${publisher}`)).body.members
        .filter(({ user }: { user: { name: string } }) => user.name === name)
        .map(({ role }: { role: string }) => role);
    await page.getByRole('link', { name: 'Members' }).click();
    await invite();
    await page.getByRole('button', { name: `Withdraw the invitation of ${email}` }).click();
    await page.getByText('No invitation waits for an answer.').waitFor();
    await invite();
    const { body } = await registry.call('GET', '/users/invitations', { as: ben });
    await registry.call('POST', `/users/invitations/${body[0].id}/accept`, { as: ben });
    await page.reload();
    const role = page.getByLabel(`Role of ${name}`);
    expect(await role.inputValue()).toBe('member');
    await role.selectOption('owner');
    await until(async () => (await roles())[0] === 'owner');
    expect(await seriousViolations(page)).toEqual([]);
    accept();
    await page.getByRole('button', { name: `Remove ${name}` }).click();
    await role.waitFor({ state: 'detached' });
    expect(await roles()).toEqual([]);
    // The last owner can’t be demoted, and is still shown as an owner.
    await page.getByLabel('Role of Ada').selectOption('member');
    await page.getByRole('alert').waitFor();
    expect(await page.getByLabel('Role of Ada').inputValue()).toBe('owner');
    await page.getByRole('link', { name: 'Audit log' }).click();
    await page.getByText('member.remove').waitFor();
    await page.getByRole('link', { name: 'Nodes' }).click();
  });

  it('publish an archive, and show the progress and result of its checks', async () => {
    await publish('1.0.0', await zipOf(packageOf('Lens')));
    await page.getByText('Version 1.0.0: Active').waitFor();
    await publish('1.1.0', await heldPackage('os.system("ls")'));
    await page.getByText('Version 1.1.0: Flagged').waitFor();
    await page.locator('[role=status] code.marked', { hasText: 'os.system("ls")' }).waitFor();
  });

  it('deprecate and unpublish versions', async () => {
    await page.getByRole('button', { name: `Deprecate ${node} 1.0.0`, exact: true }).click();
    await page.getByText('1.0.0 Active deprecated').waitFor();
    await page.getByRole('button', { name: `Findings of ${node} 1.1.0` }).click();
    await page.locator('.rows code.marked', { hasText: 'os.system("ls")' }).waitFor();
    expect(await seriousViolations(page)).toEqual([]);
    accept();
    await page.getByRole('button', { name: `Unpublish ${node} 1.0.0` }).click();
    await page.getByText('1.0.0 Active').waitFor({ state: 'detached' });
    const { body } = await registry.call('GET', `/publishers/${publisher}/nodes`);
    expect(body.map(({ id }: { id: string }) => id)).toEqual([node]);
  });

  it('edit the node and the changelog of a version, and delete a node', async () => {
    await page.getByText('Edit', { exact: true }).click();
    await page.getByLabel('Name', { exact: true }).fill('The lens');
    await page.getByLabel('Tags, separated by commas').fill('glass, light');
    await page.getByLabel('Description (Markdown)').fill('Sees *more*.');
    await page.getByLabel('Repository').fill('no address');
    const save = page.locator('form', { hasText: 'Description' }).getByRole('button', { name: 'Save' });
    await save.click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Repository').fill('https://github.com/ada/lens');
    await save.click();
    await page.getByRole('link', { name: 'The lens' }).waitFor();
    await page.getByLabel(`Changelog of ${node} 1.1.0`).click();
    await page.getByRole('textbox', { name: 'Changelog', exact: true }).fill('Lists the folder.');
    await page.locator('li', { hasText: '1.1.0' }).getByRole('button', { name: 'Save' }).click();
    const path = `/nodes/${node}`;
    await until(async () => {
      const { body } = await registry.call('GET', `${path}/versions/1.1.0`, { as: await registry.signIn(user) });
      return body.changelog === 'Lists the folder.';
    });
    expect(await seriousViolations(page)).toEqual([]);
    expect((await registry.call('GET', path)).body).toMatchObject({
      name: 'The lens',
      description: 'Sees *more*.',
      repository: 'https://github.com/ada/lens',
      tags: ['glass', 'light'],
    });
    const other = await makeNode(registry, publisher, { versions: [] });
    await page.reload();
    const panel = page.locator('section.panel', { hasText: other });
    await panel.getByText('Edit', { exact: true }).click();
    accept();
    await panel.getByRole('button', { name: 'Delete the node' }).click();
    await panel.waitFor({ state: 'detached' });
    expect((await registry.call('GET', `/nodes/${other}`)).status).toBe(404);
  });

  it('show the versions of a node ten at a time', async () => {
    const versions = Array.from({ length: 12 }, (_, index) => ({ version: `1.0.${index}` }));
    const many = await makeNode(registry, publisher, { versions });
    await page.reload();
    await page.getByRole('button', { name: `Older versions of ${many}` }).click();
    await page.getByRole('button', { name: `Unpublish ${many} 1.0.0` }).waitFor();
    expect(await page.getByRole('button', { name: `Unpublish ${many}` }).count()).toBe(12);
  });

  it('sign out', async () => {
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).waitFor();
    expect(tab.problems).toEqual([]);
  });
});
