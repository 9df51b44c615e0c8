import type { SqlRunner } from '../db/database.js';

/**
 * Returns the account that background work of a publisher counts for: its first owner, or the publisher itself if it
 * has none. Jobs alternate between accounts, so an account with several publishers gets no larger share.
 */
export async function accountOf(runner: SqlRunner, publisherId: string): Promise<string> {
  const [owner] = await runner.query<{ id: string }>(
    `select user_id::text as id from publisher_members where publisher_id = $1 and role = 'owner' order by created_at, id limit 1`,
    [publisherId],
  );
  return owner?.id ?? publisherId;
}
