// The hand-written statements of the bare server, one per endpoint.
import {
  operatingSystem,
  accelerator,
  classifierLine,
  OS_INDEPENDENT,
  systemOfFormFactor,
} from '../../dist/src/values/classifier.js';
import { COLUMNS, nodeJson, pageJson } from './bare-json.mjs';

const WITH_NODES = 'join publishers p on p.id = n.publisher_id left join node_versions v on v.id = n.latest_version_id';

/** A node by its id. */
export const nodeOf = (id) => ({
  text: `select ${COLUMNS} from nodes n ${WITH_NODES} where n.id = $1`,
  values: [id],
  bodyOf: (rows) => rows[0] && nodeJson(rows[0], 0),
});

/** The current revision of the catalogue. */
export const REVISION = 'select max(id)::text as revision from changes';

const ORDERS = {
  id: 'n.id',
  name: 'lower(n.name)',
  author: 'lower(n.author)',
  downloads: 'n.downloads',
  repo_host_stars: 'n.repo_host_stars',
  rating: 'n.rating',
  search_ranking: 'n.search_ranking',
  created_at: 'n.created_at',
  updated_at: 'n.updated_at',
  publisher: 'n.publisher_id',
};
const INDEXED = new Set(['created_at', 'updated_at', 'downloads', 'id']);
const MAY_BE_ABSENT = new Set(['author', 'rating', 'search_ranking']);

/** The sort keys, with the id last. `isIndexed` is true if an index provides the order. */
function orderOf(sorts) {
  const requested = sorts.length === 0 ? [['created_at']] : sorts.map((sort) => sort.split(';'));
  const keys = requested.map(([column, direction]) => ({
    by: ORDERS[column],
    how: `${direction === 'desc' ? ' desc' : ''}${MAY_BE_ABSENT.has(column) ? ' nulls last' : ''}`,
  }));
  // The index of the unfiltered list uses collation "C". So does the database, so the order is the same.
  const id = { by: requested[0].join(';') === 'created_at' ? 'n.id collate "C"' : 'n.id', how: '' };
  const withId = requested.some(([column]) => column === 'id') ? keys : [...keys, id];
  return { keys: withId, isIndexed: requested.length === 1 && INDEXED.has(requested[0].join(';')) };
}

function conditionsOf(query, values) {
  const add = (value, type) => `$${values.push(value)}::${type}`;
  const conditions = [
    query.get('include_banned') === 'true' ? `n.status <> 'NodeStatusDeleted'` : `n.status = 'NodeStatusActive'`,
  ];
  const named = (column, classifier, independent) => {
    const met = [...classifierLine(classifier), ...(independent ? [OS_INDEPENDENT] : [])];
    // The first comparison finds exact spellings. The others find different case and more specific classifiers.
    return `(${column} = '{}' or ${column} && ${add(met, 'text[]')} or exists (select 1 from unnest(${column}) as one
      where lower(one) = any(${add(
        met.map((text) => text.toLowerCase()),
        'text[]',
      )}) or starts_with(lower(one), ${add(`${classifier.toLowerCase()} :: `, 'text')})))`;
  };
  const system = query.get('supported_os');
  if (system) conditions.push(named('n.supported_os', operatingSystem(system), true));
  const ofPlatform = systemOfFormFactor(query.get('form_factor') ?? '');
  if (ofPlatform) conditions.push(named('n.supported_os', ofPlatform, true));
  const gpu = query.get('supported_accelerator');
  if (gpu) conditions.push(named('n.supported_accelerators', accelerator(gpu), false));
  const after = query.get('timestamp');
  if (after) conditions.push(`n.updated_at > ${add(after, 'timestamptz')}`);
  return conditions;
}

/** CTEs for the ids of a page and the total: by an index if one matches, otherwise in one pass over all nodes. */
function foundBy(from, where, { keys, isIndexed }, take, skip) {
  if (isIndexed) {
    return `found as materialized (select row_number() over () as place, id from
        (select n.id from ${from} where ${where} order by ${keys.map(({ by, how }) => by + how).join(', ')} limit ${take} offset ${skip}) f),
      counted as materialized (select count(*)::int as total from ${from} where ${where})`;
  }
  return `matching as materialized (select n.id, ${keys.map(({ by }, index) => `${by} as k${index}`).join(', ')} from ${from} where ${where}),
    found as materialized (select row_number() over () as place, id from
      (select id from matching order by ${keys.map(({ how }, index) => `k${index}${how}`).join(', ')} limit ${take} offset ${skip}) f),
    counted as materialized (select count(*)::int as total from matching)`;
}

/** The statement of a page. It selects ids first, and reads the other columns for the rows of the page only. */
function pageOf(from, conditions, order, query, values) {
  const limit = Math.min(Number(query.get('limit') ?? 10), 100);
  const page = Number(query.get('page') ?? 1);
  const take = `$${values.push(limit)}::int`;
  const skip = `$${values.push((page - 1) * limit)}::bigint`;
  const text = `with ${foundBy(from, conditions.join(' and '), order, take, skip)}
    select total, ${COLUMNS} from counted left join (found join nodes n on n.id = found.id ${WITH_NODES}) on true order by place`;
  return { text, values, bodyOf: (rows) => pageJson(rows, page, limit) };
}

/** A filtered page of nodes. @returns the statement, its values, and a function that renders the response */
export function listOf(query) {
  const values = [];
  const conditions = conditionsOf(query, values);
  const order = orderOf(query.getAll('sort'));
  return pageOf(
    'nodes n',
    conditions,
    { ...order, isIndexed: order.isIndexed && conditions.length === 1 },
    query,
    values,
  );
}

const BY_DOWNLOADS = {
  keys: [
    { by: 'n.downloads', how: ' desc' },
    { by: 'n.repo_host_stars', how: ' desc' },
    { by: 'n.id', how: '' },
  ],
  isIndexed: false,
};

/** A page of search results: a trigram-indexed LIKE on one lower-cased text, sorted by downloads. */
export function searchOf(query) {
  const values = [];
  const conditions = [
    `n.status = 'NodeStatusActive'`,
    `s.text like $${values.push(
      `%${query
        .get('search')
        .toLowerCase()
        .replace(/[\\%_]/g, '\\$&')}%`,
    )}::text`,
  ];
  return pageOf('nodes n join bench_search s on s.node_id = n.id', conditions, BY_DOWNLOADS, query, values);
}

/** Statements that create the table with the searched texts and its trigram index. */
export const SEARCH_TABLE = [
  'drop table if exists bench_search',
  `create table bench_search as select n.id as node_id, lower(concat_ws(' ', n.id, n.name, n.description, n.author, p.name, array_to_string(n.tags, ' '),
     (select string_agg(c.name, ' ') from core_nodes c where c.version_id = n.latest_version_id))) as text from nodes n join publishers p on p.id = n.publisher_id`,
  'alter table bench_search add primary key (node_id)',
  'create index bench_search_text on bench_search using gin (text gin_trgm_ops)',
];
