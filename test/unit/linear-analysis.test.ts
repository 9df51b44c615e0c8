import { describe, expect, it } from '@jest/globals';
import { checkCode } from '../../src/analysis/checks/check-code.js';
import { FindingList } from '../../src/analysis/checks/findings.js';
import { checkScript } from '../../src/analysis/checks/javascript.js';
import { extractCoreNodes } from '../../src/analysis/extract.js';
import { KnownFiles } from '../../src/analysis/known-files.js';
import { PythonModule } from '../../src/analysis/python-module.js';
import { PythonPackage } from '../../src/analysis/python-package.js';
import { loadPythonGrammar } from '../../src/analysis/python-parser.js';
import { bounded } from '../support/faults.js';
import { growthOf, slowOnes, slowPatterns, writtenPatterns } from '../support/growth.js';

function check(module: PythonModule): readonly unknown[] {
  const findings = new FindingList([]);
  const modules = new Map([['a.py', module]]);
  checkCode(
    { modules, texts: new Map(), paths: ['a.py'], compiled: new Map(), knownFiles: new KnownFiles() },
    findings,
  );
  return findings.all;
}

describe('the analysis takes linear time', () => {
  const MOST = bounded({ usual: 8192, long: 131_072 });

  it('for its regular expressions', () => {
    const patterns = writtenPatterns((file) => file.startsWith('src/analysis/'));
    expect(patterns.size).toBeGreaterThan(50);
    expect(slowPatterns(patterns)).toEqual([]);
  });

  it('for names in Python', async () => {
    await loadPythonGrammar();
    const source = (size: number): PythonModule => new PythonModule('a.py', `a${'\u0301\u0316'.repeat(size / 2)}()\n`);
    expect(growthOf(source, check, MOST)).toMatchObject({ isLinear: true });
  });

  it('for classes that may derive from each other', async () => {
    await loadPythonGrammar();
    const classes = (count: number): PythonModule => {
      const names = Array.from({ length: count }, (_, index) => `C${index}`);
      const derived = names.map(
        (name) => `class ${name}(${names.filter((other) => other !== name).join(', ')}):\n  a = 1\n`,
      );
      return new PythonModule('a.py', derived.join(''));
    };
    // The source grows with the square of the number, and the work with its cube.
    for (const count of [4, 12]) expect(check(classes(count))).toEqual([]);
  });

  it('for statements of a class', async () => {
    await loadPythonGrammar();
    const source = (size: number): PythonModule =>
      new PythonModule('a.py', `class A:\n${'    a = 1\n'.repeat(Math.ceil(size / 10))}`);
    expect(growthOf(source, check, MOST * 4)).toMatchObject({ isLinear: true });
  });

  it('for members of an enumeration', async () => {
    await loadPythonGrammar();
    const source = (size: number): PythonModule => {
      const names = Array.from({ length: Math.ceil(size / 6) }, (_, index) => `a${index}`);
      return new PythonModule('__init__.py', `import enum\nA = enum.Enum("A", "${names.join(' ')}")\n`);
    };
    const extract = (module: PythonModule): unknown =>
      extractCoreNodes(new PythonPackage([module], ['__init__.py'], () => undefined));
    // Longer texts are not followed.
    expect(growthOf(source, extract, 24_000)).toMatchObject({ isLinear: true });
  });

  it('for lines of comments', async () => {
    await loadPythonGrammar();
    const parse = (size: number): unknown =>
      new PythonModule('a.py', `import os\n${'# text\n'.repeat(Math.ceil(size / 7))}a = 1\n`).root;
    expect(growthOf((size) => size, parse, MOST)).toMatchObject({ isLinear: true });
  });

  it('for scripts', () => {
    const heads = ['', 'fetch(', 'let a = localStorage;', 'const a = ', '/*', '(e.key'];
    expect(slowOnes(checkScript, { most: MOST, heads, tails: ['', ');fetch("https://a.example/"+a)'] })).toEqual([]);
  });
});
