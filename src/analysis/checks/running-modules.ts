import { dangerOf } from './catalogue.js';
import { canonical } from './external-names.js';
import { elementsOf, externalsOf, type Value } from './values.js';

/** Functions, of any library, that look up what a text names. */
const LOADS_BY_NAME =
  /(^|\.)\w*(import|instantiate|locate|resolve|dictConfig|BaseConfigurator|_get_target|attrgetter|load_(object|class|attr)|get_(field|method|class|object|obj|callable|function))\w*$/i;

const NAMED = /(?:^|[.:/])((?:os|posix|nt|subprocess|builtins|pty|runpy)[.:]\w{2,30})$/;
const RUNS_NAMED = /^(shell|code|interpreter)$/;
/** Modules from which code takes functions that start programs or run code. */
const RUNNING_MODULES = ['os', 'posix', 'subprocess', 'builtins', 'pty', 'runpy'];

/** Objects of the standard library that code stores values in, or that choose one of them. */
const CARRIES =
  /^(queue\.\w+\(\)\.put\w*|concurrent\.futures\.Future\(\)\.set_result|random\.(choice|choices|sample)|argparse\.\w+\(\)\.add_argument|contextvars\.ContextVar\(\)\.set|asyncio\.(gather|Queue\(\)\.put\w*))$/;

/** The first of these modules among values and their items. */
export const runningModuleIn = (values: readonly Value[]): string | undefined =>
  values
    .flatMap((value) => [...externalsOf(value), ...externalsOf(elementsOf(value))])
    .find(({ path }) => RUNNING_MODULES.includes(path))?.path;

/** How many words may be the module and the function of a name in pieces. */
const PIECES_MAX = 30;

/** True if some words are the module and others the name of such a function. */
const namesInPieces = (words: readonly string[]): boolean =>
  words.length <= PIECES_MAX &&
  RUNNING_MODULES.some((module) => words.includes(module) && words.some((word) => namesDangerous(`${module}.${word}`)));

/** True for the dotted name of a function that starts programs or runs code, as loaders by name take it. */
const namesDangerous = (word: string): boolean =>
  RUNS_NAMED.test(dangerOf(canonical(NAMED.exec(word)?.[1]?.replace(':', '.') ?? '')) ?? '');

/** True for a function that stores its arguments for other code, or chooses one of them. */
export const carriesValues = (path: string): boolean => CARRIES.test(path);

/** True for a call that looks up a function which starts programs or runs code, and that texts of it name. */
export const loadsDangerous = (path: string, words: readonly string[]): boolean =>
  LOADS_BY_NAME.test(path) && (words.some(namesDangerous) || namesInPieces(words));
