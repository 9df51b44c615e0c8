// The vocabulary of the data set: thousands of words whose frequencies follow a Zipf-like distribution.
import { between, oneOf, randomOf } from '../random.mjs';

const REAL =
  `image mask upscale latent sampler loader video audio prompt style model checkpoint color depth pose face control merge blend batch
crop resize noise filter sharpen blur light shadow text caption translate segment detect track frame interpolate animate camera scene mesh texture
background remove restore enhance detail portrait anime sketch line edge canny normal tile seam pattern gradient palette tone curve contrast
brightness exposure grain film vintage paint brush ink watercolor collage layout grid compare preview save load export import metadata workflow
switch route string number math random seed schedule cache memory offload quantize attention guidance embedding token encoder decoder vector
motion optical flow stabilize transition effect particle water smoke fire cloud sky terrain city room product fashion hair skin hand body`.split(
    /\s+/,
  );

const BEGINNINGS = [
  'b',
  'br',
  'c',
  'cl',
  'd',
  'dr',
  'f',
  'fl',
  'g',
  'gr',
  'h',
  'j',
  'k',
  'l',
  'm',
  'n',
  'p',
  'pr',
  'qu',
  'r',
  's',
  'st',
  't',
  'tr',
  'v',
  'w',
  'z',
];
const MIDDLES = ['a', 'e', 'i', 'o', 'u', 'ai', 'ea', 'io', 'ou'];
const ENDS = ['', 'l', 'm', 'n', 'r', 's', 't', 'nd', 'st', 'x'];

/** A list of words: first the real ones, then invented ones. */
export function wordList(count) {
  const random = randomOf(7);
  const words = new Set(REAL);
  while (words.size < count) {
    let word = '';
    for (let syllables = between(random, 2, 4); syllables > 0; syllables--)
      word += oneOf(random, BEGINNINGS) + oneOf(random, MIDDLES) + (syllables === 1 ? oneOf(random, ENDS) : '');
    words.add(word);
  }
  return [...words];
}

/** A random word of the list. The tenth is drawn about a tenth as often as the first. */
export const anyWord = (random, words) => words[Math.min(words.length - 1, Math.floor(words.length ** random()) - 1)];

export const capitalized = (word) => word[0].toUpperCase() + word.slice(1);

/** Sentences with a random number of characters from `least` to about `most`. */
export function prose(random, words, least, most) {
  const length = between(random, least, most);
  let text = capitalized(anyWord(random, words));
  while (text.length < length)
    text += random() < 0.08 ? `. ${capitalized(anyWord(random, words))}` : ` ${anyWord(random, words)}`;
  return `${text.slice(0, length).trim()}.`;
}
