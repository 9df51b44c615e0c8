import type { SyntaxNode, Tree } from '@lezer/common';
import { parser } from '@lezer/python';

/** A binding of a module's or function's own scope. */
export type Binding =
  | { readonly kind: 'class'; readonly node: SyntaxNode }
  | { readonly kind: 'function'; readonly node: SyntaxNode }
  | { readonly kind: 'value'; readonly node: SyntaxNode; readonly changes: Change[] }
  | { readonly kind: 'import'; readonly from: ImportPath; readonly name?: string };

/** What is done to a dictionary after it was made: `a.update(b)`, `a |= b`, `a[key] = value`. */
export type Change = { readonly kind: 'merge'; readonly node: SyntaxNode } | { readonly kind: 'item'; readonly key: SyntaxNode; readonly node: SyntaxNode };

/** What an import names: how many folders up (0 for an absolute one), and the dotted path. */
export interface ImportPath {
  readonly level: number;
  readonly path: readonly string[];
}

const STATEMENTS_IN = new Set(['Body', 'StatementGroup', 'Script']);

/** The children of a node. */
export function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) children.push(child);
  return children;
}

/** One Python source, parsed, with the names of its outermost scope. Nothing of it is ever run. */
export class PythonModule {
  readonly tree: Tree;
  readonly bindings = new Map<string, Binding>();
  readonly starImports: ImportPath[] = [];
  readonly #lineEnds: number[] = [];
  readonly #locals = new Map<number, ReadonlyMap<string, Binding>>();

  constructor(
    readonly path: string,
    readonly source: string,
  ) {
    this.tree = parser.parse(source);
    for (let at = source.indexOf('\n'); at !== -1; at = source.indexOf('\n', at + 1)) this.#lineEnds.push(at);
    this.#bindAll(this.tree.topNode, true);
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

  /** The line of the first thing that is no Python; undefined where all of it is. */
  get brokenLine(): number | undefined {
    let broken: number | undefined;
    this.tree.iterate({
      enter: ({ type, from }) => {
        if (type.isError) broken ??= this.line(from);
        return broken === undefined;
      },
    });
    return broken;
  }

  /** The names that the statements of a function's or class's body bind. */
  localsOf(body: SyntaxNode): ReadonlyMap<string, Binding> {
    const known = this.#locals.get(body.from);
    if (known) return known;
    const found = new Map<string, Binding>();
    for (const statement of childrenOf(body)) this.#bind(statement, true, found);
    this.#locals.set(body.from, found);
    return found;
  }

  #bindAll(parent: SyntaxNode, sure: boolean): void {
    for (const statement of childrenOf(parent)) this.#bind(statement, sure, this.bindings);
  }

  /** Takes notice of what a statement binds. What only a fallback binds (`except`, `else`) does not replace what is bound. */
  #bind(statement: SyntaxNode, sure: boolean, into: Map<string, Binding>): void {
    const set = (name: string, binding: Binding): void => {
      if (sure || !into.has(name)) into.set(name, binding);
    };
    switch (statement.name) {
      case 'ClassDefinition':
      case 'FunctionDefinition': {
        const name = statement.getChild('VariableName');
        if (name) set(this.text(name), { kind: statement.name === 'ClassDefinition' ? 'class' : 'function', node: statement });
        return;
      }
      case 'DecoratedStatement': {
        const inner = statement.getChild('ClassDefinition') ?? statement.getChild('FunctionDefinition');
        if (inner) this.#bind(inner, sure, into);
        return;
      }
      case 'ImportStatement':
        this.#bindImport(statement, set, into);
        return;
      case 'AssignStatement':
        this.#bindAssignment(statement, set, into);
        return;
      case 'UpdateStatement': {
        const [target, , value] = childrenOf(statement);
        if (target?.name === 'VariableName' && value && this.text(statement).includes('|=')) this.#change(this.text(target), { kind: 'merge', node: value }, into);
        return;
      }
      case 'ExpressionStatement':
        this.#bindUpdateCall(statement, into);
        return;
      default: {
        if (STATEMENTS_IN.has(statement.name)) {
          for (const inner of childrenOf(statement)) this.#bind(inner, sure, into);
          return;
        }
        if (!['TryStatement', 'IfStatement', 'WithStatement', 'ForStatement', 'WhileStatement'].includes(statement.name)) return;
        const bodies = statement.getChildren('Body');
        bodies.forEach((body, index) => {
          for (const inner of childrenOf(body)) this.#bind(inner, sure && index === 0, into);
        });
      }
    }
  }

  #bindAssignment(statement: SyntaxNode, set: (name: string, binding: Binding) => void, into: Map<string, Binding>): void {
    const parts = childrenOf(statement).filter(({ name }) => name !== 'TypeDef');
    // `a, b = …` names no single thing that could be told.
    if (parts.some(({ name }) => name === ',')) return;
    const value = parts.at(-1);
    const targets = parts.filter((_, index) => parts[index + 1]?.name === 'AssignOp');
    if (!value || value.name === 'AssignOp') return;
    for (const target of targets) {
      if (target.name === 'VariableName') set(this.text(target), { kind: 'value', node: value, changes: [] });
      const [object, bracket, key] = childrenOf(target);
      if (target.name === 'MemberExpression' && object?.name === 'VariableName' && bracket?.name === '[' && key) this.#change(this.text(object), { kind: 'item', key, node: value }, into);
    }
  }

  #bindUpdateCall(statement: SyntaxNode, into: Map<string, Binding>): void {
    const call = statement.getChild('CallExpression');
    const [object, , property] = childrenOf(call?.getChild('MemberExpression') ?? statement);
    if (!call || object?.name !== 'VariableName' || !property || this.text(property) !== 'update') return;
    const list = call.getChild('ArgList');
    for (const argument of list ? childrenOf(list) : []) {
      if (!['(', ')', ',', '**', 'AssignOp'].includes(argument.name)) this.#change(this.text(object), { kind: 'merge', node: argument }, into);
    }
  }

  #change(name: string, change: Change, into: Map<string, Binding>): void {
    const binding = into.get(name);
    if (binding?.kind === 'value') binding.changes.push(change);
    // Something imported is changed for whoever imported it, too.
    else if (binding?.kind === 'import') into.set(name, { kind: 'value', node: change.node, changes: change.kind === 'item' ? [change] : [] });
  }

  #bindImport(statement: SyntaxNode, set: (name: string, binding: Binding) => void, into: Map<string, Binding>): void {
    const parts = childrenOf(statement).filter(({ name }) => name !== '(' && name !== ')');
    if (parts[0]?.name !== 'from') {
      this.#bindPlainImport(parts, set);
      return;
    }
    const at = parts.findIndex(({ name }) => name === 'import');
    const source = parts.slice(1, at);
    const firstName = source.findIndex(({ name }) => name === 'VariableName');
    const dots = firstName === -1 ? source : source.slice(0, firstName);
    const level = dots.reduce((sum, dot) => sum + this.text(dot).length, 0);
    const from: ImportPath = { level, path: source.filter(({ name }) => name === 'VariableName').map((node) => this.text(node)) };
    const names = parts.slice(at + 1);
    if (names[0]?.name === '*') {
      if (into === this.bindings) this.starImports.push(from);
      return;
    }
    for (let index = 0; index < names.length; index++) {
      if (names[index]!.name !== 'VariableName') continue;
      const name = this.text(names[index]!);
      const renamed = names[index + 1]?.name === 'as' ? this.text(names[index + 2]!) : name;
      set(renamed, { kind: 'import', from, name });
      if (renamed !== name) index += 2;
    }
  }

  #bindPlainImport(parts: readonly SyntaxNode[], set: (name: string, binding: Binding) => void): void {
    let path: string[] = [];
    let renamed: string | undefined;
    const finish = (): void => {
      if (path.length === 0) return;
      // `import a.b` binds `a`; `import a.b as c` binds what `a.b` is.
      set(renamed ?? path[0]!, { kind: 'import', from: { level: 0, path: renamed === undefined ? [path[0]!] : path } });
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
  }
}
