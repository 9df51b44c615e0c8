/** The version or node that a plan prefers where several are possible. */
export type Preference = 'newest' | 'installed' | 'pinned';

/** The installation that a plan is for. Absent parts restrict nothing. */
export interface HostContext {
  /** The version of the host application; `undefined` if it is not known. */
  readonly coreuiVersion?: string | undefined;
  readonly coreuiFrontendVersion?: string | undefined;
  /** Classifier without its leading `Operating System :: `. */
  readonly os?: string | undefined;
  /** Classifier without its leading `Environment :: `. */
  readonly accelerator?: string | undefined;
  /** Such as `3.12` or `3.12.4`. */
  readonly pythonVersion?: string | undefined;
}

/** The node and version that the author of a workflow had. */
export interface Pin {
  /** The id of the node, or `owner/name` of its repository. */
  readonly node: string;
  readonly isRepository: boolean;
  /** A semantic version; `undefined` if it is unknown or the author had a commit. */
  readonly version: string | undefined;
}

/** A core-node name that is asked for. */
export interface NameUse {
  readonly name: string;
  /** Ids of the nodes of the workflow that have this type, the first ones of many. */
  readonly usedBy: readonly string[];
  /** The most frequent pin of these. */
  readonly pin: Pin | undefined;
}

/** A node that is asked for by its id. */
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

/** The most distinct names of one question. */
export const NAMES_MAX = 5000;
/** The most characters of a name. Longer ones can't be stored. */
export const NAME_LENGTH_MAX = 500;
