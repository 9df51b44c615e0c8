import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { analyseFile, zipOf } from '../support/archives.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'registry-packages-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Returns the most severe level of the findings about a module, which are sorted by level. */
async function levelOf(source: string): Promise<string> {
  const path = join(folder, 'archive.zip');
  writeFileSync(path, await zipOf({ '__init__.py': `import os, shlex, shutil, subprocess, sys\n${source}` }));
  return (await analyseFile(path)).findings[0]?.level ?? 'none';
}

const run = (...words: string[]): string => `subprocess.run([sys.executable, "-m", ${words.join(', ')}])\n`;
const pip = (...words: string[]): string => run('"pip"', '"install"', ...words.map((word) => JSON.stringify(word)));
const INSTALL = `def install(name):\n    ${run('"pip"', '"install"', 'name')}`;
const PYTORCH = 'https://download.pytorch.org/whl';

describe('installing well-known packages at import is a warning', () => {
  it.each<[string, string]>([
    ['whose name ends with the name of the interpreter', pip('opencv-python')],
    ['for a list of modules and packages', `${INSTALL}for a, b in [("cv2", "opencv-python")]: install(b)\n`],
    ['for two lists', `${INSTALL}for a, b in zip(["cv2", "PIL"], ["opencv-python", "pillow"]): install(b)\n`],
    ['for a list with numbers', `${INSTALL}for index, name in enumerate(["numpy", "pillow"]): install(name)\n`],
    ['for records', `${INSTALL}for one in [{"module": "cv2", "name": "opencv-python"}]: install(one["name"])\n`],
    ['for a dictionary', `${INSTALL}NAMES = {"cv2": "opencv-python"}\nfor module in NAMES: install(NAMES[module])\n`],
    ['with the version apart', `${INSTALL}for a, b, c in [("cv2", "opencv-python", ">=4.0")]: install(b + c)\n`],
    ['and the installer', pip('--upgrade', 'pip')],
    ['and the installer, by a shell', 'os.system("python -m pip install -U pip")\n'],
    ['by another installer', run('"uv"', '"pip"', '"install"', '"numpy"')],
    ['by a text', 'subprocess.run(shlex.split(f"{sys.executable} -m pip install numpy"))\n'],
    ['by the program that is found', 'subprocess.run([shutil.which("pip") or "pip", "install", "numpy"])\n'],
    [
      'by a Python in a folder',
      'subprocess.run([os.path.join("python_embeded", "python.exe"), "-m", "pip", "install", "numpy"])\n',
    ],
    [
      'with a command that is changed',
      'command = [sys.executable, "-s", "-m", "pip", "install", "numpy"]\nif x: command.remove("-s")\ncommand[-1] = "pillow"\nsubprocess.run(command)\n',
    ],
    ['from the index of PyTorch', pip('torch', '--index-url', `${PYTORCH}/cu121`)],
    ['from a folder of it', `tag = "cu128"\nos.system(f"pip install torch --index-url ${PYTORCH}/{tag}")\n`],
    ['from both indexes', pip('torch', '--extra-index-url', `${PYTORCH}/cpu`)],
    ['from a mirror', pip('-i', 'https://mirrors.aliyun.com/pypi/simple/', 'numpy')],
  ])('%s', async (_what, source) => {
    expect(await levelOf(source)).toBe('warn');
  });
});

describe('an item of a list that code has rearranged may be any of them', () => {
  it.each<[string, string]>([
    ['an item that is replaced', 'names[0] = "some-thing"'],
    ['an item that is replaced by another name of the list', 'others = names\nothers[0] = "some-thing"'],
    ['an item that a function replaces', 'def change(them): them[0] = "some-thing"\nchange(names)'],
    ['a slice that is replaced', 'names[:1] = ["some-thing"]'],
    ['an item that is put in front', 'names.insert(0, "some-thing")'],
    ['an item that is removed', 'names.append("some-thing")\ndel names[0], names[0]'],
    ['a list that is reversed', 'names.append("some-thing")\nnames.reverse()'],
    ['a list that is sorted', 'names.append("some-thing")\nnames.sort()'],
    ['a list that is mixed', 'import random\nnames.append("some-thing")\nrandom.shuffle(names)'],
  ])('%s', async (_what, change) => {
    const source = `names = ["numpy", "pillow"]\n${change}\n${run('"pip"', '"install"', 'names[0]')}`;
    expect(await levelOf(source)).toBe('hold');
    expect(await levelOf(source.replace(change, ''))).toBe('warn');
  });
});

describe('installing other packages at import holds an archive', () => {
  it.each<[string, string]>([
    ['for two lists', `${INSTALL}for a, b in zip(["numpy"], ["some-thing"]): install(b)\n`],
    ['whose modules are named like others', `${INSTALL}for a, b in [("some-thing", "numpy")]: install(a)\n`],
    ['from an index of another host', pip('torch', '--index-url', 'https://e.example/whl/cu121')],
    ['from a host with a similar name', pip('torch', '-i', 'https://download.pytorch.org.e.example/whl/cu121')],
    ['from two indexes', pip('torch', '-i', `${PYTORCH}/cpu`, '--extra-index-url', 'https://e.example/simple')],
    ['from the index of PyTorch', pip('some-thing', '--index-url', `${PYTORCH}/cu121`)],
    ['named like a folder of it', pip('cu121', '--extra-index-url', `${PYTORCH}/cu121`)],
    ['named like a version', `${INSTALL}install(open("a.txt").read() + ">=1.0")\n`],
    ['by a shell', 'subprocess.run(["pip install some-thing", "numpy"], shell=True)\n'],
    [
      'by a program of the package',
      'here = os.path.dirname(__file__)\nsubprocess.run([os.path.join(here, "python"), "-m", "pip", "install", "numpy"])\n',
    ],
    ['by another program', 'subprocess.run(["./run", "pip", "install", "numpy"])\n'],
    ['with the installer', pip('pip', 'some-thing')],
    [
      'with a command whose program is replaced',
      'command = [sys.executable, "-m", "pip", "install", "numpy"]\ncommand[0] = os.path.join(os.path.dirname(__file__), "python")\nsubprocess.run(command)\n',
    ],
    ['that are not known', `${INSTALL}install(open("a.txt").read())\n`],
  ])('%s', async (_what, source) => {
    expect(await levelOf(source)).toBe('hold');
  });
});
