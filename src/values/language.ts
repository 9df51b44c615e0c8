/**
 * Returns a language tag (BCP 47) in its canonical spelling: `EN-us` → `en-US`.
 * @returns `undefined` if the text is not a language tag
 */
export function canonicalLanguage(text: string): string | undefined {
  if (text.length > 35) return undefined;
  try {
    return Intl.getCanonicalLocales(text)[0];
  } catch {
    return undefined;
  }
}
