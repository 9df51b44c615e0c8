import { type ClassFields, SchemaReader } from './class-schema.js';
import { describeUnknown, isPlace, jsonOf, storable } from './extracted-text.js';
import { isHostClass } from './host-classes.js';
import { isPlainBase } from './python-class-tests.js';
import type { PythonPackage } from './python-package.js';
import { truthOf } from './python-comparisons.js';
import { contentOf, isUnordered, type PythonClass, textOf, type Unknown, type Value } from './python-values.js';
import { CALL_RESULT } from './python-reasons.js';

const TEXT_MAX = 20_000;

/** Reads attributes of a class, and notes the causes for those that can't be known. */
class ClassReader {
  readonly causes: string[] = [];
  /** The first base class of unknown code; every attribute that the class lacks may be inherited from it. */
  readonly #foreign: Unknown | undefined;

  constructor(
    private readonly pack: PythonPackage,
    private readonly of: PythonClass,
  ) {
    this.#foreign = of.order.find(
      (base): base is Unknown => base.kind === 'unknown' && !isPlainBase(base) && !isHostClass(base),
    );
    if (this.#foreign) this.causes.push(`inherits from ${describeUnknown(this.#foreign)}`);
  }

  /** An attribute; undefined if it is missing, `None` or unknown. */
  attribute(name: string): Value | undefined {
    const given = this.pack.attributeOf(this.of, name);
    const value = given && contentOf(given, 'items');
    if (value?.kind === 'unknown' && value !== this.#foreign) this.causes.push(`${name}: ${describeUnknown(value)}`);
    return value?.kind === 'unknown' || (value?.kind === 'constant' && value.value === null) ? undefined : value;
  }

  /** Converts a value; `convert` returns undefined for a value of the wrong type. */
  read<T>(name: string, value: Value | undefined, convert: (value: Value) => T | undefined): T | undefined {
    const converted = value && convert(value);
    const unknown =
      value?.kind === 'list'
        ? (value.loose ?? value.items.find((item): item is Unknown => item.kind === 'unknown'))
        : undefined;
    if (value && converted === undefined)
      this.causes.push(unknown ? `${name}: ${describeUnknown(unknown)}` : `${name}: is not what it should be`);
    return converted;
  }

  text(name: string): string | undefined {
    const text = this.read(name, this.attribute(name), (value) => (isPlace(value) ? undefined : textOf(value)));
    return text === undefined ? undefined : storable(text, TEXT_MAX);
  }

  json(name: string, value: Value | undefined): string | undefined {
    const isOfKind = value !== undefined && ['list', 'dictionary', 'constant'].includes(value.kind);
    const json = isOfKind ? jsonOf(value) : undefined;
    if (isOfKind && json === undefined) this.causes.push(`${name}: is too large`);
    return isOfKind ? json : this.read(name, value, () => undefined);
  }

  /** A Boolean, which is false if the class has no such attribute. */
  flag(name: string): boolean | undefined {
    const value = this.pack.attributeOf(this.of, name);
    return value === undefined ? false : this.read(name, this.attribute(name), truthOf);
  }

  /** The input types: an attribute, or what the method of this name returns. */
  inputTypes(): Value | undefined {
    const value = this.attribute('INPUT_TYPES');
    const types =
      value && ['function', 'bound', 'callable'].includes(value.kind) ? inputTypesOf(this.pack, this.of, value) : value;
    if (types?.kind !== 'unknown') return types && contentOf(types, 'items');
    this.causes.push(`INPUT_TYPES: ${describeUnknown(types)}`);
    return undefined;
  }
}

function flagsOf(value: Value): boolean[] | undefined {
  const all =
    value.kind === 'list' && !value.loose && !isUnordered(value)
      ? value.items.map((item) => (item.kind === 'constant' ? truthOf(item) : undefined))
      : [undefined];
  return all.every((flag) => flag !== undefined) ? all : undefined;
}

function inputTypesOf(pack: PythonPackage, of: PythonClass, method: Value): Value {
  const called = method.kind === 'bound' ? method.function : method;
  const otherwise: Unknown = {
    kind: 'unknown',
    why: CALL_RESULT,
    text: 'INPUT_TYPES',
    file: '',
    line: 0,
  };
  // A plain function that takes a parameter is called with its class, although it is not declared as a class method.
  const isPlain =
    called.kind === 'function' &&
    method.kind === 'function' &&
    called.form !== 'staticmethod' &&
    called.node.child('parameters')?.ofType('identifier');
  return pack.callPlainly(isPlain ? { kind: 'bound', function: called, self: of } : method, otherwise);
}

type Fields = ClassFields['fields'];

/** How the attributes of a class are read as fields of a core-node. */
const ATTRIBUTES: Readonly<Record<string, (reader: ClassReader) => Fields>> = {
  CATEGORY: (reader) => ({ category: reader.text('CATEGORY') }),
  DESCRIPTION: (reader) => ({ description: reader.text('DESCRIPTION') }),
  FUNCTION: (reader) => ({ function: reader.text('FUNCTION') }),
  INPUT_TYPES: (reader) => ({ inputTypes: reader.json('INPUT_TYPES', reader.inputTypes()) }),
  RETURN_TYPES: (reader) => ({ returnTypes: reader.json('RETURN_TYPES', reader.attribute('RETURN_TYPES')) }),
  RETURN_NAMES: (reader) => ({ returnNames: reader.json('RETURN_NAMES', reader.attribute('RETURN_NAMES')) }),
  OUTPUT_IS_LIST: (reader) => ({
    outputIsList: reader.read('OUTPUT_IS_LIST', reader.attribute('OUTPUT_IS_LIST'), flagsOf),
  }),
  DEPRECATED: (reader) => ({ deprecated: reader.flag('DEPRECATED') }),
  EXPERIMENTAL: (reader) => ({ experimental: reader.flag('EXPERIMENTAL') }),
};

/** Reads some attributes of a class. Fields that can't be known are `undefined`. */
function attributesOf(pack: PythonPackage, of: PythonClass, names: readonly string[]): ClassFields {
  const reader = new ClassReader(pack, of);
  return {
    fields: Object.assign({}, ...names.map((name) => ATTRIBUTES[name]!(reader))) as Fields,
    causes: reader.causes,
  };
}

/** The attributes of classes derived from one with a schema, which replace parts of the schema. */
function besidesSchema({ order }: PythonClass): string[] {
  const at = order.findIndex((one) => one.kind === 'class' && one.names.get('define_schema'));
  const derived = order.slice(0, at).filter((one) => one.kind === 'class');
  return Object.keys(ATTRIBUTES).filter((name) => derived.some(({ names }) => names.get(name)));
}

/** Reads the fields of a core-node from its class. */
export function fieldsOf(pack: PythonPackage, of: PythonClass): ClassFields {
  const schema = SchemaReader.of(pack, of);
  if (schema && !(schema instanceof SchemaReader))
    return { fields: {}, causes: [`define_schema: ${describeUnknown(schema)}`] };
  const described = schema && { ...schema.fields(), displayName: schema.displayName() };
  const own = attributesOf(pack, of, schema ? besidesSchema(of) : Object.keys(ATTRIBUTES));
  const fields = Object.entries({ ...described?.fields, ...own.fields }).filter(([, value]) => value !== undefined);
  return { ...described, fields: Object.fromEntries(fields), causes: [...(described?.causes ?? []), ...own.causes] };
}
