// Fills a migrated database: inserts the rows by SQL, and derives the rest with the services of the registry.
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { root } from '../paths.mjs';
import { nodes, publishers, SCALES } from './generate.mjs';

const BATCH = 1000;

const COLUMNS = {
  publishers:
    'id text, name text, description text, website text, logo text, status text, created_at timestamptz, updated_at timestamptz',
  nodes: `id text, folded_id text, publisher_id text, name text, description text, author text, license text, icon text, banner_url text, repository text, tags text[], tags_admin text[],
    downloads int, repo_host_stars int, rating real, search_ranking int, status text, status_detail text, supported_accelerators text[], supported_os text[],
    supported_coreui_version text, created_at timestamptz, updated_at timestamptz`,
  node_versions: `id uuid, node_id text, version text, precedence text, is_prerelease boolean, changelog text, dependencies text[], deprecated boolean, status text, status_reason text,
    core_node_extract_status text, supported_accelerators text[], supported_os text[], supported_coreui_version text, archive_key text, archive_size bigint, archive_sha256 text, archive_stored_at timestamptz, created_at timestamptz, updated_at timestamptz`,
  core_nodes:
    'version_id uuid, name text, display_name text, category text, description text, function text, input_types text, return_types text, return_names text',
};

/** Indexes that are expensive to update per row. They are dropped first and created again after the inserts. */
const BUILT_LAST = ['core_nodes_name_trgm', 'core_nodes_name', 'nodes_repository_trgm'];

function insertInto(table, client, rows) {
  const names = COLUMNS[table]
    .split(',')
    .map((column) => column.trim().split(/\s+/)[0])
    .join(', ');
  return client.query(
    `insert into ${table} (${names}) select r.* from jsonb_to_recordset($1::jsonb) as r(${COLUMNS[table]})`,
    [JSON.stringify(rows)],
  );
}

const module = (name) => import(pathToFileURL(join(root, 'dist', 'src', `${name}.js`)).href);

async function dropBuiltLast(client) {
  const { rows } = await client.query(
    'select indexname as name, indexdef as definition from pg_indexes where indexname = any($1::text[])',
    [BUILT_LAST],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}

async function insertBatch(client, batch, { precedenceKey, isPrerelease, foldNodeId }) {
  await insertInto(
    'nodes',
    client,
    batch.map(({ node }) => ({ ...node, folded_id: foldNodeId(node.id) })),
  );
  const versions = batch.flatMap((one) => one.versions);
  for (let at = 0; at < versions.length; at += 5 * BATCH) {
    const rows = versions.slice(at, at + 5 * BATCH).map((version) => ({
      ...version,
      precedence: precedenceKey(version.version),
      is_prerelease: isPrerelease(version.version),
      core_node_extract_status: 'success',
      archive_key: `${version.id}.zip`,
      archive_size: 40_000,
      archive_sha256: '0'.repeat(64),
      archive_stored_at: version.created_at,
    }));
    await insertInto('node_versions', client, rows);
  }
  const coreNodes = batch.flatMap((one) => one.coreNodes);
  for (let at = 0; at < coreNodes.length; at += 10 * BATCH)
    await insertInto('core_nodes', client, coreNodes.slice(at, at + 10 * BATCH));
}

/** Inserts the changes that the registry would have recorded: one per created publisher, node and version. */
async function insertChanges(client) {
  await client.query(`insert into changes (kind, subject_id, change, publisher_id, actor, at)
    select 'publisher', id, 'created', id, 'system:bench', created_at from publishers order by created_at, id`);
  await client.query(`insert into changes (kind, subject_id, change, publisher_id, actor, at)
    select 'node', id, 'created', publisher_id, 'system:bench', created_at from nodes order by created_at, id`);
  await client.query(`insert into changes (kind, subject_id, node_id, change, publisher_id, actor, at)
    select 'version', v.id::text, v.node_id, 'created', n.publisher_id, 'system:bench', v.created_at
    from node_versions v join nodes n on n.id = v.node_id order by v.created_at, v.id`);
}

/** Updates the stored number of Active nodes, which the writes of the registry maintain. */
const updateTotals = (client) =>
  client.query(
    `update meta set value = (select count(*)::text from nodes where status = 'NodeStatusActive') where name = 'active_nodes'`,
  );

/** Fills the database with the data set of a scale. @param log prints a line of progress */
export async function fillDatabase(client, scale, log) {
  const values = { ...(await module('values/semver')), ...(await module('values/node-id')) };
  const { refreshLatestVersions } = await module('services/latest-version');
  const { searchRefresh } = await module('services/search-index');
  const { MAX_SEARCH_WORDS_PER_NODE } = (await module('settings')).readSettings({});
  const runner = { query: async (sql, parameters) => (await client.query(sql, parameters)).rows };
  const definitions = await dropBuiltLast(client);

  const owners = [...publishers(scale)];
  for (let at = 0; at < owners.length; at += 10 * BATCH)
    await insertInto('publishers', client, owners.slice(at, at + 10 * BATCH));
  let batch = [];
  let done = 0;
  const flush = async () => {
    const ids = batch.map(({ node }) => node.id);
    await client.query('begin');
    await insertBatch(client, batch, values);
    await refreshLatestVersions(runner, ids);
    const { sql, parameters } = await searchRefresh(runner, ids, MAX_SEARCH_WORDS_PER_NODE);
    await client.query(sql, parameters);
    await client.query('commit');
    done += batch.length;
    batch = [];
    if (done % (10 * BATCH) === 0) log(`${done} of ${SCALES[scale].nodes} nodes`);
  };
  for (const one of nodes(
    scale,
    owners.map(({ id }) => id),
  ))
    if (batch.push(one) === BATCH) await flush();
  if (batch.length > 0) await flush();
  for (const definition of definitions) await client.query(definition);
  await insertChanges(client);
  await updateTotals(client);
}
