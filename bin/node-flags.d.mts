/** Flags that the registry's processes are launched with. */
export const NODE_FLAGS: readonly string[];

/** The environment of the registry's processes, unless the caller sets it. */
export declare const NODE_ENVIRONMENT: Readonly<Record<string, string>>;
