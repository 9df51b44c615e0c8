// Mixed load of reads and writes: measures the rate of reads and how stale their responses are.
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { withConnections } from './closed-loop.mjs';
import { requestBytes } from './connection.mjs';
import { Latencies } from './latencies.mjs';
import { randomOf } from '../random.mjs';

/** The mark that a write leaves in the description of a node: the index of the node and the number of the write. */
const MARK = /@w(\d+)\.(\d+)@/g;
const PLACEHOLDER = '@MARK@';
/** One in this many responses is searched for marks. Searching all of them would slow the load generator down. */
const INSPECT_EVERY = 8;
/** One in this many writes is read back by its writer. */
const READ_BACK_EVERY = 4;

const marksOf = (body) =>
  [...body.latin1Slice().matchAll(MARK)].map(([, node, number]) => ({
    node: Number(node),
    number: Number(number),
  }));

/** Records when each write completed, to compute how stale a response is. */
class WriteLog {
  #completed = [];

  constructor(nodes) {
    this.#completed = Array.from({ length: nodes }, () => []);
  }

  record(node, number, at) {
    this.#completed[node].push({ number, at });
  }

  /** Time in ms since a newer write had completed when the read was sent; 0 if the read shows the latest write. */
  staleness({ node, number }, sent) {
    const newer = this.#completed[node].find((write) => write.number > number);
    return newer === undefined ? 0 : Math.max(0, sent - newer.at);
  }
}

/**
 * Sends reads and writes to a server, `warmUp` and `primeSeconds` seconds of them before the measurement.
 * @returns reads and writes per second, latencies of the reads, the highest staleness in ms, and how many writes were
 *   not visible to their writer
 */
export async function mixed(
  { port, requests, order, writes, share, connections: count, seconds, warmUp, primeSeconds, firstNumber },
  onMeasurementStart,
) {
  const all = requests.map(requestBytes);
  const completed = new WriteLog(writes.length);
  const random = randomOf(firstNumber);
  const busy = new Set();
  const figures = { oldest: 0, unseen: 0, readBack: 0, lookedAt: 0 };
  let number = firstNumber;

  async function write(connection, node) {
    busy.add(node);
    const { request, readBack } = writes[node];
    const own = ++number;
    const { status, body } = await connection.send(
      requestBytes({ ...request, body: request.body.replace(PLACEHOLDER, `@w${node}.${own}@`) }),
      true,
    );
    if (status !== 200 || body.includes('"errors"'))
      throw new Error(`A write returned status ${status}: ${body.toString().slice(0, 300)}`);
    completed.record(node, own, performance.now());
    if (own % READ_BACK_EVERY === 0) {
      const read = await connection.send(requestBytes(readBack[own % readBack.length]), true);
      figures.readBack++;
      if (!marksOf(read.body).some((mark) => mark.number === own)) figures.unseen++;
    }
    busy.delete(node);
  }

  async function read(connection, cursor, latencies) {
    const inspected = cursor % INSPECT_EVERY === 0;
    const sent = performance.now();
    const { status, body } = await connection.send(all[order[cursor % order.length]], inspected);
    latencies?.add(performance.now() - sent);
    if (status !== 200) throw new Error(`A read returned status ${status}.`);
    if (!inspected) return;
    figures.lookedAt++;
    for (const mark of marksOf(body)) figures.oldest = Math.max(figures.oldest, completed.staleness(mark, sent));
  }

  /** A random node that no other connection is writing. */
  const idleNode = () => {
    let node = Math.floor(random() * writes.length);
    while (busy.has(node)) node = (node + 1) % writes.length;
    return node;
  };

  return withConnections(port, count, async (connections) => {
    let next = 0;
    await Promise.all(
      connections.map(async (one) => {
        while (next < writes.length) await write(one, next++);
      }),
    );
    const latencies = new Latencies();
    let [cursor, written, measuring, over] = [0, 0, false, false];
    const running = Promise.all(
      connections.map(async (one) => {
        while (!over) {
          if (random() < share) {
            await write(one, idleNode());
            if (measuring) written++;
          } else await read(one, cursor++, measuring ? latencies : undefined);
        }
      }),
    );
    await Promise.race([wait((warmUp + primeSeconds) * 1000), running]);
    onMeasurementStart();
    measuring = true;
    const began = performance.now();
    await Promise.race([wait(seconds * 1000), running]);
    measuring = false;
    const took = (performance.now() - began) / 1000;
    over = true;
    const result = {
      count: latencies.count,
      requests: latencies.count + written,
      seconds: took,
      rate: latencies.count / took,
      writes: written / took,
      wrong: 0,
      ...latencies.summary(),
    };
    await Promise.race([running, wait(10_000)]);
    return { ...result, ...figures, last: number };
  });
}
