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

/**
 * An object whose fields without a value JSON leaves out: clients of this interface break on null.
 * @param record made for this alone; it is changed, for another one of another form with each would take several
 *   times as long
 */
export function compact<T extends object>(record: T): { [K in keyof T]: Exclude<T[K], null> } {
  const own = record as Record<string, unknown>;
  for (const name in own) if (own[name] === null) own[name] = undefined;
  return own as { [K in keyof T]: Exclude<T[K], null> };
}
