/** Flags that the registry's processes are launched with. */
export const NODE_FLAGS: readonly string[];
