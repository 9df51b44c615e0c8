import { expect, it } from '@jest/globals';
import { withoutValues } from '../../src/telemetry/statements.js';

it.each([
  ["select 1 where a = 'secret' and b = 'it''s secret'", "select 1 where a = '…' and b = '…'"],
  ["update x set a = 'secret\\' where b = 'secret'", "update x set a = '…' where b = '…'"],
  [
    "update x set a = E'it\\'s secret' , b = e'\\\\' where c = 'secret'",
    "update x set a = '…' , b = '…' where c = '…'",
  ],
  ["insert into x values ('a\nsecret', 1, null)", "insert into x values ('…', 1, null)"],
  ['select "name" from x where id = $1', 'select "name" from x where id = $1'],
  ["select ''", "select '…'"],
])('describes %s without its values', (sql, told) => {
  expect(withoutValues(sql)).toBe(told);
});
