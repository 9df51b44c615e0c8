import { type ImportedName, pythonName, type PythonModule } from '../python-module.js';
import type { PythonNode } from '../python-syntax.js';

/** How an unpacked value is reached: the position of an item, `undefined` for any item, or the name of an attribute. */
export type ItemPath = readonly (number | string | undefined)[];

/** One thing that gives a name its value. */
export type Binding = { readonly scope: Scope; readonly from: number; readonly isCertain: boolean } & (
  | { readonly kind: 'expression' | 'entered'; readonly node: PythonNode; readonly items: ItemPath }
  | { readonly kind: 'import'; readonly imported: ImportedName }
  | { readonly kind: 'function' | 'class'; readonly node: PythonNode }
  | { readonly kind: 'param'; readonly name: string }
  | { readonly kind: 'unknown' }
);

const COMPREHENSIONS = new Set([
  'list_comprehension',
  'set_comprehension',
  'dictionary_comprehension',
  'generator_expression',
]);
const LISTS = new Set(['pattern_list', 'tuple_pattern', 'list_pattern', 'tuple', 'list', 'expression_list']);

/** A part of the source whose names are its own. */
export class Scope {
  readonly names = new Map<string, Binding[]>();
  /** Names that a `del` removes again. */
  readonly deleted = new Set<string>();
  /** Absolute and relative imports of all names of a module. */
  readonly stars: ImportedName[] = [];
  readonly #children = new Map<PythonNode, Scope>();
  readonly #globals = new Set<string>();
  readonly #nonlocals = new Set<string>();

  constructor(
    readonly kind: 'module' | 'function' | 'class' | 'comprehension',
    readonly node: PythonNode,
    readonly parent: Scope | undefined,
    readonly module: ModuleScope | undefined,
  ) {}

  /** The module that this scope is in. */
  get home(): ModuleScope {
    return this.module ?? (this as unknown as ModuleScope);
  }

  /** The scope of a function, lambda, class or comprehension in this one. */
  child(node: PythonNode): Scope {
    let scope = this.#children.get(node);
    if (!scope) {
      const kind = COMPREHENSIONS.has(node.type)
        ? 'comprehension'
        : node.type === 'class_definition'
          ? 'class'
          : 'function';
      scope = new Scope(kind, node, this, this.home);
      this.#children.set(node, scope);
      scope.bindAll();
    }
    return scope;
  }

  /** Releases the scope of a function. */
  forget(node: PythonNode): void {
    this.#children.delete(node);
  }

  /** Finds all that gives a name of this scope its value. */
  bindAll(): void {
    const { node } = this;
    if (this.kind === 'function')
      for (const name of parameterNames(node, this.home.source)) this.#add(name, { kind: 'param', name }, node);
    if (this.kind === 'comprehension') {
      for (const clause of node.children) if (clause.type === 'for_in_clause') this.#bindLoop(clause);
      return;
    }
    const body = this.kind === 'module' ? node : node.child('body');
    body?.walk((inner) => this.#bind(inner));
  }

  /** @returns false if the names in the node are not of this scope */
  #bind(node: PythonNode): boolean {
    const { text } = this.home;
    switch (node.type) {
      case 'function_definition':
      case 'class_definition':
        this.#add(
          text(node.child('name')!),
          { kind: node.type === 'class_definition' ? 'class' : 'function', node },
          node,
        );
        return false;
      case 'lambda':
        return false;
      case 'global_statement':
      case 'nonlocal_statement':
        for (const child of node.children)
          (node.type === 'global_statement' ? this.#globals : this.#nonlocals).add(text(child));
        return false;
      case 'delete_statement':
        node.walk((inner) => {
          if (inner.type === 'identifier' && inner.parent?.type !== 'attribute') this.deleted.add(text(inner));
        });
        return false;
      case 'import_statement':
      case 'import_from_statement':
        for (const imported of this.home.source.importsOf(node)) {
          if (imported.name === '*') this.home.stars.push(imported);
          else this.#add(imported.as, { kind: 'import', imported }, node);
        }
        return false;
      default:
        this.#bindAssignment(node);
        return true;
    }
  }

  #bindAssignment(node: PythonNode): void {
    const value = node.child('value');
    if (node.type === 'assignment' || node.type === 'augmented_assignment') {
      let right = node.child('right');
      // The value of `a = b = c` is that of the last one.
      while (right?.type === 'assignment') right = right.child('right');
      if (right) this.#bindTarget(node.child('left'), right, []);
    } else if (node.type === 'named_expression' && value) this.#bindTarget(node.child('name'), value, []);
    else if (node.type === 'for_statement') this.#bindLoop(node);
    else if (node.type === 'as_pattern') {
      const alias = node.child('alias')?.first;
      const isEntered = node.parent?.type === 'with_item';
      if (alias && node.first) this.#bindTarget(alias, node.first, [], isEntered ? 'entered' : 'expression');
    } else if (node.type === 'case_clause') this.#bindPatterns(node);
  }

  #bindLoop(node: PythonNode): void {
    const right = node.child('right');
    if (right) this.#bindTarget(node.child('left'), right, [undefined]);
  }

  #bindPatterns(clause: PythonNode): void {
    const subject = clause.parent?.parent?.child('subject');
    for (const pattern of clause.children) {
      if (pattern.type !== 'case_pattern') continue;
      pattern.walk((node) => {
        if (node.type !== 'identifier' || !subject || isOfValue(node)) return;
        const [attribute] = keywordAround(node, pattern)?.children ?? [];
        if (attribute === node) return;
        const start = attribute ? [this.home.text(attribute)] : [];
        const paths = [start, [...start, undefined]];
        for (const path of paths) this.#bindTarget(node, subject, path);
      });
    }
  }

  #bindTarget(
    target: PythonNode | undefined,
    node: PythonNode,
    items: ItemPath,
    kind: 'expression' | 'entered' = 'expression',
    depth = 0,
  ): void {
    if (!target || depth > 20) return;
    if (target.type === 'identifier') this.#add(this.home.text(target), { kind, node, items }, target);
    else if (LISTS.has(target.type))
      target.named.forEach((inner, index) => this.#bindTarget(inner, node, [...items, index], kind, depth + 1));
    else if (target.type === 'list_splat_pattern' || target.type === 'parenthesized_expression')
      this.#bindTarget(target.named[0], node, items.slice(0, -1), kind, depth + 1);
  }

  #add(
    name: string,
    what: DistributiveOmit<Binding, 'scope' | 'from' | 'isCertain'>,
    { from, parent }: PythonNode,
  ): void {
    const isCertain = this.kind !== 'module' || isUnconditional(parent);
    const binding = { ...what, scope: this as Scope, from, isCertain } as Binding;
    const outer = this.#globals.has(name) ? this.home : this.#nonlocals.has(name) ? this.parent : undefined;
    const { names } = (outer as Scope | undefined) ?? this;
    const bindings = names.get(name);
    if (bindings) bindings.push(outer ? { ...binding, isCertain: false } : binding);
    else names.set(name, [outer ? { ...binding, isCertain: false } : binding]);
  }
}

/** True for a name in a pattern that is not bound: that of a class, or a part of `Enumeration.VALUE`. */
const isOfValue = ({ parent }: PythonNode): boolean =>
  parent?.type === 'class_pattern' ||
  (parent?.type === 'dotted_name' && (parent.children.length > 1 || parent.parent?.type === 'class_pattern'));

/** The `name=pattern` of a class pattern that a node is in. */
function keywordAround(node: PythonNode, outermost: PythonNode): PythonNode | undefined {
  let outer = node.parent;
  while (outer && outer !== outermost && outer.type !== 'keyword_pattern') outer = outer.parent;
  return outer?.type === 'keyword_pattern' ? outer : undefined;
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

const TRANSPARENT = new Set(['expression_statement', 'assignment', 'pattern_list', 'decorated_definition']);

function isUnconditional(parent: PythonNode | undefined): boolean {
  let node = parent;
  while (node && TRANSPARENT.has(node.type)) node = node.parent;
  return node?.type === 'module';
}

/** The names of all parameters of a function or lambda. */
function parameterNames(node: PythonNode, source: PythonModule): string[] {
  return parametersOf(node, source).map(({ name }) => name);
}

/** A parameter of a function or lambda. */
export interface Parameter {
  readonly name: string;
  /** How many arguments it takes: `*args`, `**kwargs`, or one. */
  readonly takes: 'one' | 'rest' | 'named';
  readonly standard: PythonNode | undefined;
}

/** The parameters of a function or lambda, in their order. */
export function parametersOf(node: PythonNode, source: PythonModule): Parameter[] {
  return (node.child('parameters')?.named ?? []).flatMap((parameter): Parameter[] => {
    const holder = parameter.child('name') ?? (parameter.type === 'typed_parameter' ? parameter.first : parameter);
    if (!holder) return [];
    const takes =
      holder.type === 'list_splat_pattern' ? 'rest' : holder.type === 'dictionary_splat_pattern' ? 'named' : 'one';
    const name = takes === 'one' ? holder : holder.named[0];
    return name?.type === 'identifier'
      ? [{ name: nameIn(source, name), takes, standard: parameter.child('value') }]
      : [];
  });
}

const nameIn = (source: PythonModule, node: { from: number; to: number }): string => pythonName(source.text(node));

/** A file of the archive. */
export class ModuleScope extends Scope {
  constructor(readonly source: PythonModule) {
    super('module', source.root, undefined, undefined);
    this.bindAll();
  }

  get path(): string {
    return this.source.path;
  }

  /** The text of a node; of a name, as Python reads it. */
  readonly text = (node: { from: number; to: number }): string => nameIn(this.source, node);
}
