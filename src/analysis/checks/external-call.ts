import type { PythonNode } from '../python-syntax.js';
import type { Arguments } from './evaluation.js';
import type { ModuleScope } from './scopes.js';
import type { External, Value } from './values.js';

/** When code runs. */
export type Moment =
  /** Only when a node runs, or something else uses it later. */
  | 'later'
  /** When the package is installed. */
  | 'install'
  /** When the host lists its nodes. */
  | 'listing'
  /** When the host loads the package. */
  | 'import';

/** A call of something that the archive does not define. */
export interface ExternalCall {
  readonly ref: External;
  readonly callee: Value;
  readonly args: Arguments;
  readonly node: PythonNode;
  readonly home: ModuleScope;
  readonly moment: Moment;
}

/** The end of a message that says when code runs. */
export const WHEN: Readonly<Record<Moment, string>> = {
  later: 'when it is used',
  install: 'when it is installed',
  listing: 'when the host lists its nodes',
  import: 'when it is imported',
};

/** True for code that runs as soon as the host loads the package or lists its nodes. */
export const runsOnLoad = (moment: Moment): boolean => moment === 'import' || moment === 'listing';

/** The dotted name of a function, without marks of calls and items. */
export const plainPath = (path: string): string => path.replace(/\(\)|\[\]/g, '');

/** Values with more possibilities carry marks of things that have nothing to do with each other. */
const FEW = 2;

/** True if a value is surely marked: it is one text or unknown thing, and no list or path that some part marks. */
export function isPlainly({ refs, marks }: Value, mark: number): boolean {
  return (
    (marks & mark) !== 0 &&
    refs.length <= FEW &&
    refs.every((ref) => ref.kind === 'text' || (ref.kind === 'external' && !/\.__module__$|^os\.path/.test(ref.path)))
  );
}
