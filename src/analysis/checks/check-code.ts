import type { Finding } from '../archive.js';
import { TooMuchWork } from './evaluator.js';
import type { FindingList } from './findings.js';
import { packageName } from './installs.js';
import { CallChecker } from './call-checker.js';
import type { Moment } from './external-call.js';
import { PackageContext } from './package-context.js';
import type { KnownFiles } from '../known-files.js';
import type { PythonModule } from '../python-module.js';
import { OwnModules } from './own-modules.js';
import { isInstaller, type PackageFiles } from './package-files.js';
import { Program } from './program.js';
import { Relevance } from './relevance.js';
import { valueOf } from './values.js';

/** An archive, as far as the checks look into it. */
export interface CheckedArchive extends PackageFiles {
  /** Python sources by their paths. */
  readonly modules: ReadonlyMap<string, PythonModule>;
  readonly knownFiles: KnownFiles;
}

const NOT_LOADED =
  /(^|\/)((un)?install|disable|enable|setup|conftest|tasks|noxfile|fabfile|prestartup_script|sitecustomize|usercustomize)\.py$/i;
/** Scripts that a package manager, or the manager of the host, runs by their names. */
const RUN_BY_NAME = /^((un)?install|setup|disable|enable)\.py$/;
/** Unreached sources without any of these words have nothing to note. */
const TELLING_WORD =
  /\b(eval|exec|compile|subprocess|system|popen|pickle|marshal|requests|urllib|socket|ctypes|base64|__import__|import_module|torch\.load|httpx|aiohttp)\b/;
const UNREACHED_MAX = 200_000;
/** How often functions that run later are searched again for files that they load. */
const LATER_ROUNDS = 3;
/**
 * How many expressions of functions that run later are evaluated to follow what they pass to each other. The calls that
 * are in them are judged in any case.
 */
const LATER_STEPS = 30_000;
/** Limit of the characters of files that are loaded only because functions that run later import them. */
const LATER_SOURCES = 1_500_000;

/** Follows the Python code of an archive, and reports findings about what it does. Nothing in it is run. */
export function checkCode(archive: CheckedArchive, findings: FindingList): void {
  try {
    checkSources(archive, findings);
  } catch (error) {
    if (!(error instanceof TooMuchWork)) throw error;
    findings.add({
      level: 'hold',
      rule: 'archive-safety',
      file: '',
      line: 0,
      message: 'takes too much work to be checked',
    });
  }
}

/** The folder in which the host looks for the package's files: the outermost one that has any source. */
function rootOf(paths: readonly string[]): string {
  const depth = (path: string): number => path.split('/').length;
  const least = Math.min(...paths.map(depth));
  const first = paths.find((path) => depth(path) === least);
  return first === undefined ? '' : first.slice(0, first.lastIndexOf('/') + 1);
}

const BUILD_BACKEND = /^[ \t]{0,20}build-backend[ \t]{0,20}=[ \t]{0,20}["']([\w.]{1,200})/m;
/** Scripts that tools for builds run. */
const BUILD_SCRIPT = /^[ \t]{0,20}(?:script|path|build)[ \t]{0,20}=[ \t]{0,20}["']([\w./-]{1,200}\.py)["']/gm;
const LOCAL_REQUIREMENT = /^(?:-e[ \t]{1,20})?(?:file:)?\.\/([\w./-]{1,200})/gm;

/** The files that the settings of the project and its requirements let an installer run. */
function installedBy(texts: CheckedArchive['texts'], root: string, paths: readonly string[]): string[] {
  const project = texts.get(`${root}pyproject.toml`) ?? '';
  const requirements = texts.get(`${root}requirements.txt`) ?? '';
  const backend = BUILD_BACKEND.exec(project)?.[1];
  const scripts = [...project.matchAll(BUILD_SCRIPT)].map(([, path]) => path!);
  const setups = [...requirements.matchAll(LOCAL_REQUIREMENT)].map(([, folder]) => `${folder}/setup.py`);
  const named = [...scripts, ...setups].map((path) => root + path.replace(/^\.\/|\/(?=\/)/g, ''));
  const own =
    backend === undefined ? undefined : paths.find((path) => path.endsWith(`${backend.replaceAll('.', '/')}.py`));
  return [...(own === undefined ? [] : [own]), ...named.filter((path) => paths.includes(path))];
}

const STARTS_PROGRAM = /\bsubprocess\b|\bos\.(system|popen|exec\w+|spawn\w+)\b|\brunpy\b/;
const NAMED_SCRIPT = /["'](?:[^"'\n]{0,200}[\\/ ])?([\w-]{1,100}\.pyw?)["']/g;

/** The sources that a program which installs the package may start, because it names them. */
function startedByInstallers(modules: CheckedArchive['modules']): string[] {
  const named = new Set(
    [...modules]
      .filter(([path, { latin }]) => isInstaller(path) && STARTS_PROGRAM.test(latin))
      .flatMap(([, { latin }]) => [...latin.matchAll(NAMED_SCRIPT)].map(([, name]) => name!)),
  );
  named.delete('__init__.py');
  return [...modules.keys()].filter((path) => named.has(path.slice(path.lastIndexOf('/') + 1)));
}

/** The files that run without being imported, and when they do. */
function entriesOf({ modules, texts }: CheckedArchive): Map<string, Moment> {
  const paths = [...modules.keys()];
  const root = rootOf(paths);
  const entries = new Map<string, Moment>();
  const outermost = paths.filter((path) => path.slice(0, path.lastIndexOf('/') + 1) === root);
  const first = modules.has(`${root}__init__.py`)
    ? [`${root}__init__.py`]
    : outermost.filter((path) => !NOT_LOADED.test(path));
  const folders = root === '' && first.length === 0 ? paths.filter((path) => /^[^/]+\/__init__\.py$/.test(path)) : [];
  for (const path of [...first, ...folders]) entries.set(path, 'import');
  for (const path of paths) {
    // Some systems do not distinguish upper and lower case.
    const name = path.slice(root.length).toLowerCase();
    if (/(^|\/)(sitecustomize|usercustomize)\.py$/i.test(path) || name === 'prestartup_script.py')
      entries.set(path, 'import');
    else if (RUN_BY_NAME.test(name) || /(^|\/)conftest\.py$/.test(name)) entries.set(path, 'install');
  }
  for (const path of installedBy(texts, root, paths)) entries.set(path, 'install');
  for (const path of startedByInstallers(modules)) if (!entries.has(path)) entries.set(path, 'install');
  return entries;
}

function checkSources(archive: CheckedArchive, findings: FindingList): void {
  const entries = entriesOf(archive);
  for (const [path, moment] of entries) noteEntry(path, moment, findings);
  const { own, program, report } = runEntries(archive, entries, findings);
  // An installer that the package imports also runs by itself, with other values in its functions.
  const imported = [...entries].filter(([path, moment]) => moment === 'install' && program.isImported(path));
  if (imported.length > 0) runEntries(archive, new Map(imported), findings).report((moment) => moment === 'install');
  report(() => true);
  program.finishLoading();
  own.limitLoading(LATER_SOURCES);
  const isComplete = followLater(program);
  program.reportLater();
  if (!isComplete || own.isLimited)
    findings.add({
      level: 'note',
      rule: 'archive-safety',
      file: '',
      line: 0,
      message: 'is so large that not everything which its functions pass to each other was followed',
    });
  checkUnreached(program, own, archive.modules, findings);
  for (const module of archive.modules.values())
    if (module.isParsed && module.isTooLarge) findings.add(tooLarge(module));
}

/** Follows what runs without being imported. `report` reports findings about the code of some moments. */
function runEntries(archive: CheckedArchive, entries: ReadonlyMap<string, Moment>, findings: FindingList) {
  const own = new OwnModules(archive.modules, archive.knownFiles);
  const context = new PackageContext(
    findings,
    declaredPackages(archive.texts),
    archive.texts,
    archive.modules,
    archive.paths,
    archive.knownFiles,
  );
  const program = new Program(own, new CallChecker(context), new Relevance(sizeOf(archive.modules)));
  for (const [path, moment] of entries) {
    const module = own.file(path);
    if (module) program.runModule(module, moment);
  }
  program.settle();
  for (const [path, moment] of entries) runByHost(program, own, path, moment);
  program.settle();
  const report = (isMeant: (moment: Moment) => boolean): void => {
    program.reportAll(isMeant);
    // What runs a download may be reported before the download is found.
    if (context.downloads.isInstalling) program.reportAll((moment) => moment === 'install');
  };
  return { own, program, report };
}

/** Follows functions that run later. @returns false if the limit of steps was reached */
function followLater(program: Program): boolean {
  const stepsMax = program.evaluator.steps + LATER_STEPS;
  let isComplete = true;
  for (let before = -1, round = 0; before !== program.size && round < LATER_ROUNDS; round++) {
    before = program.size;
    program.reachRest();
    program.followUrgent(stepsMax);
    isComplete = program.settle(2, undefined, stepsMax) && isComplete;
  }
  return isComplete;
}

/** The packages that the archive's requirements list. */
function declaredPackages(texts: ReadonlyMap<string, string>): ReadonlySet<string> {
  const found = new Set<string>();
  for (const [path, text] of texts) {
    if (/(^|\/)requirements[\w.-]*\.txt$/i.test(path))
      for (const line of text.split('\n').slice(0, 2000)) found.add(packageName(line));
    else if (path.endsWith('pyproject.toml'))
      for (const match of text
        .slice(0, 100_000)
        .matchAll(/(?:^|[[,])[ \t]{0,20}["']([\w.-]{1,100})(?![\w.-])[^"'\n]{0,300}["']/gm))
        found.add(packageName(match[1]!));
  }
  found.delete('');
  return found;
}

const sizeOf = (modules: ReadonlyMap<string, PythonModule>): number =>
  [...modules.values()].reduce((sum, { length }) => sum + length, 0);

const tooLarge = ({ path: file }: PythonModule): Finding => ({
  level: 'hold',
  rule: 'archive-safety',
  file,
  line: 0,
  message: 'is too deeply nested, or too large, to be checked',
});

/** Files that run by their name alone. */
function noteEntry(file: string, moment: Moment, findings: FindingList): void {
  if (/(^|\/)(sitecustomize|usercustomize)\.py$/.test(file))
    findings.add({ level: 'hold', rule: 'install-script', file, line: 0, message: 'is run whenever Python starts' });
  const script = /(?:^|\/)((un)?install|disable|enable)\.py$/.exec(file)?.[1];
  if (moment === 'install' && script !== undefined)
    findings.add({
      level: 'warn',
      rule: 'install-script',
      file,
      line: 0,
      message: `is run when the package is ${script === 'install' || script === 'uninstall' ? `${script}ed` : `${script}d`}`,
      call: `${script}.py`,
    });
}

/** Names of a package that the host reads. */
const READ_BY_HOST = ['NODE_CLASS_MAPPINGS', 'NODE_DISPLAY_NAME_MAPPINGS', 'WEB_DIRECTORY', '__all__'];

/** Functions of a build backend that the installer calls. */
const BUILD_HOOK = /^(build_(wheel|sdist|editable)|prepare_metadata_for_build_\w+|get_requires_for_build_\w+)$/;

/** Runs the functions that the host or the installer calls after it has loaded a file. */
function runByHost(program: Program, own: OwnModules, path: string, moment: Moment): void {
  const module = own.file(path);
  if (!module) return;
  const { scope } = module;
  if (moment === 'install') program.runMainBlocks(module, moment);
  else for (const name of READ_BY_HOST) program.useValue(program.evaluator.attribute(valueOf(module), name), moment);
  const names = moment === 'install' ? [...scope.names.keys()] : ['__getattr__', 'comfy_entrypoint'];
  const isBackend = !/(^|\/)(install|setup|conftest)\.py$/.test(path);
  for (const name of names) {
    const bindings = scope.names.get(name) ?? [];
    const isCalled = bindings.some(({ kind }) => kind === 'class') || (isBackend && BUILD_HOOK.test(name));
    if (bindings.length === 0 || (moment === 'install' && !isCalled)) continue;
    program.runValue(program.evaluator.attribute(valueOf(module), name), moment);
  }
}

function checkUnreached(
  program: Program,
  own: OwnModules,
  modules: ReadonlyMap<string, PythonModule>,
  findings: FindingList,
): void {
  const reached = program.reachedPaths;
  own.limitLoading(UNREACHED_MAX);
  findings.noteOnly = (file) => !reached.has(file);
  for (const [path, { latin }] of modules) {
    if (reached.has(path) || !TELLING_WORD.test(latin)) continue;
    const module = own.file(path);
    if (module) program.runModule(module, 'later');
  }
  // There are only notes about these files, so the files that they load are not analysed.
  own.limitLoading(0);
  program.stopLoading();
  const isNew = (moment: Moment, path: string): boolean => moment === 'later' && !reached.has(path);
  program.settle(1, isNew);
  program.reachRest();
  program.reportRest(isNew);
}
