import { z } from 'zod';
import { day } from '../../services/inputs.js';
import { PAGE_MAX, pageOf } from '../../values/page.js';

const one = z.string({ error: 'takes one value' });

/** Treats an empty value as absent, as in `search=`. */
const given = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());

/** A string parameter. */
export const textParameter = (description: string, max = 1000) =>
  given(one.max(max, `takes at most ${max} characters`)).describe(description);

/** A boolean parameter: true, false, 1 or 0. */
export const flagParameter = (description: string) =>
  given(
    z
      .enum(['true', 'false', '1', '0'], { error: 'takes true or false' })
      .transform((value) => value === 'true' || value === '1'),
  ).meta({ description, type: 'boolean', enum: undefined });

const wholeNumber = (least: number) =>
  one
    .regex(/^\d{1,15}$/, `takes a whole number from ${least}`)
    .transform(Number)
    .refine((value) => value >= least, `takes a whole number from ${least}`);

/** The number of a page, from 1. */
export const pageParameter = given(wholeNumber(1).refine((value) => value <= PAGE_MAX, `takes at most ${PAGE_MAX}`))
  .transform((page) => page ?? 1)
  .meta({ description: 'Page number, from 1', type: 'integer', minimum: 1, maximum: PAGE_MAX, default: 1 });

/** The size of a page. Values above the maximum are reduced to it. */
export const limitParameter = (cap: number, fallback: number) =>
  given(wholeNumber(1))
    .transform((limit) => pageOf(1, limit ?? fallback, cap).limit)
    .meta({
      description: `Items per page. Larger values are reduced to ${cap}`,
      type: 'integer',
      minimum: 1,
      default: fallback,
    });

/** A number of seconds from 0. */
export const secondsParameter = (most: number, description: string) =>
  given(wholeNumber(0).refine((value) => value <= most, `takes at most ${most}`)).meta({
    description,
    type: 'integer',
    minimum: 0,
    maximum: most,
  });

/** The number of stars of a review. */
export const starParameter = z
  .preprocess((value) => value ?? '', one.regex(/^[1-5]$/, 'takes a whole number from 1 to 5').transform(Number))
  .meta({ description: 'Number of stars, 1 to 5', type: 'integer', minimum: 1, maximum: 5 });

/** A date-time parameter. Defaults to UTC if it has no zone. */
export const timeParameter = (description: string) =>
  given(
    one
      .transform((value) => value.replace(/ (\d\d:\d\d)$/, '+$1'))
      .pipe(z.iso.datetime({ offset: true, local: true, error: 'takes a date-time such as 2026-01-31T12:00:00Z' }))
      .transform((value) => new Date(/(Z|[+-]\d\d:\d\d)$/i.test(value) ? value : `${value}Z`)),
  ).describe(description);

/** A parameter for a day, such as 2026-01-31. */
export const dayParameter = (description: string) => given(day).describe(description);

/** The non-empty values of a repeatable parameter, or undefined if there are none. */
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
