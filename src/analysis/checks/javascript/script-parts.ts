import type { Script } from './values.js';

/** Words of scripts that read secrets, send them, or load code. */
const TELLING =
  /cookie|Storage|indexedDB|clipboard|credentials|\beval\b|\bFunction\s{0,9}\(|sendBeacon|\batob\b|fromCharCode|["'`]script["'`]|constructor|\bWorker\s{0,9}\(|\bimport\s{0,9}\(/;
/** Where a statement of the program may begin: at a line that is not indented and closes nothing. */
const STATEMENT = /^[^\s)\]},;*/.:?]/gm;
/** The most characters of a part, unless one statement is longer, and of all that are parsed. */
const PART_MAX = 20_000;
const PARSED_MAX = 500_000;

/** Parts of a source at whose boundaries statements may begin, with the lines at which they begin, from 1. */
function* partsOf(source: string): Generator<{ readonly text: string; readonly line: number }> {
  let [from, before, line] = [0, 0, 1];
  const part = (to: number) => ({ text: source.slice(from, to), line });
  for (const { index } of source.matchAll(STATEMENT)) {
    if (index - from > PART_MAX && before > from) {
      const done = part(before);
      yield done;
      line += done.text.split('\n').length - 1;
      from = before;
    }
    before = index;
  }
  yield part(source.length);
}

/** Those parts of a script with telling words that are followed, because the whole script is too large. */
export function* tellingParts({ path, source, line: firstLine = 1 }: Script): Generator<Script> {
  let left = PARSED_MAX;
  for (const { text, line } of partsOf(source)) {
    if (!TELLING.test(text) || text.length > left) continue;
    left -= text.length;
    yield { path, source: text, line: firstLine + line - 1 };
  }
}
