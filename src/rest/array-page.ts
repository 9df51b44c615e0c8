import { type ListItem, ListText } from '../values/list-text.js';
import { limitParameter, pageParameter } from './inputs/query.js';
import { JsonText } from './json-text.js';
import { fittingPage } from './presenters/list.presenter.js';

/** Limit of items of a response that is a bare array. */
const ITEMS_MAX = 1000;

/** The parameters of lists whose response is a bare array, which existing clients expect. */
export const arrayPageParameters = { page: pageParameter, limit: limitParameter(ITEMS_MAX, ITEMS_MAX) };

/** The number and the size of a page. */
interface PageNumber {
  readonly page: number;
  readonly limit: number;
}

/** Returns the page that these parameters request. */
export const arrayPageOf = ({ page, limit }: PageNumber): PageNumber => ({ page, limit });

/** The headers of these lists, for the OpenAPI document. */
export const ARRAY_PAGE_HEADERS = {
  'X-Total-Count': 'Number of items of the whole list',
  Link: 'URL of the next page, with `rel="next"`. Absent on the last page',
};

/**
 * A page of a list whose response is a bare array. Headers contain the size of the list and the URL of the next page. A
 * page that is too large for one response is shortened, and the URL of the next page has the shortened size.
 */
export class ArrayPage {
  readonly body: JsonText;
  readonly #limit: number;
  readonly #next: number;

  /** @param items the JSON of the items */
  constructor(
    items: readonly ListItem[],
    private readonly page: PageNumber & { readonly total: number },
  ) {
    const fitting = fittingPage(items, page.limit);
    this.body = new JsonText(ListText.of('[', fitting.items, ']'));
    this.#limit = fitting.limit;
    this.#next = ((page.page - 1) * page.limit) / fitting.limit + 2;
  }

  /**
   * Returns the names and values of the headers, alternating.
   * @param path the public path of the request
   * @param question the query string of the request
   */
  headers(path: string, question: string | undefined): string[] {
    const { total } = this.page;
    const headers = ['X-Total-Count', String(total)];
    if ((this.#next - 1) * this.#limit >= total) return headers;
    const next = new URLSearchParams(question ?? '');
    next.set('page', String(this.#next));
    next.set('limit', String(this.#limit));
    return [...headers, 'Link', `<${path}?${next.toString()}>; rel="next"`];
  }
}
