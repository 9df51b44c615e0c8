import type { ServerResponse } from 'node:http';
import type { ListText } from '../values/list-text.js';

/** The bytes of a buffer; what is longer is sent as a text. */
const LARGEST = 256 * 1024;
/** The maximum number of buffers. While slow clients occupy all of them, other responses are sent as texts. */
const MOST = 64;

/**
 * The buffers that texts are put together in, right before they are sent; each is used again when the socket has taken
 * what is in it. A page of thirty nodes is copied once so, into memory that is there, instead of three times into
 * strings that are thrown away.
 */
export class SendBuffers {
  readonly #free: Buffer[] = [];
  #inUse = 0;

  /**
   * Ends a response with a text.
   * @param bytes how long it is
   */
  end(response: ServerResponse, text: ListText, bytes: number): void {
    // A response whose client has already disconnected emits no event at its end.
    const isThere = response.socket?.destroyed === false && !response.closed;
    if (bytes > LARGEST || this.#inUse === MOST || !isThere) {
      response.end(String(text));
      return;
    }
    const buffer = this.#free.pop() ?? Buffer.allocUnsafeSlow(LARGEST);
    text.write(buffer);
    this.#inUse++;
    response.once('close', () => this.#inUse--);
    // Called when the system has taken all of it, or will take no more. Where it is not called the buffer is left to
    // the collector: it must not be written to while anything may still read it.
    response.end(buffer.subarray(0, bytes), () => this.#free.push(buffer));
  }
}
