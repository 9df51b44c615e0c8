import { text } from './python-builtins.js';
import type { Follower, Outside } from './python-follower.js';
import { dumped, parsed } from './python-json.js';
import { pathOf } from './python-paths.js';
import { type Arguments, constant, NONE, type PythonFile, textOf, type Value } from './python-values.js';

/** A file that was opened; undefined if its path is unknown. */
export const opened: Outside = (_follow, { positional: [given], named }) => {
  const path = pathOf(given ?? named.get('file'));
  return path === undefined ? undefined : { kind: 'file', path };
};

/** The text of a file of the archive, or that the package wrote into it; undefined if it is unknown. */
function contentOf(follow: Pick<Follower, 'files'>, path: string): string | undefined {
  const content = follow.files.contentOf(path);
  return typeof content === 'string' ? content : textOf(content);
}

/** The lines of an open file; undefined if they are unknown. */
export function linesOf(follow: Pick<Follower, 'files' | 'charge'>, { path }: PythonFile): Value[] | undefined {
  const content = contentOf(follow, path);
  follow.charge((content?.length ?? 0) >> 6);
  return content === undefined ? undefined : (content.match(/[^\n]*\n|[^\n]+$/g) ?? []).map(constant);
}

/** Functions that read and write files, by their dotted names. */
export const READING: Readonly<Record<string, Outside>> = {
  'io.open': opened,
  'codecs.open': opened,
  'ast.literal_eval': (follow, { positional: [given] }) => {
    const said = textOf(given);
    return said === undefined ? undefined : follow.literalOf(said);
  },
  'json.loads': (follow, { positional: [given] }) => parsed(follow, textOf(given)),
  'json.load': (follow, { positional: [file] }) => {
    if (file?.kind !== 'file') return undefined;
    const written = follow.files.contentOf(file.path);
    // What `json.dump` wrote.
    if (typeof written === 'object' && textOf(written) === undefined) return written;
    return parsed(follow, contentOf(follow, file.path));
  },
  'json.dumps': (_follow, given) => {
    const written = dumped(given);
    return written === undefined ? undefined : text(written);
  },
  'json.dump': (follow, { positional: [value, file] }) => {
    if (file?.kind === 'file' && value) follow.write(file.path, value);
    return NONE;
  },
};

/** The result of a method of an open file; undefined if it is unknown. */
export function callFileMethod(
  follow: Follower,
  file: PythonFile,
  name: string,
  { positional: [given] }: Arguments,
): Value | undefined {
  switch (name) {
    case 'read': {
      const content = contentOf(follow, file.path);
      return content === undefined || given ? undefined : text(content);
    }
    case 'readlines': {
      const lines = linesOf(follow, file);
      return lines && follow.list('list', lines);
    }
    case 'write':
      if (given) follow.write(file.path, given);
      return NONE;
    default:
      return NONE;
  }
}
