import type { Database, SqlRunner } from '../../src/db/database.js';
import { searchRefresh } from '../../src/services/search-index.js';

/** The last row of the audit log for each subject, of the given actions. */
const lastOf = (actions: string, subject = 'subject_id'): string =>
  `select distinct on (${subject}) * from audit_log where action in (${actions}) order by ${subject}, id desc`;
const noted = (action: string, id: string): string =>
  `exists (select 1 from audit_log a where a.action = '${action}' and a.subject_id = ${id})`;
const told = (kind: string, id: string): string =>
  `exists (select 1 from changes c where c.kind = '${kind}' and c.subject_id = ${id} and c.change = 'created')`;

const MEMBERSHIP = `'publisher.create', 'publisher.restore', 'member.add', 'member.changeRole', 'member.remove', 'member.leave'`;
/** The user that an audit row about a membership is about. The creator of a publisher becomes its owner. */
const MEMBER = `case when action like 'publisher.%' then substr(actor, 6) else subject_id end`;

/**
 * Inconsistencies of the database, each as a query for the ids of faulty rows. It must return none. Rows that
 * builders or an import have written are not covered, because they have no audit rows.
 */
export const FAULTS: Readonly<Record<string, string>> = {
  'a publisher without its audit or change row': `select id from publishers t where id <> 'unclaimed' and not (${noted('publisher.create', 't.id')} and ${told('publisher', 't.id')})`,
  'a node without its audit or change row': `select id from nodes t where not (${noted('node.create', 't.id')} and ${told('node', 't.id')})`,
  'a version without its audit or change row': `select id from node_versions t where not (${noted('version.publish', 't.id::text')} and ${told('version', 't.id::text')})`,
  'a token without its audit row': `select id from personal_access_tokens t where not ${noted('token.create', 't.id::text')}`,
  'a user without an audit row': `select id from users t where not ${noted('user.create', 't.id::text')}`,
  'a member without an audit row': `select m.id from publisher_members m where not exists
    (select 1 from audit_log where action in (${MEMBERSHIP}) and publisher_id = m.publisher_id and ${MEMBER} = m.user_id::text)`,
  'a member whose role differs from the last audit row': `select l.id from (select distinct on (publisher_id, ${MEMBER}) *, ${MEMBER} as member from audit_log where action in (${MEMBERSHIP}) order by publisher_id, ${MEMBER}, id desc) l
    left join publisher_members m on m.publisher_id = l.publisher_id and m.user_id::text = l.member
    where m.role is distinct from case when l.action like 'publisher.%' then 'owner' else l.to_state end`,
  'a review that differs from the last audit row': `select l.id from (select distinct on (subject_id, actor) * from audit_log where action = 'node.review' order by subject_id, actor, id desc) l
    full join node_reviews r on r.node_id = l.subject_id and 'user:' || r.user_id = l.actor where r.star is distinct from (l.after->>'star')::int`,
  'a translation without its audit or change row': `select node_id || ' ' || language as id from node_translations t where not exists (select 1 from audit_log a where a.action = 'translation.add' and a.subject_id = t.node_id and a.after->'languages' ? t.language)
    or not exists (select 1 from changes c where c.kind = 'translation' and c.subject_id = t.node_id)`,
  'an archive without its audit row': `select id from node_versions t where archive_key is not null and not ${noted('version.upload', 't.id::text')}`,
  'an audit row of an archive that does not exist': `select subject_id as id from audit_log where action = 'version.upload' and not exists (select 1 from node_versions v where v.id::text = subject_id and v.archive_key is not null and v.archive_sha256 = after->>'sha256')`,
  'an upload URL for an archive that is stored': `select version_id as id from archive_uploads u join node_versions v on v.id = u.version_id where v.archive_key is not null`,

  'an audit row of a publisher that does not exist': `select subject_id as id from audit_log where action like 'publisher.%' and not exists (select 1 from publishers p where p.id = subject_id)`,
  'an audit row of a node that does not exist': `select subject_id as id from audit_log where subject_kind = 'node' and not exists (select 1 from nodes n where n.id = subject_id)`,
  'an audit row of a version that does not exist': `select subject_id as id from audit_log where subject_kind = 'version' and not exists (select 1 from node_versions v where v.id::text = subject_id)`,
  'a token that differs from its last audit row': `select id from (${lastOf(`'token.create', 'token.delete'`)}) l where (action = 'token.create') <> exists (select 1 from personal_access_tokens t where t.id::text = subject_id)`,
  'a change row of an object that does not exist': `select c.id from changes c where not case kind
    when 'publisher' then exists (select 1 from publishers p where p.id = c.subject_id)
    when 'node' then exists (select 1 from nodes n where n.id = c.subject_id)
    when 'translation' then exists (select 1 from nodes n where n.id = c.subject_id)
    else exists (select 1 from node_versions v where v.id::text = c.subject_id and v.node_id = c.node_id) end`,
  'a change row without an audit row': `select c.id from changes c where not counter and actor <> 'system:checks' and not exists (select 1 from audit_log a where a.actor = c.actor and a.at = c.at)`,
  'an audit row without a change row': `select a.id from audit_log a where subject_kind in ('publisher', 'node', 'version', 'member') and not exists (select 1 from changes c where c.actor = a.actor and c.at = a.at)`,
  'a change row with a wrong publisher': `select c.id from changes c left join nodes n on n.id = coalesce(c.node_id, c.subject_id) where c.publisher_id is distinct from case kind when 'publisher' then c.subject_id else n.publisher_id end`,

  'a status that differs from the last audit row': `select l.id from (${lastOf('select distinct action from audit_log where to_state is not null', 'subject_kind, subject_id')}) l
    left join nodes n on l.subject_kind = 'node' and n.id = l.subject_id
    left join node_versions v on l.subject_kind = 'version' and v.id::text = l.subject_id
    left join publishers p on l.subject_kind = 'publisher' and p.id = l.subject_id
    where l.subject_kind in ('node', 'version', 'publisher') and l.to_state is not null and l.to_state is distinct from coalesce(n.status, v.status, p.status)`,
  'a node whose text differs from the last audit row': `select n.id from nodes n join lateral (select a.after from audit_log a where a.subject_id = n.id and a.subject_kind = 'node' and a.after ? 'description' order by a.id desc limit 1) l on true
    where l.after->>'description' <> n.description or (l.after ? 'name' and l.after->>'name' <> n.name)`,
  'a publisher whose text differs from the last audit row': `select p.id from publishers p cross join lateral (
    select distinct on (field.key) field.key, field.value #>> '{}' as value from audit_log a cross join jsonb_each(a.after) as field
    where a.subject_kind = 'publisher' and a.subject_id = p.id and field.key in ('name', 'description', 'website', 'support', 'logo') order by field.key, a.id desc) l
    where to_jsonb(p) ->> l.key is distinct from case when l.key = 'name' then coalesce(l.value, p.id) else l.value end`,
  'a translation that differs from the last audit row': `select t.node_id || ' ' || t.language as id from node_translations t where t.updated_at is distinct from (select max(a.at) from audit_log a
    where a.action = 'translation.add' and a.subject_id = t.node_id and a.after->'languages' ? t.language and (a.after->>'asPublisher')::boolean = (t.source = 'PUBLISHER'))`,
  'a translation that was removed': `select l.id from (select distinct on (subject_id, before->>'language', before->>'source') * from audit_log where action = 'translation.remove' order by subject_id, before->>'language', before->>'source', id desc) l
    join node_translations t on t.node_id = l.subject_id and t.language = l.before->>'language' and t.source = l.before->>'source' where t.updated_at < l.at`,
  'an Active node of a banned publisher': `select n.id from nodes n join publishers p on p.id = n.publisher_id where p.status = 'PublisherStatusBanned' and n.status = 'NodeStatusActive'`,
  'a node that is banned with a publisher that is not banned': `select n.id from nodes n join publishers p on p.id = n.publisher_id where n.banned_with_publisher and (p.status <> 'PublisherStatusBanned' or n.status <> 'NodeStatusBanned')`,

  'a wrong total of Active nodes': `select value as id from meta where name = 'active_nodes' and value <> (select count(*)::text from nodes where status = 'NodeStatusActive')`,
  'a wrong total of downloads': `select n.id from nodes n where n.downloads <> (select coalesce(sum(d.downloads), 0) from node_versions v join download_counts d on d.version_id = v.id where v.node_id = n.id)`,
  'a wrong rating': `select n.id from nodes n where n.rating is distinct from (select avg(star)::real from node_reviews r where r.node_id = n.id)`,
  'a wrong latest version': `select n.id from nodes n where n.latest_version_id is distinct from
    (select v.id from node_versions v where v.node_id = n.id and v.status = 'NodeVersionStatusActive' and v.archive_size is not null order by v.is_prerelease, v.precedence desc, v.created_at desc, v.id limit 1)`,
  'a wrong version of core-nodes': `select n.id from nodes n where n.core_nodes_version_id is distinct from
    (select v.id from node_versions v where v.node_id = n.id and v.status = 'NodeVersionStatusActive' order by v.archive_size is null, v.is_prerelease, v.precedence desc, v.created_at desc, v.id limit 1)`,
  'a node without search words': `select id from nodes where not exists (select 1 from node_words s where s.node_id = nodes.id)`,
  'core-nodes of a version whose extraction has not run': `select v.id from node_versions v where (v.core_node_extract_status = 'success') <> exists (select 1 from core_nodes c where c.version_id = v.id)`,

  'a pending archive without a job': `select v.id from node_versions v where v.archive_key is not null and v.core_node_extract_status = 'pending'
    and not exists (select 1 from jobs.job j where j.name in ('archive.check', 'archive.checkSlow') and j.data->>'versionId' = v.id::text and j.state in ('created', 'retry', 'active'))`,
  'a job for an archive that does not exist': `select j.id from jobs.job j where j.name = 'archive.check' and not exists (select 1 from node_versions v where v.id::text = j.data->>'versionId' and v.archive_key is not null)`,
};

/** The default of MAX_SEARCH_WORDS_PER_NODE. */
const WORDS_PER_NODE = 500;

/** The name of the fault that is found by updating rows instead of by a query. */
export const FOUND_BY_OTHER_WORDS = 'a node with wrong search words';

/** Returns the nodes whose stored search words are wrong. Updates them, so the caller must roll back. */
async function wronglyFound(transaction: SqlRunner): Promise<string[]> {
  const found = 'select node_id as id, words from node_words order by node_id';
  const before = await transaction.query<{ id: string; words: string }>(found);
  const { sql, parameters } = await searchRefresh(
    transaction,
    before.map(({ id }) => id),
    WORDS_PER_NODE,
  );
  await transaction.query(sql, parameters);
  const after = await transaction.query<{ id: string; words: string }>(found);
  return after.filter(({ words }, index) => words !== before[index]!.words).map(({ id }) => id);
}

/** Returns one line for each kind of fault in the database. Must run in a transaction that is rolled back. */
async function faultsIn(transaction: SqlRunner): Promise<string[]> {
  const faults: string[] = [];
  const check = (what: string, ids: readonly unknown[]): void => {
    if (ids.length > 0) faults.push(`${what}: ${ids.slice(0, 5).map(String).join(', ')} (${ids.length})`);
  };
  for (const [what, sql] of Object.entries(FAULTS))
    check(
      what,
      (await transaction.query<{ id: unknown }>(sql)).map(({ id }) => id),
    );
  check(FOUND_BY_OTHER_WORDS, await wronglyFound(transaction));
  return faults;
}

/** Returns the faults of a database, after an optional statement. Rolls everything back. */
export async function faultsOf(database: Database, statement?: string): Promise<string[]> {
  const undo = new Error('undo');
  let faults: string[] = [];
  await database
    .transaction(async (transaction) => {
      if (statement !== undefined) await transaction.query(statement);
      faults = await faultsIn(transaction);
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  return faults;
}
