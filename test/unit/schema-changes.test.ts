import { describe, expect, it } from '@jest/globals';
import { buildSchema, findBreakingChanges } from 'graphql';
import { unnamedChanges } from '../../scripts/schema-changes.js';

describe('breaking changes of the schema', () => {
  const breaking = findBreakingChanges(
    buildSchema('type Query { a: A b: Int } type A { x: Int y(z: Int): Int } enum E { one two }'),
    buildSchema('type Query { a: A b: String } type A { y: Int } enum E { one }'),
  );
  const unnamed = (text: string): string[] => unnamedChanges(breaking, text).map(({ description }) => description);

  it('are those that the changelog does not name, by type or field', () => {
    expect(breaking).toHaveLength(4);
    expect(unnamed('Nothing: A.x, E and Query.b in prose do not count.')).toHaveLength(4);
    expect(unnamed('`Query.b` is a string. Fields of `A { y }` and values of `E` were removed.')).toEqual([
      'A.x was removed.',
      'A.y arg z was removed.',
    ]);
    expect(unnamed('`Query.b`, `A.x`, `A.y(z:)`, `E`')).toEqual([]);
  });
});
