import { dangerOf, isGuardedAttribute, isNetworkCall, isStandardPath, TELLING_ATTRIBUTE } from './catalogue.js';
import { type MethodSelection, methodsNamed } from './method-selection.js';
import type { External } from './values.js';

/** Methods, of objects of any class, that call the functions passed to them. */
const RUNNERS =
  /\.(submit|callback|push_async_callback|run_in_executor|create_task|ensure_future|run_until_complete|run_coroutine_threadsafe|call_soon\w*|call_later|apply_async|apply|start_new_thread|add_done_callback|spawn|to_thread|addFilter|setLogRecordFactory|on_(startup|shutdown|cleanup)\.append|register_\w*hook|add_(multi_)?constructor)$|ExitStack\(\)\.push(_async_exit)?$|^(attrs?\.(ib|attrib|field)|pydantic\.(Field|PrivateAttr))$/;

/** Libraries whose functions call the functions passed to them at once, or at times. */
const CALLING_LIBRARIES =
  /^(apscheduler|dask|jax|joblib|numpy|optree|PIL\.Image|ray|schedule|scipy|tenacity|torch\.func|torch\.utils\._(cxx_)?pytree|tqdm\.contrib|tree)\.|^torch\.vmap$/;

/** Runners that pass the arguments after a function on to it. */
const PASSING_ON = /\.(submit|run_in_executor|to_thread|call_soon\w*|call_later)$/;

/** Methods of core-nodes that the host application calls before it runs a workflow. */
export const CALLED_BY_HOST = [
  'INPUT_TYPES',
  'VALIDATE_INPUTS',
  'IS_CHANGED',
  'define_schema',
  'validate_inputs',
  'fingerprint_inputs',
];

/** Methods of extensions that the host calls when it loads a package. */
export const CALLED_ON_EXTENSION = ['on_load', 'get_node_list'];

/** Decorators and methods that register a function as a request handler of a web server. */
const ROUTES =
  /(^|\.)(routes|router|app|web|(RouteTableDef|Flask|Quart|Blueprint|FastAPI|APIRouter|Bottle|Sanic)\(\))\.(get|post|put|delete|patch|view|route|ws|websocket|api_route)(\(\))?$|\.add_(get|post|put|delete|patch|route|view)$|^socketio\.\w*Server\(\)\.(on|event)(\(\))?$/;
/** Those of them whose functions get parts of the request as their parameters. */
const ROUTES_OF_PARTS = /(FastAPI|APIRouter|Server)\(\)\.\w+(\(\))?$/;

/** Methods and decorators that register a function which sees all workflows or requests of the host. */
const HOST_HOOKS =
  /\.(add_on_prompt_handler|middlewares\.(append|insert|extend)|on_(response_prepare|startup|shutdown|cleanup)\.append)$|^aiohttp\.web\.middleware$/;

/** Functions of the host and of libraries that find or load a file by its name. */
const FILE_LOADERS = /^folder_paths\.|\.(_?load\w*|get_full_path\w*|from_pretrained|from_single_file)$/;

/** Methods that add an import hook, which Python calls at the next import. */
const IMPORT_HOOKS = /^sys\.(meta_path|path_hooks)\.(append|insert|extend)$/;

/** Functions of the standard library that do not call the functions passed to them. */
const KEEPERS =
  /^(functools\.(wraps|lru_cache|cache|cached_property|total_ordering|singledispatch)|dataclasses\.(?!field)|typing\.|abc\.|enum\.|inspect\.|builtins\.(isinstance|issubclass|hasattr|callable|type|id|repr|str|print|property|staticmethod|classmethod|len|dict|list|tuple|set|frozenset|zip|enumerate|reversed|bool|any|all|sum|range|format|super|setattr|getattr|dir|vars|hash)$|contextlib\.|logging\.|warnings\.|collections\.(?!defaultdict)|types\.(?!new_class)|copy\.|json\.(?!(load|dump)s?$)|os\.environ)/;

/** Modules of the standard library whose classes call the methods of classes derived from them. */
const RUNNING_LIBRARIES =
  /^(threading|multiprocessing|socketserver|http|code|cmd|asyncio|concurrent|html|sched|codecs|importlib|logging|string|argparse|configparser|json|ast|xml|io\.\w*IOBase|datetime\.tzinfo)\b/;

/** Functions that make objects of the classes which they are given, and call their methods. */
const RUNS_CLASSES = /^unittest\.|^(setuptools|distutils\.core)\.setup$/;

/** Decorators that call the function, or register it for calls that name another one. */
const DECORATORS_THAT_CALL =
  /^(atexit\.register|asyncio\.run|threading\.|builtins\.(map|filter)|pydantic\.(\w+_)?validator\b)/;

/** `register` of a function of `functools.singledispatch`, to which functions for some types are given. */
const ADDS_VARIANT = /^function\.register(\(\))?$/;

/** Functions that load a module by a name or path. */
const IMPORTS =
  /^(importlib\.(import_module|reload|(util|machinery|_bootstrap\w*)\.\w+(\.\w+)?)$|builtins\.__import__|imp\.|runpy\.|pkgutil\.|pydoc\.importfile$|nodes\.load_custom_node$|numpy\.[\w.]*exec_mod_from_location$|\?.*\.(exec_module|load_module)$|importlib\.[\w.()]+\.(exec_module|load_module)$|builtins\.exec$)/;

/** Methods that change the contents of a container. */
export const MUTATORS = new Set([
  'append',
  'add',
  'insert',
  'extend',
  'appendleft',
  'put',
  'setdefault',
  'update',
  '__setitem__',
  'register',
  'put_nowait',
]);

/** Methods that are called on streams, such as `sys.stdout`. */
/** The methods of an object that replaces a stream, such as `sys.stdout`. */
export const OF_STREAMS = methodsNamed('write', 'flush');

/** Functions that call methods of the objects which they are given, and those methods. */
const METHODS_CALLED: readonly (readonly [RegExp, MethodSelection])[] = [
  [/^(builtins\.print|contextlib\.redirect_std(out|err)|traceback\.print_\w+|logging\.StreamHandler)$/, OF_STREAMS],
  [/^contextlib\.a?closing$/, methodsNamed('close', 'aclose')],
];

/** Functions whose results call the functions passed to them. */
const BINDERS = /^functools\.(partial|partialmethod|update_wrapper)$/;

/** Functions that only keep what they get, unless they get another function to call. */
const REFERENCES = /^weakref\.(ref|proxy|WeakMethod)$/;

/** True for a function that may call the functions passed to it at once. */
export const callsArguments = (path: string, count: number): boolean =>
  (isStandardPath(path) && !KEEPERS.test(path) && !(count === 1 && REFERENCES.test(path))) ||
  RUNNERS.test(path) ||
  CALLING_LIBRARIES.test(path);

/** Functions that call no items of a container: they compare, count or write them, or pass them to another argument. */
const ITEM_READERS =
  /^(builtins\.(sorted|max|min|filter|map|list\.sort|iter|next)|json\.dumps?|pprint\.p(print|format)|functools\.reduce|itertools\.\w+|heapq\.\w+|bisect\.\w+)$/;

/** True for a function that calls only functions which are arguments themselves, not those in a container. */
export const readsItems = (path: string): boolean => ITEM_READERS.test(path);

/** True for a function whose result calls the function that is passed to it. */
export const bindsArguments = (path: string): boolean => BINDERS.test(path);

/** True for a function that calls one which is passed to it with the arguments after it. */
export const passesArgumentsOn = (path: string): boolean => PASSING_ON.test(path);

/**
 * True if passing a function of a library to another function has to be checked as a call of it. Other functions that
 * start programs or run code are findings as values already, unless they are taken in a hidden way.
 */
export const isCalledIfPassed = ({ path, isHidden }: External, to: string): boolean =>
  !BINDERS.test(to) &&
  (isNetworkCall(path) ||
    path.startsWith('subprocess.') ||
    (isHidden &&
      (dangerOf(path) !== undefined ||
        (TELLING_ATTRIBUTE.test(path) && !path.endsWith('*')) ||
        isMemberOfGuarded(path))));

/** True for one of the members of a guarded module that a loop goes through. */
const isMemberOfGuarded = (path: string): boolean =>
  !path.startsWith('?module') && isGuardedAttribute(path.replace(/(\[\])+$/, ''));

/** True for a function that registers its argument as a request handler of a web server. */
export const isRequestHandler = (path: string): boolean => ROUTES.test(path);

/** True for a function that registers a request handler which gets parts of the request as its parameters. */
export const passesParts = (path: string): boolean => ROUTES_OF_PARTS.test(path);

/** True for a function that registers its argument to see all workflows or requests of the host. */
export const isHostHook = (path: string): boolean => HOST_HOOKS.test(path);

/** True for a function that finds or loads a file by its name. */
export const isFileLoader = (path: string): boolean => FILE_LOADERS.test(path);

/** The methods that a function calls on the objects which it is given. */
export const methodsCalledBy = (path: string): MethodSelection | undefined =>
  METHODS_CALLED.find(([functions]) => functions.test(path))?.[1];

/** True for a method that adds an import hook. */
export const isImportHook = (path: string): boolean => IMPORT_HOOKS.test(path);

const STARTABLE = /^(threading\.(Thread|Timer)|multiprocessing\.([\w.()]+\.)?Process)$/;

/** True for a class of threads or processes, whose objects run something only after they are started. */
export const isStartable = (path: string): boolean => STARTABLE.test(path);

/** True for the path of a function that may start a thread or process. */
export const startsThread = (path: string): boolean =>
  /(Thread|Timer|Process)(\(\))?(\[\])*\.(start|run|\*)$|^\?.*\.(start|\*)$|^operator\.methodcaller\(\)$/.test(path);

/** True for a class whose methods the standard library calls by itself. */
export const isOfRunningLibrary = (path: string): boolean => isStandardPath(path) && RUNNING_LIBRARIES.test(path);

/** True for a method that adds a function which another one calls for some types of its argument. */
export const addsVariant = (path: string): boolean => ADDS_VARIANT.test(path);

/** True for a function that loads a module by a name or path. */
export const isImportOfName = (path: string): boolean => IMPORTS.test(path);

const CONTAINERS = /^(builtins\.(dict|list|tuple|set|str)|collections\.\w+|collections\.abc\.\w+|typing\.\w+)$/;
const METHOD_OF_CONTAINERS = /^(keys|values|items|get|pop|copy|update|append|index|count)$/;

/** True for a class whose objects are containers. */
export const isContainer = (path: string): boolean => CONTAINERS.test(path);

/** True for the name of a method that any code may call on containers. */
export const isMethodOfContainers = (name: string): boolean => METHOD_OF_CONTAINERS.test(name);

/** True for a function that makes objects of the classes which it is given, and calls their methods. */
export const runsClasses = (path: string): boolean => RUNS_CLASSES.test(path);

/** True for a decorator that calls the function, or registers it. */
export const callsDecorated = (path: string): boolean => DECORATORS_THAT_CALL.test(path);
