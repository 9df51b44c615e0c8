import type { NewCoreNode } from '../services/store-nodes.js';
import type { CoreNodeExtractStatus } from '../values/states.js';
import type { PythonModule } from './python-module.js';
import { type PythonClass, type PythonPackage, type Unknown, type Value } from './python-package.js';

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

const told = ({ file, line, text, why }: Unknown): string => `${file}:${line}: ${JSON.stringify(text.replace(/\s+/g, ' ').slice(0, 120))} ${why}`;

/** A value as JSON; what can't be known says so in its place. */
function toJson(value: Value): unknown {
  switch (value.kind) {
    case 'constant': return typeof value.value === 'string' ? value.value.replaceAll('\0', '').toWellFormed() : value.value;
    case 'list': return value.items.map(toJson);
    case 'dictionary': return Object.fromEntries(value.entries.map(({ key, value: inner }) => [key.kind === 'constant' ? String(key.value) : JSON.stringify(toJson(key)), toJson(inner)]));
    case 'class': return { unevaluated: value.class.name };
    case 'module': return { unevaluated: value.module.path };
    case 'unknown': return { unevaluated: value.text };
  }
}

const textOf = (value: Value | undefined): string | undefined => (value?.kind === 'constant' && typeof value.value === 'string' ? value.value : undefined);

/** A value as JSON text; undefined where nothing of it is known, or it is longer than anybody's is. */
function jsonOf(value: Value | undefined): string | undefined {
  if (value === undefined || value.kind === 'unknown') return undefined;
  const json = JSON.stringify(toJson(value));
  return json.length > JSON_MAX ? undefined : json;
}

/** The modules that the host application loads first: the package itself, or single files beside each other. */
function entryModules(pack: PythonPackage): PythonModule[] {
  const depth = (path: string): number => path.split('/').length;
  const all = [...pack.modules.values()];
  const packages = all.filter(({ path }) => path.endsWith('__init__.py')).sort((a, b) => depth(a.path) - depth(b.path));
  const first = packages.filter(({ path }) => depth(path) === depth(packages[0]!.path));
  const least = Math.min(...all.map(({ path }) => depth(path)));
  const withMappings = (modules: readonly PythonModule[]): PythonModule[] => modules.filter((module) => pack.lookUp('NODE_CLASS_MAPPINGS', module) !== undefined);
  const found = withMappings(first);
  return found.length > 0 ? found : withMappings(all.filter(({ path }) => depth(path) === least));
}

function inputTypesOf(pack: PythonPackage, of: PythonClass): Value | undefined {
  const method = pack.method(of, 'INPUT_TYPES');
  const body = method?.node.getChild('Body');
  if (!method || !body) return pack.attribute(of, 'INPUT_TYPES');
  const returns = body.getChildren('ReturnStatement');
  const value = returns[0]?.firstChild?.nextSibling;
  if (returns.length !== 1 || !value) return undefined;
  return pack.evaluate(value, method.module, 0, method.module.localsOf(body));
}

function definitionOf(pack: PythonPackage, name: string, of: PythonClass, displayName: string | undefined): NewCoreNode {
  const text = (attribute: string): string | undefined => textOf(pack.attribute(of, attribute));
  const flag = (attribute: string): boolean => {
    const value = pack.attribute(of, attribute);
    return value?.kind === 'constant' && value.value === true;
  };
  const lists = pack.attribute(of, 'OUTPUT_IS_LIST');
  const fields = {
    displayName,
    category: text('CATEGORY'),
    description: text('DESCRIPTION'),
    function: text('FUNCTION'),
    inputTypes: jsonOf(inputTypesOf(pack, of)),
    returnTypes: jsonOf(pack.attribute(of, 'RETURN_TYPES')),
    returnNames: jsonOf(pack.attribute(of, 'RETURN_NAMES')),
    outputIsList: lists?.kind === 'list' && lists.items.every((item) => item.kind === 'constant') ? lists.items.map((item) => item.kind === 'constant' && item.value === true) : undefined,
  };
  const given = Object.fromEntries(Object.entries(fields).flatMap(([field, value]) => (value === undefined ? [] : [[field, typeof value === 'string' && !field.endsWith('Types') && !field.endsWith('Names') ? storable(value, 20_000) : value]])));
  return { name, ...given, deprecated: flag('DEPRECATED'), experimental: flag('EXPERIMENTAL') };
}

const storable = (text: string, most = 500): string => text.replace(/(?![\n\t])\p{Cc}/gu, '').trim().slice(0, most).toWellFormed();

/** Reads the core-nodes of a package from its class mappings and class bodies. */
export function extractCoreNodes(pack: PythonPackage): Extraction {
  const entries = entryModules(pack);
  const broken = [...pack.modules.values()].flatMap((module) => (module.brokenLine === undefined ? [] : [`${module.path}:${module.brokenLine}: is no Python that can be read`]));
  if (entries.length === 0) return { status: 'invalid_format', coreNodes: [], causes: ['There is no NODE_CLASS_MAPPINGS in the package or its outermost files.', ...broken].slice(0, CAUSES_MAX) };

  const causes: string[] = [];
  const found = new Map<string, NewCoreNode>();
  for (const module of entries) {
    const mappings = pack.lookUp('NODE_CLASS_MAPPINGS', module)!;
    const names = pack.lookUp('NODE_DISPLAY_NAME_MAPPINGS', module);
    const displayNames = new Map((names?.kind === 'dictionary' ? names.entries : []).map(({ key, value }) => [textOf(key), textOf(value)]));
    if (mappings.kind !== 'dictionary') causes.push(mappings.kind === 'unknown' ? told(mappings) : `${module.path}: NODE_CLASS_MAPPINGS is no dictionary`);
    for (const { key, value } of mappings.kind === 'dictionary' ? mappings.entries : []) {
      const said = textOf(key);
      const name = said === undefined ? undefined : storable(said);
      if (name === undefined || name === '') causes.push(key.kind === 'unknown' ? told(key) : `${module.path}: a name in NODE_CLASS_MAPPINGS is no text`);
      else if (value.kind !== 'class') causes.push(value.kind === 'unknown' ? `${name}: ${told(value)}` : `${name}: is no class`);
      else if (found.has(name)) causes.push(`${name}: is there twice`);
      else if (found.size < CORE_NODES_MAX) found.set(name, definitionOf(pack, name, value.class, displayNames.get(said)));
    }
  }
  const all = [...causes, ...broken].slice(0, CAUSES_MAX);
  return { status: causes.length > 0 ? 'failed' : 'success', coreNodes: [...found.values()], causes: all };
}
