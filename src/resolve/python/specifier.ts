import {
  compareVersions,
  firstPreOf,
  parseVersion,
  publicOf,
  type PythonVersion,
  startsWith,
  withoutPost,
} from './version.js';

/** The supported operators of PEP 440. `===` is not supported, because it compares texts instead of versions. */
export type Operator = '<' | '<=' | '>' | '>=' | '==' | '!=' | '~=';

/** One clause of a version specifier, such as `>=1.26` or `==2.*`. */
export interface Clause {
  readonly operator: Operator;
  readonly version: PythonVersion;
  /** True for `==2.*` and `!=2.*`, which compare only the given release numbers. */
  readonly isPrefix: boolean;
  /** The source text without spaces. */
  readonly text: string;
}

const CLAUSE = /^(~=|==|!=|<=|>=|<|>)\s*([^\s,;()]+)$/;

/** Parses one clause; returns `undefined` if it is not valid by PEP 440 or its operator is not supported. */
export function parseClause(text: string): Clause | undefined {
  const match = CLAUSE.exec(text.trim());
  if (!match) return undefined;
  const operator = match[1] as Operator;
  const isPrefix = match[2]!.endsWith('.*');
  const version = parseVersion(isPrefix ? match[2]!.slice(0, -2) : match[2]!);
  if (!version) return undefined;
  const hasSuffix = version.isPre || version.isPost || version.local !== '';
  const isEquality = operator === '==' || operator === '!=';
  if (isPrefix && (!isEquality || hasSuffix)) return undefined;
  if (!isEquality && version.local !== '') return undefined;
  if (operator === '~=' && version.release.length < 2) return undefined;
  return { operator, version, isPrefix, text: `${operator}${match[2]!}` };
}

function equals(version: PythonVersion, clause: Clause): boolean {
  if (clause.isPrefix) return startsWith(version, clause.version);
  return compareVersions(clause.version.local === '' ? publicOf(version) : version, clause.version) === 0;
}

/** True if a version satisfies a clause. Pre-releases are treated like other versions. */
export function satisfies(version: PythonVersion, clause: Clause): boolean {
  const { operator, version: bound } = clause;
  switch (operator) {
    case '==':
      return equals(version, clause);
    case '!=':
      return !equals(version, clause);
    case '<=':
      return compareVersions(publicOf(version), bound) <= 0;
    case '>=':
      return compareVersions(publicOf(version), bound) >= 0;
    case '<':
      // "<2.0" excludes the pre-releases of 2.0.
      return (
        compareVersions(version, bound) < 0 &&
        (bound.isPre || !version.isPre || compareVersions(version, firstPreOf(bound)) < 0)
      );
    case '>':
      // ">1.0" excludes the post-releases and the local versions of 1.0.
      return (
        compareVersions(version, bound) > 0 &&
        (bound.isPost || !version.isPost || compareVersions(withoutPost(version), bound) !== 0) &&
        (version.local === '' || compareVersions(publicOf(version), bound) !== 0)
      );
    case '~=':
      return (
        compareVersions(publicOf(version), bound) >= 0 &&
        startsWith(version, { epoch: bound.epoch, release: bound.release.slice(0, -1) })
      );
  }
}
