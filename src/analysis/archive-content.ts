import { isUtf8 } from 'node:buffer';
import { readSync } from 'node:fs';
import { constants, inflateRawSync } from 'node:zlib';
import type { Entry } from 'yauzl';

const STORED = 0;
const DEFLATED = 8;
/** Deflated content is hardly ever longer than the content itself. */
const DEFLATED_MORE = 1024;

/** Inflates content. @throws Error if it is damaged, or longer than `size` and one byte */
function inflated(compressed: Buffer, size: number): Buffer {
  // One chunk takes all of it, and one more byte.
  const chunkSize = Math.max(size + 1, constants.Z_MIN_CHUNK);
  try {
    return inflateRawSync(compressed, { chunkSize, maxOutputLength: size + 1 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE') throw error;
    throw new Error(`an entry has more than ${size} bytes`, { cause: error });
  }
}

/**
 * The content of an entry; undefined if it is more than `most` bytes.
 * @param file the descriptor of the archive
 * @param from where the content of the entry begins in the archive
 * @throws Error if the content is damaged
 */
export function contentOf(
  file: number,
  from: number,
  { compressedSize, uncompressedSize, compressionMethod }: Entry,
  most: number,
): Buffer | undefined {
  if (compressionMethod !== STORED && compressionMethod !== DEFLATED)
    throw new Error(`unsupported compression method: ${compressionMethod}`);
  // The sizes that an entry declares may be wrong.
  if (uncompressedSize > most || compressedSize > most + DEFLATED_MORE) return undefined;
  const compressed = Buffer.allocUnsafe(compressedSize);
  if (readSync(file, compressed, 0, compressedSize, from) !== compressedSize) throw new Error('unexpected end of file');
  const content = compressionMethod === STORED ? compressed : inflated(compressed, uncompressedSize);
  if (content.length !== uncompressedSize)
    throw new Error(`an entry has ${content.length} bytes instead of ${uncompressedSize}`);
  return content;
}

/** The mark of UTF-8 at the beginning of a text. */
const MARK = Buffer.from('\uFEFF');

/**
 * A source as Python reads it: in UTF-8 or what its first lines say, any line end a plain one. Bytes that are no text
 * become lone surrogates, which no text has.
 */
export function decoded(content: Buffer): string {
  const head = content.subarray(0, 1000).toString('latin1').replace(/\r\n?/g, '\n');
  const isLatin = /^(?:[ \t\f]*(?:#[^\n]*)?\n)?[ \t\f]*#.*?coding[:=][ \t]*(?:latin-?1|iso-8859-1)\s/i.test(head);
  // Without its mark, a text of Latin letters takes one byte a character.
  const start = content.subarray(0, MARK.length).equals(MARK) ? MARK.length : 0;
  const text = content.toString(isLatin ? 'latin1' : 'utf8', start);
  return (isLatin || isUtf8(content) ? text : text.replaceAll('\uFFFD', '\uDCFF')).replace(/\r\n?/g, '\n');
}

/** The text of a file that is no source: in UTF-16 if it begins with its mark, as installers read it. */
export function decodedText(content: Buffer): string {
  const [first, second] = content;
  const encoding = first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : '';
  return encoding === '' ? decoded(content) : new TextDecoder(encoding).decode(content).replace(/\r\n?/g, '\n');
}
