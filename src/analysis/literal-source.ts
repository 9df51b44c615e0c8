/** One token of a source that only defines data, after blanks. Bounds keep the stack of the expression small. */
const TOKEN =
  /[ \t\n]*(?:(#[^\n]*)|("""[^"\\]*(?:(?:\\[^]|"(?!""))[^"\\]*){0,9999}"""|'''[^'\\]*(?:(?:\\[^]|'(?!''))[^'\\]*){0,9999}''')|("[^"\\\n]*(?:\\[^][^"\\\n]*){0,9999}"|'[^'\\\n]*(?:\\[^][^'\\\n]*){0,9999}')|^(?:from (?:typing|__future__) import [\w, ]+|import typing)$|^[A-Za-z_]\w*(?:[ \t]*:[ \t]*[A-Za-z][\w., \t[\]|]*)?[ \t]*=(?!=)|(?:True|False|None)\b|-?\d[\d._]*(?:[eE][-+]?\d+)?|([[\]{}(),:]))/my;
/** Longer words may be encoded data. */
const LONG_WORD = /[^\s,]{200}/;
/** Escapes that spell a text so that nobody can read it. */
const SPELLED = /\\(?:x|u|U|N|[0-7])/;

/**
 * True if a Python source does nothing but give names to readable literals, so that no call can hide in it. It is read
 * token by token, because a syntax tree takes many times its memory.
 */
export function isOnlyLiterals(source: string): boolean {
  let before = '';
  for (let at = 0; at < source.length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(source);
    if (!token) return source.slice(at).trim() === '';
    const [whole, comment, long, short, mark] = token;
    // In literals, no bracket follows a value: that is a call or an item.
    if ((mark === '(' || mark === '[') && /["'\])}\w]$/.test(before)) return false;
    const text = long ?? short;
    if (text !== undefined && (LONG_WORD.test(text) || SPELLED.test(text))) return false;
    if (comment === undefined) before = whole;
  }
  return true;
}
