import { text } from './python-builtins.js';
import type { Follower, Outside } from './python-follower.js';
import { pathOf } from './python-paths.js';
import { type Arguments, constant, NONE, type PythonFile, textOf, type Value } from './python-values.js';

/** A file that was opened; undefined if its path is unknown. */
export const opened: Outside = (_follow, { positional: [given], named }) => {
  const path = pathOf(given ?? named.get('file'));
  return path === undefined ? undefined : { kind: 'file', path };
};

/** What `json` makes of parsed JSON. */
function valueOf(follow: Follower, parsed: unknown): Value {
  if (Array.isArray(parsed))
    return follow.list(
      'list',
      parsed.map((item) => valueOf(follow, item)),
    );
  if (parsed === null || typeof parsed !== 'object')
    return constant(parsed as string | number | bigint | boolean | null);
  const made = follow.dictionary();
  for (const [key, item] of Object.entries(parsed)) follow.put(made, constant(key), valueOf(follow, item));
  return made;
}

/** Keeps integers apart from floats, as Python does. */
const toNumber = (_key: string, value: unknown, { source }: { source?: string } = {}): unknown =>
  typeof value === 'number' && /^-?\d{1,50}$/.test(source ?? '') ? BigInt(source!) : value;

function parsed(follow: Follower, value: Value | undefined): Value | undefined {
  const said = textOf(value);
  if (said === undefined) return undefined;
  follow.charge(said.length >> 3);
  try {
    return valueOf(follow, JSON.parse(said, toNumber));
  } catch {
    return undefined;
  }
}

/** The content of a file of the archive, or what the package wrote into it; undefined if it is unknown. */
function contentOf(follow: Follower, path: string): Value | undefined {
  const content = follow.files.contentOf(path);
  return typeof content === 'string' ? text(content) : content;
}

/** Functions that read and write files, by their dotted names. */
export const READING: Readonly<Record<string, Outside>> = {
  'io.open': opened,
  'codecs.open': opened,
  'json.loads': (follow, { positional: [given] }) => parsed(follow, given),
  'json.load': (follow, { positional: [file] }) => {
    const content = file?.kind === 'file' ? contentOf(follow, file.path) : undefined;
    return textOf(content) === undefined ? content : parsed(follow, content);
  },
  'json.dump': (follow, { positional: [value, file] }) => {
    if (file?.kind === 'file' && value) follow.write(file.path, value);
    return NONE;
  },
};

/** The result of a method of an open file; undefined if it is unknown. */
export function callFileMethod(
  follow: Follower,
  { path }: PythonFile,
  name: string,
  { positional: [given] }: Arguments,
): Value | undefined {
  const content = /^read/.test(name) ? contentOf(follow, path) : undefined;
  switch (name) {
    case 'read':
      return textOf(content) === undefined || given ? undefined : content;
    case 'readlines':
      return textOf(content) === undefined
        ? undefined
        : follow.list(
            'list',
            textOf(content)!
              .match(/[^\n]*\n|[^\n]+$/g)
              ?.map(constant) ?? [],
          );
    case 'write':
      if (given) follow.write(path, given);
      return NONE;
    default:
      return NONE;
  }
}
