// The rows that compare servers: their workloads, the peers, and the speedup that the registry must reach.
import { DOCUMENTS } from './documents.mjs';
import { anyList, anyNested, anyNode, anyPage, sameNested, samePage, searches } from './workloads.mjs';

const get = (_server, path) => ({ path });
const graph = (kind) => (server, params, data) => ({
  method: 'POST',
  path: '/graphql',
  body: JSON.stringify(DOCUMENTS[server][kind](params, data)),
});

/** Descriptions of a row's caching in the report. */
export const CACHED = 'registry only';
const UNCACHED = 'none';

const search = (_server, { word }) => ({ path: `/nodes/search?search=${encodeURIComponent(word)}` });

/**
 * A row turns the parameters of its workload into requests to each server. `same` says how responses are compared to
 * those of the registry before the measurement: by bytes, by values, or not at all. `targets` are the required ratios
 * of request rates, registry ÷ peer; `undefined` reports the ratio without a target. `measured` is the variant of the
 * registry that is measured, and `conditional` adds `If-None-Match` with the current ETag.
 */
export const ROWS = [
  {
    name: 'list-same',
    work: 'REST list page, same page',
    targets: { bare: 8, before: 0.85 },
    caching: CACHED,
    workload: samePage,
    request: get,
    same: 'bytes',
  },
  {
    name: 'list-random',
    work: 'REST list, random pages of 20 filters and sorts, warm',
    targets: { bare: 5, before: 0.85 },
    caching: CACHED,
    workload: anyList,
    request: get,
    same: 'bytes',
  },
  {
    name: 'list-unchanged',
    work: 'REST list with `If-None-Match` of the current revision',
    targets: { bare: 10, before: 0.85 },
    caching: CACHED,
    workload: anyPage(''),
    request: get,
    same: 'bytes',
    conditional: true,
  },
  // Here (a) checks the ETag by one cheap statement that reads the revision.
  {
    name: 'list-unchanged-revision',
    work: 'the same, (a) reads only the revision',
    targets: { bare: undefined },
    caching: CACHED,
    workload: anyPage(''),
    request: get,
    same: 'bytes',
    conditional: true,
    headers: { 'X-Bare': 'revision' },
  },
  {
    name: 'list-latest',
    work: 'REST list with `latest=true`',
    targets: { bare: 3, before: undefined },
    caching: UNCACHED,
    workload: anyPage('latest=true&'),
    request: get,
    same: 'bytes',
  },
  {
    name: 'nested-same',
    work: 'GraphQL nested page of 50, same document and variables',
    targets: { postgraphile: 10, mercurius: 10, before: 0.85 },
    caching: CACHED,
    workload: sameNested,
    request: graph('nested'),
    same: 'values',
  },
  {
    name: 'nested-random',
    work: 'GraphQL nested page, random pages and sizes',
    targets: { postgraphile: 5, before: 0.85 },
    caching: CACHED,
    workload: anyNested,
    request: graph('nested'),
    same: 'values',
  },
  {
    name: 'nested-uncached',
    work: 'GraphQL nested page, random pages and sizes, caches off',
    targets: { postgraphile: 1.2, naive: undefined, beforeUncached: undefined },
    caching: UNCACHED,
    workload: anyNested,
    request: graph('nested'),
    same: 'values',
    measured: 'oursUncached',
  },
  {
    name: 'single',
    work: 'single node by id with publisher, versions, core-nodes',
    targets: { postgraphile: 4, before: 0.85 },
    caching: CACHED,
    workload: anyNode,
    request: graph('single'),
    same: 'values',
  },
  {
    name: 'search',
    work: 'keyword search, 500 different words and typos',
    targets: { bare: 3, before: 0.85 },
    caching: CACHED,
    workload: searches,
    request: search,
    searches: true,
  },
  {
    name: 'search-uncached',
    work: 'keyword search, caches off',
    targets: { bare: undefined },
    caching: UNCACHED,
    workload: searches,
    request: search,
    measured: 'oursUncached',
  },
];

/** The servers of a row: the registry, then the selected peers for which the row has a target. */
export const serversOf = (row, peers) => [
  row.measured ?? 'ours',
  ...Object.keys(row.targets).filter((name) => peers.includes(name)),
];
