// The same queries in the GraphQL schema of each server, and the normalization of their responses.

const OURS_NODE = `id name description author repository tags downloads repoHostStars rating createdAt`;
const OURS_VERSION = `id version changelog dependencies deprecated createdAt`;
const THEIRS_NODE = OURS_NODE.replace('id', 'rowId');
const THEIRS_VERSION = OURS_VERSION.replace('id', 'rowId');
const BY_AGE = 'condition: {status: "NodeStatusActive"}, orderBy: [CREATED_AT_ASC, PRIMARY_KEY_ASC]';
const BY_PRECEDENCE = 'condition: {status: "NodeVersionStatusActive"}, orderBy: [PRECEDENCE_DESC, PRIMARY_KEY_ASC]';

/** Documents for the schema of the registry, which Mercurius and the naive server implement, too. */
const ours = {
  nested: ({ page, limit }) => ({
    query: `query Page($page: Int!, $limit: Int!) {
  nodes(page: $page, limit: $limit) { nodes { ${OURS_NODE} publisher { id name } latestVersion { ${OURS_VERSION} } versions(first: 5) { nodes { id version status createdAt } } } }
}`,
    variables: { page, limit },
  }),
  single: ({ id }) => ({
    query: `query One($id: ID!) {
  node(id: $id) { ${OURS_NODE} publisher { id name description website } versions(first: 10) { nodes { ${OURS_VERSION} } }
    coreNodes(first: 10) { nodes { coreNodeName displayName category description function inputTypes returnTypes returnNames } } }
}`,
    variables: { id },
  }),
};

const postgraphile = {
  // Uses cursors, which are read before the measurement. With an offset PostGraphile computes all skipped rows and is
  // many times slower.
  nested: ({ page, limit }, { cursors }) => ({
    query: `query Page($first: Int!, $after: Cursor) {
  allExtensions(first: $first, after: $after, ${BY_AGE}) { nodes { ${THEIRS_NODE}
    publisher { rowId name } latestVersion { ${THEIRS_VERSION} } versions(first: 5, ${BY_PRECEDENCE}) { nodes { rowId version status createdAt } } } }
}`,
    variables: { first: limit, after: page === 1 ? null : cursors[(page - 1) * limit - 1] },
  }),
  single: ({ id }) => ({
    query: `query One($id: String!) {
  extensionByRowId(rowId: $id) { ${THEIRS_NODE} publisher { rowId name description website } versions(first: 10, ${BY_PRECEDENCE}) { nodes { ${THEIRS_VERSION} } }
    latestVersion { coreNodes(first: 10, orderBy: [NAME_ASC]) { nodes { name displayName category description function inputTypes returnTypes returnNames } } } }
}`,
    variables: { id },
  }),
};

/** Reads PostGraphile's cursors of the complete list. @param post sends a document and returns the response */
export async function cursorsOf(post) {
  const cursors = [];
  for (let after = null, more = true; more;) {
    const query = `query Cursors($after: Cursor) { allExtensions(first: 5000, after: $after, ${BY_AGE}) { edges { cursor } pageInfo { hasNextPage endCursor } } }`;
    const { edges, pageInfo } = (await post({ query, variables: { after } })).data.allExtensions;
    cursors.push(...edges.map(({ cursor }) => cursor));
    [after, more] = [pageInfo.endCursor, pageInfo.hasNextPage];
  }
  return cursors;
}

/** The documents by the name of the server. */
export const DOCUMENTS = {
  ours,
  oursUncached: ours,
  oursTwo: ours,
  before: ours,
  beforeUncached: ours,
  postgraphile,
  mercurius: ours,
  naive: ours,
};

const NAMES = { rowId: 'id', allExtensions: 'nodes', extensionByRowId: 'node' };

function normalizedValue(value) {
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(value))
    return new Date(value).toISOString();
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(normalizedValue);
  const named = Object.entries(value).map(([name, one]) => [NAMES[name] ?? name, normalizedValue(one)]);
  return Object.fromEntries(named.sort(([a], [b]) => (a < b ? -1 : 1)));
}

const parsed = (json) => (json === null ? null : JSON.parse(json));

/** A core-node of PostGraphile with the names and types of the registry: columns with JSON are text in PostGraphile. */
const coreNodeOf = ({ name, inputTypes, returnTypes, returnNames, ...rest }) => ({
  ...rest,
  coreNodeName: name,
  inputTypes: parsed(inputTypes),
  returnTypes: parsed(returnTypes),
  returnNames: parsed(returnNames),
});

/** The data of a response in the same shape for all servers, without `extensions`. */
export function normalized(body) {
  const { data, errors } = JSON.parse(body);
  if (errors) throw new Error(`The response contains an error: ${errors[0].message}`);
  const shaped = normalizedValue(data);
  // In PostGraphile's schema core-nodes are a field of the latest version.
  const node = shaped.node;
  if (node?.latestVersion?.coreNodes) {
    node.coreNodes = { nodes: node.latestVersion.coreNodes.nodes.map(coreNodeOf) };
    delete node.latestVersion;
  } else if (node && node.latestVersion === null && !node.coreNodes) {
    node.coreNodes = { nodes: [] };
    delete node.latestVersion;
  }
  return JSON.stringify(normalizedValue(shaped));
}
