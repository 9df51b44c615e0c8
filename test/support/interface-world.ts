import { makeNode, makeWorld, type PublisherWorld, storeArchive, uniqueName, userId, versionId } from './builders.js';
import { type GraphOperation, graphSampleOf } from './graph-operations.js';
import { filledPath, type Operation, sampleOf, type Samples } from './rest-operations.js';
import type { TestRegistry } from './registry.js';

let numbers = 0;

/** The smallest valid image. */
const IMAGE = 'data:image/png;base64,iVBORw0KGgo=';

/** One object of each kind that paths and arguments refer to, and callers of all kinds. */
export interface InterfaceWorld extends PublisherWorld {
  readonly publisherId: string;
  readonly nodeId: string;
  readonly version: string;
  readonly versionId: string;
  readonly tokenId: string;
  readonly webhookId: string;
  readonly userId: string;
  readonly invitationId: string;
  readonly taskId: string;
}

/** Creates one object of each kind. */
export async function makeInterfaceWorld(registry: TestRegistry): Promise<InterfaceWorld> {
  const world = await makeWorld(registry);
  await storeArchive(registry);
  const { owner, admin, outsider } = world.callers;
  const nodeId = await makeNode(registry, world.id, {
    versions: [{ version: '1.0.0', coreNodes: [{ name: 'Sharpen' }] }, { version: '1.1.0' }],
  });
  const tokens = await registry.call('GET', `/publishers/${world.id}/tokens`, { as: owner });
  const webhook = await registry.call('POST', `/publishers/${world.id}/webhooks`, {
    as: owner,
    body: { url: 'https://hooks.invalid/' },
  });
  const task = await registry.call('POST', '/proxy/video/start-end2video', {
    as: admin,
    body: { model: 'any', images: [IMAGE, IMAGE] },
  });
  const invitation = await registry.call('POST', `/publishers/${world.id}/members`, {
    as: owner,
    body: { email: 'invited@example.org' },
  });
  return {
    ...world,
    publisherId: world.id,
    nodeId,
    version: '1.0.0',
    versionId: await versionId(registry, nodeId),
    tokenId: tokens.body[0].id as string,
    webhookId: webhook.body.id as string,
    userId: await userId(registry, outsider),
    invitationId: invitation.body.id as string,
    taskId: task.body.task_id as string,
  };
}

/** Returns the values of path parameters, by name. */
export function pathParameters({
  publisherId,
  nodeId,
  version,
  versionId: versionIdOf,
  tokenId,
  webhookId,
  userId: user,
  invitationId,
  taskId,
}: InterfaceWorld): Record<string, string> {
  return {
    publisherId,
    nodeId,
    version,
    versionId: versionIdOf,
    tokenId,
    webhookId,
    userId: user,
    invitationId,
    language: 'en',
    name: 'Sharpen',
    id: taskId,
  };
}

/** Returns the values of the argument `id` of queries, by query. */
function graphIds({ publisherId, nodeId, versionId: version, taskId }: InterfaceWorld): Record<string, string> {
  return { publisher: publisherId, node: nodeId, nodeVersion: version, videoTask: taskId };
}

/** Valid values for required fields, by their names in both transports. */
export const SAMPLES: Samples = {
  id: () => uniqueName('made'),
  version: () => `3.0.${++numbers}`,
  data: () => ({ de: { name: 'Name' } }),
  url: () => 'https://hooks.invalid/',
  images: () => [IMAGE, IMAGE],
  core_nodes: () => [{ core_node_name: 'Blur' }],
  coreNodes: () => [{ coreNodeName: 'Blur' }],
  node_versions: () => [{ node_id: 'none', version: '1.0.0' }],
  refs: () => [{ nodeId: 'none', version: '1.0.0' }],
  role: () => 'member',
};

/** Returns the request of an operation. All parameters are valid, except for the given ones. */
export function requestOf(
  operation: Operation,
  world: InterfaceWorld,
  parameters: Readonly<Record<string, string>> = {},
): { path: string; body: unknown } {
  const needed = Object.entries({ star: '5', username: 'somebody' }).filter(([name]) => name in operation.query);
  const path = filledPath(operation.path, { ...pathParameters(world), ...parameters });
  return {
    path: needed.length === 0 ? path : `${path}?${new URLSearchParams(needed).toString()}`,
    body: operation.body && sampleOf(operation.body, SAMPLES),
  };
}

/** Returns valid variables for a GraphQL operation. */
export function variablesOf({ name, args, reachedBy }: GraphOperation, world: InterfaceWorld): Record<string, unknown> {
  const ids = graphIds(world);
  const parameters = pathParameters(world);
  const field = name.split('.')[1]!;
  const needed = args
    // A version is identified by its id, although its node and number are also accepted.
    .filter((one) => String(one.type).endsWith('!') || one.name === 'versionId' || field === 'nodeVersion')
    .filter((one) => field !== 'nodeVersion' || one.name === 'id')
    .map(
      (one) =>
        [
          one.name,
          one.name === 'id' ? ids[field] : (parameters[one.name] ?? graphSampleOf(one.type, SAMPLES, one.name)),
        ] as const,
    );
  return { ...Object.fromEntries(reachedBy.map((one) => [one, parameters[one]])), ...Object.fromEntries(needed) };
}
