import { text } from './python-builtins.js';
import type { Outside } from './python-follower.js';
import { dumped, parsed } from './python-json.js';
import { pathOf } from './python-paths.js';
import { openedAt, restOf } from './python-open-files.js';
import { NONE, textOf } from './python-values.js';

/** A file that was opened; undefined if its path is unknown. */
export const opened: Outside = (follow, { positional: [given, mode], named }) => {
  const path = pathOf(given ?? named.get('file'));
  return path === undefined ? undefined : openedAt(follow, path, mode ?? named.get('mode'));
};

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
    return parsed(follow, restOf(follow, file));
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
