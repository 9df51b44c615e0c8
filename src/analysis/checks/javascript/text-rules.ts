import type { FindingLevel } from '../../../values/finding-levels.js';

/** Letters that need no escape. */
const ESCAPED_LETTERS = /(?:\\x[46][1-9a-f]|\\x[57][0-9a]|\\u00[46][1-9a-f]|\\u00[57][0-9a]){4}/i;
const HEX_NAMES = /\b_0x[0-9a-f]{4,6}\b/g;
const HEX_NAMES_MAX = 30;

/** Requests to a wallet for payments and signatures. */
const ASKS_WALLET =
  /["'`](?:eth_(?:sendTransaction|sendRawTransaction|requestAccounts|sign\w{0,30})|personal_sign)["'`]|\bsignAndSendTransaction\b/;
/** A path that leads from another folder of the host to its packages. */
const TO_PACKAGES = /["'`](?:[^"'`\n]{0,100}[\\/])?\.\.[\\/](?:[^"'`\n]{0,100}[\\/])?custom_nodes\b/;

/** Something in the text of a script, whatever it does. */
export interface TextFinding {
  readonly level: FindingLevel;
  readonly index: number;
  readonly message: string;
}

/** Finds marks of scripts that were made unreadable, and texts that no honest script needs. */
export function checkSpelling(source: string, isSmall: boolean): TextFinding[] {
  const found: TextFinding[] = [];
  const escaped = isSmall ? ESCAPED_LETTERS.exec(source) : null;
  if (escaped) found.push({ level: 'hold', index: escaped.index, message: 'hides texts by escaped letters' });
  if ((source.match(HEX_NAMES)?.length ?? 0) > HEX_NAMES_MAX)
    found.push({
      level: 'hold',
      index: source.search(HEX_NAMES),
      message: 'is made unreadable by renaming everything',
    });
  const wallet = isSmall ? ASKS_WALLET.exec(source) : null;
  if (wallet) found.push({ level: 'hold', index: wallet.index, message: 'asks a wallet for payments or signatures' });
  const path = isSmall ? TO_PACKAGES.exec(source) : null;
  if (path) found.push({ level: 'hold', index: path.index, message: 'names a path to the packages of the host' });
  return found;
}

/** Cookies, or the storage other than to store or remove something. */
const SECRET =
  /\bdocument\s{0,9}\.\s{0,9}cookie\b|\b(?:local|session)Storage\b(?!\s{0,9}\.\s{0,9}(?:setItem|removeItem|clear)\s{0,9}\()/g;
const SECRETS_MAX = 300;
const SENDS_ELSEWHERE =
  /\b(?:fetch|sendBeacon|open|WebSocket|EventSource)\s{0,9}\(|\.\s{0,9}(?:src|href|action)\s{0,9}=|\.\s{0,9}send\s{0,9}\(/;
const ADDRESS = /["'`](?:https?:|wss?:)?\/\/(?!localhost|127\.)[\w-]/;
const HIDDEN_CODE =
  /\b(?:eval|Function)\s{0,9}\(\s{0,9}(?:window\s{0,9}\.\s{0,9})?(?:atob|unescape|decodeURIComponent|String\s{0,9}\.\s{0,9}fromCharCode)\s{0,9}\(/;
/** Calls that run fetched code, and names of functions that fetch it. */
const RUNS_CODE = /\beval\s{0,9}\)?\s{0,9}\(|\bFunction\s{0,9}\(|\.then\s{0,9}\(\s{0,9}eval\b/g;
const FETCHES = /\bfetch\s{0,9}\(|\bXMLHttpRequest\b|\bWebSocket\b/;
const CODE_MAX = 300;
/** How far a statement reaches before and after a word in it. */
const REACH = 300;

/** The text of the statement around a position. */
function statementAround(source: string, at: number): string {
  const before = source.slice(Math.max(0, at - REACH), at);
  const after = source.slice(at, at + REACH);
  return before.slice(Math.max(before.lastIndexOf(';'), before.lastIndexOf('\n')) + 1) + after.split(/[;\n]/, 1)[0]!;
}

/** Checks the single statements of a script that is too large to be followed. */
export function checkStatements(source: string): TextFinding[] {
  const found: TextFinding[] = [];
  const secrets = [...source.matchAll(SECRET)].slice(0, SECRETS_MAX);
  const theft = secrets.find(({ index }) => {
    const statement = statementAround(source, index);
    return SENDS_ELSEWHERE.test(statement) && ADDRESS.test(statement);
  });
  const message = 'reads what the browser stores or the user enters, and sends it elsewhere';
  if (theft) found.push({ level: 'hold', index: theft.index, message });
  const fetched = [...source.matchAll(RUNS_CODE)].slice(0, CODE_MAX).find(({ index }) => {
    const statement = statementAround(source, index);
    return FETCHES.test(statement) && ADDRESS.test(statement);
  });
  const hidden = HIDDEN_CODE.exec(source) ?? fetched;
  if (hidden)
    found.push({ level: 'hold', index: hidden.index, message: 'runs code that is hidden in data or fetched' });
  return found;
}
