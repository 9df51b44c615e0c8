import type { FindingLevel } from '../../values/finding-levels.js';

/** Something that a script does. */
export interface ScriptFinding {
  readonly level: FindingLevel;
  readonly line: number;
  readonly message: string;
  readonly call: string;
}

/** Data that a browser stores for the user, or that the user enters or copies. */
const SECRET =
  /\b(localStorage|sessionStorage|indexedDB|document\s*\.\s*cookie|cookieStore|clipboard\s*\.\s*read\w*)\b|document\s*\[\s*["']cookie["']\s*\]|window\s*\[\s*["'](localStorage|sessionStorage)["']\s*\]|type\s*=\s*\\?["']?password|\b(e|ev|evt|event)\s*\.\s*key\b(?!\s*(===?|!==?))/;
/** All of a storage at once. */
const WHOLE_STORAGE =
  /(JSON\s*\.\s*stringify|Object\s*\.\s*(entries|keys|values|assign|fromEntries)|btoa|encodeURIComponent|escape|Array\s*\.\s*from)\s*\(\s*(\{\s*\}\s*,\s*)?(window\s*\.\s*)?(localStorage|sessionStorage|document\s*\.\s*cookie)|\.\.\.\s*(window\s*\.\s*)?(localStorage|sessionStorage)\b|(localStorage|sessionStorage)\s*\.\s*key\s*\(/;
/** Calls that send. */
const SEND =
  /\b(fetch|sendBeacon|WebSocket|EventSource|XMLHttpRequest|axios(\s*\.\s*\w+)?|ajax|\$\s*\.\s*(get|post|ajax)|importScripts|RTCPeerConnection|fetchApi)\s*\(|\.\s*(open|send)\s*\(|\.\s*(src|href|action)\s*=(?!=)|\bimport\s*\(/g;
/** An address elsewhere; protocol-relative ones and those of decoded text included. */
const ELSEWHERE =
  /(["'`](https?:|wss?:)?\/\/(?!localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\]|\$\{(window\.|document\.)?location)[^"'`\s]|\batob\s*\(|fromCharCode)/;
const CODE_FROM_DATA =
  /\b(eval|Function|setTimeout|setInterval|execScript)\s*\(\s*(await\s+)?(window\s*\.\s*)?(atob|unescape|decodeURIComponent|String\s*\.\s*fromCharCode|\(\s*await\s+\(?\s*await\s+fetch|await\s+\(?\s*await\s+fetch)/;
const HEX_NAMES = /\b_0x[0-9a-f]{4,6}\b/g;

/** How far the arguments of a call are read. */
const REACH = 700;
const NAME_TAINTS_MAX = 40;
/** Scripts of this size are libraries, in which parts far from each other have nothing to do with each other. */
const SMALL = 60_000;
const SENDS_MAX = 2000;

/** Addresses of libraries that many pages load. */
const LIBRARY_ADDRESS =
  /(https?:)?\/\/([\w.-]{1,100}\.)?(jsdelivr\.net|unpkg\.com|cdnjs\.cloudflare\.com|esm\.(sh|run)|skypack\.dev|jspm\.(dev|io)|googleapis\.com|gstatic\.com|google\.com|youtube\.com|jquery\.com|bootcdn\.(net|cn)|staticfile\.(org|net)|bootstrapcdn\.com|fontawesome\.com|d3js\.org|threejs\.org|mathjax\.org|polyfill\.io|iconify\.design)[/"'`]/;
/** Statements that load code. */
const LOAD = /\b(?:import\s{0,9}\(\s{0,9}|importScripts\s{0,9}\(\s{0,9}|(?:import|from)\s{0,9})["'`](?:https?:)?\/\//g;
const SCRIPT_ELEMENT = /createElement\s*\(\s*["'`]script["'`]\s*\)/;
const SCRIPT_SOURCE = /\.\s{0,9}src\s{0,9}=\s{0,9}["'`](?:https?:)?\/\/[^"'`\n]{1,300}/g;
/** Code that is run from a text. */
const RUN_TEXT = /(?<![.\w$])(eval|Function|execScript)\s{0,9}\(\s{0,9}[A-Za-z_$][\w$.]{0,100}\s{0,9}\)/;
/** `Function`, which makes code of a text, by a way that does not name it. */
const HIDDEN_FUNCTION = /\bconstructor\s{0,9}(?:\.\s{0,9}constructor|\[\s{0,9}["'`]constructor["'`]\s{0,9}\])\s{0,9}\(/;
/** Functions of the browser that a script replaces to see what others send. */
const INTERCEPTED =
  /\b(window|self|globalThis)\s*\.\s*(fetch|XMLHttpRequest|WebSocket)\s*=(?!=)|\b(XMLHttpRequest|WebSocket|Storage)\s*\.\s*prototype\s*\.\s*\w+\s*=(?!=)/;
const FORM = /\.\s{0,9}action\s{0,9}=\s{0,9}["'`](?:https?:)?\/\//;
const SUBMIT = /\.\s{0,9}submit\s{0,9}\(/;

/** The source with texts that were taken apart put together again. */
function withJoinedTexts(source: string): string {
  let joined = source;
  for (let round = 0; round < 5; round++) {
    const next = joined.replace(/(["'])([^"'\\\n]{0,100})\1(\s{0,5}\+\s{0,5})(["'])([^"'\\\n]{0,100})\4/g, '$1$2$5$1');
    if (next === joined) break;
    joined = next;
  }
  return joined;
}

/** The source without comments, with the same positions. */
function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\/|(^|[\s;{}(,])\/\/[^\n]*/g, (all) => all.replace(/[^\n]/g, ' '));
}

/** The text of a call from its start to its closing bracket, or to the end of the statement. */
function statementAt(source: string, from: number): string {
  let depth = 0;
  const end = Math.min(source.length, from + REACH);
  for (let at = from; at < end; at++) {
    const letter = source[at]!;
    if (letter === '(' || letter === '{' || letter === '[') depth++;
    else if (letter === ')' || letter === '}' || letter === ']') {
      if (--depth < 0) return source.slice(from, at);
    } else if (depth === 0 && (letter === ';' || letter === '\n') && at > from + 3) return source.slice(from, at);
  }
  return source.slice(from, end);
}

/** The names of variables that get their value from a secret, directly or through another one. */
function taintedNames(source: string): string[] {
  const names = new Set<string>();
  // Minified code uses the same short names for everything.
  const isMinified = source.length > 200 * source.split('\n').length;
  const isDistinct = (name: string): boolean => name.length > 1 || !isMinified;
  const assignment =
    /(?:\b(?:const|let|var)\s{1,20}|[;{}\n(][ \t]{0,200})([A-Za-z_$][\w$]{0,60})\s{0,20}(?:\+|\?\?|\|\|)?=(?![=>])/g;
  const parts = [...source.matchAll(assignment)].slice(0, 5000).map((match) => ({
    name: match[1]!,
    value: statementAt(source, match.index + match[0].length),
  }));
  for (let round = 0; round < 3; round++) {
    for (const { name, value } of parts) {
      if (names.size >= NAME_TAINTS_MAX) return [...names];
      if (isDistinct(name) && (SECRET.test(value) || mentions(value, names))) names.add(name);
    }
  }
  const pushed = /([A-Za-z_$][\w$]{0,60})(?:\.push\s*\(|\s*\[[^\]\n]{1,80}\]\s*=(?!=))/g;
  for (const match of [...source.matchAll(pushed)].slice(0, 2000))
    if (isDistinct(match[1]!) && SECRET.test(statementAt(source, match.index + match[0].length - 1)))
      names.add(match[1]!);
  return [...names];
}

const mentions = (text: string, names: Iterable<string>): boolean => {
  const words = new Set(text.match(/[A-Za-z_$][\w$]*/g) ?? []);
  for (const name of names) if (words.has(name)) return true;
  return false;
};

const lineAt = (source: string, at: number): number => source.slice(0, at).split('\n').length;

/** Checks one script for stealing what the browser stores and for running hidden code. */
export function checkScript(original: string): ScriptFinding[] {
  const source = withJoinedTexts(withoutComments(original));
  const found: ScriptFinding[] = [];
  const report = (level: FindingLevel, at: number, message: string): void => {
    found.push({ level, line: lineAt(source, at), message, call: source.slice(at, at + 300).split('\n')[0]! });
  };
  const code = CODE_FROM_DATA.exec(source);
  if (code) report('hold', code.index, 'runs code that is hidden in data or fetched');
  const hidden = HIDDEN_FUNCTION.exec(source);
  if (hidden && source.length < SMALL) report('hold', hidden.index, 'makes code of a text in a way that hides it');
  const hexNames = source.match(HEX_NAMES)?.length ?? 0;
  if (hexNames > 30) report('hold', source.search(HEX_NAMES), 'is made unreadable by renaming everything');
  findLoading(source, report);
  const theft = findTheft(source);
  if (theft !== undefined)
    report('hold', theft, 'reads what the browser stores or the user enters, and sends it elsewhere');
  return found;
}

/** Code that is loaded from elsewhere, and scripts that put themselves between the page and the network. */
function findLoading(source: string, report: (level: FindingLevel, at: number, message: string) => void): void {
  const patterns = SCRIPT_ELEMENT.test(source) ? [LOAD, SCRIPT_SOURCE] : [LOAD];
  for (const match of patterns.flatMap((pattern) => [...source.matchAll(pattern)]).slice(0, 20)) {
    const isLibrary = LIBRARY_ADDRESS.test(
      source.slice(match.index, match.index + match[0].length + 200).split('\n')[0]!,
    );
    report(isLibrary ? 'warn' : 'hold', match.index, 'loads code from elsewhere');
  }
  const worker = /\bserviceWorker\s*\.\s*register\s*\(/.exec(source);
  if (worker) report('hold', worker.index, 'installs a service worker, which sees all requests of the page');
  if (source.length > SMALL || !sendsElsewhere(source)) return;
  const run = RUN_TEXT.exec(source);
  if (run) report('hold', run.index, 'runs code from a text, and fetches texts from elsewhere');
  const intercepted = INTERCEPTED.exec(source);
  if (intercepted) report('hold', intercepted.index, 'sees what other scripts send, and sends data elsewhere');
  const form = SECRET.test(source) && SUBMIT.test(source) ? FORM.exec(source) : null;
  if (form) report('hold', form.index, 'reads what the browser stores or the user enters, and sends it elsewhere');
}

const sendsElsewhere = (source: string): boolean =>
  [...source.matchAll(SEND)].slice(0, SENDS_MAX).some(({ index }) => ELSEWHERE.test(statementAt(source, index)));

function findTheft(source: string): number | undefined {
  if (!SECRET.test(source) || !ELSEWHERE.test(source)) return undefined;
  const isSmall = source.length < SMALL;
  const names = isSmall ? taintedNames(source) : [];
  const remote = isSmall ? remoteNames(source) : [];
  let sends = 0;
  for (const match of source.matchAll(SEND)) {
    if (++sends > SENDS_MAX) break;
    const text = statementAt(source, match.index);
    const isElsewhere = ELSEWHERE.test(text) || mentions(text, remote);
    if (isElsewhere && (SECRET.test(text) || mentions(text, names))) return match.index;
    // `request.open("POST", "https://…")` and `request.send(secret)`, or `socket.onopen = () => socket.send(secret)`.
    if (isSmall && /^\.\s*send/.test(match[0]) && (SECRET.test(text) || mentions(text, names))) return match.index;
  }
  const whole = WHOLE_STORAGE.exec(source);
  return whole && isSmall && sends > 0 ? whole.index : undefined;
}

/** The names of constants that are addresses elsewhere. */
function remoteNames(source: string): string[] {
  const assignment = /\b(?:const|let|var)\s+([A-Za-z_$][\w$]{0,60})\s*=(?![=>])/g;
  return [...source.matchAll(assignment)]
    .slice(0, 3000)
    .filter((match) => ELSEWHERE.test(statementAt(source, match.index + match[0].length).slice(0, 200)))
    .map((match) => match[1]!)
    .slice(0, NAME_TAINTS_MAX);
}
