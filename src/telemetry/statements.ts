import type { Logger } from 'pino';
import type { ObserveStatement } from '../db/database.js';
import type { Metrics } from './metrics.js';
import type { Tracing } from './tracing.js';

const TOLD_MAX = 2000;

/** A statement without the values that the ORM writes into it; ours have places for them. */
export function withoutValues(sql: string): string {
  return sql.replace(/\b[eE]'(?:[^'\\]|\\.|'')*'|'(?:[^']|'')*'/gs, "'…'").slice(0, TOLD_MAX);
}

const kindOf = (sql: string): string => /^\s*([a-z]+)/i.exec(sql)?.[1]?.toLowerCase() ?? 'other';

const KINDS = new Set(['select', 'insert', 'update', 'delete', 'with', 'begin', 'commit', 'rollback', 'savepoint']);

/**
 * Measures every statement, traces it, and logs those that take longer than so many milliseconds; of its values nothing
 * is told.
 */
export function observeStatements({
  metrics,
  tracing,
  slowMs,
  log,
}: {
  readonly metrics: Metrics | undefined;
  readonly tracing: Tracing | undefined;
  readonly slowMs: number;
  readonly log: Logger;
}): ObserveStatement {
  return async (sql, run, before) => {
    let started = performance.now();
    // Whoever waits behind another statement is not slow itself.
    const starts = (): void => void (started = performance.now());
    before?.then(starts, starts);
    const kind = kindOf(sql);
    const done = (isError: boolean): void => {
      const milliseconds = performance.now() - started;
      metrics?.statement(KINDS.has(kind) ? kind : 'other', isError, milliseconds);
      if (milliseconds >= slowMs)
        log.warn({ milliseconds: Math.round(milliseconds), sql: withoutValues(sql) }, 'a slow statement');
    };
    try {
      const result = await (tracing ? tracing.statement(kind, () => withoutValues(sql), run) : run());
      done(false);
      return result;
    } catch (error) {
      done(true);
      throw error;
    }
  };
}
