import type { BrowserCall } from './browser-call.js';
import { marksIn } from './marks.js';
import { exactTexts } from './texts.js';
import { MARK, OPEN, SECRET, type Value } from './values.js';

/** Replaces what the user copies, or has copied. */
export function writeClipboard(call: BrowserCall): Value {
  const { machine, site, args } = call;
  const value = args.at(-1) ?? OPEN;
  const isConstant = value.things.length === 0 && exactTexts(value).length > 0 && !(marksIn(value) & SECRET);
  const { isCopying, isTimer, isAsked } = machine.context;
  const report = (): unknown => machine.report('hold', site, 'replaces what the user copies');
  if (!site.env.file.isSmall) return OPEN;
  if (isConstant && (isCopying || (isTimer && !isAsked))) report();
  else if (isConstant && !isAsked) machine.later(() => machine.watchingCopies.has(site.env.file) && report());
  else if (value.marks & MARK.swapped) report();
  return OPEN;
}
