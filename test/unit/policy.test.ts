import { describe, expect, it } from '@jest/globals';
import { EXISTING_NODE, PUBLIC_NODE } from '../../src/catalogue/visibility.js';
import { type Action, ACTIONS } from '../../src/policy/actions.js';
import { can } from '../../src/policy/authorize.js';
import { ANONYMOUS, type Viewer } from '../../src/policy/viewer.js';
import { MemberRole, NodeStatus, PublisherStatus } from '../../src/values/states.js';

const person = (id: string, more: { isAdmin?: boolean; isApproved?: boolean } = {}): Viewer => ({
  kind: 'user',
  id,
  isAdmin: false,
  isApproved: true,
  name: null,
  email: null,
  ...more,
});

/** The callers by letter, with their role in the publisher. */
const CALLERS: Record<string, { viewer: Viewer; role?: MemberRole }> = {
  n: { viewer: ANONYMOUS },
  w: { viewer: person('waiting', { isApproved: false }) },
  u: { viewer: person('outsider') },
  m: { viewer: person('member'), role: MemberRole.Member },
  o: { viewer: person('owner'), role: MemberRole.Owner },
  t: { viewer: { kind: 'token', tokenId: '1', publisherId: 'ours', creatorId: null, isApproved: true } },
  f: { viewer: { kind: 'token', tokenId: '2', publisherId: 'theirs', creatorId: null, isApproved: true } },
  a: { viewer: person('admin', { isAdmin: true }) },
  s: { viewer: { kind: 'system', name: 'test' } },
};

/**
 * Callers that may perform each action (docs/contract.md, "Permissions"), by their letters: nobody (n), waiting user,
 * user, member, owner, token, foreign token, admin, system; then those that may if the publisher or the node is banned.
 */
const MAY: Record<Action, readonly [string, string]> = {
  'user.readSelf': ['wumoa', 'wumoa'],
  'user.readPrivate': ['uas', 'uas'],
  'user.approve': ['as', 'as'],
  'user.list': ['as', 'as'],
  'user.suspend': ['as', 'as'],
  'adminToken.create': ['a', 'a'],
  'publisher.create': ['umoa', 'umoa'],
  'quota.exceed': ['as', 'as'],
  'publisher.restore': ['oas', 'as'],
  'publisher.update': ['oas', 'as'],
  'publisher.delete': ['oas', 'as'],
  'publisher.ban': ['as', 'as'],
  'publisher.trust': ['as', 'as'],
  'token.reportLeak': ['nwumotfas', 'nwumotfas'],
  'token.create': ['oas', 'as'],
  'token.delete': ['oas', 'as'],
  'token.list': ['moas', 'moas'],
  'token.readCreator': ['oas', 'oas'],
  'member.add': ['oas', 'as'],
  'member.remove': ['oas', 'as'],
  'member.leave': ['moas', 'moas'],
  'member.join': ['umoa', 'a'],
  'invitation.list': ['oas', 'oas'],
  'invitation.withdraw': ['oas', 'oas'],
  'invitation.answer': ['wumoa', 'wumoa'],
  'member.readEmail': ['umoas', 'umoas'],
  'node.create': ['moas', 'as'],
  'node.createUnclaimed': ['as', 'as'],
  'node.delete': ['oas', 'as'],
  'node.ban': ['as', 'as'],
  'node.review': ['umoa', 'umoa'],
  'node.read': ['nwumotfas', 'as'],
  'node.install': ['nwumotfas', ''],
  'node.update': ['motas', 'as'],
  'node.setAdminFields': ['as', 'as'],
  'node.claim': ['moas', 'as'],
  'version.publish': ['motas', 'as'],
  'version.unpublish': ['motas', 'as'],
  'version.readHidden': ['motas', 'motas'],
  'version.update': ['moas', 'as'],
  'version.setStatus': ['as', 'as'],
  'version.searchReasons': ['as', 'as'],
  'coreNode.store': ['as', 'as'],
  'translation.contribute': ['umotfas', 'umotfas'],
  'translation.writeAsPublisher': ['moas', 'as'],
  'translation.remove': ['oas', 'as'],
  'audit.readOwn': ['moas', 'moas'],
  'audit.readAll': ['as', 'as'],
  'webhook.manage': ['oas', 'as'],
  'webhook.manageAll': ['as', 'as'],
  'job.manage': ['as', 'as'],
  'queue.read': ['as', 'as'],
  'queue.decide': ['as', 'as'],
  'report.create': ['wumoa', 'wumoa'],
  'report.close': ['as', 'as'],
  'video.submit': ['wumoas', 'wumoas'],
  'video.follow': ['oas', 'oas'],
};

/** Actions that create public data, which users and tokens may perform only if they are approved. */
const NEEDS_APPROVAL: readonly Action[] = [
  'publisher.create',
  'publisher.update',
  'member.join',
  'node.create',
  'node.review',
  'node.update',
  'node.claim',
  'version.publish',
  'version.update',
  'translation.contribute',
  'translation.writeAsPublisher',
];

/**
 * The subject of all rules: the publisher "ours", the outsider's membership of another, and the owner's video task.
 */
const subjectOf = (role: MemberRole | undefined, publisherStatus: PublisherStatus, nodeStatus: NodeStatus) => ({
  publisherId: 'ours',
  publisherStatus,
  nodeStatus,
  role,
  status: nodeStatus,
  userId: 'outsider',
  addedById: false,
  isOpen: false,
  needsCredentials: true,
  ownerId: 'owner',
});

describe('the policy', () => {
  const mayOf = (action: Action, publisherStatus: PublisherStatus, nodeStatus: NodeStatus): string =>
    Object.keys(CALLERS)
      .filter((letter) =>
        can(CALLERS[letter]!.viewer, action, subjectOf(CALLERS[letter]!.role, publisherStatus, nodeStatus) as never),
      )
      .join('');

  it('has a case here for every action', () => {
    expect(Object.keys(MAY).sort()).toEqual(Object.keys(ACTIONS).sort());
  });

  it.each(Object.entries(MAY) as [Action, [string, string]][])(
    'allows %s to exactly these callers: %j',
    (action, [active, banned]) => {
      expect(mayOf(action, PublisherStatus.Active, NodeStatus.Active)).toBe(active);
      expect(mayOf(action, PublisherStatus.Active, NodeStatus.Banned)).toBe(banned);
      if (!['node.read', 'node.install'].includes(action))
        expect(mayOf(action, PublisherStatus.Banned, NodeStatus.Active)).toBe(banned);
    },
  );

  it.each(Object.values(NodeStatus).filter((status) => EXISTING_NODE.holds({ status })))(
    'allows anonymous callers to read a node with the status %s if lists show it',
    (status) => expect(can(ANONYMOUS, 'node.read', { status })).toBe(PUBLIC_NODE.holds({ status })),
  );

  it.each(Object.keys(MAY) as Action[])(
    'allows %s to unapproved owners and tokens only if it creates nothing public',
    (action) => {
      for (const letter of ['o', 't', 'a']) {
        const { viewer, role } = CALLERS[letter]!;
        const may = can(
          { ...viewer, isApproved: false } as Viewer,
          action,
          subjectOf(role, PublisherStatus.Active, NodeStatus.Active) as never,
        );
        const isHeld = letter !== 'a' && NEEDS_APPROVAL.includes(action);
        expect([letter, may]).toEqual([letter, MAY[action][0].includes(letter) && !isHeld]);
      }
    },
  );

  it('allows what the operator enables, and hides addresses that members did not enter', () => {
    const may = (action: Action, subject: object): string =>
      Object.keys(CALLERS)
        .filter((letter) =>
          can(CALLERS[letter]!.viewer, action, {
            ...subjectOf(CALLERS[letter]!.role, PublisherStatus.Active, NodeStatus.Active),
            ...subject,
          } as never),
        )
        .join('');
    expect(may('translation.contribute', { isOpen: true })).toBe('numotfas');
    expect(may('video.submit', { needsCredentials: false })).toBe('nwumotfas');
    expect(may('video.follow', { needsCredentials: false, ownerId: null })).toBe('nwumotfas');
    expect(may('video.follow', { ownerId: null })).toBe('wumoas');
    expect(may('member.readEmail', { addedById: true })).toBe('uas');
  });
});
