import { UniqueConstraintViolationException } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { ChangeRow, Revision } from '../catalogue/revision.js';
import { PUBLIC_NODE } from '../catalogue/visibility.js';
import type { Database, SqlRunner } from '../db/database.js';
import { notifying } from '../db/listener.js';
import type { Statement, Transaction } from '../db/transaction.js';
import { actorName, isRecordedAsAdmin, type Viewer } from '../policy/viewer.js';
import type { Settings } from '../settings.js';
import type { IdempotentRequest } from './idempotent-request.js';
import type { Precondition } from './precondition.js';
import { searchRefresh } from './search-index.js';
import type { AuditAction, AuditSubjectKind } from '../values/audit.js';

/** The caller of a write, and the request. */
export interface Actor {
  readonly viewer: Viewer;
  readonly requestId: string;
  /** The caller's network address, for limits by address. */
  readonly address: string;
  /** Set if the request has an Idempotency-Key. */
  readonly idempotent?: IdempotentRequest | undefined;
  /** Set if the request is conditional. */
  readonly precondition?: Precondition | undefined;
}

/** A change of the public catalogue. */
export interface Change {
  readonly kind: ChangeRow['kind'];
  readonly id: string;
  /** The node that the changed object belongs to, unless it is a node itself. */
  readonly nodeId?: string;
  readonly change: 'created' | 'updated' | 'status' | 'deleted';
  /** True if only a counter changed. Caches are invalidated, but the changes feed does not list the change. */
  readonly counter?: boolean;
}

/** One row of the audit log. */
export interface AuditEntry {
  readonly action: AuditAction;
  readonly subjectKind: AuditSubjectKind;
  readonly subjectId: string;
  readonly publisherId?: string | undefined;
  readonly from?: string;
  readonly to?: string;
  readonly reason?: string;
  readonly before?: object;
  readonly after?: object;
}

/** The settings that every write needs. */
export type WriteLimits = Pick<Settings, 'MAX_SEARCH_WORDS_PER_NODE' | 'HOST_NODE_ID'>;

/** An open write. Its changes, audit rows and change rows commit together or not at all. */
export class Write implements SqlRunner {
  readonly at = new Date();
  readonly changes: Change[] = [];
  readonly entries: AuditEntry[] = [];
  readonly #finally: Statement[] = [];
  readonly #searchRefreshes = new Set<string>();
  /** Set if the response contains a secret, so that the response is not stored. */
  showsSecret = false;

  constructor(
    private readonly transaction: Transaction,
    readonly actor: Actor,
    private readonly limits: WriteLimits,
  ) {}

  /** The id that is reserved for the host application. */
  get hostNodeId(): string {
    return this.limits.HOST_NODE_ID;
  }

  get em(): SqlEntityManager {
    return this.transaction.em;
  }

  query<Row extends object>(sql: string, parameters?: readonly unknown[]): Promise<Row[]> {
    return this.transaction.query<Row>(sql, parameters);
  }

  /** Runs statements in order, in one round trip. @returns the rows of each */
  together<Rows extends readonly object[][]>(statements: readonly Statement[]): Promise<Rows> {
    return this.transaction.together<Rows>(statements);
  }

  /** Schedules the update of the search words of nodes for the end of the write, together for all nodes. */
  refreshSearch(nodeIds: readonly string[]): void {
    for (const id of nodeIds) this.#searchRefreshes.add(id);
  }

  /** Schedules a statement for the end of the write, after those scheduled before it. */
  finally(statement: Statement): void {
    this.#finally.push(statement);
  }

  /**
   * Sends the scheduled statements together with the commit.
   * @returns a function that returns the rows of the last statement, after the commit
   */
  async end<Row extends object>(): Promise<() => Row[]> {
    if (this.#searchRefreshes.size > 0)
      this.#finally.unshift(
        await searchRefresh(this, [...this.#searchRefreshes], this.limits.MAX_SEARCH_WORDS_PER_NODE),
      );
    if (this.#finally.length === 0) return () => [];
    const rows = await this.transaction.last<Row[][]>(this.#finally);
    return () => rows().at(-1)!;
  }

  /** Records a change of the public catalogue, which advances the revision and invalidates caches. */
  changed(change: Change): void {
    this.changes.push(change);
  }

  /** Adds a row to the audit log. */
  audit(entry: AuditEntry): void {
    this.entries.push(entry);
  }
}

// A write takes this lock just before its rows in `changes` get their ids, and holds it until the commit, so that ids
// ascend in commit order.
const CHANGES_LOCK = 7_411_960_002;

/** SQL that inserts audit rows. Parameters from `$n`: time, actor, request id, whether the actor is an admin, rows. */
const auditInsert = (n: number): string =>
  `audited as (insert into audit_log (at, actor, request_id, by_admin, action, subject_kind, subject_id, publisher_id, from_state, to_state, reason, before, after)
   select $${n}::timestamptz, $${n + 1}::text, $${n + 2}::text, $${n + 3}::boolean, r.* from jsonb_to_recordset($${n + 4}::jsonb)
     as r(action text, subject_kind text, subject_id text, publisher_id text, from_state text, to_state text, reason text, before jsonb, after jsonb))`;

/** SQL that takes CHANGES_LOCK, which serializes all writes from there on. */
const TURN = `turn as materialized (select pg_advisory_xact_lock(${CHANGES_LOCK}))`;

/** SQL for the new status of a publisher, node or version whose status changed. */
const CHANGED_STATUS = `case when r.change = 'status' then case r.kind
     when 'publisher' then (select p.status from publishers p where p.id = r.id)
     when 'node' then n.status
     when 'version' then (select v.status from node_versions v where v.id = r.id::uuid) end end`;

/** SQL that inserts change rows, after TURN. Parameters from `$n`: actor, time, and one list per column. */
const changeInsert = (n: number): string =>
  `inserted as (insert into changes (kind, subject_id, node_id, change, counter, status, publisher_id, actor, at)
   select r.kind, r.id, r.node_id, r.change, r.counter, ${CHANGED_STATUS}, case r.kind when 'publisher' then r.id else n.publisher_id end, $${n}::text, $${n + 1}::timestamptz
   from turn cross join unnest($${n + 2}::text[], $${n + 3}::text[], $${n + 4}::text[], $${n + 5}::text[], $${n + 6}::boolean[]) with ordinality as r(kind, id, node_id, change, counter, ordinal)
   left join nodes n on r.kind <> 'publisher' and n.id = coalesce(r.node_id, r.id) order by r.ordinal returning id)`;

/** Runs writes: one transaction each, with its audit rows, its change rows and the new revision. */
export class Writer {
  constructor(
    private readonly database: Database,
    private readonly revision: Revision,
    private readonly limits: WriteLimits,
  ) {}

  /** Runs the work in one transaction. After it returns, reads of this process see the changes. */
  async run<T>(actor: Actor, work: (write: Write) => Promise<T>): Promise<T> {
    let moves: () => readonly ChangeRow[] = () => [];
    const result = await this.database.transaction(async (transaction) => {
      const write = new Write(transaction, actor, this.limits);
      const value = await work(write);
      await transaction.em.flush();
      // The work has locked everything that it changes, so the condition stays true until the commit.
      await actor.precondition?.assertIn(write, write.changes);
      await actor.idempotent?.recordIn(
        write,
        write.entries.map(({ subjectKind, subjectId }) => `${subjectKind} ${subjectId}`),
        write.showsSecret,
      );
      moves = await this.#insertRows(write);
      return value;
    });
    const moved = moves();
    if (moved.length > 0) await this.revision.follow(moved);
    return result;
  }

  /**
   * Inserts the audit rows and, if the catalogue changed, the change rows, and notifies caches and feed readers. Uses
   * one round trip, because writes with changes are serialized from here to the commit.
   * @returns a function that returns the change rows, after the commit
   */
  async #insertRows(write: Write): Promise<() => readonly ChangeRow[]> {
    const audited = write.entries.length > 0 ? this.#audited(write) : [];
    if (write.changes.length === 0) {
      if (audited.length > 0) write.finally({ sql: `with ${auditInsert(1)} select 1`, parameters: audited });
      await write.end();
      return () => [];
    }
    if (write.changes.some(({ kind, change }) => kind === 'node' && change !== 'updated')) {
      // Counted under the lock, because concurrent writes update the same count.
      write.finally({ sql: 'select pg_advisory_xact_lock($1::bigint)', parameters: [CHANGES_LOCK] });
      write.finally({
        sql: `update meta set value = (select count(*)::text from nodes n where ${PUBLIC_NODE.sql('n')}) where name = 'active_nodes'`,
      });
    }
    write.finally({
      sql: `with ${TURN}, ${changeInsert(2)}${audited.length > 0 ? `, ${auditInsert(9)}` : ''}
       select first, ${notifying('$1::text')} from (select min(id)::float8 as first from inserted) as first_change`,
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
    // No other write gets ids while this one has the lock, so its ids are consecutive.
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
    const { viewer, requestId } = write.actor;
    return [write.at.toISOString(), actorName(viewer), requestId, isRecordedAsAdmin(viewer), JSON.stringify(rows)];
  }
}

/** True if the error is a unique constraint violation. */
export function isDuplicate(error: unknown): boolean {
  return error instanceof UniqueConstraintViolationException;
}
