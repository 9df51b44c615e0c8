import { it } from '@jest/globals';

/**
 * `it` where a condition is met; elsewhere `it.skip`, with the reason in the test's name, which the summary of a run
 * lists.
 * @param reason what the test needs, such as "needs a PostgreSQL server"
 */
export function itWhen(condition: boolean, reason: string): typeof it {
  if (condition) return it;
  const skip = (name: string, work: () => unknown, timeoutMs?: number): void =>
    it.skip(`${name} (${reason})`, work as () => void, timeoutMs);
  return skip as unknown as typeof it;
}

/** True if this project's tests run on a PostgreSQL server, which several processes can use. */
export const isOnServer = globalThis.DATABASE_KIND === 'postgres';

/** For tests that need locks, connections or processes that the embedded database does not have. */
export const itOnServer = itWhen(isOnServer, 'needs a PostgreSQL server: the embedded database has one connection');

/** True if there is a PostgreSQL server, for tests of the command line, which choose their database themselves. */
export const hasServer = process.env['TEST_POSTGRES_URL'] !== undefined;
