import {
  getNamedType,
  getNullableType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import type { Pointer, Samples } from './rest-operations.js';

/** For each type whose fields take arguments, how a document reaches an object of it. */
const REACHED: Readonly<Record<string, string>> = {
  Node: 'node(id: $nodeId)',
  NodeVersion: 'nodeVersion(nodeId: $nodeId, version: $version)',
  Publisher: 'publisher(id: $publisherId)',
};
const REACHED_BY: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Node: { nodeId: 'ID!' },
  NodeVersion: { nodeId: 'ID!', version: 'String!' },
  Publisher: { publisherId: 'ID!' },
};

/** An operation that selects one field and passes each of its arguments by a variable. */
export interface GraphOperation {
  /** Such as `Query.node` or `Node.versions`. */
  readonly name: string;
  readonly kind: 'query' | 'mutation';
  readonly args: readonly GraphQLArgument[];
  /** Its variables are the arguments of the field, and the ids that `reachedBy` names. */
  readonly document: string;
  /** Path of the field's value in the response. */
  readonly at: readonly string[];
  /** The ids that are needed to reach the object with the field. */
  readonly reachedBy: readonly string[];
}

/** Returns a selection of all fields of a type that require no arguments, and the leaf fields of nested objects. */
function selectionOf(type: GraphQLOutputType, depth = 1): string {
  const named = getNamedType(type);
  if (!isCompositeType(named) || !isObjectType(named)) return '';
  const fields = Object.values(named.getFields()).filter((field) => !field.args.some(isRequiredArgument));
  const chosen = fields.filter((field) => !isCompositeType(getNamedType(field.type)) || depth > 0);
  return ` { __typename ${chosen.map((field) => `${field.name}${selectionOf(field.type, depth - 1)}`).join(' ')} }`;
}

function operationOf(parent: string, { name, args, type }: GraphQLField<unknown, unknown>): GraphOperation | undefined {
  const isRoot = parent === 'Query' || parent === 'Mutation';
  const reached = REACHED_BY[parent] ?? {};
  if (!isRoot && (args.length === 0 || !REACHED[parent])) return undefined;
  const variables = [...Object.entries(reached), ...args.map((one) => [one.name, String(one.type)] as const)];
  const call = `${name}${args.length === 0 ? '' : `(${args.map((one) => `${one.name}: $${one.name}`).join(', ')})`}${selectionOf(type)}`;
  const kind = parent === 'Mutation' ? 'mutation' : 'query';
  const head = variables.length === 0 ? '' : `(${variables.map(([variable, of]) => `$${variable}: ${of}`).join(', ')})`;
  return {
    name: `${parent}.${name}`,
    kind,
    args,
    document: `${kind}${head} { ${isRoot ? call : `${REACHED[parent]} { ${call} }`} }`,
    at: isRoot ? [name] : [REACHED[parent]!.split('(')[0]!, name],
    reachedBy: Object.keys(reached),
  };
}

/** Returns an operation for each root field, and for each field of an object that takes arguments. */
export function graphOperationsOf(schema: GraphQLSchema): GraphOperation[] {
  return Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .filter(({ name }) => !name.startsWith('__'))
    .flatMap((type) => Object.values(type.getFields()).flatMap((field) => operationOf(type.name, field) ?? []));
}

/** Returns the positions of all strings in an input type. */
export function graphTextPlaces(type: GraphQLInputType): Pointer[] {
  const bare = getNullableType(type) as GraphQLInputType;
  if (isListType(bare)) return graphTextPlaces(bare.ofType as GraphQLInputType).map((pointer) => [0, ...pointer]);
  if (isInputObjectType(bare))
    return Object.values(bare.getFields()).flatMap((field) =>
      graphTextPlaces(field.type).map((pointer) => [field.name, ...pointer]),
    );
  return ['String', 'ID', 'DateTime', 'URL', 'Date', 'JSON'].includes(String(bare)) ? [[]] : [];
}

/** Returns the smallest valid value of an input type. */
export function graphSampleOf(type: GraphQLInputType, samples: Samples, name: string): unknown {
  if (Object.hasOwn(samples, name)) return samples[name]!();
  const bare = getNullableType(type) as GraphQLInputType;
  if (isListType(bare)) return [];
  if (isInputObjectType(bare)) {
    return Object.fromEntries(
      Object.values(bare.getFields())
        .filter((field) => isNonNullType(field.type) && field.defaultValue === undefined)
        .map((field) => [field.name, graphSampleOf(field.type, samples, field.name)]),
    );
  }
  if (isEnumType(bare)) return bare.getValues()[0]!.name;
  return { Int: 1, Float: 1, Boolean: true, JSONObject: {}, JSON: {} }[String(bare)] ?? 'sample';
}

/** Returns the smallest valid input that has a value at a position. */
export function graphInputWith(
  type: GraphQLInputType,
  pointer: Pointer,
  value: unknown,
  samples: Samples,
  name: string,
): unknown {
  const [step, ...rest] = pointer;
  const bare = getNullableType(type) as GraphQLInputType;
  if (step === undefined) return value;
  if (isListType(bare)) {
    const sample = graphSampleOf(bare, samples, name) as unknown[];
    return [graphInputWith(bare.ofType as GraphQLInputType, rest, value, samples, name), ...sample.slice(1)];
  }
  if (!isInputObjectType(bare)) throw new Error(`There is nothing in a ${String(bare)}.`);
  return {
    ...(graphSampleOf(bare, samples, name) as object),
    [step as string]: graphInputWith(bare.getFields()[step as string]!.type, rest, value, samples, step as string),
  };
}
