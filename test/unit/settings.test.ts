import { existsSync, readFileSync } from 'node:fs';
import { inspect, parseEnv } from 'node:util';
import { getHeapStatistics } from 'node:v8';
import { describe, expect, it } from '@jest/globals';
import { settingsPage } from '../../scripts/emit-settings.js';
import { SETTING_NAMES } from '../../src/setting-schema.js';
import { cachesByDefault, readSettings, SettingsError } from '../../src/settings.js';
import { itWhen } from '../support/skips.js';

/** Returns the error lines for these variables. */
function faultsOf(variables: Record<string, string>): string[] {
  try {
    readSettings(variables);
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.message.split('\n');
    throw error;
  }
}

describe('settings', () => {
  it('are all optional', () => {
    expect(readSettings({})).toMatchObject({
      PORT: 4000,
      HOST: '127.0.0.1',
      PUBLIC_URL: 'http://localhost:4000',
      DEMO: true,
      TRUST_PROXY: false,
      MAX_PUBLISHERS_PER_USER: 5,
      ANONYMOUS_TRANSLATIONS: true,
      REPO_HOST_API_URL: 'https://api.github.com',
      REPO_HOST_DOMAINS: ['github.com'],
      VIDEO_MAX_PROMPT: 5000,
      VIDEO_IMAGES: 2,
      VIDEO_MIN_DURATION: 1,
      VIDEO_MAX_DURATION: 16,
      VIDEO_MAX_BODY_MEGABYTES: 20,
    });
  });

  it('treat an empty variable as absent, and ignore other variables', () => {
    expect(readSettings({ PORT: '', DEMO: ' ', PATH: '/bin', port: 'x' })).toMatchObject({ PORT: 4000, DEMO: true });
  });

  it('size the caches of all processes at three eighths of the heap limit, at most 1536 MB', () => {
    expect([256, 1000, 4144, 64_000].map((megabytes) => cachesByDefault(megabytes * 1024 * 1024, 1))).toEqual([
      96, 375, 1536, 1536,
    ]);
    expect(cachesByDefault(8000 * 1024 * 1024, 4)).toBe(384);
    expect(readSettings({}).CACHE_MEGABYTES).toBe(cachesByDefault(getHeapStatistics().heap_size_limit, 1));
    expect(readSettings({ DATABASE_URL: 'postgres://h/d', WORKERS: '3' }).CACHE_MEGABYTES).toBe(
      cachesByDefault(getHeapStatistics().heap_size_limit, 3),
    );
    expect(readSettings({ CACHE_MEGABYTES: '7' }).CACHE_MEGABYTES).toBe(7);
  });

  it('reject names that are similar to those of settings', () => {
    expect(
      faultsOf({ REQUIRE_APROVAL: 'true', MAX_NODE_PER_PUBLISHER: '5', DATABSE_URL: 'x', log_level: 'warn' }),
    ).toEqual([
      'REQUIRE_APROVAL is not a setting. Did you mean REQUIRE_APPROVAL? Rename or remove it',
      'MAX_NODE_PER_PUBLISHER is not a setting. Did you mean MAX_NODES_PER_PUBLISHER? Rename or remove it',
      'DATABSE_URL is not a setting. Did you mean DATABASE_URL? Rename or remove it',
      'log_level is not a setting. Did you mean LOG_LEVEL? Rename or remove it',
    ]);
    // Variables of other programs are ignored.
    const others = {
      PATH: '/bin',
      HOSTNAME: 'h',
      DATABASE_HOST: 'h',
      OTEL_EXPORTER_OTLP_HEADERS: 'a=b',
      NODE_ENV: 'production',
      POSTGRES_PASSWORD: 'x',
      AWS_REGION: 'r',
      DEMOS: '1',
      HTTP_PROXY: 'x',
    };
    expect(faultsOf({ ...others, REQUIRE_APROVAL: '' })).toEqual([]);
  });

  it('accept levels of checks, and reject the setting that they replaced', () => {
    expect([...readSettings({ CHECK_LEVELS: 'shell=warn, dynamic-code=off' }).CHECK_LEVELS]).toEqual([
      ['shell', 'warn'],
      ['dynamic-code', 'off'],
    ]);
    expect([...readSettings({ CHECKS_OFF: ' ' }).CHECK_LEVELS]).toEqual([]);
    for (const wrong of ['shell', 'shell=', 'shell=loud', 'typo=off', 'shell=warn=off', 'archive-safety=off'])
      expect(faultsOf({ CHECK_LEVELS: wrong })).toEqual([
        expect.stringMatching(/^CHECK_LEVELS takes levels of checks/),
      ]);
    expect(faultsOf({ CHECKS_OFF: 'shell, dynamic-code', PORT: 'x' })).toEqual([
      'CHECKS_OFF was replaced by CHECK_LEVELS; write CHECK_LEVELS=shell=off,dynamic-code=off',
      'PORT takes a whole number from 0 to 65535',
    ]);
  });

  it('are parsed to their types', () => {
    const settings = readSettings({
      PORT: '8080',
      DEMO: 'no',
      PUBLIC_URL: 'https://registry.example.org/',
      CORS_ORIGINS: ' https://a.example , https://b.example,',
      TRUST_PROXY: '10.0.0.0/8, loopback,2001:db8::/32',
      VIDEO_MODELS: '{"m": {"durations": [4]}}',
      ADMIN_SUBJECTS: 'a,b',
      AUTH_ISSUER: 'https://id.example.org',
      AUTH_AUDIENCE: 'x',
    });
    expect(settings).toMatchObject({
      PORT: 8080,
      DEMO: false,
      PUBLIC_URL: 'https://registry.example.org',
      CORS_ORIGINS: ['https://a.example', 'https://b.example'],
      TRUST_PROXY: ['10.0.0.0/8', 'loopback', '2001:db8::/32'],
      VIDEO_MODELS: { m: { durations: [4] } },
      ADMIN_SUBJECTS: ['a', 'b'],
    });
    expect([
      readSettings({ TRUST_PROXY: '2' }).TRUST_PROXY,
      readSettings({ TRUST_PROXY: '0' }).TRUST_PROXY,
      readSettings({ TRUST_PROXY: 'none' }).TRUST_PROXY,
    ]).toEqual([2, false, false]);
  });

  it.each([
    ['PORT', 'http'],
    ['PORT', '70000'],
    ['PORT', '-1'],
    ['PORT', '1.5'],
    ['PUBLIC_URL', 'registry.example.org'],
    ['PUBLIC_URL', 'ftp://x'],
    ['DATABASE_URL', 'mysql://x/y'],
    ['DEMO', 'maybe'],
    ['LOG_LEVEL', 'loud'],
    ['TRUST_PROXY', 'yes'],
    ['TRUST_PROXY', '1.2.3.4.5'],
    ['TRUST_PROXY', 'abc'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.1,,'],
    ['SHUTDOWN_TIMEOUT', '0'],
    ['VIDEO_MODELS', '{'],
    ['VIDEO_MODELS', '{"m": 5}'],
    ['VIDEO_MODELS', '[]'],
    ['VIDEO_SANDBOX_STEP_MS', '3001'],
    ['COMMUNITY_TRANSLATIONS_PER_HOUR', '0'],
    ['REPO_HOST_API_URL', 'x'],
    ['VIDEO_API_KEY', 'two words'],
    ['CORS_ORIGINS', 'example.org'],
    ['CORS_ORIGINS', 'https://example.org/page'],
    ['VIDEO_API_KEY', 'a\nb'],
  ])('reject %s=%j in one line with its name', (name, value) => {
    // A key without its pair is refused with another error.
    const faults = faultsOf({
      [name]: value,
      ...(name === 'VIDEO_API_KEY' ? { VIDEO_UPSTREAM_URL: 'https://video.example.org' } : {}),
    });
    expect(faults).toEqual([expect.stringMatching(new RegExp(`^${name} (takes|is) .+`))]);
    expect(faults[0]).not.toMatch(/invalid input/i);
  });

  it('list all invalid settings at once', () => {
    expect(
      faultsOf({ PORT: 'x', DEMO: 'x', LOG_LEVEL: 'x' })
        .map((line) => line.split(' ')[0])
        .sort(),
    ).toEqual(['DEMO', 'LOG_LEVEL', 'PORT']);
  });

  it.each([
    ['AUTH_AUDIENCE', { AUTH_ISSUER: 'https://id.example.org' }],
    ['AUTH_ISSUER', { AUTH_AUDIENCE: 'x' }],
    ['AUTH_ISSUER', { AUTH_JWKS_URL: 'https://id.example.org/keys' }],
    ['AUTH_ISSUER', { AUTH_CLIENT_ID: 'pages' }],
    ['AUTH_CLIENT_ID', { AUTH_CLIENT_SECRET: 'x' }],
    ['AUTH_ISSUER', { AUTH_ISSUER: 'my-provider', AUTH_AUDIENCE: 'x' }],
    ['AUTH_SIGNING_KEY', { AUTH_ISSUER: 'https://id.example.org', AUTH_AUDIENCE: 'x', AUTH_SIGNING_KEY: 'x' }],
    ['AUTH_ISSUER', { ADMIN_SUBJECTS: 'ada' }],
    ['VIDEO_UPSTREAM_URL', { VIDEO_API_KEY: 'key' }],
    ['VIDEO_API_KEY', { VIDEO_UPSTREAM_URL: 'https://video.example.org' }],
    ['WORKERS', { WORKERS: '2' }],
    ['S3_BUCKET', { S3_ENDPOINT: 'https://store.example.org' }],
    ['S3_BUCKET', { S3_PREFIX: 'x/' }],
    ['S3_SECRET_ACCESS_KEY', { S3_BUCKET: 'x', S3_ACCESS_KEY_ID: 'x' }],
    ['S3_ACCESS_KEY_ID', { S3_BUCKET: 'x', S3_SECRET_ACCESS_KEY: 'x' }],
    ['ARCHIVE_MAX_MEGABYTES', { S3_BUCKET: 'x', ARCHIVE_MAX_MEGABYTES: '6000' }],
    ['VIDEO_MIN_DURATION', { VIDEO_MIN_DURATION: '5', VIDEO_MAX_DURATION: '4' }],
  ])('must be consistent: %s of %j', (name, variables) => {
    expect(faultsOf(variables)).toEqual([expect.stringMatching(new RegExp(`^${name} `))]);
  });

  it('accept an issuer that is no URL if the URL of its keys is set', () => {
    expect(
      faultsOf({ AUTH_ISSUER: 'my-provider', AUTH_AUDIENCE: 'x', AUTH_JWKS_URL: 'https://id.example.org/keys' }),
    ).toEqual([]);
  });

  it('hide secrets', () => {
    const settings = readSettings({
      DATABASE_URL: 'postgres://u:hush@h/d',
      VIDEO_API_KEY: 'hush',
      VIDEO_UPSTREAM_URL: 'https://video.example.org',
      AUTH_SIGNING_KEY: 'hush',
      S3_BUCKET: 'x',
      S3_ACCESS_KEY_ID: 'x',
      S3_SECRET_ACCESS_KEY: 'hush',
    });
    expect(inspect(settings, { depth: 9 }) + JSON.stringify(settings)).not.toContain('hush');
    expect(faultsOf({ DATABASE_URL: 'mysql://u:hush@h/d', VIDEO_API_KEY: 'hush hush' }).join()).not.toContain('hush');
  });

  const compose = new URL('../../docker-compose.yml', import.meta.url);
  itWhen(existsSync(compose), 'needs docker-compose.yml')('reach the container from .env, except its own', () => {
    const text = readFileSync(compose, 'utf8');
    const registry = text.slice(text.indexOf('  registry:'));
    expect(registry).toMatch(/env_file:\n\s+- path: \.env\n\s+required: false/);
    // Names here replace those of .env.
    const names = [...registry.matchAll(/^ {6}([A-Z_]+): (.*)$/gm)].map(([, name]) => name!);
    expect(names).toEqual(['DATABASE_URL', 'DATA_DIR', 'HOST', 'METRICS_HOST', 'PORT', 'PUBLIC_URL']);
    expect(registry).toContain('PUBLIC_URL: ${PUBLIC_URL:-http://localhost:${PORT:-4000}}');
  });

  const example = new URL('../../.env.example', import.meta.url);
  itWhen(existsSync(example), 'needs .env.example')('are all in .env.example, and nothing else is', () => {
    const names = [...readFileSync(example, 'utf8').matchAll(/^#? ?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name!);
    expect([...names].sort()).toEqual([...SETTING_NAMES].sort());
  });

  itWhen(existsSync(example), 'needs .env.example')('have the defaults that .env.example shows', () => {
    expect(readSettings(parseEnv(readFileSync(example, 'utf8')) as Record<string, string>)).toEqual(readSettings({}));
  });

  const page = new URL('../../docs/settings.md', import.meta.url);
  itWhen(existsSync(example), 'needs .env.example')('are all in docs/settings.md: `npm run settings` writes it', () => {
    const text = readFileSync(page, 'utf8');
    expect(text).toBe(settingsPage(readFileSync(example, 'utf8')));
    expect([...text.matchAll(/^\| `([A-Z0-9_]+)`/gm)].map(([, name]) => name).sort()).toEqual(
      [...SETTING_NAMES].sort(),
    );
  });
});
