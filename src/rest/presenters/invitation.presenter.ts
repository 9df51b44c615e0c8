import type { InvitationRecord } from '../../services/new-invitation.js';
import { publisherInvitation } from '../schemas/publisher.schema.js';
import { presenterOf } from '../wire.js';

/** An invitation under its wire names. */
export const presentInvitation: (invitation: InvitationRecord) => object = presenterOf(publisherInvitation);
