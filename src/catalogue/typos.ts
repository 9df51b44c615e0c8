import type { SqlRunner } from '../db/database.js';
import { forgivenTypos, typosToPrefix } from '../values/words.js';

const LAST = '\u{10FFFF}';
const CANDIDATES = 4000;
const SPELLINGS = 40;

/** Which of the words begin no word of the catalogue. */
export async function unknownWords(database: SqlRunner, words: readonly string[]): Promise<string[]> {
  const rows = await database.query<{ word: string }>(
    `select asked.word from unnest($1::text[], $2::text[]) as asked(word, bound)
     where not exists (select 1 from search_words w where w.word >= asked.word collate "C" and w.word < asked.bound collate "C")`,
    [words, words.map((word) => word + LAST)],
  );
  return rows.map((row) => row.word);
}

/**
 * The catalogue's own words that a mistyped one may have meant, nearest first. Trigrams alone miss short words with two
 * letters exchanged (`imgae`), so words with the same beginning are looked at as well.
 */
export async function spellings(database: SqlRunner, typed: string): Promise<string[]> {
  const forgiven = forgivenTypos(typed.length);
  if (forgiven === 0) return [];
  const beginning = typed.slice(0, 2);
  const exchanged = `${typed[1]}${typed[0]}`;
  const rows = await database.query<{ word: string }>(
    `select word from search_words
     where length(word) between $1::int and $2::int
       and ((word >= $3::text and word < $4::text) or (word >= $5::text and word < $6::text) or word % $7::text)
     limit ${CANDIDATES}`,
    [typed.length - forgiven, typed.length + 12, beginning, beginning + LAST, exchanged, exchanged + LAST, typed],
  );
  return rows
    .map(({ word }) => ({ word, typos: typosToPrefix(typed, word) }))
    .filter(({ typos }) => typos <= forgiven)
    .sort((a, b) => a.typos - b.typos || a.word.length - b.word.length || (a.word < b.word ? -1 : 1))
    .slice(0, SPELLINGS)
    .map(({ word }) => word);
}
