import { z } from 'zod';
import {
  address,
  checkLevels,
  count,
  databaseUrl,
  flag,
  fraction,
  headerSecret,
  list,
  nodeId,
  origins,
  path,
  redisUrl,
  secret,
  trustProxy,
  videoModels,
} from './setting-values.js';

/** Each setting: the values it takes, and its default. `.env.example` documents them. */
export const environment = z.object({
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
  WEB: z
    .enum(['on', 'off'], 'takes on or off')
    .default('on')
    .transform((text) => text === 'on'),
  SNAPSHOT_MIN_AGE_SECONDS: count(0, 86_400).default(60),
  MAX_SUBSCRIPTIONS: count(1, 1_000_000).default(4000),
  MAX_SUBSCRIPTIONS_PER_CALLER: count(1, 1_000_000).default(20),
  GRAPHQL_MAX_COST: count(1, 10_000_000).default(20_000),
  GRAPHQL_ALLOWED_DOCUMENTS: path.optional(),

  AUTH_ISSUER: z.string().min(1).optional(),
  AUTH_AUDIENCE: z.string().min(1).optional(),
  AUTH_JWKS_URL: address.optional(),
  AUTH_CLIENT_ID: z.string().min(1).optional(),
  AUTH_CLIENT_SECRET: secret.optional(),
  AUTH_SIGNING_KEY: secret.optional(),
  ADMIN_SUBJECTS: list.default([]),
  REQUIRE_APPROVAL: flag.default(false),
  SESSION_HOURS: count(1, 8760).default(168),
  SESSION_IDLE_HOURS: count(1, 8760).default(24),
  MAX_SESSIONS_PER_USER: count(1, 1000).default(10),

  MAX_PUBLISHERS_PER_USER: count(1, 100_000).default(5),
  MAX_NEW_PUBLISHERS_PER_DAY: count(1, 100_000).default(5),
  MAX_NODES_PER_PUBLISHER: count(1, 100_000).default(500),
  MAX_NEW_NODES_PER_DAY: count(1, 100_000).default(50),
  MAX_VERSIONS_PER_NODE: count(1, 1_000_000).default(5000),
  MAX_STORED_MEGABYTES_PER_PUBLISHER: count(1, 100_000_000).default(20_480),
  MAX_TOKENS_PER_PUBLISHER: count(1, 100_000).default(50),
  MAX_SEARCH_WORDS_PER_NODE: count(1, 4000).default(500),
  RETENTION_AUDIT_DETAIL_DAYS: count(1, 36_500).default(400),
  RETENTION_CHANGES_DAYS: count(1, 36_500).default(400),
  RETENTION_VIDEO_TASKS_DAYS: count(1, 36_500).default(90),
  RETENTION_UNUSED_IDS_DAYS: count(1, 36_500).default(30),
  COMMUNITY_TRANSLATIONS: z.enum(['separate', 'merged', 'off'], 'takes separate, merged or off').default('separate'),
  ANONYMOUS_TRANSLATIONS: flag.default(true),
  COMMUNITY_TRANSLATIONS_PER_HOUR: count(1, 1_000_000).default(60),
  REPORTS_PER_HOUR: count(1, 1_000_000).default(20),
  MAX_OPEN_REPORTS_PER_USER: count(1, 100_000).default(50),

  ARCHIVE_MAX_MEGABYTES: count(1, 10_000).default(100),
  UPLOAD_GRACE_SECONDS: count(1, 300).default(10),
  ARCHIVE_DIR: path.optional(),
  S3_BUCKET: z.string().optional(),
  S3_PREFIX: z.string().default(''),
  S3_REGION: z.string().default('us-east-1'),
  S3_ENDPOINT: address.optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: secret.optional(),
  CHECK_LEVELS: checkLevels.default(new Map()),

  HOST_NODE_ID: nodeId.default('comfyui'),

  REPO_HOST_API_URL: address.default('https://api.github.com'),
  REPO_HOST_DOMAINS: list.transform((hosts) => hosts.map((host) => host.toLowerCase())).default(['github.com']),
  REPO_HOST_TIMEOUT_MS: count(10, 60_000).default(10_000),

  VIDEO_UPSTREAM_URL: address.optional(),
  VIDEO_API_KEY: headerSecret.optional(),
  VIDEO_TIMEOUT_MS: count(10, 300_000).default(30_000),
  VIDEO_POLL_INTERVAL_MS: count(1, 60_000).default(1000),
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

/** The names of all settings. */
export const SETTING_NAMES: readonly string[] = Object.keys(environment.shape);
