import type { OpenApi } from './conformance.js';

/** The keywords of JSON schemas that the OpenAPI document uses. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly format?: string;
}

/** An operation of the OpenAPI document. */
export interface Operation {
  readonly id: string;
  /** In upper case. */
  readonly method: string;
  /** With path parameters in braces. */
  readonly path: string;
  readonly pathNames: readonly string[];
  readonly query: Readonly<Record<string, Schema>>;
  /** The schema of the JSON body. */
  readonly body: Schema | undefined;
  /** The media type of a body that is not JSON. */
  readonly rawType: string | undefined;
}

interface Documented {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

/** Returns all operations of a document, with resolved references. */
export function operationsOf(document: OpenApi): Operation[] {
  const resolved = (schema: Schema): Schema => {
    const found =
      schema.$ref === undefined ? schema : (document.components.schemas[schema.$ref.split('/').at(-1)!] as Schema);
    return Object.fromEntries(Object.entries(found).map(([name, value]) => [name, inside(value)])) as Schema;
  };
  const inside = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(inside)
      : typeof value === 'object' && value !== null
        ? resolved(value as Schema)
        : value;
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const { operationId, parameters = [], requestBody } = operation as unknown as Documented;
      const json = requestBody?.content['application/json']?.schema;
      return {
        id: operationId,
        method: method.toUpperCase(),
        path,
        pathNames: parameters.filter((one) => one.in === 'path').map(({ name }) => name),
        query: Object.fromEntries(
          parameters.filter((one) => one.in === 'query').map(({ name, schema }) => [name, resolved(schema)]),
        ),
        body: json && resolved(json),
        rawType: json ? undefined : Object.keys(requestBody?.content ?? {})[0],
      };
    }),
  );
}

/** True for a schema without constraints. */
export function takesAnything(schema: Schema): boolean {
  return ['type', 'properties', 'enum', 'const', 'anyOf', 'oneOf', 'allOf'].every((word) => !(word in schema));
}

/** True if a schema accepts values of this type. */
export function takes(schema: Schema, type: string): boolean {
  return (
    takesAnything(schema) ||
    [schema.type].flat().includes(type) ||
    [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])].some((one) => takes(one, type))
  );
}

/**
 * A position in a body: names of properties, 0 for the first item of a list, and KEY for the name of a free property.
 */
export type Pointer = readonly (string | 0 | typeof KEY)[];

/** Stands for the name of a property that callers choose. */
export const KEY = Symbol('a free name');

/** Returns the positions of all strings in a schema. */
export function textPlaces(schema: Schema): Pointer[] {
  const own: Pointer[] = takes(schema, 'string') ? [[]] : [];
  const within = (step: Pointer[number], inner: Schema): Pointer[] =>
    textPlaces(inner).map((pointer) => [step, ...pointer]);
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => within(name, inner));
  const items = schema.items ? within(0, schema.items) : [];
  const free: Pointer[] =
    typeof schema.additionalProperties === 'object' ? [[KEY], ...within('en', schema.additionalProperties)] : [];
  return [...own, ...fields, ...items, ...free];
}

/** Valid values for required properties, by name, for schemas that are not specific enough. */
export type Samples = Readonly<Record<string, () => unknown>>;

/** Returns the smallest valid value of a schema. */
export function sampleOf(schema: Schema, samples: Samples, name = ''): unknown {
  if (Object.hasOwn(samples, name)) return samples[name]!();
  if (schema.enum) return schema.enum[0];
  if (takes(schema, 'object')) {
    return Object.fromEntries(
      (schema.required ?? []).map((field) => [field, sampleOf(schema.properties?.[field] ?? {}, samples, field)]),
    );
  }
  if (takes(schema, 'array')) return [];
  if (takes(schema, 'string')) return 'sample';
  return takes(schema, 'boolean') ? true : 1;
}

/** Returns the smallest valid body that has a value at a position. */
export function bodyWith(schema: Schema, pointer: Pointer, value: unknown, samples: Samples, name = ''): unknown {
  const [step, ...rest] = pointer;
  if (step === undefined) return value;
  if (step === KEY) return { [String(value)]: sampleOf(schema.additionalProperties as Schema, samples) };
  if (step === 0) {
    const sample = sampleOf(schema, samples, name) as unknown[];
    return [bodyWith(schema.items!, rest, value, samples), ...sample.slice(1)];
  }
  const inner = schema.properties?.[step] ?? (schema.additionalProperties as Schema);
  return { ...(sampleOf(schema, samples, name) as object), [step]: bodyWith(inner, rest, value, samples, step) };
}

/** Returns the value at a position of a response; `undefined` if there is none. */
export function valueAt(body: unknown, pointer: Pointer): unknown {
  return pointer.reduce<unknown>(
    (value, step) =>
      typeof value === 'object' && value !== null && step !== KEY && Object.hasOwn(value, step)
        ? (value as Record<string | number, unknown>)[step]
        : undefined,
    body,
  );
}

/** Fills in the parameters of a path. The values must be encoded. */
export function filledPath(path: string, parameters: Readonly<Record<string, string>>): string {
  return path.replace(/\{(\w+)\}/g, (_whole, name: string) => parameters[name] ?? 'absent');
}
