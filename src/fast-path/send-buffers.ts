import type { ServerResponse } from 'node:http';
import type { ListText } from '../values/list-text.js';

/** Size of a buffer in bytes. Longer responses are sent as strings. */
const BUFFER_BYTES = 256 * 1024;
/** The maximum number of buffers. While slow clients occupy all of them, other responses are sent as strings. */
const BUFFERS_MAX = 64;

/**
 * A pool of buffers that response texts are written into right before they are sent. A buffer is used again once the
 * socket has sent its content. So a page of thirty nodes is copied once, into existing memory, instead of three times
 * into temporary strings.
 */
export class SendBuffers {
  readonly #free: Buffer[] = [];
  #inUse = 0;

  /**
   * Ends a response with a text.
   * @param bytes length of the text in UTF-8
   */
  end(response: ServerResponse, text: ListText, bytes: number): void {
    // A response whose client has already disconnected emits no `close` event, so its buffer would never be released.
    const isConnected = response.socket?.destroyed === false && !response.closed;
    if (bytes > BUFFER_BYTES || this.#inUse === BUFFERS_MAX || !isConnected) {
      response.end(String(text));
      return;
    }
    const buffer = this.#free.pop() ?? Buffer.allocUnsafeSlow(BUFFER_BYTES);
    text.write(buffer);
    this.#inUse++;
    response.once('close', () => this.#inUse--);
    // The callback runs once the system has taken the whole buffer, or will take no more of it. If it never runs, the
    // buffer is left to the garbage collector, because it must not be overwritten while it may still be read.
    response.end(buffer.subarray(0, bytes), () => this.#free.push(buffer));
  }
}
