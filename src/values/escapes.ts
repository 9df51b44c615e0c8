/**
 * True if all percent-encoded bytes in a text are valid UTF-8. Decoders would replace invalid bytes, which would change
 * the value that was sent.
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
