// The rows of the bar: what is asked, of whom, and how many times as fast the registry has to be.
import { DOCUMENTS } from './documents.mjs';
import { anyList, anyNested, anyNode, anyPage, sameNested, samePage, searches } from './questions.mjs';

const get = (_server, path) => ({ path });
const graph = (kind) => (server, question, data) => ({
  method: 'POST',
  path: '/graphql',
  body: JSON.stringify(DOCUMENTS[server][kind](question, data)),
});

const CACHED = 'cached, the others not';
const UNCACHED = 'nobody caches';

const search = (_server, { word }) => ({ path: `/nodes/search?search=${encodeURIComponent(word)}` });

/**
 * A row asks questions as requests of each server and expects a status. `same` says how its answers are held against
 * ours before anything is measured: as bytes, as values, or not at all. A bar without a number is there to be looked
 * at.
 */
export const ROWS = [
  {
    name: 'list-same',
    work: 'REST list page, same page again and again',
    bars: { bare: 8, before: 0.85 },
    caching: CACHED,
    questions: samePage,
    request: get,
    same: 'bytes',
  },
  {
    name: 'list-random',
    work: 'REST list, random pages of 20 filters and sorts, warm',
    bars: { bare: 5, before: 0.85 },
    caching: CACHED,
    questions: anyList,
    request: get,
    same: 'bytes',
  },
  {
    name: 'list-unchanged',
    work: 'REST list with `If-None-Match` of the current revision',
    bars: { bare: 10, before: 0.85 },
    caching: CACHED,
    questions: anyPage(''),
    request: get,
    same: 'bytes',
    conditional: true,
  },
  // A bare server that was taught to ask for the revision alone: how far one cheap statement gets.
  {
    name: 'list-unchanged-revision',
    work: 'the same, where (a) asks for the revision only',
    bars: { bare: undefined },
    caching: CACHED,
    questions: anyPage(''),
    request: get,
    same: 'bytes',
    conditional: true,
    headers: { 'X-Bare': 'revision' },
  },
  {
    name: 'list-latest',
    work: 'REST list with `latest=true`',
    bars: { bare: 3, before: undefined },
    caching: UNCACHED,
    questions: anyPage('latest=true&'),
    request: get,
    same: 'bytes',
  },
  {
    name: 'nested-same',
    work: 'GraphQL nested page of 50, same document and variables',
    bars: { postgraphile: 10, mercurius: 10, before: 0.85 },
    caching: CACHED,
    questions: sameNested,
    request: graph('nested'),
    same: 'values',
  },
  {
    name: 'nested-random',
    work: 'GraphQL nested page, random pages and sizes',
    bars: { postgraphile: 5, before: 0.85 },
    caching: CACHED,
    questions: anyNested,
    request: graph('nested'),
    same: 'values',
  },
  {
    name: 'nested-uncached',
    work: 'GraphQL nested page, random pages and sizes, caches off',
    bars: { postgraphile: 1.2, naive: undefined, beforeUncached: undefined },
    caching: UNCACHED,
    questions: anyNested,
    request: graph('nested'),
    same: 'values',
    measured: 'oursUncached',
  },
  {
    name: 'single',
    work: 'single node by id with publisher, versions, core-nodes',
    bars: { postgraphile: 4, before: 0.85 },
    caching: CACHED,
    questions: anyNode,
    request: graph('single'),
    same: 'values',
  },
  {
    name: 'search',
    work: 'keyword search, 500 different words and typos',
    bars: { bare: 3, before: 0.85 },
    caching: CACHED,
    questions: searches,
    request: search,
    searches: true,
  },
  {
    name: 'search-uncached',
    work: 'keyword search, caches off',
    bars: { bare: undefined },
    caching: UNCACHED,
    questions: searches,
    request: search,
    measured: 'oursUncached',
  },
];

/** Who takes part in a row: the registry first, then those of its bar that were asked for. */
export const serversOf = (row, peers) => [
  row.measured ?? 'ours',
  ...Object.keys(row.bars).filter((name) => peers.includes(name)),
];
