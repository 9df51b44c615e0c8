const LEAF: readonly PythonNode[] = [];

/**
 * One node of a syntax tree. Its type and field are those of the grammar of tree-sitter-python. Comments are left out,
 * and so are keywords, brackets and separators that types and fields make redundant.
 */
export class PythonNode {
  /** The children, or what finds them. */
  #contents: readonly PythonNode[] | (() => readonly PythonNode[]) = LEAF;

  constructor(
    readonly type: string,
    /** False for an operator or keyword, whose type is its text. */
    readonly isNamed: boolean,
    /** Its field in the parent, such as `left`. Only the parser changes this and what follows. */
    public field: string | undefined,
    /** Where it begins, in UTF-16 code units. */
    public from: number,
    public to: number,
    public parent: PythonNode | undefined,
  ) {}

  /** In the order of the source. */
  get children(): readonly PythonNode[] {
    if (typeof this.#contents === 'function') this.#contents = this.#contents();
    return this.#contents;
  }

  /** Sets the children, or a function that finds them when they are first asked for. */
  contain(contents: readonly PythonNode[] | (() => readonly PythonNode[])): void {
    this.#contents = contents;
  }

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

  /**
   * Visits the node and all that is in it, in the order of the source.
   * @param enter returns false to leave out what is in the node
   * @param leave is called after what is in the node, unless it is left out
   */
  walk(enter: (node: PythonNode) => boolean | void, leave?: (node: PythonNode) => void): void {
    // Without recursion, because sources may be nested deeper than the stack.
    if (enter(this) === false) return;
    const open: PythonNode[] = [this];
    const next = [0];
    for (let depth = 0; depth >= 0;) {
      const node = open[depth]!;
      const child = node.children[next[depth]!++];
      if (child === undefined) {
        depth--;
        leave?.(node);
      } else if (enter(child) === false) {
        continue;
      } else if (child.children.length === 0) {
        leave?.(child);
      } else {
        depth++;
        open[depth] = child;
        next[depth] = 0;
      }
    }
  }
}

/** The text at the beginning of the body of a class or function. */
export const docstringOf = (node: PythonNode): PythonNode | undefined => {
  const [first] = node.child('body')?.named ?? [];
  const [content] = first?.type === 'expression_statement' ? first.named : [];
  return content?.type === 'string' ? content : undefined;
};
