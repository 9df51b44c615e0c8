const PATTERN_MAX = 200;

/** One part of a pattern between slashes, as a regular expression; undefined if it is too much. */
function part(pattern: string, isHiddenToo: boolean): string | undefined {
  let written = isHiddenToo || pattern.startsWith('.') ? '' : '(?!\\.)';
  let stars = 0;
  for (let at = 0; at < pattern.length; at++) {
    const letter = pattern[at]!;
    const close = letter === '[' ? pattern.indexOf(']', at + 2) : -1;
    if (letter === '*') {
      // Each one more may take as long again as all before it.
      if (pattern[at + 1] === '*') continue;
      if (++stars > 3) return undefined;
      written += '[^/]*';
    } else if (letter === '?') written += '[^/]';
    else if (close !== -1) {
      const inner = pattern.slice(at + 1, close);
      if (!/^!?[\w.-]+$/.test(inner) || /[^\w]-|-[^\w]|^!?-|-$/.test(inner)) return undefined;
      written += `[${inner.replace(/^!/, '^')}]`;
      at = close;
    } else written += letter.replace(/[\\^$.|+(){}[\]]/, '\\$&');
  }
  return written;
}

/**
 * A pattern of `glob` as a regular expression; undefined if its matches are unknown.
 * @param isHiddenToo whether `*` matches names that begin with a dot
 * @param isName whether slashes mean nothing, as in `fnmatch`
 */
export function translated(pattern: string, isHiddenToo: boolean, isName = false): RegExp | undefined {
  if (pattern.length > PATTERN_MAX) return undefined;
  const parts = isName ? [pattern.replaceAll('/', '')] : pattern.replace(/\/$/, '').split('/');
  const written = parts.map((one, index) => {
    const isLast = index === parts.length - 1;
    if (one === '**') return isLast ? '.*' : '(?:[^/]+/)*?';
    const own = part(one, isHiddenToo);
    return own === undefined ? undefined : own + (isLast ? '' : '/');
  });
  // Two of these in one pattern may take the square of the path's length, which is bounded.
  if (written.includes(undefined) || parts.filter((one) => one === '**').length > 2) return undefined;
  return new RegExp(`^${written.join('')}$`, 's');
}
