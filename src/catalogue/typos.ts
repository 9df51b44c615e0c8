import type { SqlRunner } from '../db/database.js';
import { forgivenTypos, typosToPrefix } from '../values/words.js';
import { Parameters } from './sql.js';

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
 * How a word may begin that was meant: with the letters typed, or with one typing error among the first of them, as a
 * LIKE pattern each. Trigrams alone miss short words with such an error (`imgae`, `iamge`, `nask`).
 */
function beginnings(typed: string): string[] {
  const [a = '', b = '', c = '', d = ''] = typed;
  return [`${a}${b}%`, `${b}${a}%`, `${a}${c}%`, `${b}${c}${d}%`, `_${b}${c}${d}%`, `_${a}${b}${c}%`, `${a}_${c}${d}%`, `${a}_${b}${c}%`];
}

/** The catalogue's own words that a mistyped one may have meant, nearest first. */
export async function spellings(database: SqlRunner, typed: string): Promise<string[]> {
  const forgiven = forgivenTypos(typed.length);
  if (forgiven === 0) return [];
  const parameters = new Parameters();
  const shortest = parameters.add(typed.length - forgiven, 'int');
  const longest = parameters.add(typed.length + 12, 'int');
  // One arm for each condition: together in one, no index serves them.
  const conditions = [...beginnings(typed).map((pattern) => `word like ${parameters.add(pattern, 'text')}`), `word % ${parameters.add(typed, 'text')}`];
  const arms = conditions.map((condition) => `select word from search_words where ${condition} and length(word) between ${shortest} and ${longest}`);
  const rows = await database.query<{ word: string }>(
    `${arms.join(' union ')} limit ${CANDIDATES}`,
    parameters.values,
  );
  return rows
    .map(({ word }) => ({ word, typos: typosToPrefix(typed, word) }))
    .filter(({ typos }) => typos <= forgiven)
    .sort((a, b) => a.typos - b.typos || a.word.length - b.word.length || (a.word < b.word ? -1 : 1))
    .slice(0, SPELLINGS)
    .map(({ word }) => word);
}
