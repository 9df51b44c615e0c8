import type { PythonModule } from '../python-module.js';
import type { PythonNode } from '../python-syntax.js';
import type { ModuleScope } from './scopes.js';
import { isFunction, opensScope } from './syntax-roles.js';

/** The functions and classes around a node, the innermost first. */
function definitionsAround(node: PythonNode): PythonNode[] {
  const found: PythonNode[] = [];
  for (let outer = node.parent; outer; outer = outer.parent)
    if (isFunction(outer) || outer.type === 'class_definition') found.push(outer);
  return found;
}

/** The number of times that a text contains a name, at most `most`. */
function countOf(name: string, text: string, most: number): number {
  let count = 0;
  for (let at = text.indexOf(name); at !== -1 && count < most; at = text.indexOf(name, at + name.length)) {
    const isWord = !/\w/.test(text[at - 1] ?? ' ') && !/\w/.test(text[at + name.length] ?? ' ');
    if (isWord) count++;
  }
  return count;
}

/**
 * True if an expression runs only with the statements of its module: it is one of them, or in a function without a
 * decorator whose name is at one other place of all sources, in a statement of the module.
 */
export function runsOnce(node: PythonNode, home: ModuleScope, sources: ReadonlyMap<string, PythonModule>): boolean {
  const [fn, outer] = definitionsAround(node);
  if (!fn) return true;
  const name = fn.child('name');
  if (outer || fn.type !== 'function_definition' || !name || fn.parent?.type === 'decorated_definition') return false;
  const text = home.text(name);
  let total = 0;
  for (const { source } of sources.values()) total += countOf(text, source, 3);
  if (total !== 2) return false;
  let isCalled = false;
  home.source.root.walk((part) => {
    if (isFunction(part) || opensScope(part) || isCalled) return false;
    if (part.type === 'identifier' && part !== name && home.text(part) === text)
      isCalled = part.parent?.type === 'call' && part.field === 'function';
    return true;
  });
  return isCalled;
}
