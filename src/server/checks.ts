import { hash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { access, constants, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { BuiltInIssuer } from '../auth/built-in-issuer.js';
import { ALGORITHMS, keysUrl } from '../auth/identity-provider.js';
import { DataDirectoryInUse } from '../db/data-directory.js';
import type { Database } from '../db/database.js';
import { databaseAddress, openDatabase } from '../db/open.js';
import { messageOf } from '../errors/message-of.js';
import type { Settings } from '../settings.js';
import { archiveFolder, openArchiveStore } from '../storage/open-store.js';

/** The result of one check. */
export interface CheckResult {
  readonly isOk: boolean;
  readonly name: string;
  /** One line that describes the result or the fault. */
  readonly detail: string;
}

/** The oldest supported version of PostgreSQL, as `server_version_num`. */
const OLDEST_SERVER = 150_000;
const TIMEOUT_MS = 5000;

/** Checks that a folder can be written to or created. @returns a description of the folder */
async function writableFolder(folder: string): Promise<string> {
  let existing = folder;
  while (!existsSync(existing)) existing = dirname(existing);
  await access(existing, constants.W_OK | constants.X_OK);
  return existing === folder ? folder : `${folder}, which will be created`;
}

/** Checks the version of a PostgreSQL server, and that the extension pg_trgm is available. */
async function checkServer(database: Database): Promise<string> {
  const [row] = await database.query<{ number: number; version: string; encoding: string; trgm: boolean }>(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as version,
            current_setting('server_encoding') as encoding,
            exists (select from pg_available_extensions where name = 'pg_trgm') as trgm`,
  );
  const { number, version, encoding, trgm } = row!;
  if (number < OLDEST_SERVER) throw new Error(`PostgreSQL ${version} is too old; version 15 or later is needed`);
  if (encoding !== 'UTF8') throw new Error(`the database has the encoding ${encoding}; it must be UTF8`);
  if (!trgm) throw new Error(`PostgreSQL ${version} lacks the extension pg_trgm`);
  return `PostgreSQL ${version}`;
}

async function checkDatabase(settings: Settings): Promise<string> {
  const { kind, address } = databaseAddress(settings);
  if (kind === 'embedded' && !existsSync(address)) return `embedded, in ${await writableFolder(address)}`;
  const open = await openDatabase(settings).catch((error: unknown) => {
    if (error instanceof DataDirectoryInUse) return undefined;
    throw error;
  });
  if (!open) return `embedded, in ${address}; a running registry uses it, so its content is not checked`;
  try {
    const program = kind === 'embedded' ? 'embedded' : await checkServer(open.database);
    const schema = (await open.database.isMigrated()) ? 'the schema is that of this build' : 'a start will migrate it';
    return `${program}, ${kind === 'embedded' ? 'in' : 'at'} ${address}; ${schema}`;
  } finally {
    await open.close();
  }
}

/** Stores, reads and removes a small object, with the permissions that the registry needs. */
async function checkBucket(settings: Settings): Promise<void> {
  const store = await openArchiveStore(settings);
  const folder = await mkdtemp(join(tmpdir(), 'registry-check-'));
  const name = `check-${randomUUID()}`;
  const content = Buffer.from('registry check');
  try {
    const path = join(folder, name);
    await writeFile(path, content);
    await store.put(name, { path, size: content.length, sha256: hash('sha256', content) });
    if (!(await buffer(await store.open(name))).equals(content))
      throw new Error('a stored object was returned with different content');
    await store.remove(name);
  } finally {
    store.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function checkStorage(settings: Settings): Promise<string> {
  const folder = await writableFolder(archiveFolder(settings));
  if (settings.S3_BUCKET === undefined) return `folder ${folder}`;
  await checkBucket(settings);
  return `bucket ${settings.S3_BUCKET}${settings.S3_ENDPOINT ? ` at ${settings.S3_ENDPOINT}` : ''}; uploads are first stored in ${folder}`;
}

async function checkBuiltInIssuer(settings: Settings): Promise<string> {
  const file = join(settings.DATA_DIR, 'signing-key.pem');
  // `open` would create a missing key file, so it is called only if there is a key.
  if (settings.AUTH_SIGNING_KEY || existsSync(file)) BuiltInIssuer.open(settings);
  const key = settings.AUTH_SIGNING_KEY
    ? 'AUTH_SIGNING_KEY'
    : existsSync(file)
      ? file
      : `${file}, which will be created`;
  return `built-in issuer, with the key in ${key}`;
}

/** Checks that an OpenID Connect provider has usable keys. */
async function checkProvider(settings: Settings): Promise<string> {
  const { AUTH_ISSUER: issuer, AUTH_JWKS_URL: jwksUrl } = settings;
  if (issuer === undefined) return checkBuiltInIssuer(settings);
  const url = await keysUrl(issuer, jwksUrl);
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  const { keys } = (await response.json()) as { keys?: { alg?: string; kty?: string; use?: string }[] };
  if (!response.ok || !Array.isArray(keys)) throw new Error(`${url} has no keys (status ${response.status})`);
  const usable = keys.filter(({ alg, use }) => use !== 'enc' && (alg === undefined || ALGORITHMS.includes(alg)));
  if (usable.length === 0) throw new Error(`none of the keys at ${url} is for ${ALGORITHMS.join(', ')}`);
  return `${issuer}, with ${usable.length} usable keys at ${url}`;
}

/** Returns the message of an error and of its cause in one line. */
function describe(thrown: unknown): string {
  const message = messageOf(thrown);
  const { cause } = (thrown ?? {}) as { readonly cause?: unknown };
  const why = cause instanceof Error && !message.includes(cause.message) ? ` (${cause.message})` : '';
  return `${message}${why}`.replace(/\s+/g, ' ');
}

/** Runs all checks on valid settings. Changes nothing, except that it stores and removes an object in the bucket. */
export async function checkAll(settings: Settings): Promise<CheckResult[]> {
  const checks = { database: checkDatabase, storage: checkStorage, provider: checkProvider };
  return Promise.all(
    Object.entries(checks).map(async ([name, check]) =>
      check(settings).then(
        (detail) => ({ isOk: true, name, detail }),
        (error: unknown) => ({ isOk: false, name, detail: describe(error) }),
      ),
    ),
  );
}
