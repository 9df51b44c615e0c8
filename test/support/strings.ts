import { createRequire } from 'node:module';

/**
 * Texts that have hurt somebody's software, by what is odd about them. Each may come in any field; what is refused is refused for
 * a rule of that field, and what is taken is kept as it came.
 */
export const ODD_STRINGS = {
  empty: ['', ' ', '   ', '\t', '\n', '\r\n', '\u00a0', '\u3000', '\u2007'],
  controls: ['a\u0001b', '\u0007', 'a\bb', 'a\u000bb', 'a\fb', '\u001b[31mred\u001b[0m', 'a\u007fb', 'a\u0080b', 'a\u0085b', 'a\u009fb'],
  noText: ['\0', 'a\0b', 'a\0', '\0\0\0', '\ud800', 'a\udc00', '\udc00\ud800', 'a\ud83db', '\ud83d\ud83d\ude00', '\udfff'],
  direction: ['\u202egnp.exe', 'a\u202ab\u202c', '\u2066isolated\u2069', '\u200fright\u200e', 'שלום', 'مرحبا', 'abc אבג 123', '\u061c'],
  unseen: ['zero\u200bwidth', 'a\u200cb', 'a\u200db', '\u2060', '\ufeffmark first', 'mark last\ufeff', 'soft\u00adhyphen', '\u180e', '\u115f', '\u3164', '\u{e0001}\u{e0041}\u{e007f}', 'a\ufe0fb'],
  marks: ['e\u0301', '\u0301', 'Z\u0351\u036b\u0343\u036a\u0302A\u0321\u034a\u0354L\u036aG\u0316O\u033b', 'नमस्ते', 'ก็็็็็', 'க்ஷ'],
  forms: ['é', 'e\u0301', 'ﬁ', 'Å', '\u212b', 'A\u030a', '가', '\u1100\u1161', 'ṩ', 's\u0323\u0307', 's\u0307\u0323', '①', 'Ａｂ', 'ﷺ', '豈', '\u0344'],
  emoji: ['😀', '👩‍👩‍👧‍👦', '🏳️‍🌈', '🇩🇪', '👍🏽', '1️⃣', '🧑🏿‍🚀', '😀'.repeat(40)],
  cases: ['İ', 'ı', 'ß', 'ẞ', 'ς', 'Σ', 'ŉ', 'ǅ', 'ﬀ', 'ΐ', 'K', 'ſ', 'İstanbul', 'STRASSE'],
  planes: ['𝒳', '𠀋', '\u{10ffff}', '\uffff', '\ufffe', '\ufffd', '\ufdd0', '\ue000', '\u{f0000}'],
  lines: ['a\u2028b', 'a\u2029b', 'a\nb\nc', 'a\rb', '\n\n\n', 'a\u0085'],
  numbers: ['0', '-0', '1', '-1', '1e309', 'NaN', 'Infinity', '-Infinity', '0x10', '1_000', '9007199254740993', '1.7976931348623157e309', '٣', '½', '1,000.00', '00', '+1'],
  words: ['null', 'undefined', 'true', 'false', 'nil', 'None', 'NULL', 'void', '[object Object]'],
  names: ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', '__typename', 'then', 'length', 'toJSON', '$where', '__defineGetter__'],
  sql: ["'", '"', "' or '1'='1", "'; drop table nodes; --", "1' union select null,null--", '\\', "\\'", '$1', '$$', '?', '%', '_', '%_\\%', '/*', '--', "E'\\x00'", '{}', '{a,b}', '{"a","b\\"}', 'NULL'],
  markup: ['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', '&amp;&lt;', '<!--', ']]>', '<![CDATA[', '</textarea>', '&#0;', '<svg/onload=alert(1)>'],
  templates: ['${7*7}', '{{7*7}}', '<%= 7*7 %>', '#{7*7}', '%s%s%s%n', '%d', '%08x', '{0}', '$(id)', '`id`', '| id', '; id', '&& id'],
  paths: ['../../../../etc/passwd', '..', '.', '/', '//', '\\\\host\\share', 'C:\\', 'file:///etc/passwd', '%2e%2e%2f', '%00', '%', '%zz', '~', 'con', 'a/b', 'a?b', 'a#b', 'a&b=c', 'a;b', '.git', 'search', 'validate'],
  addresses: ['javascript:alert(1)', 'JaVaScRiPt:alert(1)', ' javascript:alert(1)', 'data:text/html,<b>', 'https://user:pass@a.invalid:99999/', 'https://a.invalid/\u202e', 'http://[::1', 'https://ä.invalid/ö?ü#ß', 'mailto:a@b.invalid', '//a.invalid', 'https://a.invalid/%zz', 'http://169.254.169.254/', 'http://0x7f.1/'],
  dates: ['2026-02-30', '0000-00-00T00:00:00Z', '9999-12-31T23:59:60Z', '+275760-09-13T00:00:00Z', '2026-01-31T12:00:00+99:99', '1970-01-01', 'now()'],
  versions: ['1.0.0', 'v1.0.0', '1.0', '01.0.0', '1.0.0-', '1.0.0+', '1.0.0-a.-.b', '99999999999999999999.0.0', '>=0 <1', '*', 'x', '^', '>=0.3.0,<1.0', '==*'],
  tags: ['en', 'x-private', 'i-klingon', 'de-DE-1996', 'en_US', 'und', 'a-', 'art-lojban'],
  headers: ['a\r\nSet-Cookie: b=c', 'Bearer x', 'W/"x"', '*'],
  json: ['{"a":1}', '[1,2', '"', '\\u0000', '\\ud800', '{"__proto__":{"a":1}}', 'NaN'],
  long: ['x'.repeat(100), 'x'.repeat(101), 'ä'.repeat(200), '😀'.repeat(100), 'x'.repeat(1000), 'x'.repeat(2001), '\u0301'.repeat(400), ' '.repeat(500), '::'.repeat(90)],
} as const satisfies Record<string, readonly string[]>;

/** The Big List of Naughty Strings, which everybody knows. */
export const NAUGHTY_STRINGS = createRequire(import.meta.url)('big-list-of-naughty-strings') as readonly string[];

/** All of them, each once. */
export const ALL_ODD_STRINGS: readonly string[] = [...new Set([...Object.values(ODD_STRINGS).flat(), ...NAUGHTY_STRINGS])];

/** True for a text that no database takes: with a NUL, or with half a surrogate pair. */
export function isUnstorable(text: string): boolean {
  return text.includes('\0') || !text.isWellFormed();
}
