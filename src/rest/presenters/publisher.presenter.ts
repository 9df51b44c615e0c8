import type { MemberRecord, PublisherRecord } from '../../catalogue/records.js';
import { publisher as schema } from '../schemas/publisher.schema.js';
import { compact, presenterOf } from '../wire.js';

/** A member under their wire names. */
export const presentMember = ({ id, role, user }: MemberRecord) => ({ id, role, user: compact({ ...user }) });

const presentPlain = presenterOf(schema.omit({ members: true }));

/** Presents a publisher, with its members if they are given. */
export function presentPublisher(publisher: PublisherRecord, members?: readonly MemberRecord[]) {
  return { ...presentPlain(publisher), ...(members ? { members: members.map(presentMember) } : {}) };
}
