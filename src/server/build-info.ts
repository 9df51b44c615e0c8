import { readFileSync } from 'node:fs';

/** Which program runs. */
export interface BuildInfo {
  /** The version in package.json. */
  readonly version: string;
  /** A short id of the sources. Part of ETags, because another build may respond differently. */
  readonly build: string;
}

/** Returns the version and the build of this program; both are `source` if it was not built, as in tests. */
export function buildInfo(): BuildInfo {
  try {
    const { version, digest } = JSON.parse(readFileSync(new URL('../../build.json', import.meta.url), 'utf8')) as {
      version: string;
      digest: string;
    };
    return { version, build: digest.slice(0, 8) };
  } catch {
    return { version: 'source', build: 'source' };
  }
}
