import { p, Type } from '@mikro-orm/core';

/** A point in time, kept to the millisecond: what a caller was shown compares equal to what is stored. */
export const moment = () => p.datetime().columnType('timestamptz(3)');

/**
 * A list of texts as PostgreSQL writes one, every item quoted. The library's own type quotes only some, so that the
 * text `null` becomes no text at all, and blanks at the ends of another are lost.
 */
class TextsType extends Type<string[], string | null> {
  override convertToDatabaseValue(value: string[] | null | undefined): string | null {
    return value === null || value === undefined
      ? null
      : `{${value.map((item) => `"${item.replace(/[\\"]/g, '\\$&')}"`).join(',')}}`;
  }

  override convertToJSValue(value: string[] | string | null): string[] {
    if (typeof value === 'string') throw new Error('The driver gave a list as a text.');
    return value ?? [];
  }

  override getColumnType(): string {
    return 'text[]';
  }

  override compareAsType(): string {
    return 'string[]';
  }
}

/** A list of texts, empty when nothing is said. */
export const texts = () => p.type(TextsType).$type<string[]>().default([]);
