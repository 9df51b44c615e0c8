import { destinationOf } from './addresses.js';
import { type BrowserCall, first, type Handler } from './browser-call.js';
import { marksIn } from './marks.js';
import { setMember } from './members.js';
import { callMethod } from './methods.js';
import { runCode, send } from './sinks.js';
import { exactTexts, textsOf } from './texts.js';
import { constant, join, MARK, NOTHING, OPEN, opened, SECRET, Thing, thingValue, type Value } from './values.js';

export const createElement: Handler = ({ args, site }) => {
  const texts = args.flatMap((arg) => exactTexts(arg));
  const thing = site.env.allocate(site.node, () => new Thing('element'));
  const name = texts.map((text) => text.toLowerCase()).find((text) => /^(svg:)?[a-z][\w.#-]{0,60}$/.test(text));
  // An element whose name is hidden.
  const isHidden = name === undefined && args.some(({ marks }) => marks & (MARK.decoded | MARK.built));
  thing.tag = isHidden ? 'script' : name?.replace('svg:', '').split(/[.#]/, 1)[0];
  return thingValue(thing);
};

const PASSWORD = /password/i;

/** An element of the page, by its selector. */
export const query: Handler = (call) => {
  const selectors = exactTexts(first(call));
  const isPrivate = selectors.some(
    (text) => PASSWORD.test(text) || (call.path.endsWith('All') && /^(input|textarea)\b/.test(text)),
  );
  const thing = call.site.env.allocate(call.site.node, () => new Thing('element'));
  if (selectors.some((text) => /^body\b/.test(text))) return call.machine.pathValue('document.body');
  if (isPrivate) thing.fields.set('value', opened(MARK.private | MARK.stored));
  return isPrivate && call.path.endsWith('All')
    ? thingValue(thing, MARK.private | MARK.stored | MARK.open)
    : thingValue(thing, MARK.open);
};

export function serviceWorker(call: BrowserCall): Value {
  const { machine, site, args } = call;
  // Without options, a service worker only sees the pages of the folder that it is in.
  const isOfOwnFolder =
    args.length === 1 && textsOf(first(call)).every((text) => /^\/?([\w@][\w.@-]*\/)+[\w.-]+\.m?js$/.test(text));
  if (isOfOwnFolder) machine.report('warn', site, 'installs a service worker for the pages of one folder');
  else machine.report('hold', site, 'installs a service worker, which sees all requests of the page');
  return OPEN;
}

export function postMessage(call: BrowserCall): Value {
  pass(call);
  const { machine, args, self, site } = call;
  const target = args[1] ?? NOTHING;
  const targets = textsOf(
    target.things.length > 0 ? (target.things[0]!.fields.get('targetOrigin') ?? NOTHING) : target,
  );
  if (/^(parent|top|opener|contentWindow)\.postMessage$/.test(call.path) || self.things.length === 0) {
    if (targets.includes('*') && marksIn(first(call)) & MARK.private)
      send(machine, constant('https://elsewhere'), first(call), site);
    else send(machine, target, first(call), site);
  }
  return OPEN;
}

/** The host calls the functions of an extension, without the user. */
export function registerExtension(call: BrowserCall): Value {
  const { machine, site } = call;
  for (const thing of first(call).things)
    for (const [name, callee] of thing.fields) {
      const args = [
        machine.pathValue(/^(setup|init|addCustomNodeDefs)$/.test(name) ? 'app' : 'node'),
        OPEN,
        machine.pathValue('app'),
      ];
      machine.enqueue({ callee, args, self: thingValue(thing), site, context: { isAsked: false } });
    }
  return OPEN;
}

/** Functions that make an element of a name and its properties. */
export function hyperscript(call: BrowserCall): Value {
  const [name = ''] = exactTexts(first(call));
  const element = createElement(call);
  if (call.args[1])
    for (const { fields } of call.args[1].things)
      for (const [property, value] of fields) setMember(call.machine, element, property, value, call.site);
  return name === '' ? OPEN : element;
}

/** Sends a form. Its address may be elsewhere: its own, or that of a form in a text that the file adds to the page. */
export function submit(call: BrowserCall): Value {
  const { machine, self, site } = call;
  const { file } = site.env;
  for (const thing of self.things) {
    const isRemote =
      thing.fields.has('#remote') || destinationOf(thing.fields.get('action') ?? NOTHING) === 'elsewhere';
    if (isRemote && marksIn(thingValue(thing)) & SECRET)
      send(machine, constant('https://elsewhere'), thingValue(thing), site);
    else if (isRemote || file.isSmall)
      machine.later(
        () =>
          (isRemote || machine.addingForms.has(file)) &&
          machine.reading.has(file) &&
          machine.report('hold', site, 'reads what the browser stores or the user enters, and sends it elsewhere'),
      );
  }
  return OPEN;
}

/** Passes a value to the listeners of events. */
export function pass({ machine, args }: BrowserCall): Value {
  const posted = join(machine.posted, args[0] ?? NOTHING);
  if (posted !== machine.posted) machine.isChanged = true;
  machine.posted = posted;
  return OPEN;
}

/** Adds a node to an element. A text in a script element is code. */
export function append(call: BrowserCall): Value {
  const { machine, self, site, args } = call;
  if (self.things.some(({ tag }) => tag === 'script'))
    for (const value of args) runCode(machine, value, site, 'script');
  return callMethod(machine, self, 'append', args, site);
}
