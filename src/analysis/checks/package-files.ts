import type { CheckName } from '../../values/check-names.js';
import type { FindingLevel } from '../../values/finding-levels.js';
import type { Finding } from '../archive.js';
import { COMPILED, type CompiledFile } from '../program-header.js';
import type { FindingList } from './findings.js';
import { checkAllScripts } from './javascript.js';
import { dangerOf } from './catalogue.js';
import { canonical } from './external-names.js';
import { checkCharacters, checkEncodings } from './hidden-texts.js';
import { HIDDEN_EXPRESSION, HOSTILE_COMMAND } from './suspicious-patterns.js';

/** The files of an archive that are checked without following its Python code. */
export interface PackageFiles {
  /** All paths in the archive. */
  readonly paths: readonly string[];
  /** Files of machine code and compiled Python, by their paths. */
  readonly compiled: ReadonlyMap<string, CompiledFile>;
  /** Scripts, requirements and settings, by their paths. */
  readonly texts: ReadonlyMap<string, string>;
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

const about = (
  level: FindingLevel,
  rule: CheckName,
  file: string,
  message: string,
  line = 0,
  call?: string,
): Finding => ({
  level,
  rule,
  file,
  line,
  message,
  ...(call === undefined ? {} : { call }),
});

/** True for the path of a program that installs the package. */
export const isInstaller = (path: string): boolean => /^(?:[^/]+\/)?(?:install|setup)\.py$/.test(path);

/**
 * Checks scripts, settings and other files. Of Python sources it checks only the characters.
 * @param sources the Python sources by their paths, which also name the folder of the scripts
 */
export function checkFiles(files: PackageFiles, sources: ReadonlyMap<string, string>, findings: FindingList): void {
  const { texts } = files;
  checkEncodings(sources, findings);
  checkCharacters([...sources, ...[...texts].filter(([path]) => /\.[cm]?js$/i.test(path))], findings);
  const installers = [...sources].flatMap(([path, source]) => (isInstaller(path) ? [source] : [])).join('\n');
  checkCompiled(files, findings);
  checkGitSettings(files.paths, findings);
  checkJavaScript(files, sources.values(), findings);
  for (const [path, text] of texts) {
    const name = nameOf(path);
    if (/\.pth$/i.test(name)) checkPathFile(path, text, findings);
    else if (/requirements[\w.-]*\.txt$/i.test(name)) checkRequirements(path, text.split('\n'), findings);
    else if (name === 'pyproject.toml') checkRequirements(path, dependenciesIn(text), findings);
    else if (/^(package|tasks|devcontainer)\.json$/.test(name)) checkCommands(path, text, findings);
    else if (/\.(sh|bash|bat|cmd|ps1|vbs|command)$/i.test(name))
      checkShellScript(path, text, installers.includes(name), findings);
    else if (/\.(ya?ml|ini|cfg|conf|json)$/i.test(name)) checkSettings(path, text, findings);
    else if (/\.(j2|jinja2?|tmpl|tpl)$/i.test(name)) checkTemplate(path, text, findings);
    else if (/\.(pkl|pickle|joblib|dill)$/i.test(name)) checkPickle(path, text, findings);
  }
}

/** In a source, or as `web` in the settings of the project. */
const WEB_FOLDER = /(?:\bWEB_DIRECTORY|^web)[ \t]{0,9}=([^=\n][^\n]{0,300})/gm;
const TEXT_LITERAL = /["']([^"'\n]{1,200})["']/g;

/** The folders whose scripts the host may serve; undefined if the package computes one. */
function servedFolders(sources: Iterable<string>): string[] | undefined {
  const folders: string[] = [];
  for (const source of sources)
    for (const [, value] of source.matchAll(WEB_FOLDER)) {
      const texts = [...value!.matchAll(TEXT_LITERAL)].map(([, text]) => text!);
      if (texts.length === 0) return undefined;
      const parts = texts.map((text) => text.split('/').filter((part) => part !== '' && part !== '.'));
      folders.push(...parts.map((part) => part.join('/')));
    }
  return folders;
}

/** A program of nothing but these characters, which makes all its texts of empty lists. */
const ONLY_BRACKETS = /(?:[[\]()!+][ \t\n;]{0,9}){150}/;

/** Checks scripts. In folders that the host does not serve, findings are notes. */
function checkJavaScript({ texts }: PackageFiles, sources: Iterable<string>, findings: FindingList): void {
  const settings = [...texts].filter(([path]) => path.endsWith('pyproject.toml')).map(([, text]) => text);
  const served = servedFolders([...sources, ...settings]);
  const isServed = (path: string): boolean =>
    !/(^|\/)(node_modules|tests?|__tests__|docs?|examples?|scripts|\.tests?|\.github)\//i.test(path) ||
    served === undefined ||
    served.some((folder) => folder === '' || `/${path}`.includes(`/${folder}/`));
  for (const { path, level, line, message, call } of checkAllScripts(texts, isServed))
    findings.add(about(isServed(path) ? level : 'note', 'javascript', path, message, line, call));
  for (const [path, text] of texts)
    if (/\.([mc]?js|html?)$/i.test(path) && ONLY_BRACKETS.test(text))
      findings.add(about(isServed(path) ? 'hold' : 'note', 'javascript', path, 'hides all its texts in brackets', 1));
}

/** Git, which the host's manager starts in the folder of a package, runs the programs that these files name or are. */
const GIT_SETTINGS = /(^|\/)\.git(\/modules\/[^\n]{1,200})?\/(config|config\.worktree|hooks\/[^/]{1,200})$/i;

function checkGitSettings(paths: readonly string[], findings: FindingList): void {
  for (const path of paths)
    if (GIT_SETTINGS.test(path) && !/\.sample$/i.test(path))
      findings.add(about('hold', 'archive-safety', path, 'makes git run programs'));
}

/** Python runs the lines of such a file that begin with `import` whenever it starts. */
function checkPathFile(path: string, text: string, findings: FindingList): void {
  if (text.includes('\0')) return;
  const index = text.split('\n').findIndex((line) => /^import[ \t]/.test(line));
  if (index >= 0) findings.add(about('hold', 'install-script', path, 'is run whenever Python starts', index + 1));
}

/** Each line of the settings of a project, or else the first dependency in it that has an address. */
const dependenciesIn = (text: string): string[] =>
  text.split('\n').map((line) => {
    const texts = [...line.slice(0, 2000).matchAll(/["']([^"']{1,500})["']/g)].map(([, dependency]) =>
      dependency!.trim(),
    );
    return texts.find((dependency) => /@\s*(git\+|https?:)|^git\+/.test(dependency)) ?? '';
  });

/** True for a line that includes a list of requirements which is not checked, because of its name. */
function isOtherList(line: string): boolean {
  const file = /^(?:-[rc]|--(?:requirement|constraint))[\s=]\s*(\S.*)$/.exec(line)?.[1];
  return file !== undefined && !/requirements[\w.-]*\.txt$/i.test(file);
}

function checkRequirements(path: string, lines: readonly string[], findings: FindingList): void {
  lines.slice(0, 2000).forEach((raw, index) => {
    const line = raw
      .slice(0, 1000)
      .replace(/(^|\s)#.*$/, '')
      .trim();
    const message = /^(-i|--index-url|--extra-index-url|-f|--find-links|--trusted-host)\b/.test(line)
      ? 'installs from another package index'
      : /(git\+|hg\+|svn\+|https?:\/\/|file:)/.test(line) || /\.(whl|zip|tar\.gz)\s*(;|$)/.test(line)
        ? 'installs a package from an address'
        : isOtherList(line)
          ? 'installs the packages that another file lists'
          : undefined;
    if (message) findings.add(about('warn', 'requirements', path, message, index + 1, line.slice(0, 300)), index);
  });
}

/** The beginning of a command that runs the file after it. */
const RUNS_FILE =
  /(?:^|[;&|])\s*(?:sudo\s+)?(?:@?(?:start(?:\s+"")?|call|bash|sh|zsh|source|\.|chmod \+x|python[\d.]*|node|Start-Process|Invoke-Item|&)\s+)?["']?(?:\.[\\/])?$/i;

/** The files that a line of a script with a download writes. */
function fetchedFiles(line: string): string[] {
  const ofAddress = SAVES_BY_NAME.test(line)
    ? /:\/\/[^\s"']{1,500}\/([\w.-]{2,200})(?:[\s"']|$)/.exec(line)?.[1]
    : undefined;
  const found = [FETCHED_FILE, REDIRECTED, DOWNLOADED_TO].map((pattern) => pattern.exec(line)?.[1]);
  return [...found, ofAddress].filter((file) => file !== undefined);
}

/** @param isNamed whether the program of an installer names the script */
function checkShellScript(path: string, text: string, isNamed: boolean, findings: FindingList): void {
  const lines = text.split('\n').slice(0, 5000);
  const fetched = lines.flatMap((line) => (DOWNLOADS.test(line) ? fetchedFiles(line.slice(0, 2000)) : []));
  const isRun = (line: string): boolean =>
    fetched.some((file) =>
      line
        .split(file)
        .slice(0, -1)
        .some((before) => RUNS_FILE.test(before)),
    );
  const index = lines.findIndex((line) => HOSTILE_COMMAND.test(line.slice(0, 2000)) || isRun(line.slice(0, 2000)));
  if (index < 0) return;
  const runsAtInstallation =
    isNamed ||
    (/(^|\/)((pre|post)[_-]?install|install|setup|bootstrap|run|start)[\w-]*\.\w+$/i.test(path) &&
      !/(^|\/)(docs?|tests?|examples?|scripts|docker)\//i.test(path));
  const line = text.split('\n')[index]!.trim().slice(0, 300);
  findings.add(
    about(
      runsAtInstallation ? 'hold' : 'note',
      'install-script',
      path,
      'fetches a program and runs it',
      index + 1,
      line,
    ),
  );
}

/** Tags with which YAML makes an object or calls a function of Python. A quoted text that begins like one is no tag. */
const PYTHON_TAG = /(?<!["'][^\S\n]{0,9}!?)![<\w:.,/!-]{0,60}\b(?:object|apply|new|name):([\w.]{3,100})/g;

/** Keys whose values loaders of settings import and call. */
const NAMED_CALL = /["']?(?:\(\)|_target_|class_path)["']?\s{0,9}[:=]\s{0,9}["']?([\w.]{3,100})/g;

/** Calls in arguments that run nothing. */
const HARMLESS_CALL =
  /^(str|int|float|dict|tuple|list|open|os\.path\.\w+|os\.(getenv|getcwd|getpid|environ\.get)|pathlib\.Path|datetime\.[\w.]+|time\.\w+|tempfile\.gettempdir|socket\.gethostname|\.(format|strftime|join|replace|lower|upper))$/;
const CALL = /((?<![\w.])[\w.]{1,200}|[\])])\(/g;
/** Dangers of functions that start programs or run code. */
const RUNS_NAMED = /^(shell|code|interpreter)$/;
const REACHING = /\bsys\.modules\b|__\w+__|\b(getattr|globals|locals|vars|eval|exec|compile)\b|\\|[^\0-\x7f]/;
const HARMLESS_IMPORT = /__import__\(\s*['"](datetime|time|tempfile)['"]\s*\)/g;
const LITERAL = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g;

/** An option of a section, and where it is. */
interface LoggingOption {
  readonly index: number;
  readonly name: string;
  text: string;
}

/** Options that `logging` neither calls nor evaluates. */
const TEXT_OPTION = /^(format|datefmt|style|level|formatter|keys)$/;

/** The options of handlers and formatters, and those that they inherit, in a configuration of `logging`. */
function loggingOptions(text: string): LoggingOption[] {
  const options: LoggingOption[] = [];
  let isInSection = false;
  let open: LoggingOption | undefined;
  let index = 0;
  for (const line of text.split('\n')) {
    const section = /^\s*\[([^\]]*)\]\s*$/.exec(line)?.[1];
    const [, name, value] = /^\s*(\w{1,40})\s{0,40}[:=](.*)/.exec(line) ?? [];
    if (section !== undefined && !(open && /^\s/.test(line) && /[()]/.test(line))) {
      isInSection = /^(handler_|formatter_|DEFAULT$)/.test(section);
      open = undefined;
    } else if (/^\s*[#;]/.test(line)) {
      // A comment.
    } else if (name !== undefined && (!open || !/^\s/.test(line) || /^(class|args|kwargs)$/i.test(name))) {
      open = { index, name: name.toLowerCase(), text: value! };
      if (isInSection && !TEXT_OPTION.test(open.name)) options.push(open);
    } else if (open) open.text += `\n${line}`;
    index += line.length + 1;
  }
  return options;
}

/** True if evaluating a value, or calling the class that it names, may run something else. */
function runsSomething({ name, text }: LoggingOption): boolean {
  if (name === 'class') {
    const value = text.replace(/\s+/g, '');
    const path = value.includes('.') ? value : `builtins.${value}`;
    return !/^[\w.%()]*$/.test(value) || RUNS_NAMED.test(dangerOf(canonical(path)) ?? '');
  }
  const code = text
    .replace(HARMLESS_IMPORT, '$1')
    .replace(LITERAL, '""')
    .replace(/#[^\n]*/g, '')
    .replace(/\s+/g, '');
  return REACHING.test(code) || [...code.matchAll(CALL)].some(([, called]) => !HARMLESS_CALL.test(called!));
}

/** Where `logging` may run something else: the class of a handler is called, and its arguments are evaluated. */
function loggingCall(text: string): { readonly index: number; readonly 0: string } | undefined {
  if (!/\[(handler|formatter)_/.test(text)) return undefined;
  const found = loggingOptions(text).find(runsSomething);
  return found && { 0: `${found.name}=${found.text.trim()}`, index: found.index };
}

/** Longer lines are searched for the beginning of a comment only so far before a tag. */
const LINE_MAX = 1000;

/** True for a position in a comment of YAML. */
function isInComment(text: string, at: number): boolean {
  const line = text.slice(Math.max(text.lastIndexOf('\n', at) + 1, at - LINE_MAX), at);
  return /(^|\s)#/.test(line.replace(/"[^"\n]{0,500}"|'[^'\n]{0,500}'/g, ''));
}

/** Loaders of settings may run what these name. */
function checkSettings(path: string, text: string, findings: FindingList): void {
  const isTagged = text.includes('python/');
  const tags = isTagged ? [...text.matchAll(PYTHON_TAG)].filter(({ index }) => !isInComment(text, index)) : [];
  const named = [...tags, ...[...text.matchAll(NAMED_CALL)].slice(0, 500)];
  const tag = named.find(([, name]) => dangerOf(canonical(name!))) ?? loggingCall(text);
  const found = tag ?? (/\.(ya?ml|json)$/i.test(path) ? undefined : HIDDEN_EXPRESSION.exec(text));
  if (!found) return;
  const line = text.slice(0, found.index).split('\n').length;
  const message = 'names a dangerous function, which loading the file may call';
  findings.add(about('hold', 'unsafe-loading', path, message, line, found[0].slice(0, 300)));
}

/** Engines of templates evaluate the expressions in them. */
function checkTemplate(path: string, text: string, findings: FindingList): void {
  const found = HIDDEN_EXPRESSION.exec(text);
  if (!found) return;
  const line = text.slice(0, found.index).split('\n').length;
  const message = 'contains an expression that reaches for dangerous functions';
  findings.add(about('hold', 'obfuscation', path, message, line, found[0].slice(0, 300)));
}

/** The module and name of a function in a pickle, in its older and its newer form. */
const PICKLED_NAME = /\bc([\w.]{2,60})\n([\w.]{2,60})\n|\x8c.([\w.]{2,60})\x94?\x8c.([\w.]{2,60})/gs;

/** Python calls functions that a pickle names when it loads it. */
function checkPickle(path: string, text: string, findings: FindingList): void {
  const found = [...text.matchAll(PICKLED_NAME)].find((match) =>
    dangerOf(canonical(`${match[1] ?? match[3]}.${match[2] ?? match[4]}`)),
  );
  if (found)
    findings.add(about('hold', 'unsafe-loading', path, 'names a dangerous function, which loading the file may call'));
}

/** npm and editors run these commands when they install the package or open its folder. */
const COMMAND =
  /"(?:(?:pre|post)?(?:install|prepare)|command|\w{1,20}Command)"\s{0,9}:\s{0,9}"((?:[^"\\\n]|\\.){1,2000})"/g;

function checkCommands(path: string, text: string, findings: FindingList): void {
  for (const match of [...text.matchAll(COMMAND)].slice(0, 20)) {
    if (!HOSTILE_COMMAND.test(match[1]!)) continue;
    const line = text.slice(0, match.index).split('\n').length;
    const level = path.includes('node_modules/') ? 'note' : 'hold';
    findings.add(about(level, 'install-script', path, 'fetches a program and runs it', line, match[1]!.slice(0, 300)));
  }
}

/** Returns the file to which a shell command writes its download. */
const REDIRECTED = />\s{0,9}["']?([^\s"';&|>]{2,200})/;
/** The last argument of a function or command of PowerShell that downloads. */
const DOWNLOADED_TO =
  /(?:downloadfile\([^,\n]{1,500},\s{0,9}|start-bitstransfer\s[^\n]{1,500}\s)["']?([\w.$:\\/-]{2,200})/i;
/** Commands that name the file like the address. */
const SAVES_BY_NAME = /\bcurl\b[^\n]{0,300}\s-\w{0,5}O\b|\bwget\b(?![^\n]{0,300}\s-\w{0,5}O\b)/;
const FETCHED_FILE =
  /\s(?:-OutFile|-Destination|--output-document|--output|-\w{0,5}[oO])[ =]?["']?([^\s"';&|]{2,200})/i;
const DOWNLOADS = /\b(curl|wget|iwr|Invoke-WebRequest|Start-BitsTransfer|DownloadFile)\b/i;

const SOURCES = ['.pyx', '.c', '.cpp', '.cc', '.cu', '.rs', '.mm'];

function checkCompiled({ paths, compiled }: PackageFiles, findings: FindingList): void {
  const all = new Set(paths);
  for (const path of paths) {
    const file = compiled.get(path);
    if (!file && !COMPILED.test(path)) continue;
    const isProgram = file?.isProgram === true;
    // The approval of a finding is one of this content, which nobody can read. A link has none.
    const call = file && `${nameOf(path).slice(0, 200)} sha256:${file.sha256}`;
    const report = (level: FindingLevel, message: string): void =>
      findings.add(about(level, 'compiled-code', path, message, 0, call));
    if (/\.py[co]$/i.test(path)) {
      const source = path
        .replace(/(^|\/)__pycache__\/([^/]+?)\.[\w-]+(\.opt-\d)?\.py[co]$/i, '$1$2.py')
        .replace(/\.py[co]$/i, '.py');
      // Python takes nothing from `__pycache__` whose source is missing.
      const isCache = path.includes('__pycache__/');
      report(
        isCache && !isProgram ? 'warn' : 'hold',
        isProgram
          ? 'is compiled code that Python does not compare with its source'
          : all.has(source)
            ? 'is a compiled copy of a source'
            : 'is compiled, and its source is not in the archive',
      );
    } else if (COMPILED.test(path)) {
      const stem = path.replace(/(\.(cpython|cp\d|abi)[\w-]*)?\.[^./]+$/i, '');
      const hasSource = !/\.(exe|com|scr|msi|dll)$/i.test(path) && SOURCES.some((end) => all.has(stem + end));
      report(hasSource ? 'warn' : 'hold', 'is a compiled program that can’t be checked');
    } else report('hold', 'is a compiled program under another kind of name');
  }
}
