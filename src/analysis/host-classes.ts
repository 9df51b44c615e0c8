import { constant, List, type Unknown, type Value } from './python-values.js';

/**
 * Classes of the host that packages derive from: their function, category and outputs, which are the same in all
 * versions of the host since 2023. Their inputs and descriptions differ between versions.
 */
const CLASSES: Readonly<Record<string, readonly [called: string, category: string, outputs: string]>> = {
  SaveImage: ['save_images', 'image', ''],
  PreviewImage: ['save_images', 'image', ''],
  LoadImage: ['load_image', 'image', 'IMAGE MASK'],
  LoadImageMask: ['load_image', 'mask', 'MASK'],
  ImageBatch: ['batch', 'image', 'IMAGE'],
  EmptyImage: ['generate', 'image', 'IMAGE'],
  CheckpointLoaderSimple: ['load_checkpoint', 'loaders', 'MODEL CLIP VAE'],
  LoraLoader: ['load_lora', 'loaders', 'MODEL CLIP'],
  LoraLoaderModelOnly: ['load_lora_model_only', 'loaders', 'MODEL'],
  UNETLoader: ['load_unet', 'advanced/loaders', 'MODEL'],
  CLIPLoader: ['load_clip', 'advanced/loaders', 'CLIP'],
  DualCLIPLoader: ['load_clip', 'advanced/loaders', 'CLIP'],
  CLIPVisionLoader: ['load_clip', 'loaders', 'CLIP_VISION'],
  CLIPTextEncode: ['encode', 'conditioning', 'CONDITIONING'],
  VAELoader: ['load_vae', 'loaders', 'VAE'],
  VAEDecode: ['decode', 'latent', 'IMAGE'],
  VAEEncode: ['encode', 'latent', 'LATENT'],
  VAEEncodeForInpaint: ['encode', 'latent/inpaint', 'LATENT'],
  EmptyLatentImage: ['generate', 'latent', 'LATENT'],
  KSampler: ['sample', 'sampling', 'LATENT'],
  KSamplerAdvanced: ['sample', 'sampling', 'LATENT'],
  ControlNetLoader: ['load_controlnet', 'loaders', 'CONTROL_NET'],
};

/** Attributes that none of them has. */
const ABSENT = new Set(['RETURN_NAMES', 'OUTPUT_IS_LIST', 'DEPRECATED', 'EXPERIMENTAL']);

const classOf = ({ outside }: Unknown): (typeof CLASSES)[string] | undefined => {
  const name = /^nodes\.(\w+)$/.exec(outside ?? '')?.[1];
  return name !== undefined && Object.hasOwn(CLASSES, name) ? CLASSES[name] : undefined;
};

/** True for a class of the host of which most attributes that describe core-nodes are known. */
export const isHostClass = (base: Unknown): boolean => classOf(base) !== undefined;

/** An attribute of a class of the host: `base` itself if it is unknown, and undefined if the class has none. */
export function attributeOfHostClass(base: Unknown, name: string): Value | undefined {
  const [called, category, outputs] = classOf(base) ?? [];
  if (called === undefined) return base;
  if (name === 'FUNCTION') return constant(called);
  if (name === 'CATEGORY') return constant(category!);
  if (name === 'RETURN_TYPES') {
    const types = outputs === '' ? [] : outputs!.split(' ');
    return new List(
      'tuple',
      types.map((type) => constant(type)),
      undefined,
    );
  }
  return ABSENT.has(name) ? undefined : base;
}
