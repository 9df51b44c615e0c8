import { z } from 'zod';
import { accelerator, operatingSystem } from '../values/classifier.js';
import { CORE_NODES_MAX } from '../values/core-node-bounds.js';
import { CoreNodePolicy, MemberRole, NodeStatus, NodeVersionStatus } from '../values/states.js';
import {
  ADDRESS_FAULT,
  isHttpAddress,
  optionalAddress,
  optionalRepository,
  optionalChoice,
  optionalFlag,
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

/**
 * The fields of a publisher that its owner may set. On an update, an absent field is unchanged; `null` or "" clears it.
 */
export const publisherFields = z.object({
  name: optionalText(200),
  description: optionalText(20_000),
  logo: optionalAddress,
  website: optionalLink,
  support: optionalLink,
  sourceCodeRepo: optionalLink,
});

/** The input of a new publisher. */
export const newPublisher = publisherFields.extend({ id: z.string({ error: 'is needed: a text such as "my-team"' }) });

/** The input of a new personal access token. */
export const newToken = z.object({
  name: text(200).min(1, 'takes at least one character'),
  description: optionalText(2000),
  expiresAt: optionalTime,
});

/** A report of a leaked token, in the format of secret scanners. */
const leakedToken = z.object({ token: text(500), url: optionalText(2000), source: optionalText(200) });

/** A list of reports of leaked tokens. */
export const leakedTokens = z
  .array(leakedToken, { error: 'takes a list of {token, url, source}' })
  .min(1, 'takes at least one report')
  .max(100, 'takes at most 100 reports');

/** The fields of a node that its publisher may set. */
const nodeFields = z.object({
  name: optionalText(200),
  description: optionalText(50_000),
  author: optionalText(200),
  license: optionalText(100_000),
  icon: optionalAddress,
  bannerUrl: optionalAddress,
  repository: optionalRepository,
  category: optionalText(200),
  tags: optionalTexts(100, 100),
  supportedAccelerators: optionalTexts(50, 200, accelerator),
  supportedCoreuiFrontendVersion: optionalText(200),
  supportedCoreuiVersion: optionalText(200),
  supportedOs: optionalTexts(50, 200, operatingSystem),
});

/** The fields of a node that only an admin may set. */
export const nodeAdminFields = z.object({
  tagsAdmin: optionalTexts(100, 100),
  preemptedCoreNodeNames: optionalTexts(1000, 200),
  searchRanking: optionalInt,
});

/** All fields of a node's update. The admin fields are ignored if the caller is not an admin. */
export const nodeUpdate = nodeFields.extend(nodeAdminFields.shape);

/** The input of a new node. */
export const newNode = nodeUpdate.extend({ id: z.string({ error: 'is needed: a text such as "my-node"' }) });

/** Limits of the long fields of a version, so that lists of versions stay small. */
const CHANGELOG_BYTES = 64 * 1024;
const DEPENDENCIES_BYTES = 64 * 1024;

/** An optional string of at most this many bytes in UTF-8. */
const textOfBytes = (bytes: number) =>
  optionalText(bytes).refine((value) => Buffer.byteLength(value ?? '') <= bytes, `takes at most ${bytes} bytes`);

/** The input of a new version. */
const newVersion = z.object({
  version: z.string({ error: 'is needed: a semantic version such as 1.2.3' }).max(100, 'takes at most 100 characters'),
  changelog: textOfBytes(CHANGELOG_BYTES),
  dependencies: optionalTexts(1000, 1000).refine(
    (lines) => Buffer.byteLength((lines ?? []).join('\n')) <= DEPENDENCIES_BYTES,
    `take at most ${DEPENDENCIES_BYTES} bytes in all`,
  ),
  deprecated: optionalFlag,
  supportedAccelerators: optionalTexts(50, 200, accelerator),
  supportedCoreuiFrontendVersion: optionalText(200),
  supportedCoreuiVersion: optionalText(200),
  supportedOs: optionalTexts(50, 200, operatingSystem),
  tags: optionalTexts(100, 100),
});

/** The input of a publication: fields of the node to update, and a new version. */
export const publication = z.object({
  node: nodeUpdate.extend({ id: z.string({ error: 'takes a text' }).optional() }),
  nodeVersion: newVersion,
});

/** The fields of a version that its publisher may set. */
export const versionFields = z.object({
  changelog: textOfBytes(CHANGELOG_BYTES),
  deprecated: optionalFlag,
});

/** The reason of a ban without a given reason. */
const BAN_REASON = 'Banned by an administrator';

/** The input of a ban. */
export const ban = z.object({
  reason: text(2000)
    .nullish()
    .transform((value) => value?.trim() || BAN_REASON),
});

/** The input of a decision whose reason is optional. */
export const reasonGiven = z.object({ reason: optionalText(2000) });

/** The input of a suspension. */
export const suspension = z.object({
  reason: text(2000).regex(/\S/, 'is needed: the reason, which the user is shown'),
});

/** The input of lifting a ban. */
export const unban = z.object({ reason: optionalText(2000) });

/** The fields of a version that an admin may set. */
export const versionModeration = versionFields.extend({
  status: optionalChoice(z.enum(NodeVersionStatus, { error: `takes ${Object.values(NodeVersionStatus).join(', ')}` })),
  statusReason: optionalText(100_000),
  tagsAdmin: optionalTexts(100, 100),
  supportedAccelerators: optionalTexts(50, 200, accelerator),
  supportedCoreuiFrontendVersion: optionalText(200),
  supportedCoreuiVersion: optionalText(200),
  supportedOs: optionalTexts(50, 200, operatingSystem),
});

/** The publisher of a node, and its ban, which only an admin may set. */
export const nodeControl = z.object({
  publisher: z.object({ id: optionalText(100) }, { error: 'takes an object with the id of a publisher' }).nullish(),
  status: optionalChoice(
    z.enum([NodeStatus.Active, NodeStatus.Banned], { error: `takes ${NodeStatus.Active} or ${NodeStatus.Banned}` }),
  ),
  statusDetail: optionalText(2000),
});

/** The fields of a node that an admin may set: all of them, its publisher, and a ban with its reason. */
export const nodeModeration = nodeUpdate.extend(nodeControl.shape);

const forAdmins = z.unknown().optional().describe('Only for admins, as in PUT /admin/nodes/{nodeId}');

/** The update of a node by its publisher, or by an admin, who may set all fields of `nodeModeration`. */
export const nodeChange = nodeUpdate.extend({ publisher: forAdmins, status: forAdmins, statusDetail: forAdmins });

const optionalEmail = text(320)
  .refine((value) => value === '' || /^[^\s@]+@[^\s@]+$/.test(value), 'takes an e-mail address')
  .transform((value) => (value === '' ? null : value))
  .nullish();

/** The input of a new member: a user id or an e-mail address, and a role. */
export const newMember = z.object({
  userId: optionalText(100),
  email: optionalEmail,
  role: optionalChoice(z.enum(MemberRole, { error: 'takes owner or member' })).transform(
    (role) => role ?? MemberRole.Member,
  ),
});

/** The member to remove. */
export const formerMember = z.object({ userId: optionalText(100), email: optionalText(320) });

const calledAddress = text(2000).refine(isHttpAddress, ADDRESS_FAULT);

/** The input of a new webhook. */
export const newWebhook = z.object({ url: calledAddress, description: optionalText(2000), since: optionalText(200) });

/** The fields of a webhook that can be updated. */
export const webhookFields = z.object({
  url: calledAddress.nullish().transform((value) => value ?? undefined),
  description: optionalText(2000),
  enabled: optionalFlag.transform((value) => value ?? undefined),
});

const jsonText = text(200_000)
  .refine((value) => value === '' || isJson(value), 'takes JSON as a text')
  .transform((value) => (value === '' ? null : value))
  .nullish();

/** The fields of a core-node definition, without its name. */
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
  deprecated: optionalFlag,
  experimental: optionalFlag,
  policy: optionalChoice(
    z.enum(CoreNodePolicy, { error: `takes ${Object.values(CoreNodePolicy).join(', ')}` }).nullable(),
  ),
});

/** The input of a core-node definition. */
export const newCoreNode = coreNodeFields.extend({ coreNodeName: text(500).min(1, 'takes at least one character') });

/** The input of all core-node definitions of a version. */
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

/** A range of days. */
export const days = z.object({ from: day.optional(), to: day.optional() });

/**
 * The input of a claim: a token of the repository host, which is never stored. The pattern makes it safe in a header.
 */
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
/** A report of a leaked token. */
export type LeakedToken = z.output<typeof leakedToken>;
/** The input of a new token. */
export type NewToken = z.output<typeof newToken>;
/** The fields of a node's update. */
export type NodeUpdate = z.output<typeof nodeUpdate>;
/** The input of a new node. */
export type NewNodeInput = z.output<typeof newNode>;
/** A node with a version of it. */
export type Publication = z.output<typeof publication>;
/** The fields of a version's update. */
export type VersionFields = z.output<typeof versionFields>;
/** The fields of a version that an admin sets. */
export type VersionModeration = z.output<typeof versionModeration>;
/** The fields of a node that an admin sets. */
export type NodeModeration = z.output<typeof nodeModeration>;
export type NodeChange = z.output<typeof nodeChange>;
/** The input of a new member. */
export type NewMember = z.output<typeof newMember>;
/** The member to remove, as input. */
export type FormerMember = z.output<typeof formerMember>;
/** The input of a new webhook. */
export type NewWebhook = z.output<typeof newWebhook>;
/** The fields of a webhook's update. */
export type WebhookFields = z.output<typeof webhookFields>;
/** The fields of a core-node definition. */
export type CoreNodeFields = z.output<typeof coreNodeFields>;
/** The input of a core-node definition. */
export type NewCoreNodeInput = z.output<typeof newCoreNode>;
/** The input of a claim. */
export type NodeClaim = z.output<typeof nodeClaim>;
/** Translations by language. */
export type Translations = z.output<typeof translations>['data'];
