// A full crawl, as package managers do it: all pages of the list in sequence on one connection.
import { performance } from 'node:perf_hooks';
import { withConnections } from './closed-loop.mjs';
import { requestBytes } from './connection.mjs';
import { Latencies } from './latencies.mjs';

/** Fetches all pages of the list. */
export async function crawl({ port, limit }, onMeasurementStart) {
  return withConnections(port, 1, async ([connection]) => {
    onMeasurementStart();
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
