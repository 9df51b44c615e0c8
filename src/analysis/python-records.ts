import type { Follower, Outside } from './python-follower.js';
import { type Arguments, constant, type PythonClass, type Unknown, type Value } from './python-values.js';
import { truthOf } from './python-comparisons.js';

/** Decorators whose classes get a constructor that takes their annotated attributes. */
export const MAKES_RECORDS = /(^|\.)dataclass\b|^attrs?\.(s|attrs|define|mutable|frozen)\b/;

/** Base classes whose subclasses have such a constructor. */
const RECORD_BASES = /^(typing\.NamedTuple|pydantic\.BaseModel)$/;

/** True for a class whose instances are tuples of its annotated attributes. */
export const isNamedTuple = ({ order }: PythonClass): boolean =>
  order.some((one) => one.kind === 'unknown' && one.outside === 'typing.NamedTuple');

/** True for a class whose constructor takes its annotated attributes. */
export const isRecord = ({ order }: PythonClass): boolean =>
  order.some((one) => (one.kind === 'class' ? one.isRecord : RECORD_BASES.test(one.outside ?? '')));

/** The attributes that the constructor of such a class takes, in their order: those of its bases come first. */
export const fieldsOf = ({ order }: PythonClass): readonly string[] => [
  ...new Set(order.toReversed().flatMap((one) => (one.kind === 'class' ? one.annotated : []))),
];

const FIELD = 'dataclasses.field';

const field: Outside = (follow, given) =>
  given.loose ? undefined : { kind: 'made', of: FIELD, given, names: follow.dictionary() };

/** Functions that describe a field, by their dotted names. */
export const RECORDS: Readonly<Record<string, Outside>> = {
  [FIELD]: field,
  'attr.field': field,
  'attrs.field': field,
  'pydantic.Field': field,
  'dataclasses.asdict': (follow, { positional: [given] }) => {
    if (given?.kind !== 'instance' || !isRecord(given.of)) return undefined;
    const made = follow.dictionary();
    for (const name of fieldsOf(given.of)) {
      const value = follow.attributeOf(given, name);
      // Records in it become dictionaries, too.
      const parts =
        value?.kind === 'list'
          ? value.items
          : value?.kind === 'dictionary'
            ? [...value.entries.values()].map((entry) => entry.value)
            : [value];
      if (!value || parts.some((part) => /^(instance|list|dictionary)$/.test(part?.kind ?? ''))) return undefined;
      follow.put(made, constant(name), value);
    }
    return made;
  },
  'dataclasses.replace': (follow, { positional: [given], named, loose }) => {
    if (given?.kind !== 'instance' || !isRecord(given.of) || loose) return undefined;
    const values = fieldsOf(given.of).map((name): [string, Value | undefined] => [
      name,
      named.get(name) ?? follow.attributeOf(given, name),
    ]);
    const known = values.filter((entry): entry is [string, Value] => entry[1] !== undefined);
    const unknown = (why: string): Unknown => ({ kind: 'unknown', why, text: 'replace', file: '', line: 0 });
    return follow.call(given.of, { positional: [], named: new Map(known) }, unknown);
  },
};

/** Sets the fields of a class, whose body annotates these attributes. */
export function defineFields(made: PythonClass, annotated: readonly string[]): void {
  made.annotated = annotated.filter((name) => {
    const value = made.names.get(name);
    if (value?.kind !== 'made' || value.of !== FIELD) return true;
    const { positional, named } = value.given;
    const otherwise = named.get('default') ?? positional[0];
    const factory = named.get('default_factory') ?? named.get('factory');
    made.names.delete(name);
    if (otherwise) made.names.set(name, otherwise);
    if (factory) made.factories.set(name, factory);
    const isTaken = named.get('init');
    return !isTaken || truthOf(isTaken) !== false;
  });
}

/** Gives a new instance what its constructor is given, and what factories make for the other fields. */
export function setFields(
  follow: Follower,
  made: Value & { readonly kind: 'instance' },
  given: Arguments,
  unknown: (why: string) => Unknown,
): void {
  const { names, of } = made;
  const fields = fieldsOf(of);
  given.positional.slice(0, fields.length).forEach((value, at) => names.set(fields[at]!, value));
  for (const [name, value] of given.named) names.set(name, value);
  if (given.loose) follow.loosen(names, given.loose);
  for (const [name, factory] of given.loose ? [] : factoriesOf(of))
    if (!names.get(name)) names.set(name, follow.call(factory, { positional: [], named: new Map() }, unknown));
  const rest = follow.attributeOf(made, '__post_init__');
  if (rest?.kind === 'bound') follow.call(rest, { positional: [], named: new Map() }, unknown);
}

/** The factories of a class and its bases. A subclass may give a field a default instead. */
function factoriesOf({ order }: PythonClass): Map<string, Value> {
  const found = new Map<string, Value>();
  for (const one of order.toReversed()) {
    if (one.kind !== 'class') continue;
    for (const name of one.annotated) found.delete(name);
    for (const [name, factory] of one.factories) found.set(name, factory);
  }
  return found;
}
