import type { Allowance } from '../limits/allowance.js';
import { Loaders } from '../loaders/loaders.js';
import { ANONYMOUS, type Viewer } from '../policy/viewer.js';
import { AppError } from '../errors/app-error.js';
import type { Services } from '../server/services.js';
import type { IdempotentRequest } from '../services/idempotent-request.js';
import type { Precondition } from '../services/precondition.js';
import type { Actor } from '../services/write.js';

/** What a transport knows of a request. */
export interface RequestFacts {
  readonly requestId: string;
  readonly address: string;
  readonly authorization: string | undefined;
  /** What the request may cost its caller. */
  readonly allowance: Allowance;
}

/** One request: who asks, and the services and loaders that answer. The same for both transports. */
export class Scope {
  readonly loaders: Loaders;
  /** Set where the request is to be done once. */
  idempotent: IdempotentRequest | undefined;
  /** Set where it is to be done only while something is as the caller knows it. */
  precondition: Precondition | undefined;
  #viewer: Promise<Viewer> | undefined;

  constructor(
    readonly services: Services,
    private readonly facts: RequestFacts,
    loaders?: Loaders,
  ) {
    this.loaders =
      loaders ?? Loaders.of(services.catalogue, services.publishers, services.versions, () => this.reader());
  }

  /** What the request may cost its caller. */
  get allowance(): Allowance {
    return this.facts.allowance;
  }

  /** True where no credential came, so that the answer is the one everybody gets. */
  get isAnonymous(): boolean {
    return this.facts.authorization === undefined;
  }

  /**
   * Who asks; found out when first needed, so that public reads cost nothing for it.
   * @throws UNAUTHENTICATED for a credential that doesn't hold
   */
  viewer(): Promise<Viewer> {
    return (this.#viewer ??= this.#recognize());
  }

  async #recognize(): Promise<Viewer> {
    try {
      const viewer = await this.services.authenticator.authenticate(this.facts.authorization);
      this.allowance.recognize(viewer);
      return viewer;
    } catch (error) {
      if (error instanceof AppError && error.code === 'UNAUTHENTICATED') this.allowance.mistrust();
      throw error;
    }
  }

  /** Who reads something public: a credential that doesn't hold is ignored, for browsers attach one to every call. */
  async reader(): Promise<Viewer> {
    try {
      return await this.viewer();
    } catch (error) {
      if (error instanceof AppError) return ANONYMOUS;
      throw error;
    }
  }

  /**
   * Who writes something, with what audit rows need.
   * @param token a personal access token that came in the body; it stands before what came as bearer
   * @throws UNAUTHENTICATED for a credential that doesn't hold
   */
  async actor(token?: string): Promise<Actor> {
    const viewer =
      token === undefined ? await this.viewer() : await this.services.authenticator.authenticate(`Bearer ${token}`);
    return this.#actor(viewer);
  }

  /** Nobody, who does what his address of the web alone lets him. */
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
