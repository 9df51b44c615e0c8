import type { NewCoreNode } from '../services/store-nodes.js';
import { describeUnknown, isPlace, jsonOf, storable } from './extracted-text.js';
import type { PythonPackage } from './python-package.js';
import {
  constant,
  type Made,
  partOfSchema,
  type PythonClass,
  textOf,
  truthOf,
  type Unknown,
  type Value,
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

/** The types of inputs and outputs whose names are not made of those of their classes. */
const TYPES: Readonly<Record<string, string>> = {
  AnyType: '*',
  MultiCombo: 'COMBO',
  MatchType: 'COMFY_MATCHTYPE_V3',
  Load3D: 'LOAD_3D',
  Load3DCamera: 'LOAD3D_CAMERA',
  Load3DAnimation: 'LOAD_3D_ANIMATION',
};
/** The classes whose types have the same names in capitals, with underscores between the words. */
const NAMED = new Set(
  (
    'Boolean Int Float String Combo Image Mask Latent Conditioning Sampler Sigmas Noise Guider Clip Vae Model Gligen ' +
    'Audio Video Webcam Hooks HookKeyframes Mesh Voxel SVG ControlNet ClipVision ClipVisionOutput StyleModel Color ' +
    'UpscaleModel LatentUpscaleModel LoraModel LossMap WanCameraEmbedding TimestepsRange LatentOperation FlowControl ' +
    'Accumulation Photomaker Point FaceAnalysis BBOX SEGS BoundingBox MODEL_PATCH AudioEncoder AudioEncoderOutput Tracks'
  ).split(' '),
);

/** Options of inputs whose names differ from those of the arguments. */
const OPTIONS: Readonly<Record<string, string>> = {
  force_input: 'forceInput',
  widget_type: 'widgetType',
  dynamic_prompts: 'dynamicPrompts',
  display_mode: 'display',
  raw_link: 'rawLink',
};
/** Arguments that are no options, and those whose form is not known. */
const NO_OPTIONS = new Set(['id', 'optional', 'extra_dict', 'upload', 'image_folder', 'remote', 'is_output_list']);

/** The type of an input or output, as workflows write it; undefined if it is unknown. */
function typeOf({ of, type }: Made): string | undefined {
  if (type)
    return /(^|\.)Custom$/.test(type.of)
      ? textOf(type.given.positional[0] ?? type.given.named.get('io_type'))
      : undefined;
  const name = of.split('.').at(-2) ?? '';
  return TYPES[name] ?? (NAMED.has(name) ? name.replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase() : undefined);
}

const isMade = (value: Value | undefined, name: string): value is Made =>
  value?.kind === 'made' && value.of.split('.').at(-1) === name;

/** True if code has assigned attributes to an input. */
const isChanged = ({ names }: Made): boolean => names.entries.size > 0 || names.loose.length > 0;

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
      inputTypes: this.#json('inputs', this.#inputTypes(inputs)),
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

  #inputTypes(inputs: Value | undefined): Value | undefined {
    if (inputs?.kind === 'unknown') return inputs;
    const { pack } = this;
    const types = pack.dictionary();
    const { items, loose } = inputs ? pack.itemsOf(inputs) : { items: [] };
    if (loose) return loose;
    const groups = new Map(['required', 'optional'].map((name) => [name, pack.dictionary()]));
    for (const item of items) {
      if (!isMade(item, 'Input') || isChanged(item)) return item.kind === 'unknown' ? item : undefined;
      const { positional, named, loose: open } = item.given;
      const id = positional[0] ?? named.get('id');
      const optional = named.get('optional');
      const isOptional = optional ? truthOf(optional) : false;
      if (open || !id || textOf(id) === undefined || isOptional === undefined) return undefined;
      pack.put(groups.get(isOptional ? 'optional' : 'required')!, id, this.#input(item));
    }
    for (const [name, group] of groups) if (name === 'required' || group.entries.size > 0) types.set(name, group);
    return types;
  }

  #input(input: Made): Value {
    const type = typeOf(input);
    const options = this.pack.dictionary();
    const isCombo = /\.(Multi)?Combo\.Input$/.test(input.of);
    const second = isCombo ? input.given.positional[1] : undefined;
    if (second) options.set('options', second);
    for (const [name, value] of input.given.named)
      if (!NO_OPTIONS.has(name) && !(value.kind === 'constant' && value.value === null))
        options.set(OPTIONS[name] ?? name, value);
    const unknown: Unknown = { kind: 'unknown', why: 'is a type', text: input.of, file: '', line: 0 };
    return this.pack.list('tuple', [type === undefined ? unknown : constant(type), options]);
  }

  #outputs(outputs: Value | undefined): { returnTypes?: string; returnNames?: string; outputIsList?: boolean[] } {
    if (!outputs) return { returnTypes: '[]' };
    const { items, loose } = this.pack.itemsOf(outputs);
    const made = items.filter((item): item is Made => isMade(item, 'Output'));
    if (loose || made.length < items.length) {
      this.causes.push(`outputs: ${loose ? describeUnknown(loose) : 'are no outputs'}`);
      return {};
    }
    const types = made.map(typeOf);
    const names = made.map(({ of, given }, index) => {
      const isMatch = of.endsWith('MatchType.Output');
      const shown = given.named.get('display_name') ?? given.positional[isMatch ? 2 : 1];
      return shown ? textOf(shown) : isMatch ? undefined : types[index];
    });
    const lists = made.map(({ given }) => truthOf(given.named.get('is_output_list') ?? constant(false)));
    const isKnown = <T>(all: readonly (T | undefined)[]): all is T[] => all.every((one) => one !== undefined);
    if (!isKnown(types)) this.causes.push('outputs: a type can’t be known');
    return {
      ...(isKnown(types) ? { returnTypes: JSON.stringify(types) } : {}),
      ...(isKnown(names) && made.some(({ given }) => given.named.has('display_name'))
        ? { returnNames: JSON.stringify(names) }
        : {}),
      ...(isKnown(lists) && lists.includes(true) ? { outputIsList: lists } : {}),
    };
  }
}
