import { elementsOf, type Value } from './values.js';
import type { ExternalCall } from './external-call.js';

const SOCKET = /^socket\.socket(\(\)\.(connect|connect_ex|bind))?$/;
const ASKS = /\.(connect(_ex)?|bind)\s*\(/;
/** Transfers of data through a socket, and uses of one in other functions. */
const USES =
  /recv|send|makefile|listen|accept|fileno|detach|dup|ssl|wrap|yield|\breturn\s+\w*s(ock(et)?)?\b(?!\s*\.)|\.\w+\s*=\s*socket\b/i;
const LOCAL = /^(localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|::1|)$/i;
const NAMES_LOCAL = /\b(localhost|127\.0\.0\.1|0\.0\.0\.0)\b/;
const ADDRESS = /^\d+(\.\d+){3}$/;

const LOOKUP = /^socket\.(gethostbyname(_ex)?|getaddrinfo)$/;
const OWN_NAME = /^socket\.(gethostname|getfqdn)\(\)$/;

/** True for the name of the own machine. */
const isOwnName = ({ refs, words }: Value): boolean =>
  refs.length > 0 &&
  words.every((word) => LOCAL.test(word)) &&
  refs.every((ref) => ref.kind === 'text' || (ref.kind === 'external' && OWN_NAME.test(ref.path)));

/**
 * True for a call of a function that only asks for an own address, or whether a local port is in use. Nothing leaves
 * the machine: a datagram socket that is connected sends nothing by that, unless it has to look up a name.
 */
export function isProbe({ ref, args, node, home }: ExternalCall): boolean {
  if (LOOKUP.test(ref.path)) return args.positional.slice(0, 1).some(isOwnName);
  if (!SOCKET.test(ref.path)) return false;
  let outer = node.parent;
  while (outer && outer.type !== 'function_definition') outer = outer.parent;
  const text = outer ? home.source.text(outer) : '';
  if (!ASKS.test(text) || USES.test(text)) return false;
  const isDatagram = /\bSOCK_DGRAM\b/.test(text);
  // Without connecting or listening, a socket that is bound only finds a free port.
  if (ref.path === 'socket.socket') return isDatagram || NAMES_LOCAL.test(text) || !/\.connect/.test(text);
  const hosts = args.positional.map(elementsOf).flatMap(({ words }) => words);
  return hosts.length > 0 && hosts.every((host) => LOCAL.test(host) || (isDatagram && ADDRESS.test(host)));
}
