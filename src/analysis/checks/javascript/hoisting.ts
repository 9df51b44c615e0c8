import type {
  AnonymousFunctionDeclaration,
  AnyNode,
  FunctionDeclaration,
  Identifier,
  ModuleDeclaration,
  Pattern,
  Statement,
} from 'acorn';

/** The names that a pattern declares. */
export function namesIn(pattern: Pattern): string[] {
  switch (pattern.type) {
    case 'Identifier':
      return [pattern.name];
    case 'ObjectPattern':
      return pattern.properties.flatMap((part) => namesIn(part.type === 'Property' ? part.value : part.argument));
    case 'ArrayPattern':
      return pattern.elements.flatMap((part) => (part ? namesIn(part) : []));
    case 'RestElement':
      return namesIn(pattern.argument);
    case 'AssignmentPattern':
      return namesIn(pattern.left);
    default:
      return [];
  }
}

/** The declarations of a function or program that apply to all of its code. */
export interface Hoisted {
  readonly names: readonly string[];
  readonly functions: readonly (FunctionDeclaration | AnonymousFunctionDeclaration)[];
}

type Body = readonly (Statement | ModuleDeclaration)[];
const hoisted = new WeakMap<Body, Hoisted>();

/** The variables and functions that a body declares by `var` and `function`, in its blocks, too. */
export function hoistedIn(body: Body): Hoisted {
  let found = hoisted.get(body);
  if (!found) {
    const names: string[] = [];
    const functions: Hoisted['functions'][number][] = [];
    for (const statement of body) collect(statement, names, functions);
    hoisted.set(body, (found = { names, functions }));
  }
  return found;
}

function collect(node: AnyNode | null | undefined, names: string[], functions: Hoisted['functions'][number][]): void {
  const into = (...nodes: (AnyNode | null | undefined)[]): void =>
    nodes.forEach((one) => collect(one, names, functions));
  switch (node?.type) {
    case 'VariableDeclaration':
      if (node.kind === 'var') node.declarations.forEach(({ id }) => names.push(...namesIn(id)));
      return;
    case 'FunctionDeclaration':
      functions.push(node);
      return;
    case 'ExportNamedDeclaration':
    case 'ExportDefaultDeclaration':
      return into(node.declaration);
    case 'BlockStatement':
      return into(...node.body);
    case 'IfStatement':
      return into(node.consequent, node.alternate);
    case 'ForStatement':
      return into(node.init, node.body);
    case 'ForInStatement':
    case 'ForOfStatement':
      return into(node.left, node.body);
    case 'WhileStatement':
    case 'DoWhileStatement':
    case 'LabeledStatement':
    case 'WithStatement':
      return into(node.body);
    case 'SwitchStatement':
      return into(...node.cases.flatMap(({ consequent }) => consequent));
    case 'TryStatement':
      return into(node.block, node.handler?.body, node.finalizer);
    default:
  }
}

/** The names that a block declares by `let`, `const` and `class`. */
export function lexicalIn(body: Body): string[] {
  const names: string[] = [];
  for (const statement of body) {
    const node = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (node?.type === 'VariableDeclaration' && node.kind !== 'var')
      node.declarations.forEach(({ id }) => names.push(...namesIn(id)));
    else if (node?.type === 'ClassDeclaration' || node?.type === 'ExportDefaultDeclaration') {
      const id = node.type === 'ClassDeclaration' ? node.id : (node.declaration as { id?: Identifier | null }).id;
      if (id) names.push(id.name);
    }
  }
  return names;
}
