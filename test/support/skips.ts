import { it } from '@jest/globals';

/**
 * Returns `it` if the condition is true, otherwise `it.skip` with the reason in the name of the test. The summary of
 * a run lists skipped tests.
 * @param reason the missing requirement, such as "needs a PostgreSQL server"
 */
export function itWhen(condition: boolean, reason: string): typeof it {
  if (condition) return it;
  const skip = (name: string, work: () => unknown, timeoutMs?: number): void =>
    it.skip(`${name} (${reason})`, work as () => void, timeoutMs);
  return skip as unknown as typeof it;
}

/** True if this Jest project uses PostgreSQL, which several processes can share. */
export const isOnServer = globalThis.DATABASE_KIND === 'postgres';

/** For tests that need locks, connections or processes, which the embedded database does not support. */
export const itOnServer = itWhen(isOnServer, 'needs a PostgreSQL server: the embedded database has one connection');

/** True if there is a PostgreSQL server, for tests of the command line, which choose their database. */
export const hasServer = process.env['TEST_POSTGRES_URL'] !== undefined;
