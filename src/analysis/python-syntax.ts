/** Type, field and kind of a node. Nodes with the same three share it, because packages have many nodes. */
interface NodeKind {
  readonly type: string;
  readonly isNamed: boolean;
  readonly field: string | undefined;
}

/** By type and field. */
type Kinds = Map<string, Map<string | undefined, NodeKind>>;
const namedKinds: Kinds = new Map();
const anonymousKinds: Kinds = new Map();

function kindOf(type: string, isNamed: boolean, field: string | undefined): NodeKind {
  const kinds = isNamed ? namedKinds : anonymousKinds;
  let ofType = kinds.get(type);
  if (!ofType) kinds.set(type, (ofType = new Map()));
  let kind = ofType.get(field);
  if (!kind) ofType.set(field, (kind = { type, isNamed, field }));
  return kind;
}

/**
 * One node of a syntax tree. Its type and field are those of the grammar of tree-sitter-python. Comments are left out,
 * and so are keywords, brackets and separators that types and fields make redundant.
 */
export class PythonNode {
  #kind: NodeKind;
  /** Each child knows the next one: arrays take twice the memory. */
  #first: PythonNode | undefined = undefined;
  #next: PythonNode | undefined = undefined;

  constructor(
    type: string,
    isNamed: boolean,
    field: string | undefined,
    /** Where it begins, in UTF-16 code units. Only the parser changes this and what follows. */
    public from: number,
    public to: number,
    public parent: PythonNode | undefined,
  ) {
    this.#kind = kindOf(type, isNamed, field);
  }

  get type(): string {
    return this.#kind.type;
  }

  /** False for an operator or keyword, whose type is its text. */
  get isNamed(): boolean {
    return this.#kind.isNamed;
  }

  /** Its field in the parent, such as `left`. */
  get field(): string | undefined {
    return this.#kind.field;
  }

  set field(field: string | undefined) {
    this.#kind = kindOf(this.type, this.isNamed, field);
  }

  /** The first child. */
  get first(): PythonNode | undefined {
    return this.#first;
  }

  /** In the order of the source. */
  get children(): PythonNode[] {
    const children: PythonNode[] = [];
    for (let child = this.first; child; child = child.#next) children.push(child);
    return children;
  }

  /** Sets the children. */
  contain(children: readonly PythonNode[]): void {
    this.#first = children[0];
    for (let at = 0; at < children.length; at++) children[at]!.#next = children[at + 1];
  }

  /** The children that are no operators or keywords. */
  get named(): PythonNode[] {
    const children: PythonNode[] = [];
    for (let child = this.first; child; child = child.#next) if (child.#kind.isNamed) children.push(child);
    return children;
  }

  /** The first child in a field. */
  child(field: string): PythonNode | undefined {
    let child = this.first;
    while (child && child.#kind.field !== field) child = child.#next;
    return child;
  }

  /** All children in a field. */
  all(field: string): PythonNode[] {
    return this.children.filter((child) => child.field === field);
  }

  /** The first child of a type. */
  ofType(type: string): PythonNode | undefined {
    let child = this.first;
    while (child && child.#kind.type !== type) child = child.#next;
    return child;
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
    let node = this.first;
    while (open.length > 0) {
      if (!node) {
        const left = open.pop()!;
        leave?.(left);
        node = left.#next;
      } else if (enter(node) === false) {
        node = node.#next;
      } else {
        open.push(node);
        node = node.first;
      }
    }
  }
}

/** Finds the children of a node. */
export type FindChildren = (node: PythonNode) => readonly PythonNode[];

/** A node whose children are found when they are asked for, and can be released, after which they are found again. */
export class DeferredNode extends PythonNode {
  #isFound = false;
  readonly #find: FindChildren;

  constructor(
    type: string,
    field: string | undefined,
    from: number,
    to: number,
    parent: PythonNode | undefined,
    find: FindChildren,
  ) {
    super(type, true, field, from, to, parent);
    this.#find = find;
  }

  override get first(): PythonNode | undefined {
    if (!this.#isFound) this.contain(this.#find(this));
    return super.first;
  }

  override contain(children: readonly PythonNode[]): void {
    this.#isFound = true;
    super.contain(children);
  }

  /** Releases the memory of the children. */
  release(): void {
    this.contain([]);
    this.#isFound = false;
  }
}

/** The text at the beginning of the body of a class or function. */
export const docstringOf = (node: PythonNode): PythonNode | undefined => {
  const [first] = node.child('body')?.named ?? [];
  const [content] = first?.type === 'expression_statement' ? first.named : [];
  return content?.type === 'string' ? content : undefined;
};
