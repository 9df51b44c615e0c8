import type { Given, Model } from './evaluation.js';
import { tableOf } from './method-models.js';
import {
  container,
  DECODED,
  externalsOf,
  madeOf,
  TEXT_MAX,
  textsOf,
  textValue,
  type Value,
  valueOf,
} from './values.js';

/** A text or list in reverse order. */
function backwards(value: Value): Value | undefined {
  const [ref] = value.refs;
  if (value.refs.length !== 1 || !ref) return undefined;
  if (ref.kind === 'text') return textValue([...ref.text].reverse().join(''), value.marks | DECODED);
  if (ref.kind !== 'container' || !ref.ordered) return undefined;
  return valueOf(container(ref.items, [...ref.ordered].reverse()), value.marks, value.words);
}

/** The characters of a text in their order. */
function sortedText(value: Value): Value | undefined {
  const [ref] = value.refs;
  return value.refs.length === 1 && ref?.kind === 'text'
    ? textValue([...ref.text].sort().join(''), value.marks | DECODED)
    : undefined;
}

const decodedText =
  (decode: (text: string) => string) =>
  ({ first, args }: Given): Value => {
    const [text] = textsOf(first);
    const made = madeOf(args.all, DECODED);
    return text === undefined || text.length > TEXT_MAX ? made : textValue(decode(text), made.marks, made.words);
  };

const character = ({ first }: Given): Value => madeOf([first], DECODED);

/** Bytes out of numbers may be a hidden text; those of a buffer or text are what they were. */
const bytesOf = ({ first, args }: Given): Value =>
  madeOf(args.all, first.refs.some(({ kind }) => kind === 'container') ? DECODED : 0);

const rot13 = (text: string): string =>
  text.replace(/[a-z]/gi, (letter) => String.fromCharCode(letter.charCodeAt(0) + (/[a-m]/i.test(letter) ? 13 : -13)));

/** Functions whose results are texts. */
export const TEXT_MODELS: Readonly<Record<string, Model>> = {
  'builtins.reversed': ({ first }) => backwards(first),
  'builtins.sorted': ({ first }) => sortedText(first),
  'builtins.str.maketrans': ({ args }) => tableOf(args),
  'builtins.chr': character,
  'builtins.bytes': bytesOf,
  'builtins.bytearray': bytesOf,
  'builtins.str': ({ first, args }) =>
    textsOf(first).length > 0 ||
    externalsOf(first).some(({ path, end }) => end !== undefined || path === 'sys.executable')
      ? first
      : madeOf(args.all),
  // The parts of a text, not of the pattern.
  're.split': ({ args }) => madeOf(args.positional.slice(1)),
  're.compile().split': ({ args }) => madeOf(args.positional),
  'base64.b64decode': decodedText((text) => Buffer.from(text, 'base64').toString('latin1')),
  'base64.decodebytes': decodedText((text) => Buffer.from(text, 'base64').toString('latin1')),
  'base64.urlsafe_b64decode': decodedText((text) => Buffer.from(text, 'base64url').toString('latin1')),
  'binascii.a2b_base64': decodedText((text) => Buffer.from(text, 'base64').toString('latin1')),
  'binascii.unhexlify': decodedText((text) => Buffer.from(text, 'hex').toString('latin1')),
  'builtins.bytes.fromhex': decodedText((text) => Buffer.from(text.replace(/\s/g, ''), 'hex').toString('latin1')),
  'codecs.decode': (given) => (/rot/.test(textsOf(given.second)[0] ?? '') ? decodedText(rot13)(given) : undefined),
};
