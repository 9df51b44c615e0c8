import type { FindingLevel } from '../../../values/finding-levels.js';

/** Letters that need no escape. */
const ESCAPED_LETTERS = /(?:\\x[46][1-9a-f]|\\x[57][0-9a]|\\u00[46][1-9a-f]|\\u00[57][0-9a]){4}/i;
const HEX_NAMES = /\b_0x[0-9a-f]{4,6}\b/g;
const HEX_NAMES_MAX = 30;

/** Something in the text of a script, whatever it does. */
export interface TextFinding {
  readonly level: FindingLevel;
  readonly index: number;
  readonly message: string;
}

/** Finds marks of scripts that were made unreadable. */
export function checkSpelling(source: string, isSmall: boolean): TextFinding[] {
  const found: TextFinding[] = [];
  const escaped = isSmall ? ESCAPED_LETTERS.exec(source) : null;
  if (escaped) found.push({ level: 'hold', index: escaped.index, message: 'hides texts by escaped letters' });
  if ((source.match(HEX_NAMES)?.length ?? 0) > HEX_NAMES_MAX)
    found.push({
      level: 'hold',
      index: source.search(HEX_NAMES),
      message: 'is made unreadable by renaming everything',
    });
  return found;
}
