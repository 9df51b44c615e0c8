// Plans for workflows: latency and CPU time on one connection with warm caches, and the CPU time of the largest plans.
import { sendOnce } from '../load/connection.mjs';
import { measure, median } from '../measure.mjs';
import { processorTime } from '../processes.mjs';
import { between, oneOf, randomOf } from '../random.mjs';

const NODES = 60;
const WORKFLOWS = 200;
const P50_MS = { small: 2, large: 5 };
const P99_MS = { small: 10, large: 10 };
const LARGEST_NAMES = 5000;
/** Plans that are made before those that count, so that the code is compiled. */
const LARGEST_WARM_UP = 20;
const LARGEST_REQUESTS = 40;
const LARGEST_MS = 50;
/** Names of core-nodes of Active nodes, those with several providers first. */
const NAMES = `select c.name from core_nodes c join nodes n on n.core_nodes_version_id = c.version_id
  where n.status = 'NodeStatusActive' group by c.name order by count(*) desc, md5(c.name) limit 20000`;

const post = (body) => ({ method: 'POST', path: '/resolve', body: JSON.stringify(body) });

/** A workflow in the format of the editor. */
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
  target: `at most ${most} ms`,
  met: figure <= most,
});

/** The CPU time of plans with the maximum number of names. Each is requested once, so that none is cached. */
async function cpuTimeOfLargest(server, names) {
  // The first missing name builds the index of suggestions, which must not count.
  await sendOnce(server.port, post({ core_node_names: ['no such core-node'] }));
  const random = randomOf(108);
  const requests = Array.from({ length: LARGEST_WARM_UP + LARGEST_REQUESTS }, (_, at) =>
    post({
      core_node_names: [
        ...new Set(Array.from({ length: LARGEST_NAMES - 1 }, () => oneOf(random, names))),
        `none ${at}`,
      ],
    }),
  );
  let before = 0;
  for (const [at, request] of requests.entries()) {
    if (at === LARGEST_WARM_UP) before = processorTime(server.process.pid);
    const { status } = await sendOnce(server.port, request);
    if (status !== 200) throw new Error(`The registry returned status ${status} for a plan.`);
  }
  return (processorTime(server.process.pid) - before) / LARGEST_REQUESTS;
}

/** Measures plans for distinct workflows on one connection. Each is requested once before. */
export async function runResolve({ load, servers, database }, { seconds, rounds, scale }) {
  const server = servers.get('ours');
  const names = (await database.client.query(NAMES)).rows.map(({ name }) => name);
  const random = randomOf(107);
  const requests = Array.from({ length: WORKFLOWS }, () => post({ workflow: workflowOf(random, names) }));
  const order = Array.from({ length: WORKFLOWS * 20 }, () => between(random, 0, WORKFLOWS - 1));
  const job = { kind: 'closedLoop', requests, order, expected: 200, connections: 1, primeSeconds: 60 };
  const measured = [];
  for (let round = 0; round < rounds; round++) measured.push(await measure(load, server, job, { seconds, warmUp: 1 }));
  const figure = (name) => median(measured.map((one) => one[name]));
  const work = `plan for a workflow of ${NODES} nodes, one connection, warm`;
  return [
    limit('resolve-p50', `${work}, p50`, figure('p50'), P50_MS[scale]),
    limit('resolve-p99', `${work}, p99`, figure('p99'), P99_MS[scale]),
    limit('resolve-processor', `${work}, CPU time`, figure('processor'), P50_MS[scale]),
    limit(
      'resolve-hardest',
      `plan for up to ${LARGEST_NAMES} names, not cached, CPU time`,
      await cpuTimeOfLargest(server, names),
      LARGEST_MS,
    ),
  ];
}
