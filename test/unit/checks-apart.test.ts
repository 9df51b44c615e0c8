import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { analyseFile, zipOf } from '../support/archives.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'registry-apart-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The most severe level of a package. */
async function levelOf(files: string | Record<string, string>): Promise<string> {
  const path = join(folder, 'archive.zip');
  writeFileSync(path, await zipOf(typeof files === 'string' ? { '__init__.py': files } : files));
  return (await analyseFile(path)).findings[0]?.level ?? 'none';
}

const REGISTRY = `import subprocess
ALL = {}
def register(name):
    def decorate(cls):
        ALL[name] = cls
        return cls
    return decorate
@register("video")
class Video:
    def setup(self): subprocess.run(["make"])
@register("plain")
class Plain:
    def setup(self): self.x = 1
`;
const HANDLERS = `import subprocess
HANDLERS = {}
def on(event, fn=None):
    if fn is None:
        return lambda f: on(event, f)
    HANDLERS.setdefault(event, []).append(fn)
    return fn
def emit(event):
    for h in HANDLERS.get(event, []): h()
@on("saved")
def save(): subprocess.run(["sync"])
@on("ready")
def ready(): print("ready")
`;
const EVENT = 'import subprocess\ndef handle(ev):\n    if ev == "copy":\n        subprocess.run(["cp"])\n';
const SETUP =
  'import subprocess\ndef setup(install=False):\n    if not install:\n        return\n    subprocess.run(["make"])\n';
const UPDATE = 'import subprocess\ndef update(): subprocess.run(["git", "pull"])\n';

const LISTS = `import subprocess
from collections import defaultdict
HANDLERS = defaultdict(list)
def on(event):
    def add(fn):
        HANDLERS[event].append(fn)
        return fn
    return add
def emit(event):
    for h in HANDLERS[event]: h()
@on("saved")
def save(): subprocess.run(["sync"])
@on("ready")
def ready(): print("ready")
`;

describe('each call in the statements of a module is followed by itself', () => {
  it.each<[string, string, string]>([
    ['a registry by names', REGISTRY, 'ALL["%"]().setup()'],
    ['handlers of events', HANDLERS, 'emit("%")'],
    ['lists that a dictionary makes', LISTS, 'emit("%")'],
    ['a condition on an argument', EVENT, 'handle("%")'],
    [
      'a match of an argument',
      EVENT.replace('if ev ==', 'match ev:\n      case').replace(/^( {8})/m, '  $1'),
      'handle("%")',
    ],
  ])('%s', async (_what, source, call) => {
    const [bad, good] =
      source === REGISTRY
        ? ['video', 'plain']
        : source !== EVENT && source.includes('saved')
          ? ['saved', 'ready']
          : ['copy', 'none'];
    expect(await levelOf(`${source}${call.replace('%', bad)}\n`)).toBe('hold');
    expect(await levelOf(`${source}${call.replace('%', good)}\n`)).toBe('warn');
    // A name that is computed may be any.
    expect(await levelOf(`${source}n = "".join(open("n"))\n${call.replace('"%"', 'n')}\n`)).toBe('hold');
  });

  it('follows a default that leaves out the rest of a function', async () => {
    expect(await levelOf(`${SETUP}setup()\n`)).toBe('warn');
    expect(await levelOf(`${SETUP}setup(True)\n`)).toBe('hold');
    expect(await levelOf(`${SETUP}setup(install=1)\n`)).toBe('hold');
  });

  it.each([
    ['a changed default', 'def go(v=False):\n    if v: os.system("a")\ngo.__defaults__ = (True,)\ngo()\n'],
    [
      'a bound argument',
      'import functools\ndef go(v=False):\n    if v: os.system("a")\ngo = functools.partial(go, v=True)\ngo()\n',
    ],
    [
      'an inner function',
      'def go(v=None):\n    def s():\n        nonlocal v\n        v = 1\n    s()\n    if v is None: return\n    os.system("a")\ngo()\n',
    ],
    ['a class in it', 'def go(v=None):\n    class C:\n        v = 1\n        if v is not None: os.system("a")\ngo()\n'],
    [
      'another call of it',
      'import sys\ndef go(ev):\n    if ev == "x": os.system("a")\ngo("a")\ngetattr(sys.modules[__name__], "go")("x")\n',
    ],
    ['arguments of a list', 'def run(k, f): f()\nrun(*("b", lambda: os.system("a")))\n'],
  ])('follows a function whose arguments %s changes', async (_what, source) =>
    expect(await levelOf(`import os\n${source}`)).toBe('hold'),
  );

  it('takes no parameter for a constant that the function sets again', async () => {
    const again = SETUP.replace('    if', '    install = bool(subprocess)\n    if');
    expect(await levelOf(`${again}setup()\n`)).toBe('hold');
    const loop =
      'import subprocess\ndef f(on=False):\n    for _ in range(2):\n        if on: subprocess.run(["a"])\n        on = True\nf()\n';
    expect(await levelOf(loop)).toBe('hold');
  });
});

describe('a setting that switches code off', () => {
  it.each<[string, string | Record<string, string>]>([
    ['in the same file', `${UPDATE}AUTO = False\nif AUTO:\n    update()\n`],
    ['with a type', `${UPDATE}AUTO: bool = False\nif AUTO and True:\n    update()\n`],
    ['in the condition of an else', `${UPDATE}SAFE = True\nif SAFE:\n    x = 1\nelse:\n    update()\n`],
    [
      'in another file',
      {
        '__init__.py': `from .settings import AUTO\n${UPDATE}if AUTO:\n    update()\n`,
        'settings.py': 'AUTO = False\n',
      },
    ],
  ])('only warns: %s', async (_what, files) => expect(await levelOf(files)).toBe('warn'));

  it.each<[string, string | Record<string, string>]>([
    ['switched on', `${UPDATE}AUTO = True\nif AUTO:\n    update()\n`],
    ['set twice', `${UPDATE}AUTO = False\nAUTO = not AUTO\nif AUTO:\n    update()\n`],
    ['set by its name', `${UPDATE}AUTO = False\nglobals()["AU" + "TO"] = True\nif AUTO:\n    update()\n`],
    [
      'set in a function',
      `${UPDATE}AUTO = False\ndef s():\n    global AUTO\n    AUTO = True\ns()\nif AUTO:\n    update()\n`,
    ],
    [
      'set from another file',
      {
        '__init__.py': `from . import settings, other\n${UPDATE}from .settings import AUTO\nif AUTO:\n    update()\n`,
        'settings.py': 'AUTO = False\n',
        'other.py': 'from . import settings\nsettings.AUTO = True\n',
      },
    ],
    [
      'set by an expression in a header',
      `${UPDATE}AUTO = False\ndef f(a=(AUTO := True)): pass\nif AUTO:\n    update()\n`,
    ],
    [
      'set in letters of another form',
      `${UPDATE}AUTO = False\ndef f():\n    global ＡUTO\n    ＡUTO = True\nf()\nif AUTO:\n    update()\n`,
    ],
    [
      'imported again',
      { '__init__.py': `${UPDATE}AUTO = False\nfrom .m import *\nif AUTO:\n    update()\n`, 'm.py': 'AUTO = True\n' },
    ],
    [
      'replaced by a module',
      { '__init__.py': `${UPDATE}AUTO = None\nfrom .AUTO import x\nif AUTO:\n    update()\n`, 'AUTO.py': 'x = 1\n' },
    ],
    ['read from the environment', `${UPDATE}import os\nAUTO = os.environ.get("A")\nif AUTO:\n    update()\n`],
  ])('is followed: %s', async (_what, files) => expect(await levelOf(files)).toBe('hold'));
});

describe('what is no call', () => {
  it.each([
    [
      'a type',
      'import subprocess\nfrom typing import Optional\nX = Optional[subprocess.Popen]\ndef f(p: subprocess.Popen | None): pass\n',
    ],
    [
      'a variant for a type',
      'import functools, subprocess\n@functools.singledispatch\ndef f(x): pass\n@f.register(str)\ndef _(x): subprocess.run(["a"])\n',
    ],
    ['a client of a database', 'import redis\nR = redis.Redis(host="localhost")\n'],
    [
      'the interpreter as a text after a download',
      {
        'install.py':
          'import subprocess, sys\nsubprocess.check_call(["git", "clone", "https://github.com/a/b.git", "src"])\nsubprocess.check_output([str(sys.executable), "-c", "import torch"])\n',
      },
    ],
    [
      'a file of the package that is written from a folder in it',
      {
        '__init__.py': '',
        'patches/fix.py':
          'import pathlib\ndef fix():\n    F = pathlib.Path(__file__).parent.parent / "_src/mod.py"\n    F.write_text("X = 1\\n")\n',
      },
    ],
  ] as [string, string | Record<string, string>][])('%s', async (_what, files) =>
    expect(await levelOf(files)).not.toBe('hold'),
  );
});

describe('more of what runs or connects on load', () => {
  it.each([
    [
      'a message to a service',
      'from slack_sdk import WebClient\nWebClient("t").chat_postMessage(channel="c", text="a")\n',
    ],
    ['a database', 'import psycopg2\npsycopg2.connect("host=e.example")\n'],
    ['code of a data set', 'import datasets\ndatasets.load_dataset("a/b", trust_remote_code=True)\n'],
    ['a container', 'import docker\ndocker.from_env().containers.run("a", "b")\n'],
    [
      'a folder for files of users',
      'import sys, folder_paths\nsys.path.insert(0, folder_paths.get_input_directory())\nimport payload\n',
    ],
    [
      'a module that the environment names',
      'import importlib, os\nimportlib.import_module(os.environ.get("M", "payload"))\n',
    ],
    ['an installer', 'import ensurepip\nensurepip._run_pip(["install", "a"])\n'],
    [
      'a file above the package',
      'import pathlib\n(pathlib.Path(__file__).parent.parent / "other/__init__.py").write_text("x")\n',
    ],
  ])('%s', async (_what, source) => expect(await levelOf(source)).toBe('hold'));
});

describe('methods of an object that a library was given, which code called earlier', () => {
  const packageOf = (method: string, change: string): string => `import os, lib
class Store: pass
class Base: pass
class Given(Base):
    ${method}
def start(): os.system("x")
def put(self): Store.call = start
def early(): Store.call()
def first(): lib.find(1).go()
def third(): change()
def change(): last()
def last():
    ${change}
def second(): give()
def give(): lib.register(Given())
early()
first()
second()
third()
`;
  it.each([
    ['a method of its class', 'def go(self): put(self)', 'pass'],
    ['a method that its base class gets afterwards', 'x = 1', 'Base.go = put'],
    ['what finds its attributes', 'def __getattr__(self, name): return put', 'pass'],
  ])('%s', async (_what, method, change) => expect(await levelOf(packageOf(method, change))).toBe('hold'));
});
