import type { Given, Model } from './evaluation.js';
import { BUILTINS } from './external-names.js';
import {
  anyOf,
  either,
  external,
  externalsOf,
  madeOf,
  marked,
  NOTHING,
  textsOf,
  textValue,
  type Value,
  valueOf,
} from './values.js';

/** The module that `__import__("a.b")` results in: the outer one, or the inner one if names are taken from it. */
function importedByName({ evaluator, ref, args, scope, first }: Given): Value {
  const whole = evaluator.moduleNamed(first, scope);
  if (ref.path !== 'builtins.__import__') {
    const texts = textsOf(first).filter((text) => text.startsWith('.'));
    return texts.length > 0 || textsOf(first).length > 0 ? whole : either(whole, madeOf(args.all));
  }
  const outer = textsOf(first)
    .filter((text) => text.includes('.'))
    .map((text) => textValue(text.split('.')[0]!));
  return outer.length > 0 ? either(whole, evaluator.moduleNamed(anyOf(outer), scope)) : whole;
}

/** Types whose names tables of settings contain. Calling one runs nothing. */
const PLAIN_TYPES = new Set(['int', 'float', 'str', 'bool', 'bytes', 'list', 'tuple', 'dict', 'set', 'complex']);

/** The function that a dotted name names. If the name is not known, it is one of any module, or a plain type. */
function locatedByName(given: Given): Value {
  const { evaluator, first, scope } = given;
  const texts = textsOf(first);
  if (texts.length > 0)
    return anyOf(
      texts.map((text) =>
        BUILTINS.has(text) ? external(`builtins.${text}`, true) : evaluator.moduleNamed(textValue(text), scope),
      ),
    );
  const isPlain = first.marks === 0 && first.words.length > 0 && first.words.every((word) => PLAIN_TYPES.has(word));
  return isPlain ? external('builtins.int') : external('?module.*', true, first.marks, first.words);
}

/** The function that an entry point names. Its words are the name of the entry point, what it names, and its group. */
function loadedEntry(given: Given): Value {
  const { marks, words } = given.callee;
  const named = words.filter((word) => word.includes(':'));
  const first = named.length > 0 ? anyOf(named.map((word) => textValue(word, marks))) : marked(marks, words);
  return resolvedName({ ...given, first });
}

/** `pkgutil.resolve_name("module:name")`. */
function resolvedName(given: Given): Value {
  const { evaluator, first, scope } = given;
  const texts = textsOf(first);
  if (!texts.some((text) => text.includes(':'))) return locatedByName(given);
  return anyOf(
    texts.map((text) => {
      const [module = '', name] = text.split(':');
      const found = evaluator.moduleNamed(textValue(module), scope);
      return name ? evaluator.attribute(found, name, true) : found;
    }),
  );
}

/** The file of a module outside of the package. */
function sourceFile({ evaluator, first }: Given): Value | undefined {
  const modules = externalsOf(first).filter(({ path }) => /^[\w.]+$/.test(path));
  if (modules.length === 0 || modules.length < first.refs.length) return undefined;
  const names = modules.map(({ path }) => `${path.split('.').at(-1)!}.py`);
  return { ...evaluator.attribute(first, '__file__'), words: names };
}

/** The modules of the archive that define functions or classes. */
function moduleOf({ first: { refs } }: Given): Value | undefined {
  const modules = refs.map((ref): Value =>
    ref.kind === 'function' || ref.kind === 'class' ? valueOf({ kind: 'module', scope: ref.scope.home }) : NOTHING,
  );
  const found = anyOf(modules);
  return found === NOTHING ? undefined : found;
}

/** Functions that find modules, their files or their members. */
export const MODULE_MODELS: Readonly<Record<string, Model>> = {
  'inspect.getmodule': moduleOf,
  'inspect.getfile': sourceFile,
  'inspect.getsourcefile': sourceFile,
  'builtins.__import__': importedByName,
  'importlib.import_module': importedByName,
  'importlib.reload': ({ first }) => first,
  'pydoc.locate': locatedByName,
  'pkgutil.resolve_name': resolvedName,
  'importlib.metadata.EntryPoint().load': loadedEntry,
  'sys.modules.get': ({ evaluator, first, scope }) => evaluator.moduleNamed(first, scope),
  'sys.modules.pop': ({ evaluator, first, scope }) => evaluator.moduleNamed(first, scope),
  'sys.modules.__getitem__': ({ evaluator, first, scope }) => evaluator.moduleNamed(first, scope),
};
