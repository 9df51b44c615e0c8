import { CompactText } from './compact-text.js';
import { type ParsedPython, parsePython } from './python-parser.js';
import { DeferredNode, PythonNode } from './python-syntax.js';

/** The module that an import names: how many folders up (0 for an absolute one), and the dotted path. */
export interface ImportPath {
  readonly level: number;
  readonly path: readonly string[];
}

/** One name that an import binds: a module's, or that of a thing in it. */
export interface ImportedName {
  readonly as: string;
  readonly from: ImportPath;
  /** The name that is imported from the module; `*` for all. */
  readonly name?: string;
  /** For `import a.b`, which binds `a`: that `a.b` is loaded, too. */
  readonly whole?: readonly string[];
}

/** Anything but plain letters. */
const NOT_ASCII = /[^\0-\x7f]/;
/** Longer names are not normalized, because that can take quadratic time. */
const NAME_MAX = 1000;

/** A name as Python reads it: letters that only look different are the same. */
export const pythonName = (text: string): string =>
  text.length <= NAME_MAX && NOT_ASCII.test(text) ? text.normalize('NFKC') : text;

function lineEndsOf(source: string): number[] {
  const ends: number[] = [];
  for (let at = source.indexOf('\n'); at !== -1; at = source.indexOf('\n', at + 1)) ends.push(at);
  return ends;
}

/** The most bytes that are no text of which is found out whether they are in comments. */
const UNREADABLE_MAX = 1000;

/** The position of the first byte that is no text, other than in a comment; undefined if there is none. */
function unreadableAt(source: string, root: PythonNode): number | undefined {
  let left = UNREADABLE_MAX;
  for (const { index } of source.matchAll(/\p{Cs}/gu)) if (left-- <= 0 || !isInComment(root, index)) return index;
  return undefined;
}

/** True for a position in a comment: a tree has no nodes for comments, and none inside of names and texts. */
function isInComment(root: PythonNode, at: number): boolean {
  let node: PythonNode | undefined = root;
  while (node) {
    const inner: PythonNode | undefined = node.children.find(({ from, to }) => from <= at && at < to);
    if (!inner) return node.type !== 'string' && (node === root || node.first !== undefined);
    node = inner;
  }
  return false;
}

/** One Python source, parsed. Nothing of it is ever run. */
export class PythonModule {
  readonly #content: CompactText;
  /** The positions of the ends of lines, once a line was asked for. */
  #lineEnds: readonly number[] | undefined;
  #parsed: ParsedPython | undefined;
  #isParsed = false;
  #isTooLarge = false;
  #brokenLine: number | undefined;

  /**
   * @param source as `decoded` of archive.ts makes it: bytes that are no text are lone surrogates
   */
  constructor(
    readonly path: string,
    source: string,
  ) {
    // To Python a form feed is nothing at the beginning of a line.
    this.#content = new CompactText(source.replace(/^\f+/gm, ''));
  }

  /** The source, in which other characters than those of Latin-1 are replaced by one of these. */
  get latin(): string {
    return this.#content.latin;
  }

  /** The whole source. It takes time and memory to make if it has other characters than those of Latin-1. */
  get source(): string {
    return this.#content.slice();
  }

  /** The length of the source, in UTF-16 code units. */
  get length(): number {
    return this.#content.length;
  }

  /** True once the source was parsed. */
  get isParsed(): boolean {
    return this.#isParsed;
  }

  /** True if the source is too deeply nested, or too large, for the parser. Its tree is empty then. */
  get isTooLarge(): boolean {
    if (!this.#isParsed) this.#parse();
    return this.#isTooLarge;
  }

  /** The line of the first thing that is not Python, or not UTF-8; undefined if all of it is. */
  get brokenLine(): number | undefined {
    if (!this.#isParsed) this.#parse();
    return this.#brokenLine;
  }

  /** The syntax tree. The source is parsed when it is first asked for. */
  get root(): PythonNode {
    return (this.#parsed ?? this.#parse()).root;
  }

  /** Releases the statements of functions, which are parsed again if they are needed. */
  releaseFunctions(): void {
    this.#parsed?.root.walk((node) => {
      if (!(node instanceof DeferredNode)) return true;
      node.release();
      return false;
    });
  }

  #parse(): ParsedPython {
    const parsed = this.#parsedOrEmpty();
    const fault = parsed.fault ?? unreadableAt(this.source, parsed.root) ?? Infinity;
    this.#brokenLine = fault === Infinity ? undefined : this.line(fault);
    this.#isParsed = true;
    this.#parsed = parsed;
    return parsed;
  }

  #parsedOrEmpty(): ParsedPython {
    try {
      return parsePython(this.#content);
    } catch {
      this.#isTooLarge = true;
      return { root: new PythonNode('module', true, undefined, 0, this.length, undefined), fault: 0 };
    }
  }

  /** The source of a node; a name as Python reads it. */
  text(node: { from: number; to: number; type?: string; parent?: PythonNode | undefined }): string {
    const text = this.#content.slice(node.from, node.to);
    if (node.type !== 'identifier') return text;
    return text.startsWith('__') && !text.endsWith('__') ? this.#ofClass(text, node.parent) : pythonName(text);
  }

  /** A private name: in a class, Python puts the name of the class before it. */
  #ofClass(name: string, parent: PythonNode | undefined): string {
    let outer = parent;
    // The name and the bases of a class are outside of it.
    for (
      let inner = outer;
      outer && !(outer.type === 'class_definition' && inner?.field === 'body');
      outer = outer.parent
    )
      inner = outer;
    const owner = outer?.child('name');
    const prefix = owner ? this.text(owner).replace(/^_+/, '') : '';
    return prefix === '' ? pythonName(name) : `_${prefix}${pythonName(name)}`;
  }

  /** The line of a position in the source, from 1. */
  line(at: number): number {
    const ends = (this.#lineEnds ??= lineEndsOf(this.latin));
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (ends[middle]! < at) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  }

  /** The names that one import statement binds. */
  importsOf(statement: PythonNode): ImportedName[] {
    const names = statement.all('name').map((node) => {
      const path = this.#dotted(node.type === 'aliased_import' ? node.child('name') : node);
      const alias = node.child('alias');
      return { path, alias: alias && this.text(alias) };
    });
    if (statement.type === 'import_statement')
      return names.map(({ path, alias }) =>
        // `import a.b` binds `a`; `import a.b as c` binds what `a.b` is.
        alias === undefined
          ? { as: path[0]!, from: { level: 0, path: [path[0]!] }, whole: path }
          : { as: alias, from: { level: 0, path } },
      );
    const from = this.#source(statement.child('module_name'));
    if (statement.ofType('wildcard_import')) return [{ as: '*', from, name: '*' }];
    return names.map(({ path, alias }) => ({ as: alias ?? path[0]!, from, name: path[0]! }));
  }

  #source(node: PythonNode | undefined): ImportPath {
    if (!node) return { level: 0, path: ['__future__'] };
    if (node.type !== 'relative_import') return { level: 0, path: this.#dotted(node) };
    const dots = node.ofType('import_prefix');
    return {
      level: dots ? this.text(dots).replace(/[^.]/g, '').length : 1,
      path: this.#dotted(node.ofType('dotted_name')),
    };
  }

  #dotted(node: PythonNode | undefined): string[] {
    return (node?.children ?? []).map((part) => this.text(part));
  }
}
