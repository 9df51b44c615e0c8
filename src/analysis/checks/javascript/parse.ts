import { type Options, parse } from 'acorn';
import type { ScriptFile } from './values.js';

/** Scripts of this size are libraries. */
const SMALL = 60_000;
/** A script of this size without its indentation is small, however many spaces and comments make it long. */
const SMALL_WITHOUT_SPACES = 20_000;
/** Longer scripts with long lines are bundles, which consist of many small ones. */
const BUNDLE = 3000;
const BUNDLE_LINE = 300;

const OPTIONS: Options = {
  ecmaVersion: 'latest',
  allowReturnOutsideFunction: true,
  allowAwaitOutsideFunction: true,
  allowSuperOutsideMethod: true,
  allowHashBang: true,
  allowImportExportEverywhere: true,
  checkPrivateFields: false,
};

/** False for libraries and bundles. */
function isSmall(source: string, comments: number): boolean {
  const length = source.replace(/\s+/g, ' ').length - comments;
  if (length > BUNDLE && length > BUNDLE_LINE * source.split('\n').length) return false;
  return source.length < SMALL || length < SMALL_WITHOUT_SPACES;
}

/**
 * Parses a script, as a module if it can be one.
 * @returns undefined if it is no JavaScript
 * @throws RangeError if it is too deeply nested
 */
export function parseScript(path: string, source: string, line = 1): ScriptFile | undefined {
  for (const sourceType of ['module', 'script'] as const) {
    let comments = 0;
    const onComment: Options['onComment'] = (_isBlock, text) => (comments += text.replace(/\s+/g, ' ').length);
    try {
      const program = parse(source, { ...OPTIONS, sourceType, onComment });
      return { path, source, line, program, isSmall: isSmall(source, comments) };
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      // The parser reports a stack overflow as an error of syntax.
      if (/stack space/i.test(error.message)) throw new RangeError(error.message, { cause: error });
    }
  }
  return undefined;
}
