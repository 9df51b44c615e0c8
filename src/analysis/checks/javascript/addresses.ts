import { marksIn } from './marks.js';
import { textsOf } from './texts.js';
import { MARK, SECRET_HOLE, type Value } from './values.js';

/**
 * Addresses of libraries that many pages load. Hosts that have served malicious code, such as polyfill.io, are left
 * out.
 */
const LIBRARY_ADDRESS =
  /^(?:https?:)?\/\/(?:[\w.-]{1,100}\.)?(?:jsdelivr\.net|unpkg\.com|cdnjs\.cloudflare\.com|esm\.(?:sh|run)|skypack\.dev|jspm\.(?:dev|io)|googleapis\.com|gstatic\.com|google\.com|googletagmanager\.com|youtube\.com|jquery\.com|bootstrapcdn\.com|fontawesome\.com|d3js\.org|threejs\.org|mathjax\.org|iconify\.design|socket\.io|tailwindcss\.com|plot\.ly|babylonjs\.com|cdnjs\.buymeacoffee\.com|storage\.ko-fi\.com)(?::\d{1,5})?(?:[/?#]|$)/i;
const REMOTE = /^(https?:|wss?:|ftp:)?\/\/([^/?#]*)/i;
const RELAY = /^(?:stun|turn)s?:/i;
const LOCAL = /^(?:localhost|127(?:\.\d{1,3}){3}|0\.0\.0\.0|\[::1?\])(?:[:\uE000\uE001]|$)/i;
/** A secret in an address elsewhere, in a text that may have more than the address. */
const SECRET_ADDRESS =
  /(?:^|["'`(=\s,])(https?:|wss?:)?\/\/([\w\uE000.-][^"'`\s<>()\uE001/?#]{2,300})([^"'`\s<>()\uE001]{0,500})\uE001/gi;

/** The first folder of a path to which a slash was added: no host of the internet has such a name. */
const FOLDER = /^[a-z][a-z_-]*$/i;

const isHost = (scheme: string | undefined, host: string): boolean =>
  !LOCAL.test(host) && (scheme !== undefined || !FOLDER.test(host));

/** As browsers read it: without spaces around it and line breaks in it, with slashes only. */
const asRead = (text: string): string =>
  text
    .slice(0, 2000)
    .replace(/[\t\n\r]/g, '')
    .replace(/^[\0- ]+/, '')
    .replaceAll('\\', '/');

/** True for an address of another host. */
export function isRemote(text: string): boolean {
  const address = asRead(text);
  if (RELAY.test(address)) return true;
  const [, scheme, host] = REMOTE.exec(address) ?? [];
  return host !== undefined && isHost(scheme, host.slice(host.lastIndexOf('@') + 1));
}

/** True for an address of a library that many pages load. */
export const isLibrary = (text: string): boolean => LIBRARY_ADDRESS.test(asRead(text));

/** The part of an address that names a library at its host. */
const LIBRARY =
  /^https?:\/\/[^/?#]{1,200}\/(?:npm\/|ajax\/libs\/|gh\/[^/?#]{1,200}\/)?(?:@[^/?#]{1,200}\/)?[^/?#]{2,200}/i;

/** True for an address of a library that a script names in its source. */
export function isLibraryIn(text: string, source: string): boolean {
  const library = LIBRARY.exec(text)?.[0];
  return library !== undefined && source.includes(library);
}

/** Where an address leads. `unknown` is one whose host is not known. */
export type Destination = 'elsewhere' | 'own' | 'unknown';

/** Where a value leads that is used as an address. */
export function destinationOf(value: Value): Destination {
  const texts = textsOf(value);
  if (texts.some(isRemote)) return 'elsewhere';
  if (texts.some((text) => /^[\uE000\uE001]/.test(text)))
    return marksIn(value) & MARK.decoded ? 'elsewhere' : 'unknown';
  return 'own';
}

/** True for a text in which an address elsewhere contains a secret. */
export const hasSecretAddress = (text: string): boolean =>
  text.includes(SECRET_HOLE) && [...text.matchAll(SECRET_ADDRESS)].some(([, scheme, host]) => isHost(scheme, host!));
