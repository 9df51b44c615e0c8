import { z } from 'zod';
import { day } from '../../services/inputs.js';
import { PAGE_MAX, pageOf } from '../../values/page.js';

const one = z.string({ error: 'takes one value' });

/** Turns an empty value into an absent one: `search=` asks for nothing. */
const given = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());

/** A text in the query. */
export const textParameter = (description: string, max = 1000) =>
  given(one.max(max, `takes at most ${max} characters`)).describe(description);

/** true or false in the query. */
export const flagParameter = (description: string) =>
  given(
    z
      .enum(['true', 'false', '1', '0'], { error: 'takes true or false' })
      .transform((value) => value === 'true' || value === '1'),
  ).describe(description);

const wholeNumber = (least: number) =>
  one
    .regex(/^\d{1,15}$/, `takes a whole number from ${least}`)
    .transform(Number)
    .refine((value) => value >= least, `takes a whole number from ${least}`);

/** The number of a page, from 1. */
export const pageParameter = given(wholeNumber(1).refine((value) => value <= PAGE_MAX, `takes at most ${PAGE_MAX}`))
  .transform((page) => page ?? 1)
  .describe('Page number, from 1');

/** The size of a page; above the cap it is served at the cap. */
export const limitParameter = (cap: number, fallback: number) =>
  given(wholeNumber(1))
    .transform((limit) => pageOf(1, limit ?? fallback, cap).limit)
    .describe(`How many a page has; ${fallback} where not said, at most ${cap}`);

/** A number of stars in the query. */
export const starParameter = z
  .preprocess((value) => value ?? '', one.regex(/^[1-5]$/, 'takes a whole number from 1 to 5').transform(Number))
  .describe('How many stars, 1 to 5');

/** A date-time in the query. */
export const timeParameter = (description: string) =>
  given(
    one
      .transform((value) => value.replace(/ (\d\d:\d\d)$/, '+$1'))
      .pipe(z.iso.datetime({ offset: true, local: true, error: 'takes a date-time such as 2026-01-31T12:00:00Z' }))
      .transform((value) => new Date(/(Z|[+-]\d\d:\d\d)$/i.test(value) ? value : `${value}Z`)),
  ).describe(description);

/** A day in the query. */
export const dayParameter = (description: string) => given(day).describe(description);

/** What was given of a repeatable parameter; undefined where all of it is empty. */
function givenOf(value: unknown): unknown[] | undefined {
  const values = [value].flat().filter((one) => one !== undefined && one !== '');
  return values.length > 0 ? values : undefined;
}

/** A parameter that may be repeated. */
export const repeated = (description: string, max = 1000) =>
  z
    .preprocess(
      givenOf,
      z.array(one.max(200, 'takes at most 200 characters')).max(max, `takes at most ${max} values`).optional(),
    )
    .describe(description);
