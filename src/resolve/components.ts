/**
 * Divides elements into connected components, by union-find. Two elements are connected if they have a key in common.
 * Elements and keys are represented by numbers.
 */
export function componentsOf(elements: readonly number[], keysOf: (at: number) => readonly number[]): number[][] {
  const parent: number[] = [];
  const find = (at: number): number => {
    let root = at;
    while (parent[root] !== root) root = parent[root]!;
    for (let next = at; next !== root;) [next, parent[next]] = [parent[next]!, root];
    return root;
  };
  const firstWith: number[] = [];
  for (const at of elements) {
    parent[at] = at;
    for (const key of keysOf(at)) {
      const first = firstWith[key];
      if (first === undefined) firstWith[key] = at;
      else parent[find(at)] = find(first);
    }
  }
  return [...Map.groupBy(elements, find).values()];
}
