import type { Tree } from 'web-tree-sitter';

/** Statements of Python 2 that the grammar accepts. */
const PYTHON_2 = ['print_statement', 'exec_statement'];
/** Statements of Python 2, and texts like them. */
const LIKE_PYTHON_2 = /\b(print|exec)\b[ \t]*[^\s(=.,:)\]]/;

/** Where the first statement of Python 2 is. */
function statementOfPython2({ rootNode }: Tree, source: string): number | undefined {
  if (!LIKE_PYTHON_2.test(source)) return undefined;
  return rootNode.descendantsOfType(PYTHON_2)[0]?.startIndex;
}

/** Escapes of texts and of bytes that need more than one letter. */
const LONG_ESCAPE = /\\[xuUN]/;
const ESCAPES_OF_TEXT =
  /\\(?:[^xuUN]|x[\da-fA-F]{2}|u[\da-fA-F]{4}|U(?:0010|000[\da-fA-F])[\da-fA-F]{4}|N\{[^{}\n]+\})?/g;
const ESCAPES_OF_BYTES = /\\(?:[^x]|x[\da-fA-F]{2})?/g;

/** Where the first escape is that Python refuses, such as `\U` in a path of Windows. */
function wrongEscape({ rootNode }: Tree, source: string): number | undefined {
  if (!LONG_ESCAPE.test(source)) return undefined;
  for (const string of rootNode.descendantsOfType('string')) {
    const text = source.slice(string.startIndex, string.endIndex);
    const prefix = /^[a-z]*/i.exec(text)![0].toLowerCase();
    if (prefix.includes('r') || !LONG_ESCAPE.test(text)) continue;
    for (const { type, startIndex, endIndex } of string.children) {
      if (type !== 'string_content') continue;
      const escapes = prefix.includes('b') ? ESCAPES_OF_BYTES : ESCAPES_OF_TEXT;
      for (const { 0: escape, index } of source.slice(startIndex, endIndex).matchAll(escapes))
        if (escape === '\\') return startIndex + index;
    }
  }
  return undefined;
}

/**
 * Where the first thing is that is not Python 3.
 * @param syntaxError where the grammar finds the first error
 */
export function faultOf(tree: Tree, source: string, syntaxError: number | undefined): number | undefined {
  const all = [syntaxError, statementOfPython2(tree, source), wrongEscape(tree, source)];
  const faults = all.filter((fault) => fault !== undefined);
  return faults.length > 0 ? Math.min(...faults) : undefined;
}
