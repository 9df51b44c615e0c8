import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { analyseFile, zipOf } from '../support/archives.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'registry-values-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The most severe level of a module that defines `f`, which starts a program. */
async function levelOf(source: string): Promise<string> {
  const path = join(folder, 'archive.zip');
  writeFileSync(path, await zipOf({ '__init__.py': `import os\ndef f(*args): os.system("x")\n${source}` }));
  return (await analyseFile(path)).findings[0]?.level ?? 'none';
}

/** Where the function is, the statements that put it there, and the one that calls it. */
const VALUES: readonly (readonly [string, string, string])[] = [
  [
    'a field of a named tuple',
    'from collections import namedtuple\nStep = namedtuple("Step", "name run")\nfor s in [Step("a", f)]:\n',
    '    s.run()',
  ],
  [
    'a field of a named tuple that is passed by its name',
    'from collections import namedtuple\nStep = namedtuple("Step", "name run")\ns = Step(name="a", run=f)\n',
    's.run()',
  ],
  [
    'a named tuple that is unpacked',
    'from collections import namedtuple\nStep = namedtuple("Step", "name run")\nname, run = Step("a", f)\n',
    'run()',
  ],
  ['a method of a class that a call makes', 'x = type("X", (), {"go": lambda self: f()})()\n', 'x.go()'],
  [
    'the value of a member of an enumeration',
    'import enum, functools\nclass Step(enum.Enum):\n    FIRST = functools.partial(f, 1)\n',
    'Step.FIRST.value()',
  ],
  [
    'a method of the members of an enumeration',
    'import enum\nclass Step(enum.Enum):\n    FIRST = "first"\n    def run(self): f()\nfor step in Step:\n    name = step\n',
    'step.run()',
  ],
  [
    'an item that a library returns',
    'import heapq\nheap = []\nheapq.heappush(heap, (1, f))\n',
    'heapq.heappop(heap)[1]()',
  ],
  [
    'a set that is empty at first',
    'import weakref\nsteps = weakref.WeakSet()\nsteps.add(f)\nfor step in steps:\n    name = step\n',
    'step()',
  ],
  ['a state that names the next one', 'def first(): return f\nstate = first\n', 'while state: state = state()'],
  [
    'the value that a property is set to',
    'class Button:\n    @property\n    def clicked(self): return 1\n    @clicked.setter\n    def clicked(self, call): call()\nbutton = Button()\n',
    'button.clicked = f',
  ],
  ['the names of a frame', 'import inspect\nframe = inspect.currentframe()\n', 'frame.f_globals["f"]()'],
  ['the module of a function', 'import inspect\nmodule = inspect.getmodule(f)\n', 'module.f()'],
  ['an attribute of a namespace', 'import types\nspace = types.SimpleNamespace(run=f)\n', 'space.run()'],
  ['a key of a dictionary', 'steps = {f: 1}\nfor step in steps:\n    print(steps[step])\n', '    step()'],
  ['an item of an own dictionary', 'class Steps(dict): pass\nsteps = Steps()\nsteps["a"] = f\n', 'steps["a"]()'],
  ['an item that a dictionary removes', 'steps = {"a": f}\n', 'steps.popitem()[1]()'],
  [
    'a method of the numbered members of an enumeration',
    'import enum\nclass Step(enum.Enum):\n    FIRST = "first"\n    def run(self): f()\nfor at, step in enumerate(Step):\n    name = step\n',
    '    step.run()',
  ],
  [
    'a method of a member that is found by its name',
    'import enum\nclass Step(enum.Enum):\n    FIRST = "first"\n    def run(self): f()\nname = "FIRST"\n',
    'Step.__members__[name].run()',
  ],
  [
    'a field of a class of named tuples',
    'from collections import namedtuple\nclass Step(namedtuple("Step", "name run")): pass\nstep = Step("a", f)\n',
    'step.run()',
  ],
  [
    'the deleter of a property',
    'class Button:\n    @property\n    def clicked(self): return 1\n    @clicked.deleter\n    def clicked(self): f()\nbutton = Button()\nprint(button.clicked)\n',
    'del button.clicked',
  ],
  [
    'the setter of a property',
    'class Button:\n    @property\n    def clicked(self): return 1\n    @clicked.setter\n    def clicked(self, value): f()\nbutton = Button()\nprint(button.clicked)\n',
    'button.clicked = 1',
  ],
  [
    'a setter that `property` makes',
    'class Button:\n    def get(self): return 1\n    def put(self, value): f()\n    clicked = property(get, put)\nbutton = Button()\nprint(button.clicked)\n',
    'button.clicked = 1',
  ],
  [
    'what runs for a class that a call makes',
    'class Base:\n    def __init_subclass__(cls): f()\n',
    'type("Made", (Base,), {})',
  ],
  [
    'a property of an enumeration instead of its values',
    'import enum\nclass Step(enum.Enum):\n    FIRST = "first"\n    @property\n    def value(self): f()\nprint(Step.FIRST.name)\n',
    'Step.FIRST.value',
  ],
  [
    'a key among the pairs of a dictionary',
    'steps = {f: 1}\nfor step, count in steps.items():\n    print(count)\n',
    '    step()',
  ],
  [
    'the most frequent item of a list',
    'from collections import Counter\ncounts = Counter([f])\n',
    'counts.most_common(1)[0][0]()',
  ],
  ['an item of merged lists', 'import heapq\nsteps = heapq.merge([f], [])\n', 'for step in steps: step()'],
  [
    'an item that is replaced in a heap',
    'import heapq\nheap = [(1, f)]\nfound = heapq.heapreplace(heap, (2, None))\n',
    'found[1]()',
  ],
  [
    'an item of a group',
    'import itertools\nfor key, group in itertools.groupby([f], key=id):\n    name = key\n',
    '    list(group)[0]()',
  ],
  [
    'an item of the dictionary of a data class',
    'import dataclasses\n@dataclasses.dataclass\nclass Step:\n    run: object\nmade = dataclasses.asdict(Step(f))\n',
    'made["run"]()',
  ],
  [
    'the result of a generator that another one waits for',
    'def first():\n    yield 1\n    return f\ndef second():\n    found = yield from first()\n    calls.append(found)\ncalls = []\nlist(second())\n',
    'calls[0]()',
  ],
  [
    'what a descriptor gives',
    'class Steps:\n    def __get__(self, owner, kind): return f\nclass Job:\n    step = Steps()\njob = Job()\n',
    'job.step()',
  ],
  [
    'an item of an own iterable',
    'class Steps:\n    def __iter__(self): return iter([f])\nfor step in Steps():\n    name = step\n',
    '    step()',
  ],
  [
    'an item of an own iterator',
    'class Steps:\n    def __iter__(self): return self\n    def __next__(self): return f\nfor step in Steps():\n    name = step\n',
    '    step()',
  ],
  [
    'a method of a base class that is found by its position',
    'class First:\n    def go(self): f()\nclass Second(First): pass\nfound = Second.__mro__[1]\n',
    'found.go(None)',
  ],
  ['a variable of a function', 'def run(step): names.update(locals())\nnames = {}\nrun(f)\n', 'names["step"]()'],
  ['an attribute of a thread', 'import threading\nlocal = threading.local()\nlocal.step = f\n', 'local.step()'],
  ['an attribute of a namespace', 'import types\nspace = types.SimpleNamespace()\nspace.step = f\n', 'space.step()'],
  ['an item of a dictionary with the name of a builtin', 'type = {}\ntype["step"] = f\n', 'type["step"]()'],
  [
    'a method that is set by the type of an object',
    'class Step:\n    def go(self): pass\nfirst = Step()\nsecond = Step()\ntype(first).go = f\n',
    'second.go()',
  ],
  [
    'what one of several objects keeps',
    'class Step:\n    def __init__(self, run): self.run = run\n    def go(self): self.run()\nfirst = Step(print)\nsecond = Step(f)\nfirst.go()\n',
    'second.go()',
  ],
  [
    'the handler of one of several events',
    'class Bus:\n    def __init__(self): self.all = {}\n    def on(self, name, run): self.all.setdefault(name, []).append(run)\n    def fire(self, name):\n        for run in self.all.get(name, []): run()\nbus = Bus()\nbus.on("a", print)\nbus.on("b", f)\nbus.fire("a")\n',
    'bus.fire("b")',
  ],
  [
    'an item of a list that all objects share as a default',
    'class Steps:\n    def __init__(self, all=[]): self.all = all\n    def add(self, run): self.all.append(run)\n    def go(self):\n        for run in self.all: run()\nfirst = Steps()\nsecond = Steps()\nsecond.add(f)\n',
    'first.go()',
  ],
  [
    'an item of a list that all calls share as a default',
    'def steps(run, all=[]):\n    all.append(run)\n    return all\nsteps(f)\nfound = steps(print)\n',
    'found[0]()',
  ],
  ['a reference', 'import weakref\nstep = weakref.ref(f)\n', 'step()()'],
];

describe('a function is held if it is called on import as', () => {
  it.each(VALUES)('%s', async (_what, made, called) => expect(await levelOf(`${made}${called}\n`)).toBe('hold'));
});

describe('a function is not held if it is only kept as', () => {
  it.each(VALUES)('%s', async (_what, made, called) => {
    const indent = /^ */.exec(called)![0];
    expect(await levelOf(`${made}${indent}pass\n`)).toBe('warn');
  });
});
