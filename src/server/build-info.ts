import { readFileSync } from 'node:fs';

/** Identifies the running build. */
export interface BuildInfo {
  /** The version in package.json. */
  readonly version: string;
  /** Short hash of the sources. Part of ETags, because another build may give other responses. */
  readonly build: string;
}

/** Returns the version and build of this program. Both are `source` if there is no build.json, as in tests. */
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
