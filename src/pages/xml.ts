const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text for an XML document: characters that XML forbids are left out. */
export const xmlText = (text: string): string =>
  text
    .toWellFormed()
    // eslint-disable-next-line no-control-regex -- control characters are what XML forbids
    .replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '')
    .replace(/[&<>"']/g, (character) => ESCAPES[character]!);
