// Generates the data set: publishers, nodes, versions and core-nodes. It is the same in every run.
import { between, oneOf, randomOf, uuidOf } from '../random.mjs';
import { anyWord, capitalized, prose, wordList } from './words.mjs';

/** Numbers of rows and of distinct words by scale. */
export const SCALES = {
  small: { nodes: 6_000, versions: 60_000, publishers: 3_000, coreNodes: 150_000, words: 6_000 },
  large: { nodes: 100_000, versions: 1_000_000, publishers: 50_000, coreNodes: 2_000_000, words: 20_000 },
};

const SYSTEMS = [
  [],
  [],
  [],
  ['OS Independent'],
  ['Microsoft :: Windows'],
  ['POSIX :: Linux'],
  ['MacOS'],
  ['Microsoft :: Windows', 'POSIX :: Linux'],
  ['POSIX'],
];
const ACCELERATORS = [
  [],
  [],
  [],
  ['GPU :: NVIDIA CUDA'],
  ['GPU :: NVIDIA CUDA', 'GPU :: AMD ROCm'],
  ['GPU :: Apple Metal'],
  ['CPU'],
];
const RANGES = [null, null, null, '>=0.3.0', '>=0.3.10,<1.0', '~=0.3.2', '>=0.2.0,<0.4', '==0.3.*', '>=0.4.0'];
const DEPENDENCIES = [
  'numpy',
  'torch>=2.1',
  'pillow',
  'opencv-python',
  'transformers>=4.40',
  'einops',
  'scipy',
  'requests',
  'tqdm',
  'safetensors',
];
const TYPES = ['IMAGE', 'MASK', 'LATENT', 'MODEL', 'CLIP', 'VAE', 'STRING', 'INT', 'FLOAT'];
const BEGIN = Date.UTC(2023, 0, 1);
const END = Date.UTC(2026, 0, 1);

const someOf = (random, list, most) => [
  ...new Set(Array.from({ length: between(random, 0, most) }, () => oneOf(random, list))),
];
const timeOf = (ms) => new Date(Math.floor(ms)).toISOString();

/** The publishers, without `unclaimed`, which a migration creates. */
export function* publishers(scale) {
  const random = randomOf(11);
  const words = wordList(SCALES[scale].words);
  for (let index = 0; index < SCALES[scale].publishers; index++) {
    const [first, second] = [anyWord(random, words), anyWord(random, words)];
    const at = timeOf(BEGIN + random() * (END - BEGIN));
    yield {
      id: `${first}-${second}-${index}`,
      name: `${capitalized(first)} ${capitalized(second)}`,
      description: random() < 0.6 ? prose(random, words, 40, 160) : null,
      website: random() < 0.4 ? `https://${second}.example.org` : null,
      logo: random() < 0.3 ? `https://cdn.example.org/logos/${index}.png` : null,
      status: 'PublisherStatusActive',
      created_at: at,
      updated_at: at,
    };
  }
}

/** Numbers of versions per node: at least one, mostly a few, rarely more than a hundred. Their sum is `versions`. */
function versionCounts({ nodes, versions }) {
  const random = randomOf(13);
  const shares = Array.from({ length: nodes }, () => (-Math.log(1 - random())) ** 1.4);
  const sum = shares.reduce((a, b) => a + b, 0);
  const counts = shares.map((share) => 1 + Math.floor((share / sum) * (versions - nodes)));
  for (let missing = versions - counts.reduce((a, b) => a + b, 0), at = 0; missing > 0; missing--, at++)
    counts[at % nodes]++;
  return counts;
}

function* versionNumbers(random, count) {
  let [major, minor, patch] = [0, 1, 0];
  for (let index = 0; index < count; index++) {
    const isPrerelease = random() < 0.06;
    yield `${major}.${minor}.${patch}${isPrerelease ? `-beta.${index}` : ''}`;
    const step = random();
    if (step < 0.06) [major, minor, patch] = [major + 1, 0, 0];
    else if (step < 0.35) [minor, patch] = [minor + 1, 0];
    else patch++;
  }
}

function statusOf(random) {
  const share = random();
  if (share < 0.93) return 'NodeVersionStatusActive';
  if (share < 0.96) return 'NodeVersionStatusDeleted';
  if (share < 0.98) return 'NodeVersionStatusPending';
  return share < 0.99 ? 'NodeVersionStatusFlagged' : 'NodeVersionStatusBanned';
}

function node(random, words, index, publisherIds, at) {
  const parts = Array.from({ length: between(random, 1, 3) }, () => anyWord(random, words));
  const isBanned = random() < 0.03;
  const owner = publisherIds[Math.floor(publisherIds.length * random() ** 1.5)];
  return {
    id: `${parts.join('-')}-${index}`,
    publisher_id: owner,
    name: parts.map(capitalized).join(' '),
    description: prose(random, words, 100, 400),
    author: random() < 0.8 ? owner.replace(/-\d+$/, '').replace(/-/g, ' ') : null,
    license: random() < 0.6 ? '{"file": "LICENSE"}' : null,
    icon: random() < 0.5 ? `https://cdn.example.org/icons/${index}.png` : null,
    banner_url: random() < 0.1 ? `https://cdn.example.org/banners/${index}.png` : null,
    repository: `https://github.com/${owner}/${parts.join('-')}-${index}`,
    tags: someOf(random, words.slice(0, 120), 5),
    tags_admin: random() < 0.05 ? ['featured'] : [],
    downloads: Math.floor(10 ** (random() * 6)),
    repo_host_stars: Math.floor(10 ** (random() * 4)) - 1,
    rating: random() < 0.3 ? between(random, 10, 50) / 10 : null,
    search_ranking: random() < 0.05 ? between(random, 1, 100) : null,
    status: isBanned ? 'NodeStatusBanned' : 'NodeStatusActive',
    status_detail: isBanned ? 'It was found to be malicious.' : null,
    supported_accelerators: oneOf(random, ACCELERATORS),
    supported_os: oneOf(random, SYSTEMS),
    supported_coreui_version: oneOf(random, RANGES),
    created_at: timeOf(at),
    updated_at: timeOf(at + random() * (END - at)),
  };
}

function version(random, words, nodeId, number, at) {
  const status = statusOf(random);
  return {
    id: uuidOf(random),
    node_id: nodeId,
    version: number,
    changelog: random() < 0.7 ? prose(random, words, 30, 200) : '',
    dependencies: someOf(random, DEPENDENCIES, 5),
    deprecated: random() < 0.03,
    status,
    status_reason: status === 'NodeVersionStatusActive' ? null : 'Because it had to be.',
    supported_accelerators: oneOf(random, ACCELERATORS),
    supported_os: oneOf(random, SYSTEMS),
    supported_coreui_version: oneOf(random, RANGES),
    created_at: timeOf(at),
    updated_at: timeOf(at),
  };
}

function coreNode(random, words, versionId, index) {
  const [first, second] = [anyWord(random, words), anyWord(random, words)];
  return {
    version_id: versionId,
    name: `${capitalized(first)}${capitalized(second)}${index === 0 ? '' : index + 1}`,
    display_name: random() < 0.5 ? `${capitalized(first)} ${second}` : null,
    category: `${oneOf(random, words.slice(0, 40))}/${oneOf(random, words.slice(0, 120))}`,
    description: random() < 0.4 ? prose(random, words, 30, 120) : null,
    function: 'run',
    input_types: JSON.stringify({ required: { [first]: [oneOf(random, TYPES)], strength: ['FLOAT', { default: 1 }] } }),
    return_types: JSON.stringify([oneOf(random, TYPES)]),
    return_names: random() < 0.4 ? JSON.stringify([second]) : null,
  };
}

/** The nodes by creation time, each with its versions and their core-nodes. */
export function* nodes(scale, publisherIds) {
  const sizes = SCALES[scale];
  const random = randomOf(17);
  const words = wordList(sizes.words);
  const counts = versionCounts(sizes);
  let versionCount = 0;
  for (let index = 0; index < sizes.nodes; index++) {
    const at = BEGIN + ((index + random()) / sizes.nodes) * (END - BEGIN) * 0.98;
    const created = node(random, words, index, publisherIds, at);
    const family = { node: created, versions: [], coreNodes: [] };
    let position = 0;
    for (const number of versionNumbers(random, counts[index])) {
      const added = version(random, words, created.id, number, at + ((END - at) * position++) / counts[index]);
      family.versions.push(added);
      const definitions =
        Math.floor(((versionCount + 1) * sizes.coreNodes) / sizes.versions) -
        Math.floor((versionCount * sizes.coreNodes) / sizes.versions);
      for (let nth = 0; nth < definitions; nth++) family.coreNodes.push(coreNode(random, words, added.id, nth));
      versionCount++;
    }
    yield family;
  }
}
