import type { CheckName } from '../../values/check-names.js';
import type { FindingLevel } from '../../values/finding-levels.js';
import type { PythonNode } from '../python-syntax.js';
import { type Danger, dangerOf, isGuardedAttribute, PURE_SHELL, RULE_OF, TELLING_ATTRIBUTE } from './catalogue.js';
import type { Arguments } from './evaluation.js';
import type { FindingList } from './findings.js';
import { namesKnownPackages } from './installs.js';
import type { ModuleScope } from './scopes.js';
import {
  AUTOSTART_PATH,
  DROP_ADDRESS,
  HIDDEN_EXPRESSION,
  HOSTILE_COMMAND,
  isInstallCommand,
  isQuery,
  isRemovalCommand,
  leaksCredential,
  LOADER_VARIABLE,
  PLAIN_INDEX,
  RUNNABLE_FILE,
  SENSITIVE_PATH,
  WALLET,
} from './suspicious-patterns.js';
import {
  DECODED,
  type External,
  externalsOf,
  FROM_FIXED_ADDRESS,
  FROM_NETWORK,
  FROM_REQUEST,
  FROM_FILE,
  NOTHING,
  OWN_FOLDER,
  SECRET,
  textsOf,
  type Value,
  WORDS_MAX,
} from './values.js';

/** When code runs. */
export type Moment =
  /** Only when a node runs, or something else uses it later. */
  | 'later'
  /** When the package is installed. */
  | 'install'
  /** When the host lists its nodes. */
  | 'listing'
  /** When the host loads the package. */
  | 'import';

/** A call of something that the archive does not define. */
export interface ExternalCall {
  readonly ref: External;
  readonly callee: Value;
  readonly args: Arguments;
  readonly node: PythonNode;
  readonly home: ModuleScope;
  readonly moment: Moment;
}

const WHEN: Readonly<Record<Moment, string>> = {
  later: 'when it is used',
  install: 'when it is installed',
  listing: 'when the host lists its nodes',
  import: 'when it is imported',
};

const FILE_WRITE =
  /^(builtins\.open|codecs\.open|pathlib\.Path\(\)(\.\w+(\(\))?)*\.(open|write_text|write_bytes|symlink_to)|os\.(rename|replace|symlink|link)|shutil\.(copy\w*|move)|os\.path\.join\(\)\.write_text)$/;

const plain = (path: string): string => path.replace(/\(\)|\[\]/g, '');

/** Judges calls and mentions by what they do, when they run and how they are written. */
export class Judge {
  /** Files that download something when the package is installed. */
  readonly #downloading = new Set<string>();
  /** Names of programs that calls download. */
  readonly #downloaded = new Set<string>();

  /**
   * @param declared names of the packages that the archive's requirements list
   */
  constructor(
    private readonly findings: FindingList,
    private readonly declared: ReadonlySet<string>,
  ) {}

  /** A call of something outside of the archive. */
  call(call: ExternalCall): void {
    const { ref, args, moment } = call;
    const danger = dangerOf(ref.path);
    this.#texts(call, danger);
    if (this.#hiding(call, danger)) return;
    if (FILE_WRITE.test(ref.path)) this.#write(call);
    if (isReading(ref.path)) this.#reading(call);
    this.#others(call);
    if (danger === undefined) return;
    const marks = [...args.all].reduce((sum, value) => sum | value.marks, 0);
    if (danger === 'shell') this.#shell(call);
    else if (danger === 'code' || danger === 'interpreter') this.#code(call, danger, marks);
    else if (danger === 'network' || danger === 'listen') this.#network(call, danger, marks);
    else if (danger === 'unpickle') this.#unpickle(call, marks);
    else if (danger === 'native') this.#native(call);
    else if (danger === 'install')
      this.#report(
        call,
        atOnce(moment) && !namesKnownPackages(args, this.declared) ? 'hold' : 'warn',
        RULE_OF.install,
        `installs packages (${plain(ref.path)})`,
      );
    else if (danger === 'secret')
      this.#report(call, 'hold', RULE_OF.secret, `reads secrets of the user (${plain(ref.path)})`);
    else
      this.#report(
        call,
        atOnce(moment) ? 'hold' : 'warn',
        RULE_OF[danger],
        `downloads code and runs it (${plain(ref.path)})`,
      );
  }

  /** Variables of the environment that code sets. */
  environment(names: readonly string[], node: PythonNode, home: ModuleScope): void {
    if (names.some((name) => LOADER_VARIABLE.test(name)))
      this.findings.addAt('hold', 'sensitive-files', home, node, 'makes other programs load code');
  }

  /** Calls that are dangerous only with certain arguments. */
  #others(call: ExternalCall): void {
    const { ref, args } = call;
    const { path } = ref;
    const words = args.all.flatMap((value) => value.words);
    if (isFetchedProgram(call)) this.#report(call, 'hold', 'sensitive-files', 'writes a program that it has fetched');
    if (/^winreg\.(OpenKey\w*|CreateKey\w*|SetValue\w*)$/.test(path) && words.some((word) => AUTOSTART_PATH.test(word)))
      this.#report(call, 'hold', 'sensitive-files', 'writes where the system or another program runs it');
    if (/^gc\.get_(objects|referrers|referents)\(\)\[\]$/.test(path))
      this.#report(call, 'hold', 'obfuscation', 'searches all objects of Python for one to call');
    if (
      path === 'os.dup2' &&
      args.all.some((value) => externalsOf(value).some((one) => /^socket\..*fileno/.test(one.path)))
    )
      this.#report(call, 'hold', 'shell', 'gives a connection the place of the terminal');
    if (/SourceFileLoader$/.test(path) && words.some((word) => /\.\w{1,12}$/.test(word) && !/\.pyw?$/.test(word)))
      this.#report(call, 'hold', 'obfuscation', 'loads code from a file that is no Python source');
    if (/spec_from_file_location$/.test(path) && words.some((word) => /\.py[co]$/.test(word)))
      this.#report(call, 'hold', 'obfuscation', 'loads code from a file that is no Python source');
    if (/^sys\.path\./.test(path) && words.some((word) => /\.(zip|dat|bin|egg|whl|png|jpg|pt|txt|pyz)$/i.test(word)))
      this.#report(call, 'hold', 'obfuscation', 'lets Python import from a file');
    const isWhole = words.some((word) => /^(~[\\/]?|[\\/]|[A-Z]:[\\/]{0,2})$/i.test(word));
    if (isWhole && words.length === 1 && /^(shutil\.rmtree|os\.walk)$/.test(path))
      this.#report(call, 'hold', 'sensitive-files', 'goes through all files of the user');
  }

  /** A dangerous function that is used as a value instead of being called. */
  mention(ref: External, node: PythonNode, home: ModuleScope, moment: Moment): void {
    const danger = dangerOf(ref.path);
    if (
      (isGuardedAttribute(ref.path) && (atOnce(moment) || !ref.path.startsWith('?module'))) ||
      (ref.isHidden && danger && danger !== 'unpickle' && danger !== 'network')
    ) {
      this.findings.addAt('hold', 'obfuscation', home, node, `takes ${describe(ref.path)} in a way that hides it`);
      return;
    }
    if (!danger || !['shell', 'code', 'interpreter', 'install'].includes(danger)) return;
    const isHeld = (atOnce(moment) && !/^(types|builtins\.compile|timeit)/.test(ref.path)) || PURE_SHELL.test(ref.path);
    this.findings.addAt(isHeld ? 'hold' : 'warn', RULE_OF[danger], home, node, `uses ${plain(ref.path)} as a value`);
  }

  #report({ node, home }: ExternalCall, level: FindingLevel, rule: CheckName, message: string): void {
    this.findings.addAt(level, rule, home, node, message);
  }

  /** Texts that show an intent, whatever is called. */
  #texts(call: ExternalCall, danger: Danger | undefined): void {
    const words = call.args.all.flatMap((value) => value.words);
    if (danger === 'shell' || danger === 'install' || danger === 'native') {
      const hostile = [...words, words.join(' ')].find((word) => HOSTILE_COMMAND.test(word));
      if (hostile !== undefined)
        this.#report(call, 'hold', 'shell', 'runs a command that fetches and runs, hides or mines');
    }
    if (words.some((word) => WALLET.test(word) || /stratum\+(tcp|ssl):/.test(word)))
      this.#report(call, 'hold', 'shell', 'contains the address of a mining pool or wallet');
    if (words.some((word) => HIDDEN_EXPRESSION.test(word)))
      this.#report(call, 'hold', 'obfuscation', 'contains an expression that reaches for dangerous functions');
    if (danger === 'network' && leaksCredential([...words, ...call.callee.words], call.ref.path))
      this.#report(call, 'hold', 'data-theft', 'sends a credential to another service');
    if ((danger === 'shell' || danger === 'install') && PLAIN_INDEX.test(words.join(' ')))
      this.#report(call, 'hold', 'install-at-run-time', 'installs packages from an index without encryption');
    if (danger === 'network' && [...words, ...call.callee.words].some((word) => DROP_ADDRESS.test(word)))
      this.#report(call, 'hold', 'data-theft', 'sends data to a hard-coded drop address');
  }

  /** Unusual ways to a dangerous function. @returns true if the call is one */
  #hiding(call: ExternalCall, danger: Danger | undefined): boolean {
    const { ref, callee } = call;
    const isTelling =
      TELLING_ATTRIBUTE.test(ref.path) &&
      (atOnce(call.moment) || !/^\?module(\[\])?\.(run|call|loads|\*)$/.test(ref.path));
    const isHidden =
      ref.isHidden &&
      danger !== undefined &&
      !(danger === 'unpickle' || (danger === 'network' && !atOnce(call.moment)));
    const isComputed = ref.path === '?' && ref.isHidden && isPlainly(callee, DECODED);
    const isMade = ref.path === 'namespace[]' && (atOnce(call.moment) || isPlainly(callee, DECODED));
    const isGuarded = isGuardedAttribute(ref.path) && !ref.path.startsWith('?module');
    if (isTelling || isHidden || isComputed || isMade || isGuarded) {
      this.#report(call, 'hold', 'obfuscation', `calls ${describe(ref.path)} in a way that hides it`);
      return true;
    }
    if (/__subclasses__$/.test(ref.path) && /(__class__|__base|__mro__|builtins\.(object|type))/.test(ref.path)) {
      this.#report(call, 'hold', 'obfuscation', 'searches all classes of Python for one to use');
      return true;
    }
    return this.#computedImport(call);
  }

  #computedImport(call: ExternalCall): boolean {
    const { ref, args } = call;
    if (!/^(builtins\.__import__|importlib\.import_module)$/.test(ref.path)) return false;
    const [name] = args.positional;
    if (!name || !isPlainly(name, DECODED)) return false;
    // A node may look up one of its modules by a name from a file. The use of that module is judged separately.
    const level = atOnce(call.moment) ? 'hold' : 'warn';
    this.#report(call, level, 'obfuscation', 'imports a module by a name that is hidden');
    return true;
  }

  #shell(call: ExternalCall): void {
    const { ref, args, moment } = call;
    const name = plain(ref.path);
    const words = args.all.flatMap((value) => value.words);
    const command = commandOf(args);
    if (/^webbrowser\./.test(ref.path) && !atOnce(moment))
      return this.#report(call, 'warn', 'shell', `opens an address in the browser (${name})`);
    if (isPlainly(command, DECODED) && !namesProgram(call))
      return this.#report(call, 'hold', 'obfuscation', `runs a hidden command (${name})`);
    if (isPlainly(command, ref.path === 'os.startfile' ? FROM_NETWORK : FROM_NETWORK | FROM_REQUEST))
      return this.#report(call, 'hold', 'shell', `runs a command from the network (${name})`);
    if (words.some((word) => this.#downloaded.has(word)))
      return this.#report(call, 'hold', 'shell', `runs what it has fetched (${name})`);
    const change = isInstallCommand(words) ? 'installs' : isRemovalCommand(words) ? 'removes' : undefined;
    if (change !== undefined)
      return this.#report(
        call,
        atOnce(moment) && !namesKnownPackages(args, this.declared) ? 'hold' : 'warn',
        'install-at-run-time',
        `${change} packages ${WHEN[moment]} (${name})`,
      );
    const isRunningDownload =
      moment === 'install' &&
      this.#downloading.has(call.home.path) &&
      words.length > 0 &&
      !externalsOf(command).some(({ path }) => path === 'sys.executable') &&
      !/^(git|pip3?|uv|conda)\b/.test(words[0]!);
    const isHeld = (atOnce(moment) && !isQueryCall(args)) || isRunningDownload;
    this.#report(call, isHeld ? 'hold' : 'warn', 'shell', `starts another program ${WHEN[moment]} (${name})`);
  }

  #code(call: ExternalCall, danger: Danger, marks: number): void {
    const { ref, args, moment } = call;
    const name = plain(ref.path);
    if (name === 'builtins.compile' && isParsing(args)) return;
    const isDecoded = moment === 'later' ? isPlainly(args.positional[0] ?? NOTHING, DECODED) : (marks & DECODED) !== 0;
    if (name === 'marshal.loads' || isDecoded || /rot13|CodeType|SourcelessFileLoader/.test(ref.path))
      return this.#report(
        call,
        moment === 'later' && /CodeType$/.test(name) ? 'warn' : 'hold',
        'obfuscation',
        `runs code that is hidden in data (${name})`,
      );
    // A node may run what a model answers, which is a part of the answer's body.
    const isForeign =
      (marks & FROM_FIXED_ADDRESS) !== 0 ||
      ((marks & FROM_NETWORK) !== 0 &&
        externalsOf(args.positional[0] ?? NOTHING).some(({ path }) => BODY.test(path))) ||
      ((marks & FROM_REQUEST) !== 0 && (args.positional[0] ?? NOTHING).words.length < WORDS_MAX) ||
      ((marks & FROM_NETWORK) !== 0 && moment !== 'later');
    if (isForeign) return this.#report(call, 'hold', 'dynamic-code', `runs code from the network (${name})`);
    const isOwnSource = moment === 'install' && marks & (FROM_FILE | OWN_FOLDER);
    const isHeld =
      (atOnce(moment) || moment === 'install') &&
      !isOwnSource &&
      name !== 'builtins.compile' &&
      !isWithoutBuiltins(call);
    const isFunctionType = /^(types|timeit)\./.test(name);
    this.#report(
      call,
      isHeld && !(isFunctionType && moment !== 'import') ? 'hold' : 'warn',
      RULE_OF[danger],
      `runs code from data ${WHEN[moment]} (${name})`,
    );
  }

  #network(call: ExternalCall, danger: Danger, marks: number): void {
    const { ref, args, moment, callee } = call;
    const name = plain(ref.path);
    const isEnvironment = args.all.some((value) => externalsOf(value).some(({ path }) => path === 'os.environ'));
    if ((marks | callee.marks) & SECRET || isEnvironment)
      return this.#report(call, 'hold', 'data-theft', `sends secrets of the user to the network (${name})`);
    if (/\.(Session|session|ClientSession|socket)$/.test(ref.path)) {
      if (moment === 'import' && ref.path === 'socket.socket')
        this.#report(call, 'hold', 'network-at-import', `opens a connection when it is imported (${name})`);
      return;
    }
    if (moment === 'install') this.#downloading.add(call.home.path);
    if (/urlretrieve|download/.test(ref.path))
      for (const word of args.positional.slice(1).flatMap(({ words }) => words))
        if (RUNNABLE_FILE.test(word) && !/:\/\//.test(word)) this.#downloaded.add(word);
    const rule = moment === 'import' ? 'network-at-import' : 'network';
    this.#report(
      call,
      moment === 'import' ? 'hold' : 'warn',
      rule,
      `${danger === 'listen' ? 'waits for connections' : 'goes to the network'} ${WHEN[moment]} (${name})`,
    );
  }

  #unpickle(call: ExternalCall, marks: number): void {
    const { ref, args, moment } = call;
    const name = plain(ref.path);
    if (name === 'torch.load' && isSafeLoad(call)) return;
    if (name === 'numpy.load' && !/allow_pickle\s*=\s*True/.test(call.home.source.text(call.node))) return;
    if (/^yaml/.test(name) && isSafeYaml(call)) return;
    const [first] = args.positional;
    const isBlob = first !== undefined && textsOf(first).length > 0 && /loads$/.test(name);
    const isHidden =
      /loads$/.test(name) && first !== undefined && isPlainly(first, DECODED | FROM_NETWORK | FROM_REQUEST);
    if (isHidden || isBlob)
      return this.#report(
        call,
        'hold',
        'unsafe-loading',
        `loads objects that may run code, from hidden or fetched data (${name})`,
      );
    const isHeld =
      moment === 'import' && (/pickle\.loads$/.test(name) || ((marks & OWN_FOLDER) !== 0 && isUnsafe(call)));
    this.#report(call, isHeld ? 'hold' : 'warn', 'unsafe-loading', `loads objects that may run code (${name})`);
  }

  #native(call: ExternalCall): void {
    const { ref, args, moment } = call;
    const words = args.all.flatMap((value) => value.words);
    const isHostile =
      /\.(system|popen|exec\w*|WinExec|VirtualAlloc|CreateThread|ShellExecute\w+|mprotect|fork)$/.test(ref.path) ||
      words.some((word) => /(\\x[0-9a-f]{2}){8}/i.test(word));
    const isConsole =
      /windll\.(kernel32\.(Get\w+|SetConsole\w*|SetErrorMode|SetThreadExecutionState|GlobalMemoryStatusEx)|user32|shcore|shell32\.IsUserAnAdmin|dwmapi)/.test(
        ref.path,
      );
    const isHeld = isHostile || (atOnce(moment) && !isConsole);
    this.#report(
      call,
      isHeld ? 'hold' : 'warn',
      'native-code',
      `calls machine code ${WHEN[moment]} (${plain(ref.path)})`,
    );
  }

  #reading(call: ExternalCall): void {
    const parts = [...call.args.all, ...(call.ref.path.startsWith('pathlib.') ? [call.callee] : [])].map(
      (value) => value.words,
    );
    // A parameter that gets many paths from everywhere says little of one call.
    const isOneOfMany = ({ length }: readonly string[], telling: number): boolean =>
      !atOnce(call.moment) && length > FEW_WORDS && telling * FEW_WORDS < length;
    const words = parts
      .filter((some) => !isOneOfMany(some, some.filter((word) => SENSITIVE_PATH.test(word)).length))
      .flatMap((some) => [...some, some.join('/')]);
    if (
      words.some((word) => SENSITIVE_PATH.test(word)) ||
      (call.callee.marks & SECRET && SENSITIVE_PATH.test(call.callee.words.join('\n')))
    )
      this.#report(call, 'hold', 'sensitive-files', 'opens files with credentials, browser data or wallets');
  }

  #write(call: ExternalCall): void {
    const { ref, args, moment, callee } = call;
    const isOpen = /open$/.test(ref.path);
    const mode = args.named.get('mode') ?? args.positional[/^(builtins|codecs)/.test(ref.path) ? 1 : 0];
    const isWriting =
      !isOpen || (mode !== undefined && textsOf(mode).some((text) => /^[rbt]*[wax+][rbtwax+]*$/.test(text)));
    if (!isWriting) return;
    const target = /^(os|shutil)/.test(ref.path)
      ? args.positional.slice(1, 2)
      : /^(builtins|codecs)/.test(ref.path)
        ? args.positional.slice(0, 1)
        : [callee];
    const words = target.flatMap((value) => value.words);
    const isMoved =
      ref.path === 'os.rename' && (args.positional[0]?.words ?? []).some((word) => AUTOSTART_PATH.test(word));
    if (words.some((word) => AUTOSTART_PATH.test(word)) && !isMoved)
      this.#report(call, 'hold', 'sensitive-files', 'writes where the system or another program runs it');
    else if (atOnce(moment) && words.some((word) => RUNNABLE_FILE.test(word)))
      this.#report(call, 'hold', 'sensitive-files', `writes a program ${WHEN[moment]}`);
  }
}

/** True if `eval` gets globals without builtins, as `collections.namedtuple` calls it. */
function isWithoutBuiltins({ ref, args }: ExternalCall): boolean {
  const [globals] = args.positional.slice(1);
  const [namespace] = globals?.refs ?? [];
  if (ref.path !== 'builtins.eval' || globals?.refs.length !== 1 || namespace?.kind !== 'container') return false;
  const builtins = namespace.keyed.get('__builtins__');
  return (
    builtins !== undefined &&
    builtins.refs.every((one) => one.kind === 'container' && one.keyed.size === 0 && one.items.refs.length === 0)
  );
}

/** True for a command like `f"rm {path}"`, which names a program that runs no code. */
function namesProgram({ node, home }: ExternalCall): boolean {
  const [first] = node.child('arguments')?.named ?? [];
  if (first?.type !== 'string') return false;
  const program = /^f["']{1,3}([\w.-]+)\s/i.exec(home.source.text(first))?.[1];
  return program !== undefined && !RUNS_CODE.test(program);
}

const RUNS_CODE =
  /^(\w*sh|cmd|powershell|python[\d.]*|perl|ruby|node|php|curl|wget|eval|exec|start|sudo|env|nohup|xargs)$/i;

/** True for `open("x.py", "w").write(…)` of something that comes from the network. */
const isFetchedProgram = ({ ref, args, callee }: ExternalCall): boolean =>
  /open\(\)\.write$/.test(ref.path) &&
  callee.words.length <= 3 &&
  callee.words.some((word) => RUNNABLE_FILE.test(word)) &&
  args.all.some(({ marks }) => (marks & (FROM_NETWORK | FROM_REQUEST)) !== 0);

/** More words than these are those of several values. */
const FEW_WORDS = 5;

/** The whole body of a response or file. */
const BODY = /\(\)\.(text|content|read)(\(\))?(\.decode\(\))?$/;

/** Values with more possibilities carry marks of things that have nothing to do with each other. */
const FEW = 2;

/** True if a value is surely marked: it is one text or unknown thing, and no list or path that some part marks. */
function isPlainly({ refs, marks }: Value, mark: number): boolean {
  return (
    (marks & mark) !== 0 &&
    refs.length <= FEW &&
    refs.every((ref) => ref.kind === 'text' || (ref.kind === 'external' && !/\.__module__$|^os\.path/.test(ref.path)))
  );
}

/** The value that decides which program a call starts: its command, the first item of a list, or a shell's script. */
function commandOf({ positional, named }: Arguments): Value {
  const command = positional[0] ?? named.get('args') ?? NOTHING;
  const [list] = command.refs;
  if (command.refs.length !== 1 || list?.kind !== 'container') return command;
  const [program = NOTHING, ...rest] = list.ordered ?? [];
  const isShell = textsOf(program).some((text) =>
    /(^|[\\/])((ba|z|da|k)?sh|cmd|powershell|pwsh|python\d?)(\.exe)?$/.test(text),
  );
  // The options of a script are no code.
  const isScript = rest.slice(0, 1).some((item) => textsOf(item).some((text) => /^[^-/]/.test(text)));
  return isShell && !isScript
    ? (rest.find((item) => (item.marks & (DECODED | FROM_NETWORK | FROM_REQUEST)) !== 0) ?? program)
    : program;
}

const atOnce = (moment: Moment): boolean => moment === 'import' || moment === 'listing';

const READING =
  /^(builtins\.open|codecs\.open|os\.(listdir|scandir|walk|open)|glob\.i?glob|shutil\.(copy\w*|make_archive)|sqlite3\.connect|pathlib\.Path\(\)(\.[\w.()]+)?\.(read_text|read_bytes|open|glob|rglob|iterdir)|zipfile\.ZipFile\(\)\.write|tarfile\.open\(\)\.add)$/;

const isReading = (path: string): boolean => READING.test(path);

/** `getattr` and the like as a reader sees them. */
const describe = (path: string): string =>
  path.startsWith('?module')
    ? 'a function of a module with a computed name'
    : plain(path).replace(/\.\*$/, ' by a computed name');

/** `compile(source, name, "exec", ast.PyCF_ONLY_AST)` only parses. */
const isParsing = (args: Arguments): boolean =>
  args.all.some((value) => externalsOf(value).some(({ path }) => path === 'ast.PyCF_ONLY_AST'));

const isSafeLoad = ({ node, home }: ExternalCall): boolean => /weights_only\s*=\s*True/.test(home.source.text(node));

/** True unless a YAML loader makes plain data only, or of few types. */
const isUnsafe = ({ ref, node, home }: ExternalCall): boolean =>
  !ref.path.startsWith('yaml.') || /unsafe/i.test(home.source.text(node));

const isSafeYaml = ({ node, home, ref }: ExternalCall): boolean =>
  /Safe\w*Loader|BaseLoader/.test(home.source.text(node)) || !/unsafe|load$/.test(ref.path);

/** The programs that a command may start. */
const programsOf = (command: Value): Value[] =>
  command.refs.map((ref) => (ref.kind === 'container' ? (ref.ordered?.[0] ?? ref.items) : { ...command, refs: [ref] }));

/** True if all commands that a call may start only ask for a version or state. */
function isQueryCall({ positional, named, all }: Arguments): boolean {
  const [command] = positional.length > 0 ? positional : [named.get('args')];
  if (!command || all.some(({ marks }) => marks & (DECODED | FROM_NETWORK | FROM_REQUEST))) return false;
  if (programsOf(command).some(({ marks }) => marks & OWN_FOLDER)) return false;
  const commands = command.refs.flatMap((ref) => {
    if (ref.kind === 'text') return [ref.text.split(/\s+/)];
    if (ref.kind === 'container' && ref.ordered) return [ref.ordered.map((item) => textsOf(item)[0])];
    return [undefined];
  });
  return (
    commands.length > 0 &&
    commands.every(
      (words) =>
        words !== undefined &&
        isQuery(
          words[0],
          words.slice(1).filter((word) => word !== ''),
        ),
    )
  );
}
