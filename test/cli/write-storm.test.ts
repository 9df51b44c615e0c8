import { cpSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { BuiltInIssuer } from '../../src/auth/built-in-issuer.js';
import { Database } from '../../src/db/database.js';
import { readSettings } from '../../src/settings.js';
import { type Cli, type CliServer, openCli } from '../support/cli.js';
import { faultsOf } from '../support/consistency.js';
import { openOnServer } from '../support/database.js';
import { bounded } from '../support/faults.js';
import { randomOf } from '../support/random.js';
import { openStorm, type Storm } from '../support/write-storm.js';
import { hasServer, itWhen } from '../support/skips.js';

const KILLS = bounded({ usual: 2, long: 30 });
const CLIENTS = 6;
const TIME_LIMIT_MS = 120_000 + KILLS * 60_000;
const SETTINGS = {
  DEMO: 'false',
  LOG_LEVEL: 'silent',
  MAX_PUBLISHERS_PER_USER: '100000',
  MAX_NEW_PUBLISHERS_PER_DAY: '100000',
  MAX_NEW_NODES_PER_DAY: '100000',
  MAX_TOKENS_PER_PUBLISHER: '1000',
  COMMUNITY_TRANSLATIONS_PER_HOUR: '1000000',
  // Another process takes over the jobs of a dead one after this time.
  JOB_EXPIRY_SECONDS: '5',
};

/** Opens the database in the state that a dead process left. */
type Look = <T>(look: (database: Database) => Promise<T>) => Promise<T>;

/** Opens a copy, which is made before the next process starts, so that the original is not modified. */
function lookIntoCopy(cli: Cli): Look {
  const copy = join(cli.folder, 'copy');
  rmSync(copy, { recursive: true, force: true });
  cpSync(join(cli.dataDir, 'database'), copy, { recursive: true });
  return async (look) => {
    const database = await Database.embedded({ directory: copy });
    try {
      return await look(database);
    } finally {
      await database.close();
    }
  };
}

/** Waits until the database has executed the statements that the dead process sent. */
async function lookIntoServer(database: Database): Promise<Look> {
  for (;;) {
    const [row] = await database.query<{ busy: number }>(
      `select count(*)::int as busy from pg_stat_activity where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`,
    );
    if (row!.busy === 0) return (look) => look(database);
    await wait(10);
  }
}

/** Counts acknowledged writes that are lost, incomplete writes, and unacknowledged writes that exist. */
async function judge(
  database: Database,
  { acknowledged, cut }: Storm,
  archives: string,
): Promise<{ lost: object[]; faults: string[]; cutButThere: number; active: number }> {
  const rows = await database.query<{ request: string }>(
    `select distinct request_id as request from audit_log where request_id like 'storm-%'`,
  );
  const there = new Set(rows.map(({ request }) => request));
  const faults = await faultsOf(database);
  const kept = await database.query<{ key: string; size: number }>(
    'select archive_key as key, archive_size::float8 as size from node_versions where archive_key is not null',
  );
  const missing = kept.filter(
    ({ key, size }) => statSync(join(archives, key), { throwIfNoEntry: false })?.size !== size,
  );
  if (missing.length > 0) faults.push(`archives without their bytes: ${missing.map(({ key }) => key).join(', ')}`);
  const [total] = await database.query<{ active: number }>(
    `select value::int as active from meta where name = 'active_nodes'`,
  );
  return {
    lost: acknowledged.filter(({ request }) => !there.has(request)),
    faults,
    cutButThere: cut.filter(({ request }) => there.has(request)).length,
    active: total!.active,
  };
}

/** Kills a server under concurrent writes, repeatedly. @returns a line of results */
async function survive(kind: 'the embedded database' | 'PostgreSQL'): Promise<string> {
  const random = randomOf(process.env['SEED']);
  const onServer = kind === 'PostgreSQL' ? await openOnServer() : undefined;
  const cli = openCli({ ...SETTINGS, ...(onServer?.url === undefined ? {} : { DATABASE_URL: onServer.url }) });
  try {
    let server: CliServer = await cli.start();
    const issuer = BuiltInIssuer.open(readSettings({ DATA_DIR: cli.dataDir }));
    const signIn = (user: string, isAdmin = false): Promise<string> =>
      issuer.issue({ user, admin: isAdmin, ttlSeconds: 86_400 });
    const admin = await signIn('admin', true);
    const storm = await openStorm(CLIENTS, { url: () => server.url, admin, signIn }, random);
    const ask = async (path: string): Promise<Record<string, unknown>> =>
      (await (await fetch(server.url + path, { headers: { authorization: `Bearer ${admin}` } })).json()) as Record<
        string,
        unknown
      >;
    const asLeft = (): Look | Promise<Look> => (onServer ? lookIntoServer(onServer.database) : lookIntoCopy(cli));
    const archives = join(cli.dataDir, 'archives');
    const unread: string[] = [];
    let longest = 0;
    for (let kill = 1; kill <= KILLS; kill++) {
      const known = storm.acknowledged.length;
      const running = storm.run();
      const enough = known + 40 + random.upTo(80);
      for (const until = Date.now() + 15_000; storm.acknowledged.length < enough && Date.now() < until;)
        await wait(random.upTo(20));
      await server.stop('SIGKILL');
      await running;

      const look = await asLeft();
      const [found, next] = await Promise.all([look((database) => judge(database, storm, archives)), cli.start()]);
      server = next;
      expect({ seed: random.seed, kill, lost: found.lost, faults: found.faults, refused: storm.refused }).toEqual({
        seed: random.seed,
        kill,
        lost: [],
        faults: [],
        refused: [],
      });
      expect((await ask('/nodes?limit=1'))['total']).toBe(found.active);

      unread.push(...storm.acknowledged.slice(known).flatMap(({ archiveOf }) => archiveOf ?? []));
      const began = Date.now();
      for (const version of unread.splice(0)) {
        while ((await ask(version))['core_node_extract_status'] !== 'success') {
          if (Date.now() - began > 90_000) throw new Error(`${version} is stuck`);
          await wait(100);
        }
      }
      longest = Math.max(longest, Date.now() - began);
    }
    expect((await server.stop()).code).toBe(0);
    const look = await asLeft();
    const { lost, faults, cutButThere } = await look((database) => judge(database, storm, archives));
    expect([lost, faults]).toEqual([[], []]);
    expect(storm.acknowledged.length).toBeGreaterThan(KILLS * 20);
    const kinds = new Set(storm.acknowledged.map(({ what }) => what));
    return `write storm on ${kind} (seed ${random.seed}): ${KILLS} kills, ${storm.acknowledged.length} writes of ${kinds.size} kinds acknowledged, 0 lost; ${storm.cut.length} cut off, of which ${cutButThere} are there, whole; all archives were read within ${longest} ms\n`;
  } finally {
    await cli.close();
    await onServer?.close();
  }
}

describe('a server that is killed under concurrent writes', () => {
  const survives = async (kind: Parameters<typeof survive>[0]): Promise<void> =>
    void process.stdout.write(await survive(kind));
  const name = 'has everything that it acknowledged, and nothing by halves';

  it(`${name}: on the embedded database`, () => survives('the embedded database'), TIME_LIMIT_MS);
  itWhen(hasServer, 'needs a PostgreSQL server')(`${name}: on PostgreSQL`, () => survives('PostgreSQL'), TIME_LIMIT_MS);
});
