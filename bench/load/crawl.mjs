// What a manager does: all pages of the list, one after the other, on one connection.
import { performance } from 'node:perf_hooks';
import { withConnections } from './closed-loop.mjs';
import { requestBytes } from './connection.mjs';
import { Latencies } from './latencies.mjs';

/** Reads the list from its first page to its last. */
export async function crawl({ port, limit }, begins) {
  return withConnections(port, 1, async ([connection]) => {
    begins();
    const latencies = new Latencies();
    const began = performance.now();
    let ids = 0;
    for (let page = 1, pages = 1; page <= pages; page++) {
      const sent = performance.now();
      const { status, body } = await connection.send(
        requestBytes({ path: `/nodes?page=${page}&limit=${limit}` }),
        true,
      );
      latencies.add(performance.now() - sent);
      if (status !== 200) return { wrong: 1, firstWrong: `status ${status}` };
      const parsed = JSON.parse(body);
      pages = parsed.totalPages;
      ids += parsed.nodes.length;
    }
    const took = (performance.now() - began) / 1000;
    return {
      count: latencies.count,
      seconds: took,
      rate: latencies.count / took,
      wrong: 0,
      ids,
      ...latencies.summary(),
    };
  });
}
