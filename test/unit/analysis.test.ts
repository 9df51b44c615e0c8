import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Analysis } from '../../src/analysis/analyse.js';
import { analyseFile, packageOf, zipOf } from '../support/archives.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'registry-analysis-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function look(files: Parameters<typeof zipOf>[0], off: string[] = []): Promise<Analysis> {
  const path = join(folder, 'archive.zip');
  writeFileSync(path, await zipOf(files));
  return analyseFile(path, off);
}

const names = ({ extraction }: Analysis): string[] => extraction.coreNodes.map(({ name }) => name).sort();
const CLASSES = 'class A:\n    CATEGORY = "a"\nclass B:\n    CATEGORY = "b"\n';

describe('extraction', () => {
  it('reads the fields of a class', async () => {
    const { extraction, findings } = await look(packageOf('Sharpen'));
    expect(findings).toEqual([]);
    expect(extraction).toEqual({
      status: 'success',
      causes: [],
      coreNodes: [
        {
          name: 'Sharpen',
          displayName: 'Sharpen (sharp)',
          category: 'image/filters',
          function: 'run',
          description: 'Sharpens an image.',
          outputIsList: [false, true],
          deprecated: false,
          experimental: false,
          inputTypes: '{"required":{"image":["IMAGE"],"strength":["FLOAT",{"default":1,"min":-1}]}}',
          returnTypes: '["IMAGE","MASK"]',
          returnNames: '["image","mask"]',
        },
      ],
    });
  });

  it('reads a source with bytes in comments that are not UTF-8', async () => {
    const source = (first: string, inner: string): Buffer =>
      Buffer.from(`${first}\n${CLASSES}    WORDS = [1, # ${inner}\n 2]\nNODE_CLASS_MAPPINGS = {"A": A}\n`, 'latin1');
    const found = async (first: string, inner: string) => {
      const analysis = await look({ '__init__.py': source(first, inner) });
      return [analysis.extraction.status, names(analysis)];
    };
    expect(await found('# año', 'año "')).toEqual(['success', ['A']]);
    for (const first of ['X = "año"', 'X = f"{1} año"', 'año = 1'])
      expect(await found(first, '')).toEqual(['failed', []]);
  });

  it('marks items that a list may have where it may have them', async () => {
    const source = `import torch
def devices():
    found = ["auto"]
    if torch.cuda.is_available(): found.append("cuda")
    found.append("cpu")
    return found
class A:
    RETURN_TYPES = tuple(name.upper() for name in devices())
    @classmethod
    def INPUT_TYPES(cls): return {"required": {"device": (devices(),)}}
NODE_CLASS_MAPPINGS = {"A": A}
`;
    const { extraction } = await look({ '__init__.py': source });
    const { required } = JSON.parse(extraction.coreNodes[0]!.inputTypes!) as { required: { device: unknown[] } };
    const marker = { unevaluated: 'torch.cuda.is_available()' };
    expect(required.device[0]).toEqual(['auto', marker, 'cpu']);
    expect(JSON.parse(extraction.coreNodes[0]!.returnTypes!)).toEqual(['AUTO', marker, 'CPU']);
  });

  it('lists few of many warnings with the same message', async () => {
    const loads = Array.from({ length: 30 }, (_, at) => [
      `part${at}.py`,
      'import torch\ndef f(): torch.load("a.bin")\n',
    ]);
    const imports = loads.map(([path]) => `from .${path!.replace('.py', '')} import f\n`).join('');
    const { findings } = await look({
      '__init__.py': imports,
      ...(Object.fromEntries(loads) as Record<string, string>),
    });
    expect(new Set(findings.map(({ message }) => message)).size).toBe(1);
    expect(findings).toHaveLength(20);
  });

  it('does not take what Python finds in the running code for objects of a library', async () => {
    const source = [
      CLASSES.replace('class B', 'class B(A)'),
      'import inspect',
      'def found(base):',
      '    names = inspect.currentframe().f_back.f_globals',
      '    return {c.__name__: c for c in names.values() if inspect.isclass(c) and issubclass(c, base)}',
      'NODE_CLASS_MAPPINGS = found(A)',
    ].join('\n');
    expect((await look({ '__init__.py': source })).extraction.status).toBe('failed');
  });

  it('reads long files of data, and leaves out those beyond its limits', async () => {
    const styles = (letters: number) => JSON.stringify({ oil: 'x'.repeat(letters), chalk: '' });
    const source = [
      'import json, os',
      'HERE = os.path.dirname(__file__)',
      'def read(name):',
      '    with open(os.path.join(HERE, name)) as file: return list(json.load(file))',
      'class A:',
      '    @classmethod',
      '    def INPUT_TYPES(cls): return {"required": {"long": (read("long.json"),), "endless": (read("endless.json"),)}}',
      'NODE_CLASS_MAPPINGS = {"A": A}',
    ].join('\n');
    const { extraction } = await look({
      '__init__.py': source,
      'long.json': styles(300_000),
      'endless.json': styles(600_000),
    });
    const { required } = JSON.parse(extraction.coreNodes[0]!.inputTypes!) as { required: Record<string, unknown[]> };
    expect(required['long']).toEqual([['oil', 'chalk']]);
    expect(required['endless']).toEqual([{ unevaluated: expect.any(String) }]);
  });

  it.each(['MODE and B', '(MODE if sys.argv else "") or B', '{"a": A, "b": B}.get(MODE)', 'getattr(LOOKED, MODE)'])(
    'takes %s for a possible class',
    async (chosen) => {
      const { extraction } = await look({
        '__init__.py': [
          'import inspect, platform, sys',
          'class A:\n    CATEGORY = "a"',
          'class B:\n    CATEGORY = "b"',
          'LOOKED = sys.modules[__name__]',
          'MODE = "A" if platform.system() == "Darwin" else "B"',
          `CHOSEN = ${chosen}`,
          'NODE_CLASS_MAPPINGS = dict(inspect.getmembers(LOOKED, inspect.isclass))',
        ].join('\n'),
      });
      expect(extraction.causes.filter((cause) => cause.startsWith('CHOSEN'))).not.toEqual([]);
    },
  );

  it.each([
    ['repetitions of repetitions', '(a+)+$', 40],
    ['repetitions of alternatives', '(a|aa)*$', 40],
    ['repetitions in inner groups', '((?:a[ab]*))+$', 40],
    ['many repetitions', 'a*a*a*a*a*a*$', 1000],
  ])('does not try a pattern with %s, which could take forever', async (_what, pattern, letters) => {
    const { extraction } = await look({
      '__init__.py': [
        'import re',
        'class A:',
        '    @classmethod',
        `    def INPUT_TYPES(cls): return {"required": {"a": ("STRING", {"default": re.sub("${pattern}", "", "a" * ${letters} + "b")})}}`,
        'NODE_CLASS_MAPPINGS = {"A": A}',
      ].join('\n'),
    });
    expect(extraction).toMatchObject({ status: 'success', coreNodes: [{ name: 'A' }] });
    expect(extraction.coreNodes[0]!.inputTypes).toContain('unevaluated');
  });

  const success: [string, Record<string, string>, string[]][] = [
    ['one file', { 'nodes.py': `${CLASSES}NODE_CLASS_MAPPINGS = {"A": A, 'B': B,}\n` }, ['A', 'B']],
    [
      'files named by the rest of their paths',
      {
        '__init__.py': [
          'import glob, importlib, os',
          'HERE = os.path.dirname(os.path.realpath(__file__))',
          'NODE_CLASS_MAPPINGS = {}',
          'for file in glob.glob(os.path.join(HERE, "parts", "*_part.py")):',
          '    name = os.path.splitext(file[len(HERE):].replace(os.sep, "."))[0]',
          '    NODE_CLASS_MAPPINGS.update(importlib.import_module(name, __name__).NODE_CLASS_MAPPINGS)',
        ].join('\n'),
        'parts/a_part.py': `${CLASSES}NODE_CLASS_MAPPINGS = {"A": A}\n`,
        'parts/other.py': `${CLASSES}NODE_CLASS_MAPPINGS = {"B": B}\n`,
      },
      ['A'],
    ],
    [
      'a mapping in an order that depends on the language',
      {
        '__init__.py': `${CLASSES}TITLES = {"A": "🅰", "B": "é"}\nNODE_CLASS_MAPPINGS = dict(sorted({"A": A, "B": B}.items(), key=lambda item: TITLES[item[0]]))\n`,
      },
      ['A', 'B'],
    ],
    ...['[*first(), B]', '[*PARTS["a"], *PARTS["b"]]', '(*Parts.a, *Parts.b)', '[*first() + [B]]'].map(
      (items): [string, Record<string, string>, string[]] => [
        `unpacked items: ${items}`,
        {
          'nodes.py': `${CLASSES}def first():\n    return [A]\nPARTS = {"a": [A], "b": [B]}\nclass Parts:\n    a = [A]\n    b = [B]\nNODE_CLASS_MAPPINGS = {one.__name__: one for one in ${items}}\n`,
        },
        ['A', 'B'],
      ],
    ),
    [
      'a separate folder',
      { 'pack/__init__.py': `${CLASSES}NODE_CLASS_MAPPINGS = {"A": A}\n`, 'README.md': 'x' },
      ['A'],
    ],
    [
      'a renamed import',
      { '__init__.py': 'from .n import MAP as NODE_CLASS_MAPPINGS\n', 'n.py': `${CLASSES}MAP = {"A": A}\n` },
      ['A'],
    ],
    [
      'a star import',
      { '__init__.py': 'from .n import *\n', 'n.py': `${CLASSES}NODE_CLASS_MAPPINGS = {"B": B}\n` },
      ['B'],
    ],
    [
      'classes of submodules',
      {
        '__init__.py':
          'from .sub.deep import A as First\nfrom .sub import more\nNODE_CLASS_MAPPINGS = {"x": First, "y": more.B}\n',
        'sub/__init__.py': '',
        'sub/deep.py': CLASSES,
        'sub/more.py': CLASSES,
      },
      ['x', 'y'],
    ],
    [
      'merged dictionaries',
      {
        '__init__.py':
          'from .a import NODE_CLASS_MAPPINGS as M1\nfrom .b import NODE_CLASS_MAPPINGS as M2\nNODE_CLASS_MAPPINGS = {**M1, **M2}\n',
        'a.py': `${CLASSES}NODE_CLASS_MAPPINGS = {"A": A}\n`,
        'b.py': `${CLASSES}NODE_CLASS_MAPPINGS = {"B": B}\n`,
      },
      ['A', 'B'],
    ],
    [
      'update, |= and items',
      {
        '__init__.py': `${CLASSES}NODE_CLASS_MAPPINGS = {}\nNODE_CLASS_MAPPINGS.update({"A": A})\nNODE_CLASS_MAPPINGS |= {"B": B}\nNODE_CLASS_MAPPINGS["C"] = A\n`,
      },
      ['A', 'B', 'C'],
    ],
    [
      'dict() and |',
      { '__init__.py': `${CLASSES}one = dict(A=A)\nNODE_CLASS_MAPPINGS = one | dict(**{"B": B})\n` },
      ['A', 'B'],
    ],
    [
      'names from constants',
      { '__init__.py': `${CLASSES}PREFIX = "My"\nNODE_CLASS_MAPPINGS = {PREFIX + "A": A, "B" " two": B}\n` },
      ['B two', 'MyA'],
    ],
    ['an f-string without a hole', { '__init__.py': `${CLASSES}NODE_CLASS_MAPPINGS = {f"A": A}\n` }, ['A']],
    [
      'an annotated assignment',
      { '__init__.py': `${CLASSES}NODE_CLASS_MAPPINGS: dict[str, type] = {"A": A}\n` },
      ['A'],
    ],
    [
      'a fallback that does not count',
      {
        '__init__.py': `${CLASSES}try:\n    NODE_CLASS_MAPPINGS = {"A": A}\nexcept Exception:\n    NODE_CLASS_MAPPINGS = {}\n`,
      },
      ['A'],
    ],
    [
      'a later definition under the same name',
      { '__init__.py': `${CLASSES}NODE_CLASS_MAPPINGS = {"A": A, "A": B}\n` },
      ['A'],
    ],
    [
      'absolute imports of files of the package',
      { 'pack/__init__.py': 'from pack.n import A\nNODE_CLASS_MAPPINGS = {"A": A}\n', 'pack/n.py': CLASSES },
      ['A'],
    ],
    ['f-strings of constants', { '__init__.py': `${CLASSES}P = "x"\nNODE_CLASS_MAPPINGS = {f"{P} A": A}\n` }, ['x A']],
    [
      'a comprehension',
      { '__init__.py': `${CLASSES}NODE_CLASS_MAPPINGS = {c.__name__: c for c in (A, B)}\n` },
      ['A', 'B'],
    ],
    [
      'a class of a dictionary',
      { '__init__.py': `${CLASSES}ALL = {"k": A}\nNODE_CLASS_MAPPINGS = {"A": ALL["k"]}\n` },
      ['A'],
    ],
  ];
  it.each(success)('finds mappings in %s', async (_what, files, expected) => {
    const analysis = await look(files);
    expect([names(analysis), analysis.extraction.status, analysis.extraction.causes]).toEqual([
      expected,
      'success',
      [],
    ]);
  });

  const partly: [string, Record<string, string>, string[], RegExp][] = [
    [
      'a name that is an f-string',
      { '__init__.py': `${CLASSES}import os\nNODE_CLASS_MAPPINGS = {f"{os.name} A": A, "B": B}\n` },
      ['B'],
      /__init__\.py:6: .* is an f-string/,
    ],
    [
      'a comprehension over what is not known',
      { '__init__.py': `${CLASSES}NODE_CLASS_MAPPINGS = {c.__name__: c for c in find()}\n` },
      [],
      /__init__\.py:5: "find\(\)" is the answer of a call/,
    ],
    [
      'the answer of a call',
      { '__init__.py': `${CLASSES}NODE_CLASS_MAPPINGS = {"A": A, **load()}\n` },
      ['A'],
      /"load\(\)" is the answer of a call/,
    ],
    [
      'a mapping that names itself',
      { '__init__.py': 'from .a import NODE_CLASS_MAPPINGS\n', 'a.py': 'from . import NODE_CLASS_MAPPINGS\n' },
      [],
      /NODE_CLASS_MAPPINGS/,
    ],
  ];
  it.each(partly)('reports %s, and guesses nothing', async (_what, files, expected, cause) => {
    const analysis = await look(files);
    expect([names(analysis), analysis.extraction.status]).toEqual([
      expected,
      analysis.extraction.status === 'invalid_format' ? 'invalid_format' : 'failed',
    ]);
    expect(analysis.extraction.causes.join('\n')).toMatch(cause);
  });

  it.each<[string, string, string | undefined, string[], string]>([
    [
      'that the code writes',
      'c.add_section("a")\nc.set("a", "Key", "B")\nwith open(p, "w") as f: c.write(f)\n',
      undefined,
      ['A', 'B'],
      'success',
    ],
    ['whose sections are assigned', 'c["a"] = {"Key": "B"}\n', undefined, ['A', 'B'], 'success'],
    ['without the option', 'c.read(p)\n', '[a]\nother = B\n', ['A', 'none'], 'success'],
    ['without the file', 'c.read(p)\n', undefined, ['A', 'none'], 'success'],
    ['that refer to each other', 'c.read(p)\n', '[a]\nkey = %(b)s\n', ['A'], 'failed'],
    ['that are read under a condition', 'import torch\nif torch.a: c.read(p)\n', '[a]\nkey = B\n', ['A'], 'failed'],
  ])('follows settings %s', async (_what, code, file, expected, status) => {
    const analysis = await look({
      '__init__.py': `${CLASSES}import configparser, os\np = os.path.join(os.path.dirname(__file__), "c.ini")\nc = configparser.ConfigParser()\n${code}d = configparser.ConfigParser()\nd.read(p)\nc = d if c.sections() == [] else c\nNODE_CLASS_MAPPINGS = {"A": A, c.get("a", "key", fallback="none"): B}\n`,
      ...(file === undefined ? {} : { 'c.ini': file }),
    });
    expect([names(analysis), analysis.extraction.status]).toEqual([expected, status]);
  });

  it('follows settings whose options are written in capitals', async () => {
    const found = async (before: string): Promise<string[]> => {
      const source = `${CLASSES}import configparser\nc = configparser.ConfigParser()\n${before}c.read_string("[a]\\nKey = 1\\n")\nNODE_CLASS_MAPPINGS = {name: A for name in c.options("a")}\n`;
      return names(await look({ '__init__.py': source }));
    };
    expect(await found('')).toEqual(['key']);
    expect(await found('c.optionxform = str\n')).toEqual(['Key']);
    expect(await found('c.optionxform = lambda name: name\n')).toEqual([]);
  });

  it.each([
    ['another name', 'exec("C = B", globals())', ['success', ['A', 'C']]],
    ['what is not Python', 'C = B\nexec("D = = B")', ['failed', ['A', 'C']]],
    ['what is read from a file', 'C = B\nexec(open("a.txt").read())', ['failed', ['A', 'C']]],
    ['names of a dictionary', 'names = {}\nexec("C = B", names)\nC = B', ['failed', ['A', 'C']]],
  ])('follows a text that is run as code: %s', async (_what, code, expected) => {
    const analysis = await look({ '__init__.py': `${CLASSES}${code}\nNODE_CLASS_MAPPINGS = {"A": A, "C": C}\n` });
    expect([analysis.extraction.status, names(analysis)]).toEqual(expected);
  });

  it('finds the name of a class of another package, without fields', async () => {
    const { extraction } = await look({
      '__init__.py': 'from torch import Thing\nNODE_CLASS_MAPPINGS = {"A": Thing}\n',
    });
    expect(extraction).toMatchObject({ status: 'success', coreNodes: [{ name: 'A' }] });
    expect(extraction.causes.join('\n')).toMatch(/A: the class __init__\.py:2: "Thing" is not defined/);
  });

  it('stops at the limit of definitions of a version', async () => {
    const wide = `class A:\n    CATEGORY = "x" * 18000\n`;
    const many = (count: number): string => `NODE_CLASS_MAPPINGS = {str(i): A for i in range(${count})}\n`;
    const large = (await look({ '__init__.py': wide + many(600) })).extraction;
    expect(large.status).toBe('failed');
    expect(Buffer.byteLength(JSON.stringify(large.coreNodes))).toBeLessThan(9 * 1024 * 1024);
    expect(large.causes.join('\n')).toMatch(/more than 4000, or larger than 8388608 bytes/);
    const names = Array.from({ length: 4001 }, (_, index) => `"${index}": A`).join(', ');
    const long = (await look({ '__init__.py': `class A: pass\nNODE_CLASS_MAPPINGS = {${names}}\n` })).extraction;
    expect([long.status, long.coreNodes.length]).toEqual(['failed', 4000]);
  });

  it('reads valid Python with unusual syntax', async () => {
    const source = `x = 0
y = [0. if x else 1, "\uFFFD"]
for *a, b in [(1, 2, 3)]:
    pass
with (open("a") as f, open("b") as g,):
    pass
class A:
    pass
NODE_CLASS_MAPPINGS = {" A ": A}
`;
    const { extraction } = await look({ '__init__.py': source });
    expect([extraction.status, extraction.coreNodes.map(({ name }) => name)]).toEqual(['success', [' A ']]);
  });

  // Without limits, each of these would take minutes or all memory.
  it.each<[string, string]>([
    [
      'lists that double',
      `a0 = [1, 2]\n${Array.from({ length: 40 }, (_, index) => `a${index + 1} = [*a${index}, *a${index}]`).join('\n')}\nNODE_CLASS_MAPPINGS = {"A": a40}\n`,
    ],
    [
      'texts that double',
      `a0 = "xx"\n${Array.from({ length: 40 }, (_, index) => `a${index + 1} = a${index} + a${index}`).join('\n')}\nNODE_CLASS_MAPPINGS = {a40: 1}\n`,
    ],
    [
      'dictionaries that double',
      `a0 = {"x": 1}\n${Array.from({ length: 40 }, (_, index) => `a${index + 1} = {"l": a${index}, "r": a${index}}`).join('\n')}\nNODE_CLASS_MAPPINGS = a40\n`,
    ],
    [
      '20,000 entries',
      `${CLASSES}NODE_CLASS_MAPPINGS = {${Array.from({ length: 20_000 }, (_, index) => `"n${index}": A`).join(', ')}}\n`,
    ],
    [
      '20,000 items',
      `${CLASSES}NODE_CLASS_MAPPINGS = {}\n${Array.from({ length: 20_000 }, (_, index) => `NODE_CLASS_MAPPINGS["n${index}"] = B`).join('\n')}\n`,
    ],
    [
      'a large class under many names',
      `class A:\n${Array.from({ length: 20_000 }, (_, index) => `    a${index} = ${index}`).join('\n')}\nNODE_CLASS_MAPPINGS = {${Array.from({ length: 4000 }, (_, index) => `"n${index}": A`).join(', ')}}\n`,
    ],
    ['a deep nesting', `NODE_CLASS_MAPPINGS = ${'['.repeat(20_000)}${']'.repeat(20_000)}\n`],
    ['a deep sum', `NODE_CLASS_MAPPINGS = {${Array.from({ length: 20_000 }, () => '"a"').join(' + ')}: 1}\n`],
    ['functions that call themselves twice', `def f(n):\n    return f(n) + f(n)\nf(1)\n`],
    [
      'loops in loops',
      `d = {}\nfor i in range(1000):\n  for j in range(1000):\n    for k in range(1000):\n      d[j] = k\n`,
    ],
    ['a loop without end', `x = 1\nwhile True:\n  while True:\n    x = [x]\n`],
    [
      'a list in itself',
      `l = []\nl.append(l)\nd = {"d": l}\nd["d"] = d\nclass A:\n    RETURN_TYPES = l\n    INPUT_TYPES = d\nNODE_CLASS_MAPPINGS = {"A": A, **d}\n`,
    ],
    ['a list that doubles itself', `x = [1]\nfor i in range(1000):\n  x.extend(x)\n  x.insert(0, x)\n`],
    [
      'copies of what doubles',
      `import copy\nx = [1]\nfor i in range(100):\n  x = [x, x]\ny = copy.deepcopy(x)\nclass A:\n    RETURN_TYPES = x\nNODE_CLASS_MAPPINGS = {"A": A}\n`,
    ],
    [
      'long texts again and again',
      `x = "a" * 100000\nl = []\nfor i in range(1000):\n  for j in range(1000):\n    l.append(x.replace("a", "b") + "")\n`,
    ],
    ['numbers that grow', `x = 2 ** 128\nfor i in range(1000):\n  x = x * x\n  y = x ** 128\n`],
    [
      '3000 classes, each of the one before',
      `class C0:\n    pass\n${Array.from({ length: 3000 }, (_, index) => `class C${index + 1}(C${index}):\n    pass`).join('\n')}\nNODE_CLASS_MAPPINGS = {"A": C3000}\n`,
    ],
    [
      'large inputs under many names',
      `class B:\n    @classmethod\n    def INPUT_TYPES(c):\n        return {"required": {str(i): ("INT",) for i in range(1000)}}\n${Array.from({ length: 4000 }, (_, index) => `class C${index}(B): pass`).join('\n')}\nNODE_CLASS_MAPPINGS = {${Array.from({ length: 4000 }, (_, index) => `"n${index}": C${index}`).join(', ')}}\n`,
    ],
    [
      'classes derived from each other',
      `class A(B):\n    pass\nclass B(A):\n    pass\nNODE_CLASS_MAPPINGS = {"A": A}\n`,
    ],
  ])('ends for %s', async (_what, source) => {
    const { extraction } = await look({ '__init__.py': source });
    expect(extraction.coreNodes.length).toBeLessThanOrEqual(4000);
  });

  it('reads inherited fields, also from other files', async () => {
    const { extraction } = await look({
      '__init__.py':
        'from .base import Base\nclass Own(Base):\n    FUNCTION = "go"\nNODE_CLASS_MAPPINGS = {"Own": Own}\n',
      'base.py':
        'class Base:\n    CATEGORY = "inherited"\n    FUNCTION = "base"\n    EXPERIMENTAL = True\n    @classmethod\n    def INPUT_TYPES(s):\n        sizes = ["a", "b"]\n        return {"required": {"size": (sizes,)}, "optional": {"x": (folder_paths.get_filename_list("x"),)}}\n',
    });
    expect(extraction.coreNodes).toMatchObject([
      {
        name: 'Own',
        category: 'inherited',
        function: 'go',
        experimental: true,
        inputTypes:
          '{"required":{"size":[["a","b"]]},"optional":{"x":[{"unevaluated":"folder_paths.get_filename_list(\\"x\\")"}]}}',
      },
    ]);
  });

  it('reports an invalid format without mappings or without Python', async () => {
    expect((await look({ 'a.py': 'x = 1\n' })).extraction).toMatchObject({ status: 'invalid_format', coreNodes: [] });
    expect((await look({ 'README.md': 'x' })).extraction.status).toBe('invalid_format');
    const broken = await look({ '__init__.py': 'class A(:\n  pass\nNODE_CLASS_MAPPINGS = {' });
    expect(broken.extraction.causes.join()).toMatch(/is no Python/);
  });

  it.each([
    'path = "C:\\Users"',
    'name = f"{1}\\u12"',
    'data = b"\\x1"',
    `def f():\n    x = "${'x'.repeat(300)}"\n    print x`,
  ])('fails for a source that Python refuses: %s', async (line) => {
    const nodes = `${line}\nclass A: pass\nNODE_CLASS_MAPPINGS = {"A": A}\n`;
    expect((await look({ '__init__.py': nodes })).extraction).toMatchObject({
      status: 'failed',
      causes: expect.arrayContaining([expect.stringMatching(/is no Python/)]),
    });
  });

  it.each(['"\\N{BULLET} \\U0001F600 \\x41"', 'r"C:\\Users"', 'b"\\Users"', 'f"\\N{BULLET}{1}"', '"\\\\Users \\d"'])(
    'reads a source with %s',
    async (text) => {
      const nodes = `text = ${text}\nclass A: pass\nNODE_CLASS_MAPPINGS = {"A": A}\n`;
      expect((await look({ '__init__.py': nodes })).extraction.status).toBe('success');
    },
  );
});

describe('checks', () => {
  it.each<[string, Parameters<typeof zipOf>[0], string, string?]>([
    ['a symbolic link', { link: { content: '/etc/passwd', mode: 0o120777 } }, 'is a symbolic link'],
    ['a link out of the archive', { 'a/link': { content: '../../a', mode: 0o120777 } }, 'is a symbolic link out'],
    ['a link to nothing', { 'a.py': { content: 'b.py', mode: 0o120777 } }, 'is a symbolic link out'],
    ['a link to a folder around it', { 'a/link': { content: '../a', mode: 0o120777 } }, 'is a symbolic link out'],
    ['an archive in it', { 'a.whl': 'x' }, 'is a package in the archive'],
    ['a name that Windows changes', { 'a.py.': 'x = 1\n' }, 'has another name on Windows'],
    ['a device of Windows', { 'con.txt': 'x' }, 'has another name on Windows', 'warn'],
    ['a bomb', { 'a.txt': Buffer.alloc(30 * 1024 * 1024) }, 'unpacks to more than'],
  ])('report %s', async (_what, files, message, level = 'hold') => {
    expect((await look(files)).findings).toEqual([
      {
        level,
        rule: 'archive-safety',
        file: Object.keys(files)[0],
        line: 0,
        message: expect.stringContaining(message),
      },
    ]);
  });

  const link = (content: string): { content: string; mode: number } => ({ content, mode: 0o120777 });

  it.each<[string, Parameters<typeof zipOf>[0]]>([
    ['a file', { 'docs/b.md': link('./a.md'), 'docs/a.md': 'x' }],
    ['a source', { 'b.py': link('lib/a.py'), 'lib/a.py': 'x = 1\n' }],
    ['a folder', { 'web/b': link('../a'), 'a/a.js': 'f();\n', 'a/b/c.png': 'x' }],
  ])('only warn of a link to %s of the archive', async (_what, files) => {
    const [path] = Object.keys(files);
    expect((await look(files)).findings).toEqual([
      { level: 'warn', rule: 'archive-safety', file: path, line: 0, message: 'is a symbolic link in the archive' },
    ]);
  });

  it('hold a link with the name of a compiled file, and approve nothing by it', async () => {
    const { findings } = await look({ 'fast.pyc': link('data.bin'), 'data.bin': 'x' });
    const compiled = findings.filter(({ rule }) => rule === 'compiled-code');
    expect(compiled).toMatchObject([{ level: 'hold', file: 'fast.pyc' }]);
    expect(compiled[0]).not.toHaveProperty('call');
  });

  it.each<[string, Parameters<typeof zipOf>[0]]>([
    ['to another link', { a: link('b'), b: link('c.txt'), 'c.txt': 'x' }],
    ['over another link', { a: link('b/../../x.txt'), b: link('c/d'), 'c/d/e.txt': 'x', 'x.txt': 'x' }],
    ['with entries below it', { a: link('b'), 'A/c.txt': 'x', 'b/c.txt': 'x' }],
    ['to a file of another kind', { 'a.py': link('b.txt'), 'b.txt': 'x = 1\n' }],
    ['to a folder with a link', { a: link('b'), 'b/c.txt': link('../d.txt'), 'd.txt': 'x' }],
    ['with a drive', { a: link('C:/x.txt'), 'C/x.txt': 'x' }],
  ])('hold a link %s', async (_what, files) => {
    expect((await look(files)).findings[0]).toMatchObject({
      level: 'hold',
      message: expect.stringContaining('is a symbolic link'),
    });
  });

  it('follow a link to code', async () => {
    const code = 'import os\nos.system("a")\n';
    const files = { '__init__.py': 'from .pack import a\n', pack: link('other'), 'other/a.py': code };
    expect((await look(files)).findings[0]).toMatchObject({ level: 'hold', rule: 'shell', file: 'pack/a.py' });
  });

  it('warns about packages of Java that no source can run, and holds others', async () => {
    const levelOf = async (source: string) =>
      (await look({ '__init__.py': source, 'gradle/gradle-wrapper.jar': 'x' })).findings.find(
        ({ file, rule }) => file.endsWith('.jar') && rule === 'archive-safety',
      )?.level;
    expect(await levelOf('x = 1\n')).toBe('warn');
    for (const source of [
      'import subprocess\ndef run(): subprocess.run(["java", "-cp", "gradle/*", "Main"])\n',
      'import sys\nsys.path.append("gradle/gradle-wrapper.jar")\n',
    ])
      expect(await levelOf(source)).toBe('hold');
  });

  it('hold a wheel that is compiled, or that something may use', async () => {
    const pure = await zipOf({ 'lib/__init__.py': 'x = 1\n' });
    const wheel = 'whl/lib-1.0-py3-none-any.whl';
    const levelOf = async (files: Parameters<typeof zipOf>[0]): Promise<string | undefined> =>
      (await look({ '__init__.py': '', ...files })).findings.find(({ file }) => file.endsWith('.whl'))?.level;
    expect(await levelOf({ [wheel]: pure, 'README.md': `pip install ${wheel}` })).toBe('warn');
    expect(await levelOf({ [wheel]: pure, 'requirements.txt': `./${wheel}\n` })).toBe('hold');
    expect(await levelOf({ [wheel]: pure, 'a.py': 'for name in glob("whl/*"): install(name)\n' })).toBe('hold');
    expect(await levelOf({ [wheel]: await zipOf({ 'lib/a.so': 'x' }) })).toBe('hold');
    expect(await levelOf({ [wheel]: 'x' })).toBe('hold');
    expect(await levelOf({ 'lib-1.0-cp312-cp312-linux_x86_64.whl': pure })).toBe('hold');
  });

  it('list the gravest findings about entries if there are many', async () => {
    const many = Object.fromEntries(Array.from({ length: 120 }, (_, index) => [`a${index}.zip`, 'x']));
    expect((await look({ ...many, 'z.whl': 'x' })).findings[0]).toMatchObject({ level: 'hold', file: 'z.whl' });
  });

  it.each(['../evil.py', '/etc/evil.py', 'a/../../evil.py', 'C:/evil.py', 'a\\evil.py'])(
    'report the path %s',
    async (evil) => {
      const zip = await zipOf({ ['x'.repeat(evil.length)]: 'eval(1)' });
      for (let at = zip.indexOf('x'.repeat(evil.length)); at !== -1; at = zip.indexOf('x'.repeat(evil.length)))
        zip.write(evil, at, 'latin1');
      const path = join(folder, 'evil.zip');
      writeFileSync(path, zip);
      expect((await analyseFile(path)).findings).toEqual([
        { level: 'hold', rule: 'archive-safety', file: evil, line: 0, message: 'its path leads out of the archive' },
      ]);
    },
  );

  it('report a file or directory that the archive contains twice with different contents', async () => {
    const whole = await zipOf({ 'first_name.txt': 'x', 'source.py': 'x = 12345\n' });
    const path = join(folder, 'two.zip');
    const renamed = Buffer.from(whole);
    renamed.write('other_name.txt', renamed.indexOf('first_name.txt'));
    writeFileSync(path, renamed);
    expect((await analyseFile(path)).findings).toEqual([
      { level: 'hold', rule: 'archive-safety', file: 'first_name.txt', line: 0, message: 'has two names' },
    ]);
    const other = Buffer.from(whole);
    // Offset 16 of the last entry in the central directory: its checksum.
    other.writeUInt32LE(7, other.lastIndexOf(Buffer.from('PK\x01\x02')) + 16);
    writeFileSync(path, other);
    expect((await analyseFile(path)).findings).toEqual([
      {
        level: 'hold',
        rule: 'archive-safety',
        file: 'source.py',
        line: 0,
        message: 'is damaged: its sum is another one',
      },
    ]);
  });

  it.each([
    ['shorter than it says', 24, 2001, 'has 2000 bytes instead of 2001'],
    ['longer than it says', 24, 5, 'has more than 5 bytes'],
    ['cut', 20, 7, 'unexpected end of file'],
    ['compressed by another method', 10, 12, 'unsupported compression method: 12'],
  ])('report an entry that is %s', async (_what, offset, value, message) => {
    const zip = await zipOf({ 'source.py': '#'.repeat(2000) });
    const at = zip.lastIndexOf(Buffer.from('PK\x01\x02')) + offset;
    if (offset === 10) zip.writeUInt16LE(value, at);
    else zip.writeUInt32LE(value, at);
    const path = join(folder, 'sizes.zip');
    writeFileSync(path, zip);
    expect((await analyseFile(path)).findings).toMatchObject([
      { level: 'hold', rule: 'archive-safety', message: expect.stringContaining(message) },
    ]);
  });

  it.each([
    ['in case', 'Source.py', 'source.py', 'hold'],
    ['in Unicode form', 'sourc\u00e9.py', 'source\u0301.py', 'hold'],
    ['in case, of other files', 'README.md', 'readme.md', 'warn'],
  ])('report two names that differ only %s', async (_what, one, other, level) => {
    const { findings } = await look({ [one]: 'x = 1\n', [other]: 'x = 2\n' });
    expect(findings).toMatchObject([{ level, rule: 'archive-safety', file: other }]);
  });

  it('analyse every file that Python would run', async () => {
    for (const name of ['B.PY', 'a.pyw'])
      expect((await look({ [name]: 'eval("1")\n' })).findings).toMatchObject([{ rule: 'dynamic-code', file: name }]);
  });

  it('return only text that a database and a page accept', async () => {
    const { findings, extraction } = await look({
      '__init__.py': 'NODE_CLASS_MAPPINGS = {"a\\0b": 5, "\\0": int}\n',
      'x\ny\x1b[1m.py': 'eval(1)  #\x1b[1m\n',
    });
    const lines = findings.flatMap(({ excerpt }) => excerpt?.text.split('\n') ?? []);
    const bare = findings.map(({ excerpt: _, ...finding }) => finding);
    const text = JSON.stringify([bare, lines, extraction]);
    expect(lines).toEqual(['eval(1)  # [1m', '']);
    expect([findings.length, extraction.causes.length]).toEqual([1, 2]);
    expect(text).not.toMatch(/\\u00[01]|\\n/);
  });

  it.each([
    ['no zip at all', Buffer.from('PK\x03\x04 but no more')],
    ['half a zip', undefined],
  ])('end without an error for %s', async (_what, given) => {
    const whole = await zipOf(packageOf('Half'));
    const path = join(folder, 'broken.zip');
    writeFileSync(path, given ?? whole.subarray(0, whole.length / 2));
    const { findings, extraction } = await analyseFile(path);
    expect(findings).toMatchObject([{ rule: 'archive-safety', file: '' }]);
    expect(extraction.status).toBe('invalid_format');
  });
});
