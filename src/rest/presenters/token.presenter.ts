import type { TokenRecord } from '../../services/token.service.js';
import { compact } from '../wire.js';

/** A token under its wire names, without its secret. */
export function presentToken(token: TokenRecord) {
  return compact({
    id: token.id,
    name: token.name,
    description: token.description,
    createdAt: token.createdAt,
    last_four: token.lastFour,
    expires_at: token.expiresAt,
    last_used_at: token.lastUsedAt,
    created_by: token.createdBy && compact({ ...token.createdBy }),
  });
}
