// The row with mixed reads and writes. It runs last, because peers write to the tables without notifying the registry.
import { spawnSync } from 'node:child_process';
import { cli } from '../paths.mjs';
import { hasSetting, registryEnvironment } from '../servers.mjs';
import { measure, summary } from '../measure.mjs';
import { DOCUMENTS } from './documents.mjs';
import { anyNested } from './workloads.mjs';
import { CACHED, serversOf } from './rows.mjs';

export const MIXED = {
  name: 'mixed',
  work: 'mixed load: 90 % random nested pages, 10 % writes of listed nodes',
  targets: { postgraphile: 2.5, before: 0.85 },
  caching: CACHED,
};

/** The servers of the row, including the registry with two processes, which must see each other's writes. */
export const mixedServersOf = (peers) => [...serversOf(MIXED, peers), ...(hasSetting('WORKERS') ? ['oursTwo'] : [])];

const WRITTEN_NODES = 200;
const WRITE_SHARE = 0.1;
/** Load before the first round of each server, in s. No other row writes, so the code of writes is not yet compiled. */
const PRIME_SECONDS = 10;
/** Target: no read may be staler than this, in ms. */
export const OLDEST = 1000;

function tokenOf(folder, url) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [cli, 'token', '--user', 'bench', '--admin', '--ttl', '7d'],
    { env: registryEnvironment(folder, url), cwd: folder, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`registry token failed: ${stderr}`);
  return stdout.trim();
}

const TEXT = 'A description that was just written. @MARK@';

const ours = ({ id, publisherId }, token) => ({
  request: {
    method: 'PUT',
    path: `/publishers/${publisherId}/nodes/${id}`,
    headers: { Authorization: `Bearer ${token}` },
    body: JSON.stringify({ description: TEXT }),
  },
  readBack: [
    { path: `/nodes/${id}` },
    { method: 'POST', path: '/graphql', body: JSON.stringify(DOCUMENTS.ours.single({ id })) },
  ],
});

/** Per server, the request that changes the description of a node, and requests that read it back. */
const WRITES = {
  ours,
  oursTwo: ours,
  before: ours,
  postgraphile: ({ id }) => ({
    request: {
      method: 'POST',
      path: '/graphql',
      body: JSON.stringify({
        query: `mutation Write($id: String!, $description: String!, $at: Datetime!) {
  updateExtensionByRowId(input: {rowId: $id, extensionPatch: {description: $description, updatedAt: $at}}) { extension { rowId name description } }
}`,
        variables: { id, description: TEXT, at: new Date().toISOString() },
      }),
    },
    readBack: [{ method: 'POST', path: '/graphql', body: JSON.stringify(DOCUMENTS.postgraphile.single({ id })) }],
  }),
};

/** The nodes to write, spread over the complete list. */
async function writtenNodesOf(client) {
  const { rows } = await client.query(
    `select id, publisher_id as "publisherId" from (select id, publisher_id, row_number() over (order by md5(id)) as place from nodes where status = 'NodeStatusActive') n where place <= $1`,
    [WRITTEN_NODES],
  );
  return rows;
}

/** Runs the row. The servers are measured interleaved, each once per round. */
export async function runMixed(servers, { load, data, database, folder }, options) {
  const { distinct, order } = anyNested(data);
  const writtenNodes = await writtenNodesOf(database.client);
  const token = tokenOf(folder, database.url);
  const rounds = Object.fromEntries(servers.map(({ name }) => [name, []]));
  let last = 0;
  for (let round = 0; round < options.rounds; round++) {
    for (const server of servers) {
      const requests = distinct.map((params) => ({
        method: 'POST',
        path: '/graphql',
        body: JSON.stringify(DOCUMENTS[server.name].nested(params, data)),
      }));
      const writes = writtenNodes.map((node) => WRITES[server.name](node, token));
      const job = {
        kind: 'mixed',
        requests,
        order,
        writes,
        share: WRITE_SHARE,
        connections: options.connections,
        primeSeconds: round === 0 ? PRIME_SECONDS : 0,
        firstNumber: last,
      };
      const result = await measure(load, server, job, { seconds: options.seconds, warmUp: 1 });
      last = result.last;
      rounds[server.name].push(result);
    }
  }
  const worst = (name, figure) => Math.max(...rounds[name].map((result) => result[figure]));
  const figures = (name) => ({
    ...summary(rounds[name]),
    oldest: worst(name, 'oldest'),
    unseen: worst(name, 'unseen'),
    writes: summary(rounds[name].map((one) => ({ ...one, rate: one.writes }))).rate,
  });
  return { name: MIXED.name, rounds, servers: Object.fromEntries(servers.map(({ name }) => [name, figures(name)])) };
}
