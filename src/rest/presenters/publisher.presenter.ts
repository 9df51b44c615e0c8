import type { MemberRecord, PublisherRecord } from '../../catalogue/records.js';
import { compact } from '../wire.js';

/** A member under his wire names. */
export const presentMember = ({ id, role, user }: MemberRecord) => ({ id, role, user: compact({ ...user }) });

/** A publisher under its wire names; its members only where they are given. */
export function presentPublisher(publisher: PublisherRecord, members?: readonly MemberRecord[]) {
  return compact({
    id: publisher.id,
    name: publisher.name,
    description: publisher.description,
    logo: publisher.logo,
    website: publisher.website,
    support: publisher.support,
    source_code_repo: publisher.sourceCodeRepo,
    status: publisher.status,
    createdAt: publisher.createdAt,
    members: members?.map(presentMember),
  });
}
