import type { NewCoreNode } from '../services/store-nodes.js';
import type { CoreNodeExtractStatus } from '../values/states.js';
import { MappingsReader } from './class-mappings.js';
import { describeUnknown } from './extracted-text.js';
import type { PythonModule } from './python-module.js';
import type { PythonPackage } from './python-package.js';
import type { Scope, Unknown } from './python-values.js';
import { NOT_PYTHON } from './python-reasons.js';

/** The core-nodes that an archive provides, as far as they can be read without running it. */
export interface Extraction {
  readonly status: Exclude<CoreNodeExtractStatus, 'pending'>;
  readonly coreNodes: readonly NewCoreNode[];
  /** Why it is not all, one line each. */
  readonly causes: readonly string[];
}

const CAUSES_MAX = 50;
const NO_MAPPINGS = 'There is no NODE_CLASS_MAPPINGS in the package or its outermost files.';
const EXHAUSTED = 'The sources take too much to be followed to their end.';

/** The modules that the host application loads first: the package itself, or the files of the outermost folder. */
function entryScopes(pack: PythonPackage): Scope[] {
  const depth = (path: string): number => path.split('/').length;
  const all = [...pack.modules.values()];
  const least = Math.min(...all.map(({ path }) => depth(path)));
  const packages = all.filter(({ path }) => path.split('/').at(-1) === '__init__.py');
  const first = Math.min(...packages.map(({ path }) => depth(path)));
  const withMappings = (modules: readonly PythonModule[]): Scope[] =>
    modules
      .map((module) => pack.load(module))
      .filter((scope) =>
        ['NODE_CLASS_MAPPINGS', 'comfy_entrypoint'].some((name) => pack.nameOfModule(scope, name) !== undefined),
      );
  const found = withMappings(packages.filter(({ path }) => depth(path) === first));
  return found.length > 0 || first === least ? found : withMappings(all.filter(({ path }) => depth(path) === least));
}

/** Reads the core-nodes of a package from its class mappings, schemas and class bodies. */
export function extractCoreNodes(pack: PythonPackage): Extraction {
  const entries = entryScopes(pack);
  const files = new Set(entries.map(({ module }) => module.path));
  const broken = [...pack.modules.values()].flatMap((module) =>
    !module.isParsed || module.brokenLine === undefined ? [] : [`${module.path}:${module.brokenLine}: ${NOT_PYTHON}`],
  );
  const reader = new MappingsReader(pack);
  for (const scope of entries) reader.read(scope);
  // Elsewhere such code has its own purposes, and what it answers is unknown where the mappings take it.
  const isGap = ({ file, why }: Unknown): boolean =>
    reader.coreNodes.length === 0 || files.has(file) || why.startsWith('changes mappings');
  const gaps = [
    ...(pack.isExhausted ? [EXHAUSTED] : []),
    ...pack.looseEnds.filter(isGap).map(describeUnknown),
    ...reader.gaps,
    // Uncertain names are not missing, unless there are no others.
    ...(reader.coreNodes.length === 0 ? reader.uncertain : []),
  ];
  const causes = [
    ...gaps,
    ...reader.uncertain,
    ...pack.looseEnds.filter((end) => !isGap(end)).map(describeUnknown),
    ...reader.causes,
  ];
  if (entries.length === 0)
    return {
      status: gaps.length > 0 ? 'failed' : 'invalid_format',
      coreNodes: [],
      causes: [NO_MAPPINGS, ...causes, ...broken].slice(0, CAUSES_MAX),
    };
  const all = [...new Set([...causes, ...broken])].slice(0, CAUSES_MAX);
  return { status: gaps.length > 0 ? 'failed' : 'success', coreNodes: reader.coreNodes, causes: all };
}
