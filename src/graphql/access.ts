import { type GraphQLField, type GraphQLSchema, isObjectType } from 'graphql';
import { Extensions } from 'type-graphql';
import type { Access } from '../policy/actions.js';

/** Declares the action that a field is authorized by, like the `action` of a REST endpoint. */
export function Requires(action: Access): MethodDecorator & PropertyDecorator {
  return Extensions({ action });
}

/**
 * How long the value of a field may be cached for anonymous callers. `tracked`: until a record or list changes that the
 * resolver has added to `Loaders.reads`. `revision`: until anything in the catalogue changes.
 */
export type CacheValidity = 'tracked' | 'revision';

/**
 * Declares that the value of a field for anonymous callers depends on the catalogue only. A field that has a resolver
 * but not this decorator is never cached.
 */
export function Cacheable(cacheable: CacheValidity): MethodDecorator & PropertyDecorator {
  return Extensions({ cacheable });
}

/** How long a field may be cached; `undefined` if never. A field without a resolver is part of a tracked record. */
export const validityOf = (field: GraphQLField<unknown, unknown>): CacheValidity | undefined =>
  field.resolve === undefined ? 'tracked' : (field.extensions['cacheable'] as CacheValidity | undefined);

/**
 * The action that each field is authorized by, by the name of the field, such as `Mutation.updateNode`. Fields with
 * neither a resolver nor `@Requires` are left out, because their parent was authorized.
 */
export function accessOfFields(schema: GraphQLSchema): Map<string, Access | undefined> {
  const types = Object.values(schema.getTypeMap())
    .filter((type) => isObjectType(type) && !type.name.startsWith('__'))
    .filter(isObjectType);
  const fields = types.flatMap((type) =>
    Object.values(type.getFields()).map((field) => ({ name: `${type.name}.${field.name}`, field })),
  );
  const withAccess = fields.filter(
    ({ field }) => field.resolve !== undefined || field.extensions['action'] !== undefined,
  );
  return new Map(withAccess.map(({ name, field }) => [name, field.extensions['action'] as Access | undefined]));
}

/** Checks that every field with a resolver has `@Requires`. @throws Error that names the fields without it */
export function assertAccessDeclared(schema: GraphQLSchema): void {
  const undeclared = [...accessOfFields(schema)].filter(([, access]) => access === undefined).map(([name]) => name);
  if (undeclared.length > 0) throw new Error(`Fields without @Requires: ${undeclared.join(', ')}`);
}
