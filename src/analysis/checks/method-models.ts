import type { Arguments, Evaluation } from './evaluation.js';
import { ownMembers, ownNames } from './own-members.js';
import {
  anyOf,
  container,
  DECODED,
  either,
  elementsOf,
  external,
  madeOf,
  marked,
  NOTHING,
  originOf,
  setKey,
  textsOf,
  textValue,
  tuplesOf,
  type Value,
  valueOf,
} from './values.js';

const ITEM_OF = new Set(['get', 'pop', 'setdefault', '__getitem__', 'popleft', '__next__']);
const SAME = new Set(['copy', 'elements', 'values', 'items', 'keys', 'union', '__iter__', '__enter__', 'fromkeys']);
const DECODING = /^(translate|fromhex)$/;

/** The result of a method of texts and containers; undefined for another method. */
export function resultOfMethod(
  evaluator: Evaluation,
  receiver: Value,
  name: string,
  args: Arguments,
): Value | undefined {
  if (receiver.refs.every(({ kind }) => kind === 'text')) return textMethod(receiver, name, args);
  const [first = NOTHING, second = NOTHING] = args.positional;
  if (name === 'popitem') {
    const pair = [keysOf(receiver), elementsOf(receiver)];
    return valueOf(container(anyOf(pair), pair));
  }
  if (name === 'most_common') return tuplesOf([elementsOf(receiver), external('int')]);
  if (ITEM_OF.has(name)) {
    const isEach = args.positional.length === 0 || name.startsWith('pop');
    if (isEach) return elementsOf(receiver);
    return either((name === 'setdefault' && itemsUnder(receiver, first)) || evaluator.item(receiver, first), second);
  }
  const owners = receiver.refs.flatMap((ref) => (ref.kind === 'container' ? (ref.namespaceOf ?? []) : []));
  if (owners.length > 0 && (name === 'values' || name === 'items')) {
    const namespaces = anyOf(owners.map((owner) => valueOf(owner)));
    const members = ownMembers(evaluator, namespaces);
    if (members !== NOTHING)
      return name === 'items'
        ? tuplesOf([ownNames(evaluator, namespaces), members])
        : either(receiver, valueOf(container(members)));
  }
  if (name === 'items' && receiver.refs.every((ref) => ref.kind === 'container' && !ref.namespaceOf))
    return tuplesOf([keysOf(receiver), elementsOf(receiver)]);
  return SAME.has(name) ? receiver : undefined;
}

/** The items of dictionaries under known keys; undefined if the keys, or the dictionaries, are not known. */
function itemsUnder({ refs }: Value, key: Value): Value | undefined {
  const texts = textsOf(key);
  if (texts.length === 0 || !refs.every((ref) => ref.kind === 'container' && !ref.namespaceOf)) return undefined;
  return anyOf(
    refs.flatMap((ref) =>
      ref.kind === 'container' ? [ref.items, ...texts.map((text) => ref.keyed.get(text) ?? NOTHING)] : [],
    ),
  );
}

/** The known keys of dictionaries: texts, and functions, which are among the items. */
const keysOf = ({ refs }: Value): Value =>
  anyOf(
    refs.flatMap((ref) =>
      ref.kind === 'container' ? [...[...ref.keyed.keys()].map((key) => textValue(key)), functionsIn(ref.items)] : [],
    ),
  );

const functionsIn = ({ refs }: Value): Value => ({ ...NOTHING, refs: refs.filter(({ kind }) => kind === 'function') });

/** The items of a list literal, if the text of each is known. */
function textsIn(value: Value): string[] | undefined {
  const [ref] = value.refs;
  if (value.refs.length !== 1 || ref?.kind !== 'container' || !ref.ordered) return undefined;
  const texts = ref.ordered.map((item) => (item.refs.length === 1 ? textsOf(item)[0] : undefined));
  return texts.every((text) => text !== undefined) ? texts : undefined;
}

function joinedTexts(separator: Value, parts: Value): Value {
  const whole = madeOf([separator, parts, originOf(elementsOf(parts))]);
  const texts = textsIn(parts);
  const [glue] = textsOf(separator);
  const [reversed] = textsOf(parts);
  if (texts && glue !== undefined) return textValue(texts.join(glue), whole.marks, whole.words);
  return reversed !== undefined && glue !== undefined
    ? textValue([...reversed].join(glue), whole.marks, whole.words)
    : whole;
}

function textMethod(receiver: Value, name: string, args: Arguments): Value | undefined {
  const results = receiver.refs.map((ref) => methodOfText({ ...receiver, refs: [ref] }, name, args));
  return results.includes(undefined) ? undefined : anyOf(results.flatMap((result) => result ?? []));
}

/** A text without some characters at its ends; without white space if none are given. */
function stripped(text: string, method: string, characters: string | undefined): string {
  const isStripped = (at: number): boolean =>
    characters === undefined ? /\s/.test(text[at]!) : characters.includes(text[at]!);
  let [from, to] = [0, text.length];
  if (method !== 'rstrip') while (from < to && isStripped(from)) from++;
  if (method !== 'lstrip') while (to > from && isStripped(to - 1)) to--;
  return text.slice(from, to);
}

/** The table that `str.maketrans` makes of two texts and a third one with characters to remove. */
export function tableOf({ positional }: Arguments): Value {
  const [from = '', to = '', removed = ''] = positional.map((value) => textsOf(value)[0] ?? '');
  const table = container(NOTHING);
  [...from].forEach((character, at) => setKey(table, character, textValue([...to][at] ?? '')));
  for (const character of removed) setKey(table, character, textValue(''));
  return valueOf(table);
}

/** A text whose characters are replaced by those of a table. */
function translated(text: string, table: Value, whole: Value): Value {
  const [ref] = table.refs;
  if (table.refs.length !== 1 || ref?.kind !== 'container' || ref.keyed.size === 0) return whole;
  const known = new Map([...ref.keyed].map(([key, value]) => [key, textsOf(value)[0]]));
  const result = [...text].map((character) => (known.has(character) ? known.get(character) : character)).join('');
  return textValue(result, whole.marks, whole.words);
}

/** A field that writes the character of a number. `{{` stands for a brace. */
const FORMATS_CHARACTER = /(?<!\{)(?:\{\{)*\{[^{}]{0,50}:\d*c\}/;

function methodOfText(receiver: Value, name: string, args: Arguments): Value | undefined {
  const [first = NOTHING, second = NOTHING] = args.positional;
  const [text] = textsOf(receiver);
  const isDecoding = DECODING.test(name) || (/^format/.test(name) && FORMATS_CHARACTER.test(text ?? ''));
  const whole = madeOf([receiver, ...args.all], isDecoding ? DECODED : 0);
  const texts = args.positional.map((value) => textsOf(value)[0]);
  if (text === undefined) return undefined;
  const answer = (result: string): Value => textValue(result, whole.marks, whole.words);
  if (name === 'join') return joinedTexts(receiver, first);
  if (name === 'replace' && texts[0] !== undefined && texts[1] !== undefined)
    return answer(text.replaceAll(texts[0], texts[1]));
  if (/^(r?split|r?partition)$/.test(name))
    return {
      ...elementWords(text, texts[0], name, args.positional.length > 1 || args.named.size > 0),
      marks: whole.marks,
    };
  if (name === 'format') return formatted(text, texts, whole);
  if (/^(decode|encode)$/.test(name))
    return /rot|hex|base|zip|zlib/.test(texts[0] ?? '') ? withDecoded(receiver, second) : receiver;
  if (name === 'lower') return answer(text.toLowerCase());
  if (name === 'upper') return answer(text.toUpperCase());
  if (name === 'swapcase')
    return answer(
      text.replace(/\p{L}/gu, (letter) =>
        letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
      ),
    );
  if (name === 'casefold') return answer(text.toLowerCase());
  if (name === 'expandtabs') return answer(text.replaceAll('\t', ''));
  if (name === 'removeprefix' && texts[0] !== undefined)
    return answer(text.startsWith(texts[0]) ? text.slice(texts[0].length) : text);
  if (name === 'removesuffix' && texts[0] !== undefined)
    return answer(text.endsWith(texts[0]) ? text.slice(0, text.length - texts[0].length) : text);
  if (/^[lr]?strip$/.test(name) && (texts[0] ?? ' ') !== '') return answer(stripped(text, name, texts[0]));
  if (name === 'maketrans') return tableOf(args);
  if (name === 'translate') return translated(text, first, whole);
  if (/^(title|capitalize)$/.test(name)) return answer(text);
  return whole;
}

const withDecoded = (receiver: Value, other: Value): Value => ({
  ...marked(receiver.marks | other.marks | DECODED),
  words: receiver.words,
});

/** The parts of a text. If the text may be divided less often than possible, their order is not known. */
function elementWords(text: string, separator: string | undefined, method: string, isLimited: boolean): Value {
  const parts = separator ? text.split(separator) : text.split(/\s+/);
  const at = separator ? (method.startsWith('r') ? text.lastIndexOf(separator) : text.indexOf(separator)) : -1;
  const divided = at < 0 ? [text] : [text.slice(0, at), text.slice(at + separator!.length)];
  const isOrdered = method.endsWith('split') && !isLimited;
  const found = (isOrdered ? parts : [...divided, ...parts]).slice(0, 50).map((part) => textValue(part));
  const all = anyOf(found);
  return valueOf(container(all, isOrdered ? found : undefined), 0, all.words);
}

function formatted(text: string, texts: readonly (string | undefined)[], whole: Value): Value {
  let next = 0;
  let isKnown = true;
  const result = text.replace(/\{(\d*)\}/g, (_all, index: string) => {
    const value = texts[index === '' ? next++ : Number(index)];
    if (value === undefined) isKnown = false;
    return value ?? '';
  });
  return isKnown && !/[{}]/.test(result) ? textValue(result, whole.marks, whole.words) : whole;
}
