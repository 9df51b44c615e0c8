import type { CoverMethod } from './cover.js';

/** Why a node was chosen. If several reasons apply, the first in this order is reported. */
export enum ChoiceReason {
  /** The workflow pins one of the needed names to the node, or the request names the node. */
  Pinned = 'pinned',
  /** One of the needed names is reserved for the node. */
  Preempted = 'preempted',
  /** The node is the only provider of one of the needed names. */
  OnlyProvider = 'only-provider',
  /** The node provides more of the needed names than any alternative, or belongs to the smallest set with all names. */
  MostCovering = 'most-covering',
  /** The node comes before its alternatives by search ranking, downloads, stars and age. */
  MostUsed = 'most-used',
}

/** How a node is installed. */
export enum InstallKind {
  Archive = 'archive',
  Repository = 'repository',
  /** The node is installed already, or has neither an archive nor a repository. */
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

/** A node that was not chosen, although it provides some of the names that a chosen node provides. */
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
  /** The names that the node was chosen for. */
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

/** A core-node with a similar name, and the best node that provides it. */
export interface Suggestion {
  readonly name: string;
  readonly node: string;
}

/** A core-node name that no node provides, or a requested node id that does not exist or has no version to install. */
export interface MissingName {
  readonly name: string;
  /** Ids, within the workflow, of the elements that use the name. Empty for a node id. */
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

/** A Python requirement of a node that could not be compared with those of other nodes. */
export interface UnjudgedRequirement {
  readonly node: string;
  readonly requirement: string;
  readonly why: string;
}

/** What to install for a workflow. */
export interface Plan {
  readonly nodes: readonly PlannedNode[];
  /** The workflow's core-node names that the host application itself provides. */
  readonly builtIn: readonly string[];
  readonly missing: readonly MissingName[];
  readonly conflicts: readonly PythonConflict[];
  /** One requirement for each Python package, merged from those of all nodes. Packages in conflict are left out. */
  readonly python: readonly string[];
  /** The same requirements without extras, because a constraints file can't contain extras. */
  readonly constraints: readonly string[];
  readonly notJudged: readonly UnjudgedRequirement[];
  /** True if all names have providers, all nodes exist in the requested ranges, and there are no conflicts. */
  readonly complete: boolean;
  readonly method: CoverMethod;
  /** The revision of the catalogue that the plan reflects. */
  readonly revision: number;
}
