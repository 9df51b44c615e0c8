import type { NodeRecord, NodeVersionRecord, PublisherRecord, Slice } from './records.js';
import type { FirstVersions } from './version-lists.js';

/** A node and the nested records that a shape selects. */
export interface NodeParts {
  readonly node: NodeRecord;
  readonly publisher: PublisherRecord | undefined;
  readonly latest: NodeVersionRecord | undefined;
  readonly versions: Slice<NodeVersionRecord>;
}

/** The fields that a shape selects of each record. Absent: all fields. Empty: the record is not read. */
export interface NodeSelection {
  readonly node?: ReadonlySet<string>;
  readonly publisher?: ReadonlySet<string>;
  /** Fields of the latest version. */
  readonly latest?: ReadonlySet<string>;
  /** The nested list of versions; none if absent. */
  readonly versions?: FirstVersions | undefined;
}

/** A compiled selection of node fields. Only shapes write the nodes of a list as JSON. */
export interface NodeShape {
  readonly selection: NodeSelection;
  /** The node as JSON; `undefined` if a required part is missing. */
  readonly write: (parts: NodeParts) => string | undefined;
}

/** True if a selection needs the record. */
export const isSelected = (fields: ReadonlySet<string> | undefined): boolean => fields?.size !== 0;
