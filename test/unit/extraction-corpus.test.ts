import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { packagesIn, type Score, scoreOf, totalsOf } from '../corpus/corpus.js';

const folder = fileURLToPath(new URL('../corpus/packages', import.meta.url));

describe('extraction from the corpus', () => {
  const scores: Score[] = [];

  it.each(packagesIn(folder))('reports nothing wrong for %s, and marks unreadable parts', async (name) => {
    const score = await scoreOf(join(folder, name));
    scores.push(score);
    expect(score).toMatchObject({ wrong: [], fieldsWrong: [], silent: [] });
  });

  it('reads the expected share of definitions', () => {
    expect(scores.length).toBeGreaterThanOrEqual(40);
    expect(totalsOf(scores).faults).toEqual([]);
  });
});
