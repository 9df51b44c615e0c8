import type { Arguments } from './evaluation.js';
import { dangerOf, isNetworkCall } from './catalogue.js';
import { namesForeignHost, SENSITIVE_PATH } from './suspicious-patterns.js';
import {
  anyOf,
  DECODED,
  type External,
  externalsOf,
  FOLDER_OF_USERS,
  FROM_FILE,
  FROM_FIXED_ADDRESS,
  FROM_NETWORK,
  FROM_REQUEST,
  NOTHING,
  OWN_FOLDER,
  SECRET,
  textsOf,
  type Value,
  WORDS_MAX,
} from './values.js';

/** Functions whose results are made by decoding what they are given. */
const DECODERS =
  /^(base64\.\w*decode\w*|binascii\.\w+|zlib\.decompress\w*|lzma\.decompress|bz2\.decompress|gzip\.decompress|marshal\.loads|codecs\.(decode|getdecoder|escape_decode)|builtins\.(bytes|bytearray|str)\.fromhex|cryptography\.[\w.()]*decrypt|Crypto\w*\.[\w.()]*decrypt|builtins\.chr|quopri\.decodestring|uu\.decode|operator\.xor)$/;
const FILE_READS =
  /(^builtins\.open\(\)|^os\.(read|fdopen)|^io\.(open|FileIO)|\.(read_text|read_bytes|readlines|readline)$|^pkgutil\.get_data|^importlib\.resources|^linecache\.|^codecs\.open|^numpy\.(load|fromfile)|^(PIL\.)?Image\.open|^cv2\.imread|^wave\.open|^zipfile\.ZipFile|^sqlite3\.connect|^shelve\.open|^aiofiles\.open|^fileinput\.|^configparser\.\w+\(\)\.read)/;
/** Functions that find folders into which users of the host and other programs put files. */
const FINDS_FOLDER_OF_USERS = /^(folder_paths\.get_(input|output|temp|user)_directory|tempfile\.(gettempdir|mkdtemp))$/;
const SECRETS =
  /^(browser_cookie3\.\w+|win32crypt\.CryptUnprotectData|keyring\.get_\w+|os\.environ\.(copy|items|values|keys)|psutil\.Process\(\)\.environ|netrc\.netrc|psutil\.process_iter\(\)\[\]\.environ|boto(core|3)\.[\w.()]*\.get_credentials|subprocess\.check_output)$/;

/** True if a key names a variable of a copied environment which is no secret. */
export function isHarmlessVariable(owner: Value, key: Value): boolean {
  if ((owner.marks & SECRET) === 0) return false;
  const names = textsOf(key);
  return (
    names.length > 0 &&
    owner.refs.every((ref) => ref.kind === 'external' && ref.path.startsWith('os.environ')) &&
    names.every((name) => !/TOKEN|KEY|SECRET|PASS|CRED|AUTH|COOKIE|PRIVATE/i.test(name))
  );
}

/** True for a name that a loop takes from the environment. */
export const isAnyVariable = (name: Value): boolean => externalsOf(name).some(({ path }) => path === 'os.environ[]');

/** True for secrets of the user, such as the whole environment. */
export const isSecret = (value: Value): boolean =>
  (value.marks & SECRET) !== 0 || externalsOf(value).some(({ path }) => path === 'os.environ');

/** The values that the result of a call may contain: all arguments, except the environment of a started program. */
export function givenTo({ path }: External, { all, named }: Arguments): readonly Value[] {
  const environment = dangerOf(path) === 'shell' ? named.get('env') : undefined;
  return environment === undefined ? all : all.filter((value) => value !== environment);
}

/** True if a value of the registry of Windows is the path of a folder. */
const isFolderOfWindows = ({ positional }: Arguments): boolean => {
  const names = textsOf(positional[1] ?? NOTHING);
  return (
    names.length > 0 &&
    names.every((name) => /^(Local )?AppData$|^(Personal|Desktop|Path|.*(Location|Dir|Folder))$/i.test(name))
  );
};

const HIDING_LENGTH = 8;

/**
 * True if decoding the arguments may reveal what the archive hides: constants or files of it, or what was fetched.
 * Data that only exists when a node runs, such as an image, is none of these.
 */
function mayHide({ all }: Arguments): boolean {
  const marks = all.reduce((sum, value) => sum | value.marks, 0);
  if (marks & (FROM_FILE | FROM_NETWORK | FROM_REQUEST | OWN_FOLDER | DECODED)) return true;
  const length = all.flatMap(({ words }) => words).reduce((sum, word) => sum + word.length, 0);
  return length >= HIDING_LENGTH || all.some(({ refs }) => refs.some(({ kind }) => kind === 'container'));
}

/** Clients of HTTP, which a node may let its user point to a server. */
const HTTP_CLIENT = /^(requests|httpx|aiohttp|urllib3?|http\.client|websockets?)\b/;
/** Objects of which only the later requests connect. */
const CONNECTOR = /(\b[sS]ession|Client\w*|PoolManager)$/;

/** A method of a client that is called with the client as its first argument, such as `Session.request`. */
const UNBOUND = /(Session|Client|Manager|Pool|Connection|Adapter)\.\w+$/;

const FEW_ADDRESSES = 2;

/** True unless the address of a call is neither written in the archive, entirely or in parts, nor hidden. */
export function isAddressFixed({ path }: External, { positional, named }: Arguments, callee: Value): boolean {
  if (!HTTP_CLIENT.test(path)) return true;
  const given = [
    ...positional.slice(0, UNBOUND.test(path) ? 3 : 2),
    ...['url', 'base_url'].flatMap((name) => named.get(name) ?? []),
  ];
  if (given.length === 0 && !CONNECTOR.test(path)) return true;
  const address = anyOf([callee, ...given]);
  if (namesForeignHost([...address.words, ...textsOf(address)])) return true;
  // The marks of a parameter that many callers give a value say little of one call.
  if (externalsOf(anyOf(given)).length > FEW_ADDRESSES) return false;
  // A client names it, or what a server answers that a client names.
  const isNamed = (address.marks & FROM_REQUEST) !== 0 && !address.words.some((word) => /:\/\//.test(word));
  if (isNamed && (address.marks & DECODED) === 0) return false;
  return (address.marks & (DECODED | FROM_FILE | FROM_FIXED_ADDRESS)) !== 0 || address.words.length >= WORDS_MAX;
}

/** Clients of services of models. Their answers come from a model unless they are given another server. */
const MODEL_CLIENT = /^(openai|anthropic|groq|cohere|together|mistralai)\.|^google\.(generativeai|genai)\./;

/** True for a request to an address that the source fixes and that is no service of a model. */
const isAnswerFixed = (ref: External, args: Arguments, callee: Value): boolean =>
  MODEL_CLIENT.test(ref.path)
    ? namesForeignHost([...callee.words, ...textsOf(callee)])
    : isAddressFixed(ref, args, callee);

/** True for a command that writes the environment to its output. */
const listsEnvironment = (path: string, { all }: Arguments): boolean =>
  dangerOf(path) === 'shell' && /^(env|printenv|set|export)$/.test(all.flatMap(({ words }) => words).join(' '));

/** The marks of where the result of a call comes from. */
export function marksOfCall(ref: External, args: Arguments, callee: Value): number {
  const { path } = ref;
  const isWholeEnvironment = givenTo(ref, args).some((value) =>
    externalsOf(value).some((one) => one.path === 'os.environ'),
  );
  const isSensitive =
    FILE_READS.test(`${path}()`) && args.all.some(({ words }) => words.some((word) => SENSITIVE_PATH.test(word)));
  const isSecretValue =
    (path === 'winreg.QueryValueEx' && !isFolderOfWindows(args)) ||
    (/^os\.(environ\.get|getenv)$/.test(path) && isAnyVariable(args.positional[0] ?? NOTHING));
  return (
    (DECODERS.test(path) && mayHide(args) ? DECODED : 0) |
    (isNetworkCall(path) ? FROM_NETWORK | (isAnswerFixed(ref, args, callee) ? FROM_FIXED_ADDRESS : 0) : 0) |
    (FILE_READS.test(`${path}()`) || FILE_READS.test(path) ? FROM_FILE : 0) |
    (FINDS_FOLDER_OF_USERS.test(path) ? FOLDER_OF_USERS : 0) |
    (isWholeEnvironment || isSensitive || listsEnvironment(path, args) || isSecretValue || SECRETS.test(path)
      ? SECRET
      : 0)
  );
}
