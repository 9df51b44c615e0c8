/** The methods or attributes of a class by their names. None is ever removed. */
type Named = ReadonlyMap<string, unknown>;

/** Selects methods of a class by their names. */
export type MethodSelection = (methods: Named) => readonly string[];

export const allMethods: MethodSelection = (methods) => [...methods.keys()];

/** Selects the methods with some names. */
export const methodsNamed =
  (...names: readonly string[]): MethodSelection =>
  (methods) =>
    names.filter((name) => methods.has(name));

/** Selects the methods whose names pass a test, which is done again only if a class gets more methods. */
export function methodsWhere(isMeant: (name: string) => boolean): MethodSelection {
  const cached = new WeakMap<Named, { readonly size: number; readonly names: readonly string[] }>();
  return (methods) => {
    const known = cached.get(methods);
    if (known?.size === methods.size) return known.names;
    const names = [...methods.keys()].filter(isMeant);
    cached.set(methods, { size: methods.size, names });
    return names;
  };
}
