import { UniqueConstraintViolationException } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { ChangeRow, Revision } from '../catalogue/revision.js';
import type { Database, SqlRunner } from '../db/database.js';
import { notifying } from '../db/listener.js';
import type { Statement, Transaction } from '../db/transaction.js';
import { actorName, type Viewer } from '../policy/viewer.js';
import type { IdempotentRequest } from './idempotent-request.js';
import type { Precondition } from './precondition.js';
import { searchRefresh } from './search-index.js';

/** Who does something, and in which request. */
export interface Actor {
  readonly viewer: Viewer;
  readonly requestId: string;
  /** The caller's network address, for limits by address. */
  readonly address: string;
  /** Set where the request is to be done once. */
  readonly idempotent?: IdempotentRequest | undefined;
  /** Set where it is to be done only while something is as the caller knows it. */
  readonly precondition?: Precondition | undefined;
}

/** What happened to a thing of the public catalogue. */
export interface Change {
  readonly kind: ChangeRow['kind'];
  readonly id: string;
  /** The node it belongs to, where it is not one itself. */
  readonly nodeId?: string;
  readonly change: 'created' | 'updated' | 'status' | 'deleted';
  /** Only a count moved: caches are told, readers of the feed are not. */
  readonly counter?: boolean;
}

/** One row of the audit log. */
export interface AuditEntry {
  readonly action: string;
  readonly subjectKind: string;
  readonly subjectId: string;
  readonly publisherId?: string | undefined;
  readonly from?: string;
  readonly to?: string;
  readonly reason?: string;
  readonly before?: object;
  readonly after?: object;
}

/** An open write: what it changes and notes down commits together, or not at all. */
export class Write implements SqlRunner {
  readonly at = new Date();
  readonly changes: Change[] = [];
  readonly entries: AuditEntry[] = [];
  readonly #finally: Statement[] = [];
  readonly #found = new Set<string>();
  /** Set by whatever gives its caller a secret, so that the answer is kept nowhere. */
  showsSecret = false;

  constructor(
    private readonly transaction: Transaction,
    readonly actor: Actor,
  ) {}

  get em(): SqlEntityManager {
    return this.transaction.em;
  }

  query<Row extends object>(sql: string, parameters?: readonly unknown[]): Promise<Row[]> {
    return this.transaction.query<Row>(sql, parameters);
  }

  /** Runs statements in their order, sent at once. @returns the rows of each */
  together<Rows extends readonly object[][]>(statements: readonly Statement[]): Promise<Rows> {
    return this.transaction.together<Rows>(statements);
  }

  /**
   * Has what nodes are found by brought up to date when the work is done: for all of them at once, so that the words
   * are locked in one order.
   */
  refreshSearch(nodeIds: readonly string[]): void {
    for (const id of nodeIds) this.#found.add(id);
  }

  /** Has a statement run when the work is done, after those that were given before it. */
  finally(statement: Statement): void {
    this.#finally.push(statement);
  }

  /**
   * Sends what was left for the end, which the commit follows without a pause. @returns the rows of the last one, once
   * that is done
   */
  async end<Row extends object>(): Promise<() => Row[]> {
    if (this.#found.size > 0) this.#finally.unshift(await searchRefresh(this, [...this.#found]));
    if (this.#finally.length === 0) return () => [];
    const rows = await this.transaction.last<Row[][]>(this.#finally);
    return () => rows().at(-1)!;
  }

  /** Notes a change of the public catalogue: it moves the revision and tells every cache. */
  changed(change: Change): void {
    this.changes.push(change);
  }

  /** Notes who did what. */
  audit(entry: AuditEntry): void {
    this.entries.push(entry);
  }
}

// Held from just before the rows of `changes` get their ids until the commit, so that ids ascend in commit order.
const CHANGES_LOCK = 7_411_960_002;

/** Notes audit rows: as from `$n`, when, who, in which request, and the rows. */
const noted = (n: number): string =>
  `noted as (insert into audit_log (at, actor, request_id, action, subject_kind, subject_id, publisher_id, from_state, to_state, reason, before, after)
   select $${n}::timestamptz, $${n + 1}::text, $${n + 2}::text, r.* from jsonb_to_recordset($${n + 3}::jsonb)
     as r(action text, subject_kind text, subject_id text, publisher_id text, from_state text, to_state text, reason text, before jsonb, after jsonb))`;

/** Waits for the turn among all writes. */
const TURN = `turn as materialized (select pg_advisory_xact_lock(${CHANGES_LOCK}))`;

/** Tells of changes, in the turn that was waited for: as from `$n`, who, when, and what, a list for each column. */
const told = (n: number): string =>
  `told as (insert into changes (kind, subject_id, node_id, change, counter, publisher_id, actor, at)
   select r.kind, r.id, r.node_id, r.change, r.counter, case r.kind when 'publisher' then r.id else n.publisher_id end, $${n}::text, $${n + 1}::timestamptz
   from turn cross join unnest($${n + 2}::text[], $${n + 3}::text[], $${n + 4}::text[], $${n + 5}::text[], $${n + 6}::boolean[]) with ordinality as r(kind, id, node_id, change, counter, place)
   left join nodes n on r.kind <> 'publisher' and n.id = coalesce(r.node_id, r.id) order by r.place returning id)`;

/** Runs writes: one transaction each, with its audit rows, its change rows and the revision's move. */
export class Writer {
  constructor(
    private readonly database: Database,
    private readonly revision: Revision,
  ) {}

  /** Runs the work in one transaction; when this returns, this process answers with what it wrote. */
  async run<T>(actor: Actor, work: (write: Write) => Promise<T>): Promise<T> {
    let moves: () => readonly ChangeRow[] = () => [];
    const result = await this.database.transaction(async (transaction) => {
      const write = new Write(transaction, actor);
      const value = await work(write);
      await transaction.em.flush();
      // Whatever the work changes is locked by now, so what is read here stays until the commit.
      await actor.precondition?.assertIn(write, write.changes);
      await actor.idempotent?.noteIn(
        write,
        write.entries.map(({ subjectKind, subjectId }) => `${subjectKind} ${subjectId}`),
        write.showsSecret,
      );
      moves = await this.#note(write);
      return value;
    });
    const moved = moves();
    if (moved.length > 0) await this.revision.follow(moved);
    return result;
  }

  /**
   * Writes down what was done and, where the catalogue changed, tells every cache and reader of the feed: all that is
   * left in one go, for writes wait for each other from here to the commit.
   * @returns the rows of the feed, once that is done
   */
  async #note(write: Write): Promise<() => readonly ChangeRow[]> {
    const audited = write.entries.length > 0 ? this.#audited(write) : [];
    if (write.changes.length === 0) {
      if (audited.length > 0) write.finally({ sql: `with ${noted(1)} select 1`, parameters: audited });
      await write.end();
      return () => [];
    }
    if (write.changes.some(({ kind, change }) => kind === 'node' && change !== 'updated')) {
      // Counted in turn, for others count, too.
      write.finally({ sql: 'select pg_advisory_xact_lock($1::bigint)', parameters: [CHANGES_LOCK] });
      write.finally({
        sql: `update meta set value = (select count(*)::text from nodes where status = 'NodeStatusActive') where name = 'active_nodes'`,
      });
    }
    write.finally({
      sql: `with ${TURN}, ${told(2)}${audited.length > 0 ? `, ${noted(9)}` : ''}
       select first, ${notifying('$1::text')} from (select min(id)::float8 as first from told) as all_told`,
      parameters: [
        this.database.processName,
        actorName(write.actor.viewer),
        write.at.toISOString(),
        write.changes.map(({ kind }) => kind),
        write.changes.map(({ id }) => id),
        write.changes.map(({ nodeId }) => nodeId ?? null),
        write.changes.map(({ change }) => change),
        write.changes.map(({ counter }) => counter === true),
        ...audited,
      ],
    });
    const feed = await write.end<{ first: number }>();
    // Nobody else gets ids in this turn, so theirs follow each other.
    return () =>
      write.changes.map(({ kind, id, nodeId }, index) => ({
        id: feed()[0]!.first + index,
        kind,
        subject_id: id,
        node_id: nodeId ?? null,
      }));
  }

  #audited(write: Write): unknown[] {
    const rows = write.entries.map((entry) => ({
      action: entry.action,
      subject_kind: entry.subjectKind,
      subject_id: entry.subjectId,
      publisher_id: entry.publisherId ?? null,
      from_state: entry.from ?? null,
      to_state: entry.to ?? null,
      reason: entry.reason ?? null,
      before: entry.before ?? null,
      after: entry.after ?? null,
    }));
    return [write.at.toISOString(), actorName(write.actor.viewer), write.actor.requestId, JSON.stringify(rows)];
  }
}

/** True where the error says that a row with this key exists already. */
export function isDuplicate(error: unknown): boolean {
  return error instanceof UniqueConstraintViolationException;
}
