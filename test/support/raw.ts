import { once } from 'node:events';
import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, unzipSync } from 'node:zlib';

/** A request whose path and body go out as they stand; nothing on the way makes them tidy. */
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
  // Tests look into answers freely; each says what it expects there.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly body: any;
  readonly milliseconds: number;
}

/** An answer that takes longer is none. */
const PATIENCE_MS = 60_000;

const agent = new Agent({ keepAlive: true, maxSockets: 8 });

/** The bytes as they were before they were packed for the way. */
function unpacked(bytes: Buffer, encoding: string | undefined): Buffer {
  if (encoding === 'br') return brotliDecompressSync(bytes);
  return encoding === 'gzip' || encoding === 'deflate' ? unzipSync(bytes) : bytes;
}

/**
 * Sends a request.
 * @throws Error where no answer comes in time, or one that is not what it says
 */
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
  // Once there is an answer, it is the answer that fails.
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
 * A text as a part of a path or query; halves of surrogate pairs, which have no encoding, as the bytes that some write
 * for them.
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
