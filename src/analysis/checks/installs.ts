import type { Arguments } from './evaluation.js';
import {
  DECODED,
  externalsOf,
  FROM_FILE,
  FROM_NETWORK,
  FROM_REQUEST,
  OWN_FOLDER,
  type Ref,
  textsOf,
  type Value,
} from './values.js';
import { isWellKnownPackage } from './well-known-packages.js';

/** A file that lists what a package requires. */
export const REQUIREMENTS_FILE = /(^|[\\/])requirements[\w.-]*\.txt$/i;

/** Parts of a command that name neither a package nor where it comes from. */
const NO_PACKAGE =
  /^(pip3?|uv|install|uninstall|sys\.executable|python_embedd?ed)$|(^|[\\/])python[\d.]*(\.exe)?$|^[=<>~!]=?[\d.*]*$|^\d[\w.]*$|^-/;
/** Options that name another index, a file, an address or settings. */
const FOREIGN_OPTION =
  /^-[a-z]*[cefi]|^--([\w-]*index|find-links|editable|config|constraint|trusted-host|proxy|target)/;
/** Options that name an index, instead of the default one or in addition to it. */
const INDEX_OPTION = /^(-i|--(extra-)?index-url)$/;
/** The index of PyTorch, the default index, and mirrors of it that copy all of it. */
const TRUSTED_INDEX =
  /^https:\/\/(download\.pytorch\.org\/whl\/([\w.]+\/?)?|(pypi\.org|(www\.)?pypi\.tuna\.tsinghua\.edu\.cn|mirrors\.tuna\.tsinghua\.edu\.cn\/pypi\/web|mirrors\.aliyun\.com\/pypi|mirrors\.ustc\.edu\.cn\/pypi(\/web)?|mirrors\.cloud\.tencent\.com\/pypi|repo\.huaweicloud\.com\/repository\/pypi)\/simple\/?)$/;
/** The folders of the index of PyTorch, if a command puts them at the end of its address. */
const BUILD = /^(cu\d{2,3}|rocm\d[\d.]*|cpu|xpu|nightly)$/;

/** Hosts from which honest packages install others. */
const PACKAGE_HOST =
  /(^|\.)(pypi\.org|pythonhosted\.org|github\.com|githubusercontent\.com|github\.io|gitlab\.com|gitee\.com|huggingface\.co|hf-mirror\.com|pytorch\.org|nvidia\.com|amd\.com|intel\.com|openmmlab\.com|pyg\.org|paddlepaddle\.org\.cn|modelscope\.cn|aliyun\.com|aliyuncs\.com|tsinghua\.edu\.cn|ustc\.edu\.cn|sustech\.edu\.cn|tencent\.com|huaweicloud\.com|douban\.com|storage\.googleapis\.com|onnxruntime\.ai|pkgs\.visualstudio\.com|anaconda\.org|localhost|127\.0\.0\.1)$/i;

/** True if an installation names an address of any other host. */
export const namesForeignSource = (words: readonly string[]): boolean =>
  words
    .flatMap((word) => [...word.matchAll(/:\/\/(?:[^/@\s]*@)?([^/:?#\s"']+)/g)])
    .some(([, host]) => !PACKAGE_HOST.test(host!));

/** The name of a package in a requirement, in the form that indexes compare. */
export const packageName = (requirement: string): string =>
  /^[\w.-]*/
    .exec(requirement.trim())![0]
    .toLowerCase()
    .replace(/[-_.]+/g, '-');

/** True if a part of a command is an item of unknown text, other than the program that is started. */
const isComputed = (item: Value): boolean =>
  item.words.length === 0 && !externalsOf(item).some(({ path }) => path === 'sys.executable');

/** True for a list that code rearranges, and that may have an item whose text is not known. */
const isOpen = (list: Ref): boolean =>
  list.kind === 'container' &&
  list.isRearranged &&
  ((list.items.marks & OWN_FOLDER) !== 0 ||
    list.items.refs.some((ref) => ref.kind !== 'text' && !(ref.kind === 'external' && ref.path === 'sys.executable')));

/** Named arguments of a command that are not part of it. */
const ENCODINGS = ['encoding', 'errors'];

/** True for the folder that a program runs in by default. */
const isHere = ({ words, marks }: Value): boolean =>
  marks === 0 && words.length > 0 && words.every((word) => word === '.');

/** The arguments of a command that say what it does. */
function telling({ all, named }: Arguments): readonly Value[] {
  const cwd = named.get('cwd');
  const others = ENCODINGS.map((name) => named.get(name));
  if (cwd && isHere(cwd)) others.push(cwd);
  return all.filter((value) => !others.includes(value));
}

/** True if all that a command installs or removes is well known, or listed in the package's own requirements. */
export function namesKnownPackages(args: Arguments, declared: ReadonlySet<string>): boolean {
  const all = telling(args);
  const marks = all.reduce((sum, value) => sum | value.marks, 0);
  const words = all.flatMap((value) => value.words);
  if (marks & (DECODED | FROM_NETWORK | FROM_REQUEST)) return false;
  if (marks & FROM_FILE && !words.some((word) => REQUIREMENTS_FILE.test(word))) return false;
  if (all.some(({ refs }) => refs.some(isOpen))) return false;
  const lists = all.flatMap(({ refs }) => refs.flatMap((ref) => (ref.kind === 'container' ? (ref.ordered ?? []) : [])));
  // A program of the package can do anything, whatever its arguments say.
  if (lists.slice(1).some(isComputed) || (lists[0]?.marks ?? 0) & OWN_FOLDER) return false;
  const parts = words.flatMap((word) => word.split(/[\s"']+/)).filter((part) => part !== '');
  const named = withoutTrustedIndex(parts);
  if (named.some((part) => FOREIGN_OPTION.test(part))) return false;
  const wanted = named.filter((part) => !NO_PACKAGE.test(part));
  if (wanted.length === 0) return installsInstaller(parts) || installsInstaller(lists.map((item) => textsOf(item)[0]));
  return wanted.every((part) => isKnown(part, declared));
}

/** True for `pip install --upgrade pip`. */
const installsInstaller = (command: readonly (string | undefined)[]): boolean =>
  command.includes('install') &&
  command.slice(command.indexOf('install')).some((part) => part === 'pip' || part === 'uv');

/** Leaves out a trusted index with its option. */
function withoutTrustedIndex(parts: readonly string[]): readonly string[] {
  const options = parts.filter((part) => INDEX_OPTION.test(part));
  if (options.length === 0 || !parts.some((part) => TRUSTED_INDEX.test(part))) return parts;
  // From the index of PyTorch alone, the name of a folder is no package.
  const isOnly = !options.includes('--extra-index-url');
  return parts.filter((part) => !INDEX_OPTION.test(part) && !TRUSTED_INDEX.test(part) && !(isOnly && BUILD.test(part)));
}

function isKnown(requirement: string, declared: ReadonlySet<string>): boolean {
  // In pieces, the path of the own file may begin with a slash.
  if (REQUIREMENTS_FILE.test(requirement)) return !/^([\\/~]|\w:).*[\\/]|:\/\//.test(requirement);
  const name = packageName(requirement);
  return /^[\w.-]+([[<>=!~;][^/]*)?$/.test(requirement) && (declared.has(name) || isWellKnownPackage(name));
}
