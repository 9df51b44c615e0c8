import { type ImportedName, type ImportPath, type PythonModule } from './python-module.js';
import { ArchiveFiles, installedPath, PLACE, ROOT_PACKAGE } from './python-files.js';
import { pathOf } from './python-paths.js';
import { constantOf } from './python-outside.js';
import { Statements } from './python-statements.js';
import type { PythonNode } from './python-syntax.js';
import { constant, type Scope, textOf, type Unknown, type Value } from './python-values.js';

/** Modules of the host application. They take precedence over files of the archive. */
const HOST_MODULES = new Set(['nodes', 'folder_paths', 'server', 'execution', 'main', 'app', 'utils']);
const SEARCHED_MAX = 50;

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

/** Interprets imports: finds the modules of the archive that they mean. */
export abstract class Imports extends Statements {
  readonly modules = new Map<string, PythonModule>();
  protected readonly scopes = new Map<PythonModule, Scope>();
  /** The modules whose code is being followed. */
  protected readonly running = new Set<PythonModule>();
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
    const scope = module && this.scopes.get(module);
    return scope && { kind: 'module', scope };
  }

  /** Notes the package of a module that is loaded under a name, as far as the path of the package says it. */
  protected place(module: PythonModule, path: readonly string[]): void {
    const isOwn = path[0] === ROOT_PACKAGE;
    const isFound = path.length > 0 && (this.#inAdded(path) ?? this.#at(path)) !== undefined;
    const isAdded = this.addedModules.has(path.join('.'));
    const mayBeOwn = isFound || isAdded || path[0] === 'custom_nodes' || path.join().includes(PLACE);
    if (isOwn) this.#folders.set(module, path.slice(1));
    else if (!mayBeOwn && !this.#setsPackages) this.#folders.set(module, undefined);
  }

  /** True if code sets the package of a module. */
  get #setsPackages(): boolean {
    return [...this.modules.values()].some(({ latin }) => /\.__package__\s{0,9}=/.test(latin));
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
        this.scopes.get(module) === added.scope
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
    let outer = module && this.scopes.get(module);
    for (const name of place.path) {
      const further = outer && this.#folderOnPath(outer, folder, name);
      const path = [...(further ?? folder), name];
      module = this.#at(path);
      // Its relative imports begin at the package that has the folder on its path.
      if (further && module && !module.path.endsWith('__init__.py')) this.#folders.set(module, folder);
      const isNew = module && !this.scopes.has(module);
      const scope = module && this.load(module);
      if (scope && outer && !outer.names.get(name)) outer.names.set(name, { kind: 'module', scope });
      else if (scope && outer && isNew) this.put(outer.names, constant(name), { kind: 'module', scope });
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
    // Another module that still runs may define it later.
    const mayDefine = of && this.running.has(of.module) && of.module !== scope.module;
    const isKnown = of && !mayDefine && of.names.loose.length === 0 && !of.names.get('__getattr__');
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
}
