// Writes the screenshots of README.md to docs/images, from a registry with its demo data.
import chromium from '@sparticuz/chromium';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium as playwright } from 'playwright-core';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FOLDER = join(ROOT, 'docs', 'images');
const START_MS = 60_000;
const PAGES = [
  { path: '/', file: 'catalogue.png', height: 700, ready: '.card' },
  { path: '/node/upscale-studio', file: 'node.png', height: 860, ready: '.copyable button' },
];

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

/** Starts a registry and waits until it is ready. @returns its URL and what ends it */
async function startRegistry(folder) {
  const url = `http://localhost:${await freePort()}`;
  const env = { ...process.env, PORT: new URL(url).port, DATA_DIR: folder, LOG_LEVEL: 'warn', DEMO: 'true' };
  const registry = spawn(process.execPath, [join(ROOT, 'bin', 'registry.mjs'), 'start'], { env, stdio: 'inherit' });
  const deadline = Date.now() + START_MS;
  while (!(await fetch(`${url}/readyz`).catch(() => undefined))?.ok) {
    if (registry.exitCode !== null || Date.now() > deadline) throw new Error('The registry does not start.');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return {
    url,
    stop: async () => {
      registry.kill();
      await once(registry, 'exit');
    },
  };
}

async function takeAll(url) {
  const browser = await playwright.launch({
    executablePath: await chromium.executablePath(),
    args: [...chromium.args, '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    const page = await browser.newPage({ baseURL: url, colorScheme: 'light' });
    for (const { path, file, height, ready } of PAGES) {
      await page.setViewportSize({ width: 1080, height });
      await page.goto(path);
      await page.locator(ready).first().waitFor();
      // Who uses the page is known now.
      await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).waitFor();
      await page.screenshot({ path: join(FOLDER, file) });
    }
  } finally {
    await browser.close();
  }
}

mkdirSync(FOLDER, { recursive: true });
const folder = mkdtempSync(join(tmpdir(), 'registry-screenshots-'));
try {
  const registry = await startRegistry(folder);
  try {
    await takeAll(registry.url);
  } finally {
    await registry.stop();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
