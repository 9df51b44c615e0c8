import cluster, { type Worker } from 'node:cluster';
import type { Logger } from 'pino';

const RESTART_AFTER_MS = 1000;

/** What cluster sends to a worker with a connection, and what the worker answers; neither is documented by Node. */
interface ClusterMessage {
  readonly cmd?: string;
  readonly act?: string;
  readonly seq?: number;
  readonly ack?: number;
}

/** What a worker tells when it takes requests. */
interface Ready {
  readonly url: string;
}

/** Whether this process is one of several behind one port. */
export const isWorker = (): boolean => cluster.isWorker;

/** Tells the process that started this one that requests are taken. */
export function tellReady(url: string): void {
  process.send!({ url } satisfies Ready);
}

/**
 * Gives a connection that was on its way to a worker which dies to another one. Node's cluster waits for the dead one's
 * answer for ever, and so would the caller.
 */
function redeliver(worker: Worker, listening: ReadonlySet<Worker>): void {
  const child = worker.process;
  const underway = new Set<number>();
  const send = child.send.bind(child) as (...rest: unknown[]) => boolean;
  child.send = (message: ClusterMessage, ...rest: unknown[]) => {
    if (message.act === 'newconn') underway.add(message.seq!);
    return send(message, ...rest);
  };
  child.on('internalMessage', ({ ack }: ClusterMessage) => void (ack !== undefined && underway.delete(ack)));
  child.once('exit', () => {
    // Where nobody is left to take it, "accepted" has it closed.
    const accepted = [...listening].every((other) => other === worker);
    for (const ack of [...underway]) child.emit('internalMessage', { cmd: 'NODE_CLUSTER', ack, accepted });
  });
}

/**
 * Keeps several processes running behind one port, which share nothing but the database: what one writes the others are
 * told by it. One that dies is started again.
 * @param onReady told once, when all take requests
 */
export function runWorkers(count: number, log: Logger, onReady: (url: string) => void): void {
  const ready = new Set<number>();
  const listening = new Set<Worker>();
  let isStopping = false;
  let hasStarted = false;

  const start = (): void => {
    const worker = cluster.fork();
    worker.on('listening', () => listening.add(worker));
    worker.on('disconnect', () => listening.delete(worker)).on('exit', () => listening.delete(worker));
    redeliver(worker, listening);
    // What could not be told to one that ends; its end is told by itself.
    worker.on('error', (error) => log.warn({ worker: worker.process.pid, err: error }, 'a worker was not reached'));
    worker.on('message', ({ url }: Partial<Ready>) => {
      // What else they tell is for others.
      if (url === undefined) return;
      ready.add(worker.id);
      if (hasStarted || ready.size < count) return;
      hasStarted = true;
      onReady(url);
    });
  };

  const isRunning = (): boolean =>
    Object.values(cluster.workers ?? {}).some((worker) => worker !== undefined && !worker.isDead());

  cluster.on('exit', (worker: Worker, code: number | null, signal: string | null) => {
    if (isStopping) {
      // That one could not stop in order is told by all; one that had just started only just ends.
      if (code !== 0 && signal !== 'SIGTERM') process.exitCode ||= 1;
      if (!isRunning()) process.exit(process.exitCode ?? 0);
      return;
    }
    if (!ready.has(worker.id) && !hasStarted) {
      // What keeps one from starting keeps the others, too; it has said why.
      stop('SIGTERM', code ?? 1);
      return;
    }
    log.error({ worker: worker.process.pid, code, signal }, 'a worker died; another one takes its place');
    setTimeout(() => {
      if (!isStopping) start();
    }, RESTART_AFTER_MS);
  });

  const stop = (signal: NodeJS.Signals, code = 0): void => {
    if (isStopping) return;
    isStopping = true;
    process.exitCode = code;
    if (!isRunning()) process.exit(code);
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill(signal);
  };
  process.on('SIGTERM', () => stop('SIGTERM')).on('SIGINT', () => stop('SIGTERM'));

  for (let index = 0; index < count; index++) start();
}
