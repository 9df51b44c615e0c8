import { checkScripts } from './javascript/check-scripts.js';
import type { ScriptFinding } from './javascript/machine.js';
import { scriptsIn } from './javascript/pages.js';

/** Checks one script, or one page if the path is that of a page. */
export const checkScript = (source: string, path = ''): ScriptFinding[] => checkScripts(scriptsIn(path, source));

/** Checks the scripts and pages of an archive. Their functions may call each other. */
export const checkAllScripts = (
  texts: ReadonlyMap<string, string>,
  isServed: (path: string) => boolean = () => true,
): ScriptFinding[] =>
  checkScripts(
    [...texts]
      .filter(([path]) => SCRIPT.test(path))
      .flatMap(([path, text]) => scriptsIn(path, text).map((one) => ({ ...one, isUnserved: !isServed(path) }))),
  );

/** Scripts, and pages that may contain some. */
export const SCRIPT = /\.([mc]?js|html?|svg)$/i;
