/** The versions or nodes that a plan prefers if several are possible. */
export type Preference = 'newest' | 'installed' | 'pinned';

/** The installation that a plan is for. Absent fields exclude no versions. */
export interface HostContext {
  /** The version of the host application; `undefined` if it is not known. */
  readonly coreuiVersion?: string | undefined;
  readonly coreuiFrontendVersion?: string | undefined;
  /** Classifier without its leading `Operating System :: `. */
  readonly os?: string | undefined;
  /** Classifier without its leading `Environment :: `. */
  readonly accelerator?: string | undefined;
  /** The version of Python, such as `3.12` or `3.12.4`. */
  readonly pythonVersion?: string | undefined;
}

/**
 * A reference in a workflow to the node, and its version, that the author of the workflow had installed. It contains
 * the id of the node, its repository, or both.
 */
export interface Pin {
  readonly id: string | undefined;
  /** `owner/name` of the node's repository. */
  readonly repository: string | undefined;
  /** A semantic version; `undefined` if the version is unknown or not semantic, such as a commit. */
  readonly version: string | undefined;
}

/** A core-node name that the plan must provide. */
export interface NameUse {
  readonly name: string;
  /** Ids, within the workflow, of the first elements that use the name. */
  readonly usedBy: readonly string[];
  /** The pins of the elements that use the name, the most frequent first. Only the first one pins the name. */
  readonly pins: readonly CountedPin[];
}

/** A pin, and the number of elements that have it. */
export interface CountedPin {
  readonly pin: Pin;
  readonly times: number;
}

/** A node that the request names by its id. */
export interface NodeRequest {
  readonly id: string;
  /** A range of semantic versions. */
  readonly range: string | undefined;
}

/** A node that is already installed. */
export interface InstalledNode {
  readonly id: string;
  readonly version: string;
}

/** Everything that a plan depends on, apart from the catalogue. */
export interface ResolveQuestion {
  readonly uses: readonly NameUse[];
  readonly nodes: readonly NodeRequest[];
  readonly installed: readonly InstalledNode[];
  readonly prefer: Preference;
  readonly context: HostContext;
}

/** Limit of distinct names in one question. */
export const NAMES_MAX = 5000;
/** Limit of the characters of a core-node name. Versions can't have longer ones. */
export const NAME_LENGTH_MAX = 500;
