// One keep-alive connection that speaks just enough HTTP/1.1 to load a server: one request at a time, few cycles a
// request.
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

/** Sends requests one after the other; each gives its status, and its body where that is kept. */
export class Connection {
  #socket;
  #waiting;
  /** What came of a head that is not whole yet. */
  #rest = NOTHING;
  #status = 0;
  #head = '';
  /** Bytes of the body that are yet to come; -1 before the head is whole, -2 in chunks. */
  #missing = -1;
  #chunks = undefined;
  #keep = false;
  #parts = [];

  constructor(port) {
    this.port = port;
  }

  /** Connects, where it isn't connected. */
  open() {
    return new Promise((resolve, reject) => {
      this.#socket = connect({ port: this.port, host: '127.0.0.1', noDelay: true }, resolve);
      this.#socket.once('error', reject);
      this.#socket.on('data', (data) => this.#take(data));
      this.#socket.on('close', () => this.#fail(new Error('The server closed the connection.')));
      this.#socket.on('error', (error) => this.#fail(error));
    });
  }

  /** Sends a request. @returns its status, and the body as a buffer where `keep` asks for it */
  send(bytes, keep = false) {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#keep = keep;
      this.#missing = -1;
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

  #take(data) {
    if (this.#missing === -1) {
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
    if (this.#missing === -2) this.#takeChunks(data);
    else this.#takeLength(data);
  }

  #readHead(head) {
    this.#head = head;
    this.#status = Number(head.slice(9, 12));
    const length = /\r\ncontent-length: *(\d+)/i.exec(head);
    if (length) this.#missing = Number(length[1]);
    else if (/\r\ntransfer-encoding: *chunked/i.test(head)) {
      this.#missing = -2;
      this.#chunks = { left: 0, line: '', last: false };
    } else this.#missing = 0;
    if (this.#status === 304 || this.#status === 204) this.#missing = 0;
  }

  #takeLength(data) {
    if (this.#keep && data.length > 0) this.#parts.push(data);
    this.#missing -= data.length;
    if (this.#missing <= 0) this.#finish();
  }

  // A chunk is its size in hexadecimal, a line end, so many bytes, a line end; the last one is empty.
  #takeChunks(data) {
    const state = this.#chunks;
    let at = 0;
    while (at < data.length) {
      if (state.left > 0) {
        const taken = Math.min(state.left, data.length - at);
        // The last two bytes of a chunk are its line end.
        if (this.#keep) this.#parts.push(data.subarray(at, at + taken));
        state.left -= taken;
        at += taken;
        if (state.left === 0 && this.#keep) this.#cutLineEnd();
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

  #cutLineEnd() {
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
    this.#missing = -1;
    const body = this.#keep ? Buffer.concat(this.#parts) : undefined;
    this.#parts = [];
    resolve({ status: this.#status, head: this.#head, body });
  }
}

/** Asks one thing on a connection of its own. */
export async function ask(port, request) {
  const connection = new Connection(port);
  await connection.open();
  try {
    return await connection.send(requestBytes(request), true);
  } finally {
    connection.close();
  }
}
