import { text } from './python-builtins.js';
import { errorOf } from './python-errors.js';
import { numberOf } from './python-numbers.js';
import { isInNoPlace, PLACE, withSlash } from './python-files.js';
import type { Follower } from './python-follower.js';
import { formatted as formatText, padded } from './python-formatting.js';

import {
  type Arguments,
  constant,
  isUnordered,
  type Items,
  textOf,
  type Unknown,
  type Value,
} from './python-values.js';

/** A method of a text, list or dictionary. It returns `undefined` if its result is unknown. */
export type Method<Self> = (
  follow: Follower,
  self: Self,
  given: Arguments,
  unknown: (why: string) => Unknown,
) => Value | undefined;

const TEXT_MAX = 100_000;
const SMALL = /^[\0-\x7f]*$/;
/** Latin, Greek and Cyrillic letters, without those whose forms depend on others; letters without case, and symbols. */
const CERTAIN =
  /^(?:[\0-\u012f\u0132-\u0148\u014a-\u01ef\u01f1-\u0344\u0346-\u03a2\u03a4-\u03c1\u03c3-\u04ff\u2000-\u20cf\u2190-\u23ff\u2500-\u2bff\u3000-\u9fff\uac00-\ud7a3\u{1f000}-\u{1faff}]|\ufe0f)*$/u;
/** Methods whose result is certain for some texts only. */
const certain =
  (of: RegExp, change: (said: string) => string): Method<string> =>
  (_follow, said) =>
    of.test(said.replaceAll(PLACE, '')) ? constant(change(said)) : undefined;
const plain = (change: (said: string) => string): Method<string> => certain(SMALL, change);
const strip =
  (ends: 'both' | 'start' | 'end'): Method<string> =>
  (_follow, said, { positional: [given] }) => {
    const letters = given === undefined || given.kind === 'constant' ? (textOf(given) ?? ' \t\n\r\f\v') : undefined;
    if (letters === undefined) return undefined;
    let [from, to] = [0, said.length];
    while (ends !== 'end' && from < to && letters.includes(said[from]!)) from++;
    while (ends !== 'start' && to > from && letters.includes(said[to - 1]!)) to--;
    return constant(said.slice(from, to));
  };

/** Fills a text up to a width. */
const justify =
  (side: string): Method<string> =>
  (_follow, said, { positional: [width, fill] }) => {
    const [wanted, letter] = [numberOf(width), fill ? textOf(fill) : ' '];
    if (wanted === undefined || wanted > 1000 || letter === undefined || said.includes(PLACE)) return undefined;
    // Of an odd number of letters, `center` puts one more to the left if the width is odd.
    const missing = wanted - [...said].length;
    const isUneven = side === '^' && missing > 0 && missing % 2 === 1 && wanted % 2 === 1;
    return text(isUneven ? letter + padded(said, wanted - 1, side, letter) : padded(said, wanted, side, letter));
  };

/** True if a text can't be divided by another one, because a part of it is not known. */
const isUndivided = (said: string, by: string | undefined): boolean =>
  said.includes(PLACE) && (by === undefined || !(isInNoPlace(by) || /^[\\/.]/.test(by)));

/** Whether a text begins or ends with one of these. */
const affixed =
  (is: (said: string, affix: string) => boolean): Method<string> =>
  (follow, said, { positional: [given, more] }) => {
    const affixes = given?.kind === 'list' ? given.items.map(textOf) : [textOf(given)];
    if (more || affixes.includes(undefined) || (given?.kind === 'list' && given.loose)) return undefined;
    follow.charge(affixes.length);
    const found = affixes.some((affix) => is(said, affix!));
    const isKnown = found || !said.includes(PLACE) || affixes.some((affix) => isInNoPlace(affix!));
    return isKnown ? constant(found) : undefined;
  };

/** The position of a text in another, in code points; -1, or an error, if it is not there. */
const position =
  (of: (said: string, wanted: string) => number, mustBeThere = false): Method<string> =>
  (follow, said, { positional: [given, more] }, unknown) => {
    const wanted = textOf(given);
    if (wanted === undefined || more) return undefined;
    const at = of(said, wanted);
    if (at !== -1) return constant(BigInt([...said.slice(0, at)].length));
    if (said.includes(PLACE) && !isInNoPlace(wanted)) return undefined;
    if (!mustBeThere) return constant(-1n);
    follow.raise(unknown('is not there'), errorOf('ValueError'));
    return undefined;
  };

/** A text with its `{}`, `{0}` and `{name}` filled in; undefined where one of them is more than that. */
function formatted(said: string, { positional, named, loose }: Arguments): string | undefined {
  let next = 0;
  let isKnown = loose === undefined;
  const hole = /\{\{|\}\}|\{(\w*)((?:![rs])?)(?::([^{}]*))?\}|[{}]/g;
  const filled = said.replace(hole, (whole, name: string | undefined, conversion: string, format: string) => {
    if (whole === '{{' || whole === '}}') return whole[0]!;
    if (name === undefined) isKnown = false;
    const value =
      name === '' ? positional[next++] : /^\d+$/.test(name ?? '') ? positional[Number(name)] : named.get(name ?? '');
    const written = formatText(value, conversion ?? '', format ?? '');
    isKnown &&= written !== undefined;
    return written ?? '';
  });
  return isKnown ? filled : undefined;
}

/** The parameters of methods that may be given by name. */
const PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  split: ['sep', 'maxsplit'],
  rsplit: ['sep', 'maxsplit'],
  splitlines: ['keepends'],
};

const TEXT_METHODS: Readonly<Record<string, Method<string>>> = {
  upper: certain(CERTAIN, (said) => said.toUpperCase()),
  lower: certain(CERTAIN, (said) => said.toLowerCase()),
  title: plain((said) => said.toLowerCase().replace(/[a-z]+/g, (word) => word[0]!.toUpperCase() + word.slice(1))),
  capitalize: plain((said) => said.slice(0, 1).toUpperCase() + said.slice(1).toLowerCase()),
  strip: strip('both'),
  lstrip: strip('start'),
  rstrip: strip('end'),
  format: (_follow, said, given) => {
    const filled = formatted(said, given);
    return filled === undefined ? undefined : text(filled);
  },
  replace: (_follow, said, { positional }) => {
    const [from, to] = positional.map(textOf);
    const most = positional[2] ? numberOf(positional[2]) : -1;
    if (!from || isUndivided(said, from) || to === undefined || most === undefined) return undefined;
    const parts = said.split(from);
    if (parts.length * to.length > TEXT_MAX) return undefined;
    const [replaced, left] = most < 0 ? [parts, []] : [parts.slice(0, most + 1), parts.slice(most + 1)];
    return text([replaced.join(to), ...left].join(from));
  },
  join: (follow, said, { positional: [given] }) => {
    const all: Items = given ? follow.itemsOf(given) : { items: [] };
    const { items, loose } = all;
    const texts = items.map(textOf);
    const length = texts.reduce((sum, item) => sum + said.length + (item?.length ?? 0), 0);
    return loose || isUnordered(all) || texts.includes(undefined) || length > TEXT_MAX
      ? undefined
      : constant(texts.join(said));
  },
  split: (follow, said, { positional: [given, most] }) => {
    const by = textOf(given);
    const times = most ? numberOf(most) : Infinity;
    if ((given && !by) || isUndivided(said, by) || times === undefined || times < 1 || (!by && most)) return undefined;
    const words = by ? said.split(by) : said.split(/\s+/).filter((word) => word !== '');
    const rest = words.length > times + 1 ? [words.slice(times).join(by)] : [];
    return follow.list('list', [...words.slice(0, rest.length > 0 ? times : words.length), ...rest].map(constant));
  },
  startswith: affixed((said, affix) => said.startsWith(affix)),
  endswith: affixed((said, affix) => said.endsWith(affix)),
  find: position((said, wanted) => said.indexOf(wanted)),
  index: position((said, wanted) => said.indexOf(wanted), true),
  rindex: position((said, wanted) => said.lastIndexOf(wanted), true),
  rfind: position((said, wanted) => said.lastIndexOf(wanted)),
  rsplit: (follow, said, { positional: [given, most] }) => {
    const by = textOf(given);
    if (!by || isUndivided(said, by) || (most && numberOf(most) !== 1)) return undefined;
    const at = said.lastIndexOf(by);
    const parts = !most ? said.split(by) : at === -1 ? [said] : [said.slice(0, at), said.slice(at + by.length)];
    return follow.list('list', parts.map(constant));
  },
  partition: (follow, said, { positional: [given] }) => {
    const by = textOf(given);
    if (isUndivided(said, by)) return undefined;
    const at = by ? said.indexOf(by) : -1;
    const parts = at === -1 ? [said, '', ''] : [said.slice(0, at), by!, said.slice(at + by!.length)];
    return by ? follow.list('tuple', parts.map(constant)) : undefined;
  },
  rpartition: (follow, said, { positional: [given] }) => {
    const by = textOf(given);
    if (isUndivided(said, by)) return undefined;
    const at = by ? said.lastIndexOf(by) : -1;
    const parts = at === -1 ? ['', '', said] : [said.slice(0, at), by!, said.slice(at + by!.length)];
    return by ? follow.list('tuple', parts.map(constant)) : undefined;
  },
  isidentifier: (_follow, said) => (SMALL.test(said) ? constant(/^[A-Za-z_]\w*$/.test(said)) : undefined),
  isdigit: (_follow, said) => (SMALL.test(said) ? constant(/^\d+$/.test(said)) : undefined),
  casefold: plain((said) => said.toLowerCase()),
  swapcase: plain((said) => said.replace(/[a-z]/gi, (c) => (c < 'a' ? c.toLowerCase() : c.toUpperCase()))),
  isupper: (_follow, said) => (SMALL.test(said) ? constant(/[A-Z]/.test(said) && !/[a-z]/.test(said)) : undefined),
  count: (_follow, said, { positional: [given, more] }) => {
    const wanted = textOf(given);
    return wanted && !more && !said.includes(PLACE) ? constant(BigInt(said.split(wanted).length - 1)) : undefined;
  },
  zfill: (_follow, said, { positional: [width] }) =>
    /^[-+]/.test(said) || said.includes(PLACE) || numberOf(width) === undefined
      ? undefined
      : text(padded(said, numberOf(width)!, '>', '0')),
  center: justify('^'),
  ljust: justify('<'),
  rjust: justify('>'),
  splitlines: (follow, said, { positional: [keep] }) =>
    (keep && !(keep.kind === 'constant' && keep.value === false)) || /(?![\n\r\t])\p{Cc}|[\u2028\u2029]/u.test(said)
      ? undefined
      : follow.list('list', (said === '' ? [] : said.replace(/\r?\n$|\r$/, '').split(/\r\n|\r|\n/)).map(constant)),
  encode: () => undefined,
  removeprefix: (_follow, said, { positional: [given] }) =>
    textOf(given) === undefined
      ? undefined
      : constant(said.startsWith(textOf(given)!) ? said.slice(textOf(given)!.length) : said),
  removesuffix: (_follow, said, { positional: [given] }) =>
    textOf(given) === undefined
      ? undefined
      : constant(said.endsWith(textOf(given)!) ? said.slice(0, said.length - textOf(given)!.length) : said),
};

/** The result of a method of a text; `undefined` if it is unknown. */
export const textMethod = (
  follow: Follower,
  said: string,
  name: string,
  given: Arguments,
  unknown: (why: string) => Unknown,
): Value | undefined => {
  const named = PARAMETERS[name]?.map((parameter) => given.named.get(parameter)) ?? [];
  const positional = named.map((value, at) => given.positional[at] ?? value);
  const isKnown = name === 'format' || given.named.size === named.filter((value) => value !== undefined).length;
  // A parameter before one that is given by name has its default.
  if (given.loose || !isKnown || !Object.hasOwn(TEXT_METHODS, name) || (!positional[0] && positional[1]))
    return undefined;
  const all =
    positional.length > given.positional.length ? positional.flatMap((value) => value ?? []) : given.positional;
  return TEXT_METHODS[name]!(follow, said, { ...given, positional: all.map(withSlash) }, unknown);
};
