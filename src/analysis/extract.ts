import type { NewCoreNode } from '../services/store-nodes.js';
import type { CoreNodeExtractStatus } from '../values/states.js';
import { isPlainBase } from './python-calls.js';
import type { PythonModule } from './python-module.js';
import type { PythonPackage } from './python-package.js';
import { type PythonClass, type Scope, textOf, truthOf, type Unknown, type Value } from './python-values.js';

/** The core-nodes that an archive provides, as far as they can be read without running it. */
export interface Extraction {
  readonly status: Exclude<CoreNodeExtractStatus, 'pending'>;
  readonly coreNodes: readonly NewCoreNode[];
  /** Why it is not all, one line each. */
  readonly causes: readonly string[];
}

const CORE_NODES_MAX = 4000;
const CAUSES_MAX = 50;
const JSON_MAX = 200_000;
const JSON_DEPTH_MAX = 60;
const EXHAUSTED = 'The sources take too much to be followed to their end.';

const told = ({ file, line, text, why }: Unknown): string =>
  `${file === '' ? '' : `${file}:${line}: `}${JSON.stringify(text.replace(/\s+/g, ' ').slice(0, 120))} ${why}`;

/** A value as JSON text; what can't be known says so in its place. Undefined where it is longer than anybody's is. */
function jsonOf(value: Value): string | undefined {
  let size = 0;
  const take = (text: string): string => {
    size += text.length;
    return text;
  };
  const unevaluated = (text: string): string => take(JSON.stringify({ unevaluated: text.toWellFormed() }));
  const write = (at: Value, depth: number): string => {
    if (size > JSON_MAX || depth > JSON_DEPTH_MAX) return unevaluated('…');
    switch (at.kind) {
      case 'constant':
        if (typeof at.value === 'string') return take(JSON.stringify(at.value.replaceAll('\0', '').toWellFormed()));
        return typeof at.value === 'number' && !Number.isFinite(at.value)
          ? unevaluated('inf')
          : take(Object.is(at.value, -0) ? '-0.0' : String(at.value));
      case 'list':
        if (at.form === 'set') return unevaluated('a set');
        return `[${[...at.items.map((item) => write(item, depth + 1)), ...(at.loose ? [unevaluated(at.loose.text)] : [])].join(take(','))}]`;
      case 'dictionary': {
        const entries = [...at.entries.values()].map(
          ({ key, value: inner }) =>
            `${write({ kind: 'constant', value: key.kind === 'constant' ? String(key.value) : key.kind }, depth + 1)}:${write(inner, depth + 1)}`,
        );
        const loose = at.loose
          .slice(0, 1)
          .map(({ text }) => `"unevaluated":${take(JSON.stringify(text.toWellFormed()))}`);
        return `{${[...entries, ...loose].join(take(','))}}`;
      }
      case 'class':
        return unevaluated(at.name);
      case 'instance':
      case 'super':
        return unevaluated(at.of.name);
      case 'module':
        return unevaluated(at.scope.module.path);
      case 'unknown':
        return unevaluated(at.text);
      default:
        return unevaluated(at.kind === 'bound' ? at.function.name : at.name);
    }
  };
  const json = write(value, 0);
  return size > JSON_MAX ? undefined : json;
}

/** The modules that the host application loads first: the package itself, or single files beside each other. */
function entryScopes(pack: PythonPackage): Scope[] {
  const depth = (path: string): number => path.split('/').length;
  const all = [...pack.modules.values()];
  const least = Math.min(...all.map(({ path }) => depth(path)));
  const packages = all.filter(({ path }) => path.split('/').at(-1) === '__init__.py');
  const first = Math.min(...packages.map(({ path }) => depth(path)));
  const withMappings = (modules: readonly PythonModule[]): Scope[] =>
    modules
      .map((module) => pack.load(module))
      .filter((scope) => pack.nameOfModule(scope, 'NODE_CLASS_MAPPINGS') !== undefined);
  const found = withMappings(packages.filter(({ path }) => depth(path) === first));
  return found.length > 0 || first === least ? found : withMappings(all.filter(({ path }) => depth(path) === least));
}

const storable = (text: string, most = 500): string =>
  text
    .replace(/(?![\n\t])\p{Cc}/gu, '')
    .trim()
    .slice(0, most)
    .toWellFormed();

/** What a class says of itself, and what of that can't be known. */
function fieldsOf(
  pack: PythonPackage,
  of: PythonClass,
): { readonly fields: Omit<NewCoreNode, 'name'>; readonly causes: readonly string[] } {
  const causes: string[] = [];
  const foreign = of.order.find((base): base is Unknown => base.kind === 'unknown' && !isPlainBase(base));
  if (foreign) causes.push(`inherits from ${told(foreign)}`);
  const attribute = (name: string): Value | undefined => {
    const value = pack.attributeOf(of, name);
    if (value?.kind === 'unknown' && value !== foreign) causes.push(`${name}: ${told(value)}`);
    return value?.kind === 'unknown' || (value?.kind === 'constant' && value.value === null) ? undefined : value;
  };
  const read = <T>(name: string, value: Value | undefined, as: (value: Value) => T | undefined): T | undefined => {
    const given = value && as(value);
    const unknown =
      value?.kind === 'list'
        ? (value.loose ?? value.items.find((item): item is Unknown => item.kind === 'unknown'))
        : undefined;
    if (value && given === undefined)
      causes.push(unknown ? `${name}: ${told(unknown)}` : `${name}: is not what it should be`);
    return given;
  };
  const text = (name: string): string | undefined => {
    const given = read(name, attribute(name), textOf);
    return given === undefined ? undefined : storable(given, 20_000);
  };
  const json = (name: string, value: Value | undefined): string | undefined =>
    read(name, value, (given) => (['list', 'dictionary', 'constant'].includes(given.kind) ? jsonOf(given) : undefined));
  const flags = (value: Value): boolean[] | undefined => {
    const all =
      value.kind === 'list' && !value.loose
        ? value.items.map((item) => (item.kind === 'constant' ? truthOf(item) : undefined))
        : [undefined];
    return all.every((flag) => flag !== undefined) ? all : undefined;
  };
  const flag = (name: string): boolean | undefined => {
    const value = pack.attributeOf(of, name);
    return value === undefined ? false : read(name, attribute(name), truthOf);
  };
  const inputs = attribute('INPUT_TYPES');
  const answered = inputs && ['function', 'bound'].includes(inputs.kind) ? inputTypesOf(pack, of, inputs) : inputs;
  if (answered?.kind === 'unknown') causes.push(`INPUT_TYPES: ${told(answered)}`);
  const fields = {
    category: text('CATEGORY'),
    description: text('DESCRIPTION'),
    function: text('FUNCTION'),
    inputTypes: json('INPUT_TYPES', answered?.kind === 'unknown' ? undefined : answered),
    returnTypes: json('RETURN_TYPES', attribute('RETURN_TYPES')),
    returnNames: json('RETURN_NAMES', attribute('RETURN_NAMES')),
    outputIsList: read('OUTPUT_IS_LIST', attribute('OUTPUT_IS_LIST'), flags),
    deprecated: flag('DEPRECATED'),
    experimental: flag('EXPERIMENTAL'),
  };
  return { fields: Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)), causes };
}

function inputTypesOf(pack: PythonPackage, of: PythonClass, method: Value): Value {
  const called = method.kind === 'bound' ? method.function : method;
  const otherwise: Unknown = {
    kind: 'unknown',
    why: 'is the answer of a call',
    text: 'INPUT_TYPES',
    file: '',
    line: 0,
  };
  // Where it is not said to be a class method, it is asked with its class all the same.
  const isPlain =
    called.kind === 'function' &&
    method.kind === 'function' &&
    called.form !== 'staticmethod' &&
    called.node.getChild('ParamList')?.getChild('VariableName');
  return pack.callPlainly(isPlain ? { kind: 'bound', function: called, self: of } : method, otherwise);
}

/** Core-nodes that are told in another form than mappings, which is not read. */
function otherForms(pack: PythonPackage): string[] {
  return [...pack.modules.values()].flatMap((module) => {
    const match = /^[ \t]*(?:async[ \t]+)?def[ \t]+(define_schema|get_node_list)\b/m.exec(module.source);
    return match
      ? [`${module.path}:${module.line(match.index)}: ${match[1]} describes core-nodes by a schema, which is not read`]
      : [];
  });
}

/** Reads the core-nodes of a package from its class mappings and class bodies. */
export function extractCoreNodes(pack: PythonPackage): Extraction {
  const entries = entryScopes(pack);
  const broken = [...pack.modules.values()].flatMap((module) =>
    module.brokenLine === undefined ? [] : [`${module.path}:${module.brokenLine}: is no Python that can be read`],
  );
  const causes = otherForms(pack);
  causes.push(...pack.looseEnds.map(told));
  if (entries.length === 0) {
    const none = 'There is no NODE_CLASS_MAPPINGS in the package or its outermost files.';
    if (pack.isExhausted) causes.unshift(EXHAUSTED);
    return {
      status: causes.length > 0 ? 'failed' : 'invalid_format',
      coreNodes: [],
      causes: [none, ...causes, ...broken].slice(0, CAUSES_MAX),
    };
  }
  const found = new Map<string, NewCoreNode>();
  const known = new Map<PythonClass, ReturnType<typeof fieldsOf>>();
  for (const scope of entries) {
    const mappings = pack.nameOfModule(scope, 'NODE_CLASS_MAPPINGS')!;
    const names = pack.nameOfModule(scope, 'NODE_DISPLAY_NAME_MAPPINGS');
    const displayNames = new Map(
      (names?.kind === 'dictionary' ? [...names.entries.values()] : []).map(({ key, value }) => [textOf(key), value]),
    );
    if (names?.kind === 'unknown') causes.push(`NODE_DISPLAY_NAME_MAPPINGS: ${told(names)}`);
    if (names?.kind === 'dictionary')
      causes.push(...names.loose.map((because) => `NODE_DISPLAY_NAME_MAPPINGS: ${told(because)}`));
    if (mappings.kind !== 'dictionary')
      causes.push(
        mappings.kind === 'unknown' ? told(mappings) : `${scope.module.path}: NODE_CLASS_MAPPINGS is no dictionary`,
      );
    else causes.push(...mappings.loose.map(told));
    for (const { key, value } of mappings.kind === 'dictionary' ? mappings.entries.values() : []) {
      const said = textOf(key);
      const name = said === undefined ? undefined : storable(said);
      if (name === undefined || name === '')
        causes.push(`${scope.module.path}: a name in NODE_CLASS_MAPPINGS is no text`);
      else if (value.kind !== 'class')
        causes.push(value.kind === 'unknown' ? `${name}: ${told(value)}` : `${name}: is no class`);
      else if (found.has(name)) causes.push(`${name}: is there twice`);
      else if (found.size < CORE_NODES_MAX) {
        const read = known.get(value) ?? fieldsOf(pack, value);
        known.set(value, read);
        const shown = displayNames.get(said);
        const displayName = textOf(shown);
        if (shown && displayName === undefined)
          causes.push(`${name}: its display name: ${shown.kind === 'unknown' ? told(shown) : 'is no text'}`);
        found.set(name, {
          name,
          ...(displayName === undefined ? {} : { displayName: storable(displayName, 20_000) }),
          ...read.fields,
        });
        causes.push(...read.causes.map((cause) => `${name}: ${cause}`));
      }
    }
  }
  if (pack.isExhausted) causes.unshift(EXHAUSTED);
  const all = [...new Set([...causes, ...broken])].slice(0, CAUSES_MAX);
  return { status: causes.length > 0 ? 'failed' : 'success', coreNodes: [...found.values()], causes: all };
}
