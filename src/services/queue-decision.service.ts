import { AppError } from '../errors/app-error.js';
import type { ErrorCode } from '../errors/catalogue.js';
import { assertCan } from '../policy/authorize.js';
import type { DecidedKind, Decision } from '../values/moderation.js';
import type { AccountService } from './account.service.js';
import type { QueueDecisions } from './moderation-inputs.js';
import type { ModerationService } from './moderation.service.js';
import type { Actor } from './write.js';

/** The result for one item. */
export interface DecisionResult {
  readonly kind: DecidedKind;
  readonly id: string;
  /** The error if the decision was refused; otherwise `null`. */
  readonly error: { readonly code: ErrorCode; readonly message: string } | null;
}

/** Decides several items of the moderation queue in one call. */
export class QueueDecisionService {
  constructor(
    private readonly moderation: ModerationService,
    private readonly accounts: AccountService,
  ) {}

  /**
   * Approves or rejects versions that are held or have warnings, and users who wait for approval, each in its own
   * transaction. A refused item does not affect the others. Requires the admin role.
   * @returns a result for each item, in the order of the items
   * @throws FORBIDDEN, and any unexpected error, which leaves the remaining items undecided
   */
  async decide(actor: Actor, { decision, reason, items }: QueueDecisions): Promise<DecisionResult[]> {
    assertCan(actor.viewer, 'queue.decide', undefined);
    const results: DecisionResult[] = [];
    // Approving a version may release others of the same call.
    const released = new Set<string>();
    for (const { kind, id } of items) {
      try {
        for (const other of await this.#decideOne(actor, decision, { kind, id }, reason ?? undefined, released))
          released.add(other);
        results.push({ kind, id, error: null });
      } catch (error) {
        if (!(error instanceof AppError) || error.status >= 500) throw error;
        results.push({ kind, id, error: { code: error.code, message: error.message } });
      }
    }
    return results;
  }

  /** @returns the ids of other versions that became Active */
  async #decideOne(
    actor: Actor,
    decision: Decision,
    { kind, id }: { readonly kind: DecidedKind; readonly id: string },
    reason: string | undefined,
    released: ReadonlySet<string>,
  ): Promise<readonly string[]> {
    if (kind !== 'user')
      return this.moderation.decideVersion(actor, kind, id, decision, reason, released.has(id.toLowerCase()));
    await this.accounts.decideWaiting(actor, id, decision, reason);
    return [];
  }
}
