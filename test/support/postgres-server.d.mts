/** Starts a server on loopback. @returns its address, and what stops it and removes its files */
export function startPostgres(): Promise<{ readonly url: string; readonly stop: () => Promise<void> }>;
