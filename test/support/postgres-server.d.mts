/** A PostgreSQL server for tests. */
export interface PostgresServer {
  readonly url: string;
  /** Stops it and removes its files. */
  readonly stop: () => Promise<void>;
  /** Has it crash; not for one that is somebody else's. */
  readonly crash?: () => Promise<void>;
  /** Starts it again after that, on the same data. */
  readonly comeBack?: () => Promise<void>;
}

/** Starts a server on loopback. */
export function startPostgres(): Promise<PostgresServer>;

/** Whether this machine has the tools of a server that is at least as new as the tests' one. */
export function hasDumpTools(): boolean;
