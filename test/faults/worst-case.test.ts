import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { packageOf, zipOf } from '../support/archives.js';
import { type Cli, type CliServer, openCli } from '../support/cli.js';
import { openTestDatabase, type TestDatabase } from '../support/database.js';
import { bounded } from '../support/faults.js';
import { itWhen } from '../support/skips.js';
import { takeTurn } from '../support/turn.js';

const ATTACKER = fileURLToPath(new URL('../support/worst-case-attacker.mjs', import.meta.url));
const QUIET_MS = bounded({ usual: 4000, long: 15_000 });
const ATTACK_MS = bounded({ usual: 8000, long: 60_000 });
const PATIENCE_MS = bounded({ usual: 240_000, long: 3_600_000 });
const READ_EVERY_MS = 25;
const PUBLISH_EVERY_MS = 1000;
const CACHE_MEGABYTES = 100;
/** Memory of a process without its caches: 400 MB. With PGlite, it includes the embedded database. */
const REST_MEGABYTES = { postgres: 400, embedded: 900 };
const HAS_PROC = existsSync('/proc/self/status');
/** The limits on an idle machine, and those on a busy one. */
const BOUNDS = bounded({ usual: 1, long: 0 })
  ? { p99Ms: 2000, timesQuiet: 12, activeMs: 60_000 }
  : { p99Ms: 250, timesQuiet: 3, activeMs: 10_000 };

/** The measurements of honest callers. */
interface Experience {
  /** The duration of each read in ms. */
  readonly reads: number[];
  /** The time from the upload of each version until it was Active, in ms. */
  readonly active: number[];
  readonly failures: string[];
}

const p99 = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;

describe('an attacker with one account and one address, who runs all attacks at once', () => {
  let cli: Cli;
  let server: CliServer;
  let testDatabase: TestDatabase;
  let attacker: ChildProcess;
  let archive: Buffer;
  let honest: string;
  let endTurn: () => void;
  let quiet: Experience;
  let attacked: Experience;
  let counts: Record<string, number>;
  let megabytes = 0;
  let version = 0;

  const call = async (method: string, path: string, as?: string, body?: unknown, from = '203.0.113.1') => {
    const isArchive = Buffer.isBuffer(body);
    const response = await fetch(server.url + path, {
      method,
      headers: {
        'x-forwarded-for': from,
        ...(as === undefined ? {} : { authorization: `Bearer ${as}` }),
        ...(body === undefined ? {} : { 'content-type': isArchive ? 'application/zip' : 'application/json' }),
      },
      ...(body === undefined ? {} : { body: isArchive ? new Uint8Array(body) : JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    });
    const text = await response.text();
    if (response.status >= 300) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 200)}`);
    return text === '' ? undefined : (JSON.parse(text) as Record<string, unknown>);
  };

  /** Publishes a version of the honest node. @returns the time from its upload until it is Active, in ms */
  async function publishUntilActive(onUploaded = (): void => undefined): Promise<number> {
    const number = `1.0.${version++}`;
    const published = await call('POST', '/publishers/honest-team/nodes/honest/versions', honest, {
      node: { id: 'honest' },
      node_version: { version: number },
    });
    const { pathname, search } = new URL(published!['signedUrl'] as string);
    const started = performance.now();
    await call('PUT', pathname + search, undefined, archive);
    onUploaded();
    const read = await call('GET', `/nodes/honest/versions/${number}?wait=60`, honest);
    if (read!['status'] !== 'NodeVersionStatusActive') throw new Error(`${number} is ${String(read!['status'])}`);
    return performance.now() - started;
  }

  const NESTED =
    '{ nodes(limit: 10) { nodes { id publisher { name } latestVersion { version } coreNodes { nodes { coreNodeName } } } } }';

  /** Lets honest callers read and publish at a constant rate for a while. */
  async function experience(durationMs: number): Promise<Experience> {
    const found: Experience = { reads: [], active: [], failures: [] };
    const reads: (() => Promise<unknown>)[] = [
      () => call('GET', '/nodes/search?search=sharpen', undefined, undefined, '203.0.113.2'),
      () => call('GET', '/nodes/honest/install', undefined, undefined, '203.0.113.3'),
      () => call('POST', '/graphql', undefined, { query: NESTED }, '203.0.113.4'),
      () => call('GET', '/nodes?limit=10', undefined, undefined, '203.0.113.5'),
    ];
    const noted = async (into: number[], work: () => Promise<unknown>): Promise<void> => {
      const started = performance.now();
      try {
        const took = await work();
        into.push(typeof took === 'number' ? took : performance.now() - started);
      } catch (error) {
        found.failures.push((error as Error).message);
      }
    };
    const coming: Promise<void>[] = [];
    const end = performance.now() + durationMs;
    let nextPublish = performance.now();
    let isUploading = false;
    // A publisher uploads one version after another.
    const publish = (): Promise<number> => {
      isUploading = true;
      return publishUntilActive(() => (isUploading = false)).finally(() => (isUploading = false));
    };
    for (let turn = 0; performance.now() < end; turn++) {
      coming.push(noted(found.reads, reads[turn % reads.length]!));
      if (performance.now() >= nextPublish && !isUploading) {
        nextPublish += PUBLISH_EVERY_MS;
        coming.push(noted(found.active, publish));
      }
      if (HAS_PROC) megabytes = Math.max(megabytes, memory());
      await wait(READ_EVERY_MS);
    }
    await Promise.all(coming);
    return found;
  }

  const memory = (): number =>
    Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))![1]) / 1024;

  const heavy = (lines: readonly string[]): Promise<Buffer> =>
    zipOf({ '__init__.py': ['class A:', '    FUNCTION = "run"', ...lines].join('\n') });

  /** Archives that cost memory or time: large definitions, long loops, and many nested expressions. */
  const heavyArchives = (): Promise<Buffer[]> =>
    Promise.all([
      heavy([
        'text = "x" * 60000',
        'A.RETURN_TYPES = (text,)',
        'NODE_CLASS_MAPPINGS = {"n%d" % i: A for i in range(400)}',
      ]),
      heavy([
        'NODE_CLASS_MAPPINGS = {}',
        'for i in range(100000):',
        '    for j in range(100000):',
        '        NODE_CLASS_MAPPINGS["n%d" % (i * j)] = A',
      ]),
      heavy(Array.from({ length: 500 }, (_, index) => `v${index} = ${'('.repeat(60)}1${')'.repeat(60)}`)),
    ]);

  beforeAll(async () => {
    endTurn = await takeTurn(PATIENCE_MS);
    testDatabase = await openTestDatabase();
    cli = openCli({
      DEMO: 'false',
      TRUST_PROXY: '1',
      CACHE_MEGABYTES: String(CACHE_MEGABYTES),
      // The attacker's receivers are on this machine.
      CALLBACK_EXEMPT_HOSTS: '127.0.0.1',
      MAX_VERSIONS_PER_NODE: '100000',
      ...(testDatabase.url === undefined ? {} : { DATABASE_URL: testDatabase.url }),
    });
    server = await cli.start();
    const token = async (user: string) => (await cli.run(['token', '--user', user, '--ttl', '1d'])).stdout.trim();
    honest = await token('honest');
    const bearer = await token('attacker');
    archive = await zipOf(packageOf('Sharpen'));
    for (const [as, publisher, node] of [
      [honest, 'honest-team', 'honest'],
      [bearer, 'attackers', 'attack'],
      [bearer, 'slow-attackers', 'slow-attack'],
    ] as const) {
      await call('POST', '/publishers', as, { id: publisher, name: publisher });
      await call('POST', `/publishers/${publisher}/nodes`, as, { id: node, name: node });
    }
    await publishUntilActive();
    attacker = fork(ATTACKER, { stdio: 'inherit' });
    const archives = (await heavyArchives()).map((bytes) => bytes.toString('base64'));
    attacker.send({
      url: server.url,
      bearer,
      address: '198.51.100.1',
      publisher: 'attackers',
      node: 'attack',
      archives,
    });
    await once(attacker, 'message');
    const tell = async (active: boolean): Promise<Record<string, number>> => {
      attacker.send({ active });
      return (await once(attacker, 'message'))[0] as Record<string, number>;
    };
    await experience(1000);
    quiet = await experience(QUIET_MS);
    await tell(true);
    attacked = await experience(ATTACK_MS);
    counts = await tell(false);
    process.stdout.write(
      `worst case (${testDatabase.kind}): reads p99 quiet ${p99(quiet.reads).toFixed(0)} ms, attacked ${p99(attacked.reads).toFixed(0)} ms of ${attacked.reads.length}; Active after at most ${Math.max(...quiet.active).toFixed(0)} ms quiet, ${Math.max(...attacked.active).toFixed(0)} ms attacked; memory ${megabytes.toFixed(0)} MB; ${JSON.stringify(counts)}\n`,
    );
  }, PATIENCE_MS);
  afterAll(async () => {
    attacker?.kill();
    await cli?.close();
    await testDatabase?.close();
    endTurn();
  });

  it('sent all kinds of requests', () => {
    const attacks = new Set(Object.keys(counts).map((key) => key.split(': ')[0]));
    expect([...attacks].sort()).toEqual(
      expect.arrayContaining([
        'archives',
        'idempotency keys',
        'installs',
        'misspelt searches',
        'persisted queries',
        'snapshots',
        'video polls',
        'webhooks',
        'words',
      ]),
    );
    expect(Object.keys(counts).filter((key) => /: 50[0-24-9]$/.test(key))).toEqual([]);
    expect(server.stdout()).not.toMatch(/unexpected error|"level":60/);
  });

  it('makes no honest request fail', () => {
    expect([quiet.failures, attacked.failures]).toEqual([[], []]);
    expect(attacked.active.length).toBeGreaterThan(0);
  });

  it('delays honest reads only slightly', () =>
    expect(p99(attacked.reads)).toBeLessThan(Math.max(BOUNDS.p99Ms, BOUNDS.timesQuiet * p99(quiet.reads))));

  it('delays honest versions only slightly', () => expect(Math.max(...attacked.active)).toBeLessThan(BOUNDS.activeMs));

  itWhen(HAS_PROC, 'needs /proc to measure another process')('costs the server little memory', () =>
    expect(megabytes).toBeLessThan(CACHE_MEGABYTES + REST_MEGABYTES[testDatabase.kind]),
  );
});
