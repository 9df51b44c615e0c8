import { destinationOf, isRemote } from './addresses.js';
import { addListener } from './events.js';
import { type Machine } from './machine.js';
import { marksIn } from './marks.js';
import { insertHtml, load, runCode, send } from './sinks.js';
import { concatenated, textsOf } from './texts.js';
import { constant, MARK, NOTHING, OPEN, opened, SECRET, type Site, type Thing, type Value } from './values.js';

/** Properties of elements whose value is an address that is requested. */
const ADDRESS = /^(src|href|srcset|action|formAction|ping|data|poster|background|cssText|backgroundImage|xlinkHref)$/i;
const CODE_TEXT = /^(text|textContent|innerHTML|innerText)$/;
const HTML = /^(innerHTML|outerHTML|srcdoc)$/;
/** Functions of the browser that a script replaces to see what others send. */
const INTERCEPTED =
  /^((fetch|XMLHttpRequest|WebSocket|EventSource)|(XMLHttpRequest|WebSocket|Storage|EventTarget|Headers|Request|FormData|HTMLInputElement|Navigator)\.prototype\.\w+|(localStorage|sessionStorage|navigator)\.\w+)$/;
/** Methods of the host's client and hooks of its nodes, which get workflows and results. */
const HOST_HOOK =
  /(?:\b(?:api|app)\.(?:queuePrompt|fetchApi|graphToPrompt|loadGraphData)|\.(?:onExecuted|onSerialize|onConfigure|onExecutionStart))$/;

/** True for an address that is a script itself. */
const isScriptAddress = (text: string): boolean => /^\s{0,9}javascript:/i.test(text);

/** Judges what a script assigns to a property. */
export function checkSet(machine: Machine, of: Value, name: string, value: Value, site: Site): void {
  for (const thing of of.things) {
    if (thing.path === 'URL()' && setPart(thing, name, value)) machine.isChanged = true;
    if (thing.tag !== undefined) setOnElement(machine, thing, name, value, site);
    checkReplaced(machine, thing, name, value, site);
  }
  if (
    name === 'location' &&
    of.things.some(({ path }) => /^(window|document|parent|top|opener|contentWindow)$/.test(path ?? ''))
  )
    navigate(machine, value, site);
  else if (name === 'href' && of.things.some(({ path }) => path === 'location')) navigate(machine, value, site);
  else if (ADDRESS.test(name) && of.things.every(({ code }) => !code)) {
    const isElement = of.things.length === 0 || of.things.some(({ path }) => path !== undefined);
    if (isElement && textsOf(value).some(isScriptAddress)) load(machine, value, site, 'page');
    if (isElement) send(machine, value, NOTHING, site);
  }
  // The element may be a field of a form.
  if (name === 'value' && marksIn(value) & SECRET) machine.reading.add(site.env.file);
  if (HTML.test(name))
    insertHtml(
      machine,
      value,
      site,
      of.things.some(({ path }) => path === 'document.body'),
    );
  const base = name === 'apiURL' ? machine.call(value, [OPEN], OPEN, site) : name === 'api_base' ? value : NOTHING;
  if (textsOf(base).some(isRemote)) machine.report('hold', site, 'sends the requests of the host elsewhere');
  if (/^on[a-z]{3,30}$/.test(name)) addListener(machine, of, constant(name.slice(2)), value, site);
}

/** Changes a part of a URL. @returns true if this adds a possible address */
function setPart(address: Thing, name: string, value: Value): boolean {
  if (name === 'host' || name === 'hostname')
    return address.add('href', concatenated([constant('https://'), value, constant('/')]));
  if (!/^(search|hash|pathname|username|password)$/.test(name)) return false;
  const href = address.fields.get('href') ?? NOTHING;
  // An address that a query was added to gets no second one.
  const plain = { ...href, constants: href.constants.filter((text) => !String(text).includes('?')) };
  return plain.constants.length > 0 && address.add('href', concatenated([plain, constant('?'), value]));
}

/** Judges a page that a script opens. */
export function navigate(machine: Machine, address: Value, site: Site): void {
  if (textsOf(address).some((text) => /^\s{0,9}(javascript|data):/i.test(text))) load(machine, address, site, 'page');
  send(machine, address, NOTHING, site);
}

function setOnElement(machine: Machine, thing: Thing, name: string, value: Value, site: Site): void {
  const isScript = thing.tag === 'script';
  const property = name.toLowerCase();
  if (isScript && property === 'src') load(machine, value, site, 'script');
  else if (isScript && property === 'href') load(machine, value, site, 'script');
  else if (isScript && CODE_TEXT.test(name)) runCode(machine, value, site, 'script');
  else if (
    (thing.tag === 'iframe' || thing.tag === 'embed' || thing.tag === 'object') &&
    /^(src|data)$/.test(property)
  ) {
    if (textsOf(value).some((text) => /^\s{0,9}(javascript|data):/i.test(text))) load(machine, value, site, 'page');
  } else if (thing.tag === 'base' && property === 'href' && textsOf(value).some(isRemote))
    machine.report('hold', site, 'loads code from elsewhere');
  else if (thing.tag === 'form' && property === 'action' && destinationOf(value) === 'elsewhere')
    thing.add('#remote', value);
  if (thing.tag === 'input' && name === 'type' && value.constants.includes('password')) thing.add('#password', value);
}

/** A function of the browser or the host that is replaced. The new one sees what others send. */
export function checkReplaced(machine: Machine, thing: Thing, name: string, value: Value, site: Site): void {
  if (!value.things.some(({ code, bound }) => code ?? bound)) return;
  const owner = thing.path ?? '';
  const path = thing === machine.globals ? name : `${owner}.${name}`;
  const isHook = HOST_HOOK.test(owner === '' ? `.${name}` : path);
  if (!INTERCEPTED.test(path) && !isHook) return;
  const seen = opened(isHook ? MARK.work : MARK.private | MARK.stored | MARK.seen);
  // Its address is that of the request which it sees.
  const args = /fetch|open$/i.test(name) && !isHook ? [seen, seen, OPEN] : [seen, seen, seen];
  machine.within({ isAsked: false }, () => machine.call(value, args, seen, site));
}

/** Adds attributes to an element, as in `element.setAttribute(name, value)`. */
export function setAttribute(machine: Machine, of: Value, names: readonly string[], value: Value, site: Site): void {
  for (const name of names) {
    for (const thing of of.things) {
      if (thing.path !== undefined && !thing.isShared) thing.add(name, value);
      if (thing.tag !== undefined) setOnElement(machine, thing, name, value, site);
    }
    if (ADDRESS.test(name)) send(machine, value, NOTHING, site);
    else if (name === 'srcdoc') insertHtml(machine, value, site);
    else if (/^on\w{3,30}$/i.test(name) && !value.things.some(({ code }) => code))
      runCode(machine, value, site, 'eval');
  }
}
