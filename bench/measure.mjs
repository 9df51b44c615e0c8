// One turn of one server: what the load program counts, and what the server took for it.
import { processorTime, residentMemory } from './processes.mjs';

/** Has a job done on a server. */
export async function measure(load, server, job, { seconds, warmUp }) {
  let before;
  const begins = () => {
    before = processorTime(server.process.pid);
  };
  const result = await load.run(
    { ...job, port: server.port, seconds, warmUp },
    begins,
    seconds + warmUp + (job.touch ?? 0) + 60,
  );
  const time = processorTime(server.process.pid) - before;
  const memory = residentMemory(server.process.pid);
  server.process.forget();
  if (result.wrong > 0)
    throw new Error(`${server.name} gave ${result.wrong} answers that are none (${result.firstWrong}).`);
  if (result.count === 0) throw new Error(`${server.name} answered nothing in ${seconds} s.`);
  return { ...result, processor: time / (result.requests ?? result.count), memory };
}

/** The middle one. */
export function median(values) {
  const sorted = values.filter((value) => value !== undefined).sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

const MEASURED = ['rate', 'p50', 'p99', 'processor', 'memory', 'seconds'];

/** The rounds of one server in one row: the median of each figure, and between what the rates lay. */
export function summary(rounds) {
  const figures = Object.fromEntries(MEASURED.map((name) => [name, median(rounds.map((round) => round[name]))]));
  const rates = rounds.map(({ rate }) => rate);
  return {
    ...figures,
    least: Math.min(...rates),
    most: Math.max(...rates),
    tail: median(rounds.map(({ p50, p99 }) => p99 / p50)),
  };
}
