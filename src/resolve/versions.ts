import { classifierRule, OS_INDEPENDENT, supportsClassifier } from '../values/classifier.js';
import { isPrerelease, isVersionRange, highestInRange, parseHostVersion, rangeHolds } from '../values/semver.js';
import type { PlanWarning, PlanWarningCode } from './answer.js';
import type { HostContext } from './question.js';

/**
 * The support that a node or a version states for host versions, systems and accelerators. An absent range and an empty
 * list support everything.
 */
export interface Support {
  readonly supportedCoreuiVersion: string | null;
  readonly supportedCoreuiFrontendVersion: string | null;
  readonly supportedOs: readonly string[];
  readonly supportedAccelerators: readonly string[];
}

/** A version that can be chosen, with the values that decide the choice. */
export interface VersionFacts extends Support {
  readonly version: string;
  readonly deprecated: boolean;
}

function supports(list: readonly string[], asked: string | undefined, independent?: string): boolean {
  if (asked === undefined) return true;
  const lowered = list.map((classifier) => classifier.toLowerCase());
  return supportsClassifier(lowered, classifierRule(asked, independent));
}

function holds(range: string | null, asked: string | undefined): boolean {
  const version = asked === undefined ? undefined : parseHostVersion(asked);
  return version === undefined || range === null || range === '' || rangeHolds(range, version);
}

/** True if the context can exclude versions. */
export const restricts = ({ coreuiVersion, coreuiFrontendVersion, os, accelerator }: HostContext): boolean =>
  (coreuiVersion ?? coreuiFrontendVersion ?? os ?? accelerator) !== undefined;

const NO_WARNINGS: readonly PlanWarning[] = [];

/**
 * Returns a warning for each part of a context that a node or a version does not support.
 * @param subject the beginning of the messages, such as `Version 1.0.0`
 */
export function unsupported(support: Support, subject: string, context: HostContext): readonly PlanWarning[] {
  if (!restricts(context)) return NO_WARNINGS;
  const found: PlanWarning[] = [];
  const add = (code: PlanWarningCode, what: string, supported: string): void =>
    void found.push({
      code,
      message: `${subject} does not support ${what}. It supports: ${supported}.`,
    });
  const { supportedCoreuiVersion: host, supportedCoreuiFrontendVersion: frontend } = support;
  if (!holds(host, context.coreuiVersion))
    add('unsupported_coreui_version', `version ${context.coreuiVersion} of the host`, host!);
  if (!holds(frontend, context.coreuiFrontendVersion))
    add(
      'unsupported_coreui_frontend_version',
      `version ${context.coreuiFrontendVersion} of the host’s frontend`,
      frontend!,
    );
  if (!supports(support.supportedOs, context.os, OS_INDEPENDENT))
    add('unsupported_os', `the system ${context.os}`, support.supportedOs.join(', '));
  if (!supports(support.supportedAccelerators, context.accelerator))
    add('unsupported_accelerator', `the accelerator ${context.accelerator}`, support.supportedAccelerators.join(', '));
  return found;
}

/** The versions that support a context. */
export const supporting = <V extends Support>(versions: readonly V[], context: HostContext): readonly V[] =>
  restricts(context) ? versions.filter((version) => unsupported(version, '', context).length === 0) : versions;

/** Sorts versions by preference: releases before pre-releases, each newest first. */
export function inPreference<V extends VersionFacts>(newestFirst: readonly V[]): readonly V[] {
  if (!newestFirst.some(({ version }) => isPrerelease(version))) return newestFirst;
  return newestFirst.toSorted((a, b) => Number(isPrerelease(a.version)) - Number(isPrerelease(b.version)));
}

/** Returns the versions in a range; all if there is no range or it is not valid. */
export function inRange<V extends VersionFacts>(versions: readonly V[], range: string | undefined): readonly V[] {
  if (range === undefined || !isVersionRange(range)) return versions;
  return versions.filter(({ version }) => highestInRange([version], range) !== undefined);
}

/** Classifiers by the simple names of operating systems, which include those of Python and Node.js. */
const SYSTEMS: Readonly<Record<string, string>> = {
  linux: 'POSIX :: Linux',
  linux2: 'POSIX :: Linux',
  windows: 'Microsoft :: Windows',
  win32: 'Microsoft :: Windows',
  cygwin: 'Microsoft :: Windows',
  nt: 'Microsoft :: Windows',
  macos: 'MacOS',
  darwin: 'MacOS',
  posix: 'POSIX',
  freebsd: 'POSIX :: BSD :: FreeBSD',
};
const ACCELERATORS: Readonly<Record<string, string>> = {
  cuda: 'GPU :: NVIDIA CUDA',
  nvidia: 'GPU :: NVIDIA CUDA',
  rocm: 'GPU :: AMD ROCm',
  amd: 'GPU :: AMD ROCm',
  mps: 'GPU :: Apple Metal',
  metal: 'GPU :: Apple Metal',
  apple: 'GPU :: Apple Metal',
  xpu: 'GPU :: Intel Arc',
  intel: 'GPU :: Intel Arc',
  npu: 'NPU :: Huawei Ascend',
  ascend: 'NPU :: Huawei Ascend',
  cpu: 'CPU',
};

const lookUp = (classifiers: Readonly<Record<string, string>>, text: string): string =>
  Object.hasOwn(classifiers, text.toLowerCase()) ? classifiers[text.toLowerCase()]! : text;

/** Returns the classifier for a simple name of an operating system such as `linux`. Returns other texts unchanged. */
export const systemClassifier = (text: string): string => lookUp(SYSTEMS, text);

/** Returns the classifier for a simple name of an accelerator such as `cuda`. Returns other texts unchanged. */
export const acceleratorClassifier = (text: string): string => lookUp(ACCELERATORS, text);
