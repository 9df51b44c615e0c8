import type { Follower, Outside } from './python-follower.js';
import { ENUMERATIONS } from './python-enumerations.js';
import { HOST_FOLDER, PLACE } from './python-files.js';
import { SETTINGS } from './python-config.js';
import { IMPORTING } from './python-importing.js';
import { ITERATION } from './python-iteration.js';
import { REARRANGING } from './python-sorting.js';
import { INSPECT } from './python-members.js';
import { PATH_FUNCTIONS } from './python-paths.js';
import { PATTERNS } from './python-patterns.js';
import { READING } from './python-reading.js';
import { RECORDS } from './python-records.js';
import { REGISTERING } from './python-registering.js';
import { STANDARD } from './python-standard.js';
import { TABLES } from './python-csv.js';
import { constant, NONE, textOf, type Value } from './python-values.js';

const PI = constant(Math.PI);

/** Constants of the standard library, of libraries and of the host, by their dotted names. */
const CONSTANTS: Readonly<Record<string, Value>> = {
  'sys.version_info.major': constant(3n),
  'sys.maxsize': constant(9223372036854775807n),
  'sys.float_info.max': constant(Number.MAX_VALUE),
  'sys.float_info.min': constant(2.2250738585072014e-308),
  'sys.float_info.epsilon': constant(Number.EPSILON),
  'math.pi': PI,
  'math.e': constant(Math.E),
  'math.tau': constant(2 * Math.PI),
  'math.inf': constant(Infinity),
  'numpy.pi': PI,
  'numpy.e': constant(Math.E),
  'numpy.inf': constant(Infinity),
  'torch.pi': PI,
  'torch.inf': constant(Infinity),
  'nodes.MAX_RESOLUTION': constant(16384n),
  'folder_paths.base_path': constant(HOST_FOLDER),
  'string.ascii_lowercase': constant('abcdefghijklmnopqrstuvwxyz'),
  'string.ascii_uppercase': constant('ABCDEFGHIJKLMNOPQRSTUVWXYZ'),
  'string.ascii_letters': constant('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'),
  'string.digits': constant('0123456789'),
  'typing.TYPE_CHECKING': constant(false),
  'comfy_api.NumberDisplay.number': constant('number'),
  'comfy_api.NumberDisplay.slider': constant('slider'),
  'comfy_api.NumberDisplay.gradient_slider': constant('gradientslider'),
  'comfy_api.ControlAfterGenerate.fixed': constant('fixed'),
  'comfy_api.ControlAfterGenerate.increment': constant('increment'),
  'comfy_api.ControlAfterGenerate.decrement': constant('decrement'),
  'comfy_api.ControlAfterGenerate.randomize': constant('randomize'),
  'comfy_api.UploadType.image': constant('image_upload'),
  'comfy_api.UploadType.audio': constant('audio_upload'),
  'comfy_api.UploadType.video': constant('video_upload'),
  'comfy_api.UploadType.model': constant('file_upload'),
  'comfy_api.FolderType.input': constant('input'),
  'comfy_api.FolderType.output': constant('output'),
  'comfy_api.FolderType.temp': constant('temp'),
};

/** The types that `IO` of the host names: most have their own names. */
const IO_TYPES: Readonly<Record<string, string>> = {
  ANY: '*',
  NUMBER: 'FLOAT,INT',
  PRIMITIVE: 'STRING,FLOAT,INT,BOOLEAN',
};
const IO_TYPE =
  /^comfy\.comfy_types(?:\.node_typing)?\.IO\.((?:STRING|IMAGE|MASK|LATENT|BOOLEAN|INT|FLOAT|COMBO|CONDITIONING|SAMPLER|SIGMAS|GUIDER|NOISE|CLIP|CONTROL_NET|VAE|MODEL|LORA_MODEL|LOSS_MAP|CLIP_VISION|CLIP_VISION_OUTPUT|STYLE_MODEL|GLIGEN|UPSCALE_MODEL|AUDIO|WEBCAM|POINT|FACE_ANALYSIS|BBOX|SEGS|VIDEO|ANY|NUMBER|PRIMITIVE))$/;

/** Variables that most environments have. */
const SET =
  /^(PATH|HOME|USER|USERNAME|LANG|LC_\w+|TE?MP|TMPDIR|APPDATA|LOCALAPPDATA|PROGRAM\w*|SYSTEM\w*|PYTHON\w*|CUDA_\w+|VIRTUAL_ENV|CONDA_\w+|SHELL|DISPLAY|OS|PWD|HOSTNAME|COMPUTERNAME|XDG_\w+)$/i;

/** True for the name of a variable of the environment that is not set where nobody sets it. */
export const isUnset = (name: Value | undefined): boolean => {
  const said = textOf(name);
  return said !== undefined && !SET.test(said);
};

/** The name under which `constantsOutside` has a variable of the environment; undefined if it is not known. */
export function variableNamed(name: Value | undefined): string | undefined {
  const said = textOf(name);
  return said === undefined ? undefined : `os.environ[${said}]`;
}

/** The value that the package gives a variable of the environment. */
export const variableOf = (follow: Pick<Follower, 'constantsOutside'>, name: Value | undefined): Value | undefined =>
  follow.constantsOutside.get(variableNamed(name) ?? '');

const variable: Outside = (follow, { positional: [name, otherwise], named }) =>
  variableOf(follow, name) ?? (isUnset(name) ? (otherwise ?? named.get('default') ?? NONE) : undefined);

const setDefault: Outside = (follow, { positional: [name, value] }) => {
  const known = variableOf(follow, name);
  if (known || !value || !isUnset(name)) return known;
  follow.put(follow.constantsOutside, constant(variableNamed(name)!), value);
  return value;
};

/** `sys.modules.get(name)`: a package finds the modules of the archive that it has imported or added. */
const moduleOfName: Outside = (follow, { positional: [name, otherwise] }) => {
  const said = textOf(name) ?? '';
  const isOwn = said.includes(PLACE) || isInAddedModule(follow, said);
  return follow.loadedModule(name) ?? (isOwn ? (otherwise ?? NONE) : undefined);
};

/** True for the name of a module in one that the archive has added to `sys.modules`. */
const isInAddedModule = (follow: Follower, name: string): boolean =>
  name
    .split('.')
    .slice(0, -1)
    .some((_part, at, parts) => follow.loadedModule(constant(parts.slice(0, at + 1).join('.'))) !== undefined);

const FUNCTIONS: Readonly<Record<string, Outside>> = {
  'os.environ.get': variable,
  'os.environ.setdefault': setDefault,
  'os.getenv': variable,
  'sys.modules.get': moduleOfName,
  ...PATH_FUNCTIONS,
  ...IMPORTING,
  ...INSPECT,
  ...ITERATION,
  ...REARRANGING,
  ...PATTERNS,
  ...READING,
  ...RECORDS,
  ...TABLES,
  ...REGISTERING,
  ...ENUMERATIONS,
  ...SETTINGS,
  ...STANDARD,
};

/** The canonical name of what is imported in several ways. */
const canonical = (name: string): string =>
  name
    .replace(/^(posixpath|ntpath)\./, 'os.path.')
    .replace(/^importlib\.abc\./, 'importlib.')
    // Every version of the host's API is another package.
    .replace(/^comfy_api\.\w+\.(_?io|IO)\./, 'comfy_api.');

/** A constant of a library; undefined if the name is none that is known. */
export const constantOf = (name: string): Value | undefined => {
  const type = IO_TYPE.exec(name)?.[1];
  if (type !== undefined) return constant(IO_TYPES[type] ?? type);
  return Object.hasOwn(CONSTANTS, canonical(name)) ? CONSTANTS[canonical(name)] : undefined;
};

/** A function of a library that can be followed. */
export const functionOf = (name: string): Outside | undefined =>
  Object.hasOwn(FUNCTIONS, canonical(name)) ? FUNCTIONS[canonical(name)] : undefined;
