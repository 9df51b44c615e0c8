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

/**
 * Where the first thing is that is not Python 3.
 * @param syntaxError where the grammar finds the first error
 */
export function faultOf(tree: Tree, source: string, syntaxError: number | undefined): number | undefined {
  const all = [syntaxError, statementOfPython2(tree, source)];
  const faults = all.filter((fault) => fault !== undefined);
  return faults.length > 0 ? Math.min(...faults) : undefined;
}
