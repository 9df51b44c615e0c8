import { createServer } from 'node:http';

/** A span in OTLP's JSON format. */
export interface CollectedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

interface SentSpan extends Omit<CollectedSpan, 'attributes'> {
  readonly attributes: { readonly key: string; readonly value: Record<string, unknown> }[];
}

/** Starts an OpenTelemetry collector on the loopback interface that stores all spans. */
export async function startFakeCollector(): Promise<{
  readonly url: string;
  readonly spans: CollectedSpan[];
  readonly received: () => string;
  readonly close: () => Promise<void>;
}> {
  const spans: CollectedSpan[] = [];
  let received = '';
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    request.on('end', () => {
      received += text;
      const { resourceSpans } = JSON.parse(text) as { resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[] };
      for (const span of resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans))) {
        spans.push({
          ...span,
          attributes: Object.fromEntries(span.attributes.map(({ key, value }) => [key, Object.values(value)[0]])),
        });
      }
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    spans,
    received: () => received,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
