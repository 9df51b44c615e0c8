import { type ExternalCall, isPlainly } from './external-call.js';
import { UNPACKS } from './file-rules.js';
import type { PackageContext } from './package-context.js';
import { FOLDER_OF_PACKAGES } from './suspicious-patterns.js';
import { externalsOf, FROM_FILE, FROM_REQUEST, NOTHING, OWN_FOLDER, SECRET, textsOf, type Value } from './values.js';

/** Words of code that checks a path, or puts one together. */
const CHECKS_PATH =
  /\+|join|(?<!["'\w])f["']|startswith|endswith|commonp|relative_to|basename|splitext|suffix|safe|saniti|allow|valid|normpath|realpath|resolve|check|forbid|40[0134]|\.\./i;
/** The words of these that only put a path together. */
const PUTS_TOGETHER = /\+|join|(?<!["'\w])f["']/gi;
/** True for a path whose end is not constant. */
const endsFreely = ({ refs }: Value): boolean => refs.every((ref) => ref.kind === 'external' && ref.end === undefined);
const READS_REQUEST = /\b(query|json|post|match_info|args|form|headers|text|read)\b/;
const OPENS_FILE =
  /^(builtins\.open|codecs\.open|aiofiles\.open|aiohttp\.web\.FileResponse|flask\.send_file|os\.(remove|unlink|rename|replace)|shutil\.(rmtree|copy\w*|move))$/;
/** Those of them that get a second path. */
const COPIES = /^(os\.(rename|replace)|shutil\.(copy\w*|move))$/;
const READS_PATH = /^pathlib\.Path\(\)(\.(expanduser|absolute)\(\))*\.((read|write)_(text|bytes)|open|unlink)$/;

/**
 * Values that something finds by a name: in a dictionary, in the folders of the host or of its user, or by a method of
 * an unknown object.
 */
const FOUND =
  /^(collections|weakref|cachetools)\.\w+\(\)(\[\]|\.(get|pop)\(\))$|^folder_paths\.\w+\(\)$|\.get_request_user_filepath\(\)$|^\?\.(get|find|resolve|locate|lookup)_\w*(path|file|folder|dir)\w*\(\)/;

/** True for a path that is made of a folder or an ending and of what a request names, or that is found by a name. */
const isLimited = (path: Value): boolean =>
  (path.marks & OWN_FOLDER) !== 0 ||
  path.words.some((word) => /\w[\\/]|^(\.\w{1,12}){1,3}$/.test(word)) ||
  externalsOf(path).some(
    (one) => FOUND.test(one.path) || (/^json\.load\(\)/.test(one.path) && (path.marks & FROM_FILE) !== 0),
  );

/** Reports a request handler that opens whatever file a request names, with nothing around it that checks the path. */
function checkRequestedFile(call: ExternalCall, context: PackageContext): void {
  const { positional, named } = call.args;
  const isOfPath = READS_PATH.test(call.ref.path);
  if (!isOfPath && !OPENS_FILE.test(call.ref.path)) return;
  const isCopy = COPIES.test(call.ref.path);
  const given = ['path', 'file', ...(isCopy ? ['src', 'dst'] : [])].flatMap((name) => named.get(name) ?? []);
  for (const path of isOfPath ? [call.callee] : [...positional.slice(0, isCopy ? 2 : 1), ...given])
    checkPath(path, (isCopy ? undefined : positional[1]) ?? NOTHING, call, context);
}

/** Reports a call with a path that is nothing but what a request names. */
function checkPath(path: Value, mode: Value, call: ExternalCall, context: PackageContext): void {
  // A request may replace a source of the package.
  const isWritten =
    (path.marks & FROM_REQUEST) !== 0 &&
    (path.marks & OWN_FOLDER) !== 0 &&
    textsOf(mode).some((text) => /^[rbt]*[wax+]/.test(text)) &&
    endsFreely(path);
  if (!isWritten && (!isPlainly(path, FROM_REQUEST) || isLimited(path))) return;
  let outer = call.node.parent;
  while (outer && outer.type !== 'function_definition') outer = outer.parent;
  const handler = outer ? call.home.source.text(outer) : '';
  const checks = isWritten ? handler.replace(PUTS_TOGETHER, '') : handler;
  if (!READS_REQUEST.test(handler) || CHECKS_PATH.test(checks)) return;
  if (isWritten) context.report(call, 'warn', 'data-theft', 'writes whatever file of the package a request names');
  else context.report(call, 'hold', 'data-theft', 'gives anyone who sends a request access to any file');
}

const ANSWERS = /^(aiohttp\.web\.(json_response|Response)|flask\.(jsonify|make_response))$/;
/** Limit of the items of one answer that are looked at. */
const PARTS_MAX = 50;
const CLONES = /^git\.Repo\.clone_from$/;

/** True for a folder from which the host loads packages: that of the package itself, or the one around it. */
const isOfPackages = ({ marks, words }: Value): boolean =>
  (marks & OWN_FOLDER) !== 0 || words.some((word) => FOLDER_OF_PACKAGES.test(word));

/** True for all variables of the environment, or for a value that is nothing but one which a request may name. */
const isOfEnvironment = (value: Value): boolean =>
  externalsOf(value).some(({ path }) => path === 'os.environ') ||
  ((value.marks & (SECRET | FROM_REQUEST)) !== 0 &&
    externalsOf(value).length > 0 &&
    value.refs.every(
      (ref) => ref.kind === 'text' || (ref.kind === 'external' && /^os\.(environ|getenv)\b/.test(ref.path)),
    ));

/** A value, what is in it, and what is in that: the first parts of an answer. */
function partsOf(value: Value): Value[] {
  const parts = [value];
  let outer: readonly Value[] = parts;
  for (let depth = 0; depth < 2; depth++) {
    const inner: Value[] = [];
    for (const ref of outer.flatMap(({ refs }) => refs)) {
      if (ref.kind !== 'container' || inner.length >= PARTS_MAX) continue;
      inner.push(ref.items, ...[...ref.keyed.values()].slice(0, PARTS_MAX));
    }
    parts.push(...inner);
    outer = inner;
  }
  return parts;
}

/** Reports request handlers that give files or the environment to anyone, or that install what a request sends. */
export function checkRequests(call: ExternalCall, context: PackageContext): void {
  checkRequestedFile(call, context);
  const { ref, args, callee } = call;
  if (ANSWERS.test(ref.path) && args.all.some((value) => partsOf(value).some(isOfEnvironment)))
    context.report(call, 'hold', 'data-theft', 'gives anyone who sends a request variables of the environment');
  const isUnpacked = UNPACKS.test(ref.path) && [callee, ...args.all].some((value) => isPlainly(value, FROM_REQUEST));
  const isCloned = CLONES.test(ref.path) && args.all.some((value) => isPlainly(value, FROM_REQUEST));
  if ((isUnpacked || isCloned) && args.all.some(isOfPackages))
    context.report(call, 'hold', 'install-at-run-time', 'installs what a request sends or names');
}
