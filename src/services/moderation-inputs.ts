import { z } from 'zod';
import { optionalText, text } from '../values/fields.js';
import { CLOSED_REPORT_STATES, DECIDED_KINDS, DECISIONS } from '../values/moderation.js';

/** The input that sets whether a publisher is trusted. */
export const publisherTrust = z.object({
  trusted: z.boolean({ error: 'takes true or false' }),
  reason: optionalText(2000),
});

/** The input of a report of a node. */
export const nodeReport = z.object({ text: text(2000).regex(/\S/, 'takes at least one character other than spaces') });

/** The input that closes a report: its final status, with a note. */
export const reportClosure = z.object({
  status: z.enum(CLOSED_REPORT_STATES, { error: `takes ${CLOSED_REPORT_STATES.join(' or ')}` }),
  note: optionalText(2000),
});

/** Limit of items of the moderators' queue in one decision. */
const DECISIONS_MAX = 100;

const item = z.object({
  kind: z.enum(DECIDED_KINDS, { error: `takes ${DECIDED_KINDS.join(' or ')}` }),
  id: text(100),
});

/** One decision about many items of the moderators' queue. */
export const queueDecisions = z.object({
  decision: z.enum(DECISIONS, { error: `takes ${DECISIONS.join(' or ')}` }),
  reason: optionalText(2000),
  items: z
    .array(item, { error: 'takes a list of {kind, id}' })
    .min(1, 'takes at least one item')
    .max(DECISIONS_MAX, `takes at most ${DECISIONS_MAX} items`),
});

/** The input of a report. */
export type NodeReport = z.output<typeof nodeReport>;
/** The closure of a report. */
export type ReportClosure = z.output<typeof reportClosure>;
/** A decision about items of the moderators' queue. */
export type QueueDecisions = z.output<typeof queueDecisions>;
