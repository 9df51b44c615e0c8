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

/** The special methods that Python calls for different purposes. Those of operators get the operands as arguments. */
export const METHODS = {
  test: /^__(bool|len)__$/,
  iterate: /^(__(a?iter|a?next|getitem|len|length_hint|await|reversed|hash|eq|bytes)__|keys|items|values)$/,
  write: /^__(str|repr|format)__$/,
  /** Those of the operand of a format, which may be a dictionary. */
  fill: /^__(str|repr|format|getitem|missing)__$/,
  compare: /^__(eq|ne|lt|le|gt|ge|contains|iter|next|getitem|len|hash)__$/,
  compute:
    /^__(neg|pos|invert|abs|index|int|float|complex|round|trunc|floor|ceil|hash|r?divmod|r?pow|r?add|iter|next)__$/,
  /** Any method but those of `with` statements. */
  any: /^(?!__a?(enter|exit)__$)/,
} as const;

/** Operands of a statement or expression, and which of their special methods Python may call. */
export interface UsedOperands {
  readonly operands: readonly (PythonNode | undefined)[];
  readonly methods: RegExp;
}

const NONE: UsedOperands = { operands: [], methods: METHODS.any };

/** The operands whose special methods Python may call, such as `__iter__` in a loop. */
export function usedOperands(node: PythonNode): UsedOperands {
  switch (node.type) {
    case 'for_statement':
    case 'for_in_clause':
      return { operands: [node.child('right')], methods: METHODS.iterate };
    case 'interpolation':
      return { operands: [node.child('expression') ?? node.named[0]], methods: METHODS.write };
    case 'if_statement':
    case 'elif_clause':
    case 'while_statement':
      return { operands: [node.child('condition')], methods: METHODS.test };
    case 'conditional_expression':
      return { operands: [node.named[1]], methods: METHODS.test };
    case 'not_operator':
      return { operands: [node.child('argument')], methods: METHODS.test };
    case 'unary_operator':
      return { operands: [node.child('argument')], methods: METHODS.compute };
    case 'boolean_operator':
      return { operands: [node.child('left'), node.child('right')], methods: METHODS.test };
    case 'binary_operator':
      // The operand of a format.
      return node.child('operator')?.type === '%' ? { operands: [node.child('right')], methods: METHODS.fill } : NONE;
    case 'comparison_operator':
      return node.all('operators').every(({ type }) => type.startsWith('is'))
        ? NONE
        : { operands: node.named, methods: METHODS.compare };
    case 'match_statement':
      return { operands: [node.child('subject')], methods: METHODS.any };
    case 'pair':
      return { operands: [node.child('key')], methods: METHODS.compare };
    case 'subscript':
      return {
        operands: node.named.flatMap((part) => (part.type === 'slice' ? part.named : [part])),
        methods: METHODS.any,
      };
    case 'assignment':
      return PATTERN.test(node.child('left')?.type ?? '')
        ? { operands: [node.child('right')], methods: METHODS.iterate }
        : NONE;
    case 'list_splat':
    case 'dictionary_splat':
    case 'await':
      return { operands: node.named, methods: METHODS.iterate };
    case 'if_clause':
      return { operands: node.named, methods: METHODS.test };
    case 'set':
      return { operands: node.named, methods: METHODS.compare };
    case 'assert_statement':
    case 'raise_statement':
      return { operands: node.named, methods: METHODS.any };
    case 'yield':
      return node.ofType('from') ? { operands: node.named, methods: METHODS.iterate } : NONE;
    default:
      return NONE;
  }
}
