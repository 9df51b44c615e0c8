import { MARK, type Thing, type Value } from './values.js';

/** How deeply, and in how many values, marks are searched. */
const DEPTH_MAX = 4;
/** How many values are searched for marks. */
const VALUES_MAX = 150;

/** The marks of a value and of all that it contains. */
export function marksIn(value: Value): number {
  if (value.things.length === 0) return value.marks;
  const seen = new Set<Thing>();
  let values = 0;
  const search = ({ marks: own, things }: Value, depth: number): number => {
    let marks = own;
    for (const thing of things) {
      if (seen.has(thing) || ++values > VALUES_MAX) continue;
      seen.add(thing);
      marks |= thing.marks;
      if (thing.code || thing.isShared || depth > DEPTH_MAX) continue;
      marks |= search(thing.items, depth + 1);
      for (const field of thing.fields.values()) {
        if (++values > VALUES_MAX) break;
        marks |= search(field, depth + 1);
      }
    }
    return marks;
  };
  return search(value, 0);
}

/** Marks that computing a value from others passes on. */
export const passedOn = (values: readonly Value[]): number =>
  values.reduce((marks, value) => marks | marksIn(value), 0) & ~MARK.open;
