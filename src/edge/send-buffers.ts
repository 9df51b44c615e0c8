import type { ServerResponse } from 'node:http';
import type { ListText } from '../values/list-text.js';

/** The bytes of a buffer; what is longer is sent as a text. */
const LARGEST = 256 * 1024;
/** So many are in use at once, whoever reads slowly; all others are sent texts. */
const MOST = 64;
/** So many are kept for those who come next. */
const KEPT = 32;

/**
 * The buffers that texts are put together in, right before they are sent; each is used again when the socket has taken what is in it. A
 * page of thirty nodes is copied once so, into memory that is there, instead of three times into strings that are thrown away.
 */
export class SendBuffers {
  readonly #free: Buffer[] = [];
  #inUse = 0;

  /**
   * Ends a response with a text.
   * @param bytes how long it is
   */
  end(response: ServerResponse, text: ListText, bytes: number): void {
    if (bytes > LARGEST || this.#inUse === MOST) {
      response.end(String(text));
      return;
    }
    const buffer = this.#free.pop() ?? Buffer.allocUnsafeSlow(LARGEST);
    text.write(buffer);
    this.#inUse++;
    response.once('close', () => this.#inUse--);
    // Called when the system has taken all of it. Where the connection broke before, it isn't, and the buffer is left to the collector:
    // it must not be written to while anything may still read it.
    response.end(buffer.subarray(0, bytes), () => {
      if (this.#free.length < KEPT) this.#free.push(buffer);
    });
  }
}
