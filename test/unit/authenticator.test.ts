import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { Authenticator } from '../../src/auth/authenticator.js';
import type { IdentityProvider } from '../../src/auth/identity-provider.js';
import type { Sessions } from '../../src/auth/sessions.js';
import type { Database } from '../../src/db/database.js';
import type { UserService } from '../../src/services/user.service.js';
import { makeTokenSecret } from '../../src/values/token-secret.js';

describe('personal access tokens', () => {
  const asked: { sql: string; parameters: readonly unknown[] }[] = [];
  const database = {
    query: async (sql: string, parameters: readonly unknown[]) => {
      asked.push({ sql, parameters });
      return [];
    },
  } as unknown as Database;
  const nobody = () => {
    throw new Error('A personal access token must not be sent to the identity provider.');
  };
  const authenticator = new Authenticator(
    database,
    { recognize: nobody } as unknown as UserService,
    { identify: nobody } as unknown as IdentityProvider,
    { viewer: nobody } as unknown as Sessions,
  );
  const ask = async (token: string): Promise<typeof asked> => {
    asked.length = 0;
    await expect(authenticator.authenticate(`Bearer ${token}`)).rejects.toThrow('not valid');
    return [...asked];
  };

  // Its duration may depend on the hash, but a prefix of a hash does not reveal a token.
  it('are found by their hash, so that the time of a lookup reveals nothing', async () => {
    const tokens = Array.from({ length: 50 }, makeTokenSecret);
    const statements = new Set<string>();
    for (const token of tokens) {
      const [only, ...others] = await ask(token);
      expect([only!.parameters, others]).toEqual([[createHash('sha256').update(token).digest('hex')], []]);
      statements.add(only!.sql);
    }
    expect(statements.size).toBe(1);
    expect([...statements][0]).toMatch(/where t\.hash = \$1 /);
  });

  it('are not looked up if their checksum is wrong', async () => {
    const token = makeTokenSecret();
    for (const wrong of [
      `${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`,
      token.slice(0, -1),
      `${token}0`,
      'xrt_',
      `xrt_${'0'.repeat(46)}`,
    ])
      expect(await ask(wrong)).toEqual([]);
  });
});
