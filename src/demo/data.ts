import type { NewNode } from '../services/store-nodes.js';
import { UNCLAIMED_PUBLISHER } from '../values/publisher-id.js';

/** The owner of the demo's publishers: `registry token --user demo` prints their token. */
export const DEMO_USER = { subject: 'demo', name: 'Demo Owner', email: 'demo@example.org', emailVerified: true };

/** The demo's publishers. */
export const DEMO_PUBLISHERS = [
  {
    id: 'pixel-forge',
    name: 'Pixel Forge',
    description: 'Image tools with sharp edges.',
    website: 'https://pixel-forge.example.org',
    support: 'help@pixel-forge.example.org',
  },
  {
    id: 'sound-garden',
    name: 'Sound Garden',
    description: 'Everything that makes a noise.',
    website: 'https://sound-garden.example.org',
  },
];

const definition = (name: string, category: string, inputs: object, returns: readonly string[]) => ({
  name,
  category,
  function: 'run',
  inputTypes: JSON.stringify({ required: inputs }),
  returnTypes: JSON.stringify(returns),
  returnNames: JSON.stringify(returns.map((type) => type.toLowerCase())),
  outputIsList: returns.map(() => false),
});

const UPSCALE_NODES = [
  definition('UpscaleTiled', 'image/upscaling', { image: ['IMAGE'], scale: ['FLOAT', { default: 2 }] }, ['IMAGE']),
  definition('UpscaleWithModelTiled', 'image/upscaling', { image: ['IMAGE'], model: ['UPSCALE_MODEL'] }, ['IMAGE']),
];
const MASK_FEATHER = definition('MaskFeather', 'mask', { mask: ['MASK'], radius: ['INT', { default: 8 }] }, ['MASK']);
const MASK_GROW = definition('MaskGrow', 'mask', { mask: ['MASK'] }, ['MASK']);

const UPSCALE_SUPPORT = {
  supportedOs: ['Microsoft :: Windows', 'POSIX :: Linux'],
  supportedAccelerators: ['GPU :: NVIDIA CUDA'],
};
const INDEPENDENT = { supportedOs: ['OS Independent'] };

/** The demo's nodes. Each version has an archive, which `demoArchive` makes. */
export const DEMO_NODES: readonly NewNode[] = [
  {
    id: 'upscale-studio',
    publisherId: 'pixel-forge',
    name: 'Upscale Studio',
    description: 'Upscales images in tiles, with a model or without one.',
    author: 'Pixel Forge',
    license: '{"file": "LICENSE"}',
    repository: 'https://github.com/pixel-forge/upscale-studio',
    tags: ['upscale', 'image'],
    downloads: 12_840,
    repoHostStars: 412,
    rating: 4.5,
    ...UPSCALE_SUPPORT,
    versions: [
      {
        version: '1.0.9',
        ...UPSCALE_SUPPORT,
        changelog: 'First stable release.',
        dependencies: ['numpy>=1.26'],
        coreNodes: UPSCALE_NODES.slice(0, 1),
      },
      {
        version: '1.0.10',
        ...UPSCALE_SUPPORT,
        changelog: 'Tiles overlap now.',
        dependencies: ['numpy>=1.26,<2', 'pillow'],
        supportedCoreuiVersion: '>=0.3.0',
        coreNodes: UPSCALE_NODES,
      },
      {
        version: '1.1.0-beta.1',
        ...UPSCALE_SUPPORT,
        changelog: 'Tries another seam.',
        dependencies: ['numpy>=1.26', 'pillow'],
        coreNodes: UPSCALE_NODES,
      },
    ],
  },
  {
    id: 'mask-painter',
    publisherId: 'pixel-forge',
    name: 'Mask Painter',
    description: 'Draw, grow, feather and combine masks.',
    author: 'Pixel Forge',
    repository: 'https://github.com/pixel-forge/mask-painter',
    tags: ['mask', 'image'],
    downloads: 5310,
    repoHostStars: 128,
    ...INDEPENDENT,
    versions: [
      { version: '0.4.0', ...INDEPENDENT, deprecated: true, changelog: 'The old brush.', coreNodes: [MASK_GROW] },
      {
        version: '0.5.2',
        ...INDEPENDENT,
        changelog: 'Feathering in linear light.',
        coreNodes: [MASK_FEATHER, MASK_GROW],
      },
    ],
  },
  {
    id: 'audio-mixer',
    publisherId: 'sound-garden',
    name: 'Audio Mixer',
    description: 'Mixes, trims and normalizes audio, for films from your workflows.',
    author: 'Sound Garden',
    repository: 'https://github.com/sound-garden/audio-mixer',
    tags: ['audio'],
    downloads: 2204,
    repoHostStars: 77,
    versions: [
      {
        version: '2.1.3',
        changelog: 'Keeps stereo.',
        dependencies: ['soundfile'],
        coreNodes: [definition('AudioMix', 'audio', { first: ['AUDIO'], second: ['AUDIO'] }, ['AUDIO'])],
      },
    ],
  },
  {
    id: 'prompt-library',
    publisherId: UNCLAIMED_PUBLISHER,
    name: 'Prompt Library',
    description: 'Keeps prompts in files and finds them again. Nobody has claimed it yet.',
    author: 'someone',
    repository: 'https://github.com/someone/prompt-library',
    tags: ['text'],
    repoHostStars: 9,
    versions: [
      {
        version: '0.1.0',
        changelog: 'Reads folders.',
        coreNodes: [definition('PromptFromLibrary', 'text', { name: ['STRING'] }, ['STRING'])],
      },
    ],
  },
  {
    id: 'mask-tools',
    publisherId: 'sound-garden',
    name: 'Mask Tools',
    description: 'Feathers masks, as Mask Painter does.',
    author: 'Sound Garden',
    repository: 'https://github.com/sound-garden/mask-tools',
    tags: ['mask'],
    downloads: 310,
    repoHostStars: 95,
    versions: [{ version: '1.0.0', changelog: 'Feathers masks.', coreNodes: [MASK_FEATHER] }],
  },
  {
    id: 'color-lab',
    publisherId: 'pixel-forge',
    name: 'Color Lab',
    description: 'Grades colors with curves.',
    author: 'Pixel Forge',
    repository: 'https://github.com/pixel-forge/color-lab',
    tags: ['color', 'image'],
    downloads: 870,
    repoHostStars: 61,
    versions: [
      {
        version: '1.4.0',
        changelog: 'Curves.',
        dependencies: ['numpy>=1.24'],
        coreNodes: [definition('ColorGrade', 'image/color', { image: ['IMAGE'] }, ['IMAGE'])],
      },
      {
        version: '2.0.0',
        changelog: 'Built on the arrays of numpy 2.',
        dependencies: ['numpy>=2'],
        coreNodes: [definition('ColorGrade', 'image/color', { image: ['IMAGE'] }, ['IMAGE'])],
      },
    ],
  },
];

/** The demo's translations: node → language → fields. */
export const DEMO_TRANSLATIONS: Readonly<Record<string, Readonly<Record<string, object>>>> = {
  'upscale-studio': {
    de: { name: 'Upscale-Studio', description: 'Vergrößert Bilder in Kacheln, mit oder ohne Modell.' },
    'zh-Hans': { name: '放大工作室', description: '分块放大图像，可使用或不使用模型。' },
  },
};
