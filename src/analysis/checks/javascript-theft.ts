import { mentions, statementAt } from './javascript-source.js';

/** Data that a browser stores for the user, or that the user enters or copies. */
const SECRET =
  /\b(localStorage|sessionStorage)\b(?!\s*\.\s*(setItem|removeItem|clear)\b)|\b(indexedDB|document\s*\.\s*cookie|cookieStore|clipboard\s*\.\s*read\w*)\b|\{[^{}\n]{0,60}\bcookie\b[^{}\n]{0,60}\}\s*=\s*(window\s*\.\s*)?document\b|querySelectorAll\s*\(\s*["'`](input|textarea)\b|type\s*=\s*\\?["']?password|\b(e|ev|evt|event)\s*\.\s*key\b(?!\s*(===?|!==?))/;
/** An answer of the host with what it stores for the user. */
const HOST_DATA =
  /\b(?:fetch|fetchApi)\s{0,9}\(\s{0,9}["'`](?:\/?api)?\/(?:settings|userdata|users|history|queue|internal)\b|\bapi\s{0,9}\.\s{0,9}get(?:Settings?|UserData|History|Queue|Items)\s{0,9}\(/;
/** Chooses fields by names of secrets, or asks the user for one. */
const ASKS_SECRET =
  /\/[^/\n]{0,40}(?:token|password|secret|api_?key)[^/\n]{0,40}\/i?\s{0,9}\.\s{0,9}test\s{0,9}\(|\.\s{0,9}(?:includes|match)\s{0,9}\(\s{0,9}["'`/][^"'`/\n]{0,20}(?:token|password|secret|api_?key)|(?<![.\w$])(?:window\s{0,9}\.\s{0,9})?prompt\s{0,9}\(\s{0,9}["'`][^"'`\n]{0,100}(?:token|password|secret|key\b|log ?in|sign in)/i;
/** The value of a field. */
const FIELD = /\b\w{1,60}\s{0,9}\.\s{0,9}(?:value|widgets_values)\b/;
/** All of a storage at once. */
const WHOLE_STORAGE =
  /(JSON\s*\.\s*stringify|Object\s*\.\s*(entries|keys|values|assign|fromEntries)|btoa|encodeURIComponent|escape|Array\s*\.\s*from)\s*\(\s*(\{\s*\}\s*,\s*)?(window\s*\.\s*)?(localStorage|sessionStorage|document\s*\.\s*cookie)|\.\.\.\s*(window\s*\.\s*)?(localStorage|sessionStorage)\b|(localStorage|sessionStorage)\s*\.\s*key\s*\(/;
/** Calls and assignments that send. */
const SEND =
  /(\b(fetch|sendBeacon|WebSocket|EventSource|XMLHttpRequest|axios(\s*\.\s*\w+)?|ajax|importScripts|RTCPeerConnection|fetchApi|insertAdjacentHTML|document\s*\.\s*write(ln)?)|\$\s*\.\s*(get|post|ajax))\s*\(|\bsetAttribute\s*\(\s*["'`](src|href|action|data|ping)["'`]|\.\s*(open|send|createDataChannel)\s*\(|\.\s*(src|href|action|ping)\s*=(?!=)|\bimport\s*\(/g;
/** An answer of a server is no secret, even if the request names one. */
const ANSWER = /^\s*(await\s+)?([\w$]{1,60}\s*\.\s*){0,5}fetch\w*\s*\(/;
/** Sends through a connection whose address is given elsewhere. */
const SEND_ON_CONNECTION = /^\.\s*(send|createDataChannel)/;
/** A name for a function that sends. */
const SENDER =
  /\b(?:const|let|var)\s{1,20}([A-Za-z_$][\w$]{0,60})\s{0,20}=\s{0,20}(?:(?:window|self|globalThis|navigator)\s{0,9}\.\s{0,9})?(?:fetch|sendBeacon)\b(?!\s*\()(?:\s{0,9}\.\s{0,9}bind\b)?/g;
/** An address elsewhere; protocol-relative ones and those of decoded text included. */
const ELSEWHERE =
  /(["'`](https?:|wss?:)?\/\/(?!localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\]|\$\{(window\.|document\.)?location)[^"'`\s]|["'`](https?|wss?):\/\/["'`]\s*\+|["'`](stun|turns?):|\b(src|action)\s*=\s*\\?["']?(https?:)?\/\/|\burl\(\s*(https?:)?\/\/|["'`]https?%3A%2F%2F|\batob\s*\(|fromCharCode)/;
/** An address elsewhere that goes on with an expression. */
const OPEN_ADDRESS =
  /["'`(=](?:https?:|wss?:)?\/\/(?!localhost|127\.0\.0\.1)[\w.-]{3,200}[^"'`\s<>$]{0,200}(?:["']\s{0,9}\+|\$\{)/g;
/** Methods that call a function with what is in the object, and events whose object leads to it. */
const CALLBACK =
  /(?:\.\s{0,9}(?:then|forEach|map)|\b(?:on\w{1,20}\s{0,9}=(?!=)|addEventListener))\s{0,9}\(?\s{0,9}(?:["'`]\w{1,20}["'`]\s{0,9},)?\s{0,9}(?:async\s{1,9})?(?:function\s{0,9}\(|\()?\s{0,9}([A-Za-z_$][\w$]{0,60})/g;
/** How far an object is looked for before a callback. */
const CALLBACK_REACH = 160;

/** Listeners for what the user types or copies. */
const ENTERS = /["'`](key(down|press|up)|paste|copy|cut|beforeinput)["'`]|\bon(key(down|press|up)|paste|copy|cut)\b/;

/** In larger scripts many functions use the same names for their parameters. */
const TINY = 8000;
const NAME_TAINTS_MAX = 40;
const SENDS_MAX = 2000;

/** True if the source reads what a browser stores or the user enters. */
export const readsSecrets = (source: string, isSmall: boolean): boolean =>
  SECRET.test(source) || (isSmall && (HOST_DATA.test(source) || ENTERS.test(source) || ASKS_SECRET.test(source)));

/** A call that sends to an address in a variable. */
const SENDS_TO = /\b(?:fetch|sendBeacon)\s{0,9}\(\s{0,9}(?:\.{3})?([A-Za-z_$][\w$]{0,60})/g;
/** The beginning of a small function, up to the statement that a text ends with. */
const HEADER =
  /\b(?:(?:const|let|var)\s{1,9}([A-Za-z_$][\w$]{0,60})\s{0,9}=\s{0,9}(?:async\s{1,9})?(?:function\s{0,9})?|function\s{1,9}([A-Za-z_$][\w$]{0,60})\s{0,9})(\([^(){}\n]{1,60}\)|[\w$]{1,60})\s{0,9}(?:=>\s{0,9})?\{?[^;{}]{0,60}$/;
const HEADER_MAX = 200;

/** The names of small functions that give their parameters to one that sends. */
const wrappersIn = (source: string): string[] =>
  [...source.matchAll(SENDS_TO)].slice(0, 100).flatMap(({ index, 1: address }) => {
    const header = HEADER.exec(source.slice(Math.max(0, index - HEADER_MAX), index));
    return header && mentions(header[3]!, [address!]) ? [(header[1] ?? header[2])!] : [];
  });

/** The source in which functions that send are called by their own names. */
export function withPlainSenders(source: string, isSmall: boolean): string {
  let plain = source;
  const aliases = [...source.matchAll(SENDER)].slice(0, 10).map((match) => match[1]!);
  const names = isSmall ? [...aliases, ...wrappersIn(source).slice(0, 10)] : aliases;
  for (const name of names)
    plain = plain.replace(new RegExp(`(?<![.\\w$])${name.replaceAll('$', '\\$')}(?=\\s{0,9}\\()`, 'g'), 'fetch');
  return plain;
}

/** True if a script sends requests to another address. */
export const sendsElsewhere = (source: string): boolean =>
  [...source.matchAll(SEND)].slice(0, SENDS_MAX).some(({ index }) => ELSEWHERE.test(statementAt(source, index)));

/**
 * The position at which a script sends what the browser stores or the user enters to another address.
 * @param isSmall true if names may be followed, because the script is no library
 */
export function findTheft(source: string, isSmall: boolean): number | undefined {
  if (!readsSecrets(source, isSmall) || !ELSEWHERE.test(source)) return undefined;
  const isAsking = isSmall && ASKS_SECRET.test(source);
  const asked = isAsking ? namesFrom(source, ASKS_SECRET) : [];
  const hostNames = isSmall && HOST_DATA.test(source) ? namesFrom(source, HOST_DATA) : [];
  const names = isSmall ? [...namesFrom(source, SECRET, ANSWER), ...hostNames, ...asked] : [];
  const remote = isSmall ? remoteNames(source) : [];
  let sends = 0;
  for (const match of source.matchAll(SEND)) {
    if (++sends > SENDS_MAX) break;
    const text = statementAt(source, match.index, match[0].endsWith('('));
    const isElsewhere = ELSEWHERE.test(text) || mentions(text, remote);
    if (isElsewhere && (SECRET.test(text) || mentions(text, names) || (isAsking && FIELD.test(text))))
      return match.index;
    // `request.open("POST", "https://…")` and `request.send(secret)`, or `socket.onopen = () => socket.send(secret)`.
    if (isSmall && SEND_ON_CONNECTION.test(match[0]) && (SECRET.test(text) || mentions(text, names)))
      return match.index;
  }
  const address = isSmall ? addressWith(source, names) : undefined;
  if (address !== undefined) return address;
  const whole = WHOLE_STORAGE.exec(source);
  return whole && isSmall && sends > 0 ? whole.index : undefined;
}

/** The names of variables that get their value from what `origin` matches, directly or through another one. */
export function namesFrom(source: string, origin: RegExp, except?: RegExp): string[] {
  const names = new Set<string>();
  // Minified code uses the same short names for everything.
  const isMinified = source.length > 200 * source.split('\n').length;
  const isDistinct = (name: string): boolean => name.length > 1 || !isMinified;
  const isTiny = source.length < TINY;
  const parts = [...assignmentsIn(source), ...(isTiny ? callbacksIn(source) : [])].filter(({ name }) =>
    isDistinct(name),
  );
  for (let round = 0; round < 3; round++) {
    for (const { name, value } of parts) {
      if (names.size >= NAME_TAINTS_MAX) return [...names];
      if (!except?.test(value) && (origin.test(value) || mentions(value, names))) names.add(name);
    }
  }
  const pushed = /([A-Za-z_$][\w$]{0,60})(?:\.(?:push|append|set|add)\s*\(|\s*\[[^\]\n]{1,80}\]\s*=(?!=))/g;
  const property = /(?:\bthis\s{0,9}\.\s{0,9})?([A-Za-z_$][\w$]{0,60})(?:\s{0,9}\.\s{0,9}\w{1,60})?\s{0,9}=(?![=>])/g;
  for (const match of [...source.matchAll(pushed), ...(isTiny ? source.matchAll(property) : [])].slice(0, 2000)) {
    const value = statementAt(source, match.index + match[0].length - (match[0].endsWith('=') ? 0 : 1));
    if (isDistinct(match[1]!) && (origin.test(value) || (isTiny && mentions(value, names)))) names.add(match[1]!);
  }
  return [...names];
}

/** The position of an address elsewhere that ends with a secret, wherever it is used. */
function addressWith(source: string, names: readonly string[]): number | undefined {
  return [...source.matchAll(OPEN_ADDRESS)].slice(0, SENDS_MAX).find((match) => {
    const text = statementAt(source, match.index + match[0].length - 1, match[0].endsWith('{'));
    return SECRET.test(text) || mentions(text, names);
  })?.index;
}

/** A name, and the source of what it may be. */
interface Assignment {
  readonly name: string;
  readonly value: string;
}

function assignmentsIn(source: string): Assignment[] {
  const plain =
    /(?:\b(?:const|let|var)\s{1,20}|[;{}\n(][ \t]{0,200})([A-Za-z_$][\w$]{0,60})(?:\s{0,20}(?:\+|\?\?|\|\|)?=(?![=>])|\s{1,20}of\b)/g;
  const taken = /\b(?:const|let|var)\s{1,20}\{([^{}\n]{1,200})\}\s{0,20}=(?![=>])/g;
  return [
    ...[...source.matchAll(plain)].slice(0, 5000).map((match) => ({
      name: match[1]!,
      value: statementAt(source, match.index + match[0].length),
    })),
    ...[...source.matchAll(taken)].slice(0, 500).flatMap((match) =>
      match[1]!
        .split(',')
        .map((part) => part.replace(/^\s*cookie\b/, 'document.cookie'))
        .filter((part) => SECRET.test(part))
        .map((value) => ({ name: /[A-Za-z_$][\w$]{0,60}$/.exec(value.split('=', 1)[0]!.trim())?.[0] ?? '', value })),
    ),
  ];
}

/** The part of a text after its last semicolon or line break. */
const lastStatementOf = (text: string): string =>
  text.slice(Math.max(text.lastIndexOf(';'), text.lastIndexOf('\n')) + 1);

const callbacksIn = (source: string): Assignment[] =>
  [...source.matchAll(CALLBACK)].slice(0, 1000).map((match) => ({
    name: match[1]!,
    value: ENTERS.test(match[0])
      ? 'event.key'
      : lastStatementOf(source.slice(Math.max(0, match.index - CALLBACK_REACH), match.index)),
  }));

/** The names of constants that are addresses elsewhere, other than those that `except` matches. */
export function remoteNames(source: string, except?: RegExp): string[] {
  const assignment = /\b(?:const|let|var)\s+([A-Za-z_$][\w$]{0,60})\s*=(?![=>])/g;
  return [...source.matchAll(assignment)]
    .slice(0, 3000)
    .filter((match) => {
      const value = statementAt(source, match.index + match[0].length).slice(0, 200);
      return ELSEWHERE.test(value) && !except?.test(value);
    })
    .map((match) => match[1]!)
    .slice(0, NAME_TAINTS_MAX);
}
