import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { CompiledQuery, type DatabaseConnection } from 'kysely';

/** A statement and its parameters. */
export interface Statement {
  readonly sql: string;
  readonly parameters?: readonly unknown[];
}

/** An open transaction on one connection. Entities are written through `em`, statements run through the methods. */
export class Transaction {
  #last: Promise<unknown> | undefined;
  #isOver = false;

  /** @param onStatement called with the text of each statement before the statement is sent */
  constructor(
    readonly em: SqlEntityManager,
    private readonly embedded: boolean,
    private readonly onStatement: (sql: string) => void,
  ) {}

  /** Runs one statement. An arrow function, so that it can be destructured. */
  readonly query = async <Row extends object>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> =>
    this.#use((connection) => this.#send<Row>(connection, { sql, parameters }));

  /**
   * Runs statements in order, pipelined: all are sent in one round trip.
   * @returns the rows of each statement
   */
  async together<Rows extends readonly object[][]>(statements: readonly Statement[]): Promise<Rows> {
    return this.#use((connection) => this.#all<Rows>(connection, statements));
  }

  /**
   * Sends the last statements of the transaction in one round trip with the commit, so that their locks are held for
   * less time. If a statement fails, nothing is committed and the transaction throws its error.
   * @returns a function that returns the rows of each statement, to be called after the transaction
   */
  async last<Rows extends readonly object[][]>(statements: readonly Statement[]): Promise<() => Rows> {
    let rows: Rows | undefined;
    await this.#use(async (connection) => {
      const answer = this.#all<Rows>(connection, statements).then((found) => void (rows = found));
      // Avoids an unhandled rejection: `answer` is awaited after the transaction, and not at all if the commit fails.
      answer.catch(() => undefined);
      this.#last = answer;
      if (this.embedded) await answer;
    });
    return () => rows!;
  }

  /** Makes further statements fail, because the connection has been released. */
  end(): void {
    this.#isOver = true;
  }

  /**
   * Waits for the responses to the last statements, after the transaction.
   * @throws the error of a failed statement, which made the server roll back instead of committing
   */
  async answered(): Promise<void> {
    await this.#last;
  }

  /** Runs work on the connection. Statements are sent in the order of the calls. */
  async #use<T>(use: (connection: DatabaseConnection) => Promise<T>): Promise<T> {
    if (this.#isOver) throw new Error('This transaction has ended and can’t run another statement.');
    return this.em.getKysely().getExecutor().provideConnection(use);
  }

  /** Runs statements in order: pipelined on a server, one at a time on the embedded database. */
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
    this.onStatement(sql);
    return (await connection.executeQuery<Row>(CompiledQuery.raw(sql, [...parameters]))).rows;
  }
}
