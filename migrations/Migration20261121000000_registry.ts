import { Migration } from '@mikro-orm/migrations';

const TABLES = [
  `create extension if not exists pg_trgm`,

  `create table meta (name text primary key, value text not null)`,
  `insert into meta (name, value) values ('database_id', gen_random_uuid()::text)`,

  `create table users (
    id uuid primary key,
    issuer text not null,
    subject text not null,
    name text,
    email text,
    email_verified boolean not null default false,
    is_admin boolean not null default false,
    is_approved boolean not null default true,
    created_at timestamptz(3) not null,
    unique (issuer, subject)
  )`,

  `create table publishers (
    id text primary key,
    name text not null,
    description text,
    logo text,
    website text,
    support text,
    source_code_repo text,
    status text not null check (status in ('PublisherStatusActive', 'PublisherStatusBanned')),
    deleted_at timestamptz(3),
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null
  )`,

  `create table publisher_members (
    id uuid primary key,
    publisher_id text not null references publishers,
    user_id uuid not null references users,
    role text not null check (role in ('owner', 'member')),
    created_at timestamptz(3) not null,
    unique (publisher_id, user_id)
  )`,
  `create index publisher_members_user_id on publisher_members (user_id)`,

  `create table personal_access_tokens (
    id uuid primary key,
    publisher_id text not null references publishers,
    name text not null,
    description text,
    hash text not null unique,
    last_four text not null,
    created_by uuid references users,
    created_at timestamptz(3) not null,
    expires_at timestamptz(3),
    last_used_at timestamptz(3)
  )`,
  `create index personal_access_tokens_publisher_id on personal_access_tokens (publisher_id, created_at)`,

  `create table nodes (
    id text primary key,
    folded_id text not null unique,
    publisher_id text not null references publishers,
    name text not null,
    description text not null default '',
    author text,
    license text,
    icon text,
    banner_url text,
    repository text,
    repository_id bigint,
    category text,
    tags text[] not null default '{}',
    tags_admin text[] not null default '{}',
    downloads integer not null default 0,
    repo_host_stars integer not null default 0,
    rating real,
    search_ranking integer,
    status text not null check (status in ('NodeStatusActive', 'NodeStatusDeleted', 'NodeStatusBanned')),
    status_detail text,
    preempted_core_node_names text[] not null default '{}',
    supported_accelerators text[] not null default '{}',
    supported_coreui_frontend_version text,
    supported_coreui_version text,
    supported_os text[] not null default '{}',
    latest_version_id uuid,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null
  )`,
  `create index nodes_publisher_id on nodes (publisher_id, id)`,
  `create index nodes_created_at on nodes (created_at, id)`,
  `create index nodes_updated_at on nodes (updated_at, id)`,
  `create index nodes_downloads on nodes (downloads, id)`,
  `create index nodes_latest_version_id on nodes (latest_version_id)`,
  `create index nodes_repository_trgm on nodes using gin (lower(repository) gin_trgm_ops)`,

  `create table node_versions (
    id uuid primary key,
    node_id text not null references nodes,
    version text not null,
    precedence text collate "C" not null,
    is_prerelease boolean not null,
    changelog text not null default '',
    dependencies text[] not null default '{}',
    deprecated boolean not null default false,
    status text not null check (status in ('NodeVersionStatusActive', 'NodeVersionStatusDeleted', 'NodeVersionStatusBanned', 'NodeVersionStatusPending', 'NodeVersionStatusFlagged')),
    status_reason text,
    core_node_extract_status text not null default 'pending' check (core_node_extract_status in ('pending', 'success', 'failed', 'invalid_format')),
    supported_accelerators text[] not null default '{}',
    supported_coreui_frontend_version text,
    supported_coreui_version text,
    supported_os text[] not null default '{}',
    tags text[] not null default '{}',
    tags_admin text[] not null default '{}',
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    unique (node_id, version)
  )`,
  `create index node_versions_precedence on node_versions (node_id, precedence desc, id)`,
  `alter table nodes add constraint nodes_latest_version_id_fkey foreign key (latest_version_id) references node_versions deferrable initially deferred`,

  `create table core_nodes (
    version_id uuid not null references node_versions,
    name text not null,
    category text,
    description text,
    function text,
    input_types text,
    return_names text,
    return_types text,
    output_is_list boolean[] not null default '{}',
    deprecated boolean not null default false,
    experimental boolean not null default false,
    policy text not null default 'CoreNodePolicyActive' check (policy in ('CoreNodePolicyActive', 'CoreNodePolicyBanned', 'CoreNodePolicyLocalOnly')),
    primary key (version_id, name)
  )`,
  `create index core_nodes_name on core_nodes (name, version_id)`,
  `create index core_nodes_name_trgm on core_nodes using gin (lower(name) gin_trgm_ops)`,

  `create table node_translations (
    node_id text not null references nodes,
    language text not null,
    source text not null check (source in ('PUBLISHER', 'COMMUNITY')),
    fields jsonb not null,
    updated_at timestamptz(3) not null,
    primary key (node_id, language, source)
  )`,

  `create table node_search (
    node_id text primary key references nodes on delete cascade,
    words tsvector not null
  )`,
  `create index node_search_words on node_search using gin (words)`,
  `create table search_words (word text collate "C" primary key)`,
  `create index search_words_trgm on search_words using gin (word gin_trgm_ops)`,

  `create table video_tasks (
    id uuid primary key,
    owner_id uuid references users,
    provider text not null check (provider in ('sandbox', 'upstream')),
    upstream_id text,
    state text not null check (state in ('created', 'queueing', 'processing', 'success', 'failed')),
    err_code text not null default '',
    credits integer not null default 0,
    request jsonb not null,
    creations jsonb not null default '[]',
    callback_url text,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null
  )`,

  `create table changes (
    id bigint primary key generated always as identity,
    kind text not null check (kind in ('publisher', 'node', 'version', 'core_nodes', 'translation')),
    subject_id text not null,
    node_id text,
    change text not null check (change in ('created', 'updated', 'status', 'deleted')),
    counter boolean not null default false,
    actor text not null,
    at timestamptz(3) not null
  )`,

  `create table audit_log (
    id bigint primary key generated always as identity,
    at timestamptz(3) not null,
    actor text not null,
    action text not null,
    subject_kind text not null,
    subject_id text not null,
    publisher_id text,
    from_state text,
    to_state text,
    reason text,
    before jsonb,
    after jsonb,
    request_id text not null
  )`,
  `create index audit_log_publisher_id on audit_log (publisher_id, id)`,
  `create index audit_log_subject on audit_log (subject_kind, subject_id, id)`,

  `insert into publishers (id, name, description, status, created_at, updated_at)
   values ('unclaimed', 'Unclaimed', 'Owns every node that nobody has claimed yet.', 'PublisherStatusActive', now(), now())`,
];

/** The initial schema: all tables of the documented interface. */
export class Migration20261121000000_registry extends Migration {
  override up(): void {
    for (const statement of TABLES) this.addSql(statement);
  }

  override down(): void {
    const tables = [
      'audit_log',
      'changes',
      'video_tasks',
      'search_words',
      'node_search',
      'node_translations',
      'core_nodes',
      'personal_access_tokens',
      'publisher_members',
      'users',
      'meta',
    ];
    this.addSql('alter table nodes drop constraint nodes_latest_version_id_fkey');
    for (const table of [...tables, 'node_versions', 'nodes', 'publishers']) this.addSql(`drop table ${table}`);
  }
}
