import type { Scope } from '../request/scope.js';

/** What every resolver is given of its request. */
export interface GraphContext {
  readonly scope: Scope;
  /** Where faults of ours are told. */
  readonly log: { error(fields: object, message: string): void };
}
