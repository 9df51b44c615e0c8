import type { SqlRunner } from '../db/database.js';

/**
 * Returns the account that background work for a publisher is done for: its first owner. One account can have several
 * publishers, and gets one turn for all of them.
 */
export async function accountOf(runner: SqlRunner, publisherId: string): Promise<string> {
  const [owner] = await runner.query<{ id: string }>(
    `select user_id::text as id from publisher_members where publisher_id = $1 and role = 'owner' order by created_at, id limit 1`,
    [publisherId],
  );
  return owner?.id ?? publisherId;
}
