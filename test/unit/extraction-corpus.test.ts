import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { packagesIn, type Score, scoreOf, totalsOf } from '../corpus/corpus.js';

const folder = fileURLToPath(new URL('../corpus/packages', import.meta.url));

describe('extraction from the corpus', () => {
  const scores: Score[] = [];

  it.each(packagesIn(folder))('claims nothing untrue of %s, and says what it can’t read', async (name) => {
    const score = await scoreOf(join(folder, name));
    scores.push(score);
    expect(score).toMatchObject({ wrong: [], fieldsWrong: [], silent: [] });
  });

  it('reads what can be read', () => {
    expect(scores.length).toBeGreaterThanOrEqual(40);
    expect(totalsOf(scores).faults).toEqual([]);
  });
});
