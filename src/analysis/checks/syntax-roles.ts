import type { PythonNode } from '../python-syntax.js';
import { USES_OPERANDS } from './used-operands.js';
import type { ModuleScope, Scope } from './scopes.js';

const EFFECTS = new Set([
  'binary_operator',
  'comparison_operator',
  'call',
  'attribute',
  'subscript',
  'generic_type',
  'import_statement',
  'import_from_statement',
  'assignment',
  'augmented_assignment',
  'return_statement',
  'raise_statement',
  'yield',
  'decorator',
  'with_item',
  'delete_statement',
  'class_definition',
]);

/** True for a syntax node that has an effect when it runs. */
export const hasEffect = (node: PythonNode): boolean =>
  EFFECTS.has(node.type) || USES_OPERANDS.has(node.type) || (node.type === 'identifier' && isRead(node));

/**
 * True if a name is bound by an import or is a builtin. Other names are skipped, because the statement that assigned a
 * dangerous function to such a name is checked itself.
 */
export function isImported(node: PythonNode, scope: Scope): boolean {
  const name = scope.home.text(node);
  for (let outer: Scope | undefined = scope; outer; outer = outer.parent) {
    const bindings = outer.names.get(name);
    if (bindings) return bindings.some(({ kind }) => kind === 'import');
  }
  return true;
}

/** True for a function or lambda. */
export const isFunction = ({ type }: PythonNode): boolean => type === 'function_definition' || type === 'lambda';

/** True for the statements of a function, or the expression of a lambda. */
export const isFunctionBody = ({ field, parent }: PythonNode): boolean =>
  field === 'body' && parent !== undefined && isFunction(parent);

/** True for a definition or expression in which names are bound apart from those around it. */
export const opensScope = (node: PythonNode): boolean =>
  node.type === 'class_definition' || node.type.endsWith('_comprehension') || node.type === 'generator_expression';

/** Sources that change the conditions by which blocks are skipped. */
const NAME_ASSIGNED =
  /\b__name__\s{0,9}(:?=(?!=)|:\s{0,9}\w{1,50}\s{0,9}=(?!=))|^\s{0,99}__name__\s{0,9},|\b(for|as)\s{1,9}__name__\b|\[\s{0,9}["']__name__["']\s{0,9}\]\s{0,9}=(?!=)/m;
const TYPE_CHECKING_ASSIGNED = /\bTYPE_CHECKING\s{0,9}=(?!=|\s{0,9}False\b)/;

/** Comparisons of `__name__` that are true in a script that is run, and those that are true in a module. */
const IS_MAIN =
  /^(__name__\s*==\s*['"]__main__['"]|['"]__main__['"]\s*==\s*__name__|__name__\s*in\s*[[({]\s*(['"]__(mp_)?main__['"]\s*,?\s*){1,3}[\])}])$/;
const IS_NOT_MAIN = /^(__name__\s*!=\s*['"]__main__['"]|['"]__main__['"]\s*!=\s*__name__)$/;
const COMPARISON_MAX = 60;

/**
 * True for a block that does not run when the file is imported: that of `if __name__ == "__main__":`, also with further
 * conditions, that of `else` after `if __name__ != "__main__":`, and the right side of `__name__ == "__main__" and …`.
 */
export function isMainBlock({ field, parent }: PythonNode, scope: Scope): boolean {
  if (parent?.type === 'boolean_operator' && field === 'right')
    return (
      parent.child('operator')?.type === 'and' &&
      impliesMain(parent.child('left'), scope, true) &&
      !NAME_ASSIGNED.test(scope.home.source.latin)
    );
  if (!parent || (field !== 'consequence' && field !== 'body')) return false;
  const isElse = parent.type === 'else_clause';
  const branch = isElse ? parent.parent! : parent;
  if (branch.type !== 'if_statement' && (isElse || branch.type !== 'elif_clause')) return false;
  return impliesMain(branch.child('condition'), scope, !isElse) && !NAME_ASSIGNED.test(scope.home.source.latin);
}

/** True if a condition with this truth value implies that the file is run as a script. */
export function impliesMain(condition: PythonNode | undefined, scope: Scope, truth: boolean): boolean {
  switch (condition?.type) {
    case 'parenthesized_expression':
      return impliesMain(condition.named[0], scope, truth);
    case 'not_operator':
      return impliesMain(condition.child('argument'), scope, !truth);
    case 'boolean_operator':
      return (
        (condition.child('operator')?.type === 'and') === truth &&
        [condition.child('left'), condition.child('right')].some((one) => impliesMain(one, scope, truth))
      );
    case 'comparison_operator':
      return (
        condition.to - condition.from < COMPARISON_MAX &&
        (truth ? IS_MAIN : IS_NOT_MAIN).test(scope.home.source.text(condition))
      );
    default:
      return false;
  }
}

/** The blocks of a statement that do not run when the file is imported. */
export const mainBlocksOf = (node: PythonNode, scope: Scope): PythonNode[] =>
  [
    node.named[0]?.child('right'),
    node.child('consequence'),
    ...node.all('alternative').map((one) => one.child('consequence') ?? one.child('body')),
  ]
    .filter((block) => block !== undefined)
    .filter((block) => isMainBlock(block, scope));

/** True for `if TYPE_CHECKING:`, whose block never runs. */
export function isNeverTrue(node: PythonNode, scope: Scope): boolean {
  const condition = node.type === 'if_statement' || node.type === 'elif_clause' ? node.child('condition') : undefined;
  if (!condition) return false;
  return (
    /^(typing\.)?TYPE_CHECKING$/.test(scope.home.source.text(condition)) &&
    !TYPE_CHECKING_ASSIGNED.test(scope.home.source.latin)
  );
}

/** True for a value that gets another name: in an assignment, as a default, or with arguments of `partial`. */
export function givesOtherName({ parent, field }: PythonNode, home: ModuleScope): boolean {
  if (!parent) return false;
  if (parent.type === 'assignment') return field === 'right' && parent.child('left')?.type === 'identifier';
  if (/^(typed_)?default_parameter$/.test(parent.type)) return field === 'value';
  const call = parent.type === 'argument_list' ? parent.parent : undefined;
  return call?.type === 'call' && /^(functools\.)?partial$/.test(home.source.text(call.child('function')!));
}

/** True for a name or attribute that is used as a value: not called, assigned, declared, compared or used as a type. */
export function isRead(node: PythonNode): boolean {
  const { parent, field } = node;
  if (!parent) return false;
  switch (parent.type) {
    case 'call':
      return field !== 'function';
    case 'attribute':
      return false;
    case 'subscript':
      return field !== 'value';
    case 'assignment':
    case 'augmented_assignment':
    case 'for_statement':
    case 'for_in_clause':
      return field !== 'left';
    case 'parenthesized_expression':
      return isRead(parent);
    case 'keyword_argument':
    case 'default_parameter':
    case 'typed_default_parameter':
      return field === 'value';
    case 'argument_list':
      return !isBaseClassList(parent);
    case 'decorator':
    case 'type':
    case 'except_clause':
    case 'comparison_operator':
    case 'parameters':
    case 'lambda_parameters':
    case 'dotted_name':
    case 'delete_statement':
    case 'typed_parameter':
    case 'pattern_list':
    case 'tuple_pattern':
    case 'function_definition':
    case 'class_definition':
    case 'global_statement':
    case 'nonlocal_statement':
    case 'aliased_import':
    case 'generic_type':
    case 'union_type':
    case 'as_pattern_target':
      return false;
    default:
      return true;
  }
}

/** True for an expression that an assignment, a loop or a `with` statement gives a value. */
export function isAssigned({ parent, field }: PythonNode): boolean {
  switch (parent?.type) {
    case 'assignment':
    case 'augmented_assignment':
    case 'for_statement':
    case 'for_in_clause':
      return field === 'left';
    case 'as_pattern_target':
      return true;
    case 'pattern_list':
    case 'tuple_pattern':
    case 'list_pattern':
    case 'list_splat_pattern':
    case 'parenthesized_expression':
      return isAssigned(parent);
    default:
      return false;
  }
}

const IN_TYPE = new Set([
  'tuple',
  'expression_list',
  'binary_operator',
  'parenthesized_expression',
  'keyword_argument',
]);

/**
 * True for a part of a type, such as `Popen` in `Optional[Popen]` or `Popen | None`.
 * @param isTyping whether an expression is something of the module `typing`
 */
export function isInTypeExpression(node: PythonNode, isTyping: (node: PythonNode) => boolean): boolean {
  let inner = node;
  let outer = node.parent;
  while (outer && IN_TYPE.has(outer.type)) {
    if (outer.type === 'binary_operator' && outer.child('operator')?.type === '|') return true;
    [inner, outer] = [outer, outer.parent];
  }
  if (outer?.type === 'type') return true;
  const owner =
    outer?.type === 'subscript' && inner.field === 'subscript'
      ? outer.child('value')
      : outer?.type === 'argument_list'
        ? outer.parent?.child('function')
        : undefined;
  return owner !== undefined && isTyping(owner);
}

/** True for an argument of `isinstance` and similar functions, which do not call their arguments. */
export function isInTypeTest(node: PythonNode, { home }: Scope): boolean {
  let outer = node.parent;
  while (outer && /^(tuple|argument_list|parenthesized_expression)$/.test(outer.type)) outer = outer.parent;
  const fn = outer?.type === 'call' ? outer.child('function') : undefined;
  return fn !== undefined && /^(isinstance|issubclass|hasattr|callable|getattr|super|print|type)$/.test(home.text(fn));
}

/** True for the list of base classes of a class definition. */
function isBaseClassList(list: PythonNode): boolean {
  return list.parent?.type === 'class_definition';
}
