import { describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { AppError, notFound } from '../../src/errors/app-error.js';
import { withoutCredentials } from '../../src/errors/credentials.js';
import { requestIdOf } from '../../src/request/logging.js';
import { makeTokenSecret } from '../../src/values/token-secret.js';

const TOKEN = makeTokenSecret();

describe('logged texts', () => {
  it.each([
    [`There is no node "${TOKEN}".`, 'There is no node "[secret]".'],
    [`/nodes/${TOKEN.slice(0, 20)}`, '/nodes/[secret]'],
    ['a eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJhZGEifQ.c2lnbmF0dXJl b', 'a [secret] b'],
    ['eyJhbGciOiJFZERTQSJ9.eyJzdWIiO', '[secret]'],
    ['"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw="', '"[secret]"'],
    ['ghp_16C7e42F292c6912E7710c838347Ae178B4a, gho_16C7e42F292c6912E77', '[secret], [secret]'],
    ['github_pat_11ABCDEFG0abc_def glpat-xxxxxxxxxxxxxxxxxxxx', '[secret] [secret]'],
  ])('leave out the credential in %s', (text, told) => expect(withoutCredentials(text)).toBe(told));

  it.each([
    '',
    'my-node',
    'xrt_',
    'a node that weighs_something',
    'high_resolution',
    'eyJ',
    '6f1c2a9e-8f0e-4a5b-9d3c-1b2a3c4d5e6f',
    'https://example.org/ghosts_and_more',
  ])('keep “%s” unchanged', (text) => expect(withoutCredentials(text)).toBe(text));

  it('include error messages', () => {
    expect([
      notFound('token', TOKEN).message,
      new AppError('INVALID_INPUT', 'x', { details: [`data.${TOKEN}: takes an object`] }).details,
    ]).toEqual(['There is no token "[secret]".', ['data.[secret]: takes an object']]);
  });

  it('a request id can’t be a credential', () => {
    const idOf = (id: string): string => requestIdOf({ headers: { 'x-request-id': id } } as never);
    expect([idOf('abc-1'), idOf(TOKEN) === TOKEN]).toEqual(['abc-1', false]);
  });

  it('log lines are still valid JSON', () => {
    const lines: string[] = [];
    const log = pino(
      { hooks: { streamWrite: withoutCredentials } },
      { write: (line: string) => void lines.push(line) },
    );
    log.info({ path: `/nodes/${TOKEN}`, err: new Error(`"${TOKEN}"`) }, TOKEN);
    expect(JSON.parse(lines[0]!)).toMatchObject({
      path: '/nodes/[secret]',
      msg: '[secret]',
      err: { message: '"[secret]"' },
    });
  });
});
