// Peer (c): Mercurius with JIT compilation, and loaders that run one prepared statement per batch.
import Fastify from 'fastify';
import mercurius from 'mercurius';
import pg from 'pg';
import { endWithParent, ready } from './serve.mjs';

const schema = `
  type Publisher { id: ID! name: String! }
  type NodeVersion { id: ID! version: String! changelog: String! dependencies: [String!]! deprecated: Boolean! status: String! createdAt: String! }
  type NodeVersionConnection { nodes: [NodeVersion!]! }
  type Node {
    id: ID! name: String! description: String! author: String repository: String tags: [String!]! downloads: Int! repoHostStars: Int! rating: Float createdAt: String!
    publisher: Publisher! latestVersion: NodeVersion versions(first: Int!): NodeVersionConnection!
  }
  type NodePage { nodes: [Node!]! }
  type Query { nodes(page: Int!, limit: Int!): NodePage! }
`;

const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: 10,
  options: '-c timezone=UTC -c plan_cache_mode=force_generic_plan -c enable_hashjoin=off -c enable_mergejoin=off',
});
// Times stay text, so that they are not parsed and formatted again.
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => text);

const rows = async (name, text, values) => (await pool.query({ name, text, values })).rows;

const VERSION = 'v.id, v.version, v.changelog, v.dependencies, v.deprecated, v.status, v.created_at as "createdAt"';

const page = ({ page, limit }) =>
  rows(
    'page',
    `select n.id, n.publisher_id as "publisherId", n.latest_version_id as "latestVersionId", n.name, n.description, n.author, n.repository, n.tags, n.downloads,
       n.repo_host_stars as "repoHostStars", n.rating, n.created_at as "createdAt"
     from nodes n where n.status = 'NodeStatusActive' order by n.created_at, n.id collate "C" limit $1::int offset $2::int`,
    [limit, (page - 1) * limit],
  );

const publishers = (ids) =>
  rows('publishers', 'select p.id, p.name from publishers p where p.id = any($1::text[])', [ids]);

const versions = (ids) =>
  rows('versions', `select ${VERSION} from node_versions v where v.id = any($1::uuid[])`, [ids]);

const versionsOf = (ids, first) =>
  rows(
    'versions of',
    `select asked.id as "nodeId", v.* from unnest($1::text[]) as asked(id) cross join lateral (
       select ${VERSION} from node_versions v where v.node_id = asked.id and v.status = 'NodeVersionStatusActive' order by v.precedence desc, v.id limit $2::int) v`,
    [ids, first],
  );

const byId = (found) => new Map(found.map((row) => [row.id, row]));

// Converts "2026-01-31 12:00:00.5+00", which is always in UTC, to ISO 8601.
const isoTime = (text) => `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).padEnd(3, '0')}Z`;

// The loader cache serializes each object as its key, which costs more than it saves within one request.
const opts = { cache: false };

const loader = (load) => ({ loader: load, opts });

const loaders = {
  Node: {
    publisher: loader(async (queries) => {
      const found = byId(await publishers([...new Set(queries.map(({ obj }) => obj.publisherId))]));
      return queries.map(({ obj }) => found.get(obj.publisherId));
    }),
    latestVersion: loader(async (queries) => {
      const found = byId(await versions(queries.map(({ obj }) => obj.latestVersionId).filter((id) => id !== null)));
      return queries.map(({ obj }) => found.get(obj.latestVersionId) ?? null);
    }),
    versions: loader(async (queries) => {
      const lists = new Map(queries.map(({ obj }) => [obj.id, { nodes: [] }]));
      for (const row of await versionsOf([...lists.keys()], queries[0].params.first))
        lists.get(row.nodeId).nodes.push(row);
      return queries.map(({ obj }) => lists.get(obj.id));
    }),
  },
};

const resolvers = {
  Query: { nodes: async (_root, args) => ({ nodes: await page(args) }) },
  Node: { createdAt: ({ createdAt }) => isoTime(createdAt) },
  NodeVersion: { createdAt: ({ createdAt }) => isoTime(createdAt) },
};

const app = Fastify();
app.register(mercurius, { schema, resolvers, loaders, jit: 1, graphiql: false });
endWithParent();
await app.listen({ port: 0, host: '127.0.0.1' });
ready(app.server.address().port);
