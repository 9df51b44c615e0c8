import { z } from 'zod';

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * Returns a schema with the fields and limits of another schema, under the wire names of REST (`bannerUrl` ←
 * `banner_url`).
 * @param names the wire names of fields that are not in snake case
 */
export function wireInput<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  names: Partial<Record<keyof Shape & string, string>> = {},
) {
  const pairs = Object.keys(schema.shape).map((name) => ({
    name,
    wire: names[name as keyof Shape & string] ?? snake(name),
  }));
  const shape = Object.fromEntries(pairs.map(({ name, wire }) => [wire, schema.shape[name] as z.ZodType]));
  const rename = (value: Record<string, unknown>): z.output<z.ZodObject<Shape>> =>
    Object.fromEntries(
      pairs.filter(({ wire }) => wire in value).map(({ name, wire }) => [name, value[wire]]),
    ) as z.output<z.ZodObject<Shape>>;
  return z.object(shape, { error: 'the body takes a JSON object' }).transform(rename);
}

/** A wire name in camel case. */
type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name;

/** A record with a field for each wire name of a schema. */
type RecordFor<Shape extends z.ZodRawShape, Renamed extends Partial<Record<keyof Shape & string, string>>> = {
  readonly [Wire in keyof Shape & string as Wire extends keyof Renamed ? Renamed[Wire] & string : Camel<Wire>]: unknown;
};

const camel = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/**
 * Returns a function that presents a record by the schema of its wire form: the value of each wire name is the field
 * with this name in camel case (`banner_url` ← `bannerUrl`). The JSON leaves out fields that are `null`, because
 * existing clients fail on `null`.
 * @param names the fields of wire names that differ from this rule
 */
export function presenterOf<
  Shape extends z.ZodRawShape,
  const Renamed extends Partial<Record<keyof Shape & string, string>> = Record<never, never>,
>(
  schema: z.ZodObject<Shape>,
  names?: Renamed,
): (record: RecordFor<Shape, Renamed>) => Record<keyof Shape & string, unknown> {
  const fields = Object.keys(schema.shape).map((wire) => ({
    wire,
    name: names?.[wire as keyof Shape & string] ?? camel(wire),
  }));
  return (record) => {
    const presented: Record<string, unknown> = {};
    for (const { wire, name } of fields) presented[wire] = (record as Record<string, unknown>)[name] ?? undefined;
    return presented as Record<keyof Shape & string, unknown>;
  };
}

/**
 * Replaces `null` by `undefined`, so that the JSON leaves the field out, because existing clients fail on `null`.
 * @param record is changed in place, because copying objects with different shapes takes several times as long
 */
export function compact<T extends object>(record: T): { [K in keyof T]: Exclude<T[K], null> } {
  const own = record as Record<string, unknown>;
  for (const name in own) if (own[name] === null) own[name] = undefined;
  return own as { [K in keyof T]: Exclude<T[K], null> };
}
