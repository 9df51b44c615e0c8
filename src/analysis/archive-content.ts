import { isUtf8 } from 'node:buffer';
import type { Readable } from 'node:stream';

/** The bytes of a stream; undefined if they are more than `most`. */
export async function read(stream: Readable, most: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    // The size that an entry declares may be wrong.
    if (size > most) {
      stream.destroy();
      return undefined;
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * A source as Python reads it: in UTF-8 or what its first lines say, any line end a plain one. Bytes that are no text
 * become lone surrogates, which no text has.
 */
export function decoded(content: Buffer): string {
  const head = content.subarray(0, 1000).toString('latin1').replace(/\r\n?/g, '\n');
  const isLatin = /^(?:[ \t\f]*(?:#[^\n]*)?\n)?[ \t\f]*#.*?coding[:=][ \t]*(?:latin-?1|iso-8859-1)\s/i.test(head);
  const text = content.toString(isLatin ? 'latin1' : 'utf8');
  return (isLatin || isUtf8(content) ? text : text.replaceAll('\uFFFD', '\uDCFF'))
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n');
}
