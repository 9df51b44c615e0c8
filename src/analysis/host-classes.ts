import { constant, List, type Unknown, type Value } from './python-values.js';

/** The attributes of a class that are the same in all versions of the host since 2023. */
interface HostClass {
  readonly called?: string;
  readonly category?: string;
  /** The types of the outputs, separated by spaces. */
  readonly outputs?: string;
  /** Other attributes that it has in some versions. */
  readonly changed?: readonly string[];
}

/**
 * Classes of the host that packages derive from. Their inputs, descriptions and most categories differ between
 * versions.
 */
const CLASSES: Readonly<Record<string, HostClass>> = {
  SaveImage: { called: 'save_images', category: 'image', changed: ['RETURN_NAMES'] },
  PreviewImage: { called: 'save_images', category: 'image', changed: ['RETURN_NAMES'] },
  LoadImage: { called: 'load_image', category: 'image', outputs: 'IMAGE MASK' },
  LoadImageMask: { outputs: 'MASK' },
  ImageBatch: { called: 'batch', outputs: 'IMAGE', changed: ['DEPRECATED'] },
  EmptyImage: { called: 'generate', category: 'image', outputs: 'IMAGE' },
  CheckpointLoaderSimple: { called: 'load_checkpoint', outputs: 'MODEL CLIP VAE' },
  LoraLoader: { called: 'load_lora', outputs: 'MODEL CLIP' },
  LoraLoaderModelOnly: { called: 'load_lora_model_only', outputs: 'MODEL' },
  UNETLoader: { called: 'load_unet', outputs: 'MODEL' },
  CLIPLoader: { called: 'load_clip', outputs: 'CLIP' },
  DualCLIPLoader: { called: 'load_clip', outputs: 'CLIP' },
  CLIPVisionLoader: { called: 'load_clip', outputs: 'CLIP_VISION' },
  CLIPTextEncode: { called: 'encode', outputs: 'CONDITIONING' },
  VAELoader: { called: 'load_vae', outputs: 'VAE' },
  VAEDecode: { called: 'decode', outputs: 'IMAGE' },
  VAEEncode: { called: 'encode', outputs: 'LATENT' },
  VAEEncodeForInpaint: { called: 'encode', outputs: 'LATENT' },
  EmptyLatentImage: { called: 'generate', outputs: 'LATENT' },
  KSampler: { called: 'sample', outputs: 'LATENT' },
  KSamplerAdvanced: { called: 'sample', outputs: 'LATENT' },
  ControlNetLoader: { called: 'load_controlnet', outputs: 'CONTROL_NET' },
};

/** Attributes that the classes do not have, unless they have changed. */
const ABSENT = new Set(['RETURN_NAMES', 'OUTPUT_IS_LIST', 'DEPRECATED', 'EXPERIMENTAL']);

const classOf = ({ outside }: Unknown): HostClass | undefined => {
  const name = /^nodes\.(\w+)$/.exec(outside ?? '')?.[1];
  return name !== undefined && Object.hasOwn(CLASSES, name) ? CLASSES[name] : undefined;
};

/** True for the name of a core-node of the host that packages derive from. */
export const isHostNode = (name: string): boolean => Object.hasOwn(CLASSES, name);

/** True for a class of the host of which most attributes that describe core-nodes are known. */
export const isHostClass = (base: Unknown): boolean => classOf(base) !== undefined;

/** An attribute of a class of the host: `base` itself if it is unknown, and undefined if the class has none. */
export function attributeOfHostClass(base: Unknown, name: string): Value | undefined {
  const known = classOf(base);
  if (!known) return base;
  const { called, category, outputs, changed } = known;
  if (name === 'FUNCTION') return called === undefined ? base : constant(called);
  if (name === 'CATEGORY') return category === undefined ? base : constant(category);
  if (name === 'RETURN_TYPES' && outputs !== undefined)
    return new List(
      'tuple',
      outputs.split(' ').map((type) => constant(type)),
      undefined,
    );
  return ABSENT.has(name) && !changed?.includes(name) ? undefined : base;
}
