import type { Follower, Outside } from './python-follower.js';
import { ELSEWHERE, normalPath, PACKAGES_FOLDER } from './python-files.js';
import { translated } from './python-globs.js';
import { checkFile, openedAt } from './python-open-files.js';
import { type Arguments, constant, type List, type PythonPath, textOf, type Value } from './python-values.js';

const PATHS_MAX = 10_000;

/** The text of a path, which may be a `pathlib.Path`. */
export const pathOf = (value: Value | undefined): string | undefined =>
  value?.kind === 'path' ? value.path : textOf(value);

const pathValue = (path: string): PythonPath => ({ kind: 'path', path });

/** Joins parts as `os.path.join` does. */
const joined = (parts: readonly string[]): string =>
  parts.reduce((path, part) => (part.startsWith('/') || path === '' ? part : `${path.replace(/\/$/, '')}/${part}`), '');

/** A path that is not in the archive, as where the host was started is not known. */
const elsewhere = (path: string): string => normalPath(`${ELSEWHERE}/${path}`);
const absolute = (path: string): string => (path.startsWith('/') ? normalPath(path) : elsewhere(path));

const directory = (path: string): string => {
  const at = path.lastIndexOf('/') + 1;
  const head = path.slice(0, at);
  return /^\/*$/.test(head) ? head : head.slice(0, -1);
};
const base = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

function splitExtension(path: string): [string, string] {
  const name = base(path);
  const at = name.lastIndexOf('.');
  const hasExtension = at > 0 && /[^.]/.test(name.slice(0, at));
  return hasExtension ? [path.slice(0, path.length - name.length + at), name.slice(at)] : [path, ''];
}

function relative(path: string, start: string): string {
  const [to, from] = [normalPath(path).split('/'), normalPath(start).split('/')];
  let same = 0;
  while (same < to.length && same < from.length && to[same] === from[same]) same++;
  return [...from.slice(same).map(() => '..'), ...to.slice(same)].join('/') || '.';
}

const changing =
  (change: (path: string) => string): Outside =>
  (_follow, { positional: [given] }) => {
    const path = pathOf(given);
    return path === undefined ? undefined : constant(change(path));
  };
/** Folders that the host makes before it loads packages. */
const HOST_DIRECTORY = /^folder_paths\.get_(input|output|temp|user)_directory\(\)$/;

const asking =
  (...kinds: string[]): Outside =>
  (follow, { positional: [given] }) => {
    const path = pathOf(given);
    const isOfHost = given?.kind === 'unknown' && HOST_DIRECTORY.test(given.outside ?? '');
    const kind = path === undefined ? (isOfHost ? 'folder' : undefined) : follow.files.kindOf(path);
    return kind === undefined ? undefined : constant(kinds.includes(kind));
  };
const pairOf = (follow: Follower, pair: readonly string[]): List =>
  follow.list(
    'tuple',
    pair.map((part) => constant(part)),
  );

/** The paths in an installed folder and below it, folders first; undefined if it is outside of the archive. */
function below(follow: Follower, top: string): string[] | undefined {
  const found: string[] = [];
  const open = [top];
  for (let folder = open.shift(); folder !== undefined && found.length < PATHS_MAX; folder = open.shift()) {
    const names = follow.files.list(folder);
    if (!names) return folder === top ? undefined : found;
    follow.charge(names.length);
    for (const name of names) {
      const path = joined([folder, name]);
      found.push(path);
      if (follow.files.kindOf(path) === 'folder') open.push(path);
    }
  }
  return found;
}

/** The paths in a folder that a pattern of `glob` matches; undefined if they are unknown. */
function matching(follow: Follower, top: string, pattern: string, isHiddenToo: boolean): string[] | undefined {
  const isDeep = pattern.includes('/') || pattern.includes('**');
  const all = isDeep ? below(follow, top) : follow.files.list(top)?.map((name) => joined([top, name]));
  const expression = translated(pattern, isHiddenToo);
  if (!all || !expression) return undefined;
  follow.charge(all.length);
  const prefix = top === '' ? 0 : top.replace(/\/$/, '').length + 1;
  const isFolderOnly = pattern.endsWith('/') || pattern.endsWith('**');
  return all.filter(
    (path) => expression.test(path.slice(prefix)) && (!isFolderOnly || follow.files.kindOf(path) === 'folder'),
  );
}

const globbed: Outside = (follow, { positional: [given], named }) => {
  const written = pathOf(given);
  const root = named.has('root_dir') ? pathOf(named.get('root_dir')) : '';
  if (written === undefined || root === undefined) return undefined;
  const pattern = joined([root, written]);
  const magic = /[*?[]/.exec(pattern)?.index ?? pattern.length;
  const at = pattern.lastIndexOf('/', magic);
  if (at === -1) return undefined;
  // Without `recursive=True`, `**` is the same as `*`.
  const isRecursive = named.has('recursive');
  const rest = pattern.slice(at + 1);
  const found = matching(follow, pattern.slice(0, at), isRecursive ? rest : rest.replaceAll('**', '*'), false);
  const prefix = root === '' || written.startsWith('/') ? 0 : root.replace(/\/$/, '').length + 1;
  return (
    found &&
    follow.list(
      'list',
      found.map((path) => constant(path.slice(prefix))),
      undefined,
      0,
    )
  );
};

/** Functions of the standard library on paths and files, by their dotted names. */
export const PATH_FUNCTIONS: Readonly<Record<string, Outside>> = {
  'os.path.join': (_follow, { positional }) => {
    const parts = positional.map(pathOf);
    return parts.every((part) => part !== undefined) ? constant(joined(parts)) : undefined;
  },
  'os.path.dirname': changing(directory),
  'os.path.basename': changing(base),
  'os.path.abspath': changing(absolute),
  'os.path.realpath': changing(absolute),
  'os.path.normpath': changing(normalPath),
  'os.path.normcase': changing((path) => path),
  'os.path.expanduser': changing((path) => (path.startsWith('~') ? elsewhere(path) : path)),
  'os.fspath': changing((path) => path),
  'os.path.split': (follow, { positional: [given] }) => {
    const path = pathOf(given);
    return path === undefined ? undefined : pairOf(follow, [directory(path), base(path)]);
  },
  'os.path.splitext': (follow, { positional: [given] }) => {
    const path = pathOf(given);
    return path === undefined ? undefined : pairOf(follow, splitExtension(path));
  },
  'os.path.relpath': (_follow, { positional: [given, start] }) => {
    const [path, from] = [pathOf(given), pathOf(start)];
    return path === undefined || from === undefined ? undefined : constant(relative(path, from));
  },
  'os.path.exists': asking('file', 'folder'),
  'os.access': (follow, given) => {
    const mode = given.positional[1];
    const isRead = mode?.kind === 'unknown' && /^os\.(R|F)_OK$/.test(mode.outside ?? '');
    return isRead ? asking('file', 'folder')(follow, given) : undefined;
  },
  'os.path.isfile': asking('file'),
  'os.path.isdir': asking('folder'),
  'os.path.islink': asking(),
  'folder_paths.get_folder_paths': (follow, { positional: [given] }) =>
    textOf(given) === 'custom_nodes' ? follow.list('list', [constant(PACKAGES_FOLDER)]) : undefined,
  'os.listdir': (follow, { positional: [given] }) => {
    const path = pathOf(given);
    if (path !== undefined) checkFile(follow, path);
    const names = path === undefined ? undefined : follow.files.list(path);
    return names && follow.list('list', names.map(constant), undefined, 0);
  },
  'os.scandir': (follow, { positional: [given] }) => {
    const path = pathOf(given);
    const names = path === undefined ? undefined : follow.files.list(path);
    return (
      names &&
      follow.list(
        'list',
        names.map((name) => ({ ...pathValue(joined([path!, name])), isEntry: true })),
        undefined,
        0,
      )
    );
  },
  'os.walk': (follow, { positional: [given] }) => {
    const top = pathOf(given);
    return top !== undefined && follow.files.kindOf(top) === 'folder' ? { kind: 'walk', top } : undefined;
  },
  'glob.glob': globbed,
  'glob.iglob': globbed,
  'fnmatch.fnmatch': (_follow, { positional: [name, pattern] }) => {
    const [text, expression] = [textOf(name), textOf(pattern)];
    const found = text === undefined || expression === undefined ? undefined : translated(expression, true, true);
    return found && constant(found.test(text!));
  },
  'fnmatch.filter': (follow, { positional: [names, pattern] }) => {
    const expression = textOf(pattern);
    const found = expression === undefined ? undefined : translated(expression, true, true);
    if (!found || names?.kind !== 'list' || names.loose !== undefined) return undefined;
    const texts = names.items.map(textOf);
    follow.charge(texts.length);
    if (texts.includes(undefined)) return undefined;
    return follow.list(
      'list',
      names.items.filter((_, at) => found.test(texts[at]!)),
      undefined,
      names.orderedTo,
    );
  },
  'pathlib.Path': (_follow, { positional }) => {
    const parts = positional.map(pathOf);
    return parts.every((part) => part !== undefined) ? pathValue(normalPath(joined(parts)) || '.') : undefined;
  },
};

/** One step of `os.walk`. Its list of folders may be changed by the loop that goes through them. */
export function walkStep(follow: Follower, folder: string): { readonly step: List; readonly folders: List } {
  const names = follow.files.list(folder) ?? [];
  follow.charge(names.length);
  const isFolder = (name: string): boolean => follow.files.kindOf(joined([folder, name])) === 'folder';
  const folders = follow.list('list', names.filter(isFolder).map(constant), undefined, 0);
  const files = follow.list('list', names.filter((name) => !isFolder(name)).map(constant), undefined, 0);
  return { step: follow.list('tuple', [constant(folder), folders, files]), folders };
}

export const joinedPath = (folder: string, name: string): string => joined([folder, name]);

type PathMethod = (follow: Follower, self: PythonPath, given: Arguments) => Value | undefined;

const globMethod =
  (isDeep: boolean): PathMethod =>
  (follow, { path }, { positional: [given] }) => {
    const pattern = textOf(given);
    const found = pattern === undefined ? undefined : matching(follow, path, (isDeep ? '**/' : '') + pattern, true);
    return found && follow.list('list', found.map(pathValue), undefined, 0);
  };
const kindMethod =
  (...kinds: string[]): PathMethod =>
  (follow, { path }) =>
    asking(...kinds)(follow, { positional: [constant(path)], named: new Map() });

const PATH_METHODS: Readonly<Record<string, PathMethod>> = {
  exists: kindMethod('file', 'folder'),
  is_file: kindMethod('file'),
  is_dir: kindMethod('folder'),
  resolve: (_follow, { path }) => pathValue(path),
  absolute: (_follow, { path }) => pathValue(path),
  expanduser: (_follow, { path }) => pathValue(path),
  as_posix: (_follow, { path }) => constant(path),
  __str__: (_follow, { path }) => constant(path),
  __fspath__: (_follow, { path }) => constant(path),
  joinpath: (_follow, { path }, { positional }) => {
    const parts = positional.map(pathOf);
    return parts.every((part) => part !== undefined) ? pathValue(normalPath(joined([path, ...parts]))) : undefined;
  },
  with_suffix: (_follow, { path }, { positional: [given] }) => {
    const suffix = textOf(given);
    return suffix === undefined ? undefined : pathValue(splitExtension(path)[0] + suffix);
  },
  with_name: (_follow, { path }, { positional: [given] }) => {
    const name = textOf(given);
    return name === undefined ? undefined : pathValue(joined([directory(path), name]));
  },
  relative_to: (_follow, { path }, { positional: [given] }) => {
    const start = pathOf(given);
    const isBelow = start !== undefined && (path === start || path.startsWith(`${start.replace(/\/$/, '')}/`));
    return isBelow ? pathValue(relative(path, start)) : undefined;
  },
  is_relative_to: (_follow, { path }, { positional: [given] }) => {
    const start = pathOf(given)?.replace(/\/$/, '');
    return start === undefined ? undefined : constant(path === start || path.startsWith(`${start}/`));
  },
  open: (follow, { path }, { positional, named }) => openedAt(follow, path, positional[0] ?? named.get('mode')),
  read_text: (follow, { path }) => {
    checkFile(follow, path);
    const content = follow.files.contentOf(path);
    return typeof content === 'string' ? constant(content) : undefined;
  },
  iterdir: (follow, { path }) => {
    const names = follow.files.list(path);
    return (
      names &&
      follow.list(
        'list',
        names.map((name) => pathValue(joined([path, name]))),
        undefined,
        0,
      )
    );
  },
  glob: globMethod(false),
  rglob: globMethod(true),
  match: (_follow, { path }, { positional: [given] }) => {
    const pattern = textOf(given);
    const found = pattern === undefined || pattern.includes('/') ? undefined : translated(pattern, true);
    return found && constant(found.test(base(path)));
  },
};

/** An attribute of a path; undefined if it has none of that name, or it is unknown. */
export function attributeOfPath(follow: Follower, self: PythonPath, name: string): Value | undefined {
  const { path, isEntry } = self;
  switch (name) {
    case 'name':
      return constant(base(path));
    case 'path':
      return isEntry ? constant(path) : undefined;
    case 'stem':
      return constant(base(splitExtension(path)[0]));
    case 'suffix':
      return constant(splitExtension(path)[1]);
    case 'parent':
      return pathValue(directory(path) || '.');
    case 'parents': {
      const all: PythonPath[] = [];
      for (let at = path; directory(at) !== at && directory(at) !== ''; at = directory(at))
        all.push(pathValue(directory(at)));
      return follow.list('tuple', all);
    }
    case 'parts':
      return follow.list(
        'tuple',
        [...(path.startsWith('/') ? ['/'] : []), ...path.split('/').filter((part) => part !== '')].map(constant),
      );
    default:
      return Object.hasOwn(PATH_METHODS, name) ? { kind: 'native', name, self } : undefined;
  }
}

/** The result of a method of a path; undefined if it is unknown. */
export const callPathMethod = (
  follow: Follower,
  self: PythonPath,
  name: string,
  given: Arguments,
): Value | undefined => (given.loose ? undefined : PATH_METHODS[name]?.(follow, self, given));
