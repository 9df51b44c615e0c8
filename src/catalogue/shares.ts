const MEGABYTE = 1024 * 1024;
/** Ratio of heap size to live data at which V8 starts a garbage collection (bin/node-flags.mjs). */
const HEAP_GROWTH = 1.4;

/** The parts of the caches in the memory that whole responses and lists of nodes leave. */
const PARTS = {
  /** JSON fragments of nodes. */
  fragments: 0.4,
  nodes: 0.2,
  versions: 0.14,
  publishers: 0.04,
  versionsOfNodes: 0.08,
  coreNodesOfVersions: 0.08,
  nodesOfPublishers: 0.02,
  /** Ids and totals of pages of all lists that are not in `NodeIndex`. */
  lists: 0.03,
  /** Plans for workflows. */
  plans: 0.01,
};

/** Memory of each cache, in bytes. `answers`: whole responses; `nodeLists`: lists of nodes in `NodeIndex`. */
export type Shares = Readonly<Record<'answers' | 'nodeLists' | keyof typeof PARTS, number>>;

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
  const left = bytes - answers - nodeLists;
  const parts = Object.entries(PARTS).map(([cache, part]) => [cache, left * part]);
  return { answers, nodeLists, ...Object.fromEntries(parts) } as Shares;
}
