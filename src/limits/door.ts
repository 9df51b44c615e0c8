import type { IncomingMessage } from 'node:http';
import proxyAddress from 'proxy-addr';
import { Allowance } from './allowance.js';
import type { RateLimits } from './rate-limits.js';

/** Whether an address, so many steps before us, is a proxy of ours. */
export type Trust = (address: string, step: number) => boolean;

/** Balancers and orchestrators ask these again and again, and are never refused. */
const PROBES = new Set(['/healthz', '/readyz']);

/** Where requests come in: who asks, and what he has left. */
export class Door {
  /** Of requests that were handed on. */
  readonly #entered = new WeakMap<IncomingMessage, Allowance>();

  constructor(
    private readonly limits: RateLimits,
    private readonly trust: Trust,
  ) {}

  /** The network address of the caller, as proxies of ours tell it. */
  addressOf(request: IncomingMessage): string {
    return request.headers['x-forwarded-for'] === undefined
      ? (request.socket.remoteAddress ?? '')
      : proxyAddress(request, this.trust);
  }

  /** Counts a request; it says itself whether it is allowed. */
  enter(request: IncomingMessage): Allowance {
    const allowance = new Allowance(this.limits, {
      address: this.addressOf(request),
      authorization: request.headers.authorization,
    });
    if (!PROBES.has(request.url ?? '')) allowance.enter();
    return allowance;
  }

  /** Keeps what a request may cost for whoever answers it. */
  handOn(request: IncomingMessage, allowance: Allowance): void {
    this.#entered.set(request, allowance);
  }

  /** What a request may cost that was handed on. */
  allowanceOf(request: IncomingMessage): Allowance {
    return this.#entered.get(request) ?? this.enter(request);
  }
}
