import type { Follower, Outside } from './python-follower.js';
import { installedPath } from './python-files.js';
import { membersOf } from './python-members.js';
import { joinedPath, pathOf } from './python-paths.js';
import { truthOf } from './python-comparisons.js';
import { constant, type Dictionary, type Scope, textOf, type Unknown } from './python-values.js';

const NAMES = ['NODE_CLASS_MAPPINGS', 'NODE_DISPLAY_NAME_MAPPINGS'];

/** The modules that `comfy_env` imports of a folder: the folder as a package, or else the packages in it. */
function packagesIn(follow: Follower, folder: string): Scope[] {
  const load = (path: string): Scope[] => {
    const module = follow.moduleAt(installedPath(`${path}/__init__.py`));
    return module ? [follow.load(module)] : [];
  };
  const own = load(folder);
  if (own.some(({ names }) => names.get(NAMES[0]!))) return own;
  return [...own, ...(follow.files.list(installedPath(folder)) ?? []).flatMap((name) => load(`${folder}/${name}`))];
}

function joined(follow: Follower, scopes: readonly Scope[], name: string): Dictionary {
  const made = follow.dictionary();
  for (const { names } of scopes) {
    const mappings = names.get(name);
    if (mappings) follow.merge(made, mappings);
  }
  return made;
}

/** The sources in an installed folder and the folders in it, in order. */
function sourcesBelow(follow: Follower, folder: string): string[] {
  const names = follow.files.list(folder) ?? [];
  follow.charge(names.length);
  return names.flatMap((name) => {
    const path = joinedPath(folder, name);
    return follow.files.kindOf(path) === 'folder' ? sourcesBelow(follow, path) : /\.py$/.test(name) ? [path] : [];
  });
}

const unknown = (why: string): Unknown => ({ kind: 'unknown', why, text: 'loader', file: '', line: 0 });

/**
 * The mappings that the loader of `cozy_comfyui` makes: it imports all sources in a folder, and maps the `NAME` of each
 * class that has one.
 */
const cozyLoader: Outside = (follow, { positional, named, loose }) => {
  const [root, pack, folder = constant(''), category = constant(''), rename = constant(true)] = [
    'root_str',
    'pack',
    'directory',
    'category',
    'rename',
  ].map((name, at) => positional[at] ?? named.get(name));
  const [top, inner, prefix, isRenamed] = [pathOf(root), textOf(folder), textOf(category), truthOf(rename)];
  const suffix = isRenamed ? textOf(pack) : '';
  if (top === undefined || inner === undefined || isRenamed === undefined || suffix === undefined || loose)
    return undefined;
  const [classes, titles] = [follow.dictionary(), follow.dictionary()];
  for (const path of sourcesBelow(follow, joinedPath(top, inner))) {
    const module = /(^|\/)_[^/]*$/.test(path) ? undefined : follow.moduleAt(path);
    const scope = module && follow.load(module);
    const members = scope && membersOf(follow, { kind: 'module', scope }, undefined, unknown);
    for (const member of members?.items ?? []) {
      const [key, of] = follow.itemsOf(member).items;
      const said = of?.kind === 'class' ? textOf(follow.attributeOf(of, 'NAME')) : undefined;
      if (!of || said === undefined || /(Lexicon|BaseNode)$/.test(textOf(key) ?? '')) continue;
      const name = constant(suffix === '' ? said : `${said} (${suffix})`);
      follow.put(classes, name, of);
      follow.put(titles, name, name);
      const own = follow.attributeOf(of, 'CATEGORY');
      const isInside = prefix !== undefined && textOf(own)?.startsWith(prefix);
      if (textOf(own) !== undefined && !isInside)
        follow.setAttribute(
          of,
          constant('CATEGORY'),
          prefix === undefined ? category : constant(`${prefix}/${textOf(own)}`),
        );
    }
    if (scope?.names.get('import_dynamic')) follow.loosen(classes, unknown('adds classes that can’t be known'));
    if (members?.loose) follow.loosen(classes, members.loose);
  }
  return follow.list('tuple', [classes, titles]);
};

/** Functions of libraries that import the core-nodes of the package which calls them, by their dotted names. */
export const REGISTERING: Readonly<Record<string, Outside>> = {
  'cozy_comfyui.node.loader': cozyLoader,
  'comfy_env.register_nodes': (follow, { positional: [given], named }) => {
    const folder = given || named.size > 0 ? textOf(given ?? named.get('nodes_package')) : 'nodes';
    const scopes = folder === undefined ? [] : packagesIn(follow, folder);
    return scopes.length === 0
      ? undefined
      : follow.list(
          'tuple',
          NAMES.map((name) => joined(follow, scopes, name)),
        );
  },
};
