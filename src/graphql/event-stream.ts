import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { EventStream } from './context.js';

const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  // Prevents compression, and buffering by proxies, because both delay events.
  'Cache-Control': 'private, no-store, no-transform',
  'X-Accel-Buffering': 'no',
};

/** An open event stream. `cursors` are those of the events that were not sent yet, in order. */
export class OpenStream implements EventStream {
  readonly cursors: string[] = [];
  readonly #controller = new AbortController();

  constructor(
    readonly lastEventId: string | undefined,
    private readonly response: ServerResponse,
  ) {
    response.once('close', () => this.#controller.abort());
  }

  get closed(): AbortSignal {
    return this.#controller.signal;
  }

  readonly ready = async (): Promise<void> => {
    if (!this.response.writableNeedDrain) return;
    // Rejects if the connection is closed.
    await once(this.response, 'drain', { signal: this.closed }).catch(() => undefined);
  };

  /** Sends each message when it arrives, until the connection is closed. The `id` of an event is its cursor. */
  async send(messages: AsyncGenerator<string, void, undefined>): Promise<void> {
    const { response, closed } = this;
    response.writeHead(200, HEADERS);
    closed.addEventListener('abort', () => void messages.return(), { once: true });
    for await (const message of messages) {
      await this.ready();
      if (closed.aborted || response.writableEnded) break;
      const cursor = message.startsWith('event: next') ? this.cursors.shift() : undefined;
      response.write(cursor === undefined ? message : `id: ${cursor}\n${message}`);
    }
    response.end();
  }
}
