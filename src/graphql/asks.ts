import { type GraphQLSchema, isObjectType } from 'graphql';
import { Extensions } from 'type-graphql';
import type { Access } from '../policy/actions.js';

/** Says what a field of the graph asks before it does anything, as an endpoint's `action` does. */
export function Asks(action: Access): MethodDecorator & PropertyDecorator {
  return Extensions({ action });
}

/**
 * What each field of the graph asks, by its name such as `Mutation.updateNode`; fields that only read what is there ask
 * nothing of their own.
 */
export function accessOfFields(schema: GraphQLSchema): Map<string, Access | undefined> {
  const types = Object.values(schema.getTypeMap())
    .filter((type) => isObjectType(type) && !type.name.startsWith('__'))
    .filter(isObjectType);
  const fields = types.flatMap((type) =>
    Object.values(type.getFields()).map((field) => ({ name: `${type.name}.${field.name}`, field })),
  );
  const asking = fields.filter(({ field }) => field.resolve !== undefined || field.extensions['action'] !== undefined);
  return new Map(asking.map(({ name, field }) => [name, field.extensions['action'] as Access | undefined]));
}

/** @throws Error that names the fields that do something of their own and say nothing of what they ask */
export function assertAllAsk(schema: GraphQLSchema): void {
  const silent = [...accessOfFields(schema)].filter(([, access]) => access === undefined).map(([name]) => name);
  if (silent.length > 0) throw new Error(`What do these ask (@Asks)? ${silent.join(', ')}`);
}
