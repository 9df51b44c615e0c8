import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { getHeapStatistics } from 'node:v8';
import { z } from 'zod';
import { CHECK_NAMES } from './values/check-names.js';
import { Secret } from './values/secret.js';

/** A setting that can't be used; its message names each one and says what it takes. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

const flag = z
  .enum(['true', 'false', '1', '0', 'yes', 'no'], 'takes true or false')
  .transform((text) => ['true', '1', 'yes'].includes(text));

const count = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,12}$/, `takes a whole number from ${least} to ${most}`)
    .transform(Number)
    .refine((value) => value >= least && value <= most, `takes a whole number from ${least} to ${most}`);

const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
);

const address = z
  .string()
  .refine((text) => /^https?:\/\//.test(text) && URL.canParse(text), 'takes an http or https address')
  .transform((text) => text.replace(/(?<!\/)\/+$/, ''));

const secret = z.string().transform((text) => new Secret(text));

/** What goes into a header as it stands; anything else would fail at each call, and be named in the log. */
const headerSecret = z
  .string()
  .regex(/^[\x21-\x7e]+$/, 'takes printable ASCII characters without spaces')
  .transform((text) => new Secret(text));

const databaseUrl = z
  .string()
  .refine(
    (text) => /^postgres(ql)?:\/\//.test(text) && URL.canParse(text),
    'takes an address such as postgres://user:password@host:5432/name',
  )
  .transform((text) => new Secret(text));

const redisUrl = z
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

/** Whose forwarded addresses count: a number of proxies, or addresses and networks; none by default. */
const trustProxy = z
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

const videoModels = z.string().transform((text, context) => {
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

const environment = z.object({
  PORT: count(0, 65_535).default(4000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: address.optional(),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_POOL_SIZE: count(1, 500).default(10),
  DATABASE_TIMEOUT_SECONDS: count(1, 600).default(15),
  WORKERS: count(1, 64).default(1),
  DATA_DIR: z
    .string()
    .default('./data')
    .transform((path) => resolve(path)),
  DEMO: flag.default(true),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'takes fatal, error, warn, info, debug, trace or silent',
    )
    .default('info'),
  TRUST_PROXY: trustProxy.default(false),
  CORS_ORIGINS: list
    .refine(
      (origins) =>
        origins.every((origin) => origin === '*' || (URL.canParse(origin) && new URL(origin).origin === origin)),
      'takes *, or origins such as https://example.org, comma-separated',
    )
    .optional(),
  METRICS_PORT: count(0, 65_535).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  SLOW_QUERY_MS: count(1, 3_600_000).default(500),
  TRACE_RESOLVERS: z
    .string()
    .regex(/^(?:0(?:\.\d{1,6})?|1(?:\.0{1,6})?)$/, 'takes a number from 0 to 1')
    .transform(Number)
    .default(0.01),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.string().optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z.string().optional(),
  OTEL_TRACES_EXPORTER: z.string().optional(),
  OTEL_SERVICE_NAME: z.string().default('extension-registry'),
  OTEL_SDK_DISABLED: flag.default(false),
  SHUTDOWN_DELAY_SECONDS: count(0, 600).default(0),
  SHUTDOWN_TIMEOUT: count(1, 600).default(20),
  REQUEST_TIMEOUT_SECONDS: count(1, 3600).default(300),
  MAX_CONNECTIONS: count(1, 1_000_000).default(5000),
  JOB_HEARTBEAT_SECONDS: count(10, 3600).default(10),
  JOB_EXPIRY_SECONDS: count(1, 86_400).default(300),
  CACHE_MEGABYTES: count(0, 16_384).optional(),
  RATE_LIMIT: z
    .enum(['on', 'off'], 'takes on or off')
    .default('on')
    .transform((text) => text === 'on'),
  RATE_LIMIT_READS_PER_MINUTE: count(1, 100_000_000).default(120_000),
  RATE_LIMIT_WORK_PER_MINUTE: count(1, 100_000_000).default(6000),
  REDIS_URL: redisUrl.optional(),
  GRAPHQL_MAX_COST: count(1, 10_000_000).default(20_000),
  GRAPHQL_ALLOWED_DOCUMENTS: z
    .string()
    .transform((path) => resolve(path))
    .optional(),

  AUTH_ISSUER: z.string().min(1).optional(),
  AUTH_AUDIENCE: z.string().min(1).optional(),
  AUTH_JWKS_URL: address.optional(),
  AUTH_SIGNING_KEY: secret.optional(),
  ADMIN_SUBJECTS: list.default([]),
  REQUIRE_APPROVAL: flag.default(false),

  MAX_PUBLISHERS_PER_USER: count(1, 100_000).default(5),
  MAX_TOKENS_PER_PUBLISHER: count(1, 100_000).default(50),
  ANONYMOUS_TRANSLATIONS: flag.default(true),
  COMMUNITY_TRANSLATIONS_PER_HOUR: count(1, 1_000_000).default(60),

  ARCHIVE_MAX_MEGABYTES: count(1, 10_000).default(100),
  ARCHIVE_DIR: z
    .string()
    .transform((path) => resolve(path))
    .optional(),
  S3_BUCKET: z.string().optional(),
  S3_PREFIX: z.string().default(''),
  S3_REGION: z.string().default('us-east-1'),
  S3_ENDPOINT: address.optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: secret.optional(),
  CHECKS_OFF: list
    .refine(
      (names) => names.every((name) => (CHECK_NAMES as readonly string[]).includes(name)),
      `takes names of checks, comma-separated: ${CHECK_NAMES.join(', ')}`,
    )
    .default([]),

  REPO_HOST_API_URL: address.default('https://api.github.com'),
  REPO_HOST_DOMAINS: list.transform((hosts) => hosts.map((host) => host.toLowerCase())).default(['github.com']),
  REPO_HOST_TIMEOUT_MS: count(10, 60_000).default(10_000),

  VIDEO_UPSTREAM_URL: address.optional(),
  VIDEO_API_KEY: headerSecret.optional(),
  VIDEO_TIMEOUT_MS: count(10, 300_000).default(30_000),
  VIDEO_REQUIRE_AUTH: flag.optional(),
  VIDEO_MODELS: videoModels.optional(),
  VIDEO_MAX_PROMPT: count(1, 100_000).default(5000),
  VIDEO_IMAGES: count(1, 10).default(2),
  VIDEO_MIN_DURATION: count(1, 3600).default(1),
  VIDEO_MAX_DURATION: count(1, 3600).default(16),
  VIDEO_MAX_BODY_MEGABYTES: count(1, 200).default(20),
  ANONYMOUS_CALLBACKS_PER_HOST: count(1, 1_000_000).default(10),
  CALLBACK_EXEMPT_HOSTS: list
    .transform((hosts) => hosts.map((host) => host.toLowerCase().replace(/^\[|\]$/g, '')))
    .default([]),
  WEBHOOK_SIGNING_KEY: secret.optional(),
  VIDEO_SANDBOX_STEP_MS: count(0, 3000).default(1500),
});

const consistent = environment.superRefine((value, context) => {
  const need = (missing: boolean, path: string, message: string): void => {
    if (missing) context.addIssue({ code: 'custom', path: [path], message });
  };
  need(
    value.AUTH_ISSUER !== undefined && value.AUTH_AUDIENCE === undefined,
    'AUTH_AUDIENCE',
    'is needed beside AUTH_ISSUER: the audience that tokens for this registry carry',
  );
  need(
    value.AUTH_ISSUER === undefined && value.AUTH_AUDIENCE !== undefined,
    'AUTH_ISSUER',
    'is needed beside AUTH_AUDIENCE',
  );
  need(
    value.AUTH_ISSUER === undefined && value.AUTH_JWKS_URL !== undefined,
    'AUTH_ISSUER',
    'is needed beside AUTH_JWKS_URL',
  );
  need(
    value.AUTH_ISSUER !== undefined &&
      value.AUTH_JWKS_URL === undefined &&
      !address.safeParse(value.AUTH_ISSUER).success,
    'AUTH_ISSUER',
    'takes an http or https address, where AUTH_JWKS_URL does not say where its keys are',
  );
  need(
    value.AUTH_ISSUER !== undefined && value.AUTH_SIGNING_KEY !== undefined,
    'AUTH_SIGNING_KEY',
    'belongs to the built-in issuer; leave it out where AUTH_ISSUER names another',
  );
  need(
    value.AUTH_ISSUER === undefined && value.ADMIN_SUBJECTS.length > 0,
    'AUTH_ISSUER',
    'is needed beside ADMIN_SUBJECTS: the provider whose subjects they are (a token of the built-in issuer says itself who is an admin)',
  );
  for (const name of ['S3_PREFIX', 'S3_ENDPOINT', 'S3_ACCESS_KEY_ID'] as const)
    need(
      value.S3_BUCKET === undefined && value[name] !== undefined && value[name] !== '',
      'S3_BUCKET',
      `is needed beside ${name}`,
    );
  need(
    value.S3_ACCESS_KEY_ID !== undefined && value.S3_SECRET_ACCESS_KEY === undefined,
    'S3_SECRET_ACCESS_KEY',
    'is needed beside S3_ACCESS_KEY_ID',
  );
  need(
    value.S3_ACCESS_KEY_ID === undefined && value.S3_SECRET_ACCESS_KEY !== undefined,
    'S3_ACCESS_KEY_ID',
    'is needed beside S3_SECRET_ACCESS_KEY',
  );
  need(
    value.S3_BUCKET !== undefined && value.ARCHIVE_MAX_MEGABYTES > 5000,
    'ARCHIVE_MAX_MEGABYTES',
    'is at most 5000 in a bucket, which takes no larger object at once',
  );
  need(
    value.WORKERS > 1 && value.DATABASE_URL === undefined,
    'WORKERS',
    'is 1 on the embedded database, which one process holds; more need DATABASE_URL',
  );
  need(
    value.VIDEO_UPSTREAM_URL === undefined && value.VIDEO_API_KEY !== undefined,
    'VIDEO_UPSTREAM_URL',
    'is needed beside VIDEO_API_KEY',
  );
  need(
    value.VIDEO_UPSTREAM_URL !== undefined && value.VIDEO_API_KEY === undefined,
    'VIDEO_API_KEY',
    'is needed beside VIDEO_UPSTREAM_URL',
  );
  need(
    value.VIDEO_MIN_DURATION > value.VIDEO_MAX_DURATION,
    'VIDEO_MIN_DURATION',
    'must not be above VIDEO_MAX_DURATION',
  );
});

type Environment = z.output<typeof environment>;

/** All settings of the registry, checked. `.env.example` says what each one is for. */
export type Settings = Readonly<Omit<Environment, 'PUBLIC_URL' | 'CACHE_MEGABYTES'>> & {
  /** The address that callers reach us under, without a trailing slash. */
  readonly PUBLIC_URL: string;
  readonly CACHE_MEGABYTES: number;
};

const MEGABYTE = 1024 * 1024;
const CACHES_MOST = 1536;

/**
 * Three eighths of what Node's heap may take, which is itself a part of what the machine or the container has, for all
 * processes together; in megabytes, of bytes.
 */
export const cachesByDefault = (heapLimit: number, workers: number): number =>
  Math.round(Math.min(CACHES_MOST, (heapLimit / MEGABYTE) * 0.375) / workers);

/** The names of all settings, as `.env.example` lists them. */
export const SETTING_NAMES: readonly string[] = Object.keys(environment.shape);

/**
 * Reads and checks the settings; an empty variable counts as absent.
 * @throws SettingsError with one line for each wrong value
 */
export function readSettings(variables: Record<string, string | undefined> = process.env): Settings {
  const given = Object.fromEntries(
    Object.entries(variables).filter(([name, value]) => name in environment.shape && value?.trim() !== ''),
  );
  const parsed = consistent.safeParse(given);
  if (!parsed.success) {
    throw new SettingsError(parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('\n'));
  }
  return {
    ...parsed.data,
    PUBLIC_URL: parsed.data.PUBLIC_URL ?? `http://localhost:${parsed.data.PORT}`,
    CACHE_MEGABYTES:
      parsed.data.CACHE_MEGABYTES ?? cachesByDefault(getHeapStatistics().heap_size_limit, parsed.data.WORKERS),
  };
}
