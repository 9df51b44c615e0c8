import type { PythonNode } from '../python-syntax.js';
import type { Arguments } from './evaluation.js';
import type { Moment } from './external-call.js';
import type { OwnModules } from './own-modules.js';
import { importedFolder } from './name-prefix.js';
import type { ModuleScope, Scope } from './scopes.js';
import { type OwnModule, type Ref, textsOf } from './values.js';
import type { Reachability } from './reachability.js';

/** True for modules, and for specifications of modules, whose files are known where these were made. */
const isLoaded = (ref: Ref): boolean =>
  ref.kind === 'module' || (ref.kind === 'external' && /^importlib\.util\.\w+\(\)$/.test(ref.path));

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
    for (const { from, name, whole } of home.source.importsOf(node)) {
      const paths = whole
        ? whole.map((_part, index) => whole.slice(0, index + 1))
        : from.path.map((_part, index) => from.path.slice(0, index + 1));
      if (from.level > 0 && paths.length === 0) paths.push([]);
      for (const path of paths) this.#reach(this.own.resolve(home, { level: from.level, path }), moment);
      if (name === undefined || name === '*') continue;
      const source = this.own.resolve(home, from);
      // In a package, `from . import name` binds the name to the module that it loads.
      const isNamed = source !== undefined && source.scope !== home && source.scope.names.has(name);
      if (!isNamed) this.#reach(this.own.resolve(home, { level: from.level, path: [...from.path, name] }), moment);
      if (source && !isNamed) this.runNamed(source.scope, '__getattr__', moment);
    }
  }

  /** Reaches the modules that a call imports by name, and remembers the call if the name is unknown. */
  loadByName(path: string, args: Arguments, scope: Scope, moment: Moment, node: PythonNode): void {
    const { home } = scope;
    const texts = args.all.flatMap(textsOf);
    if (path === 'importlib.util.find_spec' || path === 'importlib.invalidate_caches') return;
    const files = args.all.flatMap((value) => this.reachability.evaluator.modulesAt(value).refs);
    for (const ref of files) if (ref.kind === 'module') this.#reach(ref, moment);
    let isFound = files.length > 0;
    for (const text of texts) {
      const [, dots, rest] = /^(\.*)(.*)$/s.exec(text)!;
      const names = rest!.split('.').filter((part) => part !== '');
      const isName = names.length > 0 && names.length < 20;
      const module = isName ? this.own.resolve(home, { level: dots!.length, path: names }) : undefined;
      if (!module) continue;
      isFound = true;
      names.forEach((_name, index) =>
        this.#reach(this.own.resolve(home, { level: dots!.length, path: names.slice(0, index + 1) }), moment),
      );
      this.#reach(module, moment);
    }
    const isUnknown = args.all
      .slice(0, 2)
      .some((value) => textsOf(value).length === 0 && value.refs.some((ref) => !isLoaded(ref)));
    if (!isFound && isUnknown) this.#unknown.set(node, { scope, moment, path });
    else this.#unknown.delete(node);
  }

  /** Reaches all modules near the calls that import what is still unknown. @returns true if there are such calls */
  loadUnknown(): boolean {
    for (const [node, { scope, moment, path }] of this.#unknown) {
      const folder = path === 'importlib.import_module' ? importedFolder(node, scope) : undefined;
      for (const module of this.own.near(scope.home, folder)) this.#reach(module, moment);
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

  /** Lets imports find modules in all folders, because the search path is changed. */
  changePath(): void {
    if (this.own.isPathChanged) return;
    this.own.changePath();
    this.reachability.evaluator.dependencies.invalidateAll();
    this.reachability.hasChanged = true;
  }

  #reach(module: OwnModule | undefined, moment: Moment): void {
    if (module && !this.isStopped) this.reachability.reachModule(module, moment);
  }
}
