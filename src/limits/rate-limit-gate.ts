import type { IncomingMessage } from 'node:http';
import proxyAddress from 'proxy-addr';
import { Allowance } from './allowance.js';
import type { RateLimits } from './rate-limits.js';

/**
 * True if an address is one of our own proxies.
 * @param hop how many hops it is before this process
 */
export type Trust = (address: string, hop: number) => boolean;

/** Health checks of balancers and orchestrators are not counted. */
const PROBES = new Set(['/healthz', '/readyz']);

/** Counts each request against the rate limit of its caller, once, whichever part of the server answers it. */
export class RateLimitGate {
  /** The allowances of requests that the fast path passed on. */
  readonly #counted = new WeakMap<IncomingMessage, Allowance>();

  constructor(
    private readonly limits: RateLimits,
    private readonly trust: Trust,
  ) {}

  /** The network address of the caller; behind trusted proxies, the address that they report. */
  addressOf(request: IncomingMessage): string {
    return request.headers['x-forwarded-for'] === undefined
      ? (request.socket.remoteAddress ?? '')
      : proxyAddress(request, this.trust);
  }

  /** Counts a request. @returns its allowance, which says whether it is refused */
  enter(request: IncomingMessage): Allowance {
    const allowance = new Allowance(this.limits, {
      address: this.addressOf(request),
      authorization: request.headers.authorization,
    });
    if (!PROBES.has(request.url ?? '')) allowance.enter();
    return allowance;
  }

  /** Stores the allowance of a request that another part of the server answers. */
  passOn(request: IncomingMessage, allowance: Allowance): void {
    this.#counted.set(request, allowance);
  }

  /** The allowance of a request, which is counted now if it was not passed on. */
  allowanceOf(request: IncomingMessage): Allowance {
    return this.#counted.get(request) ?? this.enter(request);
  }
}
