import type { CoverMethod } from './cover.js';

/** Why a node was chosen: the first of these that applies. */
export enum ChoiceReason {
  /** The workflow or the request names it. */
  Pinned = 'pinned',
  /** A name is reserved for it. */
  Preempted = 'preempted',
  /** No other node provides one of the names. */
  OnlyProvider = 'only-provider',
  /** It provides more of the names than any alternative. */
  MostCovering = 'most-covering',
  /** It comes first by search ranking, downloads, stars and age. */
  MostUsed = 'most-used',
}

/** How a node is installed. */
export enum InstallKind {
  Archive = 'archive',
  Repository = 'repository',
  /** There is nothing to do, or nothing known to install. */
  None = 'none',
}

/** The codes of warnings in a plan. */
export const PLAN_WARNING_CODES = [
  'range',
  'deprecated',
  'flagged_newer_version',
  'changed_for_python',
  'older_version',
  'other_than_pinned',
  'unsupported_coreui_version',
  'unsupported_coreui_frontend_version',
  'unsupported_os',
  'unsupported_accelerator',
  'name_pattern',
  'definition_unknown',
  'pin_ignored',
] as const;

/** The code of a warning in a plan. */
export type PlanWarningCode = (typeof PLAN_WARNING_CODES)[number];

/** Something that a person should know before installing a node. */
export interface PlanWarning {
  readonly code: PlanWarningCode;
  readonly message: string;
}

/** Another node that provides some of the names of a chosen one. */
export interface Alternative {
  readonly id: string;
  readonly provides: readonly string[];
  readonly whyNot: string;
}

/** A node of a plan. */
export interface PlannedNode {
  readonly id: string;
  /** `undefined` if it is installed from its repository. */
  readonly version: string | undefined;
  readonly provides: readonly string[];
  readonly reason: ChoiceReason;
  readonly alternatives: readonly Alternative[];
  readonly alreadyInstalled: boolean;
  readonly install: {
    readonly kind: InstallKind;
    readonly url: string | undefined;
    readonly sha256: string | undefined;
  };
  readonly warnings: readonly PlanWarning[];
}

/** A similar name, and the best node that provides it. */
export interface Suggestion {
  readonly name: string;
  readonly node: string;
}

/** A name that no node provides. */
export interface MissingName {
  readonly name: string;
  readonly usedBy: readonly string[];
  readonly suggestions: readonly Suggestion[];
}

/** Python requirements that no version of a package satisfies together. */
export interface PythonConflict {
  readonly package: string;
  readonly requirements: readonly {
    readonly node: string;
    readonly version: string | undefined;
    readonly spec: string;
  }[];
  readonly message: string;
}

/** A line of a node's dependencies that was left out of the comparison. */
export interface UnjudgedRequirement {
  readonly node: string;
  readonly requirement: string;
  readonly why: string;
}

/** What to install for a workflow. */
export interface Plan {
  readonly nodes: readonly PlannedNode[];
  /** Names of the host application itself. */
  readonly builtIn: readonly string[];
  readonly missing: readonly MissingName[];
  readonly conflicts: readonly PythonConflict[];
  /** For each Python package one requirement that includes those of all nodes. */
  readonly python: readonly string[];
  /** The same as lines of a constraints file, which have no extras. */
  readonly constraints: readonly string[];
  readonly notJudged: readonly UnjudgedRequirement[];
  /** True if every name has a provider and there are no conflicts. */
  readonly complete: boolean;
  readonly method: CoverMethod;
  /** The revision of the catalogue that the plan reflects. */
  readonly revision: number;
}
