import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { analyseFile, zipOf } from '../support/archives.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'registry-special-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The most severe level of a package with one source. */
async function levelOfSource(source: string): Promise<string> {
  const path = join(folder, 'archive.zip');
  writeFileSync(path, await zipOf({ '__init__.py': source }));
  return (await analyseFile(path)).findings[0]?.level ?? 'none';
}

/** The most severe level of a package with an instance `r` of a class whose special method starts a program. */
const levelOf = (method: string, rest: string): Promise<string> =>
  levelOfSource(
    `import os\nclass R:\n    def ${method}(self, *a, **k):\n        os.system("a")\n        return 1\nr = R()\n${rest}\n`,
  );

const USES: Readonly<Record<string, readonly string[]>> = {
  __iter__: [
    'for x in r: pass',
    'a, b = r',
    '[x for x in r]',
    'print(*r)',
    'list(r)',
    'set().update(r)',
    'x = []\nx.extend(r)',
    'NODE_CLASS_MAPPINGS = r',
  ],
  __str__: [
    'print(r)',
    'f"{r}"',
    '"%s" % r',
    '"{}".format(r)',
    'print({"a": r})',
    'L = []\nL.append(r)\nfor z in L: print(z)',
    'class N:\n    CATEGORY = r\nNODE_CLASS_MAPPINGS = {"N": N}',
    'NODE_DISPLAY_NAME_MAPPINGS = {"a": r}',
    'class A: pass\nA.__str__ = R.__str__\nstr(A())',
  ],
  __bool__: [
    'if r: pass',
    'while r: break',
    'x = 1 if r else 2',
    'not r',
    'r and 1',
    'assert r',
    '[y for y in [1] if r]',
  ],
  __contains__: ['1 in r'],
  __missing__: ['r["a"]'],
  __getitem__: ['r[0]', 'r[1:2]'],
  __setitem__: ['r[0] = 1'],
  __delitem__: ['del r[0]'],
  __getattr__: ['r.foo', 'r.foo()', 'getattr(r, "x")'],
  __getattribute__: ['r.foo'],
  __setattr__: ['r.x = 1'],
  __delattr__: ['del r.x'],
  __exit__: ['with r: pass'],
  __hash__: ['{r: 1}', '{r}', 's = set()\ns.add(r)', 'x = {}.get(r)'],
  __eq__: ['r == 1', '[r].count(2)', 'match r:\n    case 1: pass'],
  __lt__: ['sorted([r, r])', 'x = [r, r]\nx.sort()'],
  __radd__: ['1 + r', 'sum([r])'],
  __neg__: ['-r'],
  __index__: ['[1][r:]'],
  __await__: ['import asyncio\nasync def m(): await r\nasyncio.run(m())'],
  keys: ['x = {**r}'],
  __del__: [''],
  __get__: [
    'import dataclasses\n@dataclasses.dataclass\nclass K:\n    x: int = r',
    'class A:\n    x = r\nA.x',
    'class N:\n    RETURN_TYPES = r\nNODE_CLASS_MAPPINGS = {"N": N}',
  ],
  __set__: ['class A:\n    x = r\na = A()\na.x = 1'],
  __mro_entries__: ['class A(r): pass'],
  __set_name__: ['class A:\n    x = r'],
  __instancecheck__: ['isinstance(1, r)'],
};

describe('the checks hold a special method', () => {
  it.each(Object.entries(USES).flatMap(([method, uses]) => uses.map((use) => [method, use])))(
    '%s of an object that is used on load: %s',
    async (method, use) => expect(await levelOf(method!, use!)).toBe('hold'),
  );
});

describe('the checks only warn of a special method', () => {
  const methods = [
    '__enter__',
    '__exit__',
    '__getitem__',
    '__missing__',
    '__contains__',
    '__len__',
    '__str__',
    '__get__',
  ];
  const rests = [
    '',
    'ALL = [r]\nBY_NAME = {"a": r}',
    'def get(): return r\nx = get()',
    'class N:\n    def run(self):\n        with r: return len(r)\nNODE_CLASS_MAPPINGS = {"N": N}',
    'class S:\n    lazy = r\n    other = 1\nS.other',
  ];
  it.each(methods.flatMap((method) => rests.map((rest) => [method, rest])))(
    '%s of an object that nothing uses on load: %s',
    async (method, rest) => expect(await levelOf(method!, rest!)).toBe('warn'),
  );
});

/** An object with a property that starts a program. */
const WITH_PROPERTY =
  'import inspect, operator, os\nclass R:\n    size = 1\n    @property\n    def kind(self): os.system("a")\nr = R()\n';

describe('the checks hold a property that is read', () => {
  it.each([
    'match r:\n    case R(kind=1): pass\n',
    'operator.attrgetter("kind")(r)\n',
    'sorted([r, r], key=operator.attrgetter("kind"))\n',
    '"{0.kind}".format(r)\n',
    '"{a.kind.b}".format(a=r)\n',
    'inspect.getmembers(r)\n',
  ])('by %s', async (use) => expect(await levelOfSource(WITH_PROPERTY + use)).toBe('hold'));
});

describe('the checks only warn of a property that is not read', () => {
  it.each([
    'match r:\n    case 1: pass\n',
    'operator.attrgetter("size")(r)\n',
    'sorted([r, r], key=operator.attrgetter("size"))\n',
    '"{0.size}".format(r)\n',
    'inspect.getmembers(R)\n',
  ])('by %s', async (use) => expect(await levelOfSource(WITH_PROPERTY + use)).toBe('warn'));
});

/** An object with a method that starts a program and one that does not, and changeable values without either. */
const WITH_METHODS =
  'import inspect, operator, os\nclass R:\n    def on_start(self): os.system("a")\n    def off_start(self): pass\nr = R()\nsteps = []\ntable = {}\n';
/** Uses of the methods of `r` of which only one of each pair calls `on_start`. */
const METHODS: readonly (readonly [string, string])[] = [
  ['for name in dir(r):\n    if name[0] == "o": getattr(r, name)()\n', 'for name in dir(r): print(name)\n'],
  ['getattr(r, "on_" + input())()\n', 'getattr(r, "off_" + input())()\n'],
  ['for _, f in inspect.getmembers(r, inspect.ismethod): f()\n', 'print(inspect.getmembers(r, inspect.ismethod))\n'],
  ['operator.methodcaller("on_start")(r)\n', 'operator.attrgetter("on_start")(r)\n'],
  ['steps += [r.on_start]\nfor step in steps: step()\n', 'steps += [r.on_start]\nfor step in steps: print(step)\n'],
  ['steps[:] = [r.on_start]\nfor step in steps: step()\n', 'steps[:] = [r.off_start]\nfor step in steps: step()\n'],
  ['table |= {"a": r.on_start}\ntable["a"]()\n', 'table |= {"a": r.on_start, "b": r.off_start}\ntable["b"]()\n'],
];

describe('the checks tell whether a method is called', () => {
  it.each(METHODS)('by %s', async (hostile, honest) => {
    expect(await levelOfSource(WITH_METHODS + hostile)).toBe('hold');
    expect(await levelOfSource(WITH_METHODS + honest)).toBe('warn');
  });
});
