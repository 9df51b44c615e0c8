// The columns that the bare server reads, and the JSON that it writes of them: by hand, for that is faster than in SQL
// and than of objects.

const TABLES = {
  n: `id name description author license icon banner_url repository category tags[] tags_admin[] downloads repo_host_stars rating search_ranking status status_detail created_at@
    preempted_core_node_names[] supported_accelerators[] supported_coreui_frontend_version supported_coreui_version supported_os[]`,
  v: `id node_id version changelog created_at@createdAt dependencies[] deprecated status core_node_extract_status supported_accelerators[] supported_coreui_frontend_version
    supported_coreui_version supported_os[] tags[] tags_admin[]`,
  p: 'id name description logo website support source_code_repo status created_at@createdAt',
};

/** The fields of a table: "column[]" holds texts, "column@name" a time. */
function fieldsOf(table) {
  return TABLES[table].split(/\s+/).map((text) => {
    const [, column, kind = '', name = ''] = /^(\w+)(\[\]|@)?(\w+)?$/.exec(text);
    return { sql: selected(`${table}.${column}`, kind), key: `"${name || column}":`, kind };
  });
}

function selected(column, kind) {
  if (kind === '@') return `${column}::text`;
  return kind === '[]' ? `case when ${column} = '{}' then '[]' else array_to_json(${column})::text end` : column;
}

const [NODE, VERSION, PUBLISHER] = [fieldsOf('n'), fieldsOf('v'), fieldsOf('p')];

/** What is selected of `nodes n`, `node_versions v` and `publishers p`, in the order in which it is written. */
export const COLUMNS = [...NODE, ...VERSION, ...PUBLISHER].map(({ sql }) => sql).join(', ');

/** "2026-01-31 12:00:00.5+00", in UTC always, as ISO 8601. */
const isoTime = (text) => `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).padEnd(3, '0')}Z`;

function written(fields, row, from) {
  let json = '';
  for (let index = 0; index < fields.length; index++) {
    const value = row[from + index];
    if (value === null) continue;
    const { key, kind } = fields[index];
    json += `${json === '' ? '' : ','}${key}${kind === '[]' ? value : kind === '@' ? `"${isoTime(value)}"` : JSON.stringify(value)}`;
  }
  return json;
}

/** A node of a row that holds COLUMNS from a place on. */
export function nodeJson(row, from) {
  const version = from + NODE.length;
  const latest = row[version] === null ? '' : `,"latest_version":{${written(VERSION, row, version)}}`;
  return `{${written(NODE, row, from)}${latest},"publisher":{${written(PUBLISHER, row, version + VERSION.length)}}}`;
}

/** A page of nodes; its rows hold the total before COLUMNS, and one row without a node stands for an empty page. */
export function pageJson(rows, page, limit) {
  const total = rows[0][0];
  const nodes = rows[0][1] === null ? [] : rows.map((row) => nodeJson(row, 1));
  return `{"nodes":[${nodes.join(',')}],"page":${page},"limit":${limit},"total":${total},"totalPages":${Math.ceil(total / limit)}}`;
}
