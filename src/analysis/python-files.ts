import { constant, type Value } from './python-values.js';

/**
 * Part of every text that depends on where the package is installed. Such a text can name a file of the archive, and
 * is no value of a field.
 */
export const PLACE = '\uF8FF';

/** The folder of the host. No part of it is known, nor how deep it is. */
export const HOST_FOLDER = `/${PLACE}`.repeat(6);

/** The folder that packages are installed into. Packages look for its name in paths. */
export const PACKAGES_FOLDER = `${HOST_FOLDER}/custom_nodes`;

/** The folder that the archive is unpacked into. */
const ROOT = `${PACKAGES_FOLDER}/${PLACE}`;

/** The parent of paths outside of the archive. */
export const ELSEWHERE = `/${PLACE}elsewhere`;

/** The same value, with a slash for the separator of paths: paths have slashes here, whatever it is elsewhere. */
export const withSlash = (value: Value): Value =>
  value.kind === 'unknown' && /^os\.(path\.)?sep$/.test(value.outside ?? '') ? constant('/') : value;

/** True for a text that is in no folder above an archive: it contains a name that Python gives to files and folders. */
export const isInNoPlace = (part: string): boolean => /__(init|main|pycache)__|\.pyc?$/.test(part);

/** The maximum length and depth of paths. Packages in use have none beyond. */
const PATH_MAX = 1000;
const DEPTH_MAX = 60;

/** The name under which Python imports the folder as a package. */
export const ROOT_PACKAGE = `${PLACE}`;

/** A path without `.`, `..` and doubled slashes, as `os.path.normpath` makes it. */
export function normalPath(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else if (part !== '..' || !path.startsWith('/')) parts.push(part);
  }
  return (path.startsWith('/') ? '/' : '') + parts.join('/') || '.';
}

/** The path of a file when it is installed, from its path in the archive. */
export const installedPath = (path: string): string => (path === '' ? ROOT : `${ROOT}/${path}`);

/** The path in a package of a file that is installed in any package; undefined if it is in none. */
function innerPath(path: string): string | undefined {
  const [, ...inner] = path.startsWith(`${PACKAGES_FOLDER}/`) ? path.slice(PACKAGES_FOLDER.length + 1).split('/') : [];
  return inner.length > 0 ? inner.join('/') : undefined;
}

/** True for the folder that packages are installed into. It has this package alone, under a name that is not known. */
const isPackagesFolder = (path: string): boolean => normalPath(path) === PACKAGES_FOLDER;

/** The name of the project and of its repository in the text of a `pyproject.toml`. */
const namesIn = (settings: string): string[] =>
  [
    ...settings.matchAll(
      /^[ \t]*(?:name|"?repository"?)[ \t]*=[ \t]*["'](?:https?:[^"'\n]*\/)?([^"'\n/]{2,100})["']/gim,
    ),
  ].map(([, name]) => name!.replace(/\.git$/, ''));

const foldedName = (name: string): string => name.toLowerCase().replace(/[-_. ]/g, '');

/** The files and folders of an archive, as the package sees them. */
export class ArchiveFiles {
  /** The names in each folder, true for folders. */
  readonly #folders = new Map<string, Map<string, boolean>>([['', new Map()]]);

  /** The names that the folder of the package may have; empty if nothing is known of them. */
  #ownNames: readonly string[] | undefined;
  /** The contents of files that were read, by their paths in the archive. */
  readonly #contents = new Map<string, string | undefined>();
  /** The contents of files that the package wrote, by their installed paths. */
  readonly #written = new Map<string, Value>();

  /**
   * @param paths as in the archive; those of folders end with `/`
   * @param read reads a file that is no source; undefined if its content is unknown
   */
  constructor(
    paths: Iterable<string>,
    private readonly read: (path: string) => string | undefined,
  ) {
    for (const path of paths) this.#add(path);
  }

  /** The text of a file, or what was written into it; undefined if it is unknown. */
  contentOf(path: string): string | Value | undefined {
    const inside = this.inArchive(path);
    const written = this.#written.get(normalPath(path));
    if (written || inside === undefined) return written;
    // Sources may read a file once for each of their nodes.
    if (!this.#contents.has(inside)) this.#contents.set(inside, this.read(inside));
    return this.#contents.get(inside);
  }

  /** Notes what the package writes into a file. */
  write(path: string, content: Value): void {
    const inside = this.inArchive(path);
    if (inside !== undefined) this.#add(inside);
    this.#written.set(normalPath(path), content);
  }

  #add(path: string): void {
    const parts = path.split('/').filter((part) => part !== '' && part !== '.');
    if (path.length > PATH_MAX || parts.length > DEPTH_MAX) return;
    const isFolder = path.endsWith('/');
    let folder = '';
    parts.forEach((part, index) => {
      const inner = folder === '' ? part : `${folder}/${part}`;
      const isInnerFolder = isFolder || index < parts.length - 1;
      const names = this.#folders.get(folder)!;
      names.set(part, isInnerFolder || names.get(part) === true);
      if (isInnerFolder && !this.#folders.has(inner)) this.#folders.set(inner, new Map());
      folder = inner;
    });
  }

  /** The path in the archive of an installed path; undefined if that is outside of the archive. */
  inArchive(path: string): string | undefined {
    const normal = normalPath(path.replaceAll('\\', '/'));
    if (normal === ROOT) return '';
    if (normal.startsWith(`${ROOT}/`)) return normal.slice(ROOT.length + 1);
    return this.#inNamedFolder(normal);
  }

  /** A path that names the package's own folder, whose name is not known, but whose content is. */
  #inNamedFolder(path: string): string | undefined {
    const inside = innerPath(path);
    if (inside === undefined || this.#kindInside(inside) === 'nothing') return undefined;
    const folder = path.slice(PACKAGES_FOLDER.length + 1).split('/')[0]!;
    // The name may have changed a little.
    const isLike = (own: string): boolean => own.includes(foldedName(folder)) || foldedName(folder).includes(own);
    return folder === PLACE || this.#names.length === 0 || this.#names.some(isLike) ? inside : undefined;
  }

  /** True for a name that the folder of the package has in some registry; undefined if nothing is known of it. */
  isOwnName(name: string): boolean | undefined {
    return this.#names.length === 0 ? undefined : this.#names.includes(foldedName(name));
  }

  get #names(): readonly string[] {
    return (this.#ownNames ??= namesIn(this.read('pyproject.toml') ?? '').map(foldedName));
  }

  /** The names in an installed folder, in order; undefined if it is outside of the archive or no folder. */
  list(path: string): readonly string[] | undefined {
    if (isPackagesFolder(path)) return [PLACE];
    const folder = this.inArchive(path);
    const names = folder === undefined ? undefined : this.#folders.get(folder);
    return names && [...names.keys()].sort();
  }

  /** The file or folder at an installed path; undefined if the path is outside of the archive. */
  kindOf(path: string): 'file' | 'folder' | 'nothing' | undefined {
    const inside = this.inArchive(path);
    if (inside !== undefined) return this.#kindInside(inside);
    if (isPackagesFolder(path)) return 'folder';
    // No other package is installed.
    return innerPath(normalPath(path)) === undefined ? undefined : 'nothing';
  }

  #kindInside(inside: string): 'file' | 'folder' | 'nothing' {
    if (this.#folders.has(inside)) return 'folder';
    const at = inside.lastIndexOf('/');
    return this.#folders.get(at === -1 ? '' : inside.slice(0, at))?.has(inside.slice(at + 1)) ? 'file' : 'nothing';
  }
}
