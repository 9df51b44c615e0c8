import { Attributes } from './python-attributes.js';
import { callFunction, FUNCTIONS } from './python-builtins.js';
import { builtInTypeOf, resultOf } from './python-class-tests.js';
import { callMethod } from './python-methods.js';
import { membersOf } from './python-members.js';
import { PLACE, ROOT_PACKAGE } from './python-files.js';
import { isNoNumber } from './python-numbers.js';
import { callSettingsMethod } from './python-config.js';
import { memberOf } from './python-enumerations.js';
import { errorOf } from './python-errors.js';
import { callSpecMethod, locationOf } from './python-importing.js';
import { KnownFiles } from './known-files.js';
import { functionOf } from './python-outside.js';
import { fieldsOf, isNamedTuple, isRecord, setFields } from './python-records.js';
import { callPathMethod } from './python-paths.js';
import { callFileMethod } from './python-open-files.js';
import { opened } from './python-reading.js';
import { truthOf } from './python-comparisons.js';
import {
  partOfSchema,
  type Arguments,
  contentOf,
  type List,
  type Made,
  NONE,
  type PythonClass,
  type Scope,
  textOf,
  type Unknown,
  unknownBy,
  type Value,
} from './python-values.js';
import { CALL_RESULT } from './python-reasons.js';

const IS_TEXT_OR_NUMBER = /^(str|int|float)$/;
/** Methods by which a class decides what its objects are equal to. */
const EQUALITIES = ['__eq__', '__ne__', '__hash__'];
/** Methods by which a class that is derived from a text or number changes what operators and functions do with it. */
const OPERATIONS = 'add radd sub rsub mul rmul mod rmod neg getitem len format iter bool lt le gt ge int float index'
  .split(' ')
  .map((name) => `__${name}__`);
const IS_MUTABLE = /^(list|set|dict)$/;
const NOTHING: Arguments = { positional: [], named: new Map() };

/** Functions of libraries that only read their arguments. */
const READ_ONLY = /^(logging|loguru|rich|json|pprint|warnings|math|typing|inspect|os|sys)\b/;

/** Names of the host's module for core-nodes that are described by schemas. */
const SCHEMA_PARTS = /^comfy_api\.\w+(\.\w+)*\.(Schema|Input|Output|Custom|Template(Prefix|Names)?|Option)$/;

/** Built-in functions and methods that raise an error for some values. */
const MAY_FAIL =
  /^(int|float|complex|chr|ord|max|min|sum|round|abs|divmod|pow|len|sorted)$|(^|\.)(index|rindex|remove|pop|popitem|format|encode|decode|join|sort)$/;

/** Functions, and methods of paths, that look for files. */
const SEARCHES = /^(os\.path\.(exists|isfile|isdir)|os\.listdir|exists|is_file|is_dir)$/;
/** Functions that load a module by its name or path. */
const LOADS =
  /^((importlib\.)?import_module|__import__|importlib\.util\.spec_from_file_location|importlib\.machinery\.SourceFileLoader|imp\.load_source|pkgutil\.walk_packages)$/;

/** Builtins whose result depends on the scope of the call. */
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
  'open',
]);

/** Whether Python has something under this name without any import. */
export const isNative = (name: string): boolean => Object.hasOwn(FUNCTIONS, name) || NATIVE.has(name);

/** The outermost scope around one. */
function moduleOf(scope: Scope): Scope {
  let at = scope;
  while (at.outer) at = at.outer;
  return at;
}

/** The results of calls: of functions and classes of the package, of builtins, and of libraries. */
export abstract class Calls extends Attributes {
  /** Effects that no mapping shows: imports by a computed name, code from data. */
  readonly looseEnds: Unknown[] = [];

  readonly knownFiles = new KnownFiles();

  /** Notes the packages that `walk_packages` imports to look into them. */
  protected abstract notePackages(given: Arguments, answer: Value, file: string, at: number): void;

  /** Notes which source of the archive a call has loaded, or whether it has found a file. */
  protected noteFiles(called: Value, given: Arguments, answer: Value, file: string, at: number): void {
    const name = called.kind === 'unknown' ? called.outside : called.kind === 'native' ? called.name : undefined;
    if (name !== undefined && SEARCHES.test(name)) {
      const isFound = answer.kind === 'list' ? answer.items.length > 0 : truthOf(answer) === true;
      this.knownFiles.noteSearch(file, at, isFound);
    }
    if (name === undefined || !LOADS.test(name)) return;
    if (name === 'pkgutil.walk_packages') {
      this.notePackages(given, answer, file, at);
      return;
    }
    const module = answer.kind === 'module' ? answer.scope.module : answer.kind === 'spec' ? answer.module : undefined;
    if (module) this.knownFiles.noteLoad(file, at, module.path);
    else if (
      answer.kind === 'spec' ||
      (/import(__|_module)$/.test(name) && this.#isForeign(textOf(given.positional[0])))
    )
      this.knownFiles.noteOther(file, at);
    else if (this.#isData(locationOf(given))) this.knownFiles.noteData(file, at);
    else this.knownFiles.noteUnknown(file, at);
  }

  /** True for a path of a file of the archive that is no source. */
  #isData(path: string | undefined): boolean {
    return path !== undefined && this.files.kindOf(path) === 'file' && !path.endsWith('.py');
  }

  /** True for the dotted name of a module that is in no package of the archive. */
  #isForeign(name: string | undefined): boolean {
    const first = name?.split('.')[0];
    return first !== undefined && first !== '' && !first.includes(PLACE) && !this.hasModule(first);
  }

  /** The module that a call of `import_module` means. */
  protected abstract importByName(name: string, scope: Scope, from?: string): Value | undefined;

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
        return method?.kind === 'bound' ? this.call(method, given, unknown) : unknown(CALL_RESULT);
      }
      case 'callable':
        return callee.call(given, because);
      case 'native':
        return this.#builtIn(callee, given, because, scope);
      case 'unknown':
        return this.#outside(callee, given, unknown, scope);
      default:
        return unknown(CALL_RESULT);
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

  /** The result of a built-in function. It may raise an error if all that it gets is known, and the result is not. */
  #builtIn(
    callee: { readonly name: string; readonly self?: Value },
    given: Arguments,
    unknown: (why: string) => Unknown,
    scope: Scope | undefined,
  ): Value {
    const isKnown = (value: Value | undefined): boolean =>
      value === undefined ||
      value.kind === 'constant' ||
      ((value.kind === 'list' || value.kind === 'dictionary') && this.isSure(value));
    const mayFail =
      MAY_FAIL.test(callee.name) &&
      !given.loose &&
      [callee.self, ...given.positional, ...given.named.values()].every(isKnown);
    const answer = this.#native(callee, given, unknown, scope);
    if (answer) return answer;
    if (mayFail && !this.raised) this.mayFail(unknown('may fail'));
    return this.#unknownArgument(given) ?? unknown(CALL_RESULT);
  }

  /** Where a built-in function can't answer, that is mostly because of what it is given. */
  #unknownArgument({ positional }: Arguments): Unknown | undefined {
    const unknown = positional.find((value): value is Unknown => value.kind === 'unknown');
    return unknown && unknown.outside === undefined ? unknownBy(unknown) : undefined;
  }

  #native(
    { name, self }: { readonly name: string; readonly self?: Value },
    given: Arguments,
    unknown: (why: string) => Unknown,
    scope: Scope | undefined,
  ): Value | undefined {
    if (self?.kind === 'class') return this.list('list', self.subclasses.items, self.subclasses.loose);
    if (self?.kind === 'function')
      return name === 'setter' && given.positional[0]?.kind === 'function'
        ? { ...self, setter: given.positional[0] }
        : self;
    if (self?.kind === 'made')
      return { kind: 'made', of: `${self.of}.${name}`, given, type: self, names: this.dictionary() };
    if (self?.kind === 'path') return callPathMethod(this, self, name, given);
    if (self?.kind === 'settings') return callSettingsMethod(this, self, name, given);
    if (self?.kind === 'file') return callFileMethod(this, self, name, given);
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
      case 'open':
        return opened(this, given);
      case 'classmethod':
      case 'staticmethod':
      case 'property':
        return first?.kind === 'function' ? { ...first, form: name } : undefined;
      case 'exec':
      case 'eval':
        if (name === 'exec' && this.#execute(given, scope)) return NONE;
        this.looseEnds.push(unknown('runs code from data'));
        return undefined;
      case '__import__':
        return this.#importByName(given, unknown, scope, true);
      default: {
        const [type, method] = name.split('.');
        if (isNoNumber(name, given)) this.raise(unknown('is no number'), errorOf('ValueError'));
        if (!method || isNative(name)) return callFunction(this, name, given, unknown);
        // A method of a built-in type that is called with its object, such as `dict.update(self, …)`.
        const rest = { ...given, positional: given.positional.slice(1) };
        if (method === '__new__' && type === 'object')
          return first?.kind === 'class' ? { kind: 'instance', of: first, names: this.dictionary() } : undefined;
        if (method === '__new__') return callFunction(this, type!, rest, unknown);
        if (name === 'object.__setattr__' && first && second && given.positional[2])
          this.setDirectly(first, second, given.positional[2]);
        if (type === 'object') return method === '__setattr__' || method === '__init__' ? NONE : undefined;
        return first && callMethod(this, contentOf(first), method, rest, unknown);
      }
    }
  }

  /** Runs a known text as code of a module. @returns false if the text or its names are not known */
  #execute({ positional: [code, names, locals], named, loose }: Arguments, scope: Scope | undefined): boolean {
    const text = textOf(code);
    const module = scope && moduleOf(scope);
    const isOfModule = names === undefined ? scope?.kind === 'module' : names === module?.names && !locals;
    if (text === undefined || !module || !isOfModule || loose || named.size > 0) return false;
    return this.runText(text, module);
  }

  /** Runs a text as code of a module. @returns false if it is not Python */
  protected abstract runText(text: string, module: Scope): boolean;

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
    if (!source && said.includes(PLACE)) this.noteShaky(unknown('is not defined in this archive'));
    const list = positional[3] ?? named.get('fromlist');
    const isOutermost = isPlain && said.includes('.') && !(list && truthOf(list) === true);
    return isOutermost ? this.importByName(said.split('.')[0]!, scope) : source;
  }

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
      this.#handOut(given, unknown(CALL_RESULT));
      return callee;
    }
    if (/^(importlib\.)?import_module$/.test(name))
      return this.#importByName(given, because, scope, false) ?? unknown(CALL_RESULT);
    if (name === 'importlib.util.find_spec')
      return this.#findSpec(first, second ?? given.named.get('package'), scope) ?? unknown(CALL_RESULT);
    if (SCHEMA_PARTS.test(name)) return this.#schemaPart(name, given);
    const follow = given.loose ? undefined : functionOf(name);
    const answer = follow?.(this, given);
    if (answer) return answer;
    if (/(^|\.)(exec_module|load_module|load_source|run_path|run_module)$/.test(name))
      this.looseEnds.push(unknown('runs a file that can’t be known'));
    if (/NODE_CLASS_MAPPINGS\.(update|setdefault)$/.test(name))
      this.looseEnds.push(unknown('changes mappings that are not in this archive'));
    if (name.endsWith('.shuffle') && first?.kind === 'list') first.orderedTo = 0;
    if (name.endsWith('.run_until_complete') && first?.kind === 'coroutine') return first.run();
    if (name === 'copy.copy' && first) return this.copy(first, false);
    if (name === 'copy.deepcopy' && first) return this.copy(first, true);
    if (name === 'collections.OrderedDict') return callFunction(this, 'dict', given, because) ?? unknown(CALL_RESULT);
    if (name === 'inspect.getmembers' && first)
      return membersOf(this, first, second ?? given.named.get('predicate'), because) ?? because(CALL_RESULT);
    if (READ_ONLY.test(name)) this.#runIterators(given, unknown(CALL_RESULT));
    else this.#handOut(given, unknown(CALL_RESULT));
    return unknown(CALL_RESULT, resultOf(name, given));
  }

  /** A schema, or an input or output. Code may add to the lists of a schema that it is not given. */
  #schemaPart(of: string, given: Arguments): Value {
    const made: Made = { kind: 'made', of, given, names: this.dictionary() };
    for (const list of of.endsWith('.Schema') ? ['inputs', 'outputs', 'hidden'] : [])
      if (!partOfSchema(made, list)) made.names.set(list, this.list('list', []));
    return made;
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

  /** Unknown functions may go through the iterators that they are given. */
  #runIterators({ positional, named }: Arguments, because: Unknown): void {
    for (const value of [...positional, ...named.values()])
      if (value.kind === 'list' && value.run) this.inDoubt(because, () => this.itemsOf(value));
  }

  /** Unknown functions may change their arguments, and call them. */
  #handOut(given: Arguments, because: Unknown): void {
    this.#runIterators(given, because);
    const { positional, named } = given;
    for (const value of [...positional, ...named.values()].map((one) => contentOf(one))) {
      if (value.kind === 'dictionary') this.loosen(value, because);
      if (value.kind === 'coroutine') this.inDoubt(because, () => value.run());
      if (value.kind === 'function' || value.kind === 'bound')
        this.inDoubt(because, () =>
          this.call(value, { positional: [], named: new Map(), loose: because }, () => because),
        );
    }
  }

  #instance(of: PythonClass, given: Arguments, unknown: (why: string) => Unknown): Value {
    // The metaclass makes the object in its own way.
    const metaclasses = of.order.flatMap((one) => (one.kind === 'class' && one.metaclass ? one.metaclass.order : []));
    if (metaclasses.some((one) => one.kind === 'class' && one.names.get('__call__'))) return unknown(CALL_RESULT);
    const member = memberOf(this, of, given);
    if (member === null) this.raise(unknown('is no member'), errorOf('ValueError'));
    if (member) return member;
    const type = builtInTypeOf(of);
    const maker = this.attributeOf(of, '__new__');
    const first =
      maker?.kind === 'function'
        ? this.call(maker, { ...given, positional: [of, ...given.positional] }, unknown)
        : undefined;
    if (first?.kind === 'instance' && first.of === of && !first.content) return this.#begun(first, given, unknown);
    if (first && first.kind !== 'unknown') return first;
    const begins =
      type && maker === undefined
        ? callFunction(this, type, IS_MUTABLE.test(type) ? NOTHING : given, unknown)
        : undefined;
    const comparesItself = of.order.some(
      (one) => one.kind === 'class' && EQUALITIES.some((name) => one.names.get(name)),
    );
    const computesItself = of.order.some(
      (one) => one.kind === 'class' && OPERATIONS.some((name) => one.names.get(name)),
    );
    if (type && IS_TEXT_OR_NUMBER.test(type) && computesItself) return unknown(CALL_RESULT);
    if (type && IS_TEXT_OR_NUMBER.test(type))
      return begins?.kind === 'constant' && comparesItself
        ? { ...begins, comparesItself }
        : (begins ?? unknown(CALL_RESULT));
    const content =
      begins?.kind === 'list' || begins?.kind === 'dictionary' ? begins : this.#tupleOf(of, given, maker, unknown);
    const names = this.dictionary();
    const made = { kind: 'instance', of, names, content } as const;
    const begin = this.attributeOf(made, '__init__');
    if (maker !== undefined || begin?.kind === 'unknown') this.loosen(names, unknown(CALL_RESULT));
    else if (begin?.kind === 'bound') this.call(begin, given, unknown);
    else if (type && IS_MUTABLE.test(type)) this.call(begin!, given, unknown);
    else if (isRecord(of)) setFields(this, made, given, unknown);
    // Someone else's way of making it.
    else if (!content && given.positional.length + given.named.size > 0) this.loosen(names, unknown(CALL_RESULT));
    return made;
  }

  /** The items of a `NamedTuple`; undefined for other classes, and if an item is not given. */
  #tupleOf(
    of: PythonClass,
    given: Arguments,
    maker: Value | undefined,
    unknown: (why: string) => Unknown,
  ): List | undefined {
    if (maker !== undefined || given.loose || !isNamedTuple(of)) return undefined;
    const items = fieldsOf(of).map(
      (name, at) =>
        given.positional[at] ?? given.named.get(name) ?? this.attributeOf(of, name) ?? unknown('is not given'),
    );
    return this.list('tuple', items);
  }

  /** An instance that `__new__` has made, after its `__init__`. */
  #begun(made: Value, given: Arguments, unknown: (why: string) => Unknown): Value {
    const begin = this.attributeOf(made, '__init__');
    if (begin?.kind === 'bound') this.call(begin, given, unknown);
    return made;
  }

  /** The items of a loop over a value, which an instance may choose. */
  override itemsOf(value: Value): ReturnType<Attributes['itemsOf']> {
    const unknown = (why: string): Unknown => ({ kind: 'unknown', why, text: '__iter__', file: '', line: 0 });
    const own = contentOf(value, '__iter__') === value ? this.callOwn(value, '__iter__', [], unknown) : undefined;
    return super.itemsOf(own === value ? unknown('is gone through') : (own ?? value));
  }
}
