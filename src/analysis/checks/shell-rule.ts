import type { PythonNode } from '../python-syntax.js';
import type { Arguments } from './evaluation.js';
import { DOWNLOADER } from './downloads.js';
import { changesOwnFiles } from './file-commands.js';
import { namesForeignSource, namesKnownPackages } from './installs.js';
import type { ModuleScope } from './scopes.js';
import {
  FOLDER_OF_PACKAGES,
  isInstallCommand,
  isQuery,
  isRemovalCommand,
  SENSITIVE_PATH,
} from './suspicious-patterns.js';
import { isRead } from './syntax-roles.js';
import {
  anyOf,
  type Container,
  contentOf,
  DECODED,
  externalsOf,
  FROM_NETWORK,
  FROM_REQUEST,
  HOST_DATA,
  isUnknown,
  NOTHING,
  OWN_FOLDER,
  REFS_MAX,
  textsOf,
  type Value,
} from './values.js';
import { type ExternalCall, isPlainly, plainPath, runsOnLoad, WHEN } from './external-call.js';
import type { PackageContext } from './package-context.js';

/** The beginning of a command of a program that is given values of requests, such as the address of a repository. */
const TOOL = /^(git|ffmpeg|ffprobe|yt-dlp|aria2c|blender)\s/;

/** The documented way of a program to get a token for services of Google. */
const GOOGLE_TOKEN = /\bgcloud auth print-/;

/** Functions of which the first argument is not the whole command: that of a pager is its text. */
const OTHER_ARGUMENTS = /^pydoc\.|create_subprocess_exec$|^os\.(exec|posix_spawn)/;

/** Commands that write credentials to their output. */
const SENSITIVE_COMMAND =
  /\bgh auth token\b|\bgit credential\b|\bsecurity find-\w+-password\b|\bkey=clear\b|\b(env|printenv|export -p)\b[^|]{0,99}\|[^|]{0,200}\b(curl|wget|ncat|nc)\b|\b(curl|wget|ncat|nc)\b.{0,300}[$`]\(?(env|printenv)\b|\baws configure (export|get)\b/;

/** Reports a call that starts another program. */
export function checkShell(call: ExternalCall, context: PackageContext): void {
  const { ref, args, moment } = call;
  const name = plainPath(ref.path);
  const words = args.all.flatMap((value) => value.words);
  const command = commandOf(args);
  if (/^webbrowser\./.test(ref.path) && !runsOnLoad(moment))
    return context.report(call, 'warn', 'shell', `opens an address in the browser (${name})`);
  const isVisible = !command.words.some(isEncoded) && namesProgram(call.node.child('arguments')?.named[0], call.home);
  if (isPlainly(command, DECODED) && !isVisible)
    return context.report(call, 'hold', 'obfuscation', `runs a hidden command (${name})`);
  const isOfTool = ref.path === 'os.startfile' || command.words.some((word) => TOOL.test(word));
  const isFetched = isPlainly(command, FROM_NETWORK) && !(isVisible && moment === 'later');
  if (isFetched || (!isOfTool && isPlainly(command, FROM_REQUEST | HOST_DATA)))
    return context.report(call, 'hold', 'shell', `runs a command from the network (${name})`);
  const isGoogleToken = GOOGLE_TOKEN.test(words.join(' ')) && runsOnLoad(moment);
  if (isGoogleToken || SENSITIVE_COMMAND.test(words.join(' ')) || words.some((word) => SENSITIVE_PATH.test(word)))
    return context.report(call, 'hold', 'sensitive-files', `reads credentials of the user (${name})`);
  if (words.some((word) => /:\/\//.test(word)) && args.all.some(({ marks }) => marks & HOST_DATA))
    return context.report(call, 'hold', 'data-theft', `sends what the host or a library works on (${name})`);
  const isOfScript = isScriptOfCommand(scriptOf(args)) || textsOf(scriptOf(args)).includes('-m');
  const isInterpreter =
    !isOfScript && programsOf(args.positional[0] ?? args.named.get('args') ?? NOTHING).some(runsItsInput);
  if (isInterpreter && (args.named.get('input') ?? NOTHING).marks & FOREIGN)
    return context.report(call, 'hold', 'shell', `gives an interpreter code from the network (${name})`);
  const change = isInstallCommand(words) ? 'installs' : isRemovalCommand(words) ? 'removes' : undefined;
  const isOfDownload = (value: Value): boolean => context.downloads.has(value, moment, change !== undefined);
  if (
    !DOWNLOADER.test(words[0] ?? '') &&
    (change === undefined ? [command, scriptOf(args)] : args.all).some(isOfDownload)
  )
    return context.report(call, 'hold', 'shell', `runs what it has fetched (${name})`);
  const items = OTHER_ARGUMENTS.test(ref.path) ? args.positional : itemsOf(args);
  const isClone = /\bgit clone\b/.test(words.join(' ')) && words.some((word) => FOLDER_OF_PACKAGES.test(word));
  if ((change === 'installs' || isClone) && items.some((item) => isPlainly(item, FROM_REQUEST)))
    return context.report(call, 'hold', 'install-at-run-time', `installs what a request names (${name})`);
  if (change !== undefined)
    return context.report(
      call,
      (runsOnLoad(moment) && !namesKnownPackages(args, context.declared)) ||
        (moment === 'install' && namesForeignSource(words))
        ? 'hold'
        : 'warn',
      'install-at-run-time',
      `${change} packages ${WHEN[moment]} (${name})`,
    );
  const isOnlyQuery = !OTHER_ARGUMENTS.test(ref.path) && isQueryCall(args);
  const isHarmless = isOnlyQuery || changesOwnFiles(call);
  const isHeld = !isHarmless && (runsOnLoad(moment) || mayRunDownload(call, context));
  context.report(call, isHeld ? 'hold' : 'warn', 'shell', `starts another program ${WHEN[moment]} (${name})`);
}

/**
 * True for a command like `f"rm {path}"`, `"rm {}".format(path)` or `"rm %s" % path`, which names a program that runs
 * no code. So does a variable of a function if all its values are such commands.
 */
function namesProgram(node: PythonNode | undefined, home: ModuleScope): boolean {
  switch (node?.type) {
    case 'string': {
      const text = home.source.text(node);
      const program = /^f?["']{1,3}([\w.-]+)\s/i.exec(text)?.[1];
      return program !== undefined && !RUNS_CODE.test(program) && !/[;&|`$\n]/.test(text);
    }
    case 'binary_operator':
      return /^[+%]$/.test(node.child('operator')?.type ?? '') && namesProgram(node.child('left'), home);
    case 'call': {
      const method = node.child('function');
      return (
        method?.type === 'attribute' &&
        home.text(method.child('attribute')!) === 'format' &&
        namesProgram(method.child('object'), home)
      );
    }
    case 'identifier': {
      const values = valuesOfVariable(node, home);
      return values.length > 0 && values.every((value) => value?.type !== 'identifier' && namesProgram(value, home));
    }
    default:
      return false;
  }
}

/** A long word in the letters of Base64 or hexadecimal digits. */
const isEncoded = (word: string): boolean =>
  /^[0-9a-f]{16,}$/i.test(word) ||
  (/^[\w+/=-]{16,}$/.test(word) && /\d/.test(word) && /[a-z]/.test(word) && /[A-Z]/.test(word));

/** The values that a function assigns to one of its variables; `undefined` for each other way in which it gets one. */
function valuesOfVariable(variable: PythonNode, home: ModuleScope): (PythonNode | undefined)[] {
  const name = home.text(variable);
  let outer = variable.parent;
  while (outer && outer.type !== 'function_definition') outer = outer.parent;
  const values: (PythonNode | undefined)[] = [];
  outer?.walk((node) => {
    const { parent, field } = node;
    const isNamed = parent?.type === 'named_expression' && field === 'name';
    if (node.type !== 'identifier' || (isRead(node) && !isNamed) || home.text(node) !== name) return;
    if (parent?.type === 'call' || parent?.type === 'attribute' || parent?.type === 'comparison_operator') return;
    values.push(parent?.type === 'assignment' && field === 'left' ? parent.child('right') : undefined);
  });
  return values;
}

/** Programs that run no code of their arguments, or whose arguments are checked as installations. */
const HARMLESS = /^(git|pip3?|uv|conda|curl|wget|aria2c)\b/;

/** True if a command of an installation that downloads starts what may be a download. */
function mayRunDownload({ args, moment }: ExternalCall, { downloads }: PackageContext): boolean {
  if (moment !== 'install' || !downloads.isInstalling) return false;
  return [commandOf(args), ...itemsOf(args).slice(0, 1)].some(isPythonItself)
    ? isUnknown(scriptOf(args))
    : !HARMLESS.test(args.all.flatMap(({ words }) => words)[0] ?? '');
}

/** True for a script of the package, or one that is named by a text, as an argument of an interpreter. */
const isScriptOfCommand = (item: Value): boolean =>
  (item.marks & OWN_FOLDER) !== 0 || textsOf(item).some((text) => /^[^-/]/.test(text));

/** The script that a command gives to an interpreter. */
const scriptOf = ({ positional, named }: Arguments): Value => {
  const [list] = (positional[0] ?? named.get('args') ?? NOTHING).refs;
  return (list?.kind === 'container' ? list.ordered?.[1] : undefined) ?? NOTHING;
};

const FOREIGN = FROM_NETWORK | FROM_REQUEST | DECODED;

/** True for the path of the Python that runs the host. */
const isPythonItself = (program: Value): boolean => externalsOf(program).some(({ path }) => path === 'sys.executable');

/** True for an option of Python that code or a module follows. */
const isCodeOption = (text: string): boolean => /^-[a-z]*[cm]$/i.test(text);

/** True for a program that runs the code which it reads. */
const runsItsInput = (program: Value): boolean =>
  isPythonItself(program) ||
  textsOf(program).some((text) => RUNS_CODE.test(text.split(/\s/, 1)[0]!.split(/[\\/]/).at(-1)!));

/** Reports code from the network that is written to the input of an interpreter. */
export function checkInput(call: ExternalCall, context: PackageContext): void {
  const { ref, args, callee } = call;
  // The words of a process are those of its command. The path of Python has none.
  const [program = '-'] = callee.words;
  if (
    /^subprocess\.Popen\(\)\.(communicate|stdin\.write(lines)?)$/.test(ref.path) &&
    args.all.some(({ marks }) => marks & FOREIGN) &&
    (program === '-' || RUNS_CODE.test(program))
  )
    context.report(call, 'hold', 'shell', 'gives an interpreter code from the network');
}

const RUNS_CODE =
  /^(\w*sh|cmd|powershell|python[\d.]*|perl|ruby|node|php|curl|wget|eval|exec|start|sudo|env|nohup|xargs)$/i;

/** The value that decides which program a call starts: its command, the first item of a list, or a shell's script. */
function commandOf({ positional, named, all }: Arguments): Value {
  const command = positional[0] ?? named.get('args') ?? anyOf(all.slice(named.size));
  const [list] = command.refs;
  if (command.refs.length !== 1 || list?.kind !== 'container' || list.isRearranged) return command;
  // Without a constant part, the program is one of the values.
  if (!list.ordered && !list.items.refs.some(({ kind }) => kind === 'text') && !(list.items.marks & OWN_FOLDER))
    return list.items;
  const [program = NOTHING, ...rest] = list.ordered ?? [];
  const isShell =
    isPythonItself(program) ||
    textsOf(program).some((text) => /(^|[\\/])((ba|z|da|k)?sh|cmd|powershell|pwsh|python\d?)(\.exe)?$/.test(text));
  // Python takes code or a module from what follows an option, and other arguments are those of the code.
  const option = isPythonItself(program) ? rest.findIndex((item) => textsOf(item).some(isCodeOption)) : -1;
  if (option !== -1) return rest[option + 1] ?? program;
  // The options of a script are no code.
  const isScript = rest.slice(0, 1).some(isScriptOfCommand);
  return isShell && !isScript
    ? (rest.find((item) => (item.marks & (DECODED | FROM_NETWORK | FROM_REQUEST)) !== 0) ?? program)
    : program;
}

/** The items of a command that is a list. */
const itemsOf = ({ positional, named }: Arguments): readonly Value[] =>
  (positional[0] ?? named.get('args') ?? NOTHING).refs.flatMap((ref) =>
    ref.kind === 'container' ? (ref.ordered ?? []) : [],
  );

/** The programs that a command may start. */
const programsOf = (command: Value): Value[] =>
  command.refs.map((ref) => (ref.kind === 'container' ? (ref.ordered?.[0] ?? ref.items) : { ...command, refs: [ref] }));

/** The words of a command of git in any order, as `["git", *args]` has them; `undefined` if not all are known. */
function gitCommandIn(list: Container): readonly string[] | undefined {
  const items = contentOf(list);
  const texts = textsOf(items);
  const options = texts.filter((text) => text !== 'git');
  const isKnown = items.refs.length < REFS_MAX && items.refs.every(({ kind }) => kind === 'text');
  return isKnown && options.length < texts.length ? ['git', ...options] : undefined;
}

/** True if all commands that a call may start only ask for a version or state. */
function isQueryCall({ positional, named, all }: Arguments): boolean {
  const [command] = positional.length > 0 ? positional : [named.get('args')];
  if (!command || all.some(({ marks }) => marks & (DECODED | FROM_NETWORK | FROM_REQUEST))) return false;
  if (programsOf(command).some(({ marks }) => marks & OWN_FOLDER)) return false;
  const commands = command.refs.flatMap((ref) => {
    if (ref.kind === 'text') return [ref.text.split(/\s+/)];
    if (ref.kind === 'container') return [ref.ordered?.map((item) => textsOf(item)[0]) ?? gitCommandIn(ref)];
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
