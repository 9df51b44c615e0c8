// One measurement of one server: the figures of the load generator, and CPU time and memory of the server.
import { processorTime, residentMemory } from './processes.mjs';

/** Runs a job of the load generator against a server. */
export async function measure(load, server, job, { seconds, warmUp }) {
  let before;
  const onMeasurementStart = () => {
    before = processorTime(server.process.pid);
  };
  const result = await load.run(
    { ...job, port: server.port, seconds, warmUp },
    onMeasurementStart,
    seconds + warmUp + (job.primeSeconds ?? 0) + 60,
  );
  const time = processorTime(server.process.pid) - before;
  const memory = residentMemory(server.process.pid);
  server.process.clearLog();
  if (result.wrong > 0)
    throw new Error(`${server.name} returned ${result.wrong} unexpected responses. The first: ${result.firstWrong}.`);
  if (result.count === 0) throw new Error(`${server.name} completed no request in ${seconds} s.`);
  return { ...result, processor: time / (result.requests ?? result.count), memory };
}

/** The median of the defined values. */
export function median(values) {
  const sorted = values.filter((value) => value !== undefined).sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

const MEASURED = ['rate', 'p50', 'p99', 'processor', 'memory', 'seconds'];

/** Summarizes the rounds of one server in one row: the median of each figure, and the range of the rates. */
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
