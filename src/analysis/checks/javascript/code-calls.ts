import { first, type Handler } from './browser-call.js';
import { passedOn } from './marks.js';
import { runCode } from './sinks.js';
import { NOTHING, OPEN, opened } from './values.js';

export const evaluateText =
  (running: 'eval' | 'timer'): Handler =>
  (call) => {
    const { machine, site, args, path } = call;
    const code = running === 'timer' || path === 'eval' ? first(call) : (args.at(-1) ?? NOTHING);
    runCode(machine, code, site, running);
    if (running === 'timer') {
      const isInterval = path.endsWith('Interval');
      const context = { isAsked: machine.context.isAsked && !isInterval, isTimer: true };
      machine.enqueue({ callee: code, args: args.slice(2), self: OPEN, site, context });
    }
    return opened(passedOn([code]));
  };
