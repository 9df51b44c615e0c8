import { isPlainBase } from './python-class-tests.js';
import { Containers } from './python-containers.js';
import type { Doubt, Unknown, Value } from './python-values.js';

/** Errors of Python, and the classes that they are derived from. */
const BASES: Readonly<Record<string, string>> = {
  Exception: 'BaseException',
  KeyboardInterrupt: 'BaseException',
  SystemExit: 'BaseException',
  ArithmeticError: 'Exception',
  AssertionError: 'Exception',
  AttributeError: 'Exception',
  ImportError: 'Exception',
  LookupError: 'Exception',
  NameError: 'Exception',
  OSError: 'Exception',
  RuntimeError: 'Exception',
  StopIteration: 'Exception',
  TypeError: 'Exception',
  ValueError: 'Exception',
  FileNotFoundError: 'OSError',
  JSONDecodeError: 'ValueError',
  IndexError: 'LookupError',
  KeyError: 'LookupError',
  ModuleNotFoundError: 'ImportError',
  NotImplementedError: 'RuntimeError',
  PermissionError: 'OSError',
  UnicodeError: 'ValueError',
  ZeroDivisionError: 'ArithmeticError',
};

/** An error that the code surely raises. */
export interface Raised {
  readonly because: Unknown;
  /** The class of the error; absent if it is not known. */
  readonly error: Value | undefined;
}

/** A class of errors of Python. */
export const errorOf = (name: string): Unknown => ({
  kind: 'unknown',
  why: 'is an error',
  text: name,
  file: '',
  line: 0,
  outside: name,
});

/** The class of what `raise` is given: a class, or an object of it. */
export function classOfError(raised: Value | undefined): Value | undefined {
  if (raised?.kind === 'instance') return raised.of;
  if (raised?.kind !== 'unknown') return raised;
  const name = /^(?:builtins\.|json\.(?:decoder\.)?)?(\w+)(\(.*\))?$/.exec(raised.outside ?? '')?.[1];
  return name !== undefined && (name === 'BaseException' || Object.hasOwn(BASES, name)) ? errorOf(name) : undefined;
}

/** The names and classes that an error is an instance of; undefined if a base class is not known. */
function classesOf(error: Value): Set<unknown> | undefined {
  const found = new Set<unknown>();
  for (const one of error.kind === 'class' ? error.order : [error]) {
    found.add(one);
    if (one.kind !== 'unknown') continue;
    let name = classOfError(one)?.kind === 'unknown' ? (classOfError(one) as Unknown).outside : undefined;
    if (name === undefined && isPlainBase(one)) continue;
    if (name === undefined) return undefined;
    for (; name !== undefined; name = BASES[name]) found.add(name);
  }
  return found;
}

/** Whether a handler of some classes catches an error; undefined if that is not known. */
export function catches(handled: Value, error: Value): boolean | undefined {
  if (handled.kind === 'list') {
    const each = handled.items.map((one) => catches(one, error));
    return each.includes(true) ? true : each.includes(undefined) || handled.loose ? undefined : false;
  }
  const classes = classesOf(error);
  const own = classOfError(handled);
  if (!classes || !own) return undefined;
  return classes.has(own.kind === 'unknown' ? own.outside : own);
}

/** Notes the errors that code surely raises in a `try` statement, which its handlers may catch. */
export abstract class Errors extends Containers {
  #tries = 0;
  #raised: (Raised & { readonly doubt: Doubt | undefined }) | undefined;

  /** Notes that the running code surely raises an error. Outside of `try`, code is assumed to raise none. */
  raise(because: Unknown, error: Value | undefined): void {
    if (this.#tries > 0) this.#raised = { because, error, doubt: this.doubt };
  }

  /** Notes that it is not known whether an import, or other code in a `try` statement, raises an error. */
  protected abstract noteShaky(because: Unknown): void;

  /** Notes that it is not known whether the running code raises an error. */
  protected mayFail(because: Unknown): void {
    if (this.#tries > 0) this.noteShaky(because);
  }

  /** The error because of which the code that would run next does not run. */
  protected get raised(): Raised | undefined {
    return this.#raised?.doubt === this.doubt ? this.#raised : undefined;
  }

  /** Runs code whose errors are caught. @returns the error that it surely raises */
  protected trying(follow: () => void): Raised | undefined {
    const outer = this.#raised;
    this.#raised = undefined;
    this.#tries++;
    try {
      follow();
      return this.raised;
    } finally {
      this.#tries--;
      this.#raised = outer;
    }
  }

  /** Runs code that is assumed to raise no errors, such as that of a module which is imported. */
  protected withoutErrors<T>(follow: () => T): T {
    const outer = this.#tries;
    this.#tries = 0;
    try {
      return follow();
    } finally {
      this.#tries = outer;
    }
  }
}
