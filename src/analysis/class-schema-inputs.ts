import { describeUnknown } from './extracted-text.js';
import type { PythonPackage } from './python-package.js';
import { truthOf } from './python-comparisons.js';
import {
  constant,
  Dictionary,
  List,
  type Made,
  NONE,
  textOf,
  type Unknown,
  type Value,
  isNone,
} from './python-values.js';

/** The types of inputs and outputs whose names are not made of those of their classes. */
const TYPES: Readonly<Record<string, string>> = {
  AnyType: '*',
  MultiCombo: 'COMBO',
  MatchType: 'COMFY_MATCHTYPE_V3',
  Load3D: 'LOAD_3D',
  Load3DCamera: 'LOAD3D_CAMERA',
  Load3DAnimation: 'LOAD_3D_ANIMATION',
  Load3DModelInfo: 'LOAD3D_MODEL_INFO',
  Autogrow: 'COMFY_AUTOGROW_V3',
  DynamicCombo: 'COMFY_DYNAMICCOMBO_V3',
  DynamicSlot: 'COMFY_DYNAMICSLOT_V3',
  ImageCompare: 'IMAGECOMPARE',
  File3DAny: 'FILE_3D',
  File3DSplatAny: 'FILE_3D_SPLAT_ANY',
  File3DPointCloudAny: 'FILE_3D_POINT_CLOUD_ANY',
};
/** The classes whose types have the same names in capitals, with underscores between the words. */
const NAMED = new Set(
  (
    'Boolean Int Float String Combo Image Mask Latent Conditioning Sampler Sigmas Noise Guider Clip Vae Model Gligen ' +
    'Audio Video Webcam Hooks HookKeyframes Mesh Voxel SVG ControlNet ClipVision ClipVisionOutput StyleModel Color ' +
    'UpscaleModel LatentUpscaleModel LoraModel LossMap WanCameraEmbedding TimestepsRange LatentOperation FlowControl ' +
    'Accumulation Photomaker Point FaceAnalysis BBOX SEGS BoundingBox MODEL_PATCH AudioEncoder AudioEncoderOutput Tracks ' +
    'ModelPatch BackgroundRemoval Splat Curve Histogram Range'
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
/** Arguments that are no options, and those that become other options. */
const NO_OPTIONS = new Set(['id', 'optional', 'extra_dict', 'upload', 'types', 'placeholder', 'chip']);

/** The positional parameters of inputs, and those of inputs with a widget. */
const PARAMETERS = ['id', 'display_name', 'optional', 'tooltip', 'lazy'];
const WITH_WIDGET = [...PARAMETERS, 'default'];
const WITH_OPTIONS = ['id', 'options', ...WITH_WIDGET.slice(1)];
/** The positional parameters of the inputs of further types. */
const PARAMETERS_OF: Readonly<Record<string, readonly string[]>> = {
  Boolean: [...WITH_WIDGET, 'label_on', 'label_off'],
  Int: [...WITH_WIDGET, 'min', 'max', 'step', 'control_after_generate', 'display_mode'],
  Float: [...WITH_WIDGET, 'min', 'max', 'step', 'round', 'display_mode', 'gradient_stops'],
  String: [...PARAMETERS, 'multiline', 'placeholder', 'default', 'dynamic_prompts'],
  Combo: [...WITH_OPTIONS, 'control_after_generate', 'upload', 'image_folder', 'remote'],
  MultiCombo: [...WITH_OPTIONS, 'placeholder', 'chip'],
  MatchType: ['id', 'template', ...PARAMETERS.slice(1)],
  MultiType: ['id', 'types', ...PARAMETERS.slice(1)],
  DynamicCombo: ['id', 'options', ...PARAMETERS.slice(1)],
  Autogrow: ['id', 'template', ...PARAMETERS.slice(1)],
};
function record(values: Readonly<Record<string, Value>>): Value {
  const made = new Dictionary(undefined);
  for (const [name, value] of Object.entries(values)) made.set(name, value);
  return made;
}

const NOUGHT = constant(0);
const ONE = constant(1);
const SIDE = constant(512n);
const LINE = new List(
  'list',
  [NOUGHT, ONE].map((at) => new List('list', [at, at], undefined)),
  undefined,
);

/** The options that the inputs of a type have unless arguments set them. */
const ALWAYS: Readonly<Record<string, Readonly<Record<string, Value>>>> = {
  Combo: { multiselect: constant(false) },
  MultiCombo: { multiselect: constant(true) },
  String: { multiline: constant(false) },
  Color: { default: constant('#ffffff'), socketless: constant(true) },
  ImageCompare: { socketless: constant(true) },
  BoundingBox: {
    default: record({ x: constant(0n), y: constant(0n), width: SIDE, height: SIDE }),
    socketless: constant(true),
  },
  Curve: {
    default: record({ points: LINE, interpolation: constant('monotone_cubic') }),
    socketless: constant(true),
  },
  Range: { default: record({ min: NOUGHT, max: ONE }), socketless: constant(true) },
};

/** Types of inputs with a widget. */
const WIDGETS = new Set(['Boolean', 'Int', 'Float', 'String', 'Combo', 'MultiCombo', 'Color', 'BoundingBox', 'Webcam']);
/** The parts of templates and options, in the order in which they are described. */
const DESCRIBED: Readonly<Record<string, readonly string[]>> = {
  'MatchType.Template': ['template_id', 'allowed_types'],
  'Autogrow.TemplatePrefix': ['input', 'prefix', 'min', 'max'],
  'Autogrow.TemplateNames': ['input', 'names', 'min'],
  'DynamicCombo.Option': ['key', 'inputs'],
};
const DEFAULTS: Readonly<Record<string, Readonly<Record<string, Value>>>> = {
  'MatchType.Template': { allowed_types: NONE },
  'Autogrow.TemplatePrefix': { min: constant(1n), max: constant(10n) },
  'Autogrow.TemplateNames': { min: constant(1n) },
};
/** The name of the type in that of what makes its inputs and outputs. */
const typeNameOf = ({ of }: Made): string => of.split('.').at(-2) ?? '';

/** The type of an input or output, as workflows write it; undefined if it is unknown. */
export function typeOf(made: Made): string | undefined {
  const { type } = made;
  if (type)
    return /(^|\.)Custom$/.test(type.of)
      ? textOf(type.given.positional[0] ?? type.given.named.get('io_type'))
      : undefined;
  return namedType(typeNameOf(made));
}

/** The type that a class of the host's API stands for. */
const namedType = (name: string): string | undefined =>
  TYPES[name] ??
  (NAMED.has(name) || /^File3D[A-Z]+$/.test(name)
    ? name
        .replace(/([a-z])([A-Z])|(File)(3D)/g, '$1$3_$2$4')
        .replace(/(3D)(?=[A-Z])/, '$1_')
        .toUpperCase()
    : undefined);

export const isMade = (value: Value | undefined, name: string): value is Made =>
  value?.kind === 'made' && value.of.split('.').at(-1) === name;

/** True if code has assigned attributes to an input. */
const isChanged = ({ names }: Made): boolean => names.entries.size > 0 || names.loose.length > 0;

/** The arguments of an input, by their names; undefined if not all are known. */
function argumentsOf(input: Made): Map<string, Value> | undefined {
  const { positional, named, loose } = input.given;
  const parameters = PARAMETERS_OF[typeNameOf(input)] ?? PARAMETERS;
  if (loose || positional.length > parameters.length) return undefined;
  return new Map([...positional.map((value, at) => [parameters[at]!, value] as const), ...named]);
}

/** The input that an input of several types has the widget of, with its arguments. */
interface Widget {
  readonly input: Made;
  readonly given: ReadonlyMap<string, Value>;
}

function widgetOf(id: Value | undefined): Widget | undefined {
  const given = isMade(id, 'Input') && !isChanged(id) ? argumentsOf(id) : undefined;
  if (!given || !isMade(id, 'Input')) return undefined;
  const type = WIDGETS.has(typeNameOf(id)) ? typeOf(id) : undefined;
  return { input: id, given: type === undefined ? given : given.set('widget_type', constant(type)) };
}

/** Arguments that an input takes over from the one whose widget it has. */
const OF_WIDGET = ['id', 'optional', 'tooltip', 'display_name', 'lazy'];

function withWidget(given: ReadonlyMap<string, Value>, ofWidget: Widget['given']): Map<string, Value> {
  const all = new Map(given);
  for (const name of OF_WIDGET) {
    const value = ofWidget.get(name);
    if (value && !isNone(value) && !(name === 'optional' && truthOf(value) === false)) all.set(name, value);
  }
  return all;
}

/** Describes the inputs of a schema in the form that classes with attributes have. */
export class SchemaInputs {
  /** @param causes receives the reasons for unknown inputs */
  constructor(
    private readonly pack: PythonPackage,
    private readonly causes: string[],
  ) {}

  /**
   * The types and options of inputs, by their groups and ids.
   * @param isForced true for inputs of which a widget is a socket, too
   */
  types(inputs: Value | undefined, isForced = false): Value | undefined {
    if (inputs?.kind === 'unknown') return inputs;
    const { pack } = this;
    const types = pack.dictionary();
    const { items, loose } = inputs ? pack.itemsOf(inputs) : { items: [] };
    if (loose) return loose;
    const groups = new Map(['required', 'optional'].map((name) => [name, pack.dictionary()]));
    for (const item of items) {
      if (item.kind === 'unknown') return item;
      const stated = isMade(item, 'Input') && !isChanged(item) ? argumentsOf(item) : undefined;
      const widget = stated && widgetOf(stated.get('id'));
      const given = stated && widget ? withWidget(stated, widget.given) : stated;
      const [id, optional] = [given?.get('id'), given?.get('optional')];
      const isOptional = optional ? truthOf(optional) : false;
      if (!isMade(item, 'Input') || !given || !id || textOf(id) === undefined || isOptional === undefined) {
        const text = item.kind === 'instance' ? item.of.name : item.kind;
        const because: Unknown = { kind: 'unknown', why: 'is an input that can’t be known', text, file: '', line: 0 };
        this.causes.push(`inputs: ${describeUnknown(because)}`);
        pack.loosen(groups.get('required')!, because);
        continue;
      }
      if (isForced && WIDGETS.has(typeNameOf(item))) given.set('force_input', constant(true));
      pack.put(groups.get(isOptional ? 'optional' : 'required')!, id, this.#input(item, given, widget));
    }
    for (const [name, group] of groups) if (name === 'required' || group.entries.size > 0) types.set(name, group);
    return types;
  }

  #input(input: Made, given: ReadonlyMap<string, Value>, widget: Widget | undefined): Value {
    const name = typeNameOf(input);
    const type = name === 'MultiType' ? this.#severalTypes(given.get('types'), widget) : typeOf(input);
    const unknown: Unknown = { kind: 'unknown', why: 'is a type', text: input.of, file: '', line: 0 };
    const options = this.#options(name, given);
    const ofWidget = widget && this.#options(typeNameOf(widget.input), widget.given);
    if (options && ofWidget) this.pack.merge(ofWidget, options);
    const all = widget && options ? ofWidget : options;
    return this.pack.list('tuple', [type === undefined ? unknown : constant(type), all ?? unknown]);
  }

  /** The options of an input; undefined if they are unknown. */
  #options(type: string, given: ReadonlyMap<string, Value>): Dictionary | undefined {
    const options = this.pack.dictionary();
    for (const [name, value] of Object.entries(ALWAYS[type] ?? {})) options.set(name, value);
    const isMulti = type === 'MultiCombo';
    for (const [name, value] of given) {
      const isKept = !NO_OPTIONS.has(name) || (name === 'placeholder' && !isMulti);
      if (isKept && !isNone(value)) options.set(OPTIONS[name] ?? name, this.#optionValue(value));
    }
    if (isMulti) {
      const several = this.pack.dictionary();
      for (const name of ['placeholder', 'chip']) {
        const value = given.get(name);
        if (value && !isNone(value)) several.set(name, value);
      }
      options.set('multi_select', several);
    }
    const [upload, extra] = [given.get('upload'), given.get('extra_dict')];
    if (upload && !isNone(upload)) {
      const kind = textOf(upload);
      if (kind === undefined) return undefined;
      options.set(kind, constant(true));
    }
    if (!extra || isNone(extra)) return options;
    if (extra.kind !== 'dictionary') return undefined;
    for (const { key, value } of extra.entries.values()) if (!isNone(value)) this.pack.put(options, key, value);
    for (const because of extra.loose) this.pack.loosen(options, because);
    return options;
  }

  /** The value of an option: enumerations are lists of values, and templates are described. */
  #optionValue(value: Value): Value {
    const { pack } = this;
    if (value.kind === 'instance') return value.names.get('value') ?? value;
    if (value.kind === 'class') {
      const { items, loose } = pack.itemsOf(value);
      const values = items.map((item) => (item.kind === 'instance' ? item.names.get('value') : undefined));
      return loose || values.includes(undefined) ? value : pack.list('list', values as Value[]);
    }
    if (value.kind === 'list' && value.items.some((item) => isMade(item, 'Option')))
      return pack.list(
        value.form,
        value.items.map((item) => this.#optionValue(item)),
        value.loose,
        value.orderedTo,
      );
    return value.kind === 'made' ? (this.#described(value) ?? value) : value;
  }

  /** A template or an option of an input, as the host describes it; undefined if it is unknown. */
  #described(made: Made): Value | undefined {
    const { pack } = this;
    const name = made.of.split('.').slice(-2).join('.');
    const parameters = DESCRIBED[name];
    if (!parameters || made.given.loose || isChanged(made)) return undefined;
    const given = new Map([
      ...made.given.positional.map((value, at) => [parameters[at] ?? '', value] as const),
      ...made.given.named,
    ]);
    const described = pack.dictionary();
    for (const parameter of parameters) {
      const value = given.get(parameter) ?? DEFAULTS[name]?.[parameter];
      if (!value) return undefined;
      const isTypes = parameter === 'allowed_types';
      const types = isTypes ? (given.has(parameter) ? this.#severalTypes(value) : '*') : undefined;
      const shown = isTypes
        ? types && constant(types)
        : parameter === 'input'
          ? this.types(pack.list('list', [value]), true)
          : parameter === 'inputs'
            ? this.types(value)
            : value;
      if (!shown) return undefined;
      described.set(parameter, shown);
    }
    return described;
  }

  /**
   * The types of an input that takes several, separated by commas; undefined if one is unknown.
   * @param widget the input whose widget it has: its type comes first
   */
  #severalTypes(types: Value | undefined, widget?: Widget): string | undefined {
    const isOne = types?.kind === 'unknown' && namedType(types.outside?.split('.').at(-1) ?? '') !== undefined;
    const { items, loose } = isOne ? { items: [types] } : types ? this.pack.itemsOf(types) : { items: [] };
    const names = items.map((item) => {
      if (item.kind === 'unknown') return namedType(item.outside?.split('.').at(-1) ?? '');
      const input = item.kind === 'class' ? item.names.get('Input') : undefined;
      const made = input?.kind === 'native' ? input.self : item;
      return made?.kind === 'made' ? textOf(made.given.positional[0] ?? made.given.named.get('io_type')) : undefined;
    });
    if (widget) names.unshift(typeOf(widget.input));
    return loose || names.length === 0 || names.includes(undefined) ? undefined : [...new Set(names)].join(',');
  }
}
