const MEGABYTE = 1024 * 1024;
/** Ratio of heap size to live data at which V8 starts a garbage collection (bin/node-flags.mjs). */
const HEAP_GROWTH = 1.4;

/** Memory of each cache, in bytes. */
export interface Shares {
  /** Whole responses. */
  readonly answers: number;
  /** JSON fragments of nodes. */
  readonly fragments: number;
  /** Lists of nodes in memory (`NodeIndex`). */
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
 * Divides the memory for caches among the caches. The shares of responses and of node lists have an upper bound. Most
 * responses and lists are never requested again, and a response that is not cached is built quickly from cached
 * fragments.
 */
export function sharesOf(memory: number): Shares {
  const bytes = memory / HEAP_GROWTH;
  const answers = Math.min(bytes * 0.13, 100 * MEGABYTE);
  // At most enough for thirty lists of 100,000 nodes. A list that is not cached is built again for each request.
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
