/** The error of a call without a usable response. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed';

  constructor(
    readonly why: 'timeout' | 'unreachable' | 'malformed',
    cause?: unknown,
  ) {
    super(`The call failed: ${why}`, { cause });
  }
}

/** The response of another host. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed body; `undefined` if it is not JSON. */
  readonly json: unknown;
}

/** One call to another host. */
export interface HttpCall {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body?: unknown;
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

async function readBounded(response: Response, maxBytes: number): Promise<string> {
  if (!response.body) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new CallFailed('malformed');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Calls another host, with limits on time and size. Does not follow redirects.
 * @throws CallFailed if there is no response within the limits; any HTTP status counts as a response
 */
export async function callJson(call: HttpCall): Promise<HttpAnswer> {
  try {
    const response = await fetch(call.url, {
      method: call.method,
      headers: {
        accept: 'application/json',
        'user-agent': 'extension-registry',
        ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...call.headers,
      },
      body: call.body === undefined ? null : JSON.stringify(call.body),
      redirect: 'manual',
      signal: AbortSignal.timeout(call.timeoutMs),
    });
    return {
      status: response.status,
      headers: response.headers,
      json: parseJson(await readBounded(response, call.maxBytes)),
    };
  } catch (error) {
    if (error instanceof CallFailed) throw error;
    throw new CallFailed((error as Error).name === 'TimeoutError' ? 'timeout' : 'unreachable', error);
  }
}

/** Returns the seconds of a `Retry-After` header; `undefined` if it is missing or invalid. */
export function retryAfterOf(headers: Headers): number | undefined {
  const value = headers.get('retry-after');
  if (value === null) return undefined;
  const seconds = /^\d{1,9}$/.test(value) ? Number(value) : Math.ceil((Date.parse(value) - Date.now()) / 1000);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined;
}
