import type { TokenRecord } from '../../services/token.service.js';
import { compact } from '../wire.js';

/** What may be told of a token under its wire names; the token itself is told once, by its creation. */
export function presentToken(token: TokenRecord) {
  return compact({
    id: token.id,
    name: token.name,
    description: token.description,
    createdAt: token.createdAt,
    last_four: token.lastFour,
    expires_at: token.expiresAt,
    last_used_at: token.lastUsedAt,
  });
}
