import type { Follower } from './python-follower.js';
import { errorOf } from './python-errors.js';
import { type Arguments, constant, NONE, nowhere, type PythonFile, textOf, type Value } from './python-values.js';
import { text } from './python-builtins.js';

/** An open file at its beginning. */
export function fileAt(follow: Follower, path: string): PythonFile {
  const lines = follow.iterator(() => {
    const content = contentOf(follow, path);
    follow.charge((content?.length ?? 0) >> 6);
    if (content === undefined) return { items: [], loose: nowhere('is not in this archive', path) };
    return { items: (content.match(/[^\n]*\n|[^\n]+$/g) ?? []).map(constant) };
  });
  return { kind: 'file', path, lines };
}

/** A file that `open` is given; one to be read has to be there. */
export function openedAt(follow: Follower, path: string, mode: Value | undefined): PythonFile {
  if (mode === undefined || /^[rbt]+$/.test(textOf(mode) ?? '')) checkFile(follow, path);
  return fileAt(follow, path);
}

/** Notes the error that Python raises for a file of the package that is not there. */
export function checkFile(follow: Follower, path: string): void {
  if (follow.files.kindOf(path) === 'nothing')
    follow.raise(nowhere('is not in this archive', path), errorOf('FileNotFoundError'));
}

/** The text of a file of the archive, or that the package wrote into it; undefined if it is unknown. */
function contentOf(follow: Pick<Follower, 'files'>, path: string): string | undefined {
  const content = follow.files.contentOf(path);
  return typeof content === 'string' ? content : textOf(content);
}

/** The lines that are left in an open file, which is read to its end; undefined if they are unknown. */
export function linesOf(follow: Follower, { lines }: PythonFile): readonly Value[] | undefined {
  const { items, loose } = follow.itemsOf(lines);
  return loose ? undefined : items;
}

/** The text that is left in an open file, which is read to its end; undefined if it is unknown. */
export const restOf = (follow: Follower, file: PythonFile): string | undefined =>
  linesOf(follow, file)
    ?.map((line) => textOf(line) ?? '')
    .join('');

/** The next line of an open file, which is empty at the end; undefined if it is unknown. */
function nextLine(follow: Follower, { lines }: PythonFile): Value | undefined {
  follow.runIterator(lines);
  return follow.isSure(lines) ? (lines.items.shift() ?? constant('')) : undefined;
}

/** The result of a method of an open file; undefined if it is unknown. */
export function callFileMethod(
  follow: Follower,
  file: PythonFile,
  name: string,
  { positional: [given] }: Arguments,
): Value | undefined {
  switch (name) {
    case 'read': {
      const content = restOf(follow, file);
      return content === undefined || given ? undefined : text(content);
    }
    case 'readlines': {
      const lines = linesOf(follow, file);
      return lines && !given ? follow.list('list', lines) : undefined;
    }
    case 'readline':
      return nextLine(follow, file);
    case 'seek':
      file.lines = fileAt(follow, file.path).lines;
      return given?.kind === 'constant' && Number(given.value) === 0 ? given : leave(follow, file);
    case 'write':
      if (given) follow.write(file.path, given);
      return NONE;
    case 'tell':
    case 'fileno':
      return undefined;
    default:
      return NONE;
  }
}

/** Notes that the position in a file is not known. */
function leave(follow: Follower, { lines }: PythonFile): undefined {
  follow.leave(lines);
}
