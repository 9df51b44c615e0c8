import { ChoiceReason, InstallKind } from '../../resolve/answer.js';
import { strings, time, z } from './common.js';
import { node } from './node.schema.js';

const alternative = z.object({ id: z.string(), provides: strings, why_not: z.string() });

const plannedNode = z
  .object({
    node,
    version: z.string().optional().describe('Absent if the node is installed from its repository'),
    provides: strings.describe('Core-node names that the node is chosen for'),
    reason: z.enum(ChoiceReason),
    alternatives: z.array(alternative).describe('Other nodes that provide some of these names, up to five'),
    already_installed: z.boolean().describe('True if the node is installed already, in any version'),
    install: z.object({
      kind: z.enum(InstallKind),
      url: z.string().optional(),
      sha256: z.string().optional().describe('Checksum of the archive'),
    }),
    warnings: z.array(z.object({ code: z.string(), message: z.string() })),
  })
  .openapi('PlannedNode');

const requirement = z.object({ node: z.string(), version: z.string().optional(), spec: z.string() });

/** A plan: the nodes and versions to install for a workflow. */
export const plan = z
  .object({
    nodes: z.array(plannedNode),
    built_in: strings.describe('Names of the host application itself'),
    missing: z
      .array(
        z.object({
          name: z.string(),
          used_by: strings.describe('Ids, within the workflow, of the elements that use the name, up to 100'),
          suggestions: z.array(z.object({ name: z.string(), node: z.string() })),
        }),
      )
      .describe('Core-node names that no node provides, and requested node ids that do not exist'),
    conflicts: z.array(z.object({ package: z.string(), requirements: z.array(requirement), message: z.string() })),
    python: strings.describe('One requirement for each Python package, which combines those of all nodes'),
    not_judged: z.array(z.object({ node: z.string(), requirement: z.string(), why: z.string() })),
    complete: z
      .boolean()
      .describe(
        'True if nothing is missing, each requested node has a version in its range, and nothing is in conflict',
      ),
    method: z
      .enum(['exact', 'greedy'])
      .describe(
        'exact: the set of nodes is provably the best. greedy: it is the best one that was found within the limit of steps',
      ),
    revision: z.int(),
  })
  .openapi('Plan');

/** A node that provides a core-node, with the values that decide its position. */
const provider = z
  .object({
    node,
    preempted: z.boolean().describe('True if the name is reserved for the node'),
    search_ranking: z.int().optional(),
    downloads: z.int(),
    repo_host_stars: z.int(),
    created_at: time,
  })
  .openapi('CoreNodeProvider');

export const providerList = z
  .object({ providers: z.array(provider), page: z.int(), limit: z.int(), total: z.int(), totalPages: z.int() })
  .openapi('CoreNodeProviderList');
