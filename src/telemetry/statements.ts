import type { Logger } from 'pino';
import type { ObserveStatement } from '../db/database.js';
import type { Metrics } from './metrics.js';
import type { Tracing } from './tracing.js';

const TEXT_MAX = 2000;

/** Redacts the values that the ORM inlines into a statement. All other statements have parameters. */
export function withoutValues(sql: string): string {
  return sql.replace(/\b[eE]'(?:[^'\\]|\\.|'')*'|'(?:[^']|'')*'/gs, "'…'").slice(0, TEXT_MAX);
}

const kindOf = (sql: string): string => /^\s*([a-z]+)/i.exec(sql)?.[1]?.toLowerCase() ?? 'other';

const KINDS = new Set(['select', 'insert', 'update', 'delete', 'with', 'begin', 'commit', 'rollback', 'savepoint']);

/**
 * Measures and traces every statement, and logs those that take `slowMs` or longer. Never reports parameter values.
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
    // The time starts when the preceding pipelined statement has ended.
    const starts = (): void => void (started = performance.now());
    before?.then(starts, starts);
    const kind = kindOf(sql);
    const done = (isError: boolean): void => {
      const milliseconds = performance.now() - started;
      metrics?.statement(KINDS.has(kind) ? kind : 'other', isError, milliseconds);
      if (milliseconds >= slowMs)
        log.warn({ milliseconds: Math.round(milliseconds), sql: withoutValues(sql) }, 'Slow statement.');
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
