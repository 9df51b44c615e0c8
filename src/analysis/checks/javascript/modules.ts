import type {
  ExportAllDeclaration,
  ExportDefaultDeclaration,
  ExportNamedDeclaration,
  ExportSpecifier,
  ImportDeclaration,
} from 'acorn';
import { classValue } from './classes.js';
import { namesIn } from './hoisting.js';
import { type Machine } from './machine.js';
import { member } from './members.js';
import { load } from './sinks.js';
import { exactTexts } from './texts.js';
import {
  constant,
  type Environment,
  join,
  OPEN,
  type ScriptFile,
  type Thing,
  thingValue,
  type Value,
} from './values.js';
import { variable } from './variables.js';

/** Libraries that send requests, which the analysis knows by their names. */
const LIBRARY = /^(axios|jQuery|\$|ky|superagent)$/;

/** What `import()` gives. */
export function importedBy(machine: Machine, source: Value, { path }: ScriptFile): Value {
  const [specifier] = exactTexts(source);
  const own = specifier === undefined ? undefined : machine.exportsOf(path, specifier);
  if (own) return thingValue(own);
  // Of the host, the names of what its modules export are known.
  return specifier !== undefined && /(?:^|\/)scripts\/\w+\.js/.test(specifier) ? machine.pathValue('window') : OPEN;
}

const textOf = (name: { readonly type: string }): string =>
  'name' in name ? String(name.name) : String((name as { readonly value?: unknown }).value);

/** Declares what a module imports. */
export function importDeclaration(machine: Machine, node: ImportDeclaration, env: Environment): void {
  const specifier = String(node.source.value);
  load(machine, constant(specifier), { node, env }, 'import');
  const own = machine.exportsOf(env.file.path, specifier);
  for (const part of node.specifiers) {
    const { name: local } = part.local;
    const name =
      part.type === 'ImportSpecifier'
        ? textOf(part.imported)
        : part.type === 'ImportDefaultSpecifier'
          ? 'default'
          : undefined;
    const foreign = machine.pathValue(name === undefined || name === 'default' ? local : name);
    const value = own ? (name === undefined ? thingValue(own) : member(machine, thingValue(own), name)) : foreign;
    env.add(local, own && LIBRARY.test(local) ? join(value, foreign) : value);
  }
}

/** Runs a declaration that is exported, and adds it to what the module exports. */
export function exportDeclaration(
  machine: Machine,
  node: ExportNamedDeclaration | ExportDefaultDeclaration | ExportAllDeclaration,
  env: Environment,
): void {
  const exported = machine.exportsOf(env.file.path, '');
  const source = 'source' in node && node.source ? String(node.source.value) : undefined;
  if (source !== undefined) load(machine, constant(source), { node, env }, 'import');
  const from = source === undefined ? undefined : machine.exportsOf(env.file.path, source);
  if (node.type === 'ExportAllDeclaration') {
    if (from && exported) addAll(exported, from, node.exported ? textOf(node.exported) : undefined);
    return;
  }
  if (node.type === 'ExportDefaultDeclaration') {
    const { declaration } = node;
    const isClass = declaration.type === 'ClassDeclaration' || declaration.type === 'ClassExpression';
    const isFunction = declaration.type === 'FunctionDeclaration';
    const value = isClass
      ? classValue(machine, declaration, env)
      : isFunction
        ? thingValue(machine.closure(declaration, env))
        : machine.evaluate(declaration, env);
    const id = isClass || isFunction ? declaration.id : undefined;
    if (id) env.add(id.name, value);
    exported?.add('default', value);
    return;
  }
  if (node.declaration) {
    machine.operations.runStatement(machine, node.declaration, env);
    const names =
      node.declaration.type === 'VariableDeclaration'
        ? node.declaration.declarations.flatMap(({ id }) => namesIn(id))
        : [node.declaration.id.name];
    for (const name of names) exported?.add(name, env.get(name));
  }
  for (const part of node.specifiers as readonly ExportSpecifier[]) {
    const local = textOf(part.local);
    const value =
      source === undefined
        ? variable(machine, local, env)
        : from
          ? member(machine, thingValue(from), local)
          : machine.pathValue(local);
    exported?.add(textOf(part.exported), value);
  }
}

function addAll(to: Thing, from: Thing, name: string | undefined): void {
  if (name !== undefined) to.add(name, thingValue(from));
  else for (const [key, value] of from.fields) if (key !== 'default') to.add(key, value);
}
