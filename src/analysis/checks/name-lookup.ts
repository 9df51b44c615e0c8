import type { ImportedName, ImportPath } from '../python-module.js';
import type { PythonNode } from '../python-syntax.js';
import { type Arguments, NO_ARGUMENTS } from './evaluation.js';
import { isCredential } from './credential-rule.js';
import { BUILTINS, canonical, OF_HOST } from './external-names.js';
import type { OwnModules } from './own-modules.js';
import { type Binding, type ItemPath, type ModuleScope, parametersOf, type Scope } from './scopes.js';
import {
  anyOf,
  container,
  CREDENTIAL,
  either,
  external,
  externalsOf,
  NOTHING,
  type OwnFunction,
  OWN_FOLDER,
  type Ref,
  madeOf,
  TEXT_MAX,
  textsOf,
  textValue,
  UNKNOWN,
  type Value,
  valueOf,
  withMarks,
} from './values.js';
import { Heap } from './heap.js';

/** True for the right side of `name += …`. */
const isAddition = (binding: Binding): boolean =>
  binding.kind === 'expression' &&
  binding.node.parent?.type === 'augmented_assignment' &&
  binding.node.parent.child('operator')?.type === '+=';

/** Finds the values of names: in the scopes around a position, in other modules of the archive, and among builtins. */
export abstract class NameLookup extends Heap {
  /** The attributes of modules that are being evaluated. */
  readonly #pending = new Set<string>();

  /** False as long as the results that are passed as arguments may not have been computed yet. */
  #areArgumentsKnown = false;
  /** Stands for all parameters without a value. */
  readonly #arguments = {};

  constructor(readonly own: OwnModules) {
    super();
  }

  /** Takes parameters that have no value yet for unknown. @returns true if this changes something */
  completeArguments(): boolean {
    if (this.#areArgumentsKnown) return false;
    this.#areArgumentsKnown = true;
    this.dependencies.changed(this.#arguments);
    return true;
  }

  /** False as long as not all parameters and attributes may have got their values. */
  get isComplete(): boolean {
    this.dependencies.read(this.#arguments);
    return this.#areArgumentsKnown;
  }

  /** The possible values of an expression. */
  abstract evaluate(node: PythonNode | undefined, scope: Scope): Value;
  /** An attribute of a value. */
  abstract attribute(value: Value, name: string): Value;
  /** An item of a value, by its key or position. */
  abstract item(owner: Value, key: Value, position?: number): Value;
  /** The possible results of a call. */
  abstract resultOf(ref: Ref, args: Arguments, scope: Scope, callee?: Value): Value;
  /** The values that a loop over a value gives. */
  abstract iterated(value: Value): Value;
  protected abstract resultOfSpecial(ref: Ref, name: string): Value;

  /** The possible values of a name at a position of the source. */
  name(name: string, scope: Scope, at: number): Value {
    for (let inner: Scope | undefined = scope, isFirst = true; inner; inner = inner.parent) {
      const isVisible = inner.kind !== 'class' || isFirst;
      if (inner.kind !== 'comprehension') isFirst = false;
      const bindings = isVisible ? inner.names.get(name) : undefined;
      if (!bindings) continue;
      const stored = inner.kind === 'module' ? this.attributesOf(scope.home).get(name) : undefined;
      const value = either(this.boundValue(bindings), stored ?? NOTHING);
      const isShadowed =
        inner.kind !== 'module' ||
        (!inner.deleted.has(name) && bindings.some(({ isCertain, from }) => isCertain && from < at));
      return isShadowed || !BUILTINS.has(name) ? value : either(value, external(canonical(`builtins.${name}`)));
    }
    return this.#unbound(name, scope.home);
  }

  #unbound(name: string, home: ModuleScope): Value {
    const stored = this.attributesOf(home).get(name);
    if (stored) return stored;
    const starred = this.#starred(name, home, 0);
    if (starred !== NOTHING && !BUILTINS.has(name)) return starred;
    if (BUILTINS.has(name)) return either(external(`builtins.${name}`), starred);
    if (name === '__builtins__') return external('builtins', true);
    if (name === '__file__' || name === '__path__') return external('__file__', false, OWN_FOLDER);
    return external(/^__\w+__$/.test(name) ? name : '?');
  }

  /** The values that `from module import *` may give to a name. */
  #starred(name: string, home: ModuleScope, depth: number): Value {
    if (depth > 8) return NOTHING;
    return anyOf(
      home.stars
        .flatMap(({ from }) => this.own.foldersOf(home, from).map((folder) => ({ from, folder })))
        .map(({ from, folder }) => {
          const source = this.own.resolve(home, from, folder);
          if (source) return this.moduleAttribute(source.scope, name, depth + 1);
          return from.level > 0 || BUILTINS.has(name) ? NOTHING : external(canonical(`${from.path.join('.')}.${name}`));
        }),
    );
  }

  /** Any of the values that bindings of a name give it. */
  protected boundValue(bindings: readonly Binding[]): Value {
    let value: Value = NOTHING;
    for (const binding of bindings.length > 60 ? [...bindings.slice(0, 30), ...bindings.slice(-30)] : bindings)
      value = either(value, this.#valueOf(binding));
    return bindings.some(isAddition) ? either(value, this.#joined(bindings)) : value;
  }

  /** The text that `name = "a"; name += "b"` makes. */
  #joined(bindings: readonly Binding[]): Value {
    const values = bindings.map((binding) => this.#valueOf(binding));
    const texts = values.map(textsOf);
    if (texts.some(({ length }) => length === 0)) return NOTHING;
    const text = texts.flat().join('');
    return text.length > TEXT_MAX ? NOTHING : textValue(text, madeOf(values).marks);
  }

  #valueOf(binding: Binding): Value {
    const { scope } = binding;
    switch (binding.kind) {
      case 'expression':
        return this.#unpacked(this.evaluate(binding.node, scope), binding.items);
      case 'entered':
        return this.#entered(this.evaluate(binding.node, scope));
      case 'import':
        return this.imported(binding.imported, scope);
      case 'function':
        return this.#decorated(binding.node, scope, valueOf(this.functionOf(binding.node, scope)));
      case 'class':
        return this.#decorated(binding.node, scope, valueOf(this.classOf(binding.node, scope)));
      case 'param':
        return this.#parameter(this.functionOf(scope.node, scope.parent!), binding.name);
      default:
        return UNKNOWN;
    }
  }

  #unpacked(value: Value, items: ItemPath): Value {
    let found = value;
    for (const index of items) {
      if (typeof index === 'string') found = this.attribute(found, index);
      else found = index === undefined ? this.iterated(found) : this.item(found, NOTHING, index);
    }
    return found;
  }

  #entered(value: Value): Value {
    return anyOf(
      value.refs.map((ref) =>
        ref.kind === 'instance'
          ? either(this.resultOfSpecial(ref, '__enter__'), valueOf(ref))
          : { ...value, refs: [ref] },
      ),
    );
  }

  #decorated(node: PythonNode, scope: Scope, value: Value): Value {
    const decorators =
      node.parent?.type === 'decorated_definition'
        ? node.parent.children.filter(({ type }) => type === 'decorator')
        : [];
    return decorators.reduce((inner, decorator) => {
      const made = this.evaluate(decorator.named[0], scope).refs.map((ref) =>
        ref.kind === 'external' ? NOTHING : this.resultOf(ref, NO_ARGUMENTS, scope),
      );
      return either(inner, anyOf(made));
    }, value);
  }

  #parameter(fn: OwnFunction, name: string): Value {
    const parameters = parametersOf(fn.node, fn.scope.home.source);
    const parameter = parameters.find((one) => one.name === name);
    this.dependencies.read(fn.params);
    const given = fn.params.get(name) ?? NOTHING;
    const standard = parameter?.standard ? this.evaluate(parameter.standard, fn.scope) : NOTHING;
    const own = parameters[0]?.name === name ? this.#receiver(fn) : NOTHING;
    const all = withMarks(anyOf([own, given, standard]), isCredential(name) ? CREDENTIAL : 0);
    if (all.refs.length > 0) return all;
    return this.isComplete ? either(all, UNKNOWN) : all;
  }

  /** The class or instance that a method receives as its first argument. */
  #receiver({ node, owner, scope }: OwnFunction): Value {
    if (!owner || node.type === 'lambda') return NOTHING;
    const decorators = decoratorsOf(node, scope);
    if (decorators.includes('staticmethod')) return NOTHING;
    const name = scope.home.text(node.child('name')!);
    const isOfClass =
      decorators.includes('classmethod') || ['__new__', '__init_subclass__', '__class_getitem__'].includes(name);
    return valueOf(isOfClass ? owner : owner.instance);
  }

  /** A name of a module of the archive, or a module in its folder. */
  moduleAttribute(scope: ModuleScope, name: string, depth: number): Value {
    const key = `${scope.path}\0${name}`;
    // Modules may import a name from each other, or from themselves.
    if (this.#pending.has(key)) return NOTHING;
    this.#pending.add(key);
    try {
      return this.#moduleAttribute(scope, name, depth);
    } finally {
      this.#pending.delete(key);
    }
  }

  #moduleAttribute(scope: ModuleScope, name: string, depth: number): Value {
    const stored = this.attributesOf(scope).get(name) ?? NOTHING;
    if (name === '__dict__') return valueOf(container(NOTHING, undefined, { kind: 'module', scope }));
    if (name === '__builtins__') return external('builtins', true);
    const bindings = scope.names.get(name);
    const bound = either(stored, bindings ? this.boundValue(bindings) : NOTHING);
    if (bound !== NOTHING) return bound;
    const starred = this.#starred(name, scope, depth);
    if (starred !== NOTHING) return starred;
    const inner = scope.path.endsWith('__init__.py') ? this.own.resolve(scope, { level: 1, path: [name] }) : undefined;
    if (inner) return valueOf(inner);
    const computed = scope.names.get('__getattr__');
    return computed
      ? either(
          UNKNOWN,
          anyOf(this.boundValue(computed).refs.map((ref) => (ref.kind === 'function' ? this.returnsOf(ref) : NOTHING))),
        )
      : UNKNOWN;
  }

  /** A module by its computed name, through an unusual way. */
  moduleNamed(name: Value, scope: Scope | undefined): Value {
    const texts = textsOf(name);
    if (texts.length === 0) {
      const paths = externalsOf(name).map(({ path }) => path);
      const inPackage = scope && paths.includes('__package__') && this.own.resolve(scope.home, { level: 1, path: [] });
      if (inPackage) return valueOf(inPackage);
      if (scope && paths.includes('__name__')) return valueOf({ kind: 'module', scope: scope.home });
      return external('?module', true, name.marks, name.words);
    }
    return anyOf(texts.map((text) => this.#moduleOfText(text, name.marks, scope)));
  }

  /** The files of the archive that a path may lead to, as modules. */
  modulesAt(path: Value): Value {
    const ends = [...textsOf(path), ...externalsOf(path).flatMap(({ end }) => end ?? [])];
    return anyOf(ends.flatMap((end) => this.own.filesEndingWith(end)).map((module) => valueOf(module)));
  }

  #moduleOfText(text: string, marks: number, scope: Scope | undefined): Value {
    const [, dots, rest] = /^(\.*)(.*)$/s.exec(text)!;
    const path = rest!.split('.').filter((part) => part !== '');
    const found = scope && this.own.resolve(scope.home, { level: dots!.length, path });
    const name = dots === '' ? canonical(text) : '?';
    return found ? valueOf(found) : external(name, true, marks);
  }

  /** The possible values of one name of an import statement. */
  imported(imported: ImportedName, { home }: Scope): Value {
    const found = this.own
      .foldersOf(home, imported.from)
      .flatMap((folder) => this.#importedFrom(folder, imported, home) ?? []);
    return found.length > 0 ? anyOf(found) : UNKNOWN;
  }

  /** Undefined for a relative import of what the archive lacks. */
  #importedFrom(folder: string, { from, name, whole }: ImportedName, home: ModuleScope): Value | undefined {
    const path = from.path.join('.');
    const source = this.own.resolve(home, from, folder);
    const outer = (module: string): Value =>
      this.#isOwn(from) ? NOTHING : external(canonical(name === undefined ? module : `${module}.${name}`));
    if (name === undefined) {
      if (source) return either(valueOf(source), outer(whole ? whole[0]! : path));
      return from.level > 0 ? undefined : external(canonical(whole ? whole[0]! : path));
    }
    // A module in the package takes precedence where the package itself does not define the name.
    const inner = this.own.resolve(home, { level: from.level, path: [...from.path, name] }, folder);
    if (source) {
      const value = this.moduleAttribute(source.scope, name, 0);
      const own = inner ? either(value === UNKNOWN ? NOTHING : value, valueOf(inner)) : value;
      return either(own, outer(path));
    }
    if (inner) return either(valueOf(inner), outer(path));
    return from.level > 0 ? undefined : external(canonical(`${path}.${name}`));
  }

  /**
   * True if an import surely means a module of the package where the package has one of that name. Unless the package
   * changes where Python looks, an absolute name is one of the host or a library, and modules of the host are loaded.
   */
  #isOwn({ level, path: [first = ''] }: ImportPath): boolean {
    return level > 0 || (this.own.isPathChanged && !OF_HOST.test(first));
  }
}

/** The names of the decorators of a function or class, as written in the source. */
export function decoratorsOf(node: PythonNode, scope: Scope): string[] {
  const outer = node.parent;
  if (outer?.type !== 'decorated_definition') return [];
  return outer.children
    .filter(({ type }) => type === 'decorator')
    .map(({ named: [inner] }) => (inner ? scope.home.text(inner) : ''));
}
