import { type GraphQLField, type GraphQLSchema, isObjectType } from 'graphql';
import { Extensions } from 'type-graphql';
import type { Access } from '../policy/actions.js';

/** Says what a field of the graph asks before it does anything, as an endpoint's `action` does. */
export function Asks(action: Access): MethodDecorator & PropertyDecorator {
  return Extensions({ action });
}

/**
 * How long the value of a field that an anonymous caller reads may be cached. `tracked`: until a record or list changes
 * that its resolver reports as read (`Loaders.reads`). `revision`: until anything in the catalogue changes.
 */
export type CacheValidity = 'tracked' | 'revision';

/**
 * Declares that anonymous callers get a value that follows from the catalogue alone. A field with a resolver and
 * without this is never cached.
 */
export function Cacheable(cacheable: CacheValidity): MethodDecorator & PropertyDecorator {
  return Extensions({ cacheable });
}

/** How long a field may be cached; `undefined` if it may not. Fields without a resolver are parts of what was read. */
export const validityOf = (field: GraphQLField<unknown, unknown>): CacheValidity | undefined =>
  field.resolve === undefined ? 'tracked' : (field.extensions['cacheable'] as CacheValidity | undefined);

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
