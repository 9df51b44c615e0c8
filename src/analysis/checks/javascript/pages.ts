import type { Script } from './values.js';

const SCRIPTS_MAX = 200;
const TAG = /<script\b([^>]{0,500})>/gi;
const HANDLER = /\s(?:on[a-z]{3,20}|href|src|action)\s{0,9}=\s{0,9}(?:"([^"<>]{1,5000})"|'([^'<>]{1,5000})')/gi;
/** Types of script elements with data. */
const DATA = /\btype\s{0,9}=\s{0,9}["']?(?!module|text\/javascript|application\/(?:x-)?javascript|text\/ecmascript)\w/i;

const isPage = (path: string): boolean => /\.(html?|svg)$/i.test(path);

/** The scripts of a file: the file itself, or the script elements and event handlers of a page. */
export function scriptsIn(path: string, text: string): Script[] {
  if (!isPage(path)) return [{ path, source: text }];
  const scripts: Script[] = [];
  let line = 1;
  let counted = 0;
  const add = (source: string, at: number): void => {
    for (let next = text.indexOf('\n', counted); next >= 0 && next < at; next = text.indexOf('\n', next + 1)) {
      line++;
      counted = next + 1;
    }
    if (scripts.length < SCRIPTS_MAX) scripts.push({ path, source, line });
  };
  let end = 0;
  for (const { 0: tag, 1: attributes = '', index } of text.matchAll(TAG)) {
    if (scripts.length >= SCRIPTS_MAX) break;
    if (index < end) continue;
    addHandlers(text.slice(end, index), end, add);
    const from = index + tag.length;
    const to = text.indexOf('</script', from);
    if (to < 0) return scripts;
    if (!DATA.test(attributes) && to > from) add(text.slice(from, to), from);
    end = to;
  }
  addHandlers(text.slice(end), end, add);
  return scripts;
}

/** Event handlers and addresses with code in the tags of a page. */
function addHandlers(html: string, offset: number, add: (source: string, at: number) => void): void {
  for (const { 0: all, 1: one, 2: other, index } of [...html.matchAll(HANDLER)].slice(0, SCRIPTS_MAX)) {
    const value = (one ?? other)!.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');
    if (/^\s{0,9}javascript:/i.test(value)) add(value.replace(/^\s{0,9}javascript:/i, ''), offset + index);
    else if (/^\son/i.test(all)) add(value, offset + index);
  }
}
