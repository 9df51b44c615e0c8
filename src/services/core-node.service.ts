import { LockMode } from '@mikro-orm/core';
import type { Catalogue } from '../catalogue/catalogue.js';
import type { CoreNodeRecord } from '../catalogue/records.js';
import { CoreNode } from '../entities/core-node.js';
import type { Node } from '../entities/node.js';
import { NodeVersion } from '../entities/node-version.js';
import { invalidInput, notFound } from '../errors/app-error.js';
import { assertCan } from '../policy/authorize.js';
import { CORE_NODES_BYTES, fittingCoreNodes } from '../values/core-node-bounds.js';
import { type CoreNodeExtractStatus, CoreNodePolicy } from '../values/states.js';
import { differences, isSame } from './fields.js';
import type { CoreNodeFields, NewCoreNodeInput } from './inputs.js';
import { lockNode } from './standing.js';
import { insertCoreNodes, type NewCoreNode } from './store-nodes.js';
import type { Actor, Write, Writer } from './write.js';

/** Values that are stored when a field that can't be `null` is cleared. */
const CLEARED: Partial<Record<string, unknown>> = {
  outputIsList: [],
  deprecated: false,
  experimental: false,
  policy: CoreNodePolicy.Active,
};

/** Writes core-node definitions that admins send, instead of those extracted from an archive. */
export class CoreNodeService {
  constructor(
    private readonly writer: Writer,
    private readonly catalogue: Catalogue,
  ) {}

  /**
   * Replaces all core-node definitions of a version. Requires the admin role.
   * @returns the new definitions
   * @throws NODE_NOT_FOUND, NODE_VERSION_NOT_FOUND, FORBIDDEN, INVALID_INPUT if a name occurs twice
   */
  async store(
    actor: Actor,
    nodeId: string,
    number: string,
    definitions: readonly NewCoreNodeInput[],
  ): Promise<CoreNodeRecord[]> {
    assertCan(actor.viewer, 'coreNode.store', undefined);
    const names = definitions.map(({ coreNodeName }) => coreNodeName);
    const twice = names.find((name, index) => names.indexOf(name) !== index);
    if (twice !== undefined) throw invalidInput([`core_nodes: names ${JSON.stringify(twice.slice(0, 200))} twice`]);
    if (fittingCoreNodes(definitions).length < definitions.length)
      throw invalidInput([`core_nodes: take at most ${CORE_NODES_BYTES} bytes in all`]);
    const id = await this.writer.run(actor, async (write) => {
      const { node, version } = await lockVersion(write, nodeId, number);
      await replaceCoreNodes(write, node, version, definitions.map(toNew), 'success');
      write.audit({
        action: 'coreNodes.store',
        subjectKind: 'version',
        subjectId: version.id,
        publisherId: node.publisherId,
        after: { names: names.slice(0, 100), count: names.length },
      });
      return version.id;
    });
    return [...(await this.catalogue.coreNodesOfVersion(id, 1, Math.max(1, definitions.length))).items];
  }

  /**
   * Changes the given fields of a core-node definition. Requires the admin role.
   * @throws NODE_NOT_FOUND, NODE_VERSION_NOT_FOUND, CORE_NODE_NOT_FOUND, FORBIDDEN
   */
  async update(
    actor: Actor,
    nodeId: string,
    number: string,
    name: string,
    fields: CoreNodeFields,
  ): Promise<CoreNodeRecord> {
    assertCan(actor.viewer, 'coreNode.store', undefined);
    const id = await this.writer.run(actor, async (write) => {
      const { node, version } = await lockVersion(write, nodeId, number);
      const definition = await write.em.findOne(CoreNode, { versionId: version.id, name });
      if (!definition) throw notFound('core-node', name);
      const given = Object.entries(fields).map(([field, value]) => [
        field,
        value === null ? (CLEARED[field] ?? null) : value,
      ]);
      const difference = differences(definition, Object.fromEntries(given) as Partial<CoreNode>);
      if (isSame(difference)) return version.id;
      Object.assign(definition, difference.after);
      write.changed({ kind: 'core_nodes', id: version.id, nodeId: node.id, change: 'updated' });
      write.audit({
        action: 'coreNode.update',
        subjectKind: 'core_node',
        subjectId: `${version.id}/${name}`,
        publisherId: node.publisherId,
        ...difference,
      });
      return version.id;
    });
    return (await this.catalogue.coreNodeLists.byName(id, name))!;
  }
}

/** Replaces the core-node definitions of a locked version, and sets its extraction status. */
export async function replaceCoreNodes(
  write: Write,
  node: Node,
  version: NodeVersion,
  definitions: readonly NewCoreNode[],
  status: CoreNodeExtractStatus,
): Promise<void> {
  const removed = await write.query('delete from core_nodes where version_id = $1::uuid returning name', [version.id]);
  version.coreNodeExtractStatus = status;
  version.updatedAt = write.at;
  await write.em.flush();
  await insertCoreNodes(
    write,
    definitions.map((coreNode) => ({ versionId: version.id, coreNode })),
  );
  write.refreshSearch([node.id]);
  write.changed({ kind: 'version', id: version.id, nodeId: node.id, change: 'updated' });
  if (removed.length + definitions.length > 0)
    write.changed({
      kind: 'core_nodes',
      id: version.id,
      nodeId: node.id,
      change: removed.length > 0 ? 'updated' : 'created',
    });
}

async function lockVersion(
  write: Write,
  nodeId: string,
  number: string,
): Promise<{ node: Node; version: NodeVersion }> {
  const node = await lockNode(write, nodeId);
  const version = await write.em.findOne(
    NodeVersion,
    { nodeId: node.id, version: number },
    { lockMode: LockMode.PESSIMISTIC_WRITE },
  );
  if (!version) throw notFound('version', number);
  return { node, version };
}

function toNew({ coreNodeName, ...fields }: NewCoreNodeInput): NewCoreNode {
  const given = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined);
  return { name: coreNodeName, ...Object.fromEntries(given) };
}
