import type { Arguments, Evaluation, Given, Model } from './evaluation.js';
import { membersWhere } from './own-members.js';
import {
  anyOf,
  container,
  DECODED,
  either,
  elementsOf,
  external,
  externalsOf,
  FROM_FILE,
  FROM_NETWORK,
  FROM_REQUEST,
  madeOf,
  marked,
  NOTHING,
  textsOf,
  type Value,
  valueOf,
} from './values.js';

/** The beginning of a name. */
const IS_PREFIX = /^[a-z]\w*_$/i;

/** The results of calling the first argument again and again. */
const resultsOf = ({ evaluator, first, scope, args }: Given, positional: readonly Value[]): Value => {
  const results = anyOf(first.refs.map((ref) => evaluator.resultOf(ref, { ...args, positional }, scope)));
  return valueOf(container(results), madeOf([...args.all, results]).marks);
};

/** The items of the lists that a value may be, by position. */
function itemsOf({ refs }: Value): Value[] {
  const lists = refs.map((ref) => (ref.kind === 'container' ? (ref.ordered ?? []) : []));
  const length = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length }, (_, at) => anyOf(lists.map((list) => list[at] ?? NOTHING)));
}

/** Members of classes and objects of the archive whose names begin with a constant, as in `getattr(a, "on_" + b)`. */
function membersNamedAs(evaluator: Evaluation, { refs }: Value, { words }: Value): Value {
  const [prefix = '', ...others] = words;
  if (!IS_PREFIX.test(prefix) || others.length > 0) return NOTHING;
  const owner = anyOf(refs.map((ref) => (ref.kind === 'class' || ref.kind === 'instance' ? valueOf(ref) : NOTHING)));
  return membersWhere(evaluator, owner, (name) => name.startsWith(prefix));
}

/** An attribute of `owner` whose name is computed. */
export function attributeByName(evaluator: Evaluation, owner: Value, name: Value): Value {
  const texts = textsOf(name);
  if (texts.length > 0) return anyOf(texts.map((text) => evaluator.attribute(owner, text, true)));
  const owners = externalsOf(owner).map(({ path }) =>
    external(path === '?' ? '?' : `${path}.*`, true, name.marks, name.words),
  );
  const own = owner.refs.flatMap((ref) => (ref.kind === 'external' ? [] : [marked(name.marks)]));
  return anyOf([...owners, ...own, membersNamedAs(evaluator, owner, name)]);
}

const getAttribute = ({ evaluator, first, second, args }: Given): Value =>
  either(attributeByName(evaluator, first, second), args.positional[2] ?? NOTHING);

/** Marks of names that are in none of the sources. */
const FROM_DATA = FROM_FILE | FROM_NETWORK | FROM_REQUEST | DECODED;

/** Calls `operator.attrgetter("name")` or `operator.methodcaller("name")`, whose names are the words of the callee. */
const attributeGetter = ({ evaluator, first, callee }: Given): Value =>
  anyOf([
    ...callee.words.map((word) => evaluator.attribute(first, word, true)),
    ...(callee.marks & FROM_DATA ? [attributeByName(evaluator, first, marked(callee.marks))] : []),
  ]);

/** `functools.reduce(getattr, names, owner)`. */
function reduced({ evaluator, first, second, args }: Given): Value | undefined {
  if (!externalsOf(first).some(({ path }) => path === 'builtins.getattr')) return undefined;
  let found = args.positional[2] ?? NOTHING;
  for (const ref of second.refs)
    for (const name of (ref.kind === 'container' ? ref.ordered : undefined) ?? [elementsOf(second)])
      found = attributeByName(evaluator, found, name);
  return found;
}

/** Functions whose results are named by their first arguments. */
const NAMES_RESULT =
  /^(builtins\.(getattr|vars|dict\.get|object\.__getattribute__)|functools\.(reduce|partial)|operator\.(getitem|(attrgetter|methodcaller)(\(\))?))$/;

/** The arguments of a call with others before them. */
export const withArguments = (args: Arguments, before: readonly Value[]): Arguments => ({
  ...args,
  positional: [...before, ...args.positional],
  all: [...before, ...args.all],
});

/** `functools.partial(f, …)`. The bound arguments are kept for functions whose results they name. */
function partially({ first, args }: Given): Value {
  const bound = args.positional.slice(1);
  if (bound.length === 0 || !externalsOf(first).some(({ path }) => NAMES_RESULT.test(path))) return first;
  const refs = first.refs.map((ref) =>
    ref.kind === 'external' && NAMES_RESULT.test(ref.path) ? { ...ref, bound: [...(ref.bound ?? []), ...bound] } : ref,
  );
  return { ...first, refs };
}

/** Calls whose results are attributes and items, and functions with bound arguments. */
export const LOOKUP_MODELS: Readonly<Record<string, Model>> = {
  'builtins.getattr': getAttribute,
  'inspect.getattr_static': getAttribute,
  'functools.reduce': reduced,
  'functools.partial': partially,
  'operator.getitem': ({ evaluator, first, second }) => evaluator.item(first, second),
  // A class or function by the names of its module and its own.
  'pickle.Unpickler().find_class': ({ evaluator, first, second, scope }) =>
    attributeByName(evaluator, evaluator.moduleNamed(first, scope), second),
  'builtins.dict.get': ({ evaluator, first, second }) => evaluator.item(first, second),
  'operator.attrgetter()': attributeGetter,
  'operator.methodcaller()': attributeGetter,
  'builtins.map': (given) => resultsOf(given, given.args.positional.slice(1).map(elementsOf)),
  'itertools.starmap': (given) => resultsOf(given, itemsOf(elementsOf(given.second))),
  // With a second argument, it calls the first one until that is the result.
  'builtins.iter': (given) => (given.args.positional.length > 1 ? resultsOf(given, []) : undefined),
};
