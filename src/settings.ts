import { getHeapStatistics } from 'node:v8';
import type { z } from 'zod';
import { misspelt, unknownIn } from './setting-names.js';
import { environment, SETTING_NAMES } from './setting-schema.js';
import { address } from './setting-values.js';

/** The error for invalid settings. The message lists each one with the values it takes. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

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
    message: 'is needed with AUTH_ISSUER: the audience of tokens for this registry',
    found: (value) => value.AUTH_ISSUER !== undefined && value.AUTH_AUDIENCE === undefined,
  },
  {
    setting: 'AUTH_ISSUER',
    message: 'is needed with AUTH_AUDIENCE',
    found: (value) => value.AUTH_ISSUER === undefined && value.AUTH_AUDIENCE !== undefined,
  },
  {
    setting: 'AUTH_ISSUER',
    message: 'is needed with AUTH_JWKS_URL',
    found: (value) => value.AUTH_ISSUER === undefined && value.AUTH_JWKS_URL !== undefined,
  },
  {
    setting: 'AUTH_ISSUER',
    message: 'takes an http or https address, unless AUTH_JWKS_URL is set',
    found: (value) =>
      value.AUTH_ISSUER !== undefined &&
      value.AUTH_JWKS_URL === undefined &&
      !address.safeParse(value.AUTH_ISSUER).success,
  },
  {
    setting: 'AUTH_ISSUER',
    message: 'is needed with AUTH_CLIENT_ID: an http or https address with a discovery document',
    found: (value) => value.AUTH_CLIENT_ID !== undefined && !address.safeParse(value.AUTH_ISSUER).success,
  },
  {
    setting: 'AUTH_CLIENT_ID',
    message: 'is needed with AUTH_CLIENT_SECRET',
    found: (value) => value.AUTH_CLIENT_ID === undefined && value.AUTH_CLIENT_SECRET !== undefined,
  },
  {
    setting: 'AUTH_SIGNING_KEY',
    message: 'is for the built-in issuer only; remove it if AUTH_ISSUER is set',
    found: (value) => value.AUTH_ISSUER !== undefined && value.AUTH_SIGNING_KEY !== undefined,
  },
  {
    setting: 'AUTH_ISSUER',
    message:
      'is needed with ADMIN_SUBJECTS: the provider of these subjects (a token of the built-in issuer grants the admin role itself)',
    found: (value) => value.AUTH_ISSUER === undefined && value.ADMIN_SUBJECTS.length > 0,
  },
  ...(['S3_PREFIX', 'S3_ENDPOINT', 'S3_ACCESS_KEY_ID'] as const).map((name): Conflict => ({
    setting: 'S3_BUCKET',
    message: `is needed with ${name}`,
    found: (value) => value.S3_BUCKET === undefined && value[name] !== undefined && value[name] !== '',
  })),
  {
    setting: 'S3_SECRET_ACCESS_KEY',
    message: 'is needed with S3_ACCESS_KEY_ID',
    found: (value) => value.S3_ACCESS_KEY_ID !== undefined && value.S3_SECRET_ACCESS_KEY === undefined,
  },
  {
    setting: 'S3_ACCESS_KEY_ID',
    message: 'is needed with S3_SECRET_ACCESS_KEY',
    found: (value) => value.S3_ACCESS_KEY_ID === undefined && value.S3_SECRET_ACCESS_KEY !== undefined,
  },
  {
    setting: 'ARCHIVE_MAX_MEGABYTES',
    message: 'must be at most 5000 with S3_BUCKET, because a single upload to a bucket can’t be larger',
    found: (value) => value.S3_BUCKET !== undefined && value.ARCHIVE_MAX_MEGABYTES > 5000,
  },
  {
    setting: 'WORKERS',
    message: 'must be 1 with the embedded database, which only one process can use; set DATABASE_URL for more',
    found: (value) => value.WORKERS > 1 && value.DATABASE_URL === undefined,
  },
  {
    setting: 'VIDEO_UPSTREAM_URL',
    message: 'is needed with VIDEO_API_KEY',
    found: (value) => value.VIDEO_UPSTREAM_URL === undefined && value.VIDEO_API_KEY !== undefined,
  },
  {
    setting: 'VIDEO_API_KEY',
    message: 'is needed with VIDEO_UPSTREAM_URL',
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

/** All settings of the registry, validated. `.env.example` documents each one. */
export type Settings = Readonly<Omit<Environment, 'PUBLIC_URL' | 'CACHE_MEGABYTES'>> & {
  /** The URL under which callers reach the registry, without a trailing slash. */
  readonly PUBLIC_URL: string;
  readonly CACHE_MEGABYTES: number;
};

const MEGABYTE = 1024 * 1024;
const CACHES_MAX = 1536;

/**
 * Default cache size per process, in megabytes: three eighths of the heap limit, divided by the number of workers.
 */
export const cachesByDefault = (heapLimit: number, workers: number): number =>
  Math.round(Math.min(CACHES_MAX, (heapLimit / MEGABYTE) * 0.375) / workers);

/** Settings of earlier builds, and what to write instead. A start with one of them fails. */
const REPLACED: Readonly<Record<string, (value: string) => string>> = {
  CHECKS_OFF: (value) =>
    `was replaced by CHECK_LEVELS; write CHECK_LEVELS=${value
      .split(',')
      .map((name) => `${name.trim()}=off`)
      .join(',')}`,
};

/**
 * Reads and validates the settings. An empty variable counts as absent.
 * @throws SettingsError with one line per invalid value and per misspelt setting
 */
export function readSettings(variables: Record<string, string | undefined> = process.env): Settings {
  const given = Object.fromEntries(
    Object.entries(variables).filter(([name, value]) => name in environment.shape && value?.trim() !== ''),
  );
  const replaced = Object.entries(REPLACED).flatMap(([name, message]) => {
    const value = variables[name]?.trim();
    return value ? [`${name} ${message(value)}`] : [];
  });
  const unknown = misspelt(variables, SETTING_NAMES);
  const parsed = consistent.safeParse(given);
  const faults = parsed.error?.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`) ?? [];
  if (!parsed.success || replaced.length + unknown.length > 0)
    throw new SettingsError([...replaced, ...unknown, ...faults].join('\n'));
  return {
    ...parsed.data,
    PUBLIC_URL: parsed.data.PUBLIC_URL ?? `http://localhost:${parsed.data.PORT}`,
    CACHE_MEGABYTES:
      parsed.data.CACHE_MEGABYTES ?? cachesByDefault(getHeapStatistics().heap_size_limit, parsed.data.WORKERS),
  };
}

/**
 * Reads the settings of the environment and of a file, which the environment overrides, as Docker does.
 * @throws SettingsError like `readSettings`, also with one line per variable of the file that is not a setting
 */
export function readSettingsWith(file: Readonly<Record<string, string | undefined>>): Settings {
  const near = misspelt(file, SETTING_NAMES).map((line) => line.split(' ')[0]);
  const unknown = unknownIn(file, SETTING_NAMES)
    .filter((name) => !near.includes(name))
    .map((name) => `${name} is not a setting`);
  try {
    const settings = readSettings({ ...file, ...process.env });
    if (unknown.length === 0) return settings;
  } catch (error) {
    if (error instanceof SettingsError) throw new SettingsError([...unknown, error.message].join('\n'));
    throw error;
  }
  throw new SettingsError(unknown.join('\n'));
}
