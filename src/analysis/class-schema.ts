import type { NewCoreNode } from '../services/store-nodes.js';
import { isMade, SchemaInputs, typeOf } from './class-schema-inputs.js';
import { describeUnknown, isPlace, jsonOf, storable } from './extracted-text.js';
import type { PythonPackage } from './python-package.js';
import { truthOf } from './python-comparisons.js';
import {
  constant,
  type Made,
  partOfSchema,
  type PythonClass,
  textOf,
  type Unknown,
  type Value,
  isNone,
} from './python-values.js';
import { CALL_RESULT } from './python-reasons.js';

/** The fields of a core-node that its class defines, and why some are missing, one line each. */
export interface ClassFields {
  readonly fields: Omit<NewCoreNode, 'name'>;
  readonly causes: readonly string[];
  /** The display name that a schema gives; mappings may give another one. */
  readonly displayName?: string;
}

const TEXT_MAX = 20_000;

/** A value of the host that a core-node can ask for. */
const HIDDEN =
  /^comfy_api\.\w+(?:\.\w+)*\.Hidden\.(unique_id|prompt|extra_pnginfo|dynprompt|auth_token_comfy_org|api_key_comfy_org|comfy_usage_source)$/;
/** Further such values, by the argument of the schema that adds them. */
const ADDED_HIDDEN: Readonly<Record<string, readonly string[]>> = {
  is_api_node: ['auth_token_comfy_org', 'api_key_comfy_org', 'comfy_usage_source'],
  is_output_node: ['prompt', 'extra_pnginfo'],
};

/** Reads what `define_schema` of a class answers. */
export class SchemaReader {
  readonly causes: string[] = [];

  private constructor(
    private readonly pack: PythonPackage,
    private readonly schema: Made,
  ) {}

  /**
   * The schema of a class; undefined if the class defines none.
   * @returns why it is unknown, if it is
   */
  static of(pack: PythonPackage, of: PythonClass): SchemaReader | Unknown | undefined {
    const method = pack.attributeOf(of, 'define_schema');
    if (method?.kind !== 'bound' && method?.kind !== 'function') return undefined;
    const otherwise: Unknown = {
      kind: 'unknown',
      why: CALL_RESULT,
      text: 'define_schema',
      file: '',
      line: 0,
    };
    const schema = pack.callPlainly(method, otherwise);
    if (isMade(schema, 'Schema')) return new SchemaReader(pack, schema);
    return schema.kind === 'unknown' ? schema : otherwise;
  }

  /** The name of the core-node, or why it is unknown. */
  name(): string | Unknown {
    const value = partOfSchema(this.schema, 'node_id');
    const name = value && !isPlace(value) ? textOf(value) : undefined;
    if (name !== undefined) return name;
    return value?.kind === 'unknown'
      ? value
      : { kind: 'unknown', why: 'is no text', text: 'node_id', file: '', line: 0 };
  }

  displayName(): string | undefined {
    return this.#text('display_name');
  }

  /** The fields that the schema tells, in the form that classes with attributes have. */
  fields(): ClassFields {
    const inputs = partOfSchema(this.schema, 'inputs');
    const outputs = partOfSchema(this.schema, 'outputs');
    const category = partOfSchema(this.schema, 'category') ? this.#text('category') : 'sd';
    const fields = {
      category,
      description: this.#text('description'),
      inputTypes: this.#json('inputs', this.#withHidden(new SchemaInputs(this.pack, this.causes).types(inputs))),
      ...this.#outputs(outputs),
      deprecated: this.#flag('is_deprecated'),
      experimental: this.#flag('is_experimental'),
    };
    return {
      fields: Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
      causes: this.causes,
    };
  }

  #text(name: string): string | undefined {
    const value = partOfSchema(this.schema, name);
    const text = value && !isPlace(value) ? textOf(value) : undefined;
    if (value && text === undefined && !(value.kind === 'constant' && value.value === null))
      this.causes.push(`${name}: ${value.kind === 'unknown' ? describeUnknown(value) : 'is no text'}`);
    return text === undefined ? undefined : storable(text, TEXT_MAX);
  }

  #flag(name: string): boolean | undefined {
    const value = partOfSchema(this.schema, name);
    return value ? truthOf(value) : false;
  }

  #json(name: string, value: Value | undefined): string | undefined {
    if (value?.kind !== 'unknown') return value && jsonOf(value);
    this.causes.push(`${name}: ${describeUnknown(value)}`);
    return undefined;
  }

  /** Adds the values of the host that a core-node asks for to the types of its inputs. */
  #withHidden(types: Value | undefined): Value | undefined {
    if (types?.kind !== 'dictionary') return types;
    const given = partOfSchema(this.schema, 'hidden');
    const { items, loose } = given && !isNone(given) ? this.pack.itemsOf(given) : { items: [] };
    const names = items.map((item) => (item.kind === 'unknown' ? HIDDEN.exec(item.outside ?? '')?.[1] : undefined));
    const flags = Object.keys(ADDED_HIDDEN).map((flag) => [flag, this.#flag(flag)] as const);
    if (loose || names.includes(undefined) || flags.some(([, is]) => is === undefined)) {
      this.pack.loosen(types, loose ?? { kind: 'unknown', why: 'is computed', text: 'hidden', file: '', line: 0 });
      return types;
    }
    const added = flags.flatMap(([flag, is]) => (is ? ADDED_HIDDEN[flag]! : []));
    const hidden = this.pack.dictionary();
    for (const name of [...names, ...added])
      hidden.set(name!, this.pack.list('tuple', [constant(name!.toUpperCase())]));
    if (hidden.entries.size > 0) types.set('hidden', hidden);
    return types;
  }

  #outputs(outputs: Value | undefined): { returnTypes?: string; returnNames?: string; outputIsList?: boolean[] } {
    if (!outputs) return { returnTypes: '[]', returnNames: '[]', outputIsList: [] };
    const { items, loose } = this.pack.itemsOf(outputs);
    const made = items.filter((item): item is Made => isMade(item, 'Output'));
    if (loose || made.length < items.length) {
      this.causes.push(`outputs: ${loose ? describeUnknown(loose) : 'are no outputs'}`);
      return {};
    }
    const types = made.map(typeOf);
    const names = made.map(({ of, given, names: assigned }, index) => {
      const isMatch = of.endsWith('MatchType.Output');
      const [id, shown] = ['id', 'display_name'].map((name, at) => {
        const value = assigned.get(name) ?? given.named.get(name) ?? given.positional[isMatch ? at + 1 : at];
        return value && (isNone(value) || textOf(value) === '') ? undefined : value;
      });
      const name = shown ?? id;
      return name ? textOf(name) : isMatch ? 'MATCHTYPE' : types[index];
    });
    const lists = made.map(({ given, names: assigned }) =>
      truthOf(assigned.get('is_output_list') ?? given.named.get('is_output_list') ?? constant(false)),
    );
    const isKnown = <T>(all: readonly (T | undefined)[]): all is T[] => all.every((one) => one !== undefined);
    if (!isKnown(types)) this.causes.push('outputs: a type can’t be known');
    return {
      ...(isKnown(types) ? { returnTypes: JSON.stringify(types) } : {}),
      ...(isKnown(names) ? { returnNames: JSON.stringify(names) } : {}),
      ...(isKnown(lists) ? { outputIsList: lists } : {}),
    };
  }
}
