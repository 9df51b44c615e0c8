import { once } from 'node:events';
import { createServer, get, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { SendBuffers } from '../../src/fast-path/send-buffers.js';
import { ListText } from '../../src/values/list-text.js';

/** More responses than there are buffers. */
const MANY = 70;

describe('send buffers of responses', () => {
  let server: Server;
  let url: string;
  let take: (response: ServerResponse) => void;

  beforeAll(async () => {
    server = createServer((_request, response) => take(response)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  });
  afterAll(() => void server.close());

  it('are released, whether the client disconnects early or reads the response', async () => {
    const buffers = new SendBuffers();
    const text = ListText.of(
      '[',
      ['"ä"', '1'].map((json) => ({ json, bytes: Buffer.byteLength(json) })),
      ']',
    );
    const written = jest.spyOn(text, 'write');
    for (let time = 0; time < MANY; time++) {
      const come = new Promise<ServerResponse>((resolve) => (take = resolve));
      const caller = get(url).on('error', () => undefined);
      const response = await come;
      caller.destroy();
      await once(response, 'close');
      buffers.end(response, text, text.byteLength());
    }
    expect(written).not.toHaveBeenCalled();
    take = (response) => buffers.end(response, text, text.byteLength());
    for (let time = 0; time < MANY; time++) expect(await (await fetch(url)).text()).toBe('["ä",1]');
    expect(written).toHaveBeenCalledTimes(MANY);
    // Sequential responses need only one buffer.
    expect(new Set(written.mock.calls.map(([buffer]) => buffer)).size).toBe(1);
  });
});
