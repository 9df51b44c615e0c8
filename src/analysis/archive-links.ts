/** A path that a link makes, and the path of the archive that it leads to. */
export type Alias = readonly [alias: string, path: string];

/** Limits of the links of an archive, and of the files in a folder that one leads to. */
const LINKS_MAX = 100;
const FILES_MAX = 200;

/** The form of a path in which file systems that ignore case compare it. */
export const folded = (path: string): string => path.normalize('NFKC').toLowerCase();

/** The symbolic links of an archive. */
export class ArchiveLinks {
  /** The text of each link: the path that it leads to, seen from its folder. */
  readonly #texts = new Map<string, string>();

  /** Adds a link. */
  add(path: string, text: string): void {
    this.#texts.set(path, text);
  }

  /**
   * Finds what each link leads to: a file, or all files of a folder.
   * @param paths of all entries of the archive
   * @returns the paths of each link; `undefined` for one that leaves the archive, leads over another link or around
   *   itself, leads to nothing or to too much, or has entries below it
   */
  follow(paths: readonly string[]): Map<string, readonly Alias[] | undefined> {
    const links = new Set([...this.#texts.keys()].map(folded));
    const outer = new Set(paths.flatMap((path) => foldersOf(folded(path))));
    return new Map(
      [...this.#texts].map(([link, text], index) => {
        const target = index < LINKS_MAX && !outer.has(folded(link)) ? targetOf(link, text, links) : undefined;
        const aliases = target === undefined ? undefined : aliasesOf(link, target, paths);
        return [link, aliases?.some(([, path]) => links.has(folded(path))) ? undefined : aliases];
      }),
    );
  }
}

/** The folders that a path is in. */
function foldersOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_part, index) => parts.slice(0, index + 1).join('/'));
}

/** The path that a link leads to; `undefined` if it is not in the archive, or another link is on the way. */
function targetOf(link: string, text: string, links: ReadonlySet<string>): string | undefined {
  if (/^\/|[\\:\0]/.test(text)) return undefined;
  const path = link.split('/').slice(0, -1);
  for (const part of text.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') path.push(part);
    else if (path.pop() === undefined) return undefined;
    if (links.has(folded(path.join('/')))) return undefined;
  }
  return path.length === 0 ? undefined : path.join('/');
}

function aliasesOf(link: string, target: string, paths: readonly string[]): readonly Alias[] | undefined {
  if (paths.includes(target)) return [[link, target]];
  const start = `${target}/`;
  const inside = paths.filter((path) => path.startsWith(start));
  if (inside.length === 0 || inside.length > FILES_MAX || link.startsWith(start)) return undefined;
  return inside.map((path) => [link + path.slice(target.length), path]);
}
