import { destinationOf, hasSecretAddress, isLibrary, isLibraryIn, isRemote } from './addresses.js';
import { type Machine } from './machine.js';
import { marksIn } from './marks.js';
import { parseScript } from './parse.js';
import { exactTexts, isExact, textsOf } from './texts.js';
import {
  constant,
  Environment,
  MARK,
  NOTHING,
  type ScriptFile,
  SECRET,
  SECRET_HOLE,
  type Site,
  type Value,
} from './values.js';

const THEFT = 'reads what the browser stores or the user enters, and sends it elsewhere';
const LOADS = 'loads code from elsewhere';
const HIDDEN_CODE = 'runs code that is hidden in data or fetched';

/** Reports a text in which an address elsewhere contains a secret. @returns the value */
export function checkText(machine: Machine, value: Value, site: Site): Value {
  if (!(value.marks & SECRET)) return value;
  if (!site.env.file.isSmall && !(value.marks & MARK.private) && !readsStorage(site)) return value;
  for (const text of value.constants)
    if (typeof text === 'string' && hasSecretAddress(text)) machine.report('hold', site, THEFT);
  return value;
}

/** The marks of what a request sends, without its headers. */
const contentOf = (payload: Value): number =>
  payload.things.reduce(
    (marks, thing) =>
      marks |
      [...thing.fields].reduce(
        (all, [name, field]) => (name === 'headers' ? all : all | marksIn(field)),
        marksIn(thing.items),
      ),
    payload.marks,
  );

/** True if an expression itself reads a storage. Libraries keep their own settings there. */
const readsStorage = (site: Site): boolean => /(local|session)Storage/.test(textAt(site));

/** An address with an unknown part after its host. */
const OPEN_PATH = /^[^/]{0,20}\/\/[^/?]{1,300}[/?][^\uE000\uE001]{0,2000}[\uE000\uE001]/;

/** Judges data that is sent to an address. */
export function send(machine: Machine, address: Value, payload: Value, site: Site, isHeader = false): void {
  const destination = destinationOf(address);
  if (destination === 'own') return;
  const { file } = site.env;
  if (destination === 'unknown') {
    // A request of another script is passed on.
    if (address.marks & MARK.seen) return;
    // A text of which all is secret is no address.
    const inAddress = textsOf(address).some((text) => text.indexOf(SECRET_HOLE) > 0) ? marksIn(address) : 0;
    const content = isHeader ? 0 : contentOf(payload);
    if (file.isSmall && (inAddress | content) & MARK.private) machine.report('hold', site, THEFT);
    return;
  }
  const isHiddenAddress = (marksIn(address) & MARK.decoded) !== 0;
  const isSecret = textsOf(address).some((text) => text.includes(SECRET_HOLE) && (isRemote(text) || isHiddenAddress));
  const marks = marksIn(payload) | (marksIn(address) & ~(isSecret ? 0 : SECRET));
  if (/https?:|wss?:|\/\//.test(textAt(site))) machine.sending.add(file);
  const isTheft = file.isSmall ? marks & SECRET : marks & MARK.private || (marks & MARK.stored && readsStorage(site));
  if (isTheft) machine.report('hold', site, THEFT);
  else if (marks & MARK.field)
    machine.later(() => machine.asking.has(file) && file.isSmall && machine.report('hold', site, THEFT));
  const work = marksIn(payload) | (textsOf(address).some((text) => OPEN_PATH.test(text)) ? marksIn(address) : 0);
  if (work & MARK.work && !machine.context.isAsked && file.isSmall)
    machine.report('hold', site, 'sends what the host works on elsewhere, without being asked to');
}

/** How code is loaded. */
export type Loading = 'import' | 'script' | 'worker' | 'page';

const SCRIPT_DATA = /^data:[\w/+-]{0,40}(?:java|ecma)script[^,]{0,100},/i;

/** Judges code that is loaded from an address. */
export function load(machine: Machine, address: Value, site: Site, loading: Loading): void {
  const { isSmall } = site.env.file;
  for (const thing of address.things)
    if (thing.path === 'blobAddress()') runCode(machine, thing.items, site, loading === 'worker' ? 'worker' : 'blob');
  const marks = marksIn(address);
  if (
    marks & SECRET &&
    destinationOf(address) !== 'own' &&
    textsOf(address).some((text) => !text.startsWith(SECRET_HOLE))
  )
    send(machine, address, NOTHING, site);
  for (const text of textsOf(address)) {
    const data = SCRIPT_DATA.exec(text);
    if (data) {
      if (!isExact(text) && marks & (MARK.answer | MARK.decoded)) machine.report('hold', site, HIDDEN_CODE);
      runText(machine, decodeData(text.slice(data[0].length), data[0]), site);
      if (loading !== 'worker' && isSmall) machine.report('hold', site, LOADS);
    } else if (/^\s{0,9}javascript:/i.test(text)) {
      if (marks & MARK.decoded || (!isExact(text) && marks & MARK.answer)) machine.report('hold', site, HIDDEN_CODE);
      runText(machine, text.replace(/^\s{0,9}javascript:/i, ''), site);
    } else if (isRemote(text)) {
      const isNamed = isSafely(marks) || isLibraryIn(text, site.env.file.source);
      machine.report(isLibrary(text) && isNamed ? 'warn' : 'hold', site, LOADS);
    } else if (!isExact(text) && marks & (MARK.decoded | MARK.far) && isSmall) machine.report('hold', site, LOADS);
  }
}

/** Judges machine code for the browser. */
export function loadMachineCode(machine: Machine, code: Value, site: Site): void {
  if (marksIn(code) & MARK.far) machine.report('hold', site, LOADS);
}

const isSafely = (marks: number): boolean => (marks & (MARK.decoded | MARK.built)) === 0;

function decodeData(content: string, head: string): string {
  try {
    return /;\s{0,9}base64\s{0,9},/i.test(head)
      ? Buffer.from(content, 'base64').toString('utf8')
      : decodeURIComponent(content);
  } catch {
    return '';
  }
}

/** How a text is run. A timer also takes functions; a blob may be no script. */
export type Running = 'eval' | 'timer' | 'script' | 'blob' | 'worker';

/** An address within a text. */
const REMOTE_ADDRESS = /\b(https?|wss?):\/\/\w/;

/** Judges a text that is run as code. */
export function runCode(machine: Machine, code: Value, site: Site, running: Running): void {
  const { file } = site.env;
  const marks = marksIn(code);
  for (const text of exactTexts(code)) runText(machine, text, site);
  const sendsSecret = textsOf(code).some((text) => text.includes(SECRET_HOLE) && REMOTE_ADDRESS.test(text));
  if (sendsSecret && file.isSmall) machine.report('hold', site, THEFT);
  if (running === 'blob' || running === 'worker') {
    if (marks & MARK.far && marks & MARK.answer) machine.report('hold', site, HIDDEN_CODE);
    else if (marks & MARK.decoded && file.isSmall && (running === 'blob' || exactTexts(code).length === 0))
      machine.report('hold', site, HIDDEN_CODE);
    return;
  }
  const isHidden = marks & MARK.decoded && (file.isSmall || isDecoded(code) || DECODES.test(textAt(site)));
  const isFetched = marks & (MARK.answer | MARK.stored) && (file.isSmall || FETCHES.test(textAt(site)));
  if (running === 'timer') {
    const isText = isHidden || (marks & MARK.answerText && isFetched) || (marks & MARK.built && file.isSmall);
    if (isText && code.things.length === 0) machine.report('hold', site, HIDDEN_CODE);
  } else if (isHidden || isFetched) machine.report('hold', site, HIDDEN_CODE);
  else if (textsOf(code).some((text) => !isExact(text)) && file.isSmall && isText(code))
    machine.later(
      () =>
        machine.sending.has(file) &&
        machine.report('hold', site, 'runs code from a text, and fetches texts from elsewhere'),
    );
}

/** True for code that is known although it was decoded. */
const isDecoded = ({ marks, constants }: Value): boolean =>
  !(marks & MARK.open) && constants.every((text) => typeof text === 'string' && text.length > 8 && isExact(text));

/** Libraries run texts that they have put together. These expressions decode or fetch them. */
const DECODES = /\b(atob|unescape|decodeURIComponent|fromCharCode)\b/;
const FETCHES = /\b(fetch|responseText|localStorage|sessionStorage)\b|\.\s{0,9}data\b/;
const textAt = ({ node, env }: Site): string =>
  env.file.source.slice(node.start, Math.min(node.end, node.start + 2000));

const isText = ({ things }: Value): boolean => !things.some(({ code }) => code);

const NESTED_MAX = 40;
const CODE_MAX = 200_000;
const NESTED_DEPTH_MAX = 3;

/** The text of an import map, and the addresses in it. */
const IMPORT_MAP = /^\s{0,99}\{\s{0,99}"(imports|scopes)"/;
const MAPPED = /:\s{0,99}"([^"\n]{1,2000})"/g;

/** Runs a constant text as code. The text of a script may also be a map of the addresses of modules. */
function runText(machine: Machine, text: string, site: Site): void {
  if (text.length > CODE_MAX || text.length < 4) return;
  if (IMPORT_MAP.test(text)) {
    for (const [, address] of [...text.matchAll(MAPPED)].slice(0, 100))
      load(machine, constant(address), site, 'import');
    return;
  }
  const depthOf = (file: ScriptFile): number => (file.site ? 1 + depthOf(file.site.env.file) : 0);
  const key = `${site.env.file.path}\0${site.node.start}\0${text}`;
  let file = machine.nested.get(key);
  if (!file) {
    if (machine.nested.size > NESTED_MAX || depthOf(site.env.file) >= NESTED_DEPTH_MAX) return;
    const parsed = parseScript(site.env.file.path, text) ?? parseScript(site.env.file.path, `(${text})`);
    if (!parsed) return;
    file = { ...parsed, isSmall: site.env.file.isSmall, site };
    machine.nested.set(key, file);
  }
  machine.operations.runBody(machine, file.program.body, new Environment(file, site.env, undefined));
}

const SCRIPT_TAG = /<script\b[^>]{0,300}?\bsrc\s{0,9}=\s{0,9}\\?["']?((?:https?:)?\/\/[^\s"'<>]{1,300})/gi;
const INLINE_SCRIPT = /<script\b[^>]{0,300}>([^<]{1,20000})/gi;
const HANDLER = /\son\w{3,20}\s{0,9}=\s{0,9}(?:"([^"]{1,5000})"|'([^']{1,5000})')/gi;
/** A form that sends elsewhere, up to its end. */
const REMOTE_FORM = /<form\b[^>\n]{0,200}\baction\s{0,9}=\s{0,9}\\?["']?(?:https?:)?\/\/[^]{0,5000}?(?:<\/form|$)/gi;
const ASKS_PASSWORD = /\btype\s{0,9}=\s{0,9}\\?["']?password\b/i;
const REMOTE_FRAME = /<iframe[^>\n]{0,100}src=\\?["']?(?:https?:)?\/\//i;

/** Judges a text that becomes a part of the page. */
export function insertHtml(machine: Machine, html: Value, site: Site, isBody = false): void {
  const { file } = site.env;
  const marks = marksIn(html);
  if (marks & MARK.answerText && marks & MARK.far && file.isSmall)
    machine.report('hold', site, 'makes a part of the page of a text that it fetches from elsewhere');
  for (const text of textsOf(html)) {
    if (!text.includes('<')) continue;
    const forms = text.match(REMOTE_FORM) ?? [];
    if (file.isSmall && forms.length > 0) machine.addingForms.add(file);
    const isTheft = (form: string): boolean => form.includes(SECRET_HOLE) || ASKS_PASSWORD.test(form);
    if (file.isSmall && forms.some(isTheft)) machine.report('hold', site, THEFT);
    if (isBody && file.isSmall && REMOTE_FRAME.test(text))
      machine.report('hold', site, 'covers the page with one from elsewhere');
    for (const [, address] of [...text.matchAll(SCRIPT_TAG)].slice(0, 20))
      machine.report(isLibrary(address!) ? 'warn' : 'hold', site, LOADS);
    if (!file.isSmall) continue;
    const scripts = [...text.matchAll(INLINE_SCRIPT)].slice(0, 5);
    if (scripts.length > 0 && marks & MARK.decoded) machine.report('hold', site, HIDDEN_CODE);
    for (const [, code] of scripts) if (isExact(code!)) runText(machine, code!, site);
    for (const [, one, other] of [...text.matchAll(HANDLER)].slice(0, 10)) {
      const code = (one ?? other)!;
      if (isExact(code))
        runText(machine, code.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&'), site);
    }
  }
}
