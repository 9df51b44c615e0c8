import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { type CheckLevel, type CheckLevels, type CheckName, OPTIONAL_CHECK_NAMES } from './values/check-names.js';
import { FINDING_LEVELS } from './values/finding-levels.js';
import { isNodeId } from './values/node-id.js';
import { Secret } from './values/secret.js';

/** A Boolean. */
export const flag = z
  .enum(['true', 'false', '1', '0', 'yes', 'no'], 'takes true or false')
  .transform((text) => ['true', '1', 'yes'].includes(text));

/** A whole number within bounds. */
export const count = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,12}$/, `takes a whole number from ${least} to ${most}`)
    .transform(Number)
    .refine((value) => value >= least && value <= most, `takes a whole number from ${least} to ${most}`);

/** A comma-separated list. */
export const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
);

/** An HTTP address, without a trailing slash. */
export const address = z
  .string()
  .refine((text) => /^https?:\/\//.test(text) && URL.canParse(text), 'takes an http or https address')
  .transform((text) => text.replace(/(?<!\/)\/+$/, ''));

/** A file or folder, relative to the working directory. */
export const path = z.string().transform((text) => resolve(text));

/** A fraction from 0 to 1. */
export const fraction = z
  .string()
  .regex(/^(?:0(?:\.\d{1,6})?|1(?:\.0{1,6})?)$/, 'takes a number from 0 to 1')
  .transform(Number);

/** Origins of web pages, or `*` for all. */
export const origins = list.refine(
  (texts) => texts.every((text) => text === '*' || (URL.canParse(text) && new URL(text).origin === text)),
  'takes *, or origins such as https://example.org, comma-separated',
);

const CHECK_LEVEL_NAMES: readonly string[] = [...FINDING_LEVELS, 'off'];

function isCheckLevel(text: string): boolean {
  const [name = '', level = '', ...rest] = text.split('=');
  return (
    rest.length === 0 && (OPTIONAL_CHECK_NAMES as readonly string[]).includes(name) && CHECK_LEVEL_NAMES.includes(level)
  );
}

/** Levels of checks, such as `shell=warn,dynamic-code=off`. */
export const checkLevels = list
  .refine(
    (texts) => texts.every(isCheckLevel),
    `takes levels of checks such as shell=warn, comma-separated; checks: ${OPTIONAL_CHECK_NAMES.join(', ')}; levels: ${CHECK_LEVEL_NAMES.join(', ')}`,
  )
  .transform((texts): CheckLevels => new Map(texts.map((text) => text.split('=') as [CheckName, CheckLevel])));

/** The id of a node. */
export const nodeId = z.string().refine(isNodeId, 'takes the id of a node');

export const secret = z.string().transform((text) => new Secret(text));

/** A secret for a header. With other characters each call would fail, and its error would log the secret. */
export const headerSecret = z
  .string()
  .regex(/^[\x21-\x7e]+$/, 'takes printable ASCII characters without spaces')
  .transform((text) => new Secret(text));

export const databaseUrl = z
  .string()
  .refine(
    (text) => /^postgres(ql)?:\/\//.test(text) && URL.canParse(text),
    'takes an address such as postgres://user:password@host:5432/name',
  )
  .transform((text) => new Secret(text));

export const redisUrl = z
  .string()
  .refine(
    (text) => /^rediss?:\/\//.test(text) && URL.canParse(text),
    'takes an address such as redis://user:password@host:6379',
  )
  .transform((text) => new Secret(text));

function isProxy(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', prefix = '1', ...rest] = text.split('/');
  const family = isIP(address);
  return (
    family !== 0 && rest.length === 0 && /^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128)
  );
}

/** The proxies whose forwarded addresses are trusted: a number of proxies, or addresses and networks. */
export const trustProxy = z
  .string()
  .transform((text) => text.trim())
  .refine(
    (text) => text === 'none' || /^\d{1,2}$/.test(text) || text.split(',').every((part) => isProxy(part.trim())),
    'takes none, a number of proxies, or a comma-separated list of addresses, networks, loopback, linklocal, uniquelocal',
  )
  .transform((text): number | string[] | false => {
    if (text === 'none') return false;
    if (/^\d+$/.test(text)) return Number(text) === 0 ? false : Number(text);
    return text.split(',').map((part) => part.trim());
  });

const videoModel = z.object({ durations: z.array(z.int()).optional(), resolutions: z.array(z.string()).optional() });

export const videoModels = z.string().transform((text, context) => {
  try {
    return z.record(z.string(), videoModel).parse(JSON.parse(text));
  } catch {
    context.addIssue({
      code: 'custom',
      message: 'takes JSON of the form {"model": {"durations": [4, 8], "resolutions": ["720p"]}}',
    });
    return z.NEVER;
  }
});
