import { stringOf } from '../python-text.js';
import { checkScript } from './javascript.js';
import { AUTOSTART_PATH, FOLDER_OF_PACKAGES, RUNNABLE_FILE, SENSITIVE_PATH } from './suspicious-patterns.js';
import {
  DATA_FILE,
  externalsOf,
  FROM_NETWORK,
  FROM_REQUEST,
  HOST_FOLDER,
  NOTHING,
  OWN_FOLDER,
  PYTHON_FOLDER,
  SECRET,
  textsOf,
  type Value,
  WORDS_MAX,
} from './values.js';
import { type ExternalCall, type Moment, runsOnLoad, WHEN } from './external-call.js';
import type { ModuleScope } from './scopes.js';
import type { PackageContext } from './package-context.js';

const FILE_WRITE =
  /^(builtins\.open|codecs\.open|pathlib\.Path\(\)(\.\w+(\(\)|\[\])*)*\.(open|write_text|write_bytes|symlink_to)|os\.(rename|replace|symlink|link)|shutil\.(copy\w*|move)|distutils\.dir_util\.copy_tree|os\.path\.join\(\)\.write_text)$/;

const READING =
  /^(builtins\.open|codecs\.open|os\.(listdir|scandir|walk|open)|glob\.i?glob|shutil\.(copy\w*|make_archive)|sqlite3\.connect|pathlib\.Path\(\)(\.[\w.()]+)?\.(read_text|read_bytes|open|glob|rglob|iterdir)|zipfile\.ZipFile\(\)\.write|tarfile\.open\(\)\.add|aiofiles\.open|fileinput\.(input|FileInput)|configparser\.\w+\(\)\.read|gradio_client\.(handle_)?file|paramiko\.[\w.()]+\.put)$|\.(upload_(file|folder|fileobj|from_filename)|fput_object|put_file)$/;

/** More words than these are those of several values. */
const FEW_WORDS = 5;
/** Paths with more parts are those of several files. */
const FEW_PARTS = 8;

/** Reports a call that reads credentials, browser data or wallets. */
export function checkReading(call: ExternalCall, context: PackageContext): void {
  if (!READING.test(call.ref.path)) return;
  const parts = [...call.args.all, ...(call.ref.path.startsWith('pathlib.') ? [call.callee] : [])].map(
    (value) => value.words,
  );
  // A parameter that gets many paths from everywhere says little of one call.
  const isOneOfMany = ({ length }: readonly string[], telling: number): boolean =>
    !runsOnLoad(call.moment) && length > FEW_WORDS && telling * FEW_WORDS < length;
  const words = parts
    .filter((some) => !isOneOfMany(some, some.filter((word) => SENSITIVE_PATH.test(word)).length))
    .flatMap((some) => [...some, some.join('/')]);
  if (
    words.some((word) => SENSITIVE_PATH.test(word)) ||
    (call.callee.marks & SECRET && SENSITIVE_PATH.test(call.callee.words.join('\n')))
  )
    context.report(call, 'hold', 'sensitive-files', 'opens files with credentials, browser data or wallets');
}

/** Functions that unpack an archive. */
export const UNPACKS =
  /^((zipfile\.\w+|tarfile\.([\w.]+|TarFile\(\)\.\w+)|py7zr\.SevenZipFile|rarfile\.RarFile)\(\)\.extract(all)?|shutil\.(_?unpack\w*)|setuptools\.archive_util\.unpack\w*|patoolib\.extract_archive)$/;

/** Reports a call that unpacks an archive on load: nothing has checked the files in it. */
export function checkUnpacking(call: ExternalCall, context: PackageContext): void {
  if (runsOnLoad(call.moment) && UNPACKS.test(call.ref.path))
    context.report(call, 'hold', 'obfuscation', `unpacks an archive ${WHEN[call.moment]}`);
}

/** Code that finds out where Python is installed, or searches folders. */
const FINDS_FOLDERS =
  /\b(site|sysconfig|distutils|getsitepackages|purelib|platlib|sys\s{0,9}\.\s{0,9}(\w*prefix|path|executable|modules)|inspect|find_spec|__path__|__spec__|origin|metadata|os\s{0,9}\.\s{0,9}(walk|listdir|scandir)|r?glob|iterdir)\b|\w\s{0,9}\.\s{0,9}__file__/;
/** Code that finds out where Python is installed. */
const FINDS_PYTHON =
  /\b(site|sysconfig|distutils|getsitepackages|purelib|platlib|sys\s{0,9}\.\s{0,9}(\w*prefix|executable)|find_spec|__path__|__spec__)\b/;
/** Parts of paths out of the package, or to the folders of Python. */
const OUTSIDE = /\.\.|site|package|python|venv|\blib\d*\b/i;

/** The host's folder for scripts of the browser, into which older packages copy theirs. Python runs nothing there. */
const WEB_EXTENSIONS = /(^|[\\/])web[\\/]+extensions([\\/]|$)/;

/** True for a path in the host's folder for scripts of the browser. */
const isInWebExtensions = (words: readonly string[]): boolean =>
  !words.some((word) => word.includes('..')) &&
  (words.some((word) => WEB_EXTENSIONS.test(word)) || (words.includes('web') && words.includes('extensions')));

/** True if all that a path may be has the ending of a file that nothing runs. */
const isData = ({ refs }: Value): boolean =>
  refs.length > 0 &&
  refs.every(
    (ref) =>
      (ref.kind === 'external' && DATA_FILE.test(ref.end ?? '')) ||
      (ref.kind === 'text' && (ref.text === '' || DATA_FILE.test(ref.text))),
  );

/**
 * True if a path has the ending of a program. Python runs a `.pth` file only in its own folders; in others it has the
 * weights of a model.
 */
function isProgram(path: Value, { home, moment }: ExternalCall): boolean {
  const { words } = path;
  if (isData(path) || isInWebExtensions(words)) return false;
  const programs = words.filter((word) => RUNNABLE_FILE.test(word));
  return programs.some((word) => !/\.pth$/i.test(word)) || (programs.length > 0 && mayBeOfPython(path, home, moment));
}

/** Names that are opened, and names that are given to variables. */
const OPENED = /\bopen\(\s{0,9}(?:["']([^"'\n\\/]{1,200})["']|([A-Za-z_]\w{0,99})\s{0,9}[,)])/g;
const NAMED = /\b([A-Za-z_]\w{0,99})\s{0,9}=\s{0,9}["']([^"'\n\\/]{1,200})["']/g;

/** True if a source opens a file by its name alone, so that its folder is not known. */
function opensByName(source: string, words: readonly string[]): boolean {
  const opened = [...source.matchAll(OPENED)];
  const variables = new Set(opened.map(([, , variable]) => variable));
  const named = [...source.matchAll(NAMED)].filter(([, variable]) => variables.has(variable));
  return [...opened.map(([, name]) => name), ...named.map(([, , name]) => name)].some(
    (name) => name !== undefined && words.includes(name),
  );
}

/** True for a path that may lead to a folder of Python. */
function mayBeOfPython({ words, marks }: Value, { source: { source } }: ModuleScope, moment: Moment): boolean {
  return (
    (marks & PYTHON_FOLDER) !== 0 ||
    words.length >= WORDS_MAX ||
    words.some((word) => OUTSIDE.test(word)) ||
    opensByName(source, words) ||
    (runsOnLoad(moment) ? FINDS_FOLDERS : FINDS_PYTHON).test(source)
  );
}

/** True for a path that leaves the archive by more steps up than the file that it begins with is deep in folders. */
function isAboveArchive(path: string, file: string): boolean {
  if (path.includes('.parents[]')) return true;
  const steps = path.split('.').filter((part) => part === 'parent').length;
  return steps > 1 && steps > file.split('/').length;
}

/** True for a path in the folder from which the host loads packages. */
const isInstalled = ({ words }: Value): boolean =>
  words.length < FEW_PARTS && !isInWebExtensions(words) && words.some((word) => FOLDER_OF_PACKAGES.test(word));

/** True for the path of a Python source of the host or of another package of it. */
function isOfHost({ words, marks, refs }: Value, { path: file }: ModuleScope): boolean {
  if (words.length >= FEW_PARTS || !words.some((word) => /\.pyw?$/i.test(word)) || isInWebExtensions(words))
    return false;
  const isAbove =
    (marks & OWN_FOLDER) !== 0 &&
    (words.some((word) => /(^|[\\/])\.\.([\\/]|$)/.test(word)) ||
      refs.some((ref) => ref.kind === 'external' && isAboveArchive(ref.path, file)));
  return isAbove || (marks & HOST_FOLDER) !== 0 || isInstalled({ refs, marks, words });
}

/** A line of a source that only sets a name to a constant, or that does nothing. */
const PLAIN_LINE =
  /^\s{0,20}(#.*)?$|^[A-Za-z_]\w{0,60} {0,9}= {0,9}("[^"\\]{0,500}"|'[^'\\]{0,500}'|-?\d[\d.]{0,20}|True|False|None|\[\]|\{\})\s{0,9}(#.*)?$/;

/** True for a source of such lines. In another encoding, they could be others. */
const isPlainText = (text: string): boolean =>
  !/coding[:=]/.test(text) && text.split(/[\r\n]/).every((line) => PLAIN_LINE.test(line));

/** True for a copy of a source of the archive that has nothing to check, such as an example of settings. */
function copiesPlainSource({ ref, args }: ExternalCall, context: PackageContext): boolean {
  const [from, to] = args.positional;
  if (!/^shutil\.copy\w*$/.test(ref.path) || !from || !to) return false;
  const isOwn = (value: Value): boolean => (value.marks & OWN_FOLDER) !== 0 && value.words.length < FEW_PARTS;
  const named = from.words.filter((word) => /\.\w+$/.test(word)).map((word) => context.sourcesNamed(word));
  const arePlain = named.every((sources) => sources.length > 0 && sources.every(isPlainText));
  return isOwn(from) && isOwn(to) && named.length > 0 && arePlain;
}

/** True for a call of `open` or `write_text` that writes only comments and constants, such as settings. */
function writesOnlyPlainText({ ref, node, home, args }: ExternalCall): boolean {
  if (ref.path.endsWith('.write_text')) {
    const texts = textsOf(args.positional[0] ?? args.named.get('data') ?? NOTHING);
    return texts.length > 0 && texts.every(isPlainText);
  }
  const outer = node.parent;
  if (ref.path !== 'builtins.open' || !outer) return false;
  if (outer.type === 'attribute') return home.text(outer.child('attribute')!) === 'close';
  const alias = outer.type === 'as_pattern' ? outer.child('alias')?.first : undefined;
  const body = outer.parent?.parent?.parent?.child('body');
  if (alias?.type !== 'identifier' || !body) return false;
  return body.named.every((statement) => {
    const call = statement.type === 'expression_statement' ? statement.ofType('call') : undefined;
    const [written, more] = call?.child('arguments')?.named ?? [];
    const isConstant = written?.type === 'string' && !written.first && !more;
    const content = isConstant ? stringOf(home.source.text(written)) : undefined;
    const isWrite = call && home.source.text(call.child('function')!) === `${home.text(alias)}.write`;
    return statement.type === 'pass_statement' || (isWrite && content !== undefined && isPlainText(content));
  });
}

/** Reports a call that writes a program, or a file that the system or another program runs. */
export function checkWriting(call: ExternalCall, context: PackageContext): void {
  const { ref, args, moment, callee } = call;
  if (!FILE_WRITE.test(ref.path)) return;
  const isOpen = /open$/.test(ref.path);
  const mode = args.named.get('mode') ?? args.positional[/^(builtins|codecs)/.test(ref.path) ? 1 : 0];
  const isWriting =
    !isOpen || (mode !== undefined && textsOf(mode).some((text) => /^[rbt]*[wax+][rbtwax+]*$/.test(text)));
  if (!isWriting) return;
  const target = /^(os|shutil|distutils)/.test(ref.path)
    ? args.positional.slice(1, 2)
    : /^(builtins|codecs)/.test(ref.path)
      ? args.positional.slice(0, 1)
      : [callee];
  const words = target.flatMap((value) => [...value.words, value.words.join('/')]);
  const isFolder = /copy_?tree$|move$/.test(ref.path);
  if (target.some((value) => isOfHost(value, call.home) || (isFolder && isInstalled(value))))
    return context.report(call, 'hold', 'sensitive-files', 'writes a program where the host runs it');
  const isMoved =
    ref.path === 'os.rename' && (args.positional[0]?.words ?? []).some((word) => AUTOSTART_PATH.test(word));
  if (words.some((word) => AUTOSTART_PATH.test(word)) && !isMoved)
    context.report(call, 'hold', 'sensitive-files', 'writes where the system or another program runs it');
  else if (target.some((value) => externalsOf(value).some(({ path }) => path === '__file__')))
    context.report(call, 'hold', 'sensitive-files', 'changes its own source');
  else if (runsOnLoad(moment) && target.some(isSourceOfModule))
    context.report(call, 'hold', 'sensitive-files', `changes the source of a module ${WHEN[moment]}`);
  else if (
    runsOnLoad(moment) &&
    target.some((value) => isProgram(value, call)) &&
    !writesOnlyPlainText(call) &&
    !copiesPlainSource(call, context)
  )
    context.report(call, 'hold', 'sensitive-files', `writes a program ${WHEN[moment]}`);
}

const FINDS_PACKAGES = /\b(getsitepackages|getusersitepackages|purelib|platlib)\b/;

/** Reports a download to a file that Python runs whenever it starts. */
export function checkDownloadedPathFile(call: ExternalCall, context: PackageContext): void {
  const isPathFile = call.args.positional.slice(1).some(({ words }) => words.some((word) => /\.pth$/i.test(word)));
  if (/\.urlretrieve$/.test(call.ref.path) && isPathFile && FINDS_PACKAGES.test(call.home.source.latin))
    context.report(call, 'hold', 'sensitive-files', 'writes where the system or another program runs it');
}

/** Reports a text that is written to a path file and that Python runs whenever it starts. */
export function checkPathFile(call: ExternalCall, context: PackageContext): void {
  const { ref, args, callee } = call;
  if (
    /(open\(\)\.write|\.write_text)$/.test(ref.path) &&
    callee.words.some((word) => /\.pth$/i.test(word)) &&
    args.positional.flatMap(textsOf).some((text) => /^import[ \t]/m.test(text))
  )
    context.report(call, 'hold', 'sensitive-files', 'writes what Python runs whenever it starts');
}

/** Reports a call that writes a script which the browser would have to hold. */
export function checkWrittenScript(call: ExternalCall, context: PackageContext): void {
  const { ref, args, callee } = call;
  if (!/(open\(\)\.write|\.write_text)$/.test(ref.path)) return;
  const texts = args.positional.flatMap(textsOf);
  if (runsOnLoad(call.moment) && texts.some((text) => text.startsWith('#!')))
    context.report(call, 'hold', 'sensitive-files', `writes a program ${WHEN[call.moment]}`);
  if (!callee.words.some((word) => /\.([mc]?js|html?)$/i.test(word))) return;
  const script = texts.find((text) =>
    checkScript(text, text.trimStart().startsWith('<') ? 'page.html' : '').some(({ level }) => level === 'hold'),
  );
  if (script !== undefined)
    context.report(call, 'hold', 'javascript', 'writes a script that steals data or loads code');
}

/** True for `Path(…).write_text`, but not for a file in a folder that is found from the path. */
const isPlainPath = (callee: Value): boolean =>
  externalsOf(callee).some(({ path }) => /^pathlib\.Path\(\)\.(write_text|write_bytes|open)$/.test(path));

/** True for `nodes.__file__` and `find_spec("nodes").origin`, the source of a module outside of the package. */
const isSourceOfModule = (value: Value): boolean =>
  externalsOf(value).some(({ path }) => /^\w[\w.]*\.__file__$|^importlib\.util\.find_spec\(\)\.origin$/.test(path)) ||
  ((value.marks & PYTHON_FOLDER) !== 0 && value.words.length === 0 && isPlainPath(value));

/** True for `open("x.py", "w").write(…)` of something that comes from the network. */
export const isFetchedProgram = (call: ExternalCall): boolean =>
  /(open\(\)\.write|\.write_(text|bytes))$/.test(call.ref.path) &&
  call.callee.words.length <= 3 &&
  isProgram(call.callee, call) &&
  call.args.all.some(({ marks }) => (marks & (FROM_NETWORK | FROM_REQUEST)) !== 0);
