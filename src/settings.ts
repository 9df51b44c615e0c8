import { getHeapStatistics } from 'node:v8';
import { z } from 'zod';
import {
  address,
  checkNames,
  count,
  databaseUrl,
  flag,
  fraction,
  headerSecret,
  list,
  origins,
  path,
  redisUrl,
  secret,
  trustProxy,
  videoModels,
} from './setting-values.js';

/** A setting that can't be used; its message names each one and says what it takes. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

const environment = z.object({
  PORT: count(0, 65_535).default(4000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: address.optional(),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_POOL_SIZE: count(1, 500).default(10),
  DATABASE_TIMEOUT_SECONDS: count(1, 600).default(15),
  WORKERS: count(1, 64).default(1),
  DATA_DIR: path.prefault('./data'),
  DEMO: flag.default(true),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'takes fatal, error, warn, info, debug, trace or silent',
    )
    .default('info'),
  TRUST_PROXY: trustProxy.default(false),
  CORS_ORIGINS: origins.optional(),
  METRICS_PORT: count(0, 65_535).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  SLOW_QUERY_MS: count(1, 3_600_000).default(500),
  TRACE_RESOLVERS: fraction.default(0.01),
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
  GRAPHQL_ALLOWED_DOCUMENTS: path.optional(),

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
  ARCHIVE_DIR: path.optional(),
  S3_BUCKET: z.string().optional(),
  S3_PREFIX: z.string().default(''),
  S3_REGION: z.string().default('us-east-1'),
  S3_ENDPOINT: address.optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: secret.optional(),
  CHECKS_OFF: checkNames.default([]),

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

type Environment = z.output<typeof environment>;

/** A combination of settings that can't be used. */
interface Conflict {
  readonly setting: keyof Environment;
  readonly message: string;
  readonly found: (value: Environment) => boolean;
}

const CONFLICTS: readonly Conflict[] = [
  {
    setting: 'AUTH_AUDIENCE',
    message: 'is needed beside AUTH_ISSUER: the audience that tokens for this registry carry',
    found: (value) => value.AUTH_ISSUER !== undefined && value.AUTH_AUDIENCE === undefined,
  },
  {
    setting: 'AUTH_ISSUER',
    message: 'is needed beside AUTH_AUDIENCE',
    found: (value) => value.AUTH_ISSUER === undefined && value.AUTH_AUDIENCE !== undefined,
  },
  {
    setting: 'AUTH_ISSUER',
    message: 'is needed beside AUTH_JWKS_URL',
    found: (value) => value.AUTH_ISSUER === undefined && value.AUTH_JWKS_URL !== undefined,
  },
  {
    setting: 'AUTH_ISSUER',
    message: 'takes an http or https address, where AUTH_JWKS_URL does not say where its keys are',
    found: (value) =>
      value.AUTH_ISSUER !== undefined &&
      value.AUTH_JWKS_URL === undefined &&
      !address.safeParse(value.AUTH_ISSUER).success,
  },
  {
    setting: 'AUTH_SIGNING_KEY',
    message: 'belongs to the built-in issuer; leave it out where AUTH_ISSUER names another',
    found: (value) => value.AUTH_ISSUER !== undefined && value.AUTH_SIGNING_KEY !== undefined,
  },
  {
    setting: 'AUTH_ISSUER',
    message:
      'is needed beside ADMIN_SUBJECTS: the provider whose subjects they are (a token of the built-in issuer says itself who is an admin)',
    found: (value) => value.AUTH_ISSUER === undefined && value.ADMIN_SUBJECTS.length > 0,
  },
  ...(['S3_PREFIX', 'S3_ENDPOINT', 'S3_ACCESS_KEY_ID'] as const).map((name): Conflict => ({
    setting: 'S3_BUCKET',
    message: `is needed beside ${name}`,
    found: (value) => value.S3_BUCKET === undefined && value[name] !== undefined && value[name] !== '',
  })),
  {
    setting: 'S3_SECRET_ACCESS_KEY',
    message: 'is needed beside S3_ACCESS_KEY_ID',
    found: (value) => value.S3_ACCESS_KEY_ID !== undefined && value.S3_SECRET_ACCESS_KEY === undefined,
  },
  {
    setting: 'S3_ACCESS_KEY_ID',
    message: 'is needed beside S3_SECRET_ACCESS_KEY',
    found: (value) => value.S3_ACCESS_KEY_ID === undefined && value.S3_SECRET_ACCESS_KEY !== undefined,
  },
  {
    setting: 'ARCHIVE_MAX_MEGABYTES',
    message: 'is at most 5000 in a bucket, which takes no larger object at once',
    found: (value) => value.S3_BUCKET !== undefined && value.ARCHIVE_MAX_MEGABYTES > 5000,
  },
  {
    setting: 'WORKERS',
    message: 'is 1 on the embedded database, which one process holds; more need DATABASE_URL',
    found: (value) => value.WORKERS > 1 && value.DATABASE_URL === undefined,
  },
  {
    setting: 'VIDEO_UPSTREAM_URL',
    message: 'is needed beside VIDEO_API_KEY',
    found: (value) => value.VIDEO_UPSTREAM_URL === undefined && value.VIDEO_API_KEY !== undefined,
  },
  {
    setting: 'VIDEO_API_KEY',
    message: 'is needed beside VIDEO_UPSTREAM_URL',
    found: (value) => value.VIDEO_UPSTREAM_URL !== undefined && value.VIDEO_API_KEY === undefined,
  },
  {
    setting: 'VIDEO_MIN_DURATION',
    message: 'must not be above VIDEO_MAX_DURATION',
    found: (value) => value.VIDEO_MIN_DURATION > value.VIDEO_MAX_DURATION,
  },
];

const consistent = environment.superRefine((value, context) => {
  for (const { setting, message, found } of CONFLICTS)
    if (found(value)) context.addIssue({ code: 'custom', path: [setting], message });
});

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
