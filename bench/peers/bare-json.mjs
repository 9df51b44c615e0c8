// The columns that the bare server selects, and their JSON. It is concatenated by hand, which is faster than JSON
// functions of PostgreSQL and than JSON.stringify.

const TABLES = {
  n: `id name description author license icon banner_url repository category tags[] tags_admin[] downloads repo_host_stars rating search_ranking status status_detail created_at@
    preempted_core_node_names[] supported_accelerators[] supported_coreui_frontend_version supported_coreui_version supported_os[]`,
  v: `id node_id version changelog created_at@createdAt dependencies[] deprecated downloadUrl archive_size archive_sha256 status core_node_extract_status supported_accelerators[] supported_coreui_frontend_version
    supported_coreui_version supported_os[] tags[] tags_admin[]`,
  p: 'id name description logo website support source_code_repo status created_at@createdAt',
};

/** Fields that are computed. Semantic versions contain no character except `+` that must be escaped in a URL. */
const EXPRESSIONS = {
  'v.archive_size': 'v.archive_size::float8',
  'v.downloadUrl': `case when v.archive_size is not null
    then '${process.env.PUBLIC_URL}/nodes/' || v.node_id || '/versions/' || replace(v.version, '+', '%2B') || '/archive' end`,
};

/** Parses the fields of a table: "column[]" is a text array, "column@name" a time and its name in the JSON. */
function fieldsOf(table) {
  return TABLES[table].split(/\s+/).map((text) => {
    const [, column, kind = '', name = ''] = /^(\w+)(\[\]|@)?(\w+)?$/.exec(text);
    const sql = EXPRESSIONS[`${table}.${column}`] ?? selected(`${table}.${column}`, kind);
    return { sql, key: `"${name || column}":`, kind };
  });
}

function selected(column, kind) {
  if (kind === '@') return `${column}::text`;
  return kind === '[]' ? `case when ${column} = '{}' then '[]' else array_to_json(${column})::text end` : column;
}

const [NODE, VERSION, PUBLISHER] = [fieldsOf('n'), fieldsOf('v'), fieldsOf('p')];

/** The selected columns of `nodes n`, `node_versions v` and `publishers p`, in the order of the JSON. */
export const COLUMNS = [...NODE, ...VERSION, ...PUBLISHER].map(({ sql }) => sql).join(', ');

/** Converts "2026-01-31 12:00:00.5+00", which is always in UTC, to ISO 8601. */
const isoTime = (text) => `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).padEnd(3, '0')}Z`;

function fieldsJson(fields, row, from) {
  let json = '';
  for (let index = 0; index < fields.length; index++) {
    const value = row[from + index];
    if (value === null) continue;
    const { key, kind } = fields[index];
    json += `${json === '' ? '' : ','}${key}${kind === '[]' ? value : kind === '@' ? `"${isoTime(value)}"` : JSON.stringify(value)}`;
  }
  return json;
}

/** The JSON of a node. @param from index of the first of COLUMNS in the row */
export function nodeJson(row, from) {
  const version = from + NODE.length;
  const latest = row[version] === null ? '' : `,"latest_version":{${fieldsJson(VERSION, row, version)}}`;
  return `{${fieldsJson(NODE, row, from)}${latest},"publisher":{${fieldsJson(PUBLISHER, row, version + VERSION.length)}}}`;
}

/** The JSON of a page. Each row is the total followed by COLUMNS. An empty page is one row without a node. */
export function pageJson(rows, page, limit) {
  const total = rows[0][0];
  const nodes = rows[0][1] === null ? [] : rows.map((row) => nodeJson(row, 1));
  return `{"nodes":[${nodes.join(',')}],"page":${page},"limit":${limit},"total":${total},"totalPages":${Math.ceil(total / limit)}}`;
}
