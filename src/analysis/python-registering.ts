import type { Follower, Outside } from './python-follower.js';
import { installedPath } from './python-files.js';
import { type Dictionary, type Scope, textOf } from './python-values.js';

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

/** Functions of libraries that import the core-nodes of the package which calls them, by their dotted names. */
export const REGISTERING: Readonly<Record<string, Outside>> = {
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
