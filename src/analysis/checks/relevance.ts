import type { PythonNode } from '../python-syntax.js';
import type { ModuleScope, Scope } from './scopes.js';

/** A function that something may use later. */
export interface LaterFunction {
  readonly node: PythonNode;
  readonly scope: Scope;
}

/** Names without which a source can neither reach anything dangerous nor read what must not be sent. */
const DANGEROUS_WORD =
  /(?<![.\w])(eval|exec|compile|open)\s{0,9}\(|\b(subprocess|system|popen|startfile|spawn\w*|pickle|marshal|dill|joblib|shelve|yaml|requests|urllib\w*|https?:|httpx|aiohttp|websockets?|sockets?|ftplib|smtplib|paramiko|ctypes|cffi|base64|binascii|codecs|zlib|lzma|runpy|pty|importlib|__import__|import_module|__builtins__|builtins|__subclasses__|__globals__|globals|environ|getenv|keyring|winreg|sqlite3|expanduser|torch\.load|torch\.hub|load_library|hf_hub_download|snapshot_download|curl|wget|powershell|pip|exec_module|sys\.modules|read_text|read_bytes|write_text)\b|getattr\s{0,9}\(\s{0,9}(?!self\b)/;

/** Packages with less source than this are followed completely. */
const SMALL_PACKAGE = 40_000;
/** A name that so many functions have says nothing of what is called. */
const SAME_NAMES_MAX = 4;
const LEVELS = 2;

/**
 * Finds out which functions of a large package are worth following: those that contain a dangerous word or a name that
 * their module binds to something dangerous, and those that call such functions by name.
 */
export class Relevance {
  readonly #isSmall: boolean;
  readonly #aliases = new Map<ModuleScope, RegExp | undefined>();

  /** @param size of all sources of the package */
  constructor(size: number) {
    this.#isSmall = size < SMALL_PACKAGE;
  }

  /** The functions of modules that are worth following. */
  of(functions: readonly LaterFunction[]): readonly LaterFunction[] {
    if (this.#isSmall) return functions;
    const relevant = new Set(functions.filter((one) => this.#isDangerous(one)));
    const counts = new Map<string, number>();
    for (const one of functions) counts.set(nameOf(one), (counts.get(nameOf(one)) ?? 0) + 1);
    let latest = [...relevant];
    for (let level = 0; level < LEVELS && latest.length > 0; level++) {
      const names = new Set(latest.map(nameOf).filter((name) => counts.get(name)! <= SAME_NAMES_MAX));
      latest = functions.filter((one) => !relevant.has(one) && callsAny(one, names));
      for (const one of latest) relevant.add(one);
    }
    return functions.filter((one) => relevant.has(one));
  }

  #isDangerous({ node, scope: { home } }: LaterFunction): boolean {
    const text = home.source.text(node);
    return DANGEROUS_WORD.test(text) || this.#aliasesIn(home)?.test(text) === true;
  }

  /** Matches the names that the statements of a module bind to something dangerous. */
  #aliasesIn(home: ModuleScope): RegExp | undefined {
    if (!this.#aliases.has(home)) this.#aliases.set(home, aliasPattern(home));
    return this.#aliases.get(home);
  }
}

function aliasPattern(home: ModuleScope): RegExp | undefined {
  const names: string[] = [];
  for (const [name, bindings] of home.names) {
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

function callsAny({ node, scope }: LaterFunction, names: ReadonlySet<string>): boolean {
  const text = scope.home.source.text(node);
  for (const match of text.matchAll(/\b([A-Za-z_]\w*)\s{0,9}\(/g))
    if (names.has(match[1]!) && match.index > 0) return true;
  return false;
}
