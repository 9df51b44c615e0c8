import { classifierLine, OS_INDEPENDENT } from '../values/classifier.js';
import { isPrerelease, isVersionRange, highestInRange, parseHostVersion, rangeHolds } from '../values/semver.js';
import type { PlanWarning, PlanWarningCode } from './answer.js';
import type { HostContext } from './question.js';

/** What decides whether a version is chosen. */
export interface VersionFacts {
  readonly version: string;
  readonly deprecated: boolean;
  readonly supportedCoreuiVersion: string | null;
  readonly supportedCoreuiFrontendVersion: string | null;
  readonly supportedOs: readonly string[];
  readonly supportedAccelerators: readonly string[];
}

/** True if a list of classifiers names the asked one, one above or below it, or none at all. */
function names(list: readonly string[], asked: string | undefined, independent?: string): boolean {
  if (asked === undefined || list.length === 0) return true;
  const line = [...classifierLine(asked), ...(independent === undefined ? [] : [independent])];
  const matching = line.map((classifier) => classifier.toLowerCase());
  const below = `${asked.toLowerCase()} :: `;
  return list.some((one) => matching.includes(one.toLowerCase()) || one.toLowerCase().startsWith(below));
}

function holds(range: string | null, asked: string | undefined): boolean {
  const version = asked === undefined ? undefined : parseHostVersion(asked);
  return version === undefined || range === null || range === '' || rangeHolds(range, version);
}

/** The parts of a context that a version does not support. */
export function unsupported(version: VersionFacts, context: HostContext): PlanWarning[] {
  const found: PlanWarning[] = [];
  const add = (code: PlanWarningCode, what: string, supported: string): void =>
    void found.push({
      code,
      message: `Version ${version.version} does not support ${what}. It supports: ${supported}.`,
    });
  const { supportedCoreuiVersion: host, supportedCoreuiFrontendVersion: frontend } = version;
  if (!holds(host, context.coreuiVersion))
    add('unsupported_coreui_version', `version ${context.coreuiVersion} of the host`, host!);
  if (!holds(frontend, context.coreuiFrontendVersion))
    add(
      'unsupported_coreui_frontend_version',
      `version ${context.coreuiFrontendVersion} of the host’s frontend`,
      frontend!,
    );
  if (!names(version.supportedOs, context.os, OS_INDEPENDENT))
    add('unsupported_os', `the system ${context.os}`, version.supportedOs.join(', '));
  if (!names(version.supportedAccelerators, context.accelerator))
    add('unsupported_accelerator', `the accelerator ${context.accelerator}`, version.supportedAccelerators.join(', '));
  return found;
}

/** Versions in the order in which they are preferred: releases before pre-releases, newest first. */
export function inPreference<V extends VersionFacts>(newestFirst: readonly V[]): V[] {
  const isRelease = ({ version }: V): boolean => !isPrerelease(version);
  return [...newestFirst.filter(isRelease), ...newestFirst.filter((one) => !isRelease(one))];
}

/** The versions that a range holds; all if it is no range. */
export function inRange<V extends VersionFacts>(versions: readonly V[], range: string | undefined): readonly V[] {
  if (range === undefined || !isVersionRange(range)) return versions;
  return versions.filter(({ version }) => highestInRange([version], range) !== undefined);
}

/** Simple names of systems, as Python and Node know them, and their classifiers. */
const SYSTEMS: Readonly<Record<string, string>> = {
  linux: 'POSIX :: Linux',
  windows: 'Microsoft :: Windows',
  win32: 'Microsoft :: Windows',
  nt: 'Microsoft :: Windows',
  macos: 'MacOS',
  darwin: 'MacOS',
};
const ACCELERATORS: Readonly<Record<string, string>> = {
  cuda: 'GPU :: NVIDIA CUDA',
  nvidia: 'GPU :: NVIDIA CUDA',
  rocm: 'GPU :: AMD ROCm',
  amd: 'GPU :: AMD ROCm',
  mps: 'GPU :: Apple Metal',
  metal: 'GPU :: Apple Metal',
  apple: 'GPU :: Apple Metal',
  cpu: 'CPU',
};

const lookUp = (names_: Readonly<Record<string, string>>, text: string): string =>
  Object.hasOwn(names_, text.toLowerCase()) ? names_[text.toLowerCase()]! : text;

/** The classifier of a system, given as such or by a simple name such as `linux`. */
export const systemClassifier = (text: string): string => lookUp(SYSTEMS, text);

/** The classifier of an accelerator, given as such or by a simple name such as `cuda`. */
export const acceleratorClassifier = (text: string): string => lookUp(ACCELERATORS, text);
