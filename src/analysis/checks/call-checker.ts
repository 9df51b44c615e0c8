import type { PythonNode } from '../python-syntax.js';
import { type Danger, dangerOf, isGuardedAttribute, isStandardPath, PURE_SHELL, RULE_OF } from './catalogue.js';
import type { Arguments } from './evaluation.js';
import { namesKnownPackages } from './installs.js';
import type { ModuleScope } from './scopes.js';
import {
  AUTOSTART_PATH,
  DROP_ADDRESS,
  HIDDEN_EXPRESSION,
  HOSTILE_COMMAND,
  leaksCredential,
  LOADER_VARIABLE,
  namesForeignHost,
  SERVER_VARIABLE,
  PASTE_ADDRESS,
  PLAIN_INDEX,
  WALLET,
} from './suspicious-patterns.js';
import { givenTo, isSecret } from './call-marks.js';
import { type External, externalsOf, FOLDER_OF_USERS, isUnknown, NOTHING, textsOf, type Value } from './values.js';
import { type ExternalCall, type Moment, plainPath, runsOnLoad, WHEN } from './external-call.js';
import type { PackageContext } from './package-context.js';
import { givesOtherName } from './syntax-roles.js';
import { carriesValues, loadsDangerous, runningModuleIn } from './running-modules.js';
import { checkInput, checkShell } from './shell-rule.js';
import { checkCode, checkFormula, checkNative, checkUnpickling } from './code-rules.js';
import { checkAddressRead, checkNetwork } from './network-rule.js';
import {
  checkDownloadedPathFile,
  checkPathFile,
  checkReading,
  checkUnpacking,
  checkWriting,
  checkWrittenScript,
  isFetchedProgram,
} from './file-rules.js';
import { checkRequests } from './request-rules.js';
import { checkHiding, describe } from './hiding-rules.js';

const FEW_FOLDERS = 2;
/** A folder of the user that is no folder of a program. */
const WHOLE_FOLDER =
  /^(~[\\/]?|[\\/]+|[A-Z]:[\\/]{0,2}|~[\\/]+(Documents|Desktop|Downloads|Pictures|Music|Videos)[\\/]?)$/i;

/** The folder that browsers fill, in which a node may look for a file. */
const DOWNLOADS = /^~[\\/]+Downloads[\\/]?$/i;
const LOOKS = /^(os\.f?walk|glob\.i?glob)$/;

/**
 * True for the text of such a folder, or a `Path` of it. A path that something is appended to is another folder, and a
 * parameter with many values says little of one call.
 */
function isWholeFolder(folder: Value, path: string): boolean {
  const { refs, words } = folder;
  if (refs.length > FEW_FOLDERS) return false;
  const isPath = refs.every(
    (ref) =>
      ref.kind === 'external' && /^pathlib\.Path(\.(home|expanduser|resolve|absolute))?$/.test(plainPath(ref.path)),
  );
  const texts = isPath && words.length === 1 ? words : textsOf(folder);
  return texts.some((text) => WHOLE_FOLDER.test(text) && !(LOOKS.test(path) && DOWNLOADS.test(text)));
}

/** A pattern of all files of the user. */
const ALL_OF_HOME = /^(~|\/home|\/Users|[A-Z]:[\\/]+Users)[\\/]+\*\*?[\\/]/i;
const GOES_THROUGH = /^(shutil\.(rmtree|make_archive)|os\.(walk|fwalk)|glob\.i?glob)$/;
/** Functions that let a server of requests give away the files of a folder. */
const SERVES_FOLDER = /\.add_static$|StaticFiles$|^aiohttp\.web\.static$/;

/** Functions of C that start programs or connect. */
const STARTS_PROGRAM_IN_C =
  /\b(system|popen|exec[lv]p?e?|posix_spawnp?|WinExec|CreateProcess[AW]?|ShellExecute\w*|curl_easy_perform|URLDownloadToFile\w*)\s*\(|\bsocket\s*\(\s*(AF|PF)_INET/;

/** Functions that read or change the clipboard, or read the screen, a camera or a microphone. */
const WATCHES_USER =
  /^(pyperclip\.(copy|paste)|clipboard\.(copy|paste)|win32clipboard\.\w+|(PIL\.)?ImageGrab\.\w+|pyautogui\.\w+|pyscreenshot\.\w+|mss\.mss|cv2\.VideoCapture|sounddevice\.rec|pyaudio\.PyAudio|tkinter\.Tk\(\)\.clipboard_\w+)$/;

/** Changes of what a client sends with each request. */
const SETS_HEADERS =
  /^(requests\.[sS]ession|httpx\.(Async)?Client|aiohttp\.ClientSession)\(\)\.(headers|cookies|params)\.(update|set)$/;

/** Methods of lists and texts, and of what is not known. */
const SENDS_NOTHING = /^(\?|(container|str)\.)/;
/** Programs that send what they are given. */
const SENDS = /^(curl|wget|nc|ncat|ftp|scp)(\.exe)?(\s|$)/;

const EXECUTABLE_MEMORY = /\bprot\s{0,9}=\s{0,9}(7\b|[^,)]{0,100}PROT_EXEC)/;

/** Functions that end the host or other programs. */
const ENDS_PROCESS =
  /^(os\.(killpg|abort|_exit)|signal\.raise_signal|psutil\.process_iter\(\)\[\]\.(kill|terminate|suspend))$/;

/** Names of files from which Python can import, or in which a zip archive can be hidden. */
const NO_FOLDER = /\.(zip|dat|bin|egg|whl|png|jpg|pt|txt|pyz)$/i;
/** Paths of folders into which other programs put files. */
const OPEN_PATH = /^([\\/](var[\\/])?tmp|~[\\/]+(\.cache|Downloads|Desktop))\b/;
/** Loaders that take files with any ending. */
const LOADS_OTHER_ENDINGS = /SourceFileLoader$|\.FileFinder(\.path_hook)?$/;
const LOADS_SOURCE = /spec_from_file_location$|FileLoader$|^imp\.load_/;
/** Changes of the search path, or of that of a package, and functions that make modules of folders. */
const CHANGES_PATH = /^(sys\.path\.|__file__\.(append|insert|extend)$|pkgutil\.(iter_modules|walk_packages)$)/;
const FROM_ENVIRONMENT = /^os\.(getenv\(\)|environ(\.get\(\)|\[\]))$/;
/** More words than these are those of several values. */
const FEW_WORDS = 5;
const WORDS_OF_SETTINGS = 20;

/** True for a value that is no container, and has the words of one text. */
const isOneText = ({ words, refs }: Value): boolean =>
  words.length <= FEW_WORDS && refs.every(({ kind }) => kind === 'text' || kind === 'external');

/** Checks calls, and functions that are used as values: by what they do, when they run and how they are written. */
export class CallChecker {
  constructor(private readonly context: PackageContext) {}

  /** A call of something outside of the archive. */
  checkCall(call: ExternalCall): void {
    const { context } = this;
    const { ref, args, moment } = call;
    const danger = dangerOf(ref.path);
    this.#checkTexts(call, danger);
    if (checkHiding(call, danger, context)) return;
    context.downloads.note(call);
    checkWriting(call, context);
    checkReading(call, context);
    checkRequests(call, context);
    checkWrittenScript(call, context);
    checkInput(call, context);
    checkDownloadedPathFile(call, context);
    checkPathFile(call, context);
    checkUnpacking(call, context);
    this.#checkOthers(call, danger);
    if (danger === undefined) return;
    const marks = [...args.all].reduce((sum, value) => sum | value.marks, 0);
    if (danger === 'shell') checkShell(call, context);
    else if (danger === 'code' || danger === 'interpreter') checkCode(call, danger, marks, context);
    else if (danger === 'network' || danger === 'listen') checkNetwork(call, danger, marks, context);
    else if (danger === 'unpickle') checkUnpickling(call, marks, context);
    else if (danger === 'native') checkNative(call, context);
    else if (danger === 'install')
      context.report(
        call,
        runsOnLoad(moment) && !namesKnownPackages(args, context.declared) ? 'hold' : 'warn',
        RULE_OF.install,
        `installs packages ${WHEN[moment]} (${plainPath(ref.path)})`,
      );
    else if (danger === 'secret')
      context.report(call, 'hold', RULE_OF.secret, `reads secrets of the user (${plainPath(ref.path)})`);
    else
      context.report(
        call,
        runsOnLoad(moment) ? 'hold' : 'warn',
        RULE_OF[danger],
        `downloads code and runs it (${plainPath(ref.path)})`,
      );
  }

  /** An assignment to the code of a function, which then does something else than its source says. */
  checkReplacedCode(node: PythonNode, home: ModuleScope, moment: Moment): void {
    const level = runsOnLoad(moment) ? 'hold' : 'warn';
    this.context.findings.addAt(level, 'dynamic-code', home, node, `replaces the code of a function ${WHEN[moment]}`);
  }

  /** A module that is put in `sys.modules`, from where it is imported by its key. */
  checkModuleName(names: readonly string[], module: Value, node: PythonNode, home: ModuleScope): void {
    const found = runningModuleIn([module]);
    if (found !== undefined && !names.includes(found))
      this.context.findings.addAt('hold', 'obfuscation', home, node, `gives ${found} another name`);
  }

  /** Variables of the environment that code sets. */
  checkEnvironment(names: readonly string[], value: Value, node: PythonNode, home: ModuleScope): void {
    if (names.some((name) => LOADER_VARIABLE.test(name)))
      this.context.findings.addAt('hold', 'sensitive-files', home, node, 'makes other programs load code');
    if (names.some((name) => SERVER_VARIABLE.test(name)) && namesForeignHost(textsOf(value)))
      this.context.findings.addAt(
        'hold',
        'data-theft',
        home,
        node,
        'makes other packages send their requests to a server elsewhere',
      );
  }

  /** An exception that carries a module to other code, which takes dangerous functions from it. */
  checkRaised({ all }: Arguments, node: PythonNode, home: ModuleScope): void {
    const module = runningModuleIn(all);
    if (module !== undefined)
      this.context.findings.addAt('hold', 'obfuscation', home, node, `passes ${module} in a way that hides it`);
  }

  /** Calls that are dangerous only with certain arguments. */
  #checkOthers(call: ExternalCall, danger: Danger | undefined): void {
    const { ref, args } = call;
    const { path } = ref;
    const words = args.all.flatMap((value) => value.words);
    const sent = givenTo(ref, args);
    const maySend =
      danger === undefined
        ? !isStandardPath(path) && !SENDS_NOTHING.test(path)
        : danger === 'shell' && SENDS.test(words[0] ?? '');
    const isSent = SETS_HEADERS.test(path) || (maySend && words.some((word) => /:\/\/\w/.test(word)));
    if (isSent && sent.some(isSecret))
      this.context.report(call, 'hold', 'data-theft', `sends secrets of the user elsewhere (${plainPath(path)})`);
    const carried = carriesValues(path) ? runningModuleIn(args.all) : undefined;
    if (carried !== undefined)
      this.context.report(call, 'hold', 'obfuscation', `passes ${carried} in a way that hides it`);
    if (path === 'mmap.mmap' && EXECUTABLE_MEMORY.test(call.home.source.text(call.node)))
      this.context.report(call, 'hold', 'native-code', 'makes memory for machine code');
    if (isFetchedProgram(call))
      this.context.report(call, 'hold', 'sensitive-files', 'writes a program that it has fetched');
    if (/^winreg\.(OpenKey\w*|CreateKey\w*|SetValue\w*)$/.test(path) && words.some((word) => AUTOSTART_PATH.test(word)))
      this.context.report(call, 'hold', 'sensitive-files', 'writes where the system or another program runs it');
    if (/^gc\.get_(objects|referrers|referents)\(\)(\[\])+(\.(system|popen|Popen|exec\w*|\*))?$/.test(path))
      this.context.report(call, 'hold', 'obfuscation', 'searches all objects of Python for one to call');
    if (
      path === 'os.dup2' &&
      args.all.some((value) => externalsOf(value).some((one) => /^socket\..*fileno/.test(one.path)))
    )
      this.context.report(call, 'hold', 'shell', 'gives a connection the place of the terminal');
    const isOfData =
      (LOADS_OTHER_ENDINGS.test(path) && words.some((word) => /\.\w{1,12}$/.test(word) && !/\.pyw?$/.test(word))) ||
      (/spec_from_file_location$/.test(path) && words.some((word) => /\.py[co]$/.test(word)));
    if (isOfData || this.context.loadsData(call))
      this.context.report(call, 'hold', 'obfuscation', 'loads code from a file that is no Python source');
    this.#checkIndirect(call, words);
    checkAddressRead(call, words, this.context);
    if (runsOnLoad(call.moment) && WATCHES_USER.test(path))
      this.context.report(call, 'hold', 'sensitive-files', `watches the user (${plainPath(path)})`);
    const isHost = externalsOf(args.positional[0] ?? NOTHING).some((one) => /^os\.getpp?id\(\)$/.test(one.path));
    if (runsOnLoad(call.moment) && (ENDS_PROCESS.test(path) || (path === 'os.kill' && isHost)))
      this.context.report(call, 'hold', 'shell', `ends a process ${WHEN[call.moment]} (${plainPath(path)})`);
    if (CHANGES_PATH.test(path)) this.#checkPath(call, words);
    if (LOADS_SOURCE.test(path)) this.#checkImportOfDownload(call);
    this.#checkOpenImport(call);
    const hasPathFiles = path === 'site.addpackage' || (path === 'site.addsitedir' && args.all.some(isUnknown));
    if (hasPathFiles && runsOnLoad(call.moment))
      this.context.report(call, 'hold', 'dynamic-code', 'runs the path files of a folder');
    checkFormula(call, this.context);
    const folders = SERVES_FOLDER.test(path)
      ? [args.named.get('directory') ?? args.positional[1] ?? NOTHING]
      : args.all;
    const isWhole =
      folders.some((folder) => isWholeFolder(folder, path)) || words.some((word) => ALL_OF_HOME.test(word));
    const [folder = '', ...others] = call.callee.words;
    const isHome =
      runsOnLoad(call.moment) &&
      /^pathlib\.Path\(\)\.(rglob|walk)$/.test(path) &&
      others.length === 0 &&
      WHOLE_FOLDER.test(folder);
    if ((isWhole && (GOES_THROUGH.test(path) || SERVES_FOLDER.test(path))) || isHome)
      this.context.report(call, 'hold', 'sensitive-files', 'goes through all files of the user');
  }

  /** Imports that others than the package decide about. */
  #checkOpenImport(call: ExternalCall): void {
    const { path } = call.ref;
    if (!runsOnLoad(call.moment)) return;
    const [name = NOTHING] = call.args.positional;
    if (
      /^(importlib\.import_module|builtins\.__import__)$/.test(path) &&
      externalsOf(name).some((one) => FROM_ENVIRONMENT.test(one.path))
    )
      this.context.report(call, 'hold', 'dynamic-code', 'imports what a variable of the environment names');
    const isOpen = ({ words, marks }: Value): boolean =>
      (marks & FOLDER_OF_USERS) !== 0 || (words.length < FEW_WORDS && words.some((word) => OPEN_PATH.test(word)));
    if ((/^sys\.path\./.test(path) || LOADS_SOURCE.test(path)) && call.args.all.some(isOpen))
      this.context.report(call, 'hold', 'dynamic-code', 'lets Python import from a folder for files of users');
  }

  #checkImportOfDownload(call: ExternalCall): void {
    if (call.moment !== 'later' && call.args.all.some((value) => this.context.downloads.has(value, call.moment)))
      this.context.report(call, 'hold', 'dynamic-code', 'lets Python import what it has fetched');
  }

  /** A folder or file that is added to those from which Python imports. */
  #checkPath(call: ExternalCall, words: readonly string[]): void {
    this.#checkImportOfDownload(call);
    const text = call.home.source.text(call.node);
    // The folder of a file has the words of the file.
    const isFolder = call.args.all.every(({ refs }) =>
      refs.every((ref) => ref.kind === 'external' && /^(os\.path\.dirname\(\)|int)$/.test(ref.path)),
    );
    const isOfFile = (word: string): boolean =>
      !isFolder && this.context.isFile(word) && (text.includes(word) || !/\bdirname\b|\.parents?\b/.test(text));
    const files = words.filter((word) => NO_FOLDER.test(word) || isOfFile(word));
    if (files.length === 0) return;
    // The words of a folder that a parameter names are those of everything that the parameter may be.
    const isOneOfMany = words.length > FEW_WORDS && !runsOnLoad(call.moment);
    const isHeld = !isOneOfMany || files.some((file) => text.includes(file));
    this.context.report(call, isHeld ? 'hold' : 'warn', 'obfuscation', 'lets Python import from a file');
  }

  /** Functions that evaluate what their arguments name, or that fetch code if an argument lets them. */
  #checkIndirect(call: ExternalCall, words: readonly string[]): void {
    const { path } = call.ref;
    const { source } = call.home;
    const evaluates =
      path === 'typing.get_type_hints' ||
      (/^inspect\.(get_annotations|signature)$/.test(path) && call.args.named.has('eval_str'));
    if (evaluates && this.context.hasHiddenExpression)
      this.context.report(call, 'hold', 'obfuscation', 'evaluates annotations that reach for dangerous functions');
    const compiled = /(load_inline|set_source|cdef|verify)$/.test(path)
      ? words
      : /cpp_extension\.(load|CppExtension|CUDAExtension)$|\.Extension$/.test(path)
        ? this.context.nativeSources
        : [];
    if (compiled.some((text) => STARTS_PROGRAM_IN_C.test(text)))
      this.context.report(call, 'hold', 'native-code', 'compiles code that starts programs');
    if (!runsOnLoad(call.moment)) return;
    if (/(^|\.)load_model$/.test(path) && /safe_mode\s*=\s*False/.test(source.text(call.node)))
      this.context.report(call, 'hold', 'unsafe-loading', 'loads a model that may run code');
    const file = (call.args.named.get('fname') ?? call.args.positional[0] ?? NOTHING).words.at(-1) ?? '';
    if (path === 'logging.config.fileConfig' && /\.(?!(ini|cfg|conf)$)\w{1,12}$/i.test(file))
      this.context.report(call, 'hold', 'dynamic-code', 'evaluates a file that is not checked');
    if (path === 'ruamel.yaml.YAML' && words.includes('unsafe'))
      this.context.report(call, 'hold', 'unsafe-loading', 'loads objects that may run code (ruamel.yaml)');
    if (loadsDangerous(path, words))
      this.context.report(call, 'hold', 'obfuscation', 'names a dangerous function in a text');
    if (/trust_remote_code\s*=\s*True/.test(source.text(call.node)))
      this.context.report(call, 'hold', 'dynamic-code', 'downloads code and runs it');
  }

  /** A dangerous function that is used as a value instead of being called. */
  checkReference(ref: External, node: PythonNode, home: ModuleScope, moment: Moment): void {
    const danger = dangerOf(ref.path);
    if (
      (isGuardedAttribute(ref.path) && (runsOnLoad(moment) || !ref.path.startsWith('?module'))) ||
      (ref.isHidden && danger && danger !== 'unpickle' && danger !== 'network')
    ) {
      this.context.findings.addAt(
        'hold',
        'obfuscation',
        home,
        node,
        `takes ${describe(ref.path)} in a way that hides it`,
      );
      return;
    }
    if (!danger || !['shell', 'code', 'interpreter', 'install'].includes(danger)) return;
    const isHarmless = /^(types|builtins\.compile|timeit)/.test(ref.path);
    const isAlias = ref.path.startsWith('subprocess.') && givesOtherName(node, home);
    const isHeld = (runsOnLoad(moment) && !isHarmless && !isAlias) || PURE_SHELL.test(ref.path);
    this.context.findings.addAt(
      isHeld ? 'hold' : 'warn',
      RULE_OF[danger],
      home,
      node,
      `uses ${plainPath(ref.path)} as a value`,
    );
  }

  /** Texts that show an intent, whatever is called. */
  #checkTexts(call: ExternalCall, danger: Danger | undefined): void {
    const words = call.args.all.flatMap((value) => value.words);
    const isUnknown = runsOnLoad(call.moment) && /(\?|\(\)|\[\]|\*)$/.test(call.ref.path);
    if (danger === 'shell' || danger === 'install' || danger === 'native' || isUnknown) {
      const hostile = [...words, words.join(' ')].find((word) => HOSTILE_COMMAND.test(word));
      if (hostile !== undefined)
        this.context.report(call, 'hold', 'shell', 'runs a command that fetches and runs, hides or mines');
    }
    if (words.some((word) => WALLET.test(word) || /stratum\+(tcp|ssl):/.test(word)))
      this.context.report(call, 'hold', 'shell', 'contains the address of a mining pool or wallet');
    if (words.some((word) => HIDDEN_EXPRESSION.test(word)))
      this.context.report(call, 'hold', 'obfuscation', 'contains an expression that reaches for dangerous functions');
    // So many words are those of a function that reads the settings of several services.
    const isOfMany = call.moment === 'later' && words.length > WORDS_OF_SETTINGS;
    const { path } = call.ref;
    // A library that the checks do not know may get credentials, but not in one text with an address elsewhere.
    const isInAddress =
      danger === undefined &&
      !isStandardPath(path) &&
      !path.startsWith('?') &&
      call.args.all.some((value) => isOneText(value) && leaksCredential(value.words, path));
    if (isInAddress || (danger === 'network' && leaksCredential([...words, ...call.callee.words], path)))
      this.context.report(call, isOfMany ? 'warn' : 'hold', 'data-theft', 'sends a credential to another service');
    if ((danger === 'shell' || danger === 'install') && PLAIN_INDEX.test(words.join(' ')))
      this.context.report(call, 'hold', 'install-at-run-time', 'installs packages from an index without encryption');
    const addresses = [...words, ...call.callee.words].filter((word) => DROP_ADDRESS.test(word));
    const isRead = call.moment === 'later' && /\.get$/.test(call.ref.path) && call.args.named.get('data') === undefined;
    if (danger === 'network' && addresses.some((word) => !isRead || !PASTE_ADDRESS.test(word)))
      this.context.report(call, 'hold', 'data-theft', 'sends data to a hard-coded drop address');
  }
}
