// Reads and writes at once: how many reads a second, and whether any of them shows what was no longer so.
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { withConnections } from './closed-loop.mjs';
import { requestBytes } from './connection.mjs';
import { Latencies } from './latencies.mjs';
import { randomOf } from '../random.mjs';

/** What a write leaves in a node's description: which node, and the how-manieth write of it. */
const MARK = /@w(\d+)\.(\d+)@/g;
const PLACE = '@MARK@';
/** Reading through every answer would slow the load program down; one in so many is. */
const LOOKED_AT = 8;
/** One write in so many is read back by its writer. */
const READ_BACK = 4;

const marksOf = (body) =>
  [...body.latin1Slice().matchAll(MARK)].map(([, target, number]) => ({
    target: Number(target),
    number: Number(number),
  }));

/** Knows every write that has ended, and so how old an answer is. */
class Journal {
  #ended = [];

  constructor(targets) {
    this.#ended = Array.from({ length: targets }, () => []);
  }

  note(target, number, at) {
    this.#ended[target].push({ number, at });
  }

  /** For how many ms what was shown had been replaced when the read was sent; 0 where it was the newest then. */
  age({ target, number }, sent) {
    const newer = this.#ended[target].find((write) => write.number > number);
    return newer === undefined ? 0 : Math.max(0, sent - newer.at);
  }
}

/**
 * Loads a server with reads, and writes in between.
 * @returns reads and writes a second, latencies of the reads, the oldest thing that was shown in ms, and how many
 *   writers did not
 *   see what they had just written
 */
export async function mixed(
  { port, requests, order, writes, share, connections: count, seconds, warmUp, firstNumber },
  begins,
) {
  const all = requests.map(requestBytes);
  const journal = new Journal(writes.length);
  const random = randomOf(firstNumber);
  const busy = new Set();
  const figures = { oldest: 0, unseen: 0, readBack: 0, lookedAt: 0 };
  let number = firstNumber;

  async function write(connection, target) {
    busy.add(target);
    const { request, readBack } = writes[target];
    const own = ++number;
    const { status, body } = await connection.send(
      requestBytes({ ...request, body: request.body.replace(PLACE, `@w${target}.${own}@`) }),
      true,
    );
    if (status !== 200 || body.includes('"errors"'))
      throw new Error(`A write gave ${status}: ${body.toString().slice(0, 300)}`);
    journal.note(target, own, performance.now());
    if (own % READ_BACK === 0) {
      const read = await connection.send(requestBytes(readBack[own % readBack.length]), true);
      figures.readBack++;
      if (!marksOf(read.body).some((mark) => mark.number === own)) figures.unseen++;
    }
    busy.delete(target);
  }

  async function read(connection, cursor, latencies) {
    const looked = cursor % LOOKED_AT === 0;
    const sent = performance.now();
    const { status, body } = await connection.send(all[order[cursor % order.length]], looked);
    latencies?.add(performance.now() - sent);
    if (status !== 200) throw new Error(`A read gave ${status}.`);
    if (!looked) return;
    figures.lookedAt++;
    for (const mark of marksOf(body)) figures.oldest = Math.max(figures.oldest, journal.age(mark, sent));
  }

  const free = () => {
    let target = Math.floor(random() * writes.length);
    while (busy.has(target)) target = (target + 1) % writes.length;
    return target;
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
            await write(one, free());
            if (measuring) written++;
          } else await read(one, cursor++, measuring ? latencies : undefined);
        }
      }),
    );
    await Promise.race([wait(warmUp * 1000), running]);
    begins();
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
