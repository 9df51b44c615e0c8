const TRIES = 600;

/**
 * A statement that locks several tables. If a lock is not available within 300 ms, it releases those it has and tries
 * again. Processes of the previous build may still be running, and PostgreSQL resolves a deadlock by aborting one of
 * the transactions, which must not be the migration.
 */
export const locked = (tables: readonly string[]): string => `do $$
  begin
    set local lock_timeout = '300ms';
    for attempt in 1..${TRIES} loop
      begin
        lock table ${tables.join(', ')} in access exclusive mode;
        set local lock_timeout to default;
        return;
      exception when lock_not_available or deadlock_detected then
        perform pg_sleep(0.02 + 0.1 * random());
      end;
    end loop;
    raise exception 'the tables are in use all the time: end what reads them';
  end $$`;
