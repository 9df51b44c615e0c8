import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { packageOf, zipOf } from '../support/archives.js';
import { joinPublisher, uniqueName } from '../support/builders.js';
import { FAULTS, faultsOf, FOUND_BY_OTHER_WORDS } from '../support/consistency.js';
import { checked, put } from '../support/publishing.js';
import { startTestRegistry, type TestRegistry } from '../support/registry.js';

describe('the checks of a whole database', () => {
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

  it('find nothing in what is whole', async () => {
    expect(await faultsOf(registry.database)).toEqual([]);
  });

  /** A change of one table only, and the inconsistency that it must be reported as. */
  const BROKEN: [string, string, string][] = [
    [
      'a note of a publisher',
      `delete from audit_log where action = 'publisher.create' and subject_id = 'team'`,
      'a publisher without its notes',
    ],
    [
      'a change of a node',
      `delete from changes where kind = 'node' and subject_id = 'whole' and change = 'created'`,
      'a node without its notes',
    ],
    ['a note of a version', `delete from audit_log where action = 'version.publish'`, 'a version without its notes'],
    ['a note of a token', `delete from audit_log where action = 'token.create'`, 'a token without its note'],
    ['a token', `delete from personal_access_tokens`, 'a note of a token that is not there'],
    ['a member', `delete from publisher_members where role = 'member'`, 'a member who is not what was noted last'],
    ['a role', `update publisher_members set role = 'owner'`, 'a member who is not what was noted last'],
    ['a review', `delete from node_reviews`, 'a review that is not the one noted last'],
    [
      'a translation’s note',
      `delete from audit_log where action = 'translation.add'`,
      'a translation without its notes',
    ],
    ['an upload’s note', `delete from audit_log where action = 'version.upload'`, 'an archive without its note'],
    ['changes', `delete from changes where kind = 'version'`, 'an audit entry without a change'],
    ['notes', `delete from audit_log where action = 'node.review'`, 'a change that nobody is noted for'],
    [
      'a state',
      `update node_versions set status = 'NodeVersionStatusFlagged'`,
      'a state that is not the one noted last',
    ],
    [
      'a text',
      `update nodes set description = 'other' where id = 'whole'`,
      'a node whose text is not the one noted last',
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
    ['whose core-nodes it has', `update nodes set core_nodes_version_id = null`, 'core-nodes of a wrong version'],
    ['what a node is found by', `delete from node_search`, 'a node that no search finds'],
    ['a word of it', `update node_search set words = 'other'`, 'a node found by other words than it has'],
    ['the dictionary', `delete from search_words where word = 'whole'`, 'a word whose nodes are counted wrongly'],
    ['core-nodes', `delete from core_nodes`, 'core-nodes of a version that was not read'],
    ['a job', `update node_versions set core_node_extract_status = 'pending'`, 'an archive that nobody will look into'],
    [
      'an archive',
      `update node_versions set archive_key = null, archive_sha256 = null, archive_size = null, archive_stored_at = null`,
      'a note of an archive that is not there',
    ],
    ['a user’s note', `delete from audit_log where action = 'user.create'`, 'a user without an audit entry'],
    ['a member’s note', `delete from audit_log where action = 'member.add'`, 'a member without an audit entry'],
    [
      'an upload',
      `insert into archive_uploads (version_id, token_hash, expires_at) select id, 'x', now() from node_versions`,
      'an address for an archive that came',
    ],
    [
      'a publisher’s name',
      `update publishers set name = 'other' where id = 'team'`,
      'a publisher whose text is not the one noted last',
    ],
    [
      'a publisher’s description',
      `update publishers set description = null where id = 'team'`,
      'a publisher whose text is not the one noted last',
    ],
    [
      'a translation',
      `update node_translations set fields = '{"name": "Anders"}', updated_at = updated_at + interval '1 s'`,
      'a translation that is not the one noted last',
    ],
    [
      'a removal',
      `insert into node_translations select node_id, 'fr', source, fields, updated_at - interval '1 h' from node_translations`,
      'a translation that was taken away',
    ],
    [
      'what a publisher’s note names',
      `update audit_log set subject_id = 'gone' where action = 'publisher.create' and subject_id = 'team'`,
      'a note of a publisher that is not there',
    ],
    [
      'what a node’s note names',
      `update audit_log set subject_id = 'gone' where action = 'node.create' and subject_id = 'whole'`,
      'a note of a node that is not there',
    ],
    [
      'what a version’s note names',
      `update audit_log set subject_id = gen_random_uuid() where action = 'version.publish'`,
      'a note of a version that is not there',
    ],
    [
      'what a change names',
      `update changes set subject_id = 'gone' where kind = 'node' and subject_id = 'whole'`,
      'a change of what is not there',
    ],
    [
      'whose a change is',
      `update changes set publisher_id = 'banned-team' where kind = 'node' and subject_id = 'whole'`,
      'a change under another publisher',
    ],
    [
      'a publisher’s state',
      `update publishers set status = 'PublisherStatusActive' where id = 'banned-team'`,
      'a node that is banned with a publisher that is not',
    ],
    [
      'what a job is about',
      `update jobs.job set data = jsonb_set(data, '{versionId}', '"gone"') where name = 'archive.check'`,
      'a job for an archive that is not there',
    ],
  ];

  it('are each tried', () => {
    expect([...new Set(BROKEN.map(([, , fault]) => fault))].sort()).toEqual(
      [...Object.keys(FAULTS), FOUND_BY_OTHER_WORDS].sort(),
    );
  });

  it.each(BROKEN)('find %s changed alone', async (_what, sql, fault) => {
    expect(await faultsOf(registry.database, sql)).toContainEqual(expect.stringContaining(`${fault}: `));
  });
});
