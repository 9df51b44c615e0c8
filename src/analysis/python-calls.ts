import { callFunction, type Follower, FUNCTIONS, isPlainText } from './python-builtins.js';
import { Containers } from './python-containers.js';
import { callMethod, hasMethods } from './python-methods.js';
import { type ArchiveFiles, PLACE, ROOT_PACKAGE, installedPath } from './python-files.js';
import { callSpecMethod } from './python-importing.js';
import type { PythonModule } from './python-module.js';
import { functionOf } from './python-outside.js';
import { attributeOfPath, callPathMethod } from './python-paths.js';
import type { PythonNode } from './python-syntax.js';
import {
  type Arguments,
  constant,
  type Dictionary,
  type List,
  NONE,
  type PythonClass,
  type PythonFunction,
  type Scope,
  textOf,
  truthOf,
  type Unknown,
  type Value,
} from './python-values.js';

/** Functions of others that only look at what they are given. */
const ONLY_LOOKS = /^(logging|json|pprint|warnings|math|typing|inspect|os|sys)\b/;
/** Classes of others that have none of the attributes by which core-nodes are described. */
const PLAIN_BASES =
  /^(builtins\.\w+|(abc\.)?ABC|(enum\.)?(Str|Int)?(Enum|Flag)|typing\.(Generic|Protocol|NamedTuple|TypedDict)|torch\.nn\.Module|threading\.Thread|pydantic\.BaseModel|comfy_api\.\w+(\.\w+)*\.(ComfyNode|ComfyExtension|ComfyTypeIO))(\[\])?$/;
/** Names of the host's module for core-nodes that are described by schemas. */
const SCHEMA_PARTS = /^comfy_api\.\w+(\.\w+)*\.(Schema|Input|Output|Custom)$/;
/** What Python has that needs to know where it is called. */
const NATIVE = new Set([
  'globals',
  'locals',
  'vars',
  'super',
  'classmethod',
  'staticmethod',
  'property',
  'exec',
  'eval',
  '__import__',
]);

export const isPlainBase = ({ outside }: Unknown): boolean => outside !== undefined && PLAIN_BASES.test(outside);

/** Whether Python has something under this name without any import. */
export const isNative = (name: string): boolean => Object.hasOwn(FUNCTIONS, name) || NATIVE.has(name);

/** The outermost scope around one. */
export function moduleOf(scope: Scope): Scope {
  let at = scope;
  while (at.outer) at = at.outer;
  return at;
}

/**
 * What attributes are, and what calls answer: of functions and classes of the package, of Python itself and of others.
 */
export abstract class Calls extends Containers implements Follower {
  /** Effects that no mapping shows: imports by a computed name, code from data. */
  readonly looseEnds: Unknown[] = [];

  /** The result of a function for these arguments. */
  protected abstract callFunction(called: PythonFunction, given: Arguments, unknown: (why: string) => Unknown): Value;
  /** An attribute of a module; undefined if it certainly has none of that name. */
  abstract nameOfModule(scope: Scope, name: string): Value | undefined;
  /** The module that a call of `import_module` means. */
  protected abstract importByName(name: string, scope: Scope, from?: string): Value | undefined;
  abstract readonly files: ArchiveFiles;
  abstract moduleAt(path: string): PythonModule | undefined;
  abstract load(module: PythonModule): Scope;
  abstract addSearchPath(path: string): void;
  abstract makeClass(name: string, bases: readonly Value[], names: Dictionary): Value;

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

  /** The attribute of a value; undefined where it surely has none. */
  attributeOf(owner: Value, name: string): Value | undefined {
    switch (owner.kind) {
      case 'module':
        if (name === '__dict__') return owner.scope.names;
        return (
          owner.scope.names.get(name) ??
          this.specialName(name, owner.scope.module) ??
          this.nameOfModule(owner.scope, name)
        );
      case 'class': {
        if (name === '__name__' || name === '__qualname__') return constant(owner.name);
        if (name === '__dict__') return owner.names;
        if (name === '__module__' && owner.module) return this.specialName('__name__', owner.module);
        if (name === '__subclasses__') return { kind: 'native', name, self: owner };
        return this.#inherited(owner.order, name, owner);
      }
      case 'instance': {
        if (name === '__class__') return owner.of;
        return owner.names.get(name) ?? owner.names.loose[0] ?? this.#inherited(owner.of.order, name, owner);
      }
      case 'super': {
        const of = owner.self.kind === 'instance' ? owner.self.of : owner.self;
        const order = of.kind === 'class' ? of.order : owner.of.order;
        return this.#inherited(order.slice(order.indexOf(owner.of) + 1), name, owner.self);
      }
      case 'function':
        return name === '__name__' ? constant(owner.name) : undefined;
      case 'unknown':
        return owner;
      case 'made':
        return name === 'Input' || name === 'Output' ? { kind: 'native', name, self: owner } : undefined;
      case 'path':
        return attributeOfPath(this, owner, name);
      case 'spec':
        if (name === 'loader') return owner;
        if (name === 'origin') return constant(installedPath(owner.module.path));
        return { kind: 'native', name, self: owner };
      case 'list': {
        const at = owner.names?.indexOf(name) ?? -1;
        return at === -1 ? { kind: 'native', name, self: owner } : owner.items[at];
      }
      default:
        return hasMethods(owner) ? { kind: 'native', name, self: owner } : undefined;
    }
  }

  /** An attribute that every module has, such as its file and name. */
  protected specialName(name: string, { path }: PythonModule): Value | undefined {
    const parts = path.replace(/\.\w+$/, '').split('/');
    const isPackage = parts.at(-1) === '__init__';
    const dotted = [ROOT_PACKAGE, ...(isPackage ? parts.slice(0, -1) : parts)];
    switch (name) {
      case '__file__':
        return constant(installedPath(path));
      case '__name__':
        return constant(dotted.join('.'));
      case '__package__':
        return constant((isPackage ? dotted : dotted.slice(0, -1)).join('.'));
      case '__path__':
        return isPackage ? this.list('list', [constant(installedPath(parts.slice(0, -1).join('/')))]) : undefined;
      default:
        return undefined;
    }
  }

  #inherited(order: readonly (PythonClass | Unknown)[], name: string, self: Value): Value | undefined {
    for (const one of order) {
      if (one.kind === 'unknown') {
        if (!isPlainBase(one)) return one;
        continue;
      }
      const value = one.names.get(name) ?? one.names.loose[0];
      if (value?.kind === 'function') return this.#bound(value, self);
      if (value) return value;
    }
    return undefined;
  }

  #bound(called: PythonFunction, self: Value): Value {
    const of = self.kind === 'instance' ? self.of : self;
    if (called.form === 'classmethod') return { kind: 'bound', function: called, self: of };
    if (called.form === 'staticmethod' || self.kind !== 'instance') return called;
    if (called.form === 'property')
      return this.callFunction(called, { positional: [self], named: new Map() }, (why) =>
        this.unknown(called.node, called.scope, why),
      );
    return { kind: 'bound', function: called, self };
  }

  setAttribute(of: Value, name: Value, value: Value): void {
    if (of.kind === 'class' || of.kind === 'instance') this.put(of.names, name, value);
    else if (of.kind === 'module') this.put(of.scope.names, name, value);
  }

  /** The result of a call. Functions that are not known to only read their arguments may change them. */
  call(callee: Value, given: Arguments, unknown: (why: string, outside?: string) => Unknown, scope?: Scope): Value {
    const because = (why: string): Unknown => unknown(why);
    switch (callee.kind) {
      case 'function':
        return this.callFunction(callee, given, because);
      case 'bound':
        return this.callFunction(
          callee.function,
          { ...given, positional: [callee.self, ...given.positional] },
          because,
        );
      case 'class':
        return this.#instance(callee, given, because);
      case 'instance': {
        const method = this.attributeOf(callee, '__call__');
        return method?.kind === 'bound' ? this.call(method, given, unknown) : unknown('is the answer of a call');
      }
      case 'native':
        return (
          this.#native(callee, given, because, scope) ??
          this.#unknownArgument(given) ??
          unknown('is the answer of a call')
        );
      case 'unknown':
        return this.#outside(callee, given, unknown, scope);
      default:
        return unknown('is the answer of a call');
    }
  }

  /** The result of a special method of an instance, such as `__setitem__`. */
  protected callOwn(
    instance: Value,
    name: string,
    positional: readonly Value[],
    unknown: (why: string) => Unknown,
  ): Value | undefined {
    const method = instance.kind === 'instance' ? this.attributeOf(instance, name) : undefined;
    return method?.kind === 'bound' ? this.call(method, { positional, named: new Map() }, unknown) : undefined;
  }

  /** Where a built-in function can't answer, that is mostly because of what it is given. */
  #unknownArgument({ positional }: Arguments): Unknown | undefined {
    const unknown = positional.find((value): value is Unknown => value.kind === 'unknown');
    return unknown?.outside === undefined ? unknown : undefined;
  }

  #native(
    { name, self }: { readonly name: string; readonly self?: Value },
    given: Arguments,
    unknown: (why: string) => Unknown,
    scope: Scope | undefined,
  ): Value | undefined {
    if (self?.kind === 'class') return this.list('list', self.subclasses.items, self.subclasses.loose);
    if (self?.kind === 'made') return { kind: 'made', of: `${self.of}.${name}`, given, type: self };
    if (self?.kind === 'path') return callPathMethod(this, self, name, given);
    if (self?.kind === 'spec') return callSpecMethod(this, self, name);
    if (self) this.charge((textOf(self)?.length ?? 0) >> 4);
    if (self) return callMethod(this, self, name, given, unknown);
    const [first, second] = given.positional;
    switch (name) {
      case 'globals':
      case 'locals':
      case 'vars': {
        if (first) return this.attributeOf(first, '__dict__');
        return scope && (name === 'globals' ? moduleOf(scope) : scope).names;
      }
      case 'super': {
        let at = scope;
        while (at && !at.running?.of.owner) at = at.outer;
        const owner = at?.running?.of.owner;
        const self = second ?? at?.running?.first;
        return owner && self ? { kind: 'super', of: first?.kind === 'class' ? first : owner, self } : undefined;
      }
      case 'classmethod':
      case 'staticmethod':
      case 'property':
        return first?.kind === 'function' ? { ...first, form: name } : undefined;
      case 'exec':
      case 'eval':
        this.looseEnds.push(unknown('runs code from data'));
        return undefined;
      case '__import__':
        return this.#importByName(given, unknown, scope, true);
      default:
        return callFunction(this, name, given, unknown);
    }
  }

  /** A call of `import_module`, or of `__import__`, which answers the outermost package unless it is given names. */
  #importByName(
    { positional, named }: Arguments,
    unknown: (why: string) => Unknown,
    scope: Scope | undefined,
    isPlain: boolean,
  ): Value | undefined {
    const said = textOf(positional[0] ?? named.get('name'));
    const level = positional[4] ?? named.get('level');
    const from = isPlain ? undefined : textOf(positional[1] ?? named.get('package'));
    if (said === undefined || !scope) this.looseEnds.push(unknown('imports by a name that can’t be known'));
    if (said === undefined || !scope) return undefined;
    const dots = level?.kind === 'constant' && typeof level.value === 'bigint' ? Number(level.value) : 0;
    const source = this.importByName('.'.repeat(Math.min(dots, 50)) + said, scope, from);
    if (!source && said.includes(PLACE)) this.shakyImport(unknown('is not defined in this archive'));
    const list = positional[3] ?? named.get('fromlist');
    const isOutermost = isPlain && said.includes('.') && !(list && truthOf(list) === true);
    return isOutermost ? this.importByName(said.split('.')[0]!, scope) : source;
  }

  /** Notes that an import of this archive can't be followed, so that it is not known whether it fails. */
  protected abstract shakyImport(because: Unknown): void;

  /** A call of what is not in the archive. */
  #outside(
    callee: Unknown,
    given: Arguments,
    unknown: (why: string, outside?: string) => Unknown,
    scope: Scope | undefined,
  ): Value {
    const name = callee.outside;
    const because = (why: string): Unknown => unknown(why);
    const [first, second] = given.positional;
    if (name === undefined) {
      this.#handOut(given, unknown('is the answer of a call'));
      return callee;
    }
    if (/^(importlib\.)?import_module$/.test(name))
      return this.#importByName(given, because, scope, false) ?? unknown('is the answer of a call');
    if (name === 'importlib.util.find_spec')
      return this.#findSpec(first, second ?? given.named.get('package'), scope) ?? unknown('is the answer of a call');
    if (SCHEMA_PARTS.test(name)) return { kind: 'made', of: name, given };
    const follow = given.loose ? undefined : functionOf(name);
    const answer = follow?.(this, given);
    if (answer) return answer;
    if (/(^|\.)(exec_module|load_module|load_source|run_path|run_module)$/.test(name))
      this.looseEnds.push(unknown('runs a file that can’t be known'));
    if (/NODE_CLASS_MAPPINGS\.(update|setdefault)$/.test(name))
      this.looseEnds.push(unknown('changes mappings that are not in this archive'));
    if (name === 'copy.copy' && first) return this.copy(first, false);
    if (name === 'copy.deepcopy' && first) return this.copy(first, true);
    if (name === 'collections.OrderedDict')
      return callFunction(this, 'dict', given, because) ?? unknown('is the answer of a call');
    if (name === 'inspect.isclass' && first && (first.kind !== 'unknown' || first.why === 'is a module'))
      return constant(first.kind === 'class');
    const isClasses = second?.kind === 'unknown' && second.outside === 'inspect.isclass';
    if (name === 'inspect.getmembers' && first?.kind === 'module' && (!second || isClasses))
      return this.#membersOf(first.scope, isClasses);
    if (!ONLY_LOOKS.test(name)) this.#handOut(given, unknown('is the answer of a call'));
    return unknown('is the answer of a call', `${name}()`);
  }

  /** `find_spec` of a module: libraries are taken to be installed. */
  #findSpec(name: Value | undefined, from: Value | undefined, scope: Scope | undefined): Value | undefined {
    const said = textOf(name);
    if (said?.startsWith('.') && scope && textOf(from) === ROOT_PACKAGE && !this.hasModule(said.replace(/^\.+/, '')))
      return NONE;
    return said === undefined || said.includes(PLACE) || !scope ? undefined : { kind: 'native', name: 'ModuleSpec' };
  }

  /** True if the package has a module of that dotted name. */
  protected abstract hasModule(name: string): boolean;

  #membersOf({ names }: Scope, isClasses: boolean): List {
    const entries = [...names.entries.values()].filter(
      ({ key, value }) =>
        textOf(key) !== undefined &&
        (!isClasses || value.kind === 'class' || (value.kind === 'unknown' && value.why !== 'is a module')),
    );
    const inOrder = entries.sort((a, b) => (textOf(a.key)! < textOf(b.key)! ? -1 : 1));
    return this.list(
      'list',
      inOrder.map(({ key, value }) => this.list('tuple', [key, value])),
      names.loose[0],
    );
  }

  /** Unknown functions may change their arguments, and call them. */
  #handOut({ positional, named }: Arguments, because: Unknown): void {
    for (const value of [...positional, ...named.values()]) {
      if (value.kind === 'dictionary') this.loosen(value, because);
      if (value.kind === 'function' || value.kind === 'bound')
        this.inDoubt(because, () =>
          this.call(value, { positional: [], named: new Map(), loose: because }, () => because),
        );
    }
  }

  #instance(of: PythonClass, given: Arguments, unknown: (why: string) => Unknown): Value {
    if (isPlainText(of))
      return textOf(given.positional[0]) === undefined ? unknown('is the answer of a call') : given.positional[0]!;
    const names = this.dictionary();
    const made: Value = { kind: 'instance', of, names };
    const begin = this.attributeOf(made, '__init__');
    if (this.attributeOf(of, '__new__') !== undefined || begin?.kind === 'unknown')
      this.loosen(names, unknown('is the answer of a call'));
    else if (begin?.kind === 'bound') this.call(begin, given, unknown);
    // Someone else's way of making it, as a dataclass has.
    else if (given.positional.length + given.named.size > 0) this.loosen(names, unknown('is the answer of a call'));
    return made;
  }
}
