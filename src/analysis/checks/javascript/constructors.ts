import { type BrowserCall, first, rest } from './browser-call.js';
import { evaluateText } from './code-calls.js';
import { argumentsIn } from './displays.js';
import { type Machine } from './machine.js';
import { passedOn } from './marks.js';
import { request } from './requests.js';
import { load, send } from './sinks.js';
import { concatenated, textsOf } from './texts.js';
import {
  constant,
  join,
  joined,
  MARK,
  NOTHING,
  OPEN,
  opened,
  type Site,
  Thing,
  thingValue,
  type Value,
} from './values.js';

const CONNECTION = /^(WebSocket|EventSource|RTCPeerConnection|WebTransport|WebSocketStream)$/;

/** The result of `new` for a class of the browser. */
export function constructBrowser(machine: Machine, path: string, args: readonly Value[], site: Site): Value {
  const call = { machine, path, args, self: OPEN, site };
  const thing = site.env.allocate(site.node, () => new Thing(`${path}()`));
  const made = thingValue(thing);
  if (CONNECTION.test(path)) {
    const address = path === 'RTCPeerConnection' ? constant('stun:elsewhere') : first(call);
    thing.add('#url', address);
    send(machine, address, path === 'RTCPeerConnection' ? first(call) : rest(call), site);
  } else if (path === 'Request') {
    request(call);
    thing.add('#url', first(call));
    thing.marks |= passedOn(args);
  } else if (path === 'Worker' || path === 'SharedWorker') load(machine, first(call), site, 'worker');
  else if (path === 'Image' || path === 'Audio') {
    thing.tag = path === 'Image' ? 'img' : 'audio';
    if (path === 'Audio') send(machine, first(call), NOTHING, site);
  } else if (path === 'Function') return evaluateText('eval')(call);
  else if (path === 'Blob' || path === 'File') thing.add(undefined, joined(argumentsIn(args[0])));
  else if (path === 'URL') addParts(thing, addressOf(args), site);
  else if (path === 'Proxy') return proxy(call);
  else if (path === 'Promise') return promise(call);
  else {
    // The functions of a stream get the object that they put data into.
    for (const { fields } of /Stream$/.test(path) ? first(call).things : [])
      for (const callee of fields.values())
        machine.enqueue({ callee, args: [made, made], self: OPEN, site, context: machine.context });
    thing.marks |= passedOn(args) & ~MARK.answerText;
    machine.callUnknown(args, site);
  }
  return made;
}

/** Adds the parts of a URL. Its parameters, which may be changed later, are part of its text. */
function addParts(thing: Thing, address: Value, site: Site): void {
  const parameters = site.env.allocate(`${site.node.start} parameters`, () => new Thing('URLSearchParams()'));
  const whole = new Thing();
  whole.native = () =>
    parameters.marks === 0 ? address : concatenated([address, constant('?'), opened(parameters.marks)]);
  thing.add('href', address);
  thing.add('searchParams', thingValue(parameters));
  thing.add('toString', thingValue(whole));
  thing.getters.set('href', whole);
}

function addressOf(args: readonly Value[]): Value {
  const [address = NOTHING, base] = args;
  if (!base) return address;
  const isWhole = textsOf(address).some((text) => /^([a-z]{2,9}:)?\/\//i.test(text));
  return isWhole ? address : concatenated([base, constant('/'), address]);
}

/** An object that stands for another one, and for the functions that see how it is used. */
function proxy(call: BrowserCall): Value {
  const { machine, site } = call;
  const target = first(call);
  const isSender = target.things.some(
    ({ path }) => path !== undefined && /^(fetch|XMLHttpRequest|WebSocket|localStorage|sessionStorage)$/.test(path),
  );
  const seen = opened(isSender ? MARK.private | MARK.stored | MARK.seen : 0);
  const results = (call.args[1]?.things ?? []).flatMap((handler) =>
    [...handler.fields.values()].map((callee) => machine.call(callee, [target, seen, seen, seen], OPEN, site)),
  );
  const getters = (call.args[1]?.things ?? []).flatMap((handler) => handler.fields.get('get') ?? []);
  if (getters.length === 0) return join(target, joined(results));
  const seeing = site.env.allocate(site.node, () => new Thing());
  seeing.describe = (name) =>
    joined(getters.map((getter) => machine.call(getter, [target, constant(name), seen], OPEN, site)));
  return joined([target, ...results, thingValue(seeing)]);
}

/** The values that the function of a promise gives it. */
function promise(call: BrowserCall): Value {
  const { machine, site } = call;
  const given = site.env.allocate(site.node, () => new Thing());
  const resolve = new Thing();
  resolve.native = ([value = OPEN]) => {
    if (given.add(undefined, value)) machine.isChanged = true;
    return OPEN;
  };
  machine.call(first(call), [thingValue(resolve), OPEN], OPEN, site);
  return given.items === NOTHING ? OPEN : given.items;
}
