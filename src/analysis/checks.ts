import type { SyntaxNode } from '@lezer/common';
import type { CheckName } from '../values/check-names.js';
import type { Finding } from './archive.js';
import { childrenOf, type PythonModule } from './python-module.js';
import { stringOf } from './python-text.js';

/** A call, as rules judge it. */
interface Call {
  /**
   * What is called, with the names of imports in full: `sp.run` after `import subprocess as sp` is `subprocess.run`.
   */
  readonly callee: string;
  readonly text: string;
  /** Whether it happens as soon as the file is imported, in no function. */
  readonly atImport: boolean;
}

/** One static check. A registry leaves out those that CHECKS_OFF names. */
interface Rule {
  readonly name: CheckName;
  readonly message: (call: Call) => string;
  readonly matches: (call: Call) => boolean;
}

const SHELL =
  /^((?:os|posix|nt)\.(system|popen|exec[lv]p?e?|spawn[lv]p?e?|posix_spawnp?|startfile)|subprocess\.\w+|commands\.get\w+|pty\.spawn|asyncio\.(subprocess\.)?create_subprocess_(exec|shell)|pexpect\.\w+)$/;
const CODE = /^(builtins\.)?(eval|exec|compile)$/;
const NETWORK =
  /^(requests\.(get|post|put|patch|delete|head|request|Session)|urllib\.request\.\w+|urllib2?\.urlopen|httpx\.\w+|http\.client\.\w+|aiohttp\.\w+|socket\.(socket|create_connection)|ftplib\.\w+|smtplib\.\w+|wget\.download|gdown\.download|huggingface_hub\.(hf_hub_download|snapshot_download))$/;
const DECODERS =
  /\b(base64\.\w*decode|b64decode|zlib\.decompress|marshal\.loads|bytes\.fromhex|codecs\.decode|lzma\.decompress|bz2\.decompress|unhexlify)\b/;

const isInstall = ({ callee, text }: Call): boolean =>
  /^(pip\.(main|_internal\.\w+(\.\w+)*)|ensurepip\.bootstrap)$/.test(callee) ||
  (SHELL.test(callee) && /\b(pip3?|uv|conda|mamba)\b/.test(text) && /\binstall\b/.test(text));

/** The rules on calls, in the order of precedence: a call is told by the first that it breaks. */
const RULES: readonly Rule[] = [
  {
    name: 'obfuscation',
    message: () => 'runs code that is hidden in encoded data',
    matches: (call) => (CODE.test(call.callee) && DECODERS.test(call.text)) || call.callee === 'marshal.loads',
  },
  { name: 'install-at-run-time', message: () => 'installs packages at run time', matches: isInstall },
  {
    name: 'dynamic-code',
    message: ({ callee }) => `runs code from data (${callee})`,
    matches: ({ callee }) => CODE.test(callee),
  },
  {
    name: 'shell',
    message: ({ callee }) => `starts another program (${callee})`,
    matches: ({ callee }) => SHELL.test(callee),
  },
  {
    name: 'network-at-import',
    message: ({ callee }) => `goes to the network when it is imported (${callee})`,
    matches: ({ callee, atImport }) => atImport && NETWORK.test(callee),
  },
];

const BLOB_MIN = 2000;

/** No rule names anything so long, and putting thousands of marks into their order takes the square of their number. */
const NAME_MAX = 1000;

/** A name as Python understands it: letters that only look otherwise are the same. */
function nameOf(node: SyntaxNode, module: PythonModule): string {
  const text = module.text(node);
  return text.length > NAME_MAX ? text : text.normalize('NFKC');
}

/** The dotted name of what is called; undefined for what has none. */
function dotted(node: SyntaxNode, module: PythonModule): string | undefined {
  if (node.name === 'VariableName') return nameOf(node, module);
  if (node.name === 'ParenthesizedExpression') {
    const [, inner] = childrenOf(node);
    return inner && dotted(inner, module);
  }
  const [object, separator, member] = childrenOf(node);
  if (node.name !== 'MemberExpression' || separator?.name !== '.' || !object || !member) return undefined;
  const owner = dotted(object, module);
  return owner && `${owner}.${nameOf(member, module)}`;
}

/** All that a name may stand for, by the imports anywhere in the file; also where others give it something else. */
function aliasesOf(module: PythonModule): Map<string, Set<string>> {
  const aliases = new Map<string, Set<string>>();
  for (const { as, from, name } of module.imports) {
    if (from.level > 0) continue;
    const meanings = aliases.get(as) ?? new Set();
    aliases.set(as, meanings.add([...from.path, ...(name === undefined ? [] : [name])].join('.')));
  }
  return aliases;
}

/** The builtins that the file surely gives another meaning: by a function of that name in its outermost scope. */
function ownFunctions(module: PythonModule): Set<string> {
  return new Set(
    module.tree.topNode
      .getChildren('FunctionDefinition')
      .flatMap((node) => node.getChildren('VariableName').slice(0, 1))
      .map((node) => module.text(node)),
  );
}

/** Mentioned without being called, they are called by another name. */
const MENTIONS = new Set(['eval', 'exec', '__import__']);
const REACHES_IN = /^(getattr|vars|setattr)$/;
const INNER = /^(os|sys|builtins|subprocess|posix|nt|sys\.modules)$/;

function isBlob(literal: string): boolean {
  if (literal.length < BLOB_MIN) return false;
  const content = stringOf(literal.replace(/^[bB]/, '')) ?? literal;
  const words = content.split(/\s+/).filter((word) => word !== '');
  const compact = words.join('');
  // Encoded data comes in one piece or in long lines, not in words.
  const isDense = compact.length >= BLOB_MIN && compact.length / words.length >= 40;
  return (
    isDense &&
    (/^[A-Za-z0-9+/=_-]+$/.test(compact) || (literal.match(/\\x[0-9a-fA-F]{2}/g)?.length ?? 0) > BLOB_MIN / 8)
  );
}

/** Whether a name stands where a call names what it calls. */
function isCalled({ parent, from }: SyntaxNode): boolean {
  if (parent?.name === 'ParenthesizedExpression') return isCalled(parent);
  return parent?.name === 'CallExpression' && parent.firstChild?.from === from;
}

const isFunction = (name: string): boolean => name === 'FunctionDefinition' || name === 'LambdaExpression';

/** Checks one source, by the rules that are not in `off`, until there are `most` findings. */
class ModuleCheck {
  readonly findings: Finding[] = [];
  readonly #rules: readonly Rule[];
  readonly #aliases: ReadonlyMap<string, ReadonlySet<string>>;
  readonly #own: ReadonlySet<string>;

  constructor(
    private readonly module: PythonModule,
    private readonly off: readonly string[],
    private readonly most: number,
  ) {
    this.#rules = RULES.filter(({ name }) => !off.includes(name));
    this.#aliases = aliasesOf(module);
    this.#own = ownFunctions(module);
  }

  checkEncoding(): void {
    const coding = /^(?:[^\n]*\n)?[ \t\f]*#.*?coding[:=][ \t]*([-_.a-zA-Z0-9]+)/.exec(this.module.source)?.[1];
    if (coding !== undefined && !/^(utf-?8|latin-?1|iso-8859-\d+|ascii|us-ascii|cp1252)$/i.test(coding))
      this.#report('obfuscation', 0, `is written in the encoding ${coding}`);
  }

  checkImports(): void {
    for (const { name, from } of this.module.imports) {
      const path = from.path.join('.');
      if (name === '*' && from.level === 0 && INNER.test(path)) this.#report('shell', 0, `imports all of ${path}`);
    }
  }

  /** Checks all literals, calls and names. */
  checkCode(): void {
    let functions = 0;
    this.module.tree.iterate({
      enter: ({ name, node, from }) => {
        if (isFunction(name)) functions++;
        if (name === 'String' && isBlob(this.module.text(node)))
          this.#report('obfuscation', from, 'holds a long text that no person can read');
        if (name === 'CallExpression') this.#checkCall(node, functions === 0);
        if (name === 'VariableName') this.#checkMention(node);
      },
      leave: ({ name }) => {
        if (isFunction(name)) functions--;
      },
    });
  }

  #checkCall(node: SyntaxNode, atImport: boolean): void {
    const callee = node.firstChild && dotted(node.firstChild, this.module);
    if (callee === undefined || callee === null || this.#own.has(callee)) return;
    const text = this.module.text(node);
    for (const meaning of this.#meaningsOf(callee)) {
      const call: Call = { callee: meaning, text, atImport };
      const broken = this.#rules.find((rule) => rule.matches(call));
      if (broken) {
        this.#report(broken.name, node.from, broken.message(call));
        return;
      }
    }
    const [first] = childrenOf(node.getChild('ArgList') ?? node).filter(({ name }) => name !== '(');
    const reached = first && dotted(first, this.module);
    if (REACHES_IN.test(callee) && reached && this.#meaningsOf(reached).some((meaning) => INNER.test(meaning)))
      this.#report('dynamic-code', node.from, `reaches into ${reached} by a name that it makes up`);
  }

  #checkMention(node: SyntaxNode): void {
    const name = nameOf(node, this.module);
    if (!MENTIONS.has(name) || this.#own.has(name)) return;
    if (!isCalled(node) && node.parent?.name !== 'FunctionDefinition')
      this.#report('dynamic-code', node.from, `gives ${name} another name`);
    else if (name === '__import__') this.#report('dynamic-code', node.from, 'imports by a name that it makes up');
  }

  /** All names that a dotted name may stand for, because of imports. */
  #meaningsOf(said: string): string[] {
    const [head = '', ...rest] = said.split('.');
    return [...(this.#aliases.get(head) ?? [head])].map((meaning) => [meaning, ...rest].join('.'));
  }

  #report(rule: CheckName, at: number, message: string): void {
    if (!this.off.includes(rule) && this.findings.length < this.most)
      this.findings.push({ rule, file: this.module.path, line: this.module.line(at), message });
  }
}

/** Judges one source by the rules that are on; at most so many findings. */
export function checkModule(module: PythonModule, off: readonly string[], most: number): Finding[] {
  const check = new ModuleCheck(module, off, most);
  check.checkEncoding();
  check.checkImports();
  check.checkCode();
  return check.findings;
}
