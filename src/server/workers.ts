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
  const workers = new Workers(count, log, onReady);
  cluster.on('exit', (worker: Worker, code: number | null, signal: string | null) =>
    workers.ended(worker, code, signal),
  );
  process.on('SIGTERM', () => workers.stop('SIGTERM')).on('SIGINT', () => workers.stop('SIGTERM'));
  for (let index = 0; index < count; index++) workers.start();
}

const isAnyRunning = (): boolean =>
  Object.values(cluster.workers ?? {}).some((worker) => worker !== undefined && !worker.isDead());

/** The worker processes: which of them take requests, and whether all are being stopped. */
class Workers {
  readonly #ready = new Set<number>();
  readonly #listening = new Set<Worker>();
  #isStopping = false;
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
    // A message to a worker that is ending can't be delivered; `ended` handles its end.
    worker.on('error', (error) =>
      this.log.warn({ worker: worker.process.pid, err: error }, 'a worker was not reached'),
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

  /** Starts another worker in place of one that died; while all are being stopped, exits after the last one. */
  ended(worker: Worker, code: number | null, signal: string | null): void {
    if (this.#isStopping) {
      // The exit code reports that a worker failed to stop. A worker that had just started has no handler of the
      // signal yet, which therefore ends it.
      if (code !== 0 && signal !== 'SIGTERM') process.exitCode ||= 1;
      if (!isAnyRunning()) process.exit(process.exitCode ?? 0);
      return;
    }
    if (!this.#ready.has(worker.id) && !this.#hasStarted) {
      // The reason that this worker could not start applies to the others, too. It has logged the reason.
      this.stop('SIGTERM', code ?? 1);
      return;
    }
    this.log.error({ worker: worker.process.pid, code, signal }, 'a worker died; another one takes its place');
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
