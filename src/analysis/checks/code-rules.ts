import { type Danger, RULE_OF } from './catalogue.js';
import type { Arguments } from './evaluation.js';
import {
  DECODED,
  externalsOf,
  FROM_FIXED_ADDRESS,
  FROM_NETWORK,
  FROM_REQUEST,
  FROM_FILE,
  HOST_DATA,
  isUnknown,
  NOTHING,
  OWN_FOLDER,
  REFS_MAX,
  textsOf,
  WORDS_MAX,
} from './values.js';
import { type ExternalCall, isPlainly, plainPath, runsOnLoad, WHEN } from './external-call.js';
import type { PackageContext } from './package-context.js';

/** The whole body of a response or file. */
const BODY = /\(\)\.(text|content|read|recv)(\(\))?(\.decode\(\))?$/;

/** Functions that read a formula by running it as Python. */
const READS_FORMULA = /^sympy\.([\w.]+\.)?(sympify|S|parse_expr)$/;
const DATA = FROM_FILE | FROM_NETWORK | FROM_REQUEST | DECODED;

/** Reports a formula from data, which can be any code, that is read on load. */
export function checkFormula(call: ExternalCall, context: PackageContext): void {
  const { ref, args, moment } = call;
  if (READS_FORMULA.test(ref.path) && runsOnLoad(moment) && (args.positional[0] ?? NOTHING).marks & DATA)
    context.report(call, 'hold', 'dynamic-code', `runs code from data ${WHEN[moment]} (${plainPath(ref.path)})`);
}

/** Reports a call that runs code from data. */
export function checkCode(call: ExternalCall, danger: Danger, marks: number, context: PackageContext): void {
  const { ref, args, moment } = call;
  const name = plainPath(ref.path);
  if (name === 'builtins.compile' && isParsing(args)) return;
  const code = args.named.get('co_code') ?? args.positional[0] ?? NOTHING;
  const isDecoded =
    moment === 'later'
      ? // A node may take quotes off a formula in steps that look like decoding.
        name !== 'numexpr.evaluate' && isPlainly(code, DECODED)
      : (marks & DECODED) !== 0;
  if (name === 'marshal.loads' || isDecoded || /rot13|CodeType|SourcelessFileLoader/.test(ref.path))
    return context.report(
      call,
      moment === 'later' && /CodeType$/.test(name) ? 'warn' : 'hold',
      'obfuscation',
      `runs code that is hidden in data (${name})`,
    );
  if (isCopyOfFunction(call)) return;
  // A node may run what a model answers, which is a part of the answer's body.
  const isFetched =
    (marks & FROM_FIXED_ADDRESS) !== 0 ||
    ((marks & FROM_NETWORK) !== 0 && externalsOf(args.positional[0] ?? NOTHING).some(({ path }) => BODY.test(path))) ||
    ((marks & FROM_NETWORK) !== 0 && moment !== 'later');
  if (isFetched) return context.report(call, 'hold', 'dynamic-code', `runs code from the network (${name})`);
  if (marks & (FROM_REQUEST | HOST_DATA) && (args.positional[0] ?? NOTHING).words.length < WORDS_MAX) {
    const source = marks & FROM_REQUEST ? 'a request' : 'data of the host';
    return context.report(call, 'hold', 'dynamic-code', `runs code from ${source} (${name})`);
  }
  const { downloads } = context;
  const isDownload = args.all.some(
    (value) => downloads.has(value, moment) || (moment === 'install' && downloads.isInstalling && isUnknown(value)),
  );
  if (isDownload && moment === 'later' && /^(builtins\.exec(file)?|runpy\.\w+)$/.test(name))
    return context.report(call, 'hold', 'dynamic-code', `runs what it has fetched (${name})`);
  const isOwnSource = moment === 'install' && marks & (FROM_FILE | OWN_FOLDER) && !isDownload;
  const isHeld =
    (runsOnLoad(moment) || moment === 'install') &&
    !isOwnSource &&
    name !== 'builtins.compile' &&
    !isWithoutBuiltins(call);
  const isFunctionType = /^(types|timeit)\./.test(name);
  context.report(
    call,
    isHeld && !(isFunctionType && moment !== 'import') ? 'hold' : 'warn',
    RULE_OF[danger],
    `runs code from data ${WHEN[moment]} (${name})`,
  );
}

/** Reports a call that loads objects whose loading may run code. */
export function checkUnpickling(call: ExternalCall, marks: number, context: PackageContext): void {
  const { ref, args, moment } = call;
  const name = plainPath(ref.path);
  if (name === 'torch.load' && isSafeLoad(call)) return;
  if (name === 'numpy.load' && !allowsPickles(call)) return;
  if (/^yaml/.test(name) && isSafeYaml(call)) return;
  const [first] = args.positional;
  if (first !== undefined && externalsOf(first).some(({ path }) => /dumps\(\)$/.test(path))) return;
  const isBlob = first !== undefined && textsOf(first).length > 0 && /(loads|jsonpickle\.decode)$/.test(name);
  const isHidden =
    /(loads|Unpickler)$/.test(name) && first !== undefined && isPlainly(first, DECODED | FROM_NETWORK | FROM_REQUEST);
  if (isHidden || isBlob)
    return context.report(
      call,
      'hold',
      'unsafe-loading',
      `loads objects that may run code, from hidden or fetched data (${name})`,
    );
  const isHeld = moment === 'import' && (/pickle\.loads$/.test(name) || ((marks & OWN_FOLDER) !== 0 && isUnsafe(call)));
  context.report(call, isHeld ? 'hold' : 'warn', 'unsafe-loading', `loads objects that may run code (${name})`);
}

/** True for `numpy.load` with an argument that may let it load any object. */
function allowsPickles({ args: { named }, node, home }: ExternalCall): boolean {
  const list = node.child('arguments')?.named ?? [];
  const given =
    list.find((one) => one.type === 'keyword_argument' && home.text(one.child('name')!) === 'allow_pickle') ??
    list.filter(({ type }) => !/^(keyword_argument|\w+_splat)$/.test(type))[2];
  if (given) return (given.child('value') ?? given).type !== 'false';
  // In a dictionary, or given to `partial`.
  return named.has('allow_pickle') || /allow_pickle\s*=\s*True/.test(home.source.text(node));
}

/** Libraries of graphics cards and compilers, which are parts of the system or of packages of NVIDIA. */
const DRIVER =
  /(^|[\\/])nvidia[\\/][\w*.\\/-]{0,99}\.so|(^|[\\/])(lib)?(nvidia-ml|nvml|(nv)?cuda|cudart|ze_loader|OpenCL|vulkan|nvrtc|nccl|rccl|amdhip64|rocm_smi64|vcruntime140|msvcp140|gomp|omp)[\w.-]*\.(so|dll|dylib)/i;

/** Reports a call of machine code. */
export function checkNative(call: ExternalCall, context: PackageContext): void {
  const { ref, args, moment } = call;
  const words = args.all.flatMap((value) => value.words);
  const isHostile =
    /\.(system|popen|exec\w*|PyRun_\w+|WinExec|VirtualAlloc|CreateThread|ShellExecute\w+|mprotect|fork)$/.test(
      ref.path,
    ) || words.some((word) => /(\\x[0-9a-f]{2}){8}/i.test(word));
  const isConsole =
    /windll\.(kernel32\.(Get\w+|SetConsole\w*|SetErrorMode|SetThreadExecutionState|GlobalMemoryStatusEx|SetPriorityClass)|user32|shcore|shell32\.IsUserAnAdmin|dwmapi)/.test(
      ref.path,
    );
  const isDriver =
    [...words, words.join('/')].some((word) => DRIVER.test(word)) &&
    !args.all.some((value) => value.marks & OWN_FOLDER);
  const isFetched = moment !== 'listing' && args.all.some((value) => context.downloads.has(value, moment));
  const [, type] = args.positional;
  const isDataPointer =
    ref.path === 'ctypes.cast' &&
    type !== undefined &&
    type.refs.length === 1 &&
    externalsOf(type).some(({ path }) => /^ctypes\.(POINTER\(\)|c_(void|w?char)_p)$/.test(path));
  const isHeld = isHostile || isFetched || (runsOnLoad(moment) && !isConsole && !isDriver && !isDataPointer);
  context.report(
    call,
    isHeld ? 'hold' : 'warn',
    'native-code',
    `calls machine code ${WHEN[moment]} (${plainPath(ref.path)})`,
  );
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

/**
 * True for `FunctionType(f.__code__, f.__globals__)` of functions of the archive, whose code is checked itself. With
 * other globals, the code could do something else.
 */
function isCopyOfFunction({ ref, args }: ExternalCall): boolean {
  const [code = NOTHING, globals = args.named.get('globals') ?? NOTHING] = args.positional;
  return (
    /^types\.(FunctionType|LambdaType)$/.test(ref.path) &&
    !ref.isHidden &&
    code.refs.length < REFS_MAX &&
    code.refs.some(({ kind }) => kind === 'function') &&
    code.refs.every(
      (one) => one.kind === 'function' || (one.kind === 'external' && one.path === 'function.__code__'),
    ) &&
    globals.refs.length > 0 &&
    globals.refs.length < REFS_MAX &&
    globals.refs.every((one) => one.kind === 'container' && one.namespaceOf?.kind === 'module')
  );
}

/** `compile(source, name, "exec", ast.PyCF_ONLY_AST)` only parses. */
const isParsing = (args: Arguments): boolean =>
  args.all.some((value) => externalsOf(value).some(({ path }) => path === 'ast.PyCF_ONLY_AST'));

const isSafeLoad = ({ node, home }: ExternalCall): boolean => /weights_only\s*=\s*True/.test(home.source.text(node));

/**
 * True unless a YAML loader makes plain data only, or of few types. PyTorch loads weights only by default, and packages
 * keep data of their own with `shelve`.
 */
const isUnsafe = ({ ref, args: { named }, node, home }: ExternalCall): boolean =>
  !/^(yaml\.|torch\.load$|shelve\.)/.test(ref.path) ||
  (named.has('weights_only') && !home.source.text(node).includes('weights_only')) ||
  /unsafe|Loader\s*=\s*(yaml\.)?C?Loader\b|weights_only\s*=\s*False/i.test(home.source.text(node));

const isSafeYaml = ({ node, home, ref }: ExternalCall): boolean =>
  /Safe\w*Loader|BaseLoader/.test(home.source.text(node)) || !/unsafe|load$/.test(ref.path);
