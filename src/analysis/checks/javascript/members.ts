import { type Machine } from './machine.js';
import { marksIn, passedOn } from './marks.js';
import { checkSet } from './property-sinks.js';
import { isExact, OWN_ORIGIN } from './texts.js';
import {
  constant,
  HOLE,
  join,
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

const NAMES_MAX = 4;
const PARTS_MAX = 8;

/** The only name that a key may be; undefined if it is not known. */
export const keyOf = (key: Value): string | undefined => (namesOf(key).length === 1 ? namesOf(key)[0] : undefined);

/** The names that a key may be. */
export const namesOf = (key: Value | string): readonly string[] =>
  typeof key === 'string'
    ? [key]
    : key.constants
        .filter((item) => typeof item === 'number' || (typeof item === 'string' && isExact(item)))
        .slice(0, NAMES_MAX)
        .map(String);

const isCertain = (key: Value | string): boolean =>
  typeof key === 'string' ||
  (!(key.marks & MARK.open) && namesOf(key).length === key.constants.length && key.constants.length > 0);

/** Properties that say nothing about the content of their object. */
const TELLS_NOTHING =
  /^(length|size|ok|status|readyState|byteLength|type|nodeType|tagName|checked|disabled|selectedIndex)$/;

/** The possible values of a property. */
export function member(machine: Machine, of: Value, key: Value | string, site?: Site): Value {
  const names = namesOf(key);
  let found = NOTHING;
  for (const name of names) {
    for (const thing of of.things) found = join(found, fieldOf(machine, thing, name, site));
    for (const text of of.constants) if (typeof text === 'string') found = join(found, partOf(machine, text, name));
  }
  if (!isCertain(key)) found = join(found, unknownMember(machine, of, key as Value, site));
  if (names.length === 1 && TELLS_NOTHING.test(names[0]!)) return found === NOTHING ? OPEN : found;
  let marks = of.marks & ~(MARK.open | MARK.searched);
  for (const thing of of.things) marks |= thing.marks;
  if (names.some((name) => name === 'value' || name === 'widgets_values')) marks |= MARK.field;
  const value = found === NOTHING ? opened(marks) : marked(found, marks);
  if (value.marks & SECRET && site) machine.reading.add(site.env.file);
  return value;
}

/** Methods of arrays and texts, which a script may use to get at the class of functions. */
const METHOD =
  /^(at|bind|concat|every|fill|filter|find|flat|flatMap|forEach|join|map|pop|push|reduce|reverse|slice|some|sort|splice|toString|trim|replace|split|charAt|link|sub|italics)$/;

/** A letter of a text, its length, or the class of texts. */
function partOf(machine: Machine, text: string, name: string): Value {
  if (METHOD.test(name)) return machine.pathValue(`String.prototype.${name}`);
  if (!isExact(text)) return name === 'constructor' ? NOTHING : OPEN;
  if (name === 'length') return constant(text.length);
  // A symbol is its text.
  if (name === 'description') return constant(text);
  return /^\d{1,6}$/.test(name) ? constant(text[Number(name)]) : NOTHING;
}

/** Objects of the browser that scripts look for when they hide their names. */
const HIDDEN = ['fetch', 'eval', 'localStorage', 'sessionStorage', 'document', 'navigator'];
const GLOBALS = /^(window|document|navigator)$/;

/** Reports a property of the global object whose name is decoded, or fetched from elsewhere. */
export function checkKey(machine: Machine, of: Value, key: Value | string, site: Site): void {
  if (typeof key === 'string' || !site.env.file.isSmall) return;
  if (!of.things.some(({ path }) => path !== undefined && GLOBALS.test(path))) return;
  if (key.marks & (MARK.decoded | MARK.far))
    machine.report('hold', site, 'runs code that is hidden in data or fetched');
}

/** A property whose name is not known. */
function unknownMember(machine: Machine, of: Value, key: Value, site?: Site): Value {
  let found = NOTHING;
  for (const thing of of.things) {
    if (thing.path !== undefined && GLOBALS.test(thing.path)) {
      if (key.marks & MARK.searched && thing.path === 'window' && site?.env.file.isSmall)
        found = join(found, joined(HIDDEN.map((name) => machine.pathValue(name))));
    } else if (/^(local|session)Storage$/.test(thing.path ?? ''))
      found = join(found, storedItem(machine, ANY_ITEM, key.marks));
    else found = joined([found, thing.items, ...[...thing.fields.values()].slice(0, PARTS_MAX)]);
  }
  return join(found, OPEN);
}

/** A field of an object, its class, or the browser. */
export function fieldOf(machine: Machine, thing: Thing, name: string, site?: Site): Value {
  const getter = inherited(thing, (one) => one.getters.get(name));
  if (getter && site) return machine.call(thingValue(getter), [], thingValue(thing), site);
  const own = inherited(thing, (one) => one.fields.get(name)) ?? NOTHING;
  if (thing.describe) return thing.describe(name);
  if (name === 'name' && thing.name !== undefined && own === NOTHING) return constant(thing.name);
  if (name === 'constructor' && own === NOTHING) return machine.pathValue(classOf(thing));
  const browserClass = name === '__proto__' ? browserClassOf(thing.path ?? '') : undefined;
  if (browserClass) return machine.pathValue(`${browserClass}.prototype`);
  if (thing.path !== undefined) {
    const builtIn = browserMember(machine, thing, name);
    return thing === machine.globals && own !== NOTHING ? join(own, builtIn) : join(builtIn, own);
  }
  if (thing.isArray && own === NOTHING && METHOD.test(name)) return machine.pathValue(`Array.prototype.${name}`);
  return own === NOTHING ? thing.items : join(own, thing.items);
}

/** Finds something in an object or its prototypes. */
export function inherited<T>(thing: Thing, get: (thing: Thing) => T | undefined): T | undefined {
  let at: Thing | undefined = thing;
  for (let depth = 0; at && depth < 10; depth++, at = at.prototype) {
    const found = get(at);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The class of an object of the browser. */
export function browserClassOf(path: string): string | undefined {
  if (/^(local|session)Storage$/.test(path)) return 'Storage';
  if (/^(document|navigator|window)$/.test(path)) return path[0]!.toUpperCase() + path.slice(1);
  return /^([A-Z]\w+)\(\)$/.exec(path)?.[1];
}

/** Functions of the browser and the language. */
const FUNCTION =
  /^(fetch|eval|alert|atob|btoa|Function|Array|Object|String|Number|Map|Set|Promise|RegExp|Date|Symbol|\w+\.prototype\.\w+|setTimeout|setInterval|parseInt|isNaN|(Object|Array|Reflect|JSON|Math|console|Function)\.\w+)$/;

const classOf = ({ code, path, isArray }: Thing): string =>
  code || (path !== undefined && FUNCTION.test(path))
    ? 'Function'
    : path !== undefined
      ? (browserClassOf(path) ?? `${path}.constructor`)
      : isArray
        ? 'Array'
        : 'Object';

const IS_GLOBAL = /^(window|self|globalThis|frames|content|defaultView|contentWindow|parent|top|opener)$/;
const PATH_MAX = 90;
/** Names of the address of the page, and of the host. */
const OWN_ADDRESS: Readonly<Record<string, string>> = {
  'location.origin': OWN_ORIGIN,
  'location.href': `${OWN_ORIGIN}/`,
  'location.host': 'localhost',
  'location.hostname': 'localhost',
  'location.protocol': 'http:',
  'location.pathname': '/',
  'location.port': '',
  origin: OWN_ORIGIN,
  'document.URL': `${OWN_ORIGIN}/`,
  'document.baseURI': `${OWN_ORIGIN}/`,
  'document.documentURI': `${OWN_ORIGIN}/`,
  'document.domain': 'localhost',
  'import.meta.url': `${OWN_ORIGIN}/extensions/`,
};
const STORAGE_METHOD = /^(getItem|setItem|removeItem|clear|key|length|constructor|hasOwnProperty)$/;

/** A property of an object of the browser or the host. */
function browserMember(machine: Machine, thing: Thing, name: string): Value {
  const { path = '' } = thing;
  const isWindow = thing === machine.globals || IS_GLOBAL.test(path);
  if (isWindow) {
    if (name === 'undefined') return constant(undefined);
    if (name === 'location') return machine.pathValue('location');
    if (name === 'postMessage' && thing !== machine.globals) return machine.pathValue(`${path}.postMessage`);
    if (/^(window|self|globalThis|frames|content)$/.test(name)) return thingValue(machine.globals);
    if (Object.hasOwn(OWN_ADDRESS, name)) return constant(OWN_ADDRESS[name]);
    return machine.pathValue(name);
  }
  if (/^(local|session)Storage$/.test(path) && !STORAGE_METHOD.test(name)) return storedItem(machine, name);
  if (path === 'document' && name === 'location') return machine.pathValue('location');
  if (path === 'document' && name === 'defaultView') return thingValue(machine.globals);
  if (name === 'ownerDocument') return machine.pathValue('document');
  if (/\.getRootNode\(\)$/.test(path)) return browserMember(machine, machine.path('document'), name);
  if (path === 'document' && name === 'cookie') return opened(MARK.private | MARK.stored);
  if (name === 'contentDocument') return machine.pathValue('document');
  if (name === 'contentWindow') return machine.pathValue('contentWindow');
  if (/\bapi$/.test(path) && name === 'api_host') return constant('localhost');
  if (/\bapi$/.test(path) && name === 'api_base') return constant('');
  const whole = `${path}.${name}`;
  if (Object.hasOwn(OWN_ADDRESS, whole)) return constant(OWN_ADDRESS[whole]);
  if (path === 'XMLHttpRequest()' && /^response/.test(name))
    return thing.fields.get('#answer') ?? opened(MARK.answer | MARK.answerText);
  if (whole.length > PATH_MAX) return opened(thing.marks);
  if (thing.isShared) return { ...machine.pathValue(whole), marks: MARK.open | machine.path(whole).marks };
  // A part of an object that the script has made, such as a request.
  const known = thing.fields.get(`#${name}`);
  if (known) return known;
  const part = new Thing(whole);
  part.owner = thing;
  part.marks = thing.marks;
  const value = thingValue(part, MARK.open);
  thing.add(`#${name}`, value);
  return value;
}

/** Names of items that are secrets of the host or of other packages. */
const NAMES_SECRET = /^Comfy\.|token|auth|api[-_]?key|password|secret|wallet|session/i;
/** Items of the host, which no package may call its own. */
const OF_HOST = /^comfy[._-]?(org[._-]?)?(api[._-]?key|token|auth|user|session|settings$)|comfy[._-]?org/i;
/** Stands for an item with an unknown name. */
const ANY_ITEM = HOLE;

/**
 * An item of the storage. An item that the package itself stores is no secret, unless its value was one before.
 * @param keyMarks the marks of its name: a name that the storage has listed is one of everybody's
 */
export function storedItem(machine: Machine, name: string, keyMarks = 0): Value {
  if (keyMarks & MARK.private) return opened(MARK.stored | MARK.private);
  machine.readItems.add(name);
  let own: Value | undefined;
  const others = OF_HOST.test(name) ? [] : machine.ownItems;
  for (const [stored, value] of others) if (isSameItem(stored, name)) own = join(own ?? NOTHING, value);
  if (!own) return opened(NAMES_SECRET.test(name) ? MARK.stored | MARK.private : MARK.stored);
  const marks = passedOn([own]);
  return opened(marks & MARK.private ? marks : marks & ~MARK.stored);
}

/** True if one name may be the other, or is it with a prefix, as when settings move to other names. */
function isSameItem(stored: string, read: string): boolean {
  const prefix = stored.endsWith(HOLE) ? stored.slice(0, -1) : undefined;
  return stored === read || (read.length > 2 && stored.endsWith(read)) || (!!prefix && read.startsWith(prefix));
}

/** Stores an item. */
export function storeItem(machine: Machine, name: string, value: Value): void {
  machine.storedItems.set(name, join(machine.storedItems.get(name) ?? NOTHING, value));
}

/** Assigns to a property. */
export function setMember(machine: Machine, of: Value, key: Value | string, value: Value, site?: Site): void {
  const names = namesOf(key);
  for (const thing of of.things) {
    if (/^(local|session)Storage$/.test(thing.path ?? '')) {
      for (const name of names) storeItem(machine, name, value);
      continue;
    }
    for (const name of names) {
      const setter = inherited(thing, (one) => one.setters.get(name));
      if (setter && site) machine.call(thingValue(setter), [value], thingValue(thing), site);
      if (thing.add(name, value)) machine.isChanged = true;
    }
    if (names.length === 0 && thing.add(undefined, value)) machine.isChanged = true;
    // A property named by a secret.
    if (typeof key !== 'string' && thing.path === undefined) thing.marks |= marksIn(key) & (MARK.private | MARK.stored);
  }
  if (site) for (const name of names) checkSet(machine, of, name, value, site);
}
