// A keep-alive connection with the subset of HTTP/1.1 that the load generator needs: one request at a time, and little
// CPU time per request.
import { connect } from 'node:net';

const END_OF_HEAD = Buffer.from('\r\n\r\n');
const NOTHING = Buffer.alloc(0);

/** The bytes of a request. */
export function requestBytes({ method = 'GET', path, headers = {}, body }) {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  if (body !== undefined) lines.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`);
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body ?? ''}`);
}

/** Sends requests one after the other. Bodies of responses are only buffered if requested. */
export class Connection {
  #socket;
  #waiting;
  /** The received part of an incomplete head. */
  #rest = NOTHING;
  #status = 0;
  #head = '';
  /** Bytes of the body still to receive; -1 while the head is incomplete, -2 if the body is chunked. */
  #remaining = -1;
  #chunks = undefined;
  #keepBody = false;
  #parts = [];

  constructor(port) {
    this.port = port;
  }

  /** Connects to the server. */
  open() {
    return new Promise((resolve, reject) => {
      this.#socket = connect({ port: this.port, host: '127.0.0.1', noDelay: true }, resolve);
      this.#socket.once('error', reject);
      this.#socket.on('data', (data) => this.#receive(data));
      this.#socket.on('close', () => this.#fail(new Error('The server closed the connection.')));
      this.#socket.on('error', (error) => this.#fail(error));
    });
  }

  /** Sends a request. @returns the status and head of the response, and its body if `keepBody` is true */
  send(bytes, keepBody = false) {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#keepBody = keepBody;
      this.#remaining = -1;
      this.#chunks = undefined;
      this.#socket.write(bytes);
    });
  }

  close() {
    this.#waiting = undefined;
    this.#socket.destroy();
  }

  #fail(error) {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.reject(error);
  }

  #receive(data) {
    if (this.#remaining === -1) {
      const all = this.#rest.length === 0 ? data : Buffer.concat([this.#rest, data]);
      const end = all.indexOf(END_OF_HEAD);
      if (end === -1) {
        this.#rest = all;
        return;
      }
      this.#rest = NOTHING;
      this.#readHead(all.latin1Slice(0, end + 2));
      data = all.subarray(end + 4);
    }
    if (this.#remaining === -2) this.#receiveChunks(data);
    else this.#receiveBody(data);
  }

  #readHead(head) {
    this.#head = head;
    this.#status = Number(head.slice(9, 12));
    const length = /\r\ncontent-length: *(\d+)/i.exec(head);
    if (length) this.#remaining = Number(length[1]);
    else if (/\r\ntransfer-encoding: *chunked/i.test(head)) {
      this.#remaining = -2;
      this.#chunks = { left: 0, line: '', last: false };
    } else this.#remaining = 0;
    if (this.#status === 304 || this.#status === 204) this.#remaining = 0;
  }

  #receiveBody(data) {
    if (this.#keepBody && data.length > 0) this.#parts.push(data);
    this.#remaining -= data.length;
    if (this.#remaining <= 0) this.#finish();
  }

  // A chunk is its size in hexadecimal, CRLF, that many bytes, and CRLF. The last chunk is empty.
  #receiveChunks(data) {
    const state = this.#chunks;
    let at = 0;
    while (at < data.length) {
      if (state.left > 0) {
        const taken = Math.min(state.left, data.length - at);
        // `left` includes the CRLF at the end of the chunk.
        if (this.#keepBody) this.#parts.push(data.subarray(at, at + taken));
        state.left -= taken;
        at += taken;
        if (state.left === 0 && this.#keepBody) this.#dropTrailingCrlf();
        continue;
      }
      const end = data.indexOf(10, at);
      state.line += data.latin1Slice(at, end === -1 ? data.length : end + 1);
      if (end === -1) return;
      at = end + 1;
      const line = state.line.trim();
      state.line = '';
      if (state.last) {
        this.#finish();
        return;
      }
      const size = Number.parseInt(line, 16);
      if (size === 0) state.last = true;
      else state.left = size + 2;
    }
  }

  #dropTrailingCrlf() {
    for (let cut = 2; cut > 0;) {
      const last = this.#parts.pop();
      if (last.length > cut) {
        this.#parts.push(last.subarray(0, last.length - cut));
        return;
      }
      cut -= last.length;
    }
  }

  #finish() {
    const { resolve } = this.#waiting;
    this.#waiting = undefined;
    this.#remaining = -1;
    const body = this.#keepBody ? Buffer.concat(this.#parts) : undefined;
    this.#parts = [];
    resolve({ status: this.#status, head: this.#head, body });
  }
}

/** Sends one request on a new connection. @returns the response with its body */
export async function sendOnce(port, request) {
  const connection = new Connection(port);
  await connection.open();
  try {
    return await connection.send(requestBytes(request), true);
  } finally {
    connection.close();
  }
}
