import { parseClause, satisfies } from './specifier.js';
import { parseVersion } from './version.js';

/** The values of the variables of an environment. Absent ones are unknown. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A compiled marker of PEP 508. Returns `undefined` if it depends on a variable that is unknown. */
export type Marker = (environment: Environment) => boolean | undefined;

const VARIABLES: ReadonlySet<string> = new Set([
  'os_name',
  'sys_platform',
  'platform_machine',
  'platform_python_implementation',
  'platform_release',
  'platform_system',
  'platform_version',
  'python_version',
  'python_full_version',
  'implementation_name',
  'implementation_version',
  'extra',
]);
const TOKEN = /\s*(?:(\(|\))|(===|~=|==|!=|<=|>=|<|>)|(not\s+in\b|in\b|and\b|or\b)|([A-Za-z_.]+)|"([^"]*)"|'([^']*)')/y;
const DEPTH_MAX = 20;

interface Token {
  readonly kind: 'bracket' | 'operator' | 'word' | 'variable' | 'text';
  readonly value: string;
}

function tokensOf(text: string): Token[] | undefined {
  const tokens: Token[] = [];
  for (TOKEN.lastIndex = 0; TOKEN.lastIndex < text.length;) {
    const match = TOKEN.exec(text);
    if (!match) return undefined;
    const [, bracket, operator, word, variable, double, single] = match;
    if (bracket !== undefined) tokens.push({ kind: 'bracket', value: bracket });
    else if (operator !== undefined) tokens.push({ kind: 'operator', value: operator });
    else if (word !== undefined) {
      const value = word.replace(/\s+/g, ' ');
      tokens.push({ kind: value.endsWith('in') ? 'operator' : 'word', value });
    } else if (variable !== undefined) tokens.push({ kind: 'variable', value: variable });
    else tokens.push({ kind: 'text', value: (double ?? single)! });
  }
  return tokens;
}

type Value = (environment: Environment) => string | undefined;

function compareValues(left: string, operator: string, right: string, isVersion: boolean): boolean | undefined {
  if (operator === 'in') return right.includes(left);
  if (operator === 'not in') return !right.includes(left);
  const clause = isVersion ? parseClause(operator + right) : undefined;
  if (clause) {
    const version = parseVersion(left);
    return version && satisfies(version, clause);
  }
  switch (operator) {
    case '==':
    case '===':
      return left === right;
    case '!=':
      return left !== right;
    default:
      return undefined;
  }
}

class MarkerParser {
  #at = 0;
  #depth = 0;

  constructor(private readonly tokens: readonly Token[]) {}

  parse(): Marker | undefined {
    const marker = this.#or();
    return this.#at === this.tokens.length ? marker : undefined;
  }

  #or(): Marker | undefined {
    let left = this.#and();
    while (left && this.#takes('word', 'or')) {
      const [a, b] = [left, this.#and()];
      left = b && ((environment) => either(a(environment), b(environment)));
    }
    return left;
  }

  #and(): Marker | undefined {
    let left = this.#one();
    while (left && this.#takes('word', 'and')) {
      const [a, b] = [left, this.#one()];
      left = b && ((environment) => both(a(environment), b(environment)));
    }
    return left;
  }

  #one(): Marker | undefined {
    if (this.#takes('bracket', '(')) {
      if (++this.#depth > DEPTH_MAX) return undefined;
      const inner = this.#or();
      this.#depth--;
      return this.#takes('bracket', ')') ? inner : undefined;
    }
    const [left, operator, right] = this.tokens.slice(this.#at, this.#at + 3);
    this.#at += 3;
    if (operator?.kind !== 'operator' || !left || !right) return undefined;
    const [a, b] = [valueOf(left), valueOf(right)];
    if (!a || !b || (left.kind === 'text') === (right.kind === 'text')) return undefined;
    const isVersion = [left, right].some(({ kind, value }) => kind === 'variable' && /version$/.test(value));
    return (environment) => {
      const [one, other] = [a(environment), b(environment)];
      return one === undefined || other === undefined
        ? undefined
        : compareValues(one, operator.value, other, isVersion);
    };
  }

  #takes(kind: Token['kind'], value: string): boolean {
    const next = this.tokens[this.#at];
    if (next?.kind !== kind || next.value !== value) return false;
    this.#at++;
    return true;
  }
}

/** The variables by their older names. */
const ALIASES: Readonly<Record<string, string>> = {
  'os.name': 'os_name',
  'sys.platform': 'sys_platform',
  'platform.machine': 'platform_machine',
  'platform.python_implementation': 'platform_python_implementation',
  python_implementation: 'platform_python_implementation',
};

function valueOf({ kind, value }: Token): Value | undefined {
  if (kind === 'text') return () => value;
  const name = ALIASES[value] ?? value;
  return kind === 'variable' && VARIABLES.has(name) ? (environment) => environment[name] : undefined;
}

const either = (a: boolean | undefined, b: boolean | undefined): boolean | undefined =>
  a === true || b === true ? true : a === undefined || b === undefined ? undefined : false;
const both = (a: boolean | undefined, b: boolean | undefined): boolean | undefined =>
  a === false || b === false ? false : a === undefined || b === undefined ? undefined : true;

/** Parses a marker; returns `undefined` if it is not valid by PEP 508. */
export function parseMarker(text: string): Marker | undefined {
  const tokens = tokensOf(text.trim());
  return tokens && tokens.length > 0 ? new MarkerParser(tokens).parse() : undefined;
}

const SYSTEMS: readonly (readonly [classifier: RegExp, values: Environment])[] = [
  [/^microsoft/i, { os_name: 'nt', sys_platform: 'win32', platform_system: 'Windows' }],
  [/^macos/i, { os_name: 'posix', sys_platform: 'darwin', platform_system: 'Darwin' }],
  [/linux/i, { os_name: 'posix', sys_platform: 'linux', platform_system: 'Linux' }],
];

/** Returns the environment of an operating system, given as a classifier, and a version of Python. */
export function environmentOf(os: string | undefined, python: string | undefined): Environment {
  const system = SYSTEMS.find(([classifier]) => os !== undefined && classifier.test(os))?.[1] ?? {};
  return {
    ...system,
    extra: '',
    implementation_name: 'cpython',
    platform_python_implementation: 'CPython',
    python_version: python?.split('.').slice(0, 2).join('.'),
    // A version with two numbers, such as 3.12, leaves the patch release unknown.
    python_full_version: python !== undefined && python.split('.').length > 2 ? python : undefined,
  };
}
