import cluster, { type Worker } from 'node:cluster';
import type { Logger } from 'pino';

const RESTART_AFTER_MS = 1000;

/** An internal message of Node's `cluster`, which passes connections to workers. Node does not document it. */
interface ClusterMessage {
  readonly cmd?: string;
  readonly act?: string;
  readonly seq?: number;
  readonly ack?: number;
}

/** The message that a worker sends when it is ready for requests. */
interface Ready {
  readonly url: string;
}

/** True if this process is one of several workers behind one port. */
export const isWorker = (): boolean => cluster.isWorker;

/** Notifies the primary process that this worker is ready for requests. */
export function reportReady(url: string): void {
  process.send!({ url } satisfies Ready);
}

/**
 * If a worker dies before it has accepted a connection that was passed to it, passes the connection to another worker.
 * Otherwise Node's `cluster`, and the client, would wait forever for the dead worker.
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
    // If no other worker is left, `accepted: true` makes `cluster` close the connection.
    const accepted = [...listening].every((other) => other === worker);
    for (const ack of [...underway]) child.emit('internalMessage', { cmd: 'NODE_CLUSTER', ack, accepted });
  });
}

/**
 * Runs several worker processes behind one port. They share only the database, which notifies each worker of the writes
 * of the others. A worker that dies is replaced.
 * @param onReady called once, when all workers are ready for requests
 */
export function runWorkers(count: number, log: Logger, onReady: (url: string) => void): void {
  const workers = new Workers(count, log, onReady);
  cluster.on('exit', (worker: Worker, code: number | null, signal: string | null) =>
    workers.ended(worker, code, signal),
  );
  process.on('SIGTERM', () => workers.stop('SIGTERM')).on('SIGINT', () => workers.stop('SIGTERM'));
  for (let index = 0; index < count; index++) workers.start();
}

const isAnyRunning = (): boolean =>
  Object.values(cluster.workers ?? {}).some((worker) => worker !== undefined && !worker.isDead());

/** The worker processes, and their states. */
class Workers {
  /** Ids of the workers that have reported to be ready. */
  readonly #ready = new Set<number>();
  /** Workers that accept connections. */
  readonly #listening = new Set<Worker>();
  #isStopping = false;
  /** True once all workers of the start were ready. */
  #hasStarted = false;

  constructor(
    private readonly count: number,
    private readonly log: Logger,
    private readonly onReady: (url: string) => void,
  ) {}

  start(): void {
    const worker = cluster.fork();
    const listening = this.#listening;
    worker.on('listening', () => listening.add(worker));
    worker.on('disconnect', () => listening.delete(worker)).on('exit', () => listening.delete(worker));
    redeliver(worker, listening);
    // A message to a worker that is exiting can't be delivered. `ended` handles its exit.
    worker.on('error', (error) =>
      this.log.warn({ worker: worker.process.pid, err: error }, 'A message could not be sent to a worker.'),
    );
    worker.on('message', ({ url }: Partial<Ready>) => {
      // Messages without a URL are for other listeners.
      if (url !== undefined) this.#nowReady(worker, url);
    });
  }

  #nowReady(worker: Worker, url: string): void {
    this.#ready.add(worker.id);
    if (this.#hasStarted || this.#ready.size < this.count) return;
    this.#hasStarted = true;
    this.onReady(url);
  }

  /** Replaces a worker that died. While all workers are being stopped, exits after the last one instead. */
  ended(worker: Worker, code: number | null, signal: string | null): void {
    if (this.#isStopping) {
      // The exit code tells if a worker failed to stop. A worker that has just started has no handler for SIGTERM yet,
      // so the signal terminates it; that is no failure.
      if (code !== 0 && signal !== 'SIGTERM') process.exitCode ||= 1;
      if (!isAnyRunning()) process.exit(process.exitCode ?? 0);
      return;
    }
    if (!this.#ready.has(worker.id) && !this.#hasStarted) {
      // The other workers could not start either, for the same reason. This worker has logged the reason.
      this.stop('SIGTERM', code ?? 1);
      return;
    }
    this.log.error({ worker: worker.process.pid, code, signal }, 'A worker process died. Another one will be started.');
    setTimeout(() => {
      if (!this.#isStopping) this.start();
    }, RESTART_AFTER_MS);
  }

  stop(signal: NodeJS.Signals, code = 0): void {
    if (this.#isStopping) return;
    this.#isStopping = true;
    process.exitCode = code;
    if (!isAnyRunning()) process.exit(code);
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill(signal);
  }
}
