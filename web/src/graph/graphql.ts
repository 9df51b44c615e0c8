/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** Why a node was chosen: the first of these that applies. */
export type ChoiceReason =
  /** It provides more of the names than any alternative. */
  | 'most_covering'
  /** It comes first by search ranking, downloads, stars and age. */
  | 'most_used'
  /** No other node provides one of the names. */
  | 'only_provider'
  /** The workflow or the request names it. */
  | 'pinned'
  /** A name is reserved for it. */
  | 'preempted';

/** Status of the extraction of core-nodes from an archive. */
export type CoreNodeExtractStatus =
  /** Names may be missing. */
  | 'failed'
  /** The archive can’t be read. */
  | 'invalid_format'
  /** The archive was not analysed yet. */
  | 'pending'
  /** All names are known. */
  | 'success';

/** How nodes were chosen. */
export type CoverMethod =
  /** The set of nodes is provably the best one. */
  | 'exact'
  /** A good set that was found within the budget. */
  | 'greedy';

/** Platform of a manager, which decides the operating system. */
export type FormFactor =
  /** Desktop application on macOS. */
  | 'desktop_mac'
  /** Desktop application on Windows. */
  | 'desktop_win'
  /** Clone of the repository on Linux. */
  | 'git_linux'
  /** Clone of the repository on macOS. */
  | 'git_mac'
  /** Clone of the repository on Windows. */
  | 'git_windows';

/** How a node is installed. */
export type InstallKind =
  /** Download the archive of the version. */
  | 'archive'
  /** There is nothing to do, or nothing known to install. */
  | 'none'
  /** Clone the repository, because this registry has no archive of the node. */
  | 'repository';

/** Role of a member in a publisher. */
export type MemberRole =
  /** May publish versions, and create and update nodes and versions. */
  | 'member'
  /** May do everything that members may, and also manage the publisher, its members, tokens and webhooks. */
  | 'owner';

/** Filter of a node list. A node must match all given conditions. */
export type NodeFilter = {
  /** Only nodes of this category, compared exactly. */
  category?: string | null | undefined;
  /** Version of the host application: only nodes whose latest version supports it. */
  coreuiVersion?: string | null | undefined;
  /** Platform of the caller: only nodes that support its operating system. */
  formFactor?: FormFactor | null | undefined;
  /** True to include banned nodes. Defaults to false. */
  includeBanned?: boolean | null | undefined;
  /** Only the nodes with these ids. */
  nodeIds?: Array<string | number> | null | undefined;
  /** Only nodes of the publisher with this id. */
  publisherId?: string | number | null | undefined;
  /** Only nodes that support this accelerator: a classifier, with or without "Environment :: ". */
  supportedAccelerator?: string | null | undefined;
  /** Only nodes that support this operating system: a classifier, with or without "Operating System :: ". */
  supportedOs?: string | null | undefined;
  /** Only nodes with this tag, compared exactly. */
  tag?: string | null | undefined;
  /** Only nodes created or updated strictly after this time. */
  updatedAfter?: string | null | undefined;
};

/** One key of an order of nodes. */
export type NodeOrder = {
  /** Direction of the order. */
  direction?: OrderDirection;
  /** What to order by. */
  field: NodeOrderField;
};

/** Field that nodes are ordered by. Nodes without a value come last in either direction. */
export type NodeOrderField =
  /** Name of the author, ignoring case. */
  | 'author'
  /** Time of creation. */
  | 'created_at'
  /** Number of downloads. */
  | 'downloads'
  /** Id of the node. */
  | 'id'
  /** Display name, ignoring case. */
  | 'name'
  /** Id of the publisher. */
  | 'publisher'
  /** Mean rating. */
  | 'rating'
  /** Number of stars of the repository. */
  | 'repo_host_stars'
  /** Search ranking. */
  | 'search_ranking'
  /** Time of the last change. */
  | 'updated_at';

/** Status of a node. */
export type NodeStatus =
  /** Listed and usable. */
  | 'NodeStatusActive'
  /** Banned by an admin, either by itself or together with its publisher. */
  | 'NodeStatusBanned'
  /** Deleted by its publisher. Its id stays reserved. */
  | 'NodeStatusDeleted';

/** Direction of an order. */
export type OrderDirection =
  /** Lowest values first. */
  | 'asc'
  /** Highest values first. */
  | 'desc';

/** Subject of a warning in a plan. */
export type PlanWarningCode =
  /** An older version was chosen because of Python requirements. */
  | 'changed_for_python'
  /** The definitions of the node are not known completely. */
  | 'definition_unknown'
  /** The version is deprecated. */
  | 'deprecated'
  /** A newer version is held back for review. */
  | 'flagged_newer_version'
  /** No definition lists a name, but the catalogue has a pattern for it. */
  | 'name_pattern'
  /** An older version was chosen because the newest does not provide all names. */
  | 'older_version'
  /** Another version than the one that the workflow names was chosen. */
  | 'other_than_pinned'
  /** The node that the workflow names does not provide the name, or is not in this registry. */
  | 'pin_ignored'
  /** No version that can be installed is in the range that was asked for. */
  | 'range'
  /** The version does not support the accelerator. */
  | 'unsupported_accelerator'
  /** The version does not support the version of the host’s frontend. */
  | 'unsupported_coreui_frontend_version'
  /** The version does not support the version of the host. */
  | 'unsupported_coreui_version'
  /** The version does not support the operating system. */
  | 'unsupported_os';

/** Status of a publisher. */
export type PublisherStatus =
  /** Listed and usable. */
  | 'PublisherStatusActive'
  /** Banned by an admin, together with its nodes. */
  | 'PublisherStatusBanned';

/** Author of a translation. */
export type TranslationSource =
  /** Any other caller, signed in or anonymous. */
  | 'COMMUNITY'
  /** A member of the node’s publisher, or an admin. */
  | 'PUBLISHER';

export type NodeCardFragment = { id: string, name: string, description: string, tags: Array<string>, downloads: number, repoHostStars: number, supportedOs: Array<string>, supportedAccelerators: Array<string>, updatedAt: string, publisher: { id: string, name: string }, latestVersion: { id: string, version: string, createdAt: string } | null };

export type CatalogueQueryVariables = Exact<{
  search?: string | null | undefined;
  filter?: NodeFilter | null | undefined;
  orderBy?: Array<NodeOrder> | NodeOrder | null | undefined;
  page: number;
  limit: number;
}>;


export type CatalogueQuery = { searchNodes: { total: number, page: number, limit: number, totalPages: number, nodes: Array<{ id: string, name: string, description: string, tags: Array<string>, downloads: number, repoHostStars: number, supportedOs: Array<string>, supportedAccelerators: Array<string>, updatedAt: string, publisher: { id: string, name: string }, latestVersion: { id: string, version: string, createdAt: string } | null }> } | null };

export type NodePageQueryVariables = Exact<{
  id: string | number;
}>;


export type NodePageQuery = { node: { author: string | null, license: string | null, repository: string | null, rating: number | null, status: NodeStatus, supportedCoreuiVersion: string | null, supportedCoreuiFrontendVersion: string | null, preemptedCoreNodeNames: Array<string>, createdAt: string, id: string, name: string, description: string, tags: Array<string>, downloads: number, repoHostStars: number, supportedOs: Array<string>, supportedAccelerators: Array<string>, updatedAt: string, downloadStatistics: Array<{ day: string, version: string, downloads: number }> | null, versions: { totalCount: number, nodes: Array<{ id: string, version: string, changelog: string, createdAt: string, deprecated: boolean, dependencies: Array<string>, downloadUrl: string | null, archiveSize: number | null, archiveSha256: string | null, coreNodeExtractStatus: CoreNodeExtractStatus, findingCounts: { hold: number, warn: number, note: number } }> } | null, coreNodes: { totalCount: number, nodes: Array<{ id: string, coreNodeName: string, displayName: string | null, category: string | null, description: string | null, deprecated: boolean, experimental: boolean, inputTypes: unknown, returnTypes: unknown, returnNames: unknown, outputIsList: Array<boolean> }> } | null, translations: Array<{ language: string, fields: Record<string, unknown>, source: TranslationSource }>, publisher: { id: string, name: string }, latestVersion: { id: string, version: string, createdAt: string } | null } | null };

export type PublisherPageQueryVariables = Exact<{
  id: string | number;
  after?: string | null | undefined;
}>;


export type PublisherPageQuery = { publisher: { id: string, name: string, description: string | null, website: string | null, support: string | null, sourceCodeRepo: string | null, createdAt: string, status: PublisherStatus, members: Array<{ id: string, role: MemberRole, user: { id: string, name: string | null } }>, nodes: { totalCount: number, pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ id: string, name: string, description: string, tags: Array<string>, downloads: number, repoHostStars: number, supportedOs: Array<string>, supportedAccelerators: Array<string>, updatedAt: string, publisher: { id: string, name: string }, latestVersion: { id: string, version: string, createdAt: string } | null }> } | null } | null };

export type WorkflowPlanQueryVariables = Exact<{
  workflow: unknown;
}>;


export type WorkflowPlanQuery = { resolve: { complete: boolean, method: CoverMethod, builtIn: Array<string>, python: Array<string>, nodes: Array<{ nodeId: string, version: string | null, provides: Array<string>, reason: ChoiceReason, alreadyInstalled: boolean, node: { id: string, name: string, repository: string | null, publisher: { id: string, name: string } } | null, install: { kind: InstallKind, url: string | null, sha256: string | null }, warnings: Array<{ code: PlanWarningCode, message: string }>, alternatives: Array<{ nodeId: string, provides: Array<string>, whyNot: string }> }>, missing: Array<{ name: string, usedBy: Array<string>, suggestions: Array<{ name: string, nodeId: string }> }>, conflicts: Array<{ package: string, message: string, requirements: Array<{ nodeId: string, version: string | null, spec: string }> }>, notJudged: Array<{ nodeId: string, requirement: string, why: string }> } | null };

export const NodeCardFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"NodeCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Node"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"tags"}},{"kind":"Field","name":{"kind":"Name","value":"downloads"}},{"kind":"Field","name":{"kind":"Name","value":"repoHostStars"}},{"kind":"Field","name":{"kind":"Name","value":"supportedOs"}},{"kind":"Field","name":{"kind":"Name","value":"supportedAccelerators"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"publisher"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"latestVersion"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]}}]} as unknown as DocumentNode<NodeCardFragment, unknown>;
export const CatalogueDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Catalogue"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"search"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"NodeFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}},"type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"NodeOrder"}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"page"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"limit"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"searchNodes"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"search"},"value":{"kind":"Variable","name":{"kind":"Name","value":"search"}}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}}},{"kind":"Argument","name":{"kind":"Name","value":"page"},"value":{"kind":"Variable","name":{"kind":"Name","value":"page"}}},{"kind":"Argument","name":{"kind":"Name","value":"limit"},"value":{"kind":"Variable","name":{"kind":"Name","value":"limit"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"page"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"totalPages"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"NodeCard"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"NodeCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Node"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"tags"}},{"kind":"Field","name":{"kind":"Name","value":"downloads"}},{"kind":"Field","name":{"kind":"Name","value":"repoHostStars"}},{"kind":"Field","name":{"kind":"Name","value":"supportedOs"}},{"kind":"Field","name":{"kind":"Name","value":"supportedAccelerators"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"publisher"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"latestVersion"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]}}]} as unknown as DocumentNode<CatalogueQuery, CatalogueQueryVariables>;
export const NodePageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"NodePage"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"NodeCard"}},{"kind":"Field","name":{"kind":"Name","value":"author"}},{"kind":"Field","name":{"kind":"Name","value":"license"}},{"kind":"Field","name":{"kind":"Name","value":"repository"}},{"kind":"Field","name":{"kind":"Name","value":"rating"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"supportedCoreuiVersion"}},{"kind":"Field","name":{"kind":"Name","value":"supportedCoreuiFrontendVersion"}},{"kind":"Field","name":{"kind":"Name","value":"preemptedCoreNodeNames"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"downloadStatistics"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"day"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"downloads"}}]}},{"kind":"Field","name":{"kind":"Name","value":"versions"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"20"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"changelog"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"deprecated"}},{"kind":"Field","name":{"kind":"Name","value":"dependencies"}},{"kind":"Field","name":{"kind":"Name","value":"downloadUrl"}},{"kind":"Field","name":{"kind":"Name","value":"archiveSize"}},{"kind":"Field","name":{"kind":"Name","value":"archiveSha256"}},{"kind":"Field","name":{"kind":"Name","value":"coreNodeExtractStatus"}},{"kind":"Field","name":{"kind":"Name","value":"findingCounts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hold"}},{"kind":"Field","name":{"kind":"Name","value":"warn"}},{"kind":"Field","name":{"kind":"Name","value":"note"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"coreNodes"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"100"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"coreNodeName"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}},{"kind":"Field","name":{"kind":"Name","value":"category"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"deprecated"}},{"kind":"Field","name":{"kind":"Name","value":"experimental"}},{"kind":"Field","name":{"kind":"Name","value":"inputTypes"}},{"kind":"Field","name":{"kind":"Name","value":"returnTypes"}},{"kind":"Field","name":{"kind":"Name","value":"returnNames"}},{"kind":"Field","name":{"kind":"Name","value":"outputIsList"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"translations"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"language"}},{"kind":"Field","name":{"kind":"Name","value":"fields"}},{"kind":"Field","name":{"kind":"Name","value":"source"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"NodeCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Node"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"tags"}},{"kind":"Field","name":{"kind":"Name","value":"downloads"}},{"kind":"Field","name":{"kind":"Name","value":"repoHostStars"}},{"kind":"Field","name":{"kind":"Name","value":"supportedOs"}},{"kind":"Field","name":{"kind":"Name","value":"supportedAccelerators"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"publisher"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"latestVersion"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]}}]} as unknown as DocumentNode<NodePageQuery, NodePageQueryVariables>;
export const PublisherPageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"PublisherPage"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"publisher"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"website"}},{"kind":"Field","name":{"kind":"Name","value":"support"}},{"kind":"Field","name":{"kind":"Name","value":"sourceCodeRepo"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"members"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"user"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"50"}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"NodeCard"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"NodeCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Node"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"tags"}},{"kind":"Field","name":{"kind":"Name","value":"downloads"}},{"kind":"Field","name":{"kind":"Name","value":"repoHostStars"}},{"kind":"Field","name":{"kind":"Name","value":"supportedOs"}},{"kind":"Field","name":{"kind":"Name","value":"supportedAccelerators"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"publisher"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"latestVersion"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]}}]} as unknown as DocumentNode<PublisherPageQuery, PublisherPageQueryVariables>;
export const WorkflowPlanDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"WorkflowPlan"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"workflow"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Workflow"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"resolve"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"workflow"},"value":{"kind":"Variable","name":{"kind":"Name","value":"workflow"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"complete"}},{"kind":"Field","name":{"kind":"Name","value":"method"}},{"kind":"Field","name":{"kind":"Name","value":"builtIn"}},{"kind":"Field","name":{"kind":"Name","value":"python"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodeId"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"repository"}},{"kind":"Field","name":{"kind":"Name","value":"publisher"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"provides"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"alreadyInstalled"}},{"kind":"Field","name":{"kind":"Name","value":"install"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"sha256"}}]}},{"kind":"Field","name":{"kind":"Name","value":"warnings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"Field","name":{"kind":"Name","value":"alternatives"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodeId"}},{"kind":"Field","name":{"kind":"Name","value":"provides"}},{"kind":"Field","name":{"kind":"Name","value":"whyNot"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"missing"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"usedBy"}},{"kind":"Field","name":{"kind":"Name","value":"suggestions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"nodeId"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"conflicts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"package"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"requirements"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodeId"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"spec"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"notJudged"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodeId"}},{"kind":"Field","name":{"kind":"Name","value":"requirement"}},{"kind":"Field","name":{"kind":"Name","value":"why"}}]}}]}}]}}]} as unknown as DocumentNode<WorkflowPlanQuery, WorkflowPlanQueryVariables>;