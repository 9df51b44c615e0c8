import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { packageOf, zipOf } from '../support/archives.js';
import { joinPublisher, uniqueName } from '../support/builders.js';
import { FAULTS, faultsOf, FOUND_BY_OTHER_WORDS } from '../support/consistency.js';
import { checked, put } from '../support/publishing.js';
import { startTestRegistry, type TestRegistry } from '../support/registry.js';

describe('the consistency checks', () => {
  let registry: TestRegistry;

  beforeAll(async () => {
    registry = await startTestRegistry();
    const [owner, member, admin] = await Promise.all([
      registry.signIn('owner'),
      registry.signIn('member'),
      registry.signIn('admin', { admin: true }),
    ]);
    const write = async (method: string, path: string, as: string, body?: object): Promise<Record<string, unknown>> => {
      const answer = await registry.call(method, path, { as, body });
      expect([path, answer.status < 300]).toEqual([path, true]);
      return answer.body as Record<string, unknown>;
    };
    await write('POST', '/publishers', owner, { id: 'team', description: 'all of us' });
    await write('PUT', '/publishers/team', owner, { name: 'The Team' });
    await write('POST', '/publishers/team/tokens', owner, { name: 'ci' });
    await joinPublisher(registry, 'team', owner, member);
    const { signedUrl } = await write('POST', '/publishers/team/nodes/whole/versions', owner, {
      node: { description: 'whole' },
      node_version: { version: '1.0.0' },
    });
    expect((await put(registry, signedUrl as string, await zipOf(packageOf('Whole')))).status).toBe(200);
    await checked(registry, 'whole', '1.0.0', owner);
    await write('POST', '/nodes/whole/reviews?star=3', owner);
    await write('POST', '/nodes/whole/translations', owner, { data: { de: { name: 'Ganz' } } });
    await write('POST', '/nodes/whole/translations', owner, { data: { fr: { name: 'Entier' } } });
    await write('DELETE', '/nodes/whole/translations/fr?source=publisher', owner);
    expect((await registry.call('GET', '/nodes/whole/install')).status).toBe(200);
    await registry.services.downloads.flush();
    await write('POST', '/publishers', owner, { id: 'banned-team' });
    await write('POST', '/publishers/banned-team/nodes', owner, { id: uniqueName('banned') });
    await write('POST', '/publishers/banned-team/ban', admin, { reason: 'x' });
  });
  afterAll(() => registry.close());

  it('find no faults in a consistent database', async () => {
    expect(await faultsOf(registry.database)).toEqual([]);
  });

  /** A change of one table only, and the fault that must be reported for it. */
  const BROKEN: [string, string, string][] = [
    [
      'the audit row of a publisher',
      `delete from audit_log where action = 'publisher.create' and subject_id = 'team'`,
      'a publisher without its audit or change row',
    ],
    [
      'the change row of a node',
      `delete from changes where kind = 'node' and subject_id = 'whole' and change = 'created'`,
      'a node without its audit or change row',
    ],
    [
      'the audit row of a version',
      `delete from audit_log where action = 'version.publish'`,
      'a version without its audit or change row',
    ],
    [
      'the audit row of a token',
      `delete from audit_log where action = 'token.create'`,
      'a token without its audit row',
    ],
    ['a token', `delete from personal_access_tokens`, 'a token that differs from its last audit row'],
    [
      'a member',
      `delete from publisher_members where role = 'member'`,
      'a member whose role differs from the last audit row',
    ],
    ['a role', `update publisher_members set role = 'owner'`, 'a member whose role differs from the last audit row'],
    ['a review', `delete from node_reviews`, 'a review that differs from the last audit row'],
    [
      'the audit row of a translation',
      `delete from audit_log where action = 'translation.add'`,
      'a translation without its audit or change row',
    ],
    [
      'the audit row of an upload',
      `delete from audit_log where action = 'version.upload'`,
      'an archive without its audit row',
    ],
    ['change rows', `delete from changes where kind = 'version'`, 'an audit row without a change row'],
    ['audit rows', `delete from audit_log where action = 'node.review'`, 'a change row without an audit row'],
    [
      'a status',
      `update node_versions set status = 'NodeVersionStatusFlagged'`,
      'a status that differs from the last audit row',
    ],
    [
      'a text',
      `update nodes set description = 'other' where id = 'whole'`,
      'a node whose text differs from the last audit row',
    ],
    [
      'a ban',
      `update nodes set status = 'NodeStatusActive' where publisher_id = 'banned-team'`,
      'an Active node of a banned publisher',
    ],
    ['the total of nodes', `update meta set value = '7' where name = 'active_nodes'`, 'a wrong total of Active nodes'],
    ['a total of downloads', `update nodes set downloads = downloads + 1`, 'a wrong total of downloads'],
    ['a rating', `update nodes set rating = 1`, 'a wrong rating'],
    ['a latest version', `update nodes set latest_version_id = null`, 'a wrong latest version'],
    ['the version of core-nodes', `update nodes set core_nodes_version_id = null`, 'a wrong version of core-nodes'],
    ['search words of a node', `delete from node_words`, 'a node without search words'],
    ['a search word', `update node_words set words = 'other'`, 'a node with wrong search words'],
    ['core-nodes', `delete from core_nodes`, 'core-nodes of a version whose extraction has not run'],
    ['a job', `update node_versions set core_node_extract_status = 'pending'`, 'a pending archive without a job'],
    [
      'an archive',
      `update node_versions set archive_key = null, archive_sha256 = null, archive_size = null, archive_stored_at = null`,
      'an audit row of an archive that does not exist',
    ],
    ['the audit row of a user', `delete from audit_log where action = 'user.create'`, 'a user without an audit row'],
    ['the audit row of a member', `delete from audit_log where action = 'member.add'`, 'a member without an audit row'],
    [
      'an upload',
      `insert into archive_uploads (version_id, token_hash, expires_at) select id, 'x', now() from node_versions`,
      'an upload URL for an archive that is stored',
    ],
    [
      'a publisher’s name',
      `update publishers set name = 'other' where id = 'team'`,
      'a publisher whose text differs from the last audit row',
    ],
    [
      'a publisher’s description',
      `update publishers set description = null where id = 'team'`,
      'a publisher whose text differs from the last audit row',
    ],
    [
      'a translation',
      `update node_translations set fields = '{"name": "Anders"}', updated_at = updated_at + interval '1 s'`,
      'a translation that differs from the last audit row',
    ],
    [
      'a removal',
      `insert into node_translations select node_id, 'fr', source, fields, updated_at - interval '1 h' from node_translations`,
      'a translation that was removed',
    ],
    [
      'what a publisher’s note names',
      `update audit_log set subject_id = 'gone' where action = 'publisher.create' and subject_id = 'team'`,
      'an audit row of a publisher that does not exist',
    ],
    [
      'what a node’s note names',
      `update audit_log set subject_id = 'gone' where action = 'node.create' and subject_id = 'whole'`,
      'an audit row of a node that does not exist',
    ],
    [
      'what a version’s note names',
      `update audit_log set subject_id = gen_random_uuid() where action = 'version.publish'`,
      'an audit row of a version that does not exist',
    ],
    [
      'what a change names',
      `update changes set subject_id = 'gone' where kind = 'node' and subject_id = 'whole'`,
      'a change row of an object that does not exist',
    ],
    [
      'whose a change is',
      `update changes set publisher_id = 'banned-team' where kind = 'node' and subject_id = 'whole'`,
      'a change row with a wrong publisher',
    ],
    [
      'a publisher’s state',
      `update publishers set status = 'PublisherStatusActive' where id = 'banned-team'`,
      'a node that is banned with a publisher that is not banned',
    ],
    [
      'what a job is about',
      `update jobs.job set data = jsonb_set(data, '{versionId}', '"gone"') where name = 'archive.check'`,
      'a job for an archive that does not exist',
    ],
  ];

  it('are each covered by a case', () => {
    expect([...new Set(BROKEN.map(([, , fault]) => fault))].sort()).toEqual(
      [...Object.keys(FAULTS), FOUND_BY_OTHER_WORDS].sort(),
    );
  });

  it.each(BROKEN)('report %s that was changed alone', async (_what, sql, fault) => {
    expect(await faultsOf(registry.database, sql)).toContainEqual(expect.stringContaining(`${fault}: `));
  });
});
