// What the rows ask: drawn once from a seed, so that every server is asked the same in the same order.
import { between, oneOf, randomOf } from '../random.mjs';

const DRAWN = 20_000;

/** Twenty ways to filter and sort the list; the first is the plain list. */
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

/** Questions drawn from a seed: the different ones, and the order in which they are asked. */
function drawn(seed, draw) {
  const random = randomOf(seed);
  const places = new Map();
  const all = [];
  const order = Array.from({ length: DRAWN }, () => {
    const question = draw(random);
    const key = JSON.stringify(question);
    if (!places.has(key)) places.set(key, all.push(question) - 1);
    return places.get(key);
  });
  return { all, order };
}

const one = (question) => ({ all: [question], order: [0] });

const pages = (total, limit) => Math.max(1, Math.ceil(total / limit));

/** The first page, again and again. */
export const samePage = () => one('/nodes');

/** Any page of the plain list. */
export const anyPage =
  (more) =>
  ({ nodes }) =>
    drawn(101, (random) => `/nodes?${more}page=${between(random, 1, pages(nodes, 10))}`);

/** Any page of any of the filtered and sorted lists. @param totals how many nodes each list has */
export const anyList = ({ totals }) =>
  drawn(102, (random) => {
    const list = between(random, 0, LISTS.length - 1);
    const page = between(random, 1, pages(totals[list], 10));
    return `/nodes?${LISTS[list]}${LISTS[list] === '' ? '' : '&'}page=${page}`;
  });

/** How many nodes each of the lists has. @param totalOf asks a server for the size of a list */
export const totalsOf = (totalOf) => Promise.all(LISTS.map((list) => totalOf(`/nodes?${list}`)));

/** One page of fifty, again and again. */
export const sameNested = () => one({ page: 2, limit: 50 });

/** Any page of any of five sizes. */
export const anyNested = ({ nodes }) =>
  drawn(103, (random) => {
    const limit = oneOf(random, [10, 20, 30, 40, 50]);
    return { page: between(random, 1, pages(nodes, limit)), limit };
  });

/** Any node. */
export const anyNode = ({ ids }) => drawn(104, (random) => ({ id: oneOf(random, ids) }));

/** A word with a typing error: a letter left out, doubled, exchanged with its neighbour, or another one. */
export function mistyped(random, word) {
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

/** Five hundred searches: three fifths words of the catalogue, two fifths such words with a typing error. */
export function searches({ words }) {
  const random = randomOf(105);
  const asked = new Map();
  while (asked.size < 500) {
    const meant = oneOf(random, words);
    const word = asked.size % 5 < 3 ? meant : mistyped(random, meant);
    if (!asked.has(word)) asked.set(word, { word, meant });
  }
  const all = [...asked.values()];
  return { all, order: Array.from({ length: DRAWN }, () => between(random, 0, all.length - 1)) };
}
