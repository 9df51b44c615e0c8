import { p, Type } from '@mikro-orm/core';

/** A timestamp with millisecond precision, like `Date`, so that a value in a response equals the stored one. */
export const moment = () => p.datetime().columnType('timestamptz(3)');

/**
 * A text array in PostgreSQL's syntax, with every item quoted. MikroORM's own type quotes only some items, so the
 * string `null` would become NULL, and leading and trailing spaces would be lost.
 */
class TextsType extends Type<string[], string | null> {
  override convertToDatabaseValue(value: string[] | null | undefined): string | null {
    return value === null || value === undefined
      ? null
      : `{${value.map((item) => `"${item.replace(/[\\"]/g, '\\$&')}"`).join(',')}}`;
  }

  override convertToJSValue(value: string[] | string | null): string[] {
    if (typeof value === 'string') throw new Error('The driver returned an array as a string.');
    return value ?? [];
  }

  override getColumnType(): string {
    return 'text[]';
  }

  override compareAsType(): string {
    return 'string[]';
  }
}

/** A text array. Defaults to an empty one. */
export const texts = () => p.type(TextsType).$type<string[]>().default([]);
