import type { SyntaxNode } from '@lezer/common';
import type { CheckName } from '../values/check-names.js';
import type { Finding } from './archive.js';
import { childrenOf, type PythonModule } from './python-module.js';
import { stringOf } from './python-package.js';

/** A call, as rules judge it. */
interface Call {
  /** What is called, with the names of imports in full: `sp.run` after `import subprocess as sp` is `subprocess.run`. */
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

const SHELL = /^(os\.(system|popen|exec[lv]p?e?|spawn[lv]p?e?|posix_spawnp?|startfile)|subprocess\.\w+|commands\.get\w+|pty\.spawn|asyncio\.(subprocess\.)?create_subprocess_(exec|shell)|pexpect\.\w+)$/;
const CODE = /^(builtins\.)?(eval|exec|compile)$/;
const NETWORK = /^(requests\.(get|post|put|patch|delete|head|request|Session)|urllib\.request\.\w+|urllib2?\.urlopen|httpx\.\w+|http\.client\.\w+|aiohttp\.\w+|socket\.(socket|create_connection)|ftplib\.\w+|smtplib\.\w+|wget\.download|gdown\.download|huggingface_hub\.(hf_hub_download|snapshot_download))$/;
const DECODERS = /\b(base64\.\w*decode|b64decode|zlib\.decompress|marshal\.loads|bytes\.fromhex|codecs\.decode|lzma\.decompress|bz2\.decompress|unhexlify)\b/;

const isInstall = ({ callee, text }: Call): boolean =>
  /^(pip\.(main|_internal\.\w+(\.\w+)*)|ensurepip\.bootstrap)$/.test(callee) || (SHELL.test(callee) && /\b(pip3?|uv|conda|mamba)\b/.test(text) && /\binstall\b/.test(text));

/** The rules on calls, in the order of precedence: a call is told by the first that it breaks. */
const RULES: readonly Rule[] = [
  { name: 'obfuscation', message: () => 'runs code that is hidden in encoded data', matches: (call) => (CODE.test(call.callee) && DECODERS.test(call.text)) || call.callee === 'marshal.loads' },
  { name: 'install-at-run-time', message: () => 'installs packages at run time', matches: isInstall },
  { name: 'dynamic-code', message: ({ callee }) => `runs code from data (${callee})`, matches: ({ callee }) => CODE.test(callee) },
  { name: 'shell', message: ({ callee }) => `starts another program (${callee})`, matches: ({ callee }) => SHELL.test(callee) },
  { name: 'network-at-import', message: ({ callee }) => `goes to the network when it is imported (${callee})`, matches: ({ callee, atImport }) => atImport && NETWORK.test(callee) },
];

const BLOB_MIN = 2000;

/** The dotted name of what is called; undefined for what has none. */
function dotted(node: SyntaxNode, module: PythonModule): string | undefined {
  if (node.name === 'VariableName') return module.text(node);
  const [object, separator, member] = childrenOf(node);
  if (node.name !== 'MemberExpression' || separator?.name !== '.' || !object || !member) return undefined;
  const owner = dotted(object, module);
  return owner && `${owner}.${module.text(member)}`;
}

/** Full names for the names that imports anywhere in the file bind. */
function aliasesOf(module: PythonModule): Map<string, string> {
  const aliases = new Map<string, string>();
  const take = (bindings: ReturnType<PythonModule['localsOf']>): void => {
    for (const [name, binding] of bindings) {
      if (binding.kind === 'import' && binding.from.level === 0) aliases.set(name, [...binding.from.path, ...(binding.name === undefined ? [] : [binding.name])].join('.'));
    }
  };
  take(module.bindings);
  module.tree.iterate({
    enter: ({ name, node }) => {
      if (name === 'Body') take(module.localsOf(node));
    },
  });
  return aliases;
}

/** Whether the file gives a builtin's name to something of its own. */
const isShadowed = (module: PythonModule, callee: string): boolean => !callee.includes('.') && module.bindings.has(callee) && module.bindings.get(callee)!.kind !== 'import';

function isBlob(literal: string): boolean {
  if (literal.length < BLOB_MIN) return false;
  const content = stringOf(literal.replace(/^[bB]/, '')) ?? literal;
  const words = content.split(/\s+/).filter((word) => word !== '');
  const compact = words.join('');
  // Encoded data comes in one piece or in long lines, not in words.
  const isDense = compact.length >= BLOB_MIN && compact.length / words.length >= 40;
  return isDense && (/^[A-Za-z0-9+/=_-]+$/.test(compact) || (literal.match(/\\x[0-9a-fA-F]{2}/g)?.length ?? 0) > BLOB_MIN / 8);
}

/** Judges one source by the rules that are on. */
export function checkModule(module: PythonModule, off: readonly string[]): Finding[] {
  const findings: Finding[] = [];
  const rules = RULES.filter(({ name }) => !off.includes(name));
  const aliases = aliasesOf(module);
  let functions = 0;
  const note = (rule: string, at: number, message: string): void => void findings.push({ rule, file: module.path, line: module.line(at), message });
  const isFunction = (name: string): boolean => name === 'FunctionDefinition' || name === 'LambdaExpression';
  module.tree.iterate({
    enter: ({ name, node, from }) => {
      if (isFunction(name)) functions++;
      if (name === 'String' && !off.includes('obfuscation') && isBlob(module.text(node))) note('obfuscation', from, 'holds a long text that no person can read');
      if (name !== 'CallExpression' || !node.firstChild) return;
      const said = dotted(node.firstChild, module);
      if (said === undefined || isShadowed(module, said)) return;
      const [head = '', ...rest] = said.split('.');
      const call: Call = { callee: [aliases.get(head) ?? head, ...rest].join('.'), text: module.text(node), atImport: functions === 0 };
      const broken = rules.find((rule) => rule.matches(call));
      if (broken) note(broken.name, from, broken.message(call));
    },
    leave: ({ name }) => {
      if (isFunction(name)) functions--;
    },
  });
  return findings;
}
