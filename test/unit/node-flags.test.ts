import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { NODE_ENVIRONMENT, NODE_FLAGS } from '../../bin/node-flags.mjs';

const read = (name: string): string => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');

describe('the flags and environment of Node', () => {
  it('are the same in the image and in docs/operations.md', () => {
    const [, command] = /^CMD (\[.*\])$/m.exec(read('Dockerfile'))!;
    expect(JSON.parse(command!)).toEqual(['node', ...NODE_FLAGS, 'dist/src/cli.js', 'start']);
    const documented = read('docs/operations.md').replaceAll('\n', ' ');
    expect(documented).toContain(NODE_FLAGS.join(' '));
    for (const [name, value] of Object.entries(NODE_ENVIRONMENT)) {
      expect(read('Dockerfile')).toContain(` ${name}=${value}`);
      expect(documented).toContain(`${name}=${value}`);
    }
  });
});
