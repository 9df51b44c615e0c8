import { z } from 'zod';
import { invalidInput } from '../errors/app-error.js';
import { accelerator, operatingSystem } from '../values/classifier.js';
import { type JsonBounds, type JsonSelection, parseBoundedJson } from '../values/bounded-json.js';
import { foldNodeId, hasNodeIdForm } from '../values/node-id.js';
import { isSemVer, isVersionRange, parseHostVersion } from '../values/semver.js';
import { type InstalledNode, NAMES_MAX, type NodeRequest, type ResolveQuestion } from './question.js';
import { acceleratorClassifier, systemClassifier } from './versions.js';
import { nameAt, readWorkflow, UseCollector } from './workflow.js';

const NODES_MAX = 1000;

/** Limit of the bytes of an input as JSON. The largest public workflows have about 1 MiB and 100,000 values. */
export const RESOLVE_BYTES_MAX = 2 * 1024 * 1024;
const BOUNDS: JsonBounds = { depth: 100, values: 400_000, names: 20_000 };

/** The parts of an input and of a workflow that are read. Most of a workflow is about its appearance. */
const READ: JsonSelection = {
  lists: new Set(['nodes', 'subgraphs', 'core_node_names', 'installed']),
  narrow: new Set(['inputs', 'properties', '_meta']),
  fields: new Set([
    ...['id', 'index', 'type', 'class_type', 'properties', '_meta', 'nodes', 'definitions'],
    ...['cnr_id', 'node_id', 'aux_id', 'ver', 'version'],
  ]),
};

/** @throws INVALID_INPUT if a workflow from GraphQL, which was not read from its own body, exceeds RESOLVE_BYTES_MAX */
export function assertWorkflowSize(workflow: unknown): void {
  if (workflow && Buffer.byteLength(JSON.stringify(workflow)) > RESOLVE_BYTES_MAX)
    throw invalidInput([`workflow: takes at most ${RESOLVE_BYTES_MAX} bytes of JSON`]);
}

/**
 * Parses those parts of the JSON text of an input or a workflow that are read.
 * @param text in UTF-8
 * @param place where the text comes from, for error messages
 * @throws INVALID_JSON; INVALID_INPUT if the text exceeds a bound or repeats a name
 */
export const parseResolveJson = (text: Buffer, place: string): unknown => parseBoundedJson(text, BOUNDS, place, READ);

const short = z.string({ error: 'takes a text' }).max(200, 'takes at most 200 characters').nullish();
const hostVersion = z
  .string({ error: 'takes a version such as 0.3.30' })
  .max(200, 'takes at most 200 characters')
  .refine((text) => text.trim() === '' || parseHostVersion(text) !== undefined, 'takes a version such as 0.3.30')
  .nullish();
const nodes = <S extends z.ZodType>(item: S) =>
  z.array(item, { error: 'takes a list' }).max(NODES_MAX, `takes at most ${NODES_MAX} nodes`).nullish();

const nodeRequest = z.object(
  {
    id: z
      .string({ error: 'takes the id of a node; a workflow with elements goes into `workflow`' })
      .refine(hasNodeIdForm, 'takes the id of a node'),
    version: z
      .string({ error: 'takes a range of versions such as ^1.2' })
      .refine(isVersionRange, 'takes a range of versions such as ^1.2')
      .nullish(),
  },
  { error: 'takes {id, version}' },
);
const installedNode = z.object(
  {
    id: z.string({ error: 'takes the id of a node' }).refine(hasNodeIdForm, 'takes the id of a node'),
    version: z.string({ error: 'takes a version' }).max(200, 'takes at most 200 characters'),
  },
  { error: 'takes {id, version}' },
);

/** The input of a plan. The plan provides the names of the workflow, the given names and the given nodes together. */
export const resolveInput = z.object(
  {
    workflow: z
      .unknown()
      .optional()
      .describe('A workflow in the graph form (`nodes`) or the prompt form (`class_type` by id)'),
    coreNodeNames: z
      .array(z.unknown(), { error: 'takes a list of names' })
      .nullish()
      .describe(`Names of core-nodes, at most ${NAMES_MAX} distinct ones`),
    nodes: nodes(nodeRequest).describe('Ids of nodes to install, each with an optional range of semantic versions'),
    coreuiVersion: hostVersion.describe('Version of the host application'),
    coreuiFrontendVersion: hostVersion.describe('Version of the host’s frontend'),
    os: short.describe('Classifier such as `POSIX :: Linux`, or linux, windows or macos'),
    accelerator: short.describe('Classifier such as `GPU :: NVIDIA CUDA`, or cuda, rocm, mps or cpu'),
    pythonVersion: z
      .string({ error: 'takes a version of Python such as 3.12' })
      .regex(/^\d{1,3}\.\d{1,3}(\.\d{1,3})?$/, 'takes a version of Python such as 3.12')
      .nullish()
      .describe('Version of Python, such as 3.12'),
    installed: nodes(installedNode).describe('Nodes that are installed already, with their versions'),
    prefer: z
      .enum(['newest', 'installed', 'pinned'], 'takes newest, installed or pinned')
      .nullish()
      .describe(
        'The preferred version of a node: the newest, the installed one, or the one that the workflow pins (default). With `installed`, installed nodes are also preferred to others',
      ),
  },
  { error: 'the body takes a JSON object' },
);

/** A validated input. */
export type ResolveInput = z.output<typeof resolveInput>;

/**
 * Returns a classifier. Words in lower case are no classifiers, and would exclude nodes.
 * @throws INVALID_INPUT for such a word
 */
function classifierOf(text: string, expected: string): string {
  if (/^[a-z\d_.-]+$/.test(text)) throw invalidInput([expected]);
  return text;
}

const systemOf = (text: string): string =>
  classifierOf(
    operatingSystem(systemClassifier(text)),
    'os: takes a classifier such as "POSIX :: Linux", or linux, windows or macos',
  );

const acceleratorOf = (text: string): string =>
  classifierOf(
    accelerator(acceleratorClassifier(text)),
    'accelerator: takes a classifier such as "GPU :: NVIDIA CUDA", or cuda, rocm, mps or cpu',
  );

const given = (text: string | null | undefined): string | undefined => (text?.trim() ? text.trim() : undefined);

/**
 * Leaves out repeated nodes. An item without a version agrees with any version.
 * @throws INVALID_INPUT if a node occurs with two different versions or ranges
 */
function distinct<T extends { readonly id: string; readonly version?: string | null }>(
  list: readonly T[] | null | undefined,
  field: string,
): T[] {
  const byId = new Map<string, { item: T; place: string }>();
  (list ?? []).forEach((item, at) => {
    const id = foldNodeId(item.id);
    const place = `${field}.${at}`;
    const known = byId.get(id);
    const [before, version] = [known?.item.version ?? undefined, item.version ?? undefined];
    if (!known || before === undefined) byId.set(id, { item, place });
    else if (version !== undefined && version !== before)
      throw invalidInput([`${place}.version: is not the same as in ${known.place}, which names the same node`]);
  });
  return [...byId.values()].map(({ item }) => item);
}

function requestsOf(list: ResolveInput['nodes']): NodeRequest[] {
  return distinct(list, 'nodes').map(({ id, version }) => ({ id, range: version ?? undefined }));
}

/** Sorts installed nodes by id. A version that is not semantic is kept, and equals no version of the registry. */
function installedOf(list: ResolveInput['installed']): InstalledNode[] {
  return distinct(list, 'installed')
    .map(({ id, version }) => ({
      id,
      version: isSemVer(version.replace(/^v/, '')) ? version.replace(/^v/, '') : version,
    }))
    .sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
}

/**
 * Converts a validated input to a question.
 * @param names the name of the input field `coreNodeNames` in error messages
 * @throws INVALID_INPUT with the path of the first error
 */
export function questionOf(
  input: ResolveInput,
  names: { readonly coreNodeNames: string } = { coreNodeNames: 'core_node_names' },
): ResolveQuestion {
  const { workflow, coreNodeNames } = input;
  const hasWorkflow = workflow !== undefined && workflow !== null;
  if (!hasWorkflow && !coreNodeNames && !input.nodes)
    throw invalidInput([`workflow: is needed, or ${names.coreNodeNames}, or nodes`]);
  const uses = new UseCollector();
  if (hasWorkflow) readWorkflow(workflow, uses);
  (coreNodeNames ?? []).forEach((name, index) => {
    const place = `${names.coreNodeNames}.${index}`;
    uses.addName(nameAt(name, place), place);
  });
  const [os, device] = [given(input.os), given(input.accelerator)];
  return {
    uses: uses.uses,
    nodes: requestsOf(input.nodes),
    installed: installedOf(input.installed),
    prefer: input.prefer ?? 'pinned',
    context: {
      coreuiVersion: given(input.coreuiVersion),
      coreuiFrontendVersion: given(input.coreuiFrontendVersion),
      os: os && systemOf(os),
      accelerator: device && acceleratorOf(device),
      pythonVersion: given(input.pythonVersion),
    },
  };
}
