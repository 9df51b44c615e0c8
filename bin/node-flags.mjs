/**
 * Flags that the registry's processes are launched with. The Dockerfile and docs/operations.md name the same ones.
 *
 * - `heap-growing-percent`: how far the heap grows beyond the objects in use before it is collected. CACHE_MEGABYTES is
 *   divided with this factor (src/catalogue/shares.ts). V8's default is up to 300 %.
 * - `max-semi-space-size`: MB for new objects. With 16, the objects of a large plan are collected so often that many
 *   move to the old generation. With more, a process under load keeps more memory.
 * - `no-allocation-site-pretenuring`: V8 would allocate objects of requests in the old generation, because objects from
 *   the same place were cached while the registry started.
 * - `expose-gc`: src/main.ts returns what only the start needed, 40 to 60 MB.
 */
export const NODE_FLAGS = [
  '--heap-growing-percent=40',
  '--max-semi-space-size=32',
  '--no-allocation-site-pretenuring',
  '--expose-gc',
];

/**
 * The environment of the registry's processes, unless the caller sets it. It configures glibc's allocator, which
 * allocates the buffers of requests and responses.
 *
 * - `MALLOC_TRIM_THRESHOLD_`: bytes from which freed memory is returned to the system. By default glibc raises it, so
 *   that a process keeps 50 to 100 MB of freed blocks.
 * - `MALLOC_MMAP_THRESHOLD_`: bytes from which a block is mapped separately. Setting the other limit fixes this one at
 *   128 KB, so that the pages of every large buffer would be mapped, cleared and unmapped again: 2 to 4 ms per MB on
 *   virtual machines.
 */
export const NODE_ENVIRONMENT = { MALLOC_TRIM_THRESHOLD_: '131072', MALLOC_MMAP_THRESHOLD_: '16777216' };
