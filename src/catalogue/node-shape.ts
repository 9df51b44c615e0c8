import type { NodeRecord, NodeVersionRecord, PublisherRecord, Slice } from './records.js';
import type { FirstVersions } from './version-lists.js';

/** A node and the records nested in it, as far as a shape selects them. */
export interface NodeParts {
  readonly node: NodeRecord;
  readonly publisher: PublisherRecord | undefined;
  readonly latest: NodeVersionRecord | undefined;
  readonly versions: Slice<NodeVersionRecord>;
}

/** The fields that a shape selects of each record: all if absent, no record at all if empty. */
export interface NodeSelection {
  readonly node?: ReadonlySet<string>;
  readonly publisher?: ReadonlySet<string>;
  /** Of the latest version. */
  readonly latest?: ReadonlySet<string>;
  /** The nested list of versions; none if absent. */
  readonly versions?: FirstVersions | undefined;
}

/** A compiled selection of a node. Shapes are the only code that writes listed nodes as JSON. */
export interface NodeShape {
  readonly selection: NodeSelection;
  /** The node as JSON; `undefined` if a required part is missing. */
  readonly write: (parts: NodeParts) => string | undefined;
}

/** Whether a selection needs a record at all. */
export const isSelected = (fields: ReadonlySet<string> | undefined): boolean => fields?.size !== 0;
