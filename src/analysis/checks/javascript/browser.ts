import { memoizeInArchive } from '../../memoized-in-archive.js';
import { first, type Handler } from './browser-call.js';
import { writeClipboard } from './clipboard.js';
import { evaluateText } from './code-calls.js';
import { addListener } from './events.js';
import { DATABASE, type Machine } from './machine.js';
import { marksIn, passedOn } from './marks.js';
import { storedItem, storeItem } from './members.js';
import { callMethod } from './methods.js';
import {
  append,
  createElement,
  hyperscript,
  pass,
  postMessage,
  query,
  registerExtension,
  serviceWorker,
  submit,
} from './page-calls.js';
import { navigate, setAttribute } from './property-sinks.js';
import { connectionSend, hostRequest, openRequest, request } from './requests.js';
import { insertHtml, load, loadMachineCode, send } from './sinks.js';
import { callStandard } from './standard.js';
import { concatenated, exactTexts, textsOf } from './texts.js';
import {
  constant,
  joined,
  MARK,
  marked,
  NOTHING,
  OPEN,
  opened,
  SECRET,
  type Site,
  Thing,
  thingValue,
  type Value,
} from './values.js';

const ASKS_SECRET = /token|password|secret|key\b|log ?in|sign in/i;

const HANDLERS: readonly (readonly [RegExp, Handler])[] = [
  [
    /^axios\.create$|^ky\.create$/,
    (call) => {
      const thing = call.site.env.allocate(call.site.node, () => new Thing('axios'));
      thing.add(
        '#base',
        joined(first(call).things.map(({ fields }) => fields.get('baseURL') ?? fields.get('prefixUrl') ?? NOTHING)),
      );
      return thingValue(thing);
    },
  ],
  [
    /^(fetch|Request|axios|axios\.\w+|\$\.(get|post|ajax|getJSON)|jQuery\.(get|post|ajax|getJSON)|ky(\.\w+)?|superagent\.\w+|got(\.\w+)?)$/,
    request,
  ],
  [/\bfetchApi$/, hostRequest],
  [/\b(apiURL|fileURL|internalURL)$/, (call) => concatenated([constant('http://localhost'), first(call)])],
  [/^navigator\.sendBeacon$/, request],
  [/\bXMLHttpRequest\(\)\.open$/, openRequest],
  [
    /^(XMLHttpRequest|WebSocket|EventSource|RTCPeerConnection|WebTransport)\(\)\.([\w.()]+\.)?(send|setRequestHeader|createDataChannel|write|addIceCandidate)$/,
    connectionSend,
  ],
  [/^(eval|execScript)$/, evaluateText('eval')],
  [/^(Function|AsyncFunction|GeneratorFunction)$/, evaluateText('eval')],
  [
    /^(setTimeout|setInterval|setImmediate|requestAnimationFrame|requestIdleCallback|queueMicrotask)$/,
    evaluateText('timer'),
  ],
  [
    /^importScripts$|\baddModule$|^\$\.getScript$|^jQuery\.getScript$/,
    (call) => (load(call.machine, first(call), call.site, 'worker'), OPEN),
  ],
  [
    /^WebAssembly\.(instantiate|compile)(Streaming)?$/,
    (call) => (loadMachineCode(call.machine, first(call), call.site), OPEN),
  ],
  [/^navigator\.serviceWorker\.register$/, serviceWorker],
  [/^(document|\w+)\.createElement(NS)?$/, createElement],
  [/\.(querySelector(All)?|getElementById|getElementsBy\w+|closest)$/, query],
  [
    /\.setAttribute(NS)?$/,
    (call) => {
      const { args } = call;
      const [value = NOTHING, name = NOTHING] = [...args].reverse();
      setAttribute(
        call.machine,
        call.self,
        exactTexts(name).map((text) => text.replace(/^.*:/, '')),
        value,
        call.site,
      );
      return OPEN;
    },
  ],
  [
    /^document\.write(ln)?$|\b(insertAdjacentHTML|createContextualFragment|setHTMLUnsafe|parseHTMLUnsafe)$/,
    (call) => {
      const html = concatenated(call.path.startsWith('document.write') ? call.args : call.args.slice(-1));
      insertHtml(
        call.machine,
        html,
        call.site,
        call.self.things.some(({ path }) => path === 'document.body'),
      );
      return OPEN;
    },
  ],
  [
    /^(window\.)?open$|^location\.(assign|replace)$/,
    (call) => {
      navigate(call.machine, first(call), call.site);
      // The page of another window can read the name that it gets.
      if (call.args[1]) send(call.machine, first(call), call.args[1], call.site);
      return call.machine.pathValue('contentWindow');
    },
  ],
  [/\bpostMessage$/, postMessage],
  [/\bdispatchEvent$/, pass],
  [/\belement\.(append|appendChild|prepend|insertBefore)$/, append],
  [/\bcreateTextNode$/, (call) => first(call)],
  [/^(local|session)Storage\.key$/, () => opened(MARK.stored | MARK.private)],
  [
    /^(local|session)Storage\.getItem$/,
    (call) => joined(textsOf(first(call)).map((name) => storedItem(call.machine, name, marksIn(first(call))))),
  ],
  [
    /^(local|session)Storage\.setItem$/,
    (call) => {
      for (const name of textsOf(first(call))) storeItem(call.machine, name, call.args[1] ?? OPEN);
      return OPEN;
    },
  ],
  [/^(local|session)Storage\.(removeItem|clear)$/, () => OPEN],
  [
    /^indexedDB\b.*\.createObjectStore$/,
    (call) => {
      call.machine.storedItems.set(DATABASE, OPEN);
      return OPEN;
    },
  ],
  [/\bclipboard\.writeText$|\bclipboard\.write$|\bclipboardData\.setData$/, writeClipboard],
  [
    /\bclipboard\.readText$/,
    (call) => {
      call.machine.watchingCopies.add(call.site.env.file);
      return opened(MARK.private | MARK.stored | MARK.copied);
    },
  ],
  [/\bclipboardData\.getData$/, (call) => opened(marksIn(call.self))],
  [
    /^prompt$/,
    (call) =>
      opened(textsOf(joined(call.args)).some((text) => ASKS_SECRET.test(text)) ? MARK.private | MARK.stored : 0),
  ],
  [/\bregisterExtension$/, registerExtension],
  [
    /\baddEventListener$/,
    (call) => (addListener(call.machine, call.self, first(call), call.args[1] ?? OPEN, call.site), OPEN),
  ],
  [/\.(submit|requestSubmit)$/, submit],
  [/^(\$el|h|createElement|React\.createElement)$/, hyperscript],
  [/^require$/, (call) => joined(exactTexts(first(call)).map((name) => call.machine.pathValue(name)))],
];

const PATHS_MAX = 20_000;

const handlerOf = memoizeInArchive(
  (path): Handler | undefined => HANDLERS.find(([pattern]) => pattern.test(path))?.[1],
  PATHS_MAX,
);

const METHOD =
  /\.(then|catch|finally|text|forEach|map|filter|find|reduce|on|once|addListener|subscribe|toString|test|match|exec|append|set|push|has|includes)$/;

/** The result of calling a function of the browser or the host. */
export function callBrowser(machine: Machine, path: string, args: readonly Value[], self: Value, site: Site): Value {
  const call = { machine, path, args, self, site };
  const handler = handlerOf(path);
  if (handler) {
    const value = handler(call);
    if (value.marks & SECRET) machine.reading.add(site.env.file);
    return value;
  }
  const standard = callStandard(call);
  if (standard) return standard;
  const method = METHOD.exec(path)?.[1];
  if (method) return callMethod(machine, self, method, args, site);
  const marks = passedOn(self.things.some((thing) => thing === machine.globals) ? args : [...args, self]);
  machine.callUnknown(args, site);
  for (const thing of self.things)
    if (thing.path !== undefined && !thing.isShared) thing.marks |= marks & (SECRET | MARK.work);
  const result = machine.path(`${path}()`);
  if (path.length > 80) return opened(marks & ~MARK.answerText);
  if (result.marks & SECRET) machine.reading.add(site.env.file);
  return marked(thingValue(result, MARK.open), (marks & ~MARK.answerText) | result.marks);
}
