// Shared by all peers, which listen on a free port of the loopback interface.

/** Reports to the benchmark that the peer is ready. */
export const ready = (port) => void process.stdout.write(`Ready. PORT ${port}\n`);

/** Exits with the benchmark, even if that crashed. */
export function endWithParent() {
  process.on('SIGTERM', () => process.exit(0));
  process.on('disconnect', () => process.exit(0));
}
