import type { Arguments, Evaluation, Given, Model } from './evaluation.js';
import { givenTo, isHarmlessVariable, marksOfCall } from './call-marks.js';
import { isGuardedAttribute } from './catalogue.js';
import { REQUIREMENTS_FILE } from './installs.js';
import { attributeByName, LOOKUP_MODELS, withArguments } from './lookup-models.js';
import { MODULE_MODELS } from './module-models.js';
import { PATH_MODELS } from './path-models.js';
import { TEXT_MODELS } from './text-models.js';
import type { Scope } from './scopes.js';
import { ownMembers, ownNames } from './own-members.js';
import {
  anyOf,
  container,
  either,
  elementsOf,
  type External,
  external,
  externalsOf,
  FROM_FILE,
  FROM_REQUEST,
  madeOf,
  NOTHING,
  OWN_FOLDER,
  record,
  SECRET,
  setKey,
  textsOf,
  SUBCLASSES,
  textValue,
  tuplesOf,
  type Value,
  valueOf,
  withDefaults,
  withMarks,
} from './values.js';

/** Functions that answer with what they are given, or with what is in it. */
const THROUGH = new Set(
  `list tuple set frozenset sorted reversed iter dict enumerate zip next max min filter memoryview`
    .split(/\s+/)
    .map((name) => `builtins.${name}`)
    .concat('collections.deque', 'collections.Counter', 'heapq.merge', 'heapq.nlargest', 'heapq.nsmallest'),
);
const MORE_THROUGH =
  /^(copy\.(copy|deepcopy)|functools\.(wraps\(\)|lru_cache\(\)|cache|lru_cache)|itertools\.\w+|typing\.cast|types\.MethodType|weakref\.\w+|contextlib\.(?!\w*ExitStack)\w+|builtins\.(staticmethod|classmethod|property)|asyncio\.coroutine|inspect\.unwrap|collections\.(ChainMap|OrderedDict|UserDict|UserList)|types\.MappingProxyType|numpy\.(vectorize|frompyfunc))$/;

/** Limit of the variables of a function that `locals()` gives. */
const NAMES_MAX = 200;

/** Containers that are mostly made empty, and filled later. */
const EMPTY_AT_FIRST =
  /^(collections\.(deque|Counter|UserList|UserDict)|weakref\.(WeakSet|Weak(Key|Value)Dictionary))$/;

/** The result of calling something that the archive does not define. */
export function resultOfExternal(
  evaluator: Evaluation,
  ref: External,
  passed: Arguments,
  scope: Scope,
  callee: Value,
): Value {
  const args = ref.bound ? withArguments(passed, ref.bound) : passed;
  const [first = NOTHING, second = NOTHING] = args.positional;
  const special = specialCall(evaluator, ref, args, scope, callee);
  if (special) return special;
  const given: Given = { evaluator, ref, args, scope, callee, first, second };
  const modelled = MODELS[ref.path]?.(given) ?? throughOf(given);
  const marks = marksOfCall(ref, args, callee);
  if (modelled) return withMarks(modelled, marks);
  const whole = madeOf([callee, ...givenTo(ref, args)]);
  const isHarmless = ref.path.endsWith('.get') && isHarmlessVariable(callee, first);
  const made = isHarmless ? { ...whole, marks: whole.marks & ~SECRET } : whole;
  const name = ref.path === '?' ? '?' : `${ref.path}()`;
  // External functions may return their arguments, so that the result has the marks of all of them.
  return external(name, ref.isHidden, made.marks | marks, marks & FROM_FILE ? wordsOfFile(made) : made.words);
}

/**
 * The words that stand for the contents of a file: for the package's own requirements list its name alone, without
 * folder and encoding.
 */
function wordsOfFile({ marks, words }: Value): readonly string[] {
  const lists = words.filter((word) => REQUIREMENTS_FILE.test(word));
  return marks & OWN_FOLDER && lists.length > 0 ? lists : words;
}

/** Calls of special methods that answer with attributes or modules, whatever they are called on. */
function specialCall(
  evaluator: Evaluation,
  { path }: External,
  args: Arguments,
  scope: Scope,
  callee: Value,
): Value | undefined {
  const [first = NOTHING, second = NOTHING] = args.positional;
  const owner = /^(.+)\.__getattr(?:ibute)?__$/.exec(path)?.[1];
  if (owner !== undefined)
    return args.positional.length > 1
      ? attributeByName(evaluator, first, second)
      : attributeByName(evaluator, external(owner, true), first);
  if (path.endsWith('.__new__') && first.refs.some(({ kind }) => kind === 'class'))
    return anyOf(first.refs.map((ref) => (ref.kind === 'class' ? valueOf(ref.instance) : NOTHING)));
  if (/^(sys\.modules|\?module)\.(items|values|copy)$/.test(path)) return external('?module', true);
  const namespace = /^(.+)\.__dict__\.(items|values|copy)$/.exec(path)?.[1];
  if (namespace !== undefined) return membersOf([{ path: namespace }]);
  // The words of a specification are the name of the module.
  if (/find_spec\(\)\.loader\.load_module$/.test(path) && callee.words.length > 0)
    return evaluator.moduleNamed(anyOf(callee.words.map((word) => textValue(word))), scope);
  const dictionary = /^(.+\.__dict__)\.(get|pop|setdefault|__getitem__)$/.exec(path)?.[1];
  if (dictionary !== undefined) return either(evaluator.item(external(dictionary, true), first), second);
  return /(^|\.)(__loader__|__spec__|loader|(get|find)_loader\(\)|(Builtin|Frozen)Importer|meta_path\[\])\.load_module$/.test(
    path,
  ) && textsOf(first).length > 0
    ? evaluator.moduleNamed(first, scope)
    : undefined;
}

/** Any of the members of a module from which code must not take attributes by a computed name. */
function membersOf(modules: readonly Pick<External, 'path'>[]): Value | undefined {
  const members = modules
    .map(({ path }) => `${path}.*`)
    .filter((path) => isGuardedAttribute(path) && !path.startsWith('?'));
  return members.length === 0 ? undefined : anyOf(members.map((path) => external(path, true)));
}

/** What `inspect.getmembers` returns. */
function membersListed({ evaluator, first }: Given): Value | undefined {
  const own = ownMembers(evaluator, first);
  const others = membersOf(externalsOf(first));
  return own === NOTHING ? others : either(tuplesOf([ownNames(evaluator, first), own]), others ?? NOTHING);
}

function throughOf({ evaluator, ref: { path }, args, first, second }: Given): Value | undefined {
  if (!THROUGH.has(path) && !MORE_THROUGH.test(path)) return undefined;
  if (path === 'builtins.next' || path === 'builtins.max' || path === 'builtins.min') return evaluator.iterated(first);
  if (path === 'builtins.filter') return second;
  if (EMPTY_AT_FIRST.test(path) && args.all.length === 0) return valueOf(container(NOTHING));
  if (path === 'builtins.dict' || path === 'collections.OrderedDict') {
    // Of pairs, the second items are the values.
    const pairs = first.refs.filter((ref) => ref.kind === 'container' && ref.keyed.size === 0);
    const made = container(elementsOf(elementsOf({ ...first, refs: pairs })));
    for (const [key, value] of args.named) setKey(made, key, value);
    return either(first, valueOf(made, 0, anyOf([...args.named.values()]).words));
  }
  return anyOf(args.all);
}

/** The variables of the function that calls `locals()`. */
function localNames({ scope, evaluator }: Given): Value {
  const names = [...scope.names.keys()].slice(0, NAMES_MAX);
  return record(NOTHING, new Map(names.map((name) => [name, evaluator.name(name, scope, scope.node.to)])));
}

function namespaceOf(given: Given): Value {
  const { scope, first, args, ref, evaluator } = given;
  if (ref.path === 'builtins.locals' && scope.kind === 'function') return localNames(given);
  const home = { kind: 'module' as const, scope: scope.home };
  if (ref.path !== 'builtins.vars' || args.positional.length === 0) return valueOf(container(NOTHING, undefined, home));
  return evaluator.attribute(first, '__dict__', true);
}

/**
 * An object whose attributes are named arguments, or the names of a module, as `SimpleNamespace(**vars(module))` makes
 * it.
 */
function namespaceObject({ args }: Given): Value {
  const modules = args.all.flatMap((value) =>
    externalsOf(value).flatMap(({ path }) => /^(.+)\.__dict__\[\]$/.exec(path)?.[1] ?? []),
  );
  if (modules.length > 0) return anyOf(modules.map((path) => external(path, true)));
  const { marks, words } = madeOf(args.all);
  return either(record(NOTHING, args.named), external('types.SimpleNamespace()', false, marks, words));
}

/** The token that the user has stored, under the name of its variable of the environment. */
const storedToken = ({ ref }: Given): Value => external(`${ref.path}()`, false, 0, ['HF_TOKEN']);

/** A `defaultdict` of containers; `undefined` for one of other values. */
const dictionaryWithDefaults = ({ first, second }: Given): Value | undefined =>
  externalsOf(first).some(({ path }) => /^(builtins\.(list|dict|set)|collections\.(deque|OrderedDict))$/.test(path))
    ? either(valueOf(withDefaults()), second)
    : undefined;

/** The function whose code is given. */
const functionOfCode = ({ first }: Given): Value | undefined => {
  const functions = first.refs.filter(({ kind }) => kind === 'function');
  return functions.length > 0 ? { ...first, refs: functions } : undefined;
};

/** The class that `type(name, bases, names)` makes. */
function classOf({ positional: [, , names = NOTHING] }: Arguments): Value {
  return anyOf(names.refs.map((ref) => (ref.kind === 'container' ? record(NOTHING, ref.keyed) : NOTHING)));
}

/** A tuple that a class of named tuples makes. */
function namedTuple({ args: { positional, named, all } }: Given): Value {
  const { marks, words } = madeOf(all);
  return { ...record(anyOf(positional), named, named.size === 0 ? positional : undefined), marks, words };
}

/** A mock that passes uses of it to another object. */
const wrapped = ({ args: { named } }: Given): Value | undefined => named.get('wraps');

const MODELS: Readonly<Record<string, Model | undefined>> = {
  ...LOOKUP_MODELS,
  ...PATH_MODELS,
  ...TEXT_MODELS,
  ...MODULE_MODELS,
  'builtins.zip': ({ args, evaluator }) => tuplesOf(args.positional.map((value) => evaluator.iterated(value))),
  // The first items are keys, which are the items themselves if no function computes others.
  'itertools.groupby': ({ first, evaluator }) => tuplesOf([evaluator.iterated(first), first]),
  'heapq.heappop': ({ first }) => elementsOf(first),
  'heapq.heapreplace': ({ first }) => elementsOf(first),
  'heapq.heappushpop': ({ first, second }) => either(elementsOf(first), second),
  'dataclasses.asdict': ({ first, evaluator }) => evaluator.attribute(first, '__dict__'),
  'builtins.enumerate': ({ first, evaluator }) => tuplesOf([external('int'), evaluator.iterated(first)]),
  'collections.defaultdict': dictionaryWithDefaults,
  'inspect.getmembers': membersListed,
  'inspect.getmembers_static': membersListed,
  [SUBCLASSES]: ({ evaluator, first }) =>
    valueOf(container(anyOf(first.refs.map((ref) => (ref.kind === 'class' ? evaluator.subclassesOf(ref) : NOTHING))))),
  'builtins.dir': ({ evaluator, first }) => {
    const names = ownNames(evaluator, first);
    return names === NOTHING ? undefined : valueOf(container(names));
  },
  'aiohttp.web.WebSocketResponse': () => external('aiohttp.web.WebSocketResponse()', false, FROM_REQUEST),
  'huggingface_hub.get_token': storedToken,
  'huggingface_hub.utils.get_token': storedToken,
  'huggingface_hub.HfFolder.get_token': storedToken,
  'builtins.globals': namespaceOf,
  'builtins.locals': namespaceOf,
  'builtins.vars': namespaceOf,
  'types.FunctionType': functionOfCode,
  'types.LambdaType': functionOfCode,
  'functools.partialmethod': ({ first }) => first,
  'types.SimpleNamespace': namespaceObject,
  'threading.local': () => either(record(NOTHING, new Map()), external('threading.local()')),
  'argparse.Namespace': namespaceObject,
  'operator.itemgetter()': ({ evaluator, first, callee }) =>
    either(first, anyOf(callee.words.map((word) => evaluator.item(first, textValue(word))))),
  'unittest.mock.Mock': wrapped,
  'unittest.mock.MagicMock': wrapped,
  'unittest.mock.NonCallableMock': wrapped,
  'builtins.super': ({ scope, evaluator }) => superOf(scope, evaluator),
  'builtins.isinstance': () => external('bool'),
  'builtins.hasattr': () => external('bool'),
  'builtins.len': () => external('int'),
  'builtins.type': ({ first, args, evaluator }) =>
    args.positional.length === 1
      ? evaluator.attribute(first, '__class__')
      : anyOf([external('builtins.type()'), elementsOf(args.positional[1] ?? NOTHING), classOf(args)]),
  'collections.namedtuple()': namedTuple,
  'typing.NamedTuple()': namedTuple,
  'shutil.which': ({ first }) => first,
};

function superOf(scope: Scope, evaluator: Evaluation): Value | undefined {
  let inner: Scope | undefined = scope;
  while (inner && inner.kind !== 'class') inner = inner.parent;
  if (!inner?.parent) return undefined;
  const bases = evaluator.basesOf(evaluator.classOf(inner.node, inner.parent));
  if (bases.length === 0) return external('builtins.object');
  return anyOf(bases.flatMap(({ refs }) => refs.map((ref) => valueOf(ref.kind === 'class' ? ref.instance : ref))));
}
