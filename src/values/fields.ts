import { z } from 'zod';

/** A string of at most this many characters. If it is longer, later validations are skipped. */
export const text = (max: number) =>
  z.string({ error: 'takes a text' }).max(max, { error: `takes at most ${max} characters`, abort: true });

const emptyToNull = (value: string): string | null => (value === '' ? null : value);

/** An optional string. Absent: the field is unchanged. `null` or "": the field is cleared. */
export const optionalText = (max: number) => text(max).transform(emptyToNull).nullish();

const HTTP = /^https?:\/\//i;

/** The error message for an http(s) URL that is refused. */
export const ADDRESS_FAULT =
  'takes an http or https address without user name and password; quotes, spaces, < and > must be percent-encoded';

/**
 * True for an http(s) URL that can be shown and embedded anywhere. It must not contain credentials, which would be
 * published, or characters that are not valid in a URL or could end an HTML attribute.
 */
export function isHttpAddress(value: string): boolean {
  if (!HTTP.test(value) || /[\s"'<>`\\]/.test(value) || !URL.canParse(value)) return false;
  const { username, password } = new URL(value);
  return username === '' && password === '';
}

/** An optional http(s) URL. */
export const optionalAddress = text(2000)
  .refine((value) => value === '' || isHttpAddress(value), ADDRESS_FAULT)
  .transform(emptyToNull)
  .nullish();

/**
 * Returns the http(s) URL of a repository that is given by its address for Git, such as `git@host:owner/name.git` or
 * `git+https://host/owner/name`. Returns other texts unchanged.
 */
const withoutGit = (value: unknown): unknown =>
  typeof value === 'string' && value.length <= 2000
    ? value
        .replace(/^ssh:\/\/git@([\w.-]+)(?::\d+)?\//, 'https://$1/')
        .replace(/^git@([\w.-]+):(?=[^\s/])/, 'https://$1/')
        .replace(/^git\+(?=https?:\/\/)/, '')
    : value;

/** An optional http(s) URL of a repository, or its address for Git. */
export const optionalRepository = z.preprocess(withoutGit, optionalAddress).optional();

/** An optional string that web pages may show as a link. Limits schemes, because some execute code in the browser. */
export const optionalLink = text(2000)
  .refine(
    (value) => !/^\s*[a-z][a-z0-9+.-]*:/i.test(value) || /^(https?|mailto|git|ssh):/i.test(value),
    'takes a text or an address of http, https, mailto, git or ssh',
  )
  .refine((value) => !HTTP.test(value) || isHttpAddress(value), ADDRESS_FAULT)
  .transform(emptyToNull)
  .nullish();

/** An optional field of another type than string, which "" also clears. */
const orBlank = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' ? null : value), schema).optional();

/** An optional list of strings, normalized by `stored`. Absent: unchanged. `null` or "": cleared. */
export const optionalTexts = (maxItems: number, maxLength: number, stored: (item: string) => string = (item) => item) =>
  orBlank(
    z
      .array(text(maxLength).transform(stored), { error: 'takes a list of texts' })
      .max(maxItems, `takes at most ${maxItems} items`)
      .nullish(),
  );

/** An optional Boolean. Absent: unchanged. `null` or "": cleared. */
export const optionalFlag = orBlank(z.boolean({ error: 'takes true or false' }).nullish());

/** An optional value of an enumeration. Absent or "": unchanged. */
export const optionalChoice = <Choices extends z.ZodType>(choices: Choices) =>
  z.preprocess((value) => (value === '' ? undefined : value), choices.optional());

/** An optional 32-bit whole number. */
export const optionalInt = orBlank(z.int32({ error: 'takes a whole number of 32 bits' }).nullish());

// After the conversion to UTC, the year may have more than four digits, which the database can't read.
const hasFourDigitYear = (value: string): boolean => /^\d{4}-/.test(new Date(value).toISOString());

/** An optional point in time, with a time zone. */
export const optionalTime = orBlank(
  z.iso
    .datetime({ offset: true, error: 'takes a date-time such as 2027-01-31T12:00:00Z', abort: true })
    .refine(hasFourDigitYear, 'takes a year from 0000 to 9999, in UTC')
    .nullish(),
);
