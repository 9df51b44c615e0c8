import type { PythonNode } from '../python-syntax.js';
import { USES_OPERANDS } from './used-operands.js';
import type { Scope } from './scopes.js';

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
const NAME_ASSIGNED = /\b__name__\s{0,9}=(?!=)/;
const TYPE_CHECKING_ASSIGNED = /\bTYPE_CHECKING\s{0,9}=(?!=|\s{0,9}False\b)/;

/** True for `if __name__ == "__main__":`, whose block does not run when the file is imported. */
export function isMainBlock(node: PythonNode, scope: Scope): boolean {
  if (node.type !== 'if_statement') return false;
  const condition = node.child('condition');
  return (
    condition !== undefined &&
    condition.to - condition.from < 60 &&
    /^\(?\s*(__name__\s*==\s*['"]__main__['"]|['"]__main__['"]\s*==\s*__name__)\s*\)?$/.test(
      scope.home.source.text(condition),
    ) &&
    !NAME_ASSIGNED.test(scope.home.source.source)
  );
}

/** True for `if TYPE_CHECKING:`, whose block never runs. */
export function isNeverTrue(node: PythonNode, scope: Scope): boolean {
  const condition = node.type === 'if_statement' || node.type === 'elif_clause' ? node.child('condition') : undefined;
  if (!condition) return false;
  return (
    /^(typing\.)?TYPE_CHECKING$/.test(scope.home.source.text(condition)) &&
    !TYPE_CHECKING_ASSIGNED.test(scope.home.source.source)
  );
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
