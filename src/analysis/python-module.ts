import type { SyntaxNode, Tree } from '@lezer/common';
import { parser } from '@lezer/python';

/** What an import names: how many folders up (0 for an absolute one), and the dotted path. */
export interface ImportPath {
  readonly level: number;
  readonly path: readonly string[];
}

/** One name that an import binds: a module's, or that of a thing in it. */
export interface ImportedName {
  readonly as: string;
  readonly from: ImportPath;
  /** What is taken out of the module; `*` for all. */
  readonly name?: string;
  /** For `import a.b`, which binds `a`: that `a.b` is loaded, too. */
  readonly whole?: readonly string[];
}

/** The children of a node, without comments. */
export function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling)
    if (child.name !== 'Comment') children.push(child);
  return children;
}

/** What is a fault to the parser and none to Python: a `yield` of nothing, a `1.` without digits after it. */
function isFine({ parent }: SyntaxNode): boolean {
  return (
    parent !== null &&
    (parent.name.startsWith('Yield') || (parent.name === 'MemberExpression' && parent.firstChild?.name === 'Number'))
  );
}

/** One Python source, parsed. Nothing of it is ever run. */
export class PythonModule {
  readonly tree: Tree;
  readonly source: string;
  /** The line of the first thing that is no Python, or no UTF-8; undefined where all of it is. */
  readonly brokenLine: number | undefined;
  readonly #lineEnds: number[] = [];

  constructor(
    readonly path: string,
    source: string,
  ) {
    // To Python a form feed is nothing at the beginning of a line; to the parser it is a fault.
    this.source = source.replace(/^\f+/gm, '');
    this.tree = parser.parse(this.source);
    for (let at = this.source.indexOf('\n'); at !== -1; at = this.source.indexOf('\n', at + 1)) this.#lineEnds.push(at);
    this.brokenLine = this.#firstFault();
  }

  #firstFault(): number | undefined {
    const unreadable = this.source.indexOf('\uFFFD');
    let broken = unreadable === -1 ? undefined : this.line(unreadable);
    this.tree.iterate({
      enter: ({ type, from, node }) => {
        if ((type.isError && !isFine(node)) || type.name === 'PrintStatement') broken ??= this.line(from);
        return broken === undefined;
      },
    });
    return broken;
  }

  /** The source of a node. */
  text(node: { from: number; to: number }): string {
    return this.source.slice(node.from, node.to);
  }

  /** The line of a place in the source, from 1. */
  line(at: number): number {
    let low = 0;
    let high = this.#lineEnds.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#lineEnds[middle]! < at) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  }

  /** All import statements, wherever they stand. */
  get imports(): ImportedName[] {
    const found: ImportedName[] = [];
    this.tree.iterate({
      enter: ({ name, node }) => {
        if (name === 'ImportStatement') found.push(...this.importsOf(node));
      },
    });
    return found;
  }

  /** The names that one import statement binds. */
  importsOf(statement: SyntaxNode): ImportedName[] {
    const parts = childrenOf(statement).filter(({ name }) => name !== '(' && name !== ')');
    if (parts[0]?.name !== 'from') return this.#plainImports(parts);
    const at = parts.findIndex(({ name }) => name === 'import');
    const source = parts.slice(1, at);
    const firstName = source.findIndex(({ name }) => name === 'VariableName');
    const dots = firstName === -1 ? source : source.slice(0, firstName);
    const level = dots.reduce((sum, dot) => sum + this.text(dot).length, 0);
    const from: ImportPath = {
      level,
      path: source.filter(({ name }) => name === 'VariableName').map((node) => this.text(node)),
    };
    const names = parts.slice(at + 1);
    if (names[0]?.name === '*') return [{ as: '*', from, name: '*' }];
    const found: ImportedName[] = [];
    for (let index = 0; index < names.length; index++) {
      if (names[index]!.name !== 'VariableName') continue;
      const name = this.text(names[index]!);
      const isRenamed = names[index + 1]?.name === 'as' && names[index + 2] !== undefined;
      found.push({ as: isRenamed ? this.text(names[index + 2]!) : name, from, name });
      if (isRenamed) index += 2;
    }
    return found;
  }

  #plainImports(parts: readonly SyntaxNode[]): ImportedName[] {
    const found: ImportedName[] = [];
    let path: string[] = [];
    let renamed: string | undefined;
    const finish = (): void => {
      // `import a.b` binds `a`; `import a.b as c` binds what `a.b` is.
      if (renamed !== undefined) found.push({ as: renamed, from: { level: 0, path } });
      else if (path.length > 0) found.push({ as: path[0]!, from: { level: 0, path: [path[0]!] }, whole: path });
      path = [];
      renamed = undefined;
    };
    for (let index = 1; index < parts.length; index++) {
      const part = parts[index]!;
      if (part.name === ',') finish();
      else if (part.name === 'as' && parts[index + 1]) renamed = this.text(parts[++index]!);
      else if (part.name === 'VariableName') path.push(this.text(part));
    }
    finish();
    return found;
  }
}
