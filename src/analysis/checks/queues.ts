import type { PythonNode } from '../python-syntax.js';
import type { Evaluator } from './evaluator.js';
import type { Step } from './body.js';
import { externalsOf } from './values.js';

/** Methods that wait until something is put into a queue. */
const WAITS =
  /^(queue\.(Simple|Lifo|Priority)?Queue|multiprocessing\.(Simple|Joinable)?Queue|asyncio\.(Lifo|Priority)?Queue)\(\)\.get$/;
/** Members of queues, other than those that put nothing into one. */
const FILLS = /^operator\.methodcaller\(\)$|Queue(\(\))?\.(?!(get|get_nowait|task_done|join|empty|full|qsize|close)$)/;

/** True for the path of a function that may put something into a queue. */
export const fillsQueue = (path: string): boolean => FILLS.test(path);

/** True for the name of a method that puts something into a queue. */
export const isPut = (name: string): boolean => /^put(_nowait)?$/.test(name);

/**
 * Where the statements end that only run after a call has waited for a queue: with the block that the call is a
 * statement of. `undefined` if the call waits for no queue, or not for any time.
 */
export function endOfWaiting({ node, scope }: Step, evaluator: Evaluator): number | undefined {
  if (node.type !== 'call' || (node.child('arguments')?.named.length ?? 0) > 0) return undefined;
  const block = blockOf(node);
  if (!block) return undefined;
  const { refs } = evaluator.evaluate(node.child('function'), scope);
  const paths = externalsOf({ refs, marks: 0, words: [] }).map(({ path }) => path);
  return paths.length === refs.length && paths.length > 0 && paths.every((path) => WAITS.test(path))
    ? block.to
    : undefined;
}

/** The block that has an expression, or the assignment of its value, as a statement. */
function blockOf(node: PythonNode): PythonNode | undefined {
  let inner = node;
  while (inner.parent && /^(await|assignment|parenthesized_expression)$/.test(inner.parent.type)) {
    if (inner.parent.type === 'assignment' && inner.field !== 'right') return undefined;
    inner = inner.parent;
  }
  const statement = inner.parent;
  return statement?.type === 'expression_statement' && statement.parent?.type === 'block'
    ? statement.parent
    : undefined;
}
