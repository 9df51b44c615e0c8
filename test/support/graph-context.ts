import type { GraphContext } from '../../src/graphql/context.js';
import { Allowance } from '../../src/limits/allowance.js';
import { NO_LIMITS } from '../../src/limits/rate-limits.js';
import { Scope } from '../../src/request/scope.js';
import type { TestRegistry } from './registry.js';

/** The context of a GraphQL request without a credential and without limits. */
export const anonymousContext = (registry: TestRegistry): GraphContext => ({
  scope: new Scope(registry.services, {
    requestId: 'test',
    address: '',
    authorization: undefined,
    allowance: new Allowance(NO_LIMITS, { address: '', authorization: undefined }),
  }),
  log: { error: () => undefined },
});
