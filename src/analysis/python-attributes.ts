import type { Follower } from './python-follower.js';
import { Errors } from './python-errors.js';
import { hasMethod } from './python-methods.js';
import { ROOT_PACKAGE, installedPath } from './python-files.js';
import type { PythonModule } from './python-module.js';
import { attributeOfHostClass } from './host-classes.js';
import {
  builtInTypeOf,
  isBuiltInType,
  isMetaclass,
  isPlainBase,
  isPlainMetaclass,
  isUserType,
} from './python-class-tests.js';
import { attributeOfPath } from './python-paths.js';
import { docstringOf, type PythonNode } from './python-syntax.js';
import { stringOf } from './python-text.js';
import {
  type Arguments,
  constant,
  contentOf,
  type Dictionary,
  NONE,
  partOfSchema,
  type PythonClass,
  type PythonFunction,
  type Scope,
  textOf,
  type Unknown,
  unknownBy,
  type Value,
} from './python-values.js';

/** What `type` makes classes with. */
const ofType = (name: string): Value | undefined =>
  /^__(new|init)__$/.test(name) ? { kind: 'native', name: `type.${name}` } : undefined;

/** A method of the built-in type that an instance's class derives from. */
function ofContent(owner: Value, name: string): Value | undefined {
  const content = contentOf(owner);
  if (name === 'data' && owner.kind === 'instance' && owner.of.order.some(isUserType)) return content;
  return content !== owner && hasMethod(content, name) ? { kind: 'native', name, self: content } : undefined;
}

/** The text that documents a function. */
function docOf({ node, scope }: PythonFunction): Value {
  const literal = docstringOf(node);
  const text = literal && stringOf(scope.module.text(literal));
  return text === undefined ? NONE : constant(text);
}

/** True for a class of a library whose own base classes are not known. */
const OBJECT: Value = { kind: 'native', name: 'object' };
const isObject = (one: PythonClass | Unknown): boolean => one.kind === 'unknown' && one.outside === 'builtins.object';

const mayHaveBases = (one: PythonClass | Unknown): one is Unknown => one.kind === 'unknown' && !isPlainBase(one);

/** The attributes of modules, classes, instances and other values. */
export abstract class Attributes extends Errors implements Follower {
  /** The result of a function for these arguments. */
  protected abstract callFunction(called: PythonFunction, given: Arguments, unknown: (why: string) => Unknown): Value;
  /** A class and all that it is derived from. The bases of classes of libraries are not known. */
  #orderOf({ order }: PythonClass): Value {
    const known = order.filter((one) => !isObject(one));
    return this.list('tuple', [...known, OBJECT], known.find(mayHaveBases));
  }

  /** The folders in which the modules of a package are, which its code may change. */
  protected abstract pathOfPackage(module: PythonModule): Value;
  /** An attribute of a module; undefined if it certainly has none of that name. */
  abstract nameOfModule(scope: Scope, name: string): Value | undefined;
  abstract moduleAt(path: string): PythonModule | undefined;
  abstract load(module: PythonModule): Scope;
  abstract reload(scope: Scope): void;
  abstract literalOf(text: string): Value | undefined;
  abstract write(path: string, content: Value): void;
  abstract addSearchPath(path: string): void;
  abstract newModule(name: Value): Value;
  abstract loadedModule(name: Value | undefined): Value | undefined;
  abstract itemOf(owner: Value, key: Value, unknown: (why: string, outside?: string) => Unknown): Value;
  abstract operate(operator: string, left: Value, right: Value): Value | undefined;
  abstract makeClass(name: string, bases: readonly Value[], names: Dictionary): Value;
  abstract defineClass(
    name: string,
    bases: readonly Value[],
    names: Dictionary,
    keywords: ReadonlyMap<string, Value>,
    unknown: (why: string) => Unknown,
  ): Value;
  abstract call(
    callee: Value,
    given: Arguments,
    unknown: (why: string, outside?: string) => Unknown,
    scope?: Scope,
  ): Value;

  unknown(node: PythonNode, { module }: Scope, why: string, outside?: string): Unknown {
    return {
      kind: 'unknown',
      why,
      text: module.text(node).slice(0, 200),
      file: module.path,
      line: module.line(node.from),
      outside,
    };
  }

  /** The constants that the package adds to modules and classes of others, by dotted name. */
  readonly constantsOutside = this.dictionary();

  /** The attribute of a value; undefined where it surely has none. */
  attributeOf(owner: Value, name: string): Value | undefined {
    switch (owner.kind) {
      case 'module':
        if (name === '__dict__') return owner.scope.names;
        return (
          owner.scope.names.get(name) ??
          this.specialName(name, owner.scope.module) ??
          this.nameOfModule(owner.scope, name) ??
          (/^__(builtins|doc|loader|spec)__$/.test(name) ? NONE : undefined)
        );
      case 'class': {
        if (name === '__name__') return owner.names.get(name) ?? constant(owner.name);
        if (name === '__qualname__') return owner.names.get(name) ?? constant(owner.qualifiedName ?? owner.name);
        if (name === '__bases__') return this.list('tuple', owner.bases.length > 0 ? owner.bases : [OBJECT]);
        if (name === '__mro__') return this.#orderOf(owner);
        if (name === '__dict__') return owner.names;
        if (name === '__doc__') return owner.names.get(name) ?? NONE;
        if (name === '__module__' && owner.module) return this.specialName('__name__', owner.module);
        if (name === '__subclasses__') return { kind: 'native', name, self: owner };
        return this.#inherited(owner.order, name, owner) ?? this.#ofMetaclass(owner, name);
      }
      case 'instance': {
        if (name === '__class__') return owner.of;
        if (name === '__dict__') return owner.names;
        return (
          owner.names.get(name) ??
          owner.names.loose[0] ??
          this.#inherited(owner.of.order, name, owner) ??
          ofContent(owner, name)
        );
      }
      case 'super': {
        const of = owner.self.kind === 'instance' ? owner.self.of : owner.self;
        const order = of.kind === 'class' ? of.order : owner.of.order;
        const found = this.#inherited(order.slice(order.indexOf(owner.of) + 1), name, owner.self);
        if (found || isMetaclass(owner.of)) return found ?? ofType(name);
        if (name !== '__new__') return ofContent(owner.self, name);
        return { kind: 'native', name: `${builtInTypeOf(owner.of) ?? 'object'}.__new__` };
      }
      case 'function':
        if (name === '__get__') return { kind: 'callable', call: (given) => this.#got(owner, given) };
        if (owner.form === 'property' && /^(setter|deleter)$/.test(name)) return { kind: 'native', name, self: owner };
        if (name === '__func__' && owner.form !== 'plain') return { ...owner, form: 'plain' };
        return (
          owner.attributes.get(name) ??
          owner.attributes.loose[0] ??
          (name === '__doc__' ? docOf(owner) : name === '__name__' ? constant(owner.name) : undefined)
        );
      case 'bound':
        if (name === '__self__') return owner.self;
        if (name === '__get__') return { kind: 'callable', call: () => owner };
        return name === '__func__' ? { ...owner.function, form: 'plain' } : this.attributeOf(owner.function, name);
      case 'unknown':
        return this.#ofAll(owner.classes ?? [], name) ?? owner;
      case 'native':
        if (/^__(qual)?name__$/.test(name) && isBuiltInType(owner.name)) return constant(owner.name);
        if (owner.name === 'type') return ofType(name);
        return isBuiltInType(owner.name) ? { kind: 'native', name: `${owner.name}.${name}` } : undefined;
      case 'made':
        if (name === 'Input' || name === 'Output') return { kind: 'native', name, self: owner };
        return partOfSchema(owner, name) ?? (/^(display_name|description)$/.test(name) ? NONE : undefined);
      case 'file':
      case 'settings':
        return { kind: 'native', name, self: owner };
      case 'path':
        return attributeOfPath(this, owner, name);
      case 'spec':
        if (name === 'loader') return owner;
        if (name === 'origin') return owner.module && constant(installedPath(owner.module.path));
        return { kind: 'native', name, self: owner };
      case 'list': {
        const at = owner.names?.indexOf(name) ?? -1;
        if (at !== -1) return owner.items[at];
        return hasMethod(owner, name) ? { kind: 'native', name, self: owner } : undefined;
      }
      default:
        return hasMethod(owner, name) ? { kind: 'native', name, self: owner } : undefined;
    }
  }

  /** The constant that an attribute of all classes is; undefined if they differ. */
  #ofAll([first, ...others]: readonly PythonClass[], name: string): Value | undefined {
    const value = first && this.attributeOf(first, name);
    const isSame = (one: PythonClass): boolean => {
      const other = this.attributeOf(one, name);
      // Equal numbers of different types are written differently.
      return other?.kind === 'constant' && value?.kind === 'constant' && other.value === value.value;
    };
    return value?.kind === 'constant' && others.every(isSame) ? value : undefined;
  }

  /** The names under which files are loaded, if not by an import. */
  protected readonly loadedAs = new Map<PythonModule, string>();

  /** An attribute that every module has, such as its file and name. */
  protected specialName(name: string, module: PythonModule): Value | undefined {
    const { path } = module;
    const parts = path.replace(/\.\w+$/, '').split('/');
    const isPackage = parts.at(-1) === '__init__';
    const dotted = [ROOT_PACKAGE, ...(isPackage ? parts.slice(0, -1) : parts)];
    switch (name) {
      case '__file__':
        return constant(installedPath(path));
      case '__name__':
        return constant(this.loadedAs.get(module) ?? dotted.join('.'));
      case '__package__':
        return constant((isPackage ? dotted : dotted.slice(0, -1)).join('.'));
      case '__path__':
        return isPackage ? this.pathOfPackage(module) : undefined;
      default:
        return undefined;
    }
  }

  #inherited(order: readonly (PythonClass | Unknown)[], name: string, self: Value): Value | undefined {
    for (const one of order) {
      if (one.kind === 'unknown') {
        const found = isPlainBase(one) || isPlainMetaclass(one) ? undefined : attributeOfHostClass(one, name);
        if (found) return found;
        continue;
      }
      const value = one.names.get(name) ?? one.names.loose[0];
      if (value?.kind === 'function') return this.#bound(value, self);
      const get = value?.kind === 'instance' ? this.attributeOf(value, '__get__') : undefined;
      if (get?.kind === 'bound') {
        const given = self.kind === 'instance' ? [self, self.of] : [NONE, self];
        const unknown = (why: string): Unknown => this.unknown(get.function.node, get.function.scope, why);
        return this.call(get, { positional: given, named: new Map() }, unknown);
      }
      if (value) return value;
    }
    return undefined;
  }

  /** An attribute that a class has from its metaclass, or from that of a base class. */
  #ofMetaclass({ order }: PythonClass, name: string): Value | undefined {
    const [owner] = order;
    const made = order.find((one) => one.kind === 'class' && one.metaclass);
    const found = made?.kind === 'class' ? this.#inherited(made.metaclass!.order, name, made.metaclass!) : undefined;
    return found?.kind === 'function' ? { kind: 'bound', function: found, self: owner as PythonClass } : found;
  }

  #bound(called: PythonFunction, self: Value): Value {
    const of = self.kind === 'instance' ? self.of : self;
    if (called.form === 'classmethod') return { kind: 'bound', function: called, self: of };
    if (called.form === 'staticmethod' || self.kind !== 'instance') return called;
    if (called.form === 'property') {
      const value = this.callFunction(called, { positional: [self], named: new Map() }, (why) =>
        this.unknown(called.node, called.scope, why),
      );
      if (called.isCached) this.put(self.names, constant(called.name), value);
      return value;
    }
    return { kind: 'bound', function: called, self };
  }

  /** What `function.__get__(instance, class)` returns. */
  #got(called: PythonFunction, { positional: [instance = NONE, of = instance] }: Arguments): Value {
    if (called.form !== 'plain') return this.#bound(called, instance === NONE ? of : instance);
    return instance === NONE ? called : { kind: 'bound', function: called, self: instance };
  }

  /** Sets an attribute, by the setter or `__setattr__` of its class if there is one. */
  setAttribute(of: Value, name: Value, value: Value): void {
    const order = of.kind === 'instance' ? of.of.order : [];
    const own = order.flatMap((one) => (one.kind === 'class' ? (one.names.get('__setattr__') ?? []) : []))[0];
    const found = order.flatMap((one) => (one.kind === 'class' ? (one.names.get(textOf(name) ?? '') ?? []) : []))[0];
    const setter = found?.kind === 'function' ? found.setter : undefined;
    const given = setter ? [of, value] : [of, name, value];
    const called = setter ?? (own?.kind === 'function' ? own : undefined);
    if (!called) this.setDirectly(of, name, value);
    else
      this.callFunction(called, { positional: given, named: new Map() }, (why) =>
        this.unknown(called.node, called.scope, why),
      );
  }

  protected setDirectly(of: Value, name: Value, value: Value): void {
    if (of.kind === 'function') this.put(of.attributes, name, value);
    else if (of.kind === 'class' || of.kind === 'instance' || of.kind === 'made') this.put(of.names, name, value);
    else if (of.kind === 'module') this.put(of.scope.names, name, value);
    else if (of.kind === 'settings' && textOf(name) === 'optionxform') of.optionxform = value;
    else if (of.kind === 'unknown' && of.outside !== undefined && value.kind === 'constant')
      this.put(this.constantsOutside, constant(`${of.outside}.${textOf(name) ?? ''}`), value);
    if (of.kind !== 'unknown') return;
    for (const one of of.classes ?? []) this.put(one.names, name, unknownBy(of));
  }
}
