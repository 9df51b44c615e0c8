import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { CompiledQuery, type DatabaseConnection } from 'kysely';

/** A statement and the values of its places. */
export interface Statement {
  readonly sql: string;
  readonly parameters?: readonly unknown[];
}

/** An open transaction: entities through `em`, statements through the rest, all on its own connection. */
export class Transaction {
  #last: Promise<unknown> | undefined;
  #isOver = false;

  /** @param told told every statement's text before it is sent */
  constructor(
    readonly em: SqlEntityManager,
    private readonly embedded: boolean,
    private readonly told: (sql: string) => void,
  ) {}

  /** Runs one statement. Bound, so that it may be taken out. */
  readonly query = async <Row extends object>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> =>
    this.#use((connection) => this.#send<Row>(connection, { sql, parameters }));

  /**
   * Runs statements in their order, each after what those before it did and waited for, but all sent at once: between
   * two of them nothing waits for this process.
   * @returns the rows of each
   */
  async together<Rows extends readonly object[][]>(statements: readonly Statement[]): Promise<Rows> {
    return this.#use((connection) => this.#all<Rows>(connection, statements));
  }

  /**
   * Sends the last statements, for which the commit does not wait here but on the server: locks that they take are held
   * for no way to this process and back. Where one fails nothing is committed, and the transaction throws what it
   * threw.
   * @returns the rows of each, which may be asked for when the transaction has ended
   */
  async last<Rows extends readonly object[][]>(statements: readonly Statement[]): Promise<() => Rows> {
    let rows: Rows | undefined;
    await this.#use(async (connection) => {
      const answer = this.#all<Rows>(connection, statements).then((found) => void (rows = found));
      // Nobody looks at it before the transaction has ended, and where the commit fails, too, nobody at all.
      answer.catch(() => undefined);
      this.#last = answer;
      if (this.embedded) await answer;
    });
    return () => rows!;
  }

  /** Takes no more statements: its connection is another's now. */
  end(): void {
    this.#isOver = true;
  }

  /**
   * Waits, when the transaction has ended, until what was sent last is answered, too.
   * @throws what it threw: the commit behind it has rolled everything back
   */
  async answered(): Promise<void> {
    await this.#last;
  }

  /** Waits for the connection; what is sent while it is had follows what was sent before. */
  async #use<T>(use: (connection: DatabaseConnection) => Promise<T>): Promise<T> {
    if (this.#isOver) throw new Error('A statement came to a transaction that has ended.');
    return this.em.getKysely().getExecutor().provideConnection(use);
  }

  /** The embedded database takes one statement at a time. */
  async #all<Rows extends readonly object[][]>(
    connection: DatabaseConnection,
    statements: readonly Statement[],
  ): Promise<Rows> {
    if (!this.embedded)
      return (await Promise.all(statements.map((statement) => this.#send(connection, statement)))) as unknown as Rows;
    const rows: object[][] = [];
    for (const statement of statements) rows.push(await this.#send(connection, statement));
    return rows as unknown as Rows;
  }

  async #send<Row extends object>(connection: DatabaseConnection, { sql, parameters = [] }: Statement): Promise<Row[]> {
    this.told(sql);
    return (await connection.executeQuery<Row>(CompiledQuery.raw(sql, [...parameters]))).rows;
  }
}
