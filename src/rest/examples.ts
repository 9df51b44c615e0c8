const SUBJECT = '3f2b8c1e-5d0a-4c8e-9a51-6f3f0f5c7d10';

const NODE = {
  name: 'Upscale Studio',
  description: 'Upscales images in tiles.',
  repository: 'https://github.com/pixel-forge/upscale-studio',
  license: '{"file": "LICENSE"}',
  supported_os: ['Linux', 'Windows'],
  supported_accelerators: ['GPU :: NVIDIA CUDA'],
  tags: ['upscale'],
};

const CORE_NODE = {
  display_name: 'Upscale (tiled)',
  category: 'image/upscaling',
  function: 'run',
  input_types: '{"required": {"image": ["IMAGE"]}}',
  return_types: '["IMAGE"]',
  return_names: '["image"]',
  output_is_list: [false],
};

const WEBHOOK = { url: 'https://example.org/hooks/registry', description: 'Search index' };
const WEBHOOK_FIELDS = { enabled: true, description: 'Search index' };
const BAN = { reason: 'Downloads code from an unknown host.' };
const UNBAN = { reason: 'The publisher removed the download.' };

/** An example of the body of each operation that takes JSON, by its operation id. */
export const BODY_EXAMPLES: Readonly<Record<string, unknown>> = {
  createPublisher: { id: 'pixel-forge', name: 'Pixel Forge', website: 'https://pixel-forge.example.org' },
  updatePublisher: { description: 'Tools for images.', support: 'https://pixel-forge.example.org/support' },
  addPublisherMember: { email: 'ada@example.org', role: 'member' },
  removePublisherMember: { user_id: SUBJECT },
  createPublisherToken: { name: 'release workflow', expires_at: '2027-01-01T00:00:00Z' },
  reportLeakedTokens: [{ token: 'xrt_...', url: 'https://github.com/pixel-forge/upscale-studio/blob/main/ci.yml' }],
  createPublisherWebhook: WEBHOOK,
  createAdminWebhook: WEBHOOK,
  updatePublisherWebhook: WEBHOOK_FIELDS,
  updateAdminWebhook: WEBHOOK_FIELDS,

  createNode: { id: 'upscale-studio', ...NODE },
  updateNode: { description: 'Upscales images in tiles, with or without a model.', tags: ['upscale', 'tiles'] },
  claimMyNode: { REPO_HOST_TOKEN: 'gho_...' },
  createNodeTranslations: { data: { de: { name: 'Upscale-Studio', description: 'Vergrößert Bilder in Kacheln.' } } },
  reportNode: { text: 'The archive sends files to another host.' },

  publishNodeVersion: {
    personal_access_token: 'xrt_...',
    node: NODE,
    node_version: { version: '1.0.0', changelog: 'First release.', dependencies: ['numpy>=1.26', 'pillow'] },
  },
  updateNodeVersion: { changelog: 'Fixes seams between tiles.', deprecated: false },
  bulkNodeVersions: { node_versions: [{ node_id: 'upscale-studio', version: '1.0.0' }] },
  storeVersionCoreNodes: { core_nodes: [{ core_node_name: 'UpscaleTiled', ...CORE_NODE }] },
  updateVersionCoreNode: CORE_NODE,
  resolve: { core_node_names: ['UpscaleTiled', 'MaskGrow'], os: 'linux', accelerator: 'cuda' },

  banPublisher: BAN,
  unbanPublisher: UNBAN,
  banNode: BAN,
  unbanNode: UNBAN,
  adminCreateNode: { id: 'upscale-studio', ...NODE },
  adminUpdateNode: { tags_admin: ['featured'], search_ranking: 2 },
  adminUpdateNodeVersion: { status: 'NodeVersionStatusActive', status_reason: 'The download is documented.' },
  decideModerationQueue: {
    decision: 'approve',
    reason: 'The download is documented.',
    items: [{ kind: 'version', id: SUBJECT }],
  },
  closeNodeReport: { status: 'resolved', note: 'The version was unpublished.' },
  setPublisherTrust: { trusted: true, reason: 'Has published for two years.' },
  withdrawUserApproval: { reason: 'Published under a false name.' },
  suspendUser: { reason: 'Published stolen code.' },

  submitVideoTask: {
    model: 'viduq1',
    images: ['https://example.org/first.png', 'https://example.org/last.png'],
    prompt: 'The camera moves slowly.',
    duration: 5,
  },
};
