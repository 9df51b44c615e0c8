import { once } from 'node:events';
import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, unzipSync } from 'node:zlib';

/** A request whose path and body are sent unchanged, without normalization by a client. */
export interface RawRequest {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer | undefined;
}

/** The response. `body` is the parsed JSON, undefined if there was none. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  // Tests read bodies without types.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly body: any;
  readonly milliseconds: number;
}

/** Timeout of a request. */
const PATIENCE_MS = 60_000;

const agent = new Agent({ keepAlive: true, maxSockets: 8 });

/** Decompresses the bytes of a body. */
function unpacked(bytes: Buffer, encoding: string | undefined): Buffer {
  if (encoding === 'br') return brotliDecompressSync(bytes);
  return encoding === 'gzip' || encoding === 'deflate' ? unzipSync(bytes) : bytes;
}

/** Sends a request. @throws Error if there is no complete response in time, or its body does not match its headers */
export async function sendRaw(url: string, { method, path, headers = {}, body }: RawRequest): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  const started = performance.now();
  const length =
    body === undefined || headers['transfer-encoding'] !== undefined
      ? {}
      : { 'content-length': String(Buffer.byteLength(body)) };
  const sent = request({
    hostname,
    port,
    method,
    path,
    agent,
    headers: { ...length, ...headers },
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  // Once the response has begun, its own errors are reported.
  sent.on('error', () => undefined);
  sent.end(body);
  try {
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const packed = await buffer(response);
    const bytes = packed.length === 0 ? packed : unpacked(packed, response.headers['content-encoding']);
    const isJson = (response.headers['content-type'] ?? '').includes('json') && bytes.length > 0;
    const text = bytes.toString('utf8');
    return {
      status: response.statusCode!,
      headers: response.headers,
      text,
      body: isJson ? JSON.parse(text) : undefined,
      milliseconds: performance.now() - started,
    };
  } catch (error) {
    // The server may close an idle connection at the moment when it is used again (Node.js: `request.reusedSocket`).
    if (sent.reusedSocket && (error as NodeJS.ErrnoException).code === 'ECONNRESET')
      return sendRaw(url, { method, path, headers, body });
    throw new Error(`${method} ${path.slice(0, 300)}: no answer: ${(error as Error).message}`, { cause: error });
  }
}

/**
 * Percent-encodes a text for a path or query. Lone surrogates, which have no UTF-8 encoding, are encoded like other
 * code points of three bytes.
 */
export function encodePart(text: string): string {
  return Array.from(text, (character) => {
    if (character.isWellFormed()) return encodeURIComponent(character);
    const unit = character.charCodeAt(0);
    return [0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f)]
      .map((byte) => `%${byte.toString(16).toUpperCase()}`)
      .join('');
  }).join('');
}
