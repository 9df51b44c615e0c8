import type { SqlRunner } from '../db/database.js';
import type { Listing } from './records.js';

/** Collects the parameters of a statement that is built from parts. */
export class Parameters {
  readonly values: unknown[] = [];

  /** Adds a value. @returns its placeholder with a type cast, which PGlite and PostgreSQL both need */
  add(value: unknown, type: string): string {
    this.values.push(value);
    return `$${this.values.length}::${type}`;
  }
}

/**
 * One page of the ids that `from` and `order` select, and the number of all of them, in one statement.
 * @param total the SQL expression for the number, if it is known without counting
 */
export async function idPage(
  database: SqlRunner,
  list: { readonly id: string; readonly from: string; readonly order: string; readonly preface?: string },
  { page, limit }: { readonly page: number; readonly limit: number },
  parameters: Parameters,
  total = `(select count(*)::int from ${list.from})`,
): Promise<Listing<string>> {
  const { id, from, order, preface = '' } = list;
  const [take, skip] = [parameters.add(limit, 'int'), parameters.add((page - 1) * limit, 'bigint')];
  // A separate subquery counts the total, so that a page beyond the end has a total, too.
  const [row] = await database.query<Listing<string>>(
    `${preface} select array(select ${id} from ${from} order by ${order} limit ${take} offset ${skip}) as items, ${total} as total`,
    parameters.values,
  );
  return row!;
}

/** Escapes a text for use in a LIKE pattern. */
export function likeLiteral(text: string): string {
  return text.replace(/[\\%_]/g, (character) => `\\${character}`);
}
