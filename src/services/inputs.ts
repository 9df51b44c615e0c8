import { z } from 'zod';
import { accelerator, operatingSystem } from '../values/classifier.js';
import { optionalAddress, optionalInt, optionalLink, optionalText, optionalTexts, optionalTime, text } from '../values/fields.js';

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

/** What a claim takes: a token of the repository's host, used once and never kept. No other text fits into a header. */
export const nodeClaim = z.object({ repoHostToken: text(500).trim().regex(/^[\x21-\x7e]+$/, 'takes a token of the repository’s host') });

/** Translations by language tag; each value is a free-form object. */
export const translations = z.object({
  data: z.record(z.string(), z.record(z.string(), z.unknown(), { error: 'takes an object' }), { error: 'is needed: an object with a language tag for each key' }),
});

/** The input of a new publisher. */
export type NewPublisher = z.output<typeof newPublisher>;
/** The fields of a publisher's update. */
export type PublisherFields = z.output<typeof publisherFields>;
/** The input of a new token. */
export type NewToken = z.output<typeof newToken>;
/** The fields of a node's update. */
export type NodeUpdate = z.output<typeof nodeUpdate>;
/** The input of a claim. */
export type NodeClaim = z.output<typeof nodeClaim>;
/** Translations by language. */
export type Translations = z.output<typeof translations>['data'];
