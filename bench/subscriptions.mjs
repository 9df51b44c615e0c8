// Measures the memory that idle subscribers take, and the time until an event has reached all of them.
//   node bench/subscriptions.mjs [subscribers] [writes]
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { cli } from './paths.mjs';
import { residentMemory } from './processes.mjs';
import { registryEnvironment, startRegistry } from './servers.mjs';

const [subscribers = 2000, writes = 5] = process.argv.slice(2).map(Number);
const SETTINGS = { MAX_SUBSCRIPTIONS: '100000', MAX_SUBSCRIPTIONS_PER_CALLER: '100000', MAX_CONNECTIONS: '100000' };
const DOCUMENT = JSON.stringify({ query: 'subscription { changes { changes { subjectId change } next } }' });
const SETTLE_MS = 15_000;

const agent = new Agent({ maxSockets: Infinity });

/** Opens a subscription. Resolves with the first bytes of its stream. @param onEvent called for each event */
function subscribe(port, onEvent) {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        port,
        agent,
        method: 'POST',
        path: '/graphql',
        headers: { accept: 'text/event-stream', 'content-type': 'application/json' },
      },
      (response) => {
        if (response.statusCode !== 200) reject(new Error(`A subscription returned status ${response.statusCode}.`));
        response.setEncoding('utf8');
        response.on('data', (text) => {
          for (let at = text.indexOf('event: next'); at >= 0; at = text.indexOf('event: next', at + 1)) onEvent();
        });
        response.once('data', resolve);
      },
    );
    sent.on('error', reject);
    sent.end(DOCUMENT);
  });
}

async function write(port, token, index) {
  const response = await fetch(`http://localhost:${port}/publishers`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ id: `subscribed-${index}`, name: 'P' }),
  });
  if (!response.ok) throw new Error(`The write returned status ${response.status}: ${await response.text()}`);
}

/** Writes once. @returns the time in ms until the last subscriber received the event */
async function broadcastTime({ port, token, seen }, index) {
  seen.count = 0;
  const began = performance.now();
  const all = new Promise((resolve) => (seen.onAll = () => resolve(performance.now() - began)));
  await write(port, token, index);
  return Math.round(await all);
}

const folder = mkdtempSync(join(tmpdir(), 'subscriptions-'));
const more = { ...SETTINGS, MAX_NEW_PUBLISHERS_PER_DAY: '1000', MAX_PUBLISHERS_PER_USER: '1000' };
const server = await startRegistry('ours', folder, process.env.DATABASE_URL ?? '', more);
try {
  const { port } = server;
  const { pid } = server.process;
  const env = registryEnvironment(folder, process.env.DATABASE_URL ?? '', more);
  const token = execFileSync(process.execPath, [cli, 'token', '--user', 'bench'], { env, encoding: 'utf8' }).trim();
  const seen = { count: 0, onAll: () => undefined };
  const onEvent = () => ++seen.count === subscribers && seen.onAll();
  // Warm-up: the first requests compile code and fill caches, which must not count as memory of subscribers.
  for (let index = 0; index < 200; index++) await subscribe(port, () => undefined);
  agent.destroy();
  await write(port, token, 'first');
  await wait(SETTLE_MS);
  const before = residentMemory(pid);
  for (let index = 0; index < subscribers; index += 50)
    await Promise.all(Array.from({ length: Math.min(50, subscribers - index) }, () => subscribe(port, onEvent)));
  await wait(SETTLE_MS);
  const idle = residentMemory(pid);
  const took = [];
  for (let index = 0; index < writes; index++) took.push(await broadcastTime({ port, token, seen }, index));
  console.log(`${subscribers} idle subscribers: ${(idle - before).toFixed(1)} MB of resident memory`);
  console.log(`a write reached all of them within ${took.join(', ')} ms`);
} finally {
  agent.destroy();
  await server.process.stop();
  rmSync(folder, { recursive: true, force: true });
}
