import type { PythonNode } from '../python-syntax.js';
import { isFunction } from './syntax-roles.js';

/** Parameters in which the user of a node gives it the key to a service. */
const NAME = /^(\w+_)?(api_?key|(api|access|auth)_?token|secret_?key|password)$/i;
/** Statements of which only a part runs. */
const BRANCH = /^(if_statement|elif_clause|else_clause|case_clause|except_clause|conditional_expression)$/;

/** True for the name of a parameter with a credential. */
export const isCredential = (name: string): boolean => NAME.test(name);

/** Domains below which anyone can register one: those of countries, and those of hosting services. */
const SHARED =
  /(^|\.)((co|com|net|org|gov|edu|ac)\.[a-z]{2}|(github|gitlab)\.io|(vercel|netlify|web)\.app|(workers|pages)\.dev|herokuapp\.com|ngrok(-free)?\.(io|app))$/;

/** The domain that the owner of a host registered, such as `example.com` for `api.example.com`. */
const domainOf = (host: string): string =>
  host
    .toLowerCase()
    .split('.')
    .slice(SHARED.test(host.toLowerCase()) ? -3 : -2)
    .join('.');

/** The domains that words name, such as `example.com` for `https://api.example.com/v1`. */
const domainsIn = (words: readonly string[]): string[] =>
  words.flatMap((word) => /:\/\/([\w.-]+)/.exec(word)?.[1] ?? []).map(domainOf);

const ancestorsOf = (node: PythonNode): PythonNode[] => {
  const found: PythonNode[] = [];
  for (let outer = node.parent; outer; outer = outer.parent) found.push(outer);
  return found;
};

/** True if one of two calls in a function is in a branch that the other one is not in. */
function areAlternatives(one: PythonNode, other: PythonNode): boolean {
  const [inner, outer] = [ancestorsOf(one), ancestorsOf(other)];
  const common = inner.findIndex((node) => outer.includes(node));
  const apart = [...inner.slice(0, common + 1), ...outer.slice(0, outer.indexOf(inner[common]!))];
  return apart.some(({ type }) => BRANCH.test(type));
}

/** The calls that send credentials, each with the domains that it names, by the functions that they are in. */
export class CredentialCalls {
  readonly #calls = new Map<PythonNode, Map<PythonNode, readonly string[]>>();

  /** Adds a call. @returns true if its function sends credentials to another service, too */
  add(node: PythonNode, words: readonly string[]): boolean {
    const own = domainsIn(words);
    const fn = ancestorsOf(node).find(isFunction);
    if (!fn || own.length === 0) return false;
    const calls = this.#calls.get(fn) ?? new Map<PythonNode, readonly string[]>();
    this.#calls.set(fn, calls.set(node, own));
    return [...calls].some(
      ([other, services]) => !services.some((name) => own.includes(name)) && !areAlternatives(node, other),
    );
  }
}
