import { describe, expect, it } from '@jest/globals';
import { safeError } from '../../src/errors/safe-error.js';

describe('a logged or stored error', () => {
  it('has message, code and stack, without the values of a statement', () => {
    const driver = Object.assign(new Error('null value in column "name"'), {
      code: '23502',
      detail: 'Failing row contains (secret).',
      query: 'insert into nodes values ($1)',
      parameters: ['secret'],
    });
    const found = safeError(new Error('The write failed.', { cause: driver }));
    expect(Object.keys(found)).toEqual(['type', 'message', 'stack']);
    expect(found.stack).toContain('caused by: Error: null value in column "name"');
    expect(JSON.stringify([found, safeError(driver)])).not.toContain('secret');
    expect(safeError(driver).code).toBe('23502');
  });

  it('is truncated', () => {
    const { message, stack } = safeError(new Error('x'.repeat(1_000_000)));
    expect([message.length, stack.length <= 8000]).toEqual([2000, true]);
    expect(safeError('thrown text')).toEqual({ type: 'string', message: 'thrown text', stack: '' });
  });
});
