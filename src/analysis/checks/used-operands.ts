import type { PythonNode } from '../python-syntax.js';

/** Statements and expressions in which Python calls special methods of an object that is no operand of a call. */
export const USES_OPERANDS: ReadonlySet<string> = new Set([
  'for_statement',
  'for_in_clause',
  'interpolation',
  'if_statement',
  'elif_clause',
  'while_statement',
  'if_clause',
  'conditional_expression',
  'not_operator',
  'unary_operator',
  'boolean_operator',
  'list_splat',
  'dictionary_splat',
  'await',
  'assert_statement',
  'match_statement',
  'pair',
  'set',
]);

const PATTERN = /^(pattern_list|tuple_pattern|list_pattern)$/;

/** The operands of a statement or expression whose special methods Python may call, such as `__iter__` in a loop. */
export function usedOperands(node: PythonNode): readonly (PythonNode | undefined)[] {
  switch (node.type) {
    case 'for_statement':
    case 'for_in_clause':
      return [node.child('right')];
    case 'interpolation':
      return [node.child('expression') ?? node.named[0]];
    case 'if_statement':
    case 'elif_clause':
    case 'while_statement':
      return [node.child('condition')];
    case 'conditional_expression':
      return [node.named[1]];
    case 'not_operator':
    case 'unary_operator':
      return [node.child('argument')];
    case 'boolean_operator':
    case 'binary_operator':
    case 'augmented_assignment':
      return [node.child('left'), node.child('right')];
    case 'comparison_operator':
      return node.all('operators').every(({ type }) => type.startsWith('is')) ? [] : node.named;
    case 'match_statement':
      return [node.child('subject')];
    case 'pair':
      return [node.child('key')];
    case 'subscript':
      return node.named.flatMap((part) => (part.type === 'slice' ? part.named : [part]));
    case 'assignment':
      return PATTERN.test(node.child('left')?.type ?? '') ? [node.child('right')] : [];
    case 'if_clause':
    case 'list_splat':
    case 'dictionary_splat':
    case 'await':
    case 'assert_statement':
    case 'raise_statement':
    case 'set':
      return node.named;
    case 'yield':
      return node.ofType('from') ? node.named : [];
    default:
      return [];
  }
}
