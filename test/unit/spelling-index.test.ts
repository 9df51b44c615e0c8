import { describe, expect, it } from '@jest/globals';
import { SpellingIndex } from '../../src/catalogue/spelling-index.js';
import { randomOf } from '../support/random.js';

/** The edit distance with transpositions between two words, by the textbook's matrix. */
function distance(a: string, b: string): number {
  const rows = [...Array(a.length + 1).keys()].map((row) => [row, ...Array<number>(b.length).fill(0)]);
  for (let column = 0; column <= b.length; column++) rows[0]![column] = column;
  for (let i = 1; i <= a.length; i++)
    for (let j = 1; j <= b.length; j++) {
      const substituted = rows[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      let cost = Math.min(rows[i - 1]![j]! + 1, rows[i]![j - 1]! + 1, substituted);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, rows[i - 2]![j - 2]! + 1);
      rows[i]![j] = cost;
    }
  return rows[a.length]![b.length]!;
}

const toPrefix = (typed: string, word: string): number =>
  Math.min(...[...Array(word.length + 1).keys()].map((length) => distance(typed, word.slice(0, length))));

describe('a spelling index', () => {
  it.each([
    ['upsacle', ['upscale', 'upscaler']],
    ['upscle', ['upscale', 'upscaler']],
    ['uppscale', ['upscale', 'upscaler']],
    ['upscalr', ['upscale', 'upscaler']],
    ['pscaler', ['upscaler', 'upscale']],
    ['oupscale', ['upscale', 'upscaler']],
    ['contrlnet', ['controlnet', 'controlnetapply']],
    ['something', []],
  ])('finds the words that “%s” may be a typo of', (typed, spellings) => {
    const index = new SpellingIndex(['upscale', 'upscaler', 'controlnet', 'controlnetapply', 'audio', 'up']);
    expect(index.spellings(typed, 2)).toEqual(spellings);
  });

  it('finds the words with a prefix, and accepts more words', () => {
    const index = new SpellingIndex(['mask', 'image', 'mask']);
    expect([index.begins('ma'), index.begins('mask'), index.begins('masks'), index.begins('b')]).toEqual([
      true,
      true,
      false,
      false,
    ]);
    const more = index.with(['masks', 'blur']);
    expect([more.begins('b'), more.beginningWith('ma'), more.beginningWith('mb'), more.beginningWith('')]).toEqual([
      true,
      ['mask', 'masks'],
      [],
      ['blur', 'image', 'mask', 'masks'],
    ]);
    expect(new SpellingIndex([]).spellings('mask', 1)).toEqual([]);
  });

  it('finds the same words as comparing each one', () => {
    const random = randomOf('4711');
    const letters = [...'abcde'];
    const word = (): string => Array.from({ length: random.upTo(9) + 2 }, () => random.oneOf(letters)).join('');
    const words = [...new Set(Array.from({ length: 400 }, word))];
    const index = new SpellingIndex(words);
    for (let turn = 0; turn < 200; turn++) {
      const typed = word();
      const most = typed.length < 8 ? 1 : 2;
      const found = new Set(index.spellings(typed, most));
      const near = words.filter(
        (one) => toPrefix(typed, one) <= most && one.length >= typed.length - most && one.length <= typed.length + 12,
      );
      // The first letters have one typo at most, and the nearest 40 are returned.
      const certain = near.filter((one) => one[0] === typed[0] && one[1] === typed[1]);
      expect([...found].filter((one) => !near.includes(one))).toEqual([]);
      if (near.length <= 40) expect(certain.filter((one) => !found.has(one))).toEqual([]);
    }
  });
});
