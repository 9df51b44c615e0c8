import { memoizeInArchive } from '../memoized-in-archive.js';

/** The modules of Python's standard library, including removed and internal ones. */
const STANDARD = new Set(
  `__future__ __main__ _thread _io _ctypes _posixsubprocess _winapi _socket _pickle _operator _frozen_importlib abc
  argparse array ast asyncio asyncore atexit base64 bdb binascii bisect builtins bz2 calendar cmath cmd code codecs codeop
  collections colorsys compileall concurrent configparser contextlib contextvars copy copyreg cProfile crypt csv ctypes
  curses dataclasses datetime dbm decimal difflib dis distutils doctest email encodings ensurepip enum errno faulthandler
  fcntl filecmp fileinput fnmatch fractions ftplib functools gc getopt getpass gettext glob grp gzip hashlib heapq hmac
  html http imaplib imp importlib inspect io ipaddress itertools json keyword linecache locale logging lzma mailbox marshal
  math mimetypes mmap modulefinder msvcrt multiprocessing netrc nntplib nt numbers opcode operator optparse os pathlib pdb
  pickle pickletools pipes pkgutil platform plistlib poplib posix posixpath ntpath pprint profile pstats pty pwd py_compile
  pyclbr pydoc queue quopri random re readline reprlib resource rlcompleter runpy sched secrets select selectors shelve
  shlex shutil signal site smtplib socket socketserver sqlite3 ssl stat statistics string stringprep struct subprocess
  symtable sys sysconfig syslog tarfile telnetlib tempfile termios test textwrap threading time timeit tkinter token
  tokenize tomllib trace traceback tracemalloc tty turtle types typing unicodedata unittest urllib uu uuid venv warnings
  wave weakref webbrowser winreg winsound wsgiref xml xmlrpc zipapp zipfile zipimport zlib zoneinfo`.split(/\s+/),
);

/** True for a module of the standard library. */
export const isStandard = (name: string): boolean => STANDARD.has(name);

/** The builtin names of Python 2 and 3. */
export const BUILTINS = new Set(
  `abs aiter all anext any ascii bin bool breakpoint bytearray bytes callable chr classmethod compile complex delattr dict
  dir divmod enumerate eval exec execfile filter float format frozenset getattr globals hasattr hash help hex id input int
  isinstance issubclass iter len list locals map max memoryview min next object oct open ord pow print property range repr
  reversed round set setattr slice sorted staticmethod str sum super tuple type vars zip __import__ __build_class__ exit
  quit reload unicode xrange`.split(/\s+/),
);

/** Modules that are attributes of another module, such as `shutil.os`, which is `os`. */
const MODULES_IN_MODULES =
  /^(?!socket\.socket).+\._?(os|sys|subprocess|builtins|importlib|socket|ctypes|posix|shutil|pickle|marshal)\b(?!\()|^[a-z]\w*(?:\.\w+)*\.(requests|aiohttp|httpx|urllib3?|urlopen|urlretrieve)\b(?!\()/;

/** Modules and packages of the host, which are loaded before any package. */
export const OF_HOST =
  /^(nodes|folder_paths|server|execution|comfy|comfy_extras|comfy_execution|utils|app|latent_preview|main|node_helpers)$/;

/** Limit of the names of which the canonical ones are kept. */
const CANONICAL_MAX = 5000;

/** Other names of a module or function, each with its canonical name. */
const SAME: readonly (readonly [RegExp, string])[] = [
  [/^(?:posix|nt)\b/, 'os'],
  [/^(?:__builtin__|__builtins__)\b/, 'builtins'],
  [/^_socket\b/, 'socket'],
  [/^os\.environb\b/, 'os.environ'],
  [/^_pickle\b/, 'pickle'],
  [
    /^(requests|aiohttp|asyncio|urllib3|httpx)\.(?:sessions|api|client|streams|subprocess|connectionpool|poolmanager|_api|_client)\.(?=[A-Za-z])/,
    '$1.',
  ],
  [/^_operator\b/, 'operator'],
  [/^enum\.bltns\b/, 'builtins'],
  [/^unittest\.mock\._importer\b/, 'importlib.import_module'],
  [/^(?:_io|io)\.open\b(?!_)/, 'builtins.open'],
  [/^importlib\.__import__\b/, 'builtins.__import__'],
  [/^six\.moves\.(?=urllib)/, ''],
  [/^six\.exec_$/, 'builtins.exec'],
  [/^(urlopen|urlretrieve)$/, 'urllib.request.$1'],
  [/^(?:urllib2|six\.moves\.urllib\.request)\b/, 'urllib.request'],
  [/^builtins\.[\w.()]+\.__self__\b/, 'builtins'],
  // Functions that are written in C have their module as `__self__`.
  [/^(os|posix|nt|sys|gc|marshal|ctypes|socket)\.\w+\.__self__\b/, '$1'],
  [/^(?:cPickle|cloudpickle|dill)\b/, 'pickle'],
];

/** The canonical dotted name of a module, function or class that the archive does not define. */
export const canonical = memoizeInArchive((path: string): string => {
  let name = path;
  const inner = MODULES_IN_MODULES.exec(name);
  if (inner) name = (inner[1] ?? inner[2]!) + name.slice(inner[0].length);
  for (const [from, to] of SAME) name = name.replace(from, to);
  return name;
}, CANONICAL_MAX);
