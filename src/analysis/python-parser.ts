import { createRequire } from 'node:module';
import { Language, Parser, type Node, type Tree, type TreeCursor } from 'web-tree-sitter';
import type { CompactText } from './compact-text.js';
import { faultOf } from './python-faults.js';
import { OPERATIONS, withStarOutside, withTypeCalled } from './python-misreadings.js';
import { DeferredNode, type FindChildren, PythonNode } from './python-syntax.js';

/** Pages of 64 KiB that the parser may use. The heap's limit of a thread does not cover them. */
const PAGES = { initial: 512, maximum: 4096 };

/** A parsed source. */
export interface ParsedPython {
  readonly root: PythonNode;
  /** Where the first thing is that is not Python 3; undefined if all of it is. */
  readonly fault: number | undefined;
}

/** Comments, and the parts of a string, which is read from its text. */
const LEFT_OUT = new Set(['comment', 'line_continuation', 'string_start', 'string_content', 'string_end']);
const ERROR = 'ERROR';
/** Anonymous nodes without a field that make a difference: wherever they are, and in nodes of one type only. */
const TELLING = new Set(['async', '*', '**', '+', '-', '_']);
/** Anonymous nodes that never have a field. */
const PUNCTUATION = new Set(['(', ')', '[', ']', '{', '}', ',', ':', ';', '.', '=']);
const TELLING_IN: Readonly<Record<string, string>> = { slice: ':', interpolation: '=', yield: 'from' };

/** Types of nodes that contain no others. */
const LEAVES = new Set(['identifier', 'integer', 'float', 'true', 'false', 'none', 'ellipsis', 'pass_statement']);

/** A type of the grammar. */
interface NodeType {
  readonly name: string;
  readonly isNamed: boolean;
  readonly isTelling: boolean;
}

const ERROR_TYPE: NodeType = { name: ERROR, isNamed: true, isTelling: true };

let grammar: { parser: Parser; readonly language: Language; readonly types: readonly NodeType[] } | undefined;

/**
 * Loads the grammar, once a thread. It must have been loaded before anything is parsed. Threads that analyse archives
 * load it; the server itself does not.
 */
export async function loadPythonGrammar(): Promise<void> {
  if (grammar) return;
  await Parser.init({ wasmMemory: new WebAssembly.Memory(PAGES) });
  const file = createRequire(import.meta.url).resolve('tree-sitter-python/tree-sitter-python.wasm');
  const language = await Language.load(file);
  const types = language.types.map((name, id) => ({
    name,
    isNamed: language.nodeTypeIsNamed(id),
    isTelling: TELLING.has(name),
  }));
  grammar = { parser: parserOf(language), language, types };
}

const STAR = '*'.charCodeAt(0);

/** Shorter bodies of functions are copied at once. */
const BODY_MIN = 40;

/** Copies the nodes of a tree, so that the parser's memory can be freed. */
class TreeCopy {
  fault: number | undefined;

  /**
   * @param cursor is at the node whose children are copied
   * @param offset where the part of the source begins that was parsed
   * @param findBody finds the statements of a function when they are asked for; `undefined` to copy all now
   */
  constructor(
    private readonly types: readonly NodeType[],
    private readonly cursor: TreeCursor,
    private readonly source: string,
    private readonly hasError: boolean,
    private readonly offset = 0,
    private readonly findBody?: FindChildren,
  ) {}

  /** A copy of the node at the cursor, without children. */
  copyRoot(): PythonNode {
    return this.#node(undefined)!;
  }

  /** Copies the children of the node at the cursor. */
  copyInto(root: PythonNode): readonly PythonNode[] {
    const { cursor } = this;
    let parent = root;
    let children: PythonNode[] = [];
    const open: PythonNode[][] = [];
    let isThere = cursor.gotoFirstChild();
    while (isThere || parent !== root) {
      const node = isThere ? this.#node(parent) : undefined;
      if (node) children.push(node);
      if (node && !this.#isLeaf(node) && !(node instanceof DeferredNode) && cursor.gotoFirstChild()) {
        open.push(children);
        children = [];
        parent = node;
        continue;
      }
      if (isThere) isThere = cursor.gotoNextSibling();
      if (isThere) continue;
      if (parent === root) break;
      // A copy has no room for more children, unlike an array that grew.
      if (children.length > 0)
        parent.contain(OPERATIONS.has(parent.type) ? children.slice() : children.map(this.#item));
      cursor.gotoParent();
      parent = parent.parent!;
      children = open.pop()!;
      isThere = cursor.gotoNextSibling();
    }
    return children.map(this.#item);
  }

  readonly #item = (node: PythonNode): PythonNode => {
    if (node.type === 'type_alias_statement') return withTypeCalled(node);
    return this.source.charCodeAt(node.from) === STAR && OPERATIONS.has(node.type) ? withStarOutside(node) : node;
  };

  /** True for a node in which nothing is copied, such as a string without interpolations. */
  #isLeaf({ type, isNamed, from }: PythonNode): boolean {
    if (!isNamed || LEAVES.has(type)) return true;
    return type === 'string' && !this.hasError && !/^[a-z]?[ft]/i.test(this.source.slice(from, from + 2));
  }

  #node(parent: PythonNode | undefined): PythonNode | undefined {
    const { cursor, offset } = this;
    const { name, isNamed, isTelling } = this.types[cursor.nodeTypeId] ?? ERROR_TYPE;
    if (this.hasError && (name === ERROR || cursor.nodeIsMissing)) this.fault ??= cursor.startIndex;
    if (LEFT_OUT.has(name)) return undefined;
    if (PUNCTUATION.has(name) && (!parent || TELLING_IN[parent.type] !== name)) return undefined;
    const field = cursor.currentFieldName ?? undefined;
    if (!isNamed && field === undefined && !isTelling && (!parent || TELLING_IN[parent.type] !== name))
      return undefined;
    const from = cursor.startIndex + offset;
    const to = cursor.endIndex + offset;
    if (this.findBody && field === 'body' && parent?.type === 'function_definition' && to - from >= BODY_MIN)
      return new DeferredNode(name, field, from, to, parent, this.findBody);
    return new PythonNode(name, isNamed, field, from, to, parent);
  }
}

const parserOf = (language: Language): Parser => new Parser().setLanguage(language);

function parse(text: string, using: NonNullable<typeof grammar>): Tree {
  try {
    const tree = using.parser.parse(text);
    if (tree) return tree;
  } catch (error) {
    // It would go on with this text.
    using.parser.delete();
    using.parser = parserOf(using.language);
    throw error;
  }
  throw new Error('The source was not parsed.');
}

/** Parses a text, and frees the tree after `read` has used it. */
function withTree<T>(text: string, read: (tree: Tree, types: readonly NodeType[]) => T): T {
  if (!grammar) throw new Error('The grammar of Python is not loaded.');
  const tree = parse(text, grammar);
  try {
    return read(tree, grammar.types);
  } finally {
    tree.delete();
  }
}

/**
 * Many lines in a row that are only comments: the parser takes quadratic time for them. Lines that could end a string,
 * or be code in one, are left out, because the lines may be the lines of a string.
 */
const COMMENT_LINES = /(?:^[ \t]*#[^\n'"\\{}]*\n){20,}/gm;

/** The same source with spaces instead of such comments, so that all positions stay the same. */
const withoutComments = (source: string): string =>
  source.replace(COMMENT_LINES, (lines) => lines.replace(/[^\n]/g, ' '));

/** The type of a function's result that has an operator after a subscript. */
const RESULT_TYPE = /->[ \t]*[\w.]{1,100}\[[\w., \t[\]|]{1,200}\][ \t]+(?:or|and|is|if)\b[^\n:#"']{1,200}(?=:)/g;

/** A field of an f-string whose format begins with `=`, which the grammar takes for an assignment. */
const FORMAT_WITH_SIGN = /(?<=\{(?:[^{}()\n]|\([^{}()\n]{0,100}\)){1,200}):=(?=[^{}\n]{0,40}\})/g;

/**
 * The same source without such comments, and with other signs where the grammar takes none: operators after a subscript
 * in the type of a result, such as `List[str] or None`, and `=` at the beginning of a format.
 */
const plain = (source: string): string =>
  withoutComments(source)
    .replace(RESULT_TYPE, (type) => type.replace(/[^\n]/g, ' '))
    .replace(FORMAT_WITH_SIGN, ':<');

/** Gives a cursor at a node to `read`, and frees it. */
function withCursor<T>(node: Node, read: (cursor: TreeCursor) => T): T {
  const cursor = node.walk();
  try {
    return read(cursor);
  } finally {
    cursor.delete();
  }
}

/** The statements of a function, which is parsed again. */
const bodyIn =
  (source: CompactText, prepare: (text: string) => string): FindChildren =>
  (body) => {
    const fn = body.parent!;
    return withTree(prepare(source.slice(fn.from, fn.to)), ({ rootNode }, types) => {
      const node = rootNode.firstChild?.childForFieldName('body');
      if (!node || node.startIndex + fn.from !== body.from || node.endIndex + fn.from !== body.to)
        throw new Error('A function is parsed differently when it is parsed alone.');
      return withCursor(node, (cursor) =>
        new TreeCopy(types, cursor, source.latin, rootNode.hasError, fn.from).copyInto(body),
      );
    });
  };

/**
 * Parses a source. The statements of a longer function are only kept while something needs them, because most functions
 * of large packages are never followed.
 * @throws Error if the parser needs more memory than it may use
 */
export function parsePython(source: CompactText): ParsedPython {
  const text = source.slice();
  const parsed = parseText(text, source, withoutComments);
  return parsed.fault === undefined || plain(text) === withoutComments(text) ? parsed : parseText(text, source, plain);
}

/** @param prepare replaces what the grammar does not read by as many other characters */
function parseText(text: string, source: CompactText, prepare: (text: string) => string): ParsedPython {
  return withTree(prepare(text), (tree, types) => {
    const { hasError } = tree.rootNode;
    return withCursor(tree.rootNode, (cursor) => {
      const findBody = hasError ? undefined : bodyIn(source, prepare);
      const copy = new TreeCopy(types, cursor, source.latin, hasError, 0, findBody);
      const root = copy.copyRoot();
      root.contain(copy.copyInto(root));
      return { root, fault: faultOf(tree, text, copy.fault) };
    });
  });
}
