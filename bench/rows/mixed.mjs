// The row of reads and writes at once. It comes last: what others write into the tables, the registry is not told of.
import { spawnSync } from 'node:child_process';
import { cli } from '../paths.mjs';
import { hasSetting, registryEnvironment } from '../servers.mjs';
import { measure, summary } from '../measure.mjs';
import { DOCUMENTS } from './documents.mjs';
import { anyNested } from './questions.mjs';
import { serversOf } from './rows.mjs';

export const MIXED = {
  name: 'mixed',
  work: 'mixed load: 90 % such reads, 10 % writes of listed nodes',
  bars: { postgraphile: 2.5, before: 0.85 },
  caching: 'cached, the others not',
};

/** Who takes part: beside those of its bar the registry with two processes, of which each must follow the other. */
export const mixedServersOf = (peers) => [...serversOf(MIXED, peers), ...(hasSetting('WORKERS') ? ['oursTwo'] : [])];

const TARGETS = 200;
const SHARE = 0.1;
/** No read may show what was replaced longer ago, in ms. */
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

const TEXT = 'What it does, as it was just written. @MARK@';

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

/** How each server is told to change a node's description, and asked for it. */
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

/** Nodes that are written, spread over the whole list. */
async function targetsOf(client) {
  const { rows } = await client.query(
    `select id, publisher_id as "publisherId" from (select id, publisher_id, row_number() over (order by md5(id)) as place from nodes where status = 'NodeStatusActive') n where place <= $1`,
    [TARGETS],
  );
  return rows;
}

/** Runs the row: the servers take turns. */
export async function runMixed(servers, { load, data, database, folder }, options) {
  const { all, order } = anyNested(data);
  const targets = await targetsOf(database.client);
  const token = tokenOf(folder, database.url);
  const rounds = Object.fromEntries(servers.map(({ name }) => [name, []]));
  let last = 0;
  for (let round = 0; round < options.rounds; round++) {
    for (const server of servers) {
      const requests = all.map((question) => ({
        method: 'POST',
        path: '/graphql',
        body: JSON.stringify(DOCUMENTS[server.name].nested(question, data)),
      }));
      const writes = targets.map((target) => WRITES[server.name](target, token));
      const job = {
        kind: 'mixed',
        requests,
        order,
        writes,
        share: SHARE,
        connections: options.connections,
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
