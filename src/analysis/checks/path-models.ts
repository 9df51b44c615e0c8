import type { Given, Model } from './evaluation.js';
import {
  anyOf,
  DECODED,
  either,
  external,
  externalsOf,
  HOST_FOLDER,
  madeOf,
  OWN_FOLDER,
  PYTHON_FOLDER,
  textsOf,
  textValue,
  type Value,
  withEnd,
} from './values.js';

const onlyText = (value: Value): string | undefined => (value.refs.length === 1 ? textsOf(value)[0] : undefined);

/** The constant end of a path, if all that it may be have the same one. */
function endOf(path: Value | undefined): string {
  const [first, ...others] = path?.refs ?? [];
  const end = first?.kind === 'external' ? first.end : undefined;
  return end !== undefined && others.every((ref) => ref.kind === 'external' && ref.end === end) ? end : '';
}

/** As `os.path.join` joins texts: an absolute part replaces those before it, and an empty one adds nothing. */
const joined = (path: string, part: string): string =>
  part.startsWith('/') || path === '' ? part : path.endsWith('/') ? path + part : `${path}/${part}`;

const joinedPath = ({ args }: Given): Value => {
  const made = madeOf(args.all);
  const texts = args.positional.map(onlyText);
  return texts.length > 0 && texts.every((text): text is string => text !== undefined)
    ? textValue(texts.reduce(joined), made.marks, made.words)
    : withEnd(external('os.path.join()', false, made.marks, made.words), constantEnd(args.positional));
};

/** The last parts of a path, as far as all of them are known; otherwise the ending of the last part. */
function constantEnd(parts: readonly Value[]): string {
  const texts = parts.map(onlyText);
  return texts.slice(texts.lastIndexOf(undefined) + 1).join('/') || endOf(parts.at(-1));
}

const pathObject = ({ args }: Given): Value => {
  const made = madeOf(args.all);
  return withEnd(external('pathlib.Path()', false, made.marks, made.words), constantEnd(args.positional));
};

/** The file of a module specification, and what loads it. */
const specification = ({ ref, evaluator, second, args }: Given): Value => {
  const made = madeOf(args.all);
  const loaded = evaluator.modulesAt(args.named.get('location') ?? args.named.get('path') ?? second);
  return either(external(`${ref.path}()`, false, made.marks, made.words), loaded);
};

/** A module of the archive, or one that `find_spec` has found by its name. */
const moduleOfSpecification = ({ ref, first, evaluator, scope }: Given): Value => {
  const isFound = externalsOf(first).some(({ path }) => path === 'importlib.util.find_spec()');
  const found = isFound ? first.words.map((word) => evaluator.moduleNamed(textValue(word), scope)) : [];
  const own = { ...first, refs: first.refs.filter(({ kind }) => kind === 'module') };
  return anyOf([external(`${ref.path}()`), own, ...found]);
};

/** Functions that answer with a path, or with a module that a path leads to. */
export const PATH_MODELS: Readonly<Record<string, Model>> = {
  'os.path.join': joinedPath,
  'os.path.abspath': ({ first }) => first,
  'os.path.realpath': ({ first }) => first,
  'os.path.normpath': ({ first }) => first,
  'os.path.expanduser': ({ first }) => first,
  'os.path.expandvars': ({ first }) => first,
  'os.path.dirname': ({ first }) =>
    external(
      'os.path.dirname()',
      false,
      first.marks & (OWN_FOLDER | HOST_FOLDER | PYTHON_FOLDER | DECODED),
      first.words,
    ),
  'pathlib.Path': pathObject,
  'pathlib.Path.home': () => external('pathlib.Path()', false, 0, ['~']),
  'pathlib.Path.cwd': () => external('pathlib.Path()'),
  'importlib.util.spec_from_file_location': specification,
  'importlib.util.module_from_spec': moduleOfSpecification,
  'imp.load_source': specification,
};
