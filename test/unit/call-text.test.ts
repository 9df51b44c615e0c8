import { describe, expect, it } from '@jest/globals';
import { CALL_MAX, callText } from '../../src/analysis/call-text.js';

describe('the text of a call in a finding', () => {
  it('is the whole call if it is short', () => {
    expect(callText('os.system("ls")')).toBe('os.system("ls")');
    expect(callText('x'.repeat(CALL_MAX))).toBe('x'.repeat(CALL_MAX));
  });

  it('is truncated, and differs if only the ends of two calls differ', () => {
    const [first, second] = ['1', '2'].map((end) => callText(`exec("${'x'.repeat(5000)}${end}")`));
    expect(first).toHaveLength(CALL_MAX);
    expect(second).toHaveLength(CALL_MAX);
    expect(first).not.toBe(second);
  });
});
