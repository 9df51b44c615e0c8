import type { SyntaxNode } from '@lezer/common';
import { type Binding, childrenOf, type ImportPath, type PythonModule } from './python-module.js';

/** A class of a package. */
export interface PythonClass {
  readonly module: PythonModule;
  readonly node: SyntaxNode;
  readonly name: string;
}

/** What an expression is known to be without running anything; `unknown` says where it stands and what it is not. */
export type Value =
  | { readonly kind: 'constant'; readonly value: string | number | boolean | null }
  | { readonly kind: 'list'; readonly items: readonly Value[] }
  | { readonly kind: 'dictionary'; readonly entries: readonly { readonly key: Value; readonly value: Value }[] }
  | { readonly kind: 'class'; readonly class: PythonClass }
  | { readonly kind: 'module'; readonly module: PythonModule }
  | Unknown;

/** What can't be known without running the code. */
export interface Unknown {
  readonly kind: 'unknown';
  readonly why: string;
  readonly text: string;
  readonly file: string;
  readonly line: number;
}

const DEPTH_MAX = 60;
// What a package may take, so that none can be made to take for ever.
const STEPS_MAX = 500_000;
const ITEMS_MAX = 10_000;
const TEXT_MAX = 100_000;
const ESCAPES: Record<string, string> = { n: '\n', t: '\t', r: '\r', '\\': '\\', "'": "'", '"': '"', a: '\x07', b: '\b', f: '\f', v: '\v', '0': '\0', '\n': '' };

/** The value of a string literal; undefined for bytes. */
export function stringOf(literal: string): string | undefined {
  const match = /^([A-Za-z]*)('''|"""|'|")([\s\S]*)\2$/.exec(literal);
  if (!match || /b/i.test(match[1]!)) return undefined;
  const [, prefix, , content] = match as unknown as [string, string, string, string];
  if (/r/i.test(prefix)) return content;
  return content.replace(/\\(x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[\s\S])/g, (whole, escape: string) => {
    if (/^[xuU][0-9a-fA-F]+$/.test(escape) && escape.length > 1) {
      const point = Number.parseInt(escape.slice(1), 16);
      return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
    }
    return ESCAPES[escape] ?? whole;
  });
}

/** The Python sources of one archive, and what their expressions are known to be. */
export class PythonPackage {
  readonly modules = new Map<string, PythonModule>();
  #steps = 0;

  constructor(modules: Iterable<PythonModule>) {
    for (const module of modules) this.modules.set(module.path, module);
  }

  /** The module that an import means, seen from another one; undefined where it is none of this archive. */
  resolve(from: PythonModule, { level, path }: ImportPath): PythonModule | undefined {
    const folders = from.path.split('/').slice(0, -1);
    if (level > 0) return this.#at([...folders.slice(0, folders.length - (level - 1)), ...path]);
    // An absolute name is looked for from every folder above, as hosts put those on the path.
    for (let depth = folders.length; depth >= 0; depth--) {
      const module = path.length > 0 ? this.#at([...folders.slice(0, depth), ...path]) : undefined;
      if (module && module !== from) return module;
    }
    return undefined;
  }

  #at(path: readonly string[]): PythonModule | undefined {
    return this.modules.get([...path, '__init__.py'].join('/')) ?? this.modules.get(`${path.join('/')}.py`);
  }

  /** What a name of a module's scope is. */
  lookUp(name: string, module: PythonModule, depth = 0, locals?: ReadonlyMap<string, Binding>, seen: ReadonlySet<string> = new Set()): Value | undefined {
    const key = `${module.path}#${name}`;
    if (depth > DEPTH_MAX || seen.has(key) || ++this.#steps > STEPS_MAX) return undefined;
    const next = new Set([...seen, key]);
    const binding = locals?.get(name) ?? module.bindings.get(name);
    if (binding) return this.#valueOf(binding, name, module, depth, locals, next);
    // The last one counts first, and one that is there twice is looked into once.
    const sources = new Set([...module.starImports].reverse().map((star) => this.resolve(module, star)));
    for (const source of sources) {
      const value = source && this.lookUp(name, source, depth + 1, undefined, next);
      if (value) return value;
    }
    return undefined;
  }

  #valueOf(binding: Binding, name: string, module: PythonModule, depth: number, locals: ReadonlyMap<string, Binding> | undefined, seen: ReadonlySet<string>): Value | undefined {
    switch (binding.kind) {
      case 'class': return { kind: 'class', class: { module, node: binding.node, name } };
      case 'function': return this.#unknown(binding.node, module, 'is a function');
      case 'import': return this.#imported(module, binding, depth, seen);
      case 'value': {
        const inner = (node: SyntaxNode): Value => this.evaluate(node, module, depth + 1, locals, seen);
        const value = inner(binding.node);
        if (binding.changes.length === 0) return value;
        const dictionary = new DictionaryBuilder().merge(value);
        for (const change of binding.changes) {
          if (change.kind === 'item') dictionary.set(inner(change.key), inner(change.node));
          else dictionary.merge(inner(change.node));
        }
        return dictionary.value;
      }
    }
  }

  #imported(module: PythonModule, { from, name }: { from: ImportPath; name?: string }, depth: number, seen: ReadonlySet<string>): Value | undefined {
    const source = this.resolve(module, from);
    if (name === undefined) return source && { kind: 'module', module: source };
    const value = source && this.lookUp(name, source, depth + 1, undefined, seen);
    if (value) return value;
    const submodule = this.resolve(module, { level: from.level, path: [...from.path, name] });
    return submodule && { kind: 'module', module: submodule };
  }

  /** What an expression is. */
  evaluate(node: SyntaxNode, module: PythonModule, depth = 0, locals?: ReadonlyMap<string, Binding>, seen: ReadonlySet<string> = new Set()): Value {
    const unknown = (why: string): Unknown => this.#unknown(node, module, why);
    if (depth > DEPTH_MAX || ++this.#steps > STEPS_MAX) return unknown('takes too much to find out');
    const inner = (child: SyntaxNode): Value => this.evaluate(child, module, depth + 1, locals, seen);
    const text = module.text(node);
    switch (node.name) {
      case 'String': {
        const value = text.length > TEXT_MAX ? undefined : stringOf(text);
        return value === undefined ? unknown('is no text') : { kind: 'constant', value };
      }
      case 'FormatString': {
        const value = node.getChild('FormatReplacement') ? undefined : stringOf(text.replace(/^[fF]|(?<=^[rR])[fF]/, ''));
        return value === undefined ? unknown('is an f-string') : { kind: 'constant', value: value.replaceAll('{{', '{').replaceAll('}}', '}') };
      }
      case 'ContinuedString': {
        const parts = childrenOf(node).map(inner);
        const known = parts.every((part) => part.kind === 'constant');
        return known ? { kind: 'constant', value: parts.map(({ value }) => String(value)).join('') } : (parts.find(({ kind }) => kind === 'unknown') ?? unknown('is no text'));
      }
      case 'Number': {
        const value = Number(text.replaceAll('_', ''));
        return Number.isFinite(value) ? { kind: 'constant', value } : unknown('is no plain number');
      }
      case 'Boolean': return { kind: 'constant', value: text === 'True' };
      case 'None': return { kind: 'constant', value: null };
      case 'ParenthesizedExpression': {
        const [, content] = childrenOf(node);
        return content ? inner(content) : unknown('is empty');
      }
      case 'UnaryExpression': {
        const [sign, operand] = childrenOf(node);
        const value = operand && inner(operand);
        return sign && module.text(sign) === '-' && value?.kind === 'constant' && typeof value.value === 'number' ? { kind: 'constant', value: -value.value } : unknown('is computed');
      }
      case 'TupleExpression':
      case 'ArrayExpression': return this.#list(node, inner);
      case 'DictionaryExpression': return this.#dictionary(node, inner);
      case 'BinaryExpression': return this.#binary(node, module, inner);
      case 'VariableName': return this.lookUp(text, module, depth + 1, locals, seen) ?? unknown('is not defined in this archive');
      case 'MemberExpression': return this.#member(node, module, inner, depth, seen);
      case 'CallExpression': return this.#call(node, module, inner);
      default: return unknown('is computed');
    }
  }

  #unknown(node: SyntaxNode, module: PythonModule, why: string): Unknown {
    return { kind: 'unknown', why, text: module.text(node).slice(0, 200), file: module.path, line: module.line(node.from) };
  }

  #list(node: SyntaxNode, inner: (child: SyntaxNode) => Value): Value {
    const items: Value[] = [];
    const children = childrenOf(node);
    for (let index = 0; index < children.length; index++) {
      const child = children[index]!;
      if (['(', ')', '[', ']', ',', 'Comment'].includes(child.name)) continue;
      if (child.name === '*' && children[index + 1]) {
        const spread = inner(children[++index]!);
        if (spread.kind === 'list') items.push(...spread.items.slice(0, ITEMS_MAX - items.length));
        else items.push(spread);
      } else if (items.length < ITEMS_MAX) items.push(inner(child));
    }
    return { kind: 'list', items };
  }

  #dictionary(node: SyntaxNode, inner: (child: SyntaxNode) => Value): Value {
    const children = childrenOf(node).filter(({ name }) => !['{', '}', ',', ':', 'Comment'].includes(name));
    const dictionary = new DictionaryBuilder();
    for (let index = 0; index < children.length; index++) {
      const child = children[index]!;
      if (child.name === '**' && children[index + 1]) dictionary.merge(inner(children[++index]!));
      else if (children[index + 1]) dictionary.set(inner(child), inner(children[++index]!));
    }
    return dictionary.value;
  }

  #binary(node: SyntaxNode, module: PythonModule, inner: (child: SyntaxNode) => Value): Value {
    const [left, operator, right] = childrenOf(node);
    const [a, b] = [left && inner(left), right && inner(right)];
    const sign = operator && module.text(operator);
    if (a && b && sign === '|') return a.kind === 'dictionary' || b.kind === 'dictionary' ? new DictionaryBuilder().merge(a).merge(b).value : this.#unknown(node, module, 'is computed');
    if (sign === '+' && a?.kind === 'constant' && b?.kind === 'constant' && typeof a.value === typeof b.value && (typeof a.value === 'string' || typeof a.value === 'number')) {
      const value = typeof a.value === 'string' ? a.value + String(b.value) : a.value + Number(b.value);
      return typeof value === 'string' && value.length > TEXT_MAX ? this.#unknown(node, module, 'is too long') : { kind: 'constant', value };
    }
    if (sign === '+' && a?.kind === 'list' && b?.kind === 'list') return { kind: 'list', items: [...a.items, ...b.items].slice(0, ITEMS_MAX) };
    return this.#unknown(node, module, 'is computed');
  }

  #member(node: SyntaxNode, module: PythonModule, inner: (child: SyntaxNode) => Value, depth: number, seen: ReadonlySet<string>): Value {
    const [object, separator, member] = childrenOf(node);
    const unknown = this.#unknown(node, module, 'is not defined in this archive');
    if (!object || !member) return unknown;
    const owner = inner(object);
    if (separator?.name === '[') {
      const key = inner(member);
      if (owner.kind === 'dictionary' && key.kind === 'constant') return owner.entries.findLast((entry) => entry.key.kind === 'constant' && entry.key.value === key.value)?.value ?? unknown;
      if (owner.kind === 'list' && key.kind === 'constant' && typeof key.value === 'number') return owner.items.at(key.value) ?? unknown;
      return this.#unknown(node, module, 'is computed');
    }
    const name = module.text(member);
    if (owner.kind === 'module') {
      const value = this.lookUp(name, owner.module, depth + 1, undefined, seen);
      const submodule = this.resolve(owner.module, { level: 1, path: [name] });
      return value ?? (submodule ? { kind: 'module', module: submodule } : unknown);
    }
    if (owner.kind === 'class') return this.attribute(owner.class, name, depth + 1) ?? unknown;
    return unknown;
  }

  #call(node: SyntaxNode, module: PythonModule, inner: (child: SyntaxNode) => Value): Value {
    const [callee, list] = childrenOf(node);
    if (!callee || !list || module.text(callee) !== 'dict') return this.#unknown(node, module, 'is the answer of a call');
    const children = childrenOf(list).filter(({ name }) => !['(', ')', ',', 'Comment'].includes(name));
    const dictionary = new DictionaryBuilder();
    for (let index = 0; index < children.length; index++) {
      const child = children[index]!;
      if (child.name === '**' && children[index + 1]) dictionary.merge(inner(children[++index]!));
      else if (children[index + 1]?.name === 'AssignOp' && children[index + 2]) {
        dictionary.set({ kind: 'constant', value: module.text(child) }, inner(children[index + 2]!));
        index += 2;
      } else dictionary.merge(inner(child));
    }
    return dictionary.value;
  }

  /** The definition of a method, of the class itself or of one it is derived from. */
  method(of: PythonClass, name: string, depth = 0): { module: PythonModule; node: SyntaxNode } | undefined {
    const found = this.#member1(of, name);
    if (found?.kind === 'function') return { module: of.module, node: found.node };
    if (found || depth > DEPTH_MAX) return undefined;
    for (const base of this.#bases(of)) {
      const inherited = this.method(base, name, depth + 1);
      if (inherited) return inherited;
    }
    return undefined;
  }

  /** The value of a class's attribute, its own or inherited; undefined where it has none. */
  attribute(of: PythonClass, name: string, depth = 0): Value | undefined {
    if (depth > DEPTH_MAX) return undefined;
    const body = of.node.getChild('Body');
    const locals = body ? of.module.localsOf(body) : new Map<string, Binding>();
    if (locals.has(name)) return this.lookUp(name, of.module, depth + 1, locals);
    for (const base of this.#bases(of)) {
      const inherited = this.attribute(base, name, depth + 1);
      if (inherited) return inherited;
    }
    return undefined;
  }

  #member1(of: PythonClass, name: string): Binding | undefined {
    const body = of.node.getChild('Body');
    return body ? of.module.localsOf(body).get(name) : undefined;
  }

  #bases(of: PythonClass): PythonClass[] {
    const list = of.node.getChild('ArgList');
    const values = (list ? childrenOf(list) : []).filter(({ name }) => ['VariableName', 'MemberExpression'].includes(name)).map((node) => this.evaluate(node, of.module));
    return values.flatMap((value) => (value.kind === 'class' && value.class.node !== of.node ? [value.class] : []));
  }
}

/** Puts a dictionary together, later entries over earlier ones. What is no dictionary stays in it as what it is, so that it can be told. */
class DictionaryBuilder {
  readonly #entries = new Map<unknown, { key: Value; value: Value }>();

  /** Sets one entry. */
  set(key: Value, value: Value): this {
    // Constants are the same key when they are equal; what is unknown is a key of its own.
    const identity = key.kind === 'constant' ? `${typeof key.value}:${String(key.value)}` : key;
    this.#entries.delete(identity);
    if (this.#entries.size < ITEMS_MAX) this.#entries.set(identity, { key, value });
    return this;
  }

  /** Lays another dictionary over it. */
  merge(other: Value): this {
    if (other.kind === 'dictionary') for (const { key, value } of other.entries) this.set(key, value);
    else this.set(other, other);
    return this;
  }

  get value(): Value {
    return { kind: 'dictionary', entries: [...this.#entries.values()] };
  }
}
