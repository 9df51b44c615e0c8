import type { Danger } from './catalogue.js';
import { isAddressFixed, isSecret } from './call-marks.js';
import {
  anyOf,
  CREDENTIAL,
  externalsOf,
  FROM_FILE,
  FROM_HOST,
  FROM_REQUEST,
  HOST_DATA,
  NOTHING,
  SECRET,
  textsOf,
  type Value,
} from './values.js';
import { namesForeignHost } from './suspicious-patterns.js';
import { isProbe } from './socket-probes.js';
import { type ExternalCall, plainPath, WHEN } from './external-call.js';
import type { PackageContext } from './package-context.js';

/** Functions that download a file. Their further arguments say to which path. */
const DOWNLOAD = /\.(urlretrieve|download\w*|\w+_download)$/;
/** Functions that request what an address names, and the arguments with which they can send more. */
const REQUEST = /\.(get|stream|urlopen)$/;
/** Functions that get files of models by their names from one service. */
const FROM_HUB = /^huggingface_hub\.(hf_hub_download|snapshot_download|cached_download)$/;
const BODY = /^(data|json|files|headers|cookies|content|body|auth)$/;

/**
 * True if a call sends what the host or a library works on. A function that loads files may download one by the name
 * that the host gives it.
 */
function sendsHostData({ ref, args }: ExternalCall): boolean {
  if (FROM_HUB.test(ref.path) && !args.named.has('endpoint')) return false;
  const isDownload = DOWNLOAD.test(ref.path);
  const named = [...args.named].flatMap(([name, value]) => (BODY.test(name) ? [] : [value]));
  const address = anyOf([...args.positional.slice(0, 1), ...named]);
  const notSent = new Set([...(isDownload ? args.positional : args.positional.slice(0, 1)), ...named]);
  const body = anyOf(args.all.filter((value) => !notSent.has(value)));
  const isName = (isDownload || REQUEST.test(ref.path)) && (address.marks & FROM_FILE) === 0;
  return ((body.marks & HOST_DATA) | (address.marks & (isName ? FROM_HOST : HOST_DATA))) !== 0;
}

/** The address of a model server on the same machine: Ollama or LM Studio. */
const LOCAL_SERVER = /^http:\/\/(localhost|127\.0\.0\.1):(11434|1234)(\/[\w/.-]*)?$/;
/** Values that may name the server instead. */
const FROM_USER = /^os\.(getenv|environ(\.get)?)\(\)$/;

/** True for a call that asks a model server on the same machine for its models. */
function asksLocalServer({ ref, args: { all, positional, named } }: ExternalCall): boolean {
  const [address = named.get('url')] = positional;
  const sent = [...named].some(([name]) => BODY.test(name)) || positional.length > 1;
  if (!address || sent || !REQUEST.test(ref.path) || all.some(({ marks }) => marks !== 0)) return false;
  const servers = address.words.filter((word) => /:\/\/|@/.test(word));
  return (
    servers.length > 0 &&
    servers.every((word) => LOCAL_SERVER.test(word)) &&
    externalsOf(address).every(({ path }) => FROM_USER.test(path))
  );
}

/** Classes whose objects connect at once only if they are given a host. */
const CONNECTS_TO_HOST = /^(smtplib|ftplib)\.\w+$/;

const COOKIES = /\.cookies(\(\)|\[\]|\.\w+\(\))*$/;
const ALL_HEADERS = /\.(raw_)?headers(\.(copy|items|values)\(\))?(\[\])?$/;
const SIGN_IN_HEADER = /^(cookie|authorization)$/i;

/**
 * True if a call sends elsewhere what the browser signs in with: cookies, or other headers of a request as data. A key
 * to a service is in the headers of a request to that service.
 */
function sendsSignIn({ args: { positional, named }, callee }: ExternalCall): boolean {
  const [address = named.get('url') ?? NOTHING, ...others] = positional;
  if (!namesForeignHost([...callee.words, ...address.words])) return false;
  const isSignIn = (value: Value, isHeader: boolean): boolean =>
    (value.marks & FROM_REQUEST) !== 0 &&
    (externalsOf(value).some(({ path }) => COOKIES.test(path) || (!isHeader && ALL_HEADERS.test(path))) ||
      value.words.some((word) => SIGN_IN_HEADER.test(word) && (!isHeader || /^cookie$/i.test(word))));
  return (
    others.some((value) => isSignIn(value, false)) ||
    [...named].some(([name, value]) => isSignIn(value, name === 'headers'))
  );
}

/** True for a call that looks for a model in the cache of the user only. */
const asksCacheOnly = ({ ref, node, home }: ExternalCall): boolean =>
  FROM_HUB.test(ref.path) &&
  (node.child('arguments')?.named ?? []).some(
    (one) =>
      one.type === 'keyword_argument' &&
      home.text(one.child('name')!) === 'local_files_only' &&
      one.child('value')?.type === 'true',
  );

/** Addresses within a cloud that answer with the credentials of the machine. */
const CLOUD_CREDENTIALS = /\b169\.254\.(169\.254|170\.2)\b|\bmetadata\.google\.internal\b/;

/** Reports a call that goes to the network. */
export function checkNetwork(call: ExternalCall, danger: Danger, marks: number, context: PackageContext): void {
  const { ref, args, moment, callee } = call;
  const name = plainPath(ref.path);
  if (args.all.some(isSecret) || callee.marks & SECRET)
    return context.report(call, 'hold', 'data-theft', `sends secrets of the user to the network (${name})`);
  if (sendsSignIn(call))
    return context.report(call, 'hold', 'data-theft', `sends cookies or headers of a request elsewhere (${name})`);
  const words = [...args.all, callee].flatMap((value) => value.words);
  if (words.some((word) => CLOUD_CREDENTIALS.test(word)))
    return context.report(call, 'hold', 'sensitive-files', `reads credentials of the cloud (${name})`);
  if ((marks | callee.marks) & CREDENTIAL && context.credentialCalls.add(call.node, words))
    return context.report(call, 'hold', 'data-theft', `sends a credential to a second service (${name})`);
  if (danger === 'network' && sendsHostData(call) && isAddressFixed(ref, args, callee))
    return context.report(call, 'hold', 'data-theft', `sends what the host or a library works on (${name})`);
  if (isProbe(call)) return context.report(call, 'warn', 'network', `asks for an own address or port (${name})`);
  if (/\.(Session|session|ClientSession|socket)$/.test(ref.path) || asksCacheOnly(call)) return;
  if (CONNECTS_TO_HOST.test(ref.path) && args.positional.length === 0 && !args.named.has('host')) return;
  if (asksLocalServer(call))
    return context.report(call, 'warn', 'network', `asks a server on the same machine (${name})`);
  if (moment === 'install') context.downloads.isInstalling = true;
  const rule = moment === 'import' ? 'network-at-import' : 'network';
  context.report(
    call,
    moment === 'import' ? 'hold' : 'warn',
    rule,
    `${danger === 'listen' ? 'waits for connections' : 'goes to the network'} ${WHEN[moment]} (${name})`,
  );
}

/** Functions that read a file or an address. */
const READS_ADDRESS =
  /^(pandas|polars|geopandas|cudf)\.(read|scan)_\w+$|^(imageio|skimage|matplotlib)\.[\w.]*(imread|mimread|get_reader)$|^(fsspec|smart_open)\.(open|filesystem|get_mapper)$|^(lxml\.etree|xml\.sax)\.parse$|^av\.open$|^cv2\.VideoCapture$|^datasets\.load_dataset$|^(numpy\.(loadtxt|genfromtxt|DataSource\(\)\.open)|feedparser\.parse|torchaudio\.load)$|^ultralytics\.(\w+\.)*YOLO$/;

/** Functions that download a model unless it is in a cache, and the names of models that they download. */
const LOADS_MODEL =
  /^(transformers|diffusers|sentence_transformers|timm|open_clip)\.([\w.]*\.)?(from_pretrained|pipeline|SentenceTransformer)$|^datasets\.load_dataset$/;
const MODEL = /^[\w-][\w.-]*\/[\w-][\w.-]*$/;

const isModelByName = ({ ref, args: { positional, named } }: ExternalCall): boolean => {
  const given = [
    ...positional,
    ...['model', 'path', 'pretrained_model_name_or_path'].flatMap((name) => named.get(name) ?? []),
  ];
  return (
    LOADS_MODEL.test(ref.path) &&
    !named.has('local_files_only') &&
    given.flatMap(textsOf).some((text) => MODEL.test(text))
  );
};

/** Reports a call that reads an address, or downloads a model, when the package is imported. */
export function checkAddressRead(call: ExternalCall, words: readonly string[], context: PackageContext): void {
  const { ref, moment } = call;
  if (moment !== 'import') return;
  const isDataByName = ref.path === 'nltk.download' && words.length > 0;
  if (
    isModelByName(call) ||
    isDataByName ||
    (READS_ADDRESS.test(ref.path) && words.some((word) => /:\/\/./.test(word)))
  )
    context.report(
      call,
      // The library fetches data of this name from its own server.
      isDataByName && textsOf(call.args.positional[0] ?? NOTHING).some((text) => /^\w+$/.test(text)) ? 'warn' : 'hold',
      'network-at-import',
      `goes to the network ${WHEN[moment]} (${plainPath(ref.path)})`,
    );
}
