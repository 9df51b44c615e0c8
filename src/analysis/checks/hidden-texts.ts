import type { FindingList } from './findings.js';
import { SHAPELESS } from './suspicious-patterns.js';

/** Encodings in which a source reads as it looks. */
const PLAIN_ENCODING =
  /^(utf[-_]?8(-sig)?|latin[-_]?1|iso-8859-\d+|ascii|us-ascii|cp125\d|gbk|gb2312|euc-\w+|shift_jis|big5|windows-125\d)$/i;

/**
 * Reports Python sources in encodings that hide their code.
 * @param sources by their paths
 */
export function checkEncodings(sources: ReadonlyMap<string, string>, findings: FindingList): void {
  for (const [file, source] of sources) {
    const coding = /^(?:[^\n]*\n)?[ \t\f]*#[^\n]*?coding[:=][ \t]*([-_.a-zA-Z0-9]+)/.exec(source.slice(0, 2000))?.[1];
    if (coding === undefined || PLAIN_ENCODING.test(coding)) continue;
    findings.add({
      level: 'hold',
      rule: 'obfuscation',
      file,
      line: 1,
      message: `is written in the encoding ${coding}`,
      call: coding,
    });
  }
}

/**
 * Reports files with texts that nobody can see.
 * @param files by their paths
 */
export function checkCharacters(files: Iterable<readonly [string, string]>, findings: FindingList): void {
  for (const [file, source] of files) {
    const found = SHAPELESS.exec(source);
    if (!found) continue;
    const line = source.slice(0, found.index).split('\n').length;
    const call = [...found[0]]
      .map((character) => `U+${character.codePointAt(0)!.toString(16).toUpperCase()}`)
      .join(' ');
    findings.add({
      level: 'hold',
      rule: 'obfuscation',
      file,
      line,
      message: 'contains a text that is not visible',
      call,
    });
  }
}
