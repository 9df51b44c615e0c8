import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { BuiltInIssuer } from '../../src/auth/built-in-issuer.js';
import { packageOf, zipOf } from '../support/archives.js';
import { openBrowser, openTab, seriousViolations, type Tab } from '../support/browser.js';
import { uniqueName } from '../support/builders.js';
import { heldPackage } from '../support/held-packages.js';
import { sharedTestRegistry, type TestRegistry } from '../support/registry.js';

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

  it('ask others to sign in', async () => {
    await page.goto('/account');
    await page.getByText('This page is for signed-in users.').waitFor();
    expect(await page.getByRole('main').getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe(
      '/session/login?return=%2Faccount',
    );
  });

  it('sign a user in by a link, and make a publisher', async () => {
    const claims = { user, name: 'Ada', admin: false, ttlSeconds: 600 };
    const token = await BuiltInIssuer.open(registry.settings).issueSignIn(claims);
    await page.goto(`/session/login?return=/account&token=${token}`);
    await page.getByRole('banner').getByRole('link', { name: 'Ada' }).waitFor();
    await page.getByLabel('Id').fill(publisher);
    await page.getByLabel('Name').fill('The press');
    await page.getByRole('button', { name: 'Create publisher' }).click();
    await page.getByRole('link', { name: 'The press' }).click();
    await page.getByRole('heading', { level: 1, name: 'The press' }).waitFor();
    expect(await seriousViolations(page)).toEqual([]);
  });

  it('show a token once', async () => {
    await page.getByLabel('Name of the token').fill('ci');
    await page.getByRole('button', { name: 'Create token' }).click();
    await page.getByText(/^xrt_/).waitFor();
    await page.reload();
    await page.getByText(/^ci \(…/).waitFor();
    expect(await page.getByText(/xrt_/).count()).toBe(0);
    await page.getByRole('button', { name: 'Delete token ci' }).click();
    await page.getByText(/^ci \(…/).waitFor({ state: 'detached' });
  });

  it('invite members', async () => {
    await page.getByLabel('E-mail address').fill('ben@example.org');
    await page.getByRole('button', { name: 'Invite' }).click();
    await page.getByText(/ben@example\.org, invited as member/).waitFor();
  });

  it('publish an archive, and show the result of its check live', async () => {
    await publish('1.0.0', await zipOf(packageOf('Lens')));
    await page.getByText('Version 1.0.0: Active').waitFor();
    await publish('1.1.0', await heldPackage('os.system("ls")'));
    await page.getByText('Version 1.1.0: Flagged').waitFor();
    await page.locator('[role=status] li code').first().waitFor();
  });

  it('deprecate and unpublish versions', async () => {
    await page.getByRole('button', { name: `Deprecate ${node} 1.0.0`, exact: true }).click();
    await page.getByText('1.0.0, Active, deprecated').waitFor();
    await page.getByRole('button', { name: `Findings of ${node} 1.1.0` }).click();
    page.removeAllListeners('dialog');
    page.once('dialog', (dialog) => void dialog.accept());
    await page.getByRole('button', { name: `Unpublish ${node} 1.0.0` }).click();
    await page.getByText('1.0.0, Active').waitFor({ state: 'detached' });
    const { body } = await registry.call('GET', `/publishers/${publisher}/nodes`);
    expect(body.map(({ id }: { id: string }) => id)).toEqual([node]);
  });

  it('sign out', async () => {
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).waitFor();
    expect(tab.problems).toEqual([]);
  });
});
