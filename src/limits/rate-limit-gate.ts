import type { IncomingMessage } from 'node:http';
import proxyAddress from 'proxy-addr';
import { Allowance } from './allowance.js';
import type { RateLimits } from './rate-limits.js';

/**
 * True if an address is that of a trusted proxy (TRUST_PROXY).
 * @param hop number of proxies between that address and this process
 */
export type Trust = (address: string, hop: number) => boolean;

/** Paths of health checks, which are not counted. */
const PROBES = new Set(['/healthz', '/readyz']);

/** Counts each request once against the rate limit of its caller, in the fast path or in the framework. */
export class RateLimitGate {
  /** The allowances of requests that the fast path has counted and passed on. */
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

  /** Counts a request. @returns the allowance, which has a `refusal` if the request exceeds the limit */
  enter(request: IncomingMessage): Allowance {
    const allowance = new Allowance(this.limits, {
      address: this.addressOf(request),
      authorization: request.headers.authorization,
    });
    if (!PROBES.has(request.url ?? '')) allowance.enter();
    return allowance;
  }

  /** Stores the allowance of a request that the framework will answer. */
  passOn(request: IncomingMessage, allowance: Allowance): void {
    this.#counted.set(request, allowance);
  }

  /** The stored allowance of a request. If there is none, counts the request. */
  allowanceOf(request: IncomingMessage): Allowance {
    return this.#counted.get(request) ?? this.enter(request);
  }
}
