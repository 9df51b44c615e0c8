import { z } from 'zod';

/** A text of at most this many characters; a longer one is not looked into. */
export const text = (max: number) =>
  z.string({ error: 'takes a text' }).max(max, { error: `takes at most ${max} characters`, abort: true });

const emptyToNull = (value: string): string | null => (value === '' ? null : value);

/** An optional text: absent keeps, null or an empty text clears (decisions.md section 1). */
export const optionalText = (max: number) => text(max).transform(emptyToNull).nullish();

function isHttpAddress(value: string): boolean {
  return /^https?:\/\//i.test(value) && URL.canParse(value);
}

/** An optional http(s) address. */
export const optionalAddress = text(2000)
  .refine((value) => value === '' || isHttpAddress(value), 'takes an http or https address')
  .transform(emptyToNull)
  .nullish();

/** An optional text that pages may show as a link; other schemes than these would run in a visitor's browser. */
export const optionalLink = text(2000)
  .refine(
    (value) => !/^\s*[a-z][a-z0-9+.-]*:/i.test(value) || /^(https?|mailto|git|ssh):/i.test(value),
    'takes a text or an address of http, https, mailto, git or ssh',
  )
  .transform(emptyToNull)
  .nullish();

/** A field of another type than text that "" clears, too. */
const orBlank = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' ? null : value), schema).optional();

/** An optional list of texts, each put into its stored form: absent keeps, null or "" clears. */
export const optionalTexts = (maxItems: number, maxLength: number, stored: (item: string) => string = (item) => item) =>
  orBlank(
    z
      .array(text(maxLength).transform(stored), { error: 'takes a list of texts' })
      .max(maxItems, `takes at most ${maxItems} items`)
      .nullish(),
  );

/** An optional 32-bit whole number. */
export const optionalInt = orBlank(z.int32({ error: 'takes a whole number of 32 bits' }).nullish());

// A zone may carry it past the last year that has four digits, which is the last one that the database reads.
const hasFourDigitYear = (value: string): boolean => /^\d{4}-/.test(new Date(value).toISOString());

/** An optional point in time, with its zone. */
export const optionalTime = orBlank(
  z.iso
    .datetime({ offset: true, error: 'takes a date-time such as 2027-01-31T12:00:00Z', abort: true })
    .refine(hasFourDigitYear, 'takes a year from 0000 to 9999, in UTC')
    .nullish(),
);
