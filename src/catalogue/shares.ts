const MEGABYTE = 1024 * 1024;
/** Size of the heap per byte in use: V8 collects it when it has grown this far (bin/node-flags.mjs). */
const HEAP_GROWTH = 1.4;

/** Memory of each cache, in bytes. */
export interface Shares {
  /** Responses as bytes. */
  readonly answers: number;
  /** JSON fragments of nodes. */
  readonly fragments: number;
  /** Lists of nodes in their order. */
  readonly nodeLists: number;
  readonly nodes: number;
  readonly versions: number;
  readonly publishers: number;
  readonly versionsOfNodes: number;
  readonly coreNodesOfVersions: number;
  readonly nodesOfPublishers: number;
  /** Plans for workflows. */
  readonly plans: number;
  /** Ids and totals of pages of all other lists. */
  readonly lists: number;
}

/**
 * Divides the memory for caches among them. Responses and lists get a part with an upper bound: there are far more of
 * both than are requested again, and a response that is not cached is quickly made of cached fragments.
 */
export function sharesOf(memory: number): Shares {
  const bytes = memory / HEAP_GROWTH;
  const answers = Math.min(bytes * 0.13, 100 * MEGABYTE);
  // Enough for thirty lists of 100,000 nodes. A list that is not cached is sorted again for each request.
  const nodeLists = Math.min(bytes * 0.1, 32 * MEGABYTE);
  const records = bytes - answers - nodeLists;
  const share = (part: number): number => Math.floor(records * part);
  return {
    answers: Math.floor(answers),
    nodeLists: Math.floor(nodeLists),
    fragments: share(0.4),
    nodes: share(0.2),
    versions: share(0.14),
    publishers: share(0.04),
    versionsOfNodes: share(0.08),
    coreNodesOfVersions: share(0.08),
    nodesOfPublishers: share(0.02),
    lists: share(0.03),
    plans: share(0.01),
  };
}
