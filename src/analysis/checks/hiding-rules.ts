import { type Danger, isGuardedAttribute, TELLING_ATTRIBUTE } from './catalogue.js';
import { DECODED, FROM_FILE, FROM_FIXED_ADDRESS, FROM_REQUEST, type Value } from './values.js';
import { type ExternalCall, isPlainly, plainPath, runsOnLoad, WHEN } from './external-call.js';
import type { PackageContext } from './package-context.js';

/** Reports unusual ways to a dangerous function. @returns true if the call is one */
export function checkHiding(call: ExternalCall, danger: Danger | undefined, context: PackageContext): boolean {
  const { ref, callee } = call;
  // A function that finds classes of the package by their names may find others for other callers.
  const isOfPackage =
    /^(\?module\.\*|namespace\[\])$/.test(ref.path) && callee.refs.some(({ kind }) => kind === 'class');
  const isTelling =
    TELLING_ATTRIBUTE.test(ref.path) &&
    !isOfPackage &&
    (runsOnLoad(call.moment) ||
      // Libraries make the classes that a file of settings names, which may be a download.
      (isPlainly(callee, FROM_FIXED_ADDRESS) && (callee.marks & FROM_FILE) === 0) ||
      !/^\?module(\[\]){0,4}\.(run|call|execute|loads|\*)$/.test(ref.path));
  const isHidden =
    ref.isHidden &&
    danger !== undefined &&
    !(danger === 'unpickle' || (danger === 'network' && !runsOnLoad(call.moment))) &&
    !(danger === 'native' && !runsOnLoad(call.moment) && !isPlainly(callee, DECODED));
  const isComputed = ref.path === '?' && ref.isHidden && isPlainly(callee, DECODED);
  const isMade = ref.path === 'namespace[]' && !isOfPackage && (runsOnLoad(call.moment) || isPlainly(callee, DECODED));
  // No module can be called, so that one of its functions is what a loop over names has found.
  const isModule = ref.isHidden && /^(os|builtins|subprocess)$/.test(ref.path);
  const isGuarded = isModule || (isGuardedAttribute(ref.path) && !ref.path.startsWith('?module'));
  if (isNamedByFile(call)) {
    context.report(call, 'hold', 'obfuscation', `calls what a file names ${WHEN[call.moment]}`);
    return true;
  }
  if (isTelling || isHidden || isComputed || isMade || isGuarded) {
    context.report(call, 'hold', 'obfuscation', `calls ${describe(ref.path)} in a way that hides it`);
    return true;
  }
  if (/__subclasses__$/.test(ref.path) && /(__class__|__base|__mro__|builtins\.(object|type))/.test(ref.path)) {
    context.report(call, 'hold', 'obfuscation', 'searches all classes of Python for one to use');
    return true;
  }
  return checkComputedImport(call, context);
}

/** Functions that take a member with a computed name. */
const TAKES_MEMBER = /\b(getattr|attrgetter|vars|globals|reduce)\s{0,9}\(|__dict__|__getattribute__/;

/** True for a call of a member that a file names, with arguments from a file, of something that is not known. */
function isNamedByFile({ ref, callee, args, node, home, moment }: ExternalCall): boolean {
  const isFromFile = (value: Value): boolean => (value.marks & FROM_FILE) !== 0;
  return (
    runsOnLoad(moment) &&
    /^(\?|namespace\[\])/.test(ref.path) &&
    isFromFile(callee) &&
    args.positional.some(isFromFile) &&
    TAKES_MEMBER.test(home.source.text(node.child('function') ?? node))
  );
}

function checkComputedImport(call: ExternalCall, context: PackageContext): boolean {
  const { ref, args } = call;
  const isByName = /^(builtins\.__import__|importlib\.import_module)$/.test(ref.path);
  const [name, file] = args.positional;
  const asked = isByName
    ? name
    : /spec_from_file_location$|^runpy\.run_path$/.test(ref.path)
      ? (file ?? name)
      : undefined;
  if (asked && isPlainly(asked, FROM_REQUEST)) {
    context.report(call, 'hold', 'dynamic-code', 'imports what a request names');
    return true;
  }
  if (!isByName) return false;
  if (!name || !isPlainly(name, DECODED)) return false;
  // A node may look up one of its modules by a name from a file. The use of that module is checked separately.
  const level = runsOnLoad(call.moment) ? 'hold' : 'warn';
  context.report(call, level, 'obfuscation', 'imports a module by a name that is hidden');
  return true;
}

/** `getattr` and the like as a reader sees them. */
export const describe = (path: string): string =>
  path.startsWith('?module')
    ? 'a function of a module with a computed name'
    : plainPath(path).replace(/\.\*$/, ' by a computed name');
