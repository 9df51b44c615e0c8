import type { Node, Tree } from 'web-tree-sitter';

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

/** A list in parentheses without others in it, of parameters or arguments. */
const LIST = /\(([^()]{3,5000})\)/g;
/** A name at the beginning of a parameter or argument. */
const LISTED_NAME = /(?:^|,)\s*(?:\*{1,2}\s*)?([A-Za-z_]\w*)\s*(?=[,:=]|$)/g;
const WITHOUT_DEFAULT = /(?:^|,)\s*[A-Za-z_]\w*\s*(?::[^=,]*)?=[^,]*,\s*[A-Za-z_]\w*\s*(?:,|$)/;

/** True if a name occurs twice. */
function hasTwice(names: readonly string[]): boolean {
  return new Set(names).size < names.length;
}

/** The names of parameters, or of named arguments. */
function namesIn(list: Node): string[] {
  const isCall = list.type === 'argument_list';
  return list.namedChildren.flatMap((one) => {
    if (isCall) return one.type === 'keyword_argument' ? (one.childForFieldName('name')?.text ?? []) : [];
    const name = one.childForFieldName('name') ?? (one.type === 'identifier' ? one : one.namedChildren[0]);
    return name?.type === 'identifier' ? name.text : (name?.namedChildren[0]?.text ?? []);
  });
}

/** True if a parameter without a default follows one with a default. */
function lacksDefault(list: Node): boolean {
  let hasDefault = false;
  for (const { type } of list.type === 'argument_list' ? [] : list.namedChildren) {
    if (type === 'list_splat_pattern' || type === 'keyword_separator') return false;
    if (/default_parameter$/.test(type)) hasDefault = true;
    else if (hasDefault && (type === 'identifier' || type === 'typed_parameter')) return true;
  }
  return false;
}

/** Where the first list of parameters or arguments is that names something twice, or lacks a default. */
function wrongList({ rootNode }: Tree, source: string): number | undefined {
  for (const { 1: text, index } of source.matchAll(LIST)) {
    const names = [...text!.matchAll(LISTED_NAME)].map(([, name]) => name!);
    if (!hasTwice(names) && !WITHOUT_DEFAULT.test(text!)) continue;
    const list = rootNode.descendantForIndex(index)?.parent;
    if (list?.startIndex !== index || !/^(parameters|argument_list)$/.test(list.type)) continue;
    if (hasTwice(namesIn(list)) || lacksDefault(list)) return index;
  }
  return undefined;
}

/** Statements that Python allows only in functions, only in loops, or only outside of functions. */
const BOUND_STATEMENT = /^(?:return\b|break\b|continue\b|[ \t]+from[ \t]+[\w.]+[ \t]+import[ \t]+\*)/gm;

/** True if one of the nodes around a node has one of these types. */
function isWithin(node: Node | null, types: RegExp): boolean {
  for (let outer = node?.parent; outer; outer = outer.parent) if (types.test(outer.type)) return true;
  return false;
}

/** Where the first statement is that Python refuses at its place. */
function misplacedStatement({ rootNode }: Tree, source: string): number | undefined {
  for (const { 0: text, index } of source.matchAll(BOUND_STATEMENT)) {
    const at = index + text.search(/\S/);
    const node = rootNode.descendantForIndex(at);
    const statement = node && /statement$/.test(node.type) ? node : node?.parent;
    if (statement?.startIndex !== at || !/^(return|break|continue|import_from)_statement$/.test(statement.type))
      continue;
    const isInFunction = isWithin(statement, /^(function_definition|class_definition)$/);
    if (isInFunction === (statement.type === 'import_from_statement')) return at;
  }
  return undefined;
}

/** Where the first `from __future__ import` is that comes after other statements. */
function lateFuture({ rootNode }: Tree, source: string): number | undefined {
  if (!source.includes('__future__')) return undefined;
  let hasOther = false;
  for (const [at, statement] of rootNode.namedChildren.filter(({ type }) => type !== 'comment').entries()) {
    if (statement.type === 'future_import_statement') {
      if (hasOther) return statement.startIndex;
    } else if (at > 0 || statement.namedChildren[0]?.type !== 'string') hasOther = true;
  }
  return undefined;
}

/** The end of a line that opens a block, or goes on in the next line. */
const GOES_ON = /[:,([{\\+\-*/%|&=<>]$/;

/** Limit of deeper lines that are looked at. Most are in texts or brackets. */
const DEEPER_MAX = 2000;

/** The statement that begins at a position, where a syntax node begins. */
function statementAt(node: Node, at: number): Node {
  let outer = node;
  while (outer.parent && outer.parent.startIndex === at && !/^(block|module)$/.test(outer.parent.type))
    outer = outer.parent;
  return outer;
}

/** True if the statement of a syntax node at this position is indented other than the first one of its block. */
function isIndentedAlone(node: Node | null, at: number): boolean {
  if (node?.startIndex !== at) return false;
  const statement = statementAt(node, at);
  const block = statement.parent;
  if (block?.type !== 'block') return block?.type === 'module';
  const first = block.namedChildren.find(({ type }) => type !== 'comment');
  return first?.startIndex !== at && first?.startPosition.column !== statement.startPosition.column;
}

/** Where the first statement is that is indented without a reason, for example after a one-line function. */
function unexpectedIndent({ rootNode }: Tree, source: string): number | undefined {
  let before: string | undefined;
  let count = 0;
  let next: number;
  for (let from = 0; from < source.length && count < DEEPER_MAX; from = next) {
    const end = source.indexOf('\n', from);
    next = end < 0 ? source.length : end + 1;
    const line = source.slice(from, next).trimEnd();
    const [indent] = /^[ \t]*/.exec(line)!;
    const text = line.slice(indent.length);
    if (text === '' || text.startsWith('#')) continue;
    if (before !== undefined && indent.length > before.length && indent.startsWith(before)) {
      count++;
      const at = from + indent.length;
      const node = rootNode.descendantForIndex(at);
      if (node?.type === 'string_content') next = Math.max(next, node.endIndex);
      else if (isIndentedAlone(node, at)) return at;
    }
    before = GOES_ON.test(text) ? undefined : indent;
  }
  return undefined;
}

/**
 * Where the first thing is that is not Python 3.
 * @param syntaxError where the grammar finds the first error
 */
export function faultOf(tree: Tree, source: string, syntaxError: number | undefined): number | undefined {
  const checks = [statementOfPython2, wrongEscape, wrongList, misplacedStatement, lateFuture, unexpectedIndent];
  const all = [syntaxError, ...checks.map((check) => check(tree, source))];
  const faults = all.filter((fault) => fault !== undefined);
  return faults.length > 0 ? Math.min(...faults) : undefined;
}
