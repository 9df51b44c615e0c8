import type { Follower, Outside } from './python-follower.js';
import { joinedPath, pathOf } from './python-paths.js';
import { type Arguments, constant, type List, NONE, textOf, type Value } from './python-values.js';

const MODULES_MAX = 2000;

/** The path that the arguments of a loader of files name. */
export const locationOf = ({ positional: [, location], named }: Arguments): string | undefined =>
  pathOf(location ?? named.get('location') ?? named.get('path'));

const specAt: Outside = (follow, given) => {
  const path = locationOf(given);
  const module = path === undefined ? undefined : follow.moduleAt(path);
  const isMissing = path !== undefined && follow.files.kindOf(path) === 'nothing';
  const name = given.positional[0] ?? given.named.get('name');
  return name && (module || isMissing) ? { kind: 'spec', module, name: textOf(name) } : undefined;
};

function loaded(follow: Follower, value: Value | undefined): Value | undefined {
  if (value?.kind !== 'spec') return undefined;
  const { module, name } = value;
  return module ? { kind: 'module', scope: follow.load(module, name) } : follow.newModule(constant(name ?? ''));
}

/** The modules in installed folders as `pkgutil` lists them; undefined if a folder is outside of the archive. */
function modulesIn(
  follow: Follower,
  folders: readonly (string | undefined)[],
  prefix: string,
  isDeep: boolean,
): List | undefined {
  const found: List[] = [];
  for (const folder of folders) {
    const names = folder === undefined ? undefined : follow.files.list(folder);
    if (!names || folder === undefined) return undefined;
    follow.charge(names.length);
    for (const file of names) {
      if (found.length > MODULES_MAX) return undefined;
      const path = joinedPath(folder, file);
      const isPackage = follow.files.kindOf(joinedPath(path, '__init__.py')) === 'file';
      const name = isPackage ? file : /^(.*)\.py$/s.exec(file)?.[1];
      if (name === undefined || name === '__init__' || name.includes('.')) continue;
      const entry = follow.list('tuple', [NONE, constant(prefix + name), constant(isPackage)]);
      entry.names = ['module_finder', 'name', 'ispkg'];
      found.push(entry);
      const inner = isPackage && isDeep ? modulesIn(follow, [path], `${prefix}${name}.`, true) : undefined;
      for (const one of inner?.items ?? []) if (one.kind === 'list') found.push(one);
    }
  }
  return follow.list('list', found);
}

const listing =
  (isDeep: boolean): Outside =>
  (follow, { positional: [paths, prefix], named }) => {
    const [given, said] = [paths ?? named.get('path'), prefix ?? named.get('prefix')];
    const { items, loose } = given ? follow.itemsOf(given) : { items: [] };
    const written = said ? textOf(said) : '';
    return !given || loose || written === undefined ? undefined : modulesIn(follow, items.map(pathOf), written, isDeep);
  };

/** Functions of the standard library that find and run modules, by their dotted names. */
export const IMPORTING: Readonly<Record<string, Outside>> = {
  'types.ModuleType': (follow, { positional: [name] }) => name && follow.newModule(name),
  'imp.new_module': (follow, { positional: [name] }) => name && follow.newModule(name),
  'importlib.util.spec_from_file_location': specAt,
  'importlib.machinery.SourceFileLoader': specAt,
  'importlib.util.spec_from_loader': (_follow, { positional: [, loader] }) =>
    loader?.kind === 'spec' ? loader : undefined,
  'importlib.util.module_from_spec': (follow, { positional: [spec] }) => loaded(follow, spec),
  'importlib.reload': (follow, { positional: [module] }) => {
    if (module?.kind !== 'module') return undefined;
    follow.reload(module.scope);
    return module;
  },
  'imp.load_source': (follow, given) => loaded(follow, specAt(follow, given)),
  'runpy.run_path': (follow, { positional: [path] }) => {
    const module = loaded(follow, specAt(follow, { positional: [NONE, path ?? NONE], named: new Map() }));
    return module?.kind === 'module' ? module.scope.names : undefined;
  },
  'pkgutil.iter_modules': listing(false),
  'pkgutil.walk_packages': listing(true),
  'sys.path.append': (follow, { positional: [path] }) => {
    follow.addSearchPath(pathOf(path) ?? '');
    return NONE;
  },
  'sys.path.insert': (follow, { positional: [, path] }) => {
    follow.addSearchPath(pathOf(path) ?? '');
    return NONE;
  },
};

/** The result of a method of a spec or its loader. */
export function callSpecMethod(follow: Follower, self: Value, name: string): Value | undefined {
  if (name === 'exec_module') {
    loaded(follow, self);
    return NONE;
  }
  return name === 'load_module' || name === 'create_module' ? loaded(follow, self) : undefined;
}
