import type { PythonNode } from '../python-syntax.js';
import type { Arguments } from './evaluation.js';
import { type Moment, runsOnLoad } from './external-call.js';
import { isStandard } from './external-names.js';
import type { OwnModules } from './own-modules.js';
import type { ImportedName } from '../python-module.js';
import { importedFolder } from './name-prefix.js';
import type { ModuleScope, Scope } from './scopes.js';
import { elementsOf, OWN_FOLDER, type OwnModule, type Ref, textsOf, type Value } from './values.js';
import { isWellKnownPackage } from './well-known-packages.js';
import type { Reachability } from './reachability.js';

/** True for texts, paths with a known end, names of the own module, modules, and their specifications. */
const isLoaded = (ref: Ref): boolean =>
  ref.kind === 'module' ||
  ref.kind === 'text' ||
  (ref.kind === 'external' &&
    (ref.end !== undefined || /^(importlib\.util\.\w+\(\)|__name__|__package__)$/.test(ref.path)));

/** Functions that find modules without loading them. */
const FINDS_ONLY = /^(importlib\.(util\.find_spec|invalidate_caches)|pkgutil\.iter_modules)$/;

/** Functions that list the files or modules of a folder. */
const LISTS_FILES = /\b(listdir|scandir|walk|i?glob|rglob|iterdir|iter_modules|walk_packages)\b/;

/** Functions that load a file by its path. */
const LOADS_FILE = /spec_from_file_location$|FileLoader$|load_source$/;

/** Follows imports: marks the modules of the archive that a statement or call loads. */
export class ModuleLoading {
  constructor(
    private readonly own: OwnModules,
    private readonly reachability: Reachability,
  ) {}

  /** True if no further modules are reached. */
  isStopped = false;

  /** Calls that import what can't be known, each with the file that it is in. */
  readonly #unknown = new Map<PythonNode, { readonly scope: Scope; readonly moment: Moment; readonly path: string }>();

  /** Marks the modules that an import statement loads. */
  import(node: PythonNode, home: ModuleScope, moment: Moment): void {
    for (const imported of home.source.importsOf(node))
      for (const folder of this.own.foldersOf(home, imported.from))
        this.#importFrom(node, folder, imported, home, moment);
  }

  #importFrom(
    node: PythonNode,
    folder: string,
    { from, name, whole }: ImportedName,
    home: ModuleScope,
    moment: Moment,
  ): void {
    const resolve = (path: readonly string[]) => this.own.resolve(home, { level: from.level, path }, folder);
    const parts = whole ?? from.path;
    const paths = parts.map((_part, index) => parts.slice(0, index + 1));
    if (from.level > 0 && paths.length === 0) paths.push([]);
    for (const path of paths) this.#reach(resolve(path), moment);
    if (name === undefined) return;
    const source = resolve(from.path);
    if (name === '*') {
      if (source) this.#importListed(node, source.scope, (one) => resolve([...from.path, one]), moment);
      return;
    }
    // In a package, `from . import name` binds the name to the module that it loads.
    const isNamed = source !== undefined && source.scope !== home && source.scope.names.has(name);
    if (!isNamed) this.#reach(resolve([...from.path, name]), moment);
    if (source && !isNamed) this.runNamed(source.scope, '__getattr__', moment);
  }

  /** Marks the modules of a package that `import *` loads, because `__all__` of the package has their names. */
  #importListed(
    node: PythonNode,
    scope: ModuleScope,
    resolve: (name: string) => OwnModule | undefined,
    moment: Moment,
  ): void {
    if (!scope.names.has('__all__')) return;
    const names = elementsOf(this.reachability.evaluator.moduleAttribute(scope, '__all__', 0));
    for (const name of textsOf(names)) this.#reach(resolve(name), moment);
    // Names that are computed from files are those of the modules of the folder.
    if (LISTS_FILES.test(scope.source.latin) && names.refs.some((ref) => !isLoaded(ref)))
      for (const module of this.own.loadedBy(node, scope)) this.#reach(module, moment);
  }

  /** Reaches the modules that a call imports by name, and remembers the call if the name is unknown. */
  loadByName(path: string, args: Arguments, scope: Scope, moment: Moment, node: PythonNode): void {
    const { home } = scope;
    const texts = args.all.flatMap(textsOf);
    if (FINDS_ONLY.test(path)) return;
    const files = args.all.flatMap((value) => this.reachability.evaluator.modulesAt(value).refs);
    const words = args.all.flatMap((value) => value.words);
    for (const ref of files) if (ref.kind === 'module') this.#load(ref, path, words, moment);
    for (const text of texts) {
      const [, dots, rest] = /^(\.*)(.*)$/s.exec(text)!;
      const names = rest!.split('.').filter((part) => part !== '');
      const isName = names.length > 0 && names.length < 20;
      const module = isName ? this.own.resolve(home, { level: dots!.length, path: names }) : undefined;
      if (!module) continue;
      names.forEach((_name, index) =>
        this.#reach(this.own.resolve(home, { level: dots!.length, path: names.slice(0, index + 1) }), moment),
      );
      this.#reach(module, moment);
    }
    const isUnknown = args.all.slice(0, 2).some(({ refs }) => refs.some((ref) => !isLoaded(ref)));
    const isOfName = /^(importlib\.import_module|builtins\.__import__)$/.test(path);
    if (isUnknown || (isOfName && this.#hasUnknownPart(node.child('arguments')?.named[0], scope)))
      this.#unknown.set(node, { scope, moment, path });
    else this.#unknown.delete(node);
  }

  /** True for a text that is made of several values, of which one is not known. Their known texts are combined. */
  #hasUnknownPart(node: PythonNode | undefined, scope: Scope): boolean {
    const isText =
      node?.type === 'string' || node?.type === 'binary_operator' || node?.type === 'parenthesized_expression';
    if (isText)
      return node.named.some((part) =>
        part.type === 'interpolation'
          ? this.#hasUnknownPart(part.child('expression') ?? part.named[0], scope)
          : part.type !== 'string_content' && this.#hasUnknownPart(part, scope),
      );
    return (
      /^(identifier|attribute|subscript|call)$/.test(node?.type ?? '') &&
      this.reachability.evaluator.evaluate(node, scope).refs.some((ref) => !isLoaded(ref))
    );
  }

  /** Reaches all modules near the calls that import what is still unknown. @returns true if there are such calls */
  loadUnknown(): boolean {
    for (const [node, { scope, moment, path }] of this.#unknown) {
      const folder = path === 'importlib.import_module' ? importedFolder(node, scope) : undefined;
      for (const module of this.own.loadedBy(node, scope.home, folder)) {
        this.#load(module, path, [], moment);
        if (this.reachability.evaluator.addLoaded(node, module)) this.reachability.hasChanged = true;
      }
    }
    const hasAny = this.#unknown.size > 0;
    this.#unknown.clear();
    return hasAny;
  }

  /** Marks a function of a module that Python calls by its name. */
  runNamed(scope: ModuleScope, name: string, moment: Moment): void {
    const { evaluator } = this.reachability;
    if (scope.names.has(name)) this.reachability.runValue(evaluator.moduleAttribute(scope, name, 0), moment);
  }

  /** Lets imports find modules in all folders, because the search path, or that of a package, is changed. */
  changePath(isOfPackage: boolean): void {
    if (this.own.changePath(isOfPackage)) this.#forgetImports();
  }

  /**
   * Reaches the modules in a folder that is added to the search path, if they have the names of modules of Python or of
   * well-known packages: other packages import them instead.
   */
  reachShadows({ marks, words }: Value, moment: Moment): void {
    if ((marks & OWN_FOLDER) === 0 || !runsOnLoad(moment)) return;
    const parts = words.flatMap((word) => word.split(/[\\/]+/)).filter((part) => !/^\.?$/.test(part));
    if (parts.length === 0) return;
    for (const path of this.own.paths) {
      const names = path.replace(/(\/__init__)?\.pyw?$/, '').split('/');
      const name = names.pop()!;
      const isKnown = isStandard(name) || isWellKnownPackage(name.replaceAll('_', '-').toLowerCase());
      // Many packages have tests of this name, which nothing imports.
      if (isKnown && name !== 'test' && `/${names.join('/')}`.endsWith(`/${parts.join('/')}`))
        this.#reach(this.own.file(path), moment);
    }
  }

  #forgetImports(): void {
    this.reachability.evaluator.dependencies.invalidateAll();
    this.reachability.hasChanged = true;
  }

  /** Reaches a module that a call loads. Under the name that the call gives it, it may belong to another package. */
  #load(module: OwnModule, call: string, names: readonly string[], moment: Moment): void {
    if (LOADS_FILE.test(call) && this.own.place(module.scope, names)) this.#forgetImports();
    this.#reach(module, moment);
  }

  #reach(module: OwnModule | undefined, moment: Moment): void {
    if (module && !this.isStopped) this.reachability.reachModule(module, moment);
  }
}
