const MEGABYTE = 1024 * 1024;
/** What the heap takes for each byte that is kept in it: it is looked through only when it has grown so far. */
export const HEAP_TAKES = 1.4;

/** What each cache may take, in bytes. */
export interface Shares {
  /** Finished answers. */
  readonly answers: number;
  /** Nodes as JSON. */
  readonly fragments: number;
  /** Orders of all nodes. */
  readonly nodeLists: number;
  readonly nodes: number;
  readonly versions: number;
  readonly publishers: number;
  readonly versionsOfNodes: number;
  readonly coreNodesOfVersions: number;
  readonly nodesOfPublishers: number;
  /** Pages of all other lists. */
  readonly lists: number;
}

/**
 * Parts what memory the process may take for them among the caches. Answers and orders get a part with an upper bound:
 * there are far more of both than are asked for again, while every answer that is not kept is soon made of records that
 * are.
 */
export function sharesOf(memory: number): Shares {
  const bytes = memory / HEAP_TAKES;
  const answers = Math.min(bytes * 0.13, 100 * MEGABYTE);
  // Lists of all nodes are long, and one that there is no room for is put in order anew by whoever asks: at most there
  // is room for thirty of 100,000 nodes.
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
    lists: share(0.04),
  };
}
