import type { FindingLevel } from '../../values/finding-levels.js';
import {
  statementAt,
  withConstants,
  withJoinedTexts,
  withoutComments,
  withPlainProperties,
  mentions,
} from './javascript-source.js';
import {
  findTheft,
  namesFrom,
  readsSecrets,
  remoteNames,
  sendsElsewhere,
  withPlainSenders,
} from './javascript-theft.js';

/** Something that a script does. */
export interface ScriptFinding {
  readonly level: FindingLevel;
  readonly line: number;
  readonly message: string;
  readonly call: string;
}

const CODE_FROM_DATA =
  /\b(eval|Function|setTimeout|setInterval|execScript)\s*\(\s*(await\s+)?(window\s*\.\s*)?(atob|unescape|decodeURIComponent|String\s*\.\s*fromCharCode|\(\s*await\s+\(?\s*await\s+fetch|await\s+\(?\s*await\s+fetch|await\s+fetch)|\b(eval|Function)\s{0,9}\(\s{0,9}[\w$]{1,60}\s{0,9}\.\s{0,9}data\s{0,9}\)|\bset(?:Timeout|Interval)\s{0,9}\(\s{0,9}[\w$]{1,60}\s{0,9}\.\s{0,9}(?:replace(?:All)?|join|concat|substring|trim)\s{0,9}\(/;
/** A property of a global object whose name is decoded. */
const HIDDEN_PROPERTY =
  /\b(window|self|globalThis|document|top)\s{0,9}\[\s{0,9}(atob|unescape|String\s{0,9}\.\s{0,9}fromCharCode)\s{0,9}\(/;
/** Letters that need no escape. */
const ESCAPED_LETTERS = /(?:\\x[46][1-9a-f]|\\x[57][0-9a]|\\u00[46][1-9a-f]|\\u00[57][0-9a]){4}/i;
const DECODED_SCRIPT =
  /\.\s{0,9}(?:text|textContent|innerHTML)\s{0,9}=\s{0,9}(?:atob|unescape|decodeURI\w*|String\s{0,9}\.\s{0,9}fromCharCode)\s{0,9}\(/;
const HEX_NAMES = /\b_0x[0-9a-f]{4,6}\b/g;

/** Scripts of this size are libraries, in which parts far from each other have nothing to do with each other. */
const SMALL = 60_000;
/** A script of this size without its indentation is small, however many spaces and comments make it long. */
const SMALL_WITHOUT_SPACES = 20_000;

/** Addresses of libraries that many pages load. */
const LIBRARY_ADDRESS =
  /(https?:)?\/\/([\w.-]{1,100}\.)?(jsdelivr\.net|unpkg\.com|cdnjs\.cloudflare\.com|esm\.(sh|run)|skypack\.dev|jspm\.(dev|io)|googleapis\.com|gstatic\.com|google\.com|youtube\.com|jquery\.com|bootcdn\.(net|cn)|staticfile\.(org|net)|bootstrapcdn\.com|fontawesome\.com|d3js\.org|threejs\.org|mathjax\.org|polyfill\.io|iconify\.design)[/"'`]/;
/** Statements that load code. */
const LOAD = /\b(?:import\s{0,9}\(\s{0,9}|importScripts\s{0,9}\(\s{0,9}|(?:import|from)\s{0,9})["'`](?:https?:)?\/\//g;
const SCRIPT_TAG = /<script\s{1,9}[^>\n]{0,100}src\s{0,9}=\s{0,9}\\?["']?(?:https?:)?\/\//g;
const SCRIPT_ELEMENT = /createElement\s*\(\s*["'`]script["'`]\s*\)/;
const SCRIPT_SOURCE =
  /(?:\.\s{0,9}src\s{0,9}=\s{0,9}|\.\s{0,9}setAttribute\s{0,9}\(\s{0,9}["'`]src["'`]\s{0,9},\s{0,9})["'`](?:https?:)?\/\/[^"'`\n]{1,300}/g;
/** `eval` and the like, given to a promise or by another name. */
const RUN_TEXT = /\.\s{0,9}then\s{0,9}\(\s{0,9}(?:eval|Function)\b|=\s{0,9}(?:eval|Function)\s{0,9}[;,\n]/;
const RUN_CALL = /(?<![.\w$])(?:eval|Function|execScript)\s{0,9}\(/g;
/** The constructor of asynchronous functions, which makes code of a text. */
const ASYNC_CONSTRUCTOR = /\{\s{0,9}\}\s{0,9}\)?\s{0,9}\)\s{0,9}\.\s{0,9}constructor\b/;
/** A script element or module whose code is a variable, and not written in the source. */
const SCRIPT_TEXT = /\.\s{0,9}(?:text|textContent|innerHTML|innerText)\s{0,9}=\s{0,9}(?:\(?\s{0,9}await\b|[A-Za-z_$])/;
const BLOB_MODULE =
  /new\s{1,9}Blob\s{0,9}\(\s{0,9}\[\s{0,9}(?:\(?\s{0,9}await\b|[A-Za-z_$])[^\n]{0,300}(?:java|ecma)script/;
const RUNS_MODULE = /\bimport\s{0,9}\(|\bnew\s{1,9}(?:Shared)?Worker\b|\baddModule\s{0,9}\(/;
const LOADING = /\bimport(?:Scripts)?\s{0,9}\(/;
/** Decodes an address, or has code in one. */
const DECODES =
  /\batob\s{0,9}\(|fromCharCode|\breverse\s{0,9}\(|unescape\s{0,9}\(|["'`]data:\s{0,9}\w{1,20}\/(?:java|ecma)script/;
/** The text of an answer or message. */
const ANSWER_TEXT =
  /\.\s{0,9}text\s{0,9}\(\s{0,9}\)|\bresponseText\b|\b(?:e|ev|evt|event|m|msg|message)\s{0,9}\.\s{0,9}data\b/;
/** Statements that make a part of the page of a text. */
const INSERT =
  /\.\s{0,9}(?:innerHTML|outerHTML|srcdoc)\s{0,9}\+?=(?!=)|\.\s{0,9}insertAdjacentHTML\s{0,9}\(|\bdocument\s{0,9}\.\s{0,9}write(?:ln)?\s{0,9}\(|\.\s{0,9}createContextualFragment\s{0,9}\(/g;
/** Writes the clipboard, with a constant text. */
const CONSTANT_COPIED =
  /\bclipboard\s{0,9}\.\s{0,9}writeText\s{0,9}\(\s{0,9}["'`]|\.\s{0,9}setData\s{0,9}\(\s{0,9}["'`]text(?:\/plain)?["'`]\s{0,9},\s{0,9}["'`]/;
/** Watches what the user copies. */
const WATCHES_CLIPBOARD = /["'`](?:copy|cut)["'`]|\bon(?:copy|cut)\b|clipboard\s{0,9}\.\s{0,9}readText/;
/** Calls that run functions without the user. */
const UNASKED = /\bset(?:Interval|Timeout)\s{0,9}\(|\bapi\s{0,9}\.\s{0,9}addEventListener\s{0,9}\(/g;
/** A workflow, or results of one. */
const WORK =
  /\bgraph\s{0,9}\.\s{0,9}serialize\s{0,9}\(|\bgraphToPrompt\s{0,9}\(|\/view\?|\bdetail\b|["'`]\/(?:history|queue|prompt)\b/;
/** Covers the page with one from elsewhere. */
const COVERED =
  /\b(?:document\s{0,9}\.\s{0,9})?body\s{0,9}\.\s{0,9}(?:innerHTML\s{0,9}\+?=|insertAdjacentHTML\s{0,9}\()[^;\n]{0,100}<iframe[^>\n]{0,100}src=\\?["']?(?:https?:)?\/\//;
const TIMER = /\bset(?:Interval|Timeout)\s{0,9}\(/g;
/** `Function`, which makes code of a text, by a way that does not name it. */
const HIDDEN_FUNCTION =
  /\b(?:constructor|at|bind|concat|every|fill|filter|find|flat|join|map|pop|push|reduce|slice|some|sort|toString)\s{0,9}\.\s{0,9}constructor\s{0,9}\(/;
/** Functions of the browser that a script replaces to see what others send. */
const INTERCEPTED =
  /\b(window|self|globalThis)\s*\.\s*(fetch|XMLHttpRequest|WebSocket)\s*=(?!=)|\b(XMLHttpRequest|WebSocket|Storage)\s*\.\s*prototype\b|\bdefineProperty\s*\(\s*(window|self|globalThis)\s*,\s*["'`](fetch|XMLHttpRequest|WebSocket)\b|\bnew\s+Proxy\s*\(\s*((window|self|globalThis)\s*\.\s*)?(fetch|XMLHttpRequest|WebSocket)\b/;
/** Methods of the host's client, which packages replace to add to a workflow. */
const HOST_CLIENT = /\b(?:api|app)\s{0,9}\.\s{0,9}(?:queuePrompt|fetchApi|graphToPrompt)\s{0,9}=(?!=)/g;
const FORM = /\.\s{0,9}action\s{0,9}=\s{0,9}["'`](?:https?:)?\/\//;
const SUBMIT = /\.\s{0,9}submit\s{0,9}\(/;

const lineAt = (source: string, at: number): number => source.slice(0, at).split('\n').length;

/** Reports something at a position of the source. */
type Report = (level: FindingLevel, at: number, message: string) => void;

/** Checks one script for stealing what the browser stores and for running hidden code. */
export function checkScript(original: string): ScriptFinding[] {
  const plain = withPlainProperties(withJoinedTexts(withConstants(withJoinedTexts(withoutComments(original)))));
  const isSmall = plain.length < SMALL || plain.replace(/\s+/g, ' ').length < SMALL_WITHOUT_SPACES;
  const source = withPlainSenders(plain, isSmall);
  const found: ScriptFinding[] = [];
  const report: Report = (level, at, message) => {
    found.push({ level, line: lineAt(source, at), message, call: source.slice(at, at + 300).split('\n')[0]! });
  };
  const code = CODE_FROM_DATA.exec(source) ?? HIDDEN_PROPERTY.exec(source) ?? decodedProperty(source);
  if (code) report('hold', code.index, 'runs code that is hidden in data or fetched');
  const hidden = HIDDEN_FUNCTION.exec(source);
  if (hidden && isSmall) report('hold', hidden.index, 'makes code of a text in a way that hides it');
  const escaped = isSmall ? ESCAPED_LETTERS.exec(original) : null;
  if (escaped) report('hold', escaped.index, 'hides texts by escaped letters');
  const script = SCRIPT_ELEMENT.test(source) ? DECODED_SCRIPT.exec(source) : null;
  if (script) report('hold', script.index, 'runs code that is hidden in data');
  const hexNames = source.match(HEX_NAMES)?.length ?? 0;
  if (hexNames > 30) report('hold', source.search(HEX_NAMES), 'is made unreadable by renaming everything');
  findLoading(source, isSmall, report);
  if (isSmall && sendsElsewhere(source)) findWithNetwork(source, report);
  const covered = isSmall ? COVERED.exec(source) : null;
  if (covered) report('hold', covered.index, 'covers the page with one from elsewhere');
  const copied = isSmall ? replacedCopy(source) : undefined;
  if (copied) report('hold', copied.index, 'replaces what the user copies');
  const theft = findTheft(source, isSmall);
  if (theft !== undefined)
    report('hold', theft, 'reads what the browser stores or the user enters, and sends it elsewhere');
  return found;
}

/** Reports code that is loaded from elsewhere. */
function findLoading(source: string, isSmall: boolean, report: Report): void {
  const patterns = SCRIPT_ELEMENT.test(source) ? [LOAD, SCRIPT_TAG, SCRIPT_SOURCE] : [LOAD, SCRIPT_TAG];
  for (const match of patterns.flatMap((pattern) => [...source.matchAll(pattern)]).slice(0, 20)) {
    const isLibrary = LIBRARY_ADDRESS.test(
      source.slice(match.index, match.index + match[0].length + 200).split('\n')[0]!,
    );
    report(isLibrary ? 'warn' : 'hold', match.index, 'loads code from elsewhere');
  }
  const decoded = isSmall ? decodedAddress(source) : undefined;
  if (decoded) report('hold', decoded.index, 'loads code from elsewhere');
  for (const worker of source.matchAll(/\bserviceWorker\s*\.\s*register\s*\(/g)) {
    // Without options, a service worker only sees the pages of the folder that it is in.
    const isOfOwnFolder = /^\s*["'`]\/?([\w@][\w.@-]*\/)+[\w.-]+\.m?js["'`]\s*\)/.test(
      source.slice(worker.index + worker[0].length, worker.index + 300),
    );
    if (isOfOwnFolder) report('warn', worker.index, 'installs a service worker for the pages of one folder');
    else report('hold', worker.index, 'installs a service worker, which sees all requests of the page');
  }
}

/** Reports what is dangerous in a small script that also sends requests to another address. */
function findWithNetwork(source: string, report: Report): void {
  const run =
    RUN_TEXT.exec(source) ??
    runCall(source) ??
    ASYNC_CONSTRUCTOR.exec(source) ??
    (RUNS_MODULE.test(source) ? BLOB_MODULE.exec(source) : undefined) ??
    timedText(source) ??
    (SCRIPT_ELEMENT.test(source) ? scriptText(source) : undefined);
  if (run) report('hold', run.index, 'runs code from a text, and fetches texts from elsewhere');
  const inserted = insertedText(source);
  if (inserted) report('hold', inserted.index, 'makes a part of the page of a text that it fetches from elsewhere');
  const intercepted = INTERCEPTED.exec(source) ?? interceptedClient(source);
  if (intercepted) report('hold', intercepted.index, 'sees what other scripts send, and sends data elsewhere');
  const watched = watchedWork(source);
  if (watched) report('hold', watched.index, 'sends what the host works on elsewhere, without being asked to');
  const form = readsSecrets(source, true) && SUBMIT.test(source) ? FORM.exec(source) : null;
  if (form) report('hold', form.index, 'reads what the browser stores or the user enters, and sends it elsewhere');
}

/** The position where a variable with a decoded name is used as a property of a global object. */
function decodedProperty(source: string): { readonly index: number } | undefined {
  const decoded =
    /\b([A-Za-z_$][\w$]{0,60})\s{0,9}=\s{0,9}(?:atob|unescape|String\s{0,9}\.\s{0,9}fromCharCode)\s{0,9}\(/g;
  const names = [...source.matchAll(decoded)].slice(0, 20).map((match) => match[1]!.replaceAll('$', '\\$'));
  if (names.length === 0) return undefined;
  const use = `\\b(?:window|self|globalThis|document|top)\\s{0,9}\\[\\s{0,9}(?:${names.join('|')})\\s{0,9}\\]`;
  return new RegExp(use).exec(source) ?? undefined;
}

/** The position where `eval` or the like gets something else than constant texts. */
const runCall = (source: string): { readonly index: number } | undefined =>
  [...source.matchAll(RUN_CALL)].slice(0, 100).find(({ index }) => {
    const call = statementAt(source, index, true);
    const args = call.slice(call.indexOf('(')).replace(/(["'])(?:\\.|(?!\1)[^\\\n])*\1|`[^`$]*`/g, '');
    // `eval(x) {` defines a method.
    return /[A-Za-z_$]/.test(args) && !/^\s{0,9}\{/.test(source.slice(index + call.length, index + call.length + 12));
  });

/** The position where the text of an answer becomes a part of the page without a function that could clean it. */
function insertedText(source: string): { readonly index: number } | undefined {
  if (!ANSWER_TEXT.test(source) || source.search(INSERT) < 0) return undefined;
  const names = namesFrom(source, ANSWER_TEXT).map((name) => name.replaceAll('$', '\\$'));
  if (names.length === 0) return undefined;
  const isPlain = new RegExp(
    `(?:[=,+{]|=>|insertAdjacentHTML.{1,30},|write(?:ln)?\\(|Fragment\\()\\s{0,9}(?:${names.join('|')})\\s{0,9}(?:[;,)}+]|$)`,
  );
  return [...source.matchAll(INSERT)].slice(0, 200).find(({ index }) => isPlain.test(statementAt(source, index)));
}

/** The position where a script that watches what the user copies, or waits, writes a constant to the clipboard. */
const replacedCopy = (source: string): { readonly index: number } | undefined =>
  (WATCHES_CLIPBOARD.test(source) ? CONSTANT_COPIED.exec(source) : undefined) ??
  [...source.matchAll(TIMER)].slice(0, 50).find(({ index }) => CONSTANT_COPIED.test(statementAt(source, index, true)));

/** The position where a timer or a listener of the host sends a workflow or its results elsewhere. */
const watchedWork = (source: string): { readonly index: number } | undefined =>
  [...source.matchAll(UNASKED)].slice(0, 50).find(({ index }) => {
    const text = statementAt(source, index, true);
    return WORK.test(text) && sendsElsewhere(text);
  });

/** The position where a timer runs the text of an answer. */
function timedText(source: string): { readonly index: number } | undefined {
  const answer = /\b([A-Za-z_$][\w$]{0,60})\s{0,9}=[^;\n]{0,200}(?:\.\s{0,9}text\s{0,9}\(\s{0,9}\)|\bresponseText\b)/g;
  const names = [...source.matchAll(answer)].slice(0, 20).map((match) => match[1]!.replaceAll('$', '\\$'));
  if (names.length === 0) return undefined;
  return (
    new RegExp(`\\bset(?:Timeout|Interval)\\s{0,9}\\(\\s{0,9}(?:${names.join('|')})\\s{0,9}[,)]`).exec(source) ??
    undefined
  );
}

/** The name of a variable that is a script element, escaped for a pattern. */
const scriptName = (source: string): string | undefined =>
  /\b([A-Za-z_$][\w$]{0,60})\s{0,9}=\s{0,9}document\s*\.\s*createElement\s*\(\s*["'`]script/
    .exec(source)?.[1]
    ?.replaceAll('$', '\\$');

/** The position where a script element gets its code from a variable. */
function scriptText(source: string): { readonly index: number } | undefined {
  const name = scriptName(source);
  if (name === undefined) return undefined;
  return new RegExp(`(?<![.\\w$])${name}${SCRIPT_TEXT.source}`).exec(source) ?? undefined;
}

/** The position where code is loaded from a decoded address, or from the address of a constant. */
function decodedAddress(source: string): { readonly index: number } | undefined {
  const name = scriptName(source);
  const element =
    name && `(?<![.\\w$])${name}\\s{0,9}\\.\\s{0,9}(?:src\\s{0,9}=|setAttribute\\s{0,9}\\(\\s{0,9}["'\`]src["'\`])`;
  const statement = new RegExp([LOADING.source, ...(element ? [element] : [])].join('|'), 'g');
  const remote = remoteNames(source, LIBRARY_ADDRESS);
  return [...source.matchAll(statement)].slice(0, 100).find(({ index }) => {
    const text = statementAt(source, index, true);
    return DECODES.test(text) || mentions(text, remote);
  });
}

/** The position where a method of the host's client is replaced by one that sends elsewhere. */
const interceptedClient = (source: string): { readonly index: number } | undefined =>
  [...source.matchAll(HOST_CLIENT)].slice(0, 20).find(({ index }) => sendsElsewhere(statementAt(source, index)));
