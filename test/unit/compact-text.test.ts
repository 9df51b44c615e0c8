import { describe, expect, it } from '@jest/globals';
import { CompactText, isWide } from '../../src/analysis/compact-text.js';

const TEXTS = [
  ['nothing', ''],
  ['Latin letters only', 'naïve = "ÿ"\n'],
  ['an emoji, which takes two code units', 'print("🔊 on")\n'],
  ['wide characters at both ends', '名前 = "a"  # 終'],
  ['wide characters only', '名前'],
  ['lone surrogates, which stand for bytes that are no text', 'a = "\udcff"\udcff\n'],
  ['the substitute itself', 'ª = "名ª"'],
] as const;

describe('a compact text', () => {
  it.each(TEXTS)('with %s has all parts of the text', (_what, text) => {
    const compact = new CompactText(text);
    expect(compact.length).toBe(text.length);
    expect(compact.slice()).toBe(text);
    for (let from = 0; from <= text.length; from++)
      for (let to = from; to <= text.length; to++) expect(compact.slice(from, to)).toBe(text.slice(from, to));
  });

  it.each(TEXTS)('with %s has Latin characters only, at the same positions', (_what, text) => {
    const { latin } = new CompactText(text);
    expect(isWide(latin)).toBe(false);
    expect(latin).toHaveLength(text.length);
    for (const [at, unit] of [...latin].entries()) if (!isWide(text[at]!)) expect(unit).toBe(text[at]);
  });
});
