import { z } from 'zod';

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * The wire form of an input: the same fields and bounds under the interface's names (`bannerUrl` ← `banner_url`).
 * @param names wire names that don't follow that rule
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

/** A record that has a field for each wire name of a schema. */
type RecordFor<Shape extends z.ZodRawShape, Renamed extends Partial<Record<keyof Shape & string, string>>> = {
  readonly [Wire in keyof Shape & string as Wire extends keyof Renamed ? Renamed[Wire] & string : Camel<Wire>]: unknown;
};

const camel = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/**
 * A function that presents a record by the schema of its wire form: each wire name has the value of the record's field
 * of that name in camel case (`banner_url` ← `bannerUrl`). Fields that are null are left out of the JSON, because
 * clients of this interface expect no null.
 * @param names the fields of wire names that don't follow that rule
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
 * Replaces null by undefined, so that JSON leaves the field out. Clients of this interface break on null.
 * @param record changed in place, because copies with varying shapes take several times as long
 */
export function compact<T extends object>(record: T): { [K in keyof T]: Exclude<T[K], null> } {
  const own = record as Record<string, unknown>;
  for (const name in own) if (own[name] === null) own[name] = undefined;
  return own as { [K in keyof T]: Exclude<T[K], null> };
}
