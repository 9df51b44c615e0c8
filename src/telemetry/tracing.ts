import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  type Attributes,
  context,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api';
import type { Settings } from '../settings.js';

/** Traces with OpenTelemetry. Its standard environment variables configure export and sampling. */
export class Tracing {
  readonly #tracer: Tracer = trace.getTracer('extension-registry');

  /** @param stop exports pending spans and stops */
  constructor(readonly stop: () => Promise<void>) {}

  /**
   * Traces a request, as part of the caller's trace if there is one. The route names the span when the response closes.
   */
  request(request: IncomingMessage, response: ServerResponse, nameOf: () => string, work: () => void): void {
    const parent = propagation.extract(context.active(), request.headers);
    const span = this.#tracer.startSpan(
      request.method ?? 'GET',
      { kind: SpanKind.SERVER, attributes: { 'http.request.method': request.method ?? 'GET', 'url.scheme': 'http' } },
      parent,
    );
    response.once('close', () => {
      const route = nameOf();
      span.updateName(`${request.method} ${route}`);
      span.setAttributes({ 'http.route': route, 'http.response.status_code': response.statusCode });
      if (response.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    });
    context.with(trace.setSpan(parent, span), work);
  }

  /**
   * Traces a SQL statement.
   * @param kind its first keyword
   * @param textOf returns the text of the statement without values
   */
  statement<T>(kind: string, textOf: () => string, run: () => Promise<T>): Promise<T> {
    return this.#within(
      kind.toUpperCase(),
      SpanKind.CLIENT,
      () => ({ 'db.system.name': 'postgresql', 'db.query.text': textOf() }),
      run,
    );
  }

  /**
   * Traces a GraphQL query in the fast path.
   * @param nameOf returns the name of the operation; `undefined` if there is no answer, so that the framework must
   * execute
   *   and trace the query
   */
  query<T>(run: () => Promise<T>, nameOf: (answer: T) => string | undefined): Promise<T> {
    return this.#within(
      'graphql query',
      SpanKind.INTERNAL,
      () => ({ 'graphql.operation.type': 'query' }),
      async () => {
        const answer = await run();
        const name = nameOf(answer);
        if (name === undefined) trace.getActiveSpan()?.updateName('graphql query, passed on');
        else trace.getActiveSpan()?.setAttribute('graphql.operation.name', name);
        return answer;
      },
    );
  }

  /** Starts a span for a GraphQL operation. */
  begin(name: string, attributes: Attributes): Span {
    return this.#tracer.startSpan(name, { attributes });
  }

  /** True if the current request is traced. */
  get isRecording(): boolean {
    return trace.getActiveSpan()?.isRecording() === true;
  }

  /** Runs a function within a span. */
  within<T>(name: string, run: () => T): Promise<T> {
    return this.#within(
      name,
      SpanKind.INTERNAL,
      () => ({}),
      async () => run(),
    );
  }

  async #within<T>(name: string, kind: SpanKind, attributesOf: () => Attributes, run: () => Promise<T>): Promise<T> {
    // Only work for traced requests is traced, so background work is not.
    if (!this.isRecording) return run();
    const span = this.#tracer.startSpan(name, { kind, attributes: attributesOf() });
    try {
      return await context.with(trace.setSpan(context.active(), span), run);
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  }
}

/** Starts tracing if the environment variables of OpenTelemetry configure an exporter. */
export async function openTracing(settings: Settings): Promise<Tracing | undefined> {
  const isConfigured =
    settings.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined ||
    settings.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT !== undefined ||
    settings.OTEL_TRACES_EXPORTER !== undefined;
  if (!isConfigured || settings.OTEL_SDK_DISABLED || settings.OTEL_TRACES_EXPORTER === 'none') return undefined;
  // Imported only if needed, because the SDK is large.
  const { NodeSDK } = await import('@opentelemetry/sdk-node');
  const sdk = new NodeSDK({ serviceName: settings.OTEL_SERVICE_NAME, instrumentations: [], autoDetectResources: true });
  sdk.start();
  return new Tracing(() => sdk.shutdown());
}
