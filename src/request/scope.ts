import type { Allowance } from '../limits/allowance.js';
import { Loaders } from '../loaders/loaders.js';
import { ANONYMOUS, type Viewer } from '../policy/viewer.js';
import { AppError } from '../errors/app-error.js';
import type { Services } from '../server/services.js';
import type { IdempotentRequest } from '../services/idempotent-request.js';
import type { Precondition } from '../services/precondition.js';
import type { Actor } from '../services/write.js';
import { networkOf } from '../values/network.js';

/** The properties of a request that REST and GraphQL provide in the same form. */
export interface RequestFacts {
  readonly requestId: string;
  /** The network address of the caller; empty in the fast path. */
  readonly address: string;
  readonly authorization: string | undefined;
  /** True if the response has no body, because the method is HEAD. */
  readonly isHead?: boolean;
  /** Charges the request to the rate limit of its caller. */
  readonly allowance: Allowance;
}

/** The context of one REST or GraphQL request: its viewer, services and loaders. */
export class Scope {
  /** Set if the request has an Idempotency-Key. */
  idempotent: IdempotentRequest | undefined;
  /** Set if the request is conditional. */
  precondition: Precondition | undefined;
  #viewer: Promise<Viewer> | undefined;
  #loaders: Loaders | undefined;

  constructor(
    readonly services: Services,
    private readonly facts: RequestFacts,
  ) {}

  /** The data loaders of this request. */
  get loaders(): Loaders {
    const { catalogue, publishers, versions, findings, accounts } = this.services;
    return (this.#loaders ??= new Loaders(catalogue, publishers, versions, findings, accounts, () => this.reader()));
  }

  /** Charges the request to the rate limit of its caller. */
  get allowance(): Allowance {
    return this.facts.allowance;
  }

  /** The network address for which a download is counted; `undefined` for HEAD requests, which are not downloads. */
  get downloadAddress(): string | undefined {
    return this.facts.isHead ? undefined : this.facts.address;
  }

  /** The network that the request came from, for limits that credentials do not change. */
  get network(): string {
    return networkOf(this.facts.address);
  }

  /** True if the request has no credential. */
  get isAnonymous(): boolean {
    return this.facts.authorization === undefined;
  }

  /**
   * Returns the caller. Authenticates on first use, so that public reads need not authenticate.
   * @throws UNAUTHENTICATED if the credential is not valid
   */
  viewer(): Promise<Viewer> {
    return (this.#viewer ??= this.#recognize(this.facts.authorization));
  }

  async #recognize(authorization: string | undefined): Promise<Viewer> {
    try {
      const viewer = await this.services.authenticator.authenticate(authorization);
      if (authorization === this.facts.authorization) this.allowance.recognize(viewer);
      return viewer;
    } catch (error) {
      if (error instanceof AppError && error.code === 'UNAUTHENTICATED') this.allowance.chargeFailedSignIn();
      throw error;
    }
  }

  /**
   * Returns the viewer of a public read. If authentication fails, the viewer is anonymous, because browsers attach an
   * expired credential to every request, too.
   */
  async reader(): Promise<Viewer> {
    try {
      return await this.viewer();
    } catch (error) {
      if (error instanceof AppError) return ANONYMOUS;
      throw error;
    }
  }

  /**
   * Returns the actor of a write: the viewer, and the request's data for audit rows.
   * @param token a personal access token from the body, which takes precedence over the bearer credential
   * @throws UNAUTHENTICATED if the credential is not valid, RATE_LIMITED if the publisher of the token is
   */
  async actor(token?: string): Promise<Actor> {
    const viewer = await (token === undefined ? this.viewer() : this.#recognize(`Bearer ${token}`));
    if (token !== undefined) await this.allowance.workOf(viewer, 1);
    return this.#actor(viewer);
  }

  /** Returns an anonymous actor, for operations whose secret URL is the credential. */
  anonymousActor(): Actor {
    return this.#actor(ANONYMOUS);
  }

  #actor(viewer: Viewer): Actor {
    return {
      viewer,
      requestId: this.facts.requestId,
      address: this.facts.address,
      idempotent: this.idempotent,
      precondition: this.precondition,
    };
  }
}
