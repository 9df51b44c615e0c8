const MOST = 200;

/**
 * A function of a text that remembers what the texts came to; for texts of which there are few that come again and
 * again.
 */
export function remembered<V>(find: (text: string) => V): (text: string) => V {
  const known = new Map<string, V>();
  return (text) => {
    const value = known.get(text);
    if (value !== undefined || known.has(text)) return value!;
    // Where callers choose the texts there may be ever more of them.
    if (known.size >= MOST) known.clear();
    const found = find(text);
    known.set(text, found);
    return found;
  };
}
