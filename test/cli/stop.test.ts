import { request as httpRequest } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type Cli, newToken, openCliOnServer } from '../support/cli.js';
import { until } from '../support/until.js';

describe('stopping the server', () => {
  let cli: Cli;

  beforeEach(async () => {
    cli = await openCliOnServer();
  });
  afterEach(() => cli.close());

  it('finishes running requests, accepts no new ones, and exits', async () => {
    const server = await cli.start({ DEMO: 'false' });
    const as = await newToken(cli);
    const idle = await fetch(`${server.url}/nodes`);
    await idle.text();
    const body = JSON.stringify({ id: 'late-team' });
    const slow = httpRequest(`${server.url}/publishers`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': body.length, authorization: `Bearer ${as}` },
    });
    const answered = new Promise<number>((resolve, reject) => {
      slow.on('response', (response) => {
        response.resume();
        resolve(response.statusCode!);
      });
      slow.on('error', reject);
    });
    slow.write(body.slice(0, 5));
    // The server has started to read the request when it has answered a later one.
    await (await fetch(`${server.url}/healthz`)).text();
    const ended = server.stop();
    await until(() =>
      fetch(`${server.url}/healthz`).then(
        () => false,
        () => true,
      ),
    );
    slow.end(body.slice(5));
    expect(await answered).toBe(201);
    expect((await ended).code).toBe(0);

    const again = await cli.start({ DEMO: 'false' });
    const taken = await fetch(`${again.url}/publishers`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${as}` },
      body,
    });
    expect(taken.status).toBe(400);
  });

  it('does not wait for requests that never end', async () => {
    const server = await cli.start({ DEMO: 'false', SHUTDOWN_TIMEOUT: '1' });
    const stuck = httpRequest(`${server.url}/publishers`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': 100 },
    });
    stuck.on('error', () => undefined);
    stuck.write('{');
    await (await fetch(`${server.url}/healthz`)).text();
    expect((await server.stop()).code).toBe(0);
  });
});
