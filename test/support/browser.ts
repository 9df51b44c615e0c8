import { AxeBuilder } from '@axe-core/playwright';
import chromium from '@sparticuz/chromium';
import { type Browser, type BrowserContextOptions, chromium as playwright, type Page } from 'playwright-core';

/** A browser tab, and the problems that occurred in it. */
export interface Tab {
  readonly page: Page;
  /** Errors and warnings on the console, uncaught errors, dialogs, and requests to other hosts. */
  readonly problems: string[];
}

/** Starts the browser of the development dependencies. */
export async function openBrowser(): Promise<Browser> {
  return playwright.launch({
    executablePath: await chromium.executablePath(),
    args: [
      ...chromium.args,
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
    ],
  });
}

/** Opens a tab on a registry. */
export async function openTab(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<Tab> {
  const context = await browser.newContext({ baseURL: url, ...options });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`));
  page.on('dialog', (dialog) => {
    problems.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith('data:')) problems.push(`to ${request.url()}`);
  });
  return { page, problems };
}

/** Returns the violations of accessibility rules with the impact serious or critical, one line each. */
export async function seriousViolations(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .map(({ html }) => html)
          .join(' ')
          .slice(0, 300)}`,
    );
}
