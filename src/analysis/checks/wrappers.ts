import type { PythonNode } from '../python-syntax.js';
import type { Scope } from './scopes.js';
import type { OwnFunction } from './values.js';

const isFunction = ({ type }: PythonNode): boolean => type === 'function_definition';

/** Functions that return the wrapper which they are given. */
const PASSES_ON = /^(functools\.)?(update_wrapper|wraps\([\w.]{1,99}\))$/;

/** True for a function that contains, as far as its text tells, another one, as a decorator contains its wrapper. */
export function hasWrapper({ node, scope }: OwnFunction): boolean {
  const body = node.child('body');
  return body !== undefined && /\bdef\b/.test(scope.home.source.text(body));
}

/** True if a function inside of another one is only returned there, so that the other one does not call it. */
function isOnlyReturned(wrapper: PythonNode, outer: PythonNode, { home }: Scope): boolean {
  const name = home.source.text(wrapper.child('name')!);
  let isOnly = true;
  outer.child('body')!.walk((node) => {
    if (node === wrapper) return false;
    if (node.type !== 'identifier' || home.source.text(node) !== name) return true;
    const list = node.parent?.type === 'argument_list' ? node.parent : undefined;
    const call = list?.parent?.type === 'call' ? list.parent : undefined;
    const isPassedOn = call !== undefined && PASSES_ON.test(home.source.text(call.child('function')!));
    isOnly &&= (isPassedOn ? call : node).parent?.type === 'return_statement';
    return true;
  });
  return isOnly;
}

const known = new WeakMap<PythonNode, PythonNode | null>();

/**
 * The function whose parameter a wrapper inside of it calls, as decorators are written.
 * @param callee the name in the call
 */
export function decoratorOfWrapper(callee: PythonNode, scope: Scope): PythonNode | undefined {
  let found = known.get(callee);
  if (found === undefined) {
    found = find(callee, scope) ?? null;
    known.set(callee, found);
  }
  return found ?? undefined;
}

function find(callee: PythonNode, scope: Scope): PythonNode | undefined {
  const name = scope.home.source.text(callee);
  let at: Scope | undefined = scope;
  while (at && !at.names.has(name)) at = at.parent;
  const outer = at?.node;
  const isParameter = at?.names.get(name)?.every(({ kind }) => kind === 'param') ?? false;
  if (!outer || !isParameter || !isFunction(outer)) return undefined;
  let wrapper: PythonNode | undefined;
  for (let node = callee.parent; node && node !== outer; node = node.parent) if (isFunction(node)) wrapper = node;
  return wrapper && isOnlyReturned(wrapper, outer, scope) ? outer : undefined;
}
