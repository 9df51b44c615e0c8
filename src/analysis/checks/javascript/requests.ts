import { destinationOf, isLibrary } from './addresses.js';
import { type BrowserCall, first, type Handler, rest } from './browser-call.js';
import { send } from './sinks.js';
import { concatenated, textsOf } from './texts.js';
import { joined, MARK, NOTHING, OPEN, opened, type Value } from './values.js';

/** Answers of the host that have what it stores for the user. */
const HOST_DATA = /^(?:http:\/\/localhost)?\/?(?:api)?\/(?:settings|userdata|users|internal)\b/;

const HOST_WORK = /^(?:http:\/\/localhost)?\/?(?:api)?\/(?:history|queue|prompt|view)\b/;

/** The marks of the answer to a request. */
function answerOf(address: Value): number {
  const texts = textsOf(address);
  if (destinationOf(address) === 'elsewhere' && !texts.every(isLibrary)) return MARK.answer | MARK.far;
  const stored = texts.some((text) => HOST_DATA.test(text)) ? MARK.stored | MARK.private : 0;
  return MARK.answer | stored | (texts.some((text) => HOST_WORK.test(text)) ? MARK.work : 0);
}

/** Paths of the host's manager that install packages. */
const INSTALLS = /\/(customnode\/install|manager\/queue\/(install|batch|task))\b/;

/** Judges a request to the host itself. */
function judgeHostRequest({ machine, site }: BrowserCall, address: Value): void {
  const { isAsked } = machine.context;
  if (textsOf(address).some((text) => INSTALLS.test(text)) && destinationOf(address) !== 'elsewhere')
    machine.report(
      isAsked || !site.env.file.isSmall ? 'warn' : 'hold',
      site,
      `tells the host to install packages${isAsked ? '' : ', without being asked to'}`,
    );
}

/** A request to an address in the first argument, or in the properties of an object. */
export function request(call: BrowserCall): Value {
  const { machine, site, args, self } = call;
  const options = first(call);
  const fields = options.things.flatMap(({ fields: own, path }) =>
    path === 'URL()' ? [] : [own.get('url') ?? own.get('#url') ?? NOTHING],
  );
  const base = joined(self.things.map(({ fields: own }) => own.get('#base') ?? NOTHING));
  let address = fields.some((field) => field !== NOTHING) ? joined(fields) : options;
  if (base !== NOTHING) address = concatenated([base, address]);
  judgeHostRequest(call, address);
  send(machine, address, args.length > 1 ? rest(call) : address === options ? NOTHING : options, site);
  return opened(answerOf(address));
}

/** The host's own client, which puts the host's address before every path. */
const HOST_CLIENT = /\bapi\.fetchApi$/;

/** A request through the host's client, or through a function of the same name, which may take any address. */
export const hostRequest = (call: BrowserCall): Value => {
  const address = first(call);
  if (!HOST_CLIENT.test(call.path) && destinationOf(address) === 'elsewhere') return request(call);
  judgeHostRequest(call, address);
  return opened(answerOf(address));
};

/** Sends data through a connection, or through one of its channels. */
export const connectionSend = (call: BrowserCall): Value => {
  const { machine, self, site } = call;
  for (const { fields } of self.things)
    send(machine, fields.get('#url') ?? OPEN, rest(call, 0), site, call.path.endsWith('Header'));
  return call.path.endsWith('createDataChannel') ? self : OPEN;
};

export const openRequest: Handler = (call) => {
  const { machine, self, site, args } = call;
  const address = args[1] ?? OPEN;
  for (const thing of self.things) {
    thing.add('#url', address);
    thing.add('#answer', opened(answerOf(address) | MARK.answerText));
  }
  send(machine, address, NOTHING, site);
  return OPEN;
};
