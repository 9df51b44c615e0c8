import { truthOf } from './python-comparisons.js';
import {
  type Arguments,
  constant,
  contentOf,
  type PythonClass,
  textOf,
  type Unknown,
  type Value,
} from './python-values.js';
import type { Follower } from './python-follower.js';

/**
 * Modules of the host that have core-nodes, and what libraries answer that were given classes or functions of the
 * archive: see {@link resultOf}.
 */
export const HOST = /^(nodes|comfy_\w+)\b|\(\.\.\.\)|\[/;

/** The name of the result of a library's function. Only what it makes of the archive's own code may be a core-node. */
export const resultOf = (name: string, { positional, named, loose }: Arguments): string => {
  const isCode = (value: Value): boolean =>
    ['class', 'function', 'bound', 'module', 'dictionary'].includes(value.kind) ||
    (value.kind === 'list' && value.items.some(({ kind }) => kind === 'class' || kind === 'function'));
  return `${name}(${loose || [...positional, ...named.values()].some(isCode) ? '...' : ''})`;
};
/** Attributes that describe core-nodes. */
export const OF_CORE_NODES = /^(INPUT_TYPES|RETURN_TYPES|FUNCTION|CATEGORY|define_schema|NODE_CLASS_MAPPINGS)$/;

const BUILT_IN_TYPES = /^(object|str|int|float|list|tuple|set|frozenset|dict)$/;

/** True for the name of a built-in type whose instances and methods are followed. */
export const isBuiltInType = (name: string): boolean => BUILT_IN_TYPES.test(name);

/** True for a class that takes types in brackets and is the same class with them. */
export const isGeneric = ({ order }: PythonClass): boolean =>
  order.some((one) => one.kind === 'unknown' && /^typing\.(Generic|Protocol)(\[\])?$/.test(one.outside ?? '')) &&
  !order.some((one) => one.kind === 'class' && one.names.get('__class_getitem__'));

/** Base classes of libraries that have none of the attributes by which core-nodes are described. */
const PLAIN_BASES =
  /^(builtins\.\w+|(abc\.)?ABC|(enum\.)?(Str|Int)?(Enum|Flag)|typing\.(Generic|Protocol|NamedTuple|TypedDict|Dict|List|Tuple)|collections\.(OrderedDict|User(Dict|List))|torch\.nn\.Module|threading\.Thread|pydantic\.BaseModel|comfy\.comfy_types(\.node_typing)?\.(ComfyNodeABC|CheckLazyMixin)|comfy_api\.\w+(\.\w+)*\.(ComfyNode|ComfyExtension|ComfyTypeIO))(\[\])?$/;

/** True for a base class from which core-nodes inherit none of the attributes that describe them. */
export const isPlainBase = ({ outside }: Unknown): boolean => outside !== undefined && PLAIN_BASES.test(outside);

const PLAIN_METACLASSES = /(^|\.)(ABCMeta|EnumMeta|EnumType|type)$/;

/** True for `type`, and for metaclasses of the standard library. */
export const isPlainMetaclass = (value: Value): boolean =>
  (value.kind === 'unknown' && PLAIN_METACLASSES.test(value.outside ?? '')) ||
  (value.kind === 'native' && value.name === 'type');

/** True for a class of the archive that makes classes, and how it makes them can be followed. */
export const isMetaclass = ({ order }: PythonClass): boolean =>
  order.some(isPlainMetaclass) &&
  order.every((one) =>
    one.kind === 'class'
      ? !['__prepare__', '__getattr__', '__getattribute__'].some((name) => one.names.get(name)) &&
        one.names.loose.length === 0
      : isPlainMetaclass(one) || isPlainBase(one),
  );

/** Results of functions that return no classes, and what is in these results. */
const OBJECT =
  /^((os|shutil|subprocess|json|logging|re|time|threading|pathlib|platform|tempfile|uuid|random|numpy|folder_paths|imageio_ffmpeg)(\.\w+)+|comfy\.model_management\.\w+|torch\.(device|Generator|tensor|zeros|ones|get_\w+|is_\w+|(cuda|mps|xpu|backends)(\.\w+)+))\((\.\.\.)?\)/;

/** Type hints, such as `Dict[str, int]`. */
const TYPE_HINT = /^typing\.(\w+\[\]|(TypeVar|NewType|ParamSpec)\()/;

/** True for a value that is unknown, but certainly no class. */
export const isSurelyNoClass = ({ why, outside, isConstant }: Unknown): boolean =>
  isConstant === true ||
  why === 'is a module' ||
  why === 'is an f-string' ||
  (outside !== undefined && (OBJECT.test(outside) || TYPE_HINT.test(outside)));

/** The built-in type of a constant, list or dictionary; undefined for other values. */
export function nativeTypeOf(value: Value): string | undefined {
  if (value.kind === 'list') return value.isOnce ? undefined : value.form;
  if (value.kind === 'dictionary') return 'dict';
  return value.kind === 'constant'
    ? { string: 'str', bigint: 'int', number: 'float', boolean: 'bool', object: 'NoneType' }[
        typeof value.value as 'string' | 'bigint' | 'number' | 'boolean' | 'object'
      ]
    : undefined;
}

/** The result of `isinstance()`; undefined if it is unknown. */
export function isInstance(follow: Follower, given: Arguments): Value | undefined {
  const [value, type] = given.positional;
  if (type?.kind === 'list' && type.form === 'tuple' && !type.loose) {
    const answers = type.items.map((one) => isInstance(follow, { ...given, positional: value ? [value, one] : [] }));
    const truths = answers.map((answer) => answer && truthOf(answer));
    return truths.includes(true) ? constant(true) : truths.includes(undefined) ? undefined : constant(false);
  }
  const wanted = type?.kind === 'native' ? type.name : undefined;
  if (value?.kind === 'unknown' && value.why === 'is a module' && wanted) return constant(false);
  if (!value || !wanted || value.kind === 'unknown') return undefined;
  if (value.kind === 'instance') return nativeTypeOf(contentOf(value)) === wanted ? constant(true) : undefined;
  const kind = value.kind === 'class' ? 'type' : (nativeTypeOf(value) ?? value.kind);
  return constant(kind === wanted || (kind === 'bool' && wanted === 'int'));
}

/** What functions of Python answer that look at the running code: it may be classes of the archive. */
const LOOKED_UP = /^(inspect|sys|gc|builtins|importlib)\b.*[([]/;

/** Whether it is something of a library, other than the host. */
const isOfLibrary = (value: Value): boolean =>
  value.kind === 'unknown' &&
  value.outside !== undefined &&
  !HOST.test(value.outside) &&
  !LOOKED_UP.test(value.outside);

/** The result of `issubclass()`; undefined if it is unknown. */
export function isSubclass({ positional: [a, b] }: Arguments): Value | undefined {
  const order = a?.kind === 'class' ? a.order : a?.kind === 'unknown' ? [a] : undefined;
  if (!order || !b || (b.kind !== 'class' && b.kind !== 'unknown')) return undefined;
  const isSame = (one: PythonClass | Unknown): boolean =>
    one === b || (one.kind === 'unknown' && b.kind === 'unknown' && !!one.outside && one.outside === b.outside);
  if (order.some(isSame)) return constant(true);
  // A protocol has all classes with its methods as subclasses.
  if (
    b.kind === 'class' &&
    b.order.some((one) => one.kind === 'unknown' && /^typing\.Protocol\b/.test(one.outside ?? ''))
  )
    return undefined;
  // Libraries don't derive from classes of the archive, nor from those of the host.
  const isOther = (one: PythonClass | Unknown): boolean =>
    one.kind === 'class' || isOfLibrary(one) || (one.outside ?? '').startsWith('comfy_api.');
  return (b.kind === 'class' || !isOfLibrary(b)) && order.every(isOther) && (b.kind === 'class' || !!b.outside)
    ? constant(false)
    : undefined;
}

/** The attribute that `getattr()` and `hasattr()` name. */
export function attributes(
  follow: Follower,
  { positional: [object, name, otherwise] }: Arguments,
): { found?: Value; otherwise?: Value; isKnown: boolean } {
  const said = textOf(name);
  if (!object || said === undefined || object.kind === 'unknown') return { isKnown: false, otherwise };
  const found = follow.attributeOf(object, said);
  const makers = found ? ['__getattribute__'] : ['__getattribute__', '__getattr__'];
  const makesAttributes =
    object.kind === 'instance' &&
    object.of.order.some((one) => one.kind === 'class' && makers.some((maker) => one.names.get(maker)));
  return makesAttributes ? { isKnown: false } : { found, otherwise, isKnown: found?.kind !== 'unknown' };
}

/** True for a base class whose objects keep their items in `data`. */
export const isUserType = (base: PythonClass | Unknown): boolean =>
  base.kind === 'unknown' && /^collections\.User(Dict|List)$/.test(base.outside ?? '');

const BUILT_IN =
  /^(?:builtins|typing|collections)\.(?:Ordered|Typed|User(?!Str))?(str|int|float|list|tuple|set|frozenset|dict|List|Tuple|Dict)(?:\[\])?$/;

/**
 * The built-in type that a class derives from, such as `dict`; undefined if there is none, or if another base class is
 * not known.
 */
export function builtInTypeOf({ order }: PythonClass): string | undefined {
  const isKnown = order.every((one) => (one.kind === 'class' ? one.names.loose.length === 0 : isPlainBase(one)));
  const base = order.find((one): one is Unknown => one.kind === 'unknown' && BUILT_IN.test(one.outside ?? ''));
  return isKnown ? BUILT_IN.exec(base?.outside ?? '')?.[1]?.toLowerCase() : undefined;
}
