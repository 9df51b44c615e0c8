import { type GraphQLField, type GraphQLSchema, isObjectType } from 'graphql';
import { Extensions } from 'type-graphql';
import type { Access } from '../policy/actions.js';
import type { GraphContext } from './context.js';

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

/** The fields of all object types, by names such as `Mutation.updateNode`. */
export const fieldsOf = (schema: GraphQLSchema): (readonly [string, GraphQLField<unknown, GraphContext>])[] =>
  Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .filter(({ name }) => !name.startsWith('__'))
    .flatMap((type) => Object.values(type.getFields()).map((field) => [`${type.name}.${field.name}`, field] as const));

/**
 * The action that each field is authorized by. Fields with neither a resolver nor `@Requires` are left out, because
 * their parent was authorized.
 */
export const accessOfFields = (schema: GraphQLSchema): Map<string, Access | undefined> =>
  new Map(
    fieldsOf(schema)
      .filter(([, { resolve, extensions }]) => resolve !== undefined || extensions['action'] !== undefined)
      .map(([name, { extensions }]) => [name, extensions['action'] as Access | undefined]),
  );

/** Checks that every field with a resolver has `@Requires`. @throws Error that names the fields without it */
export function assertAccessDeclared(schema: GraphQLSchema): void {
  const undeclared = [...accessOfFields(schema)].filter(([, access]) => access === undefined).map(([name]) => name);
  if (undeclared.length > 0) throw new Error(`Fields without @Requires: ${undeclared.join(', ')}`);
}
