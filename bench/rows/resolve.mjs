// How long a plan for a workflow takes: the questions of one connection, warm, and the processor time of the hardest.
import { ask } from '../load/connection.mjs';
import { measure, median } from '../measure.mjs';
import { processorTime } from '../processes.mjs';
import { between, oneOf, randomOf } from '../random.mjs';

const NODES = 60;
const WORKFLOWS = 200;
const P50_MS = { small: 2, large: 5 };
const P99_MS = { small: 10, large: 10 };
const HARDEST_NAMES = 5000;
const HARDEST_REQUESTS = 10;
const HARDEST_MS = 50;
/** Names of core-nodes of Active nodes, those with several providers first. */
const NAMES = `select c.name from core_nodes c join nodes n on n.core_nodes_version_id = c.version_id
  where n.status = 'NodeStatusActive' group by c.name order by count(*) desc, md5(c.name) limit 20000`;

const post = (question) => ({ method: 'POST', path: '/resolve', body: JSON.stringify(question) });

/** A workflow as an editor saves it. */
const workflowOf = (random, names) => ({
  nodes: Array.from({ length: NODES }, (_, id) => ({
    id,
    type: oneOf(random, names),
    pos: [between(random, 0, 4000), between(random, 0, 4000)],
    size: [315, 262],
    inputs: [{ name: 'image', type: 'IMAGE', link: id }],
    outputs: [{ name: 'IMAGE', type: 'IMAGE', links: [id + 1] }],
    properties: {},
    widgets_values: [between(random, 0, 1e9), 'fixed', 20, 8],
  })),
  links: [],
});

const limit = (name, work, figure, most) => ({
  name,
  work,
  value: `${figure.toFixed(1)} ms`,
  figure,
  bar: `at most ${most} ms`,
  met: figure <= most,
});

/** The processor time of plans with the most names, each asked once, so that none is cached. */
async function hardest(server, names) {
  // Suggestions are prepared once, at the first missing name.
  await ask(server.port, post({ core_node_names: ['no such core-node'] }));
  const random = randomOf(108);
  const questions = Array.from({ length: HARDEST_REQUESTS }, (_, at) =>
    post({
      core_node_names: [
        ...new Set(Array.from({ length: HARDEST_NAMES - 1 }, () => oneOf(random, names))),
        `none ${at}`,
      ],
    }),
  );
  const before = processorTime(server.process.pid);
  for (const question of questions) {
    const { status } = await ask(server.port, question);
    if (status !== 200) throw new Error(`The registry answered a plan with ${status}.`);
  }
  return (processorTime(server.process.pid) - before) / HARDEST_REQUESTS;
}

/** Plans for different workflows on one connection, each asked before. */
export async function runResolve({ load, servers, database }, { seconds, rounds, scale }) {
  const server = servers.get('ours');
  const names = (await database.client.query(NAMES)).rows.map(({ name }) => name);
  const random = randomOf(107);
  const requests = Array.from({ length: WORKFLOWS }, () => post({ workflow: workflowOf(random, names) }));
  const order = Array.from({ length: WORKFLOWS * 20 }, () => between(random, 0, WORKFLOWS - 1));
  const job = { kind: 'closedLoop', requests, order, expected: 200, connections: 1, touch: 60 };
  const turns = [];
  for (let round = 0; round < rounds; round++) turns.push(await measure(load, server, job, { seconds, warmUp: 1 }));
  const figure = (name) => median(turns.map((turn) => turn[name]));
  const work = `plan for a workflow of ${NODES} nodes, one connection, warm`;
  return [
    limit('resolve-p50', `${work}, p50`, figure('p50'), P50_MS[scale]),
    limit('resolve-p99', `${work}, p99`, figure('p99'), P99_MS[scale]),
    limit('resolve-processor', `${work}, processor time`, figure('processor'), P50_MS[scale]),
    limit(
      'resolve-hardest',
      `plan for up to ${HARDEST_NAMES} names, not cached, processor time`,
      await hardest(server, names),
      HARDEST_MS,
    ),
  ];
}
