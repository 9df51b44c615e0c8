// What every peer has in common: it listens on a free port of loopback, says so, and ends when it is told to.

/** Tells the orchestrator that the peer is ready. */
export const ready = (port) => void process.stdout.write(`Ready. PORT ${port}\n`);

/** Ends with the orchestrator, even with one that died. */
export function endWithParent() {
  process.on('SIGTERM', () => process.exit(0));
  process.on('disconnect', () => process.exit(0));
}
