// Closed-loop load: each connection sends its next request when it has received the response to the last one.
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { Connection, requestBytes } from './connection.mjs';
import { Latencies } from './latencies.mjs';

/** Opens connections, runs the work, and always closes the connections. */
export async function withConnections(port, count, work) {
  const connections = Array.from({ length: count }, () => new Connection(port));
  try {
    await Promise.all(connections.map((one) => one.open()));
    return await work(connections);
  } finally {
    for (const one of connections) one.close();
  }
}

/** Sends every distinct request once, for at most this many seconds. @returns true if all were sent */
async function prime(connections, all, seconds) {
  const until = performance.now() + seconds * 1000;
  let next = 0;
  await Promise.all(
    connections.map(async (one) => {
      while (next < all.length && performance.now() < until) await one.send(all[next++]);
    }),
  );
  return next >= all.length;
}

/**
 * Sends load to a server for some seconds after a warm-up. All connections take their requests from one sequence, which
 * is the same for every server.
 * @param onMeasurementStart called when the warm-up is over
 * @returns requests per second, latencies, and the number of responses with an unexpected status
 */
export async function closedLoop(
  { port, requests, order, expected, connections: count, seconds, warmUp, primeSeconds },
  onMeasurementStart,
) {
  const all = requests.map(requestBytes);
  return withConnections(port, count, async (connections) => {
    const warm = primeSeconds > 0 ? await prime(connections, all, primeSeconds) : undefined;
    const latencies = new Latencies();
    let [cursor, wrong, measuring, over] = [0, 0, false, false];
    let firstWrong;
    const running = connections.map(async (one) => {
      while (!over) {
        const bytes = all[order[cursor++ % order.length]];
        const sent = performance.now();
        const { status, head } = await one.send(bytes);
        if (status !== expected) {
          wrong++;
          firstWrong ??= head.split('\r\n')[0];
        }
        if (measuring) latencies.add(performance.now() - sent);
      }
    });
    const failed = Promise.race(running.map((one) => one.then(() => new Promise(() => undefined))));
    await Promise.race([wait(warmUp * 1000), failed]);
    onMeasurementStart();
    measuring = true;
    const began = performance.now();
    await Promise.race([wait(seconds * 1000), failed]);
    measuring = false;
    const took = (performance.now() - began) / 1000;
    over = true;
    const result = {
      count: latencies.count,
      seconds: took,
      rate: latencies.count / took,
      wrong,
      firstWrong,
      warm,
      ...latencies.summary(),
    };
    await Promise.race([Promise.all(running), wait(10_000)]);
    return result;
  });
}
