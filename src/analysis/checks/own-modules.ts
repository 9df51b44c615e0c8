import type { PythonNode } from '../python-syntax.js';
import type { KnownFiles } from '../known-files.js';
import { type ImportPath, PythonModule } from '../python-module.js';
import { isStandard } from './external-names.js';
import { PlainCode } from './plain-code.js';
import { ModuleScope } from './scopes.js';
import type { OwnModule } from './values.js';

/** A folder of a path; empty for the outermost one. */
const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

const joined = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join('/');

/** Names with more parts are no names of modules. */
const PARTS_MAX = 20;

/** Larger packages are not searched for all that may set a name. In characters. */
const SEARCHED_MAX = 3_000_000;
/** Code that may set names of modules without their names. */
const SETS_ANY_NAME =
  /__(kw)?defaults__|\bglobal\b[^\n]{0,500}[^\0-\x7f]|(?<![.\w])(globals|locals|vars|exec|eval)\s{0,9}\(|(?<![.\w])setattr\s{0,9}\(\s{0,9}(?!self\b)|__dict__|\bsys\.modules\b/;

/** An attribute that is set, the name at the end of a text, a name before `:=`, and the names after `global`. */
const SETS_NAME =
  /\.(\w{1,200})\s{0,9}[-+*/|&^%@]{0,2}=(?!=)|["'](?:[\w.]{0,200}\.)?(\w{1,200})["']|\b(\w{1,200})\s{0,9}:=|\bglobal\b([^\n]{0,500})/g;

/** How many files a loop over a folder may load. */
const LOOP_MAX = 3000;

/** An import statement, whose folders say nothing about what other code of the file loads. */
const IMPORT_LINE = /^[ \t]*(?:from|import)\b.*$/gm;

/** The Python files of an archive, parsed when something first imports them. */
export class OwnModules {
  #isPathChanged = false;
  #isPackageExtended = false;
  /** Modules by the folder of an import and what it names; `undefined` if the archive has no such module. */
  readonly #resolved = new Map<string, OwnModule | undefined>();
  readonly #loaded = new Map<string, OwnModule>();
  readonly #paths: ReadonlyMap<string, string>;
  readonly #folders: ReadonlySet<string>;
  readonly #pathsOf = new Map<ModuleScope, string[]>();
  /** Further folders for relative imports of files that are loaded by their paths. */
  readonly #placed = new Map<string, Set<string>>();
  readonly #bySuffix = new Map<string, string[]>();
  #setElsewhere: ReadonlySet<string> | undefined;
  #fixedNames: boolean | undefined;
  readonly #plainCode: PlainCode;
  readonly #onlyCalled = new Map<string, boolean>();
  #size = 0;
  #sizeMax = Infinity;
  #isLimited = false;

  constructor(
    private readonly sources: ReadonlyMap<string, PythonModule>,
    private readonly knownFiles: KnownFiles,
  ) {
    this.#plainCode = new PlainCode(sources);
    const paths = new Map<string, string>();
    const folders = new Set<string>();
    for (const path of sources.keys()) {
      const name = path.replace(/(?:(?:^|\/)__init__)?\.pyw?$/, '');
      if (!paths.has(name) || path.endsWith('__init__.py')) paths.set(name, path);
      for (let folder = folderOf(path); folder !== ''; folder = folderOf(folder)) folders.add(folder);
      const last = name.slice(name.lastIndexOf('/') + 1);
      const same = this.#bySuffix.get(last);
      if (same) same.push(name);
      else this.#bySuffix.set(last, [name]);
    }
    this.#paths = paths;
    this.#folders = folders;
  }

  /** True if nothing in the archive sets a name of a module, other than a statement of the module itself. */
  isSetOnce(name: string): boolean {
    this.#setElsewhere ??= this.hasFixedNames ? this.#namesSetElsewhere() : undefined;
    return this.#setElsewhere?.has(name) === false;
  }

  /** True if no code of the archive may set names of modules, or call functions, without their names. */
  get hasFixedNames(): boolean {
    if (this.#fixedNames === undefined) {
      const all = [...this.sources.values()];
      const size = all.reduce((sum, { length }) => sum + length, 0);
      this.#fixedNames = size < SEARCHED_MAX && !all.some(({ latin }) => SETS_ANY_NAME.test(latin));
    }
    return this.#fixedNames;
  }

  /** True if the sources use the name of a class only to import and to call it, in more than one place. */
  isOnlyCalled(name: string): boolean {
    let is = this.#onlyCalled.get(name);
    if (is === undefined) this.#onlyCalled.set(name, (is = this.#plainCode.isOnlyCalled(name)));
    return is;
  }

  #namesSetElsewhere(): ReadonlySet<string> {
    const names = new Set<string>();
    // Importing a module sets its name in the package that it is in.
    for (const path of this.paths) for (const part of path.split('/')) names.add(part.replace(/\.pyw?$/, ''));
    for (const { latin } of this.sources.values())
      for (const [, attribute, quoted, walrus, globals] of latin.matchAll(SETS_NAME))
        for (const name of (attribute ?? quoted ?? walrus ?? globals ?? '').split(/\W+/)) names.add(name);
    return names;
  }

  /** True if code changes where Python looks for modules. */
  get isPathChanged(): boolean {
    return this.#isPathChanged;
  }

  /**
   * Lets imports find modules in all folders.
   * @param isOfPackage whether relative imports do so, too, because a package has further folders
   * @returns true if this is new
   */
  changePath(isOfPackage: boolean): boolean {
    if (this.#isPathChanged && (this.#isPackageExtended || !isOfPackage)) return false;
    this.#isPathChanged = true;
    this.#isPackageExtended ||= isOfPackage;
    this.#resolved.clear();
    return true;
  }

  /** Limits the characters of all files that are loaded from now on. Further files count as unknown modules. */
  limitLoading(characters: number): void {
    this.#sizeMax = this.#size + characters;
  }

  /** True if a file was not loaded because of `limitLoading`. */
  get isLimited(): boolean {
    return this.#isLimited;
  }

  /** All paths of sources. */
  get paths(): string[] {
    return [...this.sources.keys()];
  }

  /** The module of a file; undefined if there is no such source, or it may not be loaded. */
  file(path: string): OwnModule | undefined {
    const source = this.sources.get(path);
    return source && this.#load(source);
  }

  /** The sources whose paths end with a text that names a file. */
  filesEndingWith(text: string): OwnModule[] {
    if (!/\.pyw?$/.test(text) || text.length > 300) return [];
    const end = `/${text.replaceAll('\\', '/').replace(/^(\.?\.?\/)+/, '')}`;
    return this.paths.filter((path) => `/${path}`.endsWith(end)).flatMap((path) => this.file(path) ?? []);
  }

  /**
   * Notes that code loads a file by its path, under a name that it chooses: the name decides in which package the file
   * is, and so what its relative imports name.
   * @param names what the name may be made of
   * @returns true if a folder is new
   */
  place({ path }: ModuleScope, names: readonly string[]): boolean {
    if (path.endsWith('__init__.py')) return false;
    const known = this.#placed.get(path) ?? new Set();
    const before = known.size;
    for (let folder = folderOf(path); folder !== '';) known.add((folder = folderOf(folder)));
    for (const name of names) {
      const parts = name.split('.').filter((part) => part !== '');
      if (parts.length > 1 && parts.length < PARTS_MAX) known.add(joined(...parts.slice(0, -1)));
    }
    known.delete(folderOf(path));
    this.#placed.set(path, known);
    return known.size > before;
  }

  /** The folders in which a file looks for what an import names: its own, and those that code places it in. */
  foldersOf({ path }: ModuleScope, { level }: ImportPath): readonly string[] {
    const own = folderOf(path);
    return level === 0 ? [own] : [own, ...(this.#placed.get(path) ?? [])];
  }

  /**
   * The module of the archive that an import names. Absolute names are looked up in all folders above the file.
   * @param folder one of `foldersOf`
   */
  resolve({ path: file }: ModuleScope, from: ImportPath, folder = folderOf(file)): OwnModule | undefined {
    const key = `${folder}\0${from.level}\0${from.path.join('.')}`;
    if (this.#resolved.has(key)) return this.#resolved.get(key);
    const module = this.#resolve(folder, from);
    this.#resolved.set(key, module);
    return module;
  }

  #resolve(inner: string, { level, path }: ImportPath): OwnModule | undefined {
    if (level > 0) {
      let folder = inner;
      for (let up = 1; up < level; up++) folder = folderOf(folder);
      return this.#at(joined(folder, ...path)) ?? (this.#isPackageExtended ? this.#bySuffixOf(path) : undefined);
    }
    if (path.length === 0 || (isStandard(path[0]!) && !this.isPathChanged)) return undefined;
    for (let folder = inner; ; folder = folderOf(folder)) {
      const found = this.#at(joined(folder, ...path)) ?? (folder === '' ? undefined : this.#fromFolder(folder, path));
      if (found) return found;
      if (folder === '') break;
    }
    const rest = path[0] === 'custom_nodes' ? path.slice(2) : path.slice(1);
    return (
      (path.length > rest.length && rest.length > 0 ? this.#at(joined(...rest)) : undefined) ?? this.#bySuffixOf(path)
    );
  }

  /** A package may name itself by the name of its outermost folder. */
  #fromFolder(folder: string, path: readonly string[]): OwnModule | undefined {
    return folder.split('/').at(-1) === path[0] ? this.#at(joined(folder, ...path.slice(1))) : undefined;
  }

  #bySuffixOf(path: readonly string[]): OwnModule | undefined {
    if (!this.isPathChanged || path.length === 0) return undefined;
    const suffix = `/${path.join('/')}`;
    const found = this.#bySuffix.get(path.at(-1)!)?.find((name) => `/${name}`.endsWith(suffix));
    return found === undefined ? undefined : this.#at(found);
  }

  #at(name: string): OwnModule | undefined {
    const path = this.#paths.get(name);
    if (path !== undefined) return this.#load(this.sources.get(path)!);
    // A folder without `__init__.py` is a package without code.
    return name !== '' && this.#folders.has(name)
      ? this.#load(new PythonModule(joined(name, '__init__.py'), ''))
      : undefined;
  }

  #load(source: PythonModule): OwnModule | undefined {
    const known = this.#loaded.get(source.path);
    if (known) return known;
    if (this.#size + source.length > this.#sizeMax) {
      this.#isLimited = true;
      return undefined;
    }
    this.#size += source.length;
    const module: OwnModule = { kind: 'module', scope: new ModuleScope(source) };
    this.#loaded.set(source.path, module);
    return module;
  }

  /** All modules that were loaded. */
  get loaded(): OwnModule[] {
    return [...this.#loaded.values()];
  }

  /**
   * The files that code may load by a computed name: those in its folder, in folders that its texts name, or in all
   * folders below if it searches them.
   * @param folder a folder that all of them are in
   */
  #near(module: ModuleScope, folder = ''): readonly string[] {
    let found = this.#pathsOf.get(module);
    if (!found) this.#pathsOf.set(module, (found = this.#pathsNear(module)));
    return folder === '' ? found : found.filter((path) => path.startsWith(`${folder}/`));
  }

  /**
   * The files that a call loads, or may load, by a computed name: those that it loads according to the extraction, with
   * their packages, and those near it unless it was followed exactly.
   * @param folder a folder that all files near it are in
   */
  loadedBy(node: PythonNode, home: ModuleScope, folder?: string): OwnModule[] {
    const { paths, areAll } = this.knownFiles.loadsAt(home.path, node.from);
    const all = new Set<string>();
    for (const path of paths) {
      for (let outer = folderOf(path); outer !== ''; outer = folderOf(outer)) all.add(`${outer}/__init__.py`);
      all.add(path);
    }
    if (!areAll || paths.size === 0 || !this.#plainCode.isFollowed(node, home))
      for (const path of this.#near(home, folder)) all.add(path);
    return [...all].flatMap((path) => this.file(path) ?? []);
  }

  /** True for a call that looks for a file or folder, and finds one of the archive. */
  finds(node: PythonNode, home: ModuleScope): boolean {
    return this.knownFiles.findsAt(home.path, node.from) && this.#plainCode.isFixed(node, home);
  }

  #pathsNear({ path, source }: ModuleScope): string[] {
    const folder = folderOf(path);
    const isDeep = /\bwalk\b|\brglob\b|["'/]\*\*["'/]|\brecursive\s*=|walk_packages/.test(source.latin);
    const prefix = folder === '' ? '' : `${folder}/`;
    const named = new Set(source.source.replace(IMPORT_LINE, '').split(/["'/.]/));
    const isMeant = (file: string): boolean => {
      if (!file.startsWith(prefix) || file === path) return false;
      const inner = folderOf(file).slice(prefix.length);
      if (inner === '' || isDeep) return true;
      const parts = inner.split('/');
      // The name of a hidden folder, such as `.github`, begins with a separator of names.
      const isHidden = parts.some((part) => part.startsWith('.') && !named.has(part.slice(1)));
      return (!isHidden && named.has(parts.at(-1)!)) || (file.endsWith('/__init__.py') && parts.length === 1);
    };
    return this.paths.filter(isMeant).slice(0, LOOP_MAX);
  }
}
