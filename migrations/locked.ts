const TRIES = 600;

/**
 * A statement that waits for tables all at once, and lets go where somebody who has one of them waits for another: an
 * older process may be at work, and where two wait for each other PostgreSQL ends one of them, which must not be this
 * one.
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
