import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { Migrator } from '@mikro-orm/migrations';
import { MikroORM as EmbeddedORM } from '@mikro-orm/pglite';
import { MikroORM as ServerORM } from '@mikro-orm/postgresql';
import { MIGRATIONS } from '../../migrations/all.js';
import { Database, type SqlRunner } from '../../src/db/database.js';
import { ENTITIES } from '../../src/entities/all.js';
import { createDatabase, openAgain, type TestDatabase } from './database.js';

/** A database with the first migrations only, as a released version created it. */
export interface ReleasedDatabase {
  /** Opens the database without migrating it. */
  readonly open: () => Promise<TestDatabase>;
  readonly remove: () => Promise<void>;
}

const common = {
  entities: ENTITIES,
  extensions: [Migrator],
  migrations: { migrationsList: MIGRATIONS, snapshot: false, silent: true },
};

/** The interface that the ORMs of both drivers share. */
interface Migrating {
  readonly migrator: { up(options: { to: string }): Promise<unknown> };
  close(force: boolean): Promise<void>;
}

async function migrateTo(orm: Migrating, count: number): Promise<void> {
  try {
    await orm.migrator.up({ to: MIGRATIONS[count - 1]!.name });
  } finally {
    await orm.close(true);
  }
}

/** Creates an empty database with the first `count` migrations. */
export async function releasedDatabase(count: number): Promise<ReleasedDatabase> {
  if (globalThis.DATABASE_KIND === 'postgres') {
    const { url, drop } = await createDatabase();
    await migrateTo(await ServerORM.init({ ...common, clientUrl: url }), count);
    return { open: () => openAgain(url), remove: drop };
  }
  const directory = mkdtempSync(join(tmpdir(), 'registry-released-'));
  await migrateTo(
    await EmbeddedORM.init({ ...common, dbName: directory, driverOptions: () => ({ extensions: { pg_trgm } }) }),
    count,
  );
  return {
    open: async () => {
      const database = await Database.embedded({ directory });
      return { database, kind: 'embedded', url: undefined, close: () => database.close() };
    },
    remove: async () => rmSync(directory, { recursive: true, force: true }),
  };
}

const [ada, ben, version, bare, token, webhook, task, invitation] = Array.from(
  { length: 8 },
  (_, index) => `00000000-0000-4000-8000-00000000000${index}`,
) as [string, string, string, string, string, string, string, string];
const at = '2026-01-02T03:04:05.678Z';
const SHA = 'a'.repeat(64);
const base = { created_at: at, updated_at: at };

/**
 * Rows for every table, parents first. Some have a value for every column that any version had, others as few values
 * as possible. Tables and columns that a version does not have are left out.
 */
const ROWS: readonly (readonly [table: string, row: Record<string, unknown>])[] = [
  [
    'users',
    {
      id: ada,
      issuer: 'https://id.example',
      subject: 'ada',
      name: 'Ada',
      email: 'ada@example.org',
      email_verified: true,
      is_admin: true,
      is_approved: false,
      approval_declined_at: at,
      created_at: at,
    },
  ],
  [
    'users',
    {
      id: ben,
      issuer: 'https://id.example',
      subject: 'ben',
      email_verified: false,
      is_admin: false,
      is_approved: true,
      suspended_at: at,
      suspended_reason: 'r',
      created_at: at,
    },
  ],
  [
    'sessions',
    {
      hash: SHA,
      user_id: ada,
      admin_by_token: true,
      created_at: at,
      last_used_at: at,
      expires_at: '2099-01-01T00:00:00Z',
    },
  ],
  [
    'sign_ins',
    { hash: SHA, state: 's', nonce: 'n', code_verifier: 'v', return_path: '/', expires_at: '2099-01-01T00:00:00Z' },
  ],
  ['used_sign_in_links', { hash: SHA, expires_at: '2099-01-01T00:00:00Z' }],
  [
    'publishers',
    {
      id: 'ada-team',
      name: 'Ada’s',
      description: 'D',
      logo: 'https://example.org/l.png',
      website: 'https://example.org',
      support: 'https://example.org/s',
      source_code_repo: 'https://example.org/r',
      status: 'PublisherStatusActive',
      is_reserved: false,
      trusted_at: at,
      ...base,
    },
  ],
  ['publishers', { id: 'gone-team', name: 'Gone', status: 'PublisherStatusBanned', deleted_at: at, ...base }],
  [
    'publisher_members',
    { id: ada, publisher_id: 'ada-team', user_id: ada, role: 'owner', created_at: at, added_by: 'self' },
  ],
  [
    'publisher_members',
    { id: ben, publisher_id: 'ada-team', user_id: ben, role: 'member', created_at: at, added_by: 'self' },
  ],
  [
    'publisher_invitations',
    {
      id: invitation,
      publisher_id: 'ada-team',
      email: 'eve@example.org',
      role: 'member',
      created_by: ada,
      created_at: at,
      expires_at: '2099-01-01T00:00:00Z',
    },
  ],
  [
    'publisher_invitations',
    { id: ada, publisher_id: 'ada-team', user_id: ben, role: 'owner', created_at: at, expires_at: at },
  ],
  [
    'personal_access_tokens',
    {
      id: token,
      publisher_id: 'ada-team',
      name: 'ci',
      description: 'D',
      hash: SHA,
      last_four: 'abcd',
      created_by: ada,
      created_at: at,
      expires_at: '2099-01-01T00:00:00Z',
      last_used_at: at,
    },
  ],
  [
    'nodes',
    {
      id: 'Full-Node',
      folded_id: 'full-node',
      publisher_id: 'ada-team',
      name: 'Full',
      description: 'Sharpens “images”.',
      author: 'Ada',
      license: '{"file":"LICENSE"}',
      icon: 'https://example.org/i.png',
      banner_url: 'https://example.org/b.png',
      repository: 'https://github.com/ada/full',
      repository_id: 12,
      category: 'c',
      tags: ['a', 'b,c'],
      tags_admin: ['x'],
      downloads: 7,
      stored_bytes: 5,
      repo_host_stars: 3,
      rating: 4.5,
      search_ranking: 2,
      status: 'NodeStatusActive',
      status_detail: 'd',
      preempted_core_node_names: ['Core'],
      core_node_name_pattern: 'Full$',
      supported_accelerators: ['GPU :: NVIDIA CUDA'],
      supported_coreui_frontend_version: '>=1',
      supported_coreui_version: '>=0.3',
      supported_os: ['POSIX :: Linux'],
      latest_version_id: null,
      banned_with_publisher: false,
      banned_when_deleted: false,
      is_reserved: false,
      detail_before_ban: 'before',
      ...base,
    },
  ],
  [
    'nodes',
    {
      id: 'bare',
      folded_id: 'bare',
      publisher_id: 'unclaimed',
      name: 'bare',
      description: '',
      tags: [],
      tags_admin: [],
      downloads: 0,
      repo_host_stars: 0,
      status: 'NodeStatusBanned',
      preempted_core_node_names: [],
      supported_accelerators: [],
      supported_os: [],
      banned_with_publisher: false,
      ...base,
    },
  ],
  [
    'node_versions',
    {
      id: version,
      node_id: 'Full-Node',
      version: '1.2.3',
      precedence: '',
      is_prerelease: false,
      changelog: 'New.',
      dependencies: ['numpy'],
      deprecated: true,
      status: 'NodeVersionStatusActive',
      status_reason: 'r',
      core_node_extract_status: 'success',
      core_node_extract_detail: 'e',
      supported_accelerators: ['GPU'],
      supported_coreui_frontend_version: '>=1',
      supported_coreui_version: '>=0.3',
      supported_os: ['MacOS'],
      tags: ['t'],
      tags_admin: ['u'],
      archive_size: 5,
      archive_sha256: SHA,
      archive_stored_at: at,
      archive_key: `00/${version}/${SHA}.zip`,
      ...base,
    },
  ],
  [
    'node_versions',
    {
      id: bare,
      node_id: 'Full-Node',
      version: '1.3.0-beta',
      precedence: '',
      is_prerelease: true,
      changelog: '',
      dependencies: [],
      deprecated: false,
      status: 'NodeVersionStatusFlagged',
      core_node_extract_status: 'pending',
      supported_accelerators: [],
      supported_os: [],
      tags: [],
      tags_admin: [],
      ...base,
    },
  ],
  [
    'core_nodes',
    {
      version_id: version,
      name: 'Core',
      category: 'c',
      description: 'D',
      function: 'run',
      input_types: '{}',
      return_names: '["a"]',
      return_types: '["IMAGE"]',
      output_is_list: [true, false],
      deprecated: true,
      experimental: true,
      policy: 'CoreNodePolicyLocalOnly',
      display_name: 'Core!',
    },
  ],
  [
    'node_translations',
    { node_id: 'Full-Node', language: 'de', source: 'PUBLISHER', fields: { name: 'Voll' }, updated_at: at },
  ],
  ['download_marks', { mark: 'm', day: '2026-11-21' }],
  ['node_words', { node_id: 'Full-Node', words: 'full node\n\n\nimages sharpens', changed: '3' }],
  ['node_search', { node_id: 'Full-Node', words: 'full:1A images:1D node:1A sharpens:1D' }],
  ...['full', 'images', 'node', 'sharpens'].map((word) => ['search_words', { word, added: '3', nodes: 1 }] as const),
  [
    'video_tasks',
    {
      id: task,
      owner_id: ada,
      provider: 'sandbox',
      upstream_id: 'u',
      state: 'failed',
      err_code: 'E',
      credits: 2,
      request: { model: 'm', images: [] },
      creations: [{ id: 'c', url: 'https://example.org/v' }],
      callback_url: 'https://example.org/cb',
      ...base,
    },
  ],
  [
    'changes',
    {
      kind: 'publisher',
      subject_id: 'ada-team',
      change: 'created',
      counter: false,
      actor: 'user:ada',
      at,
      publisher_id: 'ada-team',
    },
  ],
  [
    'changes',
    {
      kind: 'node',
      subject_id: 'Full-Node',
      node_id: 'Full-Node',
      change: 'created',
      counter: false,
      actor: 'user:ada',
      at,
      publisher_id: 'ada-team',
    },
  ],
  [
    'changes',
    {
      kind: 'version',
      subject_id: version,
      node_id: 'Full-Node',
      change: 'status',
      counter: false,
      status: 'NodeVersionStatusActive',
      actor: 'token:x',
      at,
      publisher_id: 'ada-team',
    },
  ],
  [
    'changes',
    {
      kind: 'version',
      subject_id: version,
      node_id: 'Full-Node',
      change: 'updated',
      counter: true,
      actor: 'system:downloads',
      at,
      publisher_id: 'ada-team',
    },
  ],
  [
    'audit_log',
    {
      at,
      actor: 'user:ada',
      action: 'node.update',
      subject_kind: 'node',
      subject_id: 'Full-Node',
      publisher_id: 'ada-team',
      from_state: 'f',
      to_state: 't',
      reason: 'r',
      before: { name: 'x' },
      after: { name: 'Full' },
      request_id: 'q',
      by_admin: true,
    },
  ],
  [
    'version_findings',
    {
      version_id: version,
      node_id: 'Full-Node',
      findings: [{ level: 'hold', rule: 'shell', file: 'a.py', line: 1, message: 'm', call: 'os.system("ls")' }],
      hold: 1,
      warn: 0,
      note: 0,
      checked_at: at,
      approved_at: at,
      approved_by: 'user:ada',
    },
  ],
  [
    'node_reports',
    {
      id: task,
      node_id: 'Full-Node',
      user_id: ben,
      text: 't',
      status: 'resolved',
      note: 'n',
      created_at: at,
      closed_at: at,
    },
  ],
  ['node_reviews', { node_id: 'Full-Node', user_id: ben, star: 4, ...base }],
  ['archive_uploads', { version_id: bare, token_hash: SHA, expires_at: at, created_by: ada }],
  ['download_counts', { version_id: version, day: '2026-01-02', downloads: 7 }],
  ['rate_limit_buckets', { key: 'address:192.0.2.1', full_at: '2099-01-01T00:00:00Z' }],
  [
    'idempotency_keys',
    {
      id: 'k',
      turn: ada,
      body_hash: SHA,
      at: '2099-01-01T00:00:00Z',
      runs_until: '2099-01-01T00:00:00Z',
      written: true,
      made: ['node x'],
      is_over: true,
      status: 201,
      type: 'application/json',
      body: '{}',
    },
  ],
  [
    'webhooks',
    {
      id: webhook,
      publisher_id: 'ada-team',
      url: 'https://example.org/hook',
      description: 'D',
      enabled: false,
      secret_version: 1,
      secret_seen_by: ada,
      generation: 2,
      position: 1,
      message_id: 'm',
      message_body: '{}',
      message_position: 2,
      attempts: 3,
      next_attempt_at: at,
      failing_since: at,
      last_error: 'e',
      delivered_at: at,
      ...base,
    },
  ],
];

/** Columns that the database computes from the other columns of a row, including rows from before the migration. */
export const RENDERED: readonly string[] = ['record', 'record_rest'];

/** Returns the columns of each table, without those that only the database writes. */
export async function columnsOf(runner: SqlRunner): Promise<Map<string, string[]>> {
  const rows = await runner.query<{ table: string; column: string }>(
    `select c.table_name as table, c.column_name as column from information_schema.columns c
     where c.table_schema = 'public' and c.is_identity = 'NO' and c.table_name not in ('mikro_orm_migrations', 'meta') and c.column_name <> all($1::text[]) order by 1, c.ordinal_position`,
    [RENDERED],
  );
  const found = new Map<string, string[]>();
  for (const { table, column } of rows) found.set(table, [...(found.get(table) ?? []), column]);
  return found;
}

/**
 * Fills every table of a database. Some arrays of text contain nulls, if the column allows it.
 * @param precedenceOf returns the precedence key of a version number
 * @returns the columns for which no row has a value
 */
export async function seed(database: Database, precedenceOf: (version: string) => string): Promise<string[]> {
  const columns = await columnsOf(database);
  const given = new Set<string>();
  await database.transaction(async ({ query }) => {
    for (const [table, row] of ROWS) {
      const names = (columns.get(table) ?? []).filter((column) => column in row);
      if (names.length === 0) continue;
      for (const name of names) if (row[name] !== null) given.add(`${table}.${name}`);
      const values = table === 'node_versions' ? { ...row, precedence: precedenceOf(row['version'] as string) } : row;
      await query(
        `insert into ${table} (${names.join(', ')}) select ${names.join(', ')} from jsonb_populate_record(null::${table}, $1::jsonb)`,
        [JSON.stringify(values)],
      );
    }
    // The two tables refer to each other.
    await query(
      `update meta set value = (select count(*)::text from nodes where status = 'NodeStatusActive') where name = 'active_nodes'`,
    );
    for (const column of ['latest_version_id', 'core_nodes_version_id']) {
      if (!columns.get('nodes')?.includes(column)) continue;
      await query(`update nodes set ${column} = $1::uuid where id = 'Full-Node'`, [version]);
      given.add(`nodes.${column}`);
    }
    const [texts] = await query(`select 1 from pg_constraint where conname = 'nodes_tags_texts'`);
    if (!texts)
      await query(
        `update nodes set tags = array['a', null, 'b,c'], supported_os = supported_os || null::text where id = 'Full-Node'`,
      );
  });
  return [...columns]
    .flatMap(([table, names]) => names.map((name) => `${table}.${name}`))
    .filter((column) => !given.has(column));
}
