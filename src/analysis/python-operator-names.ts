/** The names of operators in those of the methods by which classes define them. */
export const OPERATOR_NAMES: Readonly<Record<string, string | undefined>> = {
  '+': 'add',
  '-': 'sub',
  '*': 'mul',
  '/': 'truediv',
  '//': 'floordiv',
  '%': 'mod',
  '**': 'pow',
  '@': 'matmul',
  '<<': 'lshift',
  '>>': 'rshift',
  '|': 'or',
  '&': 'and',
  '^': 'xor',
};

/** The names of comparisons in those of the methods by which classes define them. */
export const COMPARISON_NAMES: Readonly<Record<string, string | undefined>> = {
  '==': 'eq',
  '!=': 'ne',
  '<': 'lt',
  '<=': 'le',
  '>': 'gt',
  '>=': 'ge',
};

/** The names of signs in those of the methods by which classes define them. */
export const SIGN_NAMES: Readonly<Record<string, string | undefined>> = { '-': 'neg', '+': 'pos', '~': 'invert' };
