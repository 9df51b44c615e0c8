import { createRequire } from 'node:module';
import { Language, Parser, type TreeCursor } from 'web-tree-sitter';

/** Pages of 64 KiB that the parser may use. The heap's limit of a thread does not cover them. */
const PAGES = { initial: 512, maximum: 4096 };

const LEAF: readonly PythonNode[] = [];

/**
 * One node of a syntax tree. Its type and field are those of the grammar of tree-sitter-python. Comments are left out,
 * and so are keywords, brackets and separators that types and fields make redundant.
 */
export class PythonNode {
  /** In the order of the source. */
  children: readonly PythonNode[] = LEAF;

  constructor(
    readonly type: string,
    /** False for an operator or keyword, whose type is its text. */
    readonly isNamed: boolean,
    /** Its field in the parent, such as `left`. */
    readonly field: string | undefined,
    /** Where it begins, in UTF-16 code units. */
    readonly from: number,
    readonly to: number,
    readonly parent: PythonNode | undefined,
  ) {}

  /** The children that are no operators or keywords. */
  get named(): readonly PythonNode[] {
    return this.children.every(({ isNamed }) => isNamed)
      ? this.children
      : this.children.filter(({ isNamed }) => isNamed);
  }

  /** The first child in a field. */
  child(field: string): PythonNode | undefined {
    for (const child of this.children) if (child.field === field) return child;
    return undefined;
  }

  /** All children in a field. */
  all(field: string): PythonNode[] {
    return this.children.filter((child) => child.field === field);
  }

  /** The first child of a type. */
  ofType(type: string): PythonNode | undefined {
    for (const child of this.children) if (child.type === type) return child;
    return undefined;
  }

  /** Visits the node and all that is in it, in the order of the source. */
  walk(enter: (node: PythonNode) => boolean | void, leave?: (node: PythonNode) => void): void {
    // Without recursion, because sources may be nested deeper than the stack.
    if (enter(this) === false) {
      leave?.(this);
      return;
    }
    const open: PythonNode[] = [this];
    const next = [0];
    for (let depth = 0; depth >= 0;) {
      const node = open[depth]!;
      const child = node.children[next[depth]!++];
      if (child === undefined) {
        depth--;
        leave?.(node);
      } else if (enter(child) === false || child.children.length === 0) {
        leave?.(child);
      } else {
        depth++;
        open[depth] = child;
        next[depth] = 0;
      }
    }
  }
}

/** A parsed source. */
export interface ParsedPython {
  readonly root: PythonNode;
  /** Where the first thing is that is not Python 3; undefined if all of it is. */
  readonly fault: number | undefined;
}

/** Comments, and the parts of a string, which is read from its text. */
const LEFT_OUT = new Set(['comment', 'line_continuation', 'string_start', 'string_content', 'string_end']);
/** Statements of Python 2 that the grammar accepts. */
const PYTHON_2 = new Set(['print_statement', 'exec_statement']);
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

let grammar: { readonly language: Language; readonly types: readonly NodeType[] } | undefined;

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
  grammar = { language, types };
}

/** Copies the nodes of a tree, so that the parser's memory can be freed. */
class TreeCopy {
  fault: number | undefined;

  constructor(
    private readonly types: readonly NodeType[],
    private readonly cursor: TreeCursor,
    private readonly source: string,
    private readonly hasError: boolean,
  ) {}

  copy(): PythonNode {
    const { cursor } = this;
    const root = this.#node(undefined)!;
    let parent = root;
    let children: PythonNode[] = [];
    const open: PythonNode[][] = [];
    let isThere = cursor.gotoFirstChild();
    while (isThere || parent !== root) {
      const node = isThere ? this.#node(parent) : undefined;
      if (node) children.push(node);
      if (node && !this.#isLeaf(node) && cursor.gotoFirstChild()) {
        open.push(children);
        children = [];
        parent = node;
        continue;
      }
      if (isThere) isThere = cursor.gotoNextSibling();
      if (isThere) continue;
      if (parent === root) break;
      if (children.length > 0) parent.children = children;
      cursor.gotoParent();
      parent = parent.parent!;
      children = open.pop()!;
      isThere = cursor.gotoNextSibling();
    }
    root.children = children;
    return root;
  }

  /** True for a node in which nothing is copied, such as a string without interpolations. */
  #isLeaf({ type, isNamed, from }: PythonNode): boolean {
    if (!isNamed || LEAVES.has(type)) return true;
    return type === 'string' && !this.hasError && !/^[a-z]?[ft]/i.test(this.source.slice(from, from + 2));
  }

  #node(parent: PythonNode | undefined): PythonNode | undefined {
    const { cursor } = this;
    const { name, isNamed, isTelling } = this.types[cursor.nodeTypeId] ?? ERROR_TYPE;
    if (this.hasError && (name === ERROR || cursor.nodeIsMissing)) this.fault ??= cursor.startIndex;
    if (LEFT_OUT.has(name)) return undefined;
    if (PYTHON_2.has(name)) this.fault ??= cursor.startIndex;
    if (PUNCTUATION.has(name) && (!parent || TELLING_IN[parent.type] !== name)) return undefined;
    const field = cursor.currentFieldName ?? undefined;
    if (!isNamed && field === undefined && !isTelling && (!parent || TELLING_IN[parent.type] !== name))
      return undefined;
    return new PythonNode(name, isNamed, field, cursor.startIndex, cursor.endIndex, parent);
  }
}

/**
 * Parses a source.
 * @throws Error if the parser needs more memory than it may use
 */
export function parsePython(source: string): ParsedPython {
  if (!grammar) throw new Error('The grammar of Python is not loaded.');
  const parser = new Parser();
  parser.setLanguage(grammar.language);
  try {
    const tree = parser.parse(source);
    if (!tree) throw new Error('The source was not parsed.');
    const cursor = tree.walk();
    try {
      const copy = new TreeCopy(grammar.types, cursor, source, tree.rootNode.hasError);
      return { root: copy.copy(), fault: copy.fault };
    } finally {
      cursor.delete();
      tree.delete();
    }
  } finally {
    parser.delete();
  }
}
