import type { Arguments } from './evaluation.js';
import { namesKnownPackages } from './installs.js';
import { isInstallCommand, isQuery, isRemovalCommand } from './suspicious-patterns.js';
import {
  DECODED,
  externalsOf,
  FROM_HOST,
  FROM_NETWORK,
  FROM_REQUEST,
  NOTHING,
  OWN_FOLDER,
  textsOf,
  type Value,
} from './values.js';
import { type ExternalCall, isPlainly, type PackageContext, plainPath, runsOnLoad, WHEN } from './external-call.js';

/** Reports a call that starts another program. */
export function checkShell(call: ExternalCall, context: PackageContext): void {
  const { ref, args, moment } = call;
  const name = plainPath(ref.path);
  const words = args.all.flatMap((value) => value.words);
  const command = commandOf(args);
  if (/^webbrowser\./.test(ref.path) && !runsOnLoad(moment))
    return context.report(call, 'warn', 'shell', `opens an address in the browser (${name})`);
  if (isPlainly(command, DECODED) && !namesProgram(call))
    return context.report(call, 'hold', 'obfuscation', `runs a hidden command (${name})`);
  if (isPlainly(command, ref.path === 'os.startfile' ? FROM_NETWORK : FROM_NETWORK | FROM_REQUEST))
    return context.report(call, 'hold', 'shell', `runs a command from the network (${name})`);
  if (words.some((word) => /:\/\//.test(word)) && args.all.some(({ marks }) => marks & FROM_HOST))
    return context.report(call, 'hold', 'data-theft', `sends what the host or a library works on (${name})`);
  if (words.some((word) => context.downloaded.has(word)))
    return context.report(call, 'hold', 'shell', `runs what it has fetched (${name})`);
  const change = isInstallCommand(words) ? 'installs' : isRemovalCommand(words) ? 'removes' : undefined;
  if (change !== undefined)
    return context.report(
      call,
      runsOnLoad(moment) && !namesKnownPackages(args, context.declared) ? 'hold' : 'warn',
      'install-at-run-time',
      `${change} packages ${WHEN[moment]} (${name})`,
    );
  const isRunningDownload =
    moment === 'install' &&
    context.downloading.has(call.home.path) &&
    words.length > 0 &&
    !externalsOf(command).some(({ path }) => path === 'sys.executable') &&
    !/^(git|pip3?|uv|conda)\b/.test(words[0]!);
  // The first argument of a pager is its text.
  const isOnlyQuery = !ref.path.startsWith('pydoc.') && isQueryCall(args);
  const isHeld = (runsOnLoad(moment) && !isOnlyQuery) || isRunningDownload;
  context.report(call, isHeld ? 'hold' : 'warn', 'shell', `starts another program ${WHEN[moment]} (${name})`);
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
