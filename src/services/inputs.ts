import { z } from 'zod';
import { accelerator, operatingSystem } from '../values/classifier.js';
import { CoreNodePolicy, MemberRole, NodeStatus, NodeVersionStatus } from '../values/states.js';
import {
  optionalAddress,
  optionalInt,
  optionalLink,
  optionalText,
  optionalTexts,
  optionalTime,
  text,
} from '../values/fields.js';

function isJson(value: string): boolean {
  try {
    JSON.parse(value);
    return true;
  } catch {
    return false;
  }
}

/** What a publisher's owner may set. On an update an absent field keeps, null or "" clears. */
export const publisherFields = z.object({
  name: optionalText(200),
  description: optionalText(20_000),
  logo: optionalAddress,
  website: optionalLink,
  support: optionalLink,
  sourceCodeRepo: optionalLink,
});

/** What is needed to create a publisher. */
export const newPublisher = publisherFields.extend({ id: z.string({ error: 'is needed: a text such as "my-team"' }) });

/** What is needed to create a personal access token. */
export const newToken = z.object({
  name: text(200).min(1, 'takes at least one character'),
  description: optionalText(2000),
  expiresAt: optionalTime,
});

/** A token that was found where it should not be, as scanners of repositories report it. */
export const leakedToken = z.object({ token: text(500), url: optionalText(2000), source: optionalText(200) });

/** Reports of such tokens, up to a hundred at once. */
export const leakedTokens = z
  .array(leakedToken, { error: 'takes a list of {token, url, source}' })
  .min(1, 'takes at least one report')
  .max(100, 'takes at most 100 reports');

/** What a publisher may set of its node. */
export const nodeFields = z.object({
  name: optionalText(200),
  description: optionalText(50_000),
  author: optionalText(200),
  license: optionalText(100_000),
  icon: optionalAddress,
  bannerUrl: optionalAddress,
  repository: optionalAddress,
  category: optionalText(200),
  tags: optionalTexts(100, 100),
  supportedAccelerators: optionalTexts(50, 200, accelerator),
  supportedCoreuiFrontendVersion: optionalText(200),
  supportedCoreuiVersion: optionalText(200),
  supportedOs: optionalTexts(50, 200, operatingSystem),
});

/** What only an admin may set of a node. */
export const nodeAdminFields = z.object({
  tagsAdmin: optionalTexts(100, 100),
  preemptedCoreNodeNames: optionalTexts(1000, 200),
  searchRanking: optionalInt,
});

/** Everything that a node's update takes; the admin's part is ignored for others. */
export const nodeUpdate = nodeFields.extend(nodeAdminFields.shape);

/** What is needed to create a node. */
export const newNode = nodeUpdate.extend({ id: z.string({ error: 'is needed: a text such as "my-node"' }) });

/** What is said of a new version. */
export const newVersion = z.object({
  version: z.string({ error: 'is needed: a semantic version such as 1.2.3' }).max(100, 'takes at most 100 characters'),
  changelog: optionalText(100_000),
  dependencies: optionalTexts(1000, 1000),
  deprecated: z.boolean({ error: 'takes true or false' }).nullish(),
  supportedAccelerators: optionalTexts(50, 200, accelerator),
  supportedCoreuiFrontendVersion: optionalText(200),
  supportedCoreuiVersion: optionalText(200),
  supportedOs: optionalTexts(50, 200, operatingSystem),
  tags: optionalTexts(100, 100),
});

/** What a publisher's tool sends: the node as it is now, and a version of it. */
export const publication = z.object({
  node: nodeUpdate.extend({ id: z.string({ error: 'takes a text' }).optional() }),
  nodeVersion: newVersion,
});

/** What a publisher may set of its version. */
export const versionFields = z.object({
  changelog: optionalText(100_000),
  deprecated: z.boolean({ error: 'takes true or false' }).nullish(),
});

const reason = z
  .string({ error: 'is needed: why, as a text' })
  .trim()
  .min(1, 'is needed: why, as a text')
  .max(2000, 'takes at most 2000 characters');

/** Why somebody or something is banned. */
export const ban = z.object({ reason });

/** Lifting a ban may say why. */
export const unban = z.object({ reason: optionalText(2000) });

/** What an admin may set of a version beside the fields of everybody: its status, with the reason. */
export const versionModeration = z.object({
  status: z.enum(NodeVersionStatus, { error: `takes ${Object.values(NodeVersionStatus).join(', ')}` }).optional(),
  statusReason: optionalText(2000),
  tagsAdmin: optionalTexts(100, 100),
  deprecated: z.boolean({ error: 'takes true or false' }).nullish(),
});

/**
 * What an admin may set of a node: what its publisher may, what only he may, and whether it is banned, with the reason.
 */
export const nodeModeration = nodeUpdate.extend({
  status: z
    .enum([NodeStatus.Active, NodeStatus.Banned], { error: `takes ${NodeStatus.Active} or ${NodeStatus.Banned}` })
    .optional(),
  statusDetail: optionalText(2000),
});

/** Who is made a member of a publisher: by our id, or by an address that his provider has verified. */
export const newMember = z.object({
  userId: optionalText(100),
  email: optionalText(320),
  role: z.enum(MemberRole, { error: 'takes owner or member' }).default(MemberRole.Member),
});

/** Who shall be a member no more. */
export const formerMember = z.object({ userId: optionalText(100), email: optionalText(320) });

const calledAddress = text(2000).refine(
  (value) => /^https?:\/\//i.test(value) && URL.canParse(value),
  'takes an http or https address',
);

/** What is needed to have an address told of changes. */
export const newWebhook = z.object({ url: calledAddress, description: optionalText(2000), since: optionalText(200) });

/** What may change of a webhook. */
export const webhookFields = z.object({
  url: calledAddress.nullish().transform((value) => value ?? undefined),
  description: optionalText(2000),
  enabled: z
    .boolean({ error: 'takes true or false' })
    .nullish()
    .transform((value) => value ?? undefined),
});

const jsonText = text(200_000)
  .refine((value) => value === '' || isJson(value), 'takes JSON as a text')
  .transform((value) => (value === '' ? null : value))
  .nullish();

/** What may be said of a core-node beside its name. */
export const coreNodeFields = z.object({
  displayName: optionalText(500),
  category: optionalText(500),
  description: optionalText(20_000),
  function: optionalText(500),
  inputTypes: jsonText,
  returnNames: jsonText,
  returnTypes: jsonText,
  outputIsList: z
    .array(z.boolean({ error: 'takes true or false' }), { error: 'takes a list of true and false' })
    .max(1000, 'takes at most 1000 items')
    .nullish(),
  deprecated: z.boolean({ error: 'takes true or false' }).nullish(),
  experimental: z.boolean({ error: 'takes true or false' }).nullish(),
  policy: z.enum(CoreNodePolicy, { error: `takes ${Object.values(CoreNodePolicy).join(', ')}` }).nullish(),
});

/** A core-node definition from outside. */
export const newCoreNode = coreNodeFields.extend({ coreNodeName: text(500).min(1, 'takes at least one character') });

/** The most definitions that a version has. */
export const CORE_NODES_MAX = 4000;

/** All definitions of a version. */
export const storedCoreNodes = z.object({
  coreNodes: z
    .array(newCoreNode, { error: 'takes a list of definitions' })
    .max(CORE_NODES_MAX, `takes at most ${CORE_NODES_MAX} definitions`),
});

/** A user's review of a node. */
export const nodeReview = z.object({ star: z.int({ error: 'takes a whole number from 1 to 5' }) });

/** A day, such as 2026-01-31. */
export const day = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d$/, 'takes a day such as 2026-01-31')
  .refine(
    (text) => text >= '1970-01-01' && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text),
    'takes a day such as 2026-01-31',
  );

/** A stretch of days. */
export const days = z.object({ from: day.optional(), to: day.optional() });

/** What a claim takes: a token of the repository's host, used once and never kept. No other text fits into a header. */
export const nodeClaim = z.object({
  repoHostToken: text(500)
    .trim()
    .regex(/^[\x21-\x7e]+$/, 'takes a token of the repository’s host'),
});

/** Translations by language tag; each value is a free-form object. */
export const translations = z.object({
  data: z.record(z.string(), z.record(z.string(), z.unknown(), { error: 'takes an object' }), {
    error: 'is needed: an object with a language tag for each key',
  }),
});

/** The input of a new publisher. */
export type NewPublisher = z.output<typeof newPublisher>;
/** The fields of a publisher's update. */
export type PublisherFields = z.output<typeof publisherFields>;
/** The input of a new token. */
export type LeakedToken = z.output<typeof leakedToken>;
export type NewToken = z.output<typeof newToken>;
/** The fields of a node's update. */
export type NodeUpdate = z.output<typeof nodeUpdate>;
/** The input of a new node. */
export type NewNodeInput = z.output<typeof newNode>;
/** A node with a version of it. */
export type Publication = z.output<typeof publication>;
/** The fields of a version's update. */
export type VersionFields = z.output<typeof versionFields>;
/** What an admin sets of a version. */
export type VersionModeration = z.output<typeof versionModeration>;
/** What an admin sets of a node. */
export type NodeModeration = z.output<typeof nodeModeration>;
/** The input of a new member. */
export type NewMember = z.output<typeof newMember>;
/** Who is removed. */
export type FormerMember = z.output<typeof formerMember>;
/** The input of a new webhook. */
export type NewWebhook = z.output<typeof newWebhook>;
/** The fields of a webhook's update. */
export type WebhookFields = z.output<typeof webhookFields>;
/** The fields of a core-node definition. */
export type CoreNodeFields = z.output<typeof coreNodeFields>;
/** A core-node definition from outside. */
export type NewCoreNodeInput = z.output<typeof newCoreNode>;
/** The input of a claim. */
export type NodeClaim = z.output<typeof nodeClaim>;
/** Translations by language. */
export type Translations = z.output<typeof translations>['data'];
