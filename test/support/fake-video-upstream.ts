import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A response of the upstream. With `hang`, it does not respond. */
export type Reply =
  | { readonly status?: number; readonly json?: unknown; readonly headers?: Record<string, string> }
  | { readonly status?: number; readonly text: string; readonly headers?: Record<string, string> }
  | 'hang';

/** A received request. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly json: any;
}

/** A video provider on the loopback interface with the real provider's API, whose responses tests set. */
export interface FakeVideoUpstream {
  readonly url: string;
  readonly key: string;
  /** The received requests in order, including those that were refused. */
  readonly received: Received[];
  /**
   * The received requests that submit a task. Requests for creations are left out, because background jobs poll tasks
   * with a callback at any time.
   */
  readonly submissions: () => Received[];
  /** The response to submissions. `undefined` for the default. */
  onSubmit: Reply | undefined;
  /** The response to requests for creations. `undefined` for the default. */
  onCreations: Reply | undefined;
  /** The states of each task, one per request for its creations. The last one is repeated. */
  states: readonly string[];
  /** Restores the default responses. */
  readonly reset: () => void;
  readonly close: () => Promise<void>;
}

async function read(request: IncomingMessage): Promise<Received> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  return {
    method: request.method!,
    path: request.url!,
    headers: request.headers,
    text,
    json: text === '' ? undefined : JSON.parse(text),
  };
}

const isSubmission = ({ method, path }: Received): boolean => method === 'POST' && path === '/v2/start-end2video';

function send(response: ServerResponse, reply: Reply): void {
  if (reply === 'hang') return;
  response.writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers });
  response.end('text' in reply ? reply.text : JSON.stringify(reply.json));
}

/** Starts the upstream. By default it accepts every task, which has creations after a few requests. */
export async function startFakeVideoUpstream(key: string): Promise<FakeVideoUpstream> {
  const asked = new Map<string, number>();
  let count = 0;

  const submit = ({ json }: Received): Reply => {
    const id = `up/${++count}`;
    asked.set(id, 0);
    return {
      json: {
        task_id: id,
        state: 'created',
        credits: 12,
        model: json.model,
        prompt: json.prompt,
        images: json.images,
        created_at: '2026-01-01T00:00:00Z',
      },
    };
  };

  const creations = (id: string): Reply => {
    const turn = asked.get(id);
    if (turn === undefined)
      return { status: 404, json: { code: 404, reason: 'TaskNotFound', message: 'no such task' } };
    asked.set(id, turn + 1);
    const state = upstream.states[Math.min(turn, upstream.states.length - 1)]!;
    const made = [
      {
        id: `${id}-1`,
        url: 'https://cdn.upstream.test/1.mp4',
        cover_url: 'https://cdn.upstream.test/1.jpg',
        watermarked_url: '',
        moderation_url: ['https://cdn.upstream.test/m.jpg'],
      },
    ];
    return {
      json: {
        id,
        state,
        err_code: state === 'failed' ? 'AuditSubmitIllegal' : '',
        credits: 12,
        creations: state === 'success' ? made : [],
      },
    };
  };

  const answer = (request: Received): Reply => {
    if (request.headers.authorization !== `Token ${key}`)
      return { status: 401, json: { code: 401, message: 'invalid token' } };
    const task = /^\/v2\/tasks\/([^/]+)\/creations$/.exec(request.path);
    if (isSubmission(request)) return upstream.onSubmit ?? submit(request);
    if (request.method === 'GET' && task) return upstream.onCreations ?? creations(decodeURIComponent(task[1]!));
    return { status: 404, json: { message: 'no such path' } };
  };

  const server = createServer((request, response) => {
    void read(request).then((received) => {
      upstream.received.push(received);
      send(response, answer(received));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const upstream: FakeVideoUpstream = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2`,
    key,
    received: [],
    submissions: () => upstream.received.filter(isSubmission),
    onSubmit: undefined,
    onCreations: undefined,
    states: ['queueing', 'processing', 'success'],
    reset: () => {
      upstream.received.length = 0;
      upstream.onSubmit = undefined;
      upstream.onCreations = undefined;
      upstream.states = ['queueing', 'processing', 'success'];
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return upstream;
}
