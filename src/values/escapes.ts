/**
 * Whether what is percent-encoded in a text is UTF-8: decoders put a replacement character where it is not, and so
 * change what was sent.
 */
export function isEncodedUtf8(text: string): boolean {
  for (const [escapes] of text.matchAll(/(?:%[0-9a-f]{2})+/gi)) {
    try {
      decodeURIComponent(escapes);
    } catch {
      return false;
    }
  }
  return true;
}
