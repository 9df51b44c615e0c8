import type { Scope } from '../request/scope.js';

/** The context of a request, passed to every resolver. */
export interface GraphContext {
  readonly scope: Scope;
  /** Receives unexpected errors. */
  readonly log: { error(fields: object, message: string): void };
}
