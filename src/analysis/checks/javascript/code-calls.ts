import { first, type Handler } from './browser-call.js';
import { type Machine } from './machine.js';
import { passedOn } from './marks.js';
import { runCode } from './sinks.js';
import { exactTexts } from './texts.js';
import { NOTHING, OPEN, opened, Thing, thingValue } from './values.js';

/** Judges a text that is evaluated, at once or by a timer. */
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
    const isGlobal = exactTexts(code).some((text) => GLOBAL_OBJECT.test(text));
    return isGlobal ? thingValue(globalGetter(machine)) : opened(passedOn([code]));
  };

const GLOBAL_OBJECT = /^\s{0,9}return\s{1,9}(?:this|window|self|globalThis)\s{0,9};?\s{0,9}$/;

/** A function that returns the global object. */
function globalGetter(machine: Machine): Thing {
  const getter = new Thing();
  getter.native = () => thingValue(machine.globals);
  return getter;
}
