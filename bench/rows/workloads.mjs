// The workloads of the rows. They are drawn from a seed, so that every server receives the same sequence of requests.
import { between, oneOf, randomOf } from '../random.mjs';

const SEQUENCE_LENGTH = 20_000;

/** Twenty combinations of filters and sort orders. The first is the unfiltered list. */
const LISTS = [
  '',
  'sort=downloads;desc',
  'sort=name',
  'sort=author&sort=downloads;desc',
  'sort=repo_host_stars;desc',
  'sort=rating;desc',
  'sort=created_at;desc',
  'sort=updated_at;desc',
  'sort=publisher',
  'sort=id',
  'sort=search_ranking',
  'supported_os=POSIX%20%3A%3A%20Linux',
  'supported_os=Microsoft%20%3A%3A%20Windows&sort=downloads;desc',
  'supported_accelerator=GPU%20%3A%3A%20NVIDIA%20CUDA',
  'supported_accelerator=GPU%20%3A%3A%20AMD%20ROCm&sort=rating;desc',
  'form_factor=git-mac',
  'form_factor=desktop-win&sort=name;desc',
  'timestamp=2025-06-01T00:00:00Z&sort=updated_at;desc',
  'include_banned=true&sort=created_at',
  'supported_os=MacOS&supported_accelerator=GPU%20%3A%3A%20Apple%20Metal',
];

/**
 * Draws a workload: the distinct parameters of requests, and the order in which they are sent, as indexes of them.
 * @param draw draws the parameters of one request
 */
function drawWorkload(seed, draw) {
  const random = randomOf(seed);
  const indexes = new Map();
  const distinct = [];
  const order = Array.from({ length: SEQUENCE_LENGTH }, () => {
    const params = draw(random);
    const key = JSON.stringify(params);
    if (!indexes.has(key)) indexes.set(key, distinct.push(params) - 1);
    return indexes.get(key);
  });
  return { distinct, order };
}

const repeated = (params) => ({ distinct: [params], order: [0] });

const pageCount = (total, limit) => Math.max(1, Math.ceil(total / limit));

/** The same request for the first page. */
export const samePage = () => repeated('/nodes');

/** Random pages of the list. @param filter query parameters, each followed by `&` */
export const anyPage =
  (filter) =>
  ({ nodes }) =>
    drawWorkload(101, (random) => `/nodes?${filter}page=${between(random, 1, pageCount(nodes, 10))}`);

/** Random pages of random lists. @param totals number of nodes per list */
export const anyList = ({ totals }) =>
  drawWorkload(102, (random) => {
    const list = between(random, 0, LISTS.length - 1);
    const page = between(random, 1, pageCount(totals[list], 10));
    return `/nodes?${LISTS[list]}${LISTS[list] === '' ? '' : '&'}page=${page}`;
  });

/** The number of nodes per list. @param totalOf requests the total of one list */
export const totalsOf = (totalOf) => Promise.all(LISTS.map((list) => totalOf(`/nodes?${list}`)));

/** The same request for a page of 50. */
export const sameNested = () => repeated({ page: 2, limit: 50 });

/** Random pages of five sizes. */
export const anyNested = ({ nodes }) =>
  drawWorkload(103, (random) => {
    const limit = oneOf(random, [10, 20, 30, 40, 50]);
    return { page: between(random, 1, pageCount(nodes, limit)), limit };
  });

/** Random nodes. */
export const anyNode = ({ ids }) => drawWorkload(104, (random) => ({ id: oneOf(random, ids) }));

/** Adds a typo to a word: a letter is omitted, doubled, swapped with its neighbour, or replaced. */
function withTypo(random, word) {
  const at = between(random, 1, word.length - 2);
  switch (between(random, 0, 3)) {
    case 0:
      return word.slice(0, at) + word.slice(at + 1);
    case 1:
      return word.slice(0, at) + word[at] + word.slice(at);
    case 2:
      return word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2);
    default:
      return word.slice(0, at) + 'x' + word.slice(at + 1);
  }
}

/** 500 distinct searches: 60 % words of the catalogue, 40 % such words with a typo. */
export function searches({ words }) {
  const random = randomOf(105);
  const drawn = new Map();
  while (drawn.size < 500) {
    const intended = oneOf(random, words);
    const word = drawn.size % 5 < 3 ? intended : withTypo(random, intended);
    if (!drawn.has(word)) drawn.set(word, { word, intended });
  }
  const distinct = [...drawn.values()];
  const order = Array.from({ length: SEQUENCE_LENGTH }, () => between(random, 0, distinct.length - 1));
  return { distinct, order };
}
