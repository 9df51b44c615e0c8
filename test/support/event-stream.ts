import type { TestRegistry } from './registry.js';
import { until } from './until.js';

/** An event of a subscription. */
export interface StreamEvent {
  readonly id: string | undefined;
  readonly event: string;
  // Tests read events without types.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly data: any;
}

/** An open subscription, or the response that refused it. */
export interface OpenedStream {
  readonly status: number;
  readonly headers: Headers;
  /** The events received so far. */
  readonly events: StreamEvent[];
  /** The body, if the response is not an event stream. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly body: any;
  readonly isEnded: () => boolean;
  /** Waits until this number of events has been received. */
  readonly first: (count: number) => Promise<StreamEvent[]>;
  /** Closes the connection without a message to the server, like a network failure. */
  readonly close: () => void;
}

function eventOf(block: string): StreamEvent | undefined {
  const field = (name: string): string | undefined => new RegExp(`^${name}: ?(.*)$`, 'm').exec(block)?.[1];
  const event = field('event');
  const data = field('data');
  return event === undefined ? undefined : { id: field('id'), event, data: data ? JSON.parse(data) : undefined };
}

/** Starts a subscription as a client for server-sent events does. */
export async function subscribe(
  registry: Pick<TestRegistry, 'url'>,
  query: string,
  variables: object = {},
  { as, headers = {} }: { readonly as?: string; readonly headers?: Record<string, string> } = {},
): Promise<OpenedStream> {
  const controller = new AbortController();
  const response = await fetch(`${registry.url}/graphql`, {
    method: 'POST',
    headers: {
      accept: 'text/event-stream',
      'content-type': 'application/json',
      ...(as === undefined ? {} : { authorization: `Bearer ${as}` }),
      ...headers,
    },
    body: JSON.stringify({ query, variables }),
    signal: controller.signal,
  });
  const events: StreamEvent[] = [];
  let isEnded = false;
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  const read = async (): Promise<void> => {
    let rest = '';
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      const blocks = (rest + chunk).split('\n\n');
      rest = blocks.pop()!;
      events.push(...blocks.flatMap((block) => eventOf(block) ?? []));
    }
  };
  if (isStream)
    void read()
      .catch(() => undefined)
      .finally(() => (isEnded = true));
  return {
    status: response.status,
    headers: response.headers,
    events,
    body: isStream ? undefined : await response.json(),
    isEnded: () => isEnded,
    first: async (count) => {
      await until(async () => events.length >= count);
      return events.slice(0, count);
    },
    close: () => controller.abort(),
  };
}
