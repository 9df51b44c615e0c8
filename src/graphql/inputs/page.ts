import { Arg, Int } from 'type-graphql';
import { invalidInput } from '../../errors/app-error.js';
import { PAGE_MAX } from '../../values/page.js';

const DEFAULT_LIMIT = 10;
const DEFAULT_FIRST = 10;

/** The argument `page` of a list. */
export const PageArg = (): ReturnType<typeof Arg> =>
  Arg('page', () => Int, { nullable: true, defaultValue: 1, description: 'Number of the page, from 1.' });

/**
 * The argument `limit` of a list.
 * @param things name of the items of a page, in the plural, such as `Nodes`
 * @param cap the maximum of `limit`
 */
export const LimitArg = (things: string, cap: number): ReturnType<typeof Arg> =>
  Arg('limit', () => Int, {
    nullable: true,
    defaultValue: DEFAULT_LIMIT,
    description: `${things} per page, at most ${cap.toLocaleString('en')}.`,
  });

/**
 * Applies the defaults and bounds of `page` and `limit`. Exceeding a maximum is an error.
 * @throws INVALID_INPUT if `page` or `limit` is out of bounds
 */
export function pageArguments(
  askedPage: number | null,
  askedLimit: number | null,
  cap: number,
  fallback = DEFAULT_LIMIT,
): { page: number; limit: number } {
  const page = askedPage ?? 1;
  const limit = askedLimit ?? fallback;
  const faults: string[] = [];
  if (page < 1 || page > PAGE_MAX) faults.push(`page: takes a whole number from 1 to ${PAGE_MAX}`);
  if (limit < 1 || limit > cap) faults.push(`limit: takes a whole number from 1 to ${cap}`);
  if (faults.length > 0) throw invalidInput(faults);
  return { page, limit };
}

/** The maximum of `first` for nested lists. */
const FIRST_MAX = 100;

/**
 * Applies the default (10) and the bounds of `first`.
 * @throws INVALID_INPUT if `first` is below 1 or above 100
 */
export function firstArgument(asked: number | null): number {
  const first = asked ?? DEFAULT_FIRST;
  if (first < 1 || first > FIRST_MAX) throw invalidInput([`first: takes a whole number from 1 to ${FIRST_MAX}`]);
  return first;
}
