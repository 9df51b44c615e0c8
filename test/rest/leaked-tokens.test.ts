import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeToken, makeWorld, type PublisherWorld } from '../support/builders.js';
import { expectError } from '../support/refusals.js';
import { sharedTestRegistry, type TestRegistry } from '../support/registry.js';
import { makeTokenSecret } from '../../src/values/token-secret.js';

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

describe('POST /leaked-tokens', () => {
  let registry: TestRegistry;
  let world: PublisherWorld;

  beforeAll(async () => {
    registry = await sharedTestRegistry();
    world = await makeWorld(registry);
  });
  afterAll(() => registry.close());

  const report = (body: unknown) => registry.call('POST', '/leaked-tokens', { body });
  const isValid = async (token: string): Promise<boolean> =>
    (await registry.call('GET', '/users', { as: token })).status !== 401;
  const leaks = () =>
    registry.database.query<{ publisher_id: string; actor: string; reason: string; before: object }>(
      `select publisher_id, actor, reason, before from audit_log where action = 'token.reportLeak' order by id`,
    );

  it('revokes the tokens at once, reports which were valid, and records for the publisher where they were found', async () => {
    const token = await makeToken(registry, world.id, world.callers.owner);
    const other = await makeToken(registry, world.foreignId, world.callers.outsider);
    expect(await isValid(token)).toBe(true);
    const unknown = makeTokenSecret();
    // In the format of secret scanners.
    const answer = await report([
      { token, type: 'extension_registry_token', url: 'https://git.example.org/leak', source: 'commit' },
      { token: unknown, url: 'https://git.example.org/leak' },
      { token: 'nonsense' },
      { token: other, source: 'a paste' },
    ]);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    expect(answer.body).toEqual(
      [token, unknown, 'nonsense', other].map((text, index) => ({
        token_hash: hashOf(text),
        token_type: 'personal_access_token',
        label: index === 0 || index === 3 ? 'true_positive' : 'false_positive',
      })),
    );
    expect([await isValid(token), await isValid(other)]).toEqual([false, false]);
    expect(await isValid(world.callers.token)).toBe(true);
    expect(await leaks()).toEqual([
      {
        publisher_id: world.id,
        actor: 'anonymous',
        reason: 'It was found at https://git.example.org/leak (commit)',
        before: { name: 'test token', lastFour: token.slice(-4) },
      },
      {
        publisher_id: world.foreignId,
        actor: 'anonymous',
        reason: 'It was found at a paste',
        before: { name: 'test token', lastFour: other.slice(-4) },
      },
    ]);
    // A repeated report is no longer valid.
    expect((await report([{ token }])).body[0].label).toBe('false_positive');
    expect(JSON.stringify(await registry.database.query('select * from audit_log'))).not.toContain(token);
    expect(registry.log.join('')).not.toContain(token);
  });

  it('runs no statement for strings that are no tokens', async () => {
    expect(
      await registry.statements(() => report([{ token: 'xrt_nonsense' }, { token: `${makeTokenSecret()}x` }])),
    ).toEqual([]);
  });

  it.each([
    [[]],
    [{}],
    [[{}]],
    [[{ token: 1 }]],
    [[{ token: '' }, null]],
    [Array.from({ length: 101 }, () => ({ token: 'x' }))],
    ['text'],
  ])('refuses %j', async (body) => {
    expectError(await report(body), 400, 'INVALID_INPUT');
  });

  it('works in GraphQL, too', async () => {
    const token = await makeToken(registry, world.id, world.callers.owner);
    const { data } = await registry.graph(
      'mutation ($input: [LeakedTokenInput!]!) { reportLeakedTokens(input: $input) }',
      { input: [{ token: 'nonsense' }, { token, url: 'https://git.example.org' }] },
    );
    expect(data).toEqual({ reportLeakedTokens: [false, true] });
    expect(await isValid(token)).toBe(false);
  });
});
