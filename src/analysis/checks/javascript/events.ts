import { destinationOf } from './addresses.js';
import { type Context, type Machine } from './machine.js';
import { marksIn, passedOn } from './marks.js';
import { join, MARK, NOTHING, opened, SECRET, type Site, Thing, thingValue, type Value } from './values.js';

/** Events in which a user asks for something, on an element. */
const ASKED =
  /^(click|dblclick|pointerdown|pointerup|mousedown|mouseup|submit|change|input|contextmenu|drop|keydown|keyup|touchstart|touchend|select)$/;
const KEYS = /^(keydown|keyup|keypress|beforeinput|textinput|compositionend)$/;
const COPIES = /^(copy|cut|paste|beforecopy|beforecut|beforepaste)$/;
/** Events whose target is a field when they reach the whole page. */
const ENTERS = /^(input|change|blur|focusout|submit|click|keyup|keydown|keypress)$/;
/** Events of the host with results or workflows. */
const WORK = /^(execut\w*|b_preview\w*|progress\w*|promptQueued|graphChanged|prompt\w*|status)$/i;
const WHOLE_PAGE = /^(window|document|document\.(body|documentElement))$/;

/** Lets a script listen to events of an object. */
export function addListener(machine: Machine, of: Value, types: Value, listener: Value, site: Site): void {
  const names = types.constants.filter((item): item is string => typeof item === 'string');
  const isPage = of.things.some(({ path }) => path !== undefined && WHOLE_PAGE.test(path));
  for (const type of names.length > 0 ? names : ['']) {
    if (/^(copy|cut)$/.test(type)) machine.watchingCopies.add(site.env.file);
    const isUnasked = machine.context.isAsked ? false : isPage || !ASKED.test(type);
    const context: Context = {
      isAsked: !isUnasked,
      isCopying: /^(copy|cut)$/.test(type),
    };
    const event = eventOf(machine, of, type, isPage, site);
    machine.enqueue({ callee: listener, args: [event], self: of, site, context });
    // An object with a method for events.
    for (const thing of listener.things) {
      const method = thing.code ? undefined : thing.fields.get('handleEvent');
      if (method) machine.enqueue({ callee: method, args: [event], self: listener, site, context });
    }
  }
}

/** The event that a listener gets. */
function eventOf(machine: Machine, of: Value, type: string, isPage: boolean, site: Site): Value {
  const event = new Thing('Event()');
  const held = marksIn(of) & SECRET;
  let target = of;
  if (KEYS.test(type))
    for (const name of ['key', 'code', 'keyCode', 'which', 'charCode', 'data'])
      event.add(name, opened(MARK.private | MARK.stored));
  if (isPage && ENTERS.test(type)) {
    const field = new Thing('element');
    field.marks = MARK.private | MARK.stored;
    for (const name of ['value', 'elements', 'innerText']) field.add(name, opened(MARK.private | MARK.stored));
    target = thingValue(field, MARK.open);
  }
  if (COPIES.test(type)) {
    const clipboard = new Thing('clipboardData');
    if (isPage || type !== 'paste') clipboard.marks = MARK.private | MARK.stored | MARK.copied;
    event.add('clipboardData', thingValue(clipboard));
  }
  if (type === 'storage')
    for (const name of ['newValue', 'oldValue']) event.add(name, opened(MARK.private | MARK.stored));
  if (type === 'message') event.add('data', join(opened(MARK.answer | MARK.answerText | farOf(of)), machine.posted));
  if (WORK.test(type)) event.add('detail', opened(MARK.work));
  for (const name of ['target', 'currentTarget', 'srcElement']) event.add(name, target);
  if (type === 'submit' && isPage) event.marks |= MARK.private;
  // Results of a request for what the browser stores.
  if (held) event.add('data', opened(held));
  if (machine.posted !== NOTHING && !event.fields.has('detail'))
    event.add('detail', opened(passedOn([machine.posted])));
  // The same event in each round, to which later rounds may add.
  const made = site.env.allocate(`${site.node.start} ${type}`, () => event);
  for (const [name, value] of event.fields) made.add(name, value);
  return thingValue(made, held | MARK.open);
}

/** The mark of messages from elsewhere. */
const farOf = (of: Value): number =>
  of.things.some(
    ({ fields, path }) => path !== 'window' && destinationOf(fields.get('#url') ?? NOTHING) === 'elsewhere',
  )
    ? MARK.far
    : 0;
