import { ANSWER_BYTES } from '../../values/answer-bytes.js';
import { type ListItem, ListText } from '../../values/list-text.js';
import { JsonText } from '../json-text.js';

/** The items of a page that fit into one response, and the page size that results. */
interface FittingPage {
  readonly items: readonly ListItem[];
  readonly limit: number;
}

/**
 * Shortens a page that is too large for one response. The new limit divides the requested one, so that a client that
 * continues with pages of the new limit misses no item.
 */
export function fittingPage(items: readonly ListItem[], limit: number): FittingPage {
  let bytes = 0;
  const fitting = items.findIndex((item) => (bytes += item.bytes + 1) > ANSWER_BYTES);
  if (fitting === -1) return { items, limit };
  let shorter = Math.max(1, fitting);
  while (limit % shorter !== 0) shorter--;
  return { items: items.slice(0, shorter), limit: shorter };
}

/** The JSON of presented items. */
export const itemsOf = (presented: readonly object[]): ListItem[] =>
  presented.map((item) => {
    const json = JSON.stringify(item);
    return { json, bytes: Buffer.byteLength(json) };
  });

/**
 * Presents a page in its envelope. A page that is too large for one response is shortened.
 * @param name the field of the list
 * @param limit the requested size of the page
 * @param envelope returns the other fields, given the size of the page
 */
export function presentPage(
  name: string,
  presented: readonly object[],
  limit: number,
  envelope: (limit: number) => object,
): JsonText {
  const fitting = fittingPage(itemsOf(presented), limit);
  const rest = JSON.stringify(envelope(fitting.limit)).slice(1);
  return new JsonText(ListText.of(`{"${name}":[`, fitting.items, `],${rest}`));
}
