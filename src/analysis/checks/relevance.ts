import type { PythonNode } from '../python-syntax.js';
import type { ModuleScope, Scope } from './scopes.js';

/** A function that something may use later. */
export interface LaterFunction {
  readonly node: PythonNode;
  readonly scope: Scope;
}

/** Functions and attributes that run code, reach for others by a name, or read what must not be sent. */
const DANGEROUS_NAMES =
  'system|popen|startfile|\\w*spawn\\w*|exec[lv]p?e?|fork(pty)?|\\w*subprocess\\w*|expanduser|environb?|getenv|globals|vars|attrgetter|methodcaller|getattr_static|getmodule|_getframe|f_(globals|locals|builtins)|__(import|builtins|subclasses|globals|dict|mro|bases?|getattribute|code|loader|spec)__|FunctionType|CodeType|ImageMath|InteractiveConsole|InteractiveInterpreter|interact|get_ipython|import_module|exec_module|entry_points|(?:torch|np|numpy)\\.load|torch\\.hub|load_library|hf_hub_download|snapshot_download|HfApi|[Rr]epo|\\w*[Ss]ession|sys\\.(modules|path|meta_path|path_hooks)|os\\.(walk|scandir|listdir|remove|unlink|rename|replace|link|symlink|chmod)|rmtree|unlink|extractall|unpack_archive|read_text|read_bytes|write_text|https?:';
/** Modules, and programs that commands start. */
const DANGEROUS_MODULES =
  'ffmpeg|modelscope|glob|shutil|zipfile|tarfile|pickle|marshal|dill|joblib|shelve|yaml|requests|urllib\\w*|httpx|aiohttp|websockets?|sockets?|ftplib|smtplib|paramiko|ctypes|cffi|base64|binascii|codecs|zlib|lzma|runpy|pty|importlib|builtins|keyring|winreg|win32\\w+|sqlite3|commands|pexpect|plumbum|fabric|delegator|docker|webbrowser|timeit|cProfile|pdb|bdb|doctest|asteval|numexpr|pyximport|execjs|js2py|lupa|cppyy|mako|zipimport|IPython|interpreters|codeop|pynput|\\w*cookie\\w*|slack_sdk|discord|dropbox|redis|pymongo|boto3|telegram\\w*|curl|wget|powershell|pip|git';
/** A statement that sets an attribute of something else than the own object to what a name is, such as a function. */
const REPLACES =
  '^[ \\t]{0,99}(?!self\\b|cls\\b)[A-Za-z_]\\w{0,60}(?:\\.\\w{1,60}){1,5}[ \\t]{0,9}=[ \\t]{0,9}[A-Za-z_]\\w{0,60}[ \\t]{0,9}$';
/** Text without which a source can neither reach anything dangerous nor read what must not be sent. */
export const DANGEROUS_WORD = new RegExp(
  `(?<![.\\w])(eval|exec|compile|open)\\s{0,9}\\(|\\b(${DANGEROUS_NAMES}|${DANGEROUS_MODULES})\\b|[gs]etattr\\s{0,9}\\(\\s{0,9}(?!self\\b)|${REPLACES}`,
  'm',
);

/** Text of functions that run code, read what must not be sent, or send something. */
const GRAVE_WORD =
  /(?<![.\w])(eval|exec|compile)\s{0,9}\(|\b(system|popen|\w*subprocess\w*|marshal|pickle\.loads|expanduser|base64|zlib|keyring|winreg|\w*cookie\w*|sockets?|runpy|ctypes|__(import|dict|globals|subclasses|builtins)__|builtins)\b|\benvironb?\b(?!\s{0,9}(\[|\.get\b|\.setdefault))|\.(post|put|request)\s{0,9}\(/;

/** Packages with less source than this are followed completely. */
const SMALL_PACKAGE = 40_000;
/** A name that so many functions have says nothing of what is called. */
const SAME_NAMES_MAX = 4;
const LEVELS = 2;

/**
 * Finds out which functions of a large package are worth following: those that contain a dangerous word or a name that
 * is bound to something dangerous around them, and those that call such functions by name. The constructors of their
 * classes come first.
 */
export class Relevance {
  readonly #isSmall: boolean;
  /** Names that modules call. */
  readonly #called = new Map<ModuleScope, ReadonlySet<string>>();
  readonly #aliases = new Map<Scope, RegExp | undefined>();
  readonly #urgent = new Set<PythonNode>();

  /** @param size of all sources of the package */
  constructor(size: number) {
    this.#isSmall = size < SMALL_PACKAGE;
  }

  /**
   * The functions that are worth following.
   * @param outer functions that are not inside of each other
   * @param inner finds those that are defined in one; only called for those that are worth it
   */
  of(outer: readonly LaterFunction[], inner: (one: LaterFunction) => LaterFunction[]): readonly LaterFunction[] {
    const all = [...outer];
    const relevant = new Set<LaterFunction>();
    const select = (isRelevant: (one: LaterFunction) => boolean): LaterFunction[] => {
      const selected: LaterFunction[] = [];
      // Those that are found in a selected one are tested, too.
      for (const one of all) {
        if (relevant.has(one) || !isRelevant(one)) continue;
        selected.push(one);
        relevant.add(one);
        all.push(...inner(one));
      }
      return selected;
    };
    let latest = select((one) => this.isDangerous(one));
    const counts = new Map<string, number>();
    for (const one of all) counts.set(nameOf(one), (counts.get(nameOf(one)) ?? 0) + 1);
    for (let level = 0; level < LEVELS && latest.length > 0; level++) {
      const names = new Set(latest.map(nameOf).filter((name) => (counts.get(name) ?? 0) <= SAME_NAMES_MAX));
      latest = select(this.#callersOf(names));
    }
    // Constructors set the attributes that methods read.
    const classes = new Set([...relevant].map(({ scope }) => scope));
    select((one) => isConstructor(one) && classes.has(one.scope));
    this.#noteUrgent([...relevant], counts);
    const rankOf = (one: LaterFunction): number => (this.isUrgent(one) ? 2 : 0) + (isConstructor(one) ? 1 : 0);
    // More of the short ones can be followed before the limit.
    return [...relevant].sort((a, b) => rankOf(b) - rankOf(a) || lengthOf(a) - lengthOf(b));
  }

  /** True for a function that is followed before others, together with those that it calls. */
  isUrgent({ node }: Pick<LaterFunction, 'node'>): boolean {
    return this.#urgent.has(node);
  }

  /** Notes the functions with grave words, and those that may pass values from one of these to another. */
  #noteUrgent(functions: readonly LaterFunction[], counts: ReadonlyMap<string, number>): void {
    const textOf = ({ node, scope: { home } }: LaterFunction): string => home.source.text(node);
    const grave = functions.filter((one) => GRAVE_WORD.test(textOf(one)));
    const names = new Set(grave.map(nameOf).filter((name) => (counts.get(name) ?? 0) <= SAME_NAMES_MAX));
    const links = functions.filter((one) => [...calledIn(textOf(one))].filter((name) => names.has(name)).length > 1);
    for (const { node } of [...grave, ...links]) this.#urgent.add(node);
  }

  /** True if a function may do something dangerous itself. In a small package all may. */
  isDangerous({ node, scope }: LaterFunction): boolean {
    if (this.#isSmall) return true;
    const text = scope.home.source.text(node);
    if (DANGEROUS_WORD.test(text)) return true;
    for (let outer: Scope | undefined = scope; outer; outer = outer.parent)
      if (this.#aliasesIn(outer)?.test(text) === true) return true;
    return false;
  }

  /** A test for functions that call one of the names. */
  #callersOf(names: ReadonlySet<string>): (one: LaterFunction) => boolean {
    const inModules = new Map<ModuleScope, readonly string[]>();
    const calledInModule = (home: ModuleScope): readonly string[] => {
      let called = inModules.get(home);
      if (!called) {
        called = [...this.#calledBy(home)].filter((name) => names.has(name));
        inModules.set(home, called);
      }
      return called;
    };
    return ({ node, scope: { home } }) => {
      const wanted = calledInModule(home);
      const own = wanted.length === 0 ? undefined : calledIn(home.source.text(node));
      return own !== undefined && wanted.some((name) => own.has(name));
    };
  }

  #calledBy(home: ModuleScope): ReadonlySet<string> {
    let called = this.#called.get(home);
    if (!called) this.#called.set(home, (called = calledIn(home.source.latin)));
    return called;
  }

  /** Matches the names that the statements of a module, function or class bind to something dangerous. */
  #aliasesIn(scope: Scope): RegExp | undefined {
    if (!this.#aliases.has(scope)) this.#aliases.set(scope, aliasPattern(scope));
    return this.#aliases.get(scope);
  }
}

function aliasPattern({ names: bound, home }: Scope): RegExp | undefined {
  const names: string[] = [];
  for (const [name, bindings] of bound) {
    const isDangerous = bindings.some((binding) =>
      binding.kind === 'import'
        ? DANGEROUS_WORD.test([...binding.imported.from.path, binding.imported.name ?? ''].join('.'))
        : 'node' in binding &&
          binding.kind !== 'function' &&
          binding.kind !== 'class' &&
          DANGEROUS_WORD.test(home.source.text(binding.node).slice(0, 2000)),
    );
    if (isDangerous && /^[A-Za-z_]\w*$/.test(name)) names.push(name);
  }
  return names.length === 0 ? undefined : new RegExp(`\\b(${names.slice(0, 200).join('|')})\\b`);
}

const nameOf = ({ node, scope }: LaterFunction): string => {
  const name = node.child('name');
  return name ? scope.home.text(name) : '';
};

const lengthOf = ({ node }: LaterFunction): number => node.to - node.from;

const isConstructor = (one: LaterFunction): boolean => nameOf(one) === '__init__';

/** The names that a text calls. */
const calledIn = (text: string): Set<string> =>
  new Set([...text.matchAll(/\b([A-Za-z_]\w*)\s{0,9}\(/g)].map((match) => match[1]!));
