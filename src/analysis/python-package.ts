import { type ImportedName, type ImportPath, PythonModule } from './python-module.js';
import { ArchiveFiles, installedPath, PLACE, ROOT_PACKAGE } from './python-files.js';
import { pathOf } from './python-paths.js';
import { constantOf } from './python-outside.js';
import { Statements } from './python-statements.js';
import type { PythonNode } from './python-syntax.js';
import { type Arguments, constant, Dictionary, type Scope, textOf, type Unknown, type Value } from './python-values.js';
import { NOT_PYTHON, TOO_MUCH } from './python-reasons.js';

/** Modules of the host application. They take precedence over files of the archive. */
const HOST_MODULES = new Set(['nodes', 'folder_paths', 'server', 'execution', 'main', 'app', 'utils']);

const MAPPINGS = /^(NODE_CLASS_MAPPINGS|NODE_DISPLAY_NAME_MAPPINGS|WEB_DIRECTORY)$/;
const SEARCHED_MAX = 50;

/** Limit of the length of texts that are parsed as code, other than sources. */
const PARSED_MAX = 20_000;
/** Steps that parsing a short text takes. */
const PARSING_COST = 500;

/** A folder of the archive, and the path of a module from there. */
interface Place {
  readonly folder: readonly string[];
  readonly path: readonly string[];
}

/** True for a statement in a `try`, whose handlers may catch its errors. */
function isTried(statement: PythonNode): boolean {
  for (let node = statement.parent; node; node = node.parent) if (node.type === 'try_statement') return true;
  return false;
}

/** True for an expression that `ast.literal_eval` evaluates: it has no names. */
function isLiteral(expression: PythonNode): boolean {
  let is = true;
  expression.walk(({ type }) => (is &&= !/^(identifier|call|attribute|lambda|interpolation)$/.test(type)));
  return is;
}

/**
 * The Python sources of one archive, and what their names are known to be. Each is followed once, when it is first
 * imported.
 */
export class PythonPackage extends Statements {
  readonly modules = new Map<string, PythonModule>();
  readonly #scopes = new Map<PythonModule, Scope>();
  /** The modules whose code is being followed. */
  readonly #running = new Set<PythonModule>();
  /** The folders of the packages of modules that are loaded by their paths; undefined for a module of no package. */
  readonly #folders = new Map<PythonModule, readonly string[] | undefined>();

  /** The lists `__path__` of packages, by the paths of their files. */
  readonly #paths = new Map<string, Value>();

  readonly files: ArchiveFiles;
  /** Folders of the archive that the package added to `sys.path`. */
  readonly #searched: string[] = [];

  /**
   * @param paths of all files of the archive
   * @param read reads a file that is no source; undefined if its content is unknown
   */
  constructor(modules: Iterable<PythonModule>, paths: Iterable<string>, read: (path: string) => string | undefined) {
    super();
    for (const module of modules) this.modules.set(module.path, module);
    this.files = new ArchiveFiles(paths, read);
  }

  moduleAt(path: string): PythonModule | undefined {
    const inside = this.files.inArchive(path);
    return inside === undefined ? undefined : this.modules.get(inside);
  }

  protected notePackages({ positional: [paths], named }: Arguments, answer: Value, file: string, at: number): void {
    const given = paths ?? named.get('path');
    const folders =
      given && answer.kind === 'list' && !answer.loose ? this.itemsOf(given).items.map(pathOf) : [undefined];
    for (const folder of folders) {
      const inside = folder === undefined ? undefined : this.files.inArchive(folder);
      if (inside === undefined) this.knownFiles.noteUnknown(file, at);
      else this.knownFiles.noteOther(file, at);
      for (const path of this.modules.keys())
        if (inside !== undefined && path.startsWith(inside === '' ? '' : `${inside}/`) && path.endsWith('/__init__.py'))
          this.knownFiles.noteLoad(file, at, path);
    }
  }

  write(path: string, content: Value): void {
    this.files.write(path, this.doubt ? this.doubt.because : content);
  }

  newModule(name: Value): Value {
    const module = new PythonModule(`${textOf(name) ?? ''}.py`, '');
    const scope: Scope = { kind: 'module', module, names: new Dictionary(this.doubt) };
    scope.names.set('__name__', name);
    this.loosen(scope.names, this.unknown(module.root, scope, 'is a module'));
    return { kind: 'module', scope };
  }

  addSearchPath(path: string): void {
    const inside = this.files.inArchive(path);
    if (inside !== undefined && !this.#searched.includes(inside) && this.#searched.length < SEARCHED_MAX)
      this.#searched.push(inside);
  }

  loadedModule(name: Value | undefined): Value | undefined {
    const added = this.addedModules.get(textOf(name) ?? '');
    if (added) return added;
    const parts = textOf(name)?.split('.') ?? [];
    const module = parts[0] === ROOT_PACKAGE ? this.#at(parts.slice(1)) : undefined;
    const scope = module && this.#scopes.get(module);
    return scope && { kind: 'module', scope };
  }

  protected shakyImport(because: Unknown): void {
    this.shaky = because;
  }

  load(module: PythonModule, name?: string): Scope {
    const known = this.#scopes.get(module);
    if (known) return known;
    if (name !== undefined && !module.path.endsWith('__init__.py')) this.#place(module, name.split('.').slice(0, -1));
    const scope: Scope = { kind: 'module', module, names: new Dictionary(this.doubt) };
    this.#scopes.set(module, scope);
    const brokenLine = module.brokenLine;
    if (brokenLine !== undefined) {
      const because: Unknown = {
        kind: 'unknown',
        why: NOT_PYTHON,
        text: module.path,
        file: module.path,
        line: brokenLine,
      };
      this.loosen(scope.names, because);
      this.shaky = because;
      return scope;
    }
    this.#running.add(module);
    const ending = this.deeper(
      () => this.sparing(() => this.runAll(module.root.named, scope)),
      () => {
        this.loosen(scope.names, this.unknown(module.root, scope, TOO_MUCH));
        return undefined;
      },
    );
    this.#running.delete(module);
    if (ending?.kind === 'raise') {
      this.loosen(scope.names, ending.because);
      this.looseEnds.push(ending.because);
      this.shaky = ending.because;
    }
    return scope;
  }

  protected runText(text: string, module: Scope): boolean {
    const code = this.#parse(text, module.module.path);
    return code !== undefined && this.runAll(code.root.named, { ...module, module: code }) === undefined;
  }

  literalOf(text: string): Value | undefined {
    const module = this.#parse(text.trim(), '');
    const [{ type, named: [node] = [] } = { type: '' }, ...others] = module?.root.named ?? [];
    if (!module || !node || type !== 'expression_statement' || others.length > 0 || !isLiteral(node)) return undefined;
    return this.evaluate(node, { kind: 'module', module, names: this.dictionary() });
  }

  /** Parses a text that the code makes or reads; undefined if it is not Python, or too long. */
  #parse(text: string, path: string): PythonModule | undefined {
    if (text.length > PARSED_MAX) return undefined;
    this.charge(PARSING_COST + text.length);
    const code = new PythonModule(path, text);
    return code.brokenLine === undefined ? code : undefined;
  }

  /** Notes the package of a module that is loaded under a name, as far as the path of the package says it. */
  #place(module: PythonModule, path: readonly string[]): void {
    const isOwn = path[0] === ROOT_PACKAGE;
    const isFound = path.length > 0 && (this.#inAdded(path) ?? this.#at(path)) !== undefined;
    const isAdded = this.addedModules.has(path.join('.'));
    const mayBeOwn = isFound || isAdded || path[0] === 'custom_nodes' || path.join().includes(PLACE);
    if (isOwn) this.#folders.set(module, path.slice(1));
    else if (!mayBeOwn && !this.#setsPackages) this.#folders.set(module, undefined);
  }

  /** True if code sets the package of a module. */
  get #setsPackages(): boolean {
    return [...this.modules.values()].some(({ source }) => /\.__package__\s{0,9}=/.test(source));
  }

  /** An attribute of a module: its own, or the result of its `__getattr__`. */
  nameOfModule(scope: Scope, name: string): Value | undefined {
    const value = scope.names.get(name);
    if (value) return value;
    const maker = scope.names.get('__getattr__');
    if (maker?.kind === 'function' && !name.startsWith('__'))
      return this.call(maker, { positional: [constant(name)], named: new Map() }, (why) =>
        this.unknown(maker.node, scope, why),
      );
    // Libraries have no mappings that a star import would take from them.
    const isMapping = MAPPINGS.test(name);
    return scope.names.loose.find(({ outside }) => !isMapping || outside === undefined || outside.startsWith('nodes'));
  }

  /** The module that an import means, seen from another one; undefined where it is none of this archive. */
  #resolve(from: PythonModule, { level, path }: ImportPath): Place | undefined {
    const folders = from.path.split('/').slice(0, -1);
    if (level > 0) {
      const inner = this.#folders.has(from) ? this.#folders.get(from) : folders;
      return !inner || level - 1 > inner.length
        ? undefined
        : { folder: inner.slice(0, inner.length - (level - 1)), path };
    }
    if (path[0] === ROOT_PACKAGE) return { folder: [], path: path.slice(1) };
    // The name of the folder that the package is installed into is not known, but its content is.
    if (path[0] === 'custom_nodes' && path.length > 2 && this.#at(path.slice(2)))
      return { folder: [], path: path.slice(2) };
    const added = this.#inAdded(path);
    if (added) return added;
    if (path.length === 0 || HOST_MODULES.has(path[0]!)) return undefined;
    // An absolute name is looked for from every folder above, as hosts put those on the path.
    for (let depth = folders.length; depth >= 0; depth--) {
      const folder = folders.slice(0, depth);
      const module = this.#at([...folder, ...path]);
      if (module && module !== from) return { folder, path };
    }
    for (const searched of this.#searched) {
      const folder = searched === '' ? [] : searched.split('/');
      if (this.#at([...folder, path[0]!]) || this.#isFolder([...folder, path[0]!])) return { folder, path };
    }
    return this.#inOwnFolder(path);
  }

  /** The place of a path that begins with the name of the folder that the package is installed into. */
  #inOwnFolder([name, ...rest]: readonly string[]): Place | undefined {
    if (rest.length === 0 || !(this.#at(rest) || this.#isFolder(rest))) return undefined;
    const isOwn = this.files.isOwnName(name!) ?? /comfy/i.test(name!);
    return isOwn && !/^comfy(_\w+)?$/.test(name!) ? { folder: [], path: rest } : undefined;
  }

  /** The place of a path that begins with the name of a module that the archive has added to `sys.modules`. */
  #inAdded(path: readonly string[]): Place | undefined {
    if (this.addedModules.size === 0) return undefined;
    for (let length = path.length; length > 0; length--) {
      const added = this.addedModules.get(path.slice(0, length).join('.'));
      if (added?.kind !== 'module') continue;
      const { module, names } = added.scope;
      const searched = names.get('__path__');
      const [folder] = searched?.kind === 'list' ? searched.items.map(pathOf) : [];
      const inside =
        this.#scopes.get(module) === added.scope
          ? module.path.replace(/(\/?__init__)?\.py$/, '')
          : folder === undefined
            ? undefined
            : this.files.inArchive(folder);
      if (inside !== undefined) return { folder: inside === '' ? [] : inside.split('/'), path: path.slice(length) };
    }
    return undefined;
  }

  #at(path: readonly string[]): PythonModule | undefined {
    if (path.length === 0) return this.modules.get('__init__.py');
    return this.modules.get([...path, '__init__.py'].join('/')) ?? this.modules.get(`${path.join('/')}.py`);
  }

  /** True if a folder of that name is a package without `__init__.py`. */
  #isFolder(path: readonly string[]): boolean {
    return this.files.kindOf(installedPath(path.join('/'))) === 'folder';
  }

  /** Imports what a path names, and the packages that it is in, each of which has the next as a name then. */
  #import(from: PythonModule, wanted: ImportPath): Value | undefined {
    const added = wanted.level === 0 ? this.addedModules.get(wanted.path.join('.')) : undefined;
    if (added?.kind === 'module') return added;
    const place = this.#resolve(from, wanted);
    if (!place) return undefined;
    let folder = place.folder;
    let module = this.#at(folder);
    let outer = module && this.#scopes.get(module);
    for (const name of place.path) {
      const further = outer && this.#folderOnPath(outer, folder, name);
      const path = [...(further ?? folder), name];
      module = this.#at(path);
      // Its relative imports begin at the package that has the folder on its path.
      if (further && module && !module.path.endsWith('__init__.py')) this.#folders.set(module, folder);
      const scope = module && this.load(module);
      if (scope && outer && !outer.names.get(name)) outer.names.set(name, { kind: 'module', scope });
      if (!module && !this.#isFolder(path)) return undefined;
      [outer, folder] = [scope, path];
    }
    if (module) return { kind: 'module', scope: this.load(module) };
    return undefined;
  }

  /** The folder that a package has added to its `__path__` and that has a module which its own folder lacks. */
  #folderOnPath({ module, names }: Scope, own: readonly string[], name: string): readonly string[] | undefined {
    const searched = names.get('__path__') ?? this.#paths.get(module.path);
    const has = (folder: readonly string[]): boolean =>
      this.#at([...folder, name]) !== undefined || this.#isFolder([...folder, name]);
    if (searched?.kind !== 'list' || has(own)) return undefined;
    this.charge(searched.items.length);
    for (const item of searched.items) {
      const path = pathOf(item);
      const inside = path === undefined ? undefined : this.files.inArchive(path);
      const folder = inside?.split('/').filter((part) => part !== '');
      if (folder && has(folder)) return folder;
    }
    return undefined;
  }

  protected pathOfPackage({ path: file }: PythonModule): Value {
    let path = this.#paths.get(file);
    if (!path) {
      path = this.list('list', [constant(installedPath(file.replace(/\/?__init__\.py$/, '')))]);
      this.#paths.set(file, path);
    }
    return path;
  }

  /** Notes the error that Python raises if an import means a module of this archive that is not in it. */
  #checkImport(statement: Unknown, from: PythonModule, wanted: ImportPath): void {
    const place = this.#resolve(from, wanted);
    if (!place && wanted.level > 0 && this.#folders.has(from)) return this.importFails(statement);
    for (let length = 1; place && length <= place.path.length; length++) {
      const path = [...place.folder, ...place.path.slice(0, length)];
      if (this.#at(path) || this.#isFolder(path)) continue;
      const names = this.files.list(installedPath(path.slice(0, -1).join('/'))) ?? [];
      this.charge(names.length);
      // Compiled files are modules, too.
      if (!names.some((name) => name.split('.')[0] === path.at(-1))) this.importFails(statement);
      return;
    }
  }

  protected hasModule(name: string): boolean {
    const path = name.split('.');
    return this.#at(path) !== undefined || this.#isFolder(path);
  }

  protected importByName(name: string, { module }: Scope, from?: string): Value | undefined {
    const [, dots, rest] = /^(\.*)(.*)$/s.exec(name)!;
    const path = rest!.split('.').filter((part) => part !== '');
    const parts = from?.split('.') ?? [];
    if (dots === '' || from === undefined || parts[0] !== ROOT_PACKAGE)
      return this.#import(module, { level: dots!.length, path });
    const outer = parts.slice(0, Math.max(1, parts.length - (dots!.length - 1)));
    return this.#import(module, { level: 0, path: [...outer, ...path] });
  }

  protected importInto(statement: PythonNode, scope: Scope): void {
    for (const imported of scope.module.importsOf(statement)) {
      if (imported.name === '*') this.#importAll(statement, imported.from, scope);
      else this.bind(scope, imported.as, this.#imported(statement, imported, scope));
    }
  }

  #imported(statement: PythonNode, { from, name, whole }: ImportedName, scope: Scope): Value {
    const dotted = [...from.path, ...(name === undefined ? [] : [name])].join('.');
    const unknown = (why: string): Unknown => ({
      ...this.unknown(statement, scope, why, from.level > 0 ? undefined : dotted),
      text: dotted,
    });
    if (whole) this.#import(scope.module, { level: 0, path: whole });
    const source = this.#import(scope.module, from);
    if (!source || whole)
      this.#checkImport(unknown('is not in this archive'), scope.module, whole ? { level: 0, path: whole } : from);
    if (name === undefined) return source ?? unknown('is a module');
    const value = source?.kind === 'module' ? this.nameOfModule(source.scope, name) : undefined;
    // A module that can't be read may have it; a file of that name in the same folder is certain.
    const found =
      value && value.kind !== 'unknown'
        ? value
        : (this.#import(scope.module, { level: from.level, path: [...from.path, name] }) ?? value);
    if (found) return found;
    const known = from.level === 0 && name !== undefined ? constantOf(dotted) : undefined;
    if (known) return known;
    const missing = unknown('is not defined in this archive');
    const { scope: of } = source?.kind === 'module' ? source : {};
    // A module that still runs may define it later.
    const isKnown = of && !this.#running.has(of.module) && of.names.loose.length === 0 && !of.names.get('__getattr__');
    if (isKnown && isTried(statement)) this.importFails(missing);
    else if (from.level > 0) this.shaky = missing;
    return missing;
  }

  #importAll(statement: PythonNode, from: ImportPath, scope: Scope): void {
    const source = this.#import(scope.module, from);
    if (source?.kind !== 'module') {
      const outside = from.level === 0 ? from.path.join('.') : undefined;
      const missing = this.unknown(statement, scope, 'is not defined in this archive', outside);
      this.loosen(scope.names, missing);
      if (from.level > 0) this.shaky = missing;
      this.#checkImport(missing, scope.module, from);
      return;
    }
    const { names } = source.scope;
    const offered = names.get('__all__');
    const wanted = offered?.kind === 'list' && !offered.loose ? offered.items.map(textOf) : undefined;
    if (offered && (!wanted || wanted.includes(undefined)))
      this.loosen(scope.names, this.unknown(statement, scope, 'has an __all__ that can’t be known'));
    for (const name of wanted ?? [...names.entries.values()].map(({ key }) => textOf(key))) {
      if (name === undefined || (!wanted && name.startsWith('_'))) continue;
      const value =
        this.nameOfModule(source.scope, name) ??
        this.#import(scope.module, { level: from.level, path: [...from.path, name] });
      if (value) this.put(scope.names, constant(name), value);
    }
    for (const because of [...names.loose]) this.loosen(scope.names, because);
  }

  /** What calling something without arguments answers. */
  callPlainly(value: Value, otherwise: Unknown): Value {
    const answer = this.call(value, { positional: [], named: new Map() }, () => otherwise);
    return answer.kind === 'coroutine' ? answer.run() : answer;
  }
}
