import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AggregatorRegistry } from 'prom-client';
import { Metrics } from '../../src/telemetry/metrics.js';
import { makeNode, makeWorld, type PublisherWorld } from '../support/builders.js';
import { openCli } from '../support/cli.js';
import { openTestDatabase } from '../support/database.js';
import { startFakeCollector } from '../support/fake-collector.js';
import { startTestRegistry, type TestRegistry } from '../support/registry.js';

describe('metrics', () => {
  let registry: TestRegistry;
  let world: PublisherWorld;
  let node: string;

  beforeAll(async () => {
    registry = await startTestRegistry({ METRICS_PORT: '0', RATE_LIMIT: 'on', RATE_LIMIT_WORK_PER_MINUTE: '30' });
    world = await makeWorld(registry);
    node = await makeNode(registry, world.id);
  });
  afterAll(() => registry.close());

  const read = async (): Promise<string> => (await fetch(registry.metricsUrl!)).text();
  /** Returns the value of a metric with these labels. */
  const valueOf = (text: string, name: string, ...labels: string[]): number =>
    text
      .split('\n')
      .filter(
        (line) =>
          (line.startsWith(`${name}{`) || line.startsWith(`${name} `)) && labels.every((label) => line.includes(label)),
      )
      .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);

  it('count requests by route and status, including those of the fast path', async () => {
    for (let turn = 0; turn < 3; turn++) await registry.call('GET', `/nodes/${node}`);
    const etag = (await registry.call('GET', `/nodes/${node}`)).headers.get('etag')!;
    await registry.call('GET', `/nodes/${node}`, { headers: { 'if-none-match': etag } });
    await registry.call('GET', '/nodes/nobody-at-all');
    await registry.call('GET', '/users', { as: world.callers.owner });
    await registry.call('GET', '/no/such/place');
    const text = await read();
    const requests = (...labels: string[]) => valueOf(text, 'http_server_request_duration_seconds_count', ...labels);
    expect(requests('route="/nodes/{nodeId}"', 'status="200"', 'method="GET"')).toBe(4);
    expect(requests('route="/nodes/{nodeId}"', 'status="304"')).toBe(1);
    expect(requests('route="/nodes/{nodeId}"', 'status="404"')).toBe(1);
    expect(requests('route="/users"', 'status="200"')).toBeGreaterThanOrEqual(1);
    expect(requests('route="other"', 'status="404"')).toBe(1);
    expect(text).not.toContain('nobody-at-all');
    expect(valueOf(text, 'http_server_answers', 'source="kept"')).toBeGreaterThanOrEqual(3);
  });

  it('count GraphQL operations by name, for a bounded number of names', async () => {
    for (let turn = 0; turn < 5; turn++) await registry.graph('query Total { nodes { total } }');
    await registry.graph(
      'query Wrong { node(id: "x") { versions(after: "nonsense") { totalCount } } nodes(filter: { nodeIds: [] }) { nope } }',
    );
    await registry.graph(`query ${'Long'.repeat(50)} { __typename }`);
    for (let index = 0; index < 120; index++) await registry.graph(`query Name${index} { __typename }`);
    const text = await read();
    expect(valueOf(text, 'graphql_operation_duration_seconds_count', 'operation="Total"', 'outcome="ok"')).toBe(5);
    expect(valueOf(text, 'graphql_operation_duration_seconds_count', `operation="${'Long'.repeat(25)}"`)).toBe(1);
    expect(valueOf(text, 'graphql_operation_duration_seconds_count', 'outcome="error"')).toBeGreaterThanOrEqual(1);
    expect(valueOf(text, 'graphql_operation_duration_seconds_count', 'operation="other"')).toBeGreaterThan(10);
    expect(new Set([...text.matchAll(/operation="([^"]*)"/g)].map(([, name]) => name)).size).toBeLessThanOrEqual(102);
  });

  it('cover statements, connections, caches, jobs, the event loop, and refusals', async () => {
    let refused = 0;
    for (let count = 0; count < 40; count++)
      refused +=
        (await registry.call('POST', '/bulk/nodes/versions', { body: { node_versions: [] } })).status === 429 ? 1 : 0;
    const text = await read();
    expect(valueOf(text, 'db_statement_duration_seconds_count', 'kind="select"', 'outcome="ok"')).toBeGreaterThan(5);
    expect(valueOf(text, 'db_statement_duration_seconds_count', 'kind="insert"')).toBeGreaterThan(0);
    if (!registry.database.isEmbedded)
      expect(valueOf(text, 'db_connections', 'pool="readers"', 'state="idle"')).toBeGreaterThan(0);
    expect(valueOf(text, 'cache_bytes', 'cache="answers"')).toBeGreaterThan(0);
    for (const cache of [
      ...['nodeLists', 'nodeGroups', 'olderProviders'],
      ...['compiledDocuments', 'persistedDocuments', 'subscriptionDocuments'],
    ])
      for (const metric of ['bytes', 'entries', 'hits', 'misses', 'coalesced_misses', 'evictions'])
        expect(text).toContain(`cache_${metric}{cache="${cache}"}`);
    expect(text).toContain('# TYPE job_queue_jobs gauge');
    expect(valueOf(text, 'registry_revision')).toBe(registry.services.catalogue.revision.current);
    expect(text).toContain('nodejs_eventloop_lag_p99_seconds');
    expect(refused).toBeGreaterThan(0);
    expect(valueOf(text, 'rate_limit_refusals_total')).toBe(refused);
  });

  it.each(['ops/grafana-dashboard.json', 'ops/alerts.yml'])('exist for all expressions in %s', async (file) => {
    const asked = new Set(
      readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8').match(
        /\b(?:http_server|graphql|db|cache|job_queue|registry|rate_limit|nodejs|process)_[a-z0-9_]+/g,
      ),
    );
    const text = await read();
    expect(asked.size).toBeGreaterThan(4);
    for (const name of asked)
      expect([name, text.includes(`# TYPE ${name.replace(/_(?:count|bucket|sum)$/, '')} `)]).toEqual([name, true]);
  });

  it('aggregate several workers: the worst value of a gauge, and the sum of counters', async () => {
    const none = { caches: () => ({}), connections: () => [], jobs: async () => [], answers: () => ({}) };
    const workers = [7, 9].map((revision) => {
      const metrics = new Metrics();
      metrics.watch({ ...none, revision: () => revision });
      metrics.request('GET', '/nodes', 200, revision);
      return metrics;
    });
    const lags = [0.25, 0.001];
    // In the form in which workers send their metrics to the primary process.
    const told = await Promise.all(workers.map(({ registry: one }) => one.getMetricsAsJSON()));
    told.forEach((metrics, index) => {
      for (const metric of metrics)
        if (metric.name === 'nodejs_eventloop_lag_p99_seconds')
          (metric as unknown as { values: { value: number }[] }).values[0]!.value = lags[index]!;
    });
    const text = await AggregatorRegistry.aggregate(told).metrics();
    expect([
      valueOf(text, 'registry_revision'),
      valueOf(text, 'registry_revision_oldest'),
      valueOf(text, 'nodejs_eventloop_lag_p99_seconds'),
    ]).toEqual([9, 7, 0.25]);
    expect(valueOf(text, 'http_server_request_duration_seconds_count')).toBe(2);
  });

  it('are served on a separate port only', async () => {
    expect((await registry.call('GET', '/metrics')).status).toBe(404);
    expect((await fetch(new URL('/nodes', registry.metricsUrl))).status).toBe(404);
  });

  it('are not collected by default', async () => {
    const other = await startTestRegistry();
    expect(other.metricsUrl).toBeUndefined();
    await other.close();
  });
});

it('logs slow statements without their values', async () => {
  const registry = await startTestRegistry({ SLOW_QUERY_MS: '1', LOG_LEVEL: 'info' });
  const canary = `canary-${randomUUID()}`;
  for (let turn = 0; turn < 20; turn++) await registry.call('GET', `/nodes/search?search=${canary}&latest=true`);
  const world = await makeWorld(registry);
  await makeNode(registry, world.id, { description: canary });
  for (const description of [canary, `it's ${canary} \\' ${canary}`])
    expect(
      (await registry.call('PUT', `/publishers/${world.id}`, { as: world.callers.owner, body: { description } }))
        .status,
    ).toBe(200);
  const slow = registry.log
    .filter((line) => line.includes('Slow statement.'))
    .map((line) => JSON.parse(line) as { milliseconds: number; sql: string });
  expect(slow.length).toBeGreaterThan(0);
  for (const { milliseconds, sql } of slow) expect([milliseconds >= 1, sql.length > 0]).toEqual([true, true]);
  expect(registry.log.join('')).not.toContain(canary);
  await registry.close();
});

it('traces compiled queries, too, and resolvers only if so configured', async () => {
  const collector = await startFakeCollector();
  const database = await openTestDatabase();
  const cli = openCli({ DEMO: 'true', ...(database.url === undefined ? {} : { DATABASE_URL: database.url }) });
  const server = await cli.start({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_BSP_SCHEDULE_DELAY: '100',
    TRACE_RESOLVERS: '0',
  });
  const query =
    'query Compiled($page: Int!) { nodes(limit: 1, page: $page, latest: true) { nodes { id publisher { id } } } }';
  const pages = 12;
  for (let page = 1; page <= pages; page++) {
    const answer = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables: { page } }),
    });
    expect(answer.status).toBe(200);
  }
  await server.stop();
  const operations = collector.spans.filter(
    ({ name, attributes }) => name === 'graphql query' && attributes['graphql.operation.name'] === 'Compiled',
  );
  expect(operations).toHaveLength(pages);
  const requests = new Set(collector.spans.filter(({ name }) => name === 'POST /graphql').map(({ spanId }) => spanId));
  for (const { parentSpanId } of operations) expect(requests.has(parentSpanId!)).toBe(true);
  // The last operations were compiled; their statements are child spans.
  const last = operations.at(-1)!;
  expect(
    collector.spans
      .filter(({ parentSpanId }) => parentSpanId === last.spanId)
      .map(({ attributes }) => attributes['db.system.name']),
  ).toContain('postgresql');
  expect(collector.spans.filter(({ name }) => /^[A-Z]\w+\.\w+$/.test(name))).toEqual([]);
  await cli.close();
  await database.close();
  await collector.close();
});

it('sends traces of requests, operations, resolvers and statements to a collector, as part of the caller’s trace', async () => {
  const collector = await startFakeCollector();
  const database = await openTestDatabase();
  const cli = openCli({ DEMO: 'true', ...(database.url === undefined ? {} : { DATABASE_URL: database.url }) });
  const server = await cli.start({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_BSP_SCHEDULE_DELAY: '100',
    TRACE_RESOLVERS: '1',
    OTEL_SERVICE_NAME: 'tried',
  });
  const traceId = randomUUID().replaceAll('-', '');
  const headers = {
    traceparent: `00-${traceId}-00f067aa0ba902b7-01`,
    'content-type': 'application/json',
    'x-request-id': 'traced',
  };
  const bearer = (
    await cli.run(['token', '--user', 'ada'], { ...(database.url === undefined ? {} : { DATABASE_URL: database.url }) })
  ).stdout.trim();
  await fetch(`${server.url}/nodes?latest=true&page=1`, { headers });
  await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${bearer}` },
    body: JSON.stringify({ query: 'query Traced { nodes(latest: true) { total nodes { id publisher { id } } } }' }),
  });
  await server.stop();
  const ours = collector.spans.filter((span) => span.traceId === traceId);
  const names = ours.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['GET /nodes', 'POST /graphql', 'graphql query', 'Query.nodes']));
  const request = ours.find(({ name }) => name === 'GET /nodes')!;
  expect(request).toMatchObject({ parentSpanId: '00f067aa0ba902b7', attributes: { 'http.route': '/nodes' } });
  const statement = ours.find(({ parentSpanId }) => parentSpanId === request.spanId);
  expect(String(statement?.attributes['db.query.text'])).toMatch(/select/i);
  expect(ours.find(({ name }) => name === 'graphql query')!.attributes).toMatchObject({
    'graphql.operation.name': 'Traced',
  });
  expect(collector.received()).toContain('tried');
  expect(collector.received()).not.toContain(bearer);
  await cli.close();
  await database.close();
  await collector.close();
});
