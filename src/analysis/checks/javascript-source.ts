/** The source without comments, with the same positions. */
export function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\/|(^|[\s;{}(,])\/\/[^\n]*/g, (all) => all.replace(/[^\n]/g, ' '));
}

/** The source with texts that were taken apart put together again. */
export function withJoinedTexts(source: string): string {
  let joined = source;
  for (let round = 0; round < 5; round++) {
    const next = joined.replace(/(["'])([^"'\\\n]{0,100})\1(\s{0,5}\+\s{0,5})(["'])([^"'\\\n]{0,100})\4/g, '$1$2$5$1');
    if (next === joined) break;
    joined = next;
  }
  return joined.replace(JOINED_LIST, (all, list: string, glue: string) => {
    const texts = [...list.matchAll(/["']([^"'\\\n]{0,100})["']/g)].map((match) => match[1]!);
    return `"${texts.join(glue)}"`;
  });
}

/** `["local", "Storage"].join("")`. */
const JOINED_LIST =
  /\[\s{0,9}((?:["'][^"'\\\n]{0,100}["']\s{0,9}(?:,\s{0,9})?){2,20})\]\s{0,9}\.\s{0,9}join\s{0,9}\(\s{0,9}["']([^"'\\\n]{0,9})["']\s{0,9}\)/g;

/** Writes properties that are named by a text, such as `window["eval"]`, as `window.eval`. */
export function withPlainProperties(source: string): string {
  return source
    .replace(/(?<=[\w$)\]])\s{0,9}\[\s{0,9}(["'`])([A-Za-z_$][\w$]{0,60})\1\s{0,9}\]/g, '.$2')
    .replace(
      /\bReflect\s{0,9}\.\s{0,9}get\s{0,9}\(\s{0,9}([\w$.]{1,60}),\s{0,9}["'`]([\w$]{1,60})["'`]\s{0,9}\)/g,
      '$1.$2',
    )
    .replace(/\bReflect\s{0,9}\.\s{0,9}apply\s{0,9}\(\s{0,9}([\w$.]{1,60})\s{0,9},\s{0,9}[\w$.]{1,60}\s{0,9},/g, '$1(')
    .replace(/\b(fetch|sendBeacon)\s{0,9}\.\s{0,9}(?:call|apply)\s{0,9}\(\s{0,9}[\w$.]{1,60}\s{0,9},/g, '$1(')
    .replace(/\(\s{0,9}0\s{0,9},\s{0,9}((?:window|self|globalThis)\s{0,9}\.\s{0,9})?eval\s{0,9}\)/g, 'eval')
    .replace(/\b(?:window|self|globalThis|top)\s{0,9}\.\s{0,9}(?=(?:eval|Function|setTimeout|setInterval)\b)/g, '')
    .replace(/\beval\s{0,9}\.\s{0,9}(?:call|apply)\s{0,9}\(\s{0,9}[\w$]{1,60}\s{0,9},/g, 'eval(');
}

/** A constant text, or a constant list of texts. */
const CONSTANT =
  /\b(?:const|let|var)\s{1,9}([A-Za-z_$][\w$]{0,60})\s{0,9}=\s{0,9}((["'`])[^"'`\\$\n]{1,300}\3|\[\s{0,9}(?:["'][^"'\\\n]{0,100}["']\s{0,9}(?:,\s{0,9})?){2,20}\])\s{0,9}[;,\n]/g;
const CONSTANTS_MAX = 20;

/** Writes constant texts where they are used: as a name of a property, a part of a text, or the address of a call. */
export function withConstants(source: string): string {
  let plain = source;
  const isSmall = source.length < FOLDED_MAX;
  for (const [, name, value] of [...source.matchAll(CONSTANT)]
    .slice(0, 500)
    .filter((match) => isSmall || isTelling(match))
    .slice(0, CONSTANTS_MAX)) {
    const escaped = name!.replaceAll('$', '\\$');
    const written = (before: string): string => `${before}${value!.replaceAll('`', '"')}`;
    plain = plain
      .replace(new RegExp(`(?<=[\\w$)\\]]\\s{0,9}\\[\\s{0,9})${escaped}(?=\\s{0,9}\\])`, 'g'), () => written(''))
      .replace(new RegExp(`(\\+\\s{0,9})${escaped}(?=\\s{0,9}[+;,)\\n}\\]])`, 'g'), (_all, before: string) =>
        written(before),
      )
      .replace(
        new RegExp(`(?<![.\\w$])${escaped}(?=\\s{0,9}(?:\\+\\s{0,9}["'\\w]|\\.\\s{0,9}join\\s{0,9}\\())`, 'g'),
        () => written(''),
      )
      .replace(
        new RegExp(`(\\bimport\\s{0,9}\\(|\\.\\s{0,9}src\\s{0,9}=)\\s{0,9}${escaped}\\b(?!\\s{0,9}[.[(])`, 'g'),
        (_all, use: string) => written(use),
      );
  }
  return plain;
}

/** Larger scripts have too many constants to write them where they are used. */
const FOLDED_MAX = 20_000;

/** True for a constant that is an address, or the name of something that scripts hide. */
const isTelling = ([, , text = '']: RegExpExecArray): boolean =>
  /^["'`]((https?:)?\/\/|(localStorage|sessionStorage|indexedDB|cookie|cookieStore|fetch|sendBeacon|WebSocket|eval|Function|constructor)["'`])/.test(
    text,
  );

/** How far the arguments of a call are read. */
const REACH = 700;

/**
 * The text of a statement from a position in it.
 * @param isCall true to stop after the closing bracket of the first call
 */
export function statementAt(source: string, from: number, isCall = false): string {
  let depth = 0;
  const end = Math.min(source.length, from + REACH);
  for (let at = from; at < end; at++) {
    const letter = source[at]!;
    if (letter === '(' || letter === '{' || letter === '[') depth++;
    else if (letter === ')' || letter === '}' || letter === ']') {
      if (--depth < 0) return source.slice(from, at);
      if (isCall && depth === 0) return source.slice(from, at + 1);
    } else if (depth === 0 && (letter === ';' || letter === '\n') && at > from + 3) return source.slice(from, at);
  }
  return source.slice(from, end);
}

/** True if a text contains one of the names as a word. */
export function mentions(text: string, names: Iterable<string>): boolean {
  const words = new Set(text.match(/[A-Za-z_$][\w$]*/g) ?? []);
  for (const name of names) if (words.has(name)) return true;
  return false;
}
