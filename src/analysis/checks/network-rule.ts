import type { Danger } from './catalogue.js';
import { RUNNABLE_FILE } from './suspicious-patterns.js';
import { isAddressFixed } from './call-marks.js';
import { externalsOf, FROM_HOST, SECRET } from './values.js';
import { type ExternalCall, type PackageContext, plainPath, WHEN } from './external-call.js';

/** Reports a call that goes to the network, and notes the programs that it downloads. */
export function checkNetwork(call: ExternalCall, danger: Danger, marks: number, context: PackageContext): void {
  const { ref, args, moment, callee } = call;
  const name = plainPath(ref.path);
  const isEnvironment = args.all.some((value) => externalsOf(value).some(({ path }) => path === 'os.environ'));
  if ((marks | callee.marks) & SECRET || isEnvironment)
    return context.report(call, 'hold', 'data-theft', `sends secrets of the user to the network (${name})`);
  if (marks & FROM_HOST && isAddressFixed(ref, args, callee))
    return context.report(call, 'hold', 'data-theft', `sends what the host or a library works on (${name})`);
  if (/\.(Session|session|ClientSession|socket)$/.test(ref.path)) {
    if (moment === 'import' && ref.path === 'socket.socket')
      context.report(call, 'hold', 'network-at-import', `opens a connection when it is imported (${name})`);
    return;
  }
  if (moment === 'install') context.downloading.add(call.home.path);
  if (/urlretrieve|download/.test(ref.path))
    for (const word of args.positional.slice(1).flatMap(({ words }) => words))
      if (RUNNABLE_FILE.test(word) && !/:\/\//.test(word)) context.downloaded.add(word);
  const rule = moment === 'import' ? 'network-at-import' : 'network';
  context.report(
    call,
    moment === 'import' ? 'hold' : 'warn',
    rule,
    `${danger === 'listen' ? 'waits for connections' : 'goes to the network'} ${WHEN[moment]} (${name})`,
  );
}
